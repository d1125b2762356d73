extension DiagnosticCode {
  /// The codes of XML, of Token pages' markup and of writing well-formed markup.
  static let markup: [DiagnosticCode] = [
    xmlNotWellFormed, xmlEntity, xmlNamespace, xmlLimit, lateEncodingDeclaration, markupMended, markupRoot,
    markupNotReadBack, markupName, markupReadOtherwise, unknownElement,
    pageNotMinified, sheetNotMinified, baseMissing, pageScriptSyntax,
  ]

  /// A document that XML's rules refuse.
  public static let xmlNotWellFormed = DiagnosticCode(
    1100, .error, "The document is not well-formed XML",
    """
    .xhtml pages, SVG files and the mended markup of Token pages are read by XML's rules, which know no recovery: every \
    element is closed, attributes are quoted, "&" and "<" are written as references. Mend the place that is named, or \
    name the page .html to have it read as HTML.
    """)

  /// An entity that is not expanded.
  public static let xmlEntity = DiagnosticCode(
    1101, .error, "An entity is not known",
    """
    Of entities only XML's own (&lt; &gt; &amp; &apos; &quot;), numbers (&#160;) and, behind an XHTML doctype, HTML's \
    names are read. Entities that a document declares itself are never expanded, and none is loaded from elsewhere. \
    Write the character itself.
    """)

  /// A prefix that is not declared.
  public static let xmlNamespace = DiagnosticCode(
    1102, .warning, "A namespace is not right",
    "A prefix is used that no xmlns attribute declares. Browsers refuse the whole document. Declare it on the root element."
  )

  /// A document beyond the bounds.
  public static let xmlLimit = DiagnosticCode(
    1103, .error, "An XML document is beyond the bounds",
    "At most 513 levels of elements, 2,000,000 nodes and 256 declared attributes are read. Split the document.")

  /// A `<meta charset>` that the prescan does not see.
  public static let lateEncodingDeclaration = DiagnosticCode(
    1104, .warning, "The encoding is declared late",
    """
    Browsers look for <meta charset> in the first 1,024 bytes. Where it comes later they begin with another encoding and \
    read the page a second time. Make it the first element of <head>.
    """)

  /// Markup of a Token page that was mended.
  public static let markupMended = DiagnosticCode(
    1110, .warning, "The markup was mended",
    """
    Token pages are read as they are written: every element but the void ones (meta, link, input and the like) is \
    closed by its own end tag or by "/>". An end tag without its element is dropped, and an element without its end tag \
    is closed where the element around it ends. Write the tags so that the tree is the one that is meant.
    """)

  /// Contents outside of the root element.
  public static let markupRoot = DiagnosticCode(
    1111, .warning, "Contents are outside of the html element",
    "They were moved into it. A Token page has one root, <html html-identify=\"Token\">.")

  /// The markup that was written does not give the same tree.
  public static let markupNotReadBack = DiagnosticCode(
    1120, .error, "The written markup does not give the same tree",
    """
    The page was written as well-formed markup, and libxml2 read another tree back. That is a fault of the tool: please \
    report it with the page.
    """)

  /// A name that XML cannot write.
  public static let markupName = DiagnosticCode(
    1121, .note, "A name cannot be written in XML",
    """
    Names such as "@click" and ":class" are names in HTML but not in XML. The packaged page keeps them, so that scripts \
    find them in a web view, and XML parsers refuse it. Where only XML reads the markup (hybrid inspect dom --format \
    xhtml) each such character is written as "U" and its six-digit number ("U000040click"), as the HTML standard's section \
    13.2.9 has it. Where both shall read the page, use the long form, such as "v-on:click".
    """)

  /// A tree that no markup of HTML gives.
  public static let markupReadOtherwise = DiagnosticCode(
    1122, .warning, "A web view reads the packaged page as another tree",
    """
    The page's tags are nested so that HTML's rules make a tree of them which no well-nested markup gives: a link within a \
    link around a table, a form within a form, <plaintext>, more levels than browsers keep. The frames are those of the \
    page as it was written; a web view that reads the packaged page sees another tree from the named element on, in which \
    links, forms and styles may differ. hybrid check notes the tags that are nested wrongly: close each element before \
    the one around it, and keep only rows and cells in tables.
    """)

  /// A name that no element of HTML, SVG or MathML has.
  public static let unknownElement = DiagnosticCode(
    1173, .warning, "An element is unknown",
    """
    HTML, SVG or MathML has no element of this name. Browsers show its contents as those of a `<span>`, and nothing that the \
    real element does happens. Most often the name is misspelt. Elements of your own have a hyphen in their names.
    """)

  /// A page looks otherwise without its white space and comments.
  public static let pageNotMinified = DiagnosticCode(
    1076, .warning, "A page is not minified",
    """
    With `minify`, every page is laid out again as it would be packed. Here a frame, a style, a line of text or the order of painting \
    differs, so the page is packed as it is written. Most often a script or a rule asks for white space or comments. Leave a part of the \
    page as it is with `data-hybrid-minify="false"`.
    """)

  /// A style sheet stays as it is.
  public static let sheetNotMinified = DiagnosticCode(
    1077, .warning, "A style sheet is not minified",
    """
    With `minify`, a style sheet is written shorter only where it is certain to say the same: its brackets, strings and comments are \
    closed, it is UTF-8, and the shorter text is read back as the same rules, conditions and values. This sheet is packed as it is \
    written. Mend what the message names.
    """)

  /// A script of a Web page that no engine can read.
  public static let pageScriptSyntax = DiagnosticCode(
    1079, .warning, "A script of a Web page has a syntax error",
    """
    Browsers run nothing of a script with such an error; the rest of the page works. The check reports what is certainly wrong: \
    brackets, texts, templates, comments and regular expressions that are not closed, characters that no script has, operators \
    without a value. A browser may find more. Scripts in other languages, such as `type="text/babel"`, are not checked.
    """)

  /// A site that was made for a path of a host, without `base`.
  public static let baseMissing = DiagnosticCode(
    1078, .error, "References begin with a path that the site lacks",
    """
    Most references that name no file begin with the same folder, and without it they name files of the site. So the site was made for a \
    path of a host, as Hugo's `baseURL`, Jekyll's `baseurl`, Vite's `base` and GitHub Pages ask for. Set `"base": "/blog/"` in \
    hybrid.json, or make the site again for the host's root.
    """)
}
