import HTML

/// A state that changes while a page is shown. The raw values are stored in page files.
public enum ElementState: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  /// `:hover`: the pointer is over the element or a descendant.
  case hover = 1
  /// `:active`: the element or a descendant is pressed.
  case active = 2
  /// `:focus`.
  case focus = 3
  /// `:focus-visible`.
  case focusVisible = 4
  /// `:focus-within`: the element or a descendant has the focus.
  case focusWithin = 5
  /// `:target`: the URL's fragment names the element.
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

  public static func < (left: ElementState, right: ElementState) -> Bool { left.rawValue < right.rawValue }
}

/// A state of an element that is not as the markup has it: hovered, or a check box that was checked and is no more.
public struct StateCondition: Hashable, Sendable {
  /// Whose state it is: the element itself, an ancestor or another one (`input:checked ~ label`).
  public var node: NodeID
  /// The state.
  public var state: ElementState
}

/// The styles that an element has in states.
public struct StateStyles: Hashable, Sendable {
  /// A style for some of the conditions.
  public struct Row: Hashable, Sendable {
    /// The conditions that are needed: bit *n* is condition *n*.
    public var mask: UInt8
    /// The style's index in ``ResolvedStyles/styles``.
    public var style: UInt32
  }

  /// What the style depends on, at most eight.
  public var conditions: [StateCondition]
  /// By number of conditions. Of the rows whose conditions all hold, the last one's style counts; without one the element
  /// has its style at rest.
  public var rows: [Row]
}
