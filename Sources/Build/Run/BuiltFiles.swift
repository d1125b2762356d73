import Archive
import Manifest

/// The files of the pages and assets that a build holds, published or not.
public struct BuiltFiles: Sendable {
  let pages: BuiltPages
  let assets: [String: PackedAsset]
  /// What pages search with, by the entries that they ask for.
  let search: [String: PackageFile]

  /// The bytes of an entry: `pages/index.html.page`, `layouts/390x844@3/index.html.layout`, `web/index.html`,
  /// `web/app.css`; `nil` where there is none.
  public func bytes(of entry: String) -> [UInt8]? {
    guard let file = file(entry), let packed = file.packed else { return nil }
    guard let bytes = try? packed.entry.data.bytes() else { return nil }
    return packed.entry.method == .deflate ? try? Inflater.inflate(bytes, limit: packed.entry.size) : bytes
  }

  /// The entries that a page adds to packages, those for web views left out.
  public func entries(ofPage path: String) -> [String] {
    guard let page = pages[path] else { return [] }
    return [page.page?.path].compactMap { $0 } + page.layouts.map(\.file.path)
  }

  private func file(_ entry: String) -> PackageFile? {
    if let file = search[entry] { return file }
    if entry.hasPrefix("web/") {
      let path = String(entry.dropFirst(4))
      return pages[path]?.web ?? assets[path]?.file
    }
    if entry.hasPrefix("pages/"), entry.hasSuffix(".page") {
      return pages[String(entry.dropFirst(6).dropLast(5))]?.page
    }
    guard entry.hasPrefix("layouts/"), entry.hasSuffix(".layout") else { return nil }
    let rest = entry.dropFirst(8).dropLast(7)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    return pages[String(rest[rest.index(after: slash)...])]?.layouts.first { $0.viewport == rest[..<slash] }?.file
  }
}

extension BuildState {
  /// The files of the last run, whether they were published or not.
  var files: BuiltFiles { BuiltFiles(pages: pages, assets: assets, search: searchEntries) }
}

extension SiteBuild {
  /// The files of the last run, whether they were published or not.
  public var files: BuiltFiles { state.files }

  /// What the pages' absolute references begin with.
  public var base: String { state.configuration.compiler.base }

  /// The viewports that pages are laid out for, each with its colour schemes, by the names of their packages.
  public var viewportNames: [(name: String, width: Double, height: Double, colorScheme: String)] {
    state.configuration.compiler.screens.map { screen in
      (ReleaseDraft.name(screen.name, screen.colorScheme), screen.width, screen.height, screen.colorScheme.rawValue)
    }
  }
}
