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
  /// `:open`: of `details` and dialogs, where it is their `open` attribute too; `:popover-open` of popovers.
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
