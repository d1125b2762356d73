extension DiagnosticCode {
  /// What `hybrid check --layout` finds between the smallest and the largest viewport.
  static let layoutLint: [DiagnosticCode] = [
    elementCollision, parentProtrusion, viewportProtrusion, elementWrapping, smallRange, textCut,
    coveredByBar, anchorUnderBar, barInUnsafeArea, swappedFont,
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
    The element is inside its parent's border box at most widths, and protrudes at some. It then covers what is beside \
    the parent, or its text leaves the background. Give it `max-width: 100%` or `min-width: 0`, or let its text break \
    (`overflow-wrap: anywhere`).
    """)

  /// An element leaves the screen at some widths.
  public static let viewportProtrusion = DiagnosticCode(
    3094, .warning, "The page scrolls sideways",
    """
    An element reaches beyond the right edge of the screen, and the whole page scrolls sideways. Give images and tables \
    `max-width: 100%`, let long words break (`overflow-wrap: anywhere`), or let the element itself scroll (`overflow-x: \
    auto`).
    """)

  /// An element of a row falls into the next line at some widths.
  public static let elementWrapping = DiagnosticCode(
    3095, .warning, "An element of a row wraps",
    """
    At some widths, one element of a row has no room and moves below the others. Make the elements narrower there, let \
    all of them wrap on purpose at one width, or change the layout with a media query.
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
    At twice the text size, which readers may set, a box with `overflow: hidden` or `clip` cuts lines of its text, and \
    nobody can read them. Most often the box has a fixed height in px: use `min-height`, or a height in `em` or `rem`.
    """)

  /// A fixed bar covers what nobody can scroll out.
  public static let coveredByBar = DiagnosticCode(
    3098, .warning, "A fixed bar covers the page's start or end",
    """
    A bar with `position: fixed` covers words or controls at the start or the end of the page. Readers cannot scroll \
    further, so they never see them. Give the body a padding as high as the bar, or use `position: sticky`, which takes \
    up room in the page.
    """)

  /// Links lead under a fixed bar.
  public static let anchorUnderBar = DiagnosticCode(
    3099, .warning, "Links within the page end under a bar",
    """
    A link within the page scrolls its target to the upper edge of the screen, where a fixed or sticky bar covers it. Write \
    `scroll-padding-top` on `html`, or `scroll-margin-top` on the targets, as high as the bar.
    """)

  /// A bar does not keep clear of the notch or the home indicator.
  public static let barInUnsafeArea = DiagnosticCode(
    3100, .warning, "A bar is under the notch or the home indicator",
    """
    The page asks for the whole screen (`viewport-fit=cover`), and a fixed bar at its edge does not keep clear of the parts that a notch or \
    the home indicator covers: 47 px above and 34 px below on a common phone. Add `env(safe-area-inset-top)` or \
    `env(safe-area-inset-bottom)` to the bar's padding.
    """)

  /// A font that arrives late moves what readers see.
  public static let swappedFont = DiagnosticCode(
    3101, .warning, "A late font moves the page",
    """
    With `font-display: swap` or `fallback`, text appears in the next family until the font is loaded. The two take up \
    different space: lines break elsewhere, or everything below moves while somebody reads. Give the next family \
    `size-adjust` and `ascent-override` that match the font, or write `font-display: optional`.
    """)
}
