extension DiagnosticCode {
  /// The codes of layout, text, fonts and images.
  static let layout: [DiagnosticCode] = []
}
