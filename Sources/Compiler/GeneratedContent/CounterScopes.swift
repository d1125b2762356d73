import CSSValues

/// The counters in scope while a tree is walked in document order (CSS Lists 3, 4).
///
/// A counter reaches from the element that made it over that element's following siblings and their descendants; it ends
/// with the parent of the element that made it. Siblings that have a counter of the name from their parent keep that one.
struct CounterScopes {
  private struct Instance {
    var value: Int32
    /// The depth of the element that made it.
    var depth: Int
  }

  private var instances: [String: [Instance]] = [:]
  /// Names by the depth of the elements that made them, to end their scopes with the parent.
  private var namesByDepth: [[String]] = [[], []]
  /// The names of the counters that the open elements made inside of others of the same name, by depth.
  private var innerNames: [[String]] = [[], []]
  private var depth = 0
  /// The depths of the open elements with style containment.
  private var containing: [Int] = []

  /// Enters an element: its resets, then its increments, then its sets.
  ///
  /// - Parameters:
  ///   - style: what its style says of counters.
  ///   - extraIncrement: what a list item adds.
  ///   - extraSet: what a list item's attribute says.
  ///   - containsStyle: whether what is in the element changes no counter from outside.
  mutating func enter(
    _ style: ContentStyle, extraIncrement: CounterChange? = nil, extraSet: CounterChange? = nil,
    containsStyle: Bool = false
  ) {
    enter(containsStyle: false)
    defer { if containsStyle { containing.append(depth) } }
    for change in style.counterReset { instantiate(change.name, change.value) }
    if let extraIncrement, !style.counterIncrement.contains(where: { $0.name == extraIncrement.name }) {
      increment(extraIncrement)
    }
    for change in style.counterIncrement { increment(change) }
    if let extraSet { set(extraSet) }
    for change in style.counterSet { set(change) }
  }

  /// Enters an element whose style changes no counters.
  ///
  /// - Parameter containsStyle: whether what is in the element changes no counter from outside.
  mutating func enter(containsStyle: Bool) {
    depth += 1
    while namesByDepth.count <= depth + 1 {
      namesByDepth.append([])
      innerNames.append([])
    }
    if containsStyle { containing.append(depth) }
  }

  /// Leaves the element entered last: counters that its children made end.
  mutating func leave() {
    // OPTIMIZATION: few elements make counters, and emptying an empty list asks for memory.
    if !namesByDepth[depth + 1].isEmpty {
      for name in namesByDepth[depth + 1] {
        if instances[name]?.last.map({ $0.depth == depth + 1 }) == true { instances[name]?.removeLast() }
      }
      namesByDepth[depth + 1].removeAll(keepingCapacity: true)
    }
    if !innerNames[depth].isEmpty {
      for name in innerNames[depth] where instances[name]?.last?.depth == depth { instances[name]?.removeLast() }
      innerNames[depth].removeAll(keepingCapacity: true)
    }
    if containing.last == depth { containing.removeLast() }
    depth -= 1
  }

  /// Makes a counter at the current element: `counter-reset`, or an `<ol>`'s own.
  mutating func instantiate(_ name: String, _ value: Int32) {
    if instances[name]?.last?.depth == depth {
      // A sibling made it: the new one takes its place.
      changeInnermost(name) { $0 = value }
      return
    }
    if instances[name]?.isEmpty == false {
      innerNames[depth].append(name)
    } else {
      namesByDepth[depth].append(name)
    }
    instances[name, default: []].append(Instance(value: value, depth: depth))
  }

  /// The innermost counter's value, 0 where there is none.
  func value(_ name: String) -> Int32 { instances[name]?.last?.value ?? 0 }

  /// All counters of the name, the outermost first; one of 0 where there is none.
  func values(_ name: String) -> [Int32] {
    let values = instances[name]?.map(\.value) ?? []
    return values.isEmpty ? [0] : values
  }

  private mutating func increment(_ change: CounterChange) {
    ensure(change.name)
    changeInnermost(change.name) { $0 &+= change.value }
  }

  private mutating func set(_ change: CounterChange) {
    ensure(change.name)
    changeInnermost(change.name) { $0 = change.value }
  }

  private mutating func changeInnermost(_ name: String, _ change: (inout Int32) -> Void) {
    guard var stack = instances.removeValue(forKey: name), !stack.isEmpty else { return }
    change(&stack[stack.count - 1].value)
    instances[name] = stack
  }

  private mutating func ensure(_ name: String) {
    guard let last = instances[name]?.last else { return instantiate(name, 0) }
    guard let container = containing.last, last.depth <= container else { return }
    // CSS Containment 2, 3.4: the counter is another one from here on.
    namesByDepth[depth].append(name)
    instances[name]?.append(Instance(value: 0, depth: depth))
  }
}
