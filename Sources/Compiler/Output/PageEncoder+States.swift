import HTML
import PageFormat
import Style

// The styles of nodes in states such as `:hover`, which clients look up by the states that they know.
extension PageEncoder {
  /// The states of a layout's nodes, by node of the page.
  mutating func states(ofLayout layout: Int) -> [PageNodeStates] {
    let places = layouts[layout].styles.states.map { (node: pageNode(of: $0), styles: $1) }.filter { $0.node >= 0 }
    // In the order of the nodes: styles are numbered as they are met.
    return places.sorted { $0.node < $1.node }.compactMap { node, styles in
      guard let conditions = self.conditions(of: styles) else { return nil }
      let rows = styles.rows.compactMap { row in
        styleNumber(Int32(row.style), inLayout: layout).map { PageNodeStates.Row(mask: row.mask, style: $0) }
      }
      return rows.isEmpty ? nil : PageNodeStates(node: Int(node), conditions: conditions, rows: rows)
    }
  }

  /// The conditions of states by nodes of the page; `nil` where one is of what the page leaves out.
  func conditions(of styles: StateStyles) -> [PageStateCondition]? {
    var conditions: [PageStateCondition] = []
    for condition in styles.conditions {
      let owner = pageNode(of: .node(condition.node))
      guard owner >= 0, let state = PageState(rawValue: condition.state.rawValue) else { return nil }
      conditions.append(PageStateCondition(node: Int(owner), state: state))
    }
    return conditions
  }
}
