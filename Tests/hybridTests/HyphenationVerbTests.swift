import Foundation
import HybridClient
import Manifest
import Testing

/// `"hyphenation"` through whole commands.
@Suite struct HyphenationVerbTests {
  private static let page =
    "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>p { font: 16px Liberation Sans, sans-serif; width: 60px; hyphens: auto }</style><p>some yellow yellowing"

  private func site(_ configuration: String, dictionary: String? = "UTF-8\nl1l\nw1i\n") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    try scratch.write("site/hybrid.json", configuration)
    if let dictionary { try scratch.write("site/text/en.dic", dictionary) }
    return scratch
  }

  private func lines(_ scratch: Scratch) throws -> String {
    try Command.run("inspect", "layout", "index.html", "--root", "site", in: scratch.url).output
  }

  @Test func wordsArePartedByTheDictionary() throws {
    let scratch = try site(#"{ "hyphenation": { "en": "text/en.dic" } }"#)
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(check.status == 0 && !check.errors.contains("HYB3007"), "\(check.errors)")
    let layout = try lines(scratch)
    #expect(layout.contains("yellow\u{2010}"), "\(layout)")
    // Only builds read the dictionary.
    let first = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(first.status == 0, "\(first.errors)")
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    let content = WebContent(release, base: "/")
    #expect(content.response(to: WebRequest(method: "GET", url: "/text/en.dic", headers: [:])).status == 404)
    // A page cannot lead to it.
    try scratch.write("linked/index.html", Self.page + "<a href=text/en.dic>x</a>")
    try scratch.write("linked/hybrid.json", #"{ "hyphenation": { "en": "text/en.dic" } }"#)
    try scratch.write("linked/text/en.dic", "UTF-8\nl1l\n")
    let linked = try Command.run("check", "linked", in: scratch.url)
    let message = "the link's target `text/en.dic` measures text in builds and does not ship"
    #expect(linked.errors.contains("warning[HYB0137]: " + message), "\(linked.errors)")
    // Another dictionary makes another release, with the cache of the first one, too.
    let id = release.manifest.id
    try scratch.write("site/text/en.dic", "UTF-8\no1w\n")
    let second = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try ReleaseFolder.open(scratch.path + "/dist").manifest.id != id)
    #expect(try lines(scratch).contains("yello\u{2010}"))
  }

  @Test func withoutADictionaryTheKeyIsNamed() throws {
    for configuration in ["{}", #"{ "hyphenation": { "de": "text/en.dic" } }"#] {
      let scratch = try site(configuration)
      let check = try Command.run("check", "site", in: scratch.url)
      #expect(check.errors.contains("HYB3007") && check.errors.contains("the configuration's `hyphenation`"))
    }
  }

  @Test func filesThatAreMissingOrNoDictionaries() throws {
    let absent = try site(#"{ "hyphenation": { "en": "text/ne.dic" } }"#)
    let missing = try Command.run("check", "site", in: absent.url)
    #expect(missing.status != 0)
    let message = "the hyphenation dictionary `text/ne.dic` of `en` is not in the site"
    #expect(missing.errors.contains(message) && !missing.errors.contains("HYB3007"), "\(missing.errors)")
    for (text, reason) in [
      ("", "line 1: it names none of the encodings"), ("UTF-8\n", "line 2: it has no patterns"),
      ("KOI8-R\nl1l\n", "line 1: it names none of the encodings"),
    ] {
      let scratch = try site(#"{ "hyphenation": { "en": "text/en.dic" } }"#, dictionary: text)
      let broken = try Command.run("check", "site", in: scratch.url)
      #expect(broken.status != 0)
      #expect(
        broken.errors.contains("HYB3009") && broken.errors.contains("`text/en.dic` cannot be read: \(reason)"),
        "\(broken.errors)")
      // The page is right: its language has a dictionary once this one can be read.
      #expect(!broken.errors.contains("HYB3007"), "\(broken.errors)")
    }
    let unknown = try site(#"{ "hyphenation": { "english!": "text/en.dic" } }"#)
    let language = try Command.run("check", "site", in: unknown.url)
    #expect(language.status != 0 && language.errors.contains("`english!` is not a language"), "\(language.errors)")
  }

  @Test func languagesThatDifferInCaseAreOne() throws {
    let scratch = try site("{ \"hyphenation\": {\n  \"en\": \"text/en.dic\",\n  \"EN\": \"text/en.dic\" } }")
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(check.status == 78, "\(check.errors)")
    let message = "the language `EN` is written twice, first as `en` in line 2"
    #expect(check.errors.contains("HYB0206") && check.errors.contains(message), "\(check.errors)")
    #expect(check.errors.contains("hybrid.json:3:3"), "\(check.errors)")
  }

  /// A hyphen may be wider than the letters behind it in their inline box, as long as the line has room for it.
  @Test(arguments: [("80px", "Entwick\u{2010}"), ("59.5px", "Ent\u{2010}"), ("62px", "Entwick\u{2010}")])
  func hyphensBeforeNarrowLetters(width: String, line: String) throws {
    let scratch = try site(#"{ "hyphenation": { "de": "text/de.dic" } }"#, dictionary: nil)
    try scratch.write("site/text/de.dic", "UTF-8\nt1w\nk1l\n")
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=de><meta name=viewport content='width=device-width'><title>t</title>"
        + "<style>p { font: 16px Liberation Sans, sans-serif; width: \(width); hyphens: auto }</style>"
        + "<p>Entwickl<b>ung</b>")
    let layout = try lines(scratch)
    #expect(layout.contains("“\(line)”"), "\(layout)")
  }
}
