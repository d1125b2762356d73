import Diagnostics

/// What is wrong in the conditions of `@media` and `@container` although they can be read: browsers take what they do not know
/// for unknown, without a word.
enum QueryProblems {
  /// The media features that browsers know.
  static let mediaFeatures = [
    "width", "height", "device-width", "device-height", "aspect-ratio", "device-aspect-ratio", "orientation",
    "resolution",
    "color", "color-index", "monochrome", "grid", "hover", "any-hover", "pointer", "any-pointer",
    "prefers-color-scheme",
    "prefers-reduced-motion", "prefers-reduced-transparency", "prefers-reduced-data", "prefers-contrast",
    "forced-colors",
    "inverted-colors", "scripting", "update", "overflow-block", "overflow-inline", "display-mode", "color-gamut",
    "dynamic-range", "video-dynamic-range", "horizontal-viewport-segments", "vertical-viewport-segments",
  ]
  /// The features of containers.
  static let containerFeatures = ["width", "height", "inline-size", "block-size", "aspect-ratio", "orientation"]

  /// The problems of the features that are in parentheses, with their places.
  static func find(_ prelude: TokenCursor, isContainer: Bool) -> [(message: String, help: String?, at: TokenCursor)] {
    var found: [(message: String, help: String?, at: TokenCursor)] = []
    var work = [prelude]
    // Conditions nest; those of hostile sheets end here.
    while var cursor = work.popLast(), found.count < 16 {
      while !cursor.isAtEnd {
        guard cursor.peekKind == .leftParenthesis else {
          cursor.skipComponentValue()
          continue
        }
        let contents = cursor.consumeBlock().trimmed()
        if contents.peekKind == .leftParenthesis || startsWithNot(contents) {
          if work.count < 64 { work.append(contents) }
        } else if let problem = problem(contents, isContainer: isContainer) {
          found.append((problem.message, problem.help, contents))
        }
      }
    }
    return found
  }

  private static func startsWithNot(_ contents: TokenCursor) -> Bool {
    var cursor = contents
    return cursor.consumeIdent("not") && cursor.peekKind == .whitespace
  }

  private static func problem(_ contents: TokenCursor, isContainer: Bool) -> (message: String, help: String?)? {
    let known = isContainer ? containerFeatures : mediaFeatures
    // The feature is the identifier that is first, or between comparisons.
    let tokens = contents.remaining.map { contents.stream.tokens[$0] }
    guard let name = tokens.first(where: { $0.kind == .ident }) else { return nil }
    let written = contents.lowercasedName(name).string
    // Old prefixes of other browsers are passed over, and so is what only they know.
    guard !written.hasPrefix("-"), !written.contains("--"), !written.hasSuffix("device-pixel-ratio") else { return nil }
    var plain = written
    if written.hasPrefix("min-") || written.hasPrefix("max-") { plain = String(written.dropFirst(4)) }
    guard known.contains(plain) else {
      let prefix = plain == written ? "" : String(written.prefix(4))
      let nearest = Suggestion.nearest(to: plain, in: known)
      return (
        "there is no \(isContainer ? "container" : "media") feature `\(written)`",
        nearest.map { "did you mean `\(prefix)\($0)`?" }
      )
    }
    guard let test = FeatureTest.parse(contents) else {
      return (
        "`\(shown(contents))` does not have a feature's form", "write `(\(plain): value)` or `(\(plain) > value)`"
      )
    }
    let environment = Environment()
    let isUnknown =
      isContainer
      ? test.truth(ContainerSize(width: 1, height: 1), isVertical: false, QueryUnits(environment)) == .unknown
      : test.truth(environment) == .unknown
    guard isUnknown else { return nil }
    let isLength = ["width", "height", "device-width", "device-height", "inline-size", "block-size"].contains(plain)
    let lacksUnit = isLength && tokens.contains { $0.kind == .number && $0.number != 0 }
    return (
      "`\(shown(contents))` has a value that the feature does not take, and is never true",
      lacksUnit ? "a length needs a unit, such as px" : nil
    )
  }

  private static func shown(_ contents: TokenCursor) -> String {
    let text = contents.sourceText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > 48 ? text.prefix(48) + "…" : text
  }
}
