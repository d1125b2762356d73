import CSS
import Compiler
import Diagnostics

extension SiteBuild {
  /// Writes a style sheet shorter; the answer is why it stays as it is.
  static func minify(_ bytes: inout [UInt8], _ path: String) -> Diagnostic? {
    switch StyleSheetMinifier.minified(sheet: bytes) {
    case .unchanged: return nil
    case .shorter(let text):
      bytes = text
      return nil
    case .refused(let reason):
      return Diagnostic(
        .sheetNotMinified, "the style sheet is not minified: \(reason)", at: SourceLocation(file: path))
    }
  }
}
