import CSSValues
import Names
import Platform

/// A compiled value definition (CSS Values 4, 2).
indirect enum GrammarNode: Sendable {
  case keyword(Name)
  case terminal(Terminal, CalcRange)
  case slash
  /// Items side by side.
  case sequence([GrammarNode])
  /// Parts between commas; optional ones may be left out with their comma.
  case commaSequence([(node: GrammarNode, isOptional: Bool)])
  /// `|`: the alternative that takes most.
  case oneOf([GrammarNode])
  /// `&&`: all, in any order.
  case allOf([GrammarNode])
  /// `||`: at least one, in any order.
  case someOf([GrammarNode])
  /// `{min,max}`, `*`, `+`, `?`, `#`.
  case repeated(GrammarNode, min: Int, max: Int, comma: Bool)
  case function(Name, GrammarNode)
}

/// A grammar, and what of it takes a single component value, for a quick look.
final class Grammar: Sendable {
  /// An alternative that takes one component value.
  enum Single: Sendable {
    case keyword(Name)
    case terminal(Terminal, CalcRange)
    case function(GrammarNode)
  }

  let root: GrammarNode
  /// The alternatives of a value of one component, in order, as far as nothing more complicated comes before them.
  let singles: [Single]
  /// Whether a value of one component that is none of ``singles`` is invalid.
  let hasAllSingles: Bool
  /// Whether every value is of one component, one of ``singles``.
  let isAtomic: Bool
  /// Whether every item between commas is.
  let hasAtomicItems: Bool
  private let keywords: Set<Name>

  init(root: GrammarNode) {
    self.root = root
    var keywords: Set<Name> = []
    func collect(_ node: GrammarNode) {
      switch node {
      case .keyword(let name): keywords.insert(name)
      case .oneOf(let nodes): nodes.forEach(collect)
      default: break
      }
    }
    collect(root)
    self.keywords = keywords

    var singles: [Single] = []
    var isAtomic = true
    var hasAtomicItems = true
    /// False where a node may take one component in a way that is not a single's.
    func flatten(_ node: GrammarNode) -> Bool {
      switch node {
      case .keyword(let name): singles.append(.keyword(name))
      case .terminal(let terminal, let range):
        singles.append(.terminal(terminal, range))
        if !terminal.isAtomic { hasAtomicItems = false }
      case .function: singles.append(.function(node))
      case .oneOf(let nodes):
        for node in nodes where !flatten(node) { return false }
      case .someOf(let nodes):
        // A value of one component matches just one of them.
        hasAtomicItems = false
        for node in nodes where !flatten(node) { return false }
      case .repeated(let node, let low, _, let comma) where low <= 1:
        isAtomic = false
        if !comma { hasAtomicItems = false }
        return flatten(node)
      case .slash: hasAtomicItems = false
      default:
        hasAtomicItems = false
        return false
      }
      return true
    }
    hasAllSingles = flatten(root)
    self.singles = singles
    self.hasAtomicItems = hasAtomicItems && hasAllSingles
    self.isAtomic = isAtomic && self.hasAtomicItems
  }

  /// The keyword that a token is, where it may be the whole value.
  func keyword(_ stream: TokenStream, _ token: Token) -> Name? {
    guard !keywords.isEmpty else { return nil }
    let name = stream.lowercasedName(token)
    return keywords.contains(name) ? name : nil
  }
}

/// The grammars of all properties and productions, compiled when they are first asked for.
enum GrammarLibrary {
  /// The grammars of the longhands by raw value, as retained references; 0 is not compiled yet. Never freed.
  private struct Slots: @unchecked Sendable {
    // Only ever changed atomically.
    let pointer: UnsafeMutablePointer<Atomic<UInt>>

    init() {
      pointer = .allocate(capacity: PropertyID.longhandCount)
      for index in 0..<PropertyID.longhandCount { (pointer + index).initialize(to: Atomic(0)) }
    }
  }
  private static let slots = Slots()
  private static let byName = Mutex<[String: GrammarNode]>([:])

