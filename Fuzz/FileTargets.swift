#if !MARKUP_ALONE
  import Archive
  import CSSValues
  import CairoPainting
  import Compiler
  import Foundation
  import HybridLayout
  import JSONValues
  import PageFormat
  import Painting
  import Search
  import Text

  @testable import Build
  @testable import HybridClient
  @testable import Manifest

  /// The files that clients and builds read from others, each from random bytes. What is refused is refused by an error;
  /// what is taken is walked over.
  enum FileTargets {
    /// A page file, and behind it the layout file that goes with it. The first two bytes are the page file's length.
    static func readPageFile(_ bytes: [UInt8]) {
      guard bytes.count > 2 else { return }
      let count = min(bytes.count - 2, Int(bytes[0]) | Int(bytes[1]) << 8)
      guard let page = try? PageReader(FileBytes(Array(bytes[2..<2 + count]))), (try? page.validate()) != nil else {
        return
      }
      for node in 0..<page.nodeCount {
        _ = page.text(node)
        _ = page.attributes(node).map { $0 }
      }
      if let layout = try? LayoutReader(FileBytes(Array(bytes[(2 + count)...]))),
        (try? layout.validate(for: page)) != nil
      {
        for node in 0..<page.nodeCount {
          _ = layout.frame(node, in: page)
          for line in layout.lines(node, in: page) { _ = line.frame }
        }
        _ = layout.paintOrder()
        paint(page, layout)
      }
      // On the device it is laid out again.
      guard page.nodeCount < 2_000, let input = try? PageLayout(page) else { return }
      let viewport = Viewport(name: "", width: 320, height: 480, scale: 2)
      if input.obstacle(in: viewport) == nil { _ = try? input.layOut(in: viewport, measuredBy: measurer) }
    }

    /// A display list of the page, cut into layers, written in both languages, and drawn small.
    static func paint(_ page: PageReader, _ layout: LayoutReader) {
      var painter = PagePainter(page: page, layout: layout) { _ in (20, 10) }
      guard let list = try? painter.paint() else { return }
      _ = try? painter.layers(of: list)
      _ = list.encode(scale: 2)
      _ = list.svg(title: "") { _ in nil }
      let screen = LayoutRect(x: 0, y: 0, width: 120, height: 160)
      _ = try? PagePicture(of: list, measuredBy: measurer, scale: 1, glyphs: glyphs).pixels(of: screen)
    }

    private static let glyphs = GlyphCache()
    private static let measurer = SystemTextMeasurer(
      fonts: FontSet(library: FontLibrary(usesSystemFonts: false)), scale: 2)

    /// An archive, with all that is in it, whole and in pieces.
    static func readArchive(_ bytes: [UInt8]) {
      let limits = ArchiveLimits(entryCount: 100, unpackedSize: 1 << 20)
      if let archive = try? ArchiveReader(ByteSource(bytes), limits: limits) {
        for entry in archive.entries { _ = try? archive.contents(of: entry) }
      }
      _ = try? PartialArchive(tail: bytes, of: UInt64(bytes.count), limits: limits)
      _ = try? Inflater.inflate(bytes, limit: 1 << 20)
    }

    /// A font: read, measured, cut down to a few characters.
    static func readFont(_ bytes: [UInt8]) {
      guard let file = try? FontFile(bytes: bytes) else { return }
      let fonts = FontSet(
        library: FontLibrary(usesSystemFonts: false), rules: [FontFaceRule(family: "Test", sources: [.file(file)])])
      let measurer = SystemTextMeasurer(fonts: fonts, scale: 1)
      _ = measurer.metrics(for: .init())
      _ = try? file.subset(to: [0x41, 0x66, 0x69, 0x628])
    }

    /// An image's head.
    static func readImage(_ bytes: [UInt8]) { _ = try? ImageHeader(bytes: bytes) }

    // MARK: Patches

    private static let oldFiles: [String: [UInt8]] = [
      "a.html": Array(String(repeating: "<li class=a>one <a href=/b>two</a></li>\n", count: 20).utf8),
      "b.css": Array("p { color: red; margin: 0 auto }".utf8), "c": [],
    ]

    private static func index(_ files: [String: [UInt8]]) -> PackageIndex {
      PackageIndex(
        files.map { path, bytes in
          PackageIndexEntry(
            path: path, hash: ContentHash(of: bytes), size: UInt64(bytes.count), contentType: ContentType.of(path))
        })
    }

    private static func hash(_ files: [String: [UInt8]]) -> ContentHash { ContentHash(of: index(files).encode()) }

    /// What the patches of seeds make of the old files.
    private static var newFiles: [String: [UInt8]] {
      var files = oldFiles
      files["a.html"] = Array("<p>new</p>".utf8) + (oldFiles["a.html"] ?? []).prefix(300)
      files["d.png"] = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151) }
      files["c"] = nil
      return files
    }

    /// A patch of one package.
    static func readPatch(_ bytes: [UInt8]) {
      let nothing = ReleaseFileReference(url: "a", hash: ContentHash(of: []), size: 0)
      let wanted = index(newFiles).encode()
      let package = ManifestPackage(
        name: "base", archive: nothing, unpackedSize: 1 << 16, entryCount: 16, load: .install, viewport: nil,
        index: ReleaseFileReference(url: "i", hash: ContentHash(of: wanted), size: UInt64(wanted.count)))
      _ = try? PackagePatch.apply(
        ByteSource(bytes), from: index(oldFiles), hash(oldFiles), to: package,
        readOld: { ByteSource(oldFiles[$0.path] ?? []) }
      ) { produce in
        var written: [UInt8] = []
        try produce { written.append(contentsOf: $0) }
        return ContentHash(of: written)
      }
    }

    /// A manifest, the file that names the newest, an index, a root, a signed envelope: all by their readers.
    static func readManifest(_ bytes: [UInt8]) {
      _ = try? LatestRelease(decoding: bytes)
      if let manifest = try? ReleaseManifest(decoding: bytes) { _ = manifest.encode() }
      if let index = try? PackageIndex(decoding: bytes) { _ = index.encode() }
      _ = try? TrustRoot(decoding: bytes)
      for type in [LatestRelease.payloadType, TrustRoot.payloadType] {
        guard let envelope = try? Envelope(decoding: bytes, payloadType: type) else { continue }
        _ = try? LatestRelease(decoding: envelope.payload)
        _ = try? TrustRoot(decoding: envelope.payload)
      }
      if let value = try? JSONParser.parse(bytes) { _ = value.canonicalBytes }
    }

    /// What a store remembers.
    static func readState(_ bytes: [UInt8]) {
      guard let state = try? StoreState(decoding: bytes) else { return }
      _ = state.encode()
    }

    /// An entry of the build's cache.
    static func readCacheEntry(_ bytes: [UInt8]) {
      if let records = try? PageCache.decode(bytes) { _ = PageCache.encode(records) }
      var reader = ByteReader(bytes)
      _ = try? reader.file()
    }

    /// An index of words: checked as a whole, and asked.
    static func readSearchIndex(_ bytes: [UInt8]) {
      guard let index = try? SearchIndex(bytes) else { return }
      try? index.validate()
      for words in ["a", "harbour f", "海港", "l’été 3.14"] {
        _ = try? index.matches(SearchQuery(words), language: "de", limit: 5)
        _ = try? index.matches(SearchQuery(words))
      }
    }

    // MARK: Seeds

    /// Small first inputs of a target that no fixture has.
    static func seeds(_ target: FuzzTarget) -> [[UInt8]] {
      switch target {
      case .pageFile: pages.map { Self.pageFile($0) }
      case .patch:
        [
          try? PackagePatch.make(
            from: index(oldFiles), hash(oldFiles), to: index(newFiles), readOld: { oldFiles[$0.path] ?? [] },
            readNew: { newFiles[$0.path] ?? [] })
        ].compactMap { $0 }
      case .archive:
        [
          try? ArchiveWriter.archive([
            ("a.txt", CompressedEntry(compressing: Array("hello".utf8))),
            ("b/c.txt", CompressedEntry(compressing: Array(String(repeating: "abc ", count: 50).utf8))),
          ])
        ].compactMap { $0 }
      case .state:
        {
          var state = StoreState()
          state.current = ContentHash(of: [1])
          state.failed = [ContentHash(of: [2])]
          state.highestSequence = 41
          state.trustedKeys = ["a"]
          state.installationID = "0123"
          return [state.encode()]
        }()
      case .cacheEntry:
        pages.map { html in
          let page = BuiltPage(compile(html))
          return PageCache.encode([
            PageCache.Record(
              inputs: [("a.css", .content(ContentHash(of: []))), ("b", .present), ("c", .absent("no"))], page: page)
          ])
        }
      case .searchIndex:
        [[], ["Harbour"], ["Harbour", "海港の朝", "L’été 3.14"]].map { titles in
          let documents = titles.map { title in
            SearchDocument(
              title: title, description: "", headings: [title], text: "a text about \(title) and more",
              language: "de-AT", record: 11..<40)
          }
          return SearchIndexWriter.encode(documents, recordsSize: 100)
        }
      case .font: installedFonts()
      case .markup, .css, .page, .paint, .image, .manifest: []
      }
    }

    /// A few letters of the machine's fonts.
    private static func installedFonts() -> [[UInt8]] {
      let files = FileManager.default.enumerator(atPath: "/usr/share/fonts")
      var paths: [String] = []
      while let path = files?.nextObject() as? String { paths.append("/usr/share/fonts/" + path) }
      let letters = "Afi \u{e9}".unicodeScalars.map(\.value)
      return Array(
        paths.sorted().lazy.filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }
          .compactMap { FileManager.default.contents(atPath: $0) }
          .compactMap { try? FontFile(bytes: Array($0)).subset(to: letters) }.filter { $0.count <= 32_768 }.prefix(6))
    }

    private static let pages = [
      "<p>a",
      """
      <!DOCTYPE html><style>p::before { content: "x" } .a:hover { color: red; position: sticky; top: 1px }
      @media (min-width: 400px) { p { width: calc(50% - 1px); transform: scale(2) } }</style>
      <p class=a>one <b>two</b><input size=3><table><td colspan=2>x</table><select><option>o</select>
      """,
      """
      <html html-identify="Token"><head><data>{"a": [1, "b"]}</data></head><body><table><tableRow><label text="{{ a }}"/>
      </tableRow></table></body></html>
      """,
    ]

    private static func compile(_ html: String) -> CompiledPage {
      PageCompiler(options: CompilerOptions(), files: SinglePage(page: Array(html.utf8))).compile("index.html")
    }

    private static func pageFile(_ html: String) -> [UInt8] {
      let page = compile(html)
      let count = page.pageFile.count
      return [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)] + page.pageFile
        + (page.layoutFiles.first?.bytes ?? [])
    }
  }

  /// A page by itself: whatever else it names is missing.
  struct SinglePage: SiteFiles {
    var page: [UInt8]

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return page
    }

    func contains(_ path: String) -> Bool { path == "index.html" }
  }
#endif
