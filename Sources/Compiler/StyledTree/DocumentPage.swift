import CSSValues
import HTML
import Page

/// The nodes of a document as a page: elements and texts in document order, which are the same in every environment.
struct DocumentPage: Sendable {
  private(set) var page = Page()
  /// By node of the document, the page's node, or -1.
  private(set) var numbers: [Int32]

  init(_ document: Document) {
    numbers = Array(repeating: -1, count: document.nodeCount)
    page.reserveCapacity(document.nodeCount)
    let root = document.documentElement
    var node = root
    while node.exists {
      let kind: PageNodeKind? =
        switch document.kind(node) {
        case .text: .text
        case .element:
          switch document.namespace(node) {
          case .svg: .svgElement
          case .mathML: .mathMLElement
          case .html, .other: .element
          }
        default: nil
        }
      if let kind {
        let parent = node == root ? -1 : numbers[document.parent(node).index]
        numbers[node.index] = page.append(.init(kind: kind, source: Int32(node.rawValue)), to: parent)
      }
      node = document.next(after: node, within: root)
    }
  }

  /// The page with the generated boxes that styles bring about.
  func generating(_ styles: ElementStyles) -> Page {
    var boxes: [GeneratedBox: [NodeID]] = [:]
    for (box, pseudos) in styles.pseudos {
      for (element, style) in pseudos {
        if box == .marker {
          let own = styles.style(of: element)
          guard own >= 0, styles.styles[Int(own)].box.display.isListItem else { continue }
        } else {
          guard case .items = styles.styles[Int(style)].content.content else { continue }
        }
        boxes[box, default: []].append(element)
      }
    }
    return generating(boxes)
  }

  /// The page with generated boxes of elements: the marker and `::before` first, `::after` last.
  func generating(_ boxes: [GeneratedBox: [NodeID]]) -> Page {
    var page = page
    for box in [GeneratedBox.before, .marker, .after] {
      for element in boxes[box] ?? [] where numbers[element.index] >= 0 {
        let parent = numbers[element.index]
        page.insert(
          .init(kind: box.kind, source: Int32(element.rawValue)), into: parent,
          after: box == .after ? page.nodes[Int(parent)].lastChild : -1)
      }
    }
    return page
  }
}
