import HybridClient
import PageFormat

/// Where a node of a page is, in terms that also hold in another release's page, whose nodes have other numbers.
public struct NodePlace: Hashable, Sendable {
  /// What a node of a page file is known by: its `id` as it is written, else what its value is bound to, else its attributes.
  struct Name: Hashable, Sendable {
    var component: String
    var texts: [String]
    /// Which one it is of those that are known by the same, in the order of the page.
    var number = 0
    /// How many these are: with another count nobody knows which one is meant.
    var count = 1
  }

  /// An item of a list that a node is in a copy for.
  struct Item: Hashable, Sendable {
    /// What the copy is made of.
    var template: Name
    var item: ItemPlace
  }

  var name: Name
  /// The items of the lists around it, the outermost first.
  var items: [Item] = []
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
    } else if let bound = page.bindings(node).first(where: { $0.target == .attribute && $0.name == "id" })?.expression {
      texts = ["bound id", bound]
    } else if let bound = page.bindings(node).first(where: { $0.target == .value })?.expression {
      texts = ["bind", bound]
    } else if let list = page.bindings(node).first(where: { $0.target == .repetition })?.expression {
      texts = ["for", list]
    } else if let parent = page.parent(node), ["tableRow", "tableSection"].contains(page.component(node)) {
      // What else is said of a row is how it looks.
      texts = ["row"] + name(of: parent, page).texts
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
  private var items: ItemPlaces

  init(_ page: HostPage<Adapter>) {
    live = page.live
    names = NodeNames(page.live.page.page)
    items = ItemPlaces(page.live)
  }

  /// Where a node is; `nil` for what no page file names.
  mutating func place(of node: Int) -> NodePlace? {
    guard let source = live.source(of: node), let name = names.name(of: source), let around = items.items(around: node)
    else { return nil }
    var place = NodePlace(name: name)
    for item in around {
      guard let template = names.name(of: item.template) else { return nil }
      place.items.append(NodePlace.Item(template: template, item: item))
    }
    return place
  }

  /// The node at a place. A row that is not in the tree is put into it.
  mutating func node(at place: NodePlace) -> Int? {
    guard let source = names.node(place.name) else { return nil }
    var around: [ItemPlace] = []
    for var item in place.items {
      // Another release has other numbers.
      guard let template = names.node(item.template) else { return nil }
      item.item.template = template
      around.append(item.item)
    }
    return items.node(source, in: around)
  }
}
