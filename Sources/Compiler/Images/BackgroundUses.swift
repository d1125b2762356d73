import CSSValues
import Diagnostics
import HTML
import Layout
import Painting
import Style

/// Finds the files that backgrounds of a page show, with the sizes that they are painted in at all viewports.
struct BackgroundUses {
  let document: Document
  let layouts: [ViewportLayout]
  let images: PageImages
  let location: (NodeID) -> SourceLocation

  /// The files in the order of the first boxes that show them; of boxes that show one file the largest counts.
  func collect() -> [(node: NodeID, use: ImageUse)] {
    var found: [(node: NodeID, use: ImageUse)] = []
    var places: [String: Int] = [:]
    var files: [String: (path: String, width: Int, height: Int)?] = [:]
    func file(_ url: String) -> (path: String, width: Int, height: Int)? {
      if let known = files[url] { return known }
      let answer = images.raster(url)
      files[url] = .some(answer)
      return answer
    }
    for (number, layout) in layouts.enumerated() {
      let scale = layout.viewport.scale * layout.pageScale
      let styles = layout.tree.styles.indices.filter { layout.tree.styles[$0].other[.backgroundImage] != nil }
      guard !styles.isEmpty else { continue }
      let painted = Set(styles.map(Int32.init))
      for place in layout.tree.nodes.indices where painted.contains(Int32(layout.tree.nodes[place].style)) {
        guard place < layout.result.frames.count, layout.result.frames[place].hasBox, let node = node(layout, place)
        else { continue }
        let style = layout.tree.styles[Int(layout.tree.nodes[place].style)]
        let area = area(of: node, style, layout, place)
        let tiles = style.backgroundTiles(width: area.width, height: area.height) { url in
          file(url).map { (Double($0.width), Double($0.height)) }
        }
        for tile in tiles {
          guard let file = file(tile.url), tile.width > 0, tile.height > 0 else { continue }
          if places[file.path] == nil {
            guard found.count < ImageUseCollector.limit else { continue }
            places[file.path] = found.count
            let empty = layouts.map {
              ImageUse.Box(width: 0, height: 0, sourceSize: 0, scale: $0.viewport.scale * $0.pageScale)
            }
            var use = ImageUse(
              path: file.path, width: file.width, height: file.height, boxes: empty, location: location(node))
            use.manner = .background
            found.append((node, use))
          }
          guard let index = places[file.path] else { continue }
          let ratio = Double(file.width) / Double(file.height)
          let width = max(tile.width, tile.height * ratio)
          if width > found[index].use.boxes[number].width {
            found[index].use.boxes[number] = ImageUse.Box(
              width: width, height: width / ratio, sourceSize: 0, scale: scale)
          }
          if found[index].use.reason.isEmpty { found[index].use.reason = reason(tile, style) }
        }
      }
    }
    return found
  }

  /// The element of a box, or that of a generated one.
  private func node(_ layout: ViewportLayout, _ place: Int) -> NodeID? {
    switch layout.origins[place] {
    case .node(let node), .pseudo(let node, _), .anonymous(let node): node
    }
  }

  /// The largest area that a background may be positioned in: what the root and `<body>` have is that of the canvas, what is fixed has
  /// the viewport's.
  private func area(
    of node: NodeID, _ style: ComputedStyle, _ layout: ViewportLayout, _ place: Int
  ) -> (width: Double, height: Double) {
    var (width, height) = (layout.result.frames[place].rect.width, layout.result.frames[place].rect.height)
    let isOfCanvas = node == document.documentElement || document.isElement(node, .body)
    guard isOfCanvas || style.other[.backgroundAttachment] != nil else { return (width, height) }
    (width, height) = (max(width, layout.viewport.width), max(height, layout.viewport.height))
    for frame in layout.result.frames.prefix(4) where isOfCanvas && frame.hasBox {
      (width, height) = (max(width, frame.rect.width), max(height, frame.rect.height))
    }
    return (width, height)
  }

  private func reason(_ tile: BackgroundTile, _ style: ComputedStyle) -> String {
    let showsPixels =
      tile.hasNaturalSize || [.keyword("pixelated"), .keyword("crisp-edges")].contains(style.other[.imageRendering])
    if showsPixels { return "a background shows its own pixels (`background-size: auto` or `image-rendering`)" }
    // A box of several lines is not as wide as its background.
    if style.box.display == .inline { return "it is the background of an inline box" }
    return ""
  }
}
