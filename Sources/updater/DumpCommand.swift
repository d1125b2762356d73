import ArgumentParser
import HybridClient
import JSONValues
import Manifest
import PageFormat

/// Every node of every page of a published folder with its frame and lines, as `Tools/dumps` compares it with what readers in
/// other languages find.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Prints the frames and lines of all pages of a folder, in 1/64 px.")

  @Argument var folder: String

  func run() throws {
    let release = try ReleaseFolder.open(folder)
    var pages: [String] = []
    let listing = try release.contents(of: release.manifest.pages ?? "pages.json")
    for page in try JSONParser.parse(listing)["pages"]?.elements ?? [] {
      if let path = page["path"]?.text { pages.append(path) }
    }
    for viewport in release.manifest.viewports.map(\.name).sorted() {
      for path in pages.sorted() {
        let page = try PageReader(FileBytes(release.contents(of: "pages/\(path).page")))
        let layout = try LayoutReader(FileBytes(release.contents(of: "layouts/\(viewport)/\(path).layout")))
        print("page \(path) \(viewport) \(page.nodeCount)")
        for node in 0..<page.nodeCount { print(Self.text(node, page, layout)) }
      }
    }
  }

  /// A node's line, and one for each of its lines of text; texts are the bytes of UTF-8 in hexadecimal.
  private static func text(_ node: Int, _ page: PageReader, _ layout: LayoutReader) -> String {
    let label = page.component(node) ?? page.tag(node) ?? "-"
    let parent = page.parent(node).map { "\($0)" } ?? "-"
    let place = layout.frame(node, in: page).map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? "no box"
    var lines = ["\(node) \(parent) \(page.kind(node).rawValue) \(label) \(place)"]
    for line in layout.lines(node, in: page) {
      let units = Array((page.text(node) ?? "").utf16)
      let range = line.range.clamped(to: 0..<units.count)
      let shown = line.text ?? String(decoding: units[range], as: UTF16.self)
      let digits = Array("0123456789abcdef".utf8)
      let hex = String(decoding: shown.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
      let frame = line.frame
      lines.append("  | \(frame.x) \(frame.y) \(frame.width) \(frame.height) \(line.baseline) \(hex)")
    }
    return lines.joined(separator: "\n")
  }
}
