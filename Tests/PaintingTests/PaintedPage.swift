import CSSValues
import Compiler
import PageFormat
import Painting
import Testing

/// A page compiled from text at one viewport of 200 by 150 px, and painted.
struct PaintedPage: SiteFiles {
  let html: String
  /// The page's other files, by path.
  var files: [String: String] = [:]
  /// The size of every image, in px.
  var imageSize: (width: Double, height: Double)? = (20, 10)
  /// Whether images are drawings that keep their ratio.
  var keepsRatio = false

  /// A page whose body has no margin and a font of squares' size.
  init(_ body: String, style: String = "") {
    html = """
      <!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>t</title>
      <style>html{font:16px/20px sans-serif}body{margin:0}\(style)</style><body>\(body)
      """
  }

  func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard let text = path == "index.html" ? html : files[path] else { throw .missing }
    return Array(text.utf8)
  }

  func contains(_ path: String) -> Bool { path == "index.html" || files[path] != nil }

  /// The display list.
  func list() throws -> DisplayList {
    var painter = try painter()
    var counter = painter
    let list = try painter.paint()
    // What builds ask says the same without the steps.
    #expect(try counter.omissions() == list.omissions)
    return list
  }

  /// The layers that the list is cut into.
  func layers() throws -> [PaintLayer] {
    var painter = try painter()
    let list = try painter.paint()
    return try painter.layers(of: list)
  }

  private func painter() throws -> PagePainter {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 200, height: 150, scale: 1)]
    let compiled = PageCompiler(options: options, files: self).compile("index.html")
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    let (size, keepsRatio) = (imageSize, keepsRatio)
    return PagePainter(page: page, layout: layout, imageSize: { _ in size }, keepsRatio: { _ in keepsRatio })
  }

  /// The steps, one a line, without widths of text, which depend on the machine's fonts.
  func dump() throws -> String {
    try list().dump().replacing(#/ wide [0-9.]+/#, with: "")
  }
}
