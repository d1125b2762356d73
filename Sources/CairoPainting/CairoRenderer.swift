import CCairo
import CSSValues
import PageFormat
import Painting
import Text

/// Draws display lists with Cairo: into PNG pictures, and as vectors into SVG and PDF files.
///
/// One renderer draws one list. Edges of boxes are brought to whole device pixels, as browsers do, where nothing turns or
/// scales them.
public final class CairoRenderer {
  let list: DisplayList
  let images: (String) -> DecodedImage?
  let measurer: SystemTextMeasurer
  let glyphs: GlyphCache
  /// Device pixels per CSS px.
  let scale: Double
  /// Whether the surface keeps shapes, so that nothing should be drawn as pixels without need.
  var isVector = false

  /// What was begun and ends with ``DisplayItem/end``.
  enum Begun {
    case clip
    case transform
    case group(GroupEffect, Raster?)
    case textClip(OpaquePointer?, Raster?)
    case mask(isLuminance: Bool, Raster?)
    case fixed
    /// Nothing was begun: too much is begun already.
    case nothing
  }
  var begun: [Begun] = []
  /// Groups inside of each other, each of which takes the memory of a picture.
  private var groupDepth: Int { groupStarts.count }
  /// The items that began those groups, or the part of them that is being drawn.
  private(set) var groupStarts: [Int] = []
  /// From CSS px of the page to units of the device.
  var pageMatrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
  /// Units of a file of shapes per CSS px.
  var unit = 1.0
  /// Pixels of a picture per unit of the device.
  var pixelsPerUnit: Double { isVector ? scale / unit : 1 }
  /// Items that were drawn again for backdrops.
  var redrawn = 0
  /// How many transforms there are around: bounds say nothing of the place on the screen.
  private var turnedDepth = 0
  /// Shadows of this list that were blurred already.
  var shadowSlices: [ShadowSlices.Key: ShadowSlices] = [:]
  var context: OpaquePointer

  /// A renderer of a list.
  ///
  /// - Parameters:
  ///   - list: what is drawn.
  ///   - context: Cairo's context, whose user space is in CSS px.
  ///   - scale: device pixels per CSS px.
  ///   - measurer: shapes texts, with the fonts that measured them.
  ///   - glyphs: glyphs that were drawn before.
  ///   - images: decoded images by their addresses.
  init(
    _ list: DisplayList, context: OpaquePointer, scale: Double, measurer: SystemTextMeasurer, glyphs: GlyphCache,
    images: @escaping (String) -> DecodedImage?
  ) {
    self.list = list
    self.context = context
    self.scale = scale
    self.measurer = measurer
    self.glyphs = glyphs
    self.images = images
  }

  /// Draws the items that touch an area, in CSS px of the page.
  func draw(_ area: LayoutRect) {
    if !list.canvasColor.isTransparent {
      set(list.canvasColor)
      cairo_paint(context)
    }
    cairo_get_matrix(context, &pageMatrix)
    draw(list.items.indices, area)
  }

  /// Draws the items, then what something else draws inside of all that they began.
  func draw(around content: (OpaquePointer) -> Void) {
    cairo_get_matrix(context, &pageMatrix)
    for index in list.items.indices { draw(list.items[index], index) }
    content(context)
    while !begun.isEmpty { end() }
  }

  /// Draws some items, and ends what they begin.
  func draw(_ items: Range<Int>, _ area: LayoutRect) {
    for index in items {
      let bounds = list.bounds[index]
      // Under a transform bounds say nothing of the place on the screen.
      if turnedDepth == 0, bounds.width > 0 || bounds.height > 0, !Self.touches(bounds, area) { continue }
      draw(list.items[index], index)
    }
    while !begun.isEmpty { end() }
  }

  private static func touches(_ a: LayoutRect, _ b: LayoutRect) -> Bool {
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  }

