/// The pseudo-classes without arguments.
public enum PseudoClass: UInt8, Sendable, CaseIterable {
  // Tree (Selectors 4, 14).
  case root, scope, empty, firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
  // Links (8).
  case link, visited, anyLink, target
  // User action (10).
  case hover, active, focus, focusVisible, focusWithin
  // Input (12).
  case enabled, disabled, readOnly, readWrite, placeholderShown, `default`, checked, indeterminate
  case valid, invalid, inRange, outOfRange, required, optional, userValid, userInvalid, autofill
  // Elements' states.
  case defined, open, modal, popoverOpen, fullscreen, pictureInPicture
  /// What never holds in a document that nothing has happened to yet.
  case never
  /// `:host` outside a shadow tree.
  case host

  /// The pseudo-class of a name in lower case, or `nil` where there is none of that name without arguments.
  static func named(_ name: String) -> PseudoClass? { table[name] }

  private static let table: [String: PseudoClass] = [
    "root": .root, "scope": .scope, "empty": .empty, "first-child": .firstChild, "last-child": .lastChild,
    "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType,
    "only-of-type": .onlyOfType, "link": .link, "visited": .visited, "any-link": .anyLink,
    "-webkit-any-link": .anyLink, "target": .target, "hover": .hover, "active": .active, "focus": .focus,
    "focus-visible": .focusVisible, "focus-within": .focusWithin, "enabled": .enabled, "disabled": .disabled,
    "read-only": .readOnly, "read-write": .readWrite, "placeholder-shown": .placeholderShown, "default": .default,
    "checked": .checked, "indeterminate": .indeterminate, "valid": .valid, "invalid": .invalid,
    "in-range": .inRange, "out-of-range": .outOfRange, "required": .required, "optional": .optional,
    "user-valid": .userValid, "user-invalid": .userInvalid, "autofill": .autofill, "-webkit-autofill": .autofill,
    "defined": .defined, "open": .open, "modal": .modal, "popover-open": .popoverOpen, "fullscreen": .fullscreen,
    "-webkit-full-screen": .fullscreen, "picture-in-picture": .pictureInPicture, "host": .host,
    // What browsers parse and a page at rest never shows.
    "past": .never, "future": .never, "current": .never, "-webkit-drag": .never, "window-inactive": .never,
    "-webkit-full-page-media": .never, "-webkit-full-screen-ancestor": .never,
    "-webkit-autofill-strong-password": .never,
    "xr-overlay": .never, "active-view-transition": .never, "paused": .never, "target-current": .never,
    "target-before": .never, "target-after": .never,
  ]

  /// The states of a scrollbar's parts, allowed only after `::-webkit-scrollbar` and its kin.
  static let scrollbarStates: Set<String> = [
    "horizontal", "vertical", "start", "end", "increment", "decrement", "double-button", "single-button", "no-button",
    "corner-present", "window-inactive",
  ]

  /// The states that a selector with it depends on, or none.
  var dynamicStates: DynamicStates {
    switch self {
    case .hover: .hover
    case .active: .active
    case .focus: .focus
    case .focusVisible: .focusVisible
    case .focusWithin: .focusWithin
    case .target: .target
    case .checked: .checked
    case .open, .popoverOpen: .open
    case .enabled, .disabled: .disabled
    case .placeholderShown: .placeholderShown
    case .valid, .invalid: .invalid
    default: []
    }
  }
}

/// The states that a person or a script gives an element. Pages are compiled at rest; a selector that names one of these
/// may come to match later, or no more.
public struct DynamicStates: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `:hover`.
  public static let hover = DynamicStates(rawValue: 1)
  /// `:active`.
  public static let active = DynamicStates(rawValue: 2)
  /// `:focus`.
  public static let focus = DynamicStates(rawValue: 4)
  /// `:focus-visible`.
  public static let focusVisible = DynamicStates(rawValue: 8)
  /// `:focus-within`.
  public static let focusWithin = DynamicStates(rawValue: 16)
  /// `:target`.
  public static let target = DynamicStates(rawValue: 32)
  /// Check boxes, radio buttons and options.
  public static let checked = DynamicStates(rawValue: 64)
  /// `details`, dialogs and popovers.
  public static let open = DynamicStates(rawValue: 128)
  /// Form controls: `:disabled`, `:enabled`.
  public static let disabled = DynamicStates(rawValue: 256)
  /// Text fields: whether they are empty.
  public static let placeholderShown = DynamicStates(rawValue: 512)
  /// Form controls: `:valid`, `:invalid`.
  public static let invalid = DynamicStates(rawValue: 1024)
}
