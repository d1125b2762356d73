import CSSValues
import Manifest
import PageFormat

extension LivePage {
  // MARK: What scripts and apps set

  /// Gives a node another text. What data filled in is gone until data is set again.
  public func setText(_ text: String, of node: Int) {
    guard nodes.indices.contains(node) else { return }
    if page.page.kind(nodes[node].source) == .text {
      change(text: node, to: text)
      return
    }
    let texts = textNodes(of: node)
    if let first = texts.first {
      change(text: first, to: text)
      for other in texts.dropFirst() { change(text: other, to: "") }
    } else if nodes[node].text != text {
      nodes[node].text = text
      changes.append(.content(node: node, text))
    }
  }

  private func change(text node: Int, to text: String) {
    guard nodes[node].text != text else { return }
    nodes[node].text = text
    changes.append(.text(node: node, text))
  }

  /// Sets a property of a node's view; `nil` takes away what was set before.
  public func setProperty(_ name: String, to value: String?, of node: Int) {
    guard nodes.indices.contains(node), nodes[node].properties[name] != value else { return }
    if LookProperty.isLook(name) {
      setLook(name, to: value, of: node)
      return
    }
    nodes[node].properties[name] = value
    if isRowHeight(name, of: node) {
      givesRowHeights = true
      resizeRows(in: node)
    }
    if name == Self.contentProperty(of: component(of: node)), textNodes(of: node).isEmpty {
      setText(value ?? page.page.attribute(nodes[node].source, name) ?? "", of: node)
    }
    if name == "class" { restyle(node, value ?? page.page.attribute(nodes[node].source, "class") ?? "") }
    guard nodes[node].isShown else { return }
    let given = value ?? component(of: node).flatMap { defaults[$0]?[name] }
    tell(.setProperty(node: node, name: name, value: given))
  }

  private func setLook(_ name: String, to value: String?, of node: Int) {
    let before = nodes[node].isShown ? initialProperties(of: node) : []
    nodes[node].properties[name] = value
    redeclare(node, from: before)
  }

  /// Has a node's view do something once.
  public func perform(_ action: String, _ arguments: [JSONValue] = [], on node: Int) {
    guard nodes.indices.contains(node), nodes[node].isShown else { return }
    tell(.perform(node: node, action: action, arguments: arguments))
  }

  /// Gives a table its rows: `[{"sectionData":{…},"rowsData":[{…}]}]`, or a list of rows.
  public func setTable(_ sections: JSONValue, of table: Int) {
    guard nodes.indices.contains(table) else { return }
    tables[table] = sections
    fillTable(table)
    for child in attachedChildren(of: table) { fill(child) }
  }

  /// Writes what a reader entered back to the data that `@bind` names.
  func bindBack(_ node: Int, _ value: JSONValue) {
    for binding in page.page.bindings(nodes[node].source) where binding.target == .value {
      guard let program = binding.program else { continue }
      var path: [String] = []
      for step in page.page.program(program) {
        switch step {
        case .variable(let string), .member(let string): path.append(page.page.string(string) ?? "")
        // Elements of lists belong to loops: the app hears of the change through the event.
        default: return
        }
      }
      guard let first = path.first, nodes[node].scope[first] == nil else { continue }
      data = Self.setting(value, at: path[...], in: data)
    }
  }

  private static func setting(_ value: JSONValue, at path: ArraySlice<String>, in data: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    var members: [String: JSONValue] = [:]
    if case .object(let known) = data { members = known }
    members[name] = setting(value, at: path.dropFirst(), in: members[name] ?? .null)
    return .object(members)
  }

  // MARK: Filling

  /// Fills the bindings of a node and of everything below it.
  func fill(_ root: Int) {
    var stack = [root]
    while let index = stack.popLast() {
      fillBindings(of: index)
      if makesRows(nodes[index].source) { fillTable(index) }
      for item in nodes[index].items where nodes[item].isTemplate { fillRepetition(item) }
      stack += attachedChildren(of: index).reversed()
    }
  }

  private func fillBindings(of index: Int) {
    let source = nodes[index].source
    guard page.page.flags(source).contains(.dependsOnData) else { return }
    var bound: [LocalDeclaration] = []
    for binding in page.page.bindings(source) {
      guard let program = binding.program else { continue }
      switch binding.target {
      case .declaration:
        bound += valueShapes.declarations(binding.name ?? "", ProgramEvaluator.text(value(program, at: index)))
      case .text:
        change(text: index, to: ProgramEvaluator.text(value(program, at: index)))
      case .attribute:
        guard let name = binding.name else { continue }
        setProperty(name.camelCased, to: ProgramEvaluator.text(value(program, at: index)), of: index)
      case .value: setProperty("value", to: ProgramEvaluator.text(value(program, at: index)), of: index)
      case .classes:
        // The classes of the markup stay.
        let own = page.page.attribute(source, "class").map { $0 + " " } ?? ""
        setProperty("class", to: own + classes(value(program, at: index)), of: index)
      case .repetition, .data: continue
      }
    }
    if bound != nodes[index].bound {
      nodes[index].bound = bound
      redeclare(index)
    }
  }

  private func value(_ program: Int, at node: Int) -> JSONValue {
    evaluator.value(program, data: data, scope: nodes[node].scope)
  }

