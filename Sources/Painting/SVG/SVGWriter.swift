import CSSValues
import PageFormat

/// Writes the steps of a display list as elements of SVG.
struct SVGWriter {
  let list: DisplayList
  private let images: (String) -> PictureFile?
  var text = ""
  /// What is defined, by its content: each once.
  private var names: [String: String] = [:]
  /// What has begun and not ended.
  var begun: [Begun] = []
  /// What the page has below backdrops outside of all groups.
  var below = BackdropPieces()
  /// How many elements have names for backdrops.
  var pieceCount = 0
  /// Images that were written, which others of the same address use again.
  private var sizes: [String: PictureFile] = [:]

  /// An element that has begun.
  struct Begun {
    /// The element as it begins.
    var tag: String
    /// The transform of a group that has one.
    var matrix: PaintMatrix?
    /// What a group that is painted apart has below backdrops in it; `nil` where those see what is around it too.
    var below: BackdropPieces?
    /// The name of a mask, for the group that follows it.
    var mask: String?
  }

  init(_ list: DisplayList, images: @escaping (String) -> PictureFile?) {
    self.list = list
    self.images = images
  }

  mutating func document(title: String, area: LayoutRect?) -> String {
    let area = area ?? LayoutRect(x: 0, y: 0, width: list.size.width, height: min(list.size.height, 100_000))
    let (width, height) = (max(1, area.width), max(1, area.height))
    let size = [area.x, area.y, width, height].map(SVGText.number).joined(separator: " ")
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGText.number(width))" height="\(SVGText.number(height))" \
      viewBox="\(size)">
      <title>\(SVGText.escaped(title))</title>

      """
    below = BackdropPieces(start: text.utf8.count)
    text += """
      <rect \(SVGText.box(LayoutRect(x: area.x, y: area.y, width: width, height: height))) \(SVGText.attributes("fill", list.canvasColor))/>

