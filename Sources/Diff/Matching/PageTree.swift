import Page
import PageFormat

/// A page's nodes as matching compares them: one pass over the file, then plain arrays.
struct PageTree {
  /// The page.
  let page: PageReader
  /// The number after each node's last descendant.
  private(set) var ends: [Int] = []
  /// Each node by itself: kind, tag, attributes and text.
  private(set) var ownHashes: [Int] = []
  /// Each node with all that is in it. Equal hashes are equal subtrees of the same size.
  private(set) var subtreeHashes: [Int] = []
  /// What is in each node, without the node.
  private(set) var contentHashes: [Int] = []
  /// The names by which an element stays itself.
  private(set) var names: [ElementName] = []

  /// Reads the nodes of a page.
  init(_ page: PageReader) {
    self.page = page
    let count = page.nodeCount
    ends = (0..<count).map { page.subtreeEnd($0) }
    ownHashes.reserveCapacity(count)
    names.reserveCapacity(count)
    for node in 0..<count {
      var hasher = Hasher()
      let kind = page.kind(node)
      hasher.combine(kind)
      let tag = page.tag(node)
      hasher.combine(tag)
      hasher.combine(page.text(node))
      var name = ElementName(kind: kind, tag: tag ?? "", id: "", classes: [])
      for (attribute, value) in page.attributes(node) {
        hasher.combine(attribute)
        hasher.combine(value)
        if attribute == "id" {
          name.id = value
        } else if attribute == "class" {
          name.classes = value.split(whereSeparator: \.isWhitespace).map(String.init)
        }
      }
      for handler in page.handlers(node) {
        hasher.combine(handler.event)
        hasher.combine(handler.function)
        hasher.combine(handler.arguments)
      }
      for binding in page.bindings(node) {
        hasher.combine(binding.target)
        hasher.combine(binding.name)
        hasher.combine(binding.expression)
      }
      ownHashes.append(hasher.finalize())
      names.append(name)
    }
    subtreeHashes = ownHashes
    contentHashes = ownHashes
    // Descendants have larger numbers, so that theirs are known.
    for node in stride(from: count - 1, through: 0, by: -1) {
      var content = Hasher()
      content.combine(ends[node] - node)
      var child = node + 1
      while child < ends[node] {
        content.combine(subtreeHashes[child])
        child = ends[child]
      }
      contentHashes[node] = content.finalize()
      var whole = Hasher()
      whole.combine(ownHashes[node])
      whole.combine(contentHashes[node])
      subtreeHashes[node] = whole.finalize()
    }
  }

  /// The number of nodes.
  var count: Int { ends.count }

  /// The children of a node in order; the roots for `nil`.
  func children(of node: Int?) -> [Int] {
    var children: [Int] = []
    var child = node.map { $0 + 1 } ?? 0
    let end = node.map { ends[$0] } ?? count
    while child < end {
      children.append(child)
      child = ends[child]
    }
    return children
  }

  /// What likeness is judged by: the node itself and the first texts in it. At most ten hashes.
  func signature(of node: Int) -> [Int] {
    var hashes = [ownHashes[node]]
    for inner in (node + 1)..<max(node + 1, min(ends[node], node + 64)) where hashes.count < 10 {
      if names[inner].kind == .text { hashes.append(ownHashes[inner]) }
    }
    return hashes
  }
}
