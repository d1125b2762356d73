extension DiagnosticCode {
  /// The codes of XML, of Token pages' markup and of writing well-formed markup.
  static let markup: [DiagnosticCode] = [
    xmlNotWellFormed, xmlEntity, xmlNamespace, xmlLimit, lateEncodingDeclaration, markupMended, markupRoot,
    markupNotReadBack, markupName, markupReadOtherwise, baseTooLong, unknownElement,
    pageNotMinified, sheetNotMinified, baseMissing, pageScriptSyntax,
  ]

  /// A document that XML's rules refuse.
  public static let xmlNotWellFormed = DiagnosticCode(
    1100, .error, "The document is not well-formed XML",
    """
    .xhtml pages, SVG files and the repaired markup of Token pages are parsed as XML, which recovers from no error. \
    Close every element, quote attributes, and write `&` and `<` as references. Repair the place that is named, or name \
    the page .html to have it parsed as HTML.
    """)

  /// An entity that is not expanded.
  public static let xmlEntity = DiagnosticCode(
    1101, .error, "An entity is not known",
    """
    The known entities are XML's own (`&lt;` `&gt;` `&amp;` `&apos;` `&quot;`), numbers (`&#160;`) and, after an XHTML doctype, \
    HTML's names. Entities that a document declares itself are never expanded, and none is loaded from elsewhere. Write \
    the character itself.
    """)

  /// A prefix that is not declared.
  public static let xmlNamespace = DiagnosticCode(
    1102, .warning, "A namespace is not right",
    """
    No xmlns attribute declares the prefix. Browsers refuse the whole document. Declare it on the root element.
    """
  )

  /// A document beyond the bounds.
  public static let xmlLimit = DiagnosticCode(
    1103, .error, "An XML document is beyond the bounds",
    """
    The limits are 513 levels of elements, 2,000,000 nodes and 256 declared attributes. Split the document.
    """)

  /// A `<meta charset>` that the prescan does not see.
  public static let lateEncodingDeclaration = DiagnosticCode(
    1104, .warning, "The encoding is declared late",
    """
    Browsers look for `<meta charset>` in the first 1,024 bytes. If it comes later, they begin with another encoding and \
    parse the page a second time. Make it the first element of `<head>`.
    """)

  /// Markup of a Token page that was mended.
  public static let markupMended = DiagnosticCode(
    1110, .warning, "The markup was mended",
    """
    Token pages are parsed as they are written: every element but the void ones (meta, link, input and so on) is closed \
    by its own end tag or by `/>`. An end tag without its element is dropped. An element without its end tag is closed \
    where the element around it ends. Write the tags of the tree that you mean.
    """)

  /// Contents outside of the root element.
  public static let markupRoot = DiagnosticCode(
    1111, .warning, "Contents are outside of the html element",
    "They were moved into it. A Token page has one root, `<html html-identify=\"Token\">`.")

  /// The markup that was written does not give the same tree.
  public static let markupNotReadBack = DiagnosticCode(
    1120, .error, "The written markup does not give the same tree",
    """
    The page was written as well-formed markup, but libxml2 parsed another tree from it. This is a bug of the tool: \
    please report it with the page.
    """)

  /// A name that XML cannot write.
  public static let markupName = DiagnosticCode(
    1121, .note, "A name cannot be written in XML",
    """
    Names such as `@click` and `:class` are valid in HTML but not in XML. The packaged page keeps them for scripts in a \
    web view, and XML parsers refuse it. `hybrid inspect dom --format xhtml` writes each such character as `U` and its \
    six-digit number (`U000040click`), as section 13.2.9 of the HTML standard says. For a page that both must parse, use \
    the long form, such as `v-on:click`.
    """)

  /// A tree that no markup of HTML gives.
  public static let markupReadOtherwise = DiagnosticCode(
    1122, .warning, "A web view reads the packaged page as another tree",
    """
    HTML's rules make a tree of the page's tags that no well-nested markup gives. Examples are a link within a link \
    around a table, a form within a form, `<plaintext>`, and more levels than browsers keep. The frames are those of the \
    page as it was written. A web view that parses the packaged page sees another tree from the named element on: links, \
    forms and styles may differ there. `hybrid check` reports the tags that are nested incorrectly. Close each element \
    before the one around it, and keep only rows and cells in tables.
    """)

  /// A base URL that is long for the page's size.
  public static let baseTooLong = DiagnosticCode(
    1123, .error, "A base URL is too long",
    """
    The URLs of a page count from its `<base href>`, so that each may be as long. The length of the base, once for each element \
    and text of the page, may be 20 million bytes in all. The build leaves out the base. Shorten it.
    """)

  /// A name that no element of HTML, SVG or MathML has.
  public static let unknownElement = DiagnosticCode(
    1173, .warning, "An element is unknown",
    """
    HTML, SVG and MathML have no element of this name. Browsers show its contents as those of a `<span>`, without what \
    the real element does. Most often the name is misspelt. The names of your own elements need a hyphen.
    """)

  /// A page looks otherwise without its white space and comments.
  public static let pageNotMinified = DiagnosticCode(
    1076, .warning, "A page is not minified",
    """
    With `minify`, the build lays out every page again as it would be packed. Here a frame, a style, a line of text or \
    the order of painting differs, so the page is packed as it is written. Most often a script or a rule depends on \
    white space or comments. Keep a part of the page unchanged with `data-hybrid-minify="false"`.
    """)

  /// A style sheet stays as it is.
  public static let sheetNotMinified = DiagnosticCode(
    1077, .warning, "A style sheet is not minified",
    """
    `minify` shortens a style sheet only where the result certainly means the same. Its brackets, strings and comments \
    are closed, it is UTF-8, and the shorter text is parsed as the same rules, conditions and values. This sheet is \
    packed as it is written. Correct what the message names.
    """)

  /// A script of a Web page that no engine can read.
  public static let pageScriptSyntax = DiagnosticCode(
    1079, .warning, "A script of a Web page has a syntax error",
    """
    Browsers run nothing of a script with such an error; the rest of the page works. The check reports only what is \
    certainly wrong. That is unclosed brackets, texts, templates, comments and regular expressions, invalid characters, \
    and operators without a value. A browser may find more. Scripts in other languages, such as `type="text/babel"`, are \
    not checked.
    """)

  /// A site that was made for a path of a host, without `base`.
  public static let baseMissing = DiagnosticCode(
    1078, .error, "References begin with a path that the site lacks",
    """
    Most references that name no file begin with the same folder. Without it, they name files of the site. The site was \
    made for a path of a host, as with Hugo's `baseURL`, Jekyll's `baseurl`, Vite's `base` and GitHub Pages. Set \
    `"base": "/blog/"` in hybrid.json, or make the site again for the host's root. Where pages name the site's own files by \
    whole URLs, set the address: `"base": "https://example.org/blog/"`.
    """)
}
