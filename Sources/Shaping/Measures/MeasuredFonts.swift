import CSSValues
import Layout
import Platform

/// A release's measures as the fonts that text is shaped with.
package final class MeasuredFonts: ShapingFonts {
  package let characters: CharacterClass
  package let hyphenation: (any Hyphenation)?
  package var usesOpticalSizes: Bool { measures.usesOpticalSizes }
  /// What was shaped.
  package let paragraphs = ParagraphCache()
  private let measures: TextMeasures
  private let page: String
  private let fonts: [MeasuredFont]
  private let lastResort: MeasuredFont
  private let cascades = Mutex<[FontRequest: MeasuredCascade]>([:])
  private let misses: MissedText

  /// The fonts of a page.
  ///
  /// - Parameter page: the page's path: pages may declare a family differently.
  package init(_ measures: TextMeasures, page: String) {
    self.measures = measures
    self.page = page
    let misses = MissedText()
    self.misses = misses
    fonts = measures.faces.map { MeasuredFont($0, misses) }
    lastResort = MeasuredFont(.lastResort, misses)
    characters = CharacterClass(MeasuredCharacters(measures, misses))
    hyphenation = MeasuredHyphenation(measures, misses)
  }

  /// Whether something was asked that the measures do not have: text is then as wide as they say at best.
  package var missesSomething: Bool { misses.count > 0 }
  /// How often something was asked that the measures do not have: it grows with each text that is not as wide as in a build.
  package var missCount: Int { misses.count }

  package func shapingCascade(for request: FontRequest) -> any ShapingCascade {
    if let known = cascades.withLock({ $0[request] }) {
      if !known.isMeasured { misses.set() }
      return known
    }
    let key = request.measuresKey
    let made: MeasuredCascade
    if let cascade = measures.cascades[TextMeasures.key(key, page: page)] ?? measures.cascades[key] {
      made = MeasuredCascade(cascade, fonts, misses)
    } else {
      misses.set()
      var cascade = TextMeasures.Cascade()
      if !fonts.isEmpty { cascade.entries = [.init(face: 0, ranges: [])] }
      made = MeasuredCascade(cascade, fonts.isEmpty ? [lastResort] : fonts, misses, isMeasured: false)
    }
    cascades.withLock { cascades in
      if cascades.count >= 1024 { cascades.removeAll() }
      cascades[request] = made
    }
    return made
  }
}

/// Counts what was asked for that a release's measures lack.
final class MissedText: Sendable {
  private let counter = Mutex(0)
  var count: Int { counter.withLock { $0 } }
  func set() { counter.withLock { $0 += 1 } }
}

/// The faces of a style, from a release's measures.
final class MeasuredCascade: ShapingCascade {
  let firstFont: any ShapingFont
  let primaryIsFirst: Bool
  /// Whether the release has measures of the style.
  let isMeasured: Bool
  private let entries: [(font: MeasuredFont, ranges: [ClosedRange<UInt32>])]
  private let fallbacks: [UInt32: MeasuredFont?]
  private let misses: MissedText

  init(_ cascade: TextMeasures.Cascade, _ fonts: [MeasuredFont], _ misses: MissedText, isMeasured: Bool = true) {
    self.isMeasured = isMeasured
    firstFont = fonts[min(cascade.primary, fonts.count - 1)]
    primaryIsFirst = cascade.primaryIsFirst
    entries = cascade.entries.compactMap { entry in
      fonts.indices.contains(entry.face) ? (fonts[entry.face], entry.ranges) : nil
    }
    fallbacks = cascade.fallbacks.mapValues { fonts.indices.contains($0) ? fonts[$0] : nil }
    self.misses = misses
  }

  func chooseFont(for character: UInt32, isEmoji: Bool) -> (any ShapingFont)? {
    for entry in entries
    where entry.font.covers(character)
      && (entry.ranges.isEmpty || entry.ranges.contains { $0.contains(character) })
    {
      return entry.font
    }
    if let known = fallbacks[isEmoji ? character | 1 << 31 : character] { return known }
    misses.set()
    return nil
  }

  func chooseEmojiFont(for character: UInt32) -> (any ShapingFont)? {
    if let known = fallbacks[character | 1 << 30] { return known }
    misses.set()
    return nil
  }

  func isFallback(_ font: any ShapingFont) -> Bool {
    font !== firstFont && !entries.contains { $0.font === font }
  }
}

/// A face that shapes from its measures.
final class MeasuredFont: ShapingFont {
  let coverage: Coverage
  private let face: MeasuredFace
  private let cache = ShapeCache()
  /// Contexts without a table of their own: few, as a page's styles are.
  private let unmeasured = Mutex<Set<MeasuredFace.Context>>([])
  private let misses: MissedText

  init(_ face: MeasuredFace, _ misses: MissedText) {
    self.face = face
    self.misses = misses
    coverage = Coverage(characters: face.advances.keys)
  }

  var unitsPerEm: Int { face.unitsPerEm }
  var overrides: FontFaceOverrides { face.overrides }
  var isWebFont: Bool { face.isWebFont }
  var hasHalfWidths: Bool { face.hasHalfWidths }
  func variedMeasures() -> FontFaceMeasures { face.measures }
  func isInLeftHalf(_ character: UInt32) -> Bool { face.leftHalves.contains(character) }
  func advance(of character: UInt32) -> Double { Double(face.advances[character] ?? face.missingAdvance) }

  func substitutes(_ feature: StaticString) -> Bool {
    let bit = MeasuredFace.substitutionFeatures.firstIndex { openTypeTag($0) == openTypeTag(feature) }
    return bit.map { face.substitutions & (1 << UInt8($0)) != 0 } ?? false
  }

  func height(of character: UInt32) -> Double {
    character == 0x48 ? face.capitalHeight : character == 0x78 ? face.letterHeight : 0
  }

  func shaped(_ key: ShapeKey) -> ShapedRun {
    // What was shaped before is missed again: the count says of each text whether it is as wide as in a build.
    if unmeasured.withLock({ !$0.isEmpty && $0.contains(MeasuredFace.Context(key)) }) { misses.set() }
    return cache.run(for: key) {
      let context = MeasuredFace.Context(key)
      let (table, isExact) = face.table(for: context)
      if !isExact {
        misses.set()
        unmeasured.withLock { _ = $0.insert(context) }
      }
      return ShapedRun(units: face.units(key, by: table))
    }
  }
}

extension MeasuredFace {
  /// What measures where a release has no measures: half an em a character.
  static let lastResort: MeasuredFace = {
    var face = MeasuredFace(
      identity: "", family: "", unitsPerEm: 1000,
      measures: FontFaceMeasures(
        ascent: 800, descent: 200, lineGap: 0, xHeight: 500, capHeight: 700, averageAdvance: 500, maximumAdvance: 500,
        weightClass: 400, isItalic: false), overrides: .none)
    face.missingAdvance = 500 * Int32(ShapingUnits.subunits)
    return face
  }()
}
