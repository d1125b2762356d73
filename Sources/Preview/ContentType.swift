/// The types that files are served with.
enum ContentType {
  /// The type of a file by its name's extension.
  static func of(_ path: String) -> String {
    switch path.split(separator: ".").last.map({ $0.lowercased() }) ?? "" {
    case "html", "htm": "text/html; charset=utf-8"
    case "xhtml": "application/xhtml+xml"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "ico": "image/x-icon"
    case "mp3": "audio/mpeg"
    case "mp4": "video/mp4"
    case "webm": "video/webm"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    case "ttf": "font/ttf"
    case "otf": "font/otf"
    case "zip": "application/zip"
    default: "application/octet-stream"
    }
  }
}
