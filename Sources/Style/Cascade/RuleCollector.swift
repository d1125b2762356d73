import CSS
import HTML
import Names

/// Finds the rules of a set that match an element, in cascade order.
///
/// A class, because it holds many arrays and every question about an element goes through it.
///
/// OPTIMIZATION: properties are not checked for exclusive access at run time; a collector serves one thread, and what it calls asks
/// it nothing.
final class RuleCollector {
  /// A rule that matches.
  struct Match {
    var block: UInt32
    var layer: UInt32
    var specificity: UInt32
    /// Generations between the element and its scope's root; closer wins.
    var proximity: Int32
    var order: UInt32
  }

  let tree: ElementTree
  let memory: MatchMemory
  /// Whether names count as written: the buckets are of lower-case ones.
  private let isCaseSensitive: Bool
  let filter = AncestorFilter()
  private let scopes = ScopeMemory()
  /// What rules answered in the states that are supposed of an element.
  let decisions = StateDecisions()
  /// The most steps that the calls so far take on a page where nothing is remembered.
  @exclusivity(unchecked) var cost = 0
  /// The matches of the last call, ascending.
  @exclusivity(unchecked) private(set) var matches: [Match] = []
  @exclusivity(unchecked) private var matcherSets:
    [(rules: ObjectIdentifier, matchers: UnsafeMutableBufferPointer<ElementMatcher>)] = []
  /// What elements have in common; see ``RememberedMatches``.
  @exclusivity(unchecked) var signatures: ElementSignatures
  @exclusivity(unchecked) private var remembered:
    [(rules: ObjectIdentifier, pseudo: PseudoElement?, matches: RememberedMatches)] = []

  init(_ tree: ElementTree, _ memory: MatchMemory) {
    self.tree = tree
    self.memory = memory
    isCaseSensitive = tree.isCaseSensitive
    signatures = ElementSignatures(tree)
  }

  deinit {
    filter.deallocate()
    for set in matcherSets {
      set.matchers.deinitialize()
      set.matchers.deallocate()
    }
  }

  /// Adds an element to the ancestors of those that follow.
  func enter(_ element: Int) { filter.update(tree.elements[element], tree.classes, adding: true) }
  /// Takes it away again.
  func leave(_ element: Int) { filter.update(tree.elements[element], tree.classes, adding: false) }

  /// Collects what matches an element, or a pseudo-element of it.
  ///
  /// - Parameters:
  ///   - number: equal for elements for which the shared queries of containers have the same answers.
  ///   - container: whether the container queries of a context of the rules hold for the element.
  func collect(
    _ rules: RuleSet, _ element: Int, pseudo: PseudoElement?, argument: Name? = nil, number: UInt32 = 0,
    container: (RuleSet, UInt32, Int) -> Bool
  ) {
    matches.removeAll(keepingCapacity: true)
    let index = pseudo.map { rules.pseudoRules[Int($0.rawValue)] } ?? rules.elementRules
    if index.isEmpty { return }
    if argument == nil, memory.probe == nil {
      return collectRemembered(rules, index, pseudo, element, number, container)
    }
    // The pseudo-element's ancestors are those of its element.
    visit(index, rules, matchers(of: rules), element, argument, container)
    sort()
  }

  // MARK: What elements of one signature have in common

  /// More matches than this are not remembered.
  private static let maximumRemembered = 1 << 18

  /// Of the rules of one set for elements, or for one of their pseudo-elements, what matched the first element of each
  /// signature.
  private struct RememberedMatches {
    struct Place {
      var matchStart: UInt32 = 0
      var matchCount: UInt32 = 0
      var pendingStart: UInt32 = 0
      var pendingCount: UInt32 = 0
      var isKnown = false
      /// What it took to find them.
      var steps = 0
    }
    /// By signature.
    var places: [Place] = []
    /// The matches of rules that names, ids and classes decide, ascending.
    var matches: [Match] = []
    /// Entries under those names that more decides: each element is asked.
    var pending: [UInt32] = []
    /// By signature and number of its containers, the place of what is in containers.
    var contained: [UInt64: Int] = [:]
    /// Whether no more is remembered: a page without repetition is not kept as a whole.
    var isFull: Bool {
      matches.count > RuleCollector.maximumRemembered || pending.count > RuleCollector.maximumRemembered * 8
    }

