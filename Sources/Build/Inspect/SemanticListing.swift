import Compiler
import HTML
import Semantics

/// What a page means as JSON: the semantic nodes in the order of reading.
struct SemanticListing {
  private let tree: SemanticTree
  private let document: Document

  init(_ tree: SemanticTree, of document: Document) {
    self.tree = tree
    self.document = document
  }

  var json: JSONText {
    var paths = ElementPaths(of: document)
    let list = tree.nodes.enumerated().map { index, node in
      var members: [(key: String, value: JSONText)] = [("node", .integer(index))]
      if node.parent >= 0 { members.append(("parent", .integer(node.parent))) }
      let isText = document.kind(node.source) == .text
      members.append(("path", .string(paths.path(of: isText ? document.parent(node.source) : node.source))))
      members.append(("role", .string(node.role.name)))
      if !node.name.isEmpty { members.append(("name", .string(node.name))) }
      if !node.description.isEmpty { members.append(("description", .string(node.description))) }
      let states = node.stateNames
      if !states.isEmpty { members.append(("states", .array(states.map { .string($0) }))) }
      let properties = node.orderedProperties
      if !properties.isEmpty {
        members.append(
          ("properties", .object(properties.map { (key: $0.property.name, value: .string($0.value)) })))
      }
      return JSONText.object(members)
    }
    return .object([
      ("nodes", .array(list)),
      ("hidden", .array(tree.hidden.map { .string(paths.path(of: $0)) })),
    ])
  }
}
