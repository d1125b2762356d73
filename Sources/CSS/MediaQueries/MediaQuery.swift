/// A comma-separated list of media queries (Media Queries 4, 2): true where one of them is; empty is true.
public struct MediaQueryList: Sendable {
  /// The queries.
  public var queries: [MediaQuery] = []

  /// The list that is always true.
  public init() {}

  /// Reads the whole cursor; a malformed query becomes `not all` (3.2).
  public init(_ whole: TokenCursor) {
    var cursor = whole.trimmed()
    while !cursor.isAtEnd {
      let start = cursor.position
      let range = cursor.skip(until: .comma)
      queries.append(MediaQuery.parse(cursor.over(start..<range.upperBound)) ?? .notAll)
      if cursor.consume(.comma) != nil, cursor.isAtEnd { queries.append(.notAll) }
    }
  }

  /// Reads an attribute's value.
  public init(text: String) {
    self.init(TokenStream(text: text).cursor)
  }

  /// Whether one query is true.
  public func matches(_ environment: Environment) -> Bool {
    queries.isEmpty || queries.contains { $0.truth(environment) == .yes }
  }

  /// The facts that the answer depends on.
  public var dependencies: EnvironmentDependencies {
    var result: EnvironmentDependencies = []
    for query in queries { result.formUnion(query.dependencies) }
    return result
  }

  /// Whether a query was malformed.
  public var hasMalformedQuery: Bool { queries.contains { $0.isMalformed } }
}

/// One media query: a type and a condition.
public struct MediaQuery: Sendable {
  /// Whether `not` comes before the type.
  var isNegated = false
  /// The type in lower case, `all` where none is given.
  var type = "all"
  var condition: Condition<FeatureTest>?
  var isMalformed = false

  static var notAll: MediaQuery { MediaQuery(isNegated: true, isMalformed: true) }

  static func parse(_ whole: TokenCursor) -> MediaQuery? {
    var cursor = whole.trimmed()
    if let condition = conditionParser(allowsOr: true).parse(cursor) { return MediaQuery(condition: condition) }
    var query = MediaQuery()
    if cursor.consumeIdent("not") {
      query.isNegated = true
      cursor.skipWhitespace()
    } else if cursor.consumeIdent("only") {
      cursor.skipWhitespace()
    }
    guard let token = cursor.consume(.ident) else { return nil }
    query.type = cursor.lowercasedName(token).string
    guard !["not", "only", "and", "or", "layer"].contains(query.type) else { return nil }
    guard cursor.skipWhitespace(), !cursor.isAtEnd else { return cursor.isAtEnd ? query : nil }
    guard cursor.consumeIdent("and"), cursor.skipWhitespace() else { return nil }
    guard let condition = conditionParser(allowsOr: false).parse(cursor) else { return nil }
    query.condition = condition
    return query
  }

  private static func conditionParser(allowsOr: Bool) -> ConditionParser<FeatureTest> {
    ConditionParser(
      parseTest: { cursor in
        switch cursor.peekKind {
        case .leftParenthesis:
          let contents = cursor.consumeBlock()
          if let test = FeatureTest.parse(contents) { return .test(test) }
          return contents.isGeneralEnclosed ? .unknown : nil
        case .function:
          _ = cursor.consumeBlock()
          return .unknown
        default:
          return nil
        }
      }, allowsOr: allowsOr)
  }

  func truth(_ environment: Environment) -> Truth {
    let typeMatches: Bool =
      switch type {
      case "all": true
      case "screen": environment.mediaType == .screen
      case "print": environment.mediaType == .print
      default: false
      }
    var result = Truth(typeMatches)
    if let condition, result == .yes { result = condition.truth { $0.truth(environment) } }
    return isNegated ? !result : result
  }

  var dependencies: EnvironmentDependencies {
    var result: EnvironmentDependencies = type == "all" ? [] : .mediaType
    condition?.forEachTest { result.formUnion($0.mediaDependencies) }
    return result
  }
}

extension TokenCursor {
  /// Whether the tokens may be in a `<general-enclosed>`: any value, and something of it.
  var isGeneralEnclosed: Bool {
    var cursor = self
    cursor.skipWhitespace()
    guard !cursor.isAtEnd else { return false }
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .badString, .badURL, .rightBrace, .rightBracket, .rightParenthesis: return false
      default: cursor.skipComponentValue()
      }
    }
    return true
  }
}

extension FeatureTest {
  /// The truth of a media feature (Media Queries 4, 4 to 8; 5, 5 to 12).
  func truth(_ environment: Environment) -> Truth {
    let units = QueryUnits(environment)
    let width = environment.viewport.width
    let height = environment.viewport.height
    switch name {
    case "width": return compare(width, .length, units)
    case "height": return compare(height, .length, units)
    case "device-width": return compare(environment.deviceWidth ?? width, .length, units)
    case "device-height": return compare(environment.deviceHeight ?? height, .length, units)
    case "aspect-ratio": return compareRatio(width, height, units)
    case "device-aspect-ratio":
      return compareRatio(environment.deviceWidth ?? width, environment.deviceHeight ?? height, units)
    case "orientation":
      return keyword(height >= width ? "portrait" : "landscape", of: ["portrait", "landscape"], units)
    case "resolution": return compare(environment.viewport.scale, .resolution, units)
    case "-webkit-device-pixel-ratio": return compare(environment.viewport.scale, .number, units)
    case "-webkit-transform-3d": return compare(1, .number, units)
    case "color": return compare(Double(environment.colorBits), .number, units)
    case "color-index", "monochrome": return compare(0, .number, units)
    case "grid": return isPlain || bounds.isEmpty ? compare(0, .number, units) : .unknown
    case "horizontal-viewport-segments", "vertical-viewport-segments": return compare(1, .number, units)
    default: return keywordTruth(environment, units)
    }
  }

