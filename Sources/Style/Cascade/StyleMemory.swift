import CSS
import CSSValues

/// What resolving one page leaves for the next page with the same rules, environment and fonts: the styles that came of
/// the same rules under the same parents.
///
/// OPTIMIZATION: pages of a site share most of their styles; what a page gets does not depend on what was resolved before.
/// One page at a time uses a memory: take it from a pool that several threads share.
public final class StyleMemory {
  /// More styles than this and the next page begins with an empty memory.
  private static let maximumStyles = 4096
  /// What took more steps than this and the next page begins with an empty memory.
  private static let maximumSteps = 1 << 24

  @exclusivity(unchecked) var table = StyleTable()
  @exclusivity(unchecked) var sharing = StyleSharing()
  @exclusivity(unchecked) private var steps = 0
  @exclusivity(unchecked) private var languages: [String: Int32] = [:]
  /// The blocks of hints, which have the same numbers for every page.
  @exclusivity(unchecked) var hints = HintBlocks()
  /// What is known of elements by their positions; `nil` where more decides what matches.
  @exclusivity(unchecked) var positions: PositionMemory?
  private let userAgent: RuleSet
  private let author: RuleSet
  private let environment: Environment

  /// An empty memory for pages with these rules in this environment.
  public init(author: RuleSet, userAgent: RuleSet? = nil, environment: Environment, isQuirks: Bool) {
    self.author = author
    self.userAgent = userAgent ?? UserAgentRules.ruleSet(environment, isQuirks: isQuirks)
    self.environment = environment
    positions = PositionFacts([self.userAgent, author]).map { PositionMemory($0) }
  }

  /// Whether the memory is of these rules.
  func holds(_ author: RuleSet, _ userAgent: RuleSet, _ environment: Environment) -> Bool {
    self.author === author && self.userAgent === userAgent && self.environment == environment
  }

  /// A number for a language that is the same on every page.
  func number(ofLanguage language: String) -> Int32 {
    if let known = languages[language] { return known }
    languages[language] = Int32(languages.count)
    return Int32(languages.count - 1)
  }

  /// Forgets everything where it has become too much.
  ///
  /// - Parameters:
  ///   - taken: how many steps the last page took.
  ///   - isCut: whether it was cut short.
  func trim(after taken: Int, isCut: Bool) {
    steps += taken
    if positions?.isFull == true { positions = positions?.emptied }
    guard
      table.styles.count > Self.maximumStyles || languages.count > Self.maximumStyles
        || hints.blocks.count > Self.maximumStyles
        || steps > Self.maximumSteps || isCut
    else { return }
    steps = 0
    table = StyleTable()
    sharing = StyleSharing()
    languages = [:]
    hints = HintBlocks()
    positions = positions?.emptied
  }
}
