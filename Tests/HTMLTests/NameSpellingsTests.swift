import Names
import Testing

@testable import HTML

@Suite struct NameSpellingsTests {
  /// Names are numbered for the whole process. A document's table must not grow with the names of others.
  @Test func theTableStaysSmallWhenAProcessHasManyNames() {
    let names = (0..<20_000).map { Name("spelt\($0):\($0)") }
    let spellings = NameSpellings(keepsNames: true)
    for _ in 0..<2 {
      for (number, name) in names.enumerated() {
        #expect(spellings.spelling(of: name).name == "spelt\(number):\(number)")
      }
    }
    // Each is worked out once, whichever side of the limit its number is on.
    #expect(spellings.known.count == names.count)
    #expect(spellings.places.count <= NameSpellings.longestTable)
    // One of the last names costs no table at all.
    let few = NameSpellings(keepsNames: true)
    #expect(few.spelling(of: names[19_999]).hasColon && few.places.isEmpty)
  }
}
