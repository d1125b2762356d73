import CSS
import Diagnostics
import HTML
import Platform

/// Which rules of a site's sheets its pages use.
///
/// A rule is used where one of its selectors matches an element of a page. Conditions do not count, so that a rule for
/// another screen counts as used: of rules in `@media`, `@supports`, `@container` and `@starting-style` only the
/// selectors are asked. A pseudo-element's rule is used where a page has its element. States such as `:hover` hold
/// wherever an element can come into them.
///
/// Pages may be added from several threads.
public final class RuleUsage: Sendable {
  /// A rule that no page uses.
  public struct UnusedRule: Sendable {
    /// The sheet's source, or the page's where the sheet is in one.
    public let source: SourceFile
    /// The bytes of its selectors there.
    public let range: Range<Int>
    /// Its selectors as they are written, white space collapsed.
    public let selectors: String
  }

  private struct SheetUse {
    let sheet: CSSStyleSheet
    /// Whether a rule was used, by the index of its block.
    var isUsed: [Bool]
    /// The rules as they are matched; `nil` for a sheet that only one page has.
    var rules: [Bool: RuleSet] = [:]
  }

  private struct State {
    var uses: [SheetUse] = []
    var places: [ObjectIdentifier: Int] = [:]
  }

  private let state = Mutex(State())

  /// Nothing used yet.
  public init() {}

  /// Notes what a page uses of its sheets and of those that they import.
  public func add(_ document: Document, _ sheets: [CollectedSheet]) {
    let tree = ElementTree(document)
    let memory = MatchMemory()
    let probe = StateProbe()
    probe.supposesUnseen = true
    memory.probe = probe
    var visited: Set<ObjectIdentifier> = []
    func visit(_ collected: CollectedSheet) {
      if visited.insert(ObjectIdentifier(collected.sheet)).inserted { add(collected, tree, memory, probe) }
      for nested in collected.imports { if let nested { visit(nested) } }
    }
    for sheet in sheets { visit(sheet) }
  }

  private func add(_ collected: CollectedSheet, _ tree: ElementTree, _ memory: MatchMemory, _ probe: StateProbe) {
    let sheet = collected.sheet
    guard !sheet.rules.isEmpty else { return }
    var (place, isUsed, known) = state.withLock { state in
      let identifier = ObjectIdentifier(sheet)
      if let place = state.places[identifier] {
        return (place, state.uses[place].isUsed, state.uses[place].rules[tree.isQuirks])
      }
      let isUsed = [Bool](repeating: false, count: sheet.blocks.count)
      state.places[identifier] = state.uses.count
      // The sheet is kept: another one never has its address.
      state.uses.append(SheetUse(sheet: sheet, isUsed: isUsed))
      return (state.uses.count - 1, isUsed, nil)
    }
    let rules = known ?? Self.rules(of: collected, isQuirks: tree.isQuirks)
    known = Self.beginsAtOwner(rules) ? nil : rules
    let collector = RuleCollector(tree, memory)
    var open: [Int] = []
    for element in tree.elements.indices {
      while let last = open.last, Int(tree.elements[last].subtreeEnd) <= element {
        collector.leave(last)
        open.removeLast()
      }
      for entry in collector.entries(rules.elementRules, of: element) {
        let block = Int(rules.entries[Int(entry)].block)
        if isUsed[block] { continue }
        probe.explore(without: [], isLenient: true)
        if collector.matches(entry, rules, element, container: { _, _, _ in true }) { isUsed[block] = true }
      }
      if tree.elements[element].firstChild >= 0 {
        collector.enter(element)
        open.append(element)
      }
    }
    // Of what was not matched to the end nothing is known.
    if memory.isExhausted { isUsed = [Bool](repeating: true, count: isUsed.count) }
    state.withLock { state in
      for index in isUsed.indices where isUsed[index] { state.uses[place].isUsed[index] = true }
      if let known { state.uses[place].rules[tree.isQuirks] = known }
    }
  }

  private static func rules(of collected: CollectedSheet, isQuirks: Bool) -> RuleSet {
    var builder = RuleSetBuilder(environment: Environment(), isQuirks: isQuirks)
    builder.ignoresConditions = true
    return RuleSet([CollectedSheet(collected.sheet, ownerParent: collected.ownerParent)], builder)
  }

  /// Whether a scope begins at the element that the sheet belongs to, which differs from page to page.
  private static func beginsAtOwner(_ rules: RuleSet) -> Bool {
    rules.contexts.contains { $0.scopes.contains { $0.start == nil } }
  }

  /// The rules that none of the pages used which were added, in the order of paths and places.
  ///
  /// A text that several pages are composed of is one: what one of them uses is used.
  public func unused() -> [UnusedRule] {
    struct Place: Hashable {
      var path: String
      var offset: Int
    }
    let uses = state.withLock { $0.uses }
    var used: Set<Place> = []
    var unused: [Place: UnusedRule] = [:]
    for use in uses {
      for rule in use.sheet.rules {
        let range = Int(rule.sourceStart)..<max(Int(rule.sourceStart), Int(rule.sourceEnd))
        let written = use.sheet.source.written(range)
        let place = Place(path: written.file.path, offset: written.range.lowerBound)
        if use.isUsed[Int(rule.block)] {
          used.insert(place)
        } else if unused[place] == nil {
          let bytes = use.sheet.source.bytes
          let text = String(
            decoding: bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)], as: UTF8.self)
          unused[place] = UnusedRule(
            source: use.sheet.source, range: range,
            selectors: text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
      }
    }
    return unused.filter { !used.contains($0.key) }.sorted {
      ($0.key.path, $0.key.offset) < ($1.key.path, $1.key.offset)
    }.map(\.value)
  }
}
