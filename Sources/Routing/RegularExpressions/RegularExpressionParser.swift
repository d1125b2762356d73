/// The tree of a regular expression.
indirect enum RegularExpressionNode {
  case empty
  case set(CharacterRanges)
  case sequence([RegularExpressionNode])
  case alternation([RegularExpressionNode])
  /// A group with its number from 1.
  case capture(Int, RegularExpressionNode)
  case repetition(RegularExpressionNode, minimum: Int, maximum: Int?, isGreedy: Bool)
  case start
  case end
  case wordBoundary(isNegative: Bool)
  case lookAhead(RegularExpressionNode, isNegative: Bool)

  /// Whether the node can match nothing; it is not a deeper than the parser lets groups be.
  var isNullable: Bool {
    switch self {
    case .set: false
    case .empty, .start, .end, .wordBoundary, .lookAhead: true
    case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
    case .alternation(let nodes): nodes.contains(where: \.isNullable)
    case .capture(_, let node): node.isNullable
    case .repetition(let node, let minimum, _, _): minimum == 0 || node.isNullable
    }
  }
}

/// Reads the text of a ``RegularExpression`` (ECMAScript 22.2.1 Patterns, with the set operations of the flag `v`).
struct RegularExpressionParser {
  private static let maximumDepth = 64
  private static let maximumRepetition = 1_000

  private let scalars: [UInt32]
  private var position = 0
  private var depth = 0
  private var ignoresCase: Bool
  private(set) var captureCount = 0

  init(_ text: String, ignoresCase: Bool) {
    scalars = text.unicodeScalars.map(\.value)
    self.ignoresCase = ignoresCase
  }

  mutating func parse() throws(RegularExpressionError) -> RegularExpressionNode {
    let node = try alternation()
    if position < scalars.count { throw error("`)` without `(`") }
    return node
  }

  private func error(_ message: String) -> RegularExpressionError {
    RegularExpressionError(message: message, offset: position)
  }

  private func peek(_ character: Character) -> Bool {
    position < scalars.count && scalars[position] == character.unicodeScalars.first?.value
  }

  private func peek(_ text: String) -> Bool {
    scalars[position...].starts(with: text.unicodeScalars.lazy.map(\.value))
  }

  private mutating func take(_ text: String) -> Bool {
    guard peek(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  // MARK: Disjunction, Alternative, Term

  private mutating func alternation() throws(RegularExpressionError) -> RegularExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error("groups are nested too deeply") }
    let outerCase = ignoresCase
    defer { ignoresCase = outerCase }
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .alternation(alternatives)
  }

