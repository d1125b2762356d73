import HybridClient
import PageFormat

/// Where a node of a page is, in terms that also hold in another release's page, whose nodes have other numbers.
public struct NodePlace: Hashable, Sendable {
  /// What a node of a page file is known by: its `id`, else what its value is bound to, else its attributes.
  struct Name: Hashable, Sendable {
    var component: String
    var texts: [String]
    /// Which one it is of those that are known by the same, in the order of the page.
    var number = 0
    /// How many these are: with another count nobody knows which one is meant.
    var count = 1
  }

  /// A row of a list that makes its rows on demand.
  struct Row: Hashable, Sendable {
    var table: Name
    var tableCopy: Int
    var section: Int
    var row: Int
  }

  var name: Name
  /// Which of the copies that data makes of the node; 0 in a row on demand.
  var copy = 0
  var row: Row?
}

/// The nodes of a page file and what they are known by.
struct NodeNames {
  private var names: [Int: NodePlace.Name] = [:]
  private var nodes: [NodePlace.Name: Int] = [:]

  /// What a reader or a style changes says nothing of what a node is.
  private static let leftOut: Set = [
    "class", "style", "hidden", "text", "value", "on", "checked", "selected", "selectedIndex", "readonly", "disabled",
  ]

  init(_ page: PageReader) {
    var alike: [NodePlace.Name: [Int]] = [:]
    for node in 0..<page.nodeCount where page.kind(node) == .element {
      alike[Self.name(of: node, page), default: []].append(node)
    }
    for (name, same) in alike {
      for (number, node) in same.enumerated() {
        var own = name
        own.number = number
        own.count = same.count
        names[node] = own
        nodes[own] = node
      }
    }
  }

  /// What a node of the page file is known by.
  func name(of node: Int) -> NodePlace.Name? { names[node] }
  /// The node of the page file that is known by a name.
  func node(_ name: NodePlace.Name) -> Int? { nodes[name] }

  private static func name(of node: Int, _ page: PageReader) -> NodePlace.Name {
    let attributes = page.attributes(node)
    let texts: [String]
    if let id = attributes.first(where: { $0.name == "id" && !$0.value.isEmpty })?.value {
      texts = ["id", id]
    } else if let bound = page.bindings(node).first(where: { $0.target == .value })?.expression {
      texts = ["bind", bound]
    } else {
      texts = ["attributes"] + attributes.filter { !leftOut.contains($0.name) }.flatMap { [$0.name, $0.value] }
    }
    return NodePlace.Name(component: page.component(node) ?? page.tag(node) ?? "", texts: texts)
  }
}

/// The places of nodes of a live page.
struct NodePlaces<Adapter: HostAdapter> {
  private let live: LivePage
  private let names: NodeNames
  /// The nodes that stand for a node of the page file, in the order of the page.
  private var copies: [Int: [Int]] = [:]

  init(_ page: HostPage<Adapter>) {
    live = page.live
    names = NodeNames(page.live.page.page)
    var stack = Array(page.tree.roots.reversed())
    while let view = stack.popLast() {
      if let source = live.source(of: view.node) { copies[source, default: []].append(view.node) }
      stack += view.children.reversed()
    }
  }

  /// Where a node is; `nil` for what no page file names.
  func place(of node: Int) -> NodePlace? {
    guard let source = live.source(of: node), let name = names.name(of: source) else { return nil }
    guard let row = live.rowPlace(of: node) else {
      return NodePlace(name: name, copy: copies[source]?.firstIndex(of: node) ?? 0)
    }
    guard let tableSource = live.source(of: row.table), let table = names.name(of: tableSource) else { return nil }
    let tableCopy = copies[tableSource]?.firstIndex(of: row.table) ?? 0
    return NodePlace(
      name: name, row: NodePlace.Row(table: table, tableCopy: tableCopy, section: row.section, row: row.row))
  }

  /// The node at a place. A row that is not in the tree is put into it.
  func node(at place: NodePlace) -> Int? {
    guard let source = names.node(place.name) else { return nil }
    guard let row = place.row else { return copy(place.copy, of: source) }
    guard let table = names.node(row.table).flatMap({ copy(row.tableCopy, of: $0) }) else { return nil }
    return live.node(at: LivePage.RowPlace(table: table, section: row.section, row: row.row, source: source))
  }

  private func copy(_ number: Int, of source: Int) -> Int? {
    guard let copies = copies[source], copies.indices.contains(number) else { return nil }
    return copies[number]
  }
}
