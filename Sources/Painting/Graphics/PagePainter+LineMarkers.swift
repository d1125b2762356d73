import CSSValues
import PageFormat

/// Markers of lines in drawings (SVG 2, 11.6).
extension PagePainter {
  /// A corner of a path with the directions in which lines arrive and leave, in radians.
  struct PathVertex {
    var x: Double
    var y: Double
    var incoming: Double?
    var outgoing: Double?
  }

  /// How many markers of one path are painted.
  private static let mostMarkers = 1000

  /// Paints the markers that an element's style names.
  ///
  /// - Parameter path: the path in user units.
  mutating func paintLineMarkers(_ path: PaintPath, _ node: Int, _ context: GraphicContext, _ limit: Int) {
    let style = style(of: node).computed
    func marker(_ property: PropertyID) -> Int? {
      guard let target = style.painted(property)?.url.flatMap(paintServer), page.tag(target) == "marker" else {
        return nil
      }
      return target
    }
    let (first, middle, last) = (marker(.markerStart), marker(.markerMid), marker(.markerEnd))
    guard first != nil || middle != nil || last != nil, context.uses < 8, context.style.isVisible else { return }
    let vertices = path.vertices
    guard vertices.count <= Self.mostMarkers else {
      return omit("<marker>", "at paths with more than 1,000 corners", node)
    }
    for (index, vertex) in vertices.enumerated() {
      if index == 0, let first { paintLineMarker(first, at: vertex, isFirst: true, context, limit) }
      if index > 0, index < vertices.count - 1, let middle {
        paintLineMarker(middle, at: vertex, isFirst: false, context, limit)
      }
      if index == vertices.count - 1, let last { paintLineMarker(last, at: vertex, isFirst: false, context, limit) }
    }
  }

  private mutating func paintLineMarker(
    _ marker: Int, at vertex: PathVertex, isFirst: Bool, _ outer: GraphicContext, _ limit: Int
  ) {
    let width = page.attribute(marker, "markerWidth") == nil ? 3 : length("markerWidth", marker, outer.viewport.width)
    let height =
      page.attribute(marker, "markerHeight") == nil ? 3 : length("markerHeight", marker, outer.viewport.height)
    guard width > 0, height > 0 else { return }
    let orient = page.attribute(marker, "orient") ?? "0"
    var angle: Double
    switch orient {
    case "auto", "auto-start-reverse":
      angle = vertex.angle + (isFirst && orient != "auto" ? .pi : 0)
    default:
      let text = orient.hasSuffix("deg") ? String(orient.dropLast(3)) : orient
      angle = (Double(text) ?? 0) * .pi / 180
    }
    if !angle.isFinite { angle = 0 }
    let factor = page.attribute(marker, "markerUnits") == "userSpaceOnUse" ? 1 : outer.style.number(.strokeWidth, 1)
    var context = outer
    context.uses += 1
    context.style = GraphicStyle()
    context.style.color = outer.style.color
    context.outerPaints = (outer.style.values[.fill], outer.style.values[.stroke])
    if let number = layout.style(marker, in: page), let entries = try? page.portableStyle(number) {
      context.style = context.style.inner(entries.computed(), entries)
    }
    context.matrix = outer.matrix.concatenated(.translation(vertex.x, vertex.y))
      .concatenated(PaintMatrix(cosine(angle), sine(angle), -sine(angle), cosine(angle), 0, 0))
      .concatenated(.scale(factor, factor))
    guard context.matrix.isUsable else { return }
    var placed = context
    enterViewBox(marker, &placed, width: width, height: height)
    // The reference point comes to the corner.
    let inside = context.matrix.inverse.map { $0.concatenated(placed.matrix) } ?? .identity
    let (refX, refY) = inside.apply(
      length("refX", marker, placed.viewport.width), length("refY", marker, placed.viewport.height))
    let shift = PaintMatrix.translation(-refX, -refY)
    let area = LayoutRect(x: 0, y: 0, width: width, height: height)
    var clip = PaintPath()
    clip.addRect(area)
    let isClipped = style(of: marker).computed.box.overflowX != .visible
    if isClipped {
      add(
        .beginClip(.path(clip.transformed(context.matrix.concatenated(shift)), .nonzero)), .zero, marker)
    }
    placed.matrix = context.matrix.concatenated(shift).concatenated(inside)
    for child in page.children(marker) { paintGraphicElement(child, placed, limit) }
    if isClipped { add(.end, .zero, marker) }
  }
}

extension PagePainter.PathVertex {
  /// The direction of a marker: between those of the lines on both sides (SVG 2, 11.6.3).
  var angle: Double {
    guard let incoming, let outgoing else { return incoming ?? outgoing ?? 0 }
    return arctangent(sine(incoming) + sine(outgoing), cosine(incoming) + cosine(outgoing))
  }
}

extension PaintPath {
  /// The corners of the path.
  var vertices: [PagePainter.PathVertex] {
    var found: [PagePainter.PathVertex] = []
    var start = (x: 0.0, y: 0.0)
    func direction(_ dx: Double, _ dy: Double) -> Double? { dx == 0 && dy == 0 ? nil : arctangent(dy, dx) }
    func arrive(_ x: Double, _ y: Double, from: (Double, Double), to: (Double, Double)) {
      guard let last = found.indices.last else { return }
      let (leaves, arrives) = (
        direction(from.0 - found[last].x, from.1 - found[last].y) ?? direction(x - found[last].x, y - found[last].y),
        direction(x - to.0, y - to.1) ?? direction(x - found[last].x, y - found[last].y)
      )
      found[last].outgoing = leaves
      found.append(.init(x: x, y: y, incoming: arrives, outgoing: nil))
    }
    forEach { step, place in
      let p = points
      switch step {
      case .move:
        start = (p[place], p[place + 1])
        found.append(.init(x: p[place], y: p[place + 1], incoming: nil, outgoing: nil))
      case .line:
        let last = found.last.map { ($0.x, $0.y) } ?? (0, 0)
        arrive(p[place], p[place + 1], from: (p[place], p[place + 1]), to: last)
      case .curve:
        arrive(
          p[place + 4], p[place + 5], from: (p[place], p[place + 1]), to: (p[place + 2], p[place + 3]))
      case .close:
        let last = found.last.map { ($0.x, $0.y) } ?? (0, 0)
        if last != (start.x, start.y) { arrive(start.x, start.y, from: (start.x, start.y), to: last) }
      }
    }
    return found
  }
}
