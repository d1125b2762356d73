import CSS
import CSSValues
import Names

/// Replaces `var()`, `env()` and `attr()` in a value's text (CSS Values 5, 3; CSS Variables 2, 3; CSS Env 1).
struct Substitution {
  /// A custom property's value; `nil` is invalid.
  let lookUp: (Name) -> CustomPropertyValue?
  let environment: Environment
  /// An attribute of the element; `nil` where it has none of the name.
  let attribute: (Name) -> String?
  /// Whether a condition of `if()` holds; `nil` where it is none.
  var condition: (TokenCursor, (TokenCursor) -> [UInt8]?) -> Bool? = { _, _ in nil }
  /// Whether `attr()` was met: the result then holds for this element only.
  private(set) var usesAttributes = false
  /// Whether text of an attribute came into the result, of the element or through a custom property.
  private(set) var isTainted = false
  /// The attributes whose text is being substituted: one that comes to itself is invalid.
  private var openAttributes: [Name] = []
  private var cyclicAttributes: Set<Name> = []
  /// Whether `env()` was met.
  private(set) var usesEnvironment = false
  /// Whether more text came out than is allowed.
  private(set) var isTooLong = false
  /// The work that was done, whatever came out: the tokens that were passed, and more for each reference.
  private(set) var steps = 0
  /// The syntaxes that `type()` names.
  private let syntaxes: RegisteredValues

  /// To replace a reference takes as long as to pass so many tokens.
  private static let stepsOfReference = 16

  /// More text than this is invalid, so that doubling chains stay bounded. In bytes.
  static let maximumLength = 1 << 20
  private static let maximumDepth = 64

  init(
    lookUp: @escaping (Name) -> CustomPropertyValue?, environment: Environment, syntaxes: RegisteredValues,
    attribute: @escaping (Name) -> String?
  ) {
    self.lookUp = lookUp
    self.environment = environment
    self.syntaxes = syntaxes
    self.attribute = attribute
  }

  /// The text with everything replaced, or `nil` where it is invalid at computed-value time.
  mutating func substitute(_ text: TokenCursor) -> [UInt8]? {
    var output: [UInt8] = []
    guard append(text, to: &output, depth: 0) else { return nil }
    return output
  }

  private mutating func append(_ whole: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    var cursor = whole
    let stream = cursor.stream
    // Runs of tokens without references are copied as they are written, comments included.
    var runStart = cursor.position
    func copyRun(_ end: Int, _ output: inout [UInt8]) {
      guard end > runStart else { return }
      join(&output, stream.source[stream.byteRange(runStart..<end)])
    }
    while !cursor.isAtEnd {
      let token = cursor.peek
      steps += 1
      guard token.kind == .function, let kind = Self.kind(token, stream) else {
        cursor.position += 1
        continue
      }
      steps += Self.stepsOfReference
      copyRun(cursor.position, &output)
      let contents = cursor.consumeBlock()
      runStart = cursor.position
      let isValid: Bool =
        switch kind {
        case .variable: appendVariable(contents, to: &output, depth: depth)
        case .environment: appendEnvironment(contents, to: &output, depth: depth)
        case .attribute: appendAttribute(contents, to: &output, depth: depth)
        case .conditional: appendConditional(contents, to: &output, depth: depth)
        }
      guard isValid else { return false }
      if output.count > Self.maximumLength {
        isTooLong = true
        return false
      }
    }
    copyRun(cursor.position, &output)
    if output.count > Self.maximumLength {
      isTooLong = true
      return false
    }
    return true
  }

  private enum Kind { case variable, environment, attribute, conditional }

  private static func kind(_ token: Token, _ stream: TokenStream) -> Kind? {
    switch token.textEnd &- token.textStart {
    case 2: stream.text(token, is: "if") ? .conditional : nil
    case 3: stream.text(token, is: "var") ? .variable : stream.text(token, is: "env") ? .environment : nil
    case 4: stream.text(token, is: "attr") ? .attribute : nil
    default: nil
    }
  }

