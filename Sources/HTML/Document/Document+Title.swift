import Names

extension Document {
  /// The text of `<title>`, without white space around it and with runs of it as one space; empty without one.
  public var title: String {
    var node = documentElement
    while node.exists {
      if isElement(node), name(node) == .title, namespace(node) != .svg {
        return textContent(node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      node = next(after: node)
    }
    return ""
  }
}
