import CSSValues
import JSONValues
import Manifest
import PageFormat

extension LivePage {
  // MARK: What scripts and apps set

  /// Gives a node another text. What data filled in is gone until data is set again.
  public func setText(_ text: String, of node: Int) {
    guard nodes.indices.contains(node) else { return }
    keepRow(of: node)
    giveText(text, to: node)
  }

  private func giveText(_ text: String, to node: Int) {
    if tree.nodes[node].kind == .text {
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

  /// Sets a property of a node's view; `nil` takes away what was set before. What `@bind` binds reaches the data.
  public func setProperty(_ name: String, to value: String?, of node: Int) {
    guard nodes.indices.contains(node) else { return }
    keepRow(of: node)
    assign(name, value, to: node)
    guard let value else { return }
    switch (Self.reportedName(name, of: component(of: node)), Self.valueProperty(of: component(of: node))) {
    case ("on", "on"): bindBack(node, .bool(["true", "1", "yes"].contains(value.lowercased())))
    case ("selectedIndex", "selectedIndex"): bindBack(node, Int64(value).map { .integer($0) } ?? .string(value))
    case (let reported, let bound): if reported == bound { bindBack(node, .string(value)) }
    }
  }

  private func assign(_ given: String, _ value: String?, to node: Int) {
    let name = Self.reportedName(given, of: component(of: node))
    guard nodes[node].properties[name] != value else { return }
    if LookProperty.isLook(name) {
      setLook(name, to: value, of: node)
      return
    }
    nodes[node].properties[name] = value
    if isRowHeight(name, of: node) {
      givesRowHeights = true
      forgetRowHeights(of: node)
      resizeRows(in: node)
    }
    if name == "sectionMargin" { spaceSections(of: node) }
    if name == Self.contentProperty(of: component(of: node)), textNodes(of: node).isEmpty {
      giveText(value ?? page.page.attribute(sourceNode(node), name) ?? "", to: node)
    }
    if name == "class" { restyle(node, value ?? page.page.attribute(sourceNode(node), "class") ?? "") }
    // What has no box stays hidden, whatever is said of it.
    guard nodes[node].isShown, name != "hidden" || !nodes[node].sent.isGone else { return }
    let shown = value ?? component(of: node).flatMap { defaults[$0]?[name] }
    emit(.setProperty(node: node, name: name, value: shown))
  }

  private func setLook(_ name: String, to value: String?, of node: Int) {
    let before = nodes[node].isShown ? initialProperties(of: node) : []
    nodes[node].properties[name] = value
    redeclare(node, from: before)
  }

  /// Has a node's view do something once.
  public func perform(_ action: String, _ arguments: [JSONValue] = [], on node: Int) {
    guard nodes.indices.contains(node), nodes[node].isShown else { return }
    if action == "scrollToTop" { scrollRows(of: node, to: 0) }
    emit(.perform(node: node, action: action, arguments: arguments))
  }

  /// Gives a table its rows: `[{"sectionData":{…},"rowsData":[{…}]}]`, or a list of rows.
  public func setTable(_ sections: JSONValue, of table: Int) {
    guard nodes.indices.contains(table) else { return }
    tables[table] = sections
    fillTable(table)
    for child in attachedChildren(of: table) { fill(child) }
    spaceSections(of: table)
  }

  /// Writes what a reader or a script entered back to the data that `@bind` names, and fills what shows it. What no
  /// binding says otherwise stays: texts that scripts set are not filled again.
  func bindBack(_ node: Int, _ value: JSONValue) {
    let scope = nodes[node].scope
    for binding in page.page.bindings(sourceNode(node)) where binding.target == .value {
      guard let program = binding.program, let place = evaluator.place(of: program, data: data, scope: scope),
        evaluator.value(program, data: data, scope: scope) != value
      else { continue }
      let known = isStarted ? boundValues() : [:]
      if let table = place.table {
        tables[table] = DataPlace.setting(value, at: place.steps[...], in: tables[table] ?? .null)
      } else {
        data = DataPlace.setting(value, at: place.steps[...], in: data)
      }
      written = place
      if isStarted { fill(0, unless: known) }
      written = nil
    }
  }

  /// The page's data, with an empty text for each value that what is entered into these nodes is written back to.
  public func data(emptiedAt nodes: some Sequence<Int>) -> JSONValue {
    var emptied = data
    for node in nodes where self.nodes.indices.contains(node) {
      for binding in page.page.bindings(sourceNode(node)) where binding.target == .value {
        guard let program = binding.program,
          let place = evaluator.place(of: program, data: data, scope: self.nodes[node].scope), place.table == nil
        else { continue }
        emptied = DataPlace.setting(.string(""), at: place.steps[...], in: emptied)
      }
    }
    return emptied
  }

  /// What the bindings of a node said.
  struct BoundValues {
    /// The node's generation: its number may stand for another node later.
    var generation: Int
    var values: [JSONValue]
  }

  /// What the bindings in the tree say now, by node.
  private func boundValues() -> [Int: BoundValues] {
    var known: [Int: BoundValues] = [:]
    var stack = [0]
    while let index = stack.popLast() {
      if page.page.flags(sourceNode(index)).contains(.dependsOnData) {
        let values = page.page.bindings(sourceNode(index)).map { binding in
          binding.program.map { value($0, at: index) } ?? .null
        }
        known[index] = BoundValues(generation: nodes[index].generation, values: values)
      }
      stack += attachedChildren(of: index)
    }
    return known
  }

  // MARK: Filling

  /// Fills the bindings of a node and of everything below it.
  ///
  /// - Parameter known: what bindings said before, by node: those that say the same are passed over.
  func fill(_ root: Int, unless known: [Int: BoundValues] = [:]) {
    var stack = [root]
    var tables: [Int] = []
    while let index = stack.popLast() {
      let before = known[index].flatMap { $0.generation == nodes[index].generation ? $0.values : nil }
      fillBindings(of: index, unless: before)
      if makesRows(sourceNode(index)) {
        fillTable(index)
        tables.append(index)
      }
      for template in nodes[index].templates { fillRepetition(template) }
      stack += attachedChildren(of: index).reversed()
    }
    for table in tables { spaceSections(of: table) }
  }

  private func fillBindings(of index: Int, unless known: [JSONValue]?) {
    let source = sourceNode(index)
    guard page.page.flags(source).contains(.dependsOnData) else { return }
    var bound: [LocalDeclaration] = []
    for (number, binding) in page.page.bindings(source).enumerated() {
      guard let program = binding.program else { continue }
      let value = value(program, at: index)
      if binding.target == .declaration {
        bound += valueShapes.declarations(binding.name ?? "", ProgramEvaluator.text(value))
        continue
      }
      if let known, known.indices.contains(number), known[number] == value { continue }
      switch binding.target {
      case .text: change(text: index, to: ProgramEvaluator.text(value))
      case .attribute:
        guard let name = binding.name else { continue }
        assign(name.camelCased, ProgramEvaluator.text(value), to: index)
      case .value: assign(Self.valueProperty(of: component(of: index)), ProgramEvaluator.text(value), to: index)
      case .classes:
        // The classes of the markup stay.
        let own = page.page.attribute(source, "class").map { $0 + " " } ?? ""
        assign("class", own + classes(value), to: index)
      case .repetition, .data, .declaration: continue
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
  func fillRepetition(_ template: Int) {
    let source = sourceNode(template)
    let parent = parentNode(template)
    guard let binding = page.page.bindings(source).first(where: { $0.target == .repetition }),
      let program = binding.program
    else { return }
    let outer = nodes[parent].scope
    let elements = evaluator.value(program, data: data, scope: outer).elements ?? []
    let rows = TableRows(
      loop: template, in: parent, item: binding.name ?? "item", index: binding.index ?? "index", elements: elements,
      place: evaluator.place(of: program, data: data, scope: outer))
    if fillRowsOnDemand(rows) { return }
    let wanted = rows.entries.map { entry in
      Wanted(template: template, scope: rows.scope(of: entry, around: outer), row: nil)
    }
    reconcile(wanted, of: [template], in: parent, rows)
  }

  /// What a table copies for its data.
  func rowTemplates(of table: Int) -> [Int] {
    nodes[table].templates.filter { template in
      // A row with `t:for` of its own is a loop like any other.
      !page.page.bindings(sourceNode(template)).contains { $0.target == .repetition }
    }
  }

  /// The rows and section views that a table's data asks for; `nil` where it has none yet.
  func tableRows(of table: Int) -> TableRows? {
    let templates = rowTemplates(of: table)
    guard let holder = templates.first else { return nil }
    var item = "item"
    var index = "index"
    var given = tables[table]
    var place = given.map { _ in DataPlace(table: table, steps: []) }
    for binding in page.page.bindings(sourceNode(table)) where binding.target == .data {
      item = binding.name ?? item
      index = binding.index ?? index
      if given == nil, let program = binding.program {
        given = value(program, at: table)
        place = evaluator.place(of: program, data: data, scope: nodes[table].scope)
      }
    }
    guard let given else { return nil }
    let rowTemplate = templates.first { isRowTemplate(sourceNode($0)) == false }
    let shown = property(ofTable: table, "showSectionView")?.lowercased()
    let showsSections = shown != "false" && shown != "0" && shown != "no"
    let sectionTemplate = showsSections ? templates.first { isRowTemplate(sourceNode($0)) == true } : nil
    return TableRows(
      table: table, holder: holder, item: item, index: index, given: given, place: place, rowTemplate: rowTemplate,
      sectionTemplate: sectionTemplate)
  }

  /// Makes the rows and section views of a table fit its data.
  func fillTable(_ table: Int) {
    let templates = rowTemplates(of: table)
    guard !templates.isEmpty else { return }
    guard let rows = tableRows(of: table) else {
      // A table without data yet shows the rows that want none as they are written.
      let written = templates.filter { !dependsOnRow(sourceNode($0)) }
      reconcile(
        written.map { Wanted(template: $0, scope: nodes[table].scope, row: (0, 0)) }, of: templates, in: table)
      return
    }
    if fillRowsOnDemand(rows) { return }
    let scope = nodes[table].scope
    let wanted = rows.entries.compactMap { entry in
      rows.template(of: entry).map { template in
        Wanted(
          template: template, scope: rows.scope(of: entry, around: scope), row: (Int(entry.section), Int(entry.row)))
      }
    }
    reconcile(wanted, of: templates, in: table, rows)
  }

  /// Whether anything in a row's template is filled from the row's own data, or hands it to a handler.
  private func dependsOnRow(_ template: Int) -> Bool {
    let names: Set<String> = ["item", "index", "section"]
    for source in template..<page.page.subtreeEnd(template) {
      let programs =
        page.page.bindings(source).compactMap { $0.program } + page.page.handlers(source).compactMap { $0.program }
      for program in programs {
        for case .variable(let string) in page.page.program(program)
        where names.contains(page.page.string(string) ?? "") {
          return true
        }
      }
    }
    return false
  }

  /// Gives a copy's nodes the variables of another element.
  func setScope(_ scope: ProgramEvaluator.Scope, row: (section: Int, row: Int)?, on instance: Int) {
    nodes[instance].row = row
    var stack = [instance]
    while let index = stack.popLast() {
      nodes[index].scope = scope
      // Inner loops' copies get their own scopes when they are filled.
      stack += attachedChildren(of: index).filter { nodes[$0].copySize == 0 }
    }
  }

  /// The last node before a template's place.
  func sibling(before template: Int, in parent: Int) -> Int? {
    // The templates before it were taken out before it was: its last sibling then is not one of them.
    let sibling = tree.nodes[template].previousSibling
    let before = nodes[parent].templates.prefix { $0 != template }
    let copies = before.filter { tree.nodes[$0].previousSibling == sibling }.compactMap { nodes[$0].instances.last }
    return copies.last ?? (sibling >= 0 ? Int(sibling) : nil)
  }
}
