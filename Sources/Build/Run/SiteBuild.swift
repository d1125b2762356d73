import Compiler
import Diagnostics
import Foundation
import Manifest

/// Builds a site: once, or again and again with what did not change kept from the last time.
///
/// Nothing is written before the whole site is compiled, and then only by the publisher, which leaves the previous
/// release whole until the new one is complete.
public final class SiteBuild {
  /// What was asked for.
  public let options: BuildOptions
  /// Called while pages are compiled, on any thread: pages done, pages to do.
  public var progress: @Sendable (Int, Int) -> Void = { _, _ in }

  /// What the last run left, for the next one.
  private var site: Site?
  private(set) var configuration = SiteConfiguration()
  private var configurationStamps: [String: SystemFile.Stamp] = [:]
  private var pages: [String: BuiltPage] = [:]
  private var assets: [String: PackedAsset] = [:]

  /// A build that has nothing yet.
  public init(_ options: BuildOptions) {
    self.options = options
  }

  /// Compiles the site and publishes the release.
  public func build() -> BuildOutcome {
    // Without `onlyChanges` there is always an outcome.
    run(publishing: true, onlyChanges: false)!
  }

  /// Compiles the site and writes nothing.
  public func check() -> BuildOutcome {
    run(publishing: false, onlyChanges: false)!
  }

  /// Builds what a change since the last run affects; `nil` where nothing changed.
  public func rebuild() -> BuildOutcome? { run(publishing: true, onlyChanges: true) }

  /// The folders whose files the last run depended on, as paths of the system.
  public var watchedFolders: Set<String> {
    var folders: Set<String> = [options.root]
    for folder in site?.folders ?? [] where !folder.isEmpty { folders.insert(options.root + "/" + folder) }
    if let file = options.configurationFile {
      folders.insert(file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ".")
    }
    return folders
  }

  private func run(publishing: Bool, onlyChanges: Bool) -> BuildOutcome? {
    let start = ContinuousClock.now
    let stamps = stampsOfConfiguration()
    let isReconfigured = stamps != configurationStamps
    configurationStamps = stamps
    let answer = ConfigurationReader.read(root: options.root, file: options.configurationFile)
    if answer.diagnostics.contains(where: { $0.severity == .error }) {
      if onlyChanges, !isReconfigured { return nil }
      return BuildOutcome(verdict: .badConfiguration, diagnostics: Self.sorted(answer.diagnostics))
    }
    if publishing, let problem = problemOfOutputFolder() {
      return BuildOutcome(verdict: .cannotWrite, diagnostics: [problem])
    }
    let walked = SiteWalk.walk(
      root: options.root, configuration: answer.configuration, outputFolders: [options.outputFolder])
    let changed = site.map { Self.changedPaths($0, walked) } ?? []
    if onlyChanges, !isReconfigured, changed.isEmpty, walked.diagnostics == site?.diagnostics { return nil }
    let stale = stalePages(walked, answer.configuration, changed)
    let compiler = Self.compiler(answer.configuration, walked)
    compile(stale, walked, compiler)
    var diagnostics = answer.diagnostics + walked.diagnostics + Self.missingFiles(answer.configuration, walked)
    diagnostics += Self.unusableFonts(answer.configuration, compiler)
    diagnostics += packAssets(walked)
    diagnostics += keysInSite(walked)
    for page in walked.pages { diagnostics += pages[page.path]?.diagnostics ?? [] }

    var outcome = BuildOutcome(verdict: .success, diagnostics: diagnostics, compiled: stale)
    outcome.changed = (changed.union(isReconfigured ? Set(stamps.keys) : [])).sorted()
    outcome.unreferenced = unreferenced(walked)
    outcome.summary = BuildSummary(
      pages: walked.pages.count, viewports: configuration.compiler.viewports.count,
      files: walked.pages.count + walked.assets.count, seconds: 0)
    finish(&outcome, walked, publishing: publishing)
    outcome.summary?.seconds = Self.seconds(since: start)
    outcome.diagnostics = Self.sorted(outcome.diagnostics)
    return outcome
  }

