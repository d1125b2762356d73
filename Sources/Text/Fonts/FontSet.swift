import CSSValues
import Shaping
import Platform

/// The fonts of a page: its `@font-face` rules, the configuration's fonts, then the machine's.
///
/// A set does not change once made; pages with the same rules share one. Families are looked for in that order, and the
/// machine is only asked for a family or a character that the fonts before it do not have.
public final class FontSet: ShapingFonts, Sendable {
  /// A face that cannot be used: its family stays, its sources count as missing.
  public struct Problem: Hashable, Sendable {
    /// The index of the rule in ``FontSet/rules``.
    public var rule: Int
    /// What is wrong.
    public var error: FontFileError
  }

  /// The `@font-face` rules in the order of declaration.
  public let rules: [FontFaceRule]
  /// The configuration's fonts.
  public let configured: [ConfiguredFont]
  /// The machine's fonts.
  public let library: FontLibrary
  /// Where the words of languages may be parted.
  public let dictionaries: HyphenationDictionaries?
  /// Rules without a usable source.
  public let problems: [Problem]

  /// The faces of `rules`, `nil` where no source is usable.
  private let faces: [FontFace?]
  /// The indices of rules by folded family.
  private let families: [String: [Int]]
  /// Faces and metrics files of the configuration by folded family.
  private let configuredFaces: [String: [ConfiguredFace]]
  /// Whether any declared font has optical sizes, so that the font size chooses an instance.
  package let usesOpticalSizes: Bool
  private let state = Mutex(State())
  /// What was measured with these fonts.
  let paragraphs = ParagraphCache()
  let metrics = MetricsCache()

  private enum ConfiguredFace {
    case face(FontFace)
    case metrics(FontMetricsFile)
  }

  private struct InstanceKey: Hashable {
    var face: ObjectIdentifier
    var variations: [FontSetting]
    var overrides: FontFaceOverrides
    var isSyntheticBold: Bool
    var isSyntheticItalic: Bool
  }

  private struct MetricsKey: Hashable {
    var family: String
    var file: ObjectIdentifier
  }

  private struct State {
    var instances: [InstanceKey: FontInstance] = [:]
    var metricsInstances: [MetricsKey: FontInstance] = [:]
    var cascades: [FontRequest: FontCascade] = [:]
  }

  /// A set of fonts.
  /// - Parameters:
  ///   - library: The machine's fonts, shared by all sets.
  ///   - configured: The configuration's `fonts`.
  ///   - rules: The page's `@font-face` rules, in order.
  ///   - dictionaries: The configuration's `hyphenation`; without any, `hyphens: auto` parts no words.
  public init(
    library: FontLibrary, configured: [ConfiguredFont] = [], rules: [FontFaceRule] = [],
    dictionaries: HyphenationDictionaries? = nil
  ) {
    self.library = library
    self.dictionaries = dictionaries
    self.configured = configured
    self.rules = rules
    var problems: [Problem] = []
    var faces: [FontFace?] = []
    var families: [String: [Int]] = [:]
    for (i, rule) in rules.enumerated() {
      var found: FontFace?
      for source in rule.sources where found == nil {
        switch source {
        case .file(let file): found = FontFace(tables: file.tables, index: 0, origin: .shipped, path: file.path)
        case .local(let name): found = library.localFace(named: name)
        }
      }
      if found == nil, !rule.sources.isEmpty { problems.append(Problem(rule: i, error: .damaged("no usable source"))) }
      faces.append(found)
      families[rule.family.lowercased(), default: []].append(i)
    }
    var configuredFaces: [String: [ConfiguredFace]] = [:]
    for font in configured {
      switch font.source {
      case .metrics(let file):
        configuredFaces[font.family.lowercased(), default: []].append(.metrics(file))
      case .file(let file):
        guard let face = FontFace(tables: file.tables, index: 0, origin: .configured, path: file.path) else { continue }
        configuredFaces[font.family.lowercased(), default: []].append(.face(face))
      }
    }
    self.problems = problems
    self.faces = faces
    self.families = families
    self.configuredFaces = configuredFaces
    let optical = openTypeTag("opsz")
    usesOpticalSizes =
      faces.contains { $0?.axes.contains { $0.tag == optical } ?? false }
      || configuredFaces.values.joined().contains {
        if case .face(let face) = $0 { face.axes.contains { $0.tag == optical } } else { false }
      }
  }

