import Testing

@testable import Composition

/// Bytes are looked at many at a time: what is found does not depend on where it is.
struct PlaceholderPlacesTests {
  @Test func bracesAreFoundWhereverTheyAre() {
    for start in 0..<50 {
      let before = String(repeating: "a", count: start)
      #expect(PlaceholderPlaces.mayBe(in: Array((before + "{{").utf8)))
      #expect(PlaceholderPlaces.mayBe(in: Array((before + "{{ a }}" + before).utf8)))
      #expect(PlaceholderPlaces.mayBe(in: Array(("{" + before + "{{" + before + "{").utf8)))
      #expect(!PlaceholderPlaces.mayBe(in: Array((before + "{a{" + before + "}").utf8)))
      #expect(!PlaceholderPlaces.mayBe(in: Array((before + "{").utf8)))
    }
  }

  @Test func aByteIsLookedForUntilTheTestHolds() {
    let bytes = Array("a=b, layout=c".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      var places: [Int] = []
      let isFound = bytes.contains(byte: 0x3D) { text, place in
        places.append(place)
        return text[place - 1] == 0x74
      }
      #expect(isFound && places == [1, 11])
      #expect(!bytes.contains(byte: 0x3D) { _, _ in false })
      #expect(!bytes.contains(byte: 0x7B) { _, _ in true })
      #expect(!UnsafeBufferPointer<UInt8>(start: nil, count: 0).contains(byte: 0) { _, _ in true })
    }
  }
}
