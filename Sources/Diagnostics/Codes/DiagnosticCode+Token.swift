extension DiagnosticCode {
  /// The codes of the Token dialect, bindings, scripts and composition.
  static let token: [DiagnosticCode] = []
}