  /// A text, a list of texts, or an object whose members say which classes hold.
  private func classes(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): elements.map(ProgramEvaluator.text).joined(separator: " ")
    case .object(let members):
      members.filter { ![.bool(false), .null, .integer(0), .string("")].contains($0.value) }.keys.sorted().joined(
        separator: " ")
    default: ProgramEvaluator.text(value)
    }
  }

  /// Makes the copies of a `t:for` fit its list.
  private func fillRepetition(_ template: Int) {
    let source = nodes[template].source
    let parent = nodes[template].parent
    guard let binding = page.page.bindings(source).first(where: { $0.target == .repetition }),
      let program = binding.program
    else { return }
    let outer = nodes[parent].scope
    let elements = evaluator.value(program, data: data, scope: outer).elements ?? []
    var wanted: [Wanted] = []
    for (number, element) in elements.enumerated() {
      var scope = outer
      scope.names.append((binding.index ?? "index", .integer(Int64(number))))
      scope.names.append((binding.name ?? "item", element))
      wanted.append(Wanted(template: template, scope: scope, row: nil))
    }
    reconcile(wanted, of: [template], in: parent)
  }

  /// A copy that should be there.
  private struct Wanted {
    var template: Int
    var scope: ProgramEvaluator.Scope
    var row: (section: Int, row: Int)?
  }

  /// Makes the rows and section views of a table fit its data.
  private func fillTable(_ table: Int) {
    let templates = nodes[table].items.filter { item in
      // A row with `t:for` of its own is a loop like any other.
      nodes[item].isTemplate && !page.page.bindings(nodes[item].source).contains { $0.target == .repetition }
    }
    guard !templates.isEmpty else { return }
    var item = "item"
    var index = "index"
    var given = tables[table]
    for binding in page.page.bindings(nodes[table].source) where binding.target == .data {
      item = binding.name ?? item
      index = binding.index ?? index
      if given == nil { given = binding.program.map { value($0, at: table) } }
    }
    guard let given else {
      // A table without data yet shows its rows as they are written.
      reconcile(
        templates.map { Wanted(template: $0, scope: nodes[table].scope, row: (0, 0)) }, of: templates, in: table)
      return
    }
    let elements = given.elements ?? []
    let isSectioned = elements.contains { $0["rowsData"] != nil || $0["sectionData"] != nil }
    let sections: [JSONValue] = isSectioned ? elements : [.object(["rowsData": .array(elements)])]
    let rowTemplate = templates.first { isRowTemplate(nodes[$0].source) == false }
    var sectionTemplate = templates.first { isRowTemplate(nodes[$0].source) == true }
    let shown = property("showSectionView", of: table)?.lowercased()
    if !isSectioned || shown == "false" || shown == "0" || shown == "no" { sectionTemplate = nil }
    var wanted: [Wanted] = []
    for (section, element) in sections.enumerated() {
      func scope(_ value: JSONValue, _ number: Int) -> ProgramEvaluator.Scope {
        var scope = nodes[table].scope
        scope.names.append(("section", .integer(Int64(section))))
        for (name, value) in [(index, JSONValue.integer(Int64(number))), (item, value)] {
          scope.names.append((name, value))
        }
        if item != "item" { scope.names.append(("item", value)) }
        if index != "index" { scope.names.append(("index", .integer(Int64(number)))) }
        return scope
      }
      if let sectionTemplate {
        wanted.append(
          Wanted(template: sectionTemplate, scope: scope(element["sectionData"] ?? .null, section), row: (section, -1)))
      }
      guard let rowTemplate else { continue }
      for (row, data) in (element["rowsData"]?.elements ?? []).enumerated() {
        wanted.append(Wanted(template: rowTemplate, scope: scope(data, row), row: (section, row)))
      }
    }
    reconcile(wanted, of: templates, in: table)
  }

  /// Keeps the copies that fit, takes the others away and makes those that are missing. Copies of one template that stand
  /// at the same place are used again, so that only what differs reaches the host.
  private func reconcile(_ wanted: [Wanted], of templates: [Int], in parent: Int) {
    // All copies of a table's templates hang on the first: they stand in one list.
    guard let holder = templates.first else { return }
    let old = nodes[holder].instances
    var kept = 0
    while kept < min(old.count, wanted.count), nodes[old[kept]].source == nodes[wanted[kept].template].source {
      kept += 1
    }
    for instance in old[kept...] { discard(instance) }
    var instances = Array(old[..<kept])
    for (instance, wanted) in zip(instances, wanted) { set(wanted, on: instance) }
    nodes[holder].instances = instances
    var previous = instances.last ?? sibling(before: holder, in: parent)
    let view = nodes[parent].isShown ? parent : viewAround(parent)
    var position: Int?
    for entry in wanted[kept...] {
      guard let copy = insertCopy(of: entry.template, into: parent, after: previous, scope: entry.scope) else { break }
      nodes[copy].row = entry.row
      resizeRows(in: copy)
      instances.append(copy)
      nodes[holder].instances = instances
      // The copies follow one another: the first one's place is looked for, the others' are counted.
      let place = position ?? viewPosition(of: copy, in: view)
      show(copy, parent: view, at: place)
      position = nodes[copy].isShown && view == parent ? place + 1 : nil
      previous = copy
    }
  }

  private func set(_ wanted: Wanted, on instance: Int) {
    nodes[instance].row = wanted.row
    var stack = [instance]
    while let index = stack.popLast() {
      nodes[index].scope = wanted.scope
      // Inner loops' copies get their own scopes when they are filled.
      stack += nodes[index].items.filter { !nodes[$0].isTemplate }
    }
  }

  /// The last node before a template's place.
  private func sibling(before template: Int, in parent: Int) -> Int? {
    var last: Int?
    for item in nodes[parent].items {
      if item == template { break }
      if nodes[item].isTemplate { last = nodes[item].instances.last ?? last } else { last = item }
    }
    return last
  }
}
