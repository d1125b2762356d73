import Diagnostics
import Routing

/// Code for apps, with what could not be said in it.
public struct GeneratedCode: Sendable {
  /// The language.
  public enum Language: Sendable {
    /// Swift 6.
    case swift
    /// Kotlin in the package.
    case kotlin(package: String)
  }
  /// The source text.
  public var text: String
  /// Routes that were left out, requests that cannot be said.
  public var diagnostics: [Diagnostic]
}

extension RouteInspector {
  /// Code for apps.
  public func code(in language: GeneratedCode.Language) -> GeneratedCode {
    let destinations = DestinationModel(routes)
    let requests = RequestModel(configuration)
    let text =
      switch language {
      case .swift: SwiftCode(configuration, destinations, requests).text
      case .kotlin(let package): KotlinCode(configuration, destinations, requests, package: package).text
      }
    return GeneratedCode(text: text, diagnostics: SiteBuild.sorted(destinations.diagnostics + requests.diagnostics))
  }
}

/// The routes as cases of an enumeration.
struct DestinationModel {
  /// A route with its case.
  struct Case {
    var name: String
    var pattern: RoutePattern
    var page: String?
  }

  /// The cases in the order of the routes.
  private(set) var cases: [Case] = []
  /// The ways through every pattern that takes part in matching, with the number of its case, in order of precedence.
  private(set) var candidates: [(pattern: RoutePattern, variant: [RoutePattern.PieceDescription], number: Int?)] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ routes: SiteRoutes) {
    var names: Set<String> = []
    var patterns: [RoutePattern] = []
    var numbers: [Int?] = []
    for entry in routes.entries {
      guard let pattern = try? Routing.Router.routePattern(of: entry.route), !pattern.hasWildcards else {
        diagnostics.append(
          Diagnostic(
            .routeNotGenerated, "the route `\(entry.route.pattern)` has no URL that parameters could make",
            at: entry.location))
        if let pattern = try? Routing.Router.routePattern(of: entry.route) {
          patterns.append(pattern)
          numbers.append(nil)
        }
        continue
      }
      let name = Self.unique(entry.route.name ?? Self.name(of: pattern), pattern, &names)
      patterns.append(pattern)
      numbers.append(cases.count)
      cases.append(Case(name: name, pattern: pattern, page: entry.route.page))
    }
    let variants = patterns.map(\.pieceVariants)
    candidates = RoutePattern.precedence(patterns).map { way in
      (patterns[way.pattern], variants[way.pattern][way.variant], numbers[way.pattern])
    }
  }

  /// `/user/{name}/following` → `userFollowing`; `/` → `index`.
  private static func name(of pattern: RoutePattern) -> String {
    var text = ""
    var depth = 0
    for scalar in pattern.text.unicodeScalars {
      if scalar == "?" { break }
      if scalar == "{" { depth += 1 }
      text.unicodeScalars.append(depth > 0 ? "/" : scalar)
      if scalar == "}" { depth -= 1 }
    }
    let words = identifierWords(text)
    if words.isEmpty {
      let parameters = pattern.parameters.filter { !$0.isQuery }.map(\.name)
      return parameters.isEmpty ? "index" : CodeNames.camelCase(parameters)
    }
    return CodeNames.camelCase(words)
  }

  private static func identifierWords(_ text: String) -> [String] {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  private static func unique(_ wanted: String, _ pattern: RoutePattern, _ names: inout Set<String>) -> String {
    var name = CodeNames.identifier(wanted)
    if names.contains(name.lowercased()), !pattern.parameters.isEmpty {
      name += "By" + CodeNames.upperFirst(CodeNames.camelCase(pattern.parameters.map(\.name)))
    }
    var number = 2
    let stem = name
    while !names.insert(name.lowercased()).inserted {
      name = stem + String(number)
      number += 1
    }
    return name
  }
}

/// The requests of `api` as cases of an enumeration.
struct RequestModel {
  /// A value that a request takes.
  struct Parameter {
    enum Place {
      case path, query, body
    }
    /// As it goes over the wire.
    var key: String
    /// As code names it.
    var name: String
    var type: RouteParameterType
    var isOptional: Bool
    /// The value where none is given.
    var standard: String?
    var place: Place
  }

  /// A request.
  struct Case {
    var name: String
    var method: String
    /// The path's pieces: literal texts and the numbers of parameters.
    var path: [(literal: String, parameter: Int?)]
    var parameters: [Parameter]
    var upload: String?
    var response: String?
    var hasBody: Bool
  }

  private(set) var cases: [Case] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let place: SourceLocation

