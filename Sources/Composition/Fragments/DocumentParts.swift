import HTML
import Names

/// What a page with a layout adds to it.
struct DocumentParts {
  var context: Context
  /// The pieces of the head without `<title>`.
  var head: [Range<Int>] = []
  var title: Range<Int>?
  /// The pieces that fill the layout's slots.
  var body: [Range<Int>] = []

  /// The parts of a document that a layout takes. Contents outside of the body belong to it, as browsers have it (HTML,
  /// sections 13.2.6.4.2 to 13.2.6.4.22).
  init(of context: Context) {
    self.context = context
    let fragment = context.fragment
    let pieces = context.scan.pieces
    var bodyStart = pieces.count
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      if fragment.body >= 0, index == fragment.body {
        bodyStart = index + 1
        break
      }
      let end = max(index, piece.partner) + 1
      switch piece.kind {
      case .startTag where piece.name == .head || piece.name == .html:
        index += 1
        continue
      case .startTag where piece.name == .title:
        title = index..<end
      case .startTag
      where [.meta, .link, .style, .script, .base].contains(piece.name)
        || (index > fragment.html && index < fragment.body):
        if fragment.frontMatter?.contains(index) != true { head.append(index..<end) }
      case .startTag:
        bodyStart = index
      default:
        if piece.kind == .text, !fragment.isBlank(index..<index + 1) { bodyStart = index }
      }
      if bodyStart < pieces.count { break }
      index = end
    }
    body = Self.contents(of: fragment, from: bodyStart)
  }

  /// The pieces from a place to the file's end without the tags of the document itself.
  private static func contents(of fragment: Fragment, from start: Int) -> [Range<Int>] {
    let pieces = fragment.scan.pieces
    var result: [Range<Int>] = []
    var first = start
    for index in pieces.indices.dropFirst(start) {
      let piece = pieces[index]
      guard piece.kind == .startTag || piece.kind == .endTag, piece.name == .html || piece.name == .body else {
        continue
      }
      if first < index { result.append(first..<index) }
      first = index + 1
    }
    if first < pieces.count { result.append(first..<pieces.count) }
    // White space around the document's tags is the author's layout of the file.
    return result.filter { $0.lowerBound == start || !fragment.isBlank($0) }
  }
}
