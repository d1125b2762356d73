import CSSValues
import PageFormat

/// Backgrounds (CSS Backgrounds and Borders 3, 2).
extension PagePainter {
  /// Paints the background of a box, the colour below the images.
  mutating func paintBackground(_ node: Int, _ style: ComputedStyle, _ border: RoundedRect, _ sides: BoxSides) {
    let origin = boxes(node, style, border, sides)
    paintBackground(node, style, origin.0, origin.1, origin.2)
  }

  /// The background of the canvas: painted everywhere, positioned in the root's box.
  mutating func paintBackground(
    _ node: Int, _ style: ComputedStyle, positioning: LayoutRect, painting: RoundedRect
  ) {
    let color = style.resolved(style.visual.backgroundColor)
    if !color.isTransparent { add(.fill(.rounded(painting), .color(color), .normal), painting.rect, node) }
    paintLayers(node, style) { _ in (positioning, painting) }
  }

  /// The border, padding and content box.
  private func boxes(
    _ node: Int, _ style: ComputedStyle, _ border: RoundedRect, _ sides: BoxSides
  ) -> (RoundedRect, RoundedRect, RoundedRect) {
    let inside = sides.paddingBox(border)
    let padding = padding(node, style)
    let content = inside.inset(
      top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left)
    return (border, inside, content)
  }

  private mutating func paintBackground(
    _ node: Int, _ style: ComputedStyle, _ border: RoundedRect, _ padding: RoundedRect, _ content: RoundedRect
  ) {
    func box(_ word: String?, _ fallback: RoundedRect) -> RoundedRect {
      switch word {
      case "border-box": border
      case "padding-box": padding
      case "content-box": content
      default: fallback
      }
    }
    let clips = style.other[.backgroundClip]?.layers ?? []
    let origins = style.other[.backgroundOrigin]?.layers ?? []
    let lastClip = clips.last?.keyword
    let color = style.resolved(style.visual.backgroundColor)
    let isText = clips.contains { $0.keyword == "text" }
    if isText { beginTextClip(node) }
    if !color.isTransparent {
      let area = box(lastClip, border)
      if !area.rect.isEmpty { add(.fill(.rounded(area), .color(color), .normal), area.rect, node) }
    }
    let slice = self.slice
    paintLayers(node, style) { layer in
      let origin = origins.isEmpty ? nil : origins[layer % origins.count].keyword
      let clip = clips.isEmpty ? nil : clips[layer % clips.count].keyword
      return (slice ?? box(origin, padding).rect, box(clip, border))
    }
    if isText { add(.end, .zero, node) }
  }

  /// The image layers, the last one first.
  private mutating func paintLayers(
    _ node: Int, _ style: ComputedStyle, _ area: (Int) -> (LayoutRect, RoundedRect)
  ) {
    guard let images = style.painted(.backgroundImage)?.layers else { return }
    let blends = style.other[.backgroundBlendMode]?.layers ?? []
    for layer in images.indices.reversed() {
      var (positioning, painting) = area(layer)
      let isFixed = isFixed(layer, node, style)
      if isFixed { beginFixedLayer(node, &positioning, &painting) }
      defer { if isFixed { endFixedLayer(node) } }
      if let fade = CrossFade(images[layer]), !painting.rect.isEmpty, !positioning.isEmpty,
        paintFade(fade, layer, node, style, positioning, painting)
      {
        continue
      }
      guard !painting.rect.isEmpty, positioning.width > 0, positioning.height > 0,
        let paint = layerPaint(images[layer], layer, style, positioning, node, covering: painting.rect),
        hasRoom(forImageIn: painting.rect, node)
      else { continue }
      let blend = blends.isEmpty ? nil : blends[layer % blends.count].keyword
      add(
        .fill(.rounded(painting), paint, blend.flatMap { BlendMode(rawValue: $0) } ?? .normal), painting.rect, node)
    }
  }

  /// Counts what an image of a background covers, and reports the first one that is too much.
  private mutating func hasRoom(forImageIn area: LayoutRect, _ node: Int) -> Bool {
    let page = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
    layerArea += (layout.transform(node) == nil ? area.intersection(page) : area).area
    guard layerArea > PaintLimits.layerArea, layerArea > page.area * PaintLimits.layersOfPage else { return true }
    omit(.backgroundImage, "beyond 64 million square px in all", node)
    return false
  }

  // MARK: Fixed backgrounds (CSS Backgrounds 3, 2.5)

  /// Whether a layer of the background stays in place while the page scrolls.
  private func isFixed(_ layer: Int, _ node: Int, _ style: ComputedStyle) -> Bool {
    guard let attachments = style.other[.backgroundAttachment]?.layers, !attachments.isEmpty,
      attachments[layer % attachments.count].keyword == "fixed"
    else { return false }
    // CSS Transforms 1, 3: in what is transformed, `fixed` is `scroll`; the canvas has no transform.
    var next = node == canvasNode ? nil : Optional(node)
    while let box = next {
      if layout.transform(box) != nil { return false }
      next = page.parent(box)
    }
    return true
  }

