import Files
import Platform
import Archive
import Diagnostics
import Foundation

/// Goes through a site's folder: which files are pages, which are shipped beside them, which are left out.
///
/// The answer depends only on names and contents: neither the order in which the system lists a folder nor its times
/// count.
public struct SiteWalk {
  /// More than this many folders deep, something is wrong.
  private static let maximumDepth = 200
  /// Assets above this size get a warning.
  static let largeFileSize = 25_000_000
  /// Pages above this size are refused.
  public static let maximumPageSize = 16_000_000

  /// The most files and folders that are reached through links: links to folders of links multiply what is in them.
  private static let mostLinkedEntries = 50_000

  private var site: Site
  /// When the walk began, in nanoseconds since 1970.
  private let began = SystemTime.now
  private var rules: IgnoreRules
  /// The root with its links resolved, by which links that lead out of it are recognised.
  private let realRoot: String
  /// The real paths of folders that are left out wherever they are: the output and the cache.
  private let outputFolders: Set<String>
  /// How many files and folders were reached through links, and through how many links the walk is where it is.
  private var (linkedEntries, linkDepth) = (0, 0)
  /// Whether the walk is in a folder of which nothing is shipped.
  private var isInUnshippedFolder = false

  /// Walks a site.
  ///
  /// - Parameters:
  ///   - root: the site's folder, which exists.
  ///   - configuration: `include`, `exclude` and the path of the configuration itself count.
  ///   - outputFolders: folders that are left out: the output and the cache.
  public static func walk(root: String, configuration: SiteConfiguration, outputFolders: [String]) -> Site {
    var walk = SiteWalk(root: root, configuration: configuration, outputFolders: outputFolders)
    walk.readIgnoreFile()
    walk.enter("", ancestors: [])
    walk.site.pages.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    walk.site.assets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    walk.site.compose(configuration)
    walk.site.setAsideMetrics(of: configuration)
    walk.finish()
    return walk.site
  }

  private init(root: String, configuration: SiteConfiguration, outputFolders: [String]) {
    site = Site(root: root)
    realRoot = SystemFile.realPath(root) ?? root
    rules = IgnoreRules(include: configuration.include.map(GlobList.init), exclude: GlobList(configuration.exclude))
    rules.paths = Set(ConfigurationReader.fileNames)
    if let path = configuration.path { rules.paths.insert(path) }
    for folder in outputFolders {
      // Left out whether it is there yet or not, so that the first build changes nothing in what pages see.
      let path: String
      if folder.hasPrefix(root + "/") {
        path = String(folder.dropFirst(root.count + 1))
      } else if root == ".", !folder.hasPrefix("/"), !folder.hasPrefix("..") {
        path = folder
      } else {
        continue
      }
      rules.paths.insert(path)
      site.ignored.insert(path)
      // `.hybrid`, where the cache is, appears in the first build: a watch is not to take that for a change.
      if let first = path.split(separator: "/").first, first.hasPrefix(".") { site.ignored.insert(String(first)) }
    }
    self.outputFolders = Set(outputFolders.compactMap(SystemFile.realPath))
  }

  private mutating func readIgnoreFile() {
    let path = site.systemPath(IgnoreRules.fileName)
    guard SystemFile.mayExist(path) else { return }
    do {
      let bytes = try SiteFile.read(IgnoreRules.fileName, in: site.root, limit: GlobPattern.mostCharactersInAll * 4)
      rules.patterns = IgnoreRules.patterns(in: String(decoding: bytes, as: UTF8.self))
    } catch  where error == .leadsOutside {
      report(
        .linkOutside, "\(IgnoreRules.fileName): \(error.reason)", IgnoreRules.fileName,
        help: "put the file itself into the site")
    } catch {
      report(.fileUnreadable, "\(IgnoreRules.fileName) cannot be read: \(error.reason)", IgnoreRules.fileName)
    }
  }

