import CSS
import CSSValues
import HTML
import Names
import PageFormat
import Style

/// What the nodes whose classes data gives look like with each class that the page's rules name: styled at build time, so
/// that no client matches rules.
struct ClassStates {
  /// A set of classes of a node.
  struct State {
    var node: NodeID
    /// In alphabetical order.
    var classes: [String]
    /// The number of the layout whose environment the page was styled in.
    var layout: Int
  }

  /// One for each of ``layouts``.
  private(set) var states: [State] = []
  /// The page styled with each state.
  private(set) var layouts: [ViewportLayout] = []

  /// The nodes whose classes move boxes.
  private(set) var layoutChangingNodes: Set<NodeID> = []

  /// The most times that a page is styled for its classes in an environment.
  static let maximumPasses = 64
  /// Sets of several classes are styled where no more than these have a say.
  static let maximumCombined = 4

  /// - Parameters:
  ///   - built: the layouts, in each of whose environments the page is styled.
  ///   - style: the styles of a changed document in a layout's environment.
  init(
    _ document: Document, bindings: PageBindings, sheets: PageStyleSheets, built: [ViewportLayout],
    style: (Document, ViewportLayout) -> ViewportLayout
  ) {
    let nodes = bindings.bindings.filter { node, bindings in
      document.isElement(node)
        && bindings.contains { $0.target == .classes || $0.target == .attribute && $0.name == "class" }
    }.keys.sorted()
    guard !nodes.isEmpty else { return }
    let together = Self.classesOfSelectors(sheets)
    for (number, layout) in built.enumerated() {
      add(document, nodes, together, (number, layout), style)
    }
  }

  /// Styles the page with the classes of every node in one environment.
  private mutating func add(
    _ document: Document, _ nodes: [NodeID], _ together: Set<Set<String>>, _ built: (number: Int, ViewportLayout),
    _ style: (Document, ViewportLayout) -> ViewportLayout
  ) {
    let names = Set(together.joined()).sorted()
    var passes = 0
    for node in nodes {
      let own = (document.value(node, .class) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      var relevant: [String] = []
      func add(_ classes: [String]) -> Bool {
        guard passes < Self.maximumPasses else { return false }
        passes += 1
        var changed = document
        changed.setAttribute(.class, to: (own + classes).joined(separator: " "), of: node)
        let layout = style(changed, built.1)
        guard Self.differs(layout, built.1) else { return false }
        if Self.differs(layout, built.1, isSame: { $0.hasLayout(of: $1) }) { layoutChangingNodes.insert(node) }
        states.append(State(node: node, classes: classes, layout: built.number))
        layouts.append(layout)
        return true
      }
      for name in names where !own.contains(name) { if add([name]) { relevant.append(name) } }
      // Sets that one selector asks for, then combinations of classes that each change something by themselves.
      var sets = Set(together.map { $0.subtracting(own) }.filter { $0.count > 1 })
      if relevant.count <= Self.maximumCombined {
        for set in 0..<(1 << relevant.count) where set.nonzeroBitCount > 1 {
          sets.insert(Set(relevant.indices.filter { set & 1 << $0 != 0 }.map { relevant[$0] }))
        }
      }
      for set in sets.map({ $0.sorted() }).sorted(by: { ($0.count, $0.joined()) < ($1.count, $1.joined()) }) {
        _ = add(set)
      }
    }
  }

  /// The classes that each selector names.
  private static func classesOfSelectors(_ sheets: PageStyleSheets) -> Set<Set<String>> {
    var found: Set<Set<String>> = []
    func add(_ collected: CollectedSheet) {
      let table = collected.sheet.selectors
      for selector in table.selectors {
        var names: Set<String> = []
        for component in table.components[Int(selector.start)..<Int(selector.start + selector.count)]
        where component.kind == .className {
          names.insert(Name(rawValue: component.first).string)
        }
        if !names.isEmpty { found.insert(names) }
      }
      for nested in collected.imports { if let nested { add(nested) } }
    }
    for sheet in sheets.sheets { add(sheet) }
    return found
  }

  private static func differs(
    _ layout: ViewportLayout, _ other: ViewportLayout, isSame: (ComputedStyle, ComputedStyle) -> Bool = { $0 == $1 }
  ) -> Bool {
    func differ(_ style: Int32, _ known: Int32) -> Bool {
      if style < 0 || known < 0 { return style != known }
      return !isSame(layout.styles.styles[Int(style)], other.styles.styles[Int(known)])
    }
    let elements = layout.styles.elements
    return elements.indices.contains { differ(elements[$0], other.styles.elements[$0]) }
      || layout.styles.pseudos.contains { box, styles in
        styles.contains { differ($1, other.styles.pseudos[box]?[$0] ?? -1) }
      }
  }
}

extension PageEncoder {
  /// Writes the states; their layouts begin at an index of ``layouts``.
  ///
  /// Those of the first environment are for all environments; others are written for nodes that look otherwise there.
  mutating func encodeClassStates(_ classes: ClassStates, at start: Int) {
    var written: [Int32: [[String]: [PageClassState.Row]]] = [:]
    for (offset, state) in classes.states.enumerated() where state.layout == 0 {
      let node = nodeIndices[state.node.index]
      guard node >= 0 else { continue }
      let rows = rows(of: start + offset, against: 0)
      guard !rows.isEmpty else { continue }
      written[node, default: [:]][state.classes] = rows
      append(state, Int(node), rows, nil)
    }
    for layout in 1..<max(1, builtCount) {
      var found: [Int32: [(state: ClassStates.State, rows: [PageClassState.Row])]] = [:]
      for (offset, state) in classes.states.enumerated() where state.layout == layout {
        let node = nodeIndices[state.node.index]
        guard node >= 0 else { continue }
        let rows = rows(of: start + offset, against: layout)
        if !rows.isEmpty { found[node, default: []].append((state, rows)) }
      }
      for node in Set(found.keys).union(written.keys).sorted() {
        let states = found[node] ?? []
        let known = written[node] ?? [:]
        if states.count == known.count, states.allSatisfy({ known[$0.state.classes] == $0.rows }) { continue }
        for (state, rows) in states { append(state, Int(node), rows, layouts[layout]) }
        guard states.isEmpty, let any = classes.states.first(where: { nodeIndices[$0.node.index] == node }) else {
          continue
        }
        // Nothing changes here, whatever changes elsewhere.
        append(any, Int(node), [], layouts[layout])
      }
    }
  }

