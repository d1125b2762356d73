import CSS
import Diagnostics
import Layout
import Synchronization
import Text

/// The parsed stylesheets of a site, by site path and reading options: each is read once, however many pages use it.
final class StyleSheetCache: Sendable {
  private struct Key: Hashable {
    var path: String
    var options: StyleSheetOptions
  }

  private let sheets = Mutex<[Key: CSSStyleSheet]>([:])
  private let urls = Mutex<[Key: [StyleSheetReference]]>([:])

  /// The URLs of a sheet's values; those of a file's sheet are found once.
  func references(of sheet: CSSStyleSheet, options: StyleSheetOptions) -> [StyleSheetReference] {
    let key = Key(path: sheet.source.path, options: options)
    guard sheets.withLock({ $0[key] === sheet }) else {
      return StyleSheetReferences.references(of: TokenStream(sheet.source, lineComments: options.lineComments))
    }
    if let known = urls.withLock({ $0[key] }) { return known }
    let found = StyleSheetReferences.references(of: TokenStream(sheet.source, lineComments: options.lineComments))
    urls.withLock { $0[key] = found }
    return found
  }

  /// The sheet at a path, made from its bytes the first time it is asked for.
  func sheet(_ path: String, options: StyleSheetOptions, bytes: () -> [UInt8]?) -> CSSStyleSheet? {
    let key = Key(path: path, options: options)
    if let known = sheets.withLock({ $0[key] }) { return known }
    guard let bytes = bytes() else { return nil }
    // Two threads may parse the same sheet at once: the first to finish is kept, and both are equal.
    let parsed = CSSStyleSheet(SourceFile(path: path, bytes: bytes), options: options)
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
  let library = FontLibrary()
  private let files = Mutex<[String: FontFile?]>([:])
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
          let metrics = try FontMetricsFile(text: String(decoding: bytes, as: UTF8.self))
          configured.append(ConfiguredFont(family: family, source: .metrics(metrics)))
        } else {
          configured.append(ConfiguredFont(family: family, source: .file(try FontFile(bytes: bytes, path: path))))
        }
      } catch {
        problems.append((family, path, String(describing: error)))
      }
    }
    self.configured = configured
    self.problems = problems
  }

  /// The font file at a site path, read once; `nil` where it is no font.
  func file(_ path: String, bytes: () -> [UInt8]?) -> FontFile? {
    if let known = files.withLock({ $0[path] }) { return known }
    let file = bytes().flatMap { try? FontFile(bytes: $0, path: path) }
    return files.withLock { files in
      if let known = files[path] { return known }
      files[path] = .some(file)
      return file
    }
  }

  /// The fonts of a page with its rules.
  func set(rules: [FontFaceRule]) -> FontSet {
    FontSet(library: library, configured: configured, rules: rules)
  }
}

/// The natural sizes of a site's images, by site path.
final class ImageCache: Sendable {
  private let sizes = Mutex<[String: StyledTree.ReplacedContent?]>([:])

  /// The natural size of the image at a path; `nil` where it cannot be read.
  func size(_ path: String, read: () -> StyledTree.ReplacedContent?) -> StyledTree.ReplacedContent? {
    if let known = sizes.withLock({ $0[path] }) { return known }
    let size = read()
    sizes.withLock { $0[path] = .some(size) }
    return size
  }
}
