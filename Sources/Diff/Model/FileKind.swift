/// What an entry of a package is for.
public enum FileKind: String, Sendable, CaseIterable, Comparable {
  case html = "HTML"
  case css = "CSS"
  case script = "JS"
  case image = "images"
  case font = "fonts"
  case native = "native data"
  case other

  /// The kind of an entry by its path.
  init(path: String) {
    guard path.hasPrefix("web/") else {
      self = .native
      return
    }
    let end = path.split(separator: "/").last.flatMap { $0.contains(".") ? $0.split(separator: ".").last : nil }
    switch end?.lowercased() {
    case "html", "htm", "xhtml": self = .html
    case "css": self = .css
    case "js", "mjs", "cjs", "wasm": self = .script
    case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp": self = .image
    case "woff", "woff2", "ttf", "otf", "ttc": self = .font
    default: self = .other
    }
  }

  public static func < (left: FileKind, right: FileKind) -> Bool {
    // Both are cases of this enumeration.
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
