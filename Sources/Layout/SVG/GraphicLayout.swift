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
    /// Whether elements are only measured: nothing is written.
    var isMeasuring = false
    /// The boxes of elements whose transforms count from them, in their user spaces.
    var boxes: [StyledTree.Index: LayoutRect] = [:]

    /// Writes a node's frame: a rectangle of its user space.
    mutating func set(_ node: StyledTree.Index, _ rect: LayoutRect?, _ map: PlanarTransform) {
      guard !isMeasuring else { return }
      let local = rect ?? .zero
      result.frames[Int(node)] = LayoutResult.Frame(rect: bounded(map.boundingRect(of: local)), hasBox: true)
      if let outer {
        result.transformedRects[node] = bounded(outer.after(map).boundingRect(of: local))
      }
    }

    /// Writes a line of text.
    mutating func add(_ line: LayoutResult.TextLine) {
      if !isMeasuring { result.lines.append(line) }
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
    guard graphic.kind != .textSpan else { return nil }
    let (inner, innerSize) = innerSpace(node, graphic, size)
    let transform = transform(node, graphic, map, size, &walk)
    if walk.isMeasuring, let box = walk.boxes[node] { return box == .zero ? nil : transform.boundingRect(of: box) }
    let own = transform.after(inner)
    let whole = map.after(own)
    let rect = contents(of: node, graphic, whole, innerSize, &walk)
    walk.set(node, rect, whole)
    return rect.map { own.boundingRect(of: $0) }
  }

  /// From the space of what is in an element to its own, and the size that percentages count from in it.
  private func innerSpace(
    _ node: StyledTree.Index, _ graphic: StyledTree.Graphic, _ size: (Double, Double)
  ) -> (PlanarTransform, (Double, Double)) {
    let length = lengths(node, graphic)
    switch graphic.kind {
    case .group where !graphic.lengths.isEmpty:
      return (.init(a: 1, b: 0, c: 0, d: 1, e: length(0, size.0), f: length(1, size.1)), size)
    case .viewport:
      let box = LayoutRect(
        x: length(0, size.0), y: length(1, size.1), width: max(0, length(2, size.0)), height: max(0, length(3, size.1)))
      return coordinates(of: graphic, in: box)
    default: return (.identity, size)
    }
  }

  /// The lengths of an element in user units, by their places and what percentages count from.
  private func lengths(_ node: StyledTree.Index, _ graphic: StyledTree.Graphic) -> (Int, Double) -> Double {
    let fontSize = tree.styles[Int(tree.nodes[Int(node)].style)].font.size
    return { index, basis in
      index < graphic.lengths.count ? Self.resolve(graphic.lengths[index], basis, fontSize) : 0
    }
  }

  /// The transform of an element's style, or of its attribute (CSS Transforms 1, 6 to 8).
  ///
  /// UNIMPLEMENTED: `stroke-box` has no strokes.
  private func transform(
    _ node: StyledTree.Index, _ graphic: StyledTree.Graphic, _ map: PlanarTransform, _ size: (Double, Double),
    _ walk: inout Walk
  ) -> PlanarTransform {
    let attribute = graphic.transform ?? .identity
    let style = Int(tree.nodes[Int(node)].style)
    guard graphic.hasOwnStyle, tree.styles[style].other.isTransformed else { return attribute }
    // The initial value is `view-box`.
    let countsFromItself = tree.styles[style].other[.transformBox] != nil
    let box =
      countsFromItself
      ? ownBox(of: node, graphic, map, size, &walk) : LayoutRect(x: 0, y: 0, width: size.0, height: size.1)
    return PlanarTransform(tree.styles[style], box: box, initialOrigin: (0, 0)) ?? attribute
  }

  /// The box of an element in its user space, measured once.
  private func ownBox(
    of node: StyledTree.Index, _ graphic: StyledTree.Graphic, _ map: PlanarTransform, _ size: (Double, Double),
    _ walk: inout Walk
  ) -> LayoutRect {
    if let known = walk.boxes[node] { return known }
    let (inner, innerSize) = innerSpace(node, graphic, size)
    let isMeasuring = walk.isMeasuring
    walk.isMeasuring = true
    let inside = contents(of: node, graphic, map.after(inner), innerSize, &walk)
    let box = inside.map { inner.boundingRect(of: $0) } ?? .zero
    walk.isMeasuring = isMeasuring
    walk.boxes[node] = box
    return box
  }

  /// The box of what an element shows, in the space that it is in; inner elements and texts are written.
  private func contents(
    of node: StyledTree.Index, _ graphic: StyledTree.Graphic, _ map: PlanarTransform, _ size: (Double, Double),
    _ walk: inout Walk
  ) -> LayoutRect? {
    let length = lengths(node, graphic)
    switch graphic.kind {
    case .group, .viewport: return children(of: node, map, size, &walk)
    case .rectangle:
      let (width, height) = (length(2, size.0), length(3, size.1))
      guard width > 0, height > 0 else { return nil }
      return LayoutRect(x: length(0, size.0), y: length(1, size.1), width: width, height: height)
    case .ellipse:
      // SVG 2, 8.9: other percentages count from the viewport's diagonal.
      let isCircle = graphic.lengths.count == 3
      let diagonal = ((size.0 * size.0 + size.1 * size.1) / 2).squareRoot()
      let radiusX = length(2, isCircle ? diagonal : size.0)
      let radiusY = isCircle ? radiusX : length(3, size.1)
      guard radiusX > 0, radiusY > 0 else { return nil }
      return LayoutRect(
        x: length(0, size.0) - radiusX, y: length(1, size.1) - radiusY, width: 2 * radiusX, height: 2 * radiusY)
    case .line:
      let (x1, y1, x2, y2) = (length(0, size.0), length(1, size.1), length(2, size.0), length(3, size.1))
      return LayoutRect(x: min(x1, x2), y: min(y1, y2), width: abs(x2 - x1), height: abs(y2 - y1))
    case .path: return graphic.bounds
    case .text: return GraphicText(tree: tree, measurer: measurer, text: node, map: map, size: size).write(&walk)
    case .textSpan: return nil
    }
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
