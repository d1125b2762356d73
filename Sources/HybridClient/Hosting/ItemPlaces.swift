import JSONValues
import Manifest
import PageFormat

/// One of the items that data gives a list, in terms that hold on a page that is made again: whatever is before it by then.
///
/// It has the `id` that data gives its copy, else the data itself, without what fields of the copy write back to it. Where data is other
/// by then, the item is the one with the same texts and integers in all members that distinguished every item of its list, each of which
/// only this item may have. Its number among the others says nothing: texts that a reader entered must not come to another item.
public struct ItemPlace: Hashable, Sendable {
  /// The node of the page file that the item's copy is made of. Pages of another release have another number.
  public var template: Int
  /// What the item is known by.
  let key: ItemMatching.Key
  /// Its data without the members that fields of its copy write to, where no other item has the same.
  let rest: JSONValue?
  /// What its section is known by.
  let section: JSONValue
  /// Which one it is of those in its section that are known by the same.
  let number: Int
  /// Whether no other item is known by the same, in any section.
  let isOnly: Bool
  /// The texts and integers of its data that no other item has, by the names of members in which this holds for every item.
  let texts: [String: String]
}

/// Finds items of a live page's lists by their places, and the other way around. Each list is looked through once: it is for one use,
/// while the page's data stays.
public struct ItemPlaces {
  /// The items of a list, and what distinguishes them.
  private struct List {
    let items: [ItemMatching.Item]
    /// By item, the numbers of those that are known by the same.
    let numbers: [ItemMatching.Item: [Int]]
    /// By template, member and text, the item that has it; `nil` where several have.
    let owners: [Int: [String: [String: Int?]]]
    /// By template, the members whose texts distinguish all its items.
    let distinct: [Int: Set<String>]

    /// By item, what its section is known by.
    let sections: [JSONValue]
    /// By template, the members of its items that what is entered in their copies is written to.
    let written: [Int: Set<String>]
    /// By template and data without such members, the items.
    let rests: [ItemMatching.Item: [Int]]

    init(_ items: [ItemMatching.Item], sections: [JSONValue], written: [Int: Set<String>]) {
      self.items = items
      self.sections = sections
      self.written = written
      numbers = Dictionary(grouping: items.indices) { items[$0] }
      var rests: [ItemMatching.Item: [Int]] = [:]
      for (number, item) in items.enumerated() {
        guard let rest = Self.rest(item, written) else { continue }
        rests[ItemMatching.Item(template: item.template, key: .data(rest)), default: []].append(number)
      }
      self.rests = rests
      let templates = Dictionary(grouping: items.indices) { items[$0].template }
      let owners = templates.mapValues { numbers in Self.owners(items, numbers, written) }
      self.owners = owners
      distinct = Dictionary(
        uniqueKeysWithValues: templates.map { template, numbers in
          // As many texts as items: each has one of its own.
          (template, Set((owners[template] ?? [:]).filter { $0.value.count == numbers.count }.keys))
        })
    }

    /// An item's data without what is entered; `nil` where nothing is, or where an `id` says which one it is.
    private static func rest(_ item: ItemMatching.Item, _ written: [Int: Set<String>]) -> JSONValue? {
      guard let names = written[item.template], !names.isEmpty, case .data(.object(let members)) = item.key else {
        return nil
      }
      return .object(members.filter { !names.contains($0.key) })
    }

    /// What an item's data says in texts, apart from what is entered.
    private static func texts(_ item: ItemMatching.Item, _ written: [Int: Set<String>]) -> [String: String] {
      guard case .data(.object(let members)) = item.key else { return [:] }
      let names = written[item.template] ?? []
      return members.filter { !names.contains($0.key) }.compactMapValues { value in
        if case .integer(let number) = value { return "\(number)" }
        return value.text.flatMap { $0.isEmpty ? nil : $0 }
      }
    }

    private static func owners(
      _ items: [ItemMatching.Item], _ numbers: [Int], _ written: [Int: Set<String>]
    ) -> [String: [String: Int?]] {
      var owners: [String: [String: Int?]] = [:]
      for number in numbers {
        for (member, text) in texts(items[number], written) {
          let isShared = owners[member]?[text] != nil
          owners[member, default: [:]].updateValue(isShared ? nil : number, forKey: text)
        }
      }
      return owners
    }

