/// The words of a handler such as `onblur="this.focus()"`, and what they surely do.
///
/// It does not parse JavaScript: comments and texts are known, everything else is words and signs. What is not certain counts
/// as harmless.
struct HandlerScript {
  /// Words, numbers and single signs; texts without their quotes, after a quote.
  private let tokens: [String]

  init(_ text: String) { tokens = Self.tokens(of: Array(text.unicodeScalars.prefix(4_096))) }

  private static func tokens(of text: [Unicode.Scalar]) -> [String] {
    var tokens: [String] = []
    var index = 0
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "$"
    }
    while index < text.count {
      let scalar = text[index]
      let next = index + 1 < text.count ? text[index + 1] : " "
      if scalar == "/", next == "/" {
        while index < text.count, text[index] != "\n", text[index] != "\r" { index += 1 }
      } else if scalar == "/", next == "*" {
        index += 2
        while index + 1 < text.count, text[index] != "*" || text[index + 1] != "/" { index += 1 }
        index += 2
      } else if scalar == "'" || scalar == "\"" || scalar == "`" {
        var content = String.UnicodeScalarView()
        index += 1
        while index < text.count, text[index] != scalar {
          if text[index] == "\\" { index += 1 }
          if index < text.count { content.append(text[index]) }
          index += 1
        }
        index += 1
        tokens.append("'" + String(content))
      } else if isWord(scalar) {
        var word = String.UnicodeScalarView()
        while index < text.count, isWord(text[index]) {
          word.append(text[index])
          index += 1
        }
        tokens.append(String(word))
      } else {
        if !scalar.properties.isWhitespace { tokens.append(String(Character(scalar))) }
        index += 1
      }
    }
    return tokens
  }

  /// Whether the element calls its own `focus()`.
  var focusesItself: Bool { callsOwn("focus") }
  /// Whether the handler calls `focus()` of what the event is about, which may be in the element.
  var focusesTarget: Bool { callsOwn("focus", ofTarget: true) }
  /// Whether the element calls its own `blur()`, whatever happens.
  var blursItself: Bool { callsOwn("blur") && !mayDecide(tokens) }

  /// `this.focus()`, `event.target.focus()`, `this['focus']()`, or `focus()`, which is the element's in its own handlers
  /// (HTML, 8.1.8.1).
  private func callsOwn(_ method: String, ofTarget: Bool = false) -> Bool {
    // `a?.b` reads as `a.b`.
    var words: [String] = []
    for (index, token) in tokens.enumerated() {
      let isOptional = token == "?" && index + 1 < tokens.count && tokens[index + 1] == "."
      if !isOptional { words.append(token) }
    }
    for index in words.indices {
      var before: [String]
      var after = index + 1
      if words[index] == method {
        before = Array(words[..<index].suffix(4))
      } else if words[index] == "'" + method, index > 0, words[index - 1] == "[", after < words.count,
        words[after] == "]"
      {
        before = Array(words[..<(index - 1)].suffix(3)) + ["."]
        after += 1
      } else {
        continue
      }
      if after < words.count, words[after] == "." { after += 1 }
      guard after < words.count, words[after] == "(" else { continue }
      guard before.last == "." else {
        if ofTarget || before.last == "function" { continue }
        return true
      }
      before.removeLast()
      let isWhole = before.count < 2 || before[before.count - 2] != "."
      if before.last == "this", isWhole, !ofTarget { return true }
      if before.count >= 3, let target = before.last, target == "target" || target == "currentTarget" && !ofTarget,
        before[before.count - 2] == ".", before[before.count - 3] == "event"
      {
        return true
      }
    }
    return false
  }

  private func mayDecide(_ tokens: some Collection<String>) -> Bool {
    let words: Set = ["if", "?", "&", "|", "switch", "while", "for", "try", "function", ">", "throw"]
    return tokens.contains(where: words.contains)
  }

  /// The words that keep an event's key from the browser, at a place: how many they are; 0 for others.
  private func drop(at start: Int) -> Int {
    func matches(_ words: [String], at start: Int) -> Bool {
      start + words.count <= tokens.count && Array(tokens[start..<start + words.count]) == words
    }
    for words in [
      ["return", "false"], ["return", "(", "false", ")"], ["return", "!", "1"],
      ["event", ".", "preventDefault", "(", ")"],
      ["event", ".", "returnValue", "=", "false"],
    ] where matches(words, at: start) {
      return words.count
    }
    return 0
  }

  /// Whether the handler drops each key before it looks at it.
  var dropsEveryKey: Bool {
    for index in tokens.indices {
      if drop(at: index) > 0 { return !mayDecide(tokens[..<index]) }
      if tokens[index] == "return" { return false }
    }
    return false
  }

  /// Whether the handler drops the tab key and does nothing else with it: `if (event.key === 'Tab') event.preventDefault()`.
  var dropsTab: Bool {
    for index in tokens.indices where tokens[index] == "if" {
      var next = index + 1
      var condition: [String] = []
      guard next < tokens.count, tokens[next] == "(" else { continue }
      next += 1
      // None of those below is longer: many `if`s without an end cost no more.
      while next < tokens.count, tokens[next] != ")", condition.count < 12 {
        condition.append(tokens[next])
        next += 1
      }
      next += 1
      condition.removeAll { $0 == "=" || $0 == "." }
      guard [["event", "key", "'Tab"], ["event", "keyCode", "9"], ["event", "which", "9"]].contains(condition) else {
        continue
      }
      if next < tokens.count, tokens[next] == "{" { next += 1 }
      let words = drop(at: next)
      guard words > 0 else { continue }
      // Another statement of the block may move the focus.
      let rest = tokens[(next + words)...].drop { $0 == ";" }
      if rest.isEmpty || rest.first == "}" || tokens[next - 1] != "{" { return true }
    }
    return false
  }
}
