import CSS
import Diagnostics
import HTML
import Layout
import PageFormat
import Style
import Platform
import References
import Text

/// The parsed stylesheets of a site, by site path and reading options: each is read once, however many pages use it.
final class StyleSheetCache: Sendable {
  private struct Key: Hashable {
    var path: String
    var options: StyleSheetOptions
  }

  private let sheets: Mutex<[Key: CSSStyleSheet]>
  private let urls: Mutex<[Key: [StyleSheetReference]]>
  private let families: Mutex<[Key: FontFamilyPlaces]>

  /// Without any sheet.
  init() {
    sheets = Mutex([:])
    urls = Mutex([:])
    families = Mutex([:])
  }

  /// The sheets of another cache, without those at some paths.
  init(keeping other: StyleSheetCache, except changed: Set<String>) {
    let kept = other.sheets.withLock { $0.filter { !changed.contains($0.key.path) } }
    let keptURLs = other.urls.withLock { $0.filter { !changed.contains($0.key.path) } }
    let keptFamilies = other.families.withLock { $0.filter { !changed.contains($0.key.path) } }
    sheets = Mutex(kept)
    urls = Mutex(keptURLs)
    families = Mutex(keptFamilies)
  }

  /// A file has one folder: what its URLs count from tells no sheets apart.
  private func key(_ path: String, _ options: StyleSheetOptions) -> Key {
    var options = options
    options.urlFolder = nil
    return Key(path: path, options: options)
  }

  /// The URLs of a sheet's values; those of a file's sheet are found once.
  func references(of sheet: CSSStyleSheet, options: StyleSheetOptions) -> [StyleSheetReference] {
    let key = key(sheet.source.path, options)
    guard sheets.withLock({ $0[key] === sheet }) else {
      return StyleSheetReferences.references(of: TokenStream(sheet.source, lineComments: options.lineComments))
    }
    if let known = urls.withLock({ $0[key] }) { return known }
    let found = StyleSheetReferences.references(of: TokenStream(sheet.source, lineComments: options.lineComments))
    urls.withLock { $0[key] = found }
    return found
  }

  /// Where a sheet names font families; those of a file's sheet are found once.
  func familyPlaces(of sheet: CSSStyleSheet, options: StyleSheetOptions) -> FontFamilyPlaces {
    let key = key(sheet.source.path, options)
    guard sheets.withLock({ $0[key] === sheet }) else {
      return FontFamilyPlaces(in: TokenStream(sheet.source, lineComments: options.lineComments))
    }
    if let known = families.withLock({ $0[key] }) { return known }
    let found = FontFamilyPlaces(in: TokenStream(sheet.source, lineComments: options.lineComments))
    families.withLock { $0[key] = found }
    return found
  }

  /// The sheet at a path, made from its text the first time it is asked for.
  func sheet(_ path: String, options: StyleSheetOptions, source: () -> SourceFile) -> CSSStyleSheet {
    let key = key(path, options)
    if let known = sheets.withLock({ $0[key] }) { return known }
    // Two threads may parse the same sheet at once: the first to finish is kept, and both are equal.
    let parsed = CSSStyleSheet(source(), options: options)
    return sheets.withLock { sheets in
      if let known = sheets[key] { return known }
      sheets[key] = parsed
      return parsed
    }
  }
}

/// The fonts of a site: files by path, and sets by the rules that name them.
final class FontCache: Sendable {
  /// The machine's fonts.
  let library: FontLibrary
  private let files: Mutex<[String: FontFile?]>
  private let sets: Mutex<[[String]: FontSet]>
  private let configured: [ConfiguredFont]
  /// The configuration's fonts that could not be read, by family.
  let problems: [(family: String, path: String, reason: String)]

  init(configured paths: [String: String], files site: any SiteFiles) {
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
    library = FontLibrary()
    files = Mutex([:])
    sets = Mutex([:])
  }

