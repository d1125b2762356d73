import HTML
import Names

/// The directionality of elements (HTML, 3.2.6.4): from `dir`, and of `auto` from the first strong character.
enum Directionality {
  /// Whether each element is right to left, by element.
  static func compute(_ tree: ElementTree) -> [Bool] {
    var result = [Bool](repeating: false, count: tree.elements.count)
    for index in tree.elements.indices {
      let element = tree.elements[index]
      let inherited = element.parent >= 0 ? result[Int(element.parent)] : false
      result[index] = own(index, tree) ?? inherited
    }
    return result
  }

  /// What an element's own markup says, or `nil`.
  private static func own(_ index: Int, _ tree: ElementTree) -> Bool? {
    let element = tree.elements[index]
    guard element.namespace == .html || tree.isCaseSensitive else { return nil }
    let value = element.hasAttributes ? tree.document.value(element.node, .dir)?.lowercased() : nil
    switch value {
    case "ltr": return false
    case "rtl": return true
    case "auto": return auto(index, tree) ?? false
    default:
      if element.name == .bdi { return auto(index, tree) ?? false }
      if element.name == .input, FormState(tree).inputType(index) == "tel" { return false }
      return nil
    }
  }

  /// What `dir="auto"` comes to, or `nil` without a strong character.
  static func auto(_ index: Int, _ tree: ElementTree) -> Bool? {
    let element = tree.elements[index]
    let document = tree.document
    if element.name == .input {
      return document.value(element.node, .value).flatMap { firstStrong($0.unicodeScalars) }
    }
    if element.name == .textarea { return firstStrong(document.textContent(element.node).unicodeScalars) }
    var node = document.firstChild(element.node)
    while node.exists {
      if document.isElement(node) {
        let name = document.name(node)
        let skips =
          name == .bdi || name == .script || name == .style || name == .textarea || document.hasAttribute(node, .dir)
        if skips {
          node = document.nextSkippingChildren(after: node, within: element.node)
          continue
        }
      } else if document.kind(node) == .text, let found = firstStrong(document.text(node).unicodeScalars) {
        return found
      }
      node = document.next(after: node, within: element.node)
    }
    return nil
  }

  /// Whether the first character with a strong direction is right to left, or `nil` where there is none.
  static func firstStrong(_ scalars: some Sequence<Unicode.Scalar>) -> Bool? {
    for scalar in scalars {
      let value = scalar.value
      if (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value) || (0xFE70...0xFEFC).contains(value)
        || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value) || value == 0x200F
      {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .decimalNumber, .otherSymbol, .currencySymbol: continue
        default: return true
        }
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return false
      default: continue
      }
    }
    return nil
  }
}
