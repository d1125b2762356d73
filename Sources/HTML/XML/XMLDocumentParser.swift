import Diagnostics

/// Reads documents written in XML, such as `.xhtml` pages and SVG files, through libxml2; entity expansion, external
/// entities and the network are off.
public enum XMLDocumentParser {
  /// Parses a document; `nil` where it is not well-formed, which the diagnostics then say.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document? {
    // UNIMPLEMENTED: reading through libxml2.
    nil
  }
}
