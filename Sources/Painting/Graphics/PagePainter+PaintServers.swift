import CSSValues
import PageFormat

/// Colours and gradients of drawings (SVG 2, 13 and 14).
extension PagePainter {
  /// What `fill` or `stroke` fills with; `nil` for nothing.
  func graphicPaint(_ value: CSSValue, _ opacity: Double, _ path: PaintPath, _ context: GraphicContext) -> Paint? {
    let words = value.words
    if let url = words[0].url {
      if let hash = url.lastIndex(of: "#"), let server = element(withID: String(url[url.index(after: hash)...])),
        let gradient = serverGradient(server, path, context, opacity)
      {
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
      // UNIMPLEMENTED: a focal point other than the centre (`fx`, `fy`).
      geometry = .radial(x: place("cx", width, 0.5), y: place("cy", height, 0.5), radiusX: radius, radiusY: radius)
    }
    let spread = attribute("spreadMethod")?.0
    var gradient = Gradient(geometry: geometry, stops: stops, isRepeating: spread == "repeat")
    gradient.isReflecting = spread == "reflect"
    gradient.matrix = matrix
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
}