  private mutating func append(
    _ state: ClassStates.State, _ node: Int, _ rows: [PageClassState.Row], _ layout: ViewportLayout?
  ) {
    page.classStates.append(
      PageClassState(
        node: node, classes: page.strings.intern(state.classes.joined(separator: " ")), rows: rows,
        viewport: layout.map { page.strings.intern($0.viewport.name) } ?? .none,
        colorScheme: layout?.viewport.colorScheme == .dark ? .dark : .light))
  }

  /// The nodes whose styles in a layout are others than in another, ascending.
  private mutating func rows(of layout: Int, against base: Int) -> [PageClassState.Row] {
    var rows: [PageClassState.Row] = []
    func isChanged(_ style: Int32, _ known: Int32) -> Bool {
      style >= 0
        && (known < 0 || layouts[layout].styles.styles[Int(style)] != layouts[base].styles.styles[Int(known)])
    }
    for (index, target) in nodeIndices.enumerated() where target >= 0 && page.nodes[Int(target)].kind == .element {
      let source = NodeID(UInt32(index))
      let style = layouts[layout].styles.style(of: source)
      guard isChanged(style, layouts[base].styles.style(of: source)),
        let number = styleNumber(style, inLayout: layout)
      else { continue }
      rows.append(.init(node: Int(target), style: number))
    }
    for (box, targets) in pseudoIndices {
      for (element, target) in targets where target >= 0 {
        let style = layouts[layout].styles.pseudos[box]?[element] ?? -1
        guard isChanged(style, layouts[base].styles.pseudos[box]?[element] ?? -1),
          let number = styleNumber(style, inLayout: layout)
        else { continue }
        rows.append(.init(node: Int(target), style: number))
      }
    }
    return rows.sorted { $0.node < $1.node }
  }
}
