/// Reads URLs (WHATWG URL, 4.4 URL parsing).
///
/// UNIMPLEMENTED: drive letters of Windows in `file` URLs are segments like others.
struct WebURLParser {
  private let bytes: [UInt8]
  private var position = 0

  /// The URL that a text is, relative to a base, or `nil`.
  static func parse(_ text: String, base: WebURL? = nil) -> WebURL? {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    var parser = WebURLParser(bytes: withoutBreaks(bytes))
    return parser.url(base)
  }

  /// A text without tabs and line ends, which URLs lose wherever they are.
  static func withoutBreaks(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func url(_ base: WebURL?) -> WebURL? {
    if let scheme = Self.scheme(bytes[...]) {
      position = scheme.utf8.count + 1
      return url(WebURL(scheme: scheme), base)
    }
    guard let base else { return nil }
    if base.opaquePath != nil {
      guard peek == 0x23 else { return nil }
      var url = base
      url.fragment = nil
      readQueryAndFragment(into: &url)
      return url
    }
    return relative(base)
  }

  /// The scheme that a text begins with, in lower case (scheme start state, scheme state).
  static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let colon = bytes.firstIndex(of: 0x3A), let first = bytes.first, (first | 0x20) >= 0x61,
      (first | 0x20) <= 0x7A
    else { return nil }
    let scheme = bytes[..<colon]
    guard
      scheme.allSatisfy({
        ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      })
    else { return nil }
    return String(decoding: scheme.map(URLNormalization.lowercased), as: UTF8.self)
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isSlash(_ index: Int, _ url: WebURL) -> Bool {
    index < bytes.count && (bytes[index] == 0x2F || (url.isSpecial && bytes[index] == 0x5C))
  }

  /// What follows a scheme.
  private mutating func url(_ url: WebURL, _ base: WebURL?) -> WebURL? {
    var url = url
    let hasSlashes = bytes[position...].starts(with: [0x2F, 0x2F])
    if url.scheme == "file" {
      guard isSlash(position, url), isSlash(position + 1, url) else {
        if let base, base.scheme == "file" { return relative(base) }
        url.host = ""
        return readPath(into: &url)
      }
      position += 2
      return authority(&url)
    }
    if url.isSpecial {
      if let base, base.scheme == url.scheme, !hasSlashes { return relative(base) }
      while isSlash(position, url) { position += 1 }
      return authority(&url)
    }
    if hasSlashes {
      position += 2
      return authority(&url)
    }
    if peek == 0x2F { return readPath(into: &url) }
    // Opaque path state.
    let end = pathEnd
    url.opaquePath = PercentEncodeSet.control.encoded(bytes[position..<end])
    position = end
    readQueryAndFragment(into: &url)
    return url
  }

  /// Relative state and relative slash state.
  private mutating func relative(_ base: WebURL) -> WebURL? {
    var url = base
    url.fragment = nil
    if isSlash(position, url) {
      if isSlash(position + 1, url) {
        position += 2
        url = WebURL(scheme: base.scheme)
        if url.isSpecial, url.scheme != "file" { while isSlash(position, url) { position += 1 } }
        return authority(&url)
      }
      url.segments = []
      url.query = nil
      return readPath(into: &url)
    }
    if let next = peek, next != 0x23 {
      url.query = nil
      if next != 0x3F {
        if !url.segments.isEmpty { url.segments.removeLast() }
        return readPath(into: &url)
      }
    }
    readQueryAndFragment(into: &url)
    return url
  }

  /// Authority state, host state and port state.
  private mutating func authority(_ url: inout WebURL) -> WebURL? {
    var end = position
    while end < bytes.count, bytes[end] != 0x3F, bytes[end] != 0x23, !isSlash(end, url) { end += 1 }
    var host = bytes[position..<end]
    if url.scheme != "file", let at = host.lastIndex(of: 0x40) {
      let user = host[..<at]
      let colon = user.firstIndex(of: 0x3A) ?? user.endIndex
      url.username = PercentEncodeSet.userinfo.encoded(user[..<colon])
      url.password = PercentEncodeSet.userinfo.encoded(user[colon...].dropFirst())
      host = host[(at + 1)...]
      guard !host.isEmpty else { return nil }
    }
    let bracket = host.lastIndex(of: 0x5D) ?? host.startIndex
    if url.scheme != "file", let colon = host[bracket...].firstIndex(of: 0x3A) {
      guard let port = Self.port(host[(colon + 1)...], scheme: url.scheme), colon > host.startIndex else { return nil }
      url.port = port
      host = host[..<colon]
    }
    if host.isEmpty, url.isSpecial, url.scheme != "file" { return nil }
    guard let parsed = host.isEmpty ? "" : WebURLHost.parse(host, isSpecial: url.isSpecial) else { return nil }
    url.host = url.scheme == "file" && parsed == "localhost" ? "" : parsed
    position = end
    return readPath(into: &url)
  }

  /// A port, empty where it is the scheme's own; `nil` for what is none.
  static func port(_ digits: some Collection<UInt8>, scheme: String) -> String? {
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    guard !digits.isEmpty else { return "" }
    guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
    return WebURL.defaultPorts[scheme] == String(number) ? "" : String(number)
  }

  private var pathEnd: Int { bytes[position...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count }

  /// Path start state and path state.
  private mutating func readPath(into url: inout WebURL) -> WebURL? {
    let end = pathEnd
    if position < end || url.isSpecial {
      if isSlash(position, url), position < end { position += 1 }
      Self.appendSegments(bytes[position..<end], isSpecial: url.isSpecial, to: &url.segments)
    }
    position = end
    readQueryAndFragment(into: &url)
    return url
  }

  /// Appends the segments of a path without its first slash, dots resolved.
  static func appendSegments(_ path: ArraySlice<UInt8>, isSpecial: Bool, to segments: inout [String]) {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == 0x2F || (isSpecial && $0 == 0x5C) }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch URLNormalization.dots(in: part) {
      case 2:
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      case 1: if isLast { segments.append("") }
      default: segments.append(PercentEncodeSet.path.encoded(part))
      }
    }
  }

  /// Query state and fragment state.
  private mutating func readQueryAndFragment(into url: inout WebURL) {
    let hash = bytes[position...].firstIndex(of: 0x23) ?? bytes.count
    if peek == 0x3F {
      let set: PercentEncodeSet = url.isSpecial ? .specialQuery : .query
      url.query = set.encoded(bytes[(position + 1)..<hash])
    }
    if hash < bytes.count { url.fragment = PercentEncodeSet.fragment.encoded(bytes[(hash + 1)...]) }
  }
}
