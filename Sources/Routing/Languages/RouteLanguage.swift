/// The texts that a pattern matches, as a nondeterministic automaton over ASCII: paths are compared as they are written in
/// URLs, percent-encoded.
///
/// Two questions are asked of it when routes are compiled: whether one pattern takes all that another takes, and whether
/// two have a text in common.
struct RouteLanguage {
  /// A set of ASCII signs.
  struct Signs: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init() {}

    init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

    mutating func insert(_ byte: UInt8) {
      if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
    }

    func contains(_ byte: UInt8) -> Bool {
      byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }
  }

  struct Move {
    var signs: Signs
    var state: Int
  }

  /// By state: where a sign leads.
  private(set) var moves: [[Move]] = [[]]
  /// By state: where nothing leads.
  private(set) var jumps: [[Int]] = [[]]
  /// The state in which a text has been read as a whole.
  private(set) var end = 0
  /// Whether the automaton takes what the pattern takes; otherwise it takes more (look-ahead is not followed).
  private(set) var isExact = true

  init() {}

  // MARK: Routes' patterns

  /// The paths of a way of taking and leaving a pattern's optional parts.
  init(_ pieces: some Sequence<RoutePattern.Piece>) {
    for piece in pieces {
      switch piece {
      case .literal(let bytes): for byte in PercentEncoding.encoded(bytes, keepingSlash: true).utf8 { append(byte) }
      case .parameter(_, let type): append(type)
      case .segment: append(.string)
      case .rest:
        let loop = end
        appendAny(from: loop, to: loop, signs: Self.unescaped)
      }
    }
    collectAlphabet()
  }

  private static let slashless = Signs(
    (UInt8(0)..<128).filter { $0 != 0x2F && PercentEncoding.encoded([$0], keepingSlash: false).utf8.count == 1 })
  private static let unescaped: Signs = {
    var signs = slashless
    signs.insert(0x2F)
    return signs
  }()
  private static let hexadecimal = Signs("0123456789ABCDEF".utf8)
  private static let digits = Signs("0123456789".utf8)

  private mutating func makeState() -> Int {
    moves.append([])
    jumps.append([])
    return moves.count - 1
  }

  private mutating func append(_ byte: UInt8) {
    let next = makeState()
    moves[end].append(Move(signs: Signs([byte]), state: next))
    end = next
  }

  /// A sign as it is, or any escape.
  private mutating func appendAny(from: Int, to: Int, signs: Signs) {
    let (percent, digit) = (makeState(), makeState())
    moves[from] += [Move(signs: signs, state: to), Move(signs: Signs([0x25]), state: percent)]
    moves[percent].append(Move(signs: Self.hexadecimal, state: digit))
    moves[digit].append(Move(signs: Self.hexadecimal, state: to))
  }

  private mutating func append(_ type: RouteParameterType) {
    let start = end
    switch type {
    case .string:
      end = makeState()
      appendAny(from: start, to: end, signs: Self.slashless)
      appendAny(from: end, to: end, signs: Self.slashless)
    case .slug:
      let signs = Signs((UInt8(0)..<128).filter { RouteParameterType.slug.accepts([$0]) })
      end = makeState()
      moves[start].append(Move(signs: signs, state: end))
      moves[end].append(Move(signs: signs, state: end))
    case .bool:
      let last = makeState()
      for word in ["true", "false"] {
        end = start
        for byte in word.utf8 { append(byte) }
        jumps[end].append(last)
      }
      end = last
    case .uuid:
      let signs = Signs("0123456789ABCDEFabcdef".utf8)
      for index in 0..<36 {
        if [8, 13, 18, 23].contains(index) {
          append(0x2D)
        } else {
          let next = makeState()
          moves[end].append(Move(signs: signs, state: next))
          end = next
        }
      }
    case .int:
      let (signed, number) = (makeState(), makeState())
      moves[start] += [Move(signs: Signs("+-".utf8), state: signed), Move(signs: Self.digits, state: number)]
      moves[signed].append(Move(signs: Self.digits, state: number))
      moves[number].append(Move(signs: Self.digits, state: number))
      end = number
    case .double: appendDouble(from: start)
    }
  }

  private mutating func appendDouble(from start: Int) {
    let states = (0..<8).map { _ in makeState() }
    func add(_ from: Int, _ signs: Signs, _ to: Int) {
      moves[states[from]].append(Move(signs: signs, state: states[to]))
    }
    let (sign, dot, exponent) = (Signs("+-".utf8), Signs(".".utf8), Signs("eE".utf8))
    jumps[start].append(states[0])
    // 1 a sign, 2 digits, 3 a dot without digits before it, 4 digits behind it, 5 `e`, 6 its sign, 7 its digits.
    add(0, sign, 1)
    for from in [0, 1, 2] { add(from, Self.digits, 2) }
    for from in [0, 1] { add(from, dot, 3) }
    add(2, dot, 4)
    for from in [3, 4] { add(from, Self.digits, 4) }
    for from in [2, 4] { add(from, exponent, 5) }
    add(5, sign, 6)
    for from in [5, 6, 7] { add(from, Self.digits, 7) }
    end = makeState()
    for last in [2, 4, 7] { jumps[states[last]].append(end) }
  }

  // MARK: Expressions

  /// The texts that an expression matches as a whole.
  init(_ program: RegularExpressionProgram) {
    let count = program.instructions.count
    moves = Array(repeating: [], count: count)
    jumps = Array(repeating: [], count: count)
    end = count - 1
    let signs = program.sets.map { set in Signs((UInt8(0)..<128).filter { set.contains(UInt32($0)) }) }
    for (index, instruction) in program.instructions.enumerated() {
      switch instruction {
      case .set(let set): moves[index].append(Move(signs: signs[Int(set)], state: index + 1))
      case .split(let one, let other): jumps[index] += [Int(one), Int(other)]
      case .jump(let target): jumps[index].append(Int(target))
      case .save, .progress: jumps[index].append(index + 1)
      case .start, .end:
        // A component's expression begins and ends with them; elsewhere they forbid.
        if index > 1 && index < count - 3 { isExact = false }
        jumps[index].append(index + 1)
      case .wordBoundary:
        isExact = false
        jumps[index].append(index + 1)
      case .lookAhead(let next, _):
        isExact = false
        jumps[index].append(Int(next))
      case .match: break
      }
    }
    collectAlphabet()
  }

  // MARK: States

  /// States with all that nothing leads to from them, sorted.
  func closure(_ states: [Int]) -> [Int] {
    // OPTIMIZATION: in paths hardly any state is reached by nothing, and hardly ever are there two.
    if states.isEmpty || states.count == 1 && jumps[states[0]].isEmpty { return states }
    var open = states
    var found = Set(open)
    while let state = open.popLast() {
      for next in jumps[state] where found.insert(next).inserted { open.append(next) }
    }
    return found.sorted()
  }

  /// The states that a sign leads to.
  func step(_ states: [Int], _ byte: UInt8) -> [Int] {
    var next: [Int] = []
    for state in states {
      for move in moves[state] where move.signs.contains(byte) { next.append(move.state) }
    }
    return closure(next)
  }

  /// All sets of signs that moves ask for.
  private(set) var alphabet: Set<Signs> = []

  private mutating func collectAlphabet() {
    for moves in moves { for move in moves { alphabet.insert(move.signs) } }
  }
}
