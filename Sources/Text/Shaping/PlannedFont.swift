import CHarfBuzz
import CSSValues
import Platform
import Shaping

/// The HarfBuzz face that texts of a font are shaped with, for all its instances.
///
/// A HarfBuzz face keeps a plan for each script, direction, language, list of features and place on the axes. It looks for a plan in
/// a list that never gets shorter, so that texts in thousands of languages would take quadratic time. After
/// ``maximumPlans`` a new face takes its place.
final class PlannedFace: Sendable {
  private static let maximumPlans = 256

  private struct State: @unchecked Sendable {
    // HarfBuzz's face is immutable; the lock guards which one it is.
    var face: OpaquePointer
    /// How many faces there were before.
    var number = 0
    /// The hashes of the plans that the face has.
    var plans: Set<Int> = []
  }
  private let state: Mutex<State>
  private let tables: FontTables
  private let index: Int

  /// The first face of a font file's tables.
  init(_ face: OpaquePointer, tables: FontTables, index: Int) {
    state = Mutex(State(face: hb_face_reference(face)))
    self.tables = tables
    self.index = index
  }

  deinit { state.withLock { hb_face_destroy($0.face) } }

  /// Notes a plan; where the current face is another than that of a number, a reference to it, with its own number.
  func face(after number: Int, plan: Int) -> (face: OpaquePointer, number: Int)? {
    state.withLock { state in
      if !state.plans.contains(plan) {
        if state.plans.count >= Self.maximumPlans, let face = hb_face_create(tables.blob, UInt32(index)) {
          hb_face_make_immutable(face)
          hb_face_destroy(state.face)
          state.face = face
          state.number += 1
          state.plans.removeAll(keepingCapacity: true)
        }
        state.plans.insert(plan)
      }
      return state.number == number ? nil : (hb_face_reference(state.face), state.number)
    }
  }
}

/// The HarfBuzz font that an instance shapes with: of the current ``PlannedFace``.
final class PlannedFont: Sendable {
  private struct State: @unchecked Sendable {
    // HarfBuzz's font is immutable; the lock guards which one it is.
    var font: OpaquePointer
    var number = 0
    /// What was shaped last, most often also what is next.
    var last: ShapeKey?
    var language: hb_language_t?
  }
  private let state: Mutex<State>
  private let face: PlannedFace
  private let make: @Sendable (OpaquePointer) -> OpaquePointer
  private let variations: [FontSetting]

  /// The first font of an instance.
  ///
  /// - Parameter make: makes such a font of another face.
  init(
    _ font: OpaquePointer, _ face: PlannedFace, variations: [FontSetting],
    make: @escaping @Sendable (OpaquePointer) -> OpaquePointer
  ) {
    state = Mutex(State(font: hb_font_reference(font)))
    self.face = face
    self.variations = variations
    self.make = make
  }

  deinit { state.withLock { hb_font_destroy($0.font) } }

  /// Shapes what a buffer has in the script, direction, language and features of a key.
  func shape(_ buffer: OpaquePointer, as key: ShapeKey) {
    let (font, language) = current(for: key)
    defer { hb_font_destroy(font) }
    hb_buffer_set_direction(buffer, key.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(key.script))
    if let language { hb_buffer_set_language(buffer, language) }
    let features = key.features.map { hb_feature_t(tag: $0.tag, value: $0.value, start: 0, end: UInt32.max) }
    hb_shape(font, buffer, features, UInt32(features.count))
  }

  /// A reference to the font, and the key's language.
  private func current(for key: ShapeKey) -> (font: OpaquePointer, language: hb_language_t?) {
    state.withLock { state in
      if let last = state.last, last.hasPlan(of: key) { return (hb_font_reference(state.font), state.language) }
      if let (face, number) = face.face(after: state.number, plan: key.planHash(variations)) {
        hb_font_destroy(state.font)
        state.font = make(face)
        state.number = number
        hb_face_destroy(face)
      }
      state.language = key.language.isEmpty ? nil : KnownLanguages.shared.language(key.language)
      state.last = key
      state.last?.text = []
      return (hb_font_reference(state.font), state.language)
    }
  }
}

extension ShapeKey {
  /// Whether a text is shaped in the same way, whatever it is.
  fileprivate func hasPlan(of key: ShapeKey) -> Bool {
    script == key.script && isRightToLeft == key.isRightToLeft && language == key.language && features == key.features
  }

  /// The hash of what HarfBuzz makes a plan for.
  fileprivate func planHash(_ variations: [FontSetting]) -> Int {
    var hasher = Hasher()
    hasher.combine(script)
    hasher.combine(isRightToLeft)
    hasher.combine(language)
    hasher.combine(features)
    hasher.combine(variations)
    return hasher.finalize()
  }
}

/// HarfBuzz's languages by name: it keeps each for ever, in a list that it looks through from the start.
private final class KnownLanguages: Sendable {
  static let shared = KnownLanguages()
  private struct Known: @unchecked Sendable {
    // HarfBuzz never frees a language.
    var languages: [String: hb_language_t] = [:]
  }
  private let known = Mutex(Known())

  func language(_ name: String) -> hb_language_t? {
    known.withLock { known in
      if let language = known.languages[name] { return language }
      let language = hb_language_from_string(name, -1)
      known.languages[name] = language
      return language
    }
  }
}
