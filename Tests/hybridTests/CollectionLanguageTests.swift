import Foundation
import Testing

/// `collections` on the pages of each language.
@Suite struct CollectionLanguageTests {
  private static let head =
    "<!DOCTYPE html><html><head><meta charset=utf-8><meta name=viewport content='width=device-width'><title>t</title></head><body>"

  private static func list(_ collection: String) -> String {
    head
      + "<a t:static='post in \(collection)' href='{{ post.url }}'>{{ post.title }} {{ post.language }}</a></body></html>"
  }

  private func site(_ index: String) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", #"{"languages": ["en", "de"]}"#)
    try scratch.write("i18n/en.json", #"{"home": "Home"}"#)
    try scratch.write("i18n/de.json", #"{"home": "Start"}"#)
    try scratch.write("index.html", index)
    try scratch.write("posts/a.md", "---\ntitle: Tide\ndate: 2026-01-02\n---\nTide\n")
    try scratch.write("posts/b.md", "---\ntitle: Wind\ndate: 2026-03-04\n---\nWind\n")
    try scratch.write("de/posts/a.md", "---\ntitle: Flut\ndate: 2026-01-02\n---\nFlut\n")
    try scratch.write("de/posts/c.md", "---\ntitle: Regen\ndate: 2026-02-03\n---\nRegen\n")
    try scratch.write("de/about.md", "---\ntitle: Über uns\n---\nWir\n")
    return scratch
  }

  /// The links of a page, with their texts.
  private func links(_ page: String, in scratch: Scratch) throws -> [String] {
    let answer = try Command.run("inspect", "dom", page, "--format", "xhtml", in: scratch.url)
    #expect(answer.status == 0, "\(answer.errors)")
    return answer.output.matches(of: #/<a[^>]* ?href="([^"]*)"[^>]*>([^<]*)</a>/#).map { "\($0.1) \($0.2)" }
  }

  @Test func collectionsAreThoseOfThePagesLanguage() throws {
    let scratch = try site(Self.list("collections.posts"))
    #expect(try links("index.html", in: scratch) == ["/posts/b.html Wind en", "/posts/a.html Tide en"])
    // What nobody translated is there in the default language's text.
    #expect(
      try links("de/index.html", in: scratch)
        == ["/de/posts/b.html Wind de", "/de/posts/c.html Regen de", "/de/posts/a.html Flut de"])
    #expect(try Command.run("build", in: scratch.url).status == 0)
    // A translation takes the place of the counterpart, through the cache.
    try scratch.write("de/posts/b.md", "---\ntitle: Wind und See\ndate: 2026-03-04\n---\nWind\n")
    #expect(try Command.run("build", "--verify-incremental", in: scratch.url).status == 0)
    #expect(try links("de/index.html", in: scratch).first == "/de/posts/b.html Wind und See de")
    #expect(try links("index.html", in: scratch) == ["/posts/b.html Wind en", "/posts/a.html Tide en"])
  }

  @Test func thoseOfAllLanguages() throws {
    let scratch = try site(
      Self.list("site.collections.posts").replacing("href=", with: "hreflang='{{ post.language }}' href="))
    let all = [
      "/posts/b.html Wind en", "/de/posts/c.html Regen de", "/de/posts/a.html Flut de", "/posts/a.html Tide en",
    ]
    #expect(try links("index.html", in: scratch) == all)
    #expect(try links("de/index.html", in: scratch) == all)
  }

  @Test(arguments: ["collections.de", "site.collections.de"])
  func foldersOfLanguagesAreNotCollections(collection: String) throws {
    let scratch = try site(Self.list(collection))
    let check = try Command.run("check", in: scratch.url)
    #expect(check.errors.contains("error[HYB4110]: there is no `\(collection)`"), "\(check.errors)")
    #expect(check.errors.contains("`de` is a language"), "\(check.errors)")
  }

  /// A folder that one language lacks is empty there, whatever names are near.
  @Test func aFolderOfOneLanguage() throws {
    let scratch = try site(Self.list("collections.post"))
    try scratch.write("de/post/a.md", "---\ntitle: Brief\n---\nBrief\n")
    #expect(try links("index.html", in: scratch) == [])
    #expect(try links("de/index.html", in: scratch) == ["/de/post/a.html Brief de"])
  }

  /// A site of one language has no `language` in its lists, and folders with the name of a language are folders.
  @Test func oneLanguage() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.list("collections.de").replacing(" {{ post.language }}", with: ""))
    try scratch.write("de/a.md", "---\ntitle: Flut\n---\nFlut\n")
    #expect(try links("index.html", in: scratch) == ["/de/a.html Flut"])
  }
}
