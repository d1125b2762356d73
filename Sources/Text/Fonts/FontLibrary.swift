import CSSValues
import Shaping
import Platform

/// The fonts of the machine, opened when something first asks for them and shared by every page of a build.
///
/// Answers are Chromium's on Linux with the same fonts: a family that is not installed is skipped, never substituted by a
/// lookalike; generic families follow Chromium's settings, which depend on the language for Chinese, Japanese and Korean.
public final class FontLibrary: Sendable {
  private struct FaceKey: Hashable {
    var path: String
    var index: Int
  }

  private struct InstanceKey: Hashable {
    var face: FaceKey
    var weight: Double?
    var isSyntheticBold: Bool
    var isSyntheticItalic: Bool
  }

  private struct FamilyKey: Hashable {
    var family: String
    var weight: Double
    var stretch: Double
    var slant: Int
  }

  private struct State {
    var files: [String: FontTables] = [:]
    var faces: [FaceKey: FontFace] = [:]
    var instances: [InstanceKey: FontInstance] = [:]
    var matches: [FamilyKey: SystemFonts.Match?] = [:]
  }

  private let system = SystemFonts()
  private let state = Mutex(State())
  private let usesSystemFonts: Bool
  private let usesOnlyBuiltInFonts: Bool

  /// A library of the machine's fonts.
  /// - Parameter usesSystemFonts: `false` for a library that has no fonts at all, as in tests.
  public init(usesSystemFonts: Bool = true) {
    self.usesSystemFonts = usesSystemFonts
    usesOnlyBuiltInFonts = false
  }

  /// A library as on a machine without fonts: only the built-in metrics.
  init(usesOnlyBuiltInFonts: Bool) {
    usesSystemFonts = true
    self.usesOnlyBuiltInFonts = usesOnlyBuiltInFonts
  }

  /// Lets go of what the machine's fonts have shaped.
  package func releaseMeasured() {
    for instance in state.withLock({ Array($0.instances.values) }) { instance.releaseMeasured() }
  }

  /// The font of a family's name for a style, or `nil` where the machine has no font that counts as it.
  func font(named family: String, for request: FontRequest) -> FontInstance? {
    guard usesSystemFonts, !family.isEmpty else { return nil }
    let slant = request.slant == .normal ? 0 : request.slant == .italic ? 1 : 2
    let key = FamilyKey(family: family, weight: request.weight, stretch: request.stretch, slant: slant)
    let known = state.withLock { $0.matches[key] }
    let match: SystemFonts.Match?
    if let known {
      match = known
    } else {
      match = find(family, key)
      state.withLock { $0.matches[key] = .some(match) }
    }
    guard let match else {
      return BuiltInFonts.face(named: family, weight: request.weight, isItalic: request.slant != .normal)?.font
    }
    return instance(match, for: request)
  }

  private func find(_ family: String, _ key: FamilyKey) -> SystemFonts.Match? {
    if usesOnlyBuiltInFonts { return nil }
    let names = [family] + (Self.alternateName(family).map { [$0] } ?? [])
    for name in names {
      let match = system.match(
        family: name, weight: key.weight, stretch: key.stretch, isItalic: key.slant == 1, isOblique: key.slant == 2)
      if let match { return match }
    }
    return nil
  }

  /// The names that browsers take for each other.
  private static func alternateName(_ family: String) -> String? {
    switch family.lowercased() {
    case "arial": "Helvetica"
    case "helvetica": "Arial"
    case "courier": "Courier New"
    case "courier new": "Courier"
    case "times": "Times New Roman"
    case "times new roman": "Times"
    default: nil
    }
  }

  /// The font that the machine falls back to for a character.
  /// - Parameter language: As in `lang`; empty stands for English.
  func fallback(for character: UInt32, language: String, isEmoji: Bool, request: FontRequest) -> FontInstance? {
    guard usesSystemFonts else { return nil }
    let language = isEmoji ? "und-zsye" : language.isEmpty ? "en-US" : language
    guard let match = usesOnlyBuiltInFonts ? nil : system.fallback(for: character, language: language) else {
      // What fontconfig's list begins with where it has the default fonts.
      let font = isEmoji ? nil : BuiltInFonts.face(named: "DejaVu Sans", weight: 400, isItalic: false)?.font
      return font.flatMap { $0.covers(character) ? $0 : nil }
    }
    return instance(match, for: request, isFallback: true)
  }

  /// The face of a system font whose full or PostScript name is given (`local()`).
  func localFace(named name: String) -> FontFace? {
    guard usesSystemFonts else { return nil }
    guard let match = system.match(uniqueName: name) else { return nil }
    return face(path: match.path, index: match.index)
  }

  private func face(path: String, index: Int) -> FontFace? {
    let key = FaceKey(path: path, index: index)
    return state.withLock { state in
      if let face = state.faces[key] { return face }
      guard let tables = state.files[path] ?? FontTables(path: path) else { return nil }
      state.files[path] = tables
      let face = FontFace(tables: tables, index: index, origin: .system, path: path)
      state.faces[key] = face
      return face
    }
  }

  private func instance(
    _ match: SystemFonts.Match, for request: FontRequest, isFallback: Bool = false
  ) -> FontInstance? {
    guard let face = face(path: match.path, index: match.index) else { return nil }
    let weightAxis = face.axes.first { $0.tag == openTypeTag("wght") }
    let weight = weightAxis.map { min($0.maximum, max($0.minimum, request.weight)) }
    let faceWeight = weight ?? face.weight
    let bold =
      request.synthesis.contains(.weight)
      && (isFallback ? !match.isBold && request.weight >= 600 && weight == nil : request.weight > 200 + faceWeight)
    let italic = request.synthesis.contains(.style) && request.slant == .italic && !face.isItalic
    let key = InstanceKey(
      face: FaceKey(path: match.path, index: match.index), weight: weight, isSyntheticBold: bold,
      isSyntheticItalic: italic)
    return state.withLock { state in
      if let instance = state.instances[key] { return instance }
      let variations = weight.map { [FontSetting(tag: openTypeTag("wght"), value: $0)] } ?? []
      let instance = FontInstance(
        face: face, family: face.familyName, variations: variations, isSyntheticBold: bold, isSyntheticItalic: italic)
      state.instances[key] = instance
      return instance
    }
  }
}