  /// Begins a layer that is positioned in the viewport. The box shows of it what is behind it.
  private mutating func beginFixedLayer(_ node: Int, _ positioning: inout LayoutRect, _ painting: inout RoundedRect) {
    positioning = LayoutRect(x: 0, y: 0, width: layout.viewport.width, height: layout.viewport.height)
    if node != canvasNode { add(.beginClip(.rounded(painting)), .zero, node) }
    // What is in a fixed box stays with it.
    if !isInFixedBox(node) { add(.beginFixed(node: node), .zero, node) }
    painting = RoundedRect(painting.rect.union(positioning))
  }

  private mutating func endFixedLayer(_ node: Int) {
    if !isInFixedBox(node) { add(.end, .zero, node) }
    if node != canvasNode { add(.end, .zero, node) }
  }

  private func isInFixedBox(_ node: Int) -> Bool { layout.flags(node).contains(.fixed) || isFixedAround(node) }

  /// Two images on top of each other, each with its share; `false` where one of them is missing.
  private mutating func paintFade(
    _ fade: CrossFade, _ layer: Int, _ node: Int, _ style: ComputedStyle, _ positioning: LayoutRect,
    _ painting: RoundedRect
  ) -> Bool {
    guard let first = imageSize(fade.first), let second = imageSize(fade.second) else { return false }
    // As large as both together, by their shares.
    func mixed(_ from: Double, _ to: Double) -> Double { from + (to - from) * fade.share }
    let natural = (width: mixed(first.width, second.width), height: mixed(first.height, second.height))
    guard natural.width > 0, natural.height > 0 else { return false }
    let placement = placement(layer, style)
    var whole = GroupEffect(node: node)
    whole.isIsolated = true
    add(.beginGroup(whole), .zero, node)
    for (url, share) in [(fade.first, 1 - fade.share), (fade.second, fade.share)] {
      guard let paint = pattern(url, natural, placement, style, positioning) else { continue }
      var part = GroupEffect(node: node)
      part.opacity = share
      part.blend = .plusLighter
      add(.beginGroup(part), .zero, node)
      add(.fill(.rounded(painting), paint, .normal), painting.rect, node)
      add(.end, .zero, node)
    }
    add(.end, .zero, node)
    return true
  }

  /// What a layer is filled with; `nil` for one that shows nothing.
  mutating func layerPaint(
    _ image: CSSValue, _ layer: Int, _ style: ComputedStyle, _ area: LayoutRect, _ node: Int, covering: LayoutRect
  ) -> Paint? {
    paint(image, placement(layer, style), style, area, node, covering: covering)
  }

  private func placement(_ layer: Int, _ style: ComputedStyle) -> LayerPlacement {
    func value(_ property: PropertyID) -> CSSValue? {
      guard let list = style.other[property]?.layers, !list.isEmpty else { return nil }
      return list[layer % list.count]
    }
    return LayerPlacement(
      size: value(.backgroundSize), x: value(.backgroundPositionX), y: value(.backgroundPositionY),
      repeats: value(.backgroundRepeat))
  }

  /// A colour, gradient or pattern for an image of CSS in an area.
  ///
  /// - Parameter property: whose image it is.
  mutating func paint(
    _ image: CSSValue, _ placement: LayerPlacement, _ style: ComputedStyle, _ area: LayoutRect, _ node: Int,
    covering: LayoutRect, property: PropertyID = .backgroundImage
  ) -> Paint? {
    if let url = image.url {
      guard let natural = imageSize(url), natural.width > 0, natural.height > 0 else { return nil }
      return pattern(url, natural, placement, style, area)
    }
    if let (name, arguments) = image.function, name == "image-set" || name == "-webkit-image-set" {
      // The candidate for the layout's scale, or the largest one.
      let wanted = layout.viewport.scale
      let candidates = arguments.compactMap { argument -> (CSSValue, Double)? in
        guard let first = argument.words.first else { return nil }
        var density = 1.0
        for word in argument.words.dropFirst() {
          if case .dimension(let value, _) = word { density = value }
        }
        return (first, density)
      }.sorted { $0.1 < $1.1 }
      guard let chosen = candidates.first(where: { $0.1 >= wanted }) ?? candidates.last else { return nil }
      // The image is as many times smaller as its density says.
      if let url = chosen.0.url ?? chosen.0.string, chosen.1 > 0, let natural = imageSize(url) {
        return pattern(
          url, (natural.width / chosen.1, natural.height / chosen.1), placement, style, area)
      }
      return paint(chosen.0, placement, style, area, node, covering: covering, property: property)
    }
    let tile = placement.tile(natural: nil, in: area)
    guard tile.rect.width > 0, tile.rect.height > 0 else { return nil }
    guard var gradient = GradientReader(box: tile.rect, currentColor: style.text.color).gradient(image) else {
      if image.keyword == nil { omit("\(property.name): \(image.text)", nil, node, property) }
      return nil
    }
    // One tile that covers all needs no repetition.
    if tile.rect.union(covering) != tile.rect {
      gradient.tile = GradientTile(rect: tile.rect, stepX: tile.stepX, stepY: tile.stepY)
    }
    return .gradient(gradient)
  }

