import CSS
import HTML
import Style

/// The stylesheets of a page, from which each environment takes its rules.
struct PageStyleSheets: Sendable {
  let sheets: [CollectedSheet]
  let isQuirks: Bool
  let dialect: Dialect
  /// Where rule sets are shared: by the page's viewports, or by all pages.
  let cache: RuleSetCache
  /// Whether other pages may have the same rules, so that styles are worth remembering: every sheet is a file of the site that the
  /// page uses without conditions.
  let sharesRules: Bool
  /// The sheet of the team's own components.
  let components: CollectedSheet?
  /// What the attributes of a Token page's components stand for, by element.
  let declarations: [NodeID: String]

  /// How `style` attributes are read.
  var parsing: ParsingOptions {
    var options = ParsingOptions()
    options.isQuirks = isQuirks || dialect == .token
    options.isToken = dialect == .token
    return options
  }

  /// The author's rules that hold in an environment.
  func ruleSet(_ environment: Environment) -> RuleSet {
    cache.ruleSet(sheets, environment, isQuirks: isQuirks)
  }

  /// The rules that stand in for HTML's rendering section, or `nil` for those.
  func userAgent(_ environment: Environment) -> RuleSet? {
    guard dialect == .token else { return nil }
    let sheets = [Self.tokenSheet] + (components.map { [$0] } ?? [])
    return cache.ruleSet(sheets, environment, isQuirks: false)
  }

  private static let tokenSheet: CollectedSheet = {
    userAgentSheet("token.css", TokenUserAgentSheet.text)
  }()

  /// A sheet of the user agent's.
  static func userAgentSheet(_ name: String, _ text: String) -> CollectedSheet {
    var options = StyleSheetOptions()
    options.isUserAgent = true
    return CollectedSheet(CSSStyleSheet(.init(path: name, text: text), options: options))
  }
}
