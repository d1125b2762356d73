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
}
