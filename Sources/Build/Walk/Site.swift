import Compiler
import Composition
import Diagnostics

/// The files of a site as the walk found them: what pages see, whatever happens on the disk meanwhile.
public struct Site: Sendable {
  /// A file of the site.
  public struct File: Hashable, Sendable {
    /// The path relative to the root, with `/`.
    public var path: String
    /// The size in bytes when the walk saw it.
    public var size: Int
    /// What changes when the file does: times and the inode. Nothing that is written depends on it.
    var stamp: SystemFile.Stamp
  }

  /// The folder, without a closing `/`.
  public var root: String
  /// Pages in bytewise order of their paths.
  public var pages: [File] = []
  /// Partials, layouts, components and the files that pages are made from: read, not shipped.
  public var fragments: [File] = []
  /// What the pages are composed from.
  public var composition = SiteComposition()
  /// Everything else that is shipped, in bytewise order of the paths.
  public var assets: [File] = []
  /// Site paths of files and folders that are left out; not what is in such folders.
  public var ignored: Set<String> = []
  /// Site paths of links that lead out of the site.
  public var outside: Set<String> = []
  /// Folders that were entered, `""` for the root.
  public var folders: Set<String> = []
  /// Site paths of files that `.hybridignore` asks for by a line with `!`: shipped whatever they are called.
  var wanted: Set<String> = []
  /// Folders of the system that hold files which links of the site lead to: changes there are changes of the site.
  var linkedFolders: Set<String> = []
  /// Whether one file has two names, by a link of either kind: what is written under one of them changes the other.
  var hasSharedFiles = false
  /// Problems in the order of their paths.
  public var diagnostics: [Diagnostic] = []
  /// All pages and assets by path.
  var paths: Set<String> = []
  /// Whether nothing in the site's folders can be composed with, so that no page's text decides what the others are.
  var composesNothing = false

  /// What filters made of files, in place of their own bytes.
  var filtered: [String: [UInt8]] = [:]
  /// What ``filtered`` depends on beside the files.
  var filterFingerprint = ""

  /// Metrics files and hyphenation dictionaries measure text while a site is built; clients do not use them.
  static func measuringFiles(of configuration: SiteConfiguration) -> Set<String> {
    Set(configuration.compiler.fonts.values.filter { $0.hasSuffix(".metrics") })
      .union(configuration.compiler.hyphenation.values)
  }

  /// Takes the files that text is measured with out of those that ship.
  mutating func setAsideMetrics(of configuration: SiteConfiguration) {
    let metrics = Self.measuringFiles(of: configuration)
    guard !metrics.isEmpty else { return }
    fragments += assets.filter { metrics.contains($0.path) }
    assets.removeAll { metrics.contains($0.path) }
  }

  /// Whether a name is a page's.
  public static func isPageName(_ name: String) -> Bool {
    let lower: [UInt8] = name.utf8.suffix(6).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return lower.ends(with: ".html".utf8) || lower.ends(with: ".htm".utf8) || lower.ends(with: ".xhtml".utf8)
  }

  /// Whether a name is that of a Markdown file.
  public static func isMarkdownName(_ name: String) -> Bool {
    let lower = name.suffix(9).lowercased()
    return lower.hasSuffix(".md") || lower.hasSuffix(".markdown")
  }

  /// The file's path for the system.
  public func systemPath(_ path: String) -> String { root == "/" ? "/" + path : root + "/" + path }
}

extension Array where Element == UInt8 {
  func ends(with suffix: String.UTF8View) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}

extension Site: SiteFiles {
  /// The read.
  public func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard paths.contains(path) else { throw absence(of: path) }
    if let made = filtered[path] { return made }
    do {
      return try SiteFile.read(path, in: root)
    } catch {
      throw error == .leadsOutside ? .outside : .unreadable(error.reason)
    }
  }

  /// The contains.
  public func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Why there is no such file, in a word that is the same on every machine.
  func reasonOfAbsence(_ path: String) -> String {
    switch absence(of: path) {
    case .missing: "missing"
    case .isDirectory: "folder"
    case .ignored: "ignored"
    case .outside: "outside"
    case .unreadable: "unreadable"
    }
  }

  /// Why there is no such file.
  private func absence(of path: String) -> SiteFileError {
    if folders.contains(path) { return .isDirectory }
    var part = path
    while true {
      if ignored.contains(part) { return .ignored }
      if outside.contains(part) { return .outside }
      guard let slash = part.lastIndex(of: "/") else { return .missing }
      part = String(part[..<slash])
    }
  }
}
