import CSS
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
  }

  /// One for each of ``layouts``.
  private(set) var states: [State] = []
  /// The page styled with each state, as the first layout's environment has it.
  private(set) var layouts: [ViewportLayout] = []

  /// The most times that a page is styled for its classes.
  static let maximumPasses = 64
  /// Sets of several classes are styled where no more than these have a say.
  static let maximumCombined = 4

  /// - Parameter style: the styles of a changed document at the first layout's environment.
  init(
    _ document: Document, bindings: PageBindings, sheets: PageStyleSheets, first: ViewportLayout?,
    style: (Document) -> ViewportLayout
  ) {
    guard let first else { return }
    let nodes = bindings.bindings.filter { node, bindings in
      document.isElement(node)
        && bindings.contains { $0.target == .classes || $0.target == .attribute && $0.name == "class" }
    }.keys.sorted()
    guard !nodes.isEmpty else { return }
    let together = Self.classesOfSelectors(sheets)
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
        let layout = style(changed)
        guard Self.differs(layout, first) else { return false }
        states.append(State(node: node, classes: classes))
        layouts.append(layout)
        return true
      }
      for name in names where !own.contains(name) { if add([name]) { relevant.append(name) } }
      // Sets that one selector asks for, then those of classes that change something alone.
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

  private static func differs(_ layout: ViewportLayout, _ other: ViewportLayout) -> Bool {
    layout.styles.elements.indices.contains { index in
      let (style, known) = (layout.styles.elements[index], other.styles.elements[index])
      if style < 0 || known < 0 { return style != known }
      return layout.styles.styles[Int(style)] != other.styles.styles[Int(known)]
    }
  }
}

extension PageEncoder {
  /// Writes the states; their layouts begin at an index of ``layouts``.
  mutating func encodeClassStates(_ classes: ClassStates, at start: Int) {
    for (offset, state) in classes.states.enumerated() {
      let node = Int(nodeIndices[state.node.index])
      guard node >= 0 else { continue }
      var rows: [PageClassState.Row] = []
      for (index, target) in nodeIndices.enumerated() where target >= node && target < page.nodes[node].subtreeEnd {
        guard page.nodes[Int(target)].kind == .element else { continue }
        let source = NodeID(UInt32(index))
        let style = layouts[start + offset].styles.style(of: source)
        let known = layouts[0].styles.style(of: source)
        guard style >= 0,
          known < 0
            || layouts[start + offset].styles.styles[Int(style)] != layouts[0].styles.styles[Int(known)],
          let number = styleNumber(style, inLayout: start + offset)
        else { continue }
        rows.append(.init(node: Int(target), style: number))
      }
      rows.sort { $0.node < $1.node }
      guard !rows.isEmpty else { continue }
      page.classStates.append(
        PageClassState(
          node: node, classes: page.strings.intern(state.classes.joined(separator: " ")), rows: rows))
    }
  }
}
