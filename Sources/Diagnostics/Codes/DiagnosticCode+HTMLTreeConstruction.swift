extension DiagnosticCode {
  /// The parse errors of tree construction, for which the HTML standard has no names, and a page's limits.
  public static let htmlTreeConstruction: [DiagnosticCode] = [
    DiagnosticCode(
      1049, .note, "missing-doctype",
      """
      Browsers switch to quirks mode, in which sizes and line heights are worked out in other ways. Write `<!DOCTYPE \
      html>` in the first line.
      """),
    DiagnosticCode(
      1050, .note, "non-conforming-doctype",
      "An older doctype may switch to quirks or limited quirks mode. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1051, .note, "unexpected-doctype",
      "A second doctype, or one after contents, is ignored: a page has one doctype, in its first line."),
    DiagnosticCode(
      1052, .note, "unexpected-start-tag",
      "A start tag is in a place where its element is not allowed. The tag is ignored or its element is moved, as in browsers."
    ),
    DiagnosticCode(
      1053, .note, "unexpected-end-tag",
      """
      The tag is ignored, as in browsers (`</p>` and `</br>` make an empty element). It is one too many, or the element \
      was closed earlier by something that it cannot contain.
      """),
    DiagnosticCode(
      1054, .warning, "unclosed-element",
      """
      An element was never closed, and everything after it became its contents. Write its end tag where its \
      contents end.
      """),
    DiagnosticCode(
      1055, .note, "misnested-end-tag",
      """
      Elements close in the reverse order of their opening. Browsers close the inner element here; formatting \
      elements such as `<b>` go on after it.
      """),
    DiagnosticCode(
      1056, .note, "start-tag-implies-end-tag",
      """
      Browsers close the element before this tag, and both become siblings. Write the end tag, or nest other \
      elements.
      """),
    DiagnosticCode(
      1057, .note, "content-after-body",
      "Contents follow `</body>`. Browsers move them to the end of the body. Move `</body>` after them."),
    DiagnosticCode(
      1058, .note, "content-in-table",
      """
      Contents are in a table but not in a cell. Browsers move them in front of the table. Put them into a cell or \
      a caption.
      """),
    DiagnosticCode(
      1059, .note, "content-not-allowed-here",
      "Contents are in an element that cannot hold them: they are ignored, or they close the element."),
    DiagnosticCode(
      1060, .note, "html-element-in-foreign-content",
      """
      SVG and MathML cannot contain HTML elements, except in foreignObject and the like; browsers close the \
      drawing before the tag.
      """),
    DiagnosticCode(
      1061, .warning, "eof-with-open-elements",
      "The file ends while the element is open. Write its end tag."),
    DiagnosticCode(
      1062, .error, "too-many-nodes",
      """
      A page of that size cannot be shown on a device. Often repeated unclosed formatting elements multiply; \
      otherwise split the page.
      """),
    DiagnosticCode(
      1063, .warning, "nesting-too-deep",
      "Most often end tags are missing. Elements deeper than 513 levels become siblings, as in browsers."),
    DiagnosticCode(
      1064, .error, "source-too-large",
      "A page of that size is not parsed. Move the page's data into files that scripts load."),
    undecodableBytes,
    DiagnosticCode(
      1174, .warning, "unclosed-attribute-quote",
      """
      The quote that begins an attribute's value is never closed, and the value swallows the tags up to the next quote \
      or the end of the page. Add the missing quote where the value ends.
      """),
    DiagnosticCode(
      1080, .error, "too-many-reopened-elements",
      """
      A formatting element such as `<b>` or `<font>` that is not closed is opened again in each paragraph and cell behind it. A \
      few kilobytes could make hundreds of thousands of elements so. The page is not built: close the elements where their \
      contents end.
      """),
  ]

  /// Bytes that the source's encoding cannot read.
  public static let undecodableBytes = DiagnosticCode(
    1065, .warning, "undecodable-bytes",
    """
    As in browsers, each of them becomes U+FFFD (�) in the page, and characters are lost. Most often an older file \
    is in another encoding, such as windows-1252, and does not say so. Save it as UTF-8, or declare its encoding at the \
    very beginning, with `<meta charset>`.
    """)
}
