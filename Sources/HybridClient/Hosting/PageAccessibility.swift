import Page
import PageFormat

/// What an opened page means to assistive technology: one tree of roles, names and states in the order of reading, for view
/// hosts to hand to their platform.
///
/// ```swift
/// let tree = PageAccessibility(page.page, layout: page.layout)
/// for node in tree.nodes where node.role == .heading { print(node.name) }
/// ```
public struct PageAccessibility: Sendable {
  /// One thing that assistive technology presents.
  public struct Node: Sendable, Hashable {
    /// The page's node.
    public let node: Int
    /// The place of the node above in ``PageAccessibility/nodes``; `nil` for the first.
    public let parent: Int?
    /// What it is; `SemanticRole.text` for characters.
    public let role: SemanticRole
    /// The accessible name; of a text its characters, with single spaces.
    public let name: String
    /// The accessible description.
    public let description: String
    /// What it can do and does.
    public let states: SemanticStates
    /// What few nodes say, such as a heading's level.
    public let properties: [PageSemantics.Property]

    /// The value of a property, where the node has it.
    public subscript(property: SemanticProperty) -> String? {
      properties.first { $0.property == property }?.value
    }
  }

  /// The nodes in pre-order: parents before their children.
  public private(set) var nodes: [Node] = []
  /// By node of the page: its place in ``nodes``, or -1.
  private var places: [Int32]

  /// The semantics of a page.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - layout: the layout on screen, whose nodes without boxes are left out; `nil` keeps all that any viewport shows.
  public init(_ page: PageReader, layout: LayoutReader? = nil) {
    places = Array(repeating: -1, count: page.nodeCount)
    let isShown = layout.map { Self.shown(page, $0) }
    var rows: [Int: PageSemantics] = [:]
    for row in 0..<page.semanticCount {
      let semantics = page.semantics(at: row)
      rows[semantics.node] = semantics
    }
    // What is open: where each ends, and its place in `nodes`.
    var open: [(end: Int, place: Int)] = []
    var node = 0
    while node < page.nodeCount {
      while let last = open.last, last.end <= node { open.removeLast() }
      let parent = open.last?.place
      let row = rows[node]
      let end = page.subtreeEnd(node)
      let isOption =
        row?.role == .option && parent.map { nodes[$0].role == .comboBox || nodes[$0].role == .group } == true
      if row?.states.contains(.hidden) == true || isShown.map({ !$0[node] && !isOption }) == true {
        node = end
        continue
      }
      if let row {
        append(
          Node(
            node: node, parent: parent, role: row.role, name: row.name, description: row.description,
            states: row.states, properties: row.properties))
        if row.states.contains(.presentsChildren) {
          node = end
          continue
        }
        if end > node + 1 { open.append((end, nodes.count - 1)) }
      } else if page.kind(node) == .text, let text = page.text(node) {
        let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\u{C}" }
        if !words.isEmpty {
          append(
            Node(
              node: node, parent: parent, role: .text, name: words.joined(separator: " "), description: "", states: [],
              properties: []))
        }
      }
      node += 1
    }
  }

  private mutating func append(_ node: Node) {
    places[node.node] = Int32(nodes.count)
    nodes.append(node)
  }

  /// The semantics of a page's node; `nil` for what is hidden, and for what is a part of something else.
  public subscript(node number: Int) -> Node? {
    guard places.indices.contains(number), places[number] >= 0 else { return nil }
    return nodes[Int(places[number])]
  }

  /// By node: whether a layout has a box or a line of it, or of anything in it.
  private static func shown(_ page: PageReader, _ layout: LayoutReader) -> [Bool] {
    var shown = [Bool](repeating: false, count: page.nodeCount)
    for node in (0..<page.nodeCount).reversed() {
      if !shown[node] { shown[node] = !layout.flags(node).contains(.noBox) || !layout.lines(node, in: page).isEmpty }
      if shown[node], let parent = page.parent(node) { shown[parent] = true }
    }
    return shown
  }
}
