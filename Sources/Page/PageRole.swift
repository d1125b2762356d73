/// What layout must know about an element beyond its style. The raw values are stored.
public enum PageRole: UInt8, Sendable, CaseIterable {
  case generic = 0
  /// `<br>`.
  case lineBreak = 1
  /// `<wbr>`.
  case wordBreakOpportunity = 2
  /// Content with a natural size: images, videos, canvases, `<svg>`, iframes, checkboxes.
  case replaced = 3
  /// `<button>` and button-like inputs: content is centred vertically.
  case button = 4
  /// A single-line text field.
  case textField = 5
  /// `<textarea>`, and a `<select>` that lists its options.
  case textArea = 6
  /// A drop-down `<select>`: the shown option's text is in it, and it is as wide as its widest option.
  case select = 7
  case fieldset = 8
  case legend = 9
  case details = 10
  /// The generated box of `::marker`; its style's `list-style-position` says where it goes.
  case listMarker = 11
  /// `<table>`, for quirks.
  case table = 12
  /// `<body>` and `<html>`, for quirks and for overflow's propagation to the viewport.
  case body = 13
  case root = 14
  /// A marker whose sign the browser draws: `disc`, `circle`, `square`. Its text stands for the sign.
  case bulletMarker = 15
  /// A marker whose sign the browser draws: `disclosure-open`, `disclosure-closed`.
  case disclosureMarker = 16
  /// In quirks mode, a generic element whose upper and lower margins are the user agent's, as a `<p>` has them.
  case defaultMargins = 17
  /// The same with only the upper margin.
  case defaultUpperMargin = 18
  /// The same with only the lower margin.
  case defaultLowerMargin = 19
  /// An image that cannot be shown: a block or inline block of a sign and words. Of an inline one `width` and `height` do not count.
  case brokenImage = 20
  /// An element inside of `<svg>`, which makes no box. Page files never hold it: it follows from the tree.
  case graphic = 255

  /// The role of a stored value; generic where a page file cannot hold it.
  public init(stored value: UInt8) {
    let role = PageRole(rawValue: value) ?? .generic
    self = role == .graphic ? .generic : role
  }

  /// Whether this is the generated box of `::marker`.
  public var isMarker: Bool { self == .listMarker || self == .bulletMarker || self == .disclosureMarker }
}
