import CSS
import HTML
import Names

/// Matches selectors of one table against the elements of one document (Selectors 4, 19): right to left, with bounded
/// work.
public struct SelectorMatcher {
  private let tree: ElementTree
  private let table: SelectorTable
  private let memory: MatchMemory
  private let matcher: ElementMatcher

  /// A matcher.
  public init(_ tree: ElementTree, _ table: SelectorTable) {
    self.tree = tree
    self.table = table
    memory = MatchMemory()
    matcher = ElementMatcher(tree, table, memory)
  }

  /// Whether more steps were asked for than one page is given; what was left counted as not matching.
  public var isExhausted: Bool { memory.isExhausted }

  /// Whether an element matches a list of the table; selectors of pseudo-elements do not.
  public func matches(list: UInt32, _ element: Int) -> Bool { matcher.matches(list: list, element) }

  /// Whether an element matches a selector, pseudo-elements aside.
  public func matches(_ selector: Selector, _ element: Int) -> Bool { matcher.matches(selector, element) }
}

/// The matching itself. It holds the tree, the table and the memory without counting references: whoever makes a matcher
/// keeps them for as long as it is asked.
struct ElementMatcher {
  unowned(unsafe) let tree: ElementTree
  let elements: UnsafeBufferPointer<ElementTree.Element>
  let classes: UnsafeBufferPointer<Name>
  unowned(unsafe) let table: SelectorTable
  let components: UnsafeBufferPointer<SelectorComponent>
  /// What `:scope` is; -1 is the document's root.
  var scopeRoot: Int = -1
  /// What is remembered between matches.
  unowned(unsafe) let memory: MatchMemory
  let isQuirks: Bool
  let isCaseSensitive: Bool

  init(_ tree: ElementTree, _ table: SelectorTable, _ memory: MatchMemory) {
    self.tree = tree
    elements = tree.elements
    classes = tree.classes
    self.table = table
    components = table.components
    self.memory = memory
    isQuirks = tree.isQuirks
    isCaseSensitive = tree.isCaseSensitive
  }

  /// How a match ended, so that searching stops as soon as nothing further away can help.
  enum Outcome {
    case matches
    /// The element is not it; another ancestor or sibling may be.
    case fails
    /// No sibling will do, an ancestor's may.
    case failsAllSiblings
    /// Nothing will do.
    case failsCompletely
  }

  /// Whether an element matches a list of the table; selectors of pseudo-elements do not.
  func matches(list: UInt32, _ element: Int) -> Bool {
    let range = table.lists[Int(list)]
    for index in range.start..<(range.start + range.count) {
      let selector = table.selectors[Int(index)]
      if selector.pseudoElement == nil, matches(selector, element) { return true }
    }
    return false
  }

  /// Whether `:scope` or `&` is in a list.
  func mentionsScope(list: UInt32) -> Bool {
    let range = table.lists[Int(list)]
    return (range.start..<(range.start + range.count)).contains { table.selectors[Int($0)].mentionsScope }
  }

  /// Whether an element matches a selector, pseudo-elements aside.
  @inline(__always)
  func matches(_ selector: Selector, _ element: Int) -> Bool {
    var start = Int(selector.start)
    let end = start + Int(selector.count)
    if selector.pseudoElement != nil {
      guard let elementPart = elementPart(start, end) else { return false }
      start = elementPart
    }
    return match(start, end, element, anchor: -1) == .matches
  }

  /// Passes the compounds of pseudo-elements; `nil` where they name states that a page at rest is not in.
  private func elementPart(_ start: Int, _ end: Int) -> Int? {
    var index = start
    var result = end
    while index < end {
      let component = components[index]
      if component.kind == .combinator {
        if component.first == UInt32(Combinator.pseudoElement.rawValue) { result = index + 1 }
        index += 1
        continue
      }
      index += 1
    }
    index = start
    while index < result {
      if !matchesPseudoState(components[index]) { return nil }
      index += 1
    }
    return result
  }

