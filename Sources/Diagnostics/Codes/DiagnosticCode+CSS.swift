extension DiagnosticCode {
  /// The codes of CSS.
  static let css: [DiagnosticCode] = []
}