  /// Goes through one folder; `ancestors` are the folders that it is in, to see a link back into one of them.
  private mutating func enter(_ folder: String, ancestors: Set<SystemFile.Identity>) {
    let systemPath = folder.isEmpty ? site.root : site.systemPath(folder)
    let names: [[UInt8]]
    do throws(FileError) {
      let status = try FileStatus(at: systemPath, followingLinks: true)
      if ancestors.contains(status.identity) {
        return report(
          .linkLoop, "the link `\(folder)` leads back to a folder that it is in", folder,
          help: "remove the link, or list it in .hybridignore")
      }
      if ancestors.count >= Self.maximumDepth {
        return report(
          .linkLoop, "the folder is nested more than \(Self.maximumDepth) folders deep", folder,
          help: "look for a link that loops, or list the folder in .hybridignore")
      }
      names = try GivenPath.names(in: systemPath)
      site.folders.insert(folder)
      let inner = ancestors.union([status.identity])
      for name in names { visit(name, in: folder, ancestors: inner) }
    } catch {
      report(
        .fileUnreadable, "the folder cannot be read: \(error.detail)", folder.isEmpty ? "." : folder,
        help: "look at its permissions, or list it in .hybridignore")
    }
  }

  private mutating func visit(_ nameBytes: [UInt8], in folder: String, ancestors: Set<SystemFile.Identity>) {
    guard let name = String(validUTF8: nameBytes) else {
      if nameBytes.first == UInt8(ascii: ".") { return }
      let shown = String(decoding: nameBytes, as: UTF8.self)
      return report(
        .fileNameEncoding, "the file name is not UTF-8", Self.join(folder, shown),
        help: "rename it, or list its folder in .hybridignore")
    }
    let path = Self.join(folder, name)
    guard takesLinkedEntry(path) else { return }
    let systemPath = site.systemPath(path)
    let own: FileStatus
    do throws(FileError) {
      own = try FileStatus(at: systemPath, followingLinks: false)
    } catch {
      // What went since its folder was listed is missing by right.
      if error.kind == .missing { return }
      if rules.ignores(path, name: name, isFolder: false), rules.ignores(path, name: name, isFolder: true) {
        site.ignored.insert(path)
        return
      }
      return report(
        .fileUnreadable, "the file or folder cannot be looked at: \(error.detail)", path,
        help: "look at the permissions of its folder, or list it in .hybridignore")
    }
    var status = own
    if own.kind == .link {
      if rules.ignores(path, name: name, isFolder: false) && rules.ignores(path, name: name, isFolder: true) {
        site.ignored.insert(path)
        return
      }
      guard let target = followed(path, systemPath) else { return }
      status = target
      if target.kind == .file, let real = SystemFile.realPath(systemPath) {
        site.hasSharedFiles = true
        site.linkedFolders.insert((real as NSString).deletingLastPathComponent)
      }
    } else if own.kind == .file, own.nameCount > 1 {
      site.hasSharedFiles = true
    }
    let isFolder = status.kind == .folder
    if isFolder, isOutput(systemPath) {
      site.ignored.insert(path)
      return
    }
    if isInUnshippedFolder || rules.ignores(path, name: name, isFolder: isFolder) {
      return readUnshipped(path, name, status, ancestors: ancestors)
    }
    switch status.kind {
    case .folder:
      if own.kind == .link { linkDepth += 1 }
      visitFolder(path, name, ancestors)
      if own.kind == .link { linkDepth -= 1 }
    case .file: visitFile(path, name, status)
    case .link, .special:
      report(
        .fileSpecial, "a pipe, socket or device is not shipped", path,
        help: "move it out of the site, or list it in .hybridignore")
    }
  }

  /// Counts what is reached through links; false, after one report, where it is too much.
  private mutating func takesLinkedEntry(_ path: String) -> Bool {
    guard linkDepth > 0 else { return true }
    linkedEntries += 1
    if linkedEntries == Self.mostLinkedEntries + 1 {
      report(
        .linkLoop, "symbolic links lead to more than \(Self.mostLinkedEntries) files and folders", path,
        help: "let fewer links lead to folders that have links themselves, or list them in .hybridignore")
    }
    return linkedEntries <= Self.mostLinkedEntries
  }

