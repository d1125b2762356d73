extension DiagnosticCode {
  /// The codes of layout, text, fonts and images.
  static let layout: [DiagnosticCode] = [
    approximateFont, unreadableFont, unreadableMetricsFile, unreadableImage, nestedTooDeep, layoutNotSupported,
    fontLeftWhole, noViewport, generatedContentLimit, treeLimit, lineLimit, valueLimit, paintingNotSupported,
    unknownFirstScreen, noFirstScreen, unreadableDictionary,
  ]

  /// `<meta name="hybrid-first-screen">` has another value.
  public static let unknownFirstScreen = DiagnosticCode(
    3087, .warning, "an unknown first screen",
    """
    `<meta name="hybrid-first-screen">` says whether hosts paint the page before a web view shows it. Its content is `none` \
    or `painted`. Any other value is ignored, and the page is painted unless its first screen is empty before scripts run.
    """)

  /// Only scripts make the first screen of a page.
  public static let noFirstScreen = DiagnosticCode(
    3088, .note, "scripts make the first screen",
    """
    The page runs scripts. Before they run, its first screen shows no text, no image and no control at any viewport: an \
    empty root for React or Vue, for example. The page file records this, and hosts wait for the web view. `<meta \
    name="hybrid-first-screen" content="painted">` lets them paint the page anyway. Use `content="none"` for a page whose \
    scripts move everything: hosts then do not paint it.
    """)

  /// Styles or elements ask of painting what the painter leaves out.
  public static let paintingNotSupported = DiagnosticCode(
    3086, .warning, "not painted",
    """
    The page uses something that clients do not paint: `<foreignObject>`, the page in an `<iframe>`, styled buttons of \
    file fields, perspective, filters whose primitives join several inputs, functions of images other than gradients, or \
    patterns of thousands of tiles. The first screen, `hybrid picture` and \
    the preview show the page without it; a web view shows it. It is reported once for each feature and page, at the \
    first element that uses it.
    """)

  /// Rules generate more text than a page may hold.
  public static let generatedContentLimit = DiagnosticCode(
    3090, .error, "too much generated content",
    """
    The content of ::before, ::after and ::marker may have a million characters on a page, and two more for each byte of \
    the page's own text. Layout leaves out the rest. Most often a rule with a long text matches many elements: let it \
    match fewer, or put the text into the page once.
    """)

  /// A page's tree is larger than layout takes.
  public static let treeLimit = DiagnosticCode(
    3091, .error, "too many nodes for a layout",
    """
    A page may have at most 500,000 elements and texts for layout, 60,000 form controls and options, and 2,000 languages. A phone would take too long to show \
    more, and the build would need too much memory. Split the page, or load the data with scripts. Unclosed markup, in particular `<b>` \
    and `<i>` within tables and paragraphs, may create many more elements than it has tags. Parse errors name such places.
    """)

  /// A page has more lines than layout takes.
  public static let lineLimit = DiagnosticCode(
    3102, .error, "too many lines of text",
    """
    The lines of a page may have 180,000 pieces at a viewport: texts and the spaces of tabs, and for each line the inline \
    boxes that go on from the line before. Two boxes count as a piece, and each inline box and each block with lines as one \
    more. So a page may have 60,000 short paragraphs or 50,000 cells of tables. A page whose files have more than 1 MB may \
    have 18 more pieces for each 100 bytes, up to 1,000,000. A block counts once for each inline box around it, and text \
    behind it three times. A box that columns break has a piece in each. A page with more is not built: a phone would \
    take too long to show it, and the build would need too much memory. Spread it over several pages. Where a text breaks at every character, give its box room.
    """)

  /// The values of styles have more parts than layout takes.
  public static let valueLimit = DiagnosticCode(
    3103, .error, "values with too many parts",
    """
    Lists such as transforms, shadows, gradients, counters and the arguments of `min()` have parts. A value of more than 64 \
    parts costs time for each box that has it. Counted for each element and generated box, such values may have 3,000,000 \
    parts in all at a viewport. Two characters of a string are a part, but not those of `content`. A page with more is not \
    built. Shorten the list, or apply it to fewer elements. The message names the element with the most.
    """)

  /// Text was measured with a font of the build machine.
  public static let approximateFont = DiagnosticCode(
    3001, .warning, "text measured with a stand-in font",
    """
    The page does not ship this family, and the configuration names no font or metrics file for it. Its text was \
    measured with a stand-in: metrics that are built into the tool, or a font of the build machine. The same applies to \
    text for which the site names no family at all. Devices may use another font, so its lines are marked approximate, \
    and `fit` of the page is not exact. Declare the font with `@font-face`, or map the family to a font file or a metrics \
    file (hybrid fonts capture) under fonts in the configuration.
    """)

  /// A Web page does not say how wide it is.
  public static let noViewport = DiagnosticCode(
    3085, .warning, "no viewport width",
    """
    The page has no `<meta name="viewport">` with a width or an initial-scale. Browsers of phones lay such a page out 980 \
    px wide and shrink it. The build lays it out as wide as the screen, and clients do not treat its frames as exact. \
    Put `<meta name="viewport" content="width=device-width, initial-scale=1">` into the head.
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
    `hybrid fonts capture` writes metrics files as text. The first line is “hybrid-font-metrics 1”; each of the others \
    has one measure, advance or kerning pair. Capture the file again.
    """)

  /// A hyphenation dictionary is wrong.
  public static let unreadableDictionary = DiagnosticCode(
    3009, .error, "hyphenation dictionary cannot be read",
    """
    The configuration's `hyphenation` names dictionaries as LibreOffice has them (`hyph_*.dic`): the first line is the \
    encoding (`UTF-8`, `ISO8859-1` or `ISO8859-15`), each of the others one pattern. Write the dictionary in one of these \
    encodings, or leave the language out.
    """)

  // 3004 was for fonts whose licence forbids subsetting, before `subsetFonts`: see 3008.

  /// An image's header cannot be read.
  public static let unreadableImage = DiagnosticCode(
    3005, .warning, "image size cannot be read",
    """
    The file is in no image format that browsers show, its header is damaged, or it is an invalid SVG file. SVG is \
    well-formed XML with an svg element of SVG's namespace (`xmlns="http://www.w3.org/2000/svg"`) as its root. The image \
    is laid out as a broken one, as in browsers. Repair or replace the file, or give the image width and height \
    attributes.
    """)

  /// Elements are nested deeper than layout goes.
  public static let nestedTooDeep = DiagnosticCode(
    3006, .warning, "elements nested too deep",
    """
    Layout supports a depth of 1,024 elements. HTML pages are cut at 513 while they are parsed, as in browsers. Deeper \
    elements of XML and Token pages have no frames. Nest less.
    """)

  /// Styles ask of layout what it does not carry out.
  public static let layoutNotSupported = DiagnosticCode(
    3007, .warning, "not laid out",
    """
    The page's styles use a layout that the build does not support: vertical writing, automatic hyphens without a dictionary, \
    ruby, content-visibility: hidden, box-decoration-break: clone in columns. Frames and lines are computed without \
    it there, and differ from a browser's. It is reported once for each declaration of a style sheet, \
    with the first element that has it, or else at the first element of the page that uses it.
    """)

  /// A font that `subsetFonts` does not subset.
  public static let fontLeftWhole = DiagnosticCode(
    3008, .note, "font ships whole",
    """
    The configuration asks for fonts with only the characters that pages show (subsetFonts), but this one ships \
    unchanged. Its licence forbids subsetting, it has tables that a subset would lose, or any text may appear in it: \
    from scripts, from bindings of Token pages, or from what readers type. Where these show only known characters, list \
    them as subsetFonts (U+20-7E, U+A0-FF), or give the font's rules a unicode-range.
    """)
}
