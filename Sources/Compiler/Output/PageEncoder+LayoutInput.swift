import CSSValues
import HTML
import Page
import PageFormat

/// What a layout's tree has of the page's nodes.
private struct TreeFacts {
  var contains: [Bool]
  var facts: [Int: [PageLayoutFact]] = [:]
}

// What a device needs to lay the page out again: roles, white space, natural sizes, texts without nodes, and what other
// rules make of the nodes.
extension PageEncoder {
  /// Fills the page's layout input; call it after the layouts were encoded.
  mutating func encodeLayoutInput(_ variants: PageVariants) {
    guard !layouts.isEmpty, !page.nodes.isEmpty else { return }
    page.layoutInput.isQuirky = layouts[0].tree.isQuirky
    page.layoutInput.hasLineHeightQuirk = layouts[0].tree.hasLineHeightQuirk
    page.layoutInput.isBuiltOnly = variants.isBuiltOnly
    page.layoutInput.scrollbarThickness = layouts[0].scrollbarThickness
    let trees = layouts.map { facts(of: $0) }
    page.layoutInput.roles = roles()
    markLeftOut(trees)
    page.layoutInput.spaces = spaces
    var base: [Int: [PageLayoutFact]] = [:]
    for tree in trees { base.merge(tree.facts) { first, _ in first } }
    page.layoutInput.facts = rows(base)
    page.states = states(ofLayout: 0)
    page.pseudoStyles = pseudoStyles(ofLayout: 0)
    for (index, place) in variants.places.enumerated() {
      guard place.isKept else { continue }
      var variant = place.variant
      variant.overrides = overrides(of: index, isBuiltOnly: variants.isBuiltOnly)
      variant.containers = place.containers.compactMap { node, ranges in
        let pageNode = Int(node.rawValue) < nodeIndices.count ? Int(nodeIndices[Int(node.rawValue)]) : -1
        return pageNode < 0 ? nil : .init(node: pageNode, width: ranges.width, height: ranges.height)
      }.sorted { $0.node < $1.node }
      variant.facts = rows(trees[index].facts.filter { base[$0.key] != $0.value })
      let states = states(ofLayout: index)
      variant.hasOwnStates = !areSame(states, page.states, isBuiltOnly: variants.isBuiltOnly)
      if variant.hasOwnStates { variant.states = states }
      let pseudoStyles = pseudoStyles(ofLayout: index)
      // Nothing else says what they are in this environment: layout files have styles of nodes only.
      variant.hasOwnPseudoStyles = pseudoStyles != page.pseudoStyles
      if variant.hasOwnPseudoStyles { variant.pseudoStyles = pseudoStyles }
      page.layoutInput.variants.append(variant)
    }
  }

  private mutating func rows(_ facts: [Int: [PageLayoutFact]]) -> [PageFactRow] {
    facts.sorted { $0.key < $1.key }.compactMap { node, facts in
      facts.isEmpty ? nil : PageFactRow(node: node, bytes: page.encodeFacts(facts))
    }
  }

  // MARK: Trees

  // UNIMPLEMENTED: roles are one for all viewports, and a variant cannot say that a node has no facts. What a media query
  // changes of either is wrong on a device that lays the page out again.
  private func roles() -> [PageRole] {
    var roles = [PageRole](repeating: .generic, count: page.nodes.count)
    for layout in layouts {
      for (index, origin) in layout.origins.enumerated() {
        let role = layout.tree.nodes[index].role
        if role == .generic || role == .graphic { continue }
        if case .anonymous = origin { continue }
        let node = pageNode(of: origin)
        if node >= 0 { roles[Int(node)] = role }
      }
    }
    return roles
  }

  /// A layout's tree by nodes of the page: which are in it, and their facts.
  private func facts(of layout: ViewportLayout) -> TreeFacts {
    var answer = TreeFacts(contains: Array(repeating: false, count: page.nodes.count))
    for origin in layout.origins {
      if case .anonymous = origin { continue }
      let node = Int(pageNode(of: origin))
      if node >= 0 { answer.contains[node] = true }
    }
    for (origin, facts) in layout.facts {
      let node = Int(pageNode(of: origin))
      if node >= 0 { answer.facts[node] = facts }
    }
    return answer
  }

  /// Marks what no tree holds though its parent is in one and its style would show it.
  private mutating func markLeftOut(_ trees: [TreeFacts]) {
    var documentNodes = [NodeID?](repeating: nil, count: page.nodes.count)
    for (index, node) in nodeIndices.enumerated() where node >= 0 { documentNodes[Int(node)] = NodeID(UInt32(index)) }
    for (index, node) in page.nodes.enumerated() {
      guard let parent = node.parent, let source = documentNodes[index] else { continue }
      guard !trees.contains(where: { $0.contains[index] }) else { continue }
      let isExpected = zip(layouts, trees).contains { layout, tree in
        guard tree.contains[parent] else { return false }
        if node.kind == .text { return true }
        let style = layout.styles.style(of: source)
        return style >= 0 && layout.styles.styles[Int(style)].box.display != .none
      }
      if isExpected { spaces[index].insert(.leftOut) }
    }
  }

  // MARK: Rules

  /// Whether the same rules made the styles of two environments' states.
  private func areSame(
    _ states: [PageNodeStates], _ others: [PageNodeStates], isBuiltOnly: Bool
  ) -> Bool {
    guard states.count == others.count else { return false }
    for (left, right) in zip(states, others) where left != right {
      guard !isBuiltOnly, left.node == right.node, left.conditions == right.conditions,
        left.rows.map(\.mask) == right.rows.map(\.mask)
      else { return false }
      for (first, second) in zip(left.rows, right.rows) where first.style != second.style {
        if page.rule(ofStyle: first.style) != page.rule(ofStyle: second.style) { return false }
      }
    }
    return true
  }

  /// The nodes whose styles in a layout come from other rules than the page file's.
  private mutating func overrides(of layout: Int, isBuiltOnly: Bool) -> [PageVariant.Override] {
    var overrides: [PageVariant.Override] = []
    func compare(_ node: Int, _ style: Int?, _ page: PageModel) {
      let known = page.nodes[node].style
      let isSame =
        style == known
        || (!isBuiltOnly && style.map { page.rule(ofStyle: $0) } == known.map { page.rule(ofStyle: $0) })
      if !isSame { overrides.append(.init(node: node, style: style)) }
    }
    for (index, node) in nodeIndices.enumerated() where node >= 0 {
      guard page.nodes[Int(node)].kind != .text else { continue }
      let style = styleNumber(layouts[layout].styles.style(of: NodeID(UInt32(index))), inLayout: layout)
      compare(Int(node), style, page)
    }
    let boxes = pseudoBoxes(ofLayout: layout)
    // In the order of the nodes: styles are numbered as they are met.
    let generated = pseudoIndices.flatMap { box, nodes in nodes.map { (node: $1, element: $0, box: box) } }
    for (node, element, box) in generated.sorted(by: { $0.node < $1.node }) {
      var style: Int?
      if boxes.contains(.pseudo(element, box)), let index = layouts[layout].styles.pseudo(box, of: element) {
        style = styleNumber(index, inLayout: layout)
      }
      compare(Int(node), style, page)
    }
    return overrides.sorted { $0.node < $1.node }
  }
}