  /// What a link leads to, or `nil` after a report.
  private mutating func followed(_ path: String, _ systemPath: String) -> FileStatus? {
    let status: FileStatus
    do throws(FileError) {
      status = try FileStatus(at: systemPath, followingLinks: true)
    } catch {
      switch error.kind {
      case .link:
        report(.linkLoop, "the symbolic link leads to itself", path, help: "remove it, or list it in .hybridignore")
      case .missing, .notAFolder:
        report(.linkBroken, "the symbolic link leads to nothing", path, help: "remove it, or mend its target")
      default:
        report(.fileUnreadable, "the symbolic link cannot be followed: \(error.detail)", path)
      }
      return nil
    }
    let real = SystemFile.realPath(systemPath) ?? ""
    guard real == realRoot || real.hasPrefix(realRoot == "/" ? "/" : realRoot + "/") else {
      site.outside.insert(path)
      report(
        .linkOutside, "the symbolic link leads out of the site", path,
        help: "copy what it leads to into the site, or list the link in .hybridignore")
      return nil
    }
    // A link cannot ship what its target's own name keeps back: `logo.txt -> .git/config`.
    if let hidden = leftOutPart(of: String(real.dropFirst(realRoot == "/" ? 1 : realRoot.utf8.count + 1)), status) {
      site.ignored.insert(path)
      report(
        .linkOutside, "the symbolic link leads to `\(hidden)`, which is not part of the site", path,
        help: "copy what it leads to into the site, or list the link in .hybridignore")
      return nil
    }
    return status
  }

  /// Folders of version control and of this tool, which hold tokens and what git does not carry.
  private static let privateFolders: Set<String> = [".git", ".hg", ".svn", ".bzr", ".jj", ".hybrid", ".ssh", ".aws"]

  /// The first file or folder of a path that no link may ship: a private folder, a hidden file such as `.env`, and what
  /// `.hybridignore` lists. Other hidden folders are where some sites keep what several links share.
  private func leftOutPart(of path: String, _ status: FileStatus) -> String? {
    let names = path.split(separator: "/").map(String.init)
    var part = ""
    for (index, name) in names.enumerated() {
      part = Self.join(part, name)
      let isFolder = index + 1 < names.count || status.kind == .folder
      if isFolder ? Self.privateFolders.contains(name) : name.hasPrefix(".") { return part }
      if rules.isIgnoredByPatterns(part, isFolder: isFolder) { return part }
    }
    return nil
  }

  /// A file or folder that the configuration leaves out: pages are composed from data and messages all the same, of which no
  /// client needs to have the files.
  private mutating func readUnshipped(
    _ path: String, _ name: String, _ status: FileStatus, ancestors: Set<SystemFile.Identity>
  ) {
    let isSource = path == "data" || path == "i18n" || path.hasPrefix("data/") || path.hasPrefix("i18n/")
    let isFolder = status.kind == .folder
    guard isSource, !rules.refuses(path, name: name, isFolder: isFolder), status.kind == .file || isFolder,
      !Site.isPageName(name)
    else {
      if status.kind == .file, name.hasPrefix("."), SecretScan.isSecretName(name),
        !rules.isIgnoredByPatterns(path, isFolder: false)
      {
        report(
          .secretInSite, "`\(name)` looks like a secret; as a file whose name begins with a dot it is not shipped",
          path,
          help: "keep it outside of the site's folder, or list it in .hybridignore")
      }
      site.ignored.insert(path)
      return
    }
    if isFolder {
      let isNested = isInUnshippedFolder
      isInUnshippedFolder = true
      enter(path, ancestors: ancestors)
      isInUnshippedFolder = isNested
    } else {
      site.paths.insert(path)
      site.fragments.append(Site.File(path: path, size: status.byteCount, stamp: status.stamp.settled(before: began)))
    }
  }

