import HybridClient
import PageFormat

/// Whether a page's views look the same in two of its viewports: boxes may be elsewhere, and colours, fonts and the like are not
/// others.
///
/// UNIMPLEMENTED: a live page takes other looks only when it is made again.
struct LookComparison {
  private let page: OpenedPage

  init(_ page: OpenedPage) { self.page = page }

  /// Whether the page looks so where it was opened for another viewport.
  func isSame(in other: OpenedPage) -> Bool {
    let reader = page.page
    guard reader.source == other.page.source, reader.nodeCount == other.page.nodeCount else { return false }
    let (from, to) = (page.layout?.viewport, other.layout?.viewport)
    if from?.name == to?.name, from?.colorScheme == to?.colorScheme { return true }
    // Classes that a script gives have styles of their own in some viewports.
    guard (0..<reader.classStateCount).allSatisfy({ reader.classStateViewport($0) == nil }) else { return false }
    // Keyframes are those of a viewport.
    guard reader.keyframes(in: from) == reader.keyframes(in: to) else { return false }
    var known: Set<[Int]> = []
    for node in 0..<reader.nodeCount {
      let styles = [page.layout, other.layout].map { $0?.style(node, in: reader) ?? reader.style(node) ?? -1 }
      guard styles[0] != styles[1], known.insert(styles).inserted else { continue }
      guard look(ofStyle: styles[0]) == look(ofStyle: styles[1]) else { return false }
    }
    return true
  }

  private func look(ofStyle style: Int) -> [String: String] {
    guard style >= 0 else { return [:] }
    var look: [String: String] = [:]
    for (property, value) in page.page.declarations(ofStyle: style) where !Self.isPlace(property) {
      look[property] = value
    }
    return look
  }

  /// The properties that only say where boxes are; views hear of the others.
  private static func isPlace(_ property: String) -> Bool {
    places.contains(property)
      || prefixes.contains { property.hasPrefix($0) && !property.contains("color") && !property.contains("style") }
  }

  private static let places: Set<String> = [
    "width", "height", "min-width", "min-height", "max-width", "max-height", "top", "right", "bottom", "left",
    "position", "display", "flex", "order", "float", "clear", "line-height", "text-indent", "white-space",
    "aspect-ratio", "gap", "row-gap", "column-gap", "columns", "column-count", "column-width", "letter-spacing",
    "word-spacing", "box-sizing", "vertical-align", "block-size", "inline-size",
  ]
  private static let prefixes = [
    "margin", "padding", "inset", "flex-", "grid", "align-", "justify-", "place-", "min-block", "max-block",
    "min-inline", "max-inline",
  ]
}
