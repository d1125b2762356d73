import JSONValues
import Platform
import Diagnostics
import Manifest

/// What keeps a configuration from being JSON: YAML's reader, which finds the places of its values, takes more than JSON.
enum ConfigurationJSON {
  /// The first fault of a file that ends in `.json`, or `nil`.
  static func problem(in source: SourceFile) -> Diagnostic? {
    // An empty file is a configuration with nothing in it, and a mark of the byte order is none of the text.
    let mark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let bytes = Array(source.bytes[mark...])
    guard !bytes.allSatisfy({ isSpace($0) }), String(validUTF8: bytes) != nil else { return nil }
    do throws(JSONError) {
      _ = try JSONParser.parse(bytes)
      return nil
    } catch {
      // Keys that are written twice, and values that are nested too deeply, have reports of their own.
      if error.expected == JSONParser.expectedNewMember || error.expected == JSONParser.expectedFewerLevels {
        return nil
      }
      return diagnostic(of: error, bytes, source, mark)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private static func diagnostic(of error: JSONError, _ bytes: [UInt8], _ source: SourceFile, _ mark: Int) -> Diagnostic
  {
    func at(_ offset: Int, _ length: Int, _ message: String, _ help: String) -> Diagnostic {
      Diagnostic(
        .configurationSyntax, message, in: source, at: mark + offset..<min(mark + offset + length, source.bytes.count),
        help: help)
    }
    let found = error.offset < bytes.count ? bytes[error.offset] : nil
    // A file that does not even begin as an object may be a key that was named by mistake: nothing of it is shown.
    guard "{[/#'".utf8.contains(bytes.first { !isSpace($0) } ?? 0) else {
      return Diagnostic(
        .configurationSyntax, "the file is not valid JSON: expected an object", at: SourceLocation(file: source.path),
        help: "begin with a brace, or write the configuration as hybrid.yml")
    }
    if found == UInt8(ascii: "/") || found == UInt8(ascii: "#") {
      return at(
        error.offset, 1, "JSON has no comments", "remove the comment, or write the configuration as hybrid.yml")
    }
    if found == UInt8(ascii: "}") || found == UInt8(ascii: "]"),
      let comma = bytes[..<error.offset].lastIndex(where: { !isSpace($0) }), bytes[comma] == UInt8(ascii: ",")
    {
      return at(comma, 1, "a comma is before the closing bracket", "remove the comma")
    }
    if found == UInt8(ascii: "'") {
      return at(
        error.offset, 1, "JSON has no single quotes",
        "write \"double quotes\", or write the configuration as hybrid.yml")
    }
    if let found, found == UInt8(ascii: "_") || (found | 0x20 >= 0x61 && found | 0x20 <= 0x7A),
      !error.expected.hasPrefix("a comma")
    {
      let end = bytes[error.offset...].firstIndex {
        !($0 == 0x5F || $0 == 0x2D || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A))
      }
      let word = String(decoding: bytes[error.offset..<(end ?? bytes.count)].prefix(40), as: UTF8.self)
      if ["true", "false", "null"].contains(word.lowercased()) {
        return at(error.offset, word.utf8.count, "JSON has no `\(word)`", "write `\(word.lowercased())`")
      }
      return at(
        error.offset, word.utf8.count, "`\(word)` is not in quotes",
        DataFileHints.json(bytes, at: error.offset) ?? "put it in double quotes")
    }
    // What is missing at the begin of a line is missing behind what came before it.
    let isMissing = error.expected.hasPrefix("a comma")
    let last = bytes[..<min(error.offset, bytes.count)].lastIndex { !isSpace($0) }
    let offset = isMissing ? (last ?? error.offset) : error.offset
    return at(
      offset, 1, "the file is not valid JSON: \(error.clause)", "check the commas and quotes near here")
  }
}
