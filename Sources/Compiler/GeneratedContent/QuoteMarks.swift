import CSSValues

/// The marks that `open-quote` and `close-quote` stand for, by depth (CSS Content 3, 3).
struct QuoteMarks {
  private var depth = 0

  /// The opening mark at the current depth, which it increases.
  mutating func open(_ quotes: Quotes, language: String) -> String {
    defer { depth += 1 }
    return Self.pair(quotes, language: language, depth: depth)?[0] ?? ""
  }

  /// The closing mark that goes with the last opening one.
  mutating func close(_ quotes: Quotes, language: String) -> String {
    guard depth > 0 else { return "" }
    depth -= 1
    return Self.pair(quotes, language: language, depth: depth)?[1] ?? ""
  }

  /// `no-open-quote`.
  mutating func skipOpen() { depth += 1 }
  /// `no-close-quote`.
  mutating func skipClose() { depth = max(0, depth - 1) }

  private static func pair(_ quotes: Quotes, language: String, depth: Int) -> [String]? {
    switch quotes {
    case .none: return nil
    case .pairs(let pairs): return pairs.isEmpty ? nil : pairs[min(depth, pairs.count - 1)]
    case .auto:
      let code = language.lowercased()
      let pairs = byLanguage[code] ?? byLanguage[String(code.prefix { $0 != "-" })] ?? [["“", "”"], ["‘", "’"]]
      return pairs[min(depth, pairs.count - 1)]
    }
  }

  /// The marks of CLDR for languages that use others than English.
  private static let byLanguage: [String: [[String]]] = [
    "de": [["„", "“"], ["‚", "‘"]], "fr": [["«", "»"], ["«", "»"]], "fr-ch": [["«", "»"], ["‹", "›"]],
    "es-mx": [["“", "”"], ["‘", "’"]], "pt-pt": [["«", "»"], ["“", "”"]],
    "es": [["«", "»"], ["“", "”"]], "it": [["«", "»"], ["“", "”"]], "pt": [["“", "”"], ["‘", "’"]],
    "nl": [["‘", "’"], ["“", "”"]], "sv": [["”", "”"], ["’", "’"]], "fi": [["”", "”"], ["’", "’"]],
    "no": [["«", "»"], ["‘", "’"]], "nb": [["«", "»"], ["‘", "’"]], "nn": [["«", "»"], ["‘", "’"]],
    "da": [["“", "”"], ["‘", "’"]], "pl": [["„", "”"], ["«", "»"]], "cs": [["„", "“"], ["‚", "‘"]],
    "sk": [["„", "“"], ["‚", "‘"]], "hu": [["„", "”"], ["»", "«"]], "ru": [["«", "»"], ["„", "“"]],
    "uk": [["«", "»"], ["„", "“"]], "bg": [["„", "“"], ["‘", "’"]], "ro": [["„", "”"], ["«", "»"]],
    "el": [["«", "»"], ["“", "”"]], "tr": [["“", "”"], ["‘", "’"]], "ja": [["「", "」"], ["『", "』"]],
    "zh-tw": [["「", "」"], ["『", "』"]], "zh-hant": [["「", "」"], ["『", "』"]], "he": [["”", "”"], ["’", "’"]],
  ]
}
