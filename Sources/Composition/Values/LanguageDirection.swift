import CICU

/// The direction in which a language is written.
enum LanguageDirection {
  /// Whether a language is written from right to left.
  static func isRightToLeft(_ language: String) -> Bool { cicu_is_right_to_left(language) != 0 }
}
