import Diagnostics
import Names

/// Reads a sheet into the parts of a ``CSSStyleSheet`` (CSS Syntax 3, 5.4; CSS Nesting 1).
struct StyleSheetParser {
  let source: SourceFile
  let options: StyleSheetOptions
  let stream: TokenStream
  var selectors = SelectorParser()
  var rules: [StyleRule] = []
  var blocks = DeclarationBlocks.Builder()
  var groups: [RuleGroup] = [RuleGroup(kind: .sheet, parent: 0)]
  var imports: [ImportRule] = []
  var layerMentions: [LayerMention] = []
  var fontFaces: [DescriptorRule] = []
  var keyframes: [KeyframesRule] = []
  var propertyRules: [DescriptorRule] = []
  var counterStyles: [DescriptorRule] = []
  var pages: [DescriptorRule] = []
  var diagnostics = DiagnosticSink()
  var values: PropertyParser

  /// Media queries without problems that were read before, by their text: places in ``mediaLists``.
  var mediaTexts = TextTable()
  var mediaLists: [MediaQueryList] = []

  /// What may still come at the top level.
  enum Phase: Comparable { case imports, namespaces, body }
  var phase = Phase.imports

  /// Deeper nested rules than this are left out, so that hostile input cannot exhaust the stack.
  static let maximumDepth = 128
  /// Rules that would bring the table of selectors above this many components are left out: nesting multiplies.
  static let maximumComponents = 1 << 24

  /// What is around the rules that are being read.
  struct Surroundings {
    var group: UInt32 = 0
    /// The selectors of the style rule around, for nesting.
    var parent: UInt32?
    /// Whether the innermost of style rules and `@scope` is `@scope`.
    var isScoped = false
    var depth = 0

    var selectorContext: SelectorParser.Context {
      if let parent { return .nested(parent: parent) }
      return isScoped ? .scoped : .topLevel
    }
    /// Whether declarations are allowed here.
    var takesDeclarations: Bool { parent != nil || isScoped }
  }

  init(_ source: SourceFile, options: StyleSheetOptions) {
    self.source = source
    self.options = options
    stream = TokenStream(source, lineComments: options.lineComments)
    // A rule has some twenty tokens: what is laid by need not be moved as it grows.
    let expected = Swift.min(stream.tokens.count / 20, 1 << 16)
    values = PropertyParser(options: options.parsing, expecting: expected / 2)
    rules.reserveCapacity(expected)
    blocks.reserveCapacity(expected)
    selectors.builder.reserveCapacity(expected)
  }

  // MARK: 5.4.1 Consume a style sheet's contents

