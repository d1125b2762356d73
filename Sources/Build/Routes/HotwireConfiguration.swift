import Diagnostics
import Routing

/// Path configurations of Hotwire Native: `ios_v1.json` and `android_v1.json`.
///
/// The same rules are in both. Patterns that the platforms would read differently are errors.
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
        case .text(let text): literal(text)
        case .parameter(let index): Self.expression(of: route.parameters[index].type)
        case .segment: "[^/?]+"
        case .rest: ".*"
        }
      }.joined()
    }
    let body = variants.count == 1 ? variants[0] : "(?:\(variants.joined(separator: "|")))"
    let query = route.queryItems.map { Self.condition(of: $0, route) }.joined()
    return (isAndroid ? "(?-i)" : "") + "^" + body + "/?" + query + "(?:\\?.*)?$"
  }

  /// A text of a path. iOS compares the decoded path, Android the one that was written.
  private static func literal(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let decoded = scalar == "/" ? "/" : RegularExpression.escaped(String(scalar))
      let isPlain = scalar.isASCII && scalar.value > 0x20 && !"\"<>^`{}|%\\[]".unicodeScalars.contains(scalar)
      result += isPlain ? decoded : "(?:\(decoded)|\(escapes(of: scalar)))"
    }
  }

  private static func escapes(of scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// Looks ahead, from where the query begins, for what an item of it asks. Items are in any order.
  private static func condition(of item: RoutePattern.QueryDescription, _ route: RoutePattern) -> String {
    func name(_ text: String) -> String { "\\?(?:.*&)?" + RegularExpression.escaped(Self.query(text)) }
    switch item {
    case .text(let key, let value):
      return "(?=\(name(key))=\(RegularExpression.escaped(Self.query(value)))(?:&|$))"
    case .parameter(let key, let index):
      let parameter = route.parameters[index]
      let value = parameter.type == .string ? "[^&]+" : Self.expression(of: parameter.type)
      if !parameter.isOptional { return "(?=\(name(key))=\(value)(?:&|$))" }
      // A value of another type is refused, a missing or empty one is not.
      return parameter.type == .string ? "" : "(?!\(name(key))=(?!(?:\(value))?(?:&|$)))"
    }
  }

  /// A name or value of a query as URLs are mostly written.
  private static func query(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2A:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20: result += "+"
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
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
        .platformsDiffer, "iOS and Android would match `\(pattern)` differently: \(reason.0)", at: location,
        help: reason.1)
    }
  }

  /// Why the platforms differ and what to write instead.
  private func difference(_ pattern: String) -> (String, String)? {
    if let reason = differentSign(pattern) { return reason }
    guard !pattern.hasPrefix("(?-i)"), !pattern.hasPrefix("(?i)"), let expression = try? NavigationPattern(pattern)
    else {
      return nil
    }
    if expression.isCaseSensitive {
      return (
        "case counts on iOS and does not on Android",
        "write it in lower case, or begin with (?-i) or (?i), or write a route's pattern such as /a/{b}"
      )
    }
    guard let sample = samples.first(where: { expression.matches($0) != expression.matchesIgnoringCase($0) }) else {
      return nil
    }
    return ("case counts on iOS and does not on Android, and the site has `\(sample)`", "begin with (?-i) or (?i)")
  }

  /// The first sign of a pattern that the two regular expressions read differently.
  private func differentSign(_ pattern: String) -> (String, String)? {
    var isEscaped = false
    var depth = 0
    for (character, next) in zip(pattern, Array(pattern.dropFirst()).map(Optional.some) + [nil]) {
      if isEscaped {
        isEscaped = false
        switch character {
        case "d", "D": return ("`\\\(character)` takes digits of all scripts on iOS", "write [0-9]")
        case "w", "W", "b", "B": return ("`\\\(character)` knows letters of all scripts on iOS", "write [A-Za-z0-9_]")
        case "s", "S": return ("`\\\(character)` knows more white space on iOS", "write the characters in brackets")
        case "v", "0":
          return ("`\\\(character)` is one sign on iOS and another or none on Android", "write \\x0B or \\x00")
        case "u" where next == "{": return ("`\\u{…}` is read by neither", "write \\uXXXX with four digits")
        default: continue
        }
      }
      if character == "\\" { isEscaped = true }
      if character == "%" || !character.isASCII {
        return (
          "iOS compares the decoded path and Android the one that was written",
          "write a route's pattern such as /a/{b}, or `.` for the sign"
        )
      }
      if character == "[" {
        if depth > 0, next == ":" || next == "=" || next == "." {
          return (
            "`[\(next ?? ":")…\(next ?? ":")]` names a class of letters on iOS and is a set of signs on Android",
            "write the letters, such as [a-zA-Z]"
          )
        }
        depth += 1
      }
      if character == "]" { depth = max(0, depth - 1) }
      if depth > 0, character == next, character == "-" || character == "&" {
        return ("`\(character)\(character)` in brackets is read differently", "write the set without it")
      }
    }
    if let name = groupNameWithUnderscore(pattern) {
      return ("neither engine reads the group's name `\(name)`", "use only letters and digits")
    }
    return nil
  }

  private func groupNameWithUnderscore(_ pattern: String) -> String? {
    for part in pattern.split(separator: "(?<", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0 != ">" }
      if name.contains("_") || name.first?.isNumber == true { return String(name) }
    }
    return nil
  }
}
