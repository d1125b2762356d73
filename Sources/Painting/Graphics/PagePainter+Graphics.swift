import CSSValues
import PageFormat

/// Inline drawings (SVG 2).
extension PagePainter {
  /// Where an element of a drawing is painted.
  struct GraphicContext {
    var style = GraphicStyle()
    /// From user units to page coordinates.
    var matrix: PaintMatrix
    /// The nearest viewport in user units, which percentages count from.
    var viewport: (width: Double, height: Double)
    /// How many `<use>` elements are around.
    var uses = 0
    /// What `context-fill` and `context-stroke` stand for: the paints of the element whose marker is painted, or of the `<use>`
    /// that shows it (SVG 2, 13.2).
    var outerPaints: (fill: CSSValue?, stroke: CSSValue?) = (nil, nil)
  }

  static let mostItems = PaintLimits.graphicElements

  /// Paints an `<svg>` element of the page with all that is in it.
  mutating func paintGraphic(_ node: Int) {
    guard let frame = frame(node), !frame.isEmpty else { return }
    let style = style(of: node).computed
    let (border, padding) = (style.border, padding(node, style))
    let box = frame.inset(
      top: border.top.width + padding.top, right: border.right.width + padding.right,
      bottom: border.bottom.width + padding.bottom, left: border.left.width + padding.left)
    guard !box.isEmpty, hasRoomForDrawing("<svg>", node) else { return }
    enterScope(of: node)
    graphicElements = 0
    let isClipped = style.box.overflowX != .visible
    graphicArea = isClipped ? shownArea(of: box, node) : canvasArea
    let firstStep = list.stepCount
    if isClipped { add(.beginClip(.rounded(RoundedRect(box))), .zero, node) }
    var context = GraphicContext(matrix: .translation(box.x, box.y), viewport: (box.width, box.height))
    context.style.color = style.text.color
    if let entries = portableStyle(node) { context.style = context.style.inner(style, entries) }
    enterViewBox(node, &context, width: box.width, height: box.height)
    let limit = list.stepCount + Self.mostItems
    for child in page.children(node) { paintGraphicElement(child, context, limit) }
    if isClipped { add(.end, .zero, node) }
    totals.graphicElements += max(graphicElements, list.stepCount - firstStep)
  }

  func portableStyle(_ node: Int) -> PortableStyle? {
    layout.style(node, in: page).flatMap { try? page.portableStyle($0) }
  }

