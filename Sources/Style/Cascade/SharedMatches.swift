import HTML

/// What the rules of one page's elements came to in one environment, for the next in which the same rules hold: nothing of it
/// depends on values.
///
/// OPTIMIZATION: styles that count from the viewport are computed for each viewport, and what matches is found once. It serves the
/// resolvers of one page, one after the other.
public final class SharedMatches {
  /// The most matches that are kept: of a page with more, each environment finds its own.
  static let most = 1 << 20

  /// The rules of the document's sheets.
  public let author: RuleSet
  /// The keys of the elements' positions.
  let keys: PositionKeys
  /// The user agent's, once something was matched.
  @exclusivity(unchecked) private var userAgent: RuleSet?

  /// An element's places in ``blocks``: the user agent's end where the author's begin.
  struct Place {
    var start: UInt32
    var authorStart: UInt32
    var end: UInt32
  }

  @exclusivity(unchecked) private(set) var blocks: [AppliedBlock] = []
  /// By element of the tree.
  @exclusivity(unchecked) private var places: [Place?]
  /// The rules that states bring to match or keep from it, with those states, by element; elements without any are left out.
  @exclusivity(unchecked) private var explorations: [Int: StateExploration] = [:]
  /// Whether there were more matches than are kept.
  @exclusivity(unchecked) private(set) var isGivenUp = false
  /// Whether all elements were matched at rest, and in states.
  @exclusivity(unchecked) private var isWhole = false
  @exclusivity(unchecked) private var hasStates = false

  /// Without any match.
  ///
  /// - Parameters:
  ///   - tree: the page's elements.
  ///   - author: the rules of the document's sheets.
  ///   - keys: those of the elements' positions, which other rules share.
  public init(_ tree: ElementTree, author: RuleSet, keys: PositionKeys = PositionKeys()) {
    self.author = author
    self.keys = keys
    places = [Place?](repeating: nil, count: tree.elements.count)
  }

  /// Whether the matches are of these rules; nothing matched is of any user agent's.
  func holds(_ author: RuleSet, _ userAgent: RuleSet) -> Bool {
    let own = self.userAgent ?? userAgent
    self.userAgent = own
    return self.author === author && own === userAgent
  }

  // MARK: At rest

  /// The place of an element's matches, where they were found in another environment.
  @inline(__always)
  func place(_ element: Int) -> Place? { isWhole ? places[element] : nil }

  /// Keeps the matches of an element, which were found in order.
  func insert(_ element: Int, _ userAgent: ArraySlice<AppliedBlock>, _ author: ArraySlice<AppliedBlock>) {
    guard !isWhole, !isGivenUp else { return }
    guard blocks.count + userAgent.count + author.count <= Self.most else {
      isGivenUp = true
      blocks = []
      explorations = [:]
      return
    }
    let start = UInt32(blocks.count)
    blocks += userAgent
    let authorStart = UInt32(blocks.count)
    blocks += author
    places[element] = Place(start: start, authorStart: authorStart, end: UInt32(blocks.count))
  }

  // MARK: In states

  /// What an element's rules ask for; `nil` where that is not known.
  func exploration(_ element: Int) -> StateExploration? {
    hasStates ? explorations[element] ?? StateExploration() : nil
  }

  /// Keeps what an element's rules ask for.
  func insert(_ element: Int, _ exploration: StateExploration) {
    if !hasStates, !isGivenUp, !exploration.isEmpty { explorations[element] = exploration }
  }

  /// Notes that one environment is done; what was found holds for others only where nothing was cut short.
  func finish(hasStates: Bool, isCut: Bool) {
    guard !isCut, !isGivenUp else { return }
    isWhole = true
    self.hasStates = self.hasStates || hasStates
  }
}

/// The rules of an element that states bring to match or keep from it, and those states.
struct StateExploration {
  /// A rule that names states, of the user agent's or of the author's set.
  struct Rule {
    var rules: RuleSet
    var entry: UInt32
  }

  var rules: [Rule] = []
  var facts: [StateProbe.Fact] = []
  /// Whether there were more than count.
  var isTruncated = false

  var isEmpty: Bool { rules.isEmpty && facts.isEmpty && !isTruncated }
}
