import CSSValues

/// A state that changes while a page is shown: the same values that styles are resolved for.
public typealias PageState = ElementState

/// That a node's state is other than its markup says: that it is hovered, or that a box that was checked is so no more.
public struct PageStateCondition: Sendable, Hashable {
  /// The node whose state it is, which need not be the one whose style changes.
  public var node: Int
  /// The state.
  public var state: PageState

  /// A condition from its parts.
  public init(node: Int, state: PageState) {
    self.node = node
    self.state = state
  }
}

/// The styles of one node in states.
public struct PageNodeStates: Sendable, Hashable {
  /// A style for some of the conditions.
  public struct Row: Sendable, Hashable {
    /// The conditions that are needed: bit *n* is condition *n*.
    public var mask: UInt8
    /// The style.
    public var style: Int

    /// A row from its parts.
    public init(mask: UInt8, style: Int) {
      self.mask = mask
      self.style = style
    }
  }

  /// The node whose style changes.
  public var node: Int
  /// What its style depends on, at most eight.
  public var conditions: [PageStateCondition]
  /// By number of conditions.
  public var rows: [Row]

  /// States from their parts.
  public init(node: Int, conditions: [PageStateCondition], rows: [Row]) {
    self.node = node
    self.conditions = conditions
    self.rows = rows
  }

  /// The style when some of the conditions hold: that of the last row whose conditions all hold; `nil` is the style that
  /// the node has at rest.
  public func style(where holds: (PageStateCondition) -> Bool) -> Int? {
    var mask: UInt8 = 0
    for (index, condition) in conditions.enumerated() where index < 8 && holds(condition) { mask |= 1 << UInt8(index) }
    return rows.last { $0.mask & ~mask == 0 }?.style
  }
}
