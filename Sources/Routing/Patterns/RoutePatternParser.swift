/// Reads the text of a ``RoutePattern``.
struct RoutePatternParser {
  /// Patterns with more optional parts would have too many variants.
  static let maximumOptionalParts = 6

  private let bytes: [UInt8]
  private var position = 0
  private(set) var parameters: [RouteParameter] = []
  private(set) var variants: [[RoutePattern.Piece]] = [[]]
  private(set) var query: [RoutePattern.QueryItem] = []
  private(set) var hasAuthority = false
  private var optionalParts = 0
  /// The scheme in lower case, where it is one whose hosts are names of the network.
  private var specialScheme: String?
  /// Whether what is read still belongs to the host.
  private var isInHost = false

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(RoutePatternError) {
    guard !bytes.isEmpty else { throw error("a pattern has at least `/`") }
    guard bytes.count <= 2048 else { throw error("a pattern has at most 2,048 bytes") }
    try checkSegments()
    try readScheme()
    guard hasAuthority || bytes[0] == UInt8(ascii: "/") || bytes[0] == UInt8(ascii: "*") else {
      throw error("a pattern begins with `/` or with a scheme such as `app://`")
    }
    try readPath(inOptional: false)
    if position < bytes.count { try readQuery() }
    variants = variants.map(Self.normalized).flatMap(Self.withEmptyRest)
  }

  /// Segments of dots are resolved in URLs before they are compared, so that nothing would match them; empty ones are slips
  /// of the pen.
  private mutating func checkSegments() throws(RoutePatternError) {
    let end = bytes.firstIndex(of: 0x3F) ?? bytes.count
    var index = 0
    if let mark = bytes.firstIndex(of: 0x3A), bytes[mark...].starts(with: Array("://".utf8)) { index = mark + 3 }
    if index == 0, bytes.starts(with: [0x2F, 0x2F]) {
      throw error("`//` at the beginning names a host; write its scheme before it, such as `https://`")
    }
    let isSeparator = { (byte: UInt8) in byte == 0x2F || byte == 0x5B || byte == 0x5D }
    while index < end {
      guard bytes[index] == 0x2F else {
        index += 1
        continue
      }
      position = index
      index += 1
      let next = bytes[index..<end].firstIndex(where: isSeparator) ?? end
      if index < end, bytes[index] == 0x2F {
        throw error("the empty segment in `//` cannot be part of a route; write one `/`")
      }
      let isWhole = next == end || bytes[next] != 0x5D || next + 1 == end || isSeparator(bytes[next + 1])
      if isWhole,
        URLNormalization.dots(in: bytes[index..<next]) == 1 || URLNormalization.dots(in: bytes[index..<next]) == 2
      {
        let segment = String(decoding: bytes[index..<next], as: UTF8.self)
        throw error(
          "no URL has the segment `\(segment)`, since it is resolved before URLs are compared; write the path it leads to"
        )
      }
    }
    position = 0
  }

  private func error(_ message: String) -> RoutePatternError { RoutePatternError(message: message, offset: position) }

