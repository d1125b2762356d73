import Diagnostics

extension String {
  /// The text with stars for what URLs in it have before their hosts (`https://name:password@host/`, `//name:password@host/`),
  /// as many as there were characters: nothing that is printed or kept in a log shows a password.
  public var withoutPasswords: String {
    // Most texts hold no @ at all.
    guard utf8.contains(0x40), contains("//") else { return self }
    var scalars = Array(unicodeScalars)
    var index = 0
    while index + 1 < scalars.count {
      guard scalars[index] == "/", scalars[index + 1] == "/", index == 0 || Self.precedesAuthority(scalars[index - 1])
      else {
        index += 1
        continue
      }
      let start = index + 2
      var end = start
      var at: Int?
      while end < scalars.count, !Self.endsAuthority(scalars[end]) {
        if scalars[end] == "@" { at = end }
        end += 1
      }
      for place in start..<(at ?? start) { scalars[place] = "*" }
      index = max(end, start)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Whether two slashes after this character begin an authority instead of an empty step of a path.
  private static func precedesAuthority(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "?", "#": false
    case ":", "(", "=", ",", ";", "[", "{", "|": true
    default: endsAuthority(scalar) || scalar.properties.generalCategory == .initialPunctuation
    }
  }

  private static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "?", "#", "\"", "'", "<", ">", "`", "\\": true
    default: scalar.properties.isWhitespace
    }
  }
}

extension Diagnostic {
  /// The problem without the passwords of URLs in its texts.
  public var withoutPasswords: Diagnostic {
    var problem = self
    problem.message = message.withoutPasswords
    problem.sourceLine = sourceLine?.withoutPasswords
    problem.help = help?.withoutPasswords
    problem.notes = notes.map(\.withoutPasswords)
    return problem
  }
}
