import Compiler
import Composition
import Diagnostics
import Files
import Foundation
import References

/// What `hybrid vendor` is to do.
public struct VendorOptions: Sendable {
  /// Where the site was looked for.
  public let place: SitePlace
  /// The site's folder.
  public var root: String
  /// The configuration instead of the one at the root, or `nil`.
  public var configurationFile: String?
  /// Fetch again what is there, and take what servers give now.
  public var updates = false
  /// Remove the files that nothing names any more.
  public var prunes = false
  /// Fetch nothing: say what would be.
  public var isDry = false

  /// Options for a site.
  public init(root: String, configurationFile: String? = nil) {
    place = SitePlace(root: root, configurationFile: configurationFile)
    self.root = place.root
    self.configurationFile = place.configurationFile
  }
}

/// What came of vendoring.
public struct VendorOutcome: Sendable {
  /// A file that was fetched, or would be.
  public struct File: Sendable, Hashable {
    /// The URL.
    public var url: String
    /// The site path; empty for one that would be fetched.
    public var path: String
    /// Bytes.
    public var size: Int
  }
  /// The files that were fetched (or would be), in order of their URLs.
  public var fetched: [File] = []
  /// How many files were there already and are as the lock says.
  public var kept = 0
  /// Paths that nothing names any more, and that are where they were.
  public var unused: [String] = []
  /// Paths that nothing named any more, and that were removed: with ``VendorOptions/prunes``.
  public var removed: [String] = []
  /// The problems.
  public var diagnostics: [Diagnostic] = []
  /// What a build would say.
  public var verdict: BuildOutcome.Verdict = .success
}

/// Fetches the remote style sheets, scripts, fonts, images, films and sound that a site names into its `vendor/` folder, with a lock file
/// of digests: the one time that anything of the network is asked for.
public struct SiteVendoring {
  private let options: VendorOptions
  private let transport = VendorTransport()
  private var lock = VendorLock()
  private var outcome = VendorOutcome()
  /// The lock's entries that are still named.
  private var named: Set<String> = []
  private var paths: [String: String] = [:]

  /// More files than this are a mistake.
  private static let fileLimit = 2000

  /// A run with options.
  public init(_ options: VendorOptions) { self.options = options }

  /// Finds what the site names, fetches what is missing, and writes files and lock.
  public mutating func run() -> VendorOutcome {
    if let problem = options.place.problem {
      outcome.diagnostics = [problem]
      outcome.verdict = .badConfiguration
      return outcome
    }
    let answer = ConfigurationReader.read(root: options.root, file: options.configurationFile)
    guard !answer.diagnostics.contains(where: { $0.severity == .error }) else {
      outcome.diagnostics = SiteBuild.sorted(answer.diagnostics)
      outcome.verdict = .badConfiguration
      return outcome
    }
    let output = [options.place.outputFolder, options.root + "/.hybrid"]
    var site = SiteWalk.walk(root: options.root, configuration: answer.configuration, outputFolders: output)
    guard readLock() else {
      outcome.verdict = .sourceErrors
      return outcome
    }
    // What is vendored already is to be found, too.
    site.composition.vendored = VendoredFiles()
    var wanted = references(of: site, answer.configuration)
    var round = 0
    // Fetched sheets and modules name further files; nobody imports so deep.
    while !wanted.isEmpty, round < 64 {
      wanted = take(wanted)
      round += 1
    }
    if !options.isDry { finish() }
    outcome.fetched.sort { $0.url < $1.url }
    outcome.diagnostics = SiteBuild.sorted(outcome.diagnostics)
    if outcome.verdict == .success, outcome.diagnostics.contains(where: { $0.severity == .error }) {
      outcome.verdict = .sourceErrors
    }
    return outcome
  }

  private mutating func readLock() -> Bool {
    let file = options.root + "/" + VendorLock.path
    guard SystemFile.exists(file) else { return true }
    do {
      lock = try VendorLock(SiteFile.read(VendorLock.path, in: options.root, limit: 16 << 20))
    } catch {
      let text = (error as? VendorLock.Fault)?.text ?? "the lock file cannot be read"
      fail(
        Diagnostic(
          .vendorLock, text, at: SourceLocation(file: VendorLock.path), help: "remove it to start again"))
      return false
    }
    for entry in lock.entries { paths[entry.path.lowercased()] = entry.url }
    return true
  }

