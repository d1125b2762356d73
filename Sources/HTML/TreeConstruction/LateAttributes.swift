import Names

/// Attributes that further `<html>` and `<body>` tags add to the elements which are there already (HTML, section
/// 13.2.6.4.7). They are kept aside and added once at the end, so that many such tags cost no more than their length.
struct LateAttributes {
  private var html: [Document.Attribute] = []
  private var body: [Document.Attribute] = []
  private var bodyElement = NodeID.none

  mutating func addToHTML(_ attributes: [Document.Attribute]) { html += attributes }

  mutating func addToBody(_ attributes: [Document.Attribute], of element: NodeID) {
    body += attributes
    bodyElement = element
  }

  /// Adds those that the elements lack.
  func apply(to document: inout Document, html element: NodeID) {
    document.addMissing(html, to: element)
    document.addMissing(body, to: bodyElement)
  }
}

extension Document {
  /// Adds the attributes whose names the element lacks.
  fileprivate mutating func addMissing(_ added: [Attribute], to element: NodeID) {
    guard element.exists, !added.isEmpty else { return }
    var all = Array(attributes(element))
    var seen = Set(all.map(\.name))
    for attribute in added where seen.insert(attribute.name).inserted { all.append(attribute) }
    nodes[element.index].attributeStart = UInt32(attributes.count)
    nodes[element.index].attributeCount = UInt32(all.count)
    attributes += all
  }
}
