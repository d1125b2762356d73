import Names

/// The list of active formatting elements (HTML, section 13.2.4.3).
struct ActiveFormattingElements: ~Copyable {
  /// A formatting element, or a marker where `node` is `.none`.
  struct Entry {
    var node: NodeID
    var name: Name
    /// Equal for elements with equal attributes.
    var attributesHash: UInt64 = 0
    var isMarker: Bool { !node.exists }
  }

  /// How many elements may be behind the last marker: with more, the earliest is forgotten.
  ///
  /// DEVIATION: the standard has no bound. Every start tag may open again all elements of the list, so a page of a few
  /// kilobytes could otherwise ask for millions of nodes.
  static let limit = 256

  private(set) var entries: [Entry] = []

  subscript(index: Int) -> Entry { entries[index] }
  var count: Int { entries.count }

  mutating func insertMarker() { entries.append(Entry(node: .none, name: .empty)) }

  /// Clears the list up to the last marker.
  mutating func clearToLastMarker() {
    while let entry = entries.popLast(), !entry.isMarker {}
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    let start = startAfterLastMarker
    if entries.count - start > Self.limit { entries.remove(at: start) }
  }

  mutating func insert(_ entry: Entry, at index: Int) { entries.insert(entry, at: min(index, entries.count)) }
  mutating func remove(at index: Int) { entries.remove(at: index) }
  mutating func replace(at index: Int, with node: NodeID) { entries[index].node = node }

  mutating func remove(_ node: NodeID) {
    if let index = index(of: node) { entries.remove(at: index) }
  }

  func index(of node: NodeID) -> Int? { entries.lastIndex { $0.node == node } }

  /// The index of the last element with the name behind the last marker.
  func lastIndex(of name: Name) -> Int? {
    var index = entries.count - 1
    while index >= 0, !entries[index].isMarker {
      if entries[index].name == name { return index }
      index -= 1
    }
    return nil
  }

  var startAfterLastMarker: Int { (entries.lastIndex { $0.isMarker } ?? -1) + 1 }
}
