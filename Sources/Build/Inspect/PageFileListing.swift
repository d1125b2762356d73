import PageFormat

/// A page file as JSON, with the layout of a viewport where one is given: what a client reads, by its names. Lengths are in
/// CSS px.
struct PageFileListing {
  let page: PageReader
  let layout: LayoutReader?

  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("source", .string(page.source)), ("dialect", .string("\(page.dialect)")), ("title", .string(page.title)),
    ]
    if let layout {
      let viewport = layout.viewport
      members.append(
        (
          "viewport",
          .object([
            ("name", .string(viewport.name)), ("width", .number(viewport.width)), ("height", .number(viewport.height)),
            ("scale", .number(viewport.scale)), ("fontScale", .number(viewport.fontScale)),
            ("colorScheme", .string("\(viewport.colorScheme)")),
          ])
        ))
      members.append(
        ("content", .object([("w", Self.pixels(layout.contentWidth)), ("h", Self.pixels(layout.contentHeight))])))
    }
    members.append(("nodes", .array((0..<page.nodeCount).map(node))))
    members.append(("states", .array(states)))
    members.append(("pseudoElements", .array(pseudoElements)))
    members.append(("styles", .array((0..<page.styleCount).map(style))))
    members.append(("scripts", .array((0..<page.scriptCount).map(script))))
    members.append(("facts", .array((0..<page.factCount).map(fact))))
    return .object(members)
  }

  /// The styles of nodes in states: of the rows whose conditions all hold, the last one counts.
  private var states: [JSONText] {
    guard let table = try? page.states(in: layout?.viewport) else { return [] }
    return (0..<table.count).map { row in
      let states = table.states(at: row)
      return .object([("node", .integer(states.node)), ("styles", .array(Self.rows(of: states)))])
    }
  }

  /// The styles of pseudo-elements without nodes, at rest and in states.
  private var pseudoElements: [JSONText] {
    guard let table = try? page.pseudoStyles(in: layout?.viewport) else { return [] }
    return (0..<table.count).compactMap { table.style(at: $0) }.map { entry in
      var members: [(key: String, value: JSONText)] = [
        ("node", .integer(entry.node)), ("pseudo", .string(entry.pseudo.name)), ("style", .integer(entry.style)),
      ]
      if let states = entry.states { members.append(("styles", .array(Self.rows(of: states)))) }
      return .object(members)
    }
  }

  private static func rows(of states: PageNodeStates) -> [JSONText] {
    states.rows.map { row in
      let conditions = states.conditions.indices.filter { row.mask & (1 << UInt8($0)) != 0 }.map {
        JSONText.object([
          ("node", .integer(states.conditions[$0].node)), ("state", .string(states.conditions[$0].state.name)),
        ])
      }
      return JSONText.object([("when", .array(conditions)), ("style", .integer(row.style))])
    }
  }

  private func node(_ node: Int) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("node", .integer(node))]
    if let parent = page.parent(node) { members.append(("parent", .integer(parent))) }
    members.append(("kind", .string("\(page.kind(node))")))
    if let tag = page.tag(node) { members.append(("tag", .string(tag))) }
    if let text = page.text(node) { members.append(("text", .string(text))) }
    let attributes = page.attributes(node)
    if !attributes.isEmpty {
      members.append(("attributes", .object(attributes.map { (key: $0.name, value: .string($0.value)) })))
    }
    if let component = page.component(node) { members.append(("component", .string(component))) }
    if let style = layout?.style(node, in: page) ?? page.style(node) { members.append(("style", .integer(style))) }
    let flags = Self.names(of: page.flags(node))
    if !flags.isEmpty { members.append(("flags", .array(flags))) }
    let handlers = page.handlers(node).map { handler in
      JSONText.object([
        ("event", .string(handler.event)), ("function", .string(handler.function)),
        ("arguments", .string(handler.arguments)),
      ])
    }
    if !handlers.isEmpty { members.append(("handlers", .array(handlers))) }
    let bindings = page.bindings(node).map { binding in
      var members: [(key: String, value: JSONText)] = [("target", .string("\(binding.target)"))]
      if let name = binding.name { members.append(("name", .string(name))) }
      if let index = binding.index { members.append(("index", .string(index))) }
      return JSONText.object(members + [("expression", .string(binding.expression))])
    }
    if !bindings.isEmpty { members.append(("bindings", .array(bindings))) }
    return .object(members + boxes(of: node))
  }

  /// The node's boxes and lines in the layout.
  private func boxes(of node: Int) -> [(key: String, value: JSONText)] {
    guard let layout else { return [] }
    var members: [(key: String, value: JSONText)] = []
    if !layout.flags(node).contains(.noBox) {
      members.append(("boxes", .array(layout.fragments(node, in: page).map { .object(Self.members($0)) })))
      if layout.flags(node).contains(.stackingContext) { members.append(("stackingContext", .bool(true))) }
      if let clip = layout.clip(node, in: page) { members.append(("clip", .object(Self.members(clip)))) }
      if let clip = layout.clipPath(node, in: page) { members.append(("clipPath", .object(Self.members(clip)))) }
      let container = layout.clipParent(node, in: page)
      if container != page.parent(node) {
        members.append(("containedBy", container.map { .integer($0) } ?? .null))
      }
      if let matrix = layout.transform(node) {
        members.append(("transform", .array(matrix.map { .number(LayoutListing.rounded($0)) })))
      }
      if let corners = layout.corners(node) { members.append(("radii", .array(corners.map(Self.pixels)))) }
      if let area = layout.scrollArea(node) {
        members.append(("scrolls", .object([("w", Self.pixels(area.width)), ("h", Self.pixels(area.height))])))
      }
    }
    let lines = layout.lines(node, in: page).map { line in
      JSONText.object(
        Self.members(line.frame) + [
          ("baseline", Self.pixels(line.baseline)), ("text", .string(layout.text(of: line, in: page))),
        ])
    }
    if !lines.isEmpty { members.append(("lines", .array(lines))) }
    return members
  }

  private func style(_ style: Int) -> JSONText {
    .object(page.declarations(ofStyle: style).map { (key: $0.property, value: .string($0.value)) })
  }

  private func script(_ index: Int) -> JSONText {
    let script = page.script(index)
    var members: [(key: String, value: JSONText)] = [("kind", .string("\(script.kind)"))]
    if let source = script.source { members.append(("source", .string(source))) }
    if let text = script.text { members.append(("text", .string(text))) }
    return .object(members)
  }

  private func fact(_ index: Int) -> JSONText {
    let fact = page.fact(index)
    return .object([("kind", .string("\(fact.kind)")), ("name", .string(fact.name)), ("value", .string(fact.value))])
  }

  private static func names(of flags: PageNodeFlags) -> [JSONText] {
    let names: [(PageNodeFlags, String)] = [
      (.dependsOnData, "dependsOnData"), (.dependsOnScript, "dependsOnScript"),
      (.sizeDependsOnData, "sizeDependsOnData"), (.sizeDependsOnScript, "sizeDependsOnScript"),
      (.replaced, "replaced"),
    ]
    return names.filter { flags.contains($0.0) }.map { .string($0.1) }
  }

  private static func members(_ frame: QuantizedFrame) -> [(key: String, value: JSONText)] {
    [("x", pixels(frame.x)), ("y", pixels(frame.y)), ("w", pixels(frame.width)), ("h", pixels(frame.height))]
  }

  private static func pixels(_ units: Int32) -> JSONText { .number(LayoutUnit.pixels(units)) }
}
