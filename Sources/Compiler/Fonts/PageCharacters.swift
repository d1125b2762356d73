import CSS
import CSSValues
import HTML
import Layout
import Names
import Text

/// The characters that a page may show and the fonts that it ships for them: what fonts are subset to.
public struct PageCharacters: Hashable, Sendable {
  /// A font file that the page's `@font-face` rules name.
  public struct Font: Hashable, Sendable {
    /// The site path.
    public var path: String
    /// The characters that its rules take it for, in ranges; empty for all.
    public var ranges: [ClosedRange<UInt32>]
    /// What may show other characters in this font than ``PageCharacters/characters``, for people; empty for nothing.
    public var opening: String

    /// A font from its parts.
    public init(path: String, ranges: [ClosedRange<UInt32>], opening: String) {
      self.path = path
      self.ranges = ranges
      self.opening = opening
    }
  }

  /// Ascending.
  public var characters: [UInt32] = []
  /// In order of their paths.
  public var fonts: [Font] = []

  /// No characters and no fonts.
  public init() {}
}

/// Collects what a page may show: the text of the document and of all that was laid out, generated content of every
/// state, and what shaping and transforms make of it.
struct PageCharacterCollection {
  private let document: Document
  private let layouts: [ViewportLayout]
  private let isToken: Bool
  private var found: Set<UInt32> = []
  /// Transforms that a rule names, whether a style that was computed has them or not.
  private var mayTransform: TextTransform = []
  /// Whether generated content takes text from attributes.
  private var readsAttributes = false
  /// What declarations of fonts say that hold only in states or under conditions, in lower case.
  private var conditionalFonts: Set<String> = []

  /// - Parameters:
  ///   - layouts: the page at every viewport, width between them and class that was styled.
  ///   - bindings: of a Token page.
  static func characters(
    of document: Document, _ layouts: [ViewportLayout], _ sheets: PageStyleSheets, _ bindings: PageBindings,
    _ fonts: FontSet
  ) -> PageCharacters {
    guard fonts.rules.contains(where: { !paths(of: $0).isEmpty }) else { return PageCharacters() }
    var collection = PageCharacterCollection(document, layouts, isToken: sheets.dialect == .token)
    collection.addContentOfRules(sheets)
    collection.addDocument()
    for layout in layouts { for unit in layout.tree.text { collection.add(unit) } }
    collection.addTransforms()
    // What every line may need: the space, the measures of `ch` and `ex`, the ellipsis, hyphens, a password's bullet.
    collection.found.formUnion([0x20, 0x2D, 0x30, 0x78, 0x2010, 0x2022, 0x2026])
    var result = PageCharacters()
    result.characters = collection.found.sorted()
    result.fonts = collection.fonts(of: fonts.rules, bindings)
    return result
  }

  private init(_ document: Document, _ layouts: [ViewportLayout], isToken: Bool) {
    self.document = document
    self.layouts = layouts
    self.isToken = isToken
  }

  private mutating func add(_ unit: UInt16) {
    // Pairs are added as scalars from the document; a generated one is rare, and found in its rule.
    if unit & 0xF800 != 0xD800 { found.insert(UInt32(unit)) }
  }

  private mutating func add(_ text: String) {
    for scalar in text.unicodeScalars { found.insert(scalar.value) }
  }

  // MARK: Text

  /// Attributes whose text pages show.
  private static let shown: Set<Name> = [
    Name("alt"), Name("placeholder"), Name("value"), Name("label"), Name("title"), Name("summary"),
  ]
  private static let unseen: Set<Name> = [.script, .style, .title]

