import CSS
import HTML
import Names

/// What matching one page remembers, so that each fact is found out once, and the count of its steps.
///
/// One page is matched by one thread: nothing here is shared.
public final class MatchMemory {
  /// What is allowed without more: a page of 100,000 elements and 10,000 rules needs a tenth of it.
  public static let defaultMaximumSteps = 40_000_000
  /// More steps than this and selectors count as not matching.
  @exclusivity(unchecked) var maximumSteps = MatchMemory.defaultMaximumSteps
  /// What supposes states of elements; `nil` is the page at rest.
  @exclusivity(unchecked) var probe: StateProbe?
  /// Steps taken: compounds that were tried on an element.
  @exclusivity(unchecked) var steps = 0
  /// How many compounds are being matched at once: each waits for the next.
  @exclusivity(unchecked) var depth = 0
  /// Longer chains than this count as not matching, so that hostile selectors cannot exhaust the stack.
  static let maximumDepth = 1_500
  /// Whether a chain was longer.
  @exclusivity(unchecked) var isTooDeep = false
  /// Whether more was asked for than one page is given.
  var isExhausted: Bool { steps > maximumSteps || isTooDeep }

  /// Bytes of values that take as long as a step.
  private static let bytesOfStep = 16

  /// To remember an element's place among its siblings takes as long as so many steps.
  private static let stepsOfPosition = 32

  /// Counts bytes of attributes' values that were compared: of a few bytes nothing, of many a step for each
  /// ``bytesOfStep``.
  @inline(__always)
  func countBytes(_ count: Int) { steps &+= count / Self.bytesOfStep }

  @exclusivity(unchecked) private var typePositions: [(position: Int32, count: Int32)] = []
  private struct ListKey: Hashable {
    var table: ObjectIdentifier
    var list: UInt32
    var scope: Int
  }
  @exclusivity(unchecked) private var selectorPositions: [ListKey: [Int: (position: Int32, count: Int32)]] = [:]
  @exclusivity(unchecked) private var listMatches: [ListKey: [Int32: Bool]] = [:]
  @exclusivity(unchecked) private var listMatchCount = 0
  private struct SiblingKey: Hashable {
    var table: ObjectIdentifier
    var component: Int
    var scope: Int
    var element: Int
  }
  @exclusivity(unchecked) private var siblingOutcomes: [SiblingKey: ElementMatcher.Outcome] = [:]
  @exclusivity(unchecked) private var countedParents: [ListKey: Set<Int>] = [:]
  @exclusivity(unchecked) private var hasSubjects: [ListKey: [Int]] = [:]
  @exclusivity(unchecked) private var languages: [Int32] = []
  @exclusivity(unchecked) private var languageTexts: [String] = []
  @exclusivity(unchecked) private var directions: [Bool] = []

  private struct PatternKey: Hashable {
    var pattern: String
    var value: String
  }
  @exclusivity(unchecked) private var patternAnswers: [PatternKey: Bool] = [:]

  @exclusivity(unchecked) private var knownFormGroups: FormGroups?

  /// Nothing yet.
  public init() {}

  /// What the page's controls have in common; found out once.
  func formGroups(of tree: ElementTree) -> FormGroups {
    if let knownFormGroups { return knownFormGroups }
    let groups = FormGroups(tree)
    knownFormGroups = groups
    return groups
  }

  /// Whether a control's value matches its pattern, or nothing is asked of it; found out once.
  func matches(pattern: String, _ value: String) -> Bool {
    let key = PatternKey(pattern: pattern, value: value)
    if let known = patternAnswers[key] { return known }
    steps &+= PatternConstraint.steps(pattern, value)
    if steps > maximumSteps { return true }
    let answer = PatternConstraint.matches(pattern, value) ?? true
    patternAnswers[key] = answer
    return answer
  }

