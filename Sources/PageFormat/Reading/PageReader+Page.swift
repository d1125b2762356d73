import Page

extension PageReader {
  /// The page's nodes in memory, for those who lay it out or change it.
  ///
  /// - Parameter input: the white space of the nodes; only layout needs it.
  public func page(_ input: PageLayoutInput? = nil) -> Page {
    var page = Page()
    page.reserveCapacity(nodeCount)
    for index in 0..<nodeCount {
      var node = Page.Node(kind: kind(index), source: Int32(index))
      node.style = Int32(style(index) ?? -1)
      if let input, index < input.spaces.count { node.space = input.spaces[index] }
      page.append(node, to: Int32(parent(index) ?? -1))
    }
    return page
  }

  /// Calls a closure with a text's or generated box's characters in UTF-8, which may be malformed; none where it has none.
  public func withUTF8(ofText node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let range = strings.range(nodes.text.word(node, file)), !range.isEmpty else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    body(
      UnsafeBufferPointer(
        start: (file.base + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count))
  }
}
