import PageFormat

/// What the classes of nodes change, by node of the page file.
struct ClassStateIndex {
  /// By node: its classes beyond those of the markup, with what is known of them; the smaller sets first.
  private var states: [Int: [(classes: Set<Substring>, index: Int)]] = [:]
  private let page: PageReader

  init(_ page: PageReader) {
    self.page = page
    for index in 0..<page.classStateCount {
      let state = page.classState(index)
      states[state.node, default: []].append((Set(state.classes.split(separator: " ")), index))
    }
    for node in states.keys { states[node]?.sort { ($0.classes.count, $0.index) < ($1.classes.count, $1.index) } }
  }

  /// The styles that classes give to a node and those below it; `nil` for a node whose classes change nothing.
  func styles(of node: Int, classes: String) -> [Int: Int]? {
    guard let known = states[node] else { return nil }
    let own = Set((page.attribute(node, "class") ?? "").split(whereSeparator: \.isWhitespace))
    let wanted = Set(classes.split(whereSeparator: \.isWhitespace)).subtracting(own)
    var styles: [Int: Int] = [:]
    // Larger sets say what smaller ones in them cannot; what was not styled together is the union of its parts.
    for state in known where state.classes.isSubset(of: wanted) {
      for row in page.classStateRows(state.index) { styles[row.node] = row.style }
    }
    return styles
  }
}

extension LivePage {
  /// Gives a node and those below it the styles that its classes have.
  func restyle(_ node: Int, _ classes: String) {
    let source = nodes[node].source
    guard let styles = classStates.styles(of: source, classes: classes) else { return }
    let before = nodes[node].restyled
    // Copies are numbered as what they are copies of.
    let targets = styles.keys.sorted().map { (node: node + $0 - source, style: styles[$0]) }
    let now = Set(targets.map(\.node))
    for target in before where !now.contains(target) { setStyle(nil, of: target) }
    for target in targets { setStyle(target.style, of: target.node) }
    nodes[node].restyled = targets.map(\.node)
  }

  private func setStyle(_ style: Int?, of node: Int) {
    guard nodes.indices.contains(node), nodes[node].style != style else { return }
    let before = nodes[node].isShown ? initialProperties(of: node) : []
    nodes[node].style = style
    changes.append(.style(node: node, style: style ?? -1))
    guard nodes[node].isShown else { return }
    let after = initialProperties(of: node)
    let known = Dictionary(before) { first, _ in first }
    let names = Set(after.map(\.0))
    for (name, _) in before where !names.contains(name) { tell(.setProperty(node: node, name: name, value: nil)) }
    for (name, value) in after where known[name] != value { tell(.setProperty(node: node, name: name, value: value)) }
  }
}
