import Names

/// A computed style with the origins of its values: what a page file holds of a style, and what a device computes it from
/// in another environment, with the build's own code and without a CSS parser.
public struct PortableStyle: Hashable, Sendable {
  /// What a value is of.
  public enum Field: Hashable, Sendable {
    /// A property of the table.
    case property(PropertyID)
    /// The content language; a string.
    case language
    /// `display` before it was adjusted (CSS Display 3, 2.7): static positions depend on it.
    case originalDisplay

    /// The name in page files.
    public var name: String {
      switch self {
      case .property(let property): property.name
      case .language: ":language"
      case .originalDisplay: ":display"
      }
    }

    /// The field of a name; `nil` for one that this version does not know.
    public init?(name: String) {
      switch name {
      case ":language": self = .language
      case ":display": self = .originalDisplay
      default:
        guard let property = PropertyID(name: Name(name)), !property.isShorthand, !property.isLogical else {
          return nil
        }
        self = .property(property)
      }
    }
  }

  /// One value of a style.
  public struct Entry: Hashable, Sendable {
    /// What the value is of.
    public var field: Field
    /// The computed value.
    public var value: CSSValue
    /// What it was computed from.
    public var origin: ValueOrigin

    /// A value with its origin.
    public init(field: Field, value: CSSValue, origin: ValueOrigin) {
      self.field = field
      self.value = value
      self.origin = origin
    }
  }

  /// The values that are not initial, and those that may be others elsewhere, in the order in which they are computed.
  public let entries: [Entry]
  /// OPTIMIZATION: styles are looked up far more often than made.
  private let hash: Int

  /// A style of values, in the order in which they are computed.
  public init(entries: [Entry]) {
    self.entries = entries
    hash = entries.hashValue
  }

