import Layout

/// A paragraph shaped in font units: what holds on screens of every scale, from which the advances on one follow.
///
/// Breaks, directions, the choice of fonts and glyphs know nothing of device pixels. What does is the size that glyphs are
/// cut to, the rounding of advances and the rounded ascents and descents, which ``scaled(to:)`` works out.
package struct UnscaledParagraph: Sendable {
  /// A font at the size of a style.
  package struct SizedFont: Hashable, Sendable {
    /// The place in ``UnscaledParagraph/fonts``.
    package var number: Int
    /// CSS px.
    package var size: Double
    /// Whether the machine gave the font for a character that no named family has.
    var isSystemFallback: Bool
  }

  /// Characters of one font, direction and style.
  package struct Piece: Sendable {
    /// UTF-16 units, counted from the start of what was shaped.
    package var range: Range<Int>
    /// The place in ``UnscaledParagraph/sizedFonts``.
    package var font: Int
    /// The bidi level.
    package var level: UInt8
    /// `nil` for a control character, which has no glyph.
    package var glyphs: ShapedRun?
    /// What was shaped, where glyphs themselves are wanted later.
    package var key: ShapeKey?
    /// Whether the glyphs are capitals at 0.7 of the size that stand for small ones.
    package var isShrunk = false
    /// What every cluster is wider by, CSS px; of a control the character itself.
    package var letterSpacing = 0.0
    /// What spaces are wider by, CSS px.
    package var wordSpacing = 0.0
    /// Full-width punctuation that is set half-width where the font has it wider.
    package var halved: [HalvedUnit] = []
  }

  /// Full-width punctuation beside other such.
  package struct HalvedUnit: Sendable {
    package var unit: Int
    /// The unit before which a line would undo it; -1 for none.
    var unsafe: Int
    /// Whether the half before the ink is left out, not the one behind it.
    package var isOpening: Bool { unsafe == unit }
  }

  /// The hyphen that a hyphenated break of a span shows.
  package struct Hyphen: Sendable {
    var font: any ShapingFont
    /// CSS px.
    package var size: Double
    var glyphs: ShapedRun
    var letterSpacing: Double
  }

  /// The units that were shaped.
  var text: ArraySlice<UInt16>
  /// As ``ShapedParagraph/flags``, except for what halved punctuation adds.
  var flags: [ShapedParagraph.UnitFlags] = []
  /// The fonts in the order of their first use.
  package var fonts: [any ShapingFont] = []
  package var sizedFonts: [SizedFont] = []
  /// In logical order, without gaps where all spans have styles.
  package var pieces: [Piece] = []
  /// By span; empty where no break is hyphenated.
  var hyphens: [Hyphen?] = []
  var isLeftToRight = true

  /// The paragraph on a screen; its runs number ``fonts``.
  ///
  /// - Parameter scale: device pixels per CSS px.
  package func scaled(to scale: Double) -> ShapedParagraph {
    var flags = flags
    let advances = advances(scale) { flags[$0].insert(.unsafeToBreak) }
    var runs: [ShapedParagraph.Run] = []
    // OPTIMIZATION: most paragraphs have one font, for which no array is made.
    let first = sizedFonts.first.map { lineMetrics($0, scale) } ?? (0, 0, 0)
    let others = sizedFonts.count > 1 ? sizedFonts.dropFirst().map { lineMetrics($0, scale) } : []
    for piece in pieces {
      let number = sizedFonts[piece.font].number
      let (ascent, descent, lineGap) = piece.font == 0 ? first : others[piece.font - 1]
      if let last = runs.indices.last, runs[last].font == number, runs[last].level == piece.level,
        runs[last].range.upperBound == piece.range.lowerBound, runs[last].ascent == ascent,
        runs[last].descent == descent
      {
        runs[last].range = runs[last].range.lowerBound..<piece.range.upperBound
        continue
      }
      runs.append(
        ShapedParagraph.Run(
          range: piece.range, font: number, level: piece.level, ascent: ascent, descent: descent, lineGap: lineGap))
    }
    return ShapedParagraph(
      advances: advances, flags: flags, runs: runs, hyphenAdvances: hyphenAdvances(scale), isLeftToRight: isLeftToRight)
  }

  private func lineMetrics(_ font: SizedFont, _ scale: Double) -> (ascent: Double, descent: Double, lineGap: Double) {
    fonts[font.number].lineMetrics(size: font.size, scale: scale, isSystemFallback: font.isSystemFallback)
  }

  /// The advances of the units on a screen, CSS px.
  ///
  /// - Parameter markUnsafe: called with the units before which a line would be set otherwise, only for that screen.
  package func advances(_ scale: Double, markUnsafe: (Int) -> Void = { _ in }) -> [Double] {
    // Room is made by itself: a list of so many zeros looks its type up.
    var advances: [Double] = []
    advances.reserveCapacity(text.count)
    advances.append(contentsOf: repeatElement(0, count: text.count))
    advances.withUnsafeMutableBufferPointer { advances in
      for piece in pieces { place(piece, scale, advances, markUnsafe) }
    }
    return advances
  }

  /// A number without its fraction, as `rounded()` gives it.
  ///
  /// OPTIMIZATION: without the instruction for it, which not all processors have, rounding would be a call.
  private static func rounded(_ value: Double) -> Double {
    guard abs(value) < 1e15 else { return value.rounded() }
    let whole = Double(Int64(value))
    let rest = value - whole
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  private func place(
    _ piece: Piece, _ scale: Double, _ advances: UnsafeMutableBufferPointer<Double>, _ markUnsafe: (Int) -> Void
  ) {
    let start = piece.range.lowerBound
    guard let glyphs = piece.glyphs else {
      advances[start] = piece.letterSpacing
      return
    }
    let sized = sizedFonts[piece.font]
    let font = fonts[sized.number]
    let size =
      piece.isShrunk
      ? TextSizes.smallCapitalSize(sized.size, scale: scale)
      : TextSizes.glyphSize(sized.size, scale: scale)
    // FreeType's advances are whole 1/65,536 device pixels, which also makes their sums exact.
    let subunit = TextSizes.glyphScale(size, of: font, scale: scale) / Double(64 * ShapingUnits.subunits)
    let pixels = 1 / (65536 * scale)
    glyphs.units.withUnsafeBufferPointer { units in
      for index in 0..<min(units.count, piece.range.count) {
        advances[start + index] = Self.rounded(Double(units[index].advance) * subunit) * pixels
      }
    }
    if piece.letterSpacing != 0 || piece.wordSpacing != 0 { addSpacing(piece, glyphs, advances) }
    guard !piece.halved.isEmpty else { return }
    let half = font.scale(size: size) * Double(font.unitsPerEm * ShapingUnits.subunits) / 2
    for halved in piece.halved where advances[halved.unit] > half * 1.8 {
      advances[halved.unit] -= half
      if halved.unsafe >= 0 { markUnsafe(halved.unsafe) }
    }
  }

  private func addSpacing(_ piece: Piece, _ glyphs: ShapedRun, _ advances: UnsafeMutableBufferPointer<Double>) {
    for (index, unit) in zip(piece.range, glyphs.units) where unit.isClusterStart {
      let character = text[text.startIndex + index]
      if piece.letterSpacing != 0, !Self.isZeroWidth(character) { advances[index] += piece.letterSpacing }
      if piece.wordSpacing != 0, Self.isWordSpace(character, at: text.startIndex + index) {
        advances[index] += piece.wordSpacing
      }
    }
  }

  private func hyphenAdvances(_ scale: Double) -> [Double] {
    hyphens.map { hyphen in
      guard let hyphen else { return 0 }
      let unit = hyphen.font.scale(size: TextSizes.glyphSize(hyphen.size, scale: scale))
      return hyphen.glyphs.units.reduce(0) {
        $0 + Double($1.advance) * unit + ($1.isClusterStart ? hyphen.letterSpacing : 0)
      }
    }
  }

  // MARK: Spacing

  /// Characters that letter spacing does not follow.
  private static func isZeroWidth(_ unit: UInt16) -> Bool {
    unit < 0x20 || (unit >= 0x7F && unit < 0xA0) || unit == 0xAD || (unit >= 0x200B && unit <= 0x200F)
      || (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2060 && unit <= 0x206F) || unit == 0xFEFF || unit == 0xFFFC
  }

  /// Characters that word spacing widens: spaces, but not one that begins the paragraph.
  package static func isWordSpace(_ unit: UInt16, at index: Int) -> Bool {
    unit == 0xA0 || ((unit == 0x20 || unit == 0x09 || unit == 0x0A) && index > 0)
  }
}
