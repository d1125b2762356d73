import Diagnostics
import Names

/// The tokens of one source: a flat array, made once, that all parsers walk with cursors.
public final class TokenStream: @unchecked Sendable {
  // Immutable after `init`: the memory is filled once and freed in `deinit`, and never leaves the stream, so that a
  // look at a token counts no references.

  /// The source in UTF-8.
  public let source: [UInt8]
  /// Where the source came from, for diagnostics.
  public let file: SourceFile?
  /// Whether the source is a Token page's, whose sheets have `//` comments.
  public let hasLineComments: Bool
  @usableFromInline let tokenMemory: UnsafeMutablePointer<Token>
  @usableFromInline let tokenCount: Int
  /// The source, and behind it the texts of tokens with escapes.
  @usableFromInline let textMemory: UnsafeMutablePointer<UInt8>
  @usableFromInline let sourceCount: Int

  /// Tokenizes a source of UTF-8 bytes (`DecodedText` of HTML reads other encodings). Bytes from 4 GiB on are ignored.
  ///
  /// - Parameters:
  ///   - source: the text in UTF-8.
  ///   - file: where problems are reported, if anywhere.
  ///   - lineComments: whether `//` starts a comment to the end of the line, as in a Token page's sheets.
  public init(_ source: [UInt8], file: SourceFile? = nil, lineComments: Bool = false) {
    self.source = source
    self.file = file
    self.hasLineComments = lineComments
    sourceCount = source.count
    (tokenMemory, tokenCount, textMemory) = source.withUnsafeBufferPointer { bytes in
      let limit = Swift.min(bytes.count, Int(UInt32.max) - 16)
      var tokenizer = Tokenizer(bytes: UnsafeBufferPointer(rebasing: bytes[0..<limit]), lineComments: lineComments)
      tokenizer.run()
      let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + tokenizer.unescaped.count)
      if let start = bytes.baseAddress { text.initialize(from: start, count: bytes.count) }
      tokenizer.unescaped.withUnsafeBufferPointer { unescaped in
        guard let start = unescaped.baseAddress else { return }
        (text + bytes.count).initialize(from: start, count: unescaped.count)
      }
      return (tokenizer.tokens, tokenizer.tokenCount, text)
    }
  }

  deinit {
    tokenMemory.deallocate()
    textMemory.deallocate()
  }

  /// The tokens in order; the end of the input is not among them.
  @inlinable
  public var tokens: TokenList { TokenList(stream: self) }

  /// The tokens of a stream, as a collection.
  @frozen
  public struct TokenList: RandomAccessCollection, Sendable {
    @usableFromInline let stream: TokenStream

    @inlinable
    init(stream: TokenStream) { self.stream = stream }

    /// The place of the first token.
    @inlinable
    public var startIndex: Int { 0 }
    /// The place past the last token.
    @inlinable
    public var endIndex: Int { stream.tokenCount }
    /// The token at a place.
    @inlinable
    public subscript(position: Int) -> Token {
      precondition(position >= 0 && position < stream.tokenCount)
      return stream.tokenMemory[position]
    }
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
    // The tokenizer made the range: it lies within the memory.
    let start = textMemory + Int(token.textStart) + (token.flags.contains(.escaped) ? sourceCount : 0)
    return body(UnsafeBufferPointer(start: start, count: Int(token.textEnd &- token.textStart)))
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

  /// Calls `body` with bytes of the source.
  @inlinable
  public func withSource<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= sourceCount)
    return body(UnsafeBufferPointer(start: textMemory + range.lowerBound, count: range.count))
  }

  /// Whether a token's text is the given lower-case ASCII text, ignoring ASCII case.
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
