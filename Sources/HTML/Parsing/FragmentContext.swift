import Names

extension HTMLParser {
  /// The element whose contents a fragment is (HTML, section 13.4): what of it the parser asks for.
  public struct FragmentContext: Sendable {
    /// The local name: of HTML in lower case, of SVG and MathML in theirs.
    public var name: Name
    /// The namespace.
    public var namespace: Namespace
    /// The element's attributes. The parser looks at the `encoding` of an `annotation-xml`.
    public var attributes: [(name: String, value: String)] = []
    /// Whether the element is in a `<form>`, which keeps the fragment from opening another; a `<form>` itself need not say.
    public var isInForm = false
    /// The mode of the element's document, by which a table closes a paragraph or stays in it.
    public var quirksMode = QuirksMode.noQuirks

    /// An element by its name as html5lib writes it: `div`, `svg path`, `math mi`.
    public init(_ context: String) {
      if context.hasPrefix("svg ") {
        namespace = .svg
        name = Name(String(context.dropFirst(4)))
      } else if context.hasPrefix("math ") {
        namespace = .mathML
        name = Name(String(context.dropFirst(5)))
      } else {
        namespace = .html
        name = Name(context)
      }
    }

    /// Whether the `encoding` makes an `annotation-xml` an HTML integration point (13.2.6).
    var isHTMLAnnotation: Bool {
      guard namespace == .mathML, name == .annotationXml,
        let encoding = attributes.first(where: { $0.name == "encoding" })?.value.lowercased()
      else { return false }
      return encoding == "text/html" || encoding == "application/xhtml+xml"
    }
  }
}