  mutating func parse() {
    var cursor = stream.cursor
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace, .cdo, .cdc:
        cursor.position += 1
      case .atKeyword:
        parseAtRule(cursor.next(), &cursor, Surroundings(), isTopLevel: true)
      default:
        phase = .body
        parseQualifiedRule(&cursor, Surroundings())
      }
    }
  }

  /// The rules of a group's block at the top level, without a style rule around.
  mutating func parseRuleList(_ contents: TokenCursor, _ surroundings: Surroundings) {
    var cursor = contents
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace, .semicolon: cursor.position += 1
      case .atKeyword: parseAtRule(cursor.next(), &cursor, surroundings, isTopLevel: false)
      default: parseQualifiedRule(&cursor, surroundings)
      }
    }
  }

  // MARK: 5.4.3 Consume a qualified rule

  mutating func parseQualifiedRule(_ cursor: inout TokenCursor, _ surroundings: Surroundings) {
    let start = cursor.position
    // Inside a style rule a semicolon ends what was not a rule.
    let range = cursor.skip(until: .leftBrace, or: surroundings.takesDeclarations ? .semicolon : nil)
    let prelude = cursor.overTrimmed(start..<range.upperBound)
    guard cursor.peekKind == .leftBrace else {
      report(.cssMissingBlock, "`\(excerpt(prelude))` has no block", at: prelude)
      _ = cursor.consume(.semicolon)
      return
    }
    if !cursor.nextBlockIsClosed { reportUnclosed(cursor) }
    let contents = cursor.consumeBlock()
    if prelude.peekKind == .ident, looksLikeCustomProperty(prelude) { return }
    parseStyleRule(prelude, contents, surroundings)
  }

  /// A style rule: its selectors and its block.
  private mutating func parseStyleRule(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    guard surroundings.depth < Self.maximumDepth, selectors.builder.componentCount < Self.maximumComponents else {
      report(.cssTooDeep, "the rules are nested too deeply", at: prelude)
      return
    }
    do {
      let list = try selectors.parseList(prelude, in: surroundings.selectorContext)
      var inner = surroundings
      inner.parent = list
      inner.isScoped = false
      inner.depth += 1
      parseStyleBlock(contents, inner, prelude: prelude)
    } catch {
      if !isSilentHack(prelude) {
        diagnostics.report(
          .cssInvalidSelector, "invalid selector: \(error.message)", in: source, at: error.range,
          help: "browsers ignore the whole rule")
      }
    }
  }

  /// 5.4.3: `--name:` at a rule's start is a custom property that lost its rule.
  private func looksLikeCustomProperty(_ prelude: TokenCursor) -> Bool {
    var cursor = prelude
    guard let name = cursor.consume(.ident),
      cursor.stream.withText(name, { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D })
    else { return false }
    cursor.skipWhitespace()
    return cursor.peekKind == .colon
  }

  /// Whether the selector is a known vendor's own, which other browsers drop without a word.
  private func isSilentHack(_ prelude: TokenCursor) -> Bool {
    let bytes = stream.byteRange(prelude.remaining)
    return stream.withSource(bytes.lowerBound..<min(bytes.upperBound, bytes.lowerBound + 4096)) { text in
      if text.first == UInt8(ascii: "_") { return true }
      for (index, byte) in text.enumerated() where byte == UInt8(ascii: ":") {
        let rest = UnsafeBufferPointer(rebasing: text[(index + 1)...])
        for prefix in Self.vendorPrefixes where rest.count >= prefix.utf8CodeUnitCount {
          if (0..<prefix.utf8CodeUnitCount).allSatisfy({ rest[$0] == prefix.utf8Start[$0] }) { return true }
        }
      }
      return false
    }
  }

  private static let vendorPrefixes: [StaticString] = ["-moz-", "-ms-", "-o-", "-webkit-", "-khtml-"]

  // MARK: 5.4.4 Consume a block's contents

  /// A style rule's block: declarations, nested rules, nested at-rules.
  mutating func parseStyleBlock(_ contents: TokenCursor, _ surroundings: Surroundings, prelude: TokenCursor) {
    var parser = DeclarationParser(contents)
    let selectorList = surroundings.parent ?? scopeList()
    let bytes = stream.byteRange(prelude.remaining)
    var start = blocks.written.count
    while true {
      let item = parser.next(&values, into: &blocks.written, &diagnostics)
      if case .declarations = item { continue }
      // Declarations after a nested rule come after it in the order of appearance (CSS Nesting 1, 3.4).
      if blocks.written.count > start {
        rules.append(
          StyleRule(
            selectors: selectorList, block: UInt32(blocks.count), group: surroundings.group,
            sourceStart: UInt32(truncatingIfNeeded: bytes.lowerBound),
            sourceEnd: UInt32(truncatingIfNeeded: bytes.upperBound)))
        if blocks.append(from: start, values.longhands).contains(.custom) { reportCycles(start..<blocks.written.count) }
      }
      switch item {
      case .atRule(let name):
        parseAtRule(name, &parser.cursor, surroundings, isTopLevel: false)
      case .rule(let rulePrelude, let block):
        parseStyleRule(rulePrelude.trimmed(), block, surroundings)
      case .declarations:
        break
      case nil:
        return
      }
      // Of the blocks within, all come before what follows.
      start = blocks.written.count
    }
  }

  /// Reports custom properties of a block that refer to each other in a circle.
  private mutating func reportCycles(_ places: Range<Int>) {
    CustomPropertyCycles.report(values.customProperties(blocks.written[places]), in: source, &diagnostics)
  }

  /// The list `:where(:scope)` that bare declarations in `@scope` apply to.
  private mutating func scopeList() -> UInt32 {
    let component = SelectorComponent(.pseudoClass, detail: PseudoClass.scope.rawValue)
    return selectors.builder.appendSingle(component)
  }

  // MARK: Reports

  func excerpt(_ cursor: TokenCursor) -> String {
    let text = cursor.sourceText.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > 48 ? text.prefix(48) + "…" : text
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, at cursor: TokenCursor) {
    diagnostics.report(code, message, in: source, at: stream.byteRange(cursor.remaining))
  }

  mutating func reportUnclosed(_ cursor: TokenCursor) {
    let token = cursor.peek
    // A parenthesis that is never closed takes the brace with it.
    let lastBrace = stream.tokens.lastIndex { $0.kind == .rightBrace } ?? 0
    for index in cursor.position + 1..<max(lastBrace, cursor.position + 1) {
      let inner = stream.tokens[index]
      guard inner.opensBlock, Int(inner.match) >= stream.tokens.count else { continue }
      if inner.kind == .leftBrace { break }
      let sign = inner.kind == .leftBracket ? "]" : ")"
      diagnostics.report(
        .cssUnclosedBlock, "this parenthesis is never closed, so that all that follows is part of it", in: source,
        at: inner.range, help: "add the missing `\(sign)`")
      return
    }
    diagnostics.report(
      .cssUnclosedBlock, "this block is never closed", in: source, at: token.range, help: "add the missing `}`")
  }
}

