import CSSValues
import Diagnostics
import Names

/// What declarations of a sheet stand for: the values of each text once, however often it is written.
///
/// OPTIMIZATION: a sheet's blocks point into a few arrays that they share, so that nothing is made or freed for each of
/// them.
public final class DeclarationStorage: Sendable {
  /// The values of all declarations.
  public let values: [LonghandValue]
  /// The declarations of all blocks, those of one beside each other in the order of the source.
  public let written: [WrittenDeclaration]

  init(_ values: [LonghandValue], _ written: [WrittenDeclaration]) {
    self.values = values
    self.written = written
  }
}

/// A longhand or custom property with the value that a declaration gives it.
public struct LonghandValue: Sendable {
  /// The property.
  public let property: DeclaredProperty
  /// The value.
  public let value: DeclaredValue

  init(_ declaration: PropertyDeclaration) {
    property = declaration.property
    value = declaration.value
  }
}

/// A declaration as it is written, in plain integers.
@frozen
public struct WrittenDeclaration: Sendable {
  /// What is asked of whole blocks again and again.
  @frozen
  public struct Facts: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt8
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// It is important.
    public static let important = Facts(rawValue: 1)
    /// It is not important.
    public static let normal = Facts(rawValue: 2)
    /// It sets `content`.
    public static let content = Facts(rawValue: 4)
    /// It sets `container-type`.
    public static let container = Facts(rawValue: 8)
    /// It sets a custom property.
    public static let custom = Facts(rawValue: 16)
  }

  /// The first of its values in ``DeclarationStorage/values``.
  public let first: UInt32
  /// The number of its values.
  public let count: UInt16
  /// What it is.
  public let facts: Facts
  /// The first byte of the whole declaration in its source.
  public let start: UInt32
  /// The byte past the declaration in its source.
  public let end: UInt32

  init(first: Int, count: Int, _ facts: Facts, isImportant: Bool, _ range: Range<UInt32>) {
    self.first = UInt32(truncatingIfNeeded: first)
    // A declaration stands for each property once, `all` for some hundred.
    self.count = UInt16(clamping: count)
    self.facts = facts.union(isImportant ? .important : .normal)
    start = range.lowerBound
    end = range.upperBound
  }

  /// The places of its values in ``DeclarationStorage/values``.
  @inlinable
  public var values: Range<Int> { Int(first)..<Int(first) + Int(count) }
  /// Whether it is important.
  @inlinable
  public var isImportant: Bool { facts.contains(.important) }
}

/// The declarations of a rule, all of longhands and custom properties.
public struct DeclarationBlock: Sendable {
  /// What the declarations stand for.
  public let storage: DeclarationStorage
  /// The first of the declarations in ``DeclarationStorage/written``.
  let start: UInt32
  /// The place past the last of them.
  let end: UInt32
  /// What at least one of the declarations is.
  let facts: WrittenDeclaration.Facts

  init(_ storage: DeclarationStorage, _ place: DeclarationBlocks.Place) {
    self.storage = storage
    start = place.start
    end = place.end
    facts = place.facts
  }

  /// A block of its own.
  public init(_ declarations: [PropertyDeclaration]) {
    var facts: WrittenDeclaration.Facts = []
    let written = declarations.enumerated().map { index, declaration in
      let written = WrittenDeclaration(
        first: index, count: 1, declaration.property.facts, isImportant: declaration.isImportant, declaration.range)
      facts.formUnion(written.facts)
      return written
    }
    storage = DeclarationStorage(declarations.map(LonghandValue.init), written)
    start = 0
    end = UInt32(truncatingIfNeeded: written.count)
    self.facts = facts
  }

  /// The places of the declarations in ``DeclarationStorage/written``, in the order of the source.
  public var places: Range<Int> { Int(start)..<Int(end) }
  /// Whether one is important.
  public var hasImportant: Bool { facts.contains(.important) }
  /// Whether one is not.
  public var hasNormal: Bool { facts.contains(.normal) }
  /// Whether `content` is among them: without it no `::before` or `::after` appears.
  public var setsContent: Bool { facts.contains(.content) }
  /// Whether `container-type` is among them.
  public var setsContainer: Bool { facts.contains(.container) }
  /// Whether a custom property is among them.
  public var hasCustomProperties: Bool { facts.contains(.custom) }

  /// In the order of the source, shorthands expanded.
  public var declarations: [PropertyDeclaration] {
    places.flatMap { place in
      let written = storage.written[place]
      return written.values.map { index in
        let value = storage.values[index]
        return PropertyDeclaration(
          value.property, value.value, isImportant: written.isImportant, range: written.start..<written.end)
      }
    }
  }

