import CFontconfig
import Platform

/// The machine's fonts through fontconfig, asked as Chromium on Linux asks: the one place that touches fontconfig.
final class SystemFonts: @unchecked Sendable {
  /// A font file and the face in it.
  struct Match: Hashable, Sendable {
    var path: String
    var index: Int
    /// Whether fontconfig says the font is bold, which decides whether a fallback font is thickened.
    var isBold: Bool
    var isItalic: Bool
  }

  /// One font of a language's fallback list with the characters it has.
  private struct Candidate {
    var match: Match
    /// Owned by the font set that the list keeps.
    var characters: OpaquePointer
  }

  private struct FallbackList {
    var fonts: UnsafeMutablePointer<FcFontSet>?
    var candidates: [Candidate]
  }

  // Guarded by `lock`: fontconfig's own thread safety does not cover building a configuration.
  private let lock = Mutex<Void>(())
  private var configuration: OpaquePointer?
  private var isLoaded = false
  private var fallbackLists: [String: FallbackList] = [:]
  /// The folded names of the machine's families, once they were asked for.
  private var families: Set<String>?

  /// What a font is asked for by, besides its family, in fontconfig's units.
  private struct Style: Hashable {
    var weight: Int32
    var width: Int32
    var slant: Int32
  }

  /// Families that the machine does not have and that are asked for one by one, before a table of names is made: reading
  /// the configuration costs as much as some dozens of them.
  private static let familiesBeforeTable = 32

  private let configurationFile: String?
  private let usesTable: Bool
  private var missingFamilies = 0
  /// The names that fontconfig's rules know. `.some(nil)` where they may know any name.
  private var ruledFamilies: RuledFamilies??
  /// The answers for a family that neither fonts nor rules know.
  private var unknownAnswers: [Style: Match?] = [:]
  private var substitutions = 0

  /// The fonts of a configuration.
  ///
  /// - Parameters:
  ///   - configurationFile: the configuration's file, or `nil` for the machine's.
  ///   - usesTable: whether names that no rule knows share one answer.
  init(configurationFile: String? = nil, usesTable: Bool = true) {
    self.configurationFile = configurationFile
    self.usesTable = usesTable
  }

  /// How often fontconfig's rules were applied to a family's name.
  var substitutionCount: Int { lock.withLock { _ in substitutions } }

  deinit {
    for list in fallbackLists.values where list.fonts != nil { FcFontSetDestroy(list.fonts) }
    if let configuration { FcConfigDestroy(configuration) }
  }

  private func loadConfiguration() {
    if isLoaded { return }
    isLoaded = true
    configuration = configurationFile.map { FontConfiguration.load(path: $0) } ?? FontConfiguration.load()
  }