  private func isOutput(_ systemPath: String) -> Bool {
    guard let real = SystemFile.realPath(systemPath) else { return false }
    return outputFolders.contains(real) || OutputFolder.isMade(real)
  }

  private mutating func visitFolder(_ path: String, _ name: String, _ ancestors: Set<SystemFile.Identity>) {
    if Site.isPageName(name) {
      report(
        .folderLikePage, "`\(name)` is a folder, not a page", path,
        help: "rename the folder, or put the page in its place")
    }
    enter(path, ancestors: ancestors)
  }

  private mutating func visitFile(_ path: String, _ name: String, _ status: FileStatus) {
    do {
      // The names that the path becomes part of; the web page's first, since it shows the name as it is.
      try EntryName.check("web/" + path)
      if Site.isPageName(name) {
        for ending in [".page", ".layout"] { try EntryName.check("pages/" + path + ending) }
      }
    } catch {
      let fault = [error.expected.map { "expected \($0)" }, error.found.map { "found \($0)" }].compactMap { $0 }
      return report(
        .fileNameUnsafe,
        "the file name cannot be packed: \(fault.isEmpty ? error.kind.rawValue : fault.joined(separator: ", "))",
        path, help: "rename the file, or list it in .hybridignore")
    }
    guard access(site.systemPath(path), R_OK) == 0 else {
      let reason = SystemError().reason
      return report(
        .fileUnreadable, "the file cannot be read: \(reason)", path,
        help: "look at its permissions, or list it in .hybridignore")
    }
    guard status.byteCount <= SiteFile.largest || Site.isPageName(name) else {
      return report(
        .fileTooLarge,
        "a file of \(ByteSize.text(status.byteCount)); at most \(ByteSize.text(SiteFile.largest)) are packed", path,
        help: "cut it, serve it from elsewhere, or list it in .hybridignore")
    }
    let file = Site.File(path: path, size: status.byteCount, stamp: status.stamp.settled(before: began))
    site.paths.insert(path)
    if Site.isPageName(name) {
      site.pages.append(file)
    } else {
      site.assets.append(file)
      if rules.asksFor(path) { site.wanted.insert(path) }
      if status.byteCount > Self.largeFileSize {
        report(
          .fileLarge, "a file of \(ByteSize.text(status.byteCount)) is shipped to every client", path,
          help: "put it into a package with `\"load\": \"onDemand\"`, or exclude it")
      }
    }
  }

  private mutating func finish() {
    site.pages.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    site.assets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if site.pages.isEmpty, !site.diagnostics.contains(where: { $0.severity == .error }) {
      // The whole folder has no line and column.
      site.diagnostics.append(
        Diagnostic(
          .noPages, "the site has no pages", help: "name the site's folder: a page ends in .html, .htm or .xhtml"))
    }
    reportCollisions()
  }

  /// DESIGN: names are unique after Unicode NFC and case folding; a collision names both sources.
  private mutating func reportCollisions() {
    var byKey: [String: String] = [:]
    let paths = (site.pages + site.assets).map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for path in paths {
      if let other = byKey.updateValue(path, forKey: EntryName.collisionKey(path)) {
        report(
          .nameCollision, "`\(path)` and `\(other)` are one name where case or Unicode form does not count", path,
          help: "rename one of them")
        // What differs only by its Unicode form is one string in Swift: dictionaries of pages hold one of them.
        if other == path {
          site.pages.removeAll { $0.path.utf8.elementsEqual(path.utf8) }
          site.assets.removeAll { $0.path.utf8.elementsEqual(path.utf8) }
        }
      }
    }
    var seen: Set<String> = []
    for path in paths {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let key = EntryName.collisionKey(String(folder))
        guard seen.insert(String(folder)).inserted else { break }
        if let other = byKey[key] {
          report(
            .nameCollision, "the folder `\(folder)` and the file `\(other)` are one name where case does not count",
            path,
            help: "rename one of them")
        }
      }
    }
  }

  private static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ path: String, help: String? = nil) {
    site.diagnostics.append(Diagnostic(code, message, at: SourceLocation(file: path), help: help))
  }
}
