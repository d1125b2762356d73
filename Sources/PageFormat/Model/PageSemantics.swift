import Page

/// What a node of a page means to assistive technology. Texts have none of their own: their characters are read.
public struct PageSemantics: Sendable, Hashable {
  /// A property with its value; numbers as decimal text.
  public struct Property: Sendable, Hashable {
    /// What it says.
    public var property: SemanticProperty
    /// The value.
    public var value: String

    /// A property from its parts.
    public init(_ property: SemanticProperty, _ value: String) {
      self.property = property
      self.value = value
    }
  }

  /// The node's number.
  public var node: Int
  /// What the node is.
  public var role: SemanticRole
  /// What it can do and does.
  public var states: SemanticStates
  /// The accessible name.
  public var name: String
  /// The accessible description.
  public var description: String
  /// What few nodes say.
  public var properties: [Property]

  /// The semantics of a node.
  public init(
    node: Int, role: SemanticRole, states: SemanticStates = [], name: String = "", description: String = "",
    properties: [Property] = []
  ) {
    self.node = node
    self.role = role
    self.states = states
    self.name = name
    self.description = description
    self.properties = properties
  }

  /// The value of a property, where the node has it.
  public subscript(property: SemanticProperty) -> String? {
    properties.first { $0.property == property }?.value
  }
}
