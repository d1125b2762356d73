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
  /// The properties by the names that were written: raw values, -1 for what is none.
  private var names = TextTable()
  /// What declarations stand for: see ``WrittenDeclaration/values``.
  private(set) var longhands: [LonghandValue] = []
  /// Valid declarations that were read before, by their text without `!important`: places in ``recalled``.
  private var texts = TextTable()
  private var recalled: [WrittenDeclaration] = []
  /// The declarations that are being read: kept for its space.
  private var scratch: [PropertyDeclaration] = []
  /// Longer declarations than this are not remembered. In bytes.
  private static let longestRecalled = 96

  /// A parser.
  ///
  /// - Parameters:
  ///   - options: how values are read.
  ///   - expecting: how many different declarations there are, about.
  public init(options: ParsingOptions = ParsingOptions(), expecting: Int = 0) {
    self.options = options
    guard expecting > 0 else { return }
    texts = TextTable(expecting: expecting)
    recalled.reserveCapacity(expecting)
    longhands.reserveCapacity(expecting * 3)
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
    let count = declarations.count
    parseUncached(property, cursor, isImportant: isImportant, range: range, into: &declarations)
    if isShort {
      cursor.stream.withSource(bytes) { known.insert($0, tag: tag, places.count) }
      let start = results.count
      for index in count..<declarations.count {
        guard case .known(let longhand) = declarations[index].property else { continue }
        results.append((longhand, declarations[index].value))
      }
      places.append(start..<results.count)
    }
    return declarations.count > count
  }

  /// Appends the declarations of a valid value.
  private func parseUncached(
    _ property: PropertyID, _ cursor: TokenCursor, isImportant: Bool, range: Range<UInt32>,
    into declarations: inout [PropertyDeclaration]
  ) {
    guard !cursor.isAtEnd else { return }
    if let wide = Self.wideKeyword(cursor) {
      return Self.append(.wide(wide), of: property, isImportant, range, &declarations)
    }
    if References.areIn(cursor) {
      guard References.areValid(cursor) else { return }
      let value = UnresolvedValue(
        text: cursor.stream.withSource(cursor.stream.byteRange(cursor.remaining)) { Array($0) },
        shorthand: property.isShorthand ? property : nil, hasReferences: true)
      return Self.append(.unresolved(value), of: property, isImportant, range, &declarations)
    }
    let values = ValueParser(options: options, property: property)
    if property.isShorthand {
      for (longhand, value) in ShorthandParser(values: values).parse(property, cursor) {
        declarations.append(
          PropertyDeclaration(.known(longhand), .value(value), isImportant: isImportant, range: range))
      }
    } else if let value = values.parse(property, cursor) {
      declarations.append(PropertyDeclaration(.known(property), .value(value), isImportant: isImportant, range: range))
    }
  }

  /// Appends one value for a longhand or all of a shorthand's.
  private static func append(
    _ value: DeclaredValue, of property: PropertyID, _ isImportant: Bool, _ range: Range<UInt32>,
    _ declarations: inout [PropertyDeclaration]
  ) {
    guard property.isShorthand else {
      return declarations.append(PropertyDeclaration(.known(property), value, isImportant: isImportant, range: range))
    }
    for longhand in property.longhands {
      declarations.append(PropertyDeclaration(.known(longhand), value, isImportant: isImportant, range: range))
    }
  }

  /// A CSS-wide keyword with nothing beside it.
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
    if property == .maskComposite, name.string.hasPrefix("-") {
      return LegacyMaskComposite.value(value.trimmed()) != nil
    }
    var declarations: [PropertyDeclaration] = []
    return parse(property, value, into: &declarations)
  }

  // MARK: Whole declarations

  /// What a declaration's text, without `!important`, is remembered by; `nil` where it is not.
  @inline(__always)
  func key(of text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    // A Token page's native properties are more than declarations.
    text.count <= Self.longestRecalled && !options.isToken ? texts.hash(of: text, tag: 0) : nil
  }

  /// The declaration of the same text that was remembered, if one was.
  @inline(__always)
  func recall(
    _ text: UnsafeBufferPointer<UInt8>, key: UInt64, isImportant: Bool, range: Range<UInt32>
  ) -> WrittenDeclaration? {
    guard let found = texts.find(text, tag: 0, hash: key) else { return nil }
    let known = recalled[found]
    return WrittenDeclaration(
      first: Int(known.first), count: Int(known.count), known.facts.subtracting([.important, .normal]),
      isImportant: isImportant, range)
  }

  /// Remembers what a declaration's text stands for.
  mutating func remember(_ text: UnsafeBufferPointer<UInt8>, key: UInt64, _ declaration: WrittenDeclaration) {
    guard texts.hasRoom(text.count) else { return }
    texts.insert(text, tag: 0, hash: key, recalled.count)
    recalled.append(declaration)
  }

  /// How much is kept.
  var marks: (longhands: Int, recalled: Int) { (longhands.count, recalled.count) }

  /// Drops the values of declarations that were read since, unless one of them was remembered.
  mutating func reset(to marks: (longhands: Int, recalled: Int)) {
    guard recalled.count == marks.recalled else { return }
    longhands.removeSubrange(marks.longhands...)
  }

  /// Adds what a declaration stands for.
  func append(_ written: WrittenDeclaration, to declarations: inout [PropertyDeclaration]) {
    for value in longhands[written.values] {
      declarations.append(
        PropertyDeclaration(
          value.property, value.value, isImportant: written.isImportant, range: written.start..<written.end))
    }
  }

  /// The custom properties among declarations.
  func customProperties(_ written: ArraySlice<WrittenDeclaration>) -> [PropertyDeclaration] {
    var result: [PropertyDeclaration] = []
    for declaration in written where declaration.facts.contains(.custom) { append(declaration, to: &result) }
    return result
  }

  /// Reads a declaration with a name and a value; reports why it does not count where the answer is `nil`.
  mutating func declare(
    _ name: Token, _ value: TokenCursor, isImportant: Bool, range: Range<UInt32>, _ sink: inout DiagnosticSink
  ) -> WrittenDeclaration? {
    var declarations: [PropertyDeclaration] = []
    swap(&declarations, &scratch)
    declare(name, value, isImportant: isImportant, range: range, into: &declarations, &sink)
    defer {
      declarations.removeAll(keepingCapacity: true)
      swap(&declarations, &scratch)
    }
    guard !declarations.isEmpty else { return nil }
    var facts: WrittenDeclaration.Facts = []
    let first = longhands.count
    for declaration in declarations {
      facts.formUnion(declaration.property.facts)
      longhands.append(LonghandValue(declaration))
    }
    return WrittenDeclaration(first: first, count: declarations.count, facts, isImportant: isImportant, range)
  }

  /// Adds what a declaration with a name and a value stands for, or reports why it does not count.
  private mutating func declare(
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
    if options.isToken, named == nil,
      let meaning = TokenPropertyNames.meaning(stream.text(name), options.nativeProperties)
    {
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
    let count = declarations.count
    if property == .maskComposite, stream.withText(name, { $0.first == UInt8(ascii: "-") }) {
      // The name is an alias, but has values of its own.
      guard let legacy = LegacyMaskComposite.value(value.trimmed()) else {
        return PropertyDiagnostics.reportInvalid(property, name, value, expected: LegacyMaskComposite.expected, &sink)
      }
      return declarations.append(
        PropertyDeclaration(.known(property), legacy, isImportant: isImportant, range: range))
    }
    parseUncached(property, value.trimmed(), isImportant: isImportant, range: range, into: &declarations)
    if declarations.count == count { PropertyDiagnostics.reportInvalid(property, name, value, &sink) }
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
  private func customValue(_ value: TokenCursor) -> DeclaredValue? {
    if let wide = Self.wideKeyword(value) { return .wide(wide) }
    guard References.areValidInCustomProperty(value) else { return nil }
    let text = value.stream.withSource(value.stream.byteRange(value.remaining)) { Array($0) }
    guard References.areIn(value) else { return .unresolved(UnresolvedValue(text: text, hasReferences: false)) }
    return .unresolved(UnresolvedValue(text: text, hasReferences: true, references: References.variables(in: value)))
  }
}
