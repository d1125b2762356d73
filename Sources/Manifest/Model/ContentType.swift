/// Media types by the extension of a file's name.
public enum ContentType {
  /// The type of files of which nothing is known.
  static let unknown = "application/octet-stream"

  /// The type to serve a path with; `application/octet-stream` where the extension says nothing.
  public static func of(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return unknown }
    return types[path[path.index(after: dot)...].lowercased()] ?? unknown
  }

  /// The extensions of files that are served with a type, without the dot, the usual one first; empty for an unknown type.
  ///
  /// - Parameter type: the media type in lower case, without parameters.
  public static func extensions(of type: String) -> [String] {
    rows.first { $0.type == type }.map(\.extensions) ?? []
  }

  /// What a file is for.
  public enum Kind: Sendable, Hashable {
    /// Markup.
    case page
    /// A text that pages are made of.
    case markdown
    /// A style sheet.
    case sheet
    /// A script.
    case script
    /// An image.
    case image
    /// A font.
    case font
    /// Sound, film, or the texts of one.
    case media
    /// Anything else.
    case other

    /// The kind of a media type.
    fileprivate init(_ type: String) {
      switch type {
      case "text/html", "application/xhtml+xml": self = .page
      case "text/markdown": self = .markdown
      case "text/css": self = .sheet
      case "text/javascript": self = .script
      case "text/vtt": self = .media
      case "application/vnd.ms-fontobject": self = .font
      default:
        switch type.prefix(while: { $0 != "/" }) {
        case "image": self = .image
        case "font": self = .font
        case "audio", "video": self = .media
        default: self = .other
        }
      }
    }
  }

  /// What a file is for by the extension of its name, without the dot, in any case.
  public static func kind(ofExtension ending: some StringProtocol) -> Kind { kinds[ending.lowercased()] ?? .other }

  /// What a file is for by its path.
  public static func kind(of path: String) -> Kind {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return .other }
    return kind(ofExtension: path[path.index(after: dot)...])
  }

  private static let kinds: [String: Kind] = Dictionary(
    uniqueKeysWithValues: rows.flatMap { row in row.extensions.map { ($0, Kind(row.type)) } }
      + untyped.flatMap { row in row.extensions.map { ($0, row.kind) } })

  /// The extensions of files that browsers read by their bytes, and that are served without a type.
  private static let untyped: [(kind: Kind, extensions: [String])] = [
    (.markdown, ["markdown"]), (.script, ["cjs"]), (.image, ["jpe", "jfif"]), (.font, ["ttc", "otc"]),
  ]

  /// Whether a text is a media type that can be sent as a header: `type/subtype` and optional parameters (RFC 9110, 8.3.1),
  /// 3 to 255 printable ASCII characters.
  public static func isSound(_ text: String) -> Bool {
    guard (3...255).contains(text.utf8.count), text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) else { return false }
    var rest = Array(text.utf8)[...]
    guard takeToken(&rest), take(UInt8(ascii: "/"), &rest), takeToken(&rest) else { return false }
    while !rest.isEmpty {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      guard take(UInt8(ascii: ";"), &rest) else { return false }
      let parameter = rest.drop { $0 == UInt8(ascii: " ") }
      // RFC 9110, 5.6.6: a semicolon may have no parameter behind it.
      if parameter.isEmpty { return true }
      if parameter.first == UInt8(ascii: ";") { continue }
      rest = parameter
      guard takeToken(&rest), take(UInt8(ascii: "="), &rest), takeToken(&rest) || takeQuoted(&rest) else {
        return false
      }
    }
    return true
  }

  private static func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// RFC 9110, 5.6.2: one character of a token, or more.
  private static func takeToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let after = rest.drop(while: isTokenCharacter)
    guard after.startIndex > rest.startIndex else { return false }
    rest = after
    return true
  }

  /// RFC 9110, 5.6.4: a text in quotes, where `\` takes the next character as it is.
  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard take(UInt8(ascii: "\""), &rest) else { return false }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return false
  }

  /// RFC 9110, 5.6.2.
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// The types that a tool or client serves files with, and the extensions of each.
  static let rows: [(type: String, extensions: [String])] = [
    ("text/html", ["html", "htm"]), ("application/xhtml+xml", ["xhtml"]), ("text/css", ["css"]),
    ("text/javascript", ["js", "mjs"]), ("application/json", ["json", "map"]),
    ("application/manifest+json", ["webmanifest"]), ("application/xml", ["xml"]), ("text/plain", ["txt"]),
    ("text/markdown", ["md"]), ("text/csv", ["csv"]), ("image/svg+xml", ["svg"]), ("image/png", ["png"]),
    ("image/jpeg", ["jpg", "jpeg"]), ("image/gif", ["gif"]), ("image/webp", ["webp"]), ("image/avif", ["avif"]),
    ("image/bmp", ["bmp"]), ("image/vnd.microsoft.icon", ["ico"]), ("image/apng", ["apng"]), ("font/woff", ["woff"]),
    ("font/woff2", ["woff2"]), ("font/ttf", ["ttf"]), ("font/otf", ["otf"]), ("application/vnd.ms-fontobject", ["eot"]),
    ("video/mp4", ["mp4", "m4v"]), ("video/webm", ["webm"]), ("video/quicktime", ["mov"]), ("video/ogg", ["ogv"]),
    ("audio/mpeg", ["mp3"]), ("audio/mp4", ["m4a"]), ("audio/aac", ["aac"]), ("audio/ogg", ["ogg", "oga", "opus"]),
    ("audio/wav", ["wav"]), ("audio/webm", ["weba"]), ("audio/flac", ["flac"]), ("application/wasm", ["wasm"]),
    ("application/pdf", ["pdf"]), ("application/zip", ["zip"]), ("text/vtt", ["vtt"]),
    ("application/vnd.hybrid.page", ["page"]), ("application/vnd.hybrid.layout", ["layout"]),
  ]

  /// The types by extension; texts are served as UTF-8.
  private static let types: [String: String] = Dictionary(
    uniqueKeysWithValues: rows.flatMap { type, extensions in
      extensions.map { ($0, type.hasPrefix("text/") ? type + "; charset=utf-8" : type) }
    })
}