  /// The fonts of another cache, without those of files at some paths, and without the sets that such files make.
  init(keeping other: FontCache, except changed: Set<String>) {
    library = other.library
    configured = other.configured
    problems = other.problems
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

  private static func text(_ error: any Error) -> String {
    switch error {
    case let error as FontFileError: error.text
    case let error as FontMetricsFile.ReadError: "line \(error.line): \(error.text)"
    default: String(describing: error)
    }
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

  /// The fonts of a page; pages whose rules come from the same places share one, and what it has shaped.
  ///
  /// - Parameters:
  ///   - places: the sheet and offset of each rule, or `nil` where a rule is in a page of its own.
  ///   - rules: the rules, read where no page had them before.
  func set(places: [String]?, rules: () -> [FontFaceRule]) -> FontSet {
    guard let places else { return FontSet(library: library, configured: configured, rules: rules()) }
    if let known = sets.withLock({ $0[places] }) { return known }
    let made = FontSet(library: library, configured: configured, rules: rules())
    return sets.withLock { sets in
      if let known = sets[places] { return known }
      sets[places] = made
      return made
    }
  }
}

/// The rules of pages that use the same files for sheets, by environment: chosen and sorted once.
final class RuleSetCache: Sendable {
  private struct Key: Hashable {
    var sheets: [ObjectIdentifier]
    var environment: Environment
    var isQuirks: Bool
  }

  private struct AnswerKey: Hashable {
    var sheets: [ObjectIdentifier]
    var answers: [Bool]
    var isQuirks: Bool
  }

  /// Environments and combinations of sheets beyond this many are sorted again each time.
  private static let limit = 512
  private let sets = Mutex<[Key: RuleSet]>([:])
  /// The sets by what the queries of their sheets say: environments in which they say the same share one.
  private let setsByAnswers = Mutex<[AnswerKey: RuleSet]>([:])
  private let thresholds = Mutex<[Key: SharedThresholds]>([:])

  /// Where the queries of sheets change their answers, lengths in font sizes counted in an environment's; the sheets as those
  /// of ``ruleSet(_:_:isQuirks:)``.
  func thresholds(
    _ sheets: [CollectedSheet], _ environment: Environment, find: () -> MediaThresholds
  ) -> SharedThresholds {
    let key = Key(sheets: sheets.map { ObjectIdentifier($0.sheet) }, environment: environment, isQuirks: false)
    if let known = thresholds.withLock({ $0[key] }) { return known }
    let made = SharedThresholds(find())
    return thresholds.withLock { thresholds in
      if let known = thresholds[key] { return known }
      if thresholds.count < Self.limit { thresholds[key] = made }
      return made
    }
  }

  /// The rules of sheets that hold in an environment, the same object where the same rules hold. The sheets must live as long as the cache, which those of the
  /// ``StyleSheetCache`` do.
  func ruleSet(_ sheets: [CollectedSheet], _ environment: Environment, isQuirks: Bool) -> RuleSet {
    let key = Key(sheets: sheets.map { ObjectIdentifier($0.sheet) }, environment: environment, isQuirks: isQuirks)
    if let known = sets.withLock({ $0[key] }) { return known }
    let made = chosen(sheets, environment, isQuirks: isQuirks)
    return sets.withLock { sets in
      if let known = sets[key] { return known }
      if sets.count < Self.limit { sets[key] = made }
      return made
    }
  }

  private func chosen(_ sheets: [CollectedSheet], _ environment: Environment, isQuirks: Bool) -> RuleSet {
    let key = AnswerKey(
      sheets: sheets.map { ObjectIdentifier($0.sheet) }, answers: sheets.flatMap { $0.answers(in: environment) },
      isQuirks: isQuirks)
    if let known = setsByAnswers.withLock({ $0[key] }) { return known }
    let made = RuleSet(sheets, environment: environment, isQuirks: isQuirks)
    return setsByAnswers.withLock { sets in
      if let known = sets[key] { return known }
      if sets.count < Self.limit { sets[key] = made }
      return made
    }
  }
}

/// What resolving styles of a site's pages leaves for the next page with the same rules: one memory for each thread that
/// resolves at once.
final class StyleMemories: Sendable {
  private struct Key: Hashable {
    var rules: ObjectIdentifier
    var userAgent: ObjectIdentifier?
    var fonts: ObjectIdentifier
    var environment: Environment
    var isQuirks: Bool
  }

  /// A memory with its key's objects, which live as long.
  private struct Idle: @unchecked Sendable {
    let memory: StyleMemory
    let rules: RuleSet
    let fonts: FontSet
  }

  private static let limit = 256
  private let idle = Mutex<[Key: [Idle]]>([:])

  /// Calls `body` with a memory that no other call has meanwhile.
  func withMemory<Result>(
    rules: RuleSet, userAgent: RuleSet?, fonts: FontSet, environment: Environment, isQuirks: Bool,
    _ body: (StyleMemory) -> Result
  ) -> Result {
    let key = Key(
      rules: ObjectIdentifier(rules), userAgent: userAgent.map(ObjectIdentifier.init), fonts: ObjectIdentifier(fonts),
      environment: environment, isQuirks: isQuirks)
    let taken =
      idle.withLock { $0[key]?.popLast() }
      ?? Idle(
        memory: StyleMemory(author: rules, userAgent: userAgent, environment: environment, isQuirks: isQuirks),
        rules: rules, fonts: fonts)
    defer {
      idle.withLock { idle in
        if idle.count < Self.limit || idle[key] != nil { idle[key, default: []].append(taken) }
      }
    }
    return body(taken.memory)
  }
}

/// What page files have in common of the styles of a site's pages.
final class StylePools: Sendable {
  private let pool = Mutex(StylePool())

  /// The pool for the next page.
  var current: StylePool {
    pool.withLock { pool in
      if pool.isFull { pool = StylePool() }
      return pool
    }
  }
}

/// The natural sizes of a site's images, by site path.
final class ImageCache: Sendable {
  /// What an image's file says.
  struct Image: Sendable {
    /// The natural size; `nil` where the image is broken.
    var size: StyledTree.ReplacedContent?
    /// Why an image that is there cannot be shown.
    var problem: String?
    /// The format of a file that ends before its image does, so that browsers show a part of it or nothing.
    var cutFormat: ImageFormat?
    /// Whether it is an SVG document.
    var isVector = false
  }

  private let images: Mutex<[String: Image]>

  /// Without any image.
  init() { images = Mutex([:]) }

  /// The images of another cache, without those at some paths.
  init(keeping other: ImageCache, except changed: Set<String>) {
    let kept = other.images.withLock { $0.filter { !changed.contains($0.key) } }
    images = Mutex(kept)
  }

  /// The image at a path, read the first time it is asked for.
  func image(_ path: String, in files: any SiteFiles) -> Image {
    if let known = images.withLock({ $0[path] }) { return known }
    let image = Self.read(path, files)
    images.withLock { $0[path] = image }
    return image
  }

  private static func read(_ path: String, _ files: any SiteFiles) -> Image {
    // A file that is missing is reported where it is named.
    guard let bytes = try? files.read(path) else { return Image() }
    let image = Image(bytes)
    // A file that XML's parser refuses is a broken image, whatever its header says.
    guard image.isVector, let fault = VectorImage.fault(in: bytes) else { return image }
    return Image(problem: "the SVG cannot be shown: \(fault)")
  }
}

extension ImageCache.Image {
  /// What the bytes of an image say.
  init(_ bytes: [UInt8]) {
    do {
      let header = try ImageHeader(bytes: bytes)
      size = StyledTree.ReplacedContent(
        naturalWidth: header.width, naturalHeight: header.height, naturalRatio: header.ratio)
      isVector = header.format == .svg
      cutFormat = ImageHeader.formatOfCutFile(bytes)
    } catch {
      problem = bytes.isEmpty ? "the file is empty" : error.text
    }
  }
}
