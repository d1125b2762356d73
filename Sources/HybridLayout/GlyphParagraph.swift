import CSSValues
import Layout

/// A paragraph as a platform's text system sets it on one line without an end: glyphs with the characters that they stand for. It
/// becomes what layout asks of a `TextMeasurer`, by rules that are the same on every platform.
///
/// ```swift
/// var glyphs = GlyphParagraph(paragraph)
/// glyphs.append(GlyphParagraph.Run(font: 0, level: 0, ascent: 12, descent: 4, lineGap: 0), 0..<2,
///   [(unit: 0, advance: 8.0), (unit: 1, advance: 9.0)])
/// glyphs.lineBreaks = [1]
/// let shaped = glyphs.shaped()
/// ```
public struct GlyphParagraph {
  /// What the characters of one font and direction have in common.
  public struct Run: Hashable, Sendable {
    /// The measurer's number for the font.
    public var font: Int
    /// The bidi level; odd is right to left.
    public var level: UInt8
    /// Above the baseline in px.
    public var ascent: Double
    /// Below the baseline in px.
    public var descent: Double
    /// The extra between lines in px.
    public var lineGap: Double

    /// A run.
    public init(font: Int, level: UInt8, ascent: Double, descent: Double, lineGap: Double) {
      self.font = font
      self.level = level
      self.ascent = ascent
      self.descent = descent
      self.lineGap = lineGap
    }
  }

  /// Where lines may end, in UTF-16 units from the start: what the platform finds by UAX 14.
  public var lineBreaks: [Int] = []
  /// The advance of a hyphen by span, in px.
  public var hyphenAdvances: [Double] = []

  private let paragraph: TextParagraph
  private var advances: [Double]
  private var hasGlyph: [Bool]
  private var runs: [ShapedParagraph.Run] = []

  /// A paragraph without glyphs.
  public init(_ paragraph: TextParagraph) {
    self.paragraph = paragraph
    advances = [Double](repeating: 0, count: paragraph.text.count)
    hasGlyph = [Bool](repeating: false, count: paragraph.text.count)
  }

  /// Adds a run, in any order.
  ///
  /// - Parameters:
  ///   - run: what it is set in.
  ///   - range: its UTF-16 units.
  ///   - glyphs: each with the first unit that it stands for and its advance in px, without letter and word spacing; in any order.
  public mutating func append(_ run: Run, _ range: Range<Int>, _ glyphs: some Sequence<(unit: Int, advance: Double)>) {
    let range = range.clamped(to: 0..<paragraph.text.count)
    guard !range.isEmpty else { return }
    runs.append(
      ShapedParagraph.Run(
        range: range, font: run.font, level: run.level, ascent: run.ascent, descent: run.descent, lineGap: run.lineGap))
    for glyph in glyphs where range.contains(glyph.unit) && glyph.advance.isFinite {
      advances[glyph.unit] += glyph.advance
      hasGlyph[glyph.unit] = true
    }
  }

  /// Characters without an advance of their own: layout knows tab stops and the sizes of boxes, the others are not shown.
  private static func isBlank(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09, 0x0A, 0xAD, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFC: true
    default: false
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }

  /// The paragraph as layout wants it: with letter and word spacing, and the breaks that its styles allow.
  public func shaped() -> ShapedParagraph {
    let text = paragraph.text
    var flags = [ShapedParagraph.UnitFlags](repeating: [], count: text.count + 1)
    for start in Self.graphemes(text) { flags[start].insert(.graphemeStart) }
    var advances = advances
    for span in paragraph.spans where paragraph.styles.indices.contains(span.style) {
      let style = paragraph.styles[span.style]
      let size = style.font.size
      let (letter, word) = (style.text.letterSpacing.resolve(size), style.text.wordSpacing.resolve(size))
      for unit in span.range.clamped(to: 0..<text.count) {
        guard !Self.isBlank(text[unit]) else {
          advances[unit] = 0
          continue
        }
        if flags[unit].contains(.graphemeStart), hasGlyph[unit] { advances[unit] += letter }
        if Self.isSpace(text[unit]) { advances[unit] += word }
      }
      markBreaks(span.range.clamped(to: 0..<text.count), style.text, &flags)
    }
    for unit in 0..<text.count where !flags[unit].contains(.graphemeStart) || !hasGlyph[unit] || !isParted(unit) {
      flags[unit].insert(.unsafeToBreak)
    }
    flags[text.count].formUnion([.breakAllowed, .graphemeStart])
    for unit in 0..<text.count where text[unit] == 0x0A { flags[unit + 1].formUnion([.breakMandatory, .breakAllowed]) }
    let ordered = runs.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let spans = paragraph.spans.count
    return ShapedParagraph(
      advances: advances, flags: flags, runs: ordered,
      hyphenAdvances: hyphenAdvances.count == spans ? hyphenAdvances : Array(repeating: 0, count: spans),
      isLeftToRight: ordered.allSatisfy { $0.level & 1 == 0 })
  }

  /// Whether glyphs on both sides of a unit's start are sure to be the same where a line ends there: beside spaces.
  private func isParted(_ unit: Int) -> Bool {
    unit == 0 || Self.isSpace(paragraph.text[unit - 1]) || Self.isSpace(paragraph.text[unit])
      || Self.isBlank(paragraph.text[unit - 1])
  }

  private func markBreaks(_ range: Range<Int>, _ style: TextStyle, _ flags: inout [ShapedParagraph.UnitFlags]) {
    let text = paragraph.text
    func mark(_ unit: Int) {
      guard unit > 0, flags[unit].contains(.graphemeStart) else { return }
      if text[unit - 1] == 0xAD {
        guard style.hyphens != .none else { return }
        flags[unit].insert(.hyphenated)
      }
      flags[unit].insert(.breakAllowed)
    }
    for place in lineBreaks where range.contains(place) {
      // Letters stay together; behind spaces, hyphens and the like a line may still end.
      if style.wordBreak == .keepAll, Self.isLetter(text[place]), place > 0, Self.isLetter(text[place - 1]) { continue }
      mark(place)
    }
    guard style.wordBreak == .breakAll || style.lineBreak == .anywhere else { return }
    for unit in range.dropFirst() {
      let isWithinWord = Self.isLetter(text[unit]) && Self.isLetter(text[unit - 1])
      if style.lineBreak == .anywhere || isWithinWord { mark(unit) }
    }
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Where grapheme clusters begin, in UTF-16 units.
  private static func graphemes(_ text: [UInt16]) -> [Int] {
    var starts: [Int] = []
    var unit = 0
    for character in String(decoding: text, as: UTF16.self) {
      starts.append(unit)
      unit += character.utf16.count
    }
    return starts
  }
}
