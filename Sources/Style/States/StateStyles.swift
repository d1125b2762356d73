import CSSValues
import HTML

/// A state of an element that is not as the markup has it: hovered, or a check box that was checked and is no more.
public struct StateCondition: Hashable, Sendable {
  /// Whose state it is: the element itself, an ancestor or another one (`input:checked ~ label`).
  public var node: NodeID
  /// The state.
  public var state: ElementState
}

/// The styles that an element has in states.
public struct StateStyles: Hashable, Sendable {
  /// A style for some of the conditions.
  public struct Row: Hashable, Sendable {
    /// The conditions that are needed: bit *n* is condition *n*.
    public var mask: UInt8
    /// The style's index in ``ResolvedStyles/styles``.
    public var style: UInt32
  }

  /// What the style depends on, at most eight.
  public var conditions: [StateCondition]
  /// By number of conditions. Of the rows whose conditions all hold, the last one's style counts; without one the element
  /// has its style at rest.
  public var rows: [Row]
}