  /// The grammar of a physical longhand.
  static func grammar(of property: PropertyID) -> Grammar {
    let slot = slots.pointer + Int(property.rawValue)
    if let known = UnsafeRawPointer(bitPattern: slot.pointee.load(ordering: .acquiring)) {
      return Unmanaged<Grammar>.fromOpaque(known).takeUnretainedValue()
    }
    let grammar = Unmanaged.passRetained(Grammar(root: compile(property.definition.grammar)))
    let (exchanged, original) = slot.pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: grammar.toOpaque()), ordering: .acquiringAndReleasing)
    if !exchanged, let known = UnsafeRawPointer(bitPattern: original) {
      grammar.release()
      return Unmanaged<Grammar>.fromOpaque(known).takeUnretainedValue()
    }
    return grammar.takeUnretainedValue()
  }

  /// The grammar of a production of ``Productions``.
  static func production(_ name: String) -> GrammarNode? {
    if let node = byName.withLock({ $0[name] }) { return node }
    guard let text = Productions.all[name] else { return nil }
    let node = compile(text)
    byName.withLock { $0[name] = node }
    return node
  }

  /// Compiles a value definition; the texts are the program's own, so a mistake in one is a mistake in the program.
  static func compile(_ text: String) -> GrammarNode {
    var compiler = GrammarCompiler(text)
    return compiler.alternatives()
  }
}

/// Reads value definition syntax.
private struct GrammarCompiler {
  private var words: [String]
  private var index = 0

  init(_ text: String) {
    words = Self.split(text)
  }