  /// What the site's own pages and style sheets load.
  private func references(of site: Site, _ configuration: SiteConfiguration) -> [RemoteReference] {
    let compiler = SiteBuild.compiler(configuration, site)
    let pages = ParallelWork.map(site.pages.map(\.path), threads: ProcessInfo.processInfo.activeProcessorCount) {
      compiler.remoteReferences(ofPage: $0)
    }
    let fetched = Dictionary(lock.entries.map { ($0.path, $0.url) }, uniquingKeysWith: { first, _ in first })
    let own = site.assets.filter { ReferringFile.contains($0.path) && fetched[$0.path] == nil }
    return pages.flatMap { $0 }
      + own.flatMap { file -> [RemoteReference] in
        guard let bytes = try? site.read(file.path) else { return [] }
        return PageCompiler.remoteReferences(in: SourceFile(path: file.path, bytes: bytes), from: nil)
      }
  }

  /// Fetches the files of references that are new; the answer is what the style sheets and scripts among them name.
  private mutating func take(_ references: [RemoteReference]) -> [RemoteReference] {
    var first: [String: RemoteReference] = [:]
    var order: [String] = []
    for reference in references where !named.contains(reference.url) {
      if let known = first[reference.url] {
        if known.integrity.isEmpty { first[reference.url]?.integrity = reference.integrity }
        // What is loaded as a sheet or script anywhere is one.
        if reference.kind == .stylesheet || known.kind == .other { first[reference.url]?.kind = reference.kind }
        continue
      }
      first[reference.url] = reference
      order.append(reference.url)
    }
    named.formUnion(order)
    guard named.count <= Self.fileLimit else {
      fail(Diagnostic(.vendorFetch, "the site names more than \(Self.fileLimit) remote files"))
      return []
    }
    let entries = Dictionary(lock.entries.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
    var inside: [RemoteReference] = []
    var missing: [RemoteReference] = []
    for reference in order.compactMap({ first[$0] }) {
      guard let entry = entries[reference.url], !options.updates else {
        missing.append(reference)
        continue
      }
      let bytes = try? SiteFile.read(entry.path, in: options.root, limit: SiteFile.largest)
      guard let bytes else {
        missing.append(reference)
        continue
      }
      guard VendorLock.digest(bytes) == entry.hash else {
        fail(
          Diagnostic(
            .vendorLock, "the file `\(entry.path)` was changed after it was fetched",
            at: SourceLocation(file: VendorLock.path), help: "run `hybrid vendor --update`, or put the file back"))
        continue
      }
      outcome.kept += 1
      inside += self.references(in: entry.path, bytes, of: reference)
    }
    if options.isDry {
      outcome.fetched += missing.map { VendorOutcome.File(url: $0.url, path: "", size: 0) }
      return inside
    }
    missing.removeAll { reference in
      guard Self.holdsPassword(reference.url) else { return false }
      report(
        reference, "a URL with a name or password is not fetched: the lock file would show it",
        help: "put the file into the site by hand")
      return true
    }
    let transport = transport
    let answers = ParallelWork.map(missing, threads: 4) { reference -> Result<FetchedFile, FetchFailure> in
      do throws(FetchFailure) {
        return .success(try transport.fetch(reference.url))
      } catch {
        return .failure(error)
      }
    }
    for (reference, answer) in zip(missing, answers) {
      switch answer {
      case .failure(let failure): report(reference, failure.message)
      case .success(let file): inside += keep(reference, file, known: entries[reference.url])
      }
    }
    return inside
  }

  private func references(
    in path: String, _ bytes: [UInt8], of reference: RemoteReference
  ) -> [RemoteReference] {
    PageCompiler.remoteReferences(in: SourceFile(path: path, bytes: bytes), from: reference.url)
  }

  /// Checks a file that came and puts it into its place.
  private mutating func keep(
    _ reference: RemoteReference, _ file: FetchedFile, known: VendorLock.Entry?
  ) -> [RemoteReference] {
    guard reference.isSatisfied(by: file.bytes) else {
      report(reference, "it does not have the digest that `integrity` names", code: .integrityMismatch)
      return []
    }
    let digest = VendorLock.digest(file.bytes)
    if let known, !options.updates, known.hash != digest {
      report(
        reference, "the server gives another file than the one that the lock file names",
        help: "run `hybrid vendor --update` to take it")
      return []
    }
    if let type = file.mediaType?.lowercased(), type.hasPrefix("text/html"), reference.kind != .other {
      report(reference, "the server gives a page where a \(reference.kind.rawValue) is wanted")
      return []
    }
    let path = known?.path ?? place(reference, file)
    guard !leadsOutside(path) else {
      outcome.verdict = .cannotWrite
      outcome.diagnostics.append(
        Diagnostic(
          .outputUnwritable, "\(path) cannot be written: a symbolic link leads out of the site",
          help: "replace the link by a folder"))
      return []
    }
    do throws(SystemError) {
      let target = options.root + "/" + path
      if let slash = target.lastIndex(of: "/") { try SystemFile.makeFolder(String(target[..<slash])) }
      try SystemFile.replace(file.bytes, at: target)
    } catch {
      outcome.verdict = .cannotWrite
      outcome.diagnostics.append(
        Diagnostic(.outputUnwritable, "\(path) cannot be written: \(error.reason)"))
      return []
    }
    lock.entries.removeAll { $0.url == reference.url }
    lock.entries.append(VendorLock.Entry(url: reference.url, path: path, hash: digest))
    outcome.fetched.append(VendorOutcome.File(url: reference.url, path: path, size: file.bytes.count))
    if reference.url.hasPrefix("http:"), reference.integrity.isEmpty {
      outcome.diagnostics.append(
        Diagnostic(
          .vendorUnencrypted, "`\(reference.url.withoutPasswords.prefix(120))` was fetched without encryption",
          at: reference.location,
          sourceLine: reference.sourceLine, help: "name it with https, or give its element an `integrity`"))
    }
    return references(in: path, file.bytes, of: reference)
  }

  /// A path of its own for a URL, whatever the letters' case.
  private mutating func place(_ reference: RemoteReference, _ file: FetchedFile) -> String {
    var path = VendorPath.path(of: reference.url, mediaType: file.mediaType, kind: reference.kind)
    if let other = paths[path.lowercased()], other != reference.url {
      path = VendorPath.distinct(path, url: reference.url)
    }
    paths[path.lowercased()] = reference.url
    return path
  }

  /// Writes the lock, and removes or reports what nothing names.
  private mutating func finish() {
    let stale = lock.entries.filter { !named.contains($0.url) }
    outcome.unused = stale.map(\.path).sorted()
    if options.prunes {
      lock.entries.removeAll { !named.contains($0.url) }
    }
    let before = try? SiteFile.read(VendorLock.path, in: options.root, limit: 16 << 20)
    let text = Array(lock.text.utf8)
    guard before != text, before != nil || !lock.entries.isEmpty else { return }
    do throws(SystemError) {
      try SystemFile.makeFolder(options.root + "/vendor")
      try SystemFile.replace(text, at: options.root + "/" + VendorLock.path)
    } catch {
      outcome.verdict = .cannotWrite
      outcome.diagnostics.append(
        Diagnostic(.outputUnwritable, "\(VendorLock.path) cannot be written: \(error.reason)"))
      return
    }
    // The lock does not name them any more: now nothing misses them.
    if options.prunes {
      for path in outcome.unused { remove(path) }
      outcome.unused.removeAll(where: Set(outcome.removed).contains)
    }
  }

  /// Removes a file that nothing names any more, or reports why it stays.
  private mutating func remove(_ path: String) {
    var reason = "a symbolic link leads out of the site"
    if !leadsOutside(path) {
      do throws(FileError) {
        try GivenPath.remove(options.root + "/" + path)
        return outcome.removed.append(path)
      } catch {
        reason = error.detail
      }
    }
    outcome.verdict = .cannotWrite
    outcome.diagnostics.append(
      Diagnostic(
        .outputUnwritable, "\(path) cannot be removed: \(reason)",
        help: "remove it yourself: the lock file does not name it any more"))
  }

  /// Whether a folder on the way to a site path is a link that leads out of the site; the last name may be anything, since
  /// files are replaced and not written through.
  private func leadsOutside(_ path: String) -> Bool {
    guard let root = SystemFile.realPath(options.root) else { return true }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      // Folders that are not there yet are made as such.
      guard let real = SystemFile.realPath(options.root + "/" + folder) else { continue }
      return real != root && !real.hasPrefix(root == "/" ? "/" : root + "/")
    }
    return false
  }

  /// Whether a URL has a name or password before its host.
  private static func holdsPassword(_ url: String) -> Bool {
    guard let start = url.firstRange(of: "//") else { return false }
    return url[start.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains("@")
  }

  private mutating func fail(_ problem: Diagnostic) { outcome.diagnostics.append(problem) }

  private mutating func report(
    _ reference: RemoteReference, _ message: String, code: DiagnosticCode = .vendorFetch, help: String? = nil
  ) {
    fail(
      Diagnostic(
        code, "`\(reference.url.withoutPasswords.prefix(120))`: \(message)", at: reference.location,
        sourceLine: reference.sourceLine,
        help: help))
  }
}
