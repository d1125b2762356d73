/// A `<style>` element of a page: a sheet that has no file.
struct StyleElement {
  /// What stands for the path of a sheet: the same for the same text on all pages, and only within this process.
  var path: String
  /// What its `media` attribute says; empty for nothing.
  var condition: String
  /// The line of the tag, from 1.
  var line: Int
  /// Its declarations with their lines in the page.
  var declarations: [SheetDeclarations.Declaration]

  /// What readers see in the place of a path.
  static let name = "<style>"

  /// Whether a path stands for the text of a `<style>` element.
  static func isPath(_ path: String) -> Bool { path.hasPrefix(name) }

  /// A style element, by its tag.
  init(_ tag: MarkupTags.Tag, in page: [UInt8]) {
    let end = Self.end(of: page, from: tag.end)
    let text = page[min(tag.end, end)..<end]
    path = "\(Self.name) \(text.hashValue)"
    condition = tag.value(of: "media") ?? ""
    line = tag.line
    declarations = SheetDeclarations(text, firstLine: tag.endLine).list
  }

  /// The style elements of a page in the order of the source.
  static func list(of page: [UInt8]) -> [StyleElement] {
    MarkupTags(page).list.filter { $0.name == "style" }.map { StyleElement($0, in: page) }
  }

  private static func end(of page: [UInt8], from start: Int) -> Int {
    let wanted = Array("</style".utf8)
    var index = start
    while index + wanted.count <= page.count {
      if page[index] == wanted[0], wanted.indices.allSatisfy({ page[index + $0] | 0x20 == wanted[$0] | 0x20 }) {
        return index
      }
      index += 1
    }
    return page.count
  }
}
