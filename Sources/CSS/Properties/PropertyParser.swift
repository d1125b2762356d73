import CSSValues
import Diagnostics
import Names

/// Reads the values of properties.
///
/// One parser serves a whole sheet: it remembers what it has read, so that a value that is written a second time costs
/// a look-up.
public struct PropertyParser {
  /// How values are read.
  public let options: ParsingOptions
  /// Values that were read before, by property and text: places in ``results``.
  private var known = TextTable()
  private var places: [Range<Int>] = []
  /// Declarations without importance and range; an invalid value has none.
  private var results: [(PropertyID, DeclaredValue)] = []
  /// The values of custom properties that were read before, `nil` for invalid ones.
  private var customValues: [DeclaredValue?] = []
  /// The tag of the values of custom properties, which is no property's.
  private static let customTag = UInt32.max
  /// The properties by the names that were written: raw values, -1 for what is none.
  private var names = TextTable()
  /// Valid declarations that were read before, by their whole text: places in ``recalled``.
  private var texts = TextTable()
  private var recalledPlaces: [Range<Int>] = []
  private var recalled: [PropertyDeclaration] = []
  /// Longer declarations than this are not remembered. In bytes.
  private static let longestRecalled = 72

  private typealias ParsedValue = [(PropertyID, DeclaredValue)]

  /// A parser.
  ///
  /// - Parameters:
  ///   - options: how values are read.
  ///   - expecting: how many different declarations there are, about.
  public init(options: ParsingOptions = ParsingOptions(), expecting: Int = 0) {
    self.options = options
    guard expecting > 0 else { return }
    known = TextTable(expecting: expecting)
    texts = TextTable(expecting: expecting)
    places.reserveCapacity(expecting)
    results.reserveCapacity(expecting * 2)
    recalledPlaces.reserveCapacity(expecting)
    recalled.reserveCapacity(expecting * 2)
  }

  /// Parses the value of a longhand or shorthand, without `!important`, up to the cursor's end.
  ///
  /// The declarations, all of longhands, are appended; where the value is invalid nothing is, and the answer is false.
  public mutating func parse(
    _ property: PropertyID, _ cursor: TokenCursor, isImportant: Bool = false, range: Range<UInt32> = 0..<0,
    into declarations: inout [PropertyDeclaration]
  ) -> Bool {
    let cursor = cursor.trimmed()
    let bytes = cursor.stream.byteRange(cursor.remaining)
    // OPTIMIZATION: sheets repeat the same short values hundreds of times.
    let isShort = bytes.count <= 64
    let tag = UInt32(property.rawValue)
    let found =
      isShort
      ? cursor.stream.withSource(bytes) { known.find($0, tag: tag) }
      : nil
    if let found {
      let place = places[found]
      for index in place {
        declarations.append(
          PropertyDeclaration(.known(results[index].0), results[index].1, isImportant: isImportant, range: range))
      }
      return !place.isEmpty
    }
    let result = parseUncached(property, cursor)
    if isShort {
      cursor.stream.withSource(bytes) { known.insert($0, tag: tag, places.count) }
      places.append(results.count..<(results.count + result.count))
      results += result
    }
    for (longhand, value) in result {
      declarations.append(PropertyDeclaration(.known(longhand), value, isImportant: isImportant, range: range))
    }
    return !result.isEmpty
  }

  private func parseUncached(_ property: PropertyID, _ cursor: TokenCursor) -> ParsedValue {
    guard !cursor.isAtEnd else { return [] }
    if let wide = Self.wideKeyword(cursor) {
      return property.isShorthand ? property.longhands.map { ($0, .wide(wide)) } : [(property, .wide(wide))]
    }
    if References.areIn(cursor) {
      guard References.areValid(cursor) else { return [] }
      let value = UnresolvedValue(
        text: cursor.stream.withSource(cursor.stream.byteRange(cursor.remaining)) { Array($0) },
        shorthand: property.isShorthand ? property : nil, hasReferences: true)
      return property.isShorthand
        ? property.longhands.map { ($0, .unresolved(value)) } : [(property, .unresolved(value))]
    }
    let values = ValueParser(options: options, property: property)
    if property.isShorthand {
      return ShorthandParser(values: values).parse(property, cursor).map { ($0.0, .value($0.1)) }
    }
    guard let value = values.parse(property, cursor) else { return [] }
    return [(property, .value(value))]
  }

  /// A CSS-wide keyword that stands alone.
  static func wideKeyword(_ cursor: TokenCursor) -> WideKeyword? {
    guard cursor.peekKind == .ident, cursor.position + 1 == cursor.end else { return nil }
    let token = cursor.peek
    if cursor.text(token, is: "inherit") { return .inherit }
    if cursor.text(token, is: "initial") { return .initial }
    if cursor.text(token, is: "unset") { return .unset }
    if cursor.text(token, is: "revert") { return .revert }
    if cursor.text(token, is: "revert-layer") { return .revertLayer }
    if cursor.text(token, is: "revert-rule") { return .revertRule }
    return nil
  }