  private func matchesPseudoState(_ component: SelectorComponent) -> Bool {
    switch component.kind {
    case .pseudoElement, .combinator: return true
    case .matchesAny, .matchesNone:
      let range = table.lists[Int(component.first)]
      var any = false
      for index in range.start..<(range.start + range.count) {
        let selector = table.selectors[Int(index)]
        let all = (selector.start..<(selector.start + selector.count)).allSatisfy {
          matchesPseudoState(components[Int($0)])
        }
        any = any || all
      }
      return any == (component.kind == .matchesAny)
    default: return false
    }
  }

  // MARK: Complex selectors

  /// Matches components from `start`, a compound's first one, on an element.
  func match(_ start: Int, _ end: Int, _ element: Int, anchor: Int) -> Outcome {
    memory.steps &+= 1
    if memory.steps > memory.maximumSteps { return .failsCompletely }
    memory.depth &+= 1
    defer { memory.depth &-= 1 }
    if memory.depth > MatchMemory.maximumDepth {
      memory.isTooDeep = true
      return .failsCompletely
    }
    var index = start
    while index < end {
      let component = components[index]
      if component.kind == .combinator {
        return matchCombinator(
          Combinator(rawValue: UInt8(truncatingIfNeeded: component.first)) ?? .descendant, index + 1, end, element,
          anchor: anchor)
      }
      if !matchesSimple(component, element, anchor: anchor) { return .fails }
      index += 1
    }
    return .matches
  }

  private func matchCombinator(
    _ combinator: Combinator, _ next: Int, _ end: Int, _ element: Int, anchor: Int
  ) -> Outcome {
    switch combinator {
    case .descendant:
      var ancestor = Int(elements[element].parent)
      while ancestor >= 0 {
        let outcome = match(next, end, ancestor, anchor: anchor)
        if outcome == .matches || outcome == .failsCompletely { return outcome }
        // Above the anchor of `:has()` nothing can match any more.
        if ancestor == anchor { break }
        ancestor = Int(elements[ancestor].parent)
      }
      return .failsCompletely
    case .child:
      let parent = Int(elements[element].parent)
      guard parent >= 0 else { return .failsCompletely }
      let outcome = match(next, end, parent, anchor: anchor)
      return outcome == .matches || outcome == .failsCompletely ? outcome : .failsAllSiblings
    case .nextSibling:
      let sibling = Int(elements[element].previousSibling)
      guard sibling >= 0 else { return .failsAllSiblings }
      return match(next, end, sibling, anchor: anchor)
    case .subsequentSibling:
      return matchPrecedingSiblings(next, end, element, anchor: anchor)
    case .pseudoElement:
      return match(next, end, element, anchor: anchor)
    }
  }

  /// Matches components on the siblings before an element, the nearest first.
  private func matchPrecedingSiblings(_ next: Int, _ end: Int, _ element: Int, anchor: Int) -> Outcome {
    var sibling = Int(elements[element].previousSibling)
    var passed = 0
    // What comes of the siblings before one is asked for by all that follow it.
    var remembered = -1
    while sibling >= 0 {
      let outcome = match(next, end, sibling, anchor: anchor)
      if outcome == .matches || outcome == .failsAllSiblings || outcome == .failsCompletely {
        if remembered >= 0 { memory.remember(outcome, of: table, next, scopeRoot: scopeRoot, before: remembered) }
        return outcome
      }
      passed += 1
      if passed >= MatchMemory.longWalk, anchor < 0, memory.probe == nil {
        if let known = memory.outcome(of: table, next, scopeRoot: scopeRoot, before: sibling) {
          if remembered >= 0 { memory.remember(known, of: table, next, scopeRoot: scopeRoot, before: remembered) }
          return known
        }
        if remembered < 0 { remembered = sibling }
      }
      sibling = Int(elements[sibling].previousSibling)
    }
    if remembered >= 0 { memory.remember(.failsAllSiblings, of: table, next, scopeRoot: scopeRoot, before: remembered) }
    return .failsAllSiblings
  }

