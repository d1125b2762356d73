import Dispatch
import JSONValues
import Manifest
import PageFormat
import Platform

/// Compares two releases as a reader sees them.
///
/// ```swift
/// let difference = try ReleaseComparison(old: ComparedRelease(folder: "old"), new: ComparedRelease(folder: "new")).run()
/// ```
public struct ReleaseComparison: Sendable {
  private let old: ComparedRelease
  private let new: ComparedRelease
  private let source: @Sendable (String) -> [UInt8]?
  private let oldSource: @Sendable (String) -> [UInt8]?

  /// The most findings of an answer; further ones are counted.
  public static let mostFindings = 1_000
  /// How many findings are looked for in the style sheets.
  private static let mostPlaces = 100
  /// Pages that came and went are compared with each other up to this number of either.
  private static let mostRenames = 500

  /// A comparison of two releases.
  ///
  /// - Parameters:
  ///   - old: the release before.
  ///   - new: the release now.
  ///   - source: the text that a person wrote of a page of the new release, by its path; `nil` where that is not known, and empty
  ///     where the page is made of other files. Lines are those of this text.
  ///   - oldSource: the same of the old release, for what is gone.
  public init(
    old: ComparedRelease, new: ComparedRelease, source: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    oldSource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.oldSource = oldSource
    self.old = old
    self.new = new
    self.source = source
  }

  /// Compares the releases; pages whose files are the same are not read.
  ///
  /// - Throws: `ManifestError`, `ArchiveError` or `PageFormatError` for a file that breaks a rule.
  public func run() throws -> ReleaseDifference {
    var difference = ReleaseDifference()
    let (oldPages, newPages) = (Set(old.pagePaths), Set(new.pagePaths))
    difference.pagesAdded = newPages.subtracting(oldPages).sorted()
    difference.pagesGone = oldPages.subtracting(newPages).sorted()
    try findRenames(&difference)
    compareViewports(&difference)
    difference.routes = try routes()
    compareSizes(&difference)

    let common = oldPages.intersection(newPages).sorted()
    let viewports = new.manifest.viewports.map(\.name).filter { name in
      old.manifest.viewports.contains { $0.name == name }
    }
    let differing = common.filter { differs($0, in: viewports) }
    difference.comparedPages = common.count
    difference.differingPages = differing.count
    let sheets = SheetChanges(old, new, pages: differing)
    var ledger = CauseLedger()
    for (path, result) in zip(differing, compare(differing, in: viewports, sheets)) {
      let page = try result.get()
      ledger.add(page.causes, of: path)
      for note in page.notes where difference.notes.count < 20 { difference.notes.append(note) }
    }
    let findings = ledger.findings(viewports: new.manifest.viewports.map(\.name), sheets: sheets)
    difference.findings = Array(findings.prefix(Self.mostFindings))
    var places = EditPlaces(old: old, new: new, source: source, oldSource: oldSource)
    for index in difference.findings.indices.prefix(Self.mostPlaces) {
      let finding = difference.findings[index]
      if let anchor = finding.anchor {
        difference.findings[index].source = places.place(ofNode: anchor.node, on: anchor.page, isOld: anchor.isOld)
      } else if finding.subject == .sheet {
        difference.findings[index].source = places.place(ofSheet: finding)
      } else if finding.subject == .document {
        difference.findings[index].source = documentPlace(of: finding)
      } else if let place = finding.source ?? sheets.source(of: finding) {
        difference.findings[index].source = (
          place.file, place.line + (newPages.contains(place.file) ? places.lead(of: place.file) : 0)
        )
      }
    }
    difference.omittedFindings = findings.count - difference.findings.count + ledger.omitted
    return difference
  }

  // MARK: Pages

  private func differs(_ path: String, in viewports: [String]) -> Bool {
    func differs(_ entry: String) -> Bool { old.entry(entry)?.hash != new.entry(entry)?.hash }
    return differs("pages/\(path).page") || viewports.contains { differs(ComparedRelease.layoutPath(path, $0)) }
  }

  private struct PageResult: Sendable {
    var causes: PageCauses
    var notes: [String]
  }

  /// The differences of pages in their order, worked out on all processors.
  private func compare(
    _ paths: [String], in viewports: [String], _ sheets: SheetChanges
  ) -> [Result<PageResult, any Error>] {
    let results = Mutex<[Int: Result<PageResult, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: paths.count) { index in
      let result = Result { try compare(paths[index], in: viewports, sheets) }
      results.withLock { $0[index] = result }
    }
    let done = results.withLock { $0 }
    return paths.indices.compactMap { done[$0] }
  }

  private func compare(_ path: String, in viewports: [String], _ sheets: SheetChanges) throws -> PageResult {
    guard let oldPage = try old.page(path), let newPage = try new.page(path) else {
      return PageResult(causes: PageCauses(), notes: [])
    }
    var doctypes: (old: String?, new: String?)?
    var hasSameMarkup = false
    if let before = try old.contents(of: "web/" + path), let after = try new.contents(of: "web/" + path) {
      doctypes = (DocumentStart(before).doctype, DocumentStart(after).doctype)
      hasSameMarkup = before == after
    }
    var comparison = PageComparison(
      path: path, oldPage, newPage, doctypes: doctypes, sheets: sheets, hasSameMarkup: hasSameMarkup
    ) { address in
      changedFile(address, from: path)
    }
    let explanations = comparison.explanations()
    comparison.explainGenerated(explanations)
    for viewport in viewports {
      guard let oldLayout = try old.layout(path, in: viewport, for: oldPage),
        let newLayout = try new.layout(path, in: viewport, for: newPage)
      else { continue }
      let (before, after) = (oldLayout.viewport, newLayout.viewport)
      guard before.width == after.width, before.fontScale == after.fontScale else {
        comparison.notes.append("\(path): \(viewport) is another viewport now; its layouts were not compared")
        continue
      }
      try comparison.compare(oldLayout, newLayout, explanations: explanations)
      try comparison.compareStates(oldLayout, newLayout, explanations: explanations)
    }
    return PageResult(causes: comparison.causes, notes: comparison.notes)
  }

