import Platform

/// Which style sheets the pages of a release use: those of `<link>`, what they import, and `<style>` elements. Any thread may ask.
final class SheetLinks: Sendable {
  private struct Known {
    /// By page; `nil` where the page's links cannot be followed.
    var pages: [String: [SheetUse]?] = [:]
    var imports: [String: [SheetImport]] = [:]
    /// The declarations of `<style>` elements by their paths.
    var styleElements: [String: [SheetDeclarations.Declaration]] = [:]
  }
  private let release: ComparedRelease
  private let known = Mutex(Known())

  /// More pages of one finding are not asked for.
  private static let mostPages = 20
  private static let mostSheets = 500

  /// The sheets of a release's pages.
  init(_ release: ComparedRelease) { self.release = release }

  /// The paths of the sheets that some of the pages use; `nil` where that is not known.
  func sheets(ofPages pages: [String]) -> Set<String>? {
    var all: Set<String> = []
    for page in pages.prefix(Self.mostPages) {
      guard let uses = uses(ofPage: page) else { return nil }
      all.formUnion(uses.lazy.map(\.path))
    }
    return all
  }

  /// The sheets that a page uses, in the order in which they are named; what a sheet imports comes behind it. `nil` where that is
  /// not known.
  func uses(ofPage page: String) -> [SheetUse]? {
    known.withLock { known in
      if let found = known.pages[page] { return found }
      let found = findUses(ofPage: page, &known)
      known.pages[page] = .some(found)
      return found
    }
  }

  /// The declarations of a `<style>` element of a page that was asked for.
  func declarations(ofStyleElement path: String) -> [SheetDeclarations.Declaration]? {
    known.withLock { $0.styleElements[path] }
  }

  private func findUses(ofPage page: String, _ known: inout Known) -> [SheetUse]? {
    guard let bytes = try? release.contents(of: "web/" + page) else { return nil }
    let tags = MarkupTags(bytes).list
    guard !tags.contains(where: { $0.name == "base" }) else { return nil }
    var uses: [SheetUse] = []
    for tag in tags where tag.name == "link" || tag.name == "style" {
      if tag.name == "style" {
        let element = StyleElement(tag, in: bytes)
        if !element.declarations.isEmpty, uses.count < Self.mostSheets {
          known.styleElements[element.path] = element.declarations
          uses.append(
            SheetUse(path: element.path, condition: element.condition, file: page, line: tag.line, importer: nil))
        }
        add(SheetImport.list(bytes[tag.end...], firstLine: tag.line), of: page, nil, to: &uses, &known.imports)
      } else if tag.value(of: "rel")?.lowercased().split(whereSeparator: \.isWhitespace).contains("stylesheet") == true,
        let address = tag.value(of: "href"), let path = resolved(address, from: page)
      {
        let media = tag.value(of: "media") ?? ""
        let condition = tag.value(of: "disabled") == nil ? media : "disabled"
        add(
          SheetUse(path: path, condition: condition, file: page, line: tag.line, importer: nil), to: &uses,
          &known.imports)
      }
    }
    return uses
  }

  private func add(_ use: SheetUse, to uses: inout [SheetUse], _ imports: inout [String: [SheetImport]]) {
    guard uses.count < Self.mostSheets else { return }
    uses.append(use)
    if imports[use.path] == nil {
      let bytes = try? release.contents(of: "web/" + use.path)
      imports[use.path] = bytes.map { SheetImport.list($0[...], firstLine: 1) } ?? []
    }
    add(imports[use.path] ?? [], of: use.path, uses.count - 1, to: &uses, &imports)
  }

  private func add(
    _ list: [SheetImport], of file: String, _ importer: Int?, to uses: inout [SheetUse],
    _ imports: inout [String: [SheetImport]]
  ) {
    for item in list {
      guard let path = resolved(item.address, from: file) else { continue }
      // Sheets that import each other.
      var around = importer
      while let index = around, uses[index].path != path { around = uses[index].importer }
      guard around == nil else { continue }
      add(
        SheetUse(path: path, condition: item.condition, file: file, line: item.line, importer: importer), to: &uses,
        &imports)
    }
  }

  /// The file of the release that an address in a file means, or `nil`.
  private func resolved(_ address: String, from file: String) -> String? {
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    guard !plain.isEmpty else { return nil }
    var parts: [Substring] = plain.hasPrefix("/") ? [] : file.split(separator: "/").dropLast()
    let isWhole = plain.contains("://")
    let path = isWhole ? plain.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" } : plain[...]
    if isWhole { parts = [] }
    for part in path.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    // The site's base (`/blog/`) comes before the paths of files.
    for start in parts.indices {
      let path = parts[start...].joined(separator: "/")
      if release.entry("web/" + path) != nil { return path }
      if !plain.hasPrefix("/"), !isWhole { break }
    }
    return nil
  }
}
