/// A URL as WHATWG URL reads it: what ``URLPattern`` compares.
struct WebURL: Hashable, Sendable {
  /// A scheme in lower case, without `:`.
  var scheme: String
  /// The user's name, percent-encoded.
  var username = ""
  /// The password, percent-encoded.
  var password = ""
  /// The host as it is written, `nil` for URLs such as `data:`.
  var host: String?
  /// The port, empty for the scheme's own.
  var port = ""
  /// The segments of a path, percent-encoded.
  var segments: [String] = []
  /// The path of a URL such as `data:`, which is not parted.
  var opaquePath: String?
  /// The query without `?`.
  var query: String?
  /// The fragment without `#`.
  var fragment: String?

  /// The path as it is written (WHATWG URL, 4.5 "URL path serializer").
  var path: String { opaquePath ?? segments.map { "/" + $0 }.joined() }

  /// Whether the scheme has rules of its own.
  var isSpecial: Bool { Self.defaultPorts[scheme] != nil }

  /// The special schemes (WHATWG URL, 4.2) with their ports.
  static let defaultPorts = ["ftp": "21", "file": "", "http": "80", "https": "443", "ws": "80", "wss": "443"]
}

/// Which bytes are escaped (WHATWG URL, 1.3 Percent-encoded bytes).
enum PercentEncodeSet {
  case control, fragment, query, specialQuery, path, userinfo

  private func contains(_ byte: UInt8) -> Bool {
    if byte < 0x20 || byte > 0x7E { return true }
    let signs: StaticString =
      switch self {
      case .control: ""
      case .fragment: " \"<>`"
      case .query: " \"#<>"
      case .specialQuery: " \"#<>'"
      case .path: " \"#<>?^`{}"
      case .userinfo: " \"#<>?`{}/:;=@[\\]^|"
      }
    return signs.withUTF8Buffer { $0.contains(byte) }
  }

  /// A text with the set's bytes escaped.
  func encoded(_ bytes: some Sequence<UInt8>) -> String {
    let digits: StaticString = "0123456789ABCDEF"
    var result: [UInt8] = []
    for byte in bytes {
      if contains(byte) {
        result += [0x25, digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