  public static func == (left: PortableStyle, right: PortableStyle) -> Bool {
    left.hash == right.hash && left.entries == right.entries
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  // MARK: From a computed style

  private static let ranks = Dictionary(uniqueKeysWithValues: PropertyTable.first.enumerated().map { ($1, $0) })

  /// The place of a value in the order of computation: a number for those of ``PropertyTable/first``, no limit for the
  /// others. The language comes before all.
  static func rank(of entry: Entry) -> Int {
    switch entry.field {
    case .property(let property): ranks[property] ?? .max
    case .language: -1
    case .originalDisplay: .max
    }
  }

  /// All longhands that have fields of their own with their initial values, those of ``PropertyTable/first`` first.
  private static let ordered: [(property: PropertyID, initial: CSSValue)] = {
    let initial = ComputedStyle()
    let rest = PropertyTable.definitions[..<PropertyTable.physicalCount].map(\.property).filter { ranks[$0] == nil }
    return (PropertyTable.first + rest).compactMap { property in
      initial.fieldValue(property).map { (property, $0) }
    }
  }()
  private static let adjusted = Set(PropertyTable.adjusted)

  /// The portable form of a style.
  public init(_ style: ComputedStyle, _ origins: ValueOrigins) {
    var noted: [PropertyID: ValueOrigin] = [:]
    for entry in origins.entries { noted[entry.property] = entry.origin }
    var entries: [Entry] = []
    func append(_ property: PropertyID, _ value: CSSValue, isInitial: Bool) {
      let known = noted[property]
      if isInitial, known == nil { return }
      var origin = known ?? (property.isInherited ? .parent : .own)
      if Self.adjusted.contains(property) { origin = .own }
      if isInitial, origin == .own, !property.isInherited { return }
      entries.append(Entry(field: .property(property), value: value, origin: origin))
    }
    for (property, initial) in Self.ordered {
      guard let value = style.fieldValue(property) else { continue }
      append(property, value, isInitial: value == initial && !Self.isVisibleBorderWidth(property, style.border))
    }
    var others = style.other.inherited + style.other.own
    for (property, origin) in noted where !property.hasField {
      guard origin != .own || property.isInherited, !others.contains(where: { $0.property == property }) else {
        continue
      }
      others.append(.init(property: property, value: style.computedValue(property)))
    }
    for entry in others.sorted(by: { $0.property.rawValue < $1.property.rawValue }) {
      append(entry.property, entry.value, isInitial: style.other[entry.property] == nil)
    }
    let order = entries.indices.sorted { (Self.rank(of: entries[$0]), $0) < (Self.rank(of: entries[$1]), $1) }
    entries = order.map { entries[$0] }
    if !style.text.language.isEmpty || origins.setsLanguage {
      entries.insert(
        Entry(
          field: .language, value: .string(style.text.language), origin: origins.setsLanguage ? .own : .parent), at: 0)
    }
    if style.box.originalDisplay != style.box.display {
      entries.append(
        Entry(
          field: .originalDisplay, value: Codec<Display>.display.encode(style.box.originalDisplay), origin: .own))
    }
    self.init(entries: entries)
  }

  /// Whether a property is the width of a border that shows: 0 is not its initial value then, but `medium` is.
  private static func isVisibleBorderWidth(_ property: PropertyID, _ border: BorderStyle) -> Bool {
    let style: BorderLineStyle
    switch property {
    case .borderTopWidth: style = border.top.style
    case .borderRightWidth: style = border.right.style
    case .borderBottomWidth: style = border.bottom.style
    case .borderLeftWidth: style = border.left.style
    default: return false
    }
    return style != .none && style != .hidden
  }

  // MARK: To a computed style

  /// The style in the environment that it was computed in.
  public func computed() -> ComputedStyle {
    var style = ComputedStyle()
    for entry in entries { Self.set(entry.field, entry.value, of: &style) }
    settleDisplay(&style)
    return style
  }

  /// The style in another environment.
  ///
  /// - Parameters:
  ///   - context: the parent's style, the viewport and the rest; what depends on the style itself (the root's font, the
  ///     colour scheme in use) is filled in.
  ///   - fontScale: what the reader's setting multiplies default font sizes by.
  ///   - prefersDark: whether the reader prefers dark colours.
  public func computed(in context: inout ComputationContext, fontScale: Double, prefersDark: Bool) -> ComputedStyle {
    var style = context.isRoot ? context.parent : context.parent.inheritedOnly()
    context.mediumFontSize = 16 * fontScale
    context.isDark = style.usesDarkScheme(prefersDark: prefersDark)
    var rootFontIsKnown = !context.isRoot
    for entry in entries {
      guard case .property(let property) = entry.field else {
        if entry.origin != .parent { Self.set(entry.field, entry.value, of: &style) }
        continue
      }
      if !rootFontIsKnown, Self.ranks[property] == nil {
        context.rootFont = style.font
        rootFontIsKnown = true
      }
      switch entry.origin {
      case .own: style.setComputed(property, entry.value)
      case .parent: style.copy(property, from: context.parent)
      case .relative(let specified):
        if property == .fontSize, style.font.families == [.generic(.monospace)] {
          context.mediumFontSize = 13 * fontScale
        }
        Computation.apply(specified, to: property, of: &style, &context)
        context.mediumFontSize = 16 * fontScale
      }
      if property == .colorScheme { context.isDark = style.usesDarkScheme(prefersDark: prefersDark) }
    }
    if !rootFontIsKnown { context.rootFont = style.font }
    settleDisplay(&style)
    return style
  }

  private static func set(_ field: Field, _ value: CSSValue, of style: inout ComputedStyle) {
    switch field {
    case .property(let property): style.setComputed(property, value)
    case .language: if case .string(let language) = value { style.text.language = language }
    case .originalDisplay: if let display = Codec<Display>.display.decode(value) { style.box.originalDisplay = display }
    }
  }

  private func settleDisplay(_ style: inout ComputedStyle) {
    if !entries.contains(where: { $0.field == .originalDisplay }) { style.box.originalDisplay = style.box.display }
  }

  /// The style without what is only true of the environment that it was computed in.
  public var rule: PortableStyle {
    PortableStyle(
      entries: entries.compactMap { entry in
        switch entry.origin {
        case .own: return entry
        case .relative: return Entry(field: entry.field, value: .slash, origin: entry.origin)
        case .parent:
          // What inherits by itself needs no entry.
          if case .property(let property) = entry.field, !property.isInherited {
            return Entry(field: entry.field, value: .slash, origin: .parent)
          }
          return nil
        }
      })
  }
}

extension ComputedStyle {
  /// Whether the element is shown in dark colours (CSS Color Adjustment 1, 2.2).
  public func usesDarkScheme(prefersDark: Bool) -> Bool {
    guard other[.colorScheme] != nil else { return false }
    let words = computedValue(.colorScheme).text.split(separator: " ")
    let light = words.contains("light")
    let dark = words.contains("dark")
    return prefersDark ? dark : dark && !light
  }
}
