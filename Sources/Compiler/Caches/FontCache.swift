import CSS
import Platform
import Text

/// The fonts of a site: files by path, and sets by the rules that name them. With them goes what else measures text: dictionaries.
final class FontCache: Sendable {
  /// The machine's fonts.
  let library: FontLibrary
  private let files: Mutex<[String: FontFile?]>
  private let sets: Mutex<[[String]: FontSet]>
  private let configured: [ConfiguredFont]
  /// The configuration's fonts that could not be read, by family.
  let problems: [(family: String, path: String, reason: String)]
  /// The configuration's `hyphenation`.
  let dictionaries: HyphenationDictionaries?
  /// The dictionaries that could not be read, by language.
  let unreadableDictionaries: [(language: String, path: String, reason: String)]

  init(configured paths: [String: String], hyphenation: [String: String], files site: any SiteFiles) {
    var configured: [ConfiguredFont] = []
    var problems: [(String, String, String)] = []
    for (family, path) in paths.sorted(by: { $0.key < $1.key }) {
      do {
        let bytes = try site.read(path)
        if path.hasSuffix(".metrics") {
          for face in try FontMetricsFile.faces(text: String(decoding: bytes, as: UTF8.self)) {
            configured.append(ConfiguredFont(family: family, source: .metrics(face)))
          }
        } else {
          configured.append(ConfiguredFont(family: family, source: .file(try FontFile(bytes: bytes, path: path))))
        }
      } catch {
        problems.append((family, path, Self.text(error)))
      }
    }
    self.configured = configured
    self.problems = problems
    (dictionaries, unreadableDictionaries) = Self.dictionaries(hyphenation, site)
    library = FontLibrary()
    files = Mutex([:])
    sets = Mutex([:])
  }

  /// The fonts of another cache, without those of files at some paths, and without the sets that such files make.
  init(keeping other: FontCache, except changed: Set<String>) {
    library = other.library
    configured = other.configured
    problems = other.problems
    dictionaries = other.dictionaries
    unreadableDictionaries = other.unreadableDictionaries
    let known = other.files.withLock { $0 }
    let isFontChanged = known.keys.contains(where: changed.contains)
    files = Mutex(known.filter { !changed.contains($0.key) })
    let sets = other.sets.withLock { sets in
      sets.filter { places, _ in
        // A place is a sheet's path with an offset; a set without places has only the configuration's fonts.
        places.isEmpty
          || !isFontChanged
            && !places.contains { changed.contains(String($0.prefix(upTo: $0.lastIndex(of: ":") ?? $0.endIndex))) }
      }
    }
    self.sets = Mutex(sets)
  }

  /// The dictionaries by language; a file that several languages name is read once.
  private static func dictionaries(
    _ paths: [String: String], _ site: any SiteFiles
  ) -> (read: HyphenationDictionaries?, problems: [(language: String, path: String, reason: String)]) {
    var read: [String: Result<HyphenationDictionary, any Error>] = [:]
    var dictionaries: [String: HyphenationDictionary] = [:]
    var problems: [(language: String, path: String, reason: String)] = []
    for (language, path) in paths.sorted(by: { $0.key < $1.key }) {
      let result = read[path] ?? Result { try HyphenationDictionary(bytes: site.read(path)) }
      read[path] = result
      switch result {
      case .success(let dictionary): dictionaries[language] = dictionary
      case .failure(let error): problems.append((language, path, text(error)))
      }
    }
    return (dictionaries.isEmpty ? nil : HyphenationDictionaries(dictionaries), problems)
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case let error as FontFileError: error.text
    case let error as FontMetricsFile.ReadError: "line \(error.line): \(error.text)"
    case let error as HyphenationDictionary.ReadError: "line \(error.line): \(error.text)"
    default: String(describing: error)
    }
  }

  /// Whether the configuration names a dictionary for texts of a language, also one that cannot be read: that is reported at its
  /// key.
  func namesDictionary(of language: String) -> Bool {
    if dictionaries?.has(language) ?? false { return true }
    return HyphenationDictionaries.first(for: language) { tag in
      unreadableDictionaries.first { $0.language.lowercased() == tag }
    } != nil
  }

  /// Why a font file of the site cannot be used, or `nil` where it can.
  func problem(_ path: String, bytes: () -> [UInt8]?) -> String? {
    guard file(path, bytes: bytes) == nil, let bytes = bytes() else { return nil }
    do {
      _ = try FontFile(bytes: bytes, path: path)
      return nil
    } catch {
      return error.text
    }
  }

  /// The font file at a site path, read once; `nil` where it is not a font.
  func file(_ path: String, bytes: () -> [UInt8]?) -> FontFile? {
    if let known = files.withLock({ $0[path] }) { return known }
    let file = bytes().flatMap { try? FontFile(bytes: $0, path: path) }
    return files.withLock { files in
      if let known = files[path] { return known }
      files[path] = .some(file)
      return file
    }
  }

  /// Lets go of what was measured.
  func releaseMeasured() {
    for set in sets.withLock({ Array($0.values) }) { set.releaseMeasured() }
    library.releaseMeasured()
  }

  /// The fonts of a page; pages whose rules come from the same places share one, and what it has shaped.
  ///
  /// - Parameters:
  ///   - places: the sheet and offset of each rule, or `nil` where a rule is in a page of its own.
  ///   - rules: the rules, read where no page had them before.
  func set(places: [String]?, rules: () -> [FontFaceRule]) -> FontSet {
    guard let places else {
      return FontSet(library: library, configured: configured, rules: rules(), dictionaries: dictionaries)
    }
    if let known = sets.withLock({ $0[places] }) { return known }
    let made = FontSet(library: library, configured: configured, rules: rules(), dictionaries: dictionaries)
    return sets.withLock { sets in
      if let known = sets[places] { return known }
      sets[places] = made
      return made
    }
  }
}
