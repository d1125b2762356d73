import CSSValues
import Shaping
import Platform

/// The fonts of a style in order of preference, found as far as characters need them (CSS Fonts 4, 5.3): the families of
/// `font-family`, the reader's standard family, then a font of the machine for each character.
package final class FontCascade: ShapingCascade {
  /// A font with the characters that `unicode-range` leaves it.
  struct Entry: Sendable {
    var font: FontInstance
    /// Empty is every character.
    var ranges: [ClosedRange<UInt32>] = []

    func allows(_ character: UInt32) -> Bool {
      ranges.isEmpty || ranges.contains { $0.contains(character) }
    }

    func covers(_ character: UInt32) -> Bool { font.covers(character) && allows(character) }
  }

  private struct State {
    var entries: [Entry] = []
    /// The next family to look for; after the last comes the standard family.
    var nextFamily = 0
    /// What the machine answered by character; the emoji's answers have the highest bit set, those
    /// of emoji that are asked for by U+FE0F the one below.
    var fallbacks: [UInt32: FontInstance?] = [:]
  }

  let request: FontRequest
  // The set keeps its cascades, and whoever asks one holds the set.
  private unowned let set: FontSet
  private let state = Mutex(State())
  /// The first available font (CSS Fonts 4, 5.2): the first that may show a space.
  let primary: FontInstance
  /// Whether no character of the primary font can belong to a font before it.
  package let primaryIsFirst: Bool

  init(request: FontRequest, set: FontSet) {
    self.request = request
    self.set = set
    var initial = State()
    var position = 0
    while true {
      if position < initial.entries.count {
        if initial.entries[position].allows(0x20) { break }
        position += 1
      } else if !Self.extend(&initial, request, set) {
        break
      }
    }
    if position < initial.entries.count {
      primary = initial.entries[position].font
      primaryIsFirst = position == 0 && initial.entries[0].ranges.isEmpty
    } else {
      primary = FontInstance(metrics: .lastResort, family: "")
      primaryIsFirst = initial.entries.isEmpty
    }
    let ready = initial
    state.withLock { $0 = ready }
  }

  /// Looks for the next family; `false` when all are found.
  private static func extend(_ state: inout State, _ request: FontRequest, _ set: FontSet) -> Bool {
    let position = state.nextFamily
    let families = request.families.count
    guard position <= families else { return false }
    state.nextFamily += 1
    if position < families {
      if isReadersDefault(request, set) { return true }
      state.entries += set.fonts(of: request.families[position], for: request)
    } else {
      for name in standardFamilies(language: request.language) {
        if let font = set.library.font(named: name, for: request) {
          state.entries.append(Entry(font: font))
          return true
        }
      }
      if state.entries.isEmpty, let font = set.library.font(named: "Sans", for: request) {
        state.entries.append(Entry(font: font))
      }
    }
    return true
  }

  /// Whether a list is the initial value in a language whose default family is not that of Latin text: then the default family
  /// is all that there is.
  ///
  /// DEVIATION: a list that names nothing but that initial value is read as the initial value, too.
  private static func isReadersDefault(_ request: FontRequest, _ set: FontSet) -> Bool {
    let initial = FontStyle().families
    return request.families == initial && HanVariant(language: request.language) != nil && !set.declares(initial[0])
  }

  /// The font for a character that is to be shown as an emoji (U+FE0F follows it), or `nil` where none has an emoji: a font
  /// of the families that has the sequence, then the machine's font of emoji, before fonts that have the plain character.
  func emojiFont(for character: UInt32) -> FontInstance? {
    let declared = state.withLock { state in
      while Self.extend(&state, request, set) {}
      return state.entries.first { $0.covers(character) && $0.font.covers(character, selector: 0xFE0F) }?.font
    }
    if let declared { return declared }
    let key = character | 1 << 30
    if let known = state.withLock({ $0.fallbacks[key] }) { return known }
    let found = set.library.fallback(for: character, language: request.language, isEmoji: true, request: request)
    let usable = found.flatMap { $0.covers(character) && $0.covers(character, selector: 0xFE0F) ? $0 : nil }
    state.withLock { $0.fallbacks[key] = .some(usable) }
    return usable
  }

  /// Whether a font comes from the machine for single characters, not from a family that the style or the reader names.
  package func isFallback(_ font: any ShapingFont) -> Bool {
    font !== primary && !state.withLock { state in state.entries.contains { $0.font === font } }
  }

  /// The fonts of all families and of the reader's standard family.
  func allEntries() -> [Entry] {
    state.withLock { state in
      while Self.extend(&state, request, set) {}
      return state.entries
    }
  }

  /// The font for a character, or `nil` where none has it.
  func font(for character: UInt32, isEmoji: Bool) -> FontInstance? {
    state.withLock { state in
      var position = 0
      while true {
        if position < state.entries.count {
          if state.entries[position].covers(character) { return state.entries[position].font }
          position += 1
        } else if !Self.extend(&state, request, set) {
          break
        }
      }
      let key = isEmoji ? character | 1 << 31 : character
      if let known = state.fallbacks[key] { return known }
      let found = set.library.fallback(
        for: character, language: request.language, isEmoji: isEmoji, request: request)
      state.fallbacks[key] = .some(found)
      return found
    }
  }
}

extension FontCascade {
  package var firstFont: any ShapingFont { primary }

  package func chooseFont(for character: UInt32, isEmoji: Bool) -> (any ShapingFont)? {
    font(for: character, isEmoji: isEmoji)
  }

  package func chooseEmojiFont(for character: UInt32) -> (any ShapingFont)? { emojiFont(for: character) }
}

extension FontMetricsFile {
  /// What measures text where a machine has no font at all: half an em a character.
  static let lastResort: FontMetricsFile = {
    do {
      return try FontMetricsFile(
        text: """
          hybrid-font-metrics 1
          units-per-em 1000
          ascent 800
          descent 200
          x-height 500
          cap-height 700
          average-advance 500
          advance 20-7E 500
          """)
    } catch {
      preconditionFailure("the text above is a metrics file")
    }
  }()
}