    /// The place of a signature among containers.
    mutating func place(_ signature: UInt32, _ number: UInt32) -> Int {
      let key = UInt64(number) << 32 | UInt64(signature)
      if let known = contained[key] { return known }
      contained[key] = contained.count
      return contained.count - 1
    }
  }

  /// Collects what matches an element, the page at rest.
  ///
  /// OPTIMIZATION: rules that names, ids and classes decide are matched once for all elements that these do not tell apart.
  private func collectRemembered(
    _ rules: RuleSet, _ index: RuleIndex, _ pseudo: PseudoElement?, _ element: Int, _ number: UInt32,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    let set = rememberedSet(rules, pseudo)
    let own = signatures.signature(of: element)
    let signature = rules.hasContainerQueries ? remembered[set].matches.place(own, number) : Int(own)
    if signature >= remembered[set].matches.places.count {
      let missing = max(signatures.count, signature + 1, 64) * 2 - remembered[set].matches.places.count
      remembered[set].matches.places += repeatElement(RememberedMatches.Place(), count: missing)
    }
    let matchers = matchers(of: rules)
    let start = memory.steps
    var place = remembered[set].matches.places[signature]
    if place.isKnown {
      cost &+= place.steps
      for number in place.matchStart..<(place.matchStart + place.matchCount) {
        matches.append(remembered[set].matches.matches[Int(number)])
      }
    } else {
      if remembered[set].matches.isFull {
        visit(index, rules, matchers, element, nil, container)
        cost &+= memory.steps &- start
        return sort()
      }
      place = remember(signature, set, rules, index, matchers, element, container)
    }
    let count = matches.count
    for number in place.pendingStart..<(place.pendingStart + place.pendingCount) {
      // Without steps left, none of them matches any more.
      if memory.steps > memory.maximumSteps { break }
      match(Int(remembered[set].matches.pending[Int(number)]), rules, matchers, element, nil, container)
    }
    considerAttributes(index, rules, matchers, element, nil, container)
    cost &+= memory.steps &- start
    if matches.count > count { order() }
    dropRepeats()
  }

  /// The place among ``remembered`` of a set's rules for elements, or for one of their pseudo-elements.
  private func rememberedSet(_ rules: RuleSet, _ pseudo: PseudoElement?) -> Int {
    let identifier = ObjectIdentifier(rules)
    for place in remembered.indices where remembered[place].rules == identifier && remembered[place].pseudo == pseudo {
      return place
    }
    remembered.append((identifier, pseudo, RememberedMatches()))
    return remembered.count - 1
  }

  /// Whether no rule of a set gives anything to a pseudo-element of any element of the signature of one for which it was
  /// collected: except attributes, which no signature tells apart.
  func isKnownToBeBare(_ rules: RuleSet, _ pseudo: PseudoElement, _ element: Int, number: UInt32 = 0) -> Bool {
    let index = rules.pseudoRules[Int(pseudo.rawValue)]
    if index.isEmpty { return true }
    // In other containers an element of the signature may have more.
    if rules.pseudosInContainers.contains(pseudo) { return false }
    guard index.byAttribute.isEmpty || !tree.elements[element].hasAttributes else { return false }
    let identifier = ObjectIdentifier(rules)
    for set in remembered where set.rules == identifier && set.pseudo == pseudo {
      let own = signatures.known(of: element)
      let signature = rules.hasContainerQueries ? set.matches.contained[UInt64(number) << 32 | UInt64(own)] : own
      guard let signature, signature < set.matches.places.count else { return false }
      let place = set.matches.places[signature]
      return place.isKnown && place.matchCount == 0 && place.pendingCount == 0
    }
    return false
  }

