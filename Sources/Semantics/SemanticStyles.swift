import CSSValues
import HTML

/// What a page's semantics ask of its styles in one environment.
public protocol SemanticStyles {
  /// An element's computed style, or `nil` where it has none.
  func style(of element: NodeID) -> ComputedStyle?
  /// Whether an element has no box, and whether it has another `visibility` than `visible`; `nil` where it has no style.
  func look(of element: NodeID) -> (hasNoBox: Bool, isInvisible: Bool)?
  /// The box of `::before` or `::after`, where the element has one that is displayed.
  func generated(_ box: GeneratedText.Place, of element: NodeID) -> GeneratedText?
  /// A text in the form in which it is shown: `text-transform` applied.
  func shown(_ text: String, in style: ComputedStyle) -> String
  /// The same in an element's style, or the text itself where the element has none.
  func shown(_ text: String, of element: NodeID) -> String
}

extension SemanticStyles {
  /// What the style says that the element is said to have.
  public func look(of element: NodeID) -> (hasNoBox: Bool, isInvisible: Bool)? {
    style(of: element).map { ($0.box.display == .none, $0.text.visibility != .visible) }
  }

  /// The text in the style that the element is said to have.
  public func shown(_ text: String, of element: NodeID) -> String {
    style(of: element).map { shown(text, in: $0) } ?? text
  }
}

/// The text of generated content.
public struct GeneratedText: Sendable {
  /// Where the content is in its element.
  public enum Place: Sendable { case before, after }
  /// The characters, or the alternative text of `content`.
  public var text: String
  /// Whether the box is a block, so that the text is not part of the word beside it.
  public var isBlock: Bool

  /// A text of generated content.
  public init(text: String, isBlock: Bool) {
    self.text = text
    self.isBlock = isBlock
  }
}
