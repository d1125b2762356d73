/// The colour scheme that a reader asks for (`prefers-color-scheme`, Media Queries 5 § 11.5).
public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
  case light, dark
}