  /// An element's place among the siblings of its type, counting from 1, and their number.
  func typePosition(_ element: Int, in tree: ElementTree) -> (position: Int32, count: Int32) {
    if typePositions.isEmpty { countTypes(tree) }
    return typePositions[element]
  }

  private func countTypes(_ tree: ElementTree) {
    typePositions = [(position: Int32, count: Int32)](repeating: (1, 1), count: tree.elements.count)
    struct Key: Hashable {
      var name: Name
      var namespace: Namespace
    }
    // Siblings are of few types: those of one parent are told apart by a look at each, of many by a table.
    var kinds: [(key: Key, count: Int32)] = []
    var places: [Key: Int] = [:]
    var kindOf: [Int32] = []
    func count(from first: Int) {
      kinds.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      kindOf.removeAll(keepingCapacity: true)
      var element = first
      while element >= 0 {
        let key = Key(name: tree.elements[element].name, namespace: tree.elements[element].namespace)
        var kind = kinds.count <= 8 ? kinds.firstIndex { $0.key == key } : places[key]
        if kind == nil {
          kind = kinds.count
          kinds.append((key, 0))
          if kinds.count == 9 { for (place, kind) in kinds.enumerated() { places[kind.key] = place } }
          if kinds.count > 9 { places[key] = kinds.count - 1 }
        }
        let place = kind ?? 0
        kinds[place].count += 1
        typePositions[element].position = kinds[place].count
        kindOf.append(Int32(place))
        element = Int(tree.elements[element].nextSibling)
      }
      element = first
      for kind in kindOf {
        typePositions[element].count = kinds[Int(kind)].count
        element = Int(tree.elements[element].nextSibling)
      }
    }
    for (index, element) in tree.elements.enumerated() {
      if element.firstChild >= 0 { count(from: Int(element.firstChild)) }
      // The roots of a fragment.
      if element.parent < 0, element.previousSibling < 0 { count(from: index) }
    }
  }

  /// An element's place among the siblings that match the list of an `of S`, and their number.
  func selectorPosition(
    _ element: Int, in tree: ElementTree, table: SelectorTable, list: UInt32, scopeRoot: Int,
    _ matches: (Int) -> Bool
  ) -> (position: Int32, count: Int32) {
    let key = ListKey(table: ObjectIdentifier(table), list: list, scope: scopeRoot)
    let parent = Int(tree.elements[element].parent)
    if countedParents[key, default: []].insert(parent).inserted {
      var members: [Int] = []
      var sibling = parent >= 0 ? Int(tree.elements[parent].firstChild) : 0
      while sibling >= 0 {
        if matches(sibling) { members.append(sibling) }
        sibling = Int(tree.elements[sibling].nextSibling)
      }
      for (place, member) in members.enumerated() {
        selectorPositions[key, default: [:]][member] = (Int32(place + 1), Int32(members.count))
      }
      steps &+= members.count * Self.stepsOfPosition
    }
    return selectorPositions[key]?[element] ?? (0, 0)
  }

  /// What matches longer lists is remembered.
  static let longList: UInt32 = 16
  /// So is what matches lists of more components than this, with those of the lists in them.
  static let heavyList: UInt32 = 64
  /// No more answers are kept at once.
  private static let maximumListMatches = 1 << 18

  /// Whether an element matches a list, the page at rest, found out once.
  func matches(
    list: UInt32, of table: SelectorTable, _ element: Int, scopeRoot: Int, _ matches: () -> Bool
  ) -> Bool {
    let key = ListKey(table: ObjectIdentifier(table), list: list, scope: scopeRoot)
    if let known = listMatches[key]?[Int32(element)] { return known }
    let answer = matches()
    if listMatchCount >= Self.maximumListMatches {
      listMatches.removeAll()
      listMatchCount = 0
    }
    listMatches[key, default: [:]][Int32(element)] = answer
    listMatchCount += 1
    return answer
  }

