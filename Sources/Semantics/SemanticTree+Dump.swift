import HTML
import Page

extension SemanticTree {
  /// The tree for people: one node a line, indented.
  ///
  ///     heading “Prices” level=1
  ///       link “Home” focusable target=index.html
  public func dump() -> String {
    var text = ""
    var depths = [Int](repeating: 0, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      if node.parent >= 0 { depths[index] = depths[node.parent] + 1 }
      text += String(repeating: "  ", count: min(depths[index], 60)) + node.words + "\n"
    }
    return text
  }
}

extension SemanticNode {
  /// The node in one line.
  public var words: String {
    var parts = [role.name]
    if !name.isEmpty { parts.append("“\(name)”") }
    if !description.isEmpty { parts.append("description=“\(description)”") }
    parts += stateNames
    parts += orderedProperties.map { property, value in
      value.contains(" ") || value.isEmpty ? "\(property.name)=“\(value)”" : "\(property.name)=\(value)"
    }
    return parts.joined(separator: " ")
  }

  /// The names of the states that the node is in.
  public var stateNames: [String] {
    SemanticStates.names.filter { states.contains($0.state) }.map(\.name)
  }

  /// The properties in the order in which they are stored.
  public var orderedProperties: [(property: SemanticProperty, value: String)] {
    properties.sorted { $0.property.rawValue < $1.property.rawValue }
  }
}
