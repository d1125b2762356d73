/// Where a URL in a page or stylesheet leads, seen from the site.
public enum SiteReference: Hashable, Sendable {
  /// A file of the site, by its site path; the query and fragment (with `?` and `#`) are kept for rewriting.
  case local(path: String, suffix: String)
  /// Only a fragment (or nothing): the page itself.
  case samePage(fragment: String)
  /// Over the network: `http:`, `https:` or `//host`.
  case remote(String)
  /// `data:`, or a text with bindings (`{{ }}`), which the client fills: nothing that a build could look for.
  case data
  /// Another scheme, which the site does not hold: `mailto:`, `tel:`, `javascript:`, `about:`, an app's own.
  case otherScheme(String)
  /// It climbs above the site's root.
  case outside(String)
  /// A directory: the path of the folder, without its closing `/` (empty for the root).
  case directory(path: String, suffix: String)

  /// Resolves a URL against the file that holds it.
  ///
  /// - Parameters:
  ///   - text: the URL as written; white space around it and tabs and newlines in it are taken out as URL parsers do.
  ///   - file: the site path of the page or stylesheet.
  ///   - base: what absolute references begin with: a path (`/` for none, or such as `/app/`), or a URL such as
  ///     `https://example.org/app/`, below which whole URLs lead into the site too.
  public init(_ text: String, from file: String, base: String = "/") {
    // OPTIMIZATION: most references are plain paths from the root.
    if base == "/", let path = Self.plainPath(text) {
      self = .local(path: path, suffix: "")
      return
    }
    // OPTIMIZATION: images in sheets are long, and nobody looks into them here.
    if text.utf8.count >= 5, text.utf8.dropFirst(4).first == 0x3A, text.prefix(4).lowercased() == "data" {
      self = .data
      return
    }
    var url = Self.stripped(text)
    if let path = Self.path(ofOwn: url, below: base) { url = path }
    if url.isEmpty || url.hasPrefix("#") {
      self = .samePage(fragment: url)
      return
    }
    if url.utf8.contains(0x7B), url.contains("{{") {
      self = .data
      return
    }
    if let scheme = Self.scheme(of: url) {
      switch scheme {
      case "http", "https", "ws", "wss", "ftp": self = .remote(url)
      case "data": self = .data
      default: self = .otherScheme(scheme)
      }
      return
    }
    let slashed = url.utf8.contains(0x5C) ? String(url.map { $0 == "\\" ? "/" : $0 }) : url
    if slashed.hasPrefix("//") {
      self = .remote(url)
      return
    }
    let pathEnd = slashed.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? slashed.endIndex
    var path = Self.percentDecoded(String(slashed[..<pathEnd]))
    let suffix = String(slashed[pathEnd...])
    if path.isEmpty {
      // A URL of only a query asks for the same file again.
      self = .local(path: file, suffix: suffix)
      return
    }
    var segments: [Substring] = []
    if path.hasPrefix("/") {
      let prefix = base.hasPrefix("/") ? base : Self.path(ofBase: base)
      if prefix.utf8.count > 1, path.hasPrefix(prefix) { path = "/" + path.dropFirst(prefix.count) }
      if Self.isPlain(path) {
        self = .local(path: String(path.utf8.dropFirst()) ?? path, suffix: suffix)
        return
      }
    } else {
      segments = file.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    }
    let isDirectory =
      path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..") || path == "." || path == ".."
    for segment in path.split(separator: "/", omittingEmptySubsequences: true) {
      switch segment {
      case ".": continue
      case "..":
        // A page's `..` above the root is the root in a browser; here it would leave the site.
        if segments.isEmpty {
          self = .outside(url)
          return
        }
        segments.removeLast()
      default: segments.append(segment)
      }
    }
    let joined = segments.joined(separator: "/")
    self =
      isDirectory || joined.isEmpty ? .directory(path: joined, suffix: suffix) : .local(path: joined, suffix: suffix)
  }

