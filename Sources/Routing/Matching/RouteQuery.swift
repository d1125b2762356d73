/// The query of a URL as written, whose items are looked up without being copied.
struct RouteQuery {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The value of the first item with a name, as written; empty where the item has no `=`.
  func value(of name: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
    var start = 0
    while start < bytes.count {
      var end = start
      var equals = -1
      while end < bytes.count, bytes[end] != 0x26 {
        if bytes[end] == 0x3D, equals < 0 { equals = end }
        end += 1
      }
      if end > start, Self.equals(part(start..<(equals < 0 ? end : equals)), name) {
        return part((equals < 0 ? end : equals + 1)..<end)
      }
      start = end + 1
    }
    return nil
  }

  private func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

  /// Whether a name or value as written is, decoded, a text.
  static func equals(_ written: UnsafeBufferPointer<UInt8>, _ text: [UInt8]) -> Bool {
    var index = 0
    for wanted in text {
      guard index < written.count else { return false }
      var byte = written[index]
      if byte == 0x25, index + 2 < written.count,
        let escaped = URLNormalization.escaped(written[index + 1], written[index + 2])
      {
        byte = escaped
        index += 2
      } else if byte == 0x2B {
        byte = 0x20
      }
      guard byte == wanted else { return false }
      index += 1
    }
    return index == written.count
  }

  /// A value as written, decoded.
  static func decoded(_ written: UnsafeBufferPointer<UInt8>) -> String {
    isPlain(written) ? String(decoding: written, as: UTF8.self) : URLNormalization.formDecoded(written)
  }

  /// Whether a value as written is, decoded, of a type.
  static func accepts(_ type: RouteParameterType, _ written: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(written) ? type.accepts(written) : type.accepts(Array(URLNormalization.formDecoded(written).utf8))
  }

  private static func isPlain(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in written where byte == 0x25 || byte == 0x2B { return false }
    return true
  }
}