    func place(of number: Int) -> ItemPlace {
      let item = items[number]
      let distinct = distinct[item.template] ?? []
      let same = numbers[item] ?? []
      let texts = Self.texts(item, written)
      // What says nothing in words may be any item's.
      let rest = Self.rest(item, written).flatMap { rest in
        rests[ItemMatching.Item(template: item.template, key: .data(rest))]?.count == 1 && !texts.isEmpty ? rest : nil
      }
      return ItemPlace(
        // What is entered does not stay in it: it may be a password.
        template: item.template, key: rest.map { .data($0) } ?? item.key, rest: rest, section: sections[number],
        number: same.filter { sections[$0] == sections[number] }.firstIndex(of: number) ?? 0, isOnly: same.count == 1,
        texts: texts.filter { distinct.contains($0.key) })
    }

    func number(of place: ItemPlace) -> Int? {
      if let rest = place.rest, !(written[place.template] ?? []).isEmpty {
        if let same = rests[ItemMatching.Item(template: place.template, key: .data(rest))] {
          return same.count == 1 ? same[0] : nil
        }
      } else if let same = numbers[ItemMatching.Item(template: place.template, key: place.key)] {
        if place.isOnly, same.count == 1 { return same[0] }
        let own = same.filter { sections[$0] == place.section }
        return own.indices.contains(place.number) ? own[place.number] : nil
      }
      guard case .data = place.key else { return nil }
      let owners = owners[place.template] ?? [:]
      var found: Int?
      for (member, text) in place.texts {
        // One that is doubtful leaves all in doubt: what is left may be no more than a rank.
        guard case .some(.some(let owner)) = owners[member]?[text], found == nil || found == owner else { return nil }
        found = owner
      }
      return found
    }
  }

  private let live: LivePage
  /// By the node that holds the copies of a list.
  private var lists: [Int: List] = [:]

  /// The items of a page as it is now.
  public init(_ live: LivePage) { self.live = live }

  /// The items that a node's copies are of, the outermost first; `nil` for a node that is not in the page.
  public mutating func items(around node: Int) -> [ItemPlace]? {
    var items: [ItemPlace] = []
    var next = node
    while next > 0 {
      guard let parent = live.parent(of: next) else { return nil }
      if live.isCopy(next) {
        guard let holder = live.holder(of: live.sourceNode(next), in: parent), let list = list(holder, in: parent),
          let number = live.itemNumber(of: next, holder, in: parent)
        else { return nil }
        items.append(list.place(of: number))
      }
      next = parent
    }
    return items.reversed()
  }

  /// The node that stands for one of the page file, in the copies of some items. A row on demand that is not in the tree is put into
  /// it, and stays there.
  ///
  /// - Parameters:
  ///   - source: the node of the page file.
  ///   - items: the items, the outermost first.
  public mutating func node(_ source: Int, in items: [ItemPlace]) -> Int? {
    var root = 0
    for item in items {
      guard let template = live.template(of: item.template, in: root),
        case let parent = live.parentNode(template), let holder = live.holder(of: item.template, in: parent),
        let number = list(holder, in: parent)?.number(of: item),
        let copy = live.copy(ofItem: number, holder, in: parent)
      else { return nil }
      root = copy
    }
    return live.node(of: source, in: root)
  }

  private mutating func list(_ holder: Int, in parent: Int) -> List? {
    if let known = lists[holder] { return known }
    let items = live.items(ofList: holder, in: parent)
    let list = List(
      items, sections: live.sections(ofList: holder, in: parent, items.count),
      written: live.writtenMembers(ofList: holder, in: parent, Set(items.map(\.template))))
    lists[holder] = list
    return list
  }
}

extension LivePage {
  /// Whether a node is what data copied a template to.
  func isCopy(_ node: Int) -> Bool { nodes[node].copySize > 0 }

  /// The template that holds the copies of a node of the page file: its own, or the first of its table.
  func holder(of source: Int, in parent: Int) -> Int? {
    guard let own = nodes[parent].templates.first(where: { sourceNode($0) == source }) else { return nil }
    let rows = makesRows(sourceNode(parent)) ? rowTemplates(of: parent) : []
    return rows.contains(own) ? rows.first : own
  }

  /// The items of the list whose copies a template holds.
  func items(ofList holder: Int, in parent: Int) -> [ItemMatching.Item] {
    if let window = rowWindows[parent], window.rows.holder == holder { return items(of: window.rows) }
    let name = itemName(ofList: holder, in: parent)
    return nodes[holder].instances.map { item(of: sourceNode($0), nodes[$0].scope, name) }
  }