  /// Reads a `style` attribute.
  public static func parse(
    attribute text: [UInt8], options: ParsingOptions, diagnostics: inout DiagnosticSink
  ) -> DeclarationBlock {
    var values = PropertyParser(options: options)
    return parse(attribute: text, &values, diagnostics: &diagnostics)
  }

  /// Reads a `style` attribute with a parser that remembers values.
  public static func parse(
    attribute text: [UInt8], _ values: inout PropertyParser, diagnostics: inout DiagnosticSink
  ) -> DeclarationBlock {
    parse(attribute: TokenStream(text), &values, diagnostics: &diagnostics)
  }

  /// Reads a `style` attribute's tokens; problems are reported where they come from a file.
  public static func parse(
    attribute tokens: TokenStream, _ values: inout PropertyParser, diagnostics: inout DiagnosticSink
  ) -> DeclarationBlock {
    var parser = DeclarationParser(tokens.cursor, allowsNestedRules: false)
    var declarations: [PropertyDeclaration] = []
    while let item = parser.next(&values, into: &declarations, &diagnostics) {
      guard case .atRule = item else { continue }
      _ = parser.cursor.skip(until: .leftBrace, or: .semicolon)
      parser.cursor.skipComponentValue()
    }
    let block = DeclarationBlock(declarations)
    if block.hasCustomProperties, let file = tokens.file {
      CustomPropertyCycles.report(declarations, in: file, &diagnostics)
    }
    return block
  }
}

extension DeclaredProperty {
  /// What a declaration of the property is.
  var facts: WrittenDeclaration.Facts {
    switch self {
    case .known(.content): .content
    case .known(.containerType): .container
    case .known: []
    case .custom: .custom
    }
  }
}

/// The declaration blocks of a sheet.
public struct DeclarationBlocks: RandomAccessCollection, Sendable {
  /// A block's place among the declarations.
  struct Place: Sendable {
    var start: UInt32
    var end: UInt32
    var facts: WrittenDeclaration.Facts
  }

  private let storage: DeclarationStorage
  private let places: [Place]

  fileprivate init(_ storage: DeclarationStorage, _ places: [Place]) {
    self.storage = storage
    self.places = places
  }

  /// The place of the first block.
  public var startIndex: Int { 0 }
  /// The place past the last block.
  public var endIndex: Int { places.count }
  /// The block at a place.
  public subscript(position: Int) -> DeclarationBlock { DeclarationBlock(storage, places[position]) }

  /// Collects blocks while a sheet is read.
  struct Builder {
    var written: [WrittenDeclaration] = []
    private var places: [Place] = []

    /// How many blocks there are.
    var count: Int { places.count }

    mutating func reserveCapacity(_ blocks: Int) {
      places.reserveCapacity(blocks)
      written.reserveCapacity(blocks * 3)
    }

    /// Above so many declarations, those of a block that never count are left out.
    private static let mostUnchecked = 256

    /// Makes a block of the declarations from a place on, whose values are given; what is in it.
    mutating func append(from start: Int, _ values: [LonghandValue]) -> WrittenDeclaration.Facts {
      if written.count - start > Self.mostUnchecked { dropRepeated(from: start, values) }
      var facts: WrittenDeclaration.Facts = []
      for index in start..<written.count { facts.formUnion(written[index].facts) }
      places.append(
        Place(
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: written.count), facts: facts))
      return facts
    }

    /// Leaves out declarations whose properties the block declares again behind them, with the same importance: none of them
    /// ever counts (CSS Cascade 5, 6.1), and `all` a thousand times would be some hundred thousand values of each element.
    private mutating func dropRepeated(from start: Int, _ values: [LonghandValue]) {
      var seen: (normal: Set<DeclaredProperty>, important: Set<DeclaredProperty>) = ([], [])
      // Texts that are repeated have the same values.
      var places: Set<UInt64> = []
      var kept: [WrittenDeclaration] = []
      for declaration in written[start...].reversed() {
        let place = UInt64(declaration.first) << 32 | UInt64(declaration.count) << 1 | (declaration.isImportant ? 1 : 0)
        guard places.insert(place).inserted else { continue }
        var counts = false
        for value in values[declaration.values] {
          let isNew =
            declaration.isImportant
            ? seen.important.insert(value.property).inserted : seen.normal.insert(value.property).inserted
          counts = counts || isNew
        }
        if counts { kept.append(declaration) }
      }
      written.replaceSubrange(start..., with: kept.reversed())
    }

    /// The finished blocks, whose declarations a parser read.
    func finished(_ parser: PropertyParser) -> DeclarationBlocks {
      DeclarationBlocks(DeclarationStorage(parser.longhands, written), places)
    }
  }
}
