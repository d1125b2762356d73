import CSSValues
import PageFormat

/// What counts from the boxes of elements of drawings: transforms (CSS Transforms 1, 6 to 8; CSS Transforms 2, 3) and
/// shapes of clip paths (CSS Masking 1, 5.1).
extension PagePainter {
  /// A box around an element in its user space; `nil` where it is not known before the element is painted.
  struct GraphicBox {
    var viewport: (width: Double, height: Double)
    var rect: LayoutRect?
  }

  /// The transform of an element's style, which has that of the attribute; `nil` where there is none.
  ///
  /// - Parameter outer: from the user space around the element to page coordinates, where that is known.
  mutating func graphicTransform(
    _ node: Int, _ tag: String, _ computed: ComputedStyle, _ viewport: (width: Double, height: Double),
    outer: PaintMatrix? = nil
  ) -> PaintMatrix? {
    guard computed.other.isTransformed else { return nil }
    var box = LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    // The initial value is `view-box`.
    if computed.other[.transformBox] != nil {
      if let own = ownBox(of: node, tag, viewport) ?? outer.flatMap({ middle(of: node, computed, $0) }) {
        box = own
      } else {
        omit(.transformBox, "around texts and `<use>` elements of drawings", node)
      }
    }
    return PlanarTransform(computed, box: box, initialOrigin: (0, 0)).map {
      PaintMatrix($0.a, $0.b, $0.c, $0.d, $0.e, $0.f)
    }
  }

  /// The middle of an element's box as a box of no size, where its transform asks for no more: it stays where it is, so that it
  /// is in the middle of the element's frame.
  private func middle(of node: Int, _ computed: ComputedStyle, _ outer: PaintMatrix) -> LayoutRect? {
    let moves = computed.painted(.transform)?.words.contains { function in
      function.function.map { $0.name.hasPrefix("translate") || $0.name.hasPrefix("matrix") } ?? true
    }
    guard moves != true, computed.painted(.translate) == nil, let frame = frame(node), !frame.isEmpty,
      computed.other[.transformOrigin]?.words.prefix(2).allSatisfy({ $0 == .percentage(50) }) ?? false,
      let inverse = outer.inverse
    else { return nil }
    let (x, y) = inverse.apply(frame.x + frame.width / 2, frame.y + frame.height / 2)
    return LayoutRect(x: x, y: y, width: 0, height: 0)
  }

  /// The shape that a style cuts an element to, without a `<clipPath>`.
  mutating func graphicClipShape(
    _ node: Int, _ tag: String, _ computed: ComputedStyle, _ context: GraphicContext
  ) -> PaintShape? {
    guard let value = computed.painted(.clipPath), value.words.contains(where: { $0.url == nil }) else { return nil }
    let viewport = context.viewport
    let countsFromViewport = value.words.contains { $0.keyword == "view-box" }
    let box =
      countsFromViewport
      ? LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height) : ownBox(of: node, tag, viewport)
    guard let box else {
      omit(.clipPath, "around texts and `<use>` elements of drawings", node)
      return nil
    }
    switch clipShape(node, computed, box) {
    case .rounded(let rect)?: return .path(rect.path.transformed(context.matrix), .nonzero)
    case .path(let path, let rule)?: return .path(path.transformed(context.matrix), rule)
    case .ring?, nil: return nil
    }
  }

  /// The region that a `<filter>` of an element shows; `nil` where its box is not known, or nothing is cut.
  mutating func filterRegion(
    of node: Int, _ tag: String, _ computed: ComputedStyle, _ context: GraphicContext
  ) -> PaintShape? {
    guard let box = ownBox(of: node, tag, context.viewport),
      let region = filterRegion(computed, around: box, context.viewport)
    else { return nil }
    var path = PaintPath()
    path.addRect(region)
    return .path(path.transformed(context.matrix), .nonzero)
  }

  /// The box around an element in its user space, measured once.
  ///
  /// UNIMPLEMENTED: texts, `<use>` and inner `<svg>` elements; `stroke-box` has no strokes.
  private mutating func ownBox(
    of node: Int, _ tag: String, _ viewport: (width: Double, height: Double)
  ) -> LayoutRect? {
    if let known = graphicBoxes[node], known.viewport == viewport { return known.rect }
    var rect: LayoutRect?
    switch tag {
    case "text", "tspan", "textPath", "use", "svg", "foreignObject": break
    case "image":
      rect = LayoutRect(
        x: length("x", node, viewport.width), y: length("y", node, viewport.height),
        width: length("width", node, viewport.width), height: length("height", node, viewport.height))
    case "g", "a", "switch":
      for child in page.children(node) where page.kind(child) == .svgElement {
        guard let number = layout.style(child, in: page), let tag = page.tag(child),
          let computed = (try? page.portableStyle(number))?.computed(), computed.box.display != .none,
          var box = ownBox(of: child, tag, viewport)
        else { continue }
        if let matrix = graphicTransform(child, tag, computed, viewport) { box = matrix.bounds(of: box) }
        rect = rect.map { $0.union(box) } ?? box
      }
    default: rect = graphicPath(node, tag, viewport)?.bounds
    }
    graphicBoxes[node] = GraphicBox(viewport: viewport, rect: rect)
    return rect
  }
}
