import Foundation
import Testing

/// Images that only one viewport shows are in its package.
@Suite struct ImageCandidateTests {
  private func svg(_ width: Int) -> String { "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='10'/>" }

  private func site(schemes: String = "") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      """
      {"name": "pictures", "viewports": [{"name": "phone", "width": 400, "height": 800, "scale": 1},
      {"name": "tablet", "width": 800, "height": 1000, "scale": 1}]\(schemes)}
      """)
    try scratch.write(
      "site/index.html",
      """
      <!doctype html><html lang=en><title>t</title>
      <img alt=a srcset="small.svg 400w, large.svg 800w, huge.svg 4000w" sizes="100vw" src="fallback.svg">
      <picture><source media="(min-width: 700px)" srcset="wide.svg"><img alt=b src="narrow.svg"></picture>
      <img alt=c srcset="both.svg 400w, large2.svg 800w" sizes="100vw"><img alt=d src="plain.svg">
      """)
    try scratch.write("site/other.html", "<!doctype html><html lang=en><title>o</title><img alt=c src=both.svg>")
    for (name, width) in [
      ("small", 400), ("large", 800), ("huge", 4000), ("fallback", 1), ("wide", 70), ("narrow", 30), ("both", 400),
      ("large2", 800), ("plain", 3),
    ] { try scratch.write("site/\(name).svg", svg(width)) }
    return scratch
  }

  /// The images of each package.
  private func packages(_ scratch: Scratch) throws -> [String: [String]] {
    var packages: [String: [String]] = [:]
    for (path, data) in Scratch.contents(scratch.url.appending(path: "site/dist"))
    where path.hasSuffix(".index.json") {
      let entries = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      let name = try #require(path.split(separator: "/").last?.split(separator: ".").first.map(String.init))
      packages[name] = entries.compactMap { $0["path"] as? String }.filter { $0.hasSuffix(".svg") }
        .map { String($0.dropFirst(4).dropLast(4)) }
    }
    return packages
  }

  @Test func whatOneViewportShowsIsInItsPackage() throws {
    let scratch = try site()
    let built = try Command.run("build", "site", "-q", in: scratch.url)
    #expect(built.status == 0, "\(built.errors)")
    // What none shows, and what another page names plainly, is for everybody.
    #expect(
      try packages(scratch) == [
        "base": ["both", "fallback", "huge", "plain"], "phone": ["narrow", "small"],
        "tablet": ["large", "large2", "wide"],
      ])
    let verified = try Command.run("verify", "site/dist", in: scratch.url)
    #expect(verified.status == 0, "\(verified.errors)")
    let first = Scratch.contents(scratch.url.appending(path: "site/dist/packages"))
    // From the cache, too.
    #expect(try Command.run("build", "site", "-q", in: scratch.url).status == 0)
    #expect(Scratch.contents(scratch.url.appending(path: "site/dist/packages")) == first)
  }

  @Test func schemesOfOneViewportEachHaveTheImage() throws {
    let scratch = try site(schemes: ", \"colorSchemes\": [\"light\", \"dark\"]")
    #expect(try Command.run("build", "site", "-q", in: scratch.url).status == 0)
    let packages = try packages(scratch)
    #expect(packages["phone"] == ["narrow", "small"] && packages["phone+dark"] == ["narrow", "small"])
    #expect(packages["base"] == ["both", "fallback", "huge", "plain"])
    let verified = try Command.run("verify", "site/dist", in: scratch.url)
    #expect(verified.status == 0, "\(verified.errors)")
  }
}
