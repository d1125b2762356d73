import Diagnostics
import Names

// The at-rules, one function each.
extension StyleSheetParser {
  /// CSS Syntax 3, 5.4.2 Consume an at-rule; an unknown one is passed over with a warning.
  mutating func parseAtRule(
    _ keyword: Token, _ cursor: inout TokenCursor, _ surroundings: Surroundings, isTopLevel: Bool
  ) {
    let name = cursor.lowercasedName(keyword).string
    let start = cursor.position
    let range = cursor.skip(until: .leftBrace, or: .semicolon)
    let prelude = cursor.over(start..<range.upperBound).trimmed()
    var contents: TokenCursor?
    if cursor.peekKind == .leftBrace {
      if !cursor.nextBlockIsClosed { reportUnclosed(cursor) }
      contents = cursor.consumeBlock()
    } else {
      _ = cursor.consume(.semicolon)
    }
    advancePhase(name, hasBlock: contents != nil)
    guard surroundings.depth < Self.maximumDepth else {
      diagnostics.report(.cssTooDeep, "the rules are nested too deeply", in: source, at: keyword.range)
      return
    }
    switch (name, contents) {
    case ("charset", _): break
    case ("import", nil): parseImport(prelude, keyword, isTopLevel: isTopLevel)
    case ("namespace", nil): parseNamespace(prelude, keyword, isTopLevel: isTopLevel)
    case ("media", let contents?): parseMedia(prelude, contents, surroundings)
    case ("supports", let contents?): parseSupports(prelude, contents, surroundings)
    case ("layer", _): parseLayer(prelude, contents, surroundings, keyword)
    case ("container", let contents?): parseContainer(prelude, contents, surroundings)
    case ("scope", let contents?): parseScope(prelude, contents, surroundings)
    case ("starting-style", let contents?):
      guard prelude.isAtEnd else { return invalidPrelude("starting-style", prelude) }
      parseGroup(.startingStyle, contents, surroundings, prelude: prelude)
    case ("font-face", let contents?):
      fontFaces.append(descriptorRule(keyword, prelude, contents, surroundings))
    case ("property", let contents?):
      propertyRules.append(descriptorRule(keyword, prelude, contents, surroundings))
    case ("counter-style", let contents?):
      counterStyles.append(descriptorRule(keyword, prelude, contents, surroundings))
    case ("page", let contents?):
      guard Self.isPageSelectorList(prelude) else { return invalidPrelude("page", prelude) }
      pages.append(descriptorRule(keyword, prelude, contents, surroundings))
    case ("keyframes", let contents?), ("-webkit-keyframes", let contents?):
      parseKeyframes(prelude, contents, surroundings)
    default:
      if name.hasPrefix("-") || Self.withoutEffect.contains(name) { break }
      reportUnknown(name, keyword)
    }
  }

  private mutating func reportUnknown(_ name: String, _ keyword: Token) {
    if Self.needsBlock.contains(name) || name == "import" || name == "namespace" {
      diagnostics.report(
        .cssMissingBlock, Self.needsBlock.contains(name) ? "`@\(name)` has no block" : "`@\(name)` takes no block",
        in: source, at: keyword.range)
      return
    }
    let suggestion = Suggestion.nearest(to: name, in: Self.needsBlock + ["import", "namespace", "charset", "layer"])
    diagnostics.report(
      .cssUnknownAtRule, "unknown at-rule `@\(name)`", in: source, at: keyword.range,
      help: suggestion.map { "did you mean `@\($0)`?" })
  }

  static let needsBlock = [
    "media", "supports", "container", "scope", "starting-style", "font-face", "property", "counter-style", "page",
    "keyframes",
  ]

  /// At-rules that browsers know, and that have no effect on what a page at rest looks like here.
  private static let withoutEffect: Set<String> = [
    "font-feature-values", "font-palette-values", "view-transition", "position-try", "color-profile", "function",
    "custom-media",
  ]

  /// CSS Cascade 5, 2: imports come before all but `@charset` and `@layer` statements; CSS Namespaces 3, 3.
  private mutating func advancePhase(_ name: String, hasBlock: Bool) {
    switch name {
    case "charset", "import": break
    case "layer" where !hasBlock:
      // Between imports a statement ends them; before them it only names layers.
      if !imports.isEmpty { phase = max(phase, .namespaces) }
    case "layer": phase = .body
    case "namespace": phase = max(phase, .namespaces)
    default:
      // CSS Syntax 3, 9: what is not known is ignored, as if it were not there.
      if Self.needsBlock.contains(name) || Self.withoutEffect.contains(name) || name == "-webkit-keyframes" {
        phase = .body
      }
    }
  }

  // MARK: Statements

