/// What is known of the scopes that elements start and end (CSS Cascade 6, 2.5), so that scopes in scopes cost each element what
/// one scope costs.
///
/// Of the page at rest: what a probe supposes is kept only for one question.
final class ScopeMemory {
  /// A scope's context in its rule set, with an element.
  private struct Key: Hashable {
    var rules: ObjectIdentifier
    var scope: UInt32
    var element: Int32
  }

  /// More facts than this are forgotten and found out again.
  private static let maximumFacts = 1 << 20
  @exclusivity(unchecked) private var starts: [Key: Bool] = [:]
  @exclusivity(unchecked) private var ends: [Key: Int32] = [:]

  /// Whether an element starts a scope, scopes around it considered.
  func starts(_ rules: ObjectIdentifier, _ scope: UInt32, _ element: Int, _ find: () -> Bool) -> Bool {
    let key = Key(rules: rules, scope: scope, element: Int32(element))
    if let known = starts[key] { return known }
    let found = find()
    if starts.count >= Self.maximumFacts { starts.removeAll(keepingCapacity: true) }
    starts[key] = found
    return found
  }

  /// The nearest element at or above one that matches a scope's end, -1 for none.
  func nearestEnd(
    _ rules: ObjectIdentifier, _ scope: UInt32, _ element: Int, in tree: ElementTree, _ isEnd: (Int) -> Bool
  ) -> Int {
    // Without recursion: documents may be deep.
    var chain: [Int] = []
    var current = element
    var found: Int32 = -1
    while current >= 0 {
      if let known = ends[Key(rules: rules, scope: scope, element: Int32(current))] {
        found = known
        break
      }
      chain.append(current)
      current = Int(tree.elements[current].parent)
    }
    if ends.count + chain.count >= Self.maximumFacts { ends.removeAll(keepingCapacity: true) }
    for element in chain.reversed() {
      if isEnd(element) { found = Int32(element) }
      ends[Key(rules: rules, scope: scope, element: Int32(element))] = found
    }
    return Int(found)
  }
}
