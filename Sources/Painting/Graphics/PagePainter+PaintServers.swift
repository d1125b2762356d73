import CSSValues
import PageFormat

/// Colours and gradients of drawings (SVG 2, 13 and 14).
extension PagePainter {
  /// What `fill` or `stroke` fills with; `nil` for nothing.
  func graphicPaint(_ value: CSSValue, _ opacity: Double, _ path: PaintPath, _ context: GraphicContext) -> Paint? {
    let words = value.words
    if let word = words[0].keyword, word == "context-fill" || word == "context-stroke" {
      var outer = context
      outer.outerPaints = (nil, nil)
      let paints = context.outerPaints
      guard let paint = word == "context-fill" ? paints.fill ?? .color(.absolute(.black)) : paints.stroke else {
        return nil
      }
      return graphicPaint(paint, opacity, path, outer)
    }
    if let url = words[0].url {
      if let server = paintServer(url), let gradient = serverGradient(server, path, context, opacity) {
        return gradient
      }
      // The fallback after the reference.
      guard words.count > 1 else { return nil }
      return graphicPaint(words[1], opacity, path, context)
    }
    guard let color = words[0].paintColor(context.style.color) else { return nil }
    let faded = color.faded(opacity)
    return faded.isTransparent ? nil : .color(faded)
  }

  private func serverGradient(
    _ server: Int, _ path: PaintPath, _ context: GraphicContext, _ opacity: Double
  ) -> Paint? {
    guard let tag = page.tag(server), tag == "linearGradient" || tag == "radialGradient" else { return nil }
    // Attributes and stops that are not there come from the gradient that `href` names.
    var chain = [server]
    while chain.count < 8, let last = chain.last,
      let href = page.attribute(last, "href") ?? page.attribute(last, "xlink:href"), href.hasPrefix("#"),
      let next = element(withID: String(href.dropFirst())), !chain.contains(next)
    {
      chain.append(next)
    }
    func attribute(_ name: String) -> (String, Int)? {
      for node in chain { if let value = page.attribute(node, name) { return (value, node) } }
      return nil
    }
    let owner = chain.first { node in page.children(node).contains { page.tag($0) == "stop" } }
    var stops = owner.map { self.stops($0, opacity) } ?? []
    guard let first = stops.first else { return nil }
    if stops.count == 1 { return .color(first.color) }
    // Offsets never go back.
    for index in stops.indices.dropFirst() { stops[index].offset = max(stops[index].offset, stops[index - 1].offset) }
    let isBox = attribute("gradientUnits")?.0 != "userSpaceOnUse"
    var matrix = context.matrix
    if isBox {
      let box = path.bounds
      guard box.width > 0, box.height > 0 else { return .color(stops[stops.count - 1].color) }
      matrix = matrix.concatenated(PaintMatrix(box.width, 0, 0, box.height, box.x, box.y))
    }
    if let text = attribute("gradientTransform")?.0, let own = PaintMatrix(svgTransform: text) {
      matrix = matrix.concatenated(own)
    }
    guard matrix.isUsable else { return nil }
    let (width, height) = isBox ? (1.0, 1.0) : context.viewport
    func place(_ name: String, _ basis: Double, _ initial: Double) -> Double {
      guard let (text, _) = attribute(name) else { return initial * basis }
      let trimmed = text.filter { !$0.isWhitespace }
      if trimmed.hasSuffix("%") { return (Double(trimmed.dropLast()) ?? 0) * basis / 100 }
      return Double(trimmed.hasSuffix("px") ? String(trimmed.dropLast(2)) : trimmed) ?? initial * basis
    }
    let geometry: Gradient.Geometry
    if tag == "linearGradient" {
      geometry = .linear(
        x1: place("x1", width, 0), y1: place("y1", height, 0), x2: place("x2", width, 1), y2: place("y2", height, 0))
    } else {
      let diagonal = isBox ? 1 : ((width * width + height * height) / 2).squareRoot()
      let radius = place("r", diagonal, 0.5)
      guard radius > 0 else { return .color(stops[stops.count - 1].color) }
      geometry = .radial(x: place("cx", width, 0.5), y: place("cy", height, 0.5), radiusX: radius, radiusY: radius)
    }
    let spread = attribute("spreadMethod")?.0
    var gradient = Gradient(geometry: geometry, stops: stops, isRepeating: spread == "repeat")
    gradient.isReflecting = spread == "reflect"
    gradient.matrix = matrix
    if tag == "radialGradient", attribute("fx") != nil || attribute("fy") != nil,
      case .radial(let x, let y, let radius, _) = geometry
    {
      // The focal point stays inside of the circle.
      let (dx, dy) = (
        attribute("fx") == nil ? 0 : place("fx", width, 0.5) - x,
        attribute("fy") == nil ? 0 : place("fy", height, 0.5) - y
      )
      let distance = (dx * dx + dy * dy).squareRoot()
      let factor = distance > radius * 0.99 ? radius * 0.99 / distance : 1
      gradient.focus = Gradient.Focus(dx: dx * factor, dy: dy * factor)
    }
    return .gradient(gradient)
  }