  /// The line of a page's viewport or doctype, in the first page that the finding names.
  private func documentPlace(of finding: Finding) -> (file: String, line: Int)? {
    guard let page = finding.pages.first, let bytes = try? new.contents(of: "web/" + page) else { return nil }
    let (shipped, written) = (DocumentStart(bytes), source(page).map(DocumentStart.init))
    guard finding.changes.first?.name == PageComparison.viewportChange else { return (page, written?.doctypeLine ?? 1) }
    return (page, written?.viewportLine ?? shipped.viewportLine ?? 1)
  }

  /// The path of the file that an address names, where both releases have it with other bytes.
  private func changedFile(_ address: String, from page: String) -> String? {
    guard let path = Self.path(of: address, from: page), let before = old.entry("web/" + path),
      let after = new.entry("web/" + path), before.hash != after.hash
    else { return nil }
    return path
  }

  /// An address as a path in the site; `nil` for one that leads elsewhere.
  static func path(of address: String, from page: String) -> String? {
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    guard !plain.isEmpty, !plain.contains(":"), !plain.hasPrefix("//") else { return nil }
    var parts = plain.hasPrefix("/") ? [] : Array(page.split(separator: "/").dropLast())
    for part in plain.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// Pages with the same nodes under another path.
  private func findRenames(_ difference: inout ReleaseDifference) throws {
    let (gone, added) = (difference.pagesGone, difference.pagesAdded)
    guard !gone.isEmpty, !added.isEmpty, gone.count <= Self.mostRenames, added.count <= Self.mostRenames else { return }
    var byContent: [[Int]: [String]] = [:]
    for path in gone {
      guard let page = try old.page(path) else { continue }
      byContent[Self.content(of: page), default: []].append(path)
    }
    for path in added {
      guard let page = try new.page(path), let known = byContent[Self.content(of: page)], known.count == 1 else {
        continue
      }
      byContent[Self.content(of: page)] = nil
      difference.pagesRenamed.append((known[0], path))
      difference.pagesGone.removeAll { $0 == known[0] }
      difference.pagesAdded.removeAll { $0 == path }
    }
  }

  private static func content(of page: PageReader) -> [Int] {
    let tree = PageTree(page)
    return tree.children(of: nil).map { tree.subtreeHashes[$0] }
  }

  // MARK: The rest of a release

  private func compareViewports(_ difference: inout ReleaseDifference) {
    let (before, after) = (old.manifest.viewports.map(\.name), new.manifest.viewports.map(\.name))
    difference.viewportsAdded = after.filter { !before.contains($0) }
    difference.viewportsGone = before.filter { !after.contains($0) }
  }

  private func routes() throws -> [ReleaseDifference.Route] {
    let (before, after) = (try Self.routes(of: old), try Self.routes(of: new))
    return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map {
      ReleaseDifference.Route(pattern: $0, old: before[$0], new: after[$0])
    }
  }

  /// What each pattern leads to: the page, and what else the route says.
  private static func routes(of release: ComparedRelease) throws -> [String: String] {
    guard let path = release.manifest.routes, let bytes = try release.contents(of: path),
      case .object(let members)? = try? JSONParser.parse(bytes), case .array(let list)? = members["routes"]
    else { return [:] }
    var routes: [String: String] = [:]
    for route in list {
      guard case .object(var members) = route, case .string(let pattern)? = members["pattern"] else { continue }
      members["pattern"] = nil
      var text = ""
      if case .string(let page)? = members["page"] {
        text = page
        members["page"] = nil
      }
      if !members.isEmpty {
        text += (text.isEmpty ? "" : " ") + String(decoding: JSONValue.object(members).canonicalBytes, as: UTF8.self)
      }
      routes[pattern] = routes[pattern].map { $0 + "; " + text } ?? text
    }
    return routes
  }

  private func compareSizes(_ difference: inout ReleaseDifference) {
    let (before, after) = (old.manifest.packages, new.manifest.packages)
    let names = after.map(\.name) + before.map(\.name).filter { name in !after.contains { $0.name == name } }
    difference.packages = names.map { name in
      ReleaseDifference.Size(
        name: name, old: old.manifest.package(name)?.archive.size, new: new.manifest.package(name)?.archive.size)
    }
    var sums: [FileKind: (old: UInt64, new: UInt64)] = [:]
    for (_, entry) in old.entries { sums[FileKind(path: entry.path), default: (0, 0)].old &+= entry.size }
    for (_, entry) in new.entries { sums[FileKind(path: entry.path), default: (0, 0)].new &+= entry.size }
    difference.kinds = sums.keys.sorted().map { kind in
      ReleaseDifference.Size(name: kind.rawValue, old: sums[kind]?.old, new: sums[kind]?.new)
    }
    let paths = Set((old.entries + new.entries).map(\.entry.path)).sorted()
    for path in paths {
      let kind = FileKind(path: path)
      guard kind != .native, kind != .html else { continue }
      let (left, right) = (old.entry(path), new.entry(path))
      guard left?.hash != right?.hash else { continue }
      difference.files.append(
        ReleaseDifference.File(path: String(path.dropFirst(4)), kind: kind, old: left?.size, new: right?.size))
    }
  }
}
