extension DiagnosticCode {
  /// What `hybrid check --layout` finds between the smallest and the largest viewport.
  static let layoutLint: [DiagnosticCode] = [
    elementCollision, parentProtrusion, viewportProtrusion, elementWrapping, smallRange, textCut,
  ]

  /// Two elements cover each other at some widths.
  public static let elementCollision = DiagnosticCode(
    3092, .warning, "Elements collide",
    """
    Two elements that are beside each other at most widths cover each other at some widths. Readers cannot read or tap what is \
    covered. Give the row less content, let it wrap (`flex-wrap: wrap`), or change the layout with a media query at the widths \
    that the message names.
    """)

  /// An element leaves its parent at some widths.
  public static let parentProtrusion = DiagnosticCode(
    3093, .warning, "An element protrudes from its parent",
    """
    The element is within its parent's border box at most widths, and reaches beyond it at some widths. It then covers what \
    is beside the parent, or its text is outside of the background. Give it `max-width: 100%` or `min-width: 0`, or let its text \
    break (`overflow-wrap: anywhere`).
    """)

  /// An element leaves the screen at some widths.
  public static let viewportProtrusion = DiagnosticCode(
    3094, .warning, "The page scrolls sideways",
    """
    An element reaches beyond the right edge of the screen, so that the whole page scrolls sideways. Give images and \
    tables `max-width: 100%`, let long words break (`overflow-wrap: anywhere`), or scroll in the element itself (`overflow-x: auto`).
    """)

  /// An element of a row falls into the next line at some widths.
  public static let elementWrapping = DiagnosticCode(
    3095, .warning, "An element of a row wraps",
    """
    At some widths one element of a row has no room and is by itself below the others. Give the elements less width there, \
    let all of them wrap on purpose at one width, or change the layout with a media query.
    """)

  /// A layout that few widths have.
  public static let smallRange = DiagnosticCode(
    3096, .warning, "A layout holds for few widths",
    """
    At a few neighbouring widths the elements are arranged in another way than at the widths on either side. \
    Most often two media queries overlap, or leave a gap: `max-width: 600px` beside `min-width: 600px`. Write the second as \
    `min-width: 600.02px`, or use `width < 600px` and `width >= 600px`.
    """)

  /// Text that is cut off when the reader enlarges it.
  public static let textCut = DiagnosticCode(
    3097, .warning, "Enlarged text is cut",
    """
    With twice the text size that readers may set, lines of the text are outside of a box with `overflow: hidden` or `clip`, and nobody can \
    read them. Most often the box has a fixed height in px: use `min-height`, or a height in `em` or `rem`.
    """)
}
