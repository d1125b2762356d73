/// Media types by the extension of a file's name.
public enum ContentType {
  /// The type to serve a path with; `application/octet-stream` where the extension says nothing.
  public static func of(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return "application/octet-stream" }
    return types[path[path.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  /// Whether a text is a media type that can be sent as a header: `type/subtype` and optional parameters (RFC 9110, 8.3.1),
  /// 3 to 255 printable ASCII characters.
  public static func isSound(_ text: String) -> Bool {
    guard (3...255).contains(text.utf8.count), text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) else { return false }
    // Safe: splitting a text that is not empty with empty parts kept gives at least one.
    var essence = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[0]
    while essence.last == UInt8(ascii: " ") { essence.removeLast() }
    let parts = essence.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isTokenCharacter) }
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

  private static let types: [String: String] = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "xhtml": "application/xhtml+xml",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
    "xml": "application/xml", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp",
    "ico": "image/vnd.microsoft.icon", "apng": "image/apng", "woff": "font/woff", "woff2": "font/woff2",
    "ttf": "font/ttf", "otf": "font/otf", "eot": "application/vnd.ms-fontobject", "mp4": "video/mp4",
    "webm": "video/webm", "mov": "video/quicktime", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "wasm": "application/wasm", "pdf": "application/pdf", "zip": "application/zip",
    "vtt": "text/vtt; charset=utf-8", "page": "application/vnd.hybrid.page",
    "layout": "application/vnd.hybrid.layout",
  ]
}
