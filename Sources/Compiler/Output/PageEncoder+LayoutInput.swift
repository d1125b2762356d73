import CSSValues
import HTML
import Page
import PageFormat

/// What an environment answered of the page's nodes.
private struct EnvironmentAnswers {
  /// By node; `nil` where nothing asked for it, or it is not displayed.
  var boxes: [PageBox?]
  /// The facts of those that have any.
  var facts: [Int: [PageLayoutFact]] = [:]

  /// Adds the answers of nodes of which nothing was known.
  mutating func complete(with other: EnvironmentAnswers) {
    for (node, box) in other.boxes.enumerated() where boxes[node] == nil && box != nil {
      boxes[node] = box
      facts[node] = other.facts[node]
    }
  }

  /// The nodes whose facts are others in other answers, which may have none of them.
  func differingFacts(in other: EnvironmentAnswers) -> [Int: [PageLayoutFact]] {
    var differing = other.facts.filter { facts[$0.key] != $0.value }
    for node in facts.keys where other.boxes[node] != nil && other.facts[node] == nil { differing[node] = [] }
    return differing
  }

  /// The nodes that are laid out as something else in other answers.
  func differingBoxes(in other: EnvironmentAnswers) -> [PageVariant.Box] {
    zip(boxes, other.boxes).enumerated().compactMap { node, pair in
      pair.1.flatMap { pair.0 == $0 ? nil : PageVariant.Box(node: node, box: $0) }
    }
  }
}

// What a device needs to lay the page out again: what nodes are laid out as, white space, natural sizes, texts without nodes,
// and what other rules make of the nodes. All is what the environments answered when layout's input was made.
extension PageEncoder {
  /// Fills the page's layout input.
  mutating func encodeLayoutInput(_ variants: PageVariants) {
    guard !layouts.isEmpty, !page.nodes.isEmpty else { return }
    page.layoutInput.isQuirky = layouts[0].tree.isQuirky
    page.layoutInput.hasLineHeightQuirk = layouts[0].tree.hasLineHeightQuirk
    page.layoutInput.isBuiltOnly = variants.isBuiltOnly
    page.layoutInput.scrollbarThickness = layouts[0].scrollbarThickness
    // A node that the first environment does not display has the answer of the first that does.
    var base = answers(ofLayout: 0)
    for index in layouts.indices.dropFirst() { base.complete(with: answers(ofLayout: index)) }
    page.layoutInput.boxes = base.boxes.map { $0 ?? PageBox() }
    page.layoutInput.spaces = spaces
    page.layoutInput.facts = rows(base.facts)
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
      let answers = answers(ofLayout: index)
      variant.boxes = base.differingBoxes(in: answers)
      variant.facts = rows(base.differingFacts(in: answers))
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
    facts.sorted { $0.key < $1.key }.map { PageFactRow(node: $0, bytes: page.encodeFacts($1)) }
  }

  // MARK: Answers

  /// What the environment of a layout answered of the page's nodes.
  private func answers(ofLayout number: Int) -> EnvironmentAnswers {
    let layout = layouts[number]
    var answers = EnvironmentAnswers(boxes: Array(repeating: nil, count: page.nodes.count))
    for (index, node) in nodeIndices.enumerated() where node >= 0 {
      let number = nodes.numbers[index]
      if number >= 0 { answers.boxes[Int(node)] = layout.boxes[Int(number)] }
    }
    for (origin, box) in layout.generatedBoxes {
      let node = Int(pageNode(of: origin))
      if node >= 0 { answers.boxes[node] = box }
    }
    for (origin, facts) in layout.facts {
      let node = Int(pageNode(of: origin))
      if node >= 0 { answers.facts[node] = facts }
    }
    return answers
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