  // MARK: Simple selectors

  @inline(__always)
  func matchesSimple(_ component: SelectorComponent, _ element: Int, anchor: Int) -> Bool {
    switch component.kind {
    case .className:
      let wanted = isQuirks ? component.second : component.first
      let record = elements[element]
      for index in record.classStart..<(record.classStart + record.classCount)
      where classes[Int(index)].rawValue == wanted {
        return true
      }
      return false
    case .type:
      return isCaseSensitive
        ? elements[element].name.rawValue == component.first
        : elements[element].lowercaseName.rawValue == component.second
    case .id:
      return elements[element].id.rawValue == (isQuirks ? component.second : component.first)
        && elements[element].id != .empty
    default:
      return matchesOther(component, element, anchor: anchor)
    }
  }

  private func matchesOther(_ component: SelectorComponent, _ element: Int, anchor: Int) -> Bool {
    switch component.kind {
    case .namespace:
      return switch NamespaceConstraint(rawValue: component.detail) {
      case .html: elements[element].namespace == .html
      case .svg: elements[element].namespace == .svg
      case .mathML: elements[element].namespace == .mathML
      case .other: elements[element].namespace == .other
      case nil, .some(NamespaceConstraint.none): false
      }
    case .attribute:
      return matchesAttribute(table.attributes[Int(component.first)], element)
    case .pseudoClass:
      return matchesPseudoClass(PseudoClass(rawValue: component.detail) ?? .never, element)
    case .nth:
      return matchesNth(component, element)
    case .matchesAny:
      return matchesNested(list: component.first, element)
    case .matchesNone:
      memory.probe?.isNegated.toggle()
      defer { memory.probe?.isNegated.toggle() }
      return !matchesNested(list: component.first, element)
    case .has:
      return matchesHas(list: component.first, element)
    case .hasAnchor:
      return element == anchor
    case .language:
      let ranges = table.languages[Int(component.first)]
      let language = memory.language(of: element, in: tree)
      // Each range is compared with the language.
      memory.countBytes(ranges.reduce(0) { $0 &+ $1.utf8.count &+ language.utf8.count })
      guard memory.steps <= memory.maximumSteps else { return false }
      return LanguageRange.matches(language, ranges)
    case .direction:
      guard component.detail < 2 else { return false }
      return memory.isRightToLeft(element, in: tree) == (component.detail == 1)
    case .never, .pseudoElement:
      return false
    case .className, .type, .id, .combinator:
      return false
    }
  }

  /// A list inside a selector: as ``matches(list:_:)``, keeping the anchor of a `:has()` around it.
  private func matchesNested(list: UInt32, _ element: Int) -> Bool {
    let range = table.lists[Int(list)]
    // OPTIMIZATION: rules that are nested in a long list ask for the same list, as often as there are of them. Those that
    // are nested deep ask for each list around them as often as the lists between them name it.
    if memory.probe == nil, range.count > MatchMemory.longList || table.weights[Int(list)] > MatchMemory.heavyList {
      return memory.matches(list: list, of: table, element, scopeRoot: scopeRoot) { matchesAny(of: range, element) }
    }
    return matchesAny(of: range, element)
  }

  @inline(__always)
  private func matchesAny(of range: SelectorList, _ element: Int) -> Bool {
    for index in range.start..<(range.start + range.count) {
      let selector = table.selectors[Int(index)]
      guard selector.pseudoElement == nil else { continue }
      let start = Int(selector.start)
      let mark = memory.probe?.mark ?? 0
      if match(start, start + Int(selector.count), element, anchor: -1) == .matches { return true }
      memory.probe?.forget(since: mark)
    }
    return false
  }

  // MARK: Attributes (6)

  func matchesAttribute(_ selector: AttributeSelector, _ element: Int) -> Bool {
    if memory.probe != nil, selector.lowercaseName == .open, elements[element].isDisclosure {
      return holds(.open, element, atRest: hasAttribute(selector, element))
    }
    return hasAttribute(selector, element)
  }

