import Archive
import Compiler
import Compression
import Diagnostics
import Manifest

/// A page as the build keeps it: compressed, so that a site of many pages fits into memory.
struct BuiltPage: Sendable {
  /// The site path.
  var path: String
  /// `pages/<path>.page`; `nil` where the page could not be compiled.
  var page: PackageFile?
  /// `web/<path>`; `nil` where the page could not be compiled.
  var web: PackageFile?
  /// `layouts/<viewport>/<path>.layout`, by the name of the viewport in its colour scheme.
  var layouts: [(viewport: String, file: PackageFile)]
  /// The title.
  var title: String
  /// Problems of the page and of what it was made from.
  var diagnostics: [Diagnostic]
  /// Site paths that were read or looked for.
  var inputs: PageInputs
  /// Site paths that the page refers to, sorted.
  var references: [String]
  /// Where the page leads and where it can be entered.
  var links: PageLinks
  /// Family and content hash of the fonts that measured text.
  var fonts: [(family: String, hash: String)]
  /// Bytes of the page file and of all layout files, uncompressed.
  var size: Int
  /// The images with candidates; what they show goes by ``layouts``.
  var images: [ImageSources] = []
  /// Those of the references that are only candidates of images.
  var candidates: Set<String> = []
  /// The images whose boxes are known; those with marks have them in ``web``.
  var imageUses: [ImageUse] = []
  /// What the page may show in the fonts that it ships, where the site subsets them.
  var characters = PageCharacters()
  /// What the page's text was measured with, where the build ships it.
  var measures: PackageFile?
  /// What readers can find the page by, where the site asks for an index and the page is not left out.
  var search: PageSearchText?
  /// How long it took to compile, in microseconds; 0 where that is not known.
  var cost = 0
  /// Whether this run compiled it: its bytes come from no cache and no shard.
  var isMadeHere = false
}

extension BuiltPage {
  /// Packs what the compiler made; files that a build makes by the thousand are worth less work than assets.
  init(_ page: CompiledPage, effort: DeflateEncoder.Effort = .fast) {
    path = page.path
    isMadeHere = true
    self.page = PackageFile(path: "pages/\(page.path).page", packing: page.pageFile, origin: page.path, effort: effort)
    web = PackageFile(path: "web/\(page.path)", packing: page.webFile, origin: page.path, effort: effort)
    layouts = page.layoutFiles.map { layout in
      let viewport = ReleaseDraft.name(layout.viewport, layout.colorScheme)
      let name = "layouts/\(viewport)/\(page.path).layout"
      return (viewport, PackageFile(path: name, packing: layout.bytes, origin: page.path, effort: effort))
    }
    title = page.title
    diagnostics = page.diagnostics
    inputs = PageInputs(
      page.inputs.merging([page.path: true]) { $1 }, contents: page.contents.union([page.path]))
    references = page.references.sorted()
    links = page.links
    fonts = page.fonts
    images = page.imageSources
    candidates = page.candidates
    imageUses = page.imageUses
    characters = page.characters
    if !page.measures.isEmpty {
      measures = PackageFile(
        path: "measures/\(page.path)", packing: page.measures, origin: page.path, effort: effort)
    }
    search = page.search
    size = page.layoutFiles.reduce(page.pageFile.count) { $0 + $1.bytes.count }
  }

  /// Moves the compressed files out of memory.
  mutating func setAside(in file: SpillFile) {
    page?.packed?.entry.data.setAside(in: file)
    web?.packed?.entry.data.setAside(in: file)
    measures?.packed?.entry.data.setAside(in: file)
    for index in layouts.indices { layouts[index].file.packed?.entry.data.setAside(in: file) }
  }

  /// The page with its files in memory; `nil` where one of them cannot be had again.
  func inMemory() -> BuiltPage? {
    func moved(_ file: PackageFile) -> PackageFile? {
      guard let packed = file.packed else { return file }
      guard let data = packed.entry.data.inMemory() else { return nil }
      var file = file
      file.packed?.entry.data = data
      return file
    }
    var result = self
    result.page = page.flatMap(moved)
    result.web = web.flatMap(moved)
    result.measures = measures.flatMap(moved)
    result.layouts = layouts.compactMap { layout in moved(layout.file).map { (layout.viewport, $0) } }
    let isWhole =
      result.layouts.count == layouts.count && (page == nil) == (result.page == nil)
      && (measures == nil) == (result.measures == nil)
    return isWhole && (web == nil) == (result.web == nil) ? result : nil
  }

  /// A page that could not be compiled at all.
  init(path: String, diagnostic: Diagnostic) { self.init(path: path, diagnostics: [diagnostic]) }

  init(path: String, diagnostics: [Diagnostic]) {
    self.path = path
    layouts = []
    title = ""
    self.diagnostics = diagnostics
    inputs = PageInputs([path: true], contents: [path])
    references = []
    links = PageLinks()
    fonts = []
    size = 0
  }
}
