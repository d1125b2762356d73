import Diagnostics

/// What a page of Markdown says of itself beside its text.
public struct MarkdownPage: Hashable, Sendable {
  /// The site path of the layout; `nil` for the plain document.
  public var layout: String?
  /// The title, in the plain document's head.
  public var title: String
  /// The description, in the plain document's head.
  public var description: String?
  /// The language of the text, as `lang` takes it.
  public var language: String?

  /// A page without a layout.
  public init(title: String, layout: String? = nil, description: String? = nil, language: String? = nil) {
    self.title = title
    self.layout = layout
    self.description = description
    self.language = language
  }

  /// The text of the first heading of the highest level, or `nil` for a text without headings or beyond the bounds.
  public static func heading(in bytes: [UInt8]) -> String? {
    let start = MarkdownFrontMatter(of: bytes)?.end ?? 0
    guard MarkdownBounds.excess(in: bytes, from: start) == nil, let tree = MarkdownTree(bytes[start...]) else {
      return nil
    }
    var best: MarkdownNode?
    var child = tree.root.firstChild
    while let node = child {
      if node.kind == .heading, node.headingLevel < best?.headingLevel ?? 7 { best = node }
      child = node.next
    }
    let text = best?.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
    return text.isEmpty ? nil : text
  }

  /// A heading of a page, with the `id` that links lead to.
  public struct Heading: Hashable, Sendable {
    /// 1 to 6.
    public var level: Int
    /// The text without markup.
    public var text: String
    /// The `id` of the heading's element; empty where nothing of the text is left.
    public var identifier: String
  }

  /// The headings of a text, in order; none for a text beyond the bounds. Headings in raw HTML are not among them.
  public static func headings(in bytes: [UInt8]) -> [Heading] {
    let start = MarkdownFrontMatter(of: bytes)?.end ?? 0
    guard MarkdownBounds.excess(in: bytes, from: start) == nil, let tree = MarkdownTree(bytes[start...]) else {
      return []
    }
    var identifiers = HeadingIdentifiers()
    return tree.root.headings.map { node in
      let text = node.plainText
      return Heading(
        level: node.headingLevel, text: text.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        identifier: identifiers.identifier(for: text))
    }
  }

  /// The page as markup, each part of which knows its line in the file; `nil` after a report.
  ///
  /// - Parameters:
  ///   - source: the file's text.
  ///   - diagnostics: where a text beyond the bounds is reported.
  ///   - address: what a relative URL of a link becomes.
  public func markup(
    of source: SourceFile, _ diagnostics: inout DiagnosticSink, address: @escaping (String) -> String = { $0 }
  ) -> SourceFile? {
    let start = MarkdownFrontMatter(of: source.bytes)?.end ?? 0
    if let excess = MarkdownBounds.excess(in: source.bytes, from: start) {
      diagnostics.report(
        .markdownLimit, excess.message, in: source, at: excess.offset..<excess.offset,
        help: excess.help)
      return nil
    }
    guard let tree = MarkdownTree(source.bytes[start...]) else {
      diagnostics.report(.markdownLimit, "the Markdown file cannot be parsed", in: source, at: 0..<0)
      return nil
    }
    var output = MarkupOutput(source, bodyStart: start)
    if start > 0, layout != nil { output.markLayout(before: start) }
    output.write(head)
    var renderer = MarkdownRenderer(output: output, address: address)
    renderer.render(tree.root)
    output = renderer.output
    output.write(layout == nil ? "</main>\n</body>\n</html>\n" : "</body>\n</html>\n")
    return output.file
  }

  private var head: String {
    let language = language.map { " lang=\"\(MarkupOutput.escaped($0, inAttribute: true))\"" } ?? ""
    if let layout {
      // From the site's root, whatever folder the file is in.
      let path = MarkupOutput.escaped(layout, inAttribute: true)
      return "<!DOCTYPE html>\n<html\(language) layout=\"\(path)\">\n<head></head>\n<body>\n"
    }
    let description =
      description.map { "<meta name=\"description\" content=\"\(MarkupOutput.literal($0))\">\n" } ?? ""
    return """
      <!DOCTYPE html>
      <html\(language)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(MarkupOutput.literal(title))</title>
      \(description)</head>
      <body>
      <main>

      """
  }
}
