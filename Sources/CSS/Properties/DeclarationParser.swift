import CSSValues
import Diagnostics
import Names

/// What is in a block of declarations (CSS Syntax 3, 5.4.5 with nesting).
public enum DeclarationListItem: Sendable {
  /// Declarations were appended to the list; more may follow.
  case declarations
  /// An at-rule: its name's token has been taken, the cursor comes after it; the caller takes the rest.
  case atRule(name: Token)
  /// A nested qualified rule: its prelude and its block.
  case rule(prelude: TokenCursor, block: TokenCursor)
}

/// Reads the contents of a style rule's block: declarations go to a list, nested rules are handed back.
public struct DeclarationParser {
  /// The tokens left.
  public var cursor: TokenCursor
  /// Whether nested qualified rules may be here.
  public let allowsNestedRules: Bool

  /// A parser of a block's contents.
  public init(_ cursor: TokenCursor, allowsNestedRules: Bool = true) {
    self.cursor = cursor
    self.allowsNestedRules = allowsNestedRules
  }

  /// Reads until something other than a declaration is met; `nil` at the end. Declarations are appended to
  /// `declarations`; invalid ones are left out and reported to `sink`.
  public mutating func next(
    _ properties: inout PropertyParser, into declarations: inout [PropertyDeclaration], _ sink: inout DiagnosticSink
  ) -> DeclarationListItem? {
    let marks = properties.marks
    var written: [WrittenDeclaration] = []
    let item = next(&properties, into: &written, &sink)
    for declaration in written { properties.append(declaration, to: &declarations) }
    properties.reset(to: marks)
    return item
  }

