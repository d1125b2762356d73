import CSSValues
import CairoPainting
import Compiler
import Foundation
import Layout
import PageFormat
import Painting
import Text

/// Measures what a client does between a page's files and its first screen: the display list, and its drawing with Cairo.
///
///     swift run -c release --package-path Benchmarks painting SITE PAGE
///
/// The viewport is 390 x 844 at 2 device pixels a px. Each answer is one line of JSON, which `Benchmarks/run` reads; times are
/// CPU time of one thread, in microseconds, of a process that has drawn the page before: glyphs and images are there.
@main
struct PaintingTimes {
  static let viewport = Viewport(width: 390, height: 844, scale: 2)

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: painting SITE PAGE")
      exit(64)
    }
    let site = Folder(root: arguments[1])
    var options = CompilerOptions()
    options.viewports = [viewport]
    let compiler = PageCompiler(options: options, files: site)
    let compiled = compiler.compile(arguments[2])
    guard let layoutFile = compiled.layoutFiles.first?.bytes,
      let measurer = compiler.textMeasurer(of: arguments[2], scale: viewport.scale) as? SystemTextMeasurer
    else { throw Failure("the page has no layout") }
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(layoutFile))
    var images: [String: DecodedImage] = [:]
    func image(_ source: String) -> DecodedImage? {
      if let known = images[source] { return known }
      guard let bytes = try? site.read(source) else { return nil }
      images[source] = DecodedImage(bytes)
      return images[source]
    }
    var sizes: [String: (width: Double, height: Double)] = [:]
    func painter() -> PagePainter {
      PagePainter(page: page, layout: layout) { source in
        if let known = sizes[source] { return known }
        guard let image = image(source) else { return nil }
        sizes[source] = (Double(image.width), Double(image.height))
        return sizes[source]
      }
    }
    var first = painter()
    let list = try first.paint()
    let lists = median(runs: 301) {
      var painter = painter()
      return (try? painter.paint().items.count) ?? 0
    }
    answer(["stage": "list", "nodes": page.nodeCount, "items": list.items.count, "microseconds": lists])

    let glyphs = GlyphCache()
    let screen = LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    let picture = PagePicture(of: list, measuredBy: measurer.drawing, scale: viewport.scale, glyphs: glyphs) {
      image($0)
    }
    var surfaces: [[UInt8]] = []
    let drawing = median(runs: 101) {
      guard let pixels = try? picture.pixels(of: screen) else { return 0 }
      if surfaces.isEmpty { surfaces.append(pixels.bytes) }
      return pixels.bytes.count
    }
    // A blank screen would be fast.
    let background = surfaces.first.map { Array($0.prefix(4)) } ?? []
    let ink = surfaces.first.map { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).count { Array(bytes[$0..<$0 + 4]) != background }
    }
    answer(["stage": "screen", "images": images.count, "ink": ink ?? 0, "microseconds": drawing])
  }

  /// A folder's files.
  private struct Folder: SiteFiles {
    var root: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: root + "/" + path) else { throw .missing }
      return Array(data)
    }

    func contains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// The median of the calls' CPU time of this thread in microseconds.
  private static func median(runs: Int, _ call: () -> Int) -> Double {
    var times: [Double] = []
    var sum = 0
    for _ in 0..<runs {
      let began = processorTime()
      sum &+= call()
      times.append(processorTime() - began)
    }
    // The sum is read, so that no call is left out.
    if sum == .min { print("") }
    times.sort()
    return (times[runs / 2] * 1e7).rounded() / 10
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func answer(_ members: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys]) else { return }
    print(String(decoding: data, as: UTF8.self))
  }
}
