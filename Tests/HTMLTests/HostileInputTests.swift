import Diagnostics
import Testing

@testable import HTML

@Suite struct HostileInputTests {
  private func parse(_ text: String) -> (document: Document, codes: Set<String>) {
    var diagnostics = DiagnosticSink()
    let source = SourceFile(path: "page.html", text: text)
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    #expect(TreeInvariants(document: document, source: source).violation() == nil)
    return (document, Set(diagnostics.diagnostics.map(\.code.title)))
  }

  private func depth(_ document: Document) -> Int {
    var deepest = 0
    for index in 0..<document.nodeCount {
      var node = NodeID(UInt32(index))
      guard document.isElement(node) else { continue }
      var depth = 0
      while node.exists {
        depth += 1
        node = document.parent(node)
      }
      deepest = max(deepest, depth - 1)
    }
    return deepest
  }

  @Test func deepNestingBecomesSiblings() {
    let (document, codes) = parse("<!DOCTYPE html>" + String(repeating: "<div>", count: 2_000) + "end")
    #expect(depth(document) == Document.maximumDepth)
    #expect(codes.contains("nesting-too-deep"))
    #expect(document.nodeCount == 2_000 + 6)
    #expect(document.textContent(.document) == "end")
  }

  /// As browsers do it: texts stay in their element, whatever was between them, and all else goes out of it.
  @Test func textsBelowTheLimitStay() {
    let tags = (3...520).map { "<i\($0)>t\($0)" }.joined()
    let ends = (3...520).reversed().map { "u\($0)</i\($0)>" }.joined()
    let (document, _) = parse("<!DOCTYPE html>" + tags + "<!--c--><br>" + ends)
    #expect(depth(document) == 513)
    var lines: [String] = []
    for index in 0..<document.nodeCount {
      let node = NodeID(UInt32(index))
      guard document.isElement(node), ["i511", "i512", "i513", "i520"].contains(document.name(node).string) else {
        continue
      }
      let children = document.children(node).map { child in
        document.isElement(child) ? "<\(document.name(child))>" : document.text(child)
      }
      lines.append("\(document.name(node)): \(children.joined(separator: " "))")
    }
    #expect(
      lines == [
        "i511: t511 <i512> u511",
        "i512: t512 <i513> <i514> <i515> <i516> <i517> <i518> <i519> <i520> c <br> u512",
        "i513: t513u513", "i520: t520u520",
      ])
  }

  @Test func nestingUpToTheLimitStays() {
    let (document, codes) = parse("<!DOCTYPE html>" + String(repeating: "<p><span>", count: 255))
    #expect(depth(document) <= Document.maximumDepth)
    #expect(!codes.contains("nesting-too-deep"))
  }

  @Test(arguments: [
    "<b>", "<a>", "<a><div>", "<table>", "<table><tr><td>", "<table>x", "<svg>", "<math><mi>", "<template>", "<select>",
    "<select><option><object>", "<ul><li>", "<frameset>", "<p><b><i>", "<ruby><rt>", "</p>", "<svg><g></x>", "&", "&#x",
    "&notit", "<", "</", "<!", "<!--", "<![CDATA[", "<?", "<!DOCTYPE ", "<script><!--<script", "<title></titl",
    "<div a",
    "<html a=1 b>", "\0", "\r", "<b></p><i></b>", "<nobr><table>", "<caption><table><col>", "<form><template></form>",
    "<noscript>", "<noscript><p>", "<noscript></noscript>", "<nobr><table><nobr>", "<plaintext>",
  ])
  func repetitionStaysBounded(_ piece: String) {
    let (document, _) = parse(String(repeating: piece, count: 200))
    #expect(document.nodeCount <= Document.maximumNodeCount + 2_000)
    #expect(document.difference(fromWellFormed: document.xhtml()) == nil)
  }

  @Test func tooManyNodesStopThePage() {
    // Each paragraph opens again all formatting elements of the list.
    let fonts = (0..<256).map { "<b a=\($0)>" }.joined()
    let source = SourceFile(path: "page.html", text: "<p>" + fonts + String(repeating: "</p><p>x", count: 300))
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, context: nil, nodeLimit: 2_000, diagnostics: &diagnostics)
    #expect(document.nodeCount < 2_300)
    #expect(diagnostics.hasErrors)
    #expect(diagnostics.diagnostics.contains { $0.code.title == "too-many-nodes" })
    #expect(TreeInvariants(document: document, source: source).violation() == nil)
  }

  @Test func manyAttributesKeepTheFirst() throws {
    let names = (0..<1_000).map { "a\($0)=\($0)" }.joined(separator: " ")
    let (document, codes) = parse("<p \(names) a7=again a999=again>")
    let paragraph = try #require(document.children(document.body).first { _ in true })
    #expect(document.attributes(paragraph).count == 1_000)
    #expect(document.value(paragraph, "a7") == "7")
    #expect(codes.contains("duplicate-attribute"))
  }

  @Test func bytesThatAreNotUTF8AreReplaced() {
    var diagnostics = DiagnosticSink()
    let source = SourceFile(path: "page.html", bytes: Array("<p a=".utf8) + [0xFF, 0x3E, 0xC3, 0x28, 0xED, 0xA0, 0x80])
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    #expect(document.textContent(.document) == "?(???")
    #expect(diagnostics.diagnostics.contains { $0.code.title == "undecodable-bytes" && $0.severity == .warning })
  }

  @Test func xmlEntitiesAreNeverExpanded() {
    var diagnostics = DiagnosticSink()
    let bomb = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
    let text = "<!DOCTYPE html [<!ENTITY e0 \"x\">\(bomb)<!ENTITY f SYSTEM \"/etc/hostname\">]><html>&e9;&f;</html>"
    let document = XMLDocumentParser.parse(SourceFile(path: "a.xhtml", text: text), diagnostics: &diagnostics)
    #expect(document == nil)
    #expect(diagnostics.diagnostics.contains { $0.code == .xmlEntity })
  }

  @Test func deepXMLIsRefused() {
    var diagnostics = DiagnosticSink()
    let deep = String(repeating: "<a>", count: 600) + String(repeating: "</a>", count: 600)
    #expect(XMLDocumentParser.parse(SourceFile(path: "a.svg", text: deep), diagnostics: &diagnostics) == nil)
    #expect(diagnostics.diagnostics.contains { $0.code == .xmlLimit })
  }

  @Test func deepTokenPagesAreFlattened() throws {
    var diagnostics = DiagnosticSink()
    let text = "<html html-identify=Token>" + String(repeating: "<view>", count: 700)
    let source = SourceFile(path: "page.html", text: text)
    let document = try #require(TokenParser.parse(source, diagnostics: &diagnostics))
    #expect(depth(document) == Document.maximumDepth)
    #expect(TreeInvariants(document: document, source: source).violation() == nil)
  }

  /// A page is held until its files are written: what growing left over is given back.
  @Test func largePagesHoldNoMoreThanTheyHave() {
    // More nodes than are reserved for so many bytes, and references that are longer as text.
    for text in [String(repeating: "<i></i>a", count: 70_000), String(repeating: "&nGt;", count: 100_000)] {
      var diagnostics = DiagnosticSink()
      let document = HTMLParser.parse(SourceFile(path: "page.html", text: text), diagnostics: &diagnostics)
      #expect(document.nodes.capacity - document.nodes.count <= document.nodes.count / 8 + (1 << 12))
      #expect(document.text.capacity - document.text.count <= document.text.count / 8 + (1 << 12))
    }
  }
}