  /// The site path of a URL that is an absolute path with nothing to strip, decode or resolve: letters, digits and `-._~`, no segment
  /// that is empty or begins with a dot.
  package static func plainPath(_ url: String) -> String? {
    var url = url
    return url.withUTF8 { url in
      guard url.first == 0x2F, url.last != 0x2F else { return nil }
      var last: UInt8 = 0
      for byte in url {
        switch byte {
        case 0x2F, 0x2E: if last == 0x2F { return nil }
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: break
        default: return nil
        }
        last = byte
      }
      return String(decoding: url.dropFirst(), as: UTF8.self)
    }
  }

  /// The path of a base that is a URL, from its first `/` on.
  private static func path(ofBase base: String) -> String {
    guard let authority = base.firstRange(of: "//"),
      let slash = base[authority.upperBound...].utf8.firstIndex(of: UInt8(ascii: "/"))
    else { return "/" }
    return String(base[slash...])
  }

  /// The path, query and fragment of a whole URL that is below a base which is a URL itself; `nil` for any other.
  /// Encrypted or not is one: sites of other tools mix both.
  package static func path(ofOwn url: String, below base: String) -> String? {
    guard !base.hasPrefix("/"), let authority = base.firstRange(of: "//"),
      let start = url.firstRange(of: "//"), ["", "http:", "https:"].contains(url[..<start.lowerBound].lowercased())
    else { return nil }
    let path = path(ofBase: base)
    let host = base[authority.upperBound...].dropLast(path.count)
    let rest = url[start.upperBound...]
    let end = rest.utf8.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
    guard rest[..<end].lowercased() == host.lowercased() else { return nil }
    let own = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
    return own.hasPrefix(path) ? own : own + "/" == path ? path : nil
  }

  /// OPTIMIZATION: whether the path after its first `/` is a file's already: no segment is empty, `.` or `..`.
  private static func isPlain(_ path: String) -> Bool {
    var last: UInt8 = 0
    for byte in path.utf8 {
      if last == 0x2F, byte == 0x2F || byte == 0x2E { return false }
      last = byte
    }
    return last != 0x2F
  }

  /// The URL without surrounding C0 controls and spaces and without tabs and newlines (WHATWG URL, 4.4).
  package static func stripped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 <= 0x20 }) else { return text }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return String(decoding: bytes[first...last].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  /// The scheme in lower case, if the URL begins with one.
  package static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].utf8
    guard let first = scheme.first, Self.isASCIILetter(first) else { return nil }
    for byte in scheme.dropFirst() {
      let isDigit = byte >= 0x30 && byte <= 0x39
      guard Self.isASCIILetter(byte) || isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E else { return nil }
    }
    return String(url[..<colon]).lowercased()
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  /// Decodes `%XX`; what is not valid UTF-8 afterwards is replaced by U+FFFD.
  package static func percentDecoded(_ text: String) -> String {
    text.utf8.contains(0x25) ? String(decoding: percentDecodedBytes(text), as: UTF8.self) : text
  }

  /// The bytes of a text whose `%XX` are decoded.
  package static func percentDecodedBytes(_ text: String) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F, 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B,
      0x3D, 0x40:
      true
    default: false
    }
  }

  /// The path with everything percent-encoded that a URL's path may not hold.
  package static func percentEncoded(_ path: String) -> String {
    guard !path.utf8.allSatisfy(isPathCharacter) else { return path }
    var result = ""
    for byte in path.utf8 {
      if isPathCharacter(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = Array("0123456789ABCDEF")
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return result
  }

  /// The URL of one site path (normalised, as both are) as seen from another file of the site: relative, so that a package works under any origin.
  package static func relative(to target: String, from file: String) -> String {
    let origin = Array(file.utf8)
    let goal = Array(target.utf8)
    // The folders that both are in: up to the last `/` at which they agree.
    var common = 0
    var index = 0
    while index < origin.count, index < goal.count, origin[index] == goal[index] {
      index += 1
      if origin[index - 1] == 0x2F { common = index }
    }
    let up = origin[common...].count { $0 == 0x2F }
    let rest = percentEncoded(String(decoding: goal[common...], as: UTF8.self))
    // A first segment with a colon would read as a scheme.
    if up == 0, rest.utf8.prefix(while: { $0 != 0x2F }).contains(0x3A) { return "./" + rest }
    return String(repeating: "../", count: up) + rest
  }
}
