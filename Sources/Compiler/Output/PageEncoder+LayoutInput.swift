import CSSValues
import HTML
import Layout
import PageFormat

// What a device needs to lay the page out again: roles, white space, natural sizes, texts without nodes, and what other
// rules make of the nodes.
extension PageEncoder {
  /// Fills the page's layout input; call it after the layouts were encoded.
  mutating func encodeLayoutInput(_ variants: PageVariants) {
    guard !layouts.isEmpty, !page.nodes.isEmpty else { return }
    page.layoutInput.isQuirky = layouts[0].tree.isQuirky
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
      variant.hasOwnPseudoStyles = !areSame(pseudoStyles, page.pseudoStyles) { left, right in
        left == right
          || !variants.isBuiltOnly && page.rule(ofStyle: left) == page.rule(ofStyle: right)
      }
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

  private func roles() -> [PageLayoutRole] {
    var roles = [PageLayoutRole](repeating: .generic, count: page.nodes.count)
    for layout in layouts {
      for (index, origin) in layout.origins.enumerated() where layout.tree.nodes[index].role != .generic {
        let node = pageNode(of: origin)
        if case .anonymous = origin { continue }
        if node >= 0 { roles[Int(node)] = Self.role(layout.tree.nodes[index].role) }
      }
    }
    return roles
  }

  private static func role(_ role: StyledTree.Role) -> PageLayoutRole {
    switch role {
    case .generic: .generic
    case .lineBreak: .lineBreak
    case .wordBreakOpportunity: .wordBreakOpportunity
    case .replaced: .replaced
    case .button: .button
    case .textField: .textField
    case .textArea: .textArea
    case .select: .select
    case .fieldset: .fieldset
    case .legend: .legend
    case .details: .details
    case .listMarker: .listMarker
    case .bulletMarker: .bulletMarker
    case .disclosureMarker: .disclosureMarker
    case .table: .table
    case .body: .body
    case .root: .root
    case .graphic: .generic
    }
  }

  /// A layout's tree by nodes of the page: which are in it, and their facts.
  private func facts(of layout: ViewportLayout) -> (contains: [Bool], facts: [Int: [PageLayoutFact]]) {
    let tree = layout.tree
    var contains = [Bool](repeating: false, count: page.nodes.count)
    var facts: [Int: [PageLayoutFact]] = [:]
    for (index, origin) in layout.origins.enumerated() {
      let record = tree.nodes[index]
      if case .anonymous = origin {
        // A device makes the copies of `<use>` itself.
        if record.role == .graphic || tree.nodes[Int(record.parent)].role == .graphic { continue }
        let owner = Int(pageNode(of: layout.origins[Int(record.parent)]))
        guard owner >= 0 else { continue }
        if record.kind == .text {
          let range = Int(record.textStart)..<Int(record.textStart + record.textLength)
          facts[owner, default: []].append(.text(String(decoding: tree.text[range], as: UTF16.self)))
        } else if record.role == .replaced, tree.replaced.indices.contains(Int(record.detail)) {
          facts[owner, default: []].append(.image(Self.size(tree.replaced[Int(record.detail)])))
        }
        continue
      }
      let node = Int(pageNode(of: origin))
      guard node >= 0 else { continue }
      contains[node] = true
      guard record.kind == .element, record.detail >= 0 else { continue }
      facts[node, default: []].append(contentsOf: Self.detail(record, tree))
    }
    return (contains, facts)
  }

  private static func detail(_ node: StyledTree.Node, _ tree: StyledTree) -> [PageLayoutFact] {
    let detail = Int(node.detail)
    switch node.role {
    case .graphic: return []
    case .replaced: return tree.replaced.indices.contains(detail) ? [.naturalSize(size(tree.replaced[detail]))] : []
    case .select:
      guard tree.selectOptions.indices.contains(detail) else { return [] }
      return tree.selectOptions[detail].map { range in
        .option(String(decoding: tree.text[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF16.self))
      }
    case .textField, .textArea:
      guard tree.textControls.indices.contains(detail) else { return [] }
      return [.textControl(columns: tree.textControls[detail].columns, rows: tree.textControls[detail].rows)]
    default:
      guard tree.tableSpans.indices.contains(detail) else { return [] }
      let span = tree.tableSpans[detail]
      return span.columns == 1 && span.rows == 1 ? [] : [.tableSpan(columns: span.columns, rows: span.rows)]
    }
  }

  private static func size(_ content: StyledTree.ReplacedContent) -> PageNaturalSize {
    PageNaturalSize(
      width: content.naturalWidth, height: content.naturalHeight, ratio: content.naturalRatio,
      baselineInset: content.baselineInset)
  }

  /// Marks what no tree holds though its parent is in one and its style would show it.
  private mutating func markLeftOut(_ trees: [(contains: [Bool], facts: [Int: [PageLayoutFact]])]) {
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