  /// Reads as ``next(_:into:_:)-(_,[PropertyDeclaration],_)`` does; what the declarations stand for is kept by
  /// `properties`.
  mutating func next(
    _ properties: inout PropertyParser, into written: inout [WrittenDeclaration], _ sink: inout DiagnosticSink
  ) -> DeclarationListItem? {
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace, .semicolon:
        cursor.position += 1
      case .atKeyword:
        return .atRule(name: cursor.next())
      default:
        let start = cursor.position
        if consumeDeclaration(&properties, into: &written, &sink) { continue }
        cursor.position = start
        if let rule = consumeNestedRule(&sink) { return rule }
      }
    }
    return nil
  }

  /// CSS Syntax 3, 5.5.6 Consume a declaration. False where what is here may be a nested rule; the caller then sets the
  /// cursor back.
  private mutating func consumeDeclaration(
    _ properties: inout PropertyParser, into written: inout [WrittenDeclaration], _ sink: inout DiagnosticSink
  ) -> Bool {
    let stream = cursor.stream
    // The cursor holds the stream, which holds this memory.
    let tokens = UnsafePointer(stream.tokenMemory)
    let first = cursor.position
    let limit = cursor.end
    guard tokens[first].kind == .ident else {
      cursor.position += 1
      // OPTIMIZATION: a star hack is a declaration that browsers drop silently, no selector.
      return tokens[first].isDelim("*") && cursor.peekKind == .ident && cursor.peek(1).kind == .colon && skipHack()
    }
    var position = first + 1
    while position < limit, tokens[position].kind == .whitespace { position += 1 }
    guard position < limit, tokens[position].kind == .colon else { return false }
    let colon = position
    position += 1
    while position < limit, tokens[position].kind == .whitespace { position += 1 }
    let valueStart = position
    var valueEnd = position
    let isCustom = stream.withText(tokens[first]) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }
    let mayBeRule = !isCustom && allowsNestedRules
    value: while position < limit {
      switch tokens[position].kind {
      case .semicolon: break value
      // `a:hover { … }` is a nested rule; a property's value never holds a block.
      case .leftBrace where mayBeRule: return false
      case .whitespace: position += 1
      case .function, .leftBrace, .leftBracket, .leftParenthesis:
        position = Swift.min(Int(tokens[position].match) + 1, limit)
        valueEnd = position
      default:
        position += 1
        valueEnd = position
      }
    }
    cursor.position = position
    let start = tokens[first].start
    let range = start..<Swift.max(tokens[valueEnd > valueStart ? valueEnd - 1 : colon].end, start)
    var isImportant = false
    var textEnd = range.upperBound
    // What ends in a name may end in `!important`.
    if valueEnd > valueStart, tokens[valueEnd - 1].kind == .ident {
      if let end = Self.endBeforeImportant(stream, valueStart..<valueEnd) {
        isImportant = true
        valueEnd = end
        textEnd = Swift.max(tokens[valueEnd > valueStart ? valueEnd - 1 : colon].end, start)
      }
    }
    // OPTIMIZATION: sheets repeat whole declarations.
    let text = UnsafeBufferPointer(start: stream.textMemory + Int(start), count: Int(textEnd - start))
    let key = properties.key(of: text)
    if let key, let known = properties.recall(text, key: key, isImportant: isImportant, range: range) {
      written.append(known)
      return true
    }
    let declaration = properties.declare(
      tokens[first], cursor.over(valueStart..<valueEnd), isImportant: isImportant, range: range, &sink)
    guard let declaration else { return true }
    if let key { properties.remember(text, key: key, declaration) }
    written.append(declaration)
    return true
  }

  private mutating func skipHack() -> Bool {
    _ = cursor.skip(until: .semicolon)
    return true
  }

  /// The value without `!important`, and whether it was there.
  static func splitImportant(_ value: TokenCursor) -> (TokenCursor, Bool) {
    guard let end = endBeforeImportant(value.stream, value.remaining) else { return (value, false) }
    return (value.over(value.position..<end).trimmed(), true)
  }

  /// Where a value ends before the white space and `!important` that are at its end; `nil` where they do not.
  private static func endBeforeImportant(_ stream: TokenStream, _ value: Range<Int>) -> Int? {
    let start = value.lowerBound
    var end = value.upperBound
    // The stream holds this memory; a value's tokens are among its own.
    let tokens = UnsafePointer(stream.tokenMemory)
    guard end > start, tokens[end - 1].kind == .ident, stream.text(tokens[end - 1], is: "important") else { return nil }
    end -= 1
    while end > start, tokens[end - 1].kind == .whitespace { end -= 1 }
    guard end > start, tokens[end - 1].isDelim("!") else { return nil }
    end -= 1
    // In a block that the end of the source closes, the last tokens are deeper.
    var position = start
    while position < end {
      position =
        tokens[position].opensBlock ? Swift.min(Int(tokens[position].match) + 1, value.upperBound) : position + 1
    }
    guard position == end else { return nil }
    while end > start, tokens[end - 1].kind == .whitespace { end -= 1 }
    return end
  }

  /// A nested qualified rule, or the remnants of a bad declaration, which are passed (5.5.7).
  private mutating func consumeNestedRule(_ sink: inout DiagnosticSink) -> DeclarationListItem? {
    let start = cursor.position
    let prelude = cursor.skip(until: .leftBrace, or: .semicolon)
    guard cursor.peekKind == .leftBrace else {
      reportRemnants(start..<cursor.position, &sink)
      return nil
    }
    let block = cursor.consumeBlock()
    guard allowsNestedRules else {
      reportRemnants(start..<prelude.upperBound, &sink)
      return nil
    }
    return .rule(prelude: cursor.over(prelude), block: block)
  }

  private func reportRemnants(_ range: Range<Int>, _ sink: inout DiagnosticSink) {
    guard let file = cursor.stream.file, !range.isEmpty else { return }
    let first = cursor.stream.tokens[range.lowerBound]
    let second = range.count > 1 ? cursor.stream.tokens[range.lowerBound + 1] : first
    if first.isDelim("/"), second.isDelim("/"), second.start == first.end {
      let line = cursor.stream.sourceText(range).prefix { !$0.isNewline }
      return sink.report(
        .cssInvalidDeclaration, "`//` starts no comment here: all up to the next semicolon is lost", in: file,
        at: Int(first.start)..<Int(first.start) + line.utf8.count, help: "write /* … */")
    }
    // `*zoom: 1` and the like are hacks for old browsers, written on purpose.
    guard first.kind != .delim else { return }
    sink.report(
      .cssInvalidDeclaration, "Expected a declaration", in: file, at: cursor.stream.byteRange(range),
      help: "write `property: value;`")
  }
}
