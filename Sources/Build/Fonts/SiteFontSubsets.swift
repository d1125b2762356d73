import Archive
import Compiler
import Compression
import Diagnostics
import Manifest
import References
import Text

/// The fonts that a site ships, each with only the characters that its pages show: `"subsetFonts"` in the
/// configuration.
///
/// A font stays whole where something may show any text in it (scripts, bindings, fields), unless the characters are
/// bounded: by `unicode-range` in its rules, or by the configuration.
struct SiteFontSubsets {
  /// A font with fewer characters.
  struct Subset: Sendable {
    var file: PackageFile
    /// The hash of the whole font, as layout files have it, and of the subset likewise.
    var whole: String
    var hash: String
  }

  /// A subset that was made, with what it was made of.
  struct Made: Sendable {
    var original: ContentHash
    var characters: ContentHash
    var answer: Result<Subset?, FontSubsetError>
  }

  /// The packed subsets by the fonts' site paths.
  private(set) var files: [String: PackageFile] = [:]
  /// The fonts that stay whole, and why.
  private(set) var diagnostics: [Diagnostic] = []
  /// The hashes of subsets by those of the whole fonts.
  private(set) var hashes: [String: String] = [:]
  /// What was made, for the next run.
  private(set) var made: [String: Made] = [:]

  /// What is to be done with a font.
  private struct Work: Sendable {
    var file: PackageFile
    var characters: [UInt32]
    var known: Made?
  }

  /// - Parameters:
  ///   - pages: all pages of the site, in order.
  ///   - assets: the site's other files as they are packed whole.
  ///   - known: what an earlier run made.
  init(
    _ configuration: SiteConfiguration, pages: PageList, assets: [String: PackageFile], known: [String: Made],
    jobs: Int, effort: DeflateEncoder.Effort
  ) {
    guard configuration.compiler.subsetsFonts else { return }
    var work: [Work] = []
    let drawings = Self.drawings(assets)
    for path in Set(pages.lazy.flatMap { $0.characters.fonts.map(\.path) }).sorted() {
      guard let file = assets[path] else { continue }
      if configuration.compiler.fonts.values.contains(path) {
        // Pages without a rule for it may show any of its characters, and the manifest names it by one hash.
        leave(path, "`fonts` of the configuration has it for every page")
        continue
      }
      if let reason = Self.otherUse(of: path, pages, drawings) {
        leave(path, reason)
        continue
      }
      switch Self.characters(of: path, pages, bounds: configuration.fontCharacters) {
      case .success(let characters): work.append(Work(file: file, characters: characters, known: known[path]))
      case .failure(let open): leave(path, open.reason)
      }
    }
    let answers = ParallelWork.map(work, threads: jobs) { Self.subset($0, effort) }
    for (work, made) in zip(work, answers) {
      let path = work.file.origin
      self.made[path] = made
      switch made.answer {
      case .failure(let error): leave(path, error.text)
      case .success(let subset):
        guard let subset else { continue }
        files[path] = subset.file
        hashes[subset.whole] = subset.hash
      }
    }
  }

  private mutating func leave(_ path: String, _ reason: String) {
    diagnostics.append(
      Diagnostic(
        .fontLeftWhole, "the font stays whole: \(reason)", at: SourceLocation(file: path),
        help: reason.contains("may show any text")
          ? "where no other characters than some are ever shown, name these: `\"subsetFonts\": \"U+20-7E, U+A0-FF\"`"
          : nil))
  }

  // MARK: Characters

  private struct Open: Error {
    var reason: String
  }