  /// Packs and publishes, unless the problems forbid it.
  private func finish(_ outcome: inout BuildOutcome, _ walked: Site, publishing: Bool) {
    outcome.verdict = Self.verdict(of: outcome.diagnostics)
    guard outcome.verdict == .success else { return }
    if options.warningsAsErrors, outcome.diagnostics.contains(where: { $0.severity == .warning }) {
      outcome.verdict = .warningsCount
      return
    }
    guard publishing else { return }
    if options.expo != nil, configuration.runtimeVersion?.isEmpty != false {
      outcome.diagnostics.append(
        Diagnostic(
          .expoWithoutRuntime, "--emit expo needs a runtime version",
          at: SourceLocation(file: configuration.path ?? "hybrid.json"), help: "set runtimeVersion"))
      outcome.verdict = .badConfiguration
      return
    }
    var release = ReleaseDraft.release(
      configuration, sequence: options.sequence ?? configuration.sequence,
      pages: walked.pages.compactMap { pages[$0.path] }, assets: walked.assets.compactMap { assets[$0.path]?.file })
    do throws(PublishError) {
      release.expires = options.signing.expires
      release.channel = options.signing.channel
      release.rollout = options.signing.rollout
      let published = try publisher.publish(release)
      outcome.diagnostics += signingProblems(published)
      if let expo = options.expo { outcome.diagnostics += emitExpo(expo, sequence: published.manifest.sequence) }
      let packages = Self.figures(published)
      outcome.summary?.packages = packages
      let sizes = pages.values.map { (path: $0.path, size: $0.size) }.sorted { $0.path < $1.path }
      let overBudget = budgetProblems(packages, sizes)
      outcome.diagnostics += overBudget
      if !overBudget.isEmpty { outcome.verdict = .overBudget }
    } catch {
      let problem = Self.diagnostic(for: error)
      outcome.diagnostics.append(problem)
      outcome.verdict = Self.verdict(of: [problem])
    }
  }

  /// What changes when the configuration or the ignore rules do.
  private func stampsOfConfiguration() -> [String: SystemFile.Stamp] {
    var stamps: [String: SystemFile.Stamp] = [:]
    for name in ConfigurationReader.fileNames + [IgnoreRules.fileName] {
      stamps[name] = (try? SystemFile.status(options.root + "/" + name, followingLinks: true))?.stamp
    }
    if let file = options.configurationFile {
      stamps[file] = (try? SystemFile.status(file, followingLinks: true))?.stamp
    }
    return stamps
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  // MARK: Pages

  /// The site paths of the pages that the last run's answers do not hold for any more.
  private func stalePages(
    _ walked: Site, _ newConfiguration: SiteConfiguration, _ changed: Set<String>
  ) -> [String] {
    defer {
      site = walked
      configuration = newConfiguration
    }
    guard site != nil, newConfiguration.compiler == configuration.compiler else {
      pages = [:]
      return walked.pages.map(\.path)
    }
    let current = Set(walked.pages.map(\.path))
    pages = pages.filter { current.contains($0.key) }
    return walked.pages.map(\.path).filter { path in
      guard let page = pages[path] else { return true }
      return changed.contains(path) || page.inputs.keys.contains(where: changed.contains)
    }
  }

  /// Every path at which the two walks saw something else: changed, new, gone, now a folder, now ignored.
  static func changedPaths(_ old: Site, _ new: Site) -> Set<String> {
    var files: [String: Site.File] = [:]
    for file in old.pages + old.assets { files[file.path] = file }
    var changed: Set<String> = []
    for file in new.pages + new.assets where files.removeValue(forKey: file.path) != file { changed.insert(file.path) }
    changed.formUnion(files.keys)
    changed.formUnion(old.folders.symmetricDifference(new.folders))
    changed.formUnion(old.ignored.symmetricDifference(new.ignored))
    changed.formUnion(old.outside.symmetricDifference(new.outside))
    return changed
  }

  private func compile(_ paths: [String], _ walked: Site, _ compiler: PageCompiler) {
    let sizes = Dictionary(uniqueKeysWithValues: walked.pages.map { ($0.path, $0.size) })
    let progress = progress
    let built = ParallelWork.map(paths, threads: options.jobs, finished: { progress($0, paths.count) }) { path in
      Self.compilePage(path, size: sizes[path] ?? 0, compiler, walked)
    }
    for page in built { pages[page.path] = page }
  }

  /// The compiler of a site's pages; fonts are named by the hash that manifests use.
  static func compiler(_ configuration: SiteConfiguration, _ site: Site) -> PageCompiler {
    var options = configuration.compiler
    options.isSnapshot = !site.assets.contains { $0.path.hasSuffix(".js") || $0.path.hasSuffix(".mjs") }
    return PageCompiler(options: options, files: site) { bytes in
      var hasher = ContentHasher()
      hasher.update(bytes)
      return hasher.finalize().description
    }
  }

  private static func compilePage(_ path: String, size: Int, _ compiler: PageCompiler, _ site: Site) -> BuiltPage {
    if size > SiteWalk.maximumPageSize {
      return BuiltPage(
        path: path,
        diagnostic: Diagnostic(
          .pageTooLarge,
          "the page has \(ByteSize.text(size)); at most \(ByteSize.text(SiteWalk.maximumPageSize)) are read",
          at: SourceLocation(file: path), help: "split the page, or list the file in .hybridignore"))
    }
    let bytes: [UInt8]
    do {
      bytes = try SystemFile.read(site.systemPath(path), limit: SiteWalk.maximumPageSize)
    } catch {
      return BuiltPage(
        path: path,
        diagnostic: Diagnostic(
          .fileUnreadable, "the page cannot be read: \(error.reason)", at: SourceLocation(file: path),
          help: "look at its permissions, or list it in .hybridignore"))
    }
    if let fault = nulByte(in: bytes) {
      return BuiltPage(
        path: path,
        diagnostic: Diagnostic(
          .pageNotText, "the page is not text: it has a NUL byte at offset \(fault)", at: SourceLocation(file: path),
          help: "give the file another ending, or list it in .hybridignore"))
    }
    return BuiltPage(compiler.compile(path))
  }

  /// The place of a NUL among the first bytes, where no byte order mark says that the text is UTF-16.
  private static func nulByte(in bytes: [UInt8]) -> Int? {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return nil }
    return bytes.prefix(8192).firstIndex(of: 0)
  }