  private func keywordTruth(_ environment: Environment, _ units: QueryUnits) -> Truth {
    func flag(_ isOn: Bool, _ on: String, _ off: String) -> Truth {
      keyword(isOn ? on : off, of: [on, off], absent: [off], units)
    }
    func pointer(_ pointer: Environment.Pointer) -> Truth {
      let value = pointer == .fine ? "fine" : pointer == .coarse ? "coarse" : "none"
      return keyword(value, of: ["none", "coarse", "fine"], absent: ["none"], units)
    }
    let isPaged = environment.mediaType == .print
    switch name {
    case "hover": return flag(environment.hover, "hover", "none")
    case "any-hover": return flag(environment.anyHover, "hover", "none")
    case "pointer": return pointer(environment.pointer)
    case "any-pointer": return pointer(environment.anyPointer)
    case "prefers-color-scheme":
      return keyword(environment.viewport.colorScheme.rawValue, of: ["light", "dark"], units)
    case "prefers-reduced-motion": return flag(environment.reducedMotion, "reduce", "no-preference")
    case "prefers-reduced-transparency": return flag(environment.reducedTransparency, "reduce", "no-preference")
    case "prefers-reduced-data": return flag(environment.reducedData, "reduce", "no-preference")
    case "prefers-contrast":
      let values = ["no-preference", "more", "less", "custom"]
      return keyword(values[Int(environment.contrast.rawValue)], of: values, absent: ["no-preference"], units)
    case "forced-colors": return flag(environment.forcedColors, "active", "none")
    case "inverted-colors": return flag(environment.invertedColors, "inverted", "none")
    case "scripting":
      let values = ["none", "initial-only", "enabled"]
      return keyword(values[Int(environment.scripting.rawValue)], of: values, absent: ["none"], units)
    case "update":
      return keyword(isPaged ? "none" : "fast", of: ["none", "slow", "fast"], absent: ["none"], units)
    case "overflow-block":
      return keyword(isPaged ? "paged" : "scroll", of: ["none", "scroll", "paged"], absent: ["none"], units)
    case "overflow-inline":
      return keyword(isPaged ? "none" : "scroll", of: ["none", "scroll"], absent: ["none"], units)
    case "display-mode":
      let values = ["browser", "standalone", "minimal-ui", "fullscreen"]
      return keyword(
        values[Int(environment.displayMode.rawValue)], of: values + ["picture-in-picture", "window-controls-overlay"],
        units)
    case "color-gamut":
      if bounds.isEmpty { return Truth(environment.colorGamut != .none) }
      guard isPlain, case .keyword(let wanted) = QueryValue.parse(bounds[0].value, units) else { return .unknown }
      switch wanted {
      case "srgb": return Truth(environment.colorGamut >= .srgb)
      case "p3": return Truth(environment.colorGamut >= .p3)
      case "rec2020": return Truth(environment.colorGamut >= .rec2020)
      default: return .unknown
      }
    case "dynamic-range", "video-dynamic-range":
      return isPlain && bounds.count == 1 ? standardRange(units) : Truth(bounds.isEmpty)
    default:
      return .unknown
    }
  }

  private func standardRange(_ units: QueryUnits) -> Truth {
    guard case .keyword(let wanted) = QueryValue.parse(bounds[0].value, units) else { return .unknown }
    return wanted == "standard" ? .yes : wanted == "high" ? .no : .unknown
  }

  /// The facts that the feature's truth depends on.
  var mediaDependencies: EnvironmentDependencies {
    var result: EnvironmentDependencies =
      switch name {
      case "width", "device-width": .width
      case "height", "device-height": .height
      case "aspect-ratio", "device-aspect-ratio", "orientation": [.width, .height]
      case "resolution", "-webkit-device-pixel-ratio": .resolution
      case "hover", "any-hover", "pointer", "any-pointer": .pointer
      case "prefers-color-scheme": .colorScheme
      case "prefers-reduced-motion", "prefers-reduced-transparency", "prefers-reduced-data", "prefers-contrast",
        "forced-colors", "inverted-colors":
        .preferences
      case "scripting": .scripting
      case "display-mode": .displayMode
      case "update", "overflow-block", "overflow-inline": .mediaType
      default: []
      }
    for bound in bounds where bound.value.hasFontRelativeUnit { result.insert(.fontScale) }
    return result
  }
}

extension TokenCursor {
  /// Whether it has a unit that is relative to a font.
  var hasFontRelativeUnit: Bool {
    remaining.contains { index in
      let token = stream.tokens[index]
      guard token.kind == .dimension else { return false }
      return ["em", "rem", "ex", "ch", "lh", "rlh", "cap", "ic"].contains(lowercasedName(token).string)
    }
  }
}
