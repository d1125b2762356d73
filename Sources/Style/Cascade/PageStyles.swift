import CSS
import CSSValues

/// The style that is being computed, and the space that each takes over from the one before.
struct CurrentStyle {
  /// The blocks that apply, ascending.
  var applied: [AppliedBlock] = []
  /// Their declarations.
  var cascaded = CascadedDeclarations()
  /// Where the values come from.
  var origins = ValueOrigins()
  /// Whether a text was longer than substitution allows.
  var meetsTextLimit = false
  /// Whether a value came of what the parent's style has and children do not inherit.
  var readsParent = false
  /// The state rows that are being found take these shared styles and so many rules.
  var used: (entries: [Int32], rules: Int) = ([], 0)
  /// Where pages with the same rules share the last style: the place in their ``StyleSharing``, -1 where it is this page's only.
  var entry: Int32 = -1
}

/// What lengths of other elements count from.
struct RootElementStyle {
  /// The root element's style in the table; `UInt32.max` before it is known.
  var style = UInt32.max
  var font = FontStyle()
}

/// Styles by what they were computed from, on one page.
struct PageSharing {
  /// Those that any page with the same rules has.
  private(set) var ofRules: StyleSharing
  /// Those that the page's own attributes have a part in.
  private var ofPage = StyleSharing()
  /// By place among ``ofRules``, whether the page was charged for it.
  private var isCharged: [Bool] = []
  /// By style of the table, whether the page was charged for it (1), and for its look (2).
  private var charged: [UInt8] = []

  init(ofRules: StyleSharing) { self.ofRules = ofRules }

  /// A style that the page has, `UInt32.max` where the parent's style itself decides; the place is -1 where it is this page's only.
  func find(_ key: StyleSharing.Key, _ applied: [AppliedBlock], isOfPage: Bool) -> (style: UInt32, entry: Int32)? {
    if isOfPage { return ofPage.find(key, applied).map { (ofPage.style(Int($0)), -1) } }
    return ofRules.find(key, applied).map { (ofRules.style(Int($0)), $0) }
  }

  /// Keeps a style that the page was charged for; its place, as ``find(_:_:isOfPage:)`` gives it.
  mutating func insert(
    _ key: StyleSharing.Key, _ applied: [AppliedBlock], _ style: UInt32, _ cost: StyleWork.Cost, isOfPage: Bool
  ) -> Int32 {
    if isOfPage {
      _ = ofPage.insert(key, applied, style, cost)
      return -1
    }
    let entry = ofRules.insert(key, applied, style, cost)
    _ = self.cost(once: entry)
    return entry
  }

  /// What an entry of the rules cost, the first time that the page comes to it.
  mutating func cost(once entry: Int32) -> StyleWork.Cost? {
    let index = Int(entry)
    if index >= isCharged.count { isCharged += repeatElement(false, count: index * 2 + 64 - isCharged.count) }
    guard !isCharged[index] else { return nil }
    isCharged[index] = true
    return ofRules.cost(index)
  }

  /// The style of an entry of the rules.
  func style(_ entry: Int32) -> UInt32 { ofRules.style(Int(entry)) }

  /// Whether the page comes to a style of the table for the first time.
  mutating func isFirstUse(of style: UInt32) -> Bool { isFirst(1, of: style) }

  /// Whether the page comes to a style or another that looks like it for the first time.
  mutating func isFirstUse(ofLook look: UInt32) -> Bool { isFirst(2, of: look) }

  private mutating func isFirst(_ bit: UInt8, of style: UInt32) -> Bool {
    let index = Int(style)
    if index >= charged.count { charged += repeatElement(0, count: index * 2 + 64 - charged.count) }
    defer { charged[index] |= bit }
    return charged[index] & bit == 0
  }
}

/// Where a page's elements are among the positions that a memory knows.
struct PagePositions {
  /// The position of each element; empty where the page has none, and after it was resolved.
  var numbers: [Int32] = []
  /// What earlier pages left by position, while the page has positions.
  var memory: PositionMemory?
  /// The most steps that what was known by positions would have taken, in the current budget.
  var stepsSpared = 0
  /// Whether what was spared might have been too much.
  var mustRepeat = false

  /// The position of an element, -1 for none.
  @inline(__always)
  func number(of element: Int) -> Int { numbers.isEmpty ? -1 : Int(numbers[element]) }

  /// Whether it is known what matches at a position.
  func knowsMatches(_ position: Int) -> Bool { memory?.entries[position].isMatched ?? false }
}

/// The numbers that a memory has for a page's languages.
struct PageLanguages {
  /// By the page's own number, -1 before the memory was asked.
  private var numbers: [Int32] = []
  private var last: (page: Int32, shared: Int32) = (-1, -1)

  /// The memory's number for the page's, which `find` asks for once.
  mutating func shared(_ number: Int32, _ find: () -> Int32) -> Int32 {
    // Most pages have one language.
    if number == last.page { return last.shared }
    let index = Int(number)
    if numbers.count <= index { numbers += repeatElement(-1, count: index + 1 - numbers.count) }
    if numbers[index] < 0 { numbers[index] = find() }
    last = (number, numbers[index])
    return numbers[index]
  }
}

/// The pseudo-elements that rules name and that are generated by themselves.
struct GeneratedPseudoElements {
  /// In the order of their numbers.
  let pseudoElements: [PseudoElement]
  /// Those that may be generated, a bit each, by signature and whether there are attributes; `UInt64.max` is not known.
  var candidates: [UInt64] = []
  /// By element, those that were created, a bit each.
  var created: [UInt64]

  init(_ pseudoElements: [PseudoElement], elementCount: Int) {
    self.pseudoElements = pseudoElements
    created = [UInt64](repeating: 0, count: elementCount)
  }
}
