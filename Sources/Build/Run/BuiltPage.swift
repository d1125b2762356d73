import Compiler
import Diagnostics

/// A page as the build keeps it: compressed, so that a site of many pages fits into memory.
struct BuiltPage: Sendable {
  /// The site path.
  var path: String
  /// `pages/<path>.page` and `web/<path>`.
  var base: [PackedFile]
  /// `layouts/<viewport>/<path>.layout`, by the viewport's name.
  var layouts: [(viewport: String, file: PackedFile)]
  /// The title.
  var title: String
  /// Problems of the page and of what it was made from.
  var diagnostics: [Diagnostic]
  /// Site paths that were read or looked for.
  var inputs: [String: Bool]
  /// Site paths that the page refers to.
  var references: Set<String>
  /// Family and content hash of the fonts that measured text.
  var fonts: [(family: String, hash: String)]
  /// Bytes of the page file and of all layout files, uncompressed.
  var size: Int

  /// Packs what the compiler made.
  init(_ page: CompiledPage) {
    path = page.path
    base = [
      PackedFile(name: "pages/\(page.path).page", bytes: page.pageFile, source: page.path),
      PackedFile(name: "web/\(page.path)", bytes: page.webFile, source: page.path),
    ]
    layouts = page.layoutFiles.map { layout in
      let name = "layouts/\(layout.viewport)/\(page.path).layout"
      return (layout.viewport, PackedFile(name: name, bytes: layout.bytes, source: page.path))
    }
    title = page.title
    diagnostics = page.diagnostics
    inputs = page.inputs
    inputs[page.path] = true
    references = page.references
    fonts = page.fonts
    size = page.layoutFiles.reduce(page.pageFile.count) { $0 + $1.bytes.count }
  }

  /// A page that could not be compiled at all.
  init(path: String, diagnostic: Diagnostic) {
    self.path = path
    base = []
    layouts = []
    title = ""
    diagnostics = [diagnostic]
    inputs = [path: true]
    references = []
    fonts = []
    size = 0
  }
}
