/// A value that one node has on top of its style: what a binding or a script gave it. It wins over every rule.
public struct LocalDeclaration: Hashable, Sendable {
  /// A longhand.
  public var property: PropertyID
  /// The specified value.
  public var value: CSSValue

  /// A longhand with its specified value.
  public init(_ property: PropertyID, _ value: CSSValue) {
    self.property = property
    self.value = value
  }

  /// Whether the value may move or resize a box; colours, opacity and the like do not.
  public var affectsLayout: Bool {
    switch property {
    case .color, .backgroundColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor, .opacity,
      .visibility, .zIndex, .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius,
      .borderBottomLeftRadius, .outlineColor, .outlineStyle, .outlineWidth, .outlineOffset, .backgroundImage,
      .boxShadow, .textShadow, .cursor, .pointerEvents, .transform:
      false
    default: true
    }
  }
}

extension PortableStyle {
  /// The style with a node's own declarations, which count after all others, in an environment; see
  /// ``computed(in:fontScale:prefersDark:)``.
  public func computed(
    with declarations: [LocalDeclaration], in context: inout ComputationContext, fontScale: Double, prefersDark: Bool
  ) -> ComputedStyle {
    guard !declarations.isEmpty else {
      return computed(in: &context, fontScale: fontScale, prefersDark: prefersDark)
    }
    let isShown = !entries.contains { entry in
      entry.field == .property(.display) && entry.value == .keyword("none") && entry.origin == .own
    }
    var entries = entries
    var setsDisplay = false
    for declaration in declarations {
      if declaration.property == .display {
        // The number of a label's lines shows nothing that rules hide.
        if !isShown, declaration.value == .keyword("-webkit-box") { continue }
        setsDisplay = true
        entries.removeAll { $0.field == .originalDisplay }
      }
      let entry = Entry(
        field: .property(declaration.property), value: .slash, origin: .relative(declaration.value))
      // Values that others depend on are computed before them; within a rank the last one counts.
      let rank = Self.rank(of: entry)
      let place = entries.firstIndex { Self.rank(of: $0) > rank } ?? entries.count
      entries.insert(entry, at: place)
    }
    var style = PortableStyle(entries: entries).computed(in: &context, fontScale: fontScale, prefersDark: prefersDark)
    if setsDisplay { style.box.originalDisplay = style.box.display }
    guard style.box.display != .none, style.box.display != .contents else { return style }
    // Every component is an item of a flex container.
    if setsDisplay { style.box.display = style.box.display.blockified }
    style.adjustLineClamp()
    style.adjustOverflow()
    return style
  }
}
