extension DiagnosticCode {
  /// The codes of HTML and XML.
  static let html: [DiagnosticCode] = []
}
