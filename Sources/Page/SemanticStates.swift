/// What a node of a page is able to do and does, for assistive technology. The raw value is stored.
public struct SemanticStates: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt32
  /// States from their stored value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The node and all below it are hidden from assistive technology.
  public static let hidden = SemanticStates(rawValue: 1 << 0)
  /// The node can have the focus.
  public static let focusable = SemanticStates(rawValue: 1 << 1)
  /// The node can be checked (a checkbox, a switch) or, where it is a button, pressed.
  public static let checkable = SemanticStates(rawValue: 1 << 2)
  /// It is checked or pressed.
  public static let checked = SemanticStates(rawValue: 1 << 3)
  /// It is neither checked nor unchecked.
  public static let mixed = SemanticStates(rawValue: 1 << 4)
  /// The node opens and closes something.
  public static let expandable = SemanticStates(rawValue: 1 << 5)
  /// What it opens is open.
  public static let expanded = SemanticStates(rawValue: 1 << 6)
  /// The node can be selected.
  public static let selectable = SemanticStates(rawValue: 1 << 7)
  /// It is selected.
  public static let selected = SemanticStates(rawValue: 1 << 8)
  /// The node cannot be used now.
  public static let disabled = SemanticStates(rawValue: 1 << 9)
  /// The control must be filled in.
  public static let required = SemanticStates(rawValue: 1 << 10)
  /// What the control holds is not valid.
  public static let invalid = SemanticStates(rawValue: 1 << 11)
  /// The node is being changed.
  public static let busy = SemanticStates(rawValue: 1 << 12)
  /// The control's value can be read and not changed.
  public static let readOnly = SemanticStates(rawValue: 1 << 13)
  /// A text field of several lines.
  public static let multiline = SemanticStates(rawValue: 1 << 14)
  /// Several of its items can be selected.
  public static let multiselectable = SemanticStates(rawValue: 1 << 15)
  /// Nothing outside of the node can be used while it is shown.
  public static let modal = SemanticStates(rawValue: 1 << 16)
  /// A change of a part is read with the whole node.
  public static let atomic = SemanticStates(rawValue: 1 << 17)
  /// A text field whose characters are not shown.
  public static let protected = SemanticStates(rawValue: 1 << 18)
  /// The name is the text of what is inside, so that it changes with it.
  public static let namedByContent = SemanticStates(rawValue: 1 << 19)
  /// What is inside is a part of the node, without roles of its own.
  public static let presentsChildren = SemanticStates(rawValue: 1 << 20)
  /// The node is not hidden, but nothing in it can be used or read: `inert`.
  public static let inert = SemanticStates(rawValue: 1 << 21)
  /// The node reacts to a click, although its role does not say so.
  public static let clickable = SemanticStates(rawValue: 1 << 22)

  /// The states with their names, in the order of their bits.
  public static let names: [(state: SemanticStates, name: String)] = [
    (.hidden, "hidden"), (.focusable, "focusable"), (.checkable, "checkable"), (.checked, "checked"), (.mixed, "mixed"),
    (.expandable, "expandable"), (.expanded, "expanded"), (.selectable, "selectable"), (.selected, "selected"),
    (.disabled, "disabled"), (.required, "required"), (.invalid, "invalid"), (.busy, "busy"), (.readOnly, "read-only"),
    (.multiline, "multiline"), (.multiselectable, "multiselectable"), (.modal, "modal"), (.atomic, "atomic"),
    (.protected, "protected"), (.namedByContent, "named-by-content"), (.presentsChildren, "presents-children"),
    (.inert, "inert"), (.clickable, "clickable"),
  ]
}
