import Names

/// Why a selector is not one.
public struct SelectorError: Error, Sendable {
  /// What was found, as one sentence without a full stop.
  public var message: String
  /// The tokens' bytes in the source.
  public var range: Range<Int>
}

/// The prefixes that `@namespace` declares (CSS Namespaces 3).
public struct NamespacePrefixes: Sendable {
  /// What a type selector without a prefix is bound to.
  public var byDefault: NamespaceConstraint?
  /// The bound prefixes.
  public var prefixes: [Name: NamespaceConstraint] = [:]

  /// None declared.
  public init() {}

  /// The constraint of a namespace's address.
  public static func constraint(_ address: String) -> NamespaceConstraint {
    switch address {
    case "": .none
    case "http://www.w3.org/1999/xhtml": .html
    case "http://www.w3.org/2000/svg": .svg
    case "http://www.w3.org/1998/Math/MathML": .mathML
    default: .other
    }
  }
}

/// Parses selectors (Selectors 4, 18) into a ``SelectorTable/Builder``.
public struct SelectorParser {
  /// What a selector without a leading combinator or `&` is relative to.
  public enum Context: Sendable {
    /// The whole document.
    case topLevel
    /// The rule around it (CSS Nesting 1): a list of the table.
    case nested(parent: UInt32)
    /// `@scope` around it (CSS Cascade 6, 2.5).
    case scoped
  }

  /// Where finished selectors go.
  public var builder: SelectorTable.Builder
  /// The declared prefixes.
  public var namespaces = NamespacePrefixes()
  var context: Context = .topLevel

  /// Facts about the complex selector that is being read; nested lists add to them.
  struct Facts {
    var mentionsNesting = false
    var mentionsScope = false
    var states: DynamicStates = []
  }
  var facts = Facts()
  /// The components of the compounds that are being read, those of nested lists above those around them.
  var scratch: [SelectorComponent] = []
  /// The compounds of the complex selectors that are being read, as ``scratch``.
  private var pending: [(combinator: Combinator?, compound: Compound)] = []
  /// Places in ``spellings`` by the names that were written: sheets write the same few over and over.
  var known = TextTable()
  /// Where the compounds of a plain selector begin in ``scratch``, each with the combinator before it.
  var plainCompounds: [(combinator: Combinator, start: Int)] = []
  private var spellings: [(written: Name, lowercase: Name)] = []
  /// How deep the functions are nested.
  var depth = 0
  /// Deeper functions than this make a selector invalid, so that hostile input cannot exhaust the stack.
  static let maximumDepth = 64

  /// Restrictions of the place that a selector is in.
  struct Place: OptionSet {
    let rawValue: UInt8
    /// Pseudo-elements are not allowed.
    static let noPseudoElements = Place(rawValue: 1)
    /// Only compound selectors, as in `:host()`.
    static let compoundOnly = Place(rawValue: 2)
    /// Inside `:has()`: another is not allowed.
    static let insideHas = Place(rawValue: 4)
    /// Selectors may begin with a combinator that leads to the anchor of `:has()`.
    static let relativeToAnchor = Place(rawValue: 8)
  }

  /// A parser that appends to a builder.
  public init(_ builder: SelectorTable.Builder = SelectorTable.Builder()) {
    self.builder = builder
  }

  /// Parses a selector list (4.1): every selector must be valid.
  ///
  /// - Parameters:
  ///   - cursor: over exactly the list.
  ///   - context: what relative selectors are relative to.
  /// - Returns: the index of the list in the table.
  public mutating func parseList(_ cursor: TokenCursor, in context: Context = .topLevel) throws(SelectorError) -> UInt32
  {
    if case .topLevel = context, let list = parsePlainList(cursor.stream, cursor.remaining) { return list }
    self.context = context
    self.depth = 0
    scratch.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    return try parseSelectors(cursor, place: [])
  }

  // MARK: Lists

