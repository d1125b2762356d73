import CSSValues
import HTML
import Layout
import Page
import Semantics

/// The styles of one environment as semantics ask for them.
struct LayoutStyles: SemanticStyles {
  private let styles: ElementStyles
  /// The texts of generated boxes, counters and quotation marks included.
  private let generated: [TreeOrigin: String]

  init(_ layout: ViewportLayout) {
    styles = layout.styles
    var generated: [TreeOrigin: String] = [:]
    for (origin, facts) in layout.facts {
      guard case .pseudo = origin else { continue }
      var text = ""
      for case .text(let part) in facts { text += part }
      generated[origin] = text
    }
    self.generated = generated
  }

  func style(of element: NodeID) -> ComputedStyle? {
    let style = styles.style(of: element)
    return style >= 0 ? styles.styles[Int(style)] : nil
  }

  func look(of element: NodeID) -> (hasNoBox: Bool, isInvisible: Bool)? {
    let style = Int(styles.style(of: element))
    guard style >= 0 else { return nil }
    // OPTIMIZATION: the style is read where it is; a copy would count references to each of its groups.
    return (styles.styles[style].box.display == .none, styles.styles[style].text.visibility != .visible)
  }

  func generated(_ place: GeneratedText.Place, of element: NodeID) -> GeneratedText? {
    let box: GeneratedBox = place == .before ? .before : .after
    guard let number = styles.pseudo(box, of: element) else { return nil }
    let style = styles.styles[Int(number)]
    guard style.box.display != .none, style.text.visibility == .visible,
      case .items(_, let alternative) = style.content.content
    else { return nil }
    var text = generated[.pseudo(element, box)] ?? ""
    if !alternative.isEmpty {
      text = alternative.reduce(into: "") { if case .string(let part) = $1 { $0 += part } }
    }
    guard !text.isEmpty else { return nil }
    let isInline: Bool
    if case .box(.inline, _, _) = style.box.display { isInline = true } else { isInline = false }
    return GeneratedText(text: shown(text, in: style), isBlock: !isInline)
  }

  func shown(_ text: String, of element: NodeID) -> String {
    let style = Int(styles.style(of: element))
    // OPTIMIZATION: the style is read where it is; a copy would count references to each of its groups.
    guard style >= 0, !styles.styles[style].text.textTransform.isEmpty else { return text }
    return shown(text, in: styles.styles[style])
  }

  func shown(_ text: String, in style: ComputedStyle) -> String { ShownText.transformed(text, in: style) }
}
