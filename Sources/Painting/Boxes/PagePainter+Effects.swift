import CSSValues
import PageFormat

/// Masks, filters and clip paths (CSS Masking 1, Filter Effects 1, CSS Shapes 1).
extension PagePainter {
  // MARK: Masks

  mutating func maskLayers(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) -> [MaskLayer] {
    guard let images = style.painted(.maskImage)?.layers.prefix(PaintLimits.maskLayers) else { return [] }
    func list(_ property: PropertyID) -> [CSSValue] { style.other[property]?.layers ?? [] }
    let (sizes, positions, repeats) = (list(.maskSize), list(.maskPosition), list(.maskRepeat))
    let (origins, clips) = (list(.maskOrigin), list(.maskClip))
    let (modes, composites) = (list(.maskMode), list(.maskComposite))
    let border = RoundedRect(frame, radii: radii(node))
    var painter = self
    defer { adoptOmissions(of: painter) }
    func box(_ values: [CSSValue], _ index: Int) -> RoundedRect {
      guard !values.isEmpty, let word = values[index % values.count].keyword, word != "no-clip" else { return border }
      let sides = style.border
      let inside = border.inset(
        top: sides.top.width, right: sides.right.width, bottom: sides.bottom.width, left: sides.left.width)
      guard word == "content-box" else { return word == "padding-box" ? inside : border }
      let padding = painter.padding(node, style)
      return inside.inset(top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left)
    }
    let layers: [(layer: MaskLayer, legacy: String?)] = images.enumerated().compactMap { index, image in
      if let target = image.url.flatMap(paintServer), page.tag(target) == "mask" { return nil }
      let area = box(origins, index).rect
      let position = positions.isEmpty ? nil : PositionReader(positions[index % positions.count].words)
      var placement = LayerPlacement(
        size: sizes.isEmpty ? nil : sizes[index % sizes.count],
        repeats: repeats.isEmpty ? nil : repeats[index % repeats.count])
      // The position counts from what the tile leaves free: the tile's size comes first.
      let natural = image.url.flatMap { imageSize($0) }
      let tile = placement.tile(natural: natural, in: area).rect
      if let position {
        placement.x = .dimension(position.x(in: area.width - tile.width), .px)
        placement.y = .dimension(position.y(in: area.height - tile.height), .px)
      }
      guard
        let paint = painter.paint(
          image, placement, style, area, node, covering: box(clips, index).rect, property: .maskImage)
      else { return nil }
      var layer = MaskLayer(area: box(clips, index), paint: paint)
      layer.isLuminance = !modes.isEmpty && modes[index % modes.count].keyword == "luminance"
      let word = composites.isEmpty ? nil : composites[index % composites.count].keyword
      if let word, let composite = MaskLayer.Composite(rawValue: word) {
        layer.composite = composite
        return (layer, nil)
      }
      return (layer, word)
    }
    guard layers.contains(where: { $0.legacy != nil }) else { return layers.map(\.layer) }
    return Self.joined(layers, omit: { painter.omit(.maskComposite, "as `\($0)` above several masks", node) })
  }

  /// Mask layers whose operators are those of `-webkit-mask-composite`: only their alpha counts, so that `mask-composite` has
  /// the same for nearly all.
  private static func joined(
    _ layers: [(layer: MaskLayer, legacy: String?)], omit: (String) -> Void
  ) -> [MaskLayer] {
    // From the lowest layer, which has none below to be joined with.
    var result: [MaskLayer] = []
    for (index, (layer, legacy)) in layers.enumerated().reversed() {
      var layer = layer
      switch legacy {
      case _ where result.isEmpty && index == layers.count - 1: layer.composite = .add
      case "source-in"?, "destination-in"?: layer.composite = .intersect
      case "source-out"?: layer.composite = .subtract
      case "xor"?: layer.composite = .exclude
      // Only its own alpha.
      case "copy"?, "destination-atop"?: result = []
      // Only that of those below.
      case "source-atop"?: continue
      case "clear"?:
        layer.composite = .intersect
        layer.paint = .color(.transparent)
      case "destination-out"?:
        guard result.count == 1 else {
          omit("destination-out")
          continue
        }
        // What is below without this one.
        result[0].composite = .subtract
        result.append(layer)
        continue
      default: break
      }
      result.insert(layer, at: 0)
    }
    return result
  }

  // MARK: Filters

