extension DiagnosticCode {
  /// The codes of packages, signatures and updates.
  static let packages: [DiagnosticCode] = []
}
