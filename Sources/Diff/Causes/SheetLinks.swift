import Synchronization

/// Which style sheets the pages of a release use: those of `<link>`, and what they import. Any thread may ask.
final class SheetLinks: Sendable {
  private struct Known {
    /// By page; `nil` where the page's links cannot be followed.
    var pages: [String: Set<String>?] = [:]
    var imports: [String: [String]] = [:]
  }
  private let release: ComparedRelease
  private let known = Mutex(Known())

  /// More pages of one finding are not asked for.
  private static let mostPages = 20
  private static let mostSheets = 500
  /// The most bytes of a tag or an `@import` that are looked at.
  private static let longest = 2_000

  /// The sheets of a release's pages.
  init(_ release: ComparedRelease) { self.release = release }

  /// The paths of the sheets that some of the pages use; `nil` where that is not known.
  func sheets(ofPages pages: [String]) -> Set<String>? {
    var all: Set<String> = []
    for page in pages.prefix(Self.mostPages) {
      let sheets = known.withLock { known -> Set<String>? in
        if let found = known.pages[page] { return found }
        let found = self.sheets(ofPage: page, &known.imports)
        known.pages[page] = .some(found)
        return found
      }
      guard let sheets else { return nil }
      all.formUnion(sheets)
    }
    return all
  }

  private func sheets(ofPage page: String, _ imports: inout [String: [String]]) -> Set<String>? {
    guard let bytes = try? release.contents(of: "web/" + page), Self.texts("<base", in: bytes).isEmpty else {
      return nil
    }
    var found: Set<String> = []
    var waiting = importedSheets(of: bytes, page)
    for tag in Self.texts("<link", in: bytes) {
      guard Self.attribute("rel", of: tag)?.lowercased().contains("stylesheet") == true,
        let address = Self.attribute("href", of: tag), let path = resolved(address, from: page)
      else { continue }
      waiting.append(path)
    }
    while let sheet = waiting.popLast(), found.count < Self.mostSheets {
      guard found.insert(sheet).inserted else { continue }
      if imports[sheet] == nil {
        let bytes = try? release.contents(of: "web/" + sheet)
        imports[sheet] = bytes.map { importedSheets(of: $0, sheet) } ?? []
      }
      waiting += imports[sheet] ?? []
    }
    return found
  }

  private func importedSheets(of bytes: [UInt8], _ file: String) -> [String] {
    Self.texts("@import", in: bytes).compactMap { text in
      guard let match = text.prefixMatch(of: #/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/#.ignoresCase()) else {
        return nil
      }
      return resolved(String(match.1), from: file)
    }
  }

  /// The texts that begin with a word, to the next `>` or `;`.
  private static func texts(_ word: String, in bytes: [UInt8]) -> [String] {
    let wanted = Array(word.utf8)
    var texts: [String] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: wanted[0]) {
      index = start + 1
      guard start + wanted.count < bytes.count,
        wanted.indices.allSatisfy({ bytes[start + $0] | 0x20 == wanted[$0] | 0x20 })
      else { continue }
      let end = min(bytes.count, start + longest)
      let stop = bytes[start..<end].firstIndex {
        $0 == UInt8(ascii: ">") || wanted[0] == UInt8(ascii: "@") && $0 == UInt8(ascii: ";")
      }
      texts.append(String(decoding: bytes[start..<(stop ?? end)], as: UTF8.self))
    }
    return texts
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

  /// The value of an attribute of a tag.
  private static func attribute(_ name: String, of tag: String) -> String? {
    for match in tag.matches(of: #/\s([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/#)
    where match.1.lowercased() == name {
      return (match.2 ?? match.3 ?? match.4).map { String($0).replacing("&amp;", with: "&") }
    }
    return nil
  }
}