  /// Words: names, `<…>` with its range, operators, brackets with their multipliers apart.
  ///
  /// OPTIMIZATION: byte by byte, since the grammars that a sheet needs are compiled as it is read. All that parts words is ASCII.
  private static func split(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var words: [String] = []
    var index = 0
    func end(after closing: StaticString) -> Int {
      (bytes[index...].firstIndex(of: closing.utf8Start[0]) ?? bytes.count - 1) + 1
    }
    while index < bytes.count {
      let start = index
      switch UnicodeScalar(bytes[index]) {
      case " ":
        index += 1
        continue
      case "<": index = end(after: ">")
      case "{": index = end(after: "}")
      case "|", "&": index += index + 1 < bytes.count && bytes[index + 1] == bytes[index] ? 2 : 1
      case "[", "]", ",", "/", "(", ")", "*", "+", "?", "#": index += 1
      default: index = bytes[index...].firstIndex(where: endsName) ?? bytes.count
      }
      words.append(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    return words
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case " ", "[", "]", "|", ",", "/", "(", ")", "*", "+", "?", "#", "<", "{": true
    default: false
    }
  }

  private var peek: String? { index < words.count ? words[index] : nil }

  mutating func alternatives() -> GrammarNode {
    let nodes = separated(by: "|") { $0.someOf() }
    return nodes.count == 1 ? nodes[0] : .oneOf(nodes)
  }

  private mutating func someOf() -> GrammarNode {
    let nodes = separated(by: "||") { $0.allOf() }
    return nodes.count == 1 ? nodes[0] : .someOf(nodes)
  }

  private mutating func allOf() -> GrammarNode {
    let nodes = separated(by: "&&") { $0.sequence() }
    return nodes.count == 1 ? nodes[0] : .allOf(nodes)
  }

  private mutating func separated(
    by separator: String, _ item: (inout GrammarCompiler) -> GrammarNode
  ) -> [GrammarNode] {
    var nodes = [item(&self)]
    while peek == separator {
      index += 1
      nodes.append(item(&self))
    }
    return nodes
  }

  /// Items side by side, or parts between commas.
  private mutating func sequence() -> GrammarNode {
    var parts: [(node: GrammarNode, isOptional: Bool)] = []
    var current: [GrammarNode] = []
    var hasComma = false
    func close(_ isOptional: Bool = false) {
      if !current.isEmpty { parts.append((current.count == 1 ? current[0] : .sequence(current), isOptional)) }
      current = []
    }
    while let word = peek, word != "|", word != "||", word != "&&", word != "]", word != ")" {
      if word == "," {
        index += 1
        hasComma = true
        close()
      } else if word == "[", let optional = optionalPart() {
        // `[ , x ]?` or `[ x , ]?`: a part with its comma that may be left out.
        hasComma = true
        close()
        parts.append((optional, true))
      } else {
        current.append(multiplied())
      }
    }
    close()
    return hasComma ? .commaSequence(parts) : (parts.first?.node ?? .sequence([]))
  }

  /// A bracketed optional part that holds its own comma, where one is here.
  private mutating func optionalPart() -> GrammarNode? {
    var depth = 0
    var end = index
    while end < words.count {
      if words[end] == "[" || words[end] == "(" { depth += 1 }
      if words[end] == "]" || words[end] == ")" {
        depth -= 1
        if depth == 0 { break }
      }
      end += 1
    }
    guard end + 1 < words.count, words[end + 1] == "?", words[index + 1] == "," || words[end - 1] == "," else {
      return nil
    }
    let isLeading = words[index + 1] == ","
    var inner = self
    inner.words = Array(words[(index + (isLeading ? 2 : 1))..<(isLeading ? end : end - 1)])
    inner.index = 0
    index = end + 2
    return inner.alternatives()
  }

  /// One item with its multipliers.
  private mutating func multiplied() -> GrammarNode {
    var node = item()
    while let word = peek {
      switch word {
      case "?": node = .repeated(node, min: 0, max: 1, comma: false)
      case "*": node = .repeated(node, min: 0, max: .max, comma: false)
      case "+": node = .repeated(node, min: 1, max: .max, comma: false)
      case "#":
        var (low, high) = (1, Int.max)
        if index + 1 < words.count, words[index + 1].first == "{" {
          index += 1
          (low, high) = Self.bounds(words[index])
        }
        node = .repeated(node, min: low, max: high, comma: true)
      default:
        guard word.first == "{" else { return node }
        let (low, high) = Self.bounds(word)
        node = .repeated(node, min: low, max: high, comma: false)
      }
      index += 1
    }
    return node
  }

  private static func bounds(_ word: String) -> (Int, Int) {
    let parts = word.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let low = parts.first.flatMap { Int($0) } ?? 0
    return (low, parts.count == 1 ? low : (Int(parts[1]) ?? .max))
  }

  private mutating func item() -> GrammarNode {
    let word = words[index]
    index += 1
    if word == "[" {
      let node = alternatives()
      index += 1
      return node
    }
    if word == "/" { return .slash }
    if word.first == "<" {
      var name = word.dropFirst().dropLast()
      var range = CalcRange.all
      if let bracket = name.firstIndex(of: "[") {
        let parts = name[name.index(after: bracket)...].dropLast().split(separator: ",")
        range = CalcRange(Self.bound(parts[0]), Self.bound(parts[1]))
        name = name[..<bracket]
      }
      if let terminal = Terminal(rawValue: String(name)) { return .terminal(terminal, range) }
      guard let production = GrammarLibrary.production(String(name)) else {
        preconditionFailure("no production named \(name)")  // the table names only productions that exist: tested
      }
      return production
    }
    if peek == "(" {
      index += 1
      let node = alternatives()
      index += 1
      return .function(Name(word), node)
    }
    return .keyword(Name(word))
  }

  private static func bound(_ text: Substring) -> Double {
    switch text {
    case "∞": .infinity
    case "-∞": -.infinity
    default: Double(text.prefix { $0.isNumber || $0 == "-" || $0 == "." }) ?? 0
    }
  }
}