  /// More siblings than this and what comes of those before is remembered.
  static let longWalk = 32
  /// No more outcomes are kept at once.
  private static let maximumOutcomes = 1 << 18

  /// What matching the siblings before an element came to, the page at rest; `nil` where it was not found out.
  func outcome(
    of table: SelectorTable, _ component: Int, scopeRoot: Int, before element: Int
  ) -> ElementMatcher.Outcome? {
    let key = SiblingKey(table: ObjectIdentifier(table), component: component, scope: scopeRoot, element: element)
    return siblingOutcomes[key]
  }

  /// Remembers what matching the siblings before an element came to.
  func remember(
    _ outcome: ElementMatcher.Outcome, of table: SelectorTable, _ component: Int, scopeRoot: Int, before element: Int
  ) {
    if siblingOutcomes.count >= Self.maximumOutcomes || steps > maximumSteps { siblingOutcomes.removeAll() }
    let key = SiblingKey(table: ObjectIdentifier(table), component: component, scope: scopeRoot, element: element)
    siblingOutcomes[key] = outcome
  }

  /// The elements that match the rightmost compound of a relative selector, in document order.
  ///
  /// - Parameter scopeRoot: what `:scope` is, where the selector names it; otherwise -1.
  func subjects(
    of selector: Int, table: SelectorTable, scopeRoot: Int, count: Int, _ matches: (Int) -> Bool
  ) -> [Int] {
    let key = ListKey(table: ObjectIdentifier(table), list: UInt32(selector), scope: scopeRoot)
    if let known = hasSubjects[key] { return known }
    let found = (0..<count).filter(matches)
    hasSubjects[key] = found
    return found
  }

  /// An element's language: the nearest `lang`, then the document's `<meta>`; empty where unknown (HTML, 3.2.6.1).
  func language(of element: Int, in tree: ElementTree) -> String {
    if languages.isEmpty { findLanguages(tree) }
    let index = languages[element]
    return index < 0 ? "" : languageTexts[Int(index)]
  }

  /// A number that is equal for elements of equal language, -1 where it is unknown.
  func languageNumber(of element: Int, in tree: ElementTree) -> Int32 {
    if languages.isEmpty { findLanguages(tree) }
    return languages[element]
  }

  private func findLanguages(_ tree: ElementTree) {
    languages = [Int32](repeating: -1, count: tree.elements.count)
    var byText: [String: Int32] = [:]
    func number(_ text: String) -> Int32 {
      if let known = byText[text] { return known }
      languageTexts.append(text)
      byText[text] = Int32(languageTexts.count - 1)
      return Int32(languageTexts.count - 1)
    }
    for (index, element) in tree.elements.enumerated() {
      languages[index] = element.parent >= 0 ? languages[Int(element.parent)] : -1
      guard element.hasAttributes else { continue }
      for attribute in tree.document.attributes(element.node) {
        let isLanguage =
          attribute.namespace == .xml && attribute.name == .lang
          || attribute.name == .xmlLang
          || attribute.namespace == .none && attribute.name == .lang
        if isLanguage { languages[index] = number(tree.document.value(attribute)) }
      }
    }
  }

  /// Whether an element's directionality is right to left (HTML, 3.2.6.4).
  func isRightToLeft(_ element: Int, in tree: ElementTree) -> Bool {
    if directions.isEmpty { directions = Directionality.compute(tree) }
    return directions[element]
  }
}

/// Language ranges as `:lang()` compares them (Selectors 4, 7.2; RFC 4647, 3.3.2).
enum LanguageRange {
  /// Whether a language is in one of the ranges.
  static func matches(_ language: String, _ ranges: [String]) -> Bool {
    ranges.contains { range in
      let language = language.lowercased()
      let range = range.lowercased()
      guard !range.isEmpty, !language.isEmpty else { return range.isEmpty && language.isEmpty }
      return language == range || language.hasPrefix(range + "-")
    }
  }
}
