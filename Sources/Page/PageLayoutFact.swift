/// What layout must know of a node that neither its style nor the tree says.
public enum PageLayoutFact: Hashable, Sendable {
  /// The natural size of a replaced element.
  case naturalSize(Page.ReplacedContent)
  /// A text control's size in characters.
  case textControl(Page.TextControl)
  /// What a cell or column spans.
  case tableSpan(Page.TableSpan)
  /// Text inside the node's box that has no node: a marker's, generated content's, a control's.
  case text(String)
  /// An image inside the node's box that has no node: in generated content.
  case image(Page.ReplacedContent)
  /// The text of a drop-down's option: the box is as wide as the widest.
  case option(String)

  /// Whether this is content of the node's box.
  public var isContent: Bool {
    switch self {
    case .text, .image: true
    case .naturalSize, .textControl, .tableSpan, .option: false
    }
  }
}
