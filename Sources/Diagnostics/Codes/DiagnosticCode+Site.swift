extension DiagnosticCode {
  /// The codes of the site: files, references and output.
  static let site: [DiagnosticCode] = []
}
