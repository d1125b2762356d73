import Names

/// Where mended markup came from: its events in order, each with the bytes of the source that made it.
struct MarkupOrigin {
  struct Element {
    var name: Name
    var start: Int
    var end: Int
    var attributes: [Document.Attribute]
  }

  /// The elements in the order of their start tags.
  private(set) var elements: [Element] = []
  /// The texts by the number of start tags, end tags and comments before them.
  private(set) var texts: [Int: Range<Int>] = [:]
  /// The comments, likewise.
  private(set) var comments: [Int: Range<Int>] = [:]
  private var events = 0

  mutating func addElement(_ element: Element) {
    elements.append(element)
    events += 1
  }

  mutating func addEndTag() { events += 1 }

  mutating func addText(_ range: Range<Int>) {
    let start = texts[events]?.lowerBound ?? range.lowerBound
    texts[events] = min(start, range.upperBound)..<range.upperBound
  }

  mutating func addComment(_ range: Range<Int>) {
    comments[events] = range
    events += 1
  }
}
