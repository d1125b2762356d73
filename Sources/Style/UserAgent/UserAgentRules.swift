import CSS
import Diagnostics
import Names
import Platform

/// The user agent's rules, parsed once for the process and chosen once for each kind of environment.
enum UserAgentRules {
  private struct Key: Hashable {
    var isQuirks: Bool
    var mediaType: Environment.MediaType
  }

  private static let sheets: (standard: CSSStyleSheet, quirks: CSSStyleSheet) = {
    var options = StyleSheetOptions()
    options.isUserAgent = true
    return (
      CSSStyleSheet(SourceFile(path: "user-agent.css", text: UserAgentSheet.standard), options: options),
      CSSStyleSheet(SourceFile(path: "quirks.css", text: UserAgentSheet.quirks), options: options)
    )
  }()

  private static let cache = Mutex<[Key: RuleSet]>([:])

  /// The rules for an environment; nothing in them asks for more than the media type.
  static func ruleSet(_ environment: Environment, isQuirks: Bool) -> RuleSet {
    let key = Key(isQuirks: isQuirks, mediaType: environment.mediaType)
    return cache.withLock { cache in
      if let known = cache[key] { return known }
      var list = [CollectedSheet(sheets.standard)]
      if isQuirks { list.append(CollectedSheet(sheets.quirks)) }
      let set = RuleSet(list, environment: environment, isQuirks: isQuirks)
      cache[key] = set
      return set
    }
  }

  /// The problems of the sheets themselves: a test asserts that there are none.
  static var diagnostics: [Diagnostic] {
    sheets.standard.diagnostics.diagnostics + sheets.quirks.diagnostics.diagnostics
  }
}
