import CSSValues

/// Where the elements inside of `<svg>` are: their bounding boxes without strokes, as browsers report them (SVG 2, 8.10;
/// CSSOM View 1, 6).
struct GraphicLayout {
  let tree: StyledTree
  let measurer: any TextMeasurer
  /// The transforms of the `<svg>` elements that are in moved boxes.
  let outerMaps: [StyledTree.Index: PlanarTransform]

  /// Writes the frames and text lines of all graphics.
  func write(into result: inout LayoutResult) {
    for root in tree.graphicRoots {
      let frame = result.frames[Int(root.node)]
      guard frame.hasBox else { continue }
      let content = contentBox(root.node, frame.rect)
      let graphic = tree.graphics[Int(root.graphic)]
      let (map, size) = coordinates(of: graphic, in: content)
      var walk = Walk(outer: outerMaps[root.node], result: result)
      _ = children(of: root.node, map, size, &walk)
      result = walk.result
    }
  }

  /// What the walk of one `<svg>` writes.
  struct Walk {
    /// The transform around the `<svg>`.
    var outer: PlanarTransform?
    var result: LayoutResult

    /// Writes a node's frame: a rectangle of its user space.
    mutating func set(_ node: StyledTree.Index, _ rect: LayoutRect?, _ map: PlanarTransform) {
      let local = rect ?? .zero
      result.frames[Int(node)] = LayoutResult.Frame(rect: bounded(map.boundingRect(of: local)), hasBox: true)
      if let outer {
        result.transformedRects[node] = bounded(outer.after(map).boundingRect(of: local))
      }
    }

    func bounded(_ rect: LayoutRect) -> LayoutRect {
      // What layout files can hold.
      func bound(_ value: Double) -> Double { value.isFinite ? min(3e7, max(-3e7, value)) : 0 }
      return LayoutRect(x: bound(rect.x), y: bound(rect.y), width: bound(rect.width), height: bound(rect.height))
    }
  }

  private func contentBox(_ node: StyledTree.Index, _ rect: LayoutRect) -> LayoutRect {
    let style = tree.styles[Int(tree.nodes[Int(node)].style)]
    let padding = style.box.padding
    let left = style.border.left.width + padding.left.resolve(rect.width)
    let top = style.border.top.width + padding.top.resolve(rect.width)
    let right = style.border.right.width + padding.right.resolve(rect.width)
    let bottom = style.border.bottom.width + padding.bottom.resolve(rect.width)
    return LayoutRect(
      x: rect.x + left, y: rect.y + top, width: max(0, rect.width - left - right),
      height: max(0, rect.height - top - bottom))
  }

  /// SVG 2, 8.2: the map from a viewport's user space to what is around it, and the size that percentages count from.
  private func coordinates(of graphic: StyledTree.Graphic, in box: LayoutRect) -> (PlanarTransform, (Double, Double)) {
    guard let viewBox = graphic.viewBox else {
      return (PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: box.x, f: box.y), (box.width, box.height))
    }
    var scaleX = box.width / viewBox.width
    var scaleY = box.height / viewBox.height
    if graphic.aspectRatio.isUniform {
      scaleX = graphic.aspectRatio.isSlice ? max(scaleX, scaleY) : min(scaleX, scaleY)
      scaleY = scaleX
    }
    let x = box.x + (box.width - viewBox.width * scaleX) * graphic.aspectRatio.alignX - viewBox.x * scaleX
    let y = box.y + (box.height - viewBox.height * scaleY) * graphic.aspectRatio.alignY - viewBox.y * scaleY
    return (PlanarTransform(a: scaleX, b: 0, c: 0, d: scaleY, e: x, f: y), (viewBox.width, viewBox.height))
  }

  // MARK: Elements

  /// The union of the boxes of an element's children, in its user space.
  private func children(
    of node: StyledTree.Index, _ map: PlanarTransform, _ size: (Double, Double), _ walk: inout Walk
  ) -> LayoutRect? {
    var union: LayoutRect?
    var child = tree.nodes[Int(node)].firstChild
    while child >= 0 {
      let record = tree.nodes[Int(child)]
      if record.role == .graphic, let rect = element(child, map, size, &walk) {
        union = union.map { $0.bounding(rect) } ?? rect
      }
      child = record.nextSibling
    }
    return union
  }

  /// Writes an element's frame; the answer is its box in its parent's user space, `nil` where it has none.
  private func element(
    _ node: StyledTree.Index, _ map: PlanarTransform, _ size: (Double, Double), _ walk: inout Walk
  ) -> LayoutRect? {
    let graphic = tree.graphics[Int(tree.nodes[Int(node)].detail)]
    var own = graphic.transform ?? .identity
    var size = size
    let fontSize = tree.styles[Int(tree.nodes[Int(node)].style)].font.size
    func length(_ index: Int, _ basis: Double) -> Double {
      index < graphic.lengths.count ? Self.resolve(graphic.lengths[index], basis, fontSize) : 0
    }
    var rect: LayoutRect?
    switch graphic.kind {
    case .group:
      if !graphic.lengths.isEmpty {
        own = own.after(.init(a: 1, b: 0, c: 0, d: 1, e: length(0, size.0), f: length(1, size.1)))
      }
      rect = children(of: node, map.after(own), size, &walk)
    case .viewport:
      let box = LayoutRect(
        x: length(0, size.0), y: length(1, size.1), width: max(0, length(2, size.0)), height: max(0, length(3, size.1)))
      let (inner, innerSize) = coordinates(of: graphic, in: box)
      own = own.after(inner)
      size = innerSize
      rect = children(of: node, map.after(own), size, &walk)
    case .rectangle:
      let (width, height) = (length(2, size.0), length(3, size.1))
      if width > 0, height > 0 {
        rect = LayoutRect(x: length(0, size.0), y: length(1, size.1), width: width, height: height)
      }
    case .ellipse:
      // SVG 2, 8.9: other percentages count from the viewport's diagonal.
      let isCircle = graphic.lengths.count == 3
      let diagonal = ((size.0 * size.0 + size.1 * size.1) / 2).squareRoot()
      let radiusX = length(2, isCircle ? diagonal : size.0)
      let radiusY = isCircle ? radiusX : length(3, size.1)
      if radiusX > 0, radiusY > 0 {
        rect = LayoutRect(
          x: length(0, size.0) - radiusX, y: length(1, size.1) - radiusY, width: 2 * radiusX, height: 2 * radiusY)
      }
    case .line:
      let (x1, y1, x2, y2) = (length(0, size.0), length(1, size.1), length(2, size.0), length(3, size.1))
      rect = LayoutRect(x: min(x1, x2), y: min(y1, y2), width: abs(x2 - x1), height: abs(y2 - y1))
    case .path: rect = graphic.bounds
    case .text:
      rect = GraphicText(tree: tree, measurer: measurer, text: node, map: map.after(own), size: size).write(&walk)
    case .textSpan: return nil
    }
    let whole = map.after(own)
    walk.set(node, rect, whole)
    return rect.map { own.boundingRect(of: $0) }
  }

  /// A length in user units.
  static func resolve(_ length: StyledTree.Graphic.Length, _ basis: Double, _ fontSize: Double) -> Double {
    switch length.unit {
    case .number: length.value
    case .percentage: length.value * basis / 100
    case .em: length.value * fontSize
    case .ex: length.value * fontSize / 2
    }
  }
}
