/// The outline of private keys in DER (X.690): a sequence of the whole file that begins with a version.
enum PrivateKeyEncoding {
  /// Whether the bytes are a private key as PKCS #8 (RFC 5958, section 2: plain or encrypted), PKCS #1 (RFC 8017, A.1.2) or
  /// SEC 1 (RFC 5915, section 3) has it, and nothing beside it.
  static func isPrivateKey(_ bytes: [UInt8]) -> Bool {
    var outer = Reader(bytes[...])
    guard let sequence = outer.contents(of: Tag.sequence), outer.isAtEnd else { return false }
    var fields = Reader(sequence)
    guard let version = fields.contents(of: Tag.integer), version.count == 1 else {
      return isEncrypted(sequence)
    }
    switch fields.nextTag {
    case Tag.sequence:
      // The algorithm, then the key in an octet string.
      guard var algorithm = fields.contents(of: Tag.sequence).map({ Reader($0) }) else { return false }
      return algorithm.contents(of: Tag.objectIdentifier) != nil && fields.contents(of: Tag.octetString) != nil
    case Tag.octetString: return version.first == 1
    case Tag.integer:
      // Modulus, exponents, primes: nine integers with the version.
      var count = 1
      while fields.contents(of: Tag.integer) != nil { count += 1 }
      return count >= 9
    default: return false
    }
  }

  /// `EncryptedPrivateKeyInfo`: an algorithm of PKCS #5 or #12, and an octet string.
  private static func isEncrypted(_ sequence: ArraySlice<UInt8>) -> Bool {
    var fields = Reader(sequence)
    guard var algorithm = fields.contents(of: Tag.sequence).map({ Reader($0) }),
      let name = algorithm.contents(of: Tag.objectIdentifier), fields.contents(of: Tag.octetString) != nil
    else { return false }
    // 1.2.840.113549.1.5 and 1.2.840.113549.1.12.
    let company: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
    return fields.isAtEnd && name.starts(with: company) && [5, 12].contains(name.dropFirst(company.count).first)
  }

  private enum Tag {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
  }

  /// Reads one value after another.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    var nextTag: UInt8? { rest.first }

    /// The contents of the next value, which has a tag; `nil` for another tag or a length that is not there.
    mutating func contents(of tag: UInt8) -> ArraySlice<UInt8>? {
      guard rest.first == tag, let first = rest.dropFirst().first else { return nil }
      var after = rest.dropFirst(2)
      var length = Int(first)
      if first >= 0x80 {
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), after.count >= count else { return nil }
        length = after.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        after = after.dropFirst(count)
      }
      guard after.count >= length else { return nil }
      rest = after.dropFirst(length)
      return after.prefix(length)
    }
  }
}
