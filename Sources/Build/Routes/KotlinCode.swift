import Routing

/// Writes destinations and requests as Kotlin that needs nothing but the standard library and `java.net`.
struct KotlinCode {
  private let configuration: SiteConfiguration
  private let destinations: DestinationModel
  private let requests: RequestModel
  private let package: String

  init(
    _ configuration: SiteConfiguration, _ destinations: DestinationModel, _ requests: RequestModel, package: String
  ) {
    self.configuration = configuration
    self.destinations = destinations
    self.requests = requests
    self.package = package
  }

  var text: String {
    var text = """
      // Made by `hybrid routes generate --language kotlin`: changes are lost when it is made again.
      package \(package)

      import java.util.UUID


      """
    text += destinationClass + RouteRuntime.kotlinMatcher
    if !requests.cases.isEmpty { text += requestClass + RouteRuntime.kotlinClient }
    return text
  }

  private static func type(_ type: RouteParameterType) -> String {
    switch type {
    case .bool: "Boolean"
    case .int: "Long"
    case .double: "Double"
    case .uuid: "UUID"
    case .slug, .string: "String"
    }
  }

  private static func literal(_ text: String) -> String { CodeNames.literal(text, dollar: true) }

  // MARK: Destinations

  private var destinationClass: String {
    var text = "/** The places of “\(CodeNames.comment(configuration.name))”. */\nsealed class Destination {\n"
    text +=
      "    /** The page that shows the destination; null where the app answers it. */\n    abstract val page: String?\n"
    text += "    /** The destination's URL. */\n    abstract val url: String\n\n"
    for item in destinations.cases { text += declaration(item) }
    let scheme = configuration.application.scheme.map { Self.literal($0) } ?? "null"
    let hosts = configuration.application.hosts.map { Self.literal(Routing.Router.host($0) ?? $0) }.joined(
      separator: ", ")
    text += """
          companion object {
              /** The app's own URL scheme. */
              val scheme: String? = \(scheme)
              /** The hosts whose links open in the app; any where there are none. */
              val hosts: List<String> = listOf(\(hosts))

              /** What a path, a universal link or a link with the app's own scheme leads to; null for any other URL. */
              @JvmStatic fun match(url: String): Destination? {
                  val found = matcher.match(url, scheme, hosts) ?: return null
                  return destination(found.first, found.second)
              }

              /** The URL of a destination; `match` gives the destination back. */
              @JvmStatic fun url(destination: Destination): String = destination.url

              /** A push notification: its payload's `url`. */
              @JvmStatic fun fromNotification(payload: Map<String, String?>): Destination? = payload["url"]?.let { match(it) }

              private fun destination(route: Int, values: Map<Int, String>): Destination? {
                  return when (route) {

      """
    for (index, item) in destinations.cases.enumerated() {
      let arguments = item.pattern.parameters.enumerated().map { number, parameter in
        let conversion =
          switch parameter.type {
          case .bool: "?.toBoolean()"
          case .int: "?.toLongOrNull()"
          case .double: "?.toDoubleOrNull()"
          case .uuid: "?.let { UUID.fromString(it) }"
          case .slug, .string: ""
          }
        return "values[\(number)]\(conversion)" + (parameter.isOptional ? "" : " ?: return null")
      }
      let name = CodeNames.upperFirst(item.name)
      text +=
        "                \(index) -> \(name)\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")\n"
    }
    text +=
      "                else -> null\n            }\n        }\n\n        private val matcher = RouteMatcher(listOf(\n"
    text += candidates.joined(separator: ",\n")
    return text + "\n        ))\n    }\n}\n"
  }

  private var candidates: [String] {
    destinations.candidates.map { pattern, variant, number in
      let pieces = variant.map { piece in
        switch piece {
        case .text(let text): "Text(\(Self.literal(text)))"
        case .parameter(let index): "Value(\(index), Kind.\(pattern.parameters[index].type.rawValue.uppercased()))"
        case .segment: "Segment"
        case .rest: "Rest"
        }
      }
      let query = pattern.queryItems.map { item in
        switch item {
        case .text(let name, let value): "Item(\(Self.literal(name)), \(Self.literal(value)), -1, Kind.STRING, false)"
        case .parameter(let name, let index):
          "Item(\(Self.literal(name)), null, \(index), Kind.\(pattern.parameters[index].type.rawValue.uppercased()), \(pattern.parameters[index].isOptional))"
        }
      }
      return
        "            Candidate(\(number ?? -1), \(pattern.hasScheme), listOf<Piece>(\(pieces.joined(separator: ", "))), listOf<Item>(\(query.joined(separator: ", "))))"
    }
  }

  private func declaration(_ item: DestinationModel.Case) -> String {
    let parameters = item.pattern.parameters
    let names = parameters.map { CodeNames.parameter($0.name) }
    let values = zip(parameters, names).map { parameter, name in
      "val \(name): \(Self.type(parameter.type))\(parameter.isOptional ? "? = null" : "")"
    }
    let name = CodeNames.upperFirst(item.name)
    var text = "    /** `\(CodeNames.comment(item.pattern.text))` */\n"
    text += values.isEmpty ? "    object \(name)" : "    data class \(name)(\(values.joined(separator: ", ")))"
    text += " : Destination() {\n"
    text += "        override val page: String? get() = \(item.page.map(Self.literal) ?? "null")\n"
    text += "        override val url: String get() {\n            val items_ = ArrayList<String>()\n"
    text += "            val path_ = \(path(item.pattern, names))\n"
    for part in item.pattern.queryItems {
      switch part {
      case .text(let name, let value):
        text += "            items_.add(\(Self.literal(SwiftCode.encoded(name) + "=" + SwiftCode.encoded(value))))\n"
      case .parameter(let key, let index):
        let add =
          "items_.add(\(Self.literal(SwiftCode.encoded(key) + "=")) + RouteMatcher.query(\(names[index]).toString()))"
        text +=
          parameters[index].isOptional ? "            if (\(names[index]) != null) \(add)\n" : "            \(add)\n"
      }
    }
    return text
      + "            return if (items_.isEmpty()) path_ else path_ + \"?\" + items_.joinToString(\"&\")\n        }\n    }\n\n"
  }

  /// The expression that makes a path: the first variant whose optional parameters have values.
  private func path(_ pattern: RoutePattern, _ names: [String]) -> String {
    func used(_ variant: [RoutePattern.PieceDescription]) -> [Int] {
      variant.compactMap { if case .parameter(let index) = $0 { index } else { nil } }
    }
    func expression(_ variant: [RoutePattern.PieceDescription]) -> String {
      let terms = variant.compactMap { piece -> String? in
        switch piece {
        case .text(let text): Self.literal(SwiftCode.encodedPath(text))
        case .parameter(let index): "RouteMatcher.path(\(names[index]).toString())"
        case .segment, .rest: nil
        }
      }
      return terms.isEmpty ? "\"\"" : terms.joined(separator: " + ")
    }
    let variants = pattern.pieceVariants
    guard let shortest = variants.last else { return "\"\"" }
    let always = Set(used(shortest))
    var text = ""
    var known: Set<Set<Int>> = []
    for variant in variants.dropLast() {
      let optional = used(variant).filter { !always.contains($0) }
      // Of the ways that ask for the same parameters the longest comes first.
      guard !optional.isEmpty, known.insert(Set(optional)).inserted else { continue }
      text += "if (\(optional.map { "\(names[$0]) != null" }.joined(separator: " && "))) \(expression(variant)) else "
    }
    return text + expression(shortest)
  }

  // MARK: Requests

  private var requestClass: String {
    var text =
      "\n/** The requests of the API. */\nsealed class Request {\n    abstract val properties: RequestProperties\n\n"
    for item in requests.cases {
      var values = item.parameters.map { parameter in
        var value = "val \(parameter.name): \(Self.type(parameter.type))\(parameter.isOptional ? "? = null" : "")"
        if let standard = parameter.standard {
          value += " = " + (parameter.type == .string ? Self.literal(standard) : standard)
        }
        return value
      }
      if item.upload != nil { values.append("val file: Upload") }
      let name = CodeNames.upperFirst(item.name)
      text += values.isEmpty ? "    object \(name)" : "    class \(name)(\(values.joined(separator: ", ")))"
      let path = item.path.compactMap { piece -> String? in
        if let index = piece.parameter { return "RouteMatcher.path(\(item.parameters[index].name).toString())" }
        return piece.literal.isEmpty ? nil : Self.literal(piece.literal)
      }
      text += " : Request() {\n        override val properties: RequestProperties get() {\n"
      text += "            val query = ArrayList<Pair<String, String>>()\n"
      if item.hasBody { text += "            val body = LinkedHashMap<String, Any>()\n" }
      for parameter in item.parameters where parameter.place != .path {
        let add =
          parameter.place == .query
          ? "query.add(Pair(\(Self.literal(parameter.key)), \(parameter.name).toString()))"
          : "body[\(Self.literal(parameter.key))] = \(parameter.name)"
        text += parameter.isOptional ? "            if (\(parameter.name) != null) \(add)\n" : "            \(add)\n"
      }
      let upload = item.upload.map { "Pair(\(Self.literal($0)), file)" } ?? "null"
      text +=
        "            return RequestProperties(\(Self.literal(item.method)), \(path.isEmpty ? "\"/\"" : path.joined(separator: " + ")), query, \(item.hasBody ? "body" : "null"), \(upload))\n"
      text += "        }\n    }\n\n"
    }
    return text + "}\n"
  }
}
