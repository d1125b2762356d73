extension DiagnosticCode {
  /// The codes of HTML and XML.
  static let html: [DiagnosticCode] = htmlTokenization + htmlTreeConstruction + markup

  /// The parse errors of the HTML standard, section 13.2.2, under its names and in its order.
  public static let htmlTokenization: [DiagnosticCode] = [
    DiagnosticCode(
      1001, .note, "abrupt-closing-of-empty-comment",
      "An empty comment is written `<!---->`. Browsers take `<!-->` and `<!--->` for empty comments too."),
    DiagnosticCode(
      1002, .note, "abrupt-doctype-public-identifier",
      """
      The doctype's public identifier ends at `>` without its closing quote. Browsers switch to quirks mode. Write \
      `<!DOCTYPE html>`.
      """),
    DiagnosticCode(
      1003, .note, "abrupt-doctype-system-identifier",
      """
      The doctype's system identifier ends at `>` without its closing quote. Browsers switch to quirks mode. Write \
      `<!DOCTYPE html>`.
      """),
    DiagnosticCode(
      1004, .note, "absence-of-digits-in-numeric-character-reference",
      """
      There is no number after `&#`, and the characters are shown as they are written. Write `&amp;#` where \
      they are meant, or add the number.
      """),
    DiagnosticCode(
      1005, .note, "cdata-in-html-content",
      """
      HTML knows CDATA sections only inside SVG and MathML; elsewhere browsers make a comment of it and the contents \
      vanish. Write the text with character references.
      """),
    DiagnosticCode(
      1006, .note, "character-reference-outside-unicode-range",
      "There is no such character; browsers show U+FFFD."),
    DiagnosticCode(
      1007, .note, "control-character-in-input-stream",
      """
      Control characters other than whitespace have no meaning in HTML and cannot be written in XML, where U+FFFD \
      takes their place. Remove it.
      """),
    DiagnosticCode(
      1008, .note, "control-character-reference",
      """
      Most often a number of windows-1252 was meant; browsers read 128 to 159 so. Write the character itself, or its \
      Unicode number.
      """),
    DiagnosticCode(
      1009, .note, "duplicate-attribute",
      """
      An element has an attribute of this name already. Browsers keep the first and drop the others. Remove one of \
      them.
      """),
    DiagnosticCode(
      1010, .note, "end-tag-with-attributes",
      "An end tag has attributes, which are dropped. Move them to the start tag."),
    DiagnosticCode(
      1011, .note, "end-tag-with-trailing-solidus",
      "An end tag ends with `/>`. The solidus is ignored. Remove it."),
    DiagnosticCode(
      1012, .note, "eof-before-tag-name",
      """
      The file ends after `<` or `</`, which are shown as text. Write `&lt;` where the character is meant, or \
      complete the tag.
      """),
    DiagnosticCode(
      1013, .note, "eof-in-cdata",
      "Everything after <![CDATA[ was taken for text. Close it with ]]>."),
    DiagnosticCode(
      1014, .warning, "eof-in-comment",
      "Everything after `<!--` was taken for the comment. Close it with `-->`."),
    DiagnosticCode(
      1015, .note, "eof-in-doctype",
      "The file ends within the doctype. Browsers switch to quirks mode. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1016, .note, "eof-in-script-html-comment-like-text",
      """
      Within `<!--` a script hides the tag that should end it. Write `<\\u0021--` in strings, and close what looks like a \
      comment.
      """),
    DiagnosticCode(
      1017, .warning, "eof-in-tag",
      "The unfinished tag is dropped. Add the missing `>`; most often a quote is missing before it."),
    DiagnosticCode(
      1018, .note, "incorrectly-closed-comment",
      "A comment ends with `--!>`. Browsers take it for the end of the comment. Write `-->`."),
    DiagnosticCode(
      1019, .note, "incorrectly-opened-comment",
      "Browsers make a comment of everything up to the next `>`. Write `<!--` and `-->`, or `&lt;!` for the characters."
    ),
    DiagnosticCode(
      1020, .note, "invalid-character-sequence-after-doctype-name",
      """
      The word after the doctype's name is neither PUBLIC nor SYSTEM. Browsers switch to quirks mode. Write \
      `<!DOCTYPE html>`.
      """),
    DiagnosticCode(
      1021, .note, "invalid-first-character-of-tag-name",
      "`<` is shown as text, or `</` begins a comment. Write `&lt;` where the character itself is meant."),
    DiagnosticCode(
      1022, .note, "missing-attribute-value",
      "No value follows `=`. Browsers treat the value as empty. Write the value, or remove `=`."),
    DiagnosticCode(
      1023, .note, "missing-doctype-name",
      "The doctype has no name. Browsers switch to quirks mode. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1024, .note, "missing-doctype-public-identifier",
      "The doctype has PUBLIC without an identifier. Browsers switch to quirks mode. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1025, .note, "missing-doctype-system-identifier",
      "The doctype has SYSTEM without an identifier. Browsers switch to quirks mode. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1026, .note, "missing-end-tag-name",
      "`</>` is dropped. Write the element's name."),
    DiagnosticCode(
      1027, .note, "missing-quote-before-doctype-public-identifier",
      """
      The doctype's public identifier does not begin with a quote. Browsers switch to quirks mode. Write `<!DOCTYPE \
      html>`.
      """),
    DiagnosticCode(
      1028, .note, "missing-quote-before-doctype-system-identifier",
      """
      The doctype's system identifier does not begin with a quote. Browsers switch to quirks mode. Write `<!DOCTYPE \
      html>`.
      """),
    DiagnosticCode(
      1029, .note, "missing-semicolon-after-character-reference",
      """
      A character reference ends without a semicolon. Browsers guess where it ends. Write the semicolon, or `&amp;` \
      where the ampersand itself is meant.
      """),
    DiagnosticCode(
      1030, .note, "missing-whitespace-after-doctype-public-keyword",
      "White space is missing after PUBLIC in the doctype. Browsers go on as if it were there. Write `<!DOCTYPE html>`."
    ),
    DiagnosticCode(
      1031, .note, "missing-whitespace-after-doctype-system-keyword",
      "White space is missing after SYSTEM in the doctype. Browsers go on as if it were there. Write `<!DOCTYPE html>`."
    ),
    DiagnosticCode(
      1032, .note, "missing-whitespace-before-doctype-name",
      "White space is missing before the doctype's name. Browsers go on as if it were there. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1033, .note, "missing-whitespace-between-attributes",
      """
      White space is missing between two attributes. Browsers go on as if it were there. Often a quote is in \
      the wrong place.
      """),
    DiagnosticCode(
      1034, .note, "missing-whitespace-between-doctype-public-and-system-identifiers",
      """
      White space is missing between the doctype's two identifiers. Browsers go on as if it were there. Write \
      `<!DOCTYPE html>`.
      """),
    DiagnosticCode(
      1035, .note, "nested-comment",
      "Comments do not nest: the first `-->` ends it, and what follows is shown."),
    DiagnosticCode(
      1036, .note, "noncharacter-character-reference",
      """
      The reference names a noncharacter, such as U+FFFE: such code points are only for a program's internal use. \
      Remove it.
      """),
    DiagnosticCode(
      1037, .note, "noncharacter-in-input-stream",
      "The file holds a noncharacter, such as U+FFFE: such code points are only for a program's internal use. Remove it."
    ),
    DiagnosticCode(
      1038, .warning, "non-void-html-element-start-tag-with-trailing-solidus",
      """
      In HTML `/>` closes nothing: only void elements (img, br, input and so on) have no contents. The element is \
      still open after it, and swallows its siblings. Write the end tag, as in `<div></div>`.
      """),
    DiagnosticCode(
      1039, .note, "null-character-reference",
      "The reference names U+0000, which no page can hold; browsers show U+FFFD. Remove it."),
    DiagnosticCode(
      1040, .note, "surrogate-character-reference",
      "A surrogate is half a character; browsers show U+FFFD. Write the character's own number."),
    DiagnosticCode(
      1041, .note, "unexpected-character-after-doctype-system-identifier",
      "The text after the doctype's system identifier is ignored. Write `<!DOCTYPE html>`."),
    DiagnosticCode(
      1042, .note, "unexpected-character-in-attribute-name",
      "The character becomes a part of the name. Most often a quote or `>` is missing before it."),
    DiagnosticCode(
      1043, .note, "unexpected-character-in-unquoted-attribute-value",
      "The character becomes a part of the value. Put the value in quotes."),
    DiagnosticCode(
      1044, .note, "unexpected-equals-sign-before-attribute-name",
      "An attribute's name begins with `=`. Most often the name is missing."),
    DiagnosticCode(
      1045, .note, "unexpected-null-character",
      """
      The file holds U+0000, which is dropped or shown as U+FFFD. Remove it; the file may be in another encoding \
      than it says.
      """),
    DiagnosticCode(
      1046, .note, "unexpected-question-mark-instead-of-tag-name",
      """
      Browsers make a comment of it up to the next `>`. XML declarations and processing instructions have no place \
      in HTML.
      """),
    DiagnosticCode(
      1047, .note, "unexpected-solidus-in-tag",
      """
      A `/` is in a tag but not at its end. It is ignored. Most often an unquoted value holds it, or `>` is \
      missing after it.
      """),
    DiagnosticCode(
      1048, .note, "unknown-named-character-reference",
      """
      There is no character of this name, and the reference is shown as it is written. Write `&amp;` where the \
      ampersand itself is meant.
      """),
  ]
}