  /// Joins texts so that no token of one runs into the other's.
  private func join(_ output: inout [UInt8], _ text: some Collection<UInt8>) {
    if let last = output.last, let first = text.first, Self.mayMerge(last, first) {
      output += [0x2F, 0x2A, 0x2A, 0x2F]
    }
    output += text
  }

  private static func mayMerge(_ last: UInt8, _ first: UInt8) -> Bool {
    func isName(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == 0x2D || byte == 0x5F || byte == 0x5C || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
    let before = isName(last) || last == 0x23 || last == 0x40 || last == 0x2E || last == 0x2B
    if before { return isName(first) || first == 0x25 || first == 0x2E || first == 0x28 || first == 0x2B }
    return last == 0x2F && (first == 0x2A || first == 0x2F)
  }

  // MARK: var()

  private mutating func appendVariable(_ contents: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    var cursor = contents
    cursor.skipWhitespace()
    guard let token = cursor.consume(.ident) else { return false }
    let name = cursor.name(token)
    cursor.skipWhitespace()
    let fallback = cursor.consume(.comma) != nil ? cursor.trimmed() : nil
    if let value = lookUp(name) {
      join(&output, value.text)
      if value.isTainted { isTainted = true }
      return true
    }
    guard let fallback else { return false }
    return appendFallback(fallback, to: &output, depth: depth)
  }

  private mutating func appendFallback(_ fallback: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    var text: [UInt8] = []
    guard append(fallback, to: &text, depth: depth + 1) else { return false }
    join(&output, text)
    return true
  }

  // MARK: env()

  private mutating func appendEnvironment(_ contents: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    var cursor = contents
    cursor.skipWhitespace()
    guard let token = cursor.consume(.ident) else { return false }
    // The other names answer the same on every screen.
    let name = cursor.text(token)
    if name.hasPrefix("safe-area-") || name == "preferred-text-scale" { usesEnvironment = true }
    var indices = 0
    cursor.skipWhitespace()
    while cursor.consume(.number) != nil {
      indices += 1
      cursor.skipWhitespace()
    }
    // The names are case-sensitive.
    if indices == 0, let value = environmentValue(name) {
      join(&output, Array(value.utf8))
      return true
    }
    guard cursor.consume(.comma) != nil else { return false }
    return appendFallback(cursor.trimmed(), to: &output, depth: depth)
  }

  private func environmentValue(_ name: String) -> String? {
    let length: Double? =
      switch name {
      case "safe-area-inset-top": environment.viewport.safeArea.top
      case "safe-area-inset-right": environment.viewport.safeArea.right
      case "safe-area-inset-bottom": environment.viewport.safeArea.bottom
      case "safe-area-inset-left": environment.viewport.safeArea.left
      case "safe-area-max-inset-top": environment.viewport.safeArea.top
      case "safe-area-max-inset-right": environment.viewport.safeArea.right
      case "safe-area-max-inset-bottom": environment.viewport.safeArea.bottom
      case "safe-area-max-inset-left": environment.viewport.safeArea.left
      case "keyboard-inset-top", "keyboard-inset-right", "keyboard-inset-bottom", "keyboard-inset-left",
        "keyboard-inset-width", "keyboard-inset-height":
        0
      default: nil
      }
    if name == "preferred-text-scale" { return NumberText.text(environment.viewport.fontScale) }
    return length.map { NumberText.text($0) + "px" }
  }

  // MARK: attr() (CSS Values 5, 7.7)

  private mutating func appendAttribute(_ contents: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    var cursor = contents
    cursor.skipWhitespace()
    usesAttributes = true
    guard let token = cursor.consume(.ident) else { return false }
    isTainted = true
    let name = cursor.name(token)
    let opened = openAttributes.firstIndex(of: name)
    let value = opened == nil ? attribute(name) : nil
    cursor.skipWhitespace()
    let typeStart = cursor.position
    let typeRange = cursor.skip(until: .comma)
    let type = cursor.over(typeStart..<typeRange.upperBound).trimmed()
    let fallback = cursor.consume(.comma) != nil ? cursor.trimmed() : nil
    if let opened {
      cyclicAttributes.formUnion(openAttributes[opened...])
      return false
    }
    openAttributes.append(name)
    var text = value.flatMap { typed($0, type, depth: depth) }
    openAttributes.removeLast()
    // Each attribute of a cycle is invalid, not only the one that closes it.
    if cyclicAttributes.contains(name) { text = nil }
    if let text {
      join(&output, text)
      return true
    }
    if let fallback { return appendFallback(fallback, to: &output, depth: depth) }
    // Without a type a missing attribute is the empty string.
    guard type.isAtEnd else { return false }
    join(&output, Array("\"\"".utf8))
    return true
  }

  private mutating func typed(_ value: String, _ type: TokenCursor, depth: Int) -> [UInt8]? {
    if type.isAtEnd { return Self.quoted(value) }
    if type.peekKind == .ident {
      if type.text(type.peek, is: "raw-string") { return Self.quoted(value) }
      let unit = type.lowercasedName(type.peek).string
      var number = TokenStream(text: value).cursor.trimmed()
      guard let token = number.consume(.number), number.isAtEnd else { return nil }
      let text = NumberText.text(token.number)
      return Array((unit == "number" ? text : text + unit).utf8)
    }
    if type.peek.isDelim("%") {
      var number = TokenStream(text: value).cursor.trimmed()
      guard let token = number.consume(.number), number.isAtEnd else { return nil }
      return Array((NumberText.text(token.number) + "%").utf8)
    }
    guard type.peekKind == .function, type.text(type.peek, is: "type") else { return nil }
    var copy = type
    let syntax = copy.consumeBlock().trimmed().sourceText
    steps += syntax.utf8.count
    // The attribute's own references are replaced first.
    var substituted: [UInt8] = []
    guard append(TokenStream(text: value).cursor.trimmed(), to: &substituted, depth: depth + 1) else { return nil }
    let cursor = TokenStream(substituted).cursor.trimmed()
    guard syntax == "*" || syntaxes.syntax(syntax)?.accepts(cursor) == true else { return nil }
    return Array(cursor.sourceText.utf8)
  }

  static func quoted(_ text: String) -> [UInt8] {
    var output: [UInt8] = [0x22]
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: output += [0x5C, byte]
      case 0x0A, 0x0C, 0x0D: output += Array("\\\(String(byte, radix: 16)) ".utf8)
      default: output.append(byte)
      }
    }
    output.append(0x22)
    return output
  }

  // MARK: if() (CSS Values 5, 6.1)

  private mutating func evaluate(_ query: TokenCursor, depth: Int) -> Bool? {
    // The condition's own references are replaced as it asks for them.
    var copy = self
    let result = condition(query) { cursor in
      var text: [UInt8] = []
      return copy.append(cursor, to: &text, depth: depth + 1) ? text : nil
    }
    steps = copy.steps
    usesAttributes = usesAttributes || copy.usesAttributes
    usesEnvironment = usesEnvironment || copy.usesEnvironment
    isTainted = isTainted || copy.isTainted
    return result
  }

  private mutating func appendConditional(_ contents: TokenCursor, to output: inout [UInt8], depth: Int) -> Bool {
    var cursor = contents
    while !cursor.isAtEnd {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      let start = cursor.position
      let head = cursor.skip(until: .colon)
      guard cursor.consume(.colon) != nil else { return false }
      let query = cursor.over(start..<head.upperBound).trimmed()
      let valueStart = cursor.position
      let valueRange = cursor.skip(until: .semicolon)
      let value = cursor.over(valueStart..<valueRange.upperBound).trimmed()
      _ = cursor.consume(.semicolon)
      steps += query.remaining.count * Self.stepsOfReference
      let isElse = query.peekKind == .ident && query.text(query.peek, is: "else") && query.remaining.count == 1
      let holds = isElse ? true : evaluate(query, depth: depth)
      if holds == true { return appendFallback(value, to: &output, depth: depth) }
    }
    return false
  }
}