  /// The font of a family, or `nil` where the machine has neither it nor a metric-compatible one.
  ///
  /// fontconfig always answers with some font. As in Chromium, the answer counts only when its family is the one that
  /// the configuration put first for the request, the one requested, or one made to have the same metrics.
  func match(family: String, weight: Double, stretch: Double, isItalic: Bool, isOblique: Bool = false) -> Match? {
    lock.withLock { _ in
      loadConfiguration()
      guard let configuration else { return nil }
      let style = Style(
        weight: FcWeightFromOpenType(Int32(max(1, min(1000, weight)))), width: Int32(max(50, min(200, stretch))),
        slant: isOblique ? FC_SLANT_OBLIQUE : isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
      guard isUnknown(family, configuration) else { return find(family, style, configuration) }
      if let answer = unknownAnswers[style] { return answer }
      let answer = find(family, style, configuration)
      unknownAnswers[style] = .some(answer)
      return answer
    }
  }

  private func find(_ family: String, _ style: Style, _ configuration: OpaquePointer) -> Match? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(pattern, FC_WEIGHT, style.weight)
    FcPatternAddInteger(pattern, FC_WIDTH, style.width)
    FcPatternAddInteger(pattern, FC_SLANT, style.slant)
    FcPatternAddBool(pattern, FC_SCALABLE, FcBool(FcTrue))
    substitutions += 1
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    let configured = Self.string(pattern, FC_FAMILY, 0) ?? ""
    // OPTIMIZATION: sorting all fonts takes long, and pages may name any number of families.
    guard mayHave(family, configured, configuration) else { return nil }
    var result = FcResultNoMatch
    guard let fonts = FcFontSort(configuration, pattern, FcBool(FcFalse), nil, &result) else { return nil }
    defer { FcFontSetDestroy(fonts) }
    for i in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[i], let match = Self.usable(font) else { continue }
      return Self.isAcceptable(font, requested: family, configured: configured) ? match : nil
    }
    return nil
  }

  /// Whether neither a font nor a rule knows a family's name, so that the answer is that of any such name.
  private func isUnknown(_ family: String, _ configuration: OpaquePointer) -> Bool {
    let folded = family.lowercased()
    if !usesTable || Self.standsForAny(folded) || Self.metricClass(folded) != nil { return false }
    let installed = families ?? Self.families(configuration)
    families = installed
    if installed.contains(folded) { return false }
    missingFamilies += 1
    if missingFamilies <= Self.familiesBeforeTable { return false }
    let ruled = ruledFamilies ?? RuledFamilies(configuration, installed: installed)
    ruledFamilies = .some(ruled)
    return ruled.map { !$0.contains(family) } ?? false
  }

  /// The font whose full or PostScript name is given, for `local()` (CSS Fonts 4, 4.3.1); compared without case.
  func match(uniqueName: String) -> Match? {
    lock.withLock { _ in
      loadConfiguration()
      for object in [FC_FULLNAME, FC_POSTSCRIPT_NAME] {
        guard let configuration, let pattern = FcPatternCreate(), let wanted = FcObjectSetCreate() else { return nil }
        defer {
          FcPatternDestroy(pattern)
          FcObjectSetDestroy(wanted)
        }
        FcPatternAddString(pattern, object, uniqueName)
        for name in [FC_FILE, FC_INDEX, FC_SCALABLE, FC_FONTFORMAT, FC_WEIGHT, FC_SLANT] {
          FcObjectSetAdd(wanted, name)
        }
        guard let fonts = FcFontList(configuration, pattern, wanted) else { return nil }
        defer { FcFontSetDestroy(fonts) }
        // The list's order is fontconfig's business: the first path counts, whatever it is.
        let matches = (0..<Int(fonts.pointee.nfont)).compactMap { fonts.pointee.fonts[$0].flatMap(Self.usable) }
        if let best = matches.min(by: { ($0.path, $0.index) < ($1.path, $1.index) }) { return best }
      }
      return nil
    }
  }

  /// The font that Chromium falls back to for a character under a language: the first of fontconfig's sorted list that
  /// has it.
  func fallback(for character: UInt32, language: String) -> Match? {
    lock.withLock { _ in
      loadConfiguration()
      if fallbackLists[language] == nil { fallbackLists[language] = makeFallbackList(language) }
      return fallbackLists[language]?.candidates.first { FcCharSetHasChar($0.characters, character) != 0 }?.match
    }
  }

  private func makeFallbackList(_ language: String) -> FallbackList {
    guard let configuration, let pattern = FcPatternCreate() else { return FallbackList(fonts: nil, candidates: []) }
    defer { FcPatternDestroy(pattern) }
    if !language.isEmpty { FcPatternAddString(pattern, FC_LANG, language) }
    FcPatternAddBool(pattern, FC_SCALABLE, FcBool(FcTrue))
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    if language.isEmpty { FcPatternDel(pattern, FC_LANG) }
    var result = FcResultNoMatch
    guard let fonts = FcFontSort(configuration, pattern, FcBool(FcFalse), nil, &result) else {
      return FallbackList(fonts: nil, candidates: [])
    }
    var candidates: [Candidate] = []
    for i in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[i], let match = Self.usable(font) else { continue }
      var characters: OpaquePointer?
      guard FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch, let characters else { continue }
      candidates.append(Candidate(match: match, characters: characters))
    }
    return FallbackList(fonts: fonts, candidates: candidates)
  }

  private static func string(_ pattern: OpaquePointer, _ object: String, _ index: Int32) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }

  private static func integer(_ pattern: OpaquePointer, _ object: String) -> Int32 {
    var value: Int32 = 0
    return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : 0
  }

  /// A scalable font in a format that HarfBuzz reads.
  private static func usable(_ font: OpaquePointer) -> Match? {
    var isScalable: FcBool = 0
    guard FcPatternGetBool(font, FC_SCALABLE, 0, &isScalable) == FcResultMatch, isScalable != 0,
      let path = string(font, FC_FILE, 0)
    else { return nil }
    if let format = string(font, FC_FONTFORMAT, 0), format != "TrueType", format != "CFF" { return nil }
    return Match(
      path: path, index: Int(integer(font, FC_INDEX)) & 0xFFFF, isBold: integer(font, FC_WEIGHT) >= FC_WEIGHT_BOLD,
      isItalic: integer(font, FC_SLANT) >= FC_SLANT_ITALIC)
  }

  /// Whether some font of the machine could be acceptable for a family.
  private func mayHave(_ requested: String, _ configured: String, _ configuration: OpaquePointer) -> Bool {
    let requested = requested.lowercased()
    if Self.standsForAny(requested) || Self.metricClass(requested) != nil { return true }
    if families == nil { families = Self.families(configuration) }
    return families?.contains(requested) != false || families?.contains(configured.lowercased()) != false
  }

  /// The folded names of the machine's families.
  private static func families(_ configuration: OpaquePointer) -> Set<String> {
    var names: Set<String> = []
    for set in [FcSetSystem, FcSetApplication] {
      guard let fonts = FcConfigGetFonts(configuration, set) else { continue }
      for index in 0..<Int(fonts.pointee.nfont) {
        guard let font = fonts.pointee.fonts[index] else { continue }
        for number in 0..<Int32(255) {
          guard let family = string(font, FC_FAMILY, number) else { break }
          names.insert(family.lowercased())
        }
      }
    }
    return names
  }

  /// The old generic names of fontconfig stand for whatever font it has.
  private static func standsForAny(_ folded: String) -> Bool { ["sans", "serif", "monospace"].contains(folded) }

  private static func isAcceptable(_ font: OpaquePointer, requested: String, configured: String) -> Bool {
    let requestedFolded = requested.lowercased()
    if standsForAny(requestedFolded) { return true }
    let configuredFolded = configured.lowercased()
    for i in 0..<Int32(255) {
      guard let family = string(font, FC_FAMILY, i)?.lowercased() else { return false }
      if family == configuredFolded || family == requestedFolded { return true }
      if let class1 = metricClass(requestedFolded), class1 == metricClass(family) { return true }
    }
    return false
  }

  /// Families that were made to have each other's metrics.
  private static func metricClass(_ family: String) -> Int? {
    switch family {
    case "arial", "arimo", "liberation sans": 1
    case "times new roman", "tinos", "liberation serif": 2
    case "courier new", "cousine", "liberation mono": 3
    case "calibri", "carlito": 4
    case "cambria", "caladea": 5
    case "georgia", "gelasio": 6
    default: nil
    }
  }
}
