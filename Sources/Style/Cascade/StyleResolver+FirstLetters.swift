import CSS
import CSSValues
import HTML

/// What first letters inherit.
extension StyleResolver {
  /// CSS Pseudo-Elements 4, 2.2: a first letter is in the innermost box around its text and inherits from that. The styles of the
  /// elements below that of `::first-letter` must be known.
  func placeFirstLetters(into result: inout ResolvedStyles) {
    // From the innermost on, so that boxes in boxes are looked through once.
    var texts: [Int: FirstText] = [:]
    for (element, _) in firstLetters.reversed() { texts[element] = firstText(in: element, texts) }
    for (element, applied) in firstLetters {
      guard !work.isBeyond, case .around(let parent)? = texts[element], parent != element else { continue }
      current.applied = applied
      let style = style(of: element, pseudo: .firstLetter, parentStyle: elementStyles[parent])
      let key = ResolvedStyles.PseudoKey(node: tree.elements[element].node, pseudo: .firstLetter)
      result.pseudoStyle[key] = number(style, in: &result)
    }
    firstLetters = []
  }

  /// What begins the first line in an element.
  private enum FirstText {
    /// Text in this element.
    case around(Int)
    /// Something else.
    case other
    /// Nothing: what is behind the element may.
    case missing
  }

  /// What begins the first line in an element.
  ///
  /// - Parameter known: the same for elements below it.
  private func firstText(in element: Int, _ known: [Int: FirstText]) -> FirstText {
    let document = tree.document
    let root = tree.elements[element].node
    guard !isGenerated(.before, element) else { return .other }
    var node = document.firstChild(root)
    while node.exists {
      if document.kind(node) == .text {
        if document.utf8(node).contains(where: { !Self.isSpace($0) }) {
          return .around(tree.element(of: document.parent(node)))
        }
      } else if document.isElement(node) {
        let child = tree.element(of: node)
        guard child >= 0, elementStyles[child] != .max else { return .other }
        switch firstLetterPlace(child) {
        case .inside:
          switch known[child] {
          case .missing?: break
          case let found?: return found
          case nil:
            guard !isGenerated(.before, child) else { return .other }
            node = document.next(after: node, within: root)
            continue
          }
        case .behind: break
        case .nowhere: return .other
        }
      }
      node = document.nextSkippingChildren(after: node, within: root)
    }
    return .missing
  }

  private enum FirstLetterPlace { case inside, behind, nowhere }

  /// Where the first letter may be that is not before an element.
  private func firstLetterPlace(_ element: Int) -> FirstLetterPlace {
    let style = table.styles[Int(elementStyles[element])]
    switch style.box.display {
    case .none: return .behind
    case .contents: return .inside
    case .box(let outside, let inside, _):
      if style.box.float != .none || style.box.position == .absolute || style.box.position == .fixed { return .behind }
      return inside == .flow || (inside == .flowRoot && outside == .block) ? .inside : .nowhere
    default: return .nowhere
    }
  }

  private func isGenerated(_ pseudo: PseudoElement, _ element: Int) -> Bool {
    generated.created[element] & (1 << UInt64(pseudo.rawValue)) != 0
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
