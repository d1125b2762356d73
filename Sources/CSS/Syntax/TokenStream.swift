import Diagnostics
import Names

/// The tokens of one source: a flat array, made once, that all parsers walk with cursors.
public final class TokenStream: Sendable {
  /// The source in UTF-8.
  public let source: [UInt8]
  /// The tokens in order; the end of the input is not among them.
  public let tokens: [Token]
  /// The texts of tokens with escapes, concatenated.
  public let unescaped: [UInt8]
  /// Where the source came from, for diagnostics.
  public let file: SourceFile?
  /// Whether the source is a Token page's, whose sheets have `//` comments.
  public let hasLineComments: Bool

  /// Tokenizes a source of UTF-8 bytes (see `StyleSheetDecoder` for other encodings). Bytes from 4 GiB on are ignored.
  ///
  /// - Parameters:
  ///   - source: the text in UTF-8.
  ///   - file: where problems are told, if anywhere.
  ///   - lineComments: whether `//` starts a comment to the end of the line, as in a Token page's sheets.
  public init(_ source: [UInt8], file: SourceFile? = nil, lineComments: Bool = false) {
    self.source = source
    self.file = file
    self.hasLineComments = lineComments
    var tokens: [Token] = []
    var unescaped: [UInt8] = []
    source.withUnsafeBufferPointer { bytes in
      let limit = Swift.min(bytes.count, Int(UInt32.max) - 16)
      tokens.reserveCapacity(limit / 4 + 8)
      var tokenizer = Tokenizer(bytes: UnsafeBufferPointer(rebasing: bytes[0..<limit]), lineComments: lineComments)
      tokenizer.run(into: &tokens)
      unescaped = tokenizer.unescaped
    }
    self.tokens = tokens
    self.unescaped = unescaped
  }

  /// Tokenizes a file.
  public convenience init(_ file: SourceFile, lineComments: Bool = false) {
    self.init(file.bytes, file: file, lineComments: lineComments)
  }

  /// Tokenizes text.
  public convenience init(text: String) {
    self.init(Array(text.utf8))
  }

  /// A cursor over all tokens.
  public var cursor: TokenCursor { TokenCursor(self, 0..<tokens.count) }

  /// Calls `body` with the text of a token: the name, string, URL or unit without marks.
  @inlinable
  public func withText<Result>(_ token: Token, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = Int(token.textStart)..<Int(token.textEnd)
    return (token.flags.contains(.escaped) ? unescaped : source).withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// The text of a token: the name, string, URL or unit without marks.
  public func text(_ token: Token) -> String {
    withText(token) { String(decoding: $0, as: UTF8.self) }
  }

  /// The text of a token, interned.
  public func name(_ token: Token) -> Name {
    withText(token) { Name(utf8: $0) }
  }

  /// The text of a token in ASCII lower case, interned.
  public func lowercasedName(_ token: Token) -> Name {
    withText(token) { bytes in
      guard bytes.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return Name(utf8: bytes) }
      return bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.withUnsafeBufferPointer { Name(utf8: $0) }
    }
  }

  /// Whether a token's text is the given lower-case ASCII text, ASCII case aside.
  @inlinable
  public func text(_ token: Token, is lowercase: StaticString) -> Bool {
    guard Int(token.textEnd &- token.textStart) == lowercase.utf8CodeUnitCount else { return false }
    return withText(token) { bytes in
      let other = lowercase.utf8Start
      for index in 0..<bytes.count {
        var byte = bytes[index]
        if byte >= 0x41 && byte <= 0x5A { byte |= 0x20 }
        if byte != other[index] { return false }
      }
      return true
    }
  }

  /// The source text of a range of tokens, comments between them included.
  public func sourceText(_ range: Range<Int>) -> String {
    String(decoding: source[byteRange(range)], as: UTF8.self)
  }

  /// The bytes of a range of tokens in the source.
  public func byteRange(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else {
      let place = range.lowerBound < tokens.count ? Int(tokens[range.lowerBound].start) : source.count
      return place..<place
    }
    return Int(tokens[range.lowerBound].start)..<Int(tokens[range.upperBound - 1].end)
  }
}
