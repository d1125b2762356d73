/// What to do about the usual mistakes in JSON files.
enum DataFileHints {
  /// Help for a fault in JSON; `nil` where the mistake is not one of the usual.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - offset: the byte at which the fault is.
  static func json(_ bytes: [UInt8], at offset: Int) -> String? {
    guard bytes.indices.contains(offset) else { return nil }
    let last = bytes[..<offset].last { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    switch bytes[offset] {
    case 0x7D where last == 0x2C, 0x5D where last == 0x2C:
      return "take the comma before it out: JSON has none behind the last value"
    case 0x27: return "write double quotes: JSON has no single ones"
    case 0x2F, 0x23: return "take the comment out: JSON has none"
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24:
      return last == 0x7B || last == 0x2C ? "put the name in double quotes" : "put a text in double quotes"
    default: return nil
    }
  }
}
