/// A command as a configuration has it, cut into words without a shell.
enum CommandWords {
  /// The words of a command: white space divides them, quotes and `\` keep it. `nil` where a quote is not closed or nothing is
  /// there. Nothing is replaced: `$HOME`, `*` and `|` are characters.
  static func split(_ command: String) -> [String]? {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    var isEscaped = false
    for character in command {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        isInWord = true
      } else if character.isWhitespace {
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
      } else {
        word.append(character)
        isInWord = true
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if isInWord { words.append(word) }
    return words.first?.isEmpty == false ? words : nil
  }
}
