import Diagnostics
import Names

/// What is in a `<noscript>` of a page that was parsed with the scripting flag, for the packaged page.
///
/// HTML's parser takes it for one text where scripts run, and for markup where they do not; XML's always for markup. So the
/// text is parsed as without scripts, and written well-formed: as a text it says the same to scripts that look into it, and
/// it refers to what is in the package.
struct NoscriptContents {
  /// The parsed contents, below the document element.
  let view: XMLView
  /// The contents as they are written.
  let markup: [UInt8]

  /// The contents of an element, or `nil` where its text is written with references, as other texts: it holds no markup, or
  /// what cannot be written there.
  init?(of element: NodeID, in document: Document, rewriter: MarkupRewriter) {
    let text = document.firstChild(element)
    guard text.exists, document.kind(text) == .text,
      document.utf8(text).contains(where: { $0 == 0x3C || $0 == 0x26 || $0 == 0x3E })
    else { return nil }
    // What is wrong in there is nothing that anybody sees.
    var unused = DiagnosticSink(limit: 0)
    let source = SourceFile(path: "", bytes: Array(document.utf8(text)))
    let (contents, root) = HTMLParser.parseFragment(source, context: "noscript", diagnostics: &unused)
    guard contents.depth(below: root) + document.depth(of: element) <= Document.maximumDepth else { return nil }
    view = XMLView(contents, form: .polyglot, rewriter: rewriter)
    var writer = XHTMLWriter(view)
    writer.writeChildren(of: root)
    // A `<noscript>` within would end the text.
    guard !writer.output.containsEndTag("noscript") else { return nil }
    markup = writer.output
  }
}

extension Document {
  /// How many elements a node and those around it are.
  fileprivate func depth(of node: NodeID) -> Int {
    var depth = 0
    var node = node
    while node.exists, isElement(node) {
      depth += 1
      node = parent(node)
    }
    return depth
  }

  /// The depth of the deepest element below a node, of templates' contents those included, counted from the node.
  fileprivate func depth(below root: NodeID) -> Int {
    var deepest = 0
    var pending = [(root, 0)]
    while let (start, startDepth) = pending.popLast() {
      var node = start
      var depth = startDepth
      while node.exists {
        deepest = max(deepest, depth)
        let contents = templateContents(of: node)
        if contents.exists { pending.append((contents, depth)) }
        if firstChild(node).exists {
          node = firstChild(node)
          depth += 1
          continue
        }
        while node != start, !nextSibling(node).exists {
          node = parent(node)
          depth -= 1
        }
        node = node == start ? .none : nextSibling(node)
      }
    }
    return deepest
  }
}

extension [UInt8] {
  /// Whether there is an end tag with a name in lower case, as HTML's parser finds it in a text.
  fileprivate func containsEndTag(_ name: StaticString) -> Bool {
    let length = name.utf8CodeUnitCount
    guard count >= length + 2 else { return false }
    return (0...(count - length - 2)).contains { index in
      self[index] == 0x3C && self[index + 1] == 0x2F
        && ASCII.equalsIgnoringCase(self[index + 2..<index + 2 + length], name)
    }
  }
}
