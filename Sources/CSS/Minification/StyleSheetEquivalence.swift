import CSSValues
import Names

/// The proof that a shorter style sheet says the same: the same rules in the same order, with the same selectors, conditions and
/// values.
///
/// Both texts are read again from their bytes. Where tokens differ, the values that the property's own grammar makes of them have to
/// be equal. So the cascade gives every page the same styles in every viewport, state and class, and pages need not be laid out again.
struct StyleSheetEquivalence {
  private let left: StyleSheetOutline
  private let right: StyleSheetOutline
  private var parser = PropertyParser()
  /// What differs first.
  private(set) var difference: String?

  /// Compares two sheets, or two lists of declarations.
  init(_ left: TokenStream, _ right: TokenStream, isBlock: Bool) {
    self.left = StyleSheetOutline(stream: left)
    self.right = StyleSheetOutline(stream: right)
    if let fault = StyleSheetOutline.fault(right) {
      difference = fault
      return
    }
    let isSame = compare(
      0..<left.tokens.count, 0..<right.tokens.count, isBlock: isBlock, isStyle: true, depth: 0)
    if !isSame, difference == nil { difference = "rules differ" }
  }

  private mutating func compare(
    _ first: Range<Int>, _ second: Range<Int>, isBlock: Bool, isStyle: Bool, depth: Int
  ) -> Bool {
    guard depth <= StyleSheetMinifier.maximumDepth else { return false }
    let (ours, theirs) = (left.items(first, isBlock: isBlock), right.items(second, isBlock: isBlock))
    guard ours.count == theirs.count else { return false }
    for (one, other) in zip(ours, theirs) {
      guard compare(one, other, isBlock: isBlock, isStyle: isStyle, depth) else { return false }
    }
    return true
  }

  private mutating func compare(
    _ one: StyleSheetOutline.Item, _ other: StyleSheetOutline.Item, isBlock: Bool, isStyle: Bool, _ depth: Int
  ) -> Bool {
    switch (one, other) {
    case (.declaration(let name, let value, let isImportant), .declaration(let name2, let value2, let isImportant2)):
      guard sameText(name, name2), isImportant == isImportant2 else { return false }
      if left.isCustom(name) { return left.stream.sourceText(value) == right.stream.sourceText(value2) }
      if Self.tokens(value, .value, left.stream) == Self.tokens(value2, .value, right.stream) { return true }
      guard isStyle, let property = PropertyID(name: left.stream.lowercasedName(left.stream.tokens[name])) else {
        return false
      }
      let before = Self.declarations(property, left.stream.cursor.over(value), &parser)
      let isSame = !before.isEmpty && before == Self.declarations(property, right.stream.cursor.over(value2), &parser)
      if !isSame { difference = "values of `\(property.name)` differ" }
      return isSame
    case (.rule(let prelude, let block), .rule(let prelude2, let block2)):
      return Self.tokens(prelude, .selectors, left.stream) == Self.tokens(prelude2, .selectors, right.stream)
        && compare(block, block2, isBlock: true, isStyle: isStyle, depth: depth + 1)
    case (.atRule(let name, let prelude, let block), .atRule(let name2, let prelude2, let block2)):
      guard sameText(name, name2), (block == nil) == (block2 == nil),
        Self.tokens(prelude, .conditions, left.stream) == Self.tokens(prelude2, .conditions, right.stream)
      else { return false }
      guard let block, let block2 else { return true }
      switch left.contents(ofAtRule: name) {
      case .sameAsAround: return compare(block, block2, isBlock: isBlock, isStyle: isStyle, depth: depth + 1)
      case .descriptors: return compare(block, block2, isBlock: true, isStyle: false, depth: depth + 1)
      case .rules: return compare(block, block2, isBlock: false, isStyle: isStyle, depth: depth + 1)
      case .unknown: return left.stream.sourceText(block) == right.stream.sourceText(block2)
      }
    case (.verbatim(let range), .verbatim(let range2)):
      return left.stream.sourceText(range) == right.stream.sourceText(range2)
    default: return false
    }
  }

  private func sameText(_ one: Int, _ other: Int) -> Bool {
    left.stream.text(left.stream.tokens[one]) == right.stream.text(right.stream.tokens[other])
  }

  /// What a property's grammar makes of a value; nothing where it is invalid.
  static func declarations(
    _ property: PropertyID, _ value: TokenCursor, _ parser: inout PropertyParser
  ) -> [PropertyDeclaration] {
    var declarations: [PropertyDeclaration] = []
    guard parser.parse(property, value, into: &declarations) else { return [] }
    for index in declarations.indices {
      if case .value(let value) = declarations[index].value { declarations[index].value = .value(withoutNames(value)) }
    }
    return declarations
  }

  /// A value with the colors that names stand for: both compute to the same.
  static func withoutNames(_ value: CSSValue) -> CSSValue {
    switch value {
    case .color(.named(let name)): NamedColors.all[name].map { .color(.absolute($0)) } ?? value
    case .list(let items, let separator): .list(items.map(withoutNames), separator)
    case .function(let name, let items, let separator): .function(name, items.map(withoutNames), separator)
    default: value
    }
  }

  // MARK: Tokens

  /// A token as it counts: its place is left out.
  struct SignificantToken: Hashable {
    var kind: TokenKind
    var text: String
    var number: UInt64
    var delimiter: UInt32
    var flags: UInt8
  }

  /// The tokens of a range, without white space that says nothing.
  static func tokens(
    _ range: Range<Int>, _ grammar: TokenSpacing.Grammar, _ stream: TokenStream
  ) -> [SignificantToken] {
    var result: [SignificantToken] = []
    var spacing = TokenSpacing(grammar)
    var isSpaced = false
    var last: Token?
    for index in range {
      let token = stream.tokens[index]
      guard token.kind != .whitespace else {
        isSpaced = true
        continue
      }
      if isSpaced, let last, !spacing.isFreeBehind(last), !spacing.isFreeBefore(token) {
        result.append(SignificantToken(kind: .whitespace, text: "", number: 0, delimiter: 0, flags: 0))
      }
      isSpaced = false
      spacing.pass(token, in: stream)
      let facts = token.flags.intersection([.integer, .signed, .id])
      result.append(
        SignificantToken(
          kind: token.kind, text: stream.text(token), number: token.number.bitPattern, delimiter: token.delimiter,
          flags: facts.rawValue))
      last = token
    }
    return result
  }
}
