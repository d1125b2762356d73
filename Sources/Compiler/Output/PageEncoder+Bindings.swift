import CSSValues
import HTML
import PageFormat

extension PageEncoder {
  /// Appends the node's bindings as programs.
  mutating func appendBindings(of node: NodeID, to record: inout PageNode) {
    guard let list = bindings.bindings[node] else { return }
    let start = page.bindings.count
    for binding in list {
      page.bindings.append(
        PageBinding(
          target: binding.target, name: page.strings.intern(binding.name), index: page.strings.intern(binding.index),
          expression: page.strings.intern(binding.text), program: program(binding.expression)))
    }
    record.bindings = start..<page.bindings.count
    record.flags.insert(.dependsOnData)
  }

  /// Writes what the app's own components of the page have where the page says nothing, and which of them make rows.
  mutating func encodeDefaults(_ registry: ComponentRegistry) {
    var used: Set<String> = []
    for node in page.nodes where node.component.exists { used.insert(page.strings[node.component]) }
    for name in used.sorted() {
      if registry.isOwn(name), registry.components[name]?.hasRows == true {
        page.facts.append(
          PageFact(kind: .componentRows, name: page.strings.intern(name), value: page.strings.intern("")))
      }
      for (property, value) in registry.ownDefaults[name] ?? [] {
        page.facts.append(
          PageFact(
            kind: .componentDefault, name: page.strings.intern("\(name).\(property)"), value: page.strings.intern(value)
          ))
      }
    }
  }

  /// Appends the element's handlers.
  mutating func appendHandlers(of node: NodeID, to record: inout PageNode) {
    guard let list = bindings.handlers[node] else { return }
    let start = page.handlers.count
    for handler in list {
      let arguments = handler.call.arguments.map { argument in
        argument.variables.isEmpty ? argument.text : "\"{{\(argument.text)}}\""
      }
      page.handlers.append(
        PageHandler(
          event: page.strings.intern(handler.event), function: page.strings.intern(handler.call.function),
          arguments: page.strings.intern("[" + arguments.joined(separator: ",") + "]"),
          program: handler.call.arguments.isEmpty ? nil : program(.list(handler.call.arguments))))
    }
    record.handlers = start..<page.handlers.count
  }

  private mutating func program(_ expression: BindingExpression) -> Int {
    var steps: [ProgramStep] = []
    expression.lower(into: &steps) { page.strings.intern($0) }
    return page.internProgram(steps)
  }

  // MARK: What depends on data and scripts

  /// Marks the nodes whose size follows from data or from what scripts do: the node itself where its style leaves a size
  /// open, then whatever is as large as its contents, up to the first box of a given size or the first that scrolls.
  mutating func markDependencies() {
    for index in page.nodes.indices {
      let node = page.nodes[index]
      if !node.bindings.isEmpty {
        for binding in page.bindings[node.bindings] { markSize(of: index, binding, .sizeDependsOnData) }
      }
      if node.flags.contains(.dependsOnScript), isSizedByContents(index) {
        propagate(from: index, .sizeDependsOnScript)
      }
    }
  }

  private mutating func markSize(of index: Int, _ binding: PageBinding, _ flag: PageNodeFlags) {
    switch binding.target {
    case .text:
      guard let parent = page.nodes[index].parent else { return }
      page.nodes[parent].flags.insert(.dependsOnData)
      propagate(from: parent, flag)
    case .repetition:
      // The copies take room in the parent, whatever their own size.
      page.nodes[index].flags.insert(flag)
      if let parent = page.nodes[index].parent { propagate(from: parent, flag) }
    case .declaration:
      let name = page.strings[binding.name]
      let moves = bindings.valueShapes.contains { shape in
        shape.property == name && shape.declarations.contains { $0.affectsLayout }
      }
      if moves { markMoving(index, flag) }
    case .attribute where isOfRows(binding, of: index):
      // The rows of a table inside this one are its own.
      var row = index + 1
      while row < page.nodes[index].subtreeEnd {
        let component = component(of: row)
        if component == "table" {
          row = page.nodes[row].subtreeEnd
          continue
        }
        if component == "tableRow" || component == "tableSection" { markMoving(row, flag) }
        row += 1
      }
    case .attribute where Self.movingAttributes.contains(page.strings[binding.name].camelCased): markMoving(index, flag)
    case .attribute, .classes:
      if elements[index].map({ layoutChangingNodes.contains($0) }) ?? false { markMoving(index, flag) }
      propagate(from: index, flag)
    case .data, .value: break
    }
  }