  private mutating func sequence() throws(RegularExpressionError) -> RegularExpressionNode {
    var terms: [RegularExpressionNode] = []
    while position < scalars.count, !peek("|"), !peek(")") {
      guard let (term, isQuantifiable) = try term() else { continue }
      terms.append(isQuantifiable ? try quantified(term) : term)
    }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  /// A term and whether a quantifier may follow; `nil` for flags.
  private mutating func term() throws(RegularExpressionError) -> (RegularExpressionNode, Bool)? {
    let scalar = scalars[position]
    switch Unicode.Scalar(scalar) {
    case "^":
      position += 1
      return (.start, false)
    case "$":
      position += 1
      return (.end, false)
    case ".":
      position += 1
      return (.set(CharacterRanges.lineEnds.inverted), true)
    case "(": return try group()
    case "[": return (.set(try characterClass()), true)
    case "\\": return try escape()
    case "*", "+", "?": throw error("nothing to repeat")
    case "{": throw error("`{` without a term that it repeats; the sign itself is written `\\{`")
    case "]", "}": throw error("a sign that is written with `\\` before it")
    default:
      position += 1
      return (.set(folded(CharacterRanges([scalar...scalar]))), true)
    }
  }

  private func folded(_ set: CharacterRanges) -> CharacterRanges { ignoresCase ? set.ignoringCase : set }

  private mutating func group() throws(RegularExpressionError) -> (RegularExpressionNode, Bool)? {
    let start = position
    position += 1
    var node: RegularExpressionNode
    var isQuantifiable = true
    if take("?:") {
      node = try alternation()
    } else if take("?=") {
      node = .lookAhead(try alternation(), isNegative: false)
      isQuantifiable = false
    } else if take("?!") {
      node = .lookAhead(try alternation(), isNegative: true)
      isQuantifiable = false
    } else if take("?i)") {
      ignoresCase = true
      return nil
    } else if take("?-i)") {
      ignoresCase = false
      return nil
    } else if peek("?<=") || peek("?<!") {
      throw error("look-behind is not supported")
    } else if take("?<") {
      let name = scalars[position...].prefix { $0 != 0x3E }
      guard !name.isEmpty, name.allSatisfy(CharacterRanges.word.contains),
        !CharacterRanges.digits.contains(scalars[position])
      else { throw error("a group's name is letters, digits and `_`, then `>`") }
      position += name.count + 1
      captureCount += 1
      let number = captureCount
      node = .capture(number, try alternation())
    } else if peek("?") {
      throw error("this kind of group is not supported")
    } else {
      captureCount += 1
      let number = captureCount
      node = .capture(number, try alternation())
    }
    guard take(")") else {
      position = start
      throw error("`(` without `)`")
    }
    return (node, isQuantifiable)
  }

  private mutating func quantified(_ term: RegularExpressionNode) throws(RegularExpressionError)
    -> RegularExpressionNode
  {
    var minimum = 0
    var maximum: Int?
    if take("*") {
    } else if take("+") {
      minimum = 1
    } else if take("?") {
      maximum = 1
    } else if peek("{") {
      position += 1
      guard let low = number() else { throw error("`{` begins `{n}`, `{n,}` or `{n,m}`; the sign itself is `\\{`") }
      minimum = low
      maximum = low
      if take(",") { maximum = peek("}") ? nil : number() ?? -1 }
      guard take("}"), maximum ?? minimum >= minimum else { throw error("`{n,m}` needs n ≤ m and `}`") }
    } else {
      return term
    }
    let isGreedy = !take("?")
    if peek("+") { throw error("possessive quantifiers are not supported") }
    if peek("*") || peek("?") { throw error("nothing to repeat") }
    return .repetition(term, minimum: minimum, maximum: maximum, isGreedy: isGreedy)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while position < scalars.count, CharacterRanges.digits.contains(scalars[position]) {
      value = min(Self.maximumRepetition + 1, (value ?? 0) * 10 + Int(scalars[position] - 0x30))
      position += 1
    }
    return (value ?? 0) > Self.maximumRepetition ? nil : value
  }

  // MARK: AtomEscape

  private mutating func escape() throws(RegularExpressionError) -> (RegularExpressionNode, Bool) {
    if take("\\b") { return (.wordBoundary(isNegative: false), false) }
    if take("\\B") { return (.wordBoundary(isNegative: true), false) }
    return (.set(folded(try escapedSet())), true)
  }

  private mutating func escapedSet() throws(RegularExpressionError) -> CharacterRanges {
    guard position + 1 < scalars.count else { throw error("`\\` at the end") }
    position += 1
    let scalar = scalars[position]
    position += 1
    func one(_ value: UInt32) -> CharacterRanges { CharacterRanges([value...value]) }
    switch Unicode.Scalar(scalar) {
    case "d": return .digits
    case "D": return CharacterRanges.digits.inverted
    case "w": return .word
    case "W": return CharacterRanges.word.inverted
    case "s": return .space
    case "S": return CharacterRanges.space.inverted
    case "t": return one(9)
    case "n": return one(10)
    case "v": return one(11)
    case "f": return one(12)
    case "r": return one(13)
    case "0": return one(0)
    case "x": return one(try hexadecimal(2))
    case "u":
      guard take("{") else { return one(try hexadecimal(4)) }
      let digits = scalars[position...].prefix { $0 != 0x7D }
      let value = try hexadecimal(min(digits.count, 6))
      guard take("}"), value <= CharacterRanges.highest else { throw error("`\\u{…}` holds a code point") }
      return one(value)
    default:
      let isPunctuation = scalar < 0x80 && scalar > 0x20 && !CharacterRanges.word.contains(scalar)
      guard isPunctuation || scalar == 0x5F else {
        position -= 2
        throw error("this escape is not supported")
      }
      return one(scalar)
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(RegularExpressionError) -> UInt32 {
    var value: UInt32 = 0
    guard count > 0 else { throw error("hexadecimal digits are missing") }
    for _ in 0..<count {
      guard position < scalars.count, scalars[position] < 0x80,
        let digit = URLNormalization.digit(UInt8(scalars[position]))
      else { throw error("hexadecimal digits are missing") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: CharacterClass

  /// `[…]` with nested classes, `--` and `&&`.
  private mutating func characterClass() throws(RegularExpressionError) -> CharacterRanges {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error("classes are nested too deeply") }
    let start = position
    position += 1
    let isNegative = take("^")
    var set = CharacterRanges()
    while position < scalars.count, !peek("]") {
      if take("--") {
        set = set.subtracting(try classOperand().set)
      } else if take("&&") {
        set = set.intersection(try classOperand().set)
      } else {
        let first = try classOperand()
        if let low = first.single, peek("-"), !peek("--"), position + 1 < scalars.count, scalars[position + 1] != 0x5D {
          position += 1
          guard let high = try classOperand().single, high >= low else { throw error("a range is out of order") }
          set = set.union(CharacterRanges([low...high]))
        } else {
          set = set.union(first.set)
        }
      }
    }
    guard take("]") else {
      position = start
      throw error("`[` without `]`")
    }
    let result = folded(set)
    return isNegative ? result.inverted : result
  }

  private mutating func classOperand() throws(RegularExpressionError) -> (set: CharacterRanges, single: UInt32?) {
    guard position < scalars.count else { throw error("`[` without `]`") }
    if peek("[") { return (try characterClass(), nil) }
    if peek("\\") {
      let set = try escapedSet()
      let isSingle = set.ranges.count == 1 && set.ranges[0].count == 1
      return (set, isSingle ? set.ranges[0].lowerBound : nil)
    }
    let scalar = scalars[position]
    position += 1
    return (CharacterRanges([scalar...scalar]), scalar)
  }
}
