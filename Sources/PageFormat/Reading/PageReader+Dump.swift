import CSSValues

extension PageReader {
  /// The page as text, one node a line, for tests and `inspect page`: stable, and complete except for the styles' text.
  public func dump(_ layout: LayoutReader? = nil) -> String {
    var text = "page \(source) \(dialect) “\(title)” \(nodeCount) nodes \(styleCount) styles\n"
    if let layout {
      let viewport = layout.viewport
      text += "layout \(viewport.name) \(viewport.width)x\(viewport.height)@\(viewport.scale)"
      text += " font scale \(viewport.fontScale) \(viewport.colorScheme)"
      text += " content \(Self.number(layout.contentWidth))x\(Self.number(layout.contentHeight))\n"
      if !layout.paintsInNodeOrder { text += "paint order \(Self.paintOrder(layout))\n" }
    }
    var ends: [Int] = []
    for node in 0..<nodeCount {
      while let end = ends.last, end <= node { ends.removeLast() }
      text += String(repeating: "  ", count: min(ends.count, 64)) + line(node, layout) + "\n"
      ends.append(subtreeEnd(node))
      guard let layout else { continue }
      for line in layout.lines(node, in: self) {
        text += String(repeating: "  ", count: min(ends.count, 64)) + "| " + Self.rect(line.frame)
        text += " baseline \(Self.number(line.baseline)) \(line.range)"
        text += " “\(layout.text(of: line, in: self))”\n"
      }
    }
    text += dependencies + semanticLines
    text += stateLines(in: layout?.viewport) + pseudoLines(in: layout?.viewport)
    for style in 0..<styleCount {
      let declarations = declarations(ofStyle: style).map { "\($0.property): \($0.value)" }
      text += "style \(style) { \(declarations.joined(separator: "; ")) }\n"
    }
    for index in 0..<classStateCount {
      let state = classState(index)
      let rows = classStateRows(index).map { "\($0.node) style \($0.style)" }.joined(separator: ", ")
      text += "classes \(state.node) “\(state.classes)”: \(rows)\n"
    }
    for index in 0..<valueShapeCount {
      guard let shape = try? valueShape(index) else { continue }
      let names = shape.declarations.map(\.property.name).joined(separator: " ")
      text += "value \(shape.property): \(shape.shape) → \(names)\n"
    }
    text += keyframeLines
    for index in 0..<scriptCount {
      let script = script(index)
      text += "script \(script.kind) \(script.source ?? script.text.map { "“\($0)”" } ?? "")\n"
    }
    for index in 0..<factCount {
      let fact = fact(index)
      text += "\(fact.kind) \(fact.name) = \(fact.value)\n"
    }
    return text
  }

  /// The styles of nodes in states, a node a line: `states 7: 1 style 4, 1+2 style 5 (1 hover of 7, 2 checked of 3)`.
  private func stateLines(in viewport: Viewport?) -> String {
    guard let table = try? states(in: viewport) else { return "" }
    return (0..<table.count).map { row in
      let states = table.states(at: row)
      return "states \(states.node): \(Self.text(of: states))\n"
    }.joined()
  }

  /// The styles of pseudo-elements without nodes, one a line: `pseudo 7 ::first-line style 4, 1 style 5 (1 hover of 7)`.
  private func pseudoLines(in viewport: Viewport?) -> String {
    guard let table = try? pseudoStyles(in: viewport) else { return "" }
    return (0..<table.count).compactMap { table.style(at: $0) }.map { entry in
      let states = entry.states.map { ", " + Self.text(of: $0) } ?? ""
      return "pseudo \(entry.node) \(entry.pseudo.name) style \(entry.style)\(states)\n"
    }.joined()
  }

  private static func text(of states: PageNodeStates) -> String {
    let rows = states.rows.map { row in
      let bits = states.conditions.indices.filter { row.mask & (1 << UInt8($0)) != 0 }.map { "\($0 + 1)" }
      return bits.joined(separator: "+") + " style \(row.style)"
    }
    let conditions = states.conditions.enumerated().map { "\($0 + 1) \($1.state.name) of \($1.node)" }
    return "\(rows.joined(separator: ", ")) (\(conditions.joined(separator: ", ")))"
  }

  /// What fills which nodes, one path of the data a line, and the nodes that scripts look up.
  private var dependencies: String {
    var targets: [String: [String]] = [:]
    var scripted: [String] = []
    for node in 0..<nodeCount {
      for binding in bindings(node) {
        let isNamed = binding.target == .attribute || binding.target == .declaration
        let place = "\(node) \(binding.target)" + (isNamed ? " \(binding.name ?? "")" : "")
        // A loop's own list is not inside of it.
        let around = binding.target == .repetition || binding.target == .data ? parent(node) : node
        for path in binding.program.map({ paths(of: $0) }) ?? [] {
          if let path = dataPath(path, at: around) { targets[path, default: []].append(place) }
        }
      }
      for handler in handlers(node) {
        for path in handler.program.map({ paths(of: $0) }) ?? [] {
          if let path = dataPath(path, at: node) { targets[path, default: []].append("\(node) @\(handler.event)") }
        }
      }
      if flags(node).contains(.dependsOnScript) { scripted.append("\(node)") }
    }
    var text = targets.sorted { $0.key < $1.key }.map { "data \($0.key): \($0.value.joined(separator: ", "))\n" }
      .joined()
    if !scripted.isEmpty { text += "scripts look up: \(scripted.joined(separator: ", "))\n" }
    return text
  }