  /// The attributes whose values change a box that has a size.
  private static let movingAttributes: Set<String> = ["fontSize", "font", "borderWidth", "lines"]

  private func component(of index: Int) -> String? {
    let component = page.nodes[index].component
    return component.exists ? page.strings[component] : nil
  }

  /// Whether a binding is a height that a table gives its rows, or its margin between sections.
  private func isOfRows(_ binding: PageBinding, of index: Int) -> Bool {
    component(of: index) == "table" && TokenPropertyText.rowProperties[page.strings[binding.name].camelCased] != nil
  }

  /// What the margins between sections stand for that are written out and that a device cannot read itself: data makes
  /// sections.
  mutating func encodeSectionMargins() {
    var compiler = ValueShapeCompiler()
    for index in page.nodes.indices where component(of: index) == "table" {
      for attribute in page.attributes[page.nodes[index].attributes]
      where page.strings[attribute.name].camelCased == "sectionMargin" {
        let text = TokenPropertyText.trimmed(page.strings[attribute.value])
        guard text.contains("("), !text.contains("{{") else { continue }
        for shape in compiler.shapes(of: "margin-top", pieces: [text])
        where !page.valueShapes.contains(where: { $0.property == shape.property && $0.shape == shape.shape }) {
          page.valueShapes.append(shape)
        }
      }
    }
  }

  /// Marks a node whose own style changes: whatever its size, and what is around it.
  private mutating func markMoving(_ index: Int, _ flag: PageNodeFlags) {
    page.nodes[index].flags.insert(flag)
    if let parent = page.nodes[index].parent { propagate(from: parent, flag) }
  }

  private mutating func propagate(from start: Int, _ flag: PageNodeFlags) {
    var next: Int? = start
    while let index = next, isSizedByContents(index), !page.nodes[index].flags.contains(flag) {
      page.nodes[index].flags.insert(flag)
      next = page.nodes[index].parent
    }
  }

  /// Whether a box is as large as its contents ask in either direction.
  private func isSizedByContents(_ index: Int) -> Bool {
    guard let style = self.style(ofNode: index), let parent = page.nodes[index].parent else { return false }
    let container = self.style(ofNode: parent)
    if style.box.aspectRatio.ratio != nil, style.box.width != .auto || style.box.height != .auto { return false }
    if style.box.height == .auto {
      // What grows takes the room that is left along the main axis; across it, stretched items take the line's.
      let isGiven = container.map { isRow($0) ? isStretched(style, in: $0) : style.flex.grow > 0 } ?? false
      if !isGiven { return true }
    }
    guard style.box.width == .auto else { return false }
    guard let container else { return true }
    return isRow(container) ? style.flex.grow <= 0 : !isStretched(style, in: container)
  }

  private func isRow(_ style: ComputedStyle) -> Bool {
    style.flex.direction == .row || style.flex.direction == .rowReverse
  }

  private func isStretched(_ style: ComputedStyle, in container: ComputedStyle) -> Bool {
    func stretches(_ value: AlignmentValue) -> Bool {
      value == AlignmentValue(.stretch) || value == AlignmentValue(.normal)
    }
    let own = style.alignment.alignSelf
    return own == AlignmentValue(.auto) ? stretches(container.alignment.alignItems) : stretches(own)
  }
}
