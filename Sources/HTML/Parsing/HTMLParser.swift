import Diagnostics
import Names

/// Reads Web pages as browsers do (HTML, section 13.2), with scripting off: what stands in `<noscript>` is parsed.
public enum HTMLParser {
  /// Parses a whole page. There is always a tree; parse errors become diagnostics.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document {
    parse(source, context: nil, diagnostics: &diagnostics)
  }

  /// Parses markup as the contents of an element (HTML, section 13.4).
  ///
  /// - Parameters:
  ///   - source: the markup.
  ///   - context: the element's name, as html5lib writes it: `div`, `svg path`, `math mi`.
  ///   - diagnostics: takes what is wrong with it.
  /// - Returns: the document and the `<html>` element whose children are the result.
  public static func parseFragment(
    _ source: SourceFile, context: String, diagnostics: inout DiagnosticSink
  ) -> (document: Document, root: NodeID) {
    let document = parse(source, context: contextEntry(context), diagnostics: &diagnostics)
    return (document, document.documentElement)
  }

  private static func contextEntry(_ context: String) -> StackOfOpenElements.Entry {
    let (namespace, name): (Namespace, Substring) =
      if context.hasPrefix("svg ") {
        (.svg, context.dropFirst(4))
      } else if context.hasPrefix("math ") {
        (.mathML, context.dropFirst(5))
      } else {
        (.html, context[...])
      }
    return StackOfOpenElements.Entry(node: .none, name: Name(String(name)), namespace: namespace)
  }

  /// Both algorithms; the limit is a parameter for tests.
  static func parse(
    _ source: SourceFile, context: StackOfOpenElements.Entry?, nodeLimit: Int = Document.maximumNodeCount,
    diagnostics: inout DiagnosticSink
  ) -> Document {
    var inputErrors = ParseErrorList()
    let bytes = InputStream.prepare(source.bytes, &inputErrors)
    let (document, errors) = bytes.withUnsafeBufferPointer { input in
      var constructor = TreeConstructor(
        Tokenizer(input: input, text: bytes, errors: inputErrors), nodeLimit: nodeLimit)
      if let context { constructor.beginFragment(in: context) }
      constructor.run()
      return constructor.finish()
    }
    errors.report(in: source, to: &diagnostics)
    return document
  }
}
