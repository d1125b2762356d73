/// What is known of the scopes that elements start and end (CSS Cascade 6, 2.5), so that scopes in scopes cost each element what
/// one scope costs.
///
/// Of the page at rest: what a probe supposes is kept only for one question.
final class ScopeMemory {
  /// What is known of an element and a scope, which is a context in its rule set.
  private struct Fact {
    /// Twice the rule set's number, and 1 more for where scopes end; 0 for nothing.
    var kind: UInt32 = 0
    var scope: UInt32 = 0
    var element: Int32 = 0
    var value: Int32 = 0
  }

  /// More facts than this are not kept: a fact takes the place of one before, which is found out again.
  private static let maximumPlaces = 1 << 20

  /// The rule sets, which are few, by their numbers less one.
  @exclusivity(unchecked) private var sets: [ObjectIdentifier] = []
  /// Each fact has one place where it can be. Their number is a power of 2.
  @exclusivity(unchecked) private var facts = [Fact](repeating: Fact(), count: 1 << 6)
  @exclusivity(unchecked) private var count = 0

  /// Whether an element starts a scope, scopes around it considered.
  func starts(_ rules: ObjectIdentifier, _ scope: UInt32, _ element: Int, _ find: () -> Bool) -> Bool {
    let kind = number(of: rules) * 2
    if let known = value(kind, scope, element) { return known != 0 }
    let found = find()
    keep(Fact(kind: kind, scope: scope, element: Int32(element), value: found ? 1 : 0))
    return found
  }

  /// The nearest element at or above one that matches a scope's end, -1 for none.
  func nearestEnd(
    _ rules: ObjectIdentifier, _ scope: UInt32, _ element: Int, in tree: ElementTree, _ isEnd: (Int) -> Bool
  ) -> Int {
    let kind = number(of: rules) * 2 + 1
    // Without recursion: documents may be deep.
    var chain: [Int] = []
    var current = element
    var found: Int32 = -1
    while current >= 0 {
      if let known = value(kind, scope, current) {
        found = known
        break
      }
      chain.append(current)
      current = Int(tree.elements[current].parent)
    }
    for element in chain.reversed() {
      if isEnd(element) { found = Int32(element) }
      keep(Fact(kind: kind, scope: scope, element: Int32(element), value: found))
    }
    return Int(found)
  }

  private func number(of rules: ObjectIdentifier) -> UInt32 {
    if let known = sets.firstIndex(of: rules) { return UInt32(known) + 1 }
    sets.append(rules)
    return UInt32(sets.count)
  }

  private func place(_ kind: UInt32, _ scope: UInt32, _ element: Int32) -> Int {
    var hash = UInt64(UInt32(bitPattern: element)) << 32 | UInt64(scope)
    hash = (hash ^ UInt64(kind) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> 32) & (facts.count - 1)
  }

  private func value(_ kind: UInt32, _ scope: UInt32, _ element: Int) -> Int32? {
    let fact = facts[place(kind, scope, Int32(element))]
    return fact.kind == kind && fact.scope == scope && fact.element == Int32(element) ? fact.value : nil
  }

  private func keep(_ fact: Fact) {
    if count * 2 > facts.count, facts.count < Self.maximumPlaces {
      let before = facts
      facts = [Fact](repeating: Fact(), count: before.count * 4)
      for fact in before where fact.kind != 0 { facts[place(fact.kind, fact.scope, fact.element)] = fact }
    }
    facts[place(fact.kind, fact.scope, fact.element)] = fact
    count += 1
  }
}