  /// Lets go of what was measured with these fonts; the machine's keep what they have shaped (``FontLibrary/releaseMeasured()``).
  package func releaseMeasured() {
    paragraphs.releaseAll()
    let fonts = state.withLock { Array($0.instances.values) + Array($0.metricsInstances.values) }
    for font in fonts { font.releaseMeasured() }
  }

  /// What ICU knows of characters.
  package var characters: CharacterClass { .icu }

  /// Where words may be parted.
  package var hyphenation: (any Hyphenation)? { dictionaries }

  /// The fonts of a request in order of preference, made once.
  package func shapingCascade(for request: FontRequest) -> any ShapingCascade { cascade(for: request) }

  /// The fonts of a request in order of preference, made once.
  func cascade(for request: FontRequest) -> FontCascade {
    if let known = state.withLock({ $0.cascades[request] }) { return known }
    let made = FontCascade(request: request, set: self)
    return state.withLock { state in
      if let known = state.cascades[request] { return known }
      // Styles are few on a page; a set that serves a whole site may still meet a great many.
      if state.cascades.count >= 4096 { state.cascades.removeAll() }
      state.cascades[request] = made
      return made
    }
  }

  /// The fonts of one family for a request: several where faces divide the characters among them, none where the family
  /// is nowhere.
  func fonts(of family: FontFamily, for request: FontRequest) -> [FontCascade.Entry] {
    switch family {
    case .named(let name):
      let folded = name.lowercased()
      if let indices = families[folded] {
        return declaredFonts(indices, family: name, request)
      }
      if let found = configuredFont(folded, family: name, request) { return [FontCascade.Entry(font: found)] }
      return library.font(named: name, for: request).map { [FontCascade.Entry(font: $0)] } ?? []
    case .generic(let generic):
      if let found = configuredFont(generic.rawValue, family: generic.rawValue, request) {
        return [FontCascade.Entry(font: found)]
      }
      for name in settingsFamilies(for: generic, language: request.language) {
        if let font = library.font(named: name, for: request) { return [FontCascade.Entry(font: font)] }
      }
      return []
    }
  }

  /// Whether the site says what a family is measured with: a rule of the page ships it, or the configuration names a font
  /// or metrics file. A rule whose files cannot be used counts, since that is reported at the rule; one that leads to a
  /// font of the machine does not.
  public func declares(_ family: FontFamily) -> Bool {
    switch family {
    case .named(let name):
      let folded = name.lowercased()
      if let indices = families[folded] { return indices.allSatisfy { faces[$0]?.origin != .system } }
      return configuredFaces[folded] != nil
    case .generic(let generic): return configuredFaces[generic.rawValue] != nil
    }
  }

  private func declaredFonts(_ indices: [Int], family: String, _ request: FontRequest) -> [FontCascade.Entry] {
    matchFaces(indices.map { rules[$0] }, to: request).compactMap { position in
      let index = indices[position]
      guard let face = faces[index] else { return nil }
      let rule = rules[index]
      let overrides = FontFaceOverrides(
        ascent: rule.ascentOverride, descent: rule.descentOverride, lineGap: rule.lineGapOverride,
        sizeAdjust: rule.sizeAdjust.isFinite && rule.sizeAdjust >= 0 ? rule.sizeAdjust : 1,
        features: rule.featureSettings)
      let bold =
        request.synthesis.contains(.weight) && request.weight >= 600 && rule.weight.upperBound < 600
        && request.weight > rule.weight.upperBound + 200
      let italic = request.synthesis.contains(.style) && request.slant != .normal && rule.slant == .normal
      let font = instance(
        of: face, family: family,
        variations: variations(
          of: face, request, weight: rule.weight, stretch: rule.stretch, slant: rule.slant,
          settings: rule.variationSettings),
        overrides: overrides, isSyntheticBold: bold, isSyntheticItalic: italic)
      return FontCascade.Entry(font: font, ranges: rule.unicodeRanges)
    }
  }

