import Testing

@testable import Layout

@Suite struct LineUnitsTests {
  /// A part of another text is the same as a text of its own.
  @Test func partsAreTheirUnits() {
    let holder = Array("one two".utf16)
    let part = LineUnits(holder, 4..<7)
    let own = LineUnits(Array("two".utf16))
    #expect(part == own && part.hashValue == own.hashValue)
    #expect(Array(part) == Array("two".utf16) && part.count == 3 && part[0] == 0x74)
    #expect(String(decoding: part, as: UTF16.self) == "two")
    #expect(part != LineUnits(holder, 0..<3) && LineUnits(holder, 3..<3).isEmpty)
  }

  /// However long it is, and whichever unit differs.
  @Test func partsAreComparedWithOtherTexts() {
    for count in 0..<40 {
      let text = (0..<UInt16(count)).map { $0 + 0x61 }
      let units = LineUnits([0x20] + text, 1..<count + 1)
      var other = [0x30, 0x31] + text + [0x32]
      #expect(units.isSame(as: other, 2..<count + 2))
      #expect(!units.isSame(as: other, 2..<count + 3))
      for place in 0..<count {
        other[place + 2] ^= 0x100
        #expect(!units.isSame(as: other, 2..<count + 2), "\(place) of \(count)")
        other[place + 2] ^= 0x100
      }
    }
  }
}
