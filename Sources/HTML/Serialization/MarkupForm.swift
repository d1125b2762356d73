/// For whom well-formed markup is written.
public enum MarkupForm: Sendable {
  /// Only for XML parsers: they read exactly the document's tree.
  case xml
  /// For XML parsers and for browsers that read the file as HTML (a web view that opens a `.html` file).
  ///
  /// Where a `<script>` or `<style>` holds `<` or `&`, the marks of a CDATA section are in comments of the language
  /// (`/*<![CDATA[*/` and `/*]]>*/`); JSON has `\u003C` and `\u0026` instead. Where the page's
  /// declared encoding is not UTF-8, a byte order mark says what it is now.
  ///
  /// What the two cannot both read is written for browsers: names that XML does not have (`@click`, `:class`), programs
  /// with `]]>` and texts of `<xmp>` and of other scripts with `<` or `&` stay as they are. Only HTML reads such a
  /// page. A line feed that begins a `<pre>` or `<textarea>` is written twice, because HTML drops the first.
  ///
  /// With the scripting flag, HTML reads the contents of `<noscript>` as a text. It is written as the markup that it is
  /// without scripts.
  ///
  /// DEVIATION: a `<` or `&` in `<noembed>`, `<noframes>` and `<iframe>`, whose texts nobody sees, is written as a reference,
  /// which HTML does not read there.
  case polyglot
}

/// Changes to values and texts while markup is written, so that a packaged page refers to what is in the package.
public struct MarkupRewriter {
  /// The new value of an element's attribute, or `nil` to keep it.
  public var attribute: (Document, NodeID, Document.Attribute) -> String?
  /// The new text of a text node (of a `<style>`, say), or `nil` to keep it.
  public var text: (Document, NodeID) -> String?

  /// A rewriter; without arguments it changes nothing.
  public init(
    attribute: @escaping (Document, NodeID, Document.Attribute) -> String? = { _, _, _ in nil },
    text: @escaping (Document, NodeID) -> String? = { _, _ in nil }
  ) {
    self.attribute = attribute
    self.text = text
  }
}
