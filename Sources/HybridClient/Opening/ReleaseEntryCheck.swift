import PageFormat
import Platform
import Search

/// Checks the page and layout files and the index of words of one release as a verifier reads them, its base package first.
///
/// A class, because layouts are compared with the pages that were read before them.
public final class ReleaseEntryCheck: Sendable {
  private let pages = Mutex<[String: PageReader]>([:])

  /// How a fault of a layout begins whose page is not in the release.
  static let orphanLayout = "a layout of no page"

  /// A check that has seen no page.
  public init() {}

  /// What is wrong with an entry, or `nil`.
  ///
  /// - Parameters:
  ///   - entry: its path in the package.
  ///   - bytes: its bytes.
  public func fault(of entry: String, _ bytes: [UInt8]) -> String? {
    do {
      if entry.hasPrefix("pages/"), entry.hasSuffix(".page") {
        let page = try PageReader(FileBytes(bytes))
        try page.validate()
        guard entry.utf8.elementsEqual("pages/\(page.source).page".utf8) else { return "a page of \(page.source)" }
        pages.withLock { $0[page.source] = page }
      } else if entry.hasPrefix("layouts/"), entry.hasSuffix(".layout") {
        let layout = try LayoutReader(FileBytes(bytes))
        guard let page = pages.withLock({ $0[layout.source] }) else { return "\(Self.orphanLayout): \(layout.source)" }
        try layout.validate(for: page)
        // The folder is the viewport's.
        let place = entry.dropFirst("layouts/".count).drop { $0 != "/" }
        guard place.utf8.elementsEqual("/\(layout.source).layout".utf8) else { return "a layout of \(layout.source)" }
      } else if entry == ReleaseSearcher.indexPath {
        try SearchIndex(bytes).validate()
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