  /// The variable that an item of a list is to its copy.
  private func itemName(ofList holder: Int, in parent: Int) -> String {
    let loop = page.page.bindings(sourceNode(holder)).first { $0.target == .repetition }
    let table = page.page.bindings(sourceNode(parent)).first { $0.target == .data }
    return loop.map { $0.name ?? "item" } ?? table?.name ?? "item"
  }

  /// By item of a list, what its section is known by.
  func sections(ofList holder: Int, in parent: Int, _ count: Int) -> [JSONValue] {
    var sections = [JSONValue](repeating: .null, count: count)
    let window = rowWindows[parent].flatMap { $0.rows.holder == holder ? $0.rows : nil }
    guard let rows = window ?? tableRows(of: parent), rows.holder == holder, rows.isSectioned else { return sections }
    for (number, entry) in rows.entries.prefix(count).enumerated() { sections[number] = rows.section(of: entry) }
    return sections
  }

  /// By template, the members of a list's items that fields in its copies write what is entered back to.
  func writtenMembers(ofList holder: Int, in parent: Int, _ templates: Set<Int>) -> [Int: Set<String>] {
    let names = Set([itemName(ofList: holder, in: parent), "item"])
    return Dictionary(uniqueKeysWithValues: templates.map { ($0, writtenMembers(of: $0, names)) })
  }

  /// - Parameter names: the variables that the item is to nodes of the template.
  private func writtenMembers(of template: Int, _ names: Set<String>) -> Set<String> {
    let reader = page.page
    guard template >= 0, template < reader.nodeCount else { return [] }
    let item = DataPlace(table: template, steps: [])
    var scope = ProgramEvaluator.Scope(names: names.map { ($0, .null) }, places: names.map { ($0, item) })
    /// Where loops in the template end, and the scopes around them.
    var around: [(end: Int, scope: ProgramEvaluator.Scope)] = []
    var members: Set<String> = []
    for node in template..<reader.subtreeEnd(template) {
      while let last = around.last, node >= last.end {
        scope = last.scope
        around.removeLast()
      }
      let bindings = reader.bindings(node)
      // The variables of a loop hold for what else is bound at its node.
      for loop in bindings where node > template && (loop.target == .repetition || loop.target == .data) {
        guard let program = loop.program else { continue }
        let place = evaluator.place(of: program, data: .null, scope: scope)
        around.append((reader.subtreeEnd(node), scope))
        let inner = loop.name ?? "item"
        scope.names.append((inner, .null))
        scope.places.removeAll { $0.name == inner }
        // What is in a list of the item's is in the same member.
        if let place { scope.places.append((inner, place)) }
      }
      for binding in bindings where binding.target == .value {
        guard let program = binding.program else { continue }
        let place = evaluator.place(of: program, data: .null, scope: scope)
        if place?.table == template, case .member(let name)? = place?.steps.first { members.insert(name) }
      }
    }
    return members
  }

  /// Which item of its list a copy is of.
  func itemNumber(of copy: Int, _ holder: Int, in parent: Int) -> Int? {
    guard let place = nodes[holder].instances.firstIndex(of: copy) else { return nil }
    guard let window = rowWindows[parent], window.rows.holder == holder else { return place }
    return window.shown[place]
  }

  /// The copy of an item. A row on demand is put into the tree, and stays there.
  func copy(ofItem number: Int, _ holder: Int, in parent: Int) -> Int? {
    if let window = rowWindows[parent], window.rows.holder == holder { return keptRow(number, of: parent) }
    return nodes[holder].instances.indices.contains(number) ? nodes[holder].instances[number] : nil
  }

  /// The template of a node of the page file in a part of the tree, outside of the copies in it.
  func template(of source: Int, in root: Int) -> Int? {
    search(root) { node in nodes[node].templates.first { sourceNode($0) == source } }
  }

  /// The node that stands for one of the page file in a part of the tree, outside of the copies in it.
  func node(of source: Int, in root: Int) -> Int? { search(root) { sourceNode($0) == source ? $0 : nil } }

  private func search(_ root: Int, _ found: (Int) -> Int?) -> Int? {
    var stack = [root]
    while let node = stack.popLast() {
      if let result = found(node) { return result }
      stack += attachedChildren(of: node).filter { !isCopy($0) }.reversed()
    }
    return nil
  }
}
