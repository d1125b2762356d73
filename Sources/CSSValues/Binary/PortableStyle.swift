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

  /// By longhand, its place in ``PropertyTable/first``; no limit for the others.
  private static let ranks: [Int] = {
    var ranks = [Int](repeating: .max, count: PropertyID.longhandCount)
    for (rank, property) in PropertyTable.first.enumerated() { ranks[Int(property.rawValue)] = rank }
    return ranks
  }()

  private static func rank(of property: PropertyID) -> Int {
    property.isShorthand ? .max : ranks[Int(property.rawValue)]
  }

  /// The place of a value in the order of computation: a number for those of ``PropertyTable/first``, no limit for the
  /// others. The language comes before all.
  static func rank(of entry: Entry) -> Int {
    switch entry.field {
    case .property(let property): rank(of: property)
    case .language: -1
    case .originalDisplay: .max
    }
  }

  /// All longhands that have fields of their own with their initial values, those of ``PropertyTable/first`` first.
  static let ordered: [(property: PropertyID, initial: CSSValue)] = {
    let initial = ComputedStyle()
    let rest = PropertyTable.definitions[..<PropertyTable.physicalCount].map(\.property).filter { rank(of: $0) == .max }
    return (PropertyTable.first + rest).compactMap { property in
      initial.fieldValue(property).map { (property, $0) }
    }
  }()
  /// By longhand, its place in ``ordered``; -1 for none.
  private static let places: [Int] = {
    var places = [Int](repeating: -1, count: PropertyID.longhandCount)
    for (place, member) in ordered.enumerated() { places[Int(member.property.rawValue)] = place }
    return places
  }()
  private static let isAdjusted: [Bool] = {
    var isAdjusted = [Bool](repeating: false, count: PropertyID.longhandCount)
    for property in PropertyTable.adjusted { isAdjusted[Int(property.rawValue)] = true }
    return isAdjusted
  }()

  /// The portable form of a style.
  public init(_ style: ComputedStyle, _ origins: ValueOrigins) {
    var memory = PortableStyleMemory()
    self.init(style, origins, &memory)
  }

  /// The portable form of a style, of which a memory knows what it has in common with the one before.
  package init(_ style: ComputedStyle, _ origins: ValueOrigins, _ memory: inout PortableStyleMemory) {
    let noted = Self.lastOrigins(origins.entries)
    var entries: [Entry] = []
    func append(_ property: PropertyID, _ value: CSSValue, isInitial: Bool) {
      let known = noted.first { $0.property == property }?.origin
      if isInitial, known == nil { return }
      var origin = known ?? (property.isInherited ? .parent : .own)
      if Self.isAdjusted[Int(property.rawValue)] { origin = .own }
      if isInitial, origin == .own, !property.isInherited { return }
      entries.append(Entry(field: .property(property), value: value, origin: origin))
    }
    // What is initial has an entry only where it is noted.
    var fields = memory.shown(of: style).map { (place: $0.place, value: $0.value, isInitial: false) }
    let shown = Set(fields.map(\.place))
    for entry in noted {
      let place = Self.places[Int(entry.property.rawValue)]
      if place >= 0, !shown.contains(place) { fields.append((place, Self.ordered[place].initial, true)) }
    }
    if fields.count > shown.count { fields.sort { $0.place < $1.place } }
    for field in fields { append(Self.ordered[field.place].property, field.value, isInitial: field.isInitial) }
    var others = style.other.inherited + style.other.own
    for entry in noted where !entry.property.hasField {
      guard entry.origin != .own || entry.property.isInherited,
        !others.contains(where: { $0.property == entry.property })
      else { continue }
      others.append(.init(property: entry.property, value: style.computedValue(entry.property)))
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

  /// The last origin that was noted of each property.
  private static func lastOrigins(_ entries: [ValueOrigins.Entry]) -> [ValueOrigins.Entry] {
    var isKnown = [Bool](repeating: false, count: PropertyID.longhandCount)
    return entries.reversed().filter { entry in
      let slot = Int(entry.property.rawValue)
      guard slot < isKnown.count, !isKnown[slot] else { return false }
      isKnown[slot] = true
      return true
    }
  }

  /// Whether a property is the width of a border that shows: 0 is not its initial value then, but `medium` is.
  static func isVisibleBorderWidth(_ property: PropertyID, _ border: BorderStyle) -> Bool {
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
      if !rootFontIsKnown, Self.rank(of: property) == .max {
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
