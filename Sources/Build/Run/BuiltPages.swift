import Archive
import Compiler
import Diagnostics
import Manifest

/// The pages that a build holds, by their site paths.
///
/// Of a site of many pages that is built once, what is known of a page is in a file and is read back where it is asked for; in
/// memory there is only what reports show. A watch, which asks for all pages after each save, has them in memory.
struct BuiltPages: Sendable {
  private var held: [String: HeldPage] = [:]

  /// The number of pages.
  var count: Int { held.count }

  /// A page, or `nil` where there is none of the path. What cannot be read back is a page with that problem.
  subscript(path: String) -> BuiltPage? { held[path].map { $0.page ?? Self.lost(path) } }

  /// What reports show of a page.
  func figures(of path: String) -> PageFigures? { held[path]?.figures }

  /// Whether a page has images with candidates, or images whose boxes are known.
  func hasImages(_ path: String) -> Bool { held[path]?.hasImages == true }

  /// Whether all that is known of a page is in memory; `nil` where there is none of the path.
  func isInMemory(_ path: String) -> Bool? { held[path]?.isInMemory }

  /// A page as it is published.
  ///
  /// - Throws: ``PublishError/setAside`` where it cannot be read back.
  func loaded(_ path: String) throws(PublishError) -> BuiltPage? {
    guard let held = held[path] else { return nil }
    guard let page = held.page else { throw .setAside }
    return page
  }

  /// Adds a page, in the place of another one of its path; the answer is whether there was none.
  @discardableResult
  mutating func insert(_ page: HeldPage) -> Bool { held.updateValue(page, forKey: page.figures.path) == nil }

  mutating func reserveCapacity(_ count: Int) { held.reserveCapacity(count) }

  /// The pages of some paths only.
  func filtered(_ isKept: (String) -> Bool) -> BuiltPages {
    var result = BuiltPages()
    result.held = held.filter { isKept($0.key) }
    return result
  }

  private static func lost(_ path: String) -> BuiltPage {
    BuiltPage(
      path: path,
      diagnostic: Diagnostic(
        .fileUnreadable, "the page's result, which was set aside in a temporary file, cannot be read again",
        at: SourceLocation(file: path)))
  }
}

/// A page as the build holds it: whole, or in a file.
final class HeldPage: Sendable {
  private enum Place {
    indirect case memory(BuiltPage)
    case file(SpillFile, offset: UInt64, count: Int)
  }

  /// What reports show of it.
  let figures: PageFigures
  /// Whether it has images with candidates, or images whose boxes are known.
  let hasImages: Bool
  private let place: Place

  /// A page in memory.
  init(_ page: BuiltPage) {
    figures = PageFigures(page)
    hasImages = !page.images.isEmpty || !page.imageUses.isEmpty
    place = .memory(page)
  }

  /// A page in a file, as far as that takes it.
  ///
  /// - Parameter filesOnly: whether only the compressed files are moved there.
  init(_ page: BuiltPage, in file: SpillFile, filesOnly: Bool) {
    var page = page
    figures = PageFigures(page)
    hasImages = !page.images.isEmpty || !page.imageUses.isEmpty
    page.setAside(in: file)
    guard !filesOnly else {
      place = .memory(page)
      return
    }
    var writer = ByteWriter(setAsideIn: file)
    writer.write(page.isMadeHere)
    writer.write(page)
    var record = EntryData(writer.bytes)
    record.setAside(in: file)
    place = record.offset(in: file).map { .file(file, offset: $0, count: record.count) } ?? .memory(page)
  }

  /// Whether all that is known of it is in memory.
  var isInMemory: Bool {
    if case .memory = place { true } else { false }
  }

  /// The page; `nil` where it cannot be read back.
  var page: BuiltPage? {
    switch place {
    case .memory(let page): return page
    case .file(let file, let offset, let count):
      guard let bytes = try? EntryData(in: file, at: offset, count: count).bytes() else { return nil }
      var reader = ByteReader(bytes, setAsideIn: file)
      guard let isMadeHere = try? reader.bool(), var page = try? reader.page(), reader.isAtEnd else { return nil }
      page.isMadeHere = isMadeHere
      return page
    }
  }
}

/// Pages of a build in some order, each read back when it is asked for.
struct PageList: RandomAccessCollection, Sendable {
  /// The site paths.
  let paths: [String]
  private let pages: BuiltPages
  /// Pages that are published in another form than they were built in.
  private let rewritten: [String: BuiltPage]

  /// The pages of a site that were built, in the order of their paths.
  init(_ site: Site, _ pages: BuiltPages, rewritten: [String: BuiltPage] = [:]) {
    paths = site.pages.map(\.path).filter { pages.figures(of: $0) != nil }
    self.pages = pages
    self.rewritten = rewritten
  }

  /// The first.
  var startIndex: Int { 0 }
  /// Behind the last.
  var endIndex: Int { paths.count }

  /// A page; one that cannot be read back has that problem.
  subscript(index: Int) -> BuiltPage {
    // The list has only paths of pages that are held.
    rewritten[paths[index]] ?? pages[paths[index]] ?? BuiltPage(path: paths[index], diagnostics: [])
  }

  /// Whether a page has images with candidates, or images whose boxes are known.
  var haveImages: Bool { paths.contains { rewritten[$0] != nil || pages.hasImages($0) } }

  /// The page of a path; `nil` where there is none.
  func page(_ path: String) -> BuiltPage? { rewritten[path] ?? pages[path] }

  /// The title of a page.
  func title(of path: String) -> String { pages.figures(of: path)?.title ?? "" }

  /// A page as it is published.
  ///
  /// - Throws: ``PublishError/setAside`` where it cannot be read back.
  func loaded(_ path: String) throws(PublishError) -> BuiltPage? {
    if let page = rewritten[path] { return page }
    return try pages.loaded(path)
  }
}
