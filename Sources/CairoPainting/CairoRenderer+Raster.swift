import CCairo
import CSSValues
import PageFormat
import Painting

/// Pictures of groups whose pixels are changed: inside of PDF files, and where filters spread what is beyond the picture into it.
extension CairoRenderer {
  /// A group that is drawn as pixels of its own.
  struct Raster {
    /// The context of the file or picture around it.
    let outer: OpaquePointer
    /// Whether that keeps shapes.
    let isOuterVector: Bool
    let surface: OpaquePointer
    /// What the picture shows, in CSS px of the group.
    let area: LayoutRect
  }

  /// Draws what follows into a picture; `nil` where pixels are drawn already and none from outside count, and where the picture would
  /// be too large.
  ///
  /// UNIMPLEMENTED: filters of groups whose picture would be too large.
  ///
  /// - Parameters:
  ///   - index: the item that begins the group.
  ///   - effect: the group's effect, where it has one.
  func beginRaster(at index: Int, _ effect: GroupEffect?) -> Raster? {
    let reach = isVector ? 0 : min(effect?.reach ?? 0, Self.farthestReach)
    guard isVector || reach > 0 && isAligned else { return nil }
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &x1, &y1, &x2, &y2)
    var area = LayoutRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1)
    let own = effect.flatMap { self.area(ofGroupAt: index, $0) }
    if !isVector {
      // What is beyond the picture or a clip counts only where the group reaches there.
      guard let own, own.intersection(area) != own else { return nil }
      area = area.inset(by: -reach)
    }
    if let own { area = area.intersection(own) }
    // Whole pixels of the page, so that edges inside are as sharp as in a picture of it.
    let (left, top) = ((area.x * scale).rounded(.down), (area.y * scale).rounded(.down))
    let width = ((area.x + area.width) * scale).rounded(.up) - left
    let height = ((area.y + area.height) * scale).rounded(.up) - top
    guard width >= 1, height >= 1, width <= PagePicture.largestSide, height <= PagePicture.largestSide,
      width * height <= PagePicture.mostPixels,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard let own = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    cairo_scale(own, scale, scale)
    cairo_translate(own, -left / scale, -top / scale)
    let raster = Raster(
      outer: context, isOuterVector: isVector, surface: surface,
      area: LayoutRect(x: left / scale, y: top / scale, width: width / scale, height: height / scale))
    context = own
    isVector = false
    return raster
  }

  /// How far beyond a picture its groups are drawn, in CSS px: what blurs bring from farther away is faint.
  private static let farthestReach = 256.0

  /// Lays a picture over what is in the file or picture around it.
  func end(_ raster: Raster, _ effect: GroupEffect? = nil) {
    cairo_destroy(context)
    context = raster.outer
    isVector = raster.isOuterVector
    cairo_save(context)
    cairo_translate(context, raster.area.x, raster.area.y)
    cairo_scale(context, 1 / scale, 1 / scale)
    cairo_set_source_surface(context, raster.surface, 0, 0)
    if let effect { cairo_set_operator(context, Self.cairoOperator(effect.blend)) }
    cairo_paint_with_alpha(context, effect?.opacity ?? 1)
    cairo_restore(context)
    cairo_surface_destroy(raster.surface)
  }
}

extension GroupEffect {
  /// How far its filters spread what is in the group, in CSS px.
  var reach: Double {
    filters.reduce(0) { reach, filter in
      switch filter {
      case .blur(let deviation): reach + min(deviation, 500) * 3 + 2
      case .dropShadow(let dx, let dy, let deviation, _):
        reach + max(abs(dx), abs(dy)) + min(deviation, 500) * 3 + 2
      case .colorMatrix, .toLinearLight, .fromLinearLight: reach
      }
    }
  }

  /// Whether the group's pixels are changed, which files of shapes cannot say.
  var needsPixels: Bool { !filters.isEmpty || mask.contains(where: \.isLuminance) }
}
