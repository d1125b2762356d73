import Diagnostics
import Foundation
import Testing

@testable import HTML
@testable import Names

@Suite struct CodeTests {
  @Test func everyParseErrorHasACodeOfItsOwn() {
    let codes = ParseError.allCases.map(\.code)
    #expect(Set(codes.map(\.number)).count == ParseError.allCases.count)
    for (error, code) in zip(ParseError.allCases, codes) {
      let words = code.title.replacingOccurrences(of: "-", with: "")
      #expect(words == "\(error)".lowercased(), "\(error)")
      #expect(code.explanation.last == ".")
      #expect(!error.message(name: "p", opened: "").isEmpty)
    }
    #expect(DiagnosticCode.htmlTokenization.count == 48)
  }

  /// The constants of `Name` stand for the texts of the table.
  @Test func knownNamesAgree() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Names/Name+Known.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    var seen = 0
    for match in text.matches(of: /static var `?(\w+)`?: Name \{ Name\(rawValue: (\d+)\) \}/) {
      let index = try #require(Int(match.2))
      let words = Name.knownTexts[index].split { !$0.isLetter && !$0.isNumber }
      let camel = words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
      #expect(camel == match.1)
      seen += 1
    }
    #expect(seen == Name.knownTexts.count - 1)
    #expect(Set(Name.knownTexts).count == Name.knownTexts.count)
    for (index, text) in Name.knownTexts.enumerated() { #expect(Int(Name(text).rawValue) == index) }
  }

  @Test func nameCacheAgreesWithTheTable() {
    var cache = NameCache()
    for round in 0..<2 {
      for index in 0..<3_000 {
        let text = "name-\(index)"
        let name = Array(text.utf8).withUnsafeBufferPointer { cache.intern($0) }
        #expect(name == Name(text), "\(round)")
      }
    }
  }

  @Test func dialectComesFromTheFirstTag() {
    func dialect(_ text: String) -> PageDialect { PageDialect.detect(in: SourceFile(path: "page.html", text: text)) }
    #expect(dialect("<!DOCTYPE html>\n<!-- x --><html lang=en html-identify = \"Token2\">") == .token)
    #expect(dialect("<html html-identify=Web>") == .web)
    #expect(dialect("<html>") == .web)
    #expect(dialect("<p html-identify=Token>") == .web)
    #expect(dialect("") == .web)
  }

  @Test func attributesKnowWhereTheyAre() throws {
    let text = "<p>\n<img  src = \"a&amp;b.png\" alt=x hidden>"
    let source = SourceFile(path: "page.html", text: text)
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    var image = NodeID.document
    while image.exists, !document.isElement(image, .img) { image = document.next(after: image) }
    let attributes = document.attributes(image).map { attribute in
      let bytes = source.bytes[attribute.sourceRange]
      return "\(attribute.name) \(String(decoding: bytes, as: UTF8.self)) @\(attribute.valueSourceOffset)"
    }
    #expect(attributes == ["src src = \"a&amp;b.png\" @17", "alt alt=x @34", "hidden hidden @42"])
    #expect(SourceLocation(in: source, document.sourceRange(image)).line == 2)
  }

  @Test func rewriterChangesWhatIsWritten() {
    let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><style>a{b:url(x)}</style><img src=x><p>x")
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    let rewriter = MarkupRewriter(
      attribute: { document, _, attribute in attribute.name == .src ? "assets/\(document.value(attribute))?a&b" : nil },
      text: { document, node in
        document.isElement(document.parent(node), .style) ? document.text(node) + "/* > */" : nil
      })
    let markup = document.xhtml(.polyglot, rewriter: rewriter)
    let text = String(decoding: markup, as: UTF8.self)
    #expect(text.contains("<img src=\"assets/x?a&amp;b\"/>"))
    #expect(text.contains("<style>a{b:url(x)}/* > */</style>"))
    #expect(document.verifyWellFormed(markup, .polyglot, rewriter: rewriter, of: source, diagnostics: &diagnostics))
    #expect(!document.verifyWellFormed(markup, .polyglot, of: source, diagnostics: &diagnostics))
    #expect(diagnostics.diagnostics.last?.code == .markupNotReadBack)
  }

  /// Markup for which no parser has rules of its own is not read where a sample is enough; all other is.
  @Test(arguments: [
    ("<p>a<b>c</b>", true), ("<svg><path d=x></path></svg>", false), ("<template><p>a</template>", false),
    ("<p><b><i>a</b>c</i>", true), ("<v-a x:b=c>", false),
    ("<a href=1>x<table><tr><td>y</td></tr>\n<a href=2>z</a></table></a>", false),
    (String(repeating: "<div>", count: 220), false), ("<p>" + String(repeating: "a", count: 1 << 20), false),
  ])
  func plainMarkupNeedNotBeRead(body: String, isPlain: Bool) {
    let source = SourceFile(path: "page.html", text: "<!DOCTYPE html><title>x</title><body>" + body)
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    var markup = document.xhtml(.polyglot)
    func isRead() -> Bool {
      !document.verifyWellFormed(markup, .polyglot, of: source, readsPlainMarkup: false, diagnostics: &diagnostics)
    }
    #expect(!isRead())
    // Something else than the document: noticed by those who look.
    if let title = markup.firstRange(of: Array("<title>x".utf8)) { markup[title.upperBound - 1] = UInt8(ascii: "y") }
    #expect(document.verifyWellFormed(document.xhtml(.polyglot), .polyglot, of: source, diagnostics: &diagnostics))
    #expect(isRead() == !isPlain)
  }

  /// A packaged page keeps names that only HTML has, and what HTML's parser would drop.
  @Test func polyglotMarkupIsForBrowsersFirst() {
    let text = """
      <!DOCTYPE html><meta charset=utf-8><p @click=a :class=b x-on:htmx:after-swap=c v-on:d=e>x<pre>\n\ny</pre>\
      <a:b:c></a:b:c><!--a--b-->
      """
    let source = SourceFile(path: "page.html", text: text)
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    let markup = document.xhtml(.polyglot)
    #expect(document.verifyWellFormed(markup, .polyglot, of: source, diagnostics: &diagnostics))
    #expect(diagnostics.diagnostics.count { $0.code == .markupName } == 4)
    let written = String(decoding: markup, as: UTF8.self)
    #expect(
      written.contains("<p @click=\"a\" :class=\"b\" x-on:htmx:after-swap=\"c\" v-on:d=\"e\">x</p><pre>\n\ny</pre>"))
    #expect(written.contains("<a:b:c></a:b:c><!--a- -b-->"))
    #expect(String(decoding: document.xhtml(), as: UTF8.self).contains("<p U000040click=\"a\" U00003Aclass=\"b\""))
    // What a browser reads from the package has the tree of the source, except for the comment.
    let again = HTMLParser.parse(SourceFile(path: "page.html", bytes: markup), diagnostics: &diagnostics)
    let lines = again.dump().replacing("a- -b", with: "a--b").split(separator: "\n").filter { !$0.contains("xmlns") }
    #expect(lines.joined(separator: "\n") == document.dump().split(separator: "\n").joined(separator: "\n"))
  }
}
