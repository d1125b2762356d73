import CHarfBuzz
import CSSValues
import Layout
import Shaping

/// Glyphs of one font at one size, placed.
public struct GlyphRun: Sendable {
  /// A glyph with the place of its origin in px, from the text's left end and baseline, y downwards.
  public struct Glyph: Sendable {
    /// The number of the glyph in its font.
    public var number: UInt32
    /// px from the left end of the text.
    public var x: Double
    /// px below the baseline.
    public var y: Double
    /// How far the next glyph is, in px, without letter and word spacing.
    public var advance = 0.0
    /// The UTF-16 unit of the text that the glyph stands for; `nil` for further glyphs of one character.
    public var unit: Int?
  }

  /// The font.
  public var font: GlyphFont
  /// px to the em.
  public var size: Double
  /// From left to right.
  public var glyphs: [Glyph]
}

/// Characters that one glyph shows, or several do together.
public struct GlyphCluster: Sendable {
  /// Where the characters begin in the text, in UTF-16 units.
  public var unit: Int
  /// px from the left end of the text.
  public var x: Double
  /// The advance of its glyphs in px, without letter and word spacing.
  public var width: Double
  /// Whether the characters go from right to left.
  public var isReversed: Bool

  /// The clusters of a text in the order of its characters.
  public static func all(of runs: [GlyphRun]) -> [GlyphCluster] {
    var clusters: [GlyphCluster] = []
    for run in runs {
      let units = run.glyphs.compactMap(\.unit)
      let isReversed = units.count > 1 && units[0] > units[units.count - 1]
      for glyph in run.glyphs {
        if let unit = glyph.unit {
          clusters.append(GlyphCluster(unit: unit, x: glyph.x, width: glyph.advance, isReversed: isReversed))
        } else if !clusters.isEmpty {
          clusters[clusters.count - 1].width += glyph.advance
        }
      }
    }
    return clusters.sorted { $0.unit < $1.unit }
  }

  /// The places of the characters that readers count as one: each with its left edge and width.
  ///
  /// Characters that share a cluster share its width.
  public static func characters(of text: String, in runs: [GlyphRun]) -> [CharacterPlace] {
    let clusters = all(of: runs)
    var places: [CharacterPlace] = []
    var members = Array(repeating: 0..<0, count: clusters.count)
    var (unit, cluster) = (0, 0)
    for character in text {
      while cluster + 1 < clusters.count, clusters[cluster + 1].unit <= unit { cluster += 1 }
      if members.indices.contains(cluster) {
        let first = members[cluster].isEmpty ? places.count : members[cluster].lowerBound
        members[cluster] = first..<places.count + 1
        let isReversed = clusters[cluster].isReversed
        places.append(CharacterPlace(character: character, unit: unit, x: 0, width: 0, isReversed: isReversed))
      }
      unit += character.utf16.count
    }
    for (cluster, members) in zip(clusters, members) {
      let width = cluster.width / Double(max(1, members.count))
      for (index, place) in members.enumerated() {
        let before = cluster.isReversed ? members.count - 1 - index : index
        (places[place].x, places[place].width) = (cluster.x + width * Double(before), width)
      }
    }
    return places
  }
}

/// A character of a text with its place.
public struct CharacterPlace: Sendable {
  /// The character.
  public var character: Character
  /// Its first UTF-16 unit in the text.
  public var unit: Int
  /// Its left edge in px from the left end of the text.
  public var x: Double
  /// Its width in px, without letter and word spacing.
  public var width: Double
  /// Whether the next character is on its left.
  public var isReversed: Bool
}

extension SystemTextMeasurer {
  /// The measurer whose fonts have glyphs to draw: metrics files of the configuration have none, so that fonts of the machine
  /// replace them.
  public var drawing: SystemTextMeasurer {
    let drawn = fonts.configured.filter { font in
      if case .metrics = font.source { false } else { true }
    }
    guard drawn.count < fonts.configured.count else { return self }
    return SystemTextMeasurer(
      fonts: FontSet(library: fonts.library, configured: drawn, rules: fonts.rules), scale: scale)
  }

