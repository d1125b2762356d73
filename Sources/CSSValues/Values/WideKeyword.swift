/// The CSS-wide keywords (CSS Cascade 5, 7.3), which the cascade resolves.
public enum WideKeyword: String, Hashable, Sendable, CaseIterable {
  case initial
  case inherit
  case unset
  case revert
  case revertLayer = "revert-layer"
  /// CSS Cascade 6, 7.3.6.
  case revertRule = "revert-rule"
}
