import CSSValues
import PageFormat

/// What the classes of nodes change, by node of the page file.
struct ClassStateIndex {
  /// By node: its classes beyond those of the markup, with what is known of them; the smaller sets first.
  private var states: [Int: [(classes: Set<Substring>, index: Int)]] = [:]
  private let page: PageReader

  init(_ page: PageReader, _ viewport: Viewport?) {
    self.page = page
    var others: [Int: [(classes: Set<Substring>, index: Int)]] = [:]
    for index in 0..<page.classStateCount {
      let state = page.classState(index)
      let entry = (classes: Set(state.classes.split(separator: " ")), index: index)
      if let own = page.classStateViewport(index) {
        guard let viewport, own.name == viewport.name, own.colorScheme == viewport.colorScheme else { continue }
        states[state.node, default: []].append(entry)
      } else {
        others[state.node, default: []].append(entry)
      }
    }
    states.merge(others) { own, _ in own }
    for node in states.keys { states[node]?.sort { ($0.classes.count, $0.index) < ($1.classes.count, $1.index) } }
  }

  /// The styles that classes give to nodes of the page file; `nil` for a node whose classes change nothing.
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
  /// Gives nodes the styles that they have with the classes of a node.
  func restyle(_ node: Int, _ classes: String) {
    guard let styles = classStates.styles(of: sourceNode(node), classes: classes) else { return }
    let before = nodes[node].restyled
    var now: [Int] = []
    for source in styles.keys.sorted() {
      guard let target = counterpart(of: source, near: node), let style = styles[source] else { continue }
      now.append(target)
      if let known = nodes[target].classStyles.firstIndex(where: { $0.by == node }) {
        nodes[target].classStyles[known].style = style
      } else {
        nodes[target].classStyles.append((by: node, style: style))
      }
    }
    let kept = Set(now)
    for target in before where !kept.contains(target) { nodes[target].classStyles.removeAll { $0.by == node } }
    nodes[node].restyled = now
    for target in Set(before).union(now).sorted() { setStyle(nodes[target].classStyles.last?.style, of: target) }
  }

  /// Gives the nodes that the classes of a node styled the styles that they have without it.
  func forgetStyles(by node: Int) {
    let targets = nodes[node].restyled
    guard !targets.isEmpty else { return }
    nodes[node].restyled = []
    for target in targets {
      nodes[target].classStyles.removeAll { $0.by == node }
      setStyle(nodes[target].classStyles.last?.style, of: target)
    }
  }

  /// The node of this page for one of the page file: in the innermost copy around a node that has it.
  private func counterpart(of source: Int, near node: Int) -> Int? {
    var around = node
    while around >= 0 {
      // Copies are numbered as what they are copies of.
      let target = around + source - sourceNode(around)
      if source >= sourceNode(around), source < page.page.subtreeEnd(sourceNode(around)) {
        return nodes.indices.contains(target) && sourceNode(target) == source ? target : nil
      }
      around = parentNode(around)
    }
    return nil
  }

  private func setStyle(_ style: Int?, of node: Int) {
    guard nodes.indices.contains(node), nodes[node].style != style else { return }
    let before = nodes[node].isShown ? initialProperties(of: node) : []
    nodes[node].style = style
    changes.append(.style(node: node, style: style ?? -1))
    if nodes[node].look >= 0 { updateLook(node) }
    if nodes[node].isShown { emitDifferences(of: node, from: before) }
  }
}
