import CCairo
import CSSValues
import PageFormat
import Painting

/// What is below a box, changed by filters.
extension CairoRenderer {
  /// Draws what is below an area once more, changed by filters. What is outside of the area has no part in it: at its
  /// edges, the inside is mirrored.
  func drawBackdrop(_ shape: PaintShape, _ filters: [PaintFilter], at index: Int) {
    let shape = snapped(shape)
    guard let area = deviceArea(of: shape) else { return }
    let (width, height) = (area.width, area.height)
    let deviation = filters.reduce(0.0) { sum, filter in if case .blur(let own) = filter { sum + own } else { sum } }
    let margin = min(500, (deviation * scale * 3).rounded(.up))
    guard width >= 1, height >= 1, let inside = below(index, area),
      let outside = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width + 2 * margin), Int32(height + 2 * margin))
    else { return }
    defer {
      cairo_surface_destroy(inside)
      cairo_surface_destroy(outside)
    }
    if let own = cairo_create(outside) {
      cairo_set_source_surface(own, inside, margin, margin)
      cairo_pattern_set_extend(cairo_get_source(own), CAIRO_EXTEND_REFLECT)
      cairo_paint(own)
      cairo_destroy(own)
    }
    guard let pattern = cairo_pattern_create_for_surface(outside) else { return }
    for filter in filters { apply(filter, to: pattern) }
    cairo_pattern_destroy(pattern)
    cairo_save(context)
    add(shape)
    cairo_clip(context)
    cairo_identity_matrix(context)
    cairo_scale(context, 1 / pixelsPerUnit, 1 / pixelsPerUnit)
    cairo_set_source_surface(context, outside, area.x - margin, area.y - margin)
    cairo_paint(context)
    cairo_restore(context)
  }

  /// The pixels of the picture that a shape touches and that are drawn at all.
  private func deviceArea(of shape: PaintShape) -> LayoutRect? {
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &x1, &y1, &x2, &y2)
    let area = shape.bounds.intersection(LayoutRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1))
    guard area.width > 0, area.height > 0 else { return nil }
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
      var (deviceX, deviceY) = (area.x + x * area.width, area.y + y * area.height)
      cairo_user_to_device(context, &deviceX, &deviceY)
      (left, right) = (min(left, deviceX), max(right, deviceX))
      (top, bottom) = (min(top, deviceY), max(bottom, deviceY))
    }
    left = (left * pixelsPerUnit).rounded()
    top = (top * pixelsPerUnit).rounded()
    let (width, height) = ((right * pixelsPerUnit).rounded() - left, (bottom * pixelsPerUnit).rounded() - top)
    guard width >= 1, height >= 1, width * height <= PagePicture.mostPixels else { return nil }
    return LayoutRect(x: left, y: top, width: width, height: height)
  }

  /// What is drawn so far in an area of the picture's pixels, in the group that is being drawn.
  private func below(_ index: Int, _ area: LayoutRect) -> OpaquePointer? {
    guard let inside = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height)),
      let own = cairo_create(inside)
    else { return nil }
    defer { cairo_destroy(own) }
    if !isVector, let target = cairo_get_group_target(context),
      cairo_surface_get_type(target) == CAIRO_SURFACE_TYPE_IMAGE
    {
      cairo_surface_flush(target)
      cairo_set_source_surface(own, target, -area.x, -area.y)
      cairo_paint(own)
      return inside
    }
    // Vectors have no pixels: what was drawn is drawn again.
    redrawn += index
    guard redrawn <= PaintLimits.redrawnItems else { return inside }
    cairo_translate(own, -area.x, -area.y)
    cairo_scale(own, pixelsPerUnit, pixelsPerUnit)
    var matrix = pageMatrix
    cairo_transform(own, &matrix)
    let renderer = CairoRenderer(
      list, context: own, scale: scale, measurer: measurer, glyphs: glyphs, images: images)
    renderer.drawAgain(upTo: index, inGroupAt: groupStarts.last)
    return inside
  }

  /// Draws the items before one once more: those of the innermost group, or all.
  private func drawAgain(upTo index: Int, inGroupAt start: Int?) {
    if start == nil, !list.canvasColor.isTransparent {
      set(list.canvasColor)
      cairo_paint(context)
    }
    // Of what is outside of the group, only the transforms hold.
    for item in list.items.prefix(start.map { $0 + 1 } ?? 0) {
      switch item.depthChange {
      case 1: if case .beginTransform = item { draw(item, index) } else { begun.append(.nothing) }
      case -1: end()
      default: break
      }
    }
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &x1, &y1, &x2, &y2)
    draw((start.map { $0 + 1 } ?? 0)..<index, LayoutRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1))
  }
}