  /// Matches the first element of a signature by names, ids and classes, and notes what else has to be asked.
  private func remember(
    _ signature: Int, _ set: Int, _ rules: RuleSet, _ index: RuleIndex,
    _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) -> RememberedMatches.Place {
    let record = tree.elements[element]
    let start = memory.steps
    var place = RememberedMatches.Place()
    place.pendingStart = UInt32(remembered[set].matches.pending.count)
    remember(index.byType.find(record.lowercaseName.rawValue), set, rules, index, matchers, element, container)
    remember(index.universal, set, rules, index, matchers, element, container)
    if record.id != .empty {
      remember(index.byID.find(record.id.rawValue), set, rules, index, matchers, element, container)
    }
    for place in record.classStart..<(record.classStart + record.classCount) {
      remember(index.byClass.find(tree.classes[Int(place)].rawValue), set, rules, index, matchers, element, container)
    }
    if record.parent < 0 { remember(index.root, set, rules, index, matchers, element, container) }
    // A rule that matches by several selectors keeps all: another rule may yet get a place between them.
    order()
    place.pendingCount = UInt32(remembered[set].matches.pending.count) - place.pendingStart
    place.matchStart = UInt32(remembered[set].matches.matches.count)
    place.matchCount = UInt32(matches.count)
    place.isKnown = true
    place.steps = memory.steps &- start
    remembered[set].matches.matches += matches
    remembered[set].matches.places[signature] = place
    return place
  }

  /// Matches the entries under one name of the first element of a signature, or notes that they have to be asked.
  private func remember(
    _ range: (start: UInt32, count: UInt32), _ set: Int, _ rules: RuleSet, _ index: RuleIndex,
    _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    for number in range.start..<(range.start + range.count) {
      let position = index.entries[Int(number)]
      guard passesFilter(rules.entries[Int(position)].ancestors) else { continue }
      if rules.entries[Int(position)].isOfNames {
        match(Int(position), rules, matchers, element, nil, container)
      } else {
        remembered[set].matches.pending.append(position)
      }
    }
  }

  private func matchers(of rules: RuleSet) -> UnsafeMutableBufferPointer<ElementMatcher> {
    let identifier = ObjectIdentifier(rules)
    for set in matcherSets where set.rules == identifier { return set.matchers }
    let matchers = UnsafeMutableBufferPointer<ElementMatcher>.allocate(capacity: rules.tables.count)
    _ = matchers.initialize(from: rules.tables.map { ElementMatcher(tree, $0, memory) })
    matcherSets.append((identifier, matchers))
    return matchers
  }

  private func visit(
    _ index: RuleIndex, _ rules: RuleSet, _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int,
    _ argument: Name?, _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    let record = tree.elements[element]
    if record.id != .empty {
      consider(index.byID.find(record.id.rawValue), index, rules, matchers, element, argument, container)
    }
    for place in record.classStart..<(record.classStart + record.classCount) {
      consider(
        index.byClass.find(tree.classes[Int(place)].rawValue), index, rules, matchers, element, argument, container)
    }
    consider(index.byType.find(record.lowercaseName.rawValue), index, rules, matchers, element, argument, container)
    considerAttributes(index, rules, matchers, element, argument, container)
    if record.parent < 0 { consider(index.root, index, rules, matchers, element, argument, container) }
    consider(index.universal, index, rules, matchers, element, argument, container)
  }

  @inline(__always)
  private func consider(
    _ place: (start: UInt32, count: UInt32), _ index: RuleIndex, _ rules: RuleSet,
    _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int, _ argument: Name?,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    guard place.count > 0 else { return }
    for number in place.start..<(place.start + place.count) {
      let position = Int(index.entries[Int(number)])
      guard passesFilter(rules.entries[position].ancestors) else { continue }
      match(position, rules, matchers, element, argument, container)
    }
  }

  private func considerAttributes(
    _ index: RuleIndex, _ rules: RuleSet, _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int,
    _ argument: Name?, _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    guard tree.elements[element].hasAttributes, !index.byAttribute.isEmpty else { return }
    let isFolded = tree.elements[element].namespace != .html || isCaseSensitive
    for attribute in tree.document.attributes(tree.elements[element].node) {
      let name = isFolded ? attribute.name.asciiLowercased : attribute.name
      consider(index.byAttribute.find(name.rawValue), index, rules, matchers, element, argument, container)
    }
  }

  /// Whether all names that ancestors must have may be among theirs.
  @inline(__always)
  private func passesFilter(_ ancestors: (UInt32, UInt32, UInt32, UInt32)) -> Bool {
    if ancestors.0 == 0 { return true }
    guard filter.mayContain(ancestors.0) else { return false }
    if ancestors.1 == 0 { return true }
    guard filter.mayContain(ancestors.1) else { return false }
    return (ancestors.2 == 0 || filter.mayContain(ancestors.2)) && (ancestors.3 == 0 || filter.mayContain(ancestors.3))
  }

