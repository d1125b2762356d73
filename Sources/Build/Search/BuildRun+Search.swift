import Compiler
import Diagnostics
import Manifest
import Search

extension BuildRun {
  /// The entry of the base package that lists what pages say.
  static let searchRecords = "search.json"
  /// The entry of the base package with the index of their words.
  static let searchIndex = "search.index"
  /// The site path of the script of search boxes.
  static let searchScript = "hybrid-search.js"
  /// The site paths at which pages find the files above, and the script.
  static let searchPaths = [searchScript, "hybrid-search.json", "hybrid-search.index"]

  /// A text on at least so many pages, and on more than half of all, is what the site repeats, such as a menu.
  private static let fewestRepetitions = 4

  /// A page that readers can find.
  private struct Page: Sendable {
    var path: String
    var route: String
    var title: String
    var search: PageSearchText
  }

  /// What lets a release be searched: the pages' records, the index, the script of search boxes.
  mutating func searchFiles(_ walked: Site, _ routes: SiteRoutes) -> [PackageFile] {
    var pages = searchedPages(walked, routes)
    Self.removeRepetitions(&pages)
    var records: [UInt8] = Array("{\"pages\":[\n".utf8)
    var ranges: [Range<Int>] = []
    for (number, page) in pages.enumerated() {
      let record = Array(Self.record(page).compact.utf8)
      if number > 0 { records += Array(",\n".utf8) }
      ranges.append(records.count..<records.count + record.count)
      records += record
    }
    records += Array("\n]}\n".utf8)
    let work = zip(pages, ranges).map { (page: $0, record: $1) }
    let documents = ParallelWork.map(work, threads: options.jobs) { page, record in
      SearchDocument(
        title: page.title, description: page.search.description, headings: page.search.headings,
        text: page.search.blocks.joined(separator: "\n"), language: page.search.language, record: record)
    }
    let index = SearchIndexWriter.encode(documents, recordsSize: records.count)
    let files = [
      PackageFile(path: Self.searchRecords, packing: records, origin: Self.searchRecords, effort: .thorough),
      PackageFile(path: Self.searchIndex, packing: index, origin: Self.searchIndex, effort: .thorough),
      PackageFile(
        path: "web/" + Self.searchScript, packing: Array(SearchScript.text.utf8), origin: Self.searchScript,
        effort: .thorough),
    ]
    state.searchEntries = [
      "web/hybrid-search.json": files[0], "web/hybrid-search.index": files[1], files[2].path: files[2],
    ]
    return files
  }

  private func searchedPages(_ walked: Site, _ routes: SiteRoutes) -> [Page] {
    let urls = Self.urls(of: routes)
    return walked.pages.compactMap { file in
      guard let page = state.pages[file.path], let search = page.search, let url = urls[file.path] else { return nil }
      return Page(path: page.path, route: url, title: page.title, search: search)
    }
  }

  private static func record(_ page: Page) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("path", .string(page.path)), ("route", .string(page.route))]
    func add(_ key: String, _ text: String) {
      if !text.isEmpty { members.append((key, .string(text))) }
    }
    add("title", page.title)
    add("description", page.search.description)
    add("language", page.search.language)
    add("image", page.search.image)
    if !page.search.headings.isEmpty {
      members.append(("headings", .array(page.search.headings.map { .string($0) })))
    }
    add("text", page.search.blocks.joined(separator: "\n"))
    return .object(members)
  }

  /// Leaves out the texts that most pages have.
  private static func removeRepetitions(_ pages: inout [Page]) {
    var counts: [String: Int] = [:]
    for page in pages {
      for block in Set(page.search.blocks) { counts[block, default: 0] += 1 }
    }
    let most = max(fewestRepetitions, pages.count / 2 + 1)
    let repeated = Set(counts.filter { $0.value >= most }.keys)
    guard !repeated.isEmpty else { return }
    for index in pages.indices { pages[index].search.blocks.removeAll(where: repeated.contains) }
  }

  /// The URL of each page that one URL leads to: its first route without parameters, with the closing slash of a folder's
  /// index.
  private static func urls(of routes: SiteRoutes) -> [String: String] {
    var urls: [String: String] = [:]
    for entry in routes.entries {
      guard let page = entry.route.page, urls[page] == nil, !entry.route.isURLPattern,
        !entry.route.pattern.contains(where: { "{}*?[]".contains($0) })
      else { continue }
      let pattern = entry.route.pattern
      let isFolder = pattern != "/" && !pattern.hasSuffix("/") && "/" + page == pattern + "/index.html"
      urls[page] = isFolder ? pattern + "/" : pattern
    }
    return urls
  }

  /// An index without pages, and files of the site in the place of those that pages search with.
  func searchProblems(_ site: Site, _ configuration: SiteConfiguration, _ routes: SiteRoutes) -> [Diagnostic] {
    guard configuration.compiler.collectsSearch else { return [] }
    var problems: [Diagnostic] = []
    if !site.pages.isEmpty, searchedPages(site, routes).isEmpty {
      problems.append(
        Diagnostic(
          .searchNothing, "the index has no page", at: SourceLocation(file: configuration.path ?? "hybrid.json")))
    }
    return problems
      + Self.searchPaths.filter(site.contains).map { path in
        Diagnostic(
          .searchName, "the site's own \(path) is in the way of a file for searching", at: SourceLocation(file: path),
          help: "rename it, or take `search` out of the configuration")
      }
  }
}
