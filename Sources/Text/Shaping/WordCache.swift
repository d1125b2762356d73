import Platform
import Shaping

/// The words that a font has shaped, each with the spaces around it; bounded in memory. What it answers never depends on
/// what it holds.
///
/// OPTIMIZATION: texts repeat their words far more often than whole runs, and looking a word up costs a tenth of shaping it.
final class WordCache: Sendable {
  /// What words are shaped with beside the font.
  private struct Style {
    var script: UInt32
    var language: String
    var features: [ShapeFeature]
  }

  private struct Entry {
    var start: Int
    var count: Int32
    var style: Int32
    var run: ShapedRun
  }

  private struct State {
    var styles: [Style] = []
    /// The units of all words, one after the other.
    var text: [UInt16] = []
    var entries: [Entry] = []
    /// Open addressing over `entries`: 0 is an empty slot, otherwise the entry's place plus one.
    var slots = [UInt32](repeating: 0, count: 256)
  }

  /// UTF-16 units kept by one font, with a word's own cost counted as 16: some 10 MB at most.
  private static let capacity = 1 << 18
  /// Longer words are not kept: hardly any is met twice.
  static let longest = 64
  private static let maximumStyles = 64

  private let state = Mutex(State())
  /// Different for each font, so that no page can be written to make the table slow.
  private let seed = UInt64.random(in: .min ... .max)

  /// The number of what words are shaped with; `nil` where there are too many.
  func style(of key: ShapeKey) -> Int32? {
    state.withLock { state in
      for (number, style) in state.styles.enumerated()
      where style.script == key.script && style.features == key.features && style.language == key.language {
        return Int32(number)
      }
      guard state.styles.count < Self.maximumStyles else { return nil }
      state.styles.append(Style(script: key.script, language: key.language, features: key.features))
      return Int32(state.styles.count - 1)
    }
  }

  /// Lets go of all words; the numbers of what they were shaped with stay.
  func releaseAll() {
    state.withLock { state in
      let styles = state.styles
      state = State()
      state.styles = styles
    }
  }

  /// A word, shaped where it is met for the first time.
  func run(_ word: UnsafeBufferPointer<UInt16>, style: Int32, shape: () -> ShapedRun) -> ShapedRun {
    guard word.count <= Self.longest else { return shape() }
    let hash = hash(word, style)
    if let known = state.withLock({ Self.find(word, style, hash, $0) }) { return known }
    let made = shape()
    state.withLock { state in
      // Another thread may have been as fast.
      if Self.find(word, style, hash, state) == nil { insert(word, style, hash, made, into: &state) }
    }
    return made
  }

  private static func find(_ word: UnsafeBufferPointer<UInt16>, _ style: Int32, _ hash: Int, _ state: State)
    -> ShapedRun?
  {
    state.slots.withUnsafeBufferPointer { slots in
      let mask = slots.count - 1
      var slot = hash & mask
      while slots[slot] != 0 {
        let index = Int(slots[slot] - 1)
        if isEqual(state, index, word, style) { return state.entries[index].run }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }

  @inline(__always)
  private static func isEqual(_ state: State, _ index: Int, _ word: UnsafeBufferPointer<UInt16>, _ style: Int32) -> Bool
  {
    state.entries.withUnsafeBufferPointer { entries in
      guard Int(entries[index].count) == word.count, entries[index].style == style else { return false }
      let start = entries[index].start
      return state.text.withUnsafeBufferPointer { text in
        for unit in word.indices where text[start + unit] != word[unit] { return false }
        return true
      }
    }
  }

  private func insert(
    _ word: UnsafeBufferPointer<UInt16>, _ style: Int32, _ hash: Int, _ run: ShapedRun, into state: inout State
  ) {
    if state.text.count + state.entries.count * 16 > Self.capacity {
      state.entries.removeAll(keepingCapacity: true)
      state.text.removeAll(keepingCapacity: true)
      for slot in state.slots.indices { state.slots[slot] = 0 }
    }
    if state.entries.count * 2 >= state.slots.count { grow(&state) }
    state.entries.append(Entry(start: state.text.count, count: Int32(word.count), style: style, run: run))
    state.text.append(contentsOf: word)
    Self.put(UInt32(state.entries.count), hash, into: &state.slots)
  }

  private func grow(_ state: inout State) {
    var slots = [UInt32](repeating: 0, count: state.slots.count * 4)
    state.text.withUnsafeBufferPointer { text in
      for (index, entry) in state.entries.enumerated() {
        let word = UnsafeBufferPointer(rebasing: text[entry.start..<entry.start + Int(entry.count)])
        Self.put(UInt32(index + 1), hash(word, entry.style), into: &slots)
      }
    }
    state.slots = slots
  }

  private static func put(_ number: UInt32, _ hash: Int, into slots: inout [UInt32]) {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number
  }

  private func hash(_ word: UnsafeBufferPointer<UInt16>, _ style: Int32) -> Int {
    var hash = seed ^ UInt64(UInt32(bitPattern: style))
    for unit in word { hash = (hash ^ hash >> 29 ^ UInt64(unit)) &* 0xBF58_476D_1CE4_E5B9 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