  private mutating func parseSelectors(_ whole: TokenCursor, place: Place) throws(SelectorError) -> UInt32 {
    var cursor = whole
    let first = try parseComplex(cursor.over(cursor.skip(until: .comma)).trimmed(), place: place, isTop: depth == 0)
    // OPTIMIZATION: most lists have one member.
    if cursor.isAtEnd { return builder.append(first) }
    var members = [first]
    while cursor.consume(.comma) != nil {
      let member = cursor.over(cursor.skip(until: .comma)).trimmed()
      members.append(try parseComplex(member, place: place, isTop: depth == 0))
    }
    return builder.append(members)
  }

  /// A forgiving list (4.1.2): what is invalid is left out.
  private mutating func parseForgivingSelectors(_ whole: TokenCursor, place: Place) -> UInt32 {
    var cursor = whole
    var members: [Selector] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      let range = cursor.skip(until: .comma)
      let marks = builder.marks
      let (components, compounds) = (scratch.count, pending.count)
      if let member = try? parseComplex(cursor.over(start..<range.upperBound).trimmed(), place: place, isTop: false) {
        members.append(member)
      } else {
        builder.reset(to: marks)
        scratch.removeSubrange(components...)
        pending.removeSubrange(compounds...)
      }
      _ = cursor.consume(.comma)
    }
    return builder.append(members)
  }

  /// The selectors of a function's list, with the facts that it adds to the selector around it.
  private mutating func parseArgument(
    _ contents: TokenCursor, place: Place, forgiving: Bool
  ) throws(SelectorError) -> UInt32 {
    guard depth < Self.maximumDepth else {
      throw SelectorError(message: "the functions are nested too deeply", range: byteRange(contents))
    }
    depth += 1
    defer { depth -= 1 }
    let list: UInt32
    if forgiving {
      list = parseForgivingSelectors(contents, place: place)
    } else {
      list = try parseSelectors(contents, place: place)
    }
    facts.states.formUnion(builder.dynamicStates(ofList: list))
    return list
  }

  // MARK: Complex selectors

  private mutating func parseComplex(
    _ whole: TokenCursor, place: Place, isTop: Bool
  ) throws(SelectorError) -> Selector {
    var cursor = whole
    guard !cursor.isAtEnd else { throw SelectorError(message: "a selector is missing", range: byteRange(whole)) }
    let outerFacts = facts
    facts = Facts()
    defer {
      facts.mentionsNesting = facts.mentionsNesting || outerFacts.mentionsNesting
      facts.mentionsScope = facts.mentionsScope || outerFacts.mentionsScope
      facts.states.formUnion(outerFacts.states)
    }

    // From left to right: each compound with the combinator before it.
    let firstCompound = pending.count
    let firstComponent = scratch.count
    var leading: Combinator?
    let mayBeRelative = place.contains(.relativeToAnchor) || (isTop && !isTopLevelContext)
    if mayBeRelative, let combinator = consumeSymbolCombinator(&cursor) {
      leading = combinator
      cursor.skipWhitespace()
    }
    var combinator = leading
    while true {
      let compound = try parseCompound(&cursor, place: place)
      pending.append((combinator, compound))
      let hadSpace = cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if let symbol = consumeSymbolCombinator(&cursor) {
        combinator = symbol
        cursor.skipWhitespace()
        if cursor.isAtEnd { throw unexpected(cursor, "a selector is missing after the combinator") }
      } else if hadSpace {
        combinator = .descendant
      } else {
        throw unexpected(cursor, "unexpected `\(cursor.stream.sourceText(cursor.position..<cursor.position + 1))`")
      }
      if place.contains(.compoundOnly) { throw unexpected(cursor, "a combinator is not allowed here") }
      if compound.pseudoElement != nil {
        throw unexpected(cursor, "no combinator may follow a pseudo-element")
      }
    }
    let selector = finish(firstCompound, leading: leading, place: place, isTop: isTop)
    pending.removeSubrange(firstCompound...)
    scratch.removeSubrange(firstComponent...)
    return selector
  }

  private var isTopLevelContext: Bool {
    if case .topLevel = context { return true }
    return false
  }

  private func consumeSymbolCombinator(_ cursor: inout TokenCursor) -> Combinator? {
    let token = cursor.peek
    if token.isDelim(">") {
      cursor.position += 1
      return .child
    }
    if token.isDelim("+") {
      cursor.position += 1
      return .nextSibling
    }
    if token.isDelim("~") {
      cursor.position += 1
      return .subsequentSibling
    }
    return nil
  }

  /// Writes the compounds from right to left and adds what a relative selector is relative to.
  private mutating func finish(_ first: Int, leading: Combinator?, place: Place, isTop: Bool) -> Selector {
    let start = builder.components.count
    var specificity = Specificity()
    for index in stride(from: pending.count - 1, through: first, by: -1) {
      let compound = pending[index].compound
      for component in compound.start..<compound.end { builder.components.append(scratch[component]) }
      specificity = specificity + compound.specificity
      if index > first, let combinator = pending[index].combinator {
        builder.components.append(.combinator(combinator))
      }
    }
    if place.contains(.relativeToAnchor) {
      builder.components.append(.combinator(leading ?? .descendant))
      builder.components.append(SelectorComponent(.hasAnchor))
    } else if isTop {
      switch context {
      case .topLevel: break
      case .nested(let parent):
        // CSS Nesting 1, 3.1: a selector without `&` is relative to it.
        if leading != nil || !facts.mentionsNesting {
          builder.components.append(.combinator(leading ?? .descendant))
          builder.components.append(SelectorComponent(.matchesAny, first: parent))
          specificity = specificity + builder.specificity(ofList: parent)
          facts.states.formUnion(builder.dynamicStates(ofList: parent))
        }
      case .scoped:
        // CSS Cascade 6, 2.5.3: as if `:where(:scope)` and a descendant combinator came before it.
        if leading != nil || !(facts.mentionsNesting || facts.mentionsScope) {
          builder.components.append(.combinator(leading ?? .descendant))
          builder.components.append(SelectorComponent(.pseudoClass, detail: PseudoClass.scope.rawValue))
          facts.mentionsScope = true
        }
      }
    }
    let last = pending[pending.count - 1].compound
    return Selector(
      start: UInt32(start), count: UInt32(builder.components.count - start), specificity: specificity,
      pseudoElement: last.pseudoElement, pseudoArgument: last.pseudoArgument, dynamicStates: facts.states,
      mentionsScope: facts.mentionsScope || facts.mentionsNesting)
  }

  // MARK: Compound selectors

  /// A compound as it is read; of one with pseudo-elements the components go from right to left already.
  struct Compound {
    /// Its components in ``SelectorParser/scratch``; the end is known when it has been read.
    var start: Int
    var end: Int
    var specificity = Specificity()
    var pseudoElement: PseudoElement?
    var pseudoArgument: Name = .empty
    var isEmpty = true
  }

  /// Adds a component to the compound that is being read.
  mutating func add(
    _ component: SelectorComponent, _ specificity: Specificity = Specificity(0, 1, 0), to compound: inout Compound
  ) {
    scratch.append(component)
    compound.specificity = compound.specificity + specificity
    compound.isEmpty = false
  }

  /// The component of a name, interned once for all its uses.
  mutating func named(_ kind: SelectorComponent.Kind, _ token: Token, _ stream: TokenStream) -> SelectorComponent {
    let hash = stream.withText(token) { known.hash(of: $0, tag: 0) }
    let spelling: (written: Name, lowercase: Name)
    if let number = stream.withText(token, { known.find($0, tag: 0, hash: hash) }) {
      spelling = spellings[number]
    } else {
      let name = stream.name(token)
      let isLowercase = stream.withText(token) { bytes in !bytes.contains { $0 >= 0x41 && $0 <= 0x5A } }
      spelling = (name, isLowercase ? name : name.asciiLowercased)
      stream.withText(token) { known.insert($0, tag: 0, hash: hash, spellings.count) }
      spellings.append(spelling)
    }
    return SelectorComponent(kind, first: spelling.written.rawValue, second: spelling.lowercase.rawValue)
  }

  private mutating func parseCompound(_ cursor: inout TokenCursor, place: Place) throws(SelectorError) -> Compound {
    var compound = Compound(start: scratch.count, end: scratch.count)
    try parseTypeSelector(&cursor, into: &compound)
    while true {
      let token = cursor.peek
      switch token.kind {
      case .hash where token.flags.contains(.id):
        guard compound.pseudoElement == nil else { throw unexpected(cursor, "an id may not follow a pseudo-element") }
        cursor.position += 1
        add(named(.id, token, cursor.stream), Specificity(1, 0, 0), to: &compound)
      case .delim where token.isDelim("."):
        guard cursor.peek(1).kind == .ident else { throw unexpected(cursor, "a class name is missing after `.`") }
        guard compound.pseudoElement == nil else { throw unexpected(cursor, "a class may not follow a pseudo-element") }
        cursor.position += 1
        add(named(.className, cursor.next(), cursor.stream), to: &compound)
      case .delim where token.isDelim("&"):
        guard compound.pseudoElement == nil else { throw unexpected(cursor, "`&` may not follow a pseudo-element") }
        cursor.position += 1
        addNesting(to: &compound)
      case .leftBracket:
        guard compound.pseudoElement == nil else {
          throw unexpected(cursor, "an attribute selector may not follow a pseudo-element")
        }
        try parseAttribute(&cursor, into: &compound)
      case .colon:
        try parsePseudo(&cursor, into: &compound, place: place)
      default:
        if compound.isEmpty {
          throw unexpected(
            cursor, cursor.isAtEnd ? "a selector is missing" : "`\(cursor.sourceText.prefix(24))` begins no selector")
        }
        compound.end = scratch.count
        return compound
      }
    }
  }

  private mutating func addNesting(to compound: inout Compound) {
    facts.mentionsNesting = true
    if case .nested(let parent) = context {
      add(SelectorComponent(.matchesAny, first: parent), builder.specificity(ofList: parent), to: &compound)
      facts.states.formUnion(builder.dynamicStates(ofList: parent))
    } else {
      add(SelectorComponent(.pseudoClass, detail: PseudoClass.scope.rawValue), Specificity(), to: &compound)
    }
  }

  /// A type or universal selector with its prefix (5.1 to 5.3).
  private mutating func parseTypeSelector(
    _ cursor: inout TokenCursor, into compound: inout Compound
  ) throws(SelectorError) {
    func isName(_ token: Token) -> Bool { token.kind == .ident || token.isDelim("*") }
    let first = cursor.peek
    var constraint = namespaces.byDefault
    var name: Token
    if first.isDelim("|"), isName(cursor.peek(1)) {
      constraint = NamespaceConstraint.none
      name = cursor.peek(1)
      cursor.position += 2
    } else if isName(first), cursor.peek(1).isDelim("|"), isName(cursor.peek(2)) {
      if first.kind == .ident {
        guard let declared = namespaces.prefixes[cursor.name(first)] else {
          throw unexpected(cursor, "the namespace prefix `\(cursor.text(first))` is not declared")
        }
        constraint = declared
      } else {
        constraint = nil
      }
      name = cursor.peek(2)
      cursor.position += 3
    } else if isName(first) {
      name = first
      cursor.position += 1
    } else {
      // A compound without a type is bound to the default namespace too (5.3), except for browsers no difference shows in
      // documents of one vocabulary unless a default is declared.
      if let constraint, first.kind != .eof, !first.isDelim("&") {
        scratch.append(SelectorComponent(.namespace, detail: constraint.rawValue))
      }
      return
    }
    if let constraint { scratch.append(SelectorComponent(.namespace, detail: constraint.rawValue)) }
    if name.kind == .ident {
      add(named(.type, name, cursor.stream), Specificity(0, 0, 1), to: &compound)
    } else {
      compound.isEmpty = false
    }
  }

  /// An attribute selector (6).
  private mutating func parseAttribute(
    _ cursor: inout TokenCursor, into compound: inout Compound
  ) throws(SelectorError) {
    var block = cursor.consumeBlock().trimmed()
    // 6.4: without a prefix, no namespace.
    var namespace: NamespaceConstraint? = NamespaceConstraint.none
    let first = block.peek
    var nameToken = first
    if block.peek(first.isDelim("|") ? 0 : 1).isDelim("|"), block.peek(first.isDelim("|") ? 1 : 2).kind == .ident {
      if first.isDelim("|") {
        nameToken = block.peek(1)
        block.position += 2
      } else {
        if first.kind == .ident {
          guard let declared = namespaces.prefixes[block.name(first)] else {
            throw unexpected(block, "the namespace prefix `\(block.text(first))` is not declared")
          }
          namespace = declared
        } else if first.isDelim("*") {
          namespace = nil
        } else {
          throw unexpected(block, "an attribute's name is missing")
        }
        nameToken = block.peek(2)
        block.position += 3
      }
    } else {
      block.position += 1
    }
    guard nameToken.kind == .ident else { throw unexpected(block, "an attribute's name is missing") }
    let name = block.name(nameToken)
    block.skipWhitespace()
    var operation = AttributeSelector.Operator.exists
    var value: [UInt8] = []
    var caseRule = AttributeSelector.CaseRule.documentLanguage
    if !block.isAtEnd {
      operation = try parseAttributeOperator(&block)
      block.skipWhitespace()
      let token = block.next()
      guard token.kind == .ident || token.kind == .string else { throw unexpected(block, "a value is missing") }
      value = block.stream.withText(token) { Array($0) }
      block.skipWhitespace()
      if block.consumeIdent("i") { caseRule = .insensitive }
      // DEVIATION: browsers know no `s` flag yet, and a sheet must match as they do.
      block.skipWhitespace()
      guard block.isAtEnd else { throw unexpected(block, "`]` is missing") }
    }
    let start = builder.values.count
    builder.values += value
    let lowercase = name.asciiLowercased
    // The reader opens and closes `details`, which gives and takes the attribute.
    if lowercase == .open { facts.states.insert(.open) }
    builder.attributes.append(
      AttributeSelector(
        name: name, lowercaseName: lowercase, namespace: namespace, operation: operation, caseRule: caseRule,
        isCaseInsensitiveInHTML: Self.insensitiveAttributes.contains(lowercase), valueStart: UInt32(start),
        valueCount: UInt32(value.count)))
    add(SelectorComponent(.attribute, first: UInt32(builder.attributes.count - 1)), to: &compound)
  }

  private func parseAttributeOperator(_ block: inout TokenCursor) throws(SelectorError) -> AttributeSelector.Operator {
    let token = block.next()
    if token.isDelim("=") { return .equals }
    let operation: AttributeSelector.Operator
    switch token.delimiter {
    case 0x7E: operation = .includes
    case 0x7C: operation = .dashMatch
    case 0x5E: operation = .prefix
    case 0x24: operation = .suffix
    case 0x2A: operation = .substring
    default: throw unexpected(block, "an operator such as `=` is missing")
    }
    guard block.consumeDelim("=") else { throw unexpected(block, "`=` is missing") }
    return operation
  }

  /// HTML, 15.3.2: attributes whose values selectors compare without case.
  static let insensitiveAttributes: Set<Name> = Set(
    [
      "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
      "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
      "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade",
      "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type",
      "valign", "valuetype", "vlink",
    ].map { Name($0) })

  // MARK: Pseudo-classes and pseudo-elements

  private mutating func parsePseudo(
    _ cursor: inout TokenCursor, into compound: inout Compound, place: Place
  ) throws(SelectorError) {
    let start = cursor
    cursor.position += 1
    let isElement = cursor.consume(.colon) != nil
    let token = cursor.peek
    guard token.kind == .ident || token.kind == .function else {
      throw unexpected(cursor, isElement ? "a pseudo-element's name is missing" : "a pseudo-class's name is missing")
    }
    let name = cursor.lowercasedName(token).string
    if isElement || (token.kind == .ident && PseudoElement.legacy(name) != nil) {
      try parsePseudoElement(&cursor, name, token, into: &compound, place: place, start: start)
    } else if token.kind == .ident {
      cursor.position += 1
      try addPseudoClass(name, into: &compound, at: start)
    } else {
      let contents = cursor.consumeBlock()
      if compound.pseudoElement != nil { try checkAfterPseudoElement(function: name, compound, at: start) }
      try parseFunction(name, contents, into: &compound, place: place, at: start)
    }
  }

  private mutating func addPseudoClass(
    _ name: String, into compound: inout Compound, at start: TokenCursor
  ) throws(SelectorError) {
    if let element = compound.pseudoElement {
      if element == .scrollbarPart, PseudoClass.scrollbarStates.contains(name) {
        insertState(SelectorComponent(.pseudoClass, detail: PseudoClass.never.rawValue), to: &compound)
        return
      }
      guard let pseudo = PseudoClass.named(name), pseudo.mayFollow(element) else {
        throw unexpected(start, "`:\(name)` may not follow this pseudo-element")
      }
      facts.states.formUnion(pseudo.dynamicStates)
      insertState(SelectorComponent(.pseudoClass, detail: pseudo.rawValue), to: &compound)
      return
    }
    guard let pseudo = PseudoClass.named(name) else {
      throw unexpected(start, "there is no pseudo-class `:\(name)`")
    }
    if pseudo == .scope { facts.mentionsScope = true }
    facts.states.formUnion(pseudo.dynamicStates)
    add(SelectorComponent(.pseudoClass, detail: pseudo.rawValue), to: &compound)
  }

  private func checkAfterPseudoElement(
    function name: String, _ compound: Compound, at start: TokenCursor
  ) throws(SelectorError) {
    guard let element = compound.pseudoElement, element.allowsUserActionStates,
      ["is", "where", "not"].contains(name) || (element.isElementBacked && ["lang", "dir", "state"].contains(name))
    else { throw unexpected(start, "`:\(name)()` may not follow this pseudo-element") }
  }

  private mutating func parseFunction(
    _ name: String, _ contents: TokenCursor, into compound: inout Compound, place: Place, at start: TokenCursor
  ) throws(SelectorError) {
    let inner = place.subtracting(.relativeToAnchor).union(.noPseudoElements)
    switch name {
    case "is", "where":
      let list = try parseArgument(contents, place: inner, forgiving: true)
      addFunction(
        SelectorComponent(.matchesAny, first: list), name == "is" ? builder.specificity(ofList: list) : Specificity(),
        to: &compound)
    case "-webkit-any", "matches":
      guard name == "-webkit-any" else { throw unexpected(start, "there is no pseudo-class `:matches()`") }
      let list = try parseArgument(contents, place: inner.union(.compoundOnly), forgiving: false)
      addFunction(SelectorComponent(.matchesAny, first: list), Specificity(0, 1, 0), to: &compound)
    case "not":
      let list = try parseArgument(contents, place: inner, forgiving: false)
      addFunction(SelectorComponent(.matchesNone, first: list), builder.specificity(ofList: list), to: &compound)
    case "has":
      guard !place.contains(.insideHas) else { throw unexpected(start, "`:has()` may not be in `:has()`") }
      let list = try parseArgument(
        contents, place: [.relativeToAnchor, .noPseudoElements, .insideHas], forgiving: false)
      add(SelectorComponent(.has, first: list), builder.specificity(ofList: list), to: &compound)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      try parseNth(name, contents, into: &compound, place: inner, at: start)
    case "lang":
      // DEVIATION: one identifier, as browsers read it; lists, strings and wildcards are invalid there.
      var argument = contents.trimmed()
      guard let range = argument.consume(.ident), argument.isAtEnd else {
        throw unexpected(start, "`:lang()` takes a language such as `en`")
      }
      builder.languages.append([argument.text(range)])
      addFunction(
        SelectorComponent(.language, first: UInt32(builder.languages.count - 1)), Specificity(0, 1, 0), to: &compound)
    case "dir":
      var argument = contents.trimmed()
      guard let token = argument.consume(.ident), argument.isAtEnd else {
        throw unexpected(start, "`:dir()` takes `ltr` or `rtl`")
      }
      let detail: UInt8 = argument.text(token, is: "ltr") ? 0 : argument.text(token, is: "rtl") ? 1 : 2
      addFunction(SelectorComponent(.direction, detail: detail), Specificity(0, 1, 0), to: &compound)
    case "host", "host-context":
      let list = try parseArgument(contents, place: [.compoundOnly, .noPseudoElements], forgiving: false)
      guard builder.lists[Int(list)].count == 1 else {
        throw unexpected(start, "`:\(name)()` takes one compound selector")
      }
      add(SelectorComponent(.never), Specificity(0, 1, 0) + builder.specificity(ofList: list), to: &compound)
    case "state", "active-view-transition-type":
      var argument = contents.trimmed()
      guard argument.consume(.ident) != nil else { throw unexpected(start, "`:\(name)()` takes a name") }
      addFunction(SelectorComponent(.never), Specificity(0, 1, 0), to: &compound)
    default:
      throw unexpected(start, "there is no pseudo-class `:\(name)()`")
    }
  }

  private mutating func parseNth(
    _ name: String, _ contents: TokenCursor, into compound: inout Compound, place: Place, at start: TokenCursor
  ) throws(SelectorError) {
    var cursor = contents.trimmed()
    guard let (step, offset) = NthPattern.parse(&cursor) else {
      throw unexpected(start, "`:\(name)()` takes a pattern such as `2n+1` or `odd`")
    }
    let kind: NthKind =
      switch name {
      case "nth-child": .child
      case "nth-last-child": .lastChild
      case "nth-of-type": .ofType
      default: .lastOfType
      }
    var list = UInt32.max
    var specificity = Specificity(0, 1, 0)
    cursor.skipWhitespace()
    if !cursor.isAtEnd {
      guard kind == .child || kind == .lastChild, cursor.consumeIdent("of") else {
        throw unexpected(cursor, "unexpected `\(cursor.sourceText.prefix(24))` after the pattern")
      }
      list = try parseArgument(cursor.trimmed(), place: place, forgiving: false)
      specificity = specificity + builder.specificity(ofList: list)
    }
    builder.nths.append(NthSelector(step: step, offset: offset, list: list))
    add(
      SelectorComponent(.nth, detail: kind.rawValue, first: UInt32(builder.nths.count - 1)), specificity, to: &compound)
  }

  private mutating func parsePseudoElement(
    _ cursor: inout TokenCursor, _ name: String, _ token: Token, into compound: inout Compound, place: Place,
    start: TokenCursor
  ) throws(SelectorError) {
    guard !place.contains(.noPseudoElements) else { throw unexpected(start, "a pseudo-element is not allowed here") }
    var element: PseudoElement
    var argument = Name.empty
    var specificity = Specificity(0, 0, 1)
    if token.kind == .ident {
      guard let known = PseudoElement.named(name) else {
        throw unexpected(start, "there is no pseudo-element `::\(name)`")
      }
      cursor.position += 1
      element = known
      if known == .vendor || known == .scrollbarPart { argument = Name(name) }
    } else {
      let contents = cursor.consumeBlock().trimmed()
      (element, argument, specificity) = try parseFunctionalPseudoElement(name, contents, at: start)
    }
    if let outer = compound.pseudoElement {
      guard let nested = outer.nested(element) else {
        throw unexpected(start, "`::\(name)` may not follow this pseudo-element")
      }
      let component = SelectorComponent(.pseudoElement, detail: element.rawValue, first: argument.rawValue)
      scratch.insert(contentsOf: [component, .combinator(.pseudoElement)], at: compound.start)
      element = nested
    } else {
      let component = SelectorComponent(.pseudoElement, detail: element.rawValue, first: argument.rawValue)
      scratch.insert(contentsOf: [component, .combinator(.pseudoElement)], at: compound.start)
    }
    compound.specificity = compound.specificity + specificity
    compound.pseudoElement = element
    compound.pseudoArgument = argument
    compound.isEmpty = false
  }

  private mutating func parseFunctionalPseudoElement(
    _ name: String, _ contents: TokenCursor, at start: TokenCursor
  ) throws(SelectorError) -> (PseudoElement, Name, Specificity) {
    var cursor = contents
    switch name {
    case "part":
      var count = 0
      while cursor.consume(.ident) != nil {
        count += 1
        cursor.skipWhitespace()
      }
      guard count > 0, cursor.isAtEnd else { throw unexpected(start, "`::part()` takes names") }
      return (.part, .empty, Specificity(0, 0, 1))
    case "slotted", "cue":
      let list = try parseArgument(contents, place: [.compoundOnly, .noPseudoElements], forgiving: false)
      guard builder.lists[Int(list)].count == 1 || name == "cue" else {
        throw unexpected(start, "`::slotted()` takes one compound selector")
      }
      return (
        name == "cue" ? .cue : .slotted, .empty, Specificity(0, 0, 1) + builder.specificity(ofList: list)
      )
    case "highlight", "picker", "scroll-button":
      let token = cursor.next()
      guard token.kind == .ident || (name == "scroll-button" && token.isDelim("*")), cursor.isAtEnd else {
        throw unexpected(start, "`::\(name)()` takes a name")
      }
      let element: PseudoElement = name == "highlight" ? .highlight : name == "picker" ? .picker : .scrollButton
      return (element, cursor.name(token), Specificity(0, 0, 1))
    case "view-transition-group", "view-transition-image-pair", "view-transition-old", "view-transition-new":
      guard !cursor.isAtEnd else { throw unexpected(start, "`::\(name)()` takes a name") }
      return (.viewTransition, Name(name), Specificity(0, 0, 1))
    default:
      throw unexpected(start, "there is no pseudo-element `::\(name)()`")
    }
  }

  // MARK: Errors

  private func byteRange(_ cursor: TokenCursor) -> Range<Int> { cursor.stream.byteRange(cursor.remaining) }

  private func unexpected(_ cursor: TokenCursor, _ message: String) -> SelectorError {
    let end = min(cursor.position + 1, cursor.end)
    return SelectorError(
      message: message, range: cursor.stream.byteRange(min(cursor.position, end)..<end))
  }
}

