extension DiagnosticCode {
  /// The codes of routes and navigation.
  static let routes: [DiagnosticCode] = []
}
