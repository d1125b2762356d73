/// Finds what has a colour in code: by words and signs, not by grammars, in one pass that never goes back.
struct CodeHighlighter {
  private let text: [UInt8]
  private var tokens: [CodeToken] = []
  private var index = 0

  /// The coloured parts of a text in order, none of which overlap. What a language's rules do not know has no colour.
  static func tokens(of text: [UInt8], _ language: CodeLanguage) -> [CodeToken] {
    var highlighter = CodeHighlighter(text: text)
    highlighter.run(language, to: text.count)
    return highlighter.tokens
  }

  private init(text: [UInt8]) { self.text = text }

  private mutating func run(_ language: CodeLanguage, to end: Int) {
    switch language {
    case .words(let words): self.words(words, to: end)
    case .markup: markup(to: end)
    case .style: style(to: end)
    case .json: json(to: end)
    case .yaml: yaml(to: end)
    case .shell: shell(to: end)
    case .difference: difference(to: end)
    }
  }

  // MARK: Parts of all languages

  private mutating func add(_ kind: CodeToken.Kind, to end: Int) {
    if index < end { tokens.append(CodeToken(range: index..<end, kind: kind)) }
    index = max(index, end)
  }

  private func starts(with prefix: String, at place: Int) -> Bool {
    var place = place
    for byte in prefix.utf8 {
      guard place < text.count, text[place] == byte else { return false }
      place += 1
    }
    return true
  }

  private func lineEnd(from start: Int, to end: Int) -> Int {
    text[start..<end].firstIndex(of: 0x0A) ?? end
  }

  /// The end of what ends with a text; the end of all where nothing ends it.
  private func end(behind closing: String, from start: Int, to end: Int, inLine: Bool = false) -> Int {
    var place = start
    while place < end {
      if inLine, text[place] == 0x0A { return place }
      if starts(with: closing, at: place) { return min(end, place + closing.utf8.count) }
      place += 1
    }
    return end
  }

  /// The end of a string that begins at the index.
  private func stringEnd(_ quote: String, isLong: Bool, to end: Int) -> Int {
    var place = index + quote.utf8.count
    while place < end {
      if text[place] == 0x5C {
        place += 2
      } else if !isLong, text[place] == 0x0A {
        return place
      } else if starts(with: quote, at: place) {
        return min(end, place + quote.utf8.count)
      } else {
        place += 1
      }
    }
    return min(place, end)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
  }

  private static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  /// The end of the name at a place.
  private func nameEnd(from start: Int, to end: Int, and more: String = "") -> Int {
    var place = start
    while place < end, Self.isName(text[place]) || more.utf8.contains(text[place]) { place += 1 }
    return place
  }

  private func numberEnd(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, Self.isName(text[place]) || text[place] == 0x2E { place += 1 }
    return place
  }

