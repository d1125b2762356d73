import Archive
import Diagnostics
import Files
import Foundation
import Manifest

/// The release's pages and files at their own addresses, beside the release: `--emit web`.
///
/// Who comes for the first time sees them as on any static host. Once such a page is loaded, a script of it has the worker install
/// the release, which serves everything from then on.
struct PlainPages {
  /// The files of the web app itself, by their paths.
  let applicationFiles: Set<String>

  /// What was written before, one path a line: what is gone from the site goes from the folder.
  static let list = "hybrid-client/pages.txt"

  /// Names in the folder that are the release's or the web app's.
  private static let reservedNames: Set<String> = [
    "manifest.json", "latest.json", "manifests", "packages", "patches", "releases", "roots", "expo", "hybrid-client",
    "hotwire", ".well-known",
  ]

  /// Whether a file of the site may be written at its own address.
  ///
  /// The start page gives way to the site's own.
  func isFree(_ path: String) -> Bool {
    let first = path.split(separator: "/").first.map { String($0) } ?? ""
    if first.hasPrefix(".hybrid") || Self.reservedNames.contains(first) { return false }
    return path == "index.html" || !applicationFiles.contains(path)
  }

  /// A page that starts the worker once it is loaded. Everything else of it stays as it is.
  static func starting(_ page: [UInt8], at path: String) -> [UInt8] {
    let place = startOfHead(page)
    // The folder may be served under any path.
    let root = String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
    var text = "<script type=\"module\" src=\"\(root)start.js\"></script>"
    let markup = String(decoding: page.prefix(65_536), as: UTF8.self)
    if markup.firstMatch(of: #/rel\s*=\s*["']?\s*manifest/#.ignoresCase()) == nil {
      text = "<link rel=\"manifest\" href=\"\(root)app.webmanifest\">" + text
    }
    return page[..<place] + Array(text.utf8) + page[place...]
  }

  /// Where the head's contents begin: behind the byte order mark, comments, the doctype and the tags of `html` and `head`, as far as
  /// they are there (HTML, 13.1.2).
  static func startOfHead(_ page: [UInt8]) -> Int {
    var place = page.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    func matches(_ text: StaticString, at start: Int) -> Bool {
      let wanted = text.withUTF8Buffer { Array($0) }
      guard start + wanted.count <= page.count else { return false }
      return zip(page[start...], wanted).allSatisfy { $0 | ($0 >= 0x41 && $0 <= 0x5a ? 0x20 : 0) == $1 }
    }
    /// The end of a tag, whose quoted attributes may hold `>`.
    func endOfTag(from start: Int) -> Int? {
      var quote: UInt8?
      for index in start..<page.count {
        let byte = page[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return index + 1
        }
      }
      return nil
    }
    func isTag(_ name: StaticString, at start: Int) -> Bool {
      let next = start + name.utf8CodeUnitCount
      return matches(name, at: start) && next < page.count && (page[next] <= 0x20 || page[next] == UInt8(ascii: ">"))
    }
    while true {
      var next = place
      while next < page.count, page[next] == 0x20 || (0x09...0x0d).contains(page[next]) { next += 1 }
      if matches("<!--", at: next) {
        guard let end = Self.endOfComment(page, from: next + 4) else { return place }
        place = end
      } else if isTag("<!doctype", at: next) || isTag("<html", at: next) {
        guard let end = endOfTag(from: next) else { return place }
        place = end
      } else if isTag("<head", at: next) {
        return endOfTag(from: next) ?? place
      } else {
        return place
      }
    }
  }

  private static func endOfComment(_ page: [UInt8], from start: Int) -> Int? {
    var dashes = 0
    for index in start..<page.count {
      if page[index] == UInt8(ascii: ">"), dashes >= 2 { return index + 1 }
      dashes = page[index] == UInt8(ascii: "-") ? dashes + 1 : 0
    }
    return nil
  }
}

extension BuildRun {
  /// Writes the current release's pages and files at their own addresses, and removes those of earlier builds.
  func writePlainPages(_ pages: PlainPages) -> [Diagnostic] {
    var taken: [String] = []
    var written: [String] = []
    do {
      let folder = try FolderLocation(path: options.outputFolder, root: options.root).open(makes: true)
      let before =
        (try? folder.read(PlainPages.list, limit: 64 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      try publisher.forEachWebFile { path, contentType, bytes in
        guard pages.isFree(path) else {
          taken.append(path)
          return
        }
        let bytes = contentType.hasPrefix("text/html") ? PlainPages.starting(bytes, at: path) : bytes
        written.append(path)
        if (try? folder.read(path, limit: bytes.count)) == bytes { return }
        if let slash = path.lastIndex(of: "/") { _ = try folder.makeFolder(String(path[..<slash])) }
        try folder.replace(path, with: bytes, temporary: ".hybrid-tmp-page")
      }
      let kept = Set(written)
      for line in before.split(separator: "\n").map({ String($0) })
      where !kept.contains(line) && pages.isFree(line) && line != "index.html" {
        guard (try? EntryName.check("web/" + line)) != nil else { continue }
        try? folder.remove(line)
      }
      try folder.replace(
        PlainPages.list, with: Array(written.sorted().map { $0 + "\n" }.joined().utf8), temporary: ".hybrid-tmp-page")
    } catch let error as FileError {
      return [Diagnostic(.outputUnwritable, "\(error.path) cannot be written: \(error.detail)")]
    } catch let error as PublishError {
      return [SiteBuild.diagnostic(for: error)]
    } catch let error as ManifestError {
      return [SiteBuild.diagnostic(for: error)]
    } catch {
      return [Diagnostic(.internalError, "the pages of the web app: \(error)")]
    }
    return taken.sorted().map { path in
      Diagnostic(
        .webFileNameTaken, "`\(path)` has the name of a file of the web app", at: SourceLocation(file: path),
        help: "rename it: until the worker is installed, browsers find another file there")
    }
  }
}