  func draw(_ item: DisplayItem, _ index: Int) {
    switch item {
    case .fill(let shape, let paint, let blend): fill(shape, paint, blend)
    case .stroke(let path, let paint, let style): stroke(path, paint, style)
    case .shadow(let shadow): draw(shadow)
    case .text(let run): draw(run)
    case .textShadow(let run, let deviation): drawShadow(run, deviation)
    case .decoration(let line): draw(line)
    case .emphasis(let marks): draw(marks)
    case .backdrop(let shape, let filters): drawBackdrop(shape, filters, at: index)
    case .image(let source, let destination, let clip, let isPixelated):
      draw(image: source, destination, clip, isPixelated)
    case .beginClip(let shape):
      if isIntricate(shape), groupDepth < PaintLimits.nestedGroups { return beginPictureOfClip(shape, index) }
      cairo_save(context)
      begun.append(.clip)
      add(snapped(shape))
      cairo_clip(context)
    case .beginTransform(let matrix):
      cairo_save(context)
      begun.append(.transform)
      turnedDepth += 1
      guard matrix.isUsable else {
        cairo_rectangle(context, 0, 0, 0, 0)
        cairo_clip(context)
        return
      }
      var own = Self.matrix(matrix)
      cairo_transform(context, &own)
    case .beginGroup(let effect): begin(effect, index)
    case .beginFixed: begun.append(.fixed)
    case .beginTextClip:
      guard groupDepth < PaintLimits.nestedGroups else { return begun.append(.nothing) }
      groupStarts.append(index)
      cairo_save(context)
      cairo_push_group(context)
      begun.append(.textClip(nil, nil))
    case .beginMask(let isLuminance):
      guard groupDepth < PaintLimits.nestedGroups else { return begun.append(.nothing) }
      groupStarts.append(index)
      let raster = isLuminance ? beginRaster(at: index, nil) : nil
      cairo_save(context)
      cairo_push_group(context)
      begun.append(.mask(isLuminance: isLuminance, raster))
    case .paintInMask:
      guard case .mask(let isLuminance, let raster)? = begun.last, let mask = cairo_pop_group(context) else { return }
      if isLuminance { Self.keepLuminance(of: mask) }
      begun[begun.count - 1] = .textClip(mask, raster)
      groupStarts[groupStarts.count - 1] = index
      cairo_push_group(context)
    case .paintInText:
      guard case .textClip(nil, let raster)? = begun.last else { return }
      begun[begun.count - 1] = .textClip(cairo_pop_group(context), raster)
      groupStarts[groupStarts.count - 1] = index
      cairo_push_group(context)
    case .end: end()
    }
  }

  // MARK: Groups

  /// Whether a shape has so many points that Cairo would take long to cut each item with it: it looks for where its lines cross.
  private func isIntricate(_ shape: PaintShape) -> Bool {
    guard !isVector, case .path(let path, _) = shape else { return false }
    return path.steps.count > PaintLimits.clipPoints
  }

  /// Begins a clip as a picture of its shape, through which what follows shows: filling is fast whatever lines cross.
  private func beginPictureOfClip(_ shape: PaintShape, _ index: Int) {
    let shape = snapped(shape)
    groupStarts.append(index)
    cairo_save(context)
    let bounds = shape.bounds.inset(by: -1 / scale)
    cairo_rectangle(context, bounds.x, bounds.y, bounds.width, bounds.height)
    cairo_clip(context)
    cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
    // What cuts both the shape and what follows cuts only the latter: together with the shape it would be slow again.
    cairo_reset_clip(context)
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    add(shape)
    cairo_fill(context)
    begun.append(.textClip(cairo_pop_group(context), nil))
    cairo_push_group(context)
  }

  private func begin(_ effect: GroupEffect, _ index: Int) {
    guard groupDepth < PaintLimits.nestedGroups else { return begun.append(.nothing) }
    groupStarts.append(index)
    let raster = effect.needsPixels ? beginRaster(at: index, effect) : nil
    cairo_save(context)
    if isAligned, !isVector, let area = area(ofGroupAt: index, effect) {
      add(.rounded(RoundedRect(area.onPixels(scale))))
      cairo_clip(context)
    }
    cairo_push_group(context)
    begun.append(.group(effect, raster))
  }

