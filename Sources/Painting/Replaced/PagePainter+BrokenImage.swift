import CSSValues
import PageFormat

/// The sign of an image that cannot be shown, beside its alternative text (HTML, 15.4.2), as Chromium draws it.
extension PagePainter {
  /// The side of the sign in px; points below are halves of a px.
  private static let brokenSide = 16.0

  private static let silver = PaintColor(192.0 / 255, 192.0 / 255, 192.0 / 255)

  /// Paints the sign where layout made room for it: before the lines of an alternative text, or in a box of its own.
  ///
  /// - Parameter source: the image's address; `nil` without one. One of another site may be shown later.
  mutating func paintBrokenImage(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect, _ source: String?) {
    guard !layout.lines(node, in: page).isEmpty else {
      if let source, Self.isElsewhere(source) { return }
      return paintEmptyImage(node, style, box, source)
    }
    // The sign floats before the words.
    enterScope(of: node)
    paintSign(node, style.text.direction == .rtl ? box.right - Self.brokenSide : box.x, box.y)
  }

  private static func isElsewhere(_ source: String) -> Bool {
    source.hasPrefix("//") || source.hasPrefix("http:") || source.hasPrefix("https:")
  }

  /// An image without words: a box of a size has a thin line around it, with the sign inside unless no address is given.
  private mutating func paintEmptyImage(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect, _ source: String?) {
    let isSized = style.box.width != .auto && style.box.height != .auto
    if isSized || source == nil {
      enterScope(of: node)
      let line = source == nil ? 1 / layout.viewport.scale : 1
      let inner = box.inset(by: line)
      guard !inner.isEmpty else { return }
      add(
        .fill(.ring(outer: RoundedRect(box), inner: RoundedRect(inner)), .color(Self.silver), .normal), box, node)
    }
    guard let source, !source.isEmpty || isSized, isSized || page.attribute(node, "alt") == nil else { return }
    enterScope(of: node)
    let content = isSized ? box.inset(by: 2) : box
    guard !content.isEmpty else { return }
    let isCut = content.width < Self.brokenSide || content.height < Self.brokenSide
    if isCut { add(.beginClip(.rounded(RoundedRect(content))), .zero, node) }
    paintSign(node, content.x, content.y)
    if isCut { add(.end, .zero, node) }
  }

  /// The sign with its upper left corner at a place.
  private mutating func paintSign(_ node: Int, _ x: Double, _ y: Double) {
    let place = LayoutRect(x: x, y: y, width: Self.brokenSide, height: Self.brokenSide)
    func path(_ points: [(Double, Double)]) -> PaintPath {
      var path = PaintPath()
      for (index, point) in points.enumerated() {
        let (px, py) = (x + point.0 / 2, y + point.1 / 2)
        if index == 0 { path.move(px, py) } else { path.line(px, py) }
      }
      path.close()
      return path
    }
    func grey(_ value: Double) -> PaintColor { PaintColor(value / 255, value / 255, value / 255) }
    func shades(_ from: PaintColor, _ to: PaintColor) -> Paint {
      .gradient(
        Gradient(
          geometry: .linear(x1: x, y1: y, x2: x, y2: place.bottom),
          stops: [.init(offset: 0, color: from), .init(offset: 1, color: to)]))
    }
    // A slanting strip is cut out of everything.
    var cut = PaintPath()
    cut.addRect(place)
    cut.add(path([(32, 15.4), (13, 32), (19.5, 32), (32, 21.3)]))
    add(.beginClip(.path(cut, .evenOdd)), .zero, node)
    let sheet = path([(0, 0), (22.5, 0), (32, 8), (32, 32), (0, 32)])
    add(.fill(.path(sheet, .nonzero), shades(grey(156), grey(116)), .normal), place, node)
    let sky = path([(1, 1), (22, 1), (22, 9), (31, 9), (31, 31), (1, 31)])
    let (light, deep) = (
      PaintColor(212.0 / 255, 227.0 / 255, 251.0 / 255), PaintColor(187.0 / 255, 205.0 / 255, 238.0 / 255)
    )
    add(.fill(.path(sky, .nonzero), shades(light, deep), .normal), place, node)
    let fold = path([(23, 1.5), (30.5, 8), (23, 8)])
    add(.fill(.path(fold, .nonzero), .color(grey(249)), .normal), place, node)
    let cloud = path([
      (3.3, 13), (3.6, 11), (5, 9.5), (6.5, 9), (7, 7.5), (9, 6.2), (11.5, 6.2), (13.5, 7), (14.5, 8.5), (16, 9.7),
      (16.7, 11.5), (15.5, 13),
    ])
    add(.fill(.path(cloud, .nonzero), .color(.white), .normal), place, node)
    var hill = PaintPath()
    func point(_ px: Double, _ py: Double) -> (Double, Double) { (x + px / 2, y + py / 2) }
    func curve(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) {
      hill.curve(a.0, a.1, b.0, b.1, c.0, c.1)
    }
    hill.move(x + 0.5, y + 15.5)
    curve(point(5, 25.5), point(9, 19.7), point(15, 19.7))
    curve(point(21, 19.7), point(25, 25.5), point(29.5, 31))
    hill.close()
    let green = PaintColor(88.0 / 255, 174.0 / 255, 57.0 / 255)
    add(.fill(.path(hill, .nonzero), .color(green), .normal), place, node)
    add(.end, .zero, node)
  }
}
