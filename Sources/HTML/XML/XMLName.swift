/// Names that XML can and cannot write (XML 1.0, section 2.3; Namespaces in XML, section 3), and the coercion of those
/// that it cannot (HTML, section 13.2.9).
enum XMLName {
  /// Whether the text is a name without a colon.
  static func isUnprefixed(_ name: some StringProtocol) -> Bool {
    guard let first = name.unicodeScalars.first, isStart(first) else { return false }
    return name.unicodeScalars.allSatisfy(isPart)
  }

  /// The prefix and the local part of a name with one colon between two names; `nil` otherwise.
  static func split(_ name: String) -> (prefix: Substring, local: Substring)? {
    guard let colon = name.utf8.firstIndex(of: 0x3A) else { return nil }
    let prefix = name[..<colon]
    let local = name[name.index(after: colon)...]
    return isUnprefixed(prefix) && isUnprefixed(local) ? (prefix, local) : nil
  }

  /// The name with each character that XML does not allow there written as `U` and six hexadecimal digits.
  static func coerced(_ name: String) -> String {
    guard !isUnprefixed(name) else { return name }
    var result = ""
    for scalar in name.unicodeScalars {
      if result.isEmpty ? isStart(scalar) : isPart(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "U" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
      }
    }
    return result.isEmpty ? "U" : result
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
      0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if isStart(scalar) { return true }
    switch scalar.value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: return true
    default: return false
    }
  }
}
