import Diagnostics
import Names

/// Finds out a source's encoding and decodes it to UTF-8 (HTML, section 13.2.3; Encoding, section 6).
public enum EncodingSniffer {
  /// Decodes a page's bytes: a byte order mark wins, then a `<meta>` (or an XML declaration) in the first 1,024 bytes,
  /// then a `<meta>` further on, then UTF-8.
  public static func decode(_ bytes: [UInt8]) -> DecodedText {
    if let declared = declaredEncoding(in: bytes).flatMap({ TextEncoding(label: $0) }) {
      return decode(bytes, declared: declared)
    }
    let decoded = decode(bytes, declared: nil)
    guard !decoded.isDeclared, let late = lateDeclaration(in: decoded.text) else { return decoded }
    var again = decode(bytes, declared: late.encoding)
    again.lateDeclaration = place(late.range, of: decoded.text, in: again.text)
    return again
  }

  /// Changing the encoding while parsing (HTML, section 13.2.3.5): the first `<meta>` of the whole page that declares one.
  ///
  /// Pages of only ASCII are the same in any encoding, and are not looked at.
  private static func lateDeclaration(in text: [UInt8]) -> (encoding: TextEncoding, range: Range<Int>)? {
    guard text.count > 1_024, text.contains(where: { $0 >= 0x80 }), names(charset: text[1_000...]) else { return nil }
    var unused = DiagnosticSink(limit: 0)
    let document = HTMLParser.parse(SourceFile(path: "", bytes: text), diagnostics: &unused)
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      guard document.name(node) == .meta, document.namespace(node) == .html else { continue }
      let encoding = EncodingPrescan.encoding(
        charset: document.value(node, .charset), httpEquiv: document.value(node, .httpEquiv),
        content: document.value(node, .content))
      if let encoding { return (encoding, document.sourceRange(node)) }
    }
    return nil
  }

  /// Whether a text holds the word that every declaration has.
  private static func names(charset text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.indices.dropLast(6).contains { index in
        text[index] | 0x20 == 0x63 && ASCII.equalsIgnoringCase(text[index..<index + 7], "charset")
      }
    }
  }

  /// The range that a tag has in another decoding of the same bytes: that of the same `<`, counted.
  private static func place(_ range: Range<Int>, of text: [UInt8], in other: [UInt8]) -> Range<Int> {
    var count = text[..<range.lowerBound].count { $0 == 0x3C }
    guard
      let start = other.firstIndex(where: { byte in
        guard byte == 0x3C else { return false }
        defer { count -= 1 }
        return count == 0
      })
    else { return 0..<0 }
    return start..<min(start + range.count, other.count)
  }

  /// Decodes a style sheet's bytes (CSS Syntax, section 3.2): a byte order mark wins, then `@charset "…";` at the very
  /// beginning, then the encoding of the document that refers to it, then UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: the sheet as it is in its file.
  ///   - documentEncoding: as ``decode(_:)`` returned it for the document, or `nil`.
  public static func decodeStyleSheet(
    _ bytes: [UInt8], documentEncoding: String? = nil
  ) -> DecodedText {
    var declared: TextEncoding?
    let opening = Array("@charset \"".utf8)
    if bytes.starts(with: opening),
      let end = bytes[opening.count..<min(bytes.count, 1_024)].firstIndex(of: 0x22),
      end + 1 < bytes.count, bytes[end + 1] == 0x3B
    {
      declared = TextEncoding(label: String(decoding: bytes[opening.count..<end], as: UTF8.self))
      // A rule that could be read as ASCII is not in UTF-16.
      if let found = declared, found.name.hasPrefix("utf-16") { declared = .utf8 }
    }
    if let declared { return decode(bytes, declared: declared) }
    return decode(bytes, declared: documentEncoding.flatMap { TextEncoding(label: $0) })
  }

  private static func decode(_ bytes: [UInt8], declared: TextEncoding?) -> DecodedText {
    let (encoding, markLength): (TextEncoding, Int) =
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        (.utf8, 3)
      } else if bytes.starts(with: [0xFE, 0xFF]) {
        (.utf16BigEndian, 2)
      } else if bytes.starts(with: [0xFF, 0xFE]) {
        (.utf16LittleEndian, 2)
      } else {
        (declared ?? .utf8, 0)
      }
    let decoded = encoding.decoding(bytes[markLength...])
    return DecodedText(
      text: decoded.text, encoding: encoding.name, isDeclared: markLength > 0 || declared != nil,
      replacements: decoded.replacements, firstReplacement: decoded.first)
  }

  /// The name of the encoding that a page declares for itself, or `nil`.
  static func declaredEncoding(in bytes: [UInt8]) -> String? {
    var prescan = EncodingPrescan(bytes.prefix(1_024))
    return prescan.run()?.name
  }
}
