/// Reads hosts (WHATWG URL, 3.5 Host parsing).
enum WebURLHost {
  /// The host as it is written, or `nil` for what is none.
  ///
  /// DEVIATION: names are brought to lower case, NFC and Punycode; of IDNA's other mappings only those of full stops
  /// and of signs that are left out are carried out, and no label is refused for its letters.
  static func parse(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) -> String? {
    if bytes.first == 0x5B {
      guard bytes.last == 0x5D, let address = IPv6Address(bytes.dropFirst().dropLast()) else { return nil }
      return "[\(address.text)]"
    }
    guard isSpecial else {
      return bytes.contains(where: isForbiddenInHost) ? nil : PercentEncodeSet.control.encoded(bytes)
    }
    let domain = String(decoding: decoded(bytes), as: UTF8.self)
    guard let ascii = asciiDomain(domain), !ascii.isEmpty, !ascii.utf8.contains(where: isForbiddenInDomain) else {
      return nil
    }
    return endsInNumber(ascii) ? ipv4(ascii) : ascii
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count > 1,
        let escaped = URLNormalization.escaped(rest[rest.startIndex], rest[rest.startIndex + 1])
      {
        result.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, 0x23, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D, 0x5E, 0x7C: true
    default: false
    }
  }

  private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
    isForbiddenInHost(byte) || byte < 0x20 || byte == 0x25 || byte == 0x7F
  }

  /// Domain to ASCII (UTS #46).
  private static func asciiDomain(_ domain: String) -> String? {
    var labels: [[Unicode.Scalar]] = [[]]
    for scalar in domain.unicodeScalars {
      switch scalar {
      case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}": labels.append([])
      case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}": continue
      default: labels[labels.count - 1] += scalar.properties.lowercaseMapping.unicodeScalars
      }
    }
    var result: [String] = []
    for label in labels {
      if label.allSatisfy(\.isASCII) {
        result.append(String(String.UnicodeScalarView(label)))
      } else {
        guard let encoded = Punycode.encoded(Composition.composed(label)) else { return nil }
        result.append("xn--" + encoded)
      }
    }
    return result.joined(separator: ".")
  }

  /// The ends-in-a-number checker.
  private static func endsInNumber(_ domain: String) -> Bool {
    var parts = domain.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true {
      if parts.count == 1 { return false }
      parts.removeLast()
    }
    guard let last = parts.last, !last.isEmpty else { return false }
    return last.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || number(String(Substring(last))) != nil
  }

  /// The IPv4 number parser: decimal, `0x` hexadecimal, `0` octal.
  private static func number(_ text: String) -> UInt64? {
    let lowercased = text.lowercased()
    if lowercased.hasPrefix("0x") {
      return lowercased.count == 2 ? 0 : UInt64(lowercased.dropFirst(2), radix: 16)
    }
    if text.count > 1, text.hasPrefix("0") { return UInt64(text.dropFirst(), radix: 8) }
    return text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? UInt64(text) : nil
  }

  /// The IPv4 parser.
  private static func ipv4(_ domain: String) -> String? {
    var parts = domain.split(separator: ".", omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var address: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard !part.isEmpty, let value = number(String(part)) else { return nil }
      if index < parts.count - 1 {
        guard value <= 255 else { return nil }
        address |= value << UInt64(24 - 8 * index)
      } else {
        guard value < 1 << UInt64(8 * (5 - parts.count)) else { return nil }
        address |= value
      }
    }
    return [24, 16, 8, 0].map { String(address >> UInt64($0) & 255) }.joined(separator: ".")
  }
}