  init(_ configuration: SiteConfiguration) {
    place = SourceLocation(file: configuration.path ?? "hybrid.json")
    guard case .object(let members)? = configuration.api else { return }
    var names: Set<String> = []
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let name = CodeNames.identifier(CodeNames.camelCase(CodeNames.words(key)))
      guard names.insert(name.lowercased()).inserted else {
        report("the name `\(key)` is the same as another's in code")
        continue
      }
      if let request = read(key, name, value) { cases.append(request) }
    }
  }

  private mutating func report(_ message: String) {
    diagnostics.append(Diagnostic(.apiRequest, message, at: place))
  }

  private mutating func read(_ key: String, _ name: String, _ value: JSONText) -> Case? {
    let path = value["path"]?.string ?? "/"
    var request = Case(
      name: name, method: value["method"]?.string ?? "GET", path: [], parameters: [],
      upload: value["upload"]?.string, response: value["response"]?.string, hasBody: value["body"] != nil)
    var rest = path[...]
    while let open = rest.firstIndex(of: "{") {
      request.path.append((String(rest[..<open]), nil))
      guard let close = rest[open...].firstIndex(of: "}") else {
        report("api.\(key).path: `{` without `}`")
        return nil
      }
      let parts = rest[rest.index(after: open)..<close].split(separator: ":", omittingEmptySubsequences: false)
      guard let parameter = parts.first, !parameter.isEmpty,
        let type = parts.count > 1 ? RouteParameterType(rawValue: String(parts[1])) : .string
      else {
        report("api.\(key).path: `{\(rest[rest.index(after: open)..<close])}` is not a parameter")
        return nil
      }
      request.path.append(("", request.parameters.count))
      request.parameters.append(
        Parameter(
          key: String(parameter), name: CodeNames.parameter(String(parameter)), type: type, isOptional: false,
          place: .path))
      rest = rest[rest.index(after: close)...]
    }
    request.path.append((String(rest), nil))
    for (key, value) in value["query"]?.members ?? [] { append(key, value.string ?? "", .query, &request) }
    for (key, value) in value["body"]?.members ?? [] { append(key, value.string ?? "", .body, &request) }
    let names = request.parameters.map(\.name)
    if Set(names).count < names.count {
      report("api.\(key): a parameter's name is used twice")
      return nil
    }
    if request.upload != nil || request.hasBody, request.method == "GET" || request.method == "HEAD" {
      report("api.\(key): a \(request.method) request carries no body and no upload")
      return nil
    }
    return request
  }

  /// A member of `query` or `body`: a type such as `int` or `string?`, or a value that is used where none is given.
  private func append(_ key: String, _ text: String, _ place: Parameter.Place, _ request: inout Case) {
    let isOptional = text.hasSuffix("?")
    var parameter = Parameter(
      key: key, name: CodeNames.parameter(key), type: .string, isOptional: isOptional, place: place)
    if let type = RouteParameterType(rawValue: isOptional ? String(text.dropLast()) : text) {
      parameter.type = type
    } else {
      parameter.isOptional = false
      parameter.standard = text
      parameter.type =
        Int(text) != nil ? .int : text == "true" || text == "false" ? .bool : Double(text) != nil ? .double : .string
    }
    request.parameters.append(parameter)
  }
}

/// Names in generated code.
enum CodeNames {
  private static let keywords: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension", "false",
    "for", "fun", "func", "guard", "if", "import", "in", "init", "inout", "interface", "internal", "is", "let", "nil",
    "null", "object", "operator", "package", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "this", "throw", "throws", "true", "try", "typealias", "typeof",
    "val", "var", "when", "where", "while", "match", "url", "page", "properties", "some", "any", "Self", "Type",
  ]

  /// Names that a case of `Destination` would take from Swift's Optional or, with a capital, from Kotlin's own types.
  private static let types: Set<String> = [
    "none", "list", "map", "set", "string", "int", "long", "short", "byte", "double", "float", "boolean", "char",
    "unit",
    "array", "pair", "regex", "uuid", "sequence", "hashMap", "hashSet", "destination", "decode", "encode", "request",
    "transport", "answer",
  ]

  /// Runs of ASCII letters and digits, parted where a capital begins a word.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInside = false
    for character in text {
      guard character.isASCII, character.isLetter || character.isNumber else {
        isInside = false
        continue
      }
      if isInside, !(character.isUppercase && words[words.count - 1].last?.isLowercase == true) {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isInside = true
    }
    return words
  }

  static func upperFirst(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  static func camelCase(_ parts: [String]) -> String {
    let words = parts.flatMap { self.words($0) }
    return words.enumerated().map { $0 == 0 ? lowerFirst($1) : upperFirst($1) }.joined()
  }

  private static func lowerFirst(_ text: String) -> String {
    text.allSatisfy { $0.isUppercase || $0.isNumber }
      ? text.lowercased() : text.prefix(1).lowercased() + text.dropFirst()
  }

  /// A name that both languages take as it is.
  static func identifier(_ text: String) -> String {
    var name = camelCase([text])
    if name.isEmpty { name = "route" }
    if name.first?.isNumber == true { name = "route" + name }
    return keywords.contains(name) || types.contains(name) ? name + "Route" : name
  }

  /// A parameter's name.
  static func parameter(_ text: String) -> String {
    var name = camelCase([text])
    if name.isEmpty { name = "value" }
    if name.first?.isNumber == true { name = "value" + name }
    return keywords.contains(name) ? name + "Value" : name
  }

  /// A text as a literal of Swift (and, with `dollar`, of Kotlin).
  static func literal(_ text: String, dollar: Bool = false) -> String {
    var result = "\""
    let commands = RunnerCommands.signs(in: text.unicodeScalars)
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "$" where dollar: result += "\\$"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // A reader of the code, and a log with it, sees all that is in a literal.
      case let scalar where scalar.steersOutput || commands.contains(index):
        for unit in dollar ? Array(String(scalar).utf16).map(UInt32.init) : [scalar.value] {
          let digits = String(unit, radix: 16)
          result +=
            dollar ? "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits : "\\u{\(digits)}"
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text inside of a comment.
  static func comment(_ text: String) -> String {
    let commands = RunnerCommands.signs(in: text.unicodeScalars)
    var view = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isHidden = scalar.steersOutput || commands.contains(index)
      view.append(scalar.value < 0x20 ? " " : isHidden ? "\u{FFFD}" : scalar)
    }
    return String(view).replacing("*/", with: "* /")
  }
}

extension JSONText {
  subscript(key: String) -> JSONText? { members.first { $0.key == key }?.value }

  var members: [(key: String, value: JSONText)] {
    if case .object(let members) = self { members } else { [] }
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
