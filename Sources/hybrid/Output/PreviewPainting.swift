import Build
import JSONValues
import Manifest
import Painting

/// What the preview's canvas draws.
enum PreviewPainting {
  /// What the absolute references of a release's pages begin with: `base` of the entry that lists the pages, `/` without.
  static func base(of listing: [UInt8]?) -> String {
    listing.flatMap { try? JSONParser.parse($0)["base"]?.text } ?? "/"
  }

  /// The display list of a whole page in a viewport as JSON (docs/reference/painting.md, "The file"); `nil` where the package has
  /// no such page or layout.
  ///
  /// - Parameters:
  ///   - page: the page's path in the site.
  ///   - viewport: the name of the viewport's package.
  ///   - base: what the site's absolute references begin with.
  ///   - file: the bytes of an entry of the packages.
  static func list(
    _ page: String, in viewport: String, base: String, _ file: @Sendable @escaping (String) -> [UInt8]?
  ) -> [UInt8]? {
    guard let pageFile = file("pages/\(page).page"), let layoutFile = file("layouts/\(viewport)/\(page).layout"),
      let (list, scale) = PageImageSource(path: page, base: base, read: { file("web/" + $0) })
        .displayList(pageFile: pageFile, layoutFile: layoutFile)
    else { return nil }
    return Array(list.encode(scale: scale).utf8)
  }
}
