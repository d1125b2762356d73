import CSSValues
import PageFormat

/// What a style says of all its texts: read once a style, not once a line.
struct TextLook {
  /// A shadow of a text (CSS Text Decoration 3, 4).
  struct Shadow {
    /// Offsets in px.
    var dx, dy: Double
    /// Twice the Gaussian's deviation, in px.
    var blur: Double
    var color: PaintColor
  }

  let fill: Paint
  let stroke: TextStroke?
  /// The first one is on top.
  let shadows: [Shadow]
  /// The mark at each character (`text-emphasis-style`).
  let emphasisMark: String?
  /// px.
  let fontSize: Double

  init(_ style: ComputedStyle) {
    fontSize = style.font.size
    fill = .color(style.other[.webkitTextFillColor]?.paintColor(style.text.color) ?? PaintColor(style.text.color))
    if let width = style.other[.webkitTextStrokeWidth]?.length(of: 0), width > 0 {
      let color = style.other[.webkitTextStrokeColor]?.paintColor(style.text.color) ?? PaintColor(style.text.color)
      var stroke = TextStroke(width: width, color: color)
      stroke.isBelow = style.other[.paintOrder]?.words.first?.keyword?.hasPrefix("stroke") ?? false
      self.stroke = stroke
    } else {
      stroke = nil
    }
    shadows = Self.shadows(style)
    emphasisMark = style.painted(.textEmphasisStyle).flatMap(PagePainter.emphasisMark)
  }

  private static func shadows(_ style: ComputedStyle) -> [Shadow] {
    guard let value = style.painted(.textShadow) else { return [] }
    return value.layers.prefix(PaintLimits.textShadows).compactMap { layer in
      let lengths = layer.words.compactMap { word -> Double? in
        if case .color = word { return nil }
        return word.length(of: 0)
      }
      let color = layer.words.compactMap { $0.paintColor(style.text.color) }.first ?? PaintColor(style.text.color)
      guard lengths.count >= 2, !color.isTransparent else { return nil }
      return Shadow(dx: lengths[0], dy: lengths[1], blur: lengths.count > 2 ? lengths[2] : 0, color: color)
    }
  }
}

extension TextRun {
  /// Whether the text is only white space.
  var isBlank: Bool {
    for byte in text.utf8 {
      // OPTIMIZATION: most texts begin with a letter of ASCII, which needs no table.
      guard byte < 0x80 else { return text.allSatisfy(\.isWhitespace) }
      guard byte == 0x20 || (0x09...0x0d).contains(byte) else { return false }
    }
    return true
  }
}
