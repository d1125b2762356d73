/// Finds the URLs that a script visits: the literals of `Turbolinks.visit("…")`, `Turbo.visit("…")`, `Hybrid.visit("…")`
/// and `pushNavigatorWithURL("…")`, with white space, comments, `?.` and escapes wherever scripts may have them, and with
/// `["visit"]` for `.visit`.
///
/// A literal that is joined to something else is not a whole URL and left out.
public enum ScriptLiterals {
  /// A literal: its text, and its bytes without the quotes.
  public struct Literal: Hashable, Sendable {
    /// The text with escapes resolved.
    public var url: String
    /// The bytes between the quotes.
    public var range: Range<Int>
  }

  private static let objects: [StaticString] = ["Turbolinks", "Turbo", "Hybrid"]

  /// The literals in order.
  public static func visits(in script: [UInt8]) -> [Literal] {
    // OPTIMIZATION: most scripts visit nothing.
    guard mayVisit(script) else { return [] }
    let tokens = ScriptTokens(script)
    var result: [Literal] = []
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .word {
      guard var open = endOfCallee(tokens, index) else { continue }
      if tokens.isSign("?.", at: open) { open += 1 }
      guard tokens.isSign("(", at: open), open + 1 < tokens.tokens.count else { continue }
      let argument = tokens.tokens[open + 1]
      let isWhole = tokens.isSign(")", at: open + 2) || tokens.isSign(",", at: open + 2)
      guard argument.kind == .string, isWhole || open + 2 == tokens.tokens.count, let url = tokens.value(argument)
      else {
        continue
      }
      result.append(Literal(url: url, range: (argument.range.lowerBound + 1)..<(argument.range.upperBound - 1)))
    }
    return result
  }

  /// The token behind the name of a function that visits, where the name begins at a token.
  private static func endOfCallee(_ tokens: ScriptTokens, _ index: Int) -> Int? {
    if tokens.isWord("pushNavigatorWithURL", at: index) {
      // A function of this name is declared, not called.
      return tokens.isWord("function", at: index - 1) ? nil : index + 1
    }
    guard objects.contains(where: { tokens.isWord($0, at: index) }) else { return nil }
    if tokens.isAccess(at: index + 1), tokens.isWord("visit", at: index + 2) { return index + 3 }
    let open = tokens.isSign("?.", at: index + 1) ? index + 2 : index + 1
    guard tokens.isSign("[", at: open), tokens.isSign("]", at: open + 2), tokens.tokens[open + 1].kind == .string,
      tokens.value(tokens.tokens[open + 1]) == "visit"
    else { return nil }
    return open + 3
  }

  /// Whether the name of a function that visits is anywhere in a script, or a letter written as an escape.
  private static func mayVisit(_ script: [UInt8]) -> Bool {
    script.withUnsafeBufferPointer { script in
      func begins(_ name: StaticString, at index: Int) -> Bool {
        name.utf8CodeUnitCount <= script.count - index
          && name.withUTF8Buffer { UnsafeBufferPointer(rebasing: script[index..<(index + $0.count)]).elementsEqual($0) }
      }
      for index in script.indices {
        switch script[index] {
        case UInt8(ascii: "T"): if begins("Turbo", at: index) { return true }
        case UInt8(ascii: "H"): if begins("Hybrid", at: index) { return true }
        case UInt8(ascii: "p"): if begins("pushNavigatorWithURL", at: index) { return true }
        case 0x5C:
          if begins("\\u00", at: index) || begins("\\u{", at: index),
            let digit = script[index...].dropFirst(script[index + 2] == UInt8(ascii: "{") ? 3 : 4).first,
            (0x34...0x37).contains(digit)
          {
            return true
          }
        default: break
        }
      }
      return false
    }
  }
}