  private mutating func addDocument() {
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        for attribute in document.attributes(node)
        where isToken || readsAttributes || Self.shown.contains(attribute.name) {
          add(document.value(attribute))
        }
        if let style = document.value(node, .style) { addContent(of: CSS.TokenStream(text: style)) }
        if document.name(node) == Name("math") {
          // MathML Core, 2.1.4: letters become those of mathematics; roots and operators that nothing writes.
          found.formUnion(0x1D400...0x1D7FF)
          found.formUnion([0x210E, 0x221A, 0x2061, 0x2062, 0x2063, 0x2064])
        }
        if document.name(node) == .template {
          let contents = document.templateContents(of: node)
          if contents.exists { add(document.textContent(contents)) }
        }
        if Self.unseen.contains(document.name(node)), document.namespace(node) == .html {
          node = document.nextSkippingChildren(after: node)
          continue
        }
      } else if document.kind(node) == .text {
        add(document.text(node))
      }
      node = document.next(after: node)
    }
  }

  // MARK: Generated content

  private static let contentProperties: Set<String> = [
    "content", "quotes", "list-style", "list-style-type", "hyphenate-character", "text-overflow", "text-emphasis",
    "text-emphasis-style", "symbols", "additive-symbols", "prefix", "suffix", "negative", "pad", "initial-value",
  ]
  private static let markers: [UInt32] = [0x2022, 0x25E6, 0x25AA, 0x25B8, 0x25BE, 0x25C2]
  private static let emphasisMarks: [UInt32] = [
    0x2022, 0x25E6, 0x25CF, 0x25CB, 0x25C9, 0x25CE, 0x25B2, 0x25B3, 0xFE45, 0xFE46,
  ]

  /// The texts of rules, whether their states hold or not.
  private mutating func addContentOfRules(_ sheets: PageStyleSheets) {
    var pending = sheets.sheets
    while let collected = pending.popLast() {
      let stream = CSS.TokenStream(collected.sheet.source, lineComments: isToken)
      addContent(of: stream)
      addConditionalFonts(of: stream, isConditional: !collected.media.isEmpty)
      pending += collected.imports.compactMap { $0 }
    }
  }

  private mutating func addContent(of stream: CSS.TokenStream) {
    let tokens = stream.tokens
    var property = ""
    var isInValue = false
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .semicolon, .rightBrace, .leftBrace: isInValue = false
      case .ident:
        switch stream.text(token).lowercased() {
        case "full-width": mayTransform.insert(.fullWidth)
        case "full-size-kana": mayTransform.insert(.fullSizeKana)
        default: break
        }
        if isInValue {
          addKeyword(stream.text(token), of: property)
          continue
        }
        var next = index + 1
        while next < tokens.count, tokens[next].kind == .whitespace { next += 1 }
        guard next < tokens.count, tokens[next].kind == .colon else { continue }
        property = stream.text(token).lowercased()
        isInValue = property.hasPrefix("--") || Self.contentProperties.contains(property)
        if property.hasPrefix("text-emphasis") { found.formUnion(Self.emphasisMarks) }
      case .string: if isInValue { add(stream.text(token)) }
      case .function:
        guard isInValue else { continue }
        switch stream.text(token).lowercased() {
        case "attr": readsAttributes = true
        case "counter", "counters": found.formUnion(0x30...0x39)
        default: break
        }
      default: break
      }
    }
  }

  /// Pseudo-classes that change while a page is shown.
  private static let states: Set<String> = [
    "hover", "active", "focus", "focus-visible", "focus-within", "target", "visited", "checked", "indeterminate",
    "default", "enabled", "disabled", "read-only", "read-write", "placeholder-shown", "autofill", "required",
    "optional",
    "valid", "invalid", "user-valid", "user-invalid", "in-range", "out-of-range", "blank", "empty", "open", "modal",
    "popover-open", "fullscreen",
  ]

  /// Notes the fonts of rules whose selectors have such pseudo-classes and of those in at-rules with a condition: which of them
  /// a field gets later is not known.
  private mutating func addConditionalFonts(of stream: CSS.TokenStream, isConditional: Bool) {
    var blocks = [isConditional]
    var prelude = (hasCondition: false, name: "", isValue: false, words: [String]())
    func fonts() -> String? {
      let isFont = prelude.name == "font" || prelude.name == "font-family" || prelude.name.hasPrefix("--")
      return isFont && prelude.isValue ? prelude.words.joined(separator: " ") : nil
    }
    for token in stream.tokens {
      switch token.kind {
      case .leftBrace: blocks.append(prelude.hasCondition || blocks.last == true)
      case .rightBrace, .semicolon:
        if blocks.last == true, let fonts = fonts() { conditionalFonts.insert(fonts) }
        if token.kind == .rightBrace, blocks.count > 1 { blocks.removeLast() }
      case .atKeyword:
        prelude.hasCondition = ["media", "container", "supports"].contains(stream.text(token).lowercased())
        continue
      case .colon:
        prelude.isValue = true
        continue
      case .ident, .string:
        let text = stream.text(token).lowercased()
        if prelude.isValue, Self.states.contains(text) { prelude.hasCondition = true }
        if prelude.isValue { prelude.words.append(text) } else { prelude.name = text }
        continue
      default: continue
      }
      prelude = (false, "", false, [])
    }
  }

  private mutating func addKeyword(_ keyword: String, of property: String) {
    switch property {
    // The symbols of counter styles may be written without quotes.
    case "symbols", "additive-symbols", "prefix", "suffix", "negative", "pad": add(keyword)
    case "list-style", "list-style-type":
      found.formUnion(Self.markers)
      found.formUnion(0x30...0x39)
      found.formUnion([0x2D, 0x2E])
      addCounterStyle(keyword)
    case "content":
      if keyword.lowercased().hasSuffix("-quote") { found.formUnion(Self.quotes) }
      addCounterStyle(keyword)
    default: break
    }
  }

  /// The marks that `open-quote` and `close-quote` stand for in the languages there are.
  private static let quotes: [UInt32] =
    [0x22, 0x27, 0xAB, 0xBB] + Array(0x2018...0x201F) + [0x2039, 0x203A] + Array(0x300C...0x300F) + [0x301D, 0x301E]

  /// What a counter style writes numbers with, whether a style that was computed has it or not.
  private mutating func addCounterStyle(_ keyword: String) {
    let style = keyword.lowercased()
    guard style.contains("-") || ["hebrew", "armenian", "georgian"].contains(style) else { return }
    for value in Array(0...120) + Array(stride(from: 200, through: 1000, by: 100)) + [2000, 5000, 9000, 10_000] {
      add(CounterStyle.text(value, style: style))
    }
    add(CounterStyle.suffix(style: style))
  }

  // MARK: Transforms

  /// The other cases of letters, which states, media and small capitals may ask for, and other forms that rules name.
  private mutating func addTransforms() {
    let transforms = mayTransform
    for value in found {
      guard let scalar = Unicode.Scalar(value) else { continue }
      add(scalar.properties.uppercaseMapping)
      add(scalar.properties.lowercaseMapping)
      add(scalar.properties.titlecaseMapping)
      if value == 0x69 || value == 0x49 { found.formUnion([0x130, 0x131]) }
      if transforms.contains(.fullWidth), (0x21...0x7E).contains(value) { found.insert(value + 0xFEE0) }
    }
    if transforms.contains(.fullWidth) { found.insert(0x3000) }
    if transforms.contains(.fullSizeKana) { found.formUnion(0x3041...0x30FF) }
  }

  // MARK: Fonts

  private static func paths(of rule: FontFaceRule) -> [String] {
    rule.sources.compactMap {
      if case .file(let file) = $0, !file.path.isEmpty { file.path } else { nil }
    }
  }

  private func fonts(of rules: [FontFaceRule], _ bindings: PageBindings) -> [PageCharacters.Font] {
    let pageOpening = opening(bindings)
    let typed = pageOpening == nil ? familiesOfFields() : (names: [:], all: nil, any: nil)
    var fonts: [String: PageCharacters.Font] = [:]
    for rule in rules {
      let ranges = rule.unicodeRanges.filter { $0.upperBound <= 0x10FFFF }
      let family = rule.family.lowercased()
      let conditional = typed.any != nil && conditionalFonts.contains { $0.contains(family) } ? typed.any : nil
      let opening = pageOpening ?? typed.all ?? typed.names[family] ?? conditional ?? ""
      for path in Self.paths(of: rule) {
        guard var font = fonts[path] else {
          fonts[path] = PageCharacters.Font(path: path, ranges: ranges, opening: opening)
          continue
        }
        font.ranges = font.ranges.isEmpty || ranges.isEmpty ? [] : font.ranges + ranges
        if font.opening.isEmpty { font.opening = opening }
        fonts[path] = font
      }
    }
    return fonts.values.sorted { $0.path < $1.path }
  }

  /// What may put any text into the page, or `nil`.
  private func opening(_ bindings: PageBindings) -> String? {
    if !bindings.bindings.isEmpty { return "bindings" }
    if !bindings.handlers.isEmpty { return "scripts" }
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        if document.name(node).string == "track" { return "captions" }
        if document.name(node) == .noscript, document.textContent(node).contains("&") { return "a `<noscript>`" }
        if document.name(node) == .script, Self.isScript(document.value(node, .type)) { return "scripts" }
        for attribute in document.attributes(node) {
          let name = attribute.name.string
          // Those of Token pages are among the bindings; `onColor` is none.
          if !isToken, name.hasPrefix("on"), name.utf8.count > 3 { return "scripts" }
          if name == "srcdoc" { return "a document in `srcdoc`" }
          if Self.links.contains(name), Self.isScriptURL(document.value(attribute)) { return "scripts" }
          if name == "shadowrootmode" { return "a shadow tree" }
        }
      }
      node = document.next(after: node)
    }
    return nil
  }

  private static let links: Set<String> = ["href", "src", "action", "formaction", "data"]

  /// Whether a URL runs a script: white space and control characters do not count (URL, 4.4).
  private static func isScriptURL(_ value: String) -> Bool {
    let start = value.unicodeScalars.lazy.filter { $0.value > 0x20 }.prefix(11)
    return String(String.UnicodeScalarView(start)).lowercased() == "javascript:"
  }

  private static func isScript(_ type: String?) -> Bool {
    let type = (type ?? "").lowercased().filter { !$0.isWhitespace }
    return type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript")
      || type.hasSuffix("jscript")
  }

  /// Types of `<input>` that take no text of the reader's.
  private static let closedTypes: Set<String> = [
    "hidden", "checkbox", "radio", "range", "color", "submit", "reset", "button", "image", "password",
  ]
  private static let typing: Set<String> = ["input", "textarea", "searchbar"]

  /// The families of what readers type into, in lower case, each with what it is; `all` where the styles do not say,
  /// and `any` for the first of them.
  private func familiesOfFields() -> (names: [String: String], all: String?, any: String?) {
    var names: [String: String] = [:]
    var any: String?
    var node = document.next(after: .document)
    while node.exists {
      defer { node = document.next(after: node) }
      guard document.isElement(node) else { continue }
      let tag = document.name(node).string.lowercased()
      let editable = document.value(node, Name("contenteditable"))?.lowercased()
      let isField = Self.typing.contains(tag) && !(tag == "input" && Self.closedTypes.contains(type(of: node)))
      guard isField || editable != nil && editable != "false" else { continue }
      let what = isField ? "what is typed into `\(tag)`" : "what is typed into an editable `\(tag)`"
      if !isField, document.children(node).contains(where: document.isElement) { return ([:], what, what) }
      any = any ?? what
      for layout in layouts {
        let index = node.index < layout.styles.elements.count ? layout.styles.style(of: node) : -1
        guard index >= 0 else { continue }
        for case .named(let family) in layout.styles.styles[Int(index)].font.families {
          if names[family.lowercased()] == nil { names[family.lowercased()] = what }
        }
      }
    }
    return (names, nil, any)
  }

  private func type(of node: NodeID) -> String { (document.value(node, .type) ?? "text").lowercased() }
}
