import Diagnostics
import Routing

/// Path configurations of Hotwire Native: `ios_v1.json` and `android_v1.json`.
///
/// The same rules stand in both. Patterns that the platforms would read differently are errors.
struct HotwireConfiguration {
  private let configuration: SiteConfiguration
  /// URLs of the site, with which the two platforms' answers are compared.
  private let samples: [String]

  init(_ configuration: SiteConfiguration, _ routes: SiteRoutes) {
    self.configuration = configuration
    samples = routes.entries.map(\.route.pattern) + routes.entries.compactMap { $0.route.page.map { "/" + $0 } }
  }

  /// The files by their paths in the release's folder.
  var files: [(path: String, text: String)] {
    [
      ("hotwire/ios_v1.json", json(isAndroid: false).pretty),
      ("hotwire/android_v1.json", json(isAndroid: true).pretty),
    ]
  }

  private func json(isAndroid: Bool) -> JSONText {
    var rules = configuration.navigationRules.map { rule in
      JSONText.object([
        ("patterns", .array(rule.patterns.map { .string(Self.expression(of: $0.text, isAndroid: isAndroid)) })),
        ("properties", .object(rule.properties)),
      ])
    }
    // Android opens nothing without a destination for every location.
    let hasDefault = configuration.navigationRules.contains { rule in
      rule.properties.contains { $0.key == "uri" } && rule.patterns.contains { $0.text == ".*" }
    }
    if isAndroid, !hasDefault {
      rules.insert(
        .object([
          ("patterns", .array([".*"])),
          ("properties", .object([("context", "default"), ("uri", "hotwire://fragment/web")])),
        ]), at: 0)
    }
    return .object([
      ("settings", configuration.navigation?["settings"] ?? .object([])), ("rules", .array(rules)),
    ])
  }

  // MARK: Patterns

  /// A pattern as a regular expression that both platforms read alike. Android compares without case from the start:
  /// a route's pattern, whose path has a case, switches that off.
  static func expression(of pattern: String, isAndroid: Bool) -> String {
    guard NavigationPattern.isRoutePattern(pattern), let route = try? RoutePattern(pattern) else { return pattern }
    let variants = route.pieceVariants.map { variant in
      variant.map { piece in
        switch piece {
        case .text(let text): RegularExpression.escaped(text).replacing("\\/", with: "/")
        case .parameter(let index): Self.expression(of: route.parameters[index].type)
        case .segment: "[^/?]+"
        case .rest: ".*"
        }
      }.joined()
    }
    let body = variants.count == 1 ? variants[0] : "(?:\(variants.joined(separator: "|")))"
    return (isAndroid ? "(?-i)" : "") + "^" + body + "/?(?:\\?.*)?$"
  }

  private static func expression(of type: RouteParameterType) -> String {
    switch type {
    case .bool: "(?:true|false)"
    case .int: "[-+]?[0-9]+"
    case .uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    case .double: "[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?"
    case .slug: "[0-9A-Za-z_-]+"
    case .string: "[^/?]+"
    }
  }

  // MARK: What differs

  /// Patterns that iOS and Android would match differently.
  var diagnostics: [Diagnostic] {
    configuration.navigationRules.flatMap(\.patterns).compactMap { pattern, location in
      guard !NavigationPattern.isRoutePattern(pattern), let reason = difference(pattern) else { return nil }
      return Diagnostic(
        .platformsDiffer, "iOS and Android would match “\(pattern)” differently: \(reason.0)", at: location,
        help: reason.1)
    }
  }

  /// Why the platforms differ and what to write instead.
  private func difference(_ pattern: String) -> (String, String)? {
    var isEscaped = false
    var isInBraces = false
    for (character, next) in zip(pattern, Array(pattern.dropFirst()).map(Optional.some) + [nil]) {
      if isEscaped {
        isEscaped = false
        switch character {
        case "d", "D": return ("`\\\(character)` takes digits of all scripts on iOS", "write [0-9]")
        case "w", "W", "b", "B": return ("`\\\(character)` knows letters of all scripts on iOS", "write [A-Za-z0-9_]")
        case "s", "S": return ("`\\\(character)` knows more white space on iOS", "write the characters in brackets")
        default: continue
        }
      }
      if character == "\\" { isEscaped = true }
      if character == "[" { isInBraces = true }
      if character == "]" { isInBraces = false }
      if isInBraces, character == next, character == "-" || character == "&" {
        return ("`\(character)\(character)` in brackets is read differently", "write the set without it")
      }
      if character.isASCII, character.isUppercase, !pattern.hasPrefix("(?-i)"), !pattern.hasPrefix("(?i)") {
        return (
          "case counts on iOS and does not on Android",
          "write it in lower case, or begin with (?-i) or (?i), or write a route's pattern such as /a/{b}"
        )
      }
    }
    guard !pattern.hasPrefix("(?"), let expression = try? NavigationPattern(pattern),
      let sample = samples.first(where: { expression.matches($0) != expression.matchesIgnoringCase($0) })
    else { return nil }
    return ("case counts on iOS and does not on Android, and the site has “\(sample)”", "begin with (?-i) or (?i)")
  }
}
