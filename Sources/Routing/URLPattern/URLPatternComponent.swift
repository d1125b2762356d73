/// One component of a pattern, compiled (URL Pattern, 1.5 Internals).
public struct URLPatternComponent: Hashable, Sendable {
  /// The component's pattern in its normal form.
  public let pattern: String
  /// The names of its groups in order; groups without a name are numbered.
  public let names: [String]
  let parts: [URLPatternPart]
  let expression: RegularExpression
  /// What texts that match end with, where letters count as they are written.
  private let ending: String

  /// URL Pattern, "compile a component".
  init(
    _ input: String, _ options: URLPatternOptions, encode: @escaping URLPatternParser.Encoding
  ) throws(URLPatternError) {
    parts = try URLPatternParser.parts(of: input, options, encode: encode)
    names = parts.filter { $0.kind != .fixedText }.map(\.name)
    do {
      for part in parts where part.kind == .regexp { _ = try RegularExpression(part.value) }
      expression = try RegularExpression(Self.expression(of: parts, options), ignoresCase: options.ignoresCase)
    } catch {
      throw URLPatternError(message: "a regular expression: \(error.message)", offset: 0)
    }
    pattern = Self.text(of: parts, options)
    ending = options.ignoresCase ? "" : Self.ending(of: parts)
  }

  /// The fixed texts at the end.
  private static func ending(of parts: [URLPatternPart]) -> String {
    parts.reversed().prefix { $0.kind == .fixedText && $0.modifier == .none }.reversed().map(\.value).joined()
  }

  /// The groups of a component's text, `nil` where the pattern does not match.
  func match(_ text: String) -> [(name: String, value: String?)]? {
    var steps = Int.max
    return match(text, steps: &steps)
  }

  /// ``match(_:)`` within a number of steps: `nil` where none is left.
  func match(_ text: String, steps: inout Int) -> [(name: String, value: String?)]? {
    // OPTIMIZATION: of many patterns that begin alike, most end otherwise.
    guard text.utf8.count >= ending.utf8.count, text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8),
      let groups = expression.wholeMatch(text, steps: &steps)
    else { return nil }
    // Groups that a custom expression names itself are not the pattern's.
    return zip(names, groupIndices).map { (name: $0, value: groups[$1]) }
  }

  /// The number of each part's group in the expression: a custom expression may hold groups of its own.
  private var groupIndices: [Int] {
    var indices: [Int] = []
    var next = 1
    for part in parts where part.kind != .fixedText {
      indices.append(next)
      next += 1
      // It was read once, when the component was compiled.
      if part.kind == .regexp { next += (try? RegularExpression(part.value))?.captureCount ?? 0 }
    }
    return indices
  }

  /// URL Pattern, "generate a regular expression and name list".
  private static func expression(of parts: [URLPatternPart], _ options: URLPatternOptions) -> String {
    var result = "^"
    for part in parts {
      let modifier = part.modifier.rawValue
      if part.kind == .fixedText {
        let text = RegularExpression.escaped(part.value)
        result += part.modifier == .none ? text : "(?:\(text))\(modifier)"
        continue
      }
      let value =
        switch part.kind {
        case .segmentWildcard: options.segmentWildcard
        case .fullWildcard: ".*"
        default: part.value
        }
      let isRepeated = part.modifier == .zeroOrMore || part.modifier == .oneOrMore
      if part.prefix.isEmpty, part.suffix.isEmpty {
        result += isRepeated ? "((?:\(value))\(modifier))" : "(\(value))\(modifier)"
        continue
      }
      let prefix = RegularExpression.escaped(part.prefix)
      let suffix = RegularExpression.escaped(part.suffix)
      if isRepeated {
        result += "(?:\(prefix)((?:\(value))(?:\(suffix)\(prefix)(?:\(value)))*)\(suffix))"
        if part.modifier == .zeroOrMore { result += "?" }
      } else {
        result += "(?:\(prefix)(\(value))\(suffix))\(modifier)"
      }
    }
    return result + "$"
  }

  /// URL Pattern, "generate a pattern string".
  private static func text(of parts: [URLPatternPart], _ options: URLPatternOptions) -> String {
    var result = ""
    for (index, part) in parts.enumerated() {
      let modifier = part.modifier.rawValue
      if part.kind == .fixedText {
        result += part.modifier == .none ? escaped(part.value) : "{\(escaped(part.value))}\(modifier)"
        continue
      }
      let previous = index > 0 ? parts[index - 1] : nil
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      var needsGrouping = !part.suffix.isEmpty || (!part.prefix.isEmpty && part.prefix != options.prefix)
      if !needsGrouping, part.hasGivenName, part.kind == .segmentWildcard, part.modifier == .none, let next,
        next.prefix.isEmpty, next.suffix.isEmpty
      {
        if next.kind == .fixedText {
          needsGrouping =
            next.value.unicodeScalars.first.map { URLPatternTokenizer.isNameCharacter($0, isFirst: false) } ?? false
        } else {
          needsGrouping = !next.hasGivenName
        }
      }
      if !needsGrouping, part.prefix.isEmpty, let previous, previous.kind == .fixedText,
        let last = previous.value.unicodeScalars.last, String(last) == options.prefix
      {
        needsGrouping = true
      }
      if needsGrouping { result += "{" }
      result += escaped(part.prefix)
      if part.hasGivenName { result += ":" + part.name }
      switch part.kind {
      case .regexp: result += "(\(part.value))"
      case .segmentWildcard: if !part.hasGivenName { result += "(\(options.segmentWildcard))" }
      case .fullWildcard:
        let isPlain =
          !part.hasGivenName
          && (previous == nil || previous?.kind == .fixedText || previous?.modifier != URLPatternPart.Modifier.none
            || needsGrouping || !part.prefix.isEmpty)
        result += isPlain ? "*" : "(.*)"
      case .fixedText: break
      }
      if part.kind == .segmentWildcard, part.hasGivenName, let first = part.suffix.unicodeScalars.first,
        URLPatternTokenizer.isNameCharacter(first, isFirst: false)
      {
        result += "\\"
      }
      result += escaped(part.suffix)
      if needsGrouping { result += "}" }
      result += modifier
    }
    return result
  }

  /// URL Pattern, "escape a pattern string".
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "+*?:{}()\\".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