  /// The path of the page's data for one that may begin with a loop's variable: `list[].title` for `item.title` in a loop
  /// over `list`, `rows[].title` in a row that scripts fill. `nil` for what is not data: a loop's numbers.
  private func dataPath(_ path: String, at node: Int?) -> String? {
    let name = path.prefix { $0 != "." && $0 != "[" }
    let rest = path.dropFirst(name.count)
    var isInRow = false
    var next = node
    while let node = next {
      let row = component(node) == "tableRow" || component(node) == "tableSection"
      if row, name == "section" || name == "index" { return nil }
      isInRow = isInRow || row
      for binding in bindings(node) where binding.target == .repetition || binding.target == .data {
        if name == binding.index ?? "index" { return nil }
        guard name == binding.name ?? "item" || isInRow && name == "item" && binding.target == .data else { continue }
        let list = binding.program.map { paths(of: $0) }?.first ?? binding.expression
        return (dataPath(list, at: parent(node)) ?? list) + "[]" + rest
      }
      next = parent(node)
    }
    return isInRow && name == "item" ? "rows[]" + rest : path
  }

  /// The paths that a program reads, in order.
  private func paths(of program: Int) -> [String] {
    var stack: [String?] = []
    var found: [String] = []
    func take() -> String? { stack.popLast() ?? nil }
    func finish(_ path: String?) { if let path { found.append(path) } }
    for step in self.program(program) {
      switch step {
      case .variable(let name): stack.append(string(name) ?? "")
      case .member(let name): stack.append(take().map { $0 + "." + (string(name) ?? "") })
      case .element:
        finish(take())
        stack.append(take().map { $0 + "[]" })
      case .join(let count), .list(let count):
        for path in stack.suffix(count) { finish(path) }
        stack.removeLast(min(stack.count, count))
        stack.append(nil)
      case .text, .number, .boolean, .null: stack.append(nil)
      }
    }
    stack.forEach(finish)
    return found
  }

  private func line(_ node: Int, _ layout: LayoutReader?) -> String {
    var text = "\(node) "
    switch kind(node) {
    case .text: text += "“\(self.text(node) ?? "")”"
    case .before, .after, .marker: text += "::\(kind(node)) “\(self.text(node) ?? "")”"
    case .svgElement: text += "<svg:\(tag(node) ?? "")"
    case .mathMLElement: text += "<math:\(tag(node) ?? "")"
    case .element: text += "<\(tag(node) ?? "")"
    }
    if kind(node) == .element || kind(node) == .svgElement || kind(node) == .mathMLElement {
      for (name, value) in attributes(node) { text += " \(name)=\"\(value)\"" }
      text += ">"
    }
    if let component = component(node) { text += " component \(component)" }
    if let style = layout?.style(node, in: self) ?? style(node) { text += " style \(style)" }
    if !flags(node).isEmpty { text += " flags \(flags(node).rawValue)" }
    for handler in handlers(node) { text += " @\(handler.event)=\(handler.function)\(handler.arguments)" }
    for binding in bindings(node) {
      text += " bind \(binding.target) \(binding.name ?? "-") \(binding.index ?? "-") {\(binding.expression)}"
    }
    guard let layout else { return text }
    let flags = layout.flags(node)
    if flags.contains(.noBox) { return text + " no box" }
    text += layout.fragments(node, in: self).map { " " + Self.rect($0) }.joined(separator: " +")
    if flags.contains(.stackingContext) { text += " stacking context" }
    if let clip = layout.clip(node, in: self) { text += " clip " + Self.rect(clip) }
    if let clip = layout.clipPath(node, in: self) { text += " clip path " + Self.rect(clip) }
    if layout.clipParent(node, in: self) != parent(node) {
      text += " contained by \(layout.clipParent(node, in: self).map { "\($0)" } ?? "the page")"
    }
    if let matrix = layout.transform(node) {
      text += " matrix(\(matrix.map { Self.number($0) }.joined(separator: " ")))"
    }
    if let corners = layout.corners(node) {
      text += " corners [\(corners.map { Self.number($0) }.joined(separator: " "))]"
    }
    if let sticky = layout.sticky(node, in: self) { text += " " + Self.text(of: sticky) }
    if let area = layout.scrollArea(node) { text += " scrolls \(Self.number(area.width))x\(Self.number(area.height))" }
    return text
  }

  private static func rect(_ frame: QuantizedFrame) -> String {
    "[\(number(frame.x)) \(number(frame.y)) \(number(frame.width)) \(number(frame.height))]"
  }

  /// Runs of nodes: `0-3 7 4-6`.
  private static func paintOrder(_ layout: LayoutReader) -> String {
    (0..<layout.paintRuns.rows).map { run in
      let nodes = layout.paintRun(run)
      return nodes.count > 1 ? "\(nodes.lowerBound)-\(nodes.upperBound - 1)" : "\(nodes.lowerBound)"
    }.joined(separator: " ")
  }

  /// `sticks to 5 at top 0 bottom 8 within [0 0 100 400]`.
  private static func text(of sticky: LayoutSticky) -> String {
    var text = "sticks to \(sticky.scroller.map { "\($0)" } ?? "the page")"
    for (name, inset) in zip(["top", "right", "bottom", "left"], sticky.insets) {
      if let inset { text += " \(name) \(number(LayoutUnit.quantized(inset)))" }
    }
    let bounds = sticky.bounds
    let frame = [bounds.x, bounds.y, bounds.width, bounds.height].map { number(LayoutUnit.quantized($0)) }
    return text + " within [\(frame.joined(separator: " "))]"
  }

  /// A number of a matrix, to a thousandth.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000 + 0
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// A length in CSS px, without `.0`.
  private static func number(_ units: Int32) -> String {
    units % 64 == 0 ? "\(units / 64)" : "\(LayoutUnit.pixels(units))"
  }
}
