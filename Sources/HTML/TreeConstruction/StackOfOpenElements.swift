import Names

/// The stack of open elements (HTML, section 13.2.4.2); its first entry, the root, is never popped.
struct StackOfOpenElements: ~Copyable {
  /// An open element, with what the rules ask for most often.
  struct Entry {
    var node: NodeID
    var name: Name
    var namespace: Namespace
    /// The name in lower case, as foreign content's end tags compare it; HTML's names are lower-case already.
    var lowercaseName: Name
    /// Whether an `annotation-xml` is an HTML integration point, by its `encoding`.
    var isHTMLAnnotation = false

    init(node: NodeID, name: Name, namespace: Namespace) {
      self.node = node
      self.name = name
      self.namespace = namespace
      lowercaseName = namespace == .html ? name : name.asciiLowercased
    }

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
  /// How many HTML elements and how many others of each name are open, so that looking in vain costs nothing.
  private var htmlCounts = NameCounts()
  private var foreignCounts = NameCounts()
  /// Whether each node is open, by its index.
  private var isOpen: [Bool] = []
  /// The greatest height so far.
  private(set) var greatestCount = 0

  init() { entries.reserveCapacity(64) }

  /// Whether a node is open.
  func contains(_ node: NodeID) -> Bool { node.index < isOpen.count && isOpen[node.index] }

  private mutating func mark(_ node: NodeID, _ open: Bool) {
    while isOpen.count <= node.index { isOpen.append(false) }
    isOpen[node.index] = open
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  subscript(index: Int) -> Entry { entries[index] }

  /// The current node's namespace; HTML's where there is none.
  private(set) var currentNamespace = Namespace.html

  /// The current node; there must be one.
  var current: Entry { entries[entries.count - 1] }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    mark(entry.node, true)
    currentNamespace = entry.namespace
    adjustCount(entry, by: 1)
    greatestCount = max(greatestCount, entries.count)
  }

  /// Pops the current node, unless it is the root.
  mutating func pop() {
    guard entries.count > 1 else { return }
    adjustCount(entries[entries.count - 1], by: -1)
    isOpen[entries[entries.count - 1].node.index] = false
    entries.removeLast()
    currentNamespace = entries[entries.count - 1].namespace
  }

  mutating func pop(downTo count: Int) {
    while entries.count > max(1, count) { pop() }
  }

  mutating func remove(at index: Int) {
    guard index > 0 else { return }
    adjustCount(entries[index], by: -1)
    isOpen[entries[index].node.index] = false
    entries.remove(at: index)
    currentNamespace = entries[entries.count - 1].namespace
  }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
    mark(entry.node, true)
    currentNamespace = entries[entries.count - 1].namespace
    adjustCount(entry, by: 1)
  }

  mutating func replace(at index: Int, with node: NodeID) {
    isOpen[entries[index].node.index] = false
    entries[index].node = node
    mark(node, true)
  }

  private mutating func adjustCount(_ entry: Entry, by change: Int) {
    if entry.namespace == .html {
      htmlCounts.adjust(entry.name, by: change)
    } else {
      foreignCounts.adjust(entry.lowercaseName, by: change)
    }
  }

  /// Whether an HTML element with the name is open.
  @inline(__always)
  func contains(_ name: Name) -> Bool { htmlCounts[name] > 0 }

  /// Whether an element of SVG or MathML with the name, in lower case, is open.
  @inline(__always)
  func containsForeign(_ name: Name) -> Bool { foreignCounts[name] > 0 }

  /// The index of the last HTML element with the name.
  func lastIndex(of name: Name) -> Int? {
    guard contains(name) else { return nil }
    return entries.lastIndex { $0.isHTML(name) }
  }

  func lastIndex(of node: NodeID) -> Int? { contains(node) ? entries.lastIndex { $0.node == node } : nil }

  /// Whether the stack has an HTML element with the name in a scope (13.2.4.2).
  @inline(__always)
  func has(_ name: Name, in scope: Scope = .element) -> Bool {
    contains(name) && indexInScope(scope) { $0.isHTML(name) } != nil
  }

  /// Whether the stack has a given element in the element scope.
  func has(_ node: NodeID) -> Bool { contains(node) && indexInScope(.element) { $0.node == node } != nil }

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

/// How many there are of each name: an array for the names that are known in advance, a dictionary for others.
private struct NameCounts {
  private var known = [UInt16](repeating: 0, count: 512)
  private var others: [Name: Int] = [:]

  @inline(__always)
  subscript(name: Name) -> Int {
    name.rawValue < 512 ? Int(known[Int(name.rawValue)]) : others[name] ?? 0
  }

  @inline(__always)
  mutating func adjust(_ name: Name, by change: Int) {
    if name.rawValue < 512 {
      known[Int(name.rawValue)] = UInt16(truncatingIfNeeded: Int(known[Int(name.rawValue)]) + change)
    } else {
      others[name, default: 0] += change
    }
  }
}
