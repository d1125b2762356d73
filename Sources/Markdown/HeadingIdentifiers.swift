/// The `id`s of a page's headings, as GitHub makes them: lower case, without signs, spaces as hyphens, each once.
struct HeadingIdentifiers {
  /// How often each was wanted.
  private var counts: [String: Int] = [:]

  /// The identifier of a heading's text; empty where nothing of the text is left.
  mutating func identifier(for text: String) -> String {
    var slug = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar == " " {
        slug += "-"
      } else if scalar == "-" || Self.isWord(scalar) {
        slug.unicodeScalars.append(scalar)
      }
    }
    guard !slug.isEmpty else { return "" }
    guard let count = counts[slug] else {
      counts[slug] = 0
      return slug
    }
    var number = count
    var candidate: String
    repeat {
      number += 1
      candidate = "\(slug)-\(number)"
    } while counts[candidate] != nil
    counts[slug] = number
    counts[candidate] = 0
    return candidate
  }

  /// Ruby's `\p{Word}`: letters, marks, decimal digits and connecting signs.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return scalar == "_" || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }
}
