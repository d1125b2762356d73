import CSS
import CSSValues
import Diagnostics
import HTML
import Names

/// The blocks that a page's attributes stand for, by what these say: `style`, and presentational hints.
struct AttributeBlocks {
  /// Those of declarations, by their text.
  private var declarations: [[UInt8]: UInt32] = [:]
  /// Those of hints that an element's own attributes decide, by those attributes.
  private var hints: [[UInt8]: UInt32?] = [:]
  /// What decides an element's hints: kept for its space.
  private var key: [UInt8] = []
  /// Whether a `style` attribute makes a container.
  private(set) var setsContainer = false
  /// What the choice of a picture's source depended on, where its size followed.
  private(set) var pictureDependencies: EnvironmentDependencies = []

  /// The number of the block of declarations as `style` attributes have them.
  mutating func number(ofDeclarations text: [UInt8], in blocks: PageBlocks, _ values: inout PropertyParser) -> UInt32 {
    if let known = declarations[text] { return known }
    // The problems of attributes are reported where the page's markup is checked.
    var ignored = DiagnosticSink(limit: 0)
    let block = DeclarationBlock.parse(attribute: text, &values, diagnostics: &ignored)
    if block.setsContainer { setsContainer = true }
    let number = blocks.append(block)
    declarations[text] = number
    return number
  }

  /// The number of the block of an element's hints, where it has any.
  mutating func hints(
    of element: Int, in tree: ElementTree, _ environment: Environment, _ blocks: PageBlocks
  ) -> UInt32? {
    let record = tree.elements[element]
    guard record.mayHaveHints else { return nil }
    // OPTIMIZATION: images of the same size have the same hints, and so have links without more.
    let dependsOnlyOnAttributes = record.namespace == .html && writeKey(record, in: tree)
    if dependsOnlyOnAttributes, let known = hints[key] { return known }
    let source = sizeSource(of: element, in: tree, environment)
    let text = PresentationalHints.declarations(for: element, in: tree, sizedBy: source) ?? ""
    let number = text.isEmpty ? nil : blocks.number(ofHints: text)
    if dependsOnlyOnAttributes { hints[key] = .some(number) }
    return number
  }

  /// HTML, 4.8.4.3.5 and 4.8.17: the `<source>` of a `<picture>` that is chosen gives its image its size, where it has
  /// either attribute.
  private mutating func sizeSource(of element: Int, in tree: ElementTree, _ environment: Environment) -> NodeID {
    let record = tree.elements[element]
    guard record.name == .img, record.parent >= 0, tree.elements[Int(record.parent)].name == .picture else {
      return .none
    }
    let document = tree.document
    var sibling = Int(tree.elements[Int(record.parent)].firstChild)
    while sibling >= 0, sibling != element {
      let node = tree.elements[sibling].node
      sibling = Int(tree.elements[sibling].nextSibling)
      guard document.isElement(node, .source), document.value(node, .srcset)?.isEmpty == false else { continue }
      if let type = document.value(node, .type), !PictureSource.isKnown(type) { continue }
      if let media = document.value(node, .media) {
        let list = MediaQueryList(text: media)
        pictureDependencies.formUnion(list.dependencies)
        guard list.matches(environment) else { continue }
      }
      return document.hasAttribute(node, .width) || document.hasAttribute(node, .height) ? node : .none
    }
    return .none
  }

  /// Writes what decides an element's hints, as ``key``; false where more than its own attributes does.
  private mutating func writeKey(_ record: ElementTree.Element, in tree: ElementTree) -> Bool {
    guard record.name == .img || record.name == .a else { return false }
    if record.name == .img, record.parent >= 0, tree.elements[Int(record.parent)].name == .picture { return false }
    key.removeAll(keepingCapacity: true)
    key.append(record.name == .img ? 1 : 2)
    for attribute in tree.document.attributes(record.node)
    where attribute.namespace == .none && PresentationalHints.mayHint(attribute.name) {
      // The direction of `auto` is that of the text within.
      if attribute.name == .dir { return false }
      withUnsafeBytes(of: attribute.name.rawValue) { key.append(contentsOf: $0) }
      // A link counts by being one.
      if attribute.name == .href { continue }
      let value = tree.document.utf8(of: attribute)
      withUnsafeBytes(of: value.count) { key.append(contentsOf: $0) }
      key.append(contentsOf: value)
    }
    return true
  }
}
