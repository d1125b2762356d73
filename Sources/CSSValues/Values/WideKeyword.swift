/// The CSS-wide keywords (CSS Cascade 5, 7.3), which the cascade resolves.
public enum WideKeyword: String, Hashable, Sendable, CaseIterable {
  case initial
  case inherit
  case unset
  case revert
  case revertLayer = "revert-layer"
  /// CSS Cascade 6, 7.3.6.
  case revertRule = "revert-rule"

  /// The keyword of a text, in letters of either case.
  public init?(text: [UInt8]) {
    // OPTIMIZATION: no keyword is longer, and they begin with few letters: other texts are not copied.
    guard let first = text.first, text.count <= 16, [0x69, 0x72, 0x75].contains(first | 0x20) else { return nil }
    self.init(rawValue: String(decoding: text, as: UTF8.self).lowercased())
  }
}