  /// CSS Cascade 5, 2: `@import <url> [layer | layer(<name>)]? supports(…)? <media-query-list>`.
  private mutating func parseImport(_ prelude: TokenCursor, _ keyword: Token, isTopLevel: Bool) {
    guard isTopLevel, phase == .imports else {
      diagnostics.report(
        .cssMisplacedRule, "`@import` after other rules has no effect", in: source, at: keyword.range,
        help: "move it to the top of the sheet")
      return
    }
    var cursor = prelude
    guard let url = Self.consumeURL(&cursor) else { return invalidPrelude("import", prelude) }
    cursor.skipWhitespace()
    var isLayered = false
    var layer: [Name]?
    if cursor.consumeIdent("layer") {
      isLayered = true
    } else if cursor.peekKind == .function, cursor.text(cursor.peek, is: "layer") {
      var copy = cursor
      let contents = copy.consumeBlock()
      if let name = Self.layerName(contents.trimmed()) {
        isLayered = true
        layer = name
        cursor = copy
      }
    }
    cursor.skipWhitespace()
    var isSupported = true
    if cursor.peekKind == .function, cursor.text(cursor.peek, is: "supports") {
      let contents = cursor.consumeBlock()
      isSupported = SupportsEvaluator(values: values, namespaces: selectors.namespaces).evaluateImport(contents)
    }
    cursor.skipWhitespace()
    let media = MediaQueryList(cursor)
    imports.append(
      ImportRule(
        url: url, isLayered: isLayered, layer: layer, isSupported: isSupported, media: media,
        range: Int(keyword.start)..<stream.byteRange(prelude.remaining).upperBound))
    layerMentions.append(.importRule(imports.count - 1))
  }

  static func consumeURL(_ cursor: inout TokenCursor) -> String? {
    let token = cursor.peek
    switch token.kind {
    case .url, .string:
      cursor.position += 1
      return cursor.text(token)
    case .function where cursor.text(token, is: "url") || cursor.text(token, is: "src"):
      var contents = cursor.consumeBlock().trimmed()
      guard let text = contents.consume(.string) else { return nil }
      return contents.text(text)
    default:
      return nil
    }
  }

  /// CSS Namespaces 3, 3.
  private mutating func parseNamespace(_ prelude: TokenCursor, _ keyword: Token, isTopLevel: Bool) {
    guard isTopLevel, phase <= .namespaces else {
      diagnostics.report(
        .cssMisplacedRule, "`@namespace` after other rules has no effect", in: source, at: keyword.range)
      return
    }
    var cursor = prelude
    let prefix = cursor.consume(.ident).map { cursor.name($0) }
    cursor.skipWhitespace()
    guard let address = Self.consumeURL(&cursor), cursor.trimmed().isAtEnd else {
      return invalidPrelude("namespace", prelude)
    }
    let constraint = NamespacePrefixes.constraint(address)
    if let prefix {
      selectors.namespaces.prefixes[prefix] = constraint
    } else {
      selectors.namespaces.byDefault = constraint
    }
  }

  // MARK: Layers (CSS Cascade 5, 6.4.4)

  static func layerName(_ whole: TokenCursor) -> [Name]? {
    var cursor = whole
    var parts: [Name] = []
    while let part = cursor.consume(.ident) {
      parts.append(cursor.name(part))
      if cursor.isAtEnd { return parts }
      guard cursor.consumeDelim(".") else { return nil }
    }
    return nil
  }

  private mutating func parseLayer(
    _ prelude: TokenCursor, _ contents: TokenCursor?, _ surroundings: Surroundings, _ keyword: Token
  ) {
    if let contents {
      var name: [Name]?
      if !prelude.isAtEnd {
        guard let parsed = Self.layerName(prelude) else { return invalidPrelude("layer", prelude) }
        name = parsed
      }
      layerMentions.append(.block(group: UInt32(groups.count)))
      parseGroup(.layer(name), contents, surroundings, prelude: prelude)
      return
    }
    var cursor = prelude
    var names: [[Name]] = []
    repeat {
      let start = cursor.position
      let range = cursor.skip(until: .comma)
      guard let name = Self.layerName(cursor.over(start..<range.upperBound).trimmed()) else {
        return prelude.isAtEnd
          ? diagnostics.report(.cssInvalidPrelude, "`@layer` takes names or a block", in: source, at: keyword.range)
          : invalidPrelude("layer", prelude)
      }
      names.append(name)
    } while cursor.consume(.comma) != nil
    if surroundings.parent != nil { return }
    layerMentions.append(.statement(names, group: surroundings.group))
  }

  // MARK: Conditional groups

