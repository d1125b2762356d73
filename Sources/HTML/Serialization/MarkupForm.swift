/// For whom well-formed markup is written.
public enum MarkupForm: Sendable {
  /// For XML parsers alone: they read exactly the document's tree.
  case xml
  /// For XML parsers and for browsers that read the file as HTML (a web view that opens a `.html` file).
  ///
  /// Where a `<script>` or `<style>` holds `<` or `&`, the marks of a CDATA section stand in comments: of the language
  /// (`/*<![CDATA[*/` and `/*]]>*/`), or of HTML in templates; JSON has `\u003C` and `\u0026` instead. Where the page's
  /// declared encoding is not UTF-8, a byte order mark says what it is now.
  ///
  /// DEVIATION: a line feed at the very beginning of a `<pre>` or `<textarea>` is lost when HTML reads the file; there is no
  /// way to write it that both read alike. Names that XML cannot write (`@click`) are coerced here too.
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