  private func pattern(
    _ url: String, _ natural: (width: Double, height: Double), _ placement: LayerPlacement, _ style: ComputedStyle,
    _ area: LayoutRect
  ) -> Paint? {
    let tile = placement.tile(natural: natural, in: area)
    guard tile.rect.width > 0, tile.rect.height > 0 else { return nil }
    return .pattern(
      ImagePattern(
        source: url, tile: tile.rect, stepX: tile.stepX, stepY: tile.stepY,
        isPixelated: style.other[.imageRendering]?.keyword == "pixelated"))
  }
}

/// `cross-fade()` of two images (CSS Images 4, 2.6).
private struct CrossFade {
  let first: String
  let second: String
  /// How much of the second one shows, 0 to 1.
  let share: Double

  /// UNIMPLEMENTED: colours, gradients, and more images than two.
  init?(_ image: CSSValue) {
    guard let (name, arguments) = image.function, name == "cross-fade" || name == "-webkit-cross-fade" else {
      return nil
    }
    let parts = arguments.map(\.words)
    let urls = parts.compactMap { $0.compactMap(\.url).first }
    guard urls.count == 2 else { return nil }
    (first, second) = (urls[0], urls[1])
    func share(_ place: Int) -> Double? { parts.count > place ? parts[place].compactMap(\.fraction).first : nil }
    if name == "-webkit-cross-fade" {
      guard let given = share(2) else { return nil }
      self.share = min(1, max(0, given))
    } else {
      self.share = min(1, max(0, share(1) ?? share(0).map { 1 - $0 } ?? 0.5))
    }
  }
}

/// Where a background image is located (CSS Backgrounds 3, 2.6 to 2.9).
struct LayerPlacement {
  var size: CSSValue?
  var x: CSSValue?
  var y: CSSValue?
  var repeats: CSSValue?

  /// The first tile and the distance from one to the next, 0 where it is not repeated.
  func tile(natural: (width: Double, height: Double)?, in area: LayoutRect) -> (
    rect: LayoutRect, stepX: Double, stepY: Double
  ) {
    var (width, height) = size(natural, area)
    let words = repeats?.words.compactMap(\.keyword) ?? []
    var (horizontal, vertical) = ("repeat", "repeat")
    switch words.first {
    case "repeat-x": vertical = "no-repeat"
    case "repeat-y": horizontal = "no-repeat"
    case let word?: (horizontal, vertical) = (word, words.count > 1 ? words[1] : word)
    case nil: break
    }
    if horizontal == "round", width > 0 {
      let scaled = area.width / max(1, (area.width / width).rounded())
      if size?.words.count != 2 || size?.words[1].keyword == "auto", vertical != "round" { height *= scaled / width }
      width = scaled
    }
    if vertical == "round", height > 0 { height = area.height / max(1, (area.height / height).rounded()) }
    var left = area.x + (x?.length(of: area.width - width) ?? 0)
    var top = area.y + (y?.length(of: area.height - height) ?? 0)
    var (stepX, stepY) = (horizontal == "no-repeat" ? 0 : width, vertical == "no-repeat" ? 0 : height)
    if horizontal == "space" { (left, stepX) = Self.spaced(area.x, area.width, width, left) }
    if vertical == "space" { (top, stepY) = Self.spaced(area.y, area.height, height, top) }
    return (LayoutRect(x: left, y: top, width: width, height: height), stepX, stepY)
  }

  /// `space`: as many whole tiles as fit, what is left over between them.
  private static func spaced(_ start: Double, _ room: Double, _ length: Double, _ place: Double) -> (Double, Double) {
    guard length > 0 else { return (place, 0) }
    let count = (room / length).rounded(.down)
    guard count >= 2 else { return (place, 0) }
    return (start, length + (room - count * length) / (count - 1))
  }

  private func size(_ natural: (width: Double, height: Double)?, _ area: LayoutRect) -> (Double, Double) {
    let words = size?.words ?? []
    if let word = words.first?.keyword, word == "cover" || word == "contain" {
      guard let natural else { return (area.width, area.height) }
      let (x, y) = (area.width / natural.width, area.height / natural.height)
      let factor = word == "cover" ? max(x, y) : min(x, y)
      return (natural.width * factor, natural.height * factor)
    }
    let width = words.first.flatMap { $0.keyword == nil ? $0.length(of: area.width) : nil }
    let height = words.count > 1 ? (words[1].keyword == nil ? words[1].length(of: area.height) : nil) : nil
    let ratio = natural.map { $0.width / $0.height }
    switch (width, height) {
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, ratio.map { width / $0 } ?? area.height)
    case (nil, let height?): return (ratio.map { height * $0 } ?? area.width, height)
    case (nil, nil): return (natural?.width ?? area.width, natural?.height ?? area.height)
    }
  }
}