  private mutating func parseGroup(
    _ kind: RuleGroup.Kind, _ contents: TokenCursor, _ surroundings: Surroundings, prelude: TokenCursor
  ) {
    var inner = surroundings
    inner.group = UInt32(groups.count)
    inner.depth += 1
    groups.append(RuleGroup(kind: kind, parent: surroundings.group))
    if inner.takesDeclarations {
      parseStyleBlock(contents, inner, prelude: prelude)
    } else {
      parseRuleList(contents, inner)
    }
  }

  private mutating func parseMedia(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    // OPTIMIZATION: sheets have a few conditions, and many groups of each.
    let bytes = stream.byteRange(prelude.remaining)
    if bytes.count <= 256, let known = stream.withSource(bytes, { mediaTexts.find($0, tag: 0) }) {
      return parseGroup(.media(mediaLists[known]), contents, surroundings, prelude: prelude)
    }
    let list = MediaQueryList(prelude)
    if list.hasMalformedQuery, !hasBackslash(prelude) {
      report(.cssInvalidQuery, "malformed media query `\(excerpt(prelude))` never matches", at: prelude)
    } else if !reportFeatures(prelude, isContainer: false), bytes.count <= 256 {
      stream.withSource(bytes) { mediaTexts.insert($0, tag: 0, mediaLists.count) }
      mediaLists.append(list)
    }
    parseGroup(.media(list), contents, surroundings, prelude: prelude)
  }

  /// Reports features that nothing knows or whose values they do not take; `\0` and the like are hacks. Whether there were
  /// any.
  @discardableResult
  private mutating func reportFeatures(_ prelude: TokenCursor, isContainer: Bool) -> Bool {
    guard prelude.remaining.contains(where: { stream.tokens[$0].kind == .leftParenthesis }), !hasBackslash(prelude)
    else { return false }
    let problems = QueryProblems.find(prelude, isContainer: isContainer)
    for problem in problems {
      diagnostics.report(
        .cssInvalidQuery, problem.message, in: source, at: stream.byteRange(problem.at.remaining), help: problem.help)
    }
    return !problems.isEmpty
  }

  private func hasBackslash(_ prelude: TokenCursor) -> Bool {
    stream.withSource(stream.byteRange(prelude.remaining)) { $0.contains(0x5C) }
  }

  private mutating func parseSupports(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    let evaluator = SupportsEvaluator(values: values, namespaces: selectors.namespaces)
    guard let truth = evaluator.evaluate(prelude) else { return invalidPrelude("supports", prelude) }
    parseGroup(.supports(truth == .yes), contents, surroundings, prelude: prelude)
  }

  /// CSS Conditional 5, 5.
  private mutating func parseContainer(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    guard let query = ContainerQuery(prelude) else { return invalidPrelude("container", prelude) }
    reportFeatures(prelude, isContainer: true)
    parseGroup(.container(query), contents, surroundings, prelude: prelude)
  }

  /// CSS Cascade 6, 2.5: `@scope (<start>)? [to (<end>)]?`.
  private mutating func parseScope(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    var cursor = prelude
    var start: UInt32?
    var end: UInt32?
    do {
      if cursor.peekKind == .leftParenthesis {
        start = try selectors.parseList(cursor.consumeBlock().trimmed(), in: surroundings.selectorContext)
        cursor.skipWhitespace()
      }
      if cursor.consumeIdent("to") {
        cursor.skipWhitespace()
        guard cursor.peekKind == .leftParenthesis else { return invalidPrelude("scope", prelude) }
        end = try selectors.parseList(cursor.consumeBlock().trimmed(), in: .scoped)
        cursor.skipWhitespace()
      }
    } catch {
      diagnostics.report(
        .cssInvalidSelector, "invalid selector: \(error.message)", in: source, at: error.range)
      return
    }
    guard cursor.isAtEnd else { return invalidPrelude("scope", prelude) }
    var inner = surroundings
    inner.parent = nil
    inner.isScoped = true
    parseGroup(.scope(ScopeBounds(start: start, end: end)), contents, inner, prelude: prelude)
  }

  // MARK: Descriptors

