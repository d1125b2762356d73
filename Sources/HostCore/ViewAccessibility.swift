import Page
import PageFormat

/// What a view is to assistive technology now: its semantics from the page file, with what data and scripts have changed since.
public struct ViewAccessibility: Hashable, Sendable {
  /// How changes of a live region are announced.
  public enum Live: String, Sendable {
    /// When the reader has a pause.
    case polite
    /// At once.
    case assertive
  }

  /// What it is; `SemanticRole.text` for a run of text, `SemanticRole.generic` for a mere box.
  public var role: SemanticRole
  /// The accessible name; of a text its characters.
  public var name: String
  /// The accessible description.
  public var description: String
  /// What it can do and does.
  public var states: SemanticStates
  /// A heading's level.
  public var level: Int?
  /// How its changes are announced; `nil` outside of live regions.
  public var live: Live?
  /// Whether it can be pressed although the platform has no control for it.
  public var isPressable: Bool

  /// The accessibility of a view.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - semantics: what the page file says of its node; `nil` for a box without a meaning of its own.
  ///   - isPressable: whether it has a handler for taps.
  public init(of view: HostView, semantics: PageSemantics?, isPressable: Bool = false) {
    let own = Self.role(of: view, semantics, isPressable: isPressable)
    role = own
    states = semantics?.states ?? []
    live = semantics?[.live].flatMap { Live(rawValue: $0) }
    level = semantics?[.level].flatMap { Int($0) }
    self.isPressable = isPressable && view.kind == .box
    description = view["ariaDescription"] ?? semantics?.description ?? ""
    name = ""
    if view.kind == .toggle {
      let isOn = view["on"].map { ViewLook.isOn($0) } ?? false
      states = isOn ? states.union([.checkable, .checked]) : states.union(.checkable).subtracting(.checked)
    }
    if view.kind.takesText, FieldAttributes(of: view).isRequired { states.insert(.required) }
    if let disabled = view["disabled"] {
      states = ViewLook.isOn(disabled) ? states.union(.disabled) : states.subtracting(.disabled)
    }
    name = currentName(of: view, semantics)
  }

  private static func role(of view: HostView, _ semantics: PageSemantics?, isPressable: Bool) -> SemanticRole {
    if let role = semantics?.role, role != .generic { return role }
    switch view.kind {
    case .field, .area: return .textField
    case .search: return .searchField
    case .toggle: return .switch
    case .slider: return .slider
    case .segment: return .radioGroup
    case .picker: return .listBox
    case .button: return .button
    case .web: return .iframe
    case .box, .scroller:
      // What reacts to a tap is used like a button, whatever it is made of.
      if isPressable { return .button }
      return view.text.isEmpty ? .generic : .text
    }
  }

  /// Whether the name is what is in the view, so that it changes with it.
  public var takesContents: Bool {
    states.contains(.namedByContent) || role == .text || live != nil || isPressable
  }

  /// The name now: what data sets comes first, then what is in the view, then what the build computed.
  private func currentName(of view: HostView, _ semantics: PageSemantics?) -> String {
    if let label = view["ariaLabel"].map(Self.collapsed), !label.isEmpty { return label }
    let built = semantics?.name ?? ""
    if takesContents, built.isEmpty || states.contains(.namedByContent) || role == .text {
      let contents = Self.contents(of: view)
      if !contents.isEmpty { return contents }
    }
    if !built.isEmpty { return built }
    switch view.kind {
    case .button: return Self.collapsed(view.text.isEmpty ? view["title"] ?? "" : view.text)
    case .field, .search, .area: return Self.collapsed(view["placeholder"] ?? "")
    default: return role == .image ? Self.collapsed(view["alt"] ?? "") : ""
    }
  }

  /// The most characters of a name that views are read for.
  private static let longestName = 4_096

  /// The text of a view and of what is in it, in the order of reading.
  public static func contents(of view: HostView) -> String {
    var parts: [String] = []
    var count = 0
    var stack = [view]
    while let next = stack.popLast(), count < longestName, parts.count < 500 {
      guard !next.isHidden || next === view, next["ariaHidden"] != "true" else { continue }
      let label = next === view ? nil : next["ariaLabel"]
      let text = collapsed(label ?? (next.text.isEmpty ? next["title"] ?? next["alt"] ?? "" : next.text))
      if !text.isEmpty {
        parts.append(text)
        count += text.utf8.count
      }
      if label == nil { stack += next.children.reversed() }
    }
    return parts.joined(separator: " ")
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