  private mutating func readScheme() throws(RoutePatternError) {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: Array("://".utf8)) else {
      return
    }
    let scheme = bytes[..<colon]
    guard let first = scheme.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A,
      scheme.allSatisfy({
        ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || [0x2B, 0x2D, 0x2E].contains($0)
      })
    else { return }
    hasAuthority = true
    let name = String(decoding: scheme.map(URLNormalization.lowercased), as: UTF8.self)
    if WebURL.defaultPorts[name] != nil, name != "file" { specialScheme = name }
    position = colon + 3
    let start = position
    if position < bytes.count, bytes[position] == 0x5B, specialScheme != nil,
      let close = bytes[position...].firstIndex(of: 0x5D),
      bytes[(position + 1)..<close].allSatisfy({ URLNormalization.digit($0) != nil || $0 == 0x3A || $0 == 0x2E })
    {
      // An address of IPv6 rather than an optional part.
      position = close + 1
    }
    while position < bytes.count, !Array("/?[{*#".utf8).contains(bytes[position]) { position += 1 }
    let host = bytes[start..<position]
    append(.literal(Array("\(name)://".utf8)))
    let isWhole =
      position == bytes.count || bytes[position] == 0x2F || bytes[position] == 0x3F
      || bytes[position...].starts(with: [0x5B, 0x2F])
    guard let specialScheme, isWhole else {
      isInHost = true
      if !host.isEmpty { append(.literal(try part(ofHost: Array(host)))) }
      return
    }
    guard let authority = URLNormalization.authority(host, scheme: specialScheme) else {
      position = start
      throw error(
        host.isEmpty
          ? "a pattern with `\(specialScheme)://` needs a host"
          : "`\(String(decoding: host, as: UTF8.self))` is not a host")
    }
    append(.literal(Array(authority.utf8)))
  }

  /// A literal part of a host with a parameter.
  private func part(ofHost literal: [UInt8]) throws(RoutePatternError) -> [UInt8] {
    guard let specialScheme else { return literal.map(URLNormalization.lowercased) }
    guard literal.allSatisfy({ $0 < 0x80 && $0 != 0x40 && $0 != 0x25 }) else {
      throw error("a host with a parameter is written in ASCII without a user, such as `{shop}.xn--bcher-kva.example`")
    }
    var part = literal.map(URLNormalization.lowercased)
    if let port = WebURL.defaultPorts[specialScheme], part.suffix(port.utf8.count + 1).elementsEqual(":\(port)".utf8) {
      part.removeLast(port.utf8.count + 1)
    }
    return part
  }

  private mutating func readPath(inOptional: Bool) throws(RoutePatternError) {
    var literal: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "?"):
        if inOptional { throw error("a query cannot be in an optional part") }
        try flush(&literal)
        position += 1
        return
      case UInt8(ascii: "#"): throw error("a pattern has no fragment")
      case UInt8(ascii: "{"):
        try flush(&literal)
        try readParameter(inOptional: inOptional)
      case UInt8(ascii: "}"): throw error("`}` without `{`")
      case UInt8(ascii: "*"):
        try flush(&literal)
        position += 1
        if position < bytes.count, bytes[position] == UInt8(ascii: "*") {
          position += 1
          guard position == bytes.count || bytes[position] == UInt8(ascii: "?") else {
            throw error("`**` is allowed only at the end")
          }
          append(.rest)
        } else {
          // `]` may be followed by what a variant without it begins with.
          guard position == bytes.count || "/?[]".utf8.contains(bytes[position]) else {
            throw error(
              "`*` takes the rest of its \(isInHost ? "host" : "segment"), so that nothing can follow it there; write `{name}` for a part of one"
            )
          }
          append(.segment)
        }
      case UInt8(ascii: "["):
        guard !inOptional else { throw error("optional parts cannot be nested") }
        optionalParts += 1
        guard optionalParts <= Self.maximumOptionalParts else {
          throw error("a pattern has at most \(Self.maximumOptionalParts) optional parts")
        }
        try flush(&literal)
        let without = variants
        position += 1
        try readPath(inOptional: true)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { throw error("`[` without `]`") }
        position += 1
        variants += without
      case UInt8(ascii: "]"):
        guard inOptional else { throw error("`]` without `[`") }
        try flush(&literal)
        return
      case 0x00...0x20, 0x7F: throw error("white space and control characters are written as %XX")
      default:
        literal.append(byte)
        position += 1
      }
    }
    try flush(&literal)
  }

  private mutating func flush(_ literal: inout [UInt8]) throws(RoutePatternError) {
    defer { literal.removeAll() }
    guard !literal.isEmpty else { return }
    var rest = literal
    if isInHost {
      let end = literal.firstIndex(of: 0x2F) ?? literal.count
      isInHost = end == literal.count
      let host = try part(ofHost: Array(literal[..<end]))
      if !host.isEmpty { append(.literal(host)) }
      rest = Array(literal[end...])
    }
    if !rest.isEmpty { append(.literal(URLNormalization.decoded(rest))) }
  }

  private mutating func append(_ piece: RoutePattern.Piece) {
    for index in variants.indices { variants[index].append(piece) }
  }

  private mutating func readParameter(inOptional: Bool) throws(RoutePatternError) {
    let parameter = try readBraces(isQuery: false, inOptional: inOptional)
    if parameter.isOptional, !inOptional {
      throw error("`{\(parameter.name)?}` is allowed only in the query; an optional part of a path is `[…]`")
    }
    append(.parameter(parameters.count - 1, parameter.type))
  }

  /// `{name}`, `{name:type}`, `{name?}`, `{name:type?}`.
  private mutating func readBraces(isQuery: Bool, inOptional: Bool) throws(RoutePatternError) -> RouteParameter {
    let start = position
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else { throw error("`{` without `}`") }
    var body = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    var isOptional = inOptional
    if body.hasSuffix("?") {
      isOptional = true
      body.removeLast()
    }
    let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let first = name.unicodeScalars.first, first == "_" || (first.isASCII && first.properties.isAlphabetic),
      name.unicodeScalars.allSatisfy({
        $0.isASCII && ($0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0))
      })
    else { throw error("`\(name)` is not a parameter name: a letter, then letters, digits and `_`") }
    var type = RouteParameterType.string
    if parts.count == 2 {
      guard let known = RouteParameterType(rawValue: String(parts[1])) else {
        let types = RouteParameterType.allCases.map(\.rawValue).joined(separator: ", ")
        throw error("`\(parts[1])` is not a type; expected \(types)")
      }
      type = known
    }
    guard !parameters.contains(where: { $0.name == name }) else {
      position = start
      throw error("the parameter `\(name)` occurs twice")
    }
    let parameter = RouteParameter(name: name, type: type, isOptional: isOptional, isQuery: isQuery)
    parameters.append(parameter)
    position = end + 1
    return parameter
  }

  private mutating func readQuery() throws(RoutePatternError) {
    while position < bytes.count {
      guard let equals = bytes[position...].firstIndex(of: UInt8(ascii: "=")) else {
        throw error("a query parameter is written `name={parameter}` or `name=value`")
      }
      let name = URLNormalization.formDecoded(bytes[position..<equals])
      // Only the first of them would be read.
      guard !query.contains(where: { $0.name == name }) else { throw error("the query has `\(name)` twice") }
      position = equals + 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
        let parameter = try readBraces(isQuery: true, inOptional: false)
        query.append(
          .init(
            name: name, value: .parameter(parameters.count - 1, parameter.type), isOptional: parameter.isOptional))
      } else {
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "&") {
          value.append(bytes[position])
          position += 1
        }
        query.append(
          .init(
            name: name, value: .literal(URLNormalization.formDecoded(value)), isOptional: false))
      }
      if position < bytes.count {
        guard bytes[position] == UInt8(ascii: "&") else { throw error("query parameters are parted by `&`") }
        position += 1
      }
    }
  }

  /// `/files/**` takes `/files` too, which has no closing slash for the rest to follow.
  private static func withEmptyRest(_ pieces: [RoutePattern.Piece]) -> [[RoutePattern.Piece]] {
    guard pieces.last == .rest, pieces.count > 1, case .literal(var bytes) = pieces[pieces.count - 2],
      bytes.last == UInt8(ascii: "/"), bytes.count > 1 || pieces.count > 2
    else { return [pieces] }
    bytes.removeLast()
    return [pieces, Array(pieces.dropLast(2)) + (bytes.isEmpty ? [] : [.literal(bytes)])]
  }

  /// Neighbouring literals joined, slashes that an optional part left side by side made one, the closing slash taken off.
  private static func normalized(_ pieces: [RoutePattern.Piece]) -> [RoutePattern.Piece] {
    var result: [RoutePattern.Piece] = []
    for piece in pieces {
      if case .literal(let bytes) = piece, case .literal(let before)? = result.last {
        let isDoubled = before.last == 0x2F && bytes.first == 0x2F && !before.suffix(3).elementsEqual("://".utf8)
        result[result.count - 1] = .literal(before + bytes.dropFirst(isDoubled ? 1 : 0))
      } else {
        result.append(piece)
      }
    }
    if case .literal(var bytes)? = result.last, bytes.count > 1, bytes.last == UInt8(ascii: "/"),
      !bytes.elementsEqual("://".utf8.suffix(3)), !bytes.suffix(3).elementsEqual("://".utf8)
    {
      bytes.removeLast()
      result[result.count - 1] = .literal(bytes)
    }
    return result
  }
}