  private func word(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// Whether only white space is between a place and the beginning of its line.
  private func beginsLine(_ place: Int) -> Bool {
    var place = place
    while place > 0, text[place - 1] == 0x20 || text[place - 1] == 0x09 { place -= 1 }
    return place == 0 || text[place - 1] == 0x0A
  }

  // MARK: Languages of words

  private mutating func words(_ words: CodeWords, to end: Int) {
    var isLineStart = true
    while index < end {
      let byte = text[index]
      if byte <= 0x20 {
        if byte == 0x0A { isLineStart = true }
        index += 1
        continue
      }
      defer { isLineStart = false }
      if words.lineComments.contains(where: { starts(with: $0, at: index) }) {
        add(.comment, to: lineEnd(from: index, to: end))
      } else if let comment = words.blockComment, starts(with: comment.open, at: index) {
        add(.comment, to: self.end(behind: comment.close, from: index + comment.open.utf8.count, to: end))
      } else if let quote = words.quotes.first(where: { starts(with: $0, at: index) }) {
        add(.string, to: stringEnd(quote, isLong: words.longQuotes.contains(quote), to: end))
      } else if Self.isDigit(byte) {
        add(.number, to: numberEnd(from: index, to: end))
      } else if words.hasKeys, isLineStart, byte == 0x5B {
        add(.tag, to: self.end(behind: "]", from: index, to: end, inLine: true))
      } else if Self.isNameStart(byte) {
        name(words, to: end, mayBeKey: words.hasKeys && isLineStart)
      } else if words.hasDollarVariables, byte == 0x24 {
        add(.variable, to: max(index + 1, nameEnd(from: index + 1, to: end)))
      } else if byte == 0x40 || byte == 0x23, index + 1 < end, Self.isNameStart(text[index + 1]) {
        add(.meta, to: nameEnd(from: index + 1, to: end))
      } else {
        index += 1
      }
    }
  }

  private mutating func name(_ words: CodeWords, to end: Int, mayBeKey: Bool) {
    let nameEnd = nameEnd(from: index, to: end, and: mayBeKey ? ".-" : "")
    let name = word(index..<nameEnd)
    if mayBeKey {
      var next = nameEnd
      while next < end, text[next] == 0x20 || text[next] == 0x09 || text[next] == 0x3A || text[next] == 0x3F {
        next += 1
      }
      if next < end, text[next] == 0x3D { return add(.property, to: nameEnd) }
    }
    if words.keywords.contains(words.ignoresCase ? name.lowercased() : name) {
      add(.keyword, to: nameEnd)
    } else if words.literals.contains(name) {
      add(.literal, to: nameEnd)
    } else if words.capitalsAreTypes, (0x41...0x5A).contains(text[index]) {
      add(.type, to: nameEnd)
    } else {
      index = nameEnd
    }
  }

  // MARK: Markup

  private mutating func markup(to end: Int) {
    while index < end {
      guard text[index] == 0x3C else {
        if text[index] == 0x26 {
          let nameEnd = nameEnd(from: index + 1, to: end, and: "#")
          if nameEnd < end, text[nameEnd] == 0x3B {
            add(.literal, to: nameEnd + 1)
          } else {
            index = max(index + 1, nameEnd)
          }
        } else {
          index += 1
        }
        continue
      }
      if starts(with: "<!--", at: index) {
        add(.comment, to: self.end(behind: "-->", from: index + 4, to: end))
      } else if starts(with: "<!", at: index) || starts(with: "<?", at: index) {
        add(.meta, to: self.end(behind: ">", from: index, to: end))
      } else {
        tag(to: end)
      }
    }
  }

  private mutating func tag(to end: Int) {
    let isEnd = starts(with: "</", at: index)
    let nameStart = index + (isEnd ? 2 : 1)
    let nameEnd = nameEnd(from: nameStart, to: end, and: "-:.")
    guard nameEnd > nameStart else {
      index += 1
      return
    }
    let name = word(nameStart..<nameEnd).lowercased()
    add(.tag, to: nameEnd)
    while index < end, text[index] != 0x3E, text[index] != 0x3C {
      let byte = text[index]
      if byte == 0x22 || byte == 0x27 {
        add(.string, to: min(end, self.end(behind: byte == 0x22 ? "\"" : "'", from: index + 1, to: end)))
      } else if Self.isNameStart(byte) || byte == 0x40 || byte == 0x3A {
        let attributeEnd = self.nameEnd(from: index + 1, to: end, and: "-:.@")
        // A value without quotes.
        add(index > 0 && text[index - 1] == 0x3D ? .string : .attribute, to: attributeEnd)
      } else if Self.isDigit(byte) {
        add(.string, to: numberEnd(from: index, to: end))
      } else {
        index += 1
      }
    }
    if index < end, text[index] == 0x3E { add(.tag, to: index + 1) }
    guard !isEnd, name == "script" || name == "style" else { return }
    let inner = self.end(behind: "</" + name, from: index, to: end)
    let contents =
      starts(with: "</" + name, at: max(0, inner - name.utf8.count - 2)) ? inner - name.utf8.count - 2 : inner
    if name == "style" {
      style(to: max(index, contents))
    } else if let script = CodeWords("js") {
      words(script, to: max(index, contents))
    }
  }

  // MARK: Style sheets

  private mutating func style(to end: Int) {
    var depth = 0
    // Whether a declaration's name may come, and whether its value goes on.
    var isStart = true
    var isInValue = false
    var isInPrelude = false
    while index < end {
      let byte = text[index]
      if starts(with: "/*", at: index) {
        add(.comment, to: self.end(behind: "*/", from: index + 2, to: end))
      } else if byte == 0x22 || byte == 0x27 {
        add(.string, to: stringEnd(byte == 0x22 ? "\"" : "'", isLong: false, to: end))
      } else if byte == 0x40 {
        add(.keyword, to: nameEnd(from: index + 1, to: end, and: "-"))
        (isStart, isInPrelude) = (false, true)
      } else if byte == 0x7B || byte == 0x7D || byte == 0x3B {
        depth += byte == 0x7B ? 1 : byte == 0x7D ? -1 : 0
        (isStart, isInValue, isInPrelude) = (true, false, false)
        index += 1
      } else if byte == 0x23, isInValue {
        add(.number, to: nameEnd(from: index + 1, to: end))
      } else if Self.isDigit(byte), isInValue {
        add(.number, to: nameEnd(from: index, to: end, and: ".%"))
      } else if Self.isNameStart(byte) || byte == 0x2D {
        let nameEnd = max(index + 1, nameEnd(from: index, to: end, and: "-"))
        var next = nameEnd
        while next < end, text[next] == 0x20 { next += 1 }
        let isNamed = isStart && depth > 0 && next < end && text[next] == 0x3A
        if isNamed, next + 1 >= end || text[next + 1] == 0x20 || starts(with: "--", at: index) || !isSelector(next, end)
        {
          add(.property, to: nameEnd)
          isInValue = true
        } else {
          if !isInValue, !isInPrelude, depth == 0 || isStart { add(.tag, to: nameEnd) } else { index = nameEnd }
        }
        isStart = false
      } else {
        if byte > 0x20 { isStart = false }
        index += 1
      }
    }
  }

  /// Whether `name:name` goes on to `{` in its line, as a selector inside of a rule does.
  private func isSelector(_ colon: Int, _ end: Int) -> Bool {
    for place in colon..<min(end, colon + 200) {
      switch text[place] {
      case 0x7B: return true
      case 0x3B, 0x7D, 0x0A: return false
      default: break
      }
    }
    return false
  }

  // MARK: Data

  private mutating func json(to end: Int) {
    while index < end {
      let byte = text[index]
      if byte == 0x22 || byte == 0x27 {
        let stringEnd = stringEnd(byte == 0x22 ? "\"" : "'", isLong: false, to: end)
        var next = stringEnd
        while next < end, text[next] == 0x20 { next += 1 }
        add(next < end && text[next] == 0x3A ? .property : .string, to: stringEnd)
      } else if starts(with: "//", at: index) {
        add(.comment, to: lineEnd(from: index, to: end))
      } else if starts(with: "/*", at: index) {
        add(.comment, to: self.end(behind: "*/", from: index + 2, to: end))
      } else if Self.isDigit(byte) || byte == 0x2D {
        add(.number, to: max(index + 1, numberEnd(from: index + 1, to: end)))
      } else if Self.isNameStart(byte) {
        let nameEnd = nameEnd(from: index, to: end)
        if ["true", "false", "null"].contains(word(index..<nameEnd)) {
          add(.literal, to: nameEnd)
        } else {
          index = nameEnd
        }
      } else {
        index += 1
      }
    }
  }

  private mutating func yaml(to end: Int) {
    while index < end {
      let lineEnd = lineEnd(from: index, to: end)
      while index < lineEnd, " \t-?".utf8.contains(text[index]) { index += 1 }
      if let colon = text[index..<lineEnd].firstIndex(of: 0x3A), colon + 1 >= lineEnd || text[colon + 1] == 0x20,
        index < colon, text[index] != 0x23, text[index] != 0x22, text[index] != 0x27
      {
        add(.property, to: colon)
      }
      while index < lineEnd {
        let byte = text[index]
        if byte == 0x23, index == 0 || text[index - 1] <= 0x20 {
          add(.comment, to: lineEnd)
        } else if byte == 0x22 || byte == 0x27 {
          add(.string, to: stringEnd(byte == 0x22 ? "\"" : "'", isLong: false, to: lineEnd))
        } else if byte == 0x26 || byte == 0x2A || byte == 0x21, index + 1 < lineEnd, Self.isName(text[index + 1]) {
          add(.variable, to: nameEnd(from: index + 1, to: lineEnd, and: "-"))
        } else if Self.isDigit(byte) {
          add(.number, to: nameEnd(from: index, to: lineEnd, and: ".-:"))
        } else if Self.isNameStart(byte) {
          let nameEnd = nameEnd(from: index, to: lineEnd, and: "-")
          let isLiteral = ["true", "false", "null", "yes", "no", "on", "off"].contains(word(index..<nameEnd))
          if isLiteral { add(.literal, to: nameEnd) } else { index = nameEnd }
        } else {
          index += 1
        }
      }
      index = max(index, min(end, lineEnd + 1))
    }
  }

  private static let shellWords: Set<String> = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "function",
    "return",
    "exit", "export", "local", "set", "unset", "source", "cd", "echo", "sudo", "FROM", "RUN", "COPY", "ADD", "ENV",
    "ARG",
    "WORKDIR", "USER", "EXPOSE", "CMD", "ENTRYPOINT", "LABEL", "VOLUME",
  ]

