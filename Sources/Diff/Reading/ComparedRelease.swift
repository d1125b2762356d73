import Manifest
import PageFormat

/// One side of a comparison: a verified release, its entries found by their paths.
public struct ComparedRelease: Sendable {
  /// The manifest.
  public let manifest: ReleaseManifest
  private let packages: [String: VerifiedPackage]
  /// The package that holds each entry: the base package wins, then the manifest's order.
  private let places: [String: String]

  /// Reads a published folder and verifies every hash of it.
  ///
  /// - Parameter folder: the folder with `latest.json`.
  /// - Throws: `ManifestError` with the first fault.
  public init(folder: String) throws(ManifestError) {
    var verifier = ReleaseVerifier(folder: folder)
    if let fault = verifier.verify().first { throw fault }
    guard let verified = verifier.verified else {
      throw ManifestError(.missing, file: "latest.json", expected: "a whole release")
    }
    manifest = verified.manifest
    packages = verified.packages
    var places: [String: String] = [:]
    for package in verified.manifest.packages {
      for path in (verified.packages[package.name]?.index.entries ?? []).map(\.path) where places[path] == nil {
        places[path] = package.name
      }
    }
    self.places = places
  }

  /// The paths of all pages, sorted.
  var pagePaths: [String] {
    places.keys.filter { $0.hasPrefix("pages/") && $0.hasSuffix(".page") }
      .map { String($0.dropFirst(6).dropLast(5)) }.sorted()
  }

  /// The entry of a path; `nil` where there is none.
  func entry(_ path: String) -> PackageIndexEntry? { places[path].flatMap { packages[$0]?.index.entry(path) } }

  /// All entries with the package of each, by path.
  var entries: [(package: String, entry: PackageIndexEntry)] {
    places.keys.sorted().compactMap { path in
      guard let package = places[path], let entry = packages[package]?.index.entry(path) else { return nil }
      return (package, entry)
    }
  }

  /// The bytes of an entry; `nil` where there is none.
  ///
  /// - Throws: `ManifestError` or `ArchiveError` where the archive changed since it was verified.
  public func contents(of path: String) throws -> [UInt8]? {
    guard let package = places[path] else { return nil }
    return try packages[package]?.contents(of: path)
  }

  /// The entry's path of a page's layout in a viewport.
  static func layoutPath(_ page: String, _ viewport: String) -> String { "layouts/\(viewport)/\(page).layout" }

  /// Reads a page, every number of it checked; `nil` where the release has no such page.
  ///
  /// - Throws: `PageFormatError`, `ManifestError` or `ArchiveError`.
  public func page(_ path: String) throws -> PageReader? {
    guard let bytes = try contents(of: "pages/\(path).page") else { return nil }
    let page = try PageReader(FileBytes(bytes))
    try page.validate()
    return page
  }

  /// Reads a page's layout in a viewport, every number of it checked; `nil` where the release has none.
  ///
  /// - Throws: `PageFormatError`, `ManifestError` or `ArchiveError`.
  public func layout(_ path: String, in viewport: String, for page: PageReader) throws -> LayoutReader? {
    guard let bytes = try contents(of: Self.layoutPath(path, viewport)) else { return nil }
    let layout = try LayoutReader(FileBytes(bytes))
    try layout.validate(for: page)
    return layout
  }
}