  private mutating func descriptorRule(
    _ keyword: Token, _ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings
  ) -> DescriptorRule {
    var cursor = contents
    var descriptors: [Descriptor] = []
    var written: [(name: Token, value: TokenCursor)] = []
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace, .semicolon:
        cursor.position += 1
      case .atKeyword:
        // Margin boxes of `@page`.
        _ = cursor.skip(until: .leftBrace, or: .semicolon)
        cursor.skipComponentValue()
      default:
        if let raw = RawDeclaration.consume(&cursor, allowsBlocks: true) {
          let text = cursor.name(raw.name)
          written.append((raw.name, raw.value))
          descriptors.append(
            Descriptor(name: text.string.hasPrefix("--") ? text : text.asciiLowercased, value: raw.value))
        } else {
          _ = cursor.skip(until: .semicolon)
        }
      }
    }
    if !options.isUserAgent {
      let rule = prelude.lowercasedName(keyword).string
      DescriptorProblems.report(rule, written, at: keyword, in: source, &diagnostics)
    }
    return DescriptorRule(
      prelude: prelude.sourceText, descriptors: descriptors, group: surroundings.group,
      range: stream.byteRange(prelude.remaining))
  }

  /// CSS Paged Media 3, 4.2: a list of names with `:first` and the like.
  static func isPageSelectorList(_ prelude: TokenCursor) -> Bool {
    var cursor = prelude
    if cursor.isAtEnd { return true }
    repeat {
      cursor.skipWhitespace()
      var isEmpty = cursor.consume(.ident) == nil
      while cursor.consume(.colon) != nil {
        guard let pseudo = cursor.consume(.ident) else { return false }
        guard ["first", "left", "right", "blank"].contains(cursor.lowercasedName(pseudo).string) else { return false }
        isEmpty = false
      }
      if isEmpty { return false }
      cursor.skipWhitespace()
    } while cursor.consume(.comma) != nil
    return cursor.isAtEnd
  }

  /// CSS Animations 1, 3.
  private mutating func parseKeyframes(_ prelude: TokenCursor, _ contents: TokenCursor, _ surroundings: Surroundings) {
    var cursor = prelude
    let token = cursor.next()
    guard token.kind == .ident || token.kind == .string, cursor.isAtEnd else {
      return invalidPrelude("keyframes", prelude)
    }
    let name = cursor.text(token)
    if token.kind == .ident, ["none", "initial", "inherit", "unset", "revert", "default"].contains(name.lowercased()) {
      return invalidPrelude("keyframes", prelude)
    }
    var frames: [(offsets: [Double], block: UInt32)] = []
    cursor = contents
    while !cursor.isAtEnd {
      if cursor.peekKind == .whitespace || cursor.peekKind == .semicolon {
        cursor.position += 1
        continue
      }
      let start = cursor.position
      let range = cursor.skip(until: .leftBrace)
      let selector = cursor.over(start..<range.upperBound).trimmed()
      guard cursor.peekKind == .leftBrace else { break }
      let body = cursor.consumeBlock()
      guard let offsets = Self.keyframeOffsets(selector) else {
        report(.cssInvalidSelector, "`\(excerpt(selector))` is not a keyframe", at: selector)
        continue
      }
      frames.append((offsets, UInt32(blocks.count)))
      parseKeyframe(body)
    }
    keyframes.append(KeyframesRule(name: name, frames: frames, group: surroundings.group))
  }

  private static func keyframeOffsets(_ selector: TokenCursor) -> [Double]? {
    var cursor = selector
    var offsets: [Double] = []
    repeat {
      cursor.skipWhitespace()
      let token = cursor.next()
      switch token.kind {
      case .percentage where token.number >= 0 && token.number <= 100: offsets.append(token.number)
      case .ident where cursor.text(token, is: "from"): offsets.append(0)
      case .ident where cursor.text(token, is: "to"): offsets.append(100)
      default: return nil
      }
      cursor.skipWhitespace()
    } while cursor.consume(.comma) != nil
    return cursor.isAtEnd ? offsets : nil
  }

  private mutating func parseKeyframe(_ contents: TokenCursor) {
    var parser = DeclarationParser(contents, allowsNestedRules: false)
    let start = blocks.written.count
    while let item = parser.next(&values, into: &blocks.written, &diagnostics) {
      guard case .atRule = item else { continue }
      _ = parser.cursor.skip(until: .leftBrace, or: .semicolon)
      parser.cursor.skipComponentValue()
    }
    for declaration in blocks.written[start...] where declaration.isImportant {
      for _ in declaration.values {
        diagnostics.report(
          .cssImportantInKeyframes, "!important in a keyframe makes browsers ignore the declaration", in: source,
          at: Int(declaration.start)..<Int(declaration.end), help: "remove `!important`")
      }
    }
    let normal = blocks.written[start...].filter { !$0.isImportant }
    blocks.written.replaceSubrange(start..., with: normal)
    _ = blocks.append(from: start, values.longhands)
  }

  mutating func invalidPrelude(_ name: String, _ prelude: TokenCursor) {
    report(
      .cssInvalidPrelude,
      prelude.isAtEnd
        ? "`@\(name)` lacks what it needs before its block" : "`\(excerpt(prelude))` is not what `@\(name)` takes",
      at: prelude)
  }
}
