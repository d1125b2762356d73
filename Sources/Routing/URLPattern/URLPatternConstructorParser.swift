/// Cuts a pattern that is written as a URL into its components (URL Pattern, 1.6 Constructor string parsing).
struct URLPatternConstructorParser {
  private enum State {
    case initial, `protocol`, authority, username, password, hostname, port, pathname, search, hash, done
  }

  private let input: [Unicode.Scalar]
  private let tokens: [URLPatternToken]
  private var result = URLPatternInput()
  private var componentStart = 0
  private var index = 0
  private var increment = 1
  private var groupDepth = 0
  private var bracketDepth = 0
  private var matchesSpecialScheme = false
  private var state = State.initial

  /// The components of a text.
  static func components(of text: String) throws(URLPatternError) -> URLPatternInput {
    let input = Array(text.unicodeScalars)
    var parser = URLPatternConstructorParser(
      input: input, tokens: try URLPatternTokenizer.tokens(of: input, isLenient: true))
    try parser.parse()
    return parser.result
  }

  private init(input: [Unicode.Scalar], tokens: [URLPatternToken]) {
    self.input = input
    self.tokens = tokens
  }

  private mutating func parse() throws(URLPatternError) {
    while index < tokens.count {
      increment = 1
      if tokens[index].kind == .end {
        guard parseEnd() else { break }
        index += increment
        continue
      }
      if tokens[index].kind == .open {
        groupDepth += 1
        index += increment
        continue
      }
      if groupDepth > 0 {
        guard tokens[index].kind == .close else {
          index += increment
          continue
        }
        groupDepth -= 1
      }
      try parseToken()
      index += increment
    }
    if result.hostname != nil, result.port == nil { result.port = "" }
  }

  /// Carries out what the end of the text asks for; `false` once all is read.
  private mutating func parseEnd() -> Bool {
    switch state {
    case .initial:
      rewind()
      if isHashPrefix {
        change(to: .hash, skipping: 1)
      } else if isSearchPrefix {
        change(to: .search, skipping: 1)
      } else {
        change(to: .pathname, skipping: 0)
      }
      return true
    case .authority:
      rewind()
      state = .hostname
      return true
    default:
      change(to: .done, skipping: 0)
      return false
    }
  }

  private mutating func parseToken() throws(URLPatternError) {
    switch state {
    case .initial:
      if isSign(":") {
        rewind()
        state = .protocol
      }
    case .protocol:
      if isSign(":") {
        try computeSpecialScheme()
        if isSign("/", at: index + 1), isSign("/", at: index + 2) {
          change(to: .authority, skipping: 3)
        } else {
          change(to: matchesSpecialScheme ? .authority : .pathname, skipping: 1)
        }
      }
    case .authority:
      if isSign("@") {
        rewind()
        state = .username
      } else if isSign("/") || isSearchPrefix || isHashPrefix {
        rewind()
        state = .hostname
      }
    case .username:
      if isSign(":") {
        change(to: .password, skipping: 1)
      } else if isSign("@") {
        change(to: .hostname, skipping: 1)
      }
    case .password: if isSign("@") { change(to: .hostname, skipping: 1) }
    case .hostname:
      if isSign("[") {
        bracketDepth += 1
      } else if isSign("]") {
        bracketDepth -= 1
      } else if isSign(":"), bracketDepth == 0 {
        change(to: .port, skipping: 1)
      } else {
        changeBehindAuthority()
      }
    case .port: changeBehindAuthority()
    case .pathname: changeBehindPath()
    case .search: if isHashPrefix { change(to: .hash, skipping: 1) }
    case .hash, .done: break
    }
  }

  private mutating func changeBehindAuthority() {
    if isSign("/") {
      change(to: .pathname, skipping: 0)
    } else {
      changeBehindPath()
    }
  }

  private mutating func changeBehindPath() {
    if isSearchPrefix {
      change(to: .search, skipping: 1)
    } else if isHashPrefix {
      change(to: .hash, skipping: 1)
    }
  }

  /// URL Pattern, "rewind".
  private mutating func rewind() {
    index = componentStart
    increment = 0
  }

  /// URL Pattern, "change state": what comes before a component that was written is empty rather than anything.
  private mutating func change(to next: State, skipping count: Int) {
    let text = componentText
    switch state {
    case .protocol: result.protocol = text
    case .username: result.username = text
    case .password: result.password = text
    case .hostname: result.hostname = text
    case .port: result.port = text
    case .pathname: result.pathname = text
    case .search: result.search = text
    case .hash: result.hash = text
    case .initial, .authority, .done: break
    }
    if state != .initial, next != .done {
      let isBeforeHost = [.protocol, .authority, .username, .password].contains(state)
      let isBeforePath = isBeforeHost || state == .hostname || state == .port
      if isBeforeHost, [.port, .pathname, .search, .hash].contains(next), result.hostname == nil {
        result.hostname = ""
      }
      if isBeforePath, next == .search || next == .hash, result.pathname == nil {
        result.pathname = matchesSpecialScheme ? "/" : ""
      }
      if isBeforePath || state == .pathname, next == .hash, result.search == nil { result.search = "" }
    }
    state = next
    index += count
    componentStart = index
    increment = 0
  }

  /// URL Pattern, "make a component string".
  private var componentText: String {
    let start = token(at: componentStart).index
    let end = token(at: index).index
    return String(String.UnicodeScalarView(input[min(start, end)..<end]))
  }

  private mutating func computeSpecialScheme() throws(URLPatternError) {
    let component = try URLPatternComponent(componentText, URLPatternOptions()) { text throws(URLPatternError) in
      try URLPatternEncoding.protocol(text)
    }
    matchesSpecialScheme = component.matchesSpecialScheme
  }

  // MARK: Tokens

  private func token(at index: Int) -> URLPatternToken { tokens[min(index, tokens.count - 1)] }

  /// URL Pattern, "is a non-special pattern char".
  private func isSign(_ sign: String, at place: Int? = nil) -> Bool {
    let token = token(at: place ?? index)
    return token.value == sign && [.character, .escapedCharacter, .invalid].contains(token.kind)
  }

  private var isHashPrefix: Bool { isSign("#") }

  /// URL Pattern, "is a search prefix": a `?` that is not a modifier.
  private var isSearchPrefix: Bool {
    if isSign("?") { return true }
    guard token(at: index).value == "?" else { return false }
    return index == 0 || ![.name, .regexp, .close, .asterisk].contains(token(at: index - 1).kind)
  }
}
