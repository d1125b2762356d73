import HTML
import Page

/// What a node of a styled tree stands for in the document.
enum TreeOrigin: Hashable, Sendable {
  /// An element or a text of the document.
  case node(NodeID)
  /// A generated box of an element.
  case pseudo(NodeID, GeneratedBox)
  /// Content of a form control or a generated box that has no node of its own.
  case anonymous(NodeID)
}

/// The pseudo-elements that make boxes, in the order in which they come among an element's children.
enum GeneratedBox: UInt8, Hashable, Sendable, CaseIterable {
  case marker, before, after

  /// The box of a node of a page; `nil` for one that is none.
  init?(_ kind: PageNodeKind) {
    switch kind {
    case .marker: self = .marker
    case .before: self = .before
    case .after: self = .after
    case .element, .text, .svgElement, .mathMLElement: return nil
    }
  }

  /// The kind of its nodes.
  var kind: PageNodeKind {
    switch self {
    case .marker: .marker
    case .before: .before
    case .after: .after
    }
  }
}
