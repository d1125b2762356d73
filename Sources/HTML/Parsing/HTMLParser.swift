import Diagnostics
import Names

/// Reads Web pages as browsers do (HTML, section 13.2).
public enum HTMLParser {
  /// Parses a whole page. There is always a tree; parse errors become diagnostics.
  ///
  /// - Parameters:
  ///   - source: the page in UTF-8.
  ///   - scripting: the scripting flag (HTML, 13.2.4.5): with it, what is in `<noscript>` is one text; without it, it is
  ///     parsed.
  ///   - diagnostics: takes what is wrong with the page.
  public static func parse(
    _ source: SourceFile, scripting: Bool = false, diagnostics: inout DiagnosticSink
  ) -> Document {
    parse(source, context: nil, scripting: scripting, diagnostics: &diagnostics)
  }

  /// Parses markup as the contents of an element (HTML, section 13.4).
  ///
  /// - Parameters:
  ///   - source: the markup.
  ///   - context: the element's name, as html5lib writes it: `div`, `svg path`, `math mi`.
  ///   - scripting: as for a page.
  ///   - diagnostics: takes what is wrong with it.
  /// - Returns: the document and the `<html>` element whose children are the result.
  public static func parseFragment(
    _ source: SourceFile, context: String, scripting: Bool = false, diagnostics: inout DiagnosticSink
  ) -> (document: Document, root: NodeID) {
    parseFragment(source, context: FragmentContext(context), scripting: scripting, diagnostics: &diagnostics)
  }

  /// Parses markup as the contents of an element of which more than the name counts.
  ///
  /// - Parameters:
  ///   - source: the markup.
  ///   - context: the element.
  ///   - scripting: as for a page.
  ///   - diagnostics: takes what is wrong with it.
  /// - Returns: the document and the `<html>` element whose children are the result.
  public static func parseFragment(
    _ source: SourceFile, context: FragmentContext, scripting: Bool = false, diagnostics: inout DiagnosticSink
  ) -> (document: Document, root: NodeID) {
    let document = parse(source, context: context, scripting: scripting, diagnostics: &diagnostics)
    return (document, document.documentElement)
  }

  /// Both algorithms; the limit is a parameter for tests.
  static func parse(
    _ source: SourceFile, context: FragmentContext?, nodeLimit: Int = Document.maximumNodeCount,
    scripting: Bool = false, diagnostics: inout DiagnosticSink
  ) -> Document {
    var inputErrors = ParseErrorList()
    let bytes = InputStream.prepare(source.bytes, &inputErrors)
    let (document, errors) = bytes.withUnsafeBufferPointer { input in
      var constructor = TreeConstructor(
        Tokenizer(input: input, text: bytes, errors: inputErrors), nodeLimit: nodeLimit, isScripted: scripting)
      if let context { constructor.beginFragment(in: context) }
      constructor.run()
      return constructor.finish()
    }
    errors.report(in: source, to: &diagnostics)
    return document
  }
}