  private func hasAttribute(_ selector: AttributeSelector, _ element: Int) -> Bool {
    guard elements[element].hasAttributes else { return false }
    let isHTML = elements[element].namespace == .html && !isCaseSensitive
    let attributes = tree.document.attributes(elements[element].node)
    memory.countBytes(attributes.count)
    guard memory.steps <= memory.maximumSteps else { return false }
    for attribute in attributes {
      guard attribute.name == (isHTML ? selector.lowercaseName : selector.name) || attribute.name == selector.name,
        matchesNamespace(selector.namespace, attribute.namespace)
      else { continue }
      if selector.operation == .exists { return true }
      let ignoresCase: Bool =
        switch selector.caseRule {
        case .insensitive: true
        case .sensitive: false
        case .documentLanguage: isHTML && selector.isCaseInsensitiveInHTML
        }
      if compare(tree.document.utf8(of: attribute), table.value(of: selector), selector.operation, ignoresCase) {
        return true
      }
    }
    return false
  }

  private func matchesNamespace(_ wanted: NamespaceConstraint?, _ actual: AttributeNamespace) -> Bool {
    guard let wanted else { return true }
    return wanted == .none ? actual == .none || actual == .other : actual != .none
  }

  private func compare(
    _ value: ArraySlice<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>, _ operation: AttributeSelector.Operator,
    _ ignoresCase: Bool
  ) -> Bool {
    value.withUnsafeBufferPointer { value in
      var comparison = ValueComparison(value, wanted, ignoresCase: ignoresCase)
      let isMatch = comparison.holds(operation)
      memory.countBytes(comparison.count)
      return isMatch && memory.steps <= memory.maximumSteps
    }
  }

  // MARK: Tree positions (14)

  private func matchesNth(_ component: SelectorComponent, _ element: Int) -> Bool {
    let nth = table.nths[Int(component.first)]
    let fromEnd = component.detail == NthKind.lastChild.rawValue || component.detail == NthKind.lastOfType.rawValue
    let isOfType = component.detail >= NthKind.ofType.rawValue
    if isOfType {
      let (position, count) = memory.typePosition(element, in: tree)
      return nth.matches(fromEnd ? count - position + 1 : position)
    }
    if nth.list == .max {
      let position = elements[element].position
      return nth.matches(fromEnd ? siblingCount(element) - position + 1 : position)
    }
    guard matches(list: nth.list, element) else { return false }
    if let probe = memory.probe, namesStates(list: nth.list) {
      // Exploring, the siblings are in whatever states let the element be counted. Else what is remembered is of the page
      // at rest.
      guard probe.isExploring else { return nth.matches(statePosition(element, list: nth.list, fromEnd: fromEnd)) }
      let siblings = sequence(first: element) { [elements] in
        let next = Int(fromEnd ? elements[$0].nextSibling : elements[$0].previousSibling)
        return next >= 0 ? next : nil
      }
      probe.note(upTo: StateProbe.maximumNoted, siblings.dropFirst()) { matches(list: nth.list, $0) }
      return true
    }
    let (position, count) = memory.selectorPosition(
      element, in: tree, table: table, list: nth.list, scopeRoot: scopeRoot
    ) {
      matches(list: nth.list, $0)
    }
    return nth.matches(fromEnd ? count - position + 1 : position)
  }

  private func namesStates(list: UInt32) -> Bool {
    let range = table.lists[Int(list)]
    return (range.start..<(range.start + range.count)).contains { !table.selectors[Int($0)].dynamicStates.isEmpty }
  }

  /// An element's place, counting from 1, among the siblings that match a list in the states that are supposed.
  private func statePosition(_ element: Int, list: UInt32, fromEnd: Bool) -> Int32 {
    var position: Int32 = 1
    var sibling = Int(fromEnd ? elements[element].nextSibling : elements[element].previousSibling)
    while sibling >= 0 {
      if matches(list: list, sibling) { position += 1 }
      sibling = Int(fromEnd ? elements[sibling].nextSibling : elements[sibling].previousSibling)
    }
    return position
  }

