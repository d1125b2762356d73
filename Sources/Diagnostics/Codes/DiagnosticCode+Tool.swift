extension DiagnosticCode {
  /// The codes of the tool itself.
  static let tool: [DiagnosticCode] = []
}