  func end() {
    guard let last = begun.popLast() else { return }
    switch last {
    case .clip: cairo_restore(context)
    case .transform:
      turnedDepth -= 1
      cairo_restore(context)
    case .fixed, .nothing: break
    case .mask(_, let raster):
      groupStarts.removeLast()
      cairo_pattern_destroy(cairo_pop_group(context))
      cairo_restore(context)
      if let raster { end(raster) }
    case .textClip(let mask, let raster):
      groupStarts.removeLast()
      defer { if let raster { end(raster) } }
      guard let mask else {
        cairo_pattern_destroy(cairo_pop_group(context))
        cairo_restore(context)
        return
      }
      cairo_pop_group_to_source(context)
      cairo_mask(context, mask)
      cairo_pattern_destroy(mask)
      cairo_restore(context)
    case .group(let effect, let raster):
      groupStarts.removeLast()
      defer { if let raster { end(raster, effect) } }
      guard let group = cairo_pop_group(context) else { return cairo_restore(context) }
      for filter in effect.filters { apply(filter, to: group) }
      if !effect.mask.isEmpty { apply(effect.mask, to: group) }
      cairo_set_source(context, group)
      // A picture of its own is laid over the page as a whole.
      cairo_set_operator(context, raster == nil ? Self.cairoOperator(effect.blend) : CAIRO_OPERATOR_OVER)
      cairo_paint_with_alpha(context, raster == nil ? effect.opacity : 1)
      cairo_pattern_destroy(group)
      cairo_restore(context)
    }
  }

  /// Keeps of a group what the layers of its mask show together.
  private func apply(_ layers: [MaskLayer], to group: OpaquePointer) {
    cairo_push_group(context)
    for (index, layer) in layers.enumerated().reversed() {
      cairo_push_group(context)
      fill(.rounded(layer.area), layer.paint, .normal)
      guard let shown = cairo_pop_group(context) else { continue }
      if layer.isLuminance { Self.keepLuminance(of: shown) }
      let operation: cairo_operator_t =
        switch layer.composite {
        case .add: CAIRO_OPERATOR_OVER
        case .subtract: CAIRO_OPERATOR_OUT
        case .intersect: CAIRO_OPERATOR_IN
        case .exclude: CAIRO_OPERATOR_XOR
        }
      // The lowest layer joins nothing.
      cairo_set_operator(context, index == layers.count - 1 ? CAIRO_OPERATOR_OVER : operation)
      cairo_set_source(context, shown)
      cairo_paint(context)
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
      cairo_pattern_destroy(shown)
    }
    let mask = cairo_pop_group(context)
    cairo_push_group(context)
    cairo_set_source(context, group)
    cairo_mask(context, mask)
    let masked = cairo_pop_group(context)
    cairo_pattern_destroy(mask)
    var surface: OpaquePointer?
    // The group's own surface takes the masked pixels.
    if let masked, cairo_pattern_get_surface(group, &surface) == CAIRO_STATUS_SUCCESS, let surface {
      let own = cairo_create(surface)
      cairo_set_operator(own, CAIRO_OPERATOR_SOURCE)
      var from: OpaquePointer?
      if cairo_pattern_get_surface(masked, &from) == CAIRO_STATUS_SUCCESS, let from {
        cairo_set_source_surface(own, from, 0, 0)
        cairo_paint(own)
      }
      cairo_destroy(own)
    }
    if let masked { cairo_pattern_destroy(masked) }
  }

