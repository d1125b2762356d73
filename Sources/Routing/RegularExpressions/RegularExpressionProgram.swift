/// A regular expression as instructions for a backtracking machine.
struct RegularExpressionProgram: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    /// A character of the set with the index.
    case set(Int32)
    /// Goes on at both places, the first one first.
    case split(Int32, Int32)
    case jump(Int32)
    /// Notes the place in a slot.
    case save(Int32)
    /// Goes on unless the place is that in a slot: an iteration that took nothing is none (ECMAScript 22.2.2.3.1).
    case progress(Int32)
    case start
    case end
    case wordBoundary(isNegative: Bool)
    /// The look-ahead's instructions follow up to the place where matching goes on.
    case lookAhead(next: Int32, isNegative: Bool)
    case match
  }

  static let maximumSize = 20_000

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [CharacterRanges] = []
  /// The slots of the groups, then those of the places at which iterations began.
  private(set) var slotCount: Int

  init(_ node: RegularExpressionNode, captureCount: Int) throws(RegularExpressionError) {
    slotCount = (captureCount + 1) * 2
    instructions.append(.save(0))
    try append(node)
    instructions.append(.save(1))
    instructions.append(.match)
  }

  private var here: Int32 { Int32(instructions.count) }

  private mutating func append(_ node: RegularExpressionNode) throws(RegularExpressionError) {
    guard instructions.count < Self.maximumSize else {
      throw RegularExpressionError(message: "the expression is too large", offset: 0)
    }
    switch node {
    case .empty: break
    case .set(let set):
      sets.append(set)
      instructions.append(.set(Int32(sets.count - 1)))
    case .sequence(let nodes): for node in nodes { try append(node) }
    case .alternation(let nodes): try append(alternatives: nodes)
    case .capture(let number, let node):
      instructions.append(.save(Int32(number * 2)))
      try append(node)
      instructions.append(.save(Int32(number * 2 + 1)))
    case .repetition(let node, let minimum, let maximum, let isGreedy):
      try append(node, minimum, maximum, isGreedy)
    case .start: instructions.append(.start)
    case .end: instructions.append(.end)
    case .wordBoundary(let isNegative): instructions.append(.wordBoundary(isNegative: isNegative))
    case .lookAhead(let node, let isNegative):
      let place = instructions.count
      instructions.append(.match)
      try append(node)
      instructions.append(.match)
      instructions[place] = .lookAhead(next: here, isNegative: isNegative)
    }
  }

  private mutating func append(alternatives nodes: [RegularExpressionNode]) throws(RegularExpressionError) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      instructions.append(.match)
      try append(node)
      jumps.append(instructions.count)
      instructions.append(.match)
      instructions[split] = .split(Int32(split + 1), here)
    }
    if let last = nodes.last { try append(last) }
    for jump in jumps { instructions[jump] = .jump(here) }
  }

  private mutating func append(
    _ node: RegularExpressionNode, _ minimum: Int, _ maximum: Int?, _ isGreedy: Bool
  ) throws(RegularExpressionError) {
    func split(_ body: Int32, _ after: Int32) -> Instruction { isGreedy ? .split(body, after) : .split(after, body) }
    for _ in 0..<minimum { try append(node) }
    func appendIteration() throws(RegularExpressionError) {
      guard node.isNullable else { return try append(node) }
      let slot = Int32(slotCount)
      slotCount += 1
      instructions.append(.save(slot))
      try append(node)
      instructions.append(.progress(slot))
    }
    guard let maximum else {
      let loop = instructions.count
      instructions.append(.match)
      try appendIteration()
      instructions.append(.jump(Int32(loop)))
      instructions[loop] = split(Int32(loop + 1), here)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<max(minimum, maximum) {
      splits.append(instructions.count)
      instructions.append(.match)
      try appendIteration()
    }
    for place in splits { instructions[place] = split(Int32(place + 1), here) }
  }
}

