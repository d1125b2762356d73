import Diagnostics

/// Reads Token pages (`html-identify` beginning with `Token` on `<html>`): the tree as it is written, case kept.
public enum TokenParser {
  /// Parses a whole page; `nil` where it cannot be read at all, which the diagnostics then say.
  public static func parse(_ source: SourceFile, diagnostics: inout DiagnosticSink) -> Document? {
    // UNIMPLEMENTED: mending the markup and reading it through libxml2.
    nil
  }
}