      """
    for (index, item) in list.items.enumerated() {
      // What is below the picture is left out.
      let bounds = list.bounds[index]
      if item.depthChange == 0, begun.isEmpty, bounds.height > 0, bounds.y > area.y + height { continue }
      write(item)
    }
    while let last = begun.popLast() { end(last) }
    return text + "</svg>\n"
  }

  // MARK: Items

  private mutating func write(_ item: DisplayItem) {
    switch item {
    case .fill(let shape, let paint, let blend): fill(shape, paint, blend)
    case .stroke(let path, let paint, let style): stroke(path, paint, style)
    case .shadow(let shadow): write(shadow)
    case .text(let run): text += element(of: run)
    case .textShadow(let run, let deviation):
      text += element(of: run, filter: deviation > 0 ? blur(deviation) : nil)
    case .decoration(let line): write(line)
    case .emphasis(let marks): write(marks)
    case .backdrop(let shape, let filters): backdrop(shape, filters)
    case .image(let source, let destination, let clip, let isPixelated):
      write(image: source, destination, clip, isPixelated)
    case .beginClip(let shape): begin("<g clip-path=\"url(#\(clip(shape)))\">")
    case .beginTransform(let matrix): begin("<g transform=\"\(SVGText.matrix(matrix))\">", matrix: matrix)
    case .beginFixed: begin("<g>")
    case .beginGroup(let effect): begin(effect)
    case .beginTextClip: beginMask("alpha")
    case .beginMask(let isLuminance): beginMask(isLuminance ? "luminance" : "alpha")
    case .paintInText, .paintInMask:
      guard let name = begun.last?.mask else { return }
      begun.removeLast()
      text += "</mask>\n"
      begin("<g mask=\"url(#\(name))\">", isApart: true)
    case .end: if let last = begun.popLast() { end(last) }
    }
  }

  private mutating func begin(
    _ tag: String, matrix: PaintMatrix? = nil, isApart: Bool = false, mask: String? = nil
  ) {
    text += tag + "\n"
    let below = isApart ? BackdropPieces(start: text.utf8.count) : nil
    begun.append(Begun(tag: tag, matrix: matrix, below: below, mask: mask))
  }

  private mutating func end(_ last: Begun) {
    text += last.mask == nil ? "</g>\n" : "</mask>\n"
    if let below = last.below { countPieces(of: below) }
  }

  private mutating func beginMask(_ type: String) {
    let name = "m\(names.count)"
    names["mask \(name)"] = name
    begin(
      "<mask id=\"\(name)\" maskUnits=\"userSpaceOnUse\" \(everything) style=\"mask-type:\(type)\">", isApart: true,
      mask: name)
  }

  private mutating func begin(_ effect: GroupEffect) {
    var styles: [String] = []
    var attributes = ""
    if effect.opacity < 1 { attributes += " opacity=\"\(SVGText.precise(effect.opacity))\"" }
    if effect.blend != .normal { styles.append("mix-blend-mode:\(effect.blend.rawValue)") }
    if effect.isIsolated { styles.append("isolation:isolate") }
    if !styles.isEmpty { attributes += " style=\"\(styles.joined(separator: ";"))\"" }
    if !effect.filters.isEmpty { attributes += " filter=\"url(#\(filter(effect.filters)))\"" }
    if !effect.mask.isEmpty { attributes += " mask=\"url(#\(mask(effect.mask)))\"" }
    begin("<g\(attributes)>", isApart: true)
  }

  private mutating func fill(_ shape: PaintShape, _ paint: Paint, _ blend: BlendMode) {
    let style = blend == .normal ? "" : " style=\"mix-blend-mode:\(blend.rawValue)\""
    if case .gradient(let gradient) = paint, case .conic = gradient.geometry, gradient.tile == nil {
      text += "<g clip-path=\"url(#\(clip(shape)))\"\(style)>\(wedges(gradient, around: shape.bounds))</g>\n"
      return
    }
    if case .pattern(let pattern) = paint, pattern.stepX == 0, pattern.stepY == 0 {
      text += "<g clip-path=\"url(#\(clip(shape)))\"\(style)>"
      text += element(ofImage: pattern.source, in: pattern.tile, pattern.isPixelated) + "</g>\n"
      return
    }
    text += "\(SVGText.element(shape)) \(attributes("fill", paint, around: shape.bounds))\(style)/>\n"
  }

  private mutating func stroke(_ path: PaintPath, _ paint: Paint, _ style: StrokeStyle) {
    guard style.width > 0 else { return }
    var attributes = "fill=\"none\" \(attributes("stroke", paint, around: path.bounds))"
    attributes += " stroke-width=\"\(SVGText.number(style.width))\""
    if style.cap != .butt { attributes += " stroke-linecap=\"\(style.cap == .round ? "round" : "square")\"" }
    switch style.join {
    case .miter where style.miterLimit != 4: attributes += " stroke-miterlimit=\"\(SVGText.number(style.miterLimit))\""
    case .miter: break
    case .round: attributes += " stroke-linejoin=\"round\""
    case .bevel: attributes += " stroke-linejoin=\"bevel\""
    }
    if !style.dashes.isEmpty {
      attributes += " stroke-dasharray=\"\(style.dashes.map(SVGText.number).joined(separator: " "))\""
      if style.dashOffset != 0 { attributes += " stroke-dashoffset=\"\(SVGText.number(style.dashOffset))\"" }
    }
    text += "<path d=\"\(SVGText.data(path))\" \(attributes)/>\n"
  }

  /// A shadow is its edge, blurred, where the box does not cover it or, of inner ones, where the box shows it.
  private mutating func write(_ shadow: BoxShadow) {
    let around = shadow.edge.rect.union(shadow.box.rect).inset(by: -2 * shadow.blur - 2)
    let shape: PaintShape =
      shadow.isInset ? .ring(outer: RoundedRect(around), inner: shadow.edge) : .rounded(shadow.edge)
    let shown: PaintShape =
      shadow.isInset ? .rounded(shadow.box) : .ring(outer: RoundedRect(around), inner: shadow.box)
    let filter = shadow.blur > 0 ? " filter=\"url(#\(blur(shadow.blur / 2)))\"" : ""
    text += "<g clip-path=\"url(#\(clip(shown)))\">\(SVGText.element(shape)) "
    text += "\(SVGText.attributes("fill", shadow.color))\(filter)/></g>\n"
  }

  private mutating func element(of run: TextRun, filter: String? = nil) -> String {
    guard !run.text.allSatisfy(\.isWhitespace) else { return "" }
    var attributes = "x=\"\(SVGText.number(run.isRightToLeft ? run.x + run.width : run.x))\" "
    attributes += "y=\"\(SVGText.number(run.baseline))\" " + fontAttributes(run.style, run.scale)
    if run.isRightToLeft { attributes += " direction=\"rtl\"" }
    // The measured advance holds where the viewer's font is another.
    attributes += " textLength=\"\(SVGText.number(max(0, run.width)))\" lengthAdjust=\"spacingAndGlyphs\""
    let bounds = LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height)
    attributes += " " + self.attributes("fill", run.paint, around: bounds)
    if let stroke = run.stroke, stroke.width > 0 {
      attributes += " \(SVGText.attributes("stroke", stroke.color)) stroke-width=\"\(SVGText.number(stroke.width))\""
      if stroke.isBelow { attributes += " paint-order=\"stroke\"" }
    }
    if let filter { attributes += " filter=\"url(#\(filter))\"" }
    return "<text xml:space=\"preserve\" \(attributes)>\(SVGText.escaped(run.text))</text>\n"
  }

  private func fontAttributes(_ style: Int, _ scale: Double) -> String {
    let font = list.textStyles[style].font
    let families = font.families.map { family in
      switch family {
      case .named(let name): "\"\(name)\""
      case .generic(let generic): generic.rawValue
      }
    }
    var attributes = "font-size=\"\(SVGText.number(font.size * scale))\" "
    attributes += "font-family=\"\(SVGText.escaped(families.joined(separator: ", ")))\""
    if font.weight != 400 { attributes += " font-weight=\"\(SVGText.number(font.weight))\"" }
    if font.slant != .normal { attributes += " font-style=\"italic\"" }
    if font.stretch != 100 { attributes += " font-stretch=\"\(SVGText.number(font.stretch))%\"" }
    let text = list.textStyles[style].text
    for (name, spacing) in [("letter", text.letterSpacing), ("word", text.wordSpacing)] {
      let width = spacing.resolve(font.size) * scale
      if width != 0 { attributes += " \(name)-spacing=\"\(SVGText.number(width))\"" }
    }
    var styles: [String] = []
    if font.variantCaps != .normal {
      styles.append("font-variant-caps:\(DisplayListWriter.capitals[Int(font.variantCaps.rawValue)])")
    }
    if font.kerning == .none { styles.append("font-kerning:none") }
    if !styles.isEmpty { attributes += " style=\"\(styles.joined(separator: ";"))\"" }
    return attributes
  }

  /// Marks at characters. Nothing is measured: a wide character has twice the width of others.
  private mutating func write(_ marks: EmphasisMarks) {
    let run = marks.run
    let widths = run.text.map { $0.unicodeScalars.contains { $0.value >= 0x1100 } ? 2.0 : 1.0 }
    let unit = run.width / max(1, widths.reduce(0, +))
    let (size, own) = (
      list.textStyles[run.style].font.size * run.scale, list.textStyles[marks.style].font.size * run.scale
    )
    guard run.height > 0, size > 0 else { return }
    // Beside the em box of the text's font; the mark's own font is as high as that one.
    let (above, below) = (run.ascent / run.height, 1 - run.ascent / run.height)
    let distance =
      marks.isUnder ? size * below + own * run.ascent / size : -size * above - own * (run.height - run.ascent) / size
    let bounds = LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height)
    var attributes = "y=\"\(SVGText.number(run.baseline + distance))\" text-anchor=\"middle\" "
    attributes += "\(fontAttributes(marks.style, run.scale)) \(self.attributes("fill", run.paint, around: bounds))"
    var place = run.isRightToLeft ? run.x + run.width : run.x
    for (character, width) in zip(run.text, widths) {
      let step = unit * width * (run.isRightToLeft ? -1 : 1)
      defer { place += step }
      guard EmphasisMarks.hasMark(character) else { continue }
      text += "<text x=\"\(SVGText.number(place + step / 2))\" \(attributes)>\(SVGText.escaped(marks.mark))</text>\n"
    }
  }

  private mutating func write(_ line: DecorationLine) {
    guard !line.gaps.isEmpty else { return writeWhole(line) }
    let rect = line.rect
    var shown = PaintPath()
    for piece in DecorationLine.pieces(from: rect.x, to: rect.x + rect.width, without: line.gaps) {
      shown.addRect(
        LayoutRect(
          x: piece.lowerBound, y: rect.y - rect.height * 6, width: piece.upperBound - piece.lowerBound,
          height: rect.height * 13))
    }
    text += "<g clip-path=\"url(#\(clip(.path(shown, .nonzero))))\">"
    writeWhole(line)
    text += "</g>\n"
  }

  private mutating func writeWhole(_ line: DecorationLine) {
    let rect = line.rect
    let middle = rect.y + rect.height / 2
    func strokedLine(_ width: Double, _ more: String) -> String {
      "<path d=\"M\(SVGText.number(rect.x)) \(SVGText.number(middle))H\(SVGText.number(rect.x + rect.width))\" fill=\"none\" "
        + "\(SVGText.attributes("stroke", line.color)) stroke-width=\"\(SVGText.number(width))\"\(more)/>\n"
    }
    switch line.style {
    case .double:
      // Chromium leaves a device pixel between the lines.
      for y in [rect.y, rect.y + rect.height + 1] {
        let edge = LayoutRect(x: rect.x, y: y, width: rect.width, height: rect.height)
        text += "<rect \(SVGText.box(edge)) \(SVGText.attributes("fill", line.color))/>\n"
      }
    case .dotted, .dashed:
      let isDotted = line.style == .dotted
      let dashes =
        line.dashes.isEmpty ? (isDotted ? [0, 2 * rect.height] : [2 * rect.height, rect.height]) : line.dashes
      let cap = dashes[0] == 0 ? " stroke-linecap=\"round\"" : ""
      text += strokedLine(
        rect.height, cap + " stroke-dasharray=\"\(dashes.map(SVGText.number).joined(separator: " "))\"")
    case .wavy:
      // Chromium's wave: control points 3 thicknesses from the middle, 2 thicknesses along the line.
      let (step, reach, middle) = (2 * rect.height, 3 * rect.height, rect.y + rect.height * 1.5)
      var path = "M\(SVGText.number(rect.x)) \(SVGText.number(middle))"
      var x = rect.x
      while step > 0, x < rect.x + rect.width, (x - rect.x) / step < 10_000 {
        let points = [x + step, middle + reach, x + step, middle - reach, x + 2 * step, middle]
        path += "C" + points.map(SVGText.number).joined(separator: " ")
        x += 2 * step
      }
      let around = LayoutRect(x: rect.x, y: middle - reach, width: rect.width, height: 2 * reach)
      text += "<g clip-path=\"url(#\(clip(.rounded(RoundedRect(around)))))\"><path d=\"\(path)\" fill=\"none\" "
      text += "\(SVGText.attributes("stroke", line.color)) stroke-width=\"\(SVGText.number(rect.height))\"/></g>\n"
    case .solid: text += "<rect \(SVGText.box(rect)) \(SVGText.attributes("fill", line.color))/>\n"
    }
  }

  private mutating func write(
    image source: String, _ destination: LayoutRect, _ clip: RoundedRect, _ isPixelated: Bool
  ) {
    guard destination.width > 0, destination.height > 0 else { return }
    let element = element(ofImage: source, in: destination, isPixelated)
    guard clip.isRounded || clip.rect != destination else { return text += element }
    text += "<g clip-path=\"url(#\(self.clip(.rounded(clip))))\">\(element)</g>\n"
  }

  private mutating func element(ofImage source: String, in rect: LayoutRect, _ isPixelated: Bool) -> String {
    let found = sizes[source] ?? images(source)
    guard let file = found else { return "<rect \(SVGText.box(rect)) fill=\"#cccccc\"/>\n" }
    sizes[source] = file
    let style = isPixelated ? " style=\"image-rendering:pixelated\"" : ""
    return "<image \(SVGText.box(rect)) preserveAspectRatio=\"none\"\(style) "
      + "href=\"data:\(SVGText.escaped(file.type));base64,\(file.base64)\"/>\n"
  }

  // MARK: Definitions

  /// The region of filters and masks: larger than the picture, since coordinates may be those of a transform.
  private var everything: String {
    let (width, height) = (list.size.width, list.size.height)
    return SVGText.box(LayoutRect(x: -2 * width, y: -2 * height, width: 5 * width, height: 5 * height))
  }

  /// Writes something that elements refer to, once, and answers with its name.
  private mutating func define(_ prefix: String, _ element: (String) -> String) -> String {
    let key = element("")
    if let known = names[key] { return known }
    let name = "\(prefix)\(names.count)"
    names[key] = name
    text += element(name) + "\n"
    return name
  }

  mutating func clip(_ shape: PaintShape) -> String {
    define("c") { "<clipPath id=\"\($0)\">\(SVGText.element(shape))/></clipPath>" }
  }

  private mutating func blur(_ deviation: Double) -> String { filter([.blur(deviation)]) }

  mutating func filter(_ filters: [PaintFilter]) -> String {
    var steps: [String] = []
    var isLinear = false
    for filter in filters {
      let light = isLinear ? " color-interpolation-filters=\"linearRGB\"" : ""
      switch filter {
      case .toLinearLight: isLinear = true
      case .fromLinearLight: isLinear = false
      case .blur(let deviation):
        steps.append("<feGaussianBlur stdDeviation=\"\(SVGText.number(deviation))\"\(light)/>")
      case .colorMatrix(let values):
        let numbers = values.map(SVGText.precise).joined(separator: " ")
        steps.append("<feColorMatrix type=\"matrix\" values=\"\(numbers)\"\(light)/>")
      case .dropShadow(let dx, let dy, let deviation, let color):
        let flood = SVGText.colorAttributes("flood", isLinear ? color.fromLinearLight : color)
        steps.append(
          "<feDropShadow dx=\"\(SVGText.number(dx))\" dy=\"\(SVGText.number(dy))\" "
            + "stdDeviation=\"\(SVGText.number(deviation))\" \(flood)\(light)/>")
      }
    }
    let region = everything
    return define("f") {
      "<filter id=\"\($0)\" filterUnits=\"userSpaceOnUse\" \(region) color-interpolation-filters=\"sRGB\">"
        + "\(steps.joined())</filter>"
    }
  }

  private mutating func mask(_ layers: [MaskLayer]) -> String {
    // The lowest layer joins nothing.
    if layers.dropLast().contains(where: { $0.composite != .add }) { return joinedMask(layers) }
    let before = text
    text = ""
    for layer in layers.reversed() { fill(.rounded(layer.area), layer.paint, .normal) }
    let content = text
    text = before
    let type = layers.allSatisfy(\.isLuminance) ? "luminance" : "alpha"
    let region = everything
    return define("m") {
      "<mask id=\"\($0)\" maskUnits=\"userSpaceOnUse\" \(region) style=\"mask-type:\(type)\">\n\(content)</mask>"
    }
  }

  /// A mask whose layers are not only laid over one another: each shows through a mask of those below it (CSS Masking 1, 7.8).
  private mutating func joinedMask(_ layers: [MaskLayer]) -> String {
    let region = everything
    let before = text
    var shown = ""
    /// The name of a mask by what it shows; of where it shows nothing, with `isInverse`.
    func mask(_ writer: inout SVGWriter, _ content: String, _ type: String, isInverse: Bool = false) -> String {
      var content = content
      if isInverse {
        let black = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0.0]
        content =
          "<rect \(region) fill=\"#ffffff\"/><g filter=\"url(#\(writer.filter([.colorMatrix(black)])))\">\(content)</g>"
      }
      return writer.define("m") {
        "<mask id=\"\($0)\" maskUnits=\"userSpaceOnUse\" \(region) style=\"mask-type:\(type)\">\n\(content)</mask>"
      }
    }
    for (index, layer) in layers.reversed().enumerated() {
      // Definitions stay in front of what uses them.
      text = ""
      fill(.rounded(layer.area), layer.paint, .normal)
      var own = text
      text = ""
      if layer.isLuminance {
        let name = mask(&self, own, "luminance")
        own = "<g mask=\"url(#\(name))\"><rect \(region) fill=\"#ffffff\"/></g>"
      }
      func kept(_ writer: inout SVGWriter, _ one: String, _ other: String, isInverse: Bool) -> String {
        let name = mask(&writer, other, isInverse ? "luminance" : "alpha", isInverse: isInverse)
        return "<g mask=\"url(#\(name))\">\(one)</g>"
      }
      switch index == 0 ? .add : layer.composite {
      case .add: shown += own
      case .intersect: shown = kept(&self, own, shown, isInverse: false)
      case .subtract: shown = kept(&self, own, shown, isInverse: true)
      case .exclude:
        shown = kept(&self, own, shown, isInverse: true) + kept(&self, shown, own, isInverse: true)
      }
      shown = text + shown
    }
    text = before
    return mask(&self, shown, "alpha")
  }

  // MARK: Paints

  private mutating func attributes(_ name: String, _ paint: Paint, around bounds: LayoutRect) -> String {
    switch paint {
    case .color(let color): return SVGText.attributes(name, color)
    case .gradient(let gradient):
      guard let tile = gradient.tile else { return "\(name)=\"url(#\(self.gradient(gradient)))\"" }
      var own = gradient
      own.tile = nil
      let content: String
      if case .conic = own.geometry {
        content = wedges(own, around: tile.rect)
      } else {
        content = "<rect \(SVGText.box(tile.rect)) fill=\"url(#\(self.gradient(own)))\"/>"
      }
      return "\(name)=\"url(#\(pattern(tile.rect, tile.stepX, tile.stepY, content, around: bounds)))\""
    case .pattern(let pattern):
      let content = element(ofImage: pattern.source, in: pattern.tile, pattern.isPixelated)
      let own = self.pattern(pattern.tile, pattern.stepX, pattern.stepY, content, around: bounds)
      return "\(name)=\"url(#\(own))\""
    }
  }

  /// A tile that is repeated; a step of 0 is wider than what is filled.
  private mutating func pattern(
    _ tile: LayoutRect, _ stepX: Double, _ stepY: Double, _ content: String, around bounds: LayoutRect
  ) -> String {
    let width = stepX > 0 ? stepX : bounds.width + abs(bounds.x - tile.x) + tile.width
    let height = stepY > 0 ? stepY : bounds.height + abs(bounds.y - tile.y) + tile.height
    let box = SVGText.box(LayoutRect(x: tile.x, y: tile.y, width: width, height: height))
    // The contents are in the coordinates of the page.
    let view = [tile.x, tile.y, width, height].map(SVGText.number).joined(separator: " ")
    return define("p") {
      "<pattern id=\"\($0)\" patternUnits=\"userSpaceOnUse\" \(box) viewBox=\"\(view)\">\(content)</pattern>"
    }
  }

  private mutating func gradient(_ gradient: Gradient) -> String {
    let first = gradient.stops.first?.offset ?? 0
    let last = gradient.stops.last?.offset ?? 1
    // Stops of SVG are between 0 and 1: the line is made as long as they are.
    let isMoved = gradient.isRepeating || first < 0 || last > 1
    let (begin, length) = isMoved && last > first ? (first, last - first) : (0, 1)
    let stops = gradient.stops.map {
      "<stop offset=\"\(SVGText.precise(($0.offset - begin) / length))\" \(SVGText.colorAttributes("stop", $0.color))/>"
    }.joined()
    let spread =
      gradient.isRepeating ? " spreadMethod=\"repeat\"" : gradient.isReflecting ? " spreadMethod=\"reflect\"" : ""
    switch gradient.geometry {
    case .linear(let x1, let y1, let x2, let y2):
      let (dx, dy) = (x2 - x1, y2 - y1)
      let ends = [
        ("x1", x1 + dx * begin), ("y1", y1 + dy * begin), ("x2", x1 + dx * (begin + length)),
        ("y2", y1 + dy * (begin + length)),
      ].map { "\($0.0)=\"\(SVGText.number($0.1))\"" }.joined(separator: " ")
      let transform =
        gradient.matrix == .identity ? "" : " gradientTransform=\"\(SVGText.matrix(gradient.matrix))\""
      return define("g") {
        "<linearGradient id=\"\($0)\" gradientUnits=\"userSpaceOnUse\" \(ends)\(transform)\(spread)>\(stops)</linearGradient>"
      }
    case .radial(let x, let y, let radiusX, let radiusY):
      let matrix = gradient.matrix.concatenated(.translation(x, y)).concatenated(
        .scale(max(radiusX, 1e-6), max(radiusY, 1e-6)))
      var circle = "cx=\"0\" cy=\"0\" r=\"\(SVGText.precise(begin + length))\""
      if begin > 0 { circle += " fr=\"\(SVGText.precise(begin))\"" }
      if let focus = gradient.focus {
        circle +=
          " fx=\"\(SVGText.precise(focus.dx / max(radiusX, 1e-6)))\" fy=\"\(SVGText.precise(focus.dy / max(radiusY, 1e-6)))\""
      }
      return define("g") {
        "<radialGradient id=\"\($0)\" gradientUnits=\"userSpaceOnUse\" \(circle) gradientTransform=\"\(SVGText.matrix(matrix))\"\(spread)>"
          + "\(stops)</radialGradient>"
      }
    case .conic:
      // Drawn as wedges; a text that is filled with one has its first colour.
      let color = gradient.stops.first?.color ?? .transparent
      return define("g") {
        "<linearGradient id=\"\($0)\"><stop \(SVGText.colorAttributes("stop", color))/></linearGradient>"
      }
    }
  }

  /// A conic gradient, which SVG does not have, in wedges of two degrees.
  private func wedges(_ gradient: Gradient, around bounds: LayoutRect) -> String {
    guard case .conic(let x, let y, let angle) = gradient.geometry else { return "" }
    let reach =
      [bounds.x, bounds.x + bounds.width].map { abs($0 - x) }.reduce(0, max)
      + [bounds.y, bounds.y + bounds.height].map { abs($0 - y) }.reduce(0, max) + 1
    let count = 180
    return (0..<count).map { index -> String in
      let color = gradient.color(at: (Double(index) + 0.5) / Double(count))
      // Each reaches a little below the next one, so that no gap shows.
      let points = [0.0, 1.3].map { part -> (Double, Double) in
        let turn = (angle + (Double(index) + part) * 360 / Double(count) - 90) * .pi / 180
        return (x + 2 * reach * cosine(turn), y + 2 * reach * sine(turn))
      }
      let corners = [(x, y)] + points
      return "<path d=\"M" + corners.map { "\(SVGText.number($0.0)) \(SVGText.number($0.1))" }.joined(separator: "L")
        + "Z\" \(SVGText.attributes("fill", color))/>"
    }.joined()
  }

}
