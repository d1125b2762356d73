import Routing

/// Writes destinations and requests as Swift that needs nothing but Foundation.
struct SwiftCode {
  private let configuration: SiteConfiguration
  private let destinations: DestinationModel
  private let requests: RequestModel

  init(_ configuration: SiteConfiguration, _ destinations: DestinationModel, _ requests: RequestModel) {
    self.configuration = configuration
    self.destinations = destinations
    self.requests = requests
  }

  var text: String {
    var text = """
      // Made by `hybrid routes generate --language swift`: changes are lost when it is made again.
      // swift-format-ignore-file
      import Foundation
      #if canImport(FoundationNetworking)
      import FoundationNetworking
      #endif


      """
    text += enumeration + RouteRuntime.swiftMatcher
    if !requests.cases.isEmpty { text += requestEnumeration + RouteRuntime.swiftClient }
    return text
  }

  private static func type(_ type: RouteParameterType) -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .uuid: "UUID"
    case .slug, .string: "String"
    }
  }

  // MARK: Destinations

  private var enumeration: String {
    var text = "/// The places of “\(CodeNames.comment(configuration.name))”.\n"
    text += "public enum Destination: Hashable, Sendable {\n"
    for item in destinations.cases {
      text += "  /// `\(CodeNames.comment(item.pattern.text))`"
      text += item.page.map { ", shown by `\(CodeNames.comment($0))`.\n" } ?? ", answered by the app.\n"
      let values = item.pattern.parameters.map {
        "\(CodeNames.parameter($0.name)): \(Self.type($0.type))\($0.isOptional ? "?" : "")"
      }
      text += "  case \(item.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")\n"
    }
    // An enumeration without cases cannot be switched over as the others are.
    if destinations.cases.isEmpty { text += "  /// The site has no destinations.\n  case none\n" }
    text += """

        /// The app's own URL scheme.
        public static let scheme: String? = \(configuration.application.scheme.map { CodeNames.literal($0) } ?? "nil")
        /// The hosts whose links open in the app; any where there are none.
        public static let hosts: [String] = [\(configuration.application.hosts.map { CodeNames.literal(Routing.Router.host($0) ?? $0) }.joined(separator: ", "))]

        /// What a path, a universal link or a link with the app's own scheme leads to; `nil` for any other URL.
        public static func match(_ url: String) -> Destination? {
          guard let (route, values) = matcher.match(url, scheme: scheme, hosts: hosts) else { return nil }
          return destination(route, values)
        }

        /// The URL of a destination; `match` gives the destination back. What no URL can hold leads elsewhere: in a path a
        /// text that is empty, `.` or `..`, and a number that is not finite.
        public static func url(for destination: Destination) -> String { destination.url }

        /// A universal link or a link with the app's own scheme.
        public init?(link: URL) {
          guard let destination = Destination.match(link.absoluteString) else { return nil }
          self = destination
        }

        /// A push notification: its payload's `url`, at the top, in `aps` or in `data`.
        public init?(notification payload: [AnyHashable: Any]) {
          let places = [payload, payload["aps"] as? [AnyHashable: Any] ?? [:], payload["data"] as? [AnyHashable: Any] ?? [:]]
          guard let url = places.compactMap({ $0["url"] as? String }).first, let destination = Destination.match(url) else {
            return nil
          }
          self = destination
        }


      """
    text += pageProperty + urlProperty + matchFunction
    return text + "}\n"
  }

  private var pageProperty: String {
    var text = "  /// The page that shows the destination; `nil` where the app answers it.\n"
    text += "  public var page: String? {\n    switch self {\n"
    for item in destinations.cases {
      text += "    case .\(item.name): \(item.page.map { CodeNames.literal($0) } ?? "nil")\n"
    }
    if destinations.cases.isEmpty { text += "    case .none: nil\n" }
    return text + "    }\n  }\n\n"
  }

  private var urlProperty: String {
    var text = "  /// The destination's URL.\n  public var url: String {\n    switch self {\n"
    for item in destinations.cases {
      let parameters = item.pattern.parameters
      let names = parameters.map { CodeNames.parameter($0.name) }
      let binding = names.isEmpty ? "" : "(" + names.map { "let \($0)" }.joined(separator: ", ") + ")"
      text += "    case .\(item.name)\(binding):\n"
      let hasQuery = !item.pattern.queryItems.isEmpty
      text += "      var path_ = \"\"\n"
      if hasQuery { text += "      var items_: [String] = []\n" }
      text += Self.path(item.pattern, names)
      for case let part in item.pattern.queryItems {
        switch part {
        case .text(let name, let value):
          text += "      items_.append(\(CodeNames.literal(Self.encoded(name) + "=" + Self.encoded(value))))\n"
        case .parameter(let name, let index):
          let key = CodeNames.literal(Self.encoded(name) + "=")
          let value = { (name: String) in Self.string(parameters[index].type, name) }
          text +=
            parameters[index].isOptional
            ? "      if let \(names[index]) { items_.append(\(key) + RouteMatcher.query(\(value(names[index])))) }\n"
            : "      items_.append(\(key) + RouteMatcher.query(\(value(names[index]))))\n"
        }
      }
      text +=
        hasQuery
        ? "      return items_.isEmpty ? path_ : path_ + \"?\" + items_.joined(separator: \"&\")\n"
        : "      return path_\n"
    }
    if destinations.cases.isEmpty { text += "    case .none: return \"/\"\n" }
    return text + "    }\n  }\n\n"
  }

  /// The statements that make a path: the first variant whose optional parameters have values.
  private static func path(_ pattern: RoutePattern, _ names: [String]) -> String {
    func used(_ variant: [RoutePattern.PieceDescription]) -> [Int] {
      variant.compactMap { if case .parameter(let index) = $0 { index } else { nil } }
    }
    let variants = pattern.pieceVariants
    guard let shortest = variants.last else { return "" }
    let always = Set(used(shortest))
    var text = ""
    var branches = 0
    var known: Set<Set<Int>> = []
    for variant in variants.dropLast() {
      let optional = used(variant).filter { !always.contains($0) }
      // A part without parameters is left out; of the ways that ask for the same parameters the longest comes first.
      guard !optional.isEmpty, known.insert(Set(optional)).inserted else { continue }
      let condition = optional.map { "let \(names[$0])" }.joined(separator: ", ")
      text += branches == 0 ? "      if \(condition) {\n" : "      } else if \(condition) {\n"
      text += statement(variant, pattern, names, indent: "        ")
      branches += 1
    }
    guard branches > 0 else { return statement(shortest, pattern, names, indent: "      ") }
    return text + "      } else {\n" + statement(shortest, pattern, names, indent: "        ") + "      }\n"
  }

  private static func statement(
    _ variant: [RoutePattern.PieceDescription], _ pattern: RoutePattern, _ names: [String], indent: String
  ) -> String {
    let terms = variant.compactMap { piece -> String? in
      switch piece {
      case .text(let text): CodeNames.literal(encodedPath(text))
      case .parameter(let index): "RouteMatcher.path(\(string(pattern.parameters[index].type, names[index])))"
      case .segment, .rest: nil
      }
    }
    return "\(indent)path_ += \(terms.isEmpty ? "\"\"" : terms.joined(separator: " + "))\n"
  }

  private static func string(_ type: RouteParameterType, _ name: String) -> String {
    switch type {
    case .string, .slug: name
    case .uuid: "\(name).uuidString"
    case .bool, .int, .double: "String(\(name))"
    }
  }

  /// The literal part of a pattern, in which a slash's escape stays one.
  static func encodedPath(_ text: String) -> String {
    encoded(text, keeping: "-._~!$&'()+,:;=@/*").replacing("%252F", with: "%2F").replacing("%252f", with: "%2F")
  }

  static func encoded(_ text: String, keeping signs: String = "-._~*") -> String {
    var result = ""
    for byte in text.utf8 {
      if byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || signs.utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  // MARK: Matching

  private var matchFunction: String {
    var text = "  private static func destination(_ route: Int, _ values: [Int: String]) -> Destination? {\n"
    text += "    switch route {\n"
    for (index, item) in destinations.cases.enumerated() {
      let parameters = item.pattern.parameters
      let names = parameters.map { CodeNames.parameter($0.name) }
      text += "    case \(index):\n"
      var arguments: [String] = []
      for (number, parameter) in parameters.enumerated() {
        let name = names[number]
        let made =
          "values[\(number)]\(parameter.type == .string || parameter.type == .slug ? "" : ".flatMap({ \(Self.type(parameter.type))(\(parameter.type == .uuid ? "uuidString: " : "")$0) })")"
        if parameter.isOptional {
          arguments.append("\(name): \(made)")
        } else {
          text += "      guard let \(name) = \(made) else { return nil }\n"
          arguments.append("\(name): \(name)")
        }
      }
      text += "      return .\(item.name)\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")\n"
    }
    text += "    default: return nil\n    }\n  }\n\n"
    text += "  private static let matcher = RouteMatcher([\n"
    for (pattern, variant, number) in destinations.candidates {
      let pieces = variant.map { piece in
        switch piece {
        case .text(let text): ".text(\(CodeNames.literal(text)))"
        case .parameter(let index): ".value(\(index), .\(pattern.parameters[index].type.rawValue))"
        case .segment: ".segment"
        case .rest: ".rest"
        }
      }
      let query = pattern.queryItems.map { item in
        switch item {
        case .text(let name, let value): ".text(\(CodeNames.literal(name)), \(CodeNames.literal(value)))"
        case .parameter(let name, let index):
          ".value(\(CodeNames.literal(name)), \(index), .\(pattern.parameters[index].type.rawValue), isOptional: \(pattern.parameters[index].isOptional))"
        }
      }
      text +=
        "    .init(route: \(number ?? -1), hasScheme: \(pattern.hasScheme), pieces: [\(pieces.joined(separator: ", "))], query: [\(query.joined(separator: ", "))]),\n"
    }
    return text + "  ])\n"
  }

  // MARK: Requests

  private var requestEnumeration: String {
    var text = "\n/// The requests of the API.\npublic enum Request: Sendable {\n"
    for item in requests.cases {
      text +=
        "  /// `\(item.method) \(CodeNames.comment(item.path.map { $0.parameter.map { "{\(item.parameters[$0].key)}" } ?? $0.literal }.joined()))`"
      text += item.response.map { ", answered with `\(CodeNames.comment($0))`.\n" } ?? ".\n"
      var values = item.parameters.map { parameter in
        var value = "\(parameter.name): \(Self.type(parameter.type))\(parameter.isOptional ? "? = nil" : "")"
        if let standard = parameter.standard {
          value += " = " + (parameter.type == .string ? CodeNames.literal(standard) : standard)
        }
        return value
      }
      if item.upload != nil { values.append("file: Upload") }
      text += "  case \(item.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")\n"
    }
    text +=
      "\n  /// Method, path, query, body and upload.\n  public var properties: RequestProperties {\n    switch self {\n"
    for item in requests.cases {
      var names = item.parameters.map(\.name)
      if item.upload != nil { names.append("file") }
      text +=
        "    case .\(item.name)\(names.isEmpty ? "" : "(" + names.map { "let \($0)" }.joined(separator: ", ") + ")"):\n"
      let path = item.path.compactMap { piece -> String? in
        if let index = piece.parameter {
          return "RouteMatcher.path(\(Self.string(item.parameters[index].type, item.parameters[index].name)))"
        }
        return piece.literal.isEmpty ? nil : CodeNames.literal(piece.literal)
      }
      text +=
        "      \(item.parameters.contains { $0.place != .path } || item.hasBody || item.upload != nil ? "var" : "let") properties = RequestProperties(method: \(CodeNames.literal(item.method)), path: \(path.isEmpty ? "\"/\"" : path.joined(separator: " + ")))\n"
      for parameter in item.parameters where parameter.place == .query {
        let append =
          "properties.query.append((\(CodeNames.literal(parameter.key)), \(Self.string(parameter.type, parameter.name))))"
        text += parameter.isOptional ? "      if let \(parameter.name) { \(append) }\n" : "      \(append)\n"
      }
      if item.hasBody { text += "      properties.body = [:]\n" }
      for parameter in item.parameters where parameter.place == .body {
        let field =
          switch parameter.type {
          case .int: ".int(\(parameter.name))"
          case .double: ".double(\(parameter.name))"
          case .bool: ".bool(\(parameter.name))"
          default: ".string(\(Self.string(parameter.type, parameter.name)))"
          }
        let assign = "properties.body?[\(CodeNames.literal(parameter.key))] = \(field)"
        text += parameter.isOptional ? "      if let \(parameter.name) { \(assign) }\n" : "      \(assign)\n"
      }
      if let upload = item.upload { text += "      properties.upload = (\(CodeNames.literal(upload)), file)\n" }
      text += "      return properties\n"
    }
    return text + "    }\n  }\n}\n"
  }
}
