import CSS
import HTML

/// Finds whether elements are in the scopes around a rule, the innermost first (CSS Cascade 6, 2.5).
struct ScopeSearch {
  let tree: ElementTree
  let memory: MatchMemory
  let rules: RuleSet
  /// The index of the scopes among the contexts of the rules.
  let context: Int
  let known: ScopeMemory

  /// To ask whether an element is in a scope takes as long as so many steps of matching.
  private static let stepsOfQuestion = 8

  /// Whether an element is in a scope that starts at `root`, an element at or above it.
  func isInScope(_ index: Int, root: Int, element: Int, _ matcher: ElementMatcher) -> Bool {
    memory.steps &+= Self.stepsOfQuestion
    guard memory.steps <= memory.maximumSteps else { return false }
    return starts(index, root, matcher) && !isEnded(index, root: root, element, matcher)
  }

  /// Whether an element starts a scope and is in the scopes around it.
  private func starts(_ index: Int, _ root: Int, _ matcher: ElementMatcher) -> Bool {
    known.starts(ObjectIdentifier(rules), rules.contexts[context].scopeIDs[index], root) {
      // The outer scope's roots are found first: the start's selectors are relative to them.
      guard index + 1 < rules.contexts[context].scopes.count else {
        return matchesStart(index, root, outerRoot: -1, matcher)
      }
      var outerRoot = root
      while outerRoot >= 0 {
        if isInScope(index + 1, root: outerRoot, element: root, matcher),
          matchesStart(index, root, outerRoot: outerRoot, matcher)
        {
          return true
        }
        outerRoot = Int(tree.elements[outerRoot].parent)
      }
      return false
    }
  }

  private func matchesStart(_ index: Int, _ root: Int, outerRoot: Int, _ matcher: ElementMatcher) -> Bool {
    guard let start = rules.contexts[context].scopes[index].start else {
      // Without a start the scope begins at the parent of the sheet's owner.
      let ownerParent = rules.contexts[context].ownerParent
      return ownerParent.exists ? tree.elements[root].node == ownerParent : tree.elements[root].parent < 0
    }
    var matcher = matcher
    matcher.scopeRoot = outerRoot
    return matcher.matches(list: start, root)
  }

  /// Whether the end of a scope lies between its root and an element, both included.
  private func isEnded(_ index: Int, root: Int, _ element: Int, _ matcher: ElementMatcher) -> Bool {
    guard let end = rules.contexts[context].scopes[index].end else { return false }
    memory.probe?.isNegated.toggle()
    defer { memory.probe?.isNegated.toggle() }
    var matcher = matcher
    if !matcher.mentionsScope(list: end) {
      // Where an end is depends on no root: ancestors come before their descendants.
      return known.nearestEnd(ObjectIdentifier(rules), rules.contexts[context].scopeIDs[index], element, in: tree) {
        matcher.matches(list: end, $0)
      } >= root
    }
    matcher.scopeRoot = root
    var current = element
    while current >= 0 {
      if matcher.matches(list: end, current) { return true }
      if current == root { break }
      current = Int(tree.elements[current].parent)
    }
    return false
  }
}