  /// Adds an entry to the matches where it matches.
  @inline(__always)
  private func match(
    _ position: Int, _ rules: RuleSet, _ matchers: UnsafeMutableBufferPointer<ElementMatcher>, _ element: Int,
    _ argument: Name?, _ container: (RuleSet, UInt32, Int) -> Bool
  ) {
    rules.entries.withUnsafeBufferPointer { entries in
      if let argument, entries[position].selector.pseudoArgument != argument { return }
      var proximity = Int32.max
      let pointer = matchers.baseAddress.unsafelyUnwrapped + Int(entries[position].table)  // one a table
      if decisions.element == element {
        guard let found = decide(position, rules, pointer, element, container) else { return }
        proximity = found
      } else if entries[position].context != 0 {
        let entry = entries[position]
        guard let found = matchInContext(entry, rules, pointer.pointee, element, container) else { return }
        proximity = found
      } else if !entries[position].isTrivial || isCaseSensitive {
        if !pointer.pointee.matches(entries[position].selector, element) { return }
      }
      matches.append(
        Match(
          block: entries[position].block, layer: entries[position].layer,
          specificity: entries[position].selector.specificity.rawValue, proximity: proximity,
          order: entries[position].order))
    }
  }

  // MARK: Rules that name states

  /// The entries of an index that are listed under an element's names, by their places.
  func entries(_ index: RuleIndex, of element: Int) -> [UInt32] {
    let record = tree.elements[element]
    var places = [index.byType.find(record.lowercaseName.rawValue), index.universal]
    if record.id != .empty { places.append(index.byID.find(record.id.rawValue)) }
    for place in record.classStart..<(record.classStart + record.classCount) {
      places.append(index.byClass.find(tree.classes[Int(place)].rawValue))
    }
    if record.hasAttributes, !index.byAttribute.isEmpty {
      for attribute in tree.document.attributes(record.node) {
        var name = attribute.name
        if record.namespace != .html || isCaseSensitive { name = name.asciiLowercased }
        places.append(index.byAttribute.find(name.rawValue))
      }
    }
    if record.parent < 0 { places.append(index.root) }
    return places.flatMap { index.entries[Int($0.start)..<Int($0.start + $0.count)] }
  }

  /// The entries of an index that are listed under an element's names, except those whose ancestors' names none of the
  /// element's has.
  func candidates(_ index: RuleIndex, _ rules: RuleSet, of element: Int) -> [UInt32] {
    var found: [UInt32] = []
    func add(_ place: (start: UInt32, count: UInt32)) {
      for number in place.start..<(place.start + place.count) {
        let position = index.entries[Int(number)]
        if passesFilter(rules.entries[Int(position)].ancestors) { found.append(position) }
      }
    }
    let record = tree.elements[element]
    add(index.byType.find(record.lowercaseName.rawValue))
    add(index.universal)
    if record.id != .empty { add(index.byID.find(record.id.rawValue)) }
    for place in record.classStart..<(record.classStart + record.classCount) {
      add(index.byClass.find(tree.classes[Int(place)].rawValue))
    }
    if record.hasAttributes, !index.byAttribute.isEmpty {
      let isFolded = record.namespace != .html || isCaseSensitive
      for attribute in tree.document.attributes(record.node) {
        add(index.byAttribute.find((isFolded ? attribute.name.asciiLowercased : attribute.name).rawValue))
      }
    }
    if record.parent < 0 { add(index.root) }
    return found
  }

  /// Whether one entry matches an element, whose ancestors were entered.
  func matches(
    _ position: UInt32, _ rules: RuleSet, _ element: Int, container: (RuleSet, UInt32, Int) -> Bool
  ) -> Bool {
    let entry = rules.entries[Int(position)]
    guard passesFilter(entry.ancestors) else { return false }
    // One a table.
    let matcher = matchers(of: rules).baseAddress.unsafelyUnwrapped + Int(entry.table)
    if decisions.element == element { return decide(Int(position), rules, matcher, element, container) != nil }
    if entry.context == 0 { return matcher.pointee.matches(entry.selector, element) }
    return matchInContext(entry, rules, matcher.pointee, element, container) != nil
  }

  /// Known answers that take as long as a step.
  private static let answersOfStep = 8
  /// To keep an answer takes as long as so many steps.
  private static let stepsOfAnswer = 3