  /// The characters that a font shows in all pages together.
  private static func characters(
    of path: String, _ pages: PageList, bounds: [ClosedRange<UInt32>]
  ) -> Result<[UInt32], Open> {
    var characters: Set<UInt32> = []
    for range in bounds { characters.formUnion(range) }
    for page in pages {
      guard let font = page.characters.fonts.first(where: { $0.path == path }) else { continue }
      let shown = page.characters.characters
      if font.ranges.isEmpty {
        guard font.opening.isEmpty || !bounds.isEmpty else {
          return .failure(Open(reason: "\(font.opening) of \(page.path) may show any text in it"))
        }
        characters.formUnion(shown)
      } else if font.opening.isEmpty || !bounds.isEmpty {
        characters.formUnion(shown.filter { character in font.ranges.contains { $0.contains(character) } })
      } else {
        // Whatever is shown, `unicode-range` bounds what this font shows of it.
        for range in font.ranges { characters.formUnion(range) }
      }
    }
    return .success(characters.sorted())
  }

  /// What uses a font beside `@font-face` rules of pages, so that its characters are not known.
  private static func otherUse(of path: String, _ pages: PageList, _ drawings: [(path: String, text: [UInt8])])
    -> String?
  {
    for page in pages where page.references.contains(path) {
      if !page.characters.fonts.contains(where: { $0.path == path }) {
        return "\(page.path) refers to it, and not as the font of a family"
      }
    }
    let name = String(path.split(separator: "/").last ?? "")
    let encoded = SiteReference.percentEncoded(name)
    let names = Set([name, encoded]).map { Array($0.utf8) }
    return drawings.first { drawing in names.contains { contains(drawing.text, $0) } }.map { "\($0.path) names it" }
  }

  /// Drawings, whose text no page has, and scripts, which may load a font for a text of theirs.
  private static func drawings(_ assets: [String: PackageFile]) -> [(path: String, text: [UInt8])] {
    assets.filter { asset in [".svg", ".js", ".mjs"].contains { asset.key.lowercased().hasSuffix($0) } }
      .sorted { $0.key < $1.key }.compactMap { path, file in bytes(of: file).map { (path, $0) } }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    return text.withUnsafeBufferPointer { text in
      for start in 0...(text.count - part.count) where text[start] == first {
        if text[start..<start + part.count].elementsEqual(part) { return true }
      }
      return false
    }
  }

  // MARK: Subsets

  private static func subset(_ work: Work, _ effort: DeflateEncoder.Effort) -> Made {
    var writer = ByteWriter()
    for character in work.characters { writer.write(UInt64(character)) }
    let characters = ContentHash(of: writer.bytes)
    let original = work.file.packed?.hash ?? ContentHash(of: [])
    if let known = work.known, known.original == original, known.characters == characters { return known }
    return Made(original: original, characters: characters, answer: subset(work.file, to: work.characters, effort))
  }

  /// The packed subset, or `nil` where it is no smaller than the font.
  private static func subset(
    _ file: PackageFile, to characters: [UInt32], _ effort: DeflateEncoder.Effort
  ) -> Result<Subset?, FontSubsetError> {
    guard let whole = bytes(of: file), let font = try? FontFile(bytes: whole, path: file.origin) else {
      return .failure(.unsupported)
    }
    do throws(FontSubsetError) {
      let bytes = try font.subsetFile(to: characters)
      guard bytes.count < whole.count else { return .success(nil) }
      // A font with nothing but `.notdef` may be refused by a browser.
      guard let smaller = try? FontFile(bytes: bytes) else { return .failure(.unsupported) }
      let packed = PackageFile(path: file.path, packing: bytes, origin: file.origin, effort: effort)
      return .success(Subset(file: packed, whole: hash(of: font), hash: hash(of: smaller)))
    } catch {
      return .failure(error)
    }
  }

  private static func hash(of font: FontFile) -> String {
    var hasher = ContentHasher()
    font.withContent { hasher.update($0) }
    return hasher.finalize().description
  }

  private static func bytes(of file: PackageFile) -> [UInt8]? {
    guard let entry = file.packed?.entry, let bytes = try? entry.data.bytes() else { return nil }
    return entry.method == .deflate ? try? Inflater.inflate(bytes, limit: entry.size) : bytes
  }
}
