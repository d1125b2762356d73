/// A state that changes while a page is shown. The raw values are stored.
public enum PageState: UInt8, Sendable, Hashable, CaseIterable {
  /// `:hover`: the pointer is over the node or a descendant.
  case hover = 1
  /// `:active`: the node or a descendant is pressed.
  case active = 2
  /// `:focus`.
  case focus = 3
  /// `:focus-visible`.
  case focusVisible = 4
  /// `:focus-within`: the node or a descendant has the focus.
  case focusWithin = 5
  /// `:target`: the URL's fragment names the node.
  case target = 6
  /// `:checked`: of a check box, radio button or option.
  case checked = 7
  /// `:open`: of `details` and dialogs.
  case open = 8
  /// `:disabled`; `:enabled` is its absence.
  case disabled = 9
  /// `:placeholder-shown`: of a text field.
  case placeholderShown = 10
  /// `:invalid`; `:valid` is its absence.
  case invalid = 11

  /// The name as selectors write it, without the colon.
  public var name: String {
    switch self {
    case .focusVisible: "focus-visible"
    case .focusWithin: "focus-within"
    case .placeholderShown: "placeholder-shown"
    default: "\(self)"
    }
  }
}

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
