/// A URL pattern: `app://user/{username}/following`, `/projects/{id:int}[/edit]?tab={tab?}`.
///
/// | part | matches |
/// | --- | --- |
/// | `abc` | itself; paths compare with their case, schemes and hosts without |
/// | `{name}` | one segment or a part of one, never empty |
/// | `{name:int}` | likewise, of a type: `bool int uuid double slug string` |
/// | `*` | one segment, unnamed |
/// | `**` | everything that is left, also nothing; only at the end |
/// | `[…]` | an optional part |
/// | `?a={x}&b=1` | query parameters in any order; `{x?}` may be missing; others are ignored |
///
/// A pattern without a scheme matches any. A closing slash makes no difference. Hosts of web schemes are brought to the
/// form in which URLs have them: in ASCII, without the scheme's own port.
public struct RoutePattern: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// Every parameter, those of the query last, in the order of the pattern.
  public let parameters: [RouteParameter]
  /// The ways of taking and leaving the optional parts, the longest first.
  let variants: [[Piece]]
  let query: [QueryItem]
  /// Whether the pattern begins with a scheme.
  let hasAuthority: Bool

  /// A piece of the path (with scheme and host before it, where the pattern has them).
  enum Piece: Hashable, Sendable {
    case literal([UInt8])
    /// The index in ``RoutePattern/parameters``.
    case parameter(Int, RouteParameterType)
    case segment
    case rest
  }

  /// One item of the query.
  struct QueryItem: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case literal(String)
      /// The index in ``RoutePattern/parameters``.
      case parameter(Int, RouteParameterType)
    }
    var name: String
    var value: Value
    var isOptional: Bool

    /// The order among items of a query: the narrower the smaller.
    var specificity: Int {
      switch value {
      case .literal: 0
      case .parameter(_, let type): type.specificity + (isOptional ? 8 : 1)
      }
    }
  }

  /// Reads a pattern.
  public init(_ text: String) throws(RoutePatternError) {
    var parser = RoutePatternParser(text)
    try parser.parse()
    self.text = text
    parameters = parser.parameters
    variants = parser.variants
    query = parser.query
    hasAuthority = parser.hasAuthority
  }

  /// A pattern whose path takes any value and that asks for nothing in the query.
  private init(relaxing pattern: RoutePattern) {
    text = pattern.text
    parameters = pattern.parameters
    variants = pattern.variants.map { variant in
      variant.map { piece in
        if case .parameter(let index, _) = piece { return .parameter(index, .string) }
        return piece
      }
    }
    query = []
    hasAuthority = pattern.hasAuthority
  }

  /// What keeps a URL whose path fits from matching.
  public enum Fault: Hashable, Sendable {
    /// A value of another type.
    case type(RouteParameter, found: String)
    /// A parameter of the query that is not there.
    case missing(RouteParameter)
    /// An item of the query that must have one value.
    case value(name: String, expected: String, found: String?)
  }

  /// What keeps a URL from matching; `nil` where its path does not fit whatever the values.
  public func faults(in url: String) -> [Fault]? { relaxed?.match(url).map { faults(of: $0, in: url) } }

  /// A table with only the pattern, whose path takes any value; making it costs more than asking it.
  public var relaxed: RouteTable? { try? RouteTable([RoutePattern(relaxing: self)]) }

  /// What keeps a URL from matching.
  ///
  /// - Parameters:
  ///   - match: what ``relaxed`` says of the URL.
  ///   - url: the URL.
  public func faults(of match: RouteMatch, in url: String) -> [Fault] {
    var faults: [Fault] = []
    for parameter in parameters where !parameter.isQuery {
      guard let value = match[parameter.name], !parameter.type.accepts(Array(value.utf8)) else { continue }
      faults.append(.type(parameter, found: value))
    }
    let items = URLNormalization(URLNormalization.canonical(url) ?? url).queryItems()
    for item in query {
      let found = items.first { $0.name == item.name }?.value
      switch item.value {
      case .literal(let expected):
        if found != expected { faults.append(.value(name: item.name, expected: expected, found: found)) }
      case .parameter(let index, let type):
        if let found, !found.isEmpty || type != .string && !item.isOptional {
          if !type.accepts(Array(found.utf8)) { faults.append(.type(parameters[index], found: found)) }
        } else if !item.isOptional, found == nil {
          faults.append(.missing(parameters[index]))
        }
      }
    }
    return faults
  }

  /// The URL with the given values, percent-encoded; `nil` where one is missing, of another type, or a segment `.` or `..`.
  ///
  /// Optional parts are there when all their parameters have values (a part without parameters is left out).
  public func url(_ values: [String: String]) -> String? {
    for variant in variants {
      let isLast = variant == variants.last
      if !isLast, !usesEveryValue(variant, values) { continue }
      if let url = url(variant, values) { return url }
    }
    return nil
  }

  /// Whether every path parameter that has a value is in a variant, and the variant has one that the shorter lack.
  private func usesEveryValue(_ variant: [Piece], _ values: [String: String]) -> Bool {
    let used = variant.compactMap { piece in
      if case .parameter(let index, _) = piece { return parameters[index].name }
      return nil
    }
    let given = parameters.filter { !$0.isQuery && values[$0.name] != nil }.map(\.name)
    guard Set(given).isSubset(of: used) else { return false }
    return variants.last.map { $0.count { if case .parameter = $0 { true } else { false } } < used.count } ?? true
  }

  private func url(_ variant: [Piece], _ values: [String: String]) -> String? {
    var url = ""
    for piece in variant {
      switch piece {
      case .literal(let bytes): url += PercentEncoding.literal(bytes)
      case .parameter(let index, let type):
        guard let value = values[parameters[index].name], type.accepts(Array(value.utf8)) else { return nil }
        url += PercentEncoding.encoded(Array(value.utf8), keepingSlash: false)
      case .segment: return nil
      case .rest: break
      }
    }
    // A segment of dots would lead to another place.
    let path = hasAuthority ? url.utf8.split(separator: 0x2F).dropFirst(2) : url.utf8.split(separator: 0x2F)[...]
    guard path.allSatisfy({ ![1, 2].contains(URLNormalization.dots(in: Array($0))) }) else { return nil }
    var items: [String] = []
    for item in query {
      switch item.value {
      case .literal(let value):
        items.append(PercentEncoding.query(item.name) + "=" + PercentEncoding.query(value))
      case .parameter(let index, let type):
        guard let value = values[parameters[index].name] else {
          if item.isOptional { continue }
          return nil
        }
        guard type.acceptsInQuery(value) else { return nil }
        items.append(PercentEncoding.query(item.name) + "=" + PercentEncoding.query(value))
      }
    }
    return items.isEmpty ? url : url + "?" + items.joined(separator: "&")
  }
}

/// Why a pattern cannot be read.
public struct RoutePatternError: Error, Hashable, Sendable {
  /// What is the matter, as a clause without a full stop.
  public let message: String
  /// The UTF-8 offset in the pattern.
  public let offset: Int
}
