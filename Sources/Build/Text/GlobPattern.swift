/// A pattern over site paths, in the syntax of `.gitignore`.
///
/// `*` and `?` stay inside one part of a path, `**` crosses parts, `[a-z]` is one character of a set, `\` takes the next
/// character as it is. A pattern without `/` in its middle matches a name at any depth; a leading `/` ties it to the
/// root; a trailing `/` matches only folders. Matching takes time in proportion to the lengths of the pattern and path.
public struct GlobPattern: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// Whether it takes back an earlier match: `!`.
  public let isNegated: Bool
  /// Whether it matches only folders: a trailing `/`.
  public let matchesFoldersOnly: Bool
  let tokens: [Token]

  /// What a part of a pattern takes.
  enum Token: Hashable, Sendable {
    case literal(Unicode.Scalar)
    /// `?`: one character, not `/`.
    case one
    /// `*`: any characters but `/`.
    case star
    /// `**/`: nothing, or any number of folders.
    case folders
    /// `/**` at the end: everything inside.
    case everything
    /// `[a-z]`, `[!a-z]`.
    case set([ClosedRange<UInt32>], negated: Bool)

    /// Whether the token ends with a character.
    func takes(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .literal(let expected): scalar == expected
      case .one: scalar != "/"
      case .set(let ranges, let negated):
        scalar != "/" && ranges.contains(where: { $0.contains(scalar.value) }) != negated
      case .folders: scalar == "/"
      case .star, .everything: false
      }
    }

    /// Whether the token needs no character.
    var isSkipped: Bool {
      switch self {
      case .star, .folders, .everything: true
      case .literal, .one, .set: false
      }
    }
  }

  /// A pattern of a `.hybridignore` file: one line; `nil` for an empty line or a comment.
  public init?(line: String) {
    var scalars = Array(line.unicodeScalars)
    while scalars.last == "\r" { scalars.removeLast() }
    while scalars.last == " ", scalars.dropLast().last != "\\" { scalars.removeLast() }
    if scalars.isEmpty || scalars[0] == "#" { return nil }
    self.init(text: line, scalars: scalars, mayNegate: true)
  }

  /// The patterns that a glob of the configuration stands for: `{a,b}` gives one for each choice. None for a glob with a
  /// ``fault(in:)``.
  public static func patterns(_ glob: String) -> [GlobPattern] {
    guard fault(in: glob) == nil else { return [] }
    return expand(Array(glob.unicodeScalars)).compactMap { GlobPattern(text: glob, scalars: $0, mayNegate: false) }
  }

  /// What a glob of the configuration should be, after "expected"; `nil` where it can match as it is written.
  ///
  /// A line of `.hybridignore` has no faults: there, as in `.gitignore`, a bracket that is not closed is a character.
  public static func fault(in glob: String) -> String? {
    let scalars = Array(glob.unicodeScalars)
    let parts = choices(scalars)
    var (count, length) = (1, 0)
    for part in parts {
      // Each choice of this part goes with each that was before.
      length = length * part.count + count * part.reduce(0) { $0 + $1.count }
      count *= part.count
      guard count <= mostPatterns, length <= mostCharacters else {
        return "a pattern that stands for at most \(mostPatterns) patterns with \(mostCharacters) characters in all"
      }
    }
    // A brace that is not closed is in none of the choices.
    if parts.contains(where: { $0.count == 1 && firstUnescaped("{", in: $0[0]) != nil }) {
      return "a pattern whose `{` is closed by `}`, or written as `\\{`"
    }
    for pattern in expand(scalars) {
      if let fault = faultOfSets(pattern) { return fault }
      if GlobPattern(text: glob, scalars: pattern, mayNegate: false) == nil {
        return "a pattern such as drafts/** or *.psd"
      }
    }
    return nil
  }

  private static func faultOfSets(_ scalars: [Unicode.Scalar]) -> String? {
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "\\":
        if index + 1 == scalars.count { return "a pattern that does not end in `\\`" }
        index += 2
      case "[":
        guard let (token, end) = set(scalars, from: index) else {
          return "a pattern whose `[` is closed by `]`, or written as `\\[`"
        }
        if case .set([], _) = token { return "a pattern whose sets have ranges that ascend, such as [a-z]" }
        index = end
      default: index += 1
      }
    }
    return nil
  }

  private init?(text: String, scalars: [Unicode.Scalar], mayNegate: Bool) {
    var scalars = scalars[...]
    self.text = text
    if mayNegate, scalars.first == "!" {
      isNegated = true
      scalars.removeFirst()
    } else {
      isNegated = false
    }
    matchesFoldersOnly = scalars.last == "/"
    while scalars.last == "/" { scalars.removeLast() }
    let isAnchored = scalars.contains("/")
    while scalars.first == "/" { scalars.removeFirst() }
    guard !scalars.isEmpty else { return nil }
    tokens = Self.tokens(Array(scalars), after: isAnchored ? [] : [.folders])
  }

  private static func tokens(_ scalars: [Unicode.Scalar], after first: [Token]) -> [Token] {
    var tokens = first
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let isPartStart = index == 0 || scalars[index - 1] == "/"
      switch scalar {
      case "\\" where index + 1 < scalars.count:
        tokens.append(.literal(scalars[index + 1]))
        index += 2
      case "*" where isPartStart && scalars[index...].starts(with: ["*", "*", "/"]):
        // Any number of folders twice is any number.
        if tokens.last != .folders { tokens.append(.folders) }
        index += 3
      case "*" where isPartStart && scalars[index...].elementsEqual(["*", "*"]):
        tokens.append(.everything)
        index += 2
      case "*":
        if tokens.last != .star { tokens.append(.star) }
        index += 1
      case "?":
        tokens.append(.one)
        index += 1
      case "[":
        if let (token, end) = set(scalars, from: index) {
          tokens.append(token)
          index = end
        } else {
          tokens.append(.literal(scalar))
          index += 1
        }
      default:
        tokens.append(.literal(scalar))
        index += 1
      }
    }
    return tokens
  }

  /// `[…]` from its bracket: the token and the index after it, or `nil` where it is not closed.
  private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Token, Int)? {
    var index = start + 1
    var ranges: [ClosedRange<UInt32>] = []
    let negated = index < scalars.count && (scalars[index] == "!" || scalars[index] == "^")
    if negated { index += 1 }
    let first = index
    while index < scalars.count, scalars[index] != "]" || index == first {
      if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
      let low = scalars[index].value
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let high = scalars[index + 2].value
        if low <= high { ranges.append(low...high) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return index < scalars.count ? (.set(ranges, negated: negated), index + 1) : nil
  }

  /// The characters of all patterns that a glob without a ``fault(in:)`` stands for.
  static func characterCount(_ glob: String) -> Int {
    expand(Array(glob.unicodeScalars)).reduce(0) { $0 + $1.count }
  }

  /// The most characters that the patterns of a configuration have in all, braces written out, and those of a `.hybridignore`:
  /// each may be compared with the path of each file.
  static let mostCharactersInAll = 16_384

  /// What one glob may stand for: the patterns, and the characters that they have in all.
  private static let (mostPatterns, mostCharacters) = (256, 8192)

  /// The patterns without braces that a glob stands for.
  private static func expand(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var all: [[Unicode.Scalar]] = [[]]
    for part in choices(scalars) {
      if part.count == 1 {
        for index in all.indices { all[index] += part[0] }
      } else {
        all = all.flatMap { start in part.map { start + $0 } }
      }
    }
    return all
  }

  /// The parts of a glob in order: texts outside of braces with one choice each, and the choices of each pair of braces.
  private static func choices(_ scalars: [Unicode.Scalar]) -> [[ArraySlice<Unicode.Scalar>]] {
    var parts: [[ArraySlice<Unicode.Scalar>]] = []
    var rest = scalars[...]
    while let open = firstUnescaped("{", in: rest), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append([rest[..<open]]) }
      parts.append(rest[(open + 1)..<close].split(separator: ",", omittingEmptySubsequences: false))
      rest = rest[(close + 1)...]
    }
    if !rest.isEmpty { parts.append([rest]) }
    return parts
  }

  private static func firstUnescaped(_ scalar: Unicode.Scalar, in scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if scalars[index] == scalar { return index }
      index += scalars[index] == "\\" ? 2 : 1
    }
    return nil
  }

  /// Whether the pattern matches a site path.
  public func matches(_ path: String, isFolder: Bool = false) -> Bool {
    if matchesFoldersOnly, !isFolder { return false }
    var active = [Bool](repeating: false, count: tokens.count + 1)
    var next = active
    enter(0, &active)
    for scalar in path.unicodeScalars {
      for state in next.indices { next[state] = false }
      for state in 0..<tokens.count where active[state] {
        if tokens[state].takes(scalar) { enter(state + 1, &next) }
        switch tokens[state] {
        case .star: if scalar != "/" { enter(state, &next) }
        case .folders: next[state] = true
        case .everything: enter(state, &next)
        case .literal, .one, .set: break
        }
      }
      swap(&active, &next)
    }
    return active[tokens.count]
  }

  /// Makes a state active, and those after it that need no character.
  private func enter(_ state: Int, _ active: inout [Bool]) {
    var state = state
    while true {
      active[state] = true
      guard state < tokens.count, tokens[state].isSkipped else { return }
      state += 1
    }
  }

  /// Whether one of the patterns matches the path or one of the folders that it is in.
  public static func anyMatches(_ patterns: [GlobPattern], _ path: String) -> Bool {
    guard !patterns.isEmpty else { return false }
    if patterns.contains(where: { $0.matches(path) }) { return true }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let name = String(folder)
      if patterns.contains(where: { $0.matches(name, isFolder: true) }) { return true }
    }
    return false
  }
}
