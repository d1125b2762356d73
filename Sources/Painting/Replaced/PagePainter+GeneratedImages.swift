import CSSValues
import PageFormat

/// Images of markers and of generated content, which have no elements (CSS Lists 3, 3.2; CSS Content 3, 2).
extension PagePainter {
  /// How far an image of a marker is from the text beside it, in device pixels.
  private static let markerRoom = 7.0

  /// Paints the image that a marker shows instead of its text or sign; `false` where there is none.
  mutating func paintMarkerImage(_ node: Int, _ style: ComputedStyle) -> Bool {
    let image = style.computedValue(.listStyleImage)
    guard style.content.content == .normal, let frame = frame(node), image.keyword == nil else { return false }
    let lines = layout.lines(node, in: page)
    let baseline = baseline(beside: node, in: frame)
    let size: (width: Double, height: Double)
    if let url = image.url {
      guard let natural = imageSize(url), natural.width > 0, natural.height > 0 else { return false }
      size = natural
    } else {
      // An image without a size is half as large as the font reaches above the baseline.
      let scale = layout.viewport.scale
      let ascent = lines.first.map { Double($0.baseline) / 64 - $0.frame.rect.y } ?? style.font.size * 0.9
      let side = ((ascent * scale).rounded() / 2).rounded(.down) / scale
      size = (side, side)
    }
    let isRightToLeft = style.text.direction == .rtl
    let isOutside = style.text.listStylePosition == .outside
    let room = isOutside ? Self.markerRoom / layout.viewport.scale : 0
    // Outside of the item, the image keeps its distance from the item's edge.
    let x = isOutside == isRightToLeft ? frame.x + room : frame.right - size.width - room
    let place = LayoutRect(
      x: isOutside ? x : frame.x, y: baseline - size.height, width: size.width, height: size.height)
    let placement = LayerPlacement(
      size: .list([.dimension(size.width, .px), .dimension(size.height, .px)], .space),
      repeats: .keyword("no-repeat"))
    guard let paint = paint(image, placement, style, place, node, covering: place, property: .listStyleImage) else {
      return false
    }
    enterScope(of: node)
    add(.fill(.rounded(RoundedRect(place)), paint, .normal), place, node)
    return true
  }

  /// Paints the image that is all of a pseudo-element's content.
  mutating func paintContentImage(_ node: Int, _ style: ComputedStyle) {
    guard case .items(let items, _) = style.content.content, items.count == 1, case .image(let url) = items[0],
      let natural = imageSize(url), natural.width > 0, natural.height > 0, let frame = frame(node)
    else { return }
    let (border, padding) = (style.border, padding(node, style))
    let place = LayoutRect(
      x: frame.x + border.left.width + padding.left, y: baseline(beside: node, in: frame) - natural.height,
      width: natural.width, height: natural.height)
    enterScope(of: node)
    add(
      .image(source: url, destination: place, clip: RoundedRect(place), isPixelated: false), place, node)
  }

  /// Where the line of a box without text has its baseline: that of the text beside it, or the box's lower edge.
  private func baseline(beside node: Int, in frame: LayoutRect) -> Double {
    if let own = layout.lines(node, in: page).first { return Double(own.baseline) / 64 }
    guard let parent = page.parent(node) else { return frame.bottom }
    for other in parent..<max(parent, min(page.subtreeEnd(parent), parent + Self.nearestNodes)) {
      for line in layout.lines(other, in: page).prefix(1) {
        let baseline = Double(line.baseline) / 64
        if baseline > frame.y, baseline <= frame.bottom { return baseline }
      }
    }
    return frame.bottom
  }

  /// How many nodes are looked at for a line.
  private static let nearestNodes = 64
}
