import CCairo
import CSSValues
import PageFormat
import Painting

/// Filters, worked out on pixels.
extension CairoRenderer {
  // MARK: Filters (Filter Effects 1)

  /// Applies a filter to a group's own pixels.
  func apply(_ filter: PaintFilter, to group: OpaquePointer) {
    var found: OpaquePointer?
    guard cairo_pattern_get_surface(group, &found) == CAIRO_STATUS_SUCCESS, let surface = found,
      cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    else { return }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface),
      cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    else { return }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    switch filter {
    case .blur(let deviation):
      GaussianBlur.apply(
        data, width: width, height: height, stride: stride, channels: 4, deviation: min(deviation, 500) * scale)
    case .colorMatrix(let matrix):
      PixelFilters.apply(matrix, to: data, width: width, height: height, stride: stride)
    case .toLinearLight: PixelFilters.convert(data, width: width, height: height, stride: stride, toLinear: true)
    case .fromLinearLight: PixelFilters.convert(data, width: width, height: height, stride: stride, toLinear: false)
    case .dropShadow(let dx, let dy, let deviation, let color):
      dropShadow(surface, data, width, height, stride, dx, dy, deviation, color)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// What a group may touch, in CSS px; `nil` where its bounds say nothing of that.
  ///
  /// OPTIMIZATION: a group without it is as large as the picture, and filters go through all of its pixels.
  func area(ofGroupAt index: Int, _ effect: GroupEffect) -> LayoutRect? {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    var depth = 1
    for next in list.items.index(after: index)..<list.items.endIndex {
      switch list.items[next] {
      case .end: depth -= 1
      case .beginTransform, .beginMask, .beginTextClip, .backdrop: return nil
      case .beginGroup(let inner):
        // Filters inside reach farther than what they change.
        guard inner.filters.isEmpty else { return nil }
        depth += 1
      case .beginClip, .beginFixed: depth += 1
      default:
        let bounds = list.bounds[next]
        (left, top) = (min(left, bounds.x), min(top, bounds.y))
        (right, bottom) = (max(right, bounds.x + bounds.width), max(bottom, bounds.y + bounds.height))
      }
      if depth == 0 { break }
    }
    guard left < right, top < bottom else { return nil }
    for case .colorMatrix(let matrix) in effect.filters where matrix.count == 20 && matrix[19] != 0 {
      // What is transparent may get a colour.
      return nil
    }
    // Lines are drawn around their paths, edges on whole pixels.
    let reach = 2 + effect.reach
    return LayoutRect(
      x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach)
  }

  /// Makes a group's alpha the luminance of its colours (CSS Masking 1, 7.10.1).
  static func keepLuminance(of group: OpaquePointer) {
    var found: OpaquePointer?
    guard cairo_pattern_get_surface(group, &found) == CAIRO_STATUS_SUCCESS, let surface = found,
      cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    else { return }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    PixelFilters.keepLuminance(of: data, width: width, height: height, stride: stride)
    cairo_surface_mark_dirty(surface)
  }

  private func dropShadow(
    _ surface: OpaquePointer, _ data: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int,
    _ dx: Double, _ dy: Double, _ deviation: Double, _ color: PaintColor
  ) {
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let shadow = cairo_image_surface_get_data(mask)
    else { return }
    let maskStride = Int(cairo_image_surface_get_stride(mask))
    for row in 0..<height {
      for column in 0..<width { shadow[row * maskStride + column] = data[row * stride + column * 4 + 3] }
    }
    GaussianBlur.apply(
      shadow, width: width, height: height, stride: maskStride, channels: 1, deviation: min(deviation, 500) * scale)
    cairo_surface_mark_dirty(mask)
    // The group's surface may count from another place: its offset is undone while pixels are drawn.
    var (offsetX, offsetY) = (0.0, 0.0)
    cairo_surface_get_device_offset(surface, &offsetX, &offsetY)
    cairo_surface_set_device_offset(surface, 0, 0)
    if let own = cairo_create(surface) {
      cairo_set_operator(own, CAIRO_OPERATOR_DEST_OVER)
      cairo_set_source_rgba(own, color.red, color.green, color.blue, color.alpha)
      cairo_mask_surface(own, mask, dx * scale, dy * scale)
      cairo_destroy(own)
    }
    cairo_surface_set_device_offset(surface, offsetX, offsetY)
    cairo_surface_destroy(mask)
  }
}
