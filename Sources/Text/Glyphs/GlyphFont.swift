import CHarfBuzz
import CSSValues

/// A font whose glyphs can be drawn: outlines, and pictures of emoji.
///
/// Two are equal where they are the same face with the same variations.
public struct GlyphFont: Hashable, Sendable {
  let instance: FontInstance

  public static func == (left: GlyphFont, right: GlyphFont) -> Bool { left.instance === right.instance }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }

  /// Whether the weight is simulated: glyphs are drawn with a thicker outline.
  public var isSyntheticBold: Bool { instance.isSyntheticBold }
  /// Whether the slant is simulated: glyphs are sheared.
  public var isSyntheticItalic: Bool { instance.isSyntheticItalic }

  /// How far the font reaches above the baseline, in em.
  public var ascent: Double { instance.variedMeasures().ascent / Double(instance.unitsPerEm) }
  /// How far the font reaches below the baseline, in em.
  public var descent: Double { instance.variedMeasures().descent / Double(instance.unitsPerEm) }

  /// A glyph's outline in em: figures of points, y downwards. Empty for blanks and for fonts of pictures.
  public func outline(of glyph: UInt32) -> GlyphOutline {
    var outline = GlyphOutline()
    guard case .face(_, let font) = instance.source else { return outline }
    outline.scale = 1 / Double(instance.unitsPerEm * FontInstance.subunits)
    withUnsafeMutablePointer(to: &outline) {
      hb_font_get_glyph_shape(font, glyph, OutlineFunctions.shared.functions, $0)
    }
    return outline
  }

  /// A glyph's picture as a PNG file, with its side in pixels to the em; `nil` where it has an outline.
  public func picture(of glyph: UInt32) -> GlyphPicture? {
    guard case .face(let face, let font) = instance.source, let strike = face.bitmapStrike else { return nil }
    let blob = hb_ot_color_glyph_reference_png(font, glyph)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let start = hb_blob_get_data(blob, &length), length > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    var extents = hb_glyph_extents_t()
    _ = hb_font_get_glyph_extents(font, glyph, &extents)
    let unit = 1 / Double(instance.unitsPerEm * FontInstance.subunits)
    return GlyphPicture(
      png: Array(bytes), pixelsPerEm: strike.pixelsPerEm, left: Double(extents.x_bearing) * unit,
      top: -Double(extents.y_bearing) * unit, width: Double(extents.width) * unit,
      height: -Double(extents.height) * unit)
  }
}

/// A glyph that is a picture.
public struct GlyphPicture: Sendable {
  /// The PNG file.
  public var png: [UInt8]
  /// Pixels to the em.
  public var pixelsPerEm: Double
  /// The picture's place in em, from the glyph's origin, y downwards.
  public var left, top, width, height: Double
}

/// The outline of a glyph, in em, y downwards.
public struct GlyphOutline: Sendable {
  /// What a point belongs to.
  public enum Step: UInt8, Sendable {
    /// One point.
    case move
    /// One point.
    case line
    /// Three points.
    case curve
    /// No point.
    case close
  }

  /// The steps.
  public internal(set) var steps: [Step] = []
  /// x and y of each point.
  public internal(set) var points: [Double] = []
  var scale = 1.0

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { steps.isEmpty }

  fileprivate mutating func add(_ step: Step, _ coordinates: [Float]) {
    steps.append(step)
    for (index, value) in coordinates.enumerated() {
      points.append(Double(value) * (index % 2 == 0 ? scale : -scale))
    }
  }
}

/// HarfBuzz's callbacks, made once.
private final class OutlineFunctions: @unchecked Sendable {
  // Immutable once made, as HarfBuzz demands of what threads share.
  static let shared = OutlineFunctions()
  let functions: OpaquePointer

  private init() {
    // HarfBuzz returns its empty object when memory runs out, never NULL.
    functions = hb_draw_funcs_create()!
    hb_draw_funcs_set_move_to_func(
      functions,
      { _, data, _, x, y, _ in data?.assumingMemoryBound(to: GlyphOutline.self).pointee.add(.move, [x, y]) },
      nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions,
      { _, data, _, x, y, _ in data?.assumingMemoryBound(to: GlyphOutline.self).pointee.add(.line, [x, y]) },
      nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        data?.assumingMemoryBound(to: GlyphOutline.self).pointee.add(.curve, [x1, y1, x2, y2, x, y])
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in data?.assumingMemoryBound(to: GlyphOutline.self).pointee.add(.close, []) }, nil, nil
    )
    hb_draw_funcs_make_immutable(functions)
  }
}