  private func siblingCount(_ element: Int) -> Int32 {
    let parent = Int(elements[element].parent)
    if parent >= 0 { return elements[Int(elements[parent].lastChild)].position }
    var last = element
    while elements[last].nextSibling >= 0 { last = Int(elements[last].nextSibling) }
    return elements[last].position
  }

  // MARK: :has() (4.5)

  private func matchesHas(list: UInt32, _ element: Int) -> Bool {
    let range = table.lists[Int(list)]
    for index in range.start..<(range.start + range.count) where matchesRelative(Int(index), element) { return true }
    return false
  }

  /// Whether something related to the anchor matches a relative selector.
  private func matchesRelative(_ index: Int, _ anchor: Int) -> Bool {
    let selector = table.selectors[index]
    let start = Int(selector.start)
    let end = start + Int(selector.count)
    // The component before the anchor is the leading combinator.
    let leading = Combinator(rawValue: UInt8(truncatingIfNeeded: components[end - 2].first)) ?? .descendant
    let record = elements[anchor]
    // Where the subject can be: below the anchor, or in what follows it.
    let candidates: Range<Int>
    switch leading {
    case .descendant, .child, .pseudoElement:
      candidates = anchor + 1..<Int(record.subtreeEnd)
    case .nextSibling, .subsequentSibling:
      let parent = Int(record.parent)
      let limit = parent >= 0 ? Int(elements[parent].subtreeEnd) : elements.count
      guard record.nextSibling >= 0 else { return false }
      if leading == .nextSibling, !selector.hasSiblingCombinator(components) {
        candidates = Int(record.nextSibling)..<Int(elements[Int(record.nextSibling)].subtreeEnd)
      } else {
        candidates = Int(record.nextSibling)..<limit
      }
    }
    guard !candidates.isEmpty else { return false }
    if memory.probe != nil, !selector.dynamicStates.isEmpty {
      // What is remembered is of the page at rest.
      return candidates.contains { candidate in
        let mark = memory.probe?.mark ?? 0
        if matchesCompound(start, end, candidate), match(start, end, candidate, anchor: anchor) == .matches {
          return true
        }
        memory.probe?.forget(since: mark)
        return false
      }
    }
    // OPTIMIZATION: elements whose own compound matches are found once for the page; most anchors have none.
    let subjects = memory.subjects(
      of: index, table: table, scopeRoot: selector.mentionsScope ? scopeRoot : -1, count: elements.count
    ) { candidate in
      matchesCompound(start, end, candidate)
    }
    var place = subjects.firstIndex(atOrAfter: candidates.lowerBound)
    while place < subjects.count, subjects[place] < candidates.upperBound {
      if match(start, end, subjects[place], anchor: anchor) == .matches { return true }
      place += 1
    }
    return false
  }

  private func matchesCompound(_ start: Int, _ end: Int, _ element: Int) -> Bool {
    memory.steps &+= 1
    if memory.steps > memory.maximumSteps { return false }
    var index = start
    while index < end, components[index].kind != .combinator {
      if !matchesSimple(components[index], element, anchor: -1) { return false }
      index += 1
    }
    return true
  }
}

extension Selector {
  /// Whether a combinator other than the leading one leads to siblings.
  func hasSiblingCombinator(_ components: UnsafeBufferPointer<SelectorComponent>) -> Bool {
    let end = Int(start + count)
    return (Int(start)..<max(Int(start), end - 2)).contains {
      components[$0].kind == .combinator
        && (components[$0].first == UInt32(Combinator.nextSibling.rawValue)
          || components[$0].first == UInt32(Combinator.subsequentSibling.rawValue))
    }
  }
}

extension [Int] {
  /// Of ascending numbers, the place of the first that is not below `value`.
  func firstIndex(atOrAfter value: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
