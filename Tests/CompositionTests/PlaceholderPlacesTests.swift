import Testing

@testable import Composition

/// Bytes are looked at sixteen at a time: what is found does not depend on where it is.
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
}