extension SelectorParser {
  /// Adds a state of the pseudo-element that the compound ends in.
  mutating func insertState(_ component: SelectorComponent, to compound: inout Compound) {
    scratch.insert(component, at: compound.start)
    compound.specificity = compound.specificity + Specificity(0, 1, 0)
  }

  mutating func addFunction(_ component: SelectorComponent, _ specificity: Specificity, to compound: inout Compound) {
    if compound.pseudoElement != nil {
      scratch.insert(component, at: compound.start)
      compound.specificity = compound.specificity + specificity
    } else {
      add(component, specificity, to: &compound)
    }
  }
}

extension PseudoClass {
  /// Whether the pseudo-class may come after a pseudo-element (Selectors 4, 3.6.3).
  func mayFollow(_ element: PseudoElement) -> Bool {
    switch self {
    case .hover, .active, .focus, .focusVisible, .focusWithin: element.allowsUserActionStates
    case .root, .empty, .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType, .onlyOfType, .scope, .host:
      false
    default: element.isElementBacked || element.isVendorPart
    }
  }
}

extension PseudoElement {
  /// What `self::other` is, or `nil` where it is nothing.
  func nested(_ other: PseudoElement) -> PseudoElement? {
    switch (self, other) {
    case (.before, .marker): .beforeMarker
    case (.after, .marker): .afterMarker
    case (.part, .part), (.part, .slotted): nil
    case (.part, _): .part
    case (.slotted, .before), (.slotted, .after), (.slotted, .marker), (.slotted, .placeholder),
      (.slotted, .fileSelectorButton):
      .slotted
    case (.detailsContent, .before), (.detailsContent, .after): .slotted
    default: nil
    }
  }
}

extension SelectorTable.Builder {
  /// How much is in each array.
  struct Marks {
    var components: Int
    var selectors: Int
    var lists: Int
    var nths: Int
    var attributes: Int
    var values: Int
    var languages: Int
  }

  var marks: Marks {
    Marks(
      components: components.count, selectors: selectors.count, lists: lists.count, nths: nths.count,
      attributes: attributes.count, values: values.count, languages: languages.count)
  }

  /// Drops what was added since.
  mutating func reset(to marks: Marks) {
    forgetFacts()
    components.removeSubrange(marks.components...)
    selectors.removeSubrange(marks.selectors...)
    lists.removeSubrange(marks.lists...)
    nths.removeSubrange(marks.nths...)
    attributes.removeSubrange(marks.attributes...)
    values.removeSubrange(marks.values...)
    languages.removeSubrange(marks.languages...)
  }
}
