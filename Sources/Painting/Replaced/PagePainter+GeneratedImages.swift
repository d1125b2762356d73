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

  /// Paints the images among a pseudo-element's content: beside the texts before and after them.
  mutating func paintContentImages(_ node: Int, _ style: ComputedStyle) {
    guard case .items(let items, _) = style.content.content, let frame = frame(node) else { return }
    var pieces = contentPieces(items, node)
    guard pieces.contains(where: { !$0.images.isEmpty }) else { return }
    let (border, padding) = (style.border, padding(node, style))
    let isRightToLeft = style.text.direction == .rtl
    let start =
      isRightToLeft
      ? frame.right - border.right.width - padding.right : frame.x + border.left.width + padding.left
    placeTexts(&pieces, lines(of: node))
    // Where the text before the images ends.
    var last: PlacedLine?
    for piece in pieces {
      let width = piece.images.reduce(0) { $0 + $1.width }
      let end = last.map { isRightToLeft ? $0.frame.rect.x : $0.frame.rect.right }
      var place = (
        x: end ?? start, baseline: last.map { Double($0.baseline) / 64 } ?? baseline(beside: node, in: frame)
      )
      if let next = piece.first {
        let x = isRightToLeft ? next.frame.rect.right + width : next.frame.rect.x - width
        // Beside the text after them, unless they ended the line before it.
        let isFirst = last == nil || last?.baseline == next.baseline
        if isFirst || (isRightToLeft ? x <= start + 1 : x >= start - 1) { place = (x, Double(next.baseline) / 64) }
      } else if let last, let below = boxBelow(last, of: node, style) {
        place = (isRightToLeft ? below.box.right : below.box.x, place.baseline + below.distance)
      }
      paint(piece.images, at: place.x, on: place.baseline, isRightToLeft, node)
      last = piece.last ?? last
    }
  }

  /// The last piece of a split box that is below its last text, and how far: images that found no room behind the text.
  private func boxBelow(
    _ line: PlacedLine, of node: Int, _ style: ComputedStyle
  ) -> (box: LayoutRect, distance: Double)? {
    let boxes = fragments(node)
    let top = line.frame.rect.y - style.border.top.width - padding(node, style).top
    guard boxes.count > 1, let last = boxes.last, let own = boxes.last(where: { abs($0.y - top) < 1 }),
      last.y - own.y > 1
    else { return nil }
    return (last, last.y - own.y)
  }

  /// Images of generated content with the text that follows them.
  private struct ContentPiece {
    var images: [(url: String, width: Double, height: Double)] = []
    /// The length of the text in UTF-16 units; `nil` where the file does not say it.
    var length: Int? = 0
    /// How many texts follow the images.
    var texts = 0
    var hasText: Bool { texts > 0 }
    var first: PlacedLine?
    var last: PlacedLine?
  }

  /// The pieces of a content.
  ///
  /// UNIMPLEMENTED: images that functions make, which have no size of their own; builds report them.
  private mutating func contentPieces(_ items: [ContentItem], _ node: Int) -> [ContentPiece] {
    var pieces = [ContentPiece()]
    for item in items {
      switch item {
      case .image(let image):
        if Self.isFunction(image) {
          omit(.content, nil, node)
        } else if let natural = imageSize(image), natural.width > 0, natural.height > 0 {
          if pieces[pieces.count - 1].hasText { pieces.append(ContentPiece()) }
          pieces[pieces.count - 1].images.append((image, natural.width, natural.height))
        }
      case .string(let text) where text.isEmpty: continue
      case .string(let text):
        pieces[pieces.count - 1].texts += 1
        pieces[pieces.count - 1].length = pieces[pieces.count - 1].length.map { $0 + text.utf16.count }
      default:
        pieces[pieces.count - 1].texts += 1
        pieces[pieces.count - 1].length = nil
      }
    }
    return pieces
  }

  /// Finds the first and the last line of each piece's text.
  private func placeTexts(_ pieces: inout [ContentPiece], _ lines: ArraySlice<PlacedLine>) {
    // The ranges of each text count from its own begin.
    var texts: [(first: PlacedLine, last: PlacedLine)] = []
    for line in lines {
      if let before = texts.last?.last, line.range.lowerBound >= before.range.upperBound {
        texts[texts.count - 1].last = line
      } else {
        texts.append((line, line))
      }
    }
    if texts.count > 1, texts.count == pieces.reduce(0, { $0 + $1.texts }) {
      var number = 0
      for index in pieces.indices where pieces[index].hasText {
        pieces[index].first = texts[number].first
        number += pieces[index].texts
        pieces[index].last = texts[number - 1].last
      }
      return
    }
    let last = pieces.lastIndex(where: \.hasText)
    var read = 0
    for index in pieces.indices where pieces[index].hasText {
      // A text of unknown length is a line, or all that is left.
      let end = index == last ? Int.max : pieces[index].length.map { read + $0 }
      guard let first = lines.first(where: { $0.range.lowerBound >= read && $0.range.lowerBound < end ?? .max }) else {
        read = end ?? read
        continue
      }
      pieces[index].first = first
      pieces[index].last =
        end.flatMap { end in
          lines.last { $0.range.lowerBound >= read && $0.range.lowerBound < end }
        } ?? first
      read = end ?? first.range.upperBound
    }
  }

  private mutating func paint(
    _ images: [(url: String, width: Double, height: Double)], at start: Double, on baseline: Double,
    _ isRightToLeft: Bool,
    _ node: Int
  ) {
    var x = start
    if !images.isEmpty { enterScope(of: node) }
    for image in images {
      if isRightToLeft { x -= image.width }
      let place = LayoutRect(x: x, y: baseline - image.height, width: image.width, height: image.height)
      add(.image(source: image.url, destination: place, clip: RoundedRect(place), isPixelated: false), place, node)
      if !isRightToLeft { x += image.width }
    }
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