  /// Whether an entry matches in the states that are supposed: the generations to its scope's root, `nil` for no match.
  private func decide(
    _ position: Int, _ rules: RuleSet, _ matcher: UnsafeMutablePointer<ElementMatcher>, _ element: Int,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) -> Int32? {
    let entry = rules.entries[position]
    func find() -> Int32? {
      if entry.context != 0 { return matchInContext(entry, rules, matcher.pointee, element, container) }
      return matcher.pointee.matches(entry.selector, element) ? .max : nil
    }
    // A query of a container asks for more than states.
    guard let probe = memory.probe, entry.context == 0 || rules.contexts[Int(entry.context)].containers.isEmpty
    else { return find() }
    let spared = decisions.spared
    let answer = decisions.answer(rules, position, probe, find)
    if decisions.spared == spared {
      memory.steps &+= Self.stepsOfAnswer
    } else if decisions.spared % Self.answersOfStep == 0 {
      memory.steps &+= 1
    }
    return answer
  }

  /// Matches a selector in its scopes and containers; the generations to the scope's root, `nil` for no match.
  private func matchInContext(
    _ entry: RuleSet.Entry, _ rules: RuleSet, _ matcher: ElementMatcher, _ element: Int,
    _ container: (RuleSet, UInt32, Int) -> Bool
  ) -> Int32? {
    if !rules.contexts[Int(entry.context)].containers.isEmpty, !container(rules, entry.context, element) { return nil }
    guard !rules.contexts[Int(entry.context)].scopes.isEmpty else {
      return matcher.matches(entry.selector, element) ? .max : nil
    }
    // Without steps left every question is answered with no: it is not asked for each ancestor.
    guard memory.steps <= memory.maximumSteps else { return nil }
    let context = Int(entry.context)
    // What is supposed holds only for this question.
    let search = ScopeSearch(
      tree: tree, memory: memory, rules: rules, context: context,
      known: memory.probe != nil && rules.contexts[context].namesStates ? ScopeMemory() : scopes)
    var matcher = matcher
    // CSS Cascade 6, 2.5.3: each ancestor that starts the innermost scope is tried, the nearest first.
    var root = element
    var distance: Int32 = 0
    while root >= 0 {
      if search.isInScope(0, root: root, element: element, matcher) {
        matcher.scopeRoot = root
        if matcher.matches(entry.selector, element) { return distance }
      }
      root = Int(tree.elements[root].parent)
      distance += 1
    }
    return nil
  }

  /// CSS Cascade 5, 6.1: layer, specificity, proximity, order of appearance; a rule whose list matches twice counts once.
  private func sort() {
    order()
    dropRepeats()
  }

  /// Matches that would move further than this each are sorted, and not moved one by one.
  private static let mostMoves = 32

  private func order() {
    guard matches.count > 1 else { return }
    guard matches.count < 24 else { return matches.sort(by: Self.isBefore) }
    // They are nearly in order, most often.
    let isOrdered = matches.withUnsafeMutableBufferPointer { matches in
      var moves = 0
      for index in 1..<matches.count {
        let value = matches[index]
        var place = index
        while place > 0, Self.isBefore(value, matches[place - 1]) {
          matches[place] = matches[place - 1]
          place -= 1
        }
        if place != index { matches[place] = value }
        moves += index - place
        if moves > matches.count * Self.mostMoves { return false }
      }
      return true
    }
    if !isOrdered { matches.sort(by: Self.isBefore) }
  }

  /// Of a rule's selectors the most specific one counts: it comes last, so the earlier ones only repeat what it says.
  private func dropRepeats() {
    guard matches.count > 1 else { return }
    let hasRepeats = matches.withUnsafeBufferPointer { matches in
      (1..<matches.count).contains { matches[$0].block == matches[$0 - 1].block }
    }
    guard hasRepeats else { return }
    var kept = 1
    for index in 1..<matches.count where matches[index].block != matches[kept - 1].block {
      matches[kept] = matches[index]
      kept += 1
    }
    matches.removeSubrange(kept...)
  }

  private static func isBefore(_ left: Match, _ right: Match) -> Bool {
    if left.layer != right.layer { return left.layer < right.layer }
    if left.specificity != right.specificity { return left.specificity < right.specificity }
    if left.proximity != right.proximity { return left.proximity > right.proximity }
    return left.order < right.order
  }
}
