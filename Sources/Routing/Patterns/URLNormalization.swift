/// A URL split and brought to one form: scheme and host in lower case, dot segments resolved, escapes decoded except for
/// an escaped slash, no closing slash (WHATWG URL, 4).
struct URLNormalization {
  /// `scheme://host` and the path, or the path alone.
  private(set) var target: [UInt8]
  /// Where the path begins in ``target``.
  private(set) var pathStart: Int
  /// The query without `?`, as written.
  private(set) var query: ArraySlice<UInt8>

  init(_ url: String) {
    let bytes = Array(url.utf8)
    var index = 0
    target = []
    target.reserveCapacity(bytes.count)
    if let colon = Self.schemeEnd(bytes) {
      target.append(contentsOf: bytes[..<colon].map(Self.lowercased))
      index = colon
      if bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F]) {
        target.append(contentsOf: [0x3A, 0x2F, 0x2F])
        index += 3
        while index < bytes.count, bytes[index] != 0x2F, bytes[index] != 0x3F, bytes[index] != 0x23 {
          target.append(Self.lowercased(bytes[index]))
          index += 1
        }
      }
    }
    pathStart = target.count
    let pathEnd = bytes[index...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    Self.append(path: bytes[index..<pathEnd], to: &target)
    query = []
    if pathEnd < bytes.count, bytes[pathEnd] == 0x3F {
      let end = bytes[pathEnd...].firstIndex(of: 0x23) ?? bytes.count
      query = bytes[(pathEnd + 1)..<end]
    }
  }

  /// The offset of the colon after a scheme.
  private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return nil }
    for (index, byte) in bytes.enumerated() {
      if byte == 0x3A { return index }
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
      guard isLetter || (byte >= 0x30 && byte <= 0x39) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return nil
      }
    }
    return nil
  }

  private static func append(path: ArraySlice<UInt8>, to target: inout [UInt8]) {
    let floor = target.count
    var index = path.startIndex
    while index < path.endIndex {
      if path[index] == 0x2F { index += 1 }
      let end = path[index...].firstIndex(of: 0x2F) ?? path.endIndex
      let segment = path[index..<end]
      let dots = dots(in: segment)
      if dots == 2 {
        while target.count > floor, target.removeLast() != 0x2F {}
      } else if !segment.isEmpty, dots != 1 {
        target.append(0x2F)
        appendDecoded(segment, to: &target)
      }
      index = end
    }
    if target.count == floor, floor == 0 || !path.isEmpty { target.append(0x2F) }
    if target.count == floor + 1, floor > 0, target.last == 0x2F { target.removeLast() }
  }

  /// How many dots a segment consists of, written as they are or as `%2e`; 0 for any other segment.
  static func dots(in segment: ArraySlice<UInt8>) -> Int {
    guard segment.count <= 6 else { return 0 }
    var count = 0
    var index = segment.startIndex
    while index < segment.endIndex {
      if segment[index] == 0x2E {
        index += 1
      } else if segment[index] == 0x25, index + 2 < segment.endIndex, segment[index + 1] == 0x32,
        segment[index + 2] | 0x20 == 0x65
      {
        index += 3
      } else {
        return 0
      }
      count += 1
    }
    return count
  }

  private static func appendDecoded(_ bytes: ArraySlice<UInt8>, to target: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x25, index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2]), high << 4 | low != 0x2F
      {
        target.append(high << 4 | low)
        index += 3
      } else {
        target.append(bytes[index])
        index += 1
      }
    }
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Escapes decoded, but for an escaped slash.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    appendDecoded(bytes[...], to: &result)
    return result
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// The query's parameters in order, `+` and escapes decoded.
  func queryItems() -> [(name: String, value: String)] {
    query.split(separator: 0x26).map { item in
      let parts = item.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.formDecoded(parts[0]), parts.count > 1 ? Self.formDecoded(parts[1]) : "")
    }
  }

  private static func formDecoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x25, index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index] == 0x2B ? 0x20 : bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Writes URLs.
enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A path's bytes with everything escaped that a path may not hold.
  static func encoded(_ bytes: [UInt8], keepingSlash: Bool) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B, 0x3D,
        0x40:
        result.append(byte)
      case 0x2F where keepingSlash: result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A query's name or value (application/x-www-form-urlencoded, with `%20` for a space).
  static func query(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2A: result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
