import CSSValues
import PageFormat

/// Marks at the characters of a text (CSS Text Decoration 4, 3).
extension PagePainter {
  /// Paints the marks of a run, above its text.
  mutating func paintEmphasis(_ run: TextRun, _ mark: String, _ style: ComputedStyle, _ bounds: LayoutRect) {
    guard !mark.isEmpty, run.text.contains(where: Self.hasMark) else { return }
    let color =
      style.other[.textEmphasisColor]?.paintColor(style.text.color)
      ?? style.other[.webkitTextFillColor]?.paintColor(style.text.color) ?? PaintColor(style.text.color)
    guard !color.isTransparent else { return }
    var marked = run
    marked.paint = .color(color)
    marked.stroke = nil
    let isUnder = style.other[.textEmphasisPosition]?.words.contains { $0.keyword == "under" } ?? false
    let marks = EmphasisMarks(run: marked, mark: mark, style: emphasisStyle(run.style, style), isUnder: isUnder)
    add(.emphasis(marks), bounds.inset(by: -style.font.size), run.node)
  }

  /// The number of the style of a text's marks: its font at half its size.
  private mutating func emphasisStyle(_ text: Int, _ style: ComputedStyle) -> Int {
    if let known = emphasisStyles[text] { return known }
    var font = style.font
    font.size /= 2
    var spacing = TextStyle()
    spacing.language = style.text.language
    list.textStyles.append(TextRunStyle(font: font, text: spacing))
    emphasisStyles[text] = list.textStyles.count - 1
    return list.textStyles.count - 1
  }

  /// The character of `text-emphasis-style`.
  static func emphasisMark(_ value: CSSValue) -> String? {
    if let text = value.string { return text.first.map { String($0) } }
    let words = value.words.compactMap(\.keyword)
    let isOpen = words.contains("open")
    switch words.first(where: { $0 != "open" && $0 != "filled" }) {
    case "dot": return isOpen ? "\u{25e6}" : "\u{2022}"
    case "circle": return isOpen ? "\u{25cb}" : "\u{25cf}"
    case "double-circle": return isOpen ? "\u{25ce}" : "\u{25c9}"
    case "triangle": return isOpen ? "\u{25b3}" : "\u{25b2}"
    case "sesame": return isOpen ? "\u{fe46}" : "\u{fe45}"
    default: return nil
    }
  }
}

extension PagePainter {
  /// Whether a character has a mark: not spaces, controls, and most punctuation (CSS Text Decoration 4, 3.4).
  static func hasMark(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned: return false
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation,
      .dashPunctuation, .otherPunctuation:
      return markedPunctuation.contains(scalar)
    default: return true
    }
  }

  /// Punctuation that stands for words.
  private static let markedPunctuation: Set<Unicode.Scalar> = [
    "#", "%", "\u{2030}", "\u{2031}", "\u{66a}", "\u{609}", "\u{60a}", "&", "\u{204a}", "@", "\u{a7}", "\u{b6}",
    "\u{2114}", "\u{fe5f}", "\u{fe60}", "\u{fe6a}", "\u{fe6b}", "\u{ff03}", "\u{ff05}", "\u{ff06}", "\u{ff20}",
  ]
}
