/// What a platform makes a view of.
public enum HostViewKind: String, Hashable, Sendable, CaseIterable {
  /// Draws its background, border, image and lines of text, and holds other views.
  case box
  /// Scrolls what is in it.
  case scroller
  /// A field of one line.
  case field
  /// A field to search with.
  case search
  /// A field of several lines.
  case area
  /// On or off.
  case toggle
  /// A number between two others.
  case slider
  /// One of a few titles, side by side.
  case segment
  /// One of many titles, one below the other.
  case picker
  /// Drawn as a box, and pressed.
  case button
  /// Another page, in a web view.
  case web

  /// The kind for a component of the dialect; the app's own are boxes, except `slider`, which the dialect lacks.
  public init(component: String) {
    switch component {
    case "scrollView", "table": self = .scroller
    case "input": self = .field
    case "searchBar": self = .search
    case "textArea": self = .area
    case "switch": self = .toggle
    case "slider": self = .slider
    case "segment": self = .segment
    case "picker": self = .picker
    case "button", "navItem": self = .button
    case "webView": self = .web
    default: self = .box
    }
  }

  /// Whether a reader can type into it.
  public var takesText: Bool { self == .field || self == .search || self == .area }

  /// Whether the platform's own control takes taps on it.
  public var takesTaps: Bool { self != .box && self != .scroller }
}
