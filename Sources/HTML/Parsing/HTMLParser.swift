import Diagnostics
import Names

/// Reads Web pages as browsers do (HTML, section 13.2), with scripting off: what stands in `<noscript>` is parsed.
public enum HTMLParser {
  /// Parses a whole page. There is always a tree; parse errors become diagnostics.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document {
    // UNIMPLEMENTED: the tokenizer and the tree constructor.
    Document()
  }

  /// Parses markup as the contents of an element (HTML, section 13.4).
  ///
  /// - Parameter context: the element's name, as html5lib writes it: `div`, `svg path`, `math mi`.
  /// - Returns: the document and the `<html>` element whose children are the result.
  public static func parseFragment(
    _ source: SourceFile, context: String, diagnostics: inout DiagnosticSink
  ) -> (document: Document, root: NodeID) {
    // UNIMPLEMENTED: the tokenizer and the tree constructor.
    (Document(), .document)
  }
}
