import CSS
import Diagnostics
import Platform
import References

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