  static func cairoOperator(_ blend: BlendMode) -> cairo_operator_t {
    switch blend {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }

  // MARK: Geometry

  static func matrix(_ matrix: PaintMatrix) -> cairo_matrix_t {
    cairo_matrix_t(xx: matrix.a, yx: matrix.b, xy: matrix.c, yy: matrix.d, x0: matrix.e, y0: matrix.f)
  }

  /// Whether device pixels can be met: nothing around turns or scales.
  var isAligned: Bool { turnedDepth == 0 }

  /// A rectangle with its edges on device pixels; at least one pixel where it is larger than nothing.
  func snapped(_ rect: LayoutRect) -> LayoutRect { isAligned && !isVector ? rect.onPixels(scale) : rect }

  func snapped(_ shape: PaintShape) -> PaintShape { isAligned && !isVector ? shape.onPixels(scale) : shape }

  /// Makes the current path the shape's.
  func add(_ shape: PaintShape) {
    cairo_new_path(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    switch shape {
    case .rounded(let rect): add(rect)
    case .ring(let outer, let inner):
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
      add(outer)
      if inner.rect.width > 0, inner.rect.height > 0 { add(inner) }
    case .path(let path, let rule):
      if rule == .evenOdd { cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD) }
      add(path)
    }
  }

  func add(_ rounded: RoundedRect) { Self.add(near(rounded), to: context) }

  /// The farthest device pixel: Cairo counts in 1/256 pixels of 32 bits.
  private static let farthest = 4e6

  /// A place that Cairo can count, in CSS px.
  private func near(_ place: Double) -> Double {
    let limit = Self.farthest / scale
    return min(limit, max(-limit, place))
  }

  private func near(_ rounded: RoundedRect) -> RoundedRect {
    let rect = rounded.rect
    let limit = Self.farthest / scale
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    guard max(abs(rect.x), abs(rect.y), abs(right), abs(bottom)) > limit else { return rounded }
    let (x, y) = (near(rect.x), near(rect.y))
    let inside = LayoutRect(x: x, y: y, width: near(right) - x, height: near(bottom) - y)
    return RoundedRect(inside, radii: rounded.radii)
  }

  static func add(_ rounded: RoundedRect, to context: OpaquePointer) {
    guard rounded.isRounded else {
      cairo_rectangle(context, rounded.rect.x, rounded.rect.y, rounded.rect.width, rounded.rect.height)
      return
    }
    add(rounded.path, to: context)
  }

  func add(_ path: PaintPath) {
    let limit = Self.farthest / scale
    guard path.points.contains(where: { !(abs($0) <= limit) }) else { return Self.add(path, to: context) }
    Self.add(path.limited(to: limit), to: context)
  }

  private static func add(_ path: PaintPath, to context: OpaquePointer) {
    path.forEach { step, place in
      let p = path.points
      switch step {
      case .move: cairo_move_to(context, p[place], p[place + 1])
      case .line: cairo_line_to(context, p[place], p[place + 1])
      case .curve:
        cairo_curve_to(context, p[place], p[place + 1], p[place + 2], p[place + 3], p[place + 4], p[place + 5])
      case .close: cairo_close_path(context)
      }
    }
  }

  func set(_ color: PaintColor) { cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha) }

  // MARK: Areas and lines

  func fill(_ shape: PaintShape, _ paint: Paint, _ blend: BlendMode) {
    if blend != .normal { cairo_set_operator(context, Self.cairoOperator(blend)) }
    defer { if blend != .normal { cairo_set_operator(context, CAIRO_OPERATOR_OVER) } }
    let shape = snapped(shape)
    guard setSource(paint, filling: shape.bounds) else { return }
    guard case .pattern(let pattern) = paint, pattern.stepX == 0, pattern.stepY == 0 else {
      add(shape)
      cairo_fill(context)
      return
    }
    // Edges of an enlarged image are not mixed with what is outside of it: the image ends where its tile does.
    cairo_save(context)
    add(.rounded(RoundedRect(snappedTile(pattern.tile))))
    cairo_clip(context)
    add(shape)
    cairo_fill(context)
    cairo_restore(context)
  }

  private func stroke(_ path: PaintPath, _ paint: Paint, _ style: StrokeStyle) {
    guard style.width > 0, setSource(paint, filling: path.bounds) else { return }
    cairo_new_path(context)
    add(path)
    cairo_set_line_width(context, style.width)
    cairo_set_line_cap(
      context,
      style.cap == .round ? CAIRO_LINE_CAP_ROUND : style.cap == .square ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(
      context,
      style.join == .round
        ? CAIRO_LINE_JOIN_ROUND : style.join == .bevel ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER)
    cairo_set_miter_limit(context, style.miterLimit)
    if style.dashes.isEmpty {
      cairo_set_dash(context, nil, 0, 0)
    } else {
      cairo_set_dash(context, style.dashes, Int32(style.dashes.count), style.dashOffset)
    }
    cairo_stroke(context)
    cairo_set_dash(context, nil, 0, 0)
  }

  private func draw(image source: String, _ destination: LayoutRect, _ clip: RoundedRect, _ isPixelated: Bool) {
    guard let image = images(source), destination.width > 0, destination.height > 0 else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    // A picture that fills its box keeps to the box's pixels.
    let isWhole = clip.rect == destination
    let area = isWhole ? snapped(destination) : destination
    add(.rounded(RoundedRect(snapped(clip.rect), radii: clip.radii)))
    cairo_clip(context)
    cairo_translate(context, area.x, area.y)
    cairo_scale(context, area.width / Double(image.width), area.height / Double(image.height))
    cairo_set_source_surface(context, image.surface, 0, 0)
    let pattern = cairo_get_source(context)
    cairo_pattern_set_filter(pattern, isPixelated ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    // Edges are not mixed with what is outside of the picture.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_rectangle(context, 0, 0, Double(image.width), Double(image.height))
    cairo_fill(context)
  }
}
