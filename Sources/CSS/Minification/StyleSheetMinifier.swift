import Platform
import CSSValues

/// Writes style sheets shorter: without comments and white space that says nothing, with shorter values that are equal.
///
/// Nothing is merged, moved or dropped: scripts find the same rules in the same order. Custom properties stay as they are written,
/// because scripts read their text, and so do at-rules that are unknown here. A comment `/*! … */` at the start stays.
public enum StyleSheetMinifier {
  /// What came of it.
  public enum Result: Sendable, Equatable {
    /// There is nothing to gain.
    case unchanged
    /// The shorter text, which says the same.
    case shorter([UInt8])
    /// The text stays as it is, for a reason.
    case refused(String)
  }

  /// Rules that are nested deeper are left alone.
  static let maximumDepth = 32

  /// A style sheet, or the text of a `<style>`.
  public static func minified(sheet bytes: [UInt8]) -> Result { minified(bytes, isBlock: false) }

  /// The value of a `style` attribute.
  public static func minified(declarations bytes: [UInt8]) -> Result { minified(bytes, isBlock: true) }

  private static func minified(_ bytes: [UInt8], isBlock: Bool) -> Result {
    let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let text = Array(bytes.dropFirst(mark.count))
    guard String(validUTF8: text) != nil else { return .refused("it is not UTF-8") }
    let stream = TokenStream(text)
    if let fault = StyleSheetOutline.fault(stream) { return .refused(fault) }
    var writer = Writer(stream)
    let banner = isBlock ? [] : banner(text)
    guard writer.write(0..<stream.tokens.count, isBlock: isBlock, isStyle: true, depth: 0) else {
      return .refused("its rules are nested too deeply")
    }
    let output = banner + writer.output
    guard mark.count + output.count < bytes.count else { return .unchanged }
    let proof = StyleSheetEquivalence(stream, TokenStream(output), isBlock: isBlock)
    if let difference = proof.difference { return .refused("the shorter text does not say the same: \(difference)") }
    return .shorter(mark + output)
  }

  /// The comment with a licence that a sheet begins with.
  private static func banner(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: Array("/*!".utf8)) else { return [] }
    var index = 3
    while index + 1 < text.count, text[index] != 0x2A || text[index + 1] != 0x2F { index += 1 }
    return index + 1 < text.count ? Array(text[...(index + 1)]) : []
  }

  /// Tokens as they are written, without white space that says nothing.
  ///
  /// - Parameter replacement: what is written in the place of a token; `nil` for its own text.
  static func text(
    _ range: Range<Int>, _ grammar: TokenSpacing.Grammar, _ stream: TokenStream,
    replacement: (Int) -> [UInt8]? = { _ in nil }
  ) -> [UInt8] {
    var output: [UInt8] = []
    var spacing = TokenSpacing(grammar)
    var isSpaced = false
    var isCut = false
    var last: Token?
    for index in range {
      let token = stream.tokens[index]
      if token.flags.contains(.afterComment) { isCut = true }
      guard token.kind != .whitespace else {
        isSpaced = true
        continue
      }
      let replaced = replacement(index)
      if let last {
        let isFree = spacing.isFreeBehind(last) || spacing.isFreeBefore(token)
        if isFree || replaced == [] {
          // Nothing is between them.
        } else if isSpaced {
          output.append(0x20)
        } else if isCut {
          // Without the comment both would be one token.
          output += "/**/".utf8
        }
      }
      isSpaced = false
      isCut = false
      spacing.pass(token, in: stream)
      output += replaced ?? Array(stream.source[token.range])
      last = token
    }
    return output
  }

  /// Writes the items of a sheet.
  private struct Writer {
    let outline: StyleSheetOutline
    var values: ValueMinifier
    var output: [UInt8] = []

    init(_ stream: TokenStream) {
      outline = StyleSheetOutline(stream: stream)
      values = ValueMinifier(stream)
      output.reserveCapacity(stream.source.count)
    }

    private var stream: TokenStream { outline.stream }

    mutating func write(_ range: Range<Int>, isBlock: Bool, isStyle: Bool, depth: Int) -> Bool {
      guard depth <= StyleSheetMinifier.maximumDepth else { return false }
      var needsSemicolon = false
      for item in outline.items(range, isBlock: isBlock) {
        if needsSemicolon { output.append(0x3B) }
        needsSemicolon = false
        switch item {
        case .declaration(let name, let value, let isImportant):
          write(name, value, isStyle: isStyle)
          if isImportant { output += "!important".utf8 }
          needsSemicolon = true
        case .rule(let prelude, let block):
          output += StyleSheetMinifier.text(prelude, .selectors, stream)
          guard writeBlock(block, isBlock: true, isStyle: isStyle, depth) else { return false }
        case .atRule(let name, let prelude, let block):
          output += stream.source[stream.tokens[name].range]
          if !prelude.isEmpty {
            output.append(0x20)
            output += StyleSheetMinifier.text(prelude, .conditions, stream)
          }
          guard let block else {
            output.append(0x3B)
            continue
          }
          switch outline.contents(ofAtRule: name) {
          case .sameAsAround:
            guard writeBlock(block, isBlock: isBlock, isStyle: isStyle, depth) else { return false }
          case .descriptors:
            guard writeBlock(block, isBlock: true, isStyle: false, depth) else { return false }
          case .rules:
            guard writeBlock(block, isBlock: false, isStyle: isStyle, depth) else { return false }
          case .unknown:
            output.append(0x7B)
            output += stream.source[stream.byteRange(block)]
            output.append(0x7D)
          }
        case .verbatim(let range):
          output += stream.source[stream.byteRange(range)]
          needsSemicolon = true
        }
      }
      return true
    }

    private mutating func writeBlock(_ range: Range<Int>, isBlock: Bool, isStyle: Bool, _ depth: Int) -> Bool {
      output.append(0x7B)
      guard write(range, isBlock: isBlock, isStyle: isStyle, depth: depth + 1) else { return false }
      output.append(0x7D)
      return true
    }

    private mutating func write(_ name: Int, _ value: Range<Int>, isStyle: Bool) {
      output += stream.source[stream.tokens[name].range]
      output.append(0x3A)
      if outline.isCustom(name) {
        // An empty value is one space for old browsers.
        output += value.isEmpty ? [0x20] : Array(stream.source[stream.byteRange(value)])
        return
      }
      if isStyle, let property = PropertyID(name: stream.lowercasedName(stream.tokens[name])),
        let text = values.shortest(property, value)
      {
        output += text
      } else {
        output += StyleSheetMinifier.text(value, .value, stream)
      }
    }
  }
}
