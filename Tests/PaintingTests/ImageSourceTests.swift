import Painting
import Testing

/// Which of several candidates an `<img>` shows.
@Suite struct ImageSourceTests {
  private func sources(_ body: String) throws -> [String] { try PaintedPage(body).list().imageSources }

  @Test func aSourceHoldsForItsMediaQuery() throws {
    func page(_ query: String) -> String {
      "<picture><source media=\"\(query)\" srcset=a.png><source type=image/jxl srcset=b.png><img src=c.png alt=x></picture>"
    }
    // The viewport is 200 px wide.
    #expect(try sources(page("(max-width: 300px)")) == ["a.png"])
    #expect(try sources(page("(min-width: 300px)")) == ["c.png"])
    #expect(try sources(page("(prefers-color-scheme: dark)")) == ["c.png"])
  }

  @Test func sizesChooseAmongWidths() throws {
    #expect(try sources("<img src=a.png srcset=\"b.png 100w, c.png 400w\" sizes=50vw alt=x>") == ["b.png"])
    #expect(
      try sources("<img src=a.png srcset=\"b.png 100w, c.png 400w\" sizes=\"(width < 300px) 100vw\" alt=x>") == [
        "c.png"
      ])
    #expect(try sources("<img src=a.png srcset=\"b.png 2x\" alt=x>") == ["a.png"])
    #expect(try sources("<img src=a.png srcset=\"b.png, c.png 3x\" alt=x>") == ["b.png"])
  }
}
