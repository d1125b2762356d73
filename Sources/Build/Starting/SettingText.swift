/// Finds settings in a configuration of JavaScript, TOML, YAML or JSON without running it: a key, a sign and a text.
enum SettingText {
  /// What a key is set to.
  enum Value: Hashable {
    /// The key is missing.
    case absent
    /// A text.
    case text(String)
    /// Something that only running the file would answer.
    case computed
  }

  /// The first value of a key, comments aside.
  static func value(of key: String, in text: String, hasHashComments: Bool) -> Value {
    let characters = Array(text)
    var index = 0
    var isWord = false
    func skip(_ wanted: (Character) -> Bool) {
      while index < characters.count, wanted(characters[index]) { index += 1 }
    }
    func isLetter(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "$" || character == "-"
    }
    while index < characters.count {
      let character = characters[index]
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if hasHashComments ? character == "#" : character == "/" && next == "/" {
        skip { !$0.isNewline }
      } else if !hasHashComments, character == "/", next == "*" {
        index += 2
        while index < characters.count, !(characters[index] == "/" && characters[index - 1] == "*") { index += 1 }
        index += 1
      } else if character == "\"" || character == "'" || character == "`" {
        let quoted = string(characters, &index)
        isWord = false
        if quoted == key, let found = assigned(characters, &index, hasHashComments) { return found }
      } else if isLetter(character), !isWord {
        let start = index
        skip(isLetter)
        let isMember = start > 0 && characters[start - 1] == "."
        if !isMember, String(characters[start..<index]) == key,
          let found = assigned(characters, &index, hasHashComments)
        {
          return found
        }
      } else {
        isWord = isLetter(character)
        index += 1
      }
    }
    return .absent
  }

  /// What follows a key's sign; `nil` where no sign follows.
  private static func assigned(_ characters: [Character], _ index: inout Int, _ isPlain: Bool) -> Value? {
    var place = index
    func skipSpaces() {
      while place < characters.count, characters[place] == " " || characters[place] == "\t" { place += 1 }
    }
    skipSpaces()
    guard place < characters.count, characters[place] == ":" || characters[place] == "=" else { return nil }
    // `==` and `=>` set nothing.
    if place + 1 < characters.count, "=>".contains(characters[place + 1]), characters[place] == "=" { return nil }
    place += 1
    skipSpaces()
    while !isPlain, place < characters.count, characters[place].isNewline || characters[place] == " " { place += 1 }
    guard place < characters.count else { return .computed }
    if "\"'`".contains(characters[place]) {
      guard let text = string(characters, &place), !text.contains("${") else { return .computed }
      // `'/a/' + name` is more than a text.
      skipSpaces()
      index = place
      let isWhole = place >= characters.count || characters[place].isNewline || ",;}])#/".contains(characters[place])
      return isWhole ? .text(text) : .computed
    }
    guard isPlain else { return .computed }
    let start = place
    while place < characters.count, !characters[place].isNewline, characters[place] != "#" { place += 1 }
    let text = String(characters[start..<place]).split(separator: " ").joined(separator: " ")
    index = place
    return text.isEmpty ? .absent : .text(text)
  }

  /// The text in quotes at a place, which then is behind it.
  private static func string(_ characters: [Character], _ index: inout Int) -> String? {
    let quote = characters[index]
    index += 1
    var text = ""
    while index < characters.count, characters[index] != quote {
      if characters[index].isNewline, quote != "`" { return nil }
      if characters[index] == "\\", index + 1 < characters.count { index += 1 }
      text.append(characters[index])
      index += 1
    }
    guard index < characters.count else { return nil }
    index += 1
    return text
  }
}
