import Testing

@testable import Compiler

/// Bytes are looked at many at a time: what is found does not depend on where it is.
struct BinaryDataTests {
  @Test func controlCharactersAreCountedWhereverTheyAre() {
    for start in 0..<40 {
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: start)
        bytes += [UInt8](repeating: byte, count: 8)
        bytes += [UInt8](repeating: UInt8(ascii: "b"), count: 31)
        let isControl = byte < 0x09 || (0x0E...0x1A).contains(byte) || byte == 0x7F
        #expect(BinaryData.fault(in: bytes) == (isControl ? start : nil), "\(byte) from \(start) on")
        // Seven are too few.
        bytes[start] = UInt8(ascii: "a")
        #expect(BinaryData.fault(in: bytes) == nil)
      }
    }
  }
}
