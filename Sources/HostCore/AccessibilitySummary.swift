import HybridClient
import Page

/// One thing as screen readers of phones take it: a label, a value, a hint and a few traits, in place of roles and states.
///
/// UIKit's `UIAccessibilityTraits` are these traits by other names.
public struct AccessibilitySummary: Hashable, Sendable {
  /// What a thing is and can do.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The stored value.
    public let rawValue: UInt32
    /// Traits from their stored value.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// It is pressed.
    public static let button = Traits(rawValue: 1 << 0)
    /// It leads to another place.
    public static let link = Traits(rawValue: 1 << 1)
    /// It heads what comes after it.
    public static let header = Traits(rawValue: 1 << 2)
    /// It is a picture.
    public static let image = Traits(rawValue: 1 << 3)
    /// It is text that does nothing.
    public static let staticText = Traits(rawValue: 1 << 4)
    /// It is searched with.
    public static let searchField = Traits(rawValue: 1 << 5)
    /// Its value is moved up and down.
    public static let adjustable = Traits(rawValue: 1 << 6)
    /// It is chosen, pressed in or the current one.
    public static let selected = Traits(rawValue: 1 << 7)
    /// It cannot be used now.
    public static let notEnabled = Traits(rawValue: 1 << 8)
    /// It changes by itself.
    public static let updatesFrequently = Traits(rawValue: 1 << 9)
    /// It holds tabs.
    public static let tabBar = Traits(rawValue: 1 << 10)
    /// It says what the app is doing when it is opened.
    public static let summary = Traits(rawValue: 1 << 11)
  }

  /// Whether it is presented at all, or only holds what is in it.
  public var isElement: Bool
  /// What it is called.
  public var label: String
  /// What it holds, or its state, such as `checked`.
  public var value: String
  /// What there is to know besides.
  public var hint: String
  /// What it is and can do.
  public var traits: Traits

  /// The summary of a view of a Token page.
  public init(_ view: ViewAccessibility) {
    self.init(
      role: view.role, name: view.name, description: view.description, states: view.states, value: nil,
      isPressable: view.isPressable, isLive: view.live != nil)
  }

  /// The summary of a node of a Web page that is painted.
  public init(_ node: PageAccessibility.Node) {
    self.init(
      role: node.role, name: node.name, description: node.description, states: node.states,
      value: node[.value] ?? node[.valueNow], isPressable: node.states.contains(.clickable), isLive: node[.live] != nil)
    if node[.current] != nil { traits.insert(.selected) }
  }

  private init(
    role: SemanticRole, name: String, description: String, states: SemanticStates, value: String?, isPressable: Bool,
    isLive: Bool
  ) {
    label = name
    hint = description
    var traits = Self.traits(of: role)
    if isPressable, traits.isDisjoint(with: [.button, .link]) { traits.insert(.button) }
    if states.contains(.selected) { traits.insert(.selected) }
    if states.contains(.disabled) { traits.insert(.notEnabled) }
    var values: [String] = []
    if let value, !value.isEmpty { values.append(value) }
    if states.contains(.mixed) {
      values.append("mixed")
    } else if states.contains(.checkable) {
      // A button that stays in is selected; a box is checked.
      if role == .button {
        if states.contains(.checked) { traits.insert(.selected) }
      } else {
        values.append(states.contains(.checked) ? "checked" : "not checked")
      }
    }
    if states.contains(.expandable) { values.append(states.contains(.expanded) ? "expanded" : "collapsed") }
    if states.contains(.required) { values.append("required") }
    if states.contains(.invalid) { values.append("invalid") }
    if states.contains(.busy) { values.append("busy") }
    self.value = values.joined(separator: ", ")
    self.traits = traits
    let isHidden = states.contains(.hidden) || states.contains(.inert)
    let isControl = !traits.isDisjoint(with: [.button, .link, .adjustable, .searchField])
    let isNamed = !name.isEmpty && (!traits.isEmpty || Self.readsAsOne.contains(role) || isLive)
    isElement = !isHidden && (isControl || isNamed)
  }

  /// Roles without a trait that are read as one thing where they have a name.
  private static let readsAsOne: Set<SemanticRole> = [
    .text, .paragraph, .textField, .progressIndicator, .meter, .status, .alert, .timer, .time, .note, .math, .code,
  ]

  private static func traits(of role: SemanticRole) -> Traits {
    switch role {
    case .button, .menuItem, .menuItemCheckbox, .menuItemRadio, .checkbox, .radio, .switch, .option, .comboBox, .tab,
      .treeItem:
      .button
    case .link: .link
    case .heading: .header
    case .image, .graphicsSymbol, .graphicsDocument, .graphicsObject: .image
    case .text, .paragraph: .staticText
    case .searchField: .searchField
    case .slider, .spinButton, .scrollBar: .adjustable
    case .timer, .marquee, .progressIndicator: .updatesFrequently
    case .tabList: .tabBar
    default: []
    }
  }
}
