import Diagnostics
import Testing

@testable import Composition

@Suite struct RepeatedPartialTests {
  /// A page is composed in one thread.
  private final class Reads: @unchecked Sendable {
    var counts: [String: Int] = [:]
  }

  /// A partial that is put in several times is read once a page.
  @Test func partialsAreReadOnceAPage() {
    let files = [
      "a.html": "<include src=/b.html></include><include src=/b.html></include>",
      "b.html": "<include src=/c.html></include><include src=/c.html></include>",
      "c.html": "c",
    ]
    let reads = Reads()
    let composer = Composer(SiteComposition(), base: "/", isSnapshot: false) { path in
      reads.counts[path, default: 0] += 1
      return files[path].map { Array($0.utf8) }
    }
    let page = SourceFile(path: "a.html", text: files["a.html"] ?? "")
    let composed = composer.compose(page, of: "a.html", isToken: false)
    #expect(composed.source.map { String(decoding: $0.bytes, as: UTF8.self) } == "cccc")
    #expect(composed.diagnostics.diagnostics.isEmpty)
    #expect(reads.counts["b.html"] == 1 && reads.counts["c.html"] == 1, "\(reads.counts)")
    // The next page may find other bytes.
    _ = composer.compose(page, of: "a.html", isToken: false)
    #expect(reads.counts["b.html"] == 2)
  }
}
