/// Halves of surrogate pairs in JSON text: scripts make them where they cut a text in two, and JSON can write them, as
/// escapes; no text of Swift holds them.
enum LoneSurrogates {
  /// The text with `\ufffd` for each half without its other half.
  static func replaced(in json: [UInt8]) -> [UInt8] {
    var result = json
    var position = 0
    while position < result.count {
      guard result[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      guard let unit = escape(at: position, in: result) else {
        position += 2
        continue
      }
      let next = escape(at: position + 6, in: result)
      if 0xD800..<0xDC00 ~= unit, let next, 0xDC00..<0xE000 ~= next {
        position += 12
        continue
      }
      if 0xD800..<0xE000 ~= unit { result.replaceSubrange(position + 2..<position + 6, with: "fffd".utf8) }
      position += 6
    }
    return result
  }

  /// The code unit of an escape such as `\u00e4` that begins at a position.
  private static func escape(at position: Int, in json: [UInt8]) -> UInt16? {
    guard position + 6 <= json.count, json[position] == UInt8(ascii: "\\"), json[position + 1] == UInt8(ascii: "u")
    else {
      return nil
    }
    return UInt16(String(decoding: json[position + 2..<position + 6], as: UTF8.self), radix: 16)
  }
}