  private func configuredFont(_ folded: String, family: String, _ request: FontRequest) -> FontInstance? {
    guard let candidates = configuredFaces[folded], !candidates.isEmpty else { return nil }
    let italic = request.slant != .normal
    let best = candidates.min { left, right in
      score(left, request, italic) < score(right, request, italic)
    }
    switch best {
    case .face(let face)?:
      return instance(
        of: face, family: family,
        variations: variations(
          of: face, request, weight: 1...1000, stretch: 50...200, slant: .oblique(-90...90), settings: []),
        overrides: .none,
        isSyntheticBold: request.weight > 200 + face.weight && !face.axes.contains { $0.tag == openTypeTag("wght") },
        isSyntheticItalic: italic && !face.isItalic)
    case .metrics(let file)?:
      let key = MetricsKey(family: folded, file: ObjectIdentifier(file.identity))
      return state.withLock { state in
        if let known = state.metricsInstances[key] { return known }
        let made = FontInstance(metrics: file, family: family)
        state.metricsInstances[key] = made
        return made
      }
    case nil: return nil
    }
  }

  private func score(_ candidate: ConfiguredFace, _ request: FontRequest, _ italic: Bool) -> Double {
    switch candidate {
    case .face(let face): abs(face.weight - request.weight) + (face.isItalic == italic ? 0 : 2000)
    case .metrics(let file):
      abs(file.measures.weightClass - request.weight) + (file.measures.isItalic == italic ? 0 : 2000)
    }
  }

  /// The axes of a face for a request: the style's weight, stretch and slant within the descriptors, the face's settings,
  /// then the element's `font-variation-settings` (CSS Fonts 4, 7.2).
  private func variations(
    of face: FontFace, _ request: FontRequest, weight: ClosedRange<Double>, stretch: ClosedRange<Double>,
    slant: FontFaceRule.Slant, settings: [FontSetting]
  ) -> [FontSetting] {
    guard !face.axes.isEmpty else { return [] }
    var values: [UInt32: Double] = [:]
    values[openTypeTag("wght")] = min(weight.upperBound, max(weight.lowerBound, request.weight))
    values[openTypeTag("wdth")] = min(stretch.upperBound, max(stretch.lowerBound, request.stretch))
    if case .oblique(let angles) = slant, request.slant != .normal {
      let wanted = request.slant == .oblique ? request.slantAngle : 14
      values[openTypeTag("slnt")] = -min(angles.upperBound, max(angles.lowerBound, wanted))
    }
    if request.slant == .italic { values[openTypeTag("ital")] = 1 }
    if let size = request.opticalSize { values[openTypeTag("opsz")] = size }
    for setting in settings + request.variations { values[setting.tag] = setting.value }
    return face.axes.compactMap { axis in
      guard let value = values[axis.tag], value.isFinite else { return nil }
      let clamped = min(axis.maximum, max(axis.minimum, value))
      return clamped == axis.initial ? nil : FontSetting(tag: axis.tag, value: clamped)
    }
  }

  private func instance(
    of face: FontFace, family: String, variations: [FontSetting], overrides: FontFaceOverrides, isSyntheticBold: Bool,
    isSyntheticItalic: Bool
  ) -> FontInstance {
    let key = InstanceKey(
      face: ObjectIdentifier(face), variations: variations, overrides: overrides, isSyntheticBold: isSyntheticBold,
      isSyntheticItalic: isSyntheticItalic)
    return state.withLock { state in
      if let known = state.instances[key] { return known }
      let made = FontInstance(
        face: face, family: family, variations: variations, overrides: overrides, isSyntheticBold: isSyntheticBold,
        isSyntheticItalic: isSyntheticItalic)
      state.instances[key] = made
      return made
    }
  }
}