/// A declaration as it is: its name and the tokens of its value.
public struct RawDeclaration: Sendable {
  /// The token of the name.
  public let name: Token
  /// The value without white space around it and without `!important`.
  public let value: TokenCursor
  /// Whether the declaration is `!important`.
  public let isImportant: Bool
  /// All its tokens, for places.
  public let tokens: Range<Int>

  /// Takes a declaration from a block's contents (CSS Syntax 3, 5.4.6). `nil` (the cursor unmoved) where something else
  /// follows: a nested rule such as `a:hover {}` or garbage.
  public static func consume(_ cursor: inout TokenCursor, allowsBlocks: Bool = false) -> RawDeclaration? {
    let start = cursor
    guard let name = cursor.consume(.ident) else { return nil }
    cursor.skipWhitespace()
    guard cursor.consume(.colon) != nil else {
      cursor = start
      return nil
    }
    let isCustom = name.textEnd - name.textStart >= 2 && cursor.text(name).hasPrefix("--")
    let valueStart = cursor.position
    while !cursor.isAtEnd, cursor.peekKind != .semicolon {
      // A block in a value means that this was a rule; no property but custom ones takes one.
      if cursor.peekKind == .leftBrace, !isCustom, !allowsBlocks {
        cursor = start
        return nil
      }
      cursor.skipComponentValue()
    }
    let end = cursor.position
    _ = cursor.consume(.semicolon)
    var value = cursor.over(valueStart..<end).trimmed()
    let isImportant = stripImportant(&value)
    return RawDeclaration(name: name, value: value, isImportant: isImportant, tokens: start.position..<end)
  }

  /// Takes `!important` off a value's end.
  public static func stripImportant(_ value: inout TokenCursor) -> Bool {
    let tokens = value.stream.tokens
    var index = value.end - 1
    guard index > value.position, tokens[index].kind == .ident, value.text(tokens[index], is: "important") else {
      return false
    }
    index -= 1
    while index >= value.position, tokens[index].kind == .whitespace { index -= 1 }
    guard index >= value.position, tokens[index].isDelim("!") else { return false }
    value = value.over(value.position..<index).trimmed()
    return true
  }
}

extension SelectorTable.Builder {
  var componentCount: Int { components.count }

  /// Makes room for the selectors of some rules.
  mutating func reserveCapacity(_ rules: Int) {
    components.reserveCapacity(rules * 3)
    selectors.reserveCapacity(rules * 3 / 2)
    lists.reserveCapacity(rules)
  }

  /// A list of one selector of one component without specificity.
  mutating func appendSingle(_ component: SelectorComponent) -> UInt32 {
    components.append(component)
    return append([
      Selector(
        start: UInt32(components.count - 1), count: 1, specificity: Specificity(), pseudoElement: nil,
        pseudoArgument: .empty, dynamicStates: [], mentionsScope: true)
    ])
  }
}
