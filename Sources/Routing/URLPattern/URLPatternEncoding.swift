/// Brings the texts of components to one form (URL Pattern, 3.1 Encoding callbacks).
enum URLPatternEncoding {
  /// URL Pattern, "canonicalize a protocol".
  static func `protocol`(_ value: String) throws(URLPatternError) -> String {
    if value.isEmpty { return value }
    let bytes = WebURLParser.withoutBreaks(value.utf8) + [0x3A]
    guard let scheme = WebURLParser.scheme(bytes[...]), scheme.utf8.count == bytes.count - 1 else {
      throw URLPatternError(message: "`\(value)` is not a scheme", offset: 0)
    }
    return scheme
  }

  /// URL Pattern, "canonicalize a username" and "canonicalize a password".
  static func userinfo(_ value: String) -> String { PercentEncodeSet.userinfo.encoded(value.utf8) }

  /// URL Pattern, "canonicalize a hostname": the hostname state of a special URL.
  static func hostname(_ value: String) throws(URLPatternError) -> String {
    if value.isEmpty { return value }
    let bytes = WebURLParser.withoutBreaks(value.utf8)
    let end = bytes.firstIndex { [0x2F, 0x5C, 0x3F, 0x23].contains($0) } ?? bytes.count
    let host = bytes[..<end]
    let isAddress = host.first == 0x5B
    guard isAddress || !host.contains(0x3A), let parsed = WebURLHost.parse(host, isSpecial: true) else {
      throw URLPatternError(message: "`\(value)` is not a host", offset: 0)
    }
    return parsed
  }

  /// URL Pattern, "canonicalize an IPv6 hostname".
  static func ipv6Hostname(_ value: String) throws(URLPatternError) -> String {
    let lowercased = value.utf8.map(URLNormalization.lowercased)
    guard
      lowercased.allSatisfy({
        $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x66 || $0 == 0x5B || $0 == 0x5D || $0 == 0x3A
      })
    else { throw URLPatternError(message: "`\(value)` is not part of an IPv6 address", offset: 0) }
    return String(decoding: lowercased, as: UTF8.self)
  }

  /// URL Pattern, "canonicalize a port": the port state, which reads digits and leaves the rest.
  static func port(_ value: String, scheme: String) throws(URLPatternError) -> String {
    if value.isEmpty { return value }
    let digits = WebURLParser.withoutBreaks(value.utf8).prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !digits.isEmpty, let port = WebURLParser.port(digits, scheme: scheme) else {
      throw URLPatternError(message: "`\(value)` is not a port", offset: 0)
    }
    return port
  }

  /// URL Pattern, "canonicalize a pathname": the path start state of a special URL.
  static func pathname(_ value: String) -> String {
    if value.isEmpty { return value }
    let bytes = WebURLParser.withoutBreaks(value.utf8)
    // A path that does not begin with a slash keeps its dots at the beginning.
    let isAbsolute = bytes.first == 0x2F
    let path = isAbsolute ? bytes[1...] : (Array("-".utf8) + bytes)[...]
    var segments: [String] = []
    WebURLParser.appendSegments(path, isSpecial: true, to: &segments)
    let text = segments.map { "/" + $0 }.joined()
    return isAbsolute ? text : String(text.dropFirst(2))
  }

  /// URL Pattern, "canonicalize an opaque pathname".
  static func opaquePathname(_ value: String) -> String {
    PercentEncodeSet.control.encoded(WebURLParser.withoutBreaks(value.utf8))
  }

  /// URL Pattern, "canonicalize a search".
  static func search(_ value: String) -> String {
    PercentEncodeSet.specialQuery.encoded(WebURLParser.withoutBreaks(value.utf8))
  }

  /// URL Pattern, "canonicalize a hash".
  static func hash(_ value: String) -> String {
    PercentEncodeSet.fragment.encoded(WebURLParser.withoutBreaks(value.utf8))
  }
}
