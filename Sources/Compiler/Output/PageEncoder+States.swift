import HTML
import PageFormat
import Style

// The styles of nodes in states such as `:hover`, which clients look up by the states that they know.
extension PageEncoder {
  /// The states of a layout's nodes, by node of the page.
  mutating func states(ofLayout layout: Int) -> [PageNodeStates] {
    let places = layouts[layout].styles.states.map { (node: pageNode(of: $0), styles: $1) }.filter { $0.node >= 0 }
    var states: [PageNodeStates] = []
    // In the order of the nodes: styles are numbered as they are met.
    for (node, styles) in places.sorted(by: { $0.node < $1.node }) {
      guard let conditions = self.conditions(of: styles) else { continue }
      var rows: [PageNodeStates.Row] = []
      for row in styles.rows {
        guard let style = styleNumber(Int32(row.style), inLayout: layout) else { continue }
        rows.append(PageNodeStates.Row(mask: row.mask, style: style))
      }
      if !rows.isEmpty { states.append(PageNodeStates(node: Int(node), conditions: conditions, rows: rows)) }
    }
    return states
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