/// Runs a program over a text.
///
/// A pair of instruction and place that failed once fails again, whatever was captured on the way, since there are no
/// back references: each is tried once.
struct RegularExpressionMatcher {
  private enum Job {
    case explore(Int32, Int32)
    case restore(Int32, Int32)
  }

  private let program: RegularExpressionProgram
  private let text: [UInt32]
  private var visited: [UInt64]
  /// How many steps may still be taken, one for each instruction at a place and each word set aside: without any left, nothing
  /// matches.
  private(set) var steps: Int

  init(program: RegularExpressionProgram, text: [UInt32], steps: Int = .max) {
    self.program = program
    self.text = text
    self.steps = steps
    visited = []
  }

  /// The slots of the first match that begins at a place.
  mutating func match(from start: Int, toEnd: Bool) -> [Int32]? {
    // A start from a later place may use what earlier ones found out: their visits failed.
    if visited.isEmpty {
      let count = (program.instructions.count * (text.count + 1) + 63) / 64
      guard let words = Self.words(count, &steps) else { return nil }
      visited = words
    }
    return Self.run(program, text, from: 0, at: start, toEnd: toEnd, visited: &visited, steps: &steps)
  }

  /// So many words without a visit: each takes a step, as to set them aside takes about as long. `nil` where there are too few.
  private static func words(_ count: Int, _ steps: inout Int) -> [UInt64]? {
    steps = max(0, steps - count)
    return steps > 0 ? Array(repeating: 0, count: count) : nil
  }

  private static func run(
    _ program: RegularExpressionProgram, _ text: [UInt32], from first: Int32, at start: Int, toEnd: Bool,
    visited: inout [UInt64], steps: inout Int
  ) -> [Int32]? {
    var slots = [Int32](repeating: -1, count: program.slotCount)
    var jobs: [Job] = [.explore(first, Int32(start))]
    while let job = jobs.popLast() {
      guard case .explore(var place, var position) = job else {
        if case .restore(let slot, let value) = job { slots[Int(slot)] = value }
        continue
      }
      walk: while true {
        let bit = Int(place) * (text.count + 1) + Int(position)
        guard visited[bit >> 6] & (1 << UInt64(bit & 63)) == 0 else { break }
        visited[bit >> 6] |= 1 << UInt64(bit & 63)
        guard steps > 0 else { return nil }
        steps -= 1
        switch program.instructions[Int(place)] {
        case .set(let index):
          guard Int(position) < text.count, program.sets[Int(index)].contains(text[Int(position)]) else { break walk }
          position += 1
          place += 1
        case .split(let one, let other):
          jobs.append(.explore(other, position))
          place = one
        case .jump(let target): place = target
        case .save(let slot):
          jobs.append(.restore(slot, slots[Int(slot)]))
          slots[Int(slot)] = position
          place += 1
        case .progress(let slot):
          guard position != slots[Int(slot)] else { break walk }
          place += 1
        case .start:
          guard position == 0 else { break walk }
          place += 1
        case .end:
          guard Int(position) == text.count else { break walk }
          place += 1
        case .wordBoundary(let isNegative):
          guard isWordBoundary(Int(position), text) != isNegative else { break walk }
          place += 1
        case .lookAhead(let next, let isNegative):
          guard var inner = words(visited.count, &steps) else { return nil }
          let found =
            run(program, text, from: place + 1, at: Int(position), toEnd: false, visited: &inner, steps: &steps) != nil
          guard found != isNegative else { break walk }
          place = next
        case .match:
          if toEnd, Int(position) < text.count { break walk }
          return slots
        }
      }
    }
    return nil
  }

  private static func isWordBoundary(_ position: Int, _ text: [UInt32]) -> Bool {
    let before = position > 0 && CharacterRanges.word.contains(text[position - 1])
    let after = position < text.count && CharacterRanges.word.contains(text[position])
    return before != after
  }
}