  /// The glyphs of a text in one style, as a line shows them from left to right, and the text's width in px.
  ///
  /// - Parameters:
  ///   - characters: the text as it is shown.
  ///   - font: the font.
  ///   - text: language, letter and word spacing.
  ///   - isRightToLeft: the direction of the line's run.
  ///   - keepsFullWidth: whether full-width punctuation keeps its width beside other such (`text-spacing-trim: space-all`).
  ///
  /// UNIMPLEMENTED: full-width punctuation at the ends of the text, beside such of another style in its line.
  public func glyphRuns(
    of characters: String, font: FontStyle, text: TextStyle, isRightToLeft: Bool, keepsFullWidth: Bool = false
  ) -> (runs: [GlyphRun], width: Double) {
    let units = Array(characters.utf16)
    let paragraph = TextParagraph(
      text: units, spans: [TextParagraph.Span(range: 0..<units.count, style: 0)],
      styles: [TextParagraph.SpanStyle(font: font, text: text, keepsFullWidth: keepsFullWidth)],
      baseDirection: isRightToLeft ? .rtl : .ltr)
    let shaped = ParagraphShaping(fonts: fonts, paragraph: paragraph).shapeWithKeys()
    var runs: [GlyphRun] = []
    var x = 0.0
    for piece in Self.visualOrder(shaped.pieces) {
      guard let key = piece.key else {
        x += piece.letterSpacing
        continue
      }
      let sized = shaped.sizedFonts[piece.font]
      guard let instance = shaped.fonts[sized.number] as? FontInstance else { continue }
      let size =
        piece.isShrunk
        ? TextSizes.smallCapitalSize(sized.size, scale: scale) : TextSizes.glyphSize(sized.size, scale: scale)
      var run = GlyphRun(font: GlyphFont(instance: instance), size: size * instance.overrides.sizeAdjust, glyphs: [])
      let unit = instance.scale(size: size)
      let half = unit * Double(instance.unitsPerEm * FontInstance.subunits) / 2
      let halved = Dictionary(piece.halved.map { ($0.unit, $0.isOpening) }) { first, _ in first }
      instance.forEachGlyph(key) { glyph, cluster, advance, dx, dy in
        let place = cluster.map { piece.range.lowerBound + $0 - key.contextBefore }
        var (left, width) = (x + Double(dx) * unit, Double(advance) * unit)
        if width > half * 1.8, let isOpening = place.flatMap({ halved[$0] }) {
          width -= half
          if isOpening { left -= half }
        }
        run.glyphs.append(
          GlyphRun.Glyph(number: glyph, x: left, y: -Double(dy) * unit, advance: width, unit: place))
        x += width
        guard let cluster else { return }
        // Spacing follows the cluster's last glyph; the first one stands for it where clusters have one glyph.
        x += piece.letterSpacing
        if cluster < key.text.count, UnscaledParagraph.isWordSpace(key.text[cluster], at: 1) { x += piece.wordSpacing }
      }
      runs.append(run)
    }
    return (runs, x)
  }

  /// Pieces from left to right (UAX 9, L2): runs of each level are reversed, the highest levels first.
  private static func visualOrder(_ pieces: [UnscaledParagraph.Piece]) -> [UnscaledParagraph.Piece] {
    guard let highest = pieces.map(\.level).max(), highest > 0 else { return pieces }
    var order = pieces
    for level in stride(from: highest, through: 1, by: -1) {
      var start = 0
      while start < order.count {
        guard order[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, order[end].level >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}

extension FontInstance {
  /// Shapes once more and hands on each glyph: its number, the unit of its cluster where it is the cluster's first, its
  /// advance and its offsets in 1/64 font units.
  fileprivate func forEachGlyph(
    _ key: ShapeKey,
    _ body: (_ glyph: UInt32, _ cluster: Int?, _ advance: Int32, _ dx: Int32, _ dy: Int32) -> Void
  ) {
    guard case .face(let face, _) = source else { return }
    // HarfBuzz returns its empty object when memory runs out, never NULL.
    let buffer = hb_buffer_create()!
    defer { hb_buffer_destroy(buffer) }
    let start = key.contextBefore
    let length = key.text.count - start - key.contextAfter
    key.text.withUnsafeBufferPointer {
      hb_buffer_add_utf16(buffer, $0.baseAddress, Int32($0.count), UInt32(start), Int32(length))
    }
    shaping?.shape(buffer, as: key)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    for index in 0..<Int(count) {
      var advance = positions[index].x_advance
      if let strike = face.bitmapStrike, let pixels = strike.advance(of: infos[index].codepoint), advance != 0 {
        advance = Int32((pixels / strike.pixelsPerEm * Double(unitsPerEm * Self.subunits)).rounded())
      }
      let cluster = Int(infos[index].cluster)
      let isFirst = index == 0 || infos[index - 1].cluster != infos[index].cluster
      body(
        infos[index].codepoint, isFirst ? cluster : nil, advance, positions[index].x_offset, positions[index].y_offset)
    }
  }
}
