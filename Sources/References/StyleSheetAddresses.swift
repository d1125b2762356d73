import CSS
import Diagnostics

/// The URLs of a text in CSS with their places, `@import`s among them.
package enum StyleSheetAddresses {
  /// A URL and the token that holds it: `url(…)` as a whole, or a string with its quotes.
  package struct Address {
    package var url: String
    package var kind: ReferenceKind
    /// The token's bytes.
    package var range: Range<Int>
    /// Whether the token is a `url(…)` rather than a string.
    package var isFunction: Bool
  }

  /// Whether a text can hold a URL at all.
  package static func mayHold(_ bytes: some Collection<UInt8>) -> Bool {
    var last: (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      // `url(` and `@import`, in any case; escapes in either are nobody's habit and are found only by the tokenizer.
      if byte == 0x28, last.1 | 0x20 == 0x6C || last.1 == 0x5C { return true }
      if byte | 0x20 == 0x6D, last.1 | 0x20 == 0x69 { return true }
      last = (last.1, byte)
    }
    return false
  }

  /// The URLs in the order of the text.
  package static func addresses(in stream: TokenStream) -> [Address] {
    var result: [Address] = []
    let tokens = stream.tokens
    var index = 0
    func append(_ token: Token, _ kind: ReferenceKind?) {
      let url = stream.text(token)
      let reference = StyleSheetReferences.kind(of: url)
      result.append(Address(url: url, kind: kind ?? reference, range: token.range, isFunction: token.kind == .url))
    }
    /// The string of a `url("…")` whose function is at an index.
    func string(inFunction index: Int) -> Token? {
      var inner = index + 1
      while inner < tokens.count, tokens[inner].kind == .whitespace { inner += 1 }
      return inner < tokens.count && tokens[inner].kind == .string ? tokens[inner] : nil
    }
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .atKeyword where stream.text(token).lowercased() == "namespace":
        while index < tokens.count, tokens[index].kind != .semicolon { index += 1 }
      case .atKeyword where stream.text(token).lowercased() == "import":
        var next = index + 1
        while next < tokens.count, tokens[next].kind == .whitespace { next += 1 }
        guard next < tokens.count else { break }
        if tokens[next].kind == .string || tokens[next].kind == .url {
          append(tokens[next], .stylesheetImport)
          index = next
        } else if tokens[next].kind == .function, stream.text(tokens[next], is: "url"),
          let text = string(inFunction: next)
        {
          append(text, .stylesheetImport)
          index = next
        }
      case .url: append(token, nil)
      case .function where stream.text(token, is: "url"):
        if let text = string(inFunction: index) { append(text, nil) }
      case .function where ImageSetStrings.isImageSet(token, in: stream):
        for text in ImageSetStrings.strings(ofFunctionAt: index, in: stream) { append(text, .image) }
      default: break
      }
      index += 1
    }
    // Those of an image set come before the `url()`s inside it.
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What has to be rewritten in a range of bytes.
  ///
  /// - Parameter address: the URL that stands for another, or `nil` where it stays.
  package static func edits(
    _ bytes: ArraySlice<UInt8>, lineComments: Bool = false, address: (String) -> String?
  ) -> [TextEdit] {
    guard mayHold(bytes) else { return [] }
    let stream = TokenStream(Array(bytes), lineComments: lineComments)
    return addresses(in: stream).compactMap { found in
      guard let text = address(found.url), text != found.url else { return nil }
      let start = bytes.startIndex
      return TextEdit(
        range: start + found.range.lowerBound..<start + found.range.upperBound,
        text: found.isFunction ? "url(\(quoted(text)))" : quoted(text))
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n", "\r", "\u{c}", "\0": result += "\\" + String(scalar.value, radix: 16) + " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