  /// Whether `name: value` is supported (`@supports`, CSS Conditional 3, 6): a known property with a valid value, or a
  /// custom property.
  public mutating func supports(_ name: Name, _ cursor: TokenCursor) -> Bool {
    let (value, _) = DeclarationParser.splitImportant(cursor.trimmed())
    if name.utf8.starts(with: [0x2D, 0x2D]) { return References.areValidInCustomProperty(value) }
    guard let property = PropertyID(name: name.asciiLowercased) else { return false }
    var declarations: [PropertyDeclaration] = []
    return parse(property, value, into: &declarations)
  }

  // MARK: Whole declarations

  /// Adds what a declaration of the same text, name to `!important`, stood for; false where none was remembered.
  @inline(__always)
  mutating func recall(
    _ text: UnsafeBufferPointer<UInt8>, range: Range<UInt32>, into declarations: inout [PropertyDeclaration]
  ) -> Bool {
    guard text.count <= Self.longestRecalled, let found = texts.find(text, tag: 0) else { return false }
    for index in recalledPlaces[found] {
      declarations.append(recalled[index])
      declarations[declarations.count - 1].range = range
    }
    return true
  }

  /// Remembers what a declaration's text stands for.
  mutating func remember(_ text: UnsafeBufferPointer<UInt8>, _ declarations: ArraySlice<PropertyDeclaration>) {
    // A Token page's native properties are more than declarations.
    guard text.count <= Self.longestRecalled, !options.isToken else { return }
    texts.insert(text, tag: 0, recalledPlaces.count)
    recalledPlaces.append(recalled.count..<(recalled.count + declarations.count))
    recalled += declarations
  }

  /// Adds what a declaration with a name and a value stands for, or reports why it does not count.
  mutating func declare(
    _ name: Token, _ value: TokenCursor, isImportant: Bool, range: Range<UInt32>,
    into declarations: inout [PropertyDeclaration], _ sink: inout DiagnosticSink
  ) {
    let stream = value.stream
    if stream.withText(name, { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }) {
      guard name.textEnd &- name.textStart > 2 else { return }
      guard let declared = customValue(value) else { return }
      declarations.append(
        PropertyDeclaration(.custom(customName(name, stream)), declared, isImportant: isImportant, range: range))
      return
    }
    var named = property(named: name, stream)
    if options.isToken, named == nil, let meaning = TokenPropertyNames.meaning(stream.text(name)) {
      switch meaning {
      case .property(let property): named = property
      case .native(let custom):
        let native = String(custom.string.dropFirst(TokenPropertyNames.nativePrefix.count))
        for (property, text) in TokenPropertyNames.declarations(native, value.trimmed().sourceText) {
          _ = parse(
            property, TokenStream(text: text).cursor.trimmed(), isImportant: isImportant, range: range,
            into: &declarations)
        }
        if native == "hidden" { return }
        guard let declared = customValue(value) else { return }
        declarations.append(PropertyDeclaration(.custom(custom), declared, isImportant: isImportant, range: range))
        return
      }
    }
    guard let property = named else {
      PropertyDiagnostics.reportUnknown(name, stream, &sink)
      return
    }
    var value = value
    if options.isToken, property == .font, let reordered = TokenPropertyNames.reorderedFont(value) { value = reordered }
    if !parse(property, value, isImportant: isImportant, range: range, into: &declarations) {
      PropertyDiagnostics.reportInvalid(property, name, value, &sink)
    }
  }

  /// The property of a name; each spelling is looked up in the table of names once.
  private mutating func property(named name: Token, _ stream: TokenStream) -> PropertyID? {
    if let number = stream.withText(name, { names.find($0, tag: 0) }) {
      return number < 0 ? nil : PropertyID(rawValue: PropertyID.RawValue(number))
    }
    let property = PropertyID(name: stream.lowercasedName(name))
    stream.withText(name) { names.insert($0, tag: 0, property.map { Int($0.rawValue) } ?? -1) }
    return property
  }

  /// A custom property's name; each spelling is interned once.
  private mutating func customName(_ token: Token, _ stream: TokenStream) -> Name {
    if let number = stream.withText(token, { names.find($0, tag: 1) }) {
      return Name(rawValue: UInt32(truncatingIfNeeded: number))
    }
    let name = stream.name(token)
    stream.withText(token) { names.insert($0, tag: 1, Int(name.rawValue)) }
    return name
  }

  /// A custom property's value (CSS Variables 2, 2); `nil` for an invalid one.
  private mutating func customValue(_ value: TokenCursor) -> DeclaredValue? {
    let bytes = value.stream.byteRange(value.remaining)
    let isShort = bytes.count <= 64
    // OPTIMIZATION: as other values, the same short texts come again and again.
    if isShort, let found = value.stream.withSource(bytes, { known.find($0, tag: Self.customTag) }) {
      return customValues[found]
    }
    let declared: DeclaredValue?
    if let wide = Self.wideKeyword(value) {
      declared = .wide(wide)
    } else if References.areValidInCustomProperty(value) {
      declared = .unresolved(
        UnresolvedValue(
          text: value.stream.withSource(bytes) { Array($0) }, hasReferences: References.areIn(value)))
    } else {
      declared = nil
    }
    if isShort {
      value.stream.withSource(bytes) { known.insert($0, tag: Self.customTag, customValues.count) }
      customValues.append(declared)
    }
    return declared
  }
}