  /// Fits a `viewBox` into a viewport of the given size (SVG 2, 8.2).
  func enterViewBox(_ node: Int, _ context: inout GraphicContext, width: Double, height: Double) {
    let numbers = Self.numbers(page.attribute(node, "viewBox") ?? "")
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      context.viewport = (width, height)
      return
    }
    var (sx, sy) = (width / numbers[2], height / numbers[3])
    let words = (page.attribute(node, "preserveAspectRatio") ?? "xMidYMid").split(separator: " ")
    let alignment = words.first.map(String.init) ?? "xMidYMid"
    if alignment != "none" {
      let isSlice = words.contains("slice")
      let scale = isSlice ? max(sx, sy) : min(sx, sy)
      (sx, sy) = (scale, scale)
    }
    func part(_ word: String) -> Double { word.hasSuffix("Min") ? 0 : word.hasSuffix("Max") ? 1 : 0.5 }
    let (alignX, alignY) = alignment == "none" ? (0, 0) : (part(String(alignment.prefix(4))), part(alignment))
    context.matrix = context.matrix.concatenated(
      PaintMatrix(
        sx, 0, 0, sy, -numbers[0] * sx + (width - numbers[2] * sx) * alignX,
        -numbers[1] * sy + (height - numbers[3] * sy) * alignY))
    context.viewport = (numbers[2], numbers[3])
  }

  // MARK: Elements

  mutating func paintGraphicElement(_ node: Int, _ outer: GraphicContext, _ limit: Int) {
    graphicElements += 1
    guard list.stepCount < limit, graphicElements <= Self.mostItems else {
      return omit("<svg>", "beyond its first 50,000 elements, as often as `<use>` shows them", node)
    }
    if page.kind(node) == .text { return paintLines(of: node) }
    guard page.kind(node) == .svgElement, let tag = page.tag(node) else { return }
    switch tag {
    case "defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "pattern", "marker", "filter",
      "title",
      "desc", "metadata", "style", "script", "foreignObject":
      if tag == "foreignObject" { omit("<foreignObject>", nil, node) }
      return
    default: break
    }
    guard let number = layout.style(node, in: page), let entries = try? page.portableStyle(number) else { return }
    let computed = entries.computed()
    guard computed.box.display != .none else { return }
    omitUnpainted(node, style(of: node))
    var context = outer
    context.style = outer.style.inner(computed, entries)
    if let matrix = graphicTransform(node, tag, computed, context.viewport, outer: context.matrix) {
      context.matrix = context.matrix.concatenated(matrix)
    }
    guard context.matrix.isUsable else { return }
    var ends = 0
    let blend = computed.other[.mixBlendMode]?.keyword.flatMap { BlendMode(rawValue: $0) } ?? .normal
    let isIsolated = computed.other[.isolation]?.keyword == "isolate"
    if computed.visual.opacity < 1 || computed.painted(.filter) != nil || blend != .normal || isIsolated {
      var effect = GroupEffect(node: node)
      effect.blend = blend
      effect.isIsolated = isIsolated
      effect.opacity = min(1, max(0, computed.visual.opacity))
      effect.filters = filters(computed, node, scale: context.matrix.meanScale)
      if !effect.filters.isEmpty, let region = filterRegion(of: node, tag, computed, context) {
        add(.beginClip(region), .zero, node)
        ends += 1
      }
      add(.beginGroup(effect), .zero, node)
      ends += 1
    }
    if let shape = graphicClip(node, computed, context) ?? graphicClipShape(node, tag, computed, context) {
      add(.beginClip(shape), .zero, node)
      ends += 1
    }
    if computed.painted(.maskImage)?.layers.contains(where: { $0.url == nil }) ?? false {
      omit(.maskImage, "in drawings where it names no element", node)
    }
    if let mask = graphicMask(node, computed), hasRoom(forMaskOf: graphicArea, node) {
      beginMask(mask, of: node, tag, context, limit)
      ends += 1
    }
    paintContents(of: node, tag, context, limit)
    for _ in 0..<ends { add(.end, .zero, node) }
  }

  private mutating func paintContents(
    of node: Int, _ tag: String, _ context: GraphicContext, _ limit: Int
  ) {
    switch tag {
    case "g", "a":
      for child in page.children(node) { paintGraphicElement(child, context, limit) }
    case "switch":
      if let child = page.children(node).first(where: isChosen) { paintGraphicElement(child, context, limit) }
    case "text", "tspan", "textPath": paintGraphicText(node, context)
    case "svg": paintNested(node, node, context, limit)
    case "use": paintUse(node, context, limit)
    case "image":
      let rect = LayoutRect(
        x: length("x", node, context.viewport.width), y: length("y", node, context.viewport.height),
        width: length("width", node, context.viewport.width), height: length("height", node, context.viewport.height))
      guard let source = page.attribute(node, "href") ?? page.attribute(node, "xlink:href"), !rect.isEmpty,
        imageSize(source) != nil
      else { return }
      add(.beginTransform(context.matrix), .zero, node)
      add(
        .image(source: source, destination: fitted(node, source, rect), clip: RoundedRect(rect), isPixelated: false),
        context.matrix.bounds(of: rect), node)
      add(.end, .zero, node)
    default:
      guard context.style.isVisible, let path = graphicPath(node, tag, context.viewport) else { return }
      paintPath(path, node, context)
      if ["path", "line", "polyline", "polygon"].contains(tag) { paintLineMarkers(path, node, context, limit) }
    }
  }

  /// Whether a `<switch>` may show a child (SVG 2, 5.7): American English is the reader's language, and no extension is known.
  private func isChosen(_ child: Int) -> Bool {
    guard page.kind(child) == .svgElement else { return false }
    if page.attribute(child, "requiredExtensions") != nil { return false }
    guard let languages = page.attribute(child, "systemLanguage")?.lowercased() else { return true }
    return languages.split(separator: ",").contains { tag in
      let tag = tag.filter { !$0.isWhitespace }
      return tag == "en" || tag == "en-us"
    }
  }

  /// An `<svg>` inside of a drawing, or what a `<use>` makes of a `<symbol>`.
  private mutating func paintNested(_ node: Int, _ placed: Int, _ outer: GraphicContext, _ limit: Int) {
    var context = outer
    let viewport = outer.viewport
    let width = page.attribute(placed, "width") == nil ? viewport.width : length("width", placed, viewport.width)
    let height = page.attribute(placed, "height") == nil ? viewport.height : length("height", placed, viewport.height)
    guard width > 0, height > 0 else { return }
    if node == placed {
      context.matrix = context.matrix.concatenated(
        .translation(length("x", node, viewport.width), length("y", node, viewport.height)))
    }
    let area = context.matrix.bounds(of: LayoutRect(x: 0, y: 0, width: width, height: height))
    add(.beginClip(.rounded(RoundedRect(area))), .zero, node)
    enterViewBox(node, &context, width: width, height: height)
    for child in page.children(node) { paintGraphicElement(child, context, limit) }
    add(.end, .zero, node)
  }

  private mutating func paintUse(_ node: Int, _ outer: GraphicContext, _ limit: Int) {
    guard outer.uses < PaintLimits.nestedUses else {
      return omit("<use>", "in \(PaintLimits.nestedUses) others that show each other", node)
    }
    guard let reference = page.attribute(node, "href") ?? page.attribute(node, "xlink:href"), reference.hasPrefix("#"),
      let target = element(withID: String(reference.dropFirst())), target != node
    else { return }
    var context = outer
    context.uses += 1
    context.outerPaints = (outer.style.values[.fill], outer.style.values[.stroke])
    context.matrix = context.matrix.concatenated(
      .translation(length("x", node, outer.viewport.width), length("y", node, outer.viewport.height)))
    if page.tag(target) == "symbol" || page.tag(target) == "svg" {
      if let number = layout.style(target, in: page), let entries = try? page.portableStyle(number) {
        context.style = context.style.inner(entries.computed(), entries)
      }
      paintNested(target, node, context, limit)
    } else {
      paintGraphicElement(target, context, limit)
    }
  }

  func element(withID id: String) -> Int? { identified.nodes[id] }

  /// The elements of a page by their `id`, the first of each: few pages have references to them.
  final class IdentifiedElements {
    private let page: PageReader
    private(set) lazy var nodes: [String: Int] = find()

    init(_ page: PageReader) { self.page = page }

    private func find() -> [String: Int] {
      var found: [String: Int] = [:]
      for node in 0..<page.nodeCount where page.kind(node) != .text {
        if let id = page.attribute(node, "id"), found[id] == nil { found[id] = node }
      }
      return found
    }
  }

  /// An image in its viewport (SVG 2, 8.2).
  private func fitted(_ node: Int, _ source: String, _ rect: LayoutRect) -> LayoutRect {
    let words = (page.attribute(node, "preserveAspectRatio") ?? "xMidYMid").split(separator: " ")
    let alignment = words.first.map(String.init) ?? "xMidYMid"
    guard alignment != "none", let natural = imageSize(source), natural.width > 0, natural.height > 0 else {
      return rect
    }
    let (x, y) = (rect.width / natural.width, rect.height / natural.height)
    let scale = words.contains("slice") ? max(x, y) : min(x, y)
    let (width, height) = (natural.width * scale, natural.height * scale)
    func part(_ word: String) -> Double { word.hasSuffix("Min") ? 0 : word.hasSuffix("Max") ? 1 : 0.5 }
    return LayoutRect(
      x: rect.x + (rect.width - width) * part(String(alignment.prefix(4))),
      y: rect.y + (rect.height - height) * part(alignment), width: width, height: height)
  }

  // MARK: Shapes (SVG 2, 10)

  func graphicPath(_ node: Int, _ tag: String, _ viewport: (width: Double, height: Double)) -> PaintPath? {
    let diagonal = ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    func x(_ name: String) -> Double { length(name, node, viewport.width) }
    func y(_ name: String) -> Double { length(name, node, viewport.height) }
    var path = PaintPath()
    switch tag {
    case "path":
      return pathData(node).flatMap { PaintPath(svg: $0) }
    case "rect":
      let rect = LayoutRect(x: x("x"), y: y("y"), width: x("width"), height: y("height"))
      guard !rect.isEmpty else { return nil }
      let (givenX, givenY) = (x("rx"), y("ry"))
      let hasX = page.attribute(node, "rx") != nil || givenX > 0
      let hasY = page.attribute(node, "ry") != nil || givenY > 0
      let rx = min(rect.width / 2, hasX ? givenX : hasY ? givenY : 0)
      let ry = min(rect.height / 2, hasY ? givenY : hasX ? givenX : 0)
      return RoundedRect(rect, radii: Array(repeating: rx, count: 4) + Array(repeating: ry, count: 4)).path
    case "circle":
      let radius = length("r", node, diagonal)
      guard radius > 0 else { return nil }
      path.addEllipse(x("cx"), y("cy"), radius, radius)
    case "ellipse":
      guard x("rx") > 0, y("ry") > 0 else { return nil }
      path.addEllipse(x("cx"), y("cy"), x("rx"), y("ry"))
    case "line":
      path.move(x("x1"), y("y1"))
      path.line(x("x2"), y("y2"))
    case "polyline", "polygon":
      let numbers = Self.numbers(page.attribute(node, "points") ?? "")
      guard numbers.count >= 4 else { return nil }
      path.move(numbers[0], numbers[1])
      for index in stride(from: 2, to: numbers.count - 1, by: 2) { path.line(numbers[index], numbers[index + 1]) }
      if tag == "polygon" { path.close() }
    default: return nil
    }
    return path
  }

  /// The steps of a `<path>`: those of a style sheet before those of the attribute (SVG 2, 9.3.2).
  private func pathData(_ node: Int) -> String? {
    guard layout.style(node, in: page) != nil, let value = style(of: node).computed.other[.d] else {
      return page.attribute(node, "d")
    }
    for word in value.function?.arguments.flatMap(\.words) ?? [] {
      if case .string(let data) = word { return data }
    }
    return nil
  }

  private mutating func paintPath(_ path: PaintPath, _ node: Int, _ context: GraphicContext) {
    let style = context.style
    let placed = path.transformed(context.matrix)
    let bounds = placed.bounds
    let rule: FillRule = style.keyword(.fillRule) == "evenodd" ? .evenOdd : .nonzero
    let fill = graphicPaint(
      style.values[.fill] ?? .color(.absolute(.black)), style.number(.fillOpacity, 1), path, context)
    let strokePaint = style.values[.stroke].flatMap {
      graphicPaint($0, style.number(.strokeOpacity, 1), path, context)
    }
    let server = style.values[.fill]?.words[0].url.flatMap(paintServer)
    func addFill(_ painter: inout PagePainter) {
      if let server, painter.page.tag(server) == "pattern" {
        painter.paintPattern(server, path, placed, rule, node, context)
      } else if let fill {
        painter.add(.fill(.path(placed, rule), fill, .normal), bounds, node)
      }
    }
    func addStroke(_ painter: inout PagePainter) {
      guard let strokePaint else { return }
      let effect = painter.style(of: node).computed.other[.vectorEffect]?.keyword
      let isFixed = effect == "non-scaling-stroke"
      let stroke = Self.strokeStyle(style, scale: isFixed ? 1 : context.matrix.meanScale)
      guard stroke.width > 0 else { return }
      painter.addStroke(placed, strokePaint, stroke, bounds.inset(by: -stroke.width * 2), node)
    }
    if style.values[.paintOrder]?.words.first?.keyword == "stroke" {
      addStroke(&self)
      addFill(&self)
    } else {
      addFill(&self)
      addStroke(&self)
    }
  }

  static func strokeStyle(_ style: GraphicStyle, scale: Double) -> StrokeStyle {
    var stroke = StrokeStyle(width: style.number(.strokeWidth, 1) * scale)
    switch style.keyword(.strokeLinecap) {
    case "round": stroke.cap = .round
    case "square": stroke.cap = .square
    default: break
    }
    switch style.keyword(.strokeLinejoin) {
    case "round": stroke.join = .round
    case "bevel": stroke.join = .bevel
    default: break
    }
    stroke.miterLimit = style.number(.strokeMiterlimit, 4)
    let dashes = style.values[.strokeDasharray]?.layers.flatMap(\.words).compactMap { $0.length(of: 1) } ?? []
    if dashes.contains(where: { $0 > 0 }), dashes.allSatisfy({ $0 >= 0 }) {
      stroke.dashes = (dashes.count % 2 == 0 ? dashes : dashes + dashes).map { $0 * scale }
      stroke.dashOffset = style.number(.strokeDashoffset, 0) * scale
    }
    return stroke
  }

  // MARK: Attributes

  /// A length of an attribute in user units (SVG 2, 8.9).
  func length(_ name: String, _ node: Int, _ basis: Double) -> Double {
    guard let text = page.attribute(node, name) else { return styleLength(name, node, basis) }
    let trimmed = text.filter { !$0.isWhitespace }
    if trimmed.hasSuffix("%") { return (Double(trimmed.dropLast()) ?? 0) * basis / 100 }
    let units: [(String, Double)] = [
      ("px", 1), ("em", style(of: node).computed.font.size), ("pt", 4.0 / 3), ("pc", 16), ("mm", 96 / 25.4),
      ("cm", 96 / 2.54), ("in", 96),
    ]
    for (unit, factor) in units where trimmed.hasSuffix(unit) { return (Double(trimmed.dropLast(2)) ?? 0) * factor }
    let value = Double(trimmed) ?? 0
    return value.isFinite ? value : 0
  }

  /// A length that a style sheet gives (SVG 2, 8.1 and 10).
  private func styleLength(_ name: String, _ node: Int, _ basis: Double) -> Double {
    let computed = style(of: node).computed
    guard layout.style(node, in: page) != nil else { return 0 }
    let value: CSSValue? =
      switch name {
      case "cx": computed.other[.cx]
      case "cy": computed.other[.cy]
      case "r": computed.other[.r]
      case "rx": computed.other[.rx]
      case "ry": computed.other[.ry]
      case "x": computed.other[.x]
      case "y": computed.other[.y]
      case "width": computed.computedValue(.width)
      case "height": computed.computedValue(.height)
      default: nil
      }
    guard let value, value.keyword == nil, let length = value.length(of: basis), length.isFinite else { return 0 }
    return length
  }

  /// The numbers of a list such as `viewBox` or `points`.
  static func numbers(_ text: String) -> [Double] {
    text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }.filter(\.isFinite)
  }

  // MARK: Masks (CSS Masking 1, 7)

  private func graphicMask(_ node: Int, _ computed: ComputedStyle) -> Int? {
    let reference =
      computed.painted(.maskImage)?.layers.compactMap(\.url).first ?? Self.reference(page.attribute(node, "mask"))
    guard let target = reference.flatMap(paintServer), page.tag(target) == "mask" else { return nil }
    return target
  }

  mutating func beginMask(_ mask: Int, of node: Int, _ tag: String, _ outer: GraphicContext, _ limit: Int) {
    var context = outer
    context.uses += 1
    add(.beginMask(isLuminance: style(of: mask).computed.other[.maskType]?.keyword != "alpha"), .zero, node)
    if context.uses >= PaintLimits.nestedUses {
      omit("<mask>", "in \(PaintLimits.nestedUses) others that use each other", node)
    } else {
      context.style = GraphicStyle()
      if page.attribute(mask, "maskContentUnits") == "objectBoundingBox",
        let bounds = graphicPath(node, tag, outer.viewport)?.bounds
      {
        context.matrix = context.matrix.concatenated(
          PaintMatrix(bounds.width, 0, 0, bounds.height, bounds.x, bounds.y))
      }
      for child in page.children(mask) { paintGraphicElement(child, context, limit) }
    }
    add(.paintInMask, .zero, node)
  }

  // MARK: Clips

  private func graphicClip(_ node: Int, _ computed: ComputedStyle, _ context: GraphicContext) -> PaintShape? {
    let reference =
      computed.painted(.clipPath)?.words.compactMap(\.url).first ?? Self.reference(page.attribute(node, "clip-path"))
    guard let target = reference.flatMap(paintServer), page.tag(target) == "clipPath" else { return nil }
    let bounds = page.tag(node).flatMap { graphicPath(node, $0, context.viewport)?.bounds }
    return clipArea(target, context.matrix, bounds, context.viewport)
  }

  /// The shapes of a `<clipPath>`.
  ///
  /// - Parameters:
  ///   - matrix: from user units to page coordinates.
  ///   - bounds: the box that `clipPathUnits` may count from, in user units.
  func clipArea(
    _ target: Int, _ matrix: PaintMatrix, _ bounds: LayoutRect?, _ viewport: (width: Double, height: Double)
  ) -> PaintShape {
    var matrix = matrix
    if page.attribute(target, "clipPathUnits") == "objectBoundingBox", let bounds {
      matrix = matrix.concatenated(PaintMatrix(bounds.width, 0, 0, bounds.height, bounds.x, bounds.y))
    }
    if let text = page.attribute(target, "transform"), let own = PaintMatrix(svgTransform: text) {
      matrix = matrix.concatenated(own)
    }
    var area = PaintPath()
    var rule = FillRule.nonzero
    for child in page.children(target).prefix(Self.mostItems) {
      var (shape, own) = (child, matrix)
      func enter(_ node: Int) {
        if let text = page.attribute(node, "transform"), let moved = PaintMatrix(svgTransform: text) {
          own = own.concatenated(moved)
        }
      }
      enter(child)
      if page.tag(child) == "use", let reference = page.attribute(child, "href") ?? page.attribute(child, "xlink:href"),
        reference.hasPrefix("#"), let used = element(withID: String(reference.dropFirst()))
      {
        own = own.concatenated(.translation(length("x", child, viewport.width), length("y", child, viewport.height)))
        shape = used
        enter(used)
      }
      guard let tag = page.tag(shape), let path = graphicPath(shape, tag, viewport) else { continue }
      if style(of: shape).computed.other[.clipRule]?.keyword == "evenodd" { rule = .evenOdd }
      area.add(path.transformed(own))
    }
    return .path(area, rule)
  }

  /// The element of this page that a URL of only a fragment names; `nil` for one in a part of the page that is not displayed,
  /// which browsers find no more than one that does not exist.
  func paintServer(_ url: String) -> Int? {
    guard url.hasPrefix("#"), let target = element(withID: String(url.dropFirst())) else { return nil }
    var next = page.parent(target)
    while let ancestor = next {
      let kind = page.kind(ancestor)
      // Drawings say `display: none` of their own definitions, which count nevertheless.
      let isOutside = kind == .element || page.tag(ancestor) == "svg"
      if isOutside, layout.style(ancestor, in: page) != nil, style(of: ancestor).computed.box.display == .none {
        return nil
      }
      next = page.parent(ancestor)
    }
    return target
  }

  /// The target of `url(#…)` in an attribute.
  static func reference(_ text: String?) -> String? {
    guard let text, let open = text.range(of: "url("), let end = text[open.upperBound...].firstIndex(of: ")") else {
      return nil
    }
    return text[open.upperBound..<end].filter { $0 != "\"" && $0 != "'" && $0 != " " }
  }
}
