import HTML
import Page

/// Finds the inline targets that are in a sentence: those whose block has words of its own beside them (WCAG 2.2, 2.5.8).
///
/// The links of a menu or of page numbers, with nothing but signs between them, are in no sentence.
struct SentenceCheck {
  let document: Document
  let look: EnvironmentLook
  /// By node of the document: the node of the laid out tree, or -1.
  let places: [Int32]
  private var known: [NodeID: Bool] = [:]

  init(document: Document, look: EnvironmentLook, places: [Int32]) {
    self.document = document
    self.look = look
    self.places = places
  }

  /// Whether the block around an inline element has words outside of links and controls.
  mutating func holds(_ element: NodeID) -> Bool {
    var block = document.parentElement(element)
    while block.exists, isInline(block) { block = document.parentElement(block) }
    guard block.exists else { return false }
    if let answer = known[block] { return answer }
    let answer = hasWords(block)
    known[block] = answer
    return answer
  }

  private func isInline(_ node: NodeID) -> Bool {
    let place = Int(places[node.index])
    return place >= 0 && look.facts(ofNode: place).isInline
  }

  private func hasWords(_ block: NodeID) -> Bool {
    var node = document.next(after: block, within: block)
    while node.exists {
      if document.isElement(node) {
        let name = document.name(node)
        let isTarget =
          [.a, .button, .select, .input, .textarea].contains(name) || document.hasAttribute(node, .tabindex)
        // Blocks have lines of their own.
        node =
          isTarget || !isInline(node) || look.facts(ofNode: Int(places[node.index])).isInvisible
          ? document.nextSkippingChildren(after: node, within: block) : document.next(after: node, within: block)
        continue
      }
      if document.kind(node) == .text, document.text(node).contains(where: { $0.isLetter || $0.isNumber }) {
        return true
      }
      node = document.next(after: node, within: block)
    }
    return false
  }
}
