extension DiagnosticCode {
  /// The codes of layout, text, fonts and images.
  static let layout: [DiagnosticCode] = [
    approximateFont, unreadableFont, unreadableMetricsFile, unreadableImage, nestedTooDeep, layoutNotSupported,
    fontLeftWhole, noViewport, generatedContentLimit, treeLimit, lineLimit, paintingNotSupported,
    unknownFirstScreen, noFirstScreen,
  ]

  /// `<meta name="hybrid-first-screen">` has another value.
  public static let unknownFirstScreen = DiagnosticCode(
    3087, .warning, "an unknown first screen",
    """
    <meta name="hybrid-first-screen"> says whether hosts paint the page before a web view shows it. Its content is "none" \
    or "painted". Any other value is ignored, and the page is painted unless its first screen is empty before scripts run.
    """)

  /// Only scripts make the first screen of a page.
  public static let noFirstScreen = DiagnosticCode(
    3088, .note, "scripts make the first screen",
    """
    The page runs scripts, and before they run its first screen shows no text, no image and no control at any viewport: \
    an empty root for React or Vue, for example. The page file says so, and hosts wait for the web view. \
    <meta name="hybrid-first-screen" content="painted"> lets them paint the page all the same, and content="none" keeps \
    them from painting a page whose scripts move everything.
    """)

  /// Styles or elements ask of painting what the painter leaves out.
  public static let paintingNotSupported = DiagnosticCode(
    3086, .warning, "not painted",
    """
    The page asks for something that clients do not paint: <foreignObject>, filters whose primitives join several \
    inputs, functions of images other than gradients, patterns of thousands of tiles. The first screen, `hybrid picture` \
    and the preview show the page without it; a web view shows it. Reported once for each feature and page, at the first \
    element that asks.
    """)

  /// Rules generate more text than a page may hold.
  public static let generatedContentLimit = DiagnosticCode(
    3090, .error, "too much generated content",
    """
    The content of ::before, ::after and ::marker may have a million characters on a page, and two more for each byte of \
    the page's own text. What is generated beyond is left out of the layout. A rule with a long text matches many \
    elements: let it match fewer, or put the text into the page once.
    """)

  /// A page's tree is larger than layout takes.
  public static let treeLimit = DiagnosticCode(
    3091, .error, "too many nodes for a layout",
    """
    A page that is laid out may have 500,000 elements and texts. No phone would show more in time, and the build would \
    take more memory than machines have to spare. Spread the page over several, or load the data by script. Markup that \
    is not closed as it should be (<b> and <i> within tables and paragraphs in particular) may make many more elements \
    than it has tags: parse errors name such places.
    """)

  /// A page has more lines than layout takes.
  public static let lineLimit = DiagnosticCode(
    3102, .error, "too many lines of text",
    """
    The lines of a page may have 250,000 pieces at a viewport: texts and the spaces of tabs, and for each line the inline \
    boxes that go on from the line before. What is beyond is left out of the layout. Only a text that breaks at every character, \
    or has nothing but line breaks and tabs, makes so many of one page: give its box room, or spread it over several pages.
    """)

  /// Text was measured with a font of the build machine.
  public static let approximateFont = DiagnosticCode(
    3001, .warning, "text measured with a stand-in font",
    """
    The page does not ship this family and the configuration names no font or metrics file for it, so its text was \
    measured with a stand-in: metrics that are built into the tool, or a font of the build machine. The same holds for \
    text for which the site names no family at all. Devices may draw it with another font, so its lines are marked \
    approximate, and `fit` of the page is not exact. Declare the font with @font-face, or map the family to a font file \
    or a metrics file (hybrid fonts capture) under fonts in the configuration.
    """)

  /// A Web page does not say how wide it is.
  public static let noViewport = DiagnosticCode(
    3085, .warning, "no viewport width",
    """
    The page has no <meta name="viewport"> with a width or an initial-scale. Browsers of phones lay such a page out 980 \
    px wide and shrink it; the build lays it out as wide as the screen, and clients do not call its frames exact. Put \
    <meta name="viewport" content="width=device-width, initial-scale=1"> into the head.
    """)

  /// A font file of `@font-face` or of the configuration cannot be used.
  public static let unreadableFont = DiagnosticCode(
    3002, .warning, "font file cannot be read",
    """
    The file is not a TrueType, OpenType, WOFF or WOFF2 font, or it is damaged. Browsers skip it and take the next source \
    or family, and so does the build.
    """)

  /// A metrics file is wrong.
  public static let unreadableMetricsFile = DiagnosticCode(
    3003, .error, "metrics file cannot be read",
    """
    A metrics file is text that hybrid fonts capture writes: a first line of hybrid-font-metrics 1, then one measure, \
    advance or kerning pair a line. Capture it again.
    """)

  // 3004 was for fonts whose licence forbids subsetting, before `subsetFonts`: see 3008.

  /// An image's header cannot be read.
  public static let unreadableImage = DiagnosticCode(
    3005, .warning, "image size cannot be read",
    """
    The file is not in an image format that browsers show, its header is damaged, or an SVG file is not well-formed XML with an \
    svg element of SVG's namespace (xmlns="http://www.w3.org/2000/svg") as its root. The image is laid out as a broken \
    one, as browsers show it; mend or replace the file, or give the image width and height attributes.
    """)

  /// Elements are nested deeper than layout goes.
  public static let nestedTooDeep = DiagnosticCode(
    3006, .warning, "elements nested too deep",
    """
    Layout is recursive and goes to a depth of 1,024 elements; HTML pages are cut at 513 while they are read, as in \
    browsers. Deeper elements of XML and Token pages have no frames. Nest less.
    """)

  /// Styles ask of layout what it does not carry out.
  public static let layoutNotSupported = DiagnosticCode(
    3007, .warning, "not laid out",
    """
    The page's styles ask for a layout that the build does not carry out: zoom, vertical writing, columns, subgrids, \
    automatic hyphens, ruby, ::first-line, content-visibility: hidden, box-decoration-break: clone. Frames and lines \
    there are those without it, and differ from a browser's. Reported once for each feature and page, at the first \
    element that asks.
    """)

  /// A font that `subsetFonts` does not subset.
  public static let fontLeftWhole = DiagnosticCode(
    3008, .note, "font ships whole",
    """
    The configuration asks for fonts with only the characters that pages show (subsetFonts), but this one ships as it \
    is: its licence forbids subsetting, it has tables that a subset would lose, or something may show any text in it: \
    scripts, bindings of Token pages, what readers type. Where these show only known characters, name them as \
    subsetFonts (U+20-7E, U+A0-FF), or give the font's rules a unicode-range.
    """)
}
