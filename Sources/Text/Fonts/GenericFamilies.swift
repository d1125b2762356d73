import CSSValues

/// The writing systems for which Chromium has generic families of their own.
enum HanVariant: Sendable {
  case simplified, traditional, japanese, korean

  /// The script subtags (ISO 15924) of these writing systems.
  private static let scripts: Set<String> = [
    "bopo", "hang", "hani", "hans", "hant", "hira", "hrkt", "jpan", "kana", "kore",
  ]

  /// The variant that a language tag (BCP 47) asks for; `nil` for other languages.
  init?(language: String) {
    let parts = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    // What is written in another script, as `zh-Latn` is, has the families of that script.
    if let script = parts.dropFirst().first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }),
      !Self.scripts.contains(String(script))
    {
      return nil
    }
    switch parts.first {
    case "ja": self = .japanese
    case "ko": self = .korean
    case "zh":
      let rest = parts.dropFirst()
      if rest.contains("hant") {
        self = .traditional
      } else if rest.contains("hans") {
        self = .simplified
      } else if rest.contains("tw") || rest.contains("hk") || rest.contains("mo") {
        self = .traditional
      } else {
        self = .simplified
      }
    default: return nil
    }
  }

  private var suffix: String {
    switch self {
    case .simplified: "SC"
    case .traditional: "TC"
    case .japanese: "JP"
    case .korean: "KR"
    }
  }

  /// The sans-serif family, which is also the standard one.
  var sans: String { "Noto Sans CJK \(suffix)" }
  var serif: String { "Noto Serif CJK \(suffix)" }
  /// Chinese has no fixed-width family of its own.
  var monospace: String? {
    switch self {
    case .japanese, .korean: "Noto Sans Mono CJK \(suffix)"
    default: nil
    }
  }
}

/// The families that Chromium's settings on Linux name for generic families, in order of preference; none where the
/// generic family is skipped.
func settingsFamilies(for generic: GenericFontFamily, language: String) -> [String] {
  let han = HanVariant(language: language)
  switch generic {
  case .serif: return (han.map { [$0.serif] } ?? []) + ["Times New Roman"]
  case .sansSerif: return (han.map { [$0.sans] } ?? []) + ["Arial"]
  case .monospace: return (han?.monospace.map { [$0] } ?? []) + ["Monospace"]
  case .systemUI: return ["Sans"]
  case .cursive: return ["Comic Sans MS"]
  case .fantasy: return ["Impact"]
  case .math: return ["Latin Modern Math"]
  case .fangsong, .uiSerif, .uiSansSerif, .uiMonospace, .uiRounded: return []
  }
}

/// The reader's default family, which follows the last family of every list.
func standardFamilies(language: String) -> [String] {
  (HanVariant(language: language).map { [$0.sans] } ?? []) + ["Times New Roman"]
}
