import Diagnostics
import Foundation
import Testing

@testable import HTML

/// Seeded mutations of the fixtures' sources through all parsers: whatever comes out keeps the invariants and can be written
/// as well-formed markup that reads back the same. `Fuzz/` runs the same checks without an end.
@Suite struct MutationTests {
  /// SplitMix64.
  private struct Random {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((value ^ value >> 31) % UInt64(max(1, bound)))
    }
  }

  private static let pieces: [String] = [
    "<", ">", "</", "/>", "&", "&amp", "&#x1F600;", "\"", "'", "=", "\0", "\r\n", "<!--", "-->", "<![CDATA[", "]]>",
    "<!DOCTYPE html>", "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>", "<a>", "</a>", "<p>", "</p>", "<svg>",
    "</svg>", "<math>", "<mi>", "<foreignObject>", "<template>", "</template>", "<select>", "<option>", "</select>",
    "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>", "<frameset>", "<html a=1>",
    "<body b=2>", "</body>", "</html>", "<form>", "</form>", "<button>", "<li>", "<dd>", "<h1>", "<input/>", "<view/>",
    "<image>", " @click='x' ", " xlink:href=a ", " a:b:c=1 ", " xmlns:q=urn:q q:r=2 ", "<selectedcontent>", "é",
    "\u{FFFF}", "<noscript>", "</noscript>", "<nobr>", "<plaintext>", "<xmp>", "<iframe>", "<object>", "<pre>\n",
    "<caption>",
    "<colgroup>", "<col>",
  ]

  @Test(arguments: 0..<4)
  func mutationsKeepTheInvariants(_ seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 7_919 &+ 1)
    let files = ["web.txt", "diagnostics.txt", "token.txt", "xhtml.txt"]
    let seeds = try files.flatMap { try Fixture.load($0) }.map { $0.source.bytes }
    for _ in 0..<(ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 60 : 6_000) {
      var bytes = seeds[random.next(seeds.count)]
      for _ in 0...random.next(12) { mutate(&bytes, seeds, &random) }
      try check(bytes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout Random) {
    let start = random.next(bytes.count + 1)
    switch random.next(5) {
    case 0: bytes.insert(contentsOf: Self.pieces[random.next(Self.pieces.count)].utf8, at: start)
    case 1: bytes.removeSubrange(start..<min(bytes.count, start + 1 + random.next(20)))
    case 2:
      let other = seeds[random.next(seeds.count)]
      let from = random.next(other.count + 1)
      bytes.insert(contentsOf: other[from..<min(other.count, from + random.next(60))], at: start)
    case 3: if start < bytes.count { bytes[start] = UInt8(random.next(256)) }
    default: bytes.insert(contentsOf: Array(bytes[start..<min(bytes.count, start + random.next(40))]), at: start)
    }
  }

  private func check(_ bytes: [UInt8]) throws {
    let source = SourceFile(path: "page.html", bytes: bytes)
    var diagnostics = DiagnosticSink()
    var documents = [
      HTMLParser.parse(source, diagnostics: &diagnostics),
      HTMLParser.parse(source, scripting: true, diagnostics: &diagnostics),
    ]
    // What the parser did not move reads back from the package as the same tree, which the build takes for granted.
    for document in documents where !document.isRearranged {
      let difference = document.difference(fromHTML: document.xhtml(.polyglot))?.text
      #expect(difference == nil, "as HTML \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    let contexts = [
      "div", "table", "svg foreignObject", "math mi", "select", "template", "noscript", "colgroup", "form", "tr", "td",
      "head", "html", "frameset", "math annotation-xml", "svg title", "textarea", "script", "caption", "tbody", "body",
    ]
    let context = contexts[bytes.count % contexts.count]
    documents.append(
      HTMLParser.parseFragment(source, context: context, scripting: bytes.count % 2 == 0, diagnostics: &diagnostics)
        .document)
    let token = TokenParser.parse(source, diagnostics: &diagnostics)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(token != nil, "Mended markup was not well-formed: \(text.debugDescription)")
    if let token { documents.append(token) }
    _ = XMLDocumentParser.parse(source, diagnostics: &diagnostics)
    for document in documents {
      let violation = TreeInvariants(document: document, source: source).violation()
      #expect(violation == nil, "\(text.debugDescription)")
      for form in [MarkupForm.xml, .polyglot] {
        let difference = document.difference(fromWellFormed: document.xhtml(form), form)
        #expect(difference == nil, "\(form) \(text.debugDescription)")
      }
    }
  }
}
