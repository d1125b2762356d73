import CHarfBuzz
import CSSValues
import Shaping
import Platform

extension FontInstance {
  /// Shapes a run, from the cache where it was shaped before.
  package func shaped(_ key: ShapeKey) -> ShapedRun {
    if let known = shapedByWords(key, { shapedWhole($0) }) { return known }
    return cache.run(for: key) { shapedWhole(key) }
  }

  /// A run shaped as it is.
  func shapedWhole(_ key: ShapeKey) -> ShapedRun {
    switch source {
    case .face(let face, _): shapeGlyphs(key, face)
    case .metrics(let file): shapeByMetrics(key, file)
    }
  }

  private func shapeGlyphs(_ key: ShapeKey, _ face: FontFace) -> ShapedRun {
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    let start = key.contextBefore
    let length = key.text.count - start - key.contextAfter
    key.text.withUnsafeBufferPointer {
      hb_buffer_add_utf16(buffer, $0.baseAddress, Int32($0.count), UInt32(start), Int32(length))
    }
    shaping?.shape(buffer, as: key)
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, nil)
    var units = [ShapedRun.Unit](
      repeating: ShapedRun.Unit(advance: 0, isClusterStart: false, isUnsafeToBreak: true, isMissing: false),
      count: length)
    guard let infos, let positions else { return ShapedRun(units: units) }
    let unsafe = HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue
    for i in 0..<Int(count) {
      let unit = Int(infos[i].cluster) - start
      guard unit >= 0, unit < length else { continue }
      var advance = positions[i].x_advance
      if let strike = face.bitmapStrike, let pixels = strike.advance(of: infos[i].codepoint), advance != 0 {
        advance = Int32((pixels / strike.pixelsPerEm * Double(unitsPerEm * Self.subunits)).rounded())
      }
      if !units[unit].isClusterStart {
        units[unit].isClusterStart = true
        units[unit].isUnsafeToBreak = false
      }
      units[unit].advance &+= advance
      if infos[i].mask & unsafe != 0 { units[unit].isUnsafeToBreak = true }
      if infos[i].codepoint == 0 { units[unit].isMissing = true }
    }
    return ShapedRun(units: units)
  }

  /// Text of a font that is known only by its measures: an advance a character, and kerning.
  private func shapeByMetrics(_ key: ShapeKey, _ file: FontMetricsFile) -> ShapedRun {
    let end = key.text.count - key.contextAfter
    let kerns = !key.features.contains { $0.tag == openTypeTag("kern") && $0.value == 0 }
    var units: [ShapedRun.Unit] = []
    units.reserveCapacity(end - key.contextBefore)
    var previous: (character: UInt32, unit: Int)?
    var i = key.contextBefore
    while i < end {
      let (character, length) = decodeUTF16(key.text, i, end)
      let isInvisible = CharacterClass.icu.isDefaultIgnorable(character) || CharacterClass.icu.isMark(character)
      var kern = 0
      if kerns, let previous {
        kern = Int(file.kerning[UInt64(previous.character) << 32 | UInt64(character)] ?? 0)
        units[previous.unit].advance &+= Int32(clamping: kern * Self.subunits)
      }
      let made = covers(character) ? nil : file.madeSpace(character, subunits: Self.subunits)
      let advance = isInvisible ? 0 : made ?? file.advance(of: character) * Self.subunits
      let unit = units.count
      units.append(
        ShapedRun.Unit(
          advance: Int32(clamping: advance), isClusterStart: true, isUnsafeToBreak: kern != 0,
          isMissing: !isInvisible && made == nil && !covers(character)))
      if length == 2 {
        units.append(ShapedRun.Unit(advance: 0, isClusterStart: false, isUnsafeToBreak: true, isMissing: false))
      }
      if !isInvisible { previous = (character, unit) }
      i += length
    }
    return ShapedRun(units: units)
  }

  /// The kerning after a character before each of others, in font units, where it is not 0.
  func kerning(after left: UInt32, before others: [UInt32]) -> [(UInt32, Int)] {
    guard case .face(let face, _) = source else { return [] }
    var found: [(UInt32, Int)] = []
    let leftAdvance = Int32(advance(of: left))
    for right in others {
      guard left <= 0xFFFF, right <= 0xFFFF else { continue }
      // Characters of no script are shaped with the script of those around them.
      let scripts = [CharacterClass.icu.script(left), CharacterClass.icu.script(right)]
      let key = ShapeKey(
        text: [UInt16(left), UInt16(right)],
        script: scripts.first { $0 != CharacterClass.common && $0 != CharacterClass.inherited } ?? CharacterClass.latin,
        isRightToLeft: false, language: "",
        features: [ShapeFeature(tag: openTypeTag("liga"), value: 0), ShapeFeature(tag: openTypeTag("clig"), value: 0)])
      let units = shapeGlyphs(key, face).units
      let kern = (units[0].advance - leftAdvance) / Int32(Self.subunits)
      if units[0].isClusterStart, units[1].isClusterStart, kern != 0 { found.append((right, Int(kern))) }
    }
    return found
  }
}

/// HarfBuzz buffers that wait to be used again.
private final class BufferPool: Sendable {
  static let shared = BufferPool()
  private struct Waiting: @unchecked Sendable {
    // A buffer is used by the one thread that has taken it.
    var buffers: [OpaquePointer] = []
  }
  private let waiting = Mutex(Waiting())

  func take() -> OpaquePointer {
    // HarfBuzz returns its empty object when memory runs out, never NULL.
    waiting.withLock { $0.buffers.popLast() } ?? hb_buffer_create()!
  }

  func give(_ buffer: OpaquePointer) {
    hb_buffer_reset(buffer)
    let isKept = waiting.withLock { waiting in
      if waiting.buffers.count >= 16 { return false }
      waiting.buffers.append(buffer)
      return true
    }
    if !isKept { hb_buffer_destroy(buffer) }
  }
}
