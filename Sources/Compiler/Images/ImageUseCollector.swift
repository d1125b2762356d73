import CSSValues
import Diagnostics
import HTML
import Layout
import Names
import Style

/// Finds the images of a page whose boxes are known, and which of them may get candidates.
struct ImageUseCollector {
  let document: Document
  let layouts: [ViewportLayout]
  let images: PageImages
  let source: SourceFile
  let thresholds: () -> Set<Double>

  /// The most images of a page that get candidates.
  static let limit = 2_000

  /// The images of elements in document order, then those of backgrounds. Sources without a reason to stay as they are have `sizes`,
  /// and no mark yet.
  func collect() -> [(node: NodeID, use: ImageUse)] {
    collectElements()
      + BackgroundUses(document: document, layouts: layouts, images: images, location: location).collect()
  }

  private func collectElements() -> [(node: NodeID, use: ImageUse)] {
    var candidates: [(node: NodeID, use: ImageUse)] = []
    var found: [(node: NodeID, url: String)] = []
    var node = document.next(after: .document)
    while node.exists, found.count < Self.limit {
      if document.isElement(node, .img), document.namespace(node) == .html {
        if ReferenceCollector.hasCandidates(node, in: document) {
          if candidates.count < Self.limit { candidates += self.candidates(of: node) }
        } else if let url = document.value(node, .src) {
          found.append((node, url))
        }
      }
      node = document.next(after: node)
    }
    guard !found.isEmpty else { return candidates }
    let places = layouts.map { layout in
      var places: [NodeID: Int] = [:]
      for (index, origin) in layout.origins.enumerated() {
        if case .node(let node) = origin, document.isElement(node, .img) { places[node] = index }
      }
      return places
    }
    // Reading the page's media queries takes a while: once, where they are needed.
    lazy var edges = thresholds()
    return found.compactMap { node, url -> (node: NodeID, use: ImageUse)? in
      guard let file = images.raster(url) else { return nil }
      let boxes = zip(layouts, places).map { box(in: $0, at: $1[node], file) }
      var use = ImageUse(
        path: file.path, width: file.width, height: file.height, boxes: boxes.map(\.box),
        location: location(of: node))
      use.reason = reason(node, boxes.contains { $0.showsOwnPixels })
      guard use.mostPixels > 0 else { return (node, use) }
      use.sizes =
        SourceSizesText(
          zip(layouts, use.boxes).map { ($0.viewport.width, $1.width) }, thresholds: edges
        ).text
      return (node, use)
    } + candidates
  }

  /// The files that an author wrote for an element to choose from. They keep their pixels, so that no choice changes.
  private func candidates(of node: NodeID) -> [(node: NodeID, use: ImageUse)] {
    var uses: [(node: NodeID, use: ImageUse)] = []
    for (path, mentions) in images.mentionedFiles(of: node) {
      guard let file = images.pixelSize(ofFile: path) else { continue }
      var use = ImageUse(
        path: path, width: file.width, height: file.height, boxes: [], location: location(of: node))
      (use.manner, use.mentions) = (.candidate, mentions)
      uses.append((node, use))
    }
    return uses
  }

  /// Why an image stays as it is; empty where nothing forbids candidates.
  private func reason(_ node: NodeID, _ showsOwnPixels: Bool) -> String {
    if document.hasAttribute(node, .sizes) { return "it has `sizes` of its own" }
    if showsOwnPixels { return "its style shows its own pixels (`object-fit` or `image-rendering`)" }
    return ""
  }

  /// The size that the whole image has in its box.
  private func box(
    in layout: ViewportLayout, at place: Int?, _ file: (path: String, width: Int, height: Int)
  ) -> (box: ImageUse.Box, showsOwnPixels: Bool) {
    let scale = layout.viewport.scale * layout.pageScale
    var box = ImageUse.Box(width: 0, height: 0, sourceSize: 0, scale: scale)
    guard let place, place < layout.result.frames.count, layout.result.frames[place].hasBox else { return (box, false) }
    let style = layout.tree.styles[Int(layout.tree.nodes[place].style)]
    let content = style.containerContent(of: layout.result.frames[place].rect)
    guard content.width > 0, content.height > 0 else { return (box, false) }
    let ratio = Double(file.width) / Double(file.height)
    let wide = content.height * ratio
    switch style.box.objectFit {
    case .contain: box.width = min(content.width, wide)
    case .fill, .cover, .none, .scaleDown: box.width = max(content.width, wide)
    }
    if abs(wide - content.width) < 1 { box.width = content.width }
    box.height = box.width / ratio
    let other = style.other
    let showsOwnPixels =
      style.box.objectFit == .none || style.box.objectFit == .scaleDown
      || [.keyword("pixelated"), .keyword("crisp-edges")].contains(other[.imageRendering])
      || other[.imageOrientation] == .keyword("none")
    return (box, showsOwnPixels)
  }

  private func location(of node: NodeID) -> SourceLocation {
    let written = source.written(document.sourceRange(node))
    let place = written.file.position(at: written.range.lowerBound)
    return SourceLocation(file: written.file.path, line: place.line, column: place.column)
  }
}
