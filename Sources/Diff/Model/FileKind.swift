import Manifest

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
    switch ContentType.kind(of: path) {
    case .page: self = .html
    case .sheet: self = .css
    case .script: self = .script
    case .image: self = .image
    case .font: self = .font
    case .other where ContentType.of(path) == "application/wasm": self = .script
    case .markdown, .media, .other: self = .other
    }
  }

  public static func < (left: FileKind, right: FileKind) -> Bool {
    // Both are cases of this enumeration.
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