  /// Changes what is below a box.
  mutating func paintBackdrop(_ node: Int, _ style: ComputedStyle) {
    let filters = filters(style, node, scale: 1, of: .backdropFilter)
    guard !filters.isEmpty, let frame = frame(node), !frame.isEmpty else { return }
    omitHiddenBackdrop(node, style)
    // Browsers filter what is on the screen; pictures of whole pages have all of it.
    let canvas = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
    let seen = layout.transform(node) == nil ? frame.intersection(canvas) : frame
    let area = backdropArea + max(seen.area, PaintLimits.leastBackdrop)
    guard area <= PaintLimits.backdropArea else {
      return omit(.backdropFilter, "beyond 6 million square px in all", node)
    }
    let overlap = backdropOverlap + backdrops.reduce(0) { $0 + $1.intersection(seen).area }
    guard overlap <= PaintLimits.backdropOverlap else {
      return omit(.backdropFilter, "beyond 12 million square px on top of each other", node)
    }
    (backdropArea, backdropOverlap) = (area, overlap)
    backdrops.append(seen)
    enterScope(of: node)
    add(.backdrop(.rounded(RoundedRect(frame, radii: radii(node))), filters), frame, node)
  }

  /// Reports a backdrop that browsers show otherwise (Filter Effects 2, 2.1).
  ///
  /// UNIMPLEMENTED: a group of the box itself hides what is below from it, and a box around it with a backdrop of its own does not
  /// end what counts as below.
  private mutating func omitHiddenBackdrop(_ node: Int, _ style: ComputedStyle) {
    if Self.makesGroup(style) {
      omit(.backdropFilter, "in a box with opacity, a filter, a mask, a clip path or a blend mode", node)
    }
    var next = page.parent(node)
    while let ancestor = next {
      if layout.style(ancestor, in: page) != nil, self.style(of: ancestor).hasBackdrop {
        return omit(.backdropFilter, "in another box with one", node)
      }
      next = page.parent(ancestor)
    }
  }

  /// The filters of an element.
  ///
  /// - Parameters:
  ///   - scale: how many times larger than its user units a drawing is shown.
  ///   - property: `filter` or `backdrop-filter`.
  mutating func filters(
    _ style: ComputedStyle, _ node: Int, scale: Double, of property: PropertyID = .filter
  ) -> [PaintFilter] {
    guard let value = style.painted(property) else { return [] }
    var found: [PaintFilter] = []
    for word in value.words.prefix(PaintLimits.filterFunctions) {
      if let url = word.url {
        guard let target = paintServer(url), page.tag(target) == "filter" else { continue }
        guard let own = primitives(of: target, scale: scale) else {
          omit("\(property.name): url()", "where primitives are of other kinds or join several inputs", node, property)
          continue
        }
        found += own
      } else if let filter = Self.filter(word, style) {
        found.append(filter)
      }
    }
    return limited(found, property, node)
  }

