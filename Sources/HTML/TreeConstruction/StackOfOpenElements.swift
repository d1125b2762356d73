import Names

/// The stack of open elements (HTML, section 13.2.4.2); its first entry, the root, is never popped.
struct StackOfOpenElements: ~Copyable {
  /// An open element, with what the rules ask for most often.
  struct Entry {
    var node: NodeID
    var name: Name
    var namespace: Namespace
    /// Whether an `annotation-xml` is an HTML integration point, by its `encoding`.
    var isHTMLAnnotation = false

    /// HTML integration points (13.2.6).
    var isHTMLIntegrationPoint: Bool { isHTMLAnnotation || isSVGIntegrationPoint }
  }

  enum Scope {
    case element
    case listItem
    case button
    case table
  }

  /// How many elements may be open at once. Every rule's work is bounded by the stack's height, so this keeps the parser
  /// linear; the tree itself is flattened at ``Document/maximumDepth``.
  static let limit = 1_024

  private(set) var entries: [Entry] = []
  /// How many HTML elements of each of the first names are open, so that looking in vain costs nothing.
  private var counts = [UInt16](repeating: 0, count: StackOfOpenElements.countedNames)
  private static let countedNames = 160
  /// The greatest height so far.
  private(set) var greatestCount = 0

  init() { entries.reserveCapacity(64) }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  subscript(index: Int) -> Entry { entries[index] }

  /// The current node's namespace; HTML's where there is none.
  private(set) var currentNamespace = Namespace.html

  /// The current node; there must be one.
  var current: Entry { entries[entries.count - 1] }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    currentNamespace = entry.namespace
    adjustCount(entry, by: 1)
    greatestCount = max(greatestCount, entries.count)
  }

  /// Pops the current node, unless it is the root.
  mutating func pop() {
    guard entries.count > 1 else { return }
    adjustCount(entries[entries.count - 1], by: -1)
    entries.removeLast()
    currentNamespace = entries[entries.count - 1].namespace
  }

  mutating func pop(downTo count: Int) {
    while entries.count > max(1, count) { pop() }
  }

  mutating func remove(at index: Int) {
    guard index > 0 else { return }
    adjustCount(entries[index], by: -1)
    entries.remove(at: index)
    currentNamespace = entries[entries.count - 1].namespace
  }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
    currentNamespace = entries[entries.count - 1].namespace
    adjustCount(entry, by: 1)
  }

  mutating func replace(at index: Int, with node: NodeID) { entries[index].node = node }

  private mutating func adjustCount(_ entry: Entry, by change: Int) {
    guard entry.namespace == .html, entry.name.rawValue < Self.countedNames else { return }
    counts[Int(entry.name.rawValue)] = UInt16(truncatingIfNeeded: Int(counts[Int(entry.name.rawValue)]) + change)
  }

  /// Whether an HTML element with the name may be open: `false` is certain.
  @inline(__always)
  func mayContain(_ name: Name) -> Bool {
    name.rawValue >= Self.countedNames || counts[Int(name.rawValue)] > 0
  }

  /// The index of the last HTML element with the name.
  func lastIndex(of name: Name) -> Int? {
    guard mayContain(name) else { return nil }
    return entries.lastIndex { $0.isHTML(name) }
  }

  func lastIndex(of node: NodeID) -> Int? { entries.lastIndex { $0.node == node } }

  /// Whether the stack has an HTML element with the name in a scope (13.2.4.2).
  @inline(__always)
  func has(_ name: Name, in scope: Scope = .element) -> Bool {
    mayContain(name) && indexInScope(scope) { $0.isHTML(name) } != nil
  }

  /// Whether the stack has a given element in the element scope.
  func has(_ node: NodeID) -> Bool { indexInScope(.element) { $0.node == node } != nil }

  @inline(__always)
  func indexInScope(_ scope: Scope, where matches: (Entry) -> Bool) -> Int? {
    var index = entries.count - 1
    while index >= 0 {
      let entry = entries[index]
      if matches(entry) { return index }
      switch scope {
      case .element: if entry.boundsScope { return nil }
      case .listItem: if entry.boundsScope || entry.isHTML(.ol) || entry.isHTML(.ul) { return nil }
      case .button: if entry.boundsScope || entry.isHTML(.button) { return nil }
      case .table: if entry.isHTML(.html) || entry.isHTML(.table) || entry.isHTML(.template) { return nil }
      }
      index -= 1
    }
    return nil
  }

  /// Pops elements until an HTML element with the name has been popped.
  mutating func pop(through name: Name) {
    while entries.count > 1 {
      let found = current.isHTML(name)
      pop()
      if found { return }
    }
  }

  /// Pops elements until one of the HTML elements with the names is the current node, or `html` or a `template`.
  mutating func clear(backTo names: Name...) {
    while entries.count > 1 {
      let entry = current
      if entry.namespace == .html, entry.name == .template || entry.name == .html || names.contains(entry.name) {
        return
      }
      pop()
    }
  }

  /// Generates implied end tags (13.2.6.3).
  mutating func generateImpliedEndTags(except name: Name = .empty) {
    while entries.count > 1, current.hasImpliedEndTag, current.name != name { pop() }
  }

  /// Generates all implied end tags thoroughly (13.2.6.3).
  mutating func generateAllImpliedEndTagsThoroughly() {
    while entries.count > 1, current.hasThoroughlyImpliedEndTag { pop() }
  }
}
