import CCairo

/// A PNG image, which owns its surface.
final class Picture {
  let surface: OpaquePointer
  /// Pixels, at least 1.
  private let width: Double
  private let height: Double

  /// What Cairo reads from.
  private struct Source {
    var bytes: UnsafeBufferPointer<UInt8>
    var position = 0
  }

  /// `nil` for what is not a PNG image, or has a side beyond ``PictureHost/maximumSide``.
  init?(_ bytes: [UInt8]) {
    guard Self.hasSoundSize(bytes) else { return nil }
    let surface = bytes.withUnsafeBufferPointer { buffer in
      var source = Source(bytes: buffer)
      return withUnsafeMutablePointer(to: &source) { pointer in
        cairo_image_surface_create_from_png_stream(
          { closure, data, length in
            guard let closure, let data else { return CAIRO_STATUS_READ_ERROR }
            let source = closure.assumingMemoryBound(to: Source.self)
            let count = Int(length)
            guard count <= source.pointee.bytes.count - source.pointee.position else { return CAIRO_STATUS_READ_ERROR }
            for index in 0..<count { data[index] = source.pointee.bytes[source.pointee.position + index] }
            source.pointee.position += count
            return CAIRO_STATUS_SUCCESS
          }, pointer)
      }
    }
    guard let surface else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, cairo_image_surface_get_width(surface) > 0,
      cairo_image_surface_get_height(surface) > 0
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    width = Double(cairo_image_surface_get_width(surface))
    height = Double(cairo_image_surface_get_height(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  /// The header's width and height (PNG 1.2, 4.1.1), before memory is taken for them.
  private static func hasSoundSize(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return false }
    func side(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return 1...PictureHost.maximumSide ~= side(16) && 1...PictureHost.maximumSide ~= side(20)
      && side(16) * side(20) <= 1 << 26
  }

  /// Draws into the rectangle from 0, 0 as an `imageMode` says: stretched, as a whole, filling, or at its own size in px at
  /// a side or corner.
  func draw(_ context: OpaquePointer, _ boxWidth: Double, _ boxHeight: Double, mode: String) {
    let mode = mode.lowercased()
    var scale = (x: 1.0, y: 1.0)
    switch mode {
    case "aspectfit", "scaleaspectfit":
      let least = min(boxWidth / width, boxHeight / height)
      scale = (least, least)
    case "aspectfill", "scaleaspectfill":
      let most = max(boxWidth / width, boxHeight / height)
      scale = (most, most)
    case "center", "top", "bottom", "left", "right", "topleft", "topright", "bottomleft", "bottomright": break
    default: scale = (boxWidth / width, boxHeight / height)
    }
    let rest = (x: boxWidth - width * scale.x, y: boxHeight - height * scale.y)
    let x = mode.hasSuffix("left") ? 0 : mode.hasSuffix("right") ? rest.x : rest.x / 2
    let y = mode.hasPrefix("top") ? 0 : mode.hasPrefix("bottom") ? rest.y : rest.y / 2
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, scale.x, scale.y)
    cairo_set_source_surface(context, surface, 0, 0)
    // The edges of what is stretched keep their colours.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_rectangle(context, 0, 0, width, height)
    cairo_clip(context)
    cairo_paint(context)
    cairo_restore(context)
  }
}