  private func stops(_ gradient: Int, _ opacity: Double) -> [Gradient.Stop] {
    page.children(gradient).compactMap { stop in
      guard page.tag(stop) == "stop" else { return nil }
      let style = style(of: stop).computed
      let color = style.other[.stopColor]?.paintColor(style.text.color) ?? .black
      let own = style.other[.stopOpacity]?.fraction ?? 1
      let text = page.attribute(stop, "offset") ?? "0"
      let offset = text.hasSuffix("%") ? (Double(text.dropLast()) ?? 0) / 100 : Double(text) ?? 0
      return Gradient.Stop(offset: min(1, max(0, offset)), color: color.faded(own * opacity))
    }
  }

  // MARK: Patterns (SVG 2, 14.3)

  /// How many tiles of a pattern are painted at most.
  private static let mostTiles = 2500

  /// Fills a figure with the tiles of a `<pattern>`.
  mutating func paintPattern(
    _ server: Int, _ path: PaintPath, _ placed: PaintPath, _ rule: FillRule, _ node: Int, _ outer: GraphicContext
  ) {
    let bounds = path.bounds
    guard outer.uses < 8, bounds.width > 0, bounds.height > 0 else { return }
    let isBox = page.attribute(server, "patternUnits") != "userSpaceOnUse"
    func value(_ name: String, _ basis: Double) -> Double {
      guard isBox, let text = page.attribute(server, name) else { return length(name, server, basis) }
      return text.hasSuffix("%") ? (Double(text.dropLast()) ?? 0) / 100 * basis : (Double(text) ?? 0) * basis
    }
    let (basisX, basisY) = isBox ? (bounds.width, bounds.height) : (outer.viewport.width, outer.viewport.height)
    let tile = LayoutRect(
      x: value("x", basisX) + (isBox ? bounds.x : 0), y: value("y", basisY) + (isBox ? bounds.y : 0),
      width: value("width", basisX), height: value("height", basisY))
    guard tile.width > 0, tile.height > 0,
      let own = PaintMatrix(svgTransform: page.attribute(server, "patternTransform") ?? ""),
      let inverse = own.inverse
    else { return }
    // What of the pattern's plane the figure covers.
    let area = inverse.bounds(of: bounds)
    let columns = ((area.x - tile.x) / tile.width).rounded(.down)...((area.right - tile.x) / tile.width).rounded(.down)
    let rows = ((area.y - tile.y) / tile.height).rounded(.down)...((area.bottom - tile.y) / tile.height).rounded(.down)
    let count = (columns.upperBound - columns.lowerBound + 1) * (rows.upperBound - rows.lowerBound + 1)
    guard count <= Double(Self.mostTiles) else { return omit("<pattern>", "with more than 2,500 tiles", node) }
    let limit = list.stepCount + Self.mostItems
    add(.beginClip(.path(placed, rule)), .zero, node)
    var row = rows.lowerBound
    while row <= rows.upperBound {
      var column = columns.lowerBound
      while column <= columns.upperBound {
        var context = outer
        context.uses += 1
        context.style = GraphicStyle()
        context.matrix = outer.matrix.concatenated(own)
        let cell = tile.offset(column * tile.width, row * tile.height)
        var clip = PaintPath()
        clip.addRect(cell)
        add(.beginClip(.path(clip.transformed(context.matrix), .nonzero)), .zero, node)
        context.matrix = context.matrix.concatenated(.translation(cell.x, cell.y))
        if page.attribute(server, "viewBox") != nil {
          enterViewBox(server, &context, width: cell.width, height: cell.height)
        } else if page.attribute(server, "patternContentUnits") == "objectBoundingBox" {
          context.matrix = context.matrix.concatenated(.scale(bounds.width, bounds.height))
        } else if !isBox {
          context.matrix = context.matrix.concatenated(.translation(-tile.x, -tile.y))
        }
        for child in page.children(server) { paintGraphicElement(child, context, limit) }
        add(.end, .zero, node)
        column += 1
      }
      row += 1
    }
    add(.end, .zero, node)
  }
}
