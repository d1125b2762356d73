import Page
import PageFormat

/// The lines on which the nodes of a page are written.
///
/// Nodes and tags of one name, `id` and classes are in the same order; where there are not as many of them, as in a page that is
/// composed of several files, no line is given rather than a wrong one.
struct NodePlaces {
  private let tree: PageTree
  private let text: [UInt8]
  private var tags: [ElementName: [MarkupTags.Tag]] = [:]
  private var nodes: [ElementName: [Int]] = [:]

  /// How far behind a tag its text is looked for, in bytes.
  private static let mostText = 20_000
  /// The most characters of a text that are looked for.
  private static let mostCharacters = 24

  /// Reads the tags of a page as it is written.
  init(_ tree: PageTree, _ text: [UInt8]) {
    (self.tree, self.text) = (tree, text)
    for tag in MarkupTags(text).list {
      let name = ElementName(
        kind: .element, tag: tag.name, id: tag.value(of: "id") ?? "",
        classes: (tag.value(of: "class") ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
      tags[name, default: []].append(tag)
    }
    for node in 0..<tree.count where !tree.names[node].tag.isEmpty {
      nodes[Self.written(tree.names[node]), default: []].append(node)
    }
  }

  private static func written(_ name: ElementName) -> ElementName {
    ElementName(kind: .element, tag: name.tag.lowercased(), id: name.id, classes: name.classes)
  }

  /// The line of a node's tag, from 1; of a text the line of its first words. `nil` where that is not known.
  func line(of node: Int) -> Int? {
    guard node >= 0, node < tree.count else { return nil }
    let name = tree.names[node]
    guard name.tag.isEmpty else { return tag(of: node)?.line }
    guard let parent = tree.page.parent(node), let tag = tag(of: parent) else { return nil }
    guard name.kind == .text else { return tag.line }
    return line(of: tree.page.text(node) ?? "", behind: tag)
  }

  private func tag(of node: Int) -> MarkupTags.Tag? {
    let name = Self.written(tree.names[node])
    guard let same = nodes[name], let written = tags[name], same.count == written.count,
      let number = same.firstIndex(of: node)
    else { return nil }
    return written[number]
  }

  /// The line of a text behind a tag; the tag's where the text is written otherwise, as with character references.
  private func line(of content: String, behind tag: MarkupTags.Tag) -> Int {
    let words = content.drop(while: \.isWhitespace)
    let wanted = Array(words.prefix { !"&<>\u{a0}\n\r\t".contains($0) }.prefix(Self.mostCharacters).utf8)
    guard wanted.count > 1 else { return tag.line }
    let end = min(text.count, tag.end + Self.mostText)
    // The tag itself may go over several lines.
    var line = tag.line + text[..<tag.end].reversed().prefix { $0 != UInt8(ascii: "<") }.count { $0 == 0x0A }
    var index = tag.end
    while index + wanted.count <= end {
      if text[index] == wanted[0], text[index...].starts(with: wanted) { return line }
      if text[index] == 0x0A { line += 1 }
      index += 1
    }
    return tag.line
  }
}
