import HTML
import Page

/// One node of a page's semantics: what assistive technology presents as one thing.
public struct SemanticNode: Sendable {
  /// What gave a node its name.
  public enum NameSource: UInt8, Sendable {
    case none, labelledBy, attribute, label, alternative, content, caption, value, title, placeholder, text
  }

  /// The element, or the text, of the document.
  public let source: NodeID
  /// What it is.
  public var role: SemanticRole
  /// The accessible name (accname 1.2), with single spaces; of a text its characters.
  public var name = ""
  /// Where the name came from.
  public var nameSource = NameSource.none
  /// The accessible description.
  public var description = ""
  /// What it can do and does.
  public var states: SemanticStates = []
  /// What few nodes say, in the order of the properties; numbers as decimal text.
  public var properties: [(property: SemanticProperty, value: String)] = []
  /// The number of the node above, -1 for the root.
  public internal(set) var parent: Int
  /// The number after the last node below this one.
  public internal(set) var subtreeEnd = 0

  init(source: NodeID, role: SemanticRole, parent: Int) {
    self.source = source
    self.role = role
    self.parent = parent
  }

  /// The value of a property, where the node has it.
  public subscript(property: SemanticProperty) -> String? {
    properties.first { $0.property == property }?.value
  }
}

/// What a page means in one environment: its semantic nodes in pre-order, which is the order of reading as the document has it.
public struct SemanticTree: Sendable {
  /// The nodes; the first is the document.
  public internal(set) var nodes: [SemanticNode] = []
  /// The elements that hide themselves and all below them from assistive technology although they are shown.
  public internal(set) var hidden: [NodeID] = []
  /// The elements whose role says that they are no more than their contents, by `role=none`.
  public internal(set) var presentational: [NodeID] = []
  /// `role`s that are unknown, with their elements.
  public internal(set) var unknownRoles: [(element: NodeID, role: String)] = []
  /// Attributes that name ids which the document does not have.
  public internal(set) var missingReferences: [(element: NodeID, attribute: String, id: String)] = []
  /// Elements with the id of another one before them.
  public internal(set) var duplicateIDs: [(element: NodeID, id: String)] = []
  /// Elements that take the focus in a part that is hidden from assistive technology.
  public internal(set) var hiddenFocus: [NodeID] = []
  /// Roles that count for nothing where they are: an option outside of a list box.
  public internal(set) var misplacedRoles: [(element: NodeID, role: SemanticRole)] = []
  /// Elements whose `role=none` counts for nothing, since they take the focus or have ARIA attributes.
  public internal(set) var conflictingRoles: [NodeID] = []
  /// Elements that take the focus in a control that presents its contents as its own.
  public internal(set) var nestedControls: [(element: NodeID, control: NodeID)] = []
  /// Whether names were too costly to compute, so that some are missing.
  public internal(set) var isCut = false

  /// The number of a document's node, or `nil` where it is not in the tree.
  public func numbers(nodeCount: Int) -> [Int32] {
    var numbers = [Int32](repeating: -1, count: nodeCount)
    for (number, node) in nodes.enumerated() where node.source.exists && node.source.index < nodeCount {
      numbers[node.source.index] = Int32(number)
    }
    return numbers
  }
}
