import Diagnostics
import Foundation
import HTML
import Markdown

#if !MARKUP_ALONE
  import CSSValues
  import Compiler
  import PageFormat
#endif

// libFuzzer's entry. It is not part of an ordinary build: `HYBRID_FUZZ=1` adds the target (`HYBRID_FUZZ=markup` with the
// parsers of only markup and Markdown), and `Fuzz/run` builds and runs it, once for each of the targets below, chosen by
// `HYBRID_FUZZ_TARGET`.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What libFuzzer's own `main` would call. The program's is Swift's, but the linker wants the symbol.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzTarget.chosen.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

@main
struct Fuzzer {
  static func main() {
    #if !MARKUP_ALONE
      // `fuzzer --seeds FOLDER` writes the target's own first inputs.
      if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
        for (number, bytes) in FileTargets.seeds(.chosen).enumerated() {
          try? Data(bytes).write(to: URL(fileURLWithPath: CommandLine.arguments[2] + "/own-\(number)"))
        }
        return
      }
    #endif
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments, testOneInput)
  }
}

/// What reads the random bytes.
enum FuzzTarget: String, CaseIterable {
  /// Every parser of markup; whatever comes out must be writable as markup that reads back the same.
  case markup
  /// The bytes as a page of Markdown, whose markup is parsed.
  case markdown
  /// The bytes as a style sheet of a small page that has one element of many kinds: parsed, matched, laid out.
  case css
  /// The bytes as a whole page: parsed, styled, laid out.
  case page
  /// The bytes as a whole page that is built for a small screen and painted from its files.
  case paint
  /// A page file with a layout file, read and laid out as clients do.
  case pageFile = "page-file"
  case archive
  case font
  case image
  case patch
  /// Manifests and all other JSON of a release.
  case manifest
  /// What a client's store remembers.
  case state
  /// An entry of a build's cache.
  case cacheEntry = "cache-entry"
  /// An index of words.
  case searchIndex = "search-index"

  static let chosen =
    FuzzTarget(rawValue: ProcessInfo.processInfo.environment["HYBRID_FUZZ_TARGET"] ?? "markup") ?? .markup

  func check(_ bytes: [UInt8]) {
    switch self {
    case .markup: Self.readMarkup(bytes)
    case .markdown: Self.readMarkdown(bytes)
    #if MARKUP_ALONE
      default: fatalError("built for markup and Markdown only")
    #else
      case .css: Self.layOut(Self.page(style: bytes))
      case .page: Self.layOut(bytes)
      case .paint: Self.paint(bytes)
      case .pageFile: FileTargets.readPageFile(bytes)
      case .archive: FileTargets.readArchive(bytes)
      case .font: FileTargets.readFont(bytes)
      case .image: FileTargets.readImage(bytes)
      case .patch: FileTargets.readPatch(bytes)
      case .manifest: FileTargets.readManifest(bytes)
      case .state: FileTargets.readState(bytes)
      case .cacheEntry: FileTargets.readCacheEntry(bytes)
      case .searchIndex: FileTargets.readSearchIndex(bytes)
    #endif
    }
  }

  /// The elements whose contents the bytes are, in turn.
  private static let fragmentContexts = [
    "div", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "option", "template", "form", "button", "a",
    "head", "body", "html", "frameset", "noscript", "title", "textarea", "style", "script", "xmp", "plaintext",
    "svg svg", "svg foreignObject", "svg title", "svg desc", "math math", "math mi", "math annotation-xml",
  ]

  private static func readMarkup(_ bytes: [UInt8]) {
    let source = SourceFile(path: "page.html", bytes: bytes)
    var diagnostics = DiagnosticSink()
    var documents = [
      HTMLParser.parse(source, diagnostics: &diagnostics),
      HTMLParser.parse(source, scripting: true, diagnostics: &diagnostics),
    ]
    let context = fragmentContexts[bytes.count % fragmentContexts.count]
    documents.append(
      HTMLParser.parseFragment(source, context: context, scripting: bytes.count % 2 == 0, diagnostics: &diagnostics)
        .document)
    if let token = TokenParser.parse(source, diagnostics: &diagnostics) { documents.append(token) }
    if let document = XMLDocumentParser.parse(source, diagnostics: &diagnostics) { _ = document.dump() }
    _ = EncodingSniffer.decode(bytes)
    for document in documents {
      for form in [MarkupForm.xml, .polyglot] {
        if let difference = document.difference(fromWellFormed: document.xhtml(form), form) { fatalError(difference) }
      }
    }
  }

  private static func readMarkdown(_ bytes: [UInt8]) {
    var diagnostics = DiagnosticSink()
    let page = MarkdownPage(title: "T").markup(of: SourceFile(path: "page.md", bytes: bytes), &diagnostics)
    guard (page == nil) == diagnostics.hasErrors else { fatalError("either there is markup or an error") }
    _ = MarkdownPage.headings(in: bytes)
    if let page { _ = HTMLParser.parse(page, diagnostics: &diagnostics) }
  }

  #if !MARKUP_ALONE
    /// `bytes` in a `<style>` before elements that rules may match. A `</style` in them makes more markup of the rest.
    private static func page(style bytes: [UInt8]) -> [UInt8] {
      Array("<!DOCTYPE html><style>".utf8) + bytes
        + Array(
          """
          </style><body class=a><div id=i class="a b"><p>One <b>two</b> <a href=#>three</a><br>four</p>
          <ul><li>x<li>y</ul><img width=5 height=5><input value=1><table><tr><td>1<td>2</table></div>
          """.utf8)
    }

    private static func paint(_ page: [UInt8]) {
      var options = CompilerOptions()
      options.viewports = [Viewport(width: 200, height: 300, scale: 1)]
      let compiled = PageCompiler(options: options, files: SinglePage(page: page)).compile("index.html")
      guard !compiled.pageFile.isEmpty, let file = compiled.layoutFiles.first?.bytes else { return }
      // What the build has written is sound.
      guard let page = try? PageReader(FileBytes(compiled.pageFile)), let layout = try? LayoutReader(FileBytes(file))
      else { fatalError("the page's own files cannot be read") }
      FileTargets.paint(page, layout)
    }

    private static func layOut(_ page: [UInt8]) {
      let compiler = PageCompiler(options: CompilerOptions(), files: SinglePage(page: page))
      _ = compiler.inspect("index.html", viewport: Viewport(width: 390, height: 844, scale: 3))
    }
  #endif
}
