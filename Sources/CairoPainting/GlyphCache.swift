import CCairo
import CSSValues
import Platform
import Text

/// Glyphs and shaped texts that were drawn before, shared by the pictures of a process.
public final class GlyphCache: @unchecked Sendable {
  // Guarded by the lock; surfaces are never written once they are in the cache.
  private struct State {
    var masks: [MaskKey: GlyphMask] = [:]
    var texts: [TextKey: (runs: [GlyphRun], width: Double)] = [:]
    var outlines: [OutlineKey: GlyphOutline] = [:]
    var pictures: [OutlineKey: DecodedImage?] = [:]
    var bytes = 0
  }
  private let state = Mutex(State())

  struct MaskKey: Hashable {
    var font: GlyphFont
    var glyph: UInt32
    /// Device pixels to the em, in 1/64.
    var size: Int32
    /// The place within a device pixel, in quarters.
    var phase: UInt8
  }

  struct OutlineKey: Hashable {
    var font: GlyphFont
    var glyph: UInt32
  }

  struct TextKey: Hashable {
    var text: String
    var font: FontStyle
    var style: TextStyle
    var keepsFullWidth: Bool
    var isRightToLeft: Bool
    var scale: Double
    /// px more at each space, in a justified line.
    var extraSpacing = 0.0
  }

  /// How much a glyph covers of each pixel.
  final class GlyphMask: @unchecked Sendable {
    // The surface is never written once it is made.
    /// `nil` for a blank.
    let surface: OpaquePointer?
    /// From the glyph's pixel to the mask's left upper corner.
    let left: Int
    let top: Int

    init(surface: OpaquePointer?, left: Int, top: Int) {
      self.surface = surface
      self.left = left
      self.top = top
    }

    deinit { if let surface { cairo_surface_destroy(surface) } }
  }

  /// What the masks may take together, in bytes.
  private static let capacity = 64 << 20

  /// An empty cache.
  public init() {}

  func mask(_ key: MaskKey, make: () -> (mask: GlyphMask, bytes: Int)) -> GlyphMask {
    if let known = state.withLock({ $0.masks[key] }) { return known }
    let made = make()
    return state.withLock { state in
      if state.bytes > Self.capacity {
        state.masks.removeAll()
        state.bytes = 0
      }
      state.bytes += made.bytes + 64
      state.masks[key] = made.mask
      return made.mask
    }
  }

  func outline(_ key: OutlineKey) -> GlyphOutline {
    if let known = state.withLock({ $0.outlines[key] }) { return known }
    let made = key.font.outline(of: key.glyph)
    state.withLock { state in
      if state.outlines.count >= 16_384 { state.outlines.removeAll() }
      state.outlines[key] = made
    }
    return made
  }

  func picture(_ key: OutlineKey, make: () -> DecodedImage?) -> DecodedImage? {
    if let known = state.withLock({ $0.pictures[key] }) { return known }
    let made = make()
    state.withLock { state in
      if state.pictures.count >= 1024 { state.pictures.removeAll() }
      state.pictures[key] = .some(made)
    }
    return made
  }

  func text(_ key: TextKey, shape: () -> (runs: [GlyphRun], width: Double)) -> (runs: [GlyphRun], width: Double) {
    if let known = state.withLock({ $0.texts[key] }) { return known }
    let made = shape()
    state.withLock { state in
      if state.texts.count >= 16_384 { state.texts.removeAll() }
      state.texts[key] = made
    }
    return made
  }
}
