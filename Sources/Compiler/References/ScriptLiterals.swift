/// Finds the URLs that a script visits: the literals of `Turbolinks.visit("…")`, `Turbo.visit("…")`, `Hybrid.visit("…")`
/// and `pushNavigatorWithURL("…")`.
///
/// Comments and strings are skipped; regular expressions are not told from divisions, so that one with a quote in it may
/// hide what follows on its line. A literal that is joined to something else is not a whole URL and left out.
public enum ScriptLiterals {
  /// A literal: its text, and its bytes without the quotes.
  public struct Literal: Hashable, Sendable {
    /// The text with escapes resolved.
    public var url: String
    /// The bytes between the quotes.
    public var range: Range<Int>
  }

  private static let calls: [[UInt8]] = [
    "Turbolinks.visit", "Turbo.visit", "Hybrid.visit", "pushNavigatorWithURL",
  ].map { Array($0.utf8) }

  /// The literals in order.
  public static func visits(in script: [UInt8]) -> [Literal] {
    var result: [Literal] = []
    var index = 0
    while index < script.count {
      switch script[index] {
      case UInt8(ascii: "/") where index + 1 < script.count && script[index + 1] == UInt8(ascii: "/"):
        index = script[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? script.count
      case UInt8(ascii: "/") where index + 1 < script.count && script[index + 1] == UInt8(ascii: "*"):
        index = endOfComment(script, from: index + 2)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        index = literal(script, at: index)?.end ?? index + 1
      case let byte where isIdentifier(byte):
        let end = script[index...].firstIndex { !isIdentifier($0) && $0 != UInt8(ascii: ".") } ?? script.count
        if calls.contains(where: { isCall($0, script[index..<end]) }) {
          let open = skipSpace(script, from: end)
          if open < script.count, script[open] == UInt8(ascii: "("),
            let found = literal(script, at: skipSpace(script, from: open + 1))
          {
            let after = skipSpace(script, from: found.end)
            if after == script.count || script[after] == UInt8(ascii: ",") || script[after] == UInt8(ascii: ")") {
              if let literal = found.literal { result.append(literal) }
            }
          }
        }
        index = end
      default: index += 1
      }
    }
    return result
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F || byte == 0x24
      || byte >= 0x80
  }

  /// Whether a chain such as `window.Turbolinks.visit` ends with the call's name.
  private static func isCall(_ name: [UInt8], _ chain: ArraySlice<UInt8>) -> Bool {
    guard chain.count >= name.count, chain.suffix(name.count).elementsEqual(name) else { return false }
    return chain.count == name.count || chain[chain.endIndex - name.count - 1] == UInt8(ascii: ".")
  }

  private static func skipSpace(_ script: [UInt8], from start: Int) -> Int {
    script[min(start, script.count)...].firstIndex { $0 > 0x20 } ?? script.count
  }

  private static func endOfComment(_ script: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < script.count {
      if script[index] == UInt8(ascii: "*"), script[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return script.count
  }

  /// The string literal at a place and the byte after it; no literal for a template with substitutions.
  private static func literal(_ script: [UInt8], at start: Int) -> (literal: Literal?, end: Int)? {
    guard start < script.count, [0x22, 0x27, 0x60].contains(script[start]) else { return nil }
    let quote = script[start]
    var bytes: [UInt8] = []
    var isPlain = true
    var index = start + 1
    while index < script.count, script[index] != quote {
      if script[index] == 0x0A, quote != 0x60 { return nil }
      if script[index] == UInt8(ascii: "\\"), index + 1 < script.count {
        // `\/` is common; escapes of code points are not and make the text unknown.
        if script[index + 1] == UInt8(ascii: "u") || script[index + 1] == UInt8(ascii: "x") { isPlain = false }
        index += 1
      } else if quote == 0x60, script[index] == UInt8(ascii: "$"), index + 1 < script.count,
        script[index + 1] == UInt8(ascii: "{")
      {
        isPlain = false
      }
      bytes.append(script[index])
      index += 1
    }
    guard index < script.count else { return nil }
    let literal = Literal(url: String(decoding: bytes, as: UTF8.self), range: (start + 1)..<index)
    return (isPlain ? literal : nil, index + 1)
  }
}