  // MARK: Assets

  /// An asset and what it was packed from.
  private struct PackedAsset {
    var source: Site.File
    var file: PackageFile
  }

  /// Packs what changed since the last run; the answer is the files that could not be read.
  private func packAssets(_ walked: Site) -> [Diagnostic] {
    let stale = walked.assets.filter { assets[$0.path]?.source != $0 }
    let answers = ParallelWork.map(stale, threads: options.jobs) { file -> Result<PackageFile, SystemError> in
      do throws(SystemError) {
        let bytes = try SystemFile.read(walked.systemPath(file.path))
        return .success(PackageFile(path: "web/" + file.path, packing: bytes, origin: file.path, effort: .thorough))
      } catch {
        return .failure(error)
      }
    }
    let current = Set(walked.assets.map(\.path))
    assets = assets.filter { current.contains($0.key) }
    var problems: [Diagnostic] = []
    for (file, answer) in zip(stale, answers) {
      switch answer {
      case .success(let packed): assets[file.path] = PackedAsset(source: file, file: packed)
      case .failure(let error):
        assets[file.path] = nil
        problems.append(
          Diagnostic(
            .fileUnreadable, "the file cannot be read: \(error.reason)", at: SourceLocation(file: file.path),
            help: "look at its permissions, or list it in .hybridignore"))
      }
    }
    return problems
  }

  private func unreferenced(_ walked: Site) -> [String] {
    var named: Set<String> = []
    for page in pages.values {
      named.formUnion(page.references)
      for (path, isThere) in page.inputs where isThere { named.insert(path) }
    }
    return walked.assets.map(\.path).filter { !named.contains($0) }
  }

  // MARK: Problems of the whole site

  /// By place, then by code and text; each problem once, since pages that share a stylesheet share its problems.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    Array(Set(diagnostics)).sorted { left, right in
      let first = left.location ?? SourceLocation(file: "")
      let second = right.location ?? SourceLocation(file: "")
      if first.file != second.file { return first.file.utf8.lexicographicallyPrecedes(second.file.utf8) }
      if first.line != second.line { return first.line < second.line }
      if first.column != second.column { return first.column < second.column }
      if left.code != right.code { return left.code.number < right.code.number }
      if left.message != right.message { return left.message.utf8.lexicographicallyPrecedes(right.message.utf8) }
      if first.endLine != second.endLine { return first.endLine < second.endLine }
      if first.endColumn != second.endColumn { return first.endColumn < second.endColumn }
      return left.notes.lexicographicallyPrecedes(right.notes)
    }
  }
}