  /// As many filters as may be, conversions of colors not counted.
  private mutating func limited(_ filters: [PaintFilter], _ property: PropertyID, _ node: Int) -> [PaintFilter] {
    let reach = filters.reduce(0) { $0 + $1.reach }
    if property == .filter, reach > 0, let frame = frame(node) {
      // Renderers draw no more than the page and what blurs into it.
      let shown = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height).inset(by: -reach)
      let seen = layout.transform(node) == nil ? frame.inset(by: -reach).intersection(shown) : shown
      filterArea += max(0, seen.width) * max(0, seen.height)
      guard filterArea <= PaintLimits.filterArea else {
        omit(property, "beyond 64 million square px in all", node)
        return []
      }
    }
    let limit = PaintLimits.filterFunctions
    guard filters.count(where: { !$0.isConversion }) > limit else { return filters }
    omit(property, "beyond the first \(limit) functions", node)
    var kept: [PaintFilter] = []
    for filter in filters where !filter.isConversion || filter != kept.last {
      if kept.count(where: { !$0.isConversion }) == limit { break }
      kept.append(filter)
    }
    if kept.last(where: \.isConversion) == .toLinearLight { kept.append(.fromLinearLight) }
    return kept
  }

  /// What a reference to a `<filter>` shows of a box and around it (Filter Effects 1, 9.2); `nil` for other filters.
  ///
  /// - Parameters:
  ///   - box: the box that the filter counts from.
  ///   - viewport: what percentages of user space count from.
  func filterRegion(
    _ style: ComputedStyle, around box: LayoutRect, _ viewport: (width: Double, height: Double)
  ) -> LayoutRect? {
    guard let words = style.painted(.filter)?.words, words.count == 1,
      let target = words[0].url.flatMap(paintServer), page.tag(target) == "filter"
    else { return nil }
    return region(of: target, "filterUnits", around: box, viewport)
  }

  /// The region of a `<filter>` or `<mask>`: a tenth more than the box on each side where nothing else is asked for.
  ///
  /// - Parameters:
  ///   - units: the attribute that says what the numbers of the region are.
  ///   - box: the box that the region counts from.
  ///   - viewport: what percentages of user space count from.
  private func region(
    of target: Int, _ units: String, around box: LayoutRect, _ viewport: (width: Double, height: Double)
  ) -> LayoutRect {
    if page.attribute(target, units) == "userSpaceOnUse" {
      func place(_ name: String, _ initial: Double, _ basis: Double) -> Double {
        page.attribute(target, name) == nil ? initial * basis : length(name, target, basis)
      }
      return LayoutRect(
        x: place("x", -0.1, viewport.width), y: place("y", -0.1, viewport.height),
        width: place("width", 1.2, viewport.width), height: place("height", 1.2, viewport.height))
    }
    // Numbers are parts of the box.
    func part(_ name: String, _ initial: Double) -> Double {
      page.attribute(target, name) == nil ? initial : length(name, target, 1)
    }
    return LayoutRect(
      x: box.x + part("x", -0.1) * box.width, y: box.y + part("y", -0.1) * box.height,
      width: part("width", 1.2) * box.width, height: part("height", 1.2) * box.height)
  }

  /// The primitives of a `<filter>` that follow each other (Filter Effects 1, 9); `nil` for those that join several.
  private func primitives(of target: Int, scale: Double) -> [PaintFilter]? {
    var found: [PaintFilter] = []
    var isLinear = false
    /// Primitives work in linear light where nothing else is asked for (Filter Effects 1, 10).
    func enterLight(_ style: ComputedStyle, _ found: inout [PaintFilter]) {
      let wanted = style.other[.colorInterpolationFilters]?.keyword != "srgb"
      if wanted != isLinear { found.append(wanted ? .toLinearLight : .fromLinearLight) }
      isLinear = wanted
    }
    for node in page.children(target) where page.kind(node) == .svgElement {
      func numbers(_ name: String) -> [Double] { Self.numbers(page.attribute(node, name) ?? "") }
      if let input = page.attribute(node, "in"), found.allSatisfy(\.isConversion) ? input != "SourceGraphic" : true {
        return nil
      }
      let style = style(of: node).computed
      let color = style.other[.floodColor]?.paintColor(style.text.color) ?? .black
      enterLight(style, &found)
      let shown = color.faded(style.other[.floodOpacity]?.fraction ?? 1)
      let flood = isLinear ? shown.inLinearLight : shown
      switch page.tag(node) {
      case "feGaussianBlur":
        let deviations = numbers("stdDeviation")
        // UNIMPLEMENTED: blurs that reach farther in one direction.
        guard deviations.count < 2 || deviations[0] == deviations[1] else { return nil }
        found.append(.blur((deviations.first ?? 0) * scale))
      case "feDropShadow":
        found.append(
          .dropShadow(
            dx: (numbers("dx").first ?? 2) * scale, dy: (numbers("dy").first ?? 2) * scale,
            deviation: (numbers("stdDeviation").first ?? 2) * scale, color: flood))
      case "feColorMatrix":
        let values = numbers("values")
        switch page.attribute(node, "type") ?? "matrix" {
        case "saturate": found.append(.colorMatrix(Self.saturation(values.first ?? 1)))
        case "hueRotate": found.append(.colorMatrix(Self.hueRotation(values.first ?? 0)))
        case "matrix" where values.count == 20: found.append(.colorMatrix(values))
        default: return nil
        }
      default: return nil
      }
    }
    if isLinear { found.append(.fromLinearLight) }
    return found
  }

  /// What a reference to a `<clipPath>` or `<mask>` of the page begins (CSS Masking 1).
  mutating func referenceItems(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) -> [DisplayItem] {
    var items: [DisplayItem] = []
    let (viewport, box) = (
      (frame.width, frame.height), LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height)
    )
    if let target = style.painted(.clipPath)?.words.compactMap(\.url).first.flatMap(paintServer),
      page.tag(target) == "clipPath"
    {
      items.append(.beginClip(clipArea(target, .translation(frame.x, frame.y), box, viewport)))
    }
    if let target = style.painted(.maskImage)?.layers.compactMap(\.url).first.flatMap(paintServer),
      page.tag(target) == "mask", page.kind(node) == .element, hasRoomForDrawing("mask-image: url()", node)
    {
      // Nothing shows outside of the mask's region (CSS Masking 1, 9.1).
      let region = region(of: target, "maskUnits", around: box, viewport).offset(frame.x, frame.y)
      graphicArea = shownArea(of: region, node)
      guard hasRoom(forMaskOf: graphicArea, node) else { return items }
      items.append(.beginClip(.rounded(RoundedRect(region))))
      // The mask's own steps are made on a list of their own.
      let outer = list
      list = DisplayList()
      list.textStyles = outer.textStyles
      list.size = outer.size
      list.omissions = outer.omissions
      var context = GraphicContext(matrix: .translation(frame.x, frame.y), viewport: viewport)
      context.uses = 1
      graphicElements = 0
      if page.attribute(target, "maskContentUnits") == "objectBoundingBox" {
        context.matrix = context.matrix.concatenated(.scale(frame.width, frame.height))
      }
      add(
        .beginMask(isLuminance: self.style(of: target).computed.other[.maskType]?.keyword != "alpha"), .zero, node)
      for child in page.children(target) { paintGraphicElement(child, context, Self.mostItems) }
      add(.paintInMask, .zero, node)
      items += list.items
      totals.graphicElements += max(graphicElements, list.stepCount)
      let (styles, omissions) = (list.textStyles, list.omissions)
      list = outer
      list.textStyles = styles
      list.omissions = omissions
    }
    return items
  }

  private static func filter(_ word: CSSValue, _ style: ComputedStyle) -> PaintFilter? {
    guard let (name, arguments) = word.function else { return nil }
    let amount = arguments.first?.fraction
    switch name {
    case "blur":
      let deviation = arguments.first?.length(of: 0) ?? 0
      return deviation > 0 ? .blur(deviation) : nil
    case "drop-shadow":
      let words = arguments.flatMap(\.words)
      let color = words.compactMap { $0.paintColor(style.text.color) }.first ?? PaintColor(style.text.color)
      let lengths = words.compactMap { word -> Double? in
        if case .color = word { return nil }
        return word.length(of: 0)
      }
      guard lengths.count >= 2 else { return nil }
      return .dropShadow(
        dx: lengths[0], dy: lengths[1], deviation: lengths.count > 2 ? max(0, lengths[2]) : 0, color: color)
    case "hue-rotate": return .colorMatrix(Self.hueRotation(arguments.first?.degrees ?? 0))
    default: return Self.colorMatrix(name, amount ?? 1).map { .colorMatrix($0) }
    }
  }

  /// The matrices of Filter Effects 1, 13.
  private static func colorMatrix(_ name: String, _ amount: Double) -> [Double]? {
    let part = min(1, max(0, amount))
    switch name {
    case "brightness": return scaling(max(0, amount), 0)
    case "contrast": return scaling(max(0, amount), 0.5 - 0.5 * max(0, amount))
    case "invert": return scaling(1 - 2 * part, part)
    case "opacity": return [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, part, 0]
    case "grayscale": return saturation(1 - part)
    case "saturate": return saturation(max(0, amount))
    case "sepia":
      let rest = 1 - part
      return [
        0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest, 0, 0,
        0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest, 0, 0,
        0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest, 0, 0, 0, 0, 0, 1, 0,
      ]
    default: return nil
    }
  }

  private static func scaling(_ factor: Double, _ offset: Double) -> [Double] {
    [factor, 0, 0, 0, offset, 0, factor, 0, 0, offset, 0, 0, factor, 0, offset, 0, 0, 0, 1, 0]
  }

  private static func saturation(_ s: Double) -> [Double] {
    [
      0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0, 0, 0.213 - 0.213 * s, 0.715 + 0.285 * s,
      0.072 - 0.072 * s, 0, 0, 0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  private static func hueRotation(_ degrees: Double) -> [Double] {
    let (c, s) = (cosine(degrees * .pi / 180), sine(degrees * .pi / 180))
    return [
      0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
      0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
      0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  // MARK: Clip paths

  /// The corners of `clip-path: inset()`.
  func insetRadii(_ style: ComputedStyle, _ clip: LayoutRect) -> [Double] {
    guard let (name, arguments) = style.painted(.clipPath)?.words.compactMap(\.function).first, name == "inset" else {
      return []
    }
    let words = arguments.flatMap(\.words)
    guard let round = words.firstIndex(where: { $0.keyword == "round" }) else { return [] }
    let radii = words[(round + 1)...].filter { if case .slash = $0 { false } else { true } }
    let order = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]]
    guard (1...4).contains(radii.count) else { return [] }
    let list = Array(radii)
    let horizontal = order[list.count - 1].map { list[$0].length(of: clip.width) ?? 0 }
    let vertical = order[list.count - 1].map { list[$0].length(of: clip.height) ?? 0 }
    return horizontal + vertical
  }

  /// The area of a basic shape in its reference box, or that box; `nil` for references.
  func clipShape(_ node: Int, _ style: ComputedStyle, _ border: LayoutRect) -> PaintShape? {
    guard let value = style.painted(.clipPath) else { return nil }
    let (reference, isNamed) = clipReference(value, node, style, border)
    guard let (name, arguments) = value.words.compactMap(\.function).first else {
      return isNamed ? .rounded(reference) : nil
    }
    let frame = reference.rect
    let words = arguments.flatMap(\.words)
    switch name {
    case "inset": return insetShape(words, style, frame)
    case "shape":
      var reader = ShapeReader(box: frame)
      return reader.read(arguments)
    case "circle", "ellipse":
      let place = words.firstIndex { $0.keyword == "at" }
      let position = PositionReader(place.map { Array(words[($0 + 1)...]) } ?? [])
      let (x, y) = (position.x(in: frame.width), position.y(in: frame.height))
      let given = Array(words[..<(place ?? words.count)])
      var path = PaintPath()
      if name == "circle" {
        let diagonal = ((frame.width * frame.width + frame.height * frame.height) / 2).squareRoot()
        let near = min(x, frame.width - x, y, frame.height - y)
        let far = max(x, frame.width - x, y, frame.height - y)
        let radius = Self.radius(given.first, near: near, far: far, basis: diagonal)
        path.addEllipse(frame.x + x, frame.y + y, radius, radius)
      } else {
        let rx = Self.radius(
          given.first, near: min(x, frame.width - x), far: max(x, frame.width - x), basis: frame.width)
        let ry = Self.radius(
          given.count > 1 ? given[1] : nil, near: min(y, frame.height - y), far: max(y, frame.height - y),
          basis: frame.height)
        path.addEllipse(frame.x + x, frame.y + y, rx, ry)
      }
      return .path(path, .nonzero)
    case "polygon":
      var path = PaintPath()
      var rule = FillRule.nonzero
      for point in arguments {
        let pair = point.words
        if pair[0].keyword == "evenodd" { rule = .evenOdd }
        let numbers = pair.filter { $0.keyword == nil }
        guard numbers.count >= 2, let x = numbers[0].length(of: frame.width),
          let y = numbers[1].length(of: frame.height)
        else { continue }
        if path.isEmpty { path.move(frame.x + x, frame.y + y) } else { path.line(frame.x + x, frame.y + y) }
      }
      path.close()
      return path.steps.count > 2 ? .path(path, rule) : nil
    case "path":
      let isEvenOdd = words.contains { $0.keyword == "evenodd" }
      for word in words {
        guard case .string(let data) = word, let path = PaintPath(svg: data) else { continue }
        return .path(path.transformed(.translation(frame.x, frame.y)), isEvenOdd ? .evenOdd : .nonzero)
      }
      return nil
    default: return nil
    }
  }

  private static func radius(_ value: CSSValue?, near: Double, far: Double, basis: Double) -> Double {
    if value?.keyword == "farthest-side" { return max(0, far) }
    return max(0, value?.length(of: basis) ?? near)
  }
}

extension PaintFilter {
  /// How far the filter spreads what it changes, in CSS px.
  fileprivate var reach: Double {
    switch self {
    case .blur(let deviation): 3 * min(deviation, 500)
    case .dropShadow(let dx, let dy, let deviation, _): max(abs(dx), abs(dy)) + 3 * min(deviation, 500)
    case .colorMatrix, .toLinearLight, .fromLinearLight: 0
    }
  }
}
