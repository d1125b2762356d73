/// What the highlighter knows of a language.
enum CodeLanguage: Sendable {
  /// Words, strings, numbers and comments.
  case words(CodeWords)
  case markup
  case style
  case json
  case yaml
  case shell
  case difference

  /// The language of a name behind a fence, in lower case; `nil` for one that has no colours.
  init?(_ name: String) {
    switch name {
    case "html", "xml", "svg", "xhtml", "vue", "svelte", "htm", "plist": self = .markup
    case "css", "scss", "less": self = .style
    case "json", "jsonc", "json5", "geojson", "webmanifest": self = .json
    case "yaml", "yml": self = .yaml
    case "sh", "bash", "shell", "zsh", "console", "shell-session", "fish", "dockerfile", "docker": self = .shell
    case "diff", "patch": self = .difference
    default:
      guard let words = CodeWords(name) else { return nil }
      self = .words(words)
    }
  }
}