  private mutating func shell(to end: Int) {
    while index < end {
      let byte = text[index]
      if byte == 0x23, index == 0 || text[index - 1] <= 0x20 {
        add(.comment, to: lineEnd(from: index, to: end))
      } else if byte == 0x22 || byte == 0x27 {
        add(.string, to: stringEnd(byte == 0x22 ? "\"" : "'", isLong: true, to: end))
      } else if byte == 0x24, index + 1 < end {
        if text[index + 1] == 0x7B {
          add(.variable, to: self.end(behind: "}", from: index, to: end, inLine: true))
        } else if Self.isName(text[index + 1]) {
          add(.variable, to: nameEnd(from: index + 1, to: end))
        } else {
          // A prompt.
          if text[index + 1] == 0x20, beginsLine(index) { add(.meta, to: index + 1) } else { index += 1 }
        }
      } else if byte == 0x2D, index > 0, text[index - 1] <= 0x20 {
        add(.attribute, to: nameEnd(from: index, to: end, and: "-"))
      } else if byte == 0x5C {
        index += 2
      } else if Self.isNameStart(byte) {
        let nameEnd = nameEnd(from: index, to: end, and: "-./")
        if Self.shellWords.contains(word(index..<nameEnd)) { add(.keyword, to: nameEnd) } else { index = nameEnd }
      } else {
        index += 1
      }
    }
    index = min(index, end)
  }

  private mutating func difference(to end: Int) {
    while index < end {
      let lineEnd = lineEnd(from: index, to: end)
      if starts(with: "+++", at: index) || starts(with: "---", at: index) || starts(with: "@@", at: index)
        || starts(with: "diff ", at: index)
      {
        add(.meta, to: lineEnd)
      } else if index < end, text[index] == 0x2B {
        add(.inserted, to: lineEnd)
      } else if index < end, text[index] == 0x2D {
        add(.deleted, to: lineEnd)
      }
      index = max(index, min(end, lineEnd + 1))
    }
  }
}
