extension DiagnosticCode {
  /// The codes of hybrid.json and hybrid.yml.
  static let configuration: [DiagnosticCode] = []
}
