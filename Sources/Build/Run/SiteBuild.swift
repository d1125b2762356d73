import Archive
import Compiler
import Composition
import Compression
import Diagnostics
import Foundation
import Manifest
import Style

/// Builds a site: once, or again and again with what did not change kept from the last time.
///
/// Nothing is written before the whole site is compiled, and then only by the publisher, which leaves the previous
/// release whole until the new one is complete.
public final class SiteBuild {
  /// What was asked for.
  public let options: BuildOptions
  private let foreignFolders: [String]
  /// Called while pages are compiled, on any thread: pages done, pages to do, the page that was done last.
  public var progress: @Sendable (Int, Int, String) -> Void = { _, _, _ in }

  /// Called with the paths of pages that were compiled, before anything is published; twice where some come first.
  public var whenCompiled: ([String]) -> Void = { _ in }
  /// The pages that somebody looks at: they are compiled before others.
  public var pagesFirst: () -> [String] = { [] }

  /// What the last run left, for the next one.
  var site: Site?
  /// Whether files may have changed that no run has looked at since.
  private var missesChanges = false
  /// Whether the last run had a release that it could not write: the next one tries again, changed or not.
  private(set) var needsPublish = false
  /// Whether a release was published that should still be there.
  private var hasPublished = false
  var configuration = SiteConfiguration()
  private var configurationStamps: [String: SystemFile.Stamp] = [:]
  /// The pages by site path.
  var pages: [String: BuiltPage] = [:]
  /// Where the compressed pages of a large site are until they are published.
  private var spill: SpillFile?
  /// The packed assets by site path.
  var assets: [String: PackedAsset] = [:]
  /// The compiler of the last run, with the sheets and fonts that it read.
  private var compiler: PageCompiler?
  /// How often ``compiler`` was used again: what it keeps of pages that are gone is dropped with it.
  private var compilerUses = 0
  /// The fonts that the last run subset.
  private var madeSubsets: [String: SiteFontSubsets.Made] = [:]
  /// The images that the last run encoded.
  var imageStore: ImageStore?
  /// The entries of pages that were found sound before the last release was published, by their paths.
  var checkedEntries: [String: ContentHash] = [:]
  /// What pages search with, of the last release, by the entries that pages ask for.
  var searchEntries: [String: PackageFile] = [:]
  /// What looks like a secret in the assets of the last run.
  var foundSecrets: [Site.File: [Diagnostic]] = [:]
  /// The comments that hide problems, by the files of the last run.
  var disabledLines: [Site.File: [DisabledLines.Comment]] = [:]
  /// The answers of filters in the last run.
  var filterAnswers: [Site.File: SiteFilters.Entry] = [:]
  /// How many of these the run before or the cache had.
  var filterFigures = CacheFigures.Share()
  /// What was wrong with filters in the last run, where it ended there.
  private var filterProblems: [Diagnostic] = []
  /// The cache, where there is one.
  var caching: BuildCaching?
  /// When what was done, for `--timings`.
  public let timeline = Timeline()

  /// A build that has nothing yet.
  public convenience init(_ options: BuildOptions) { self.init(options, leavingOut: []) }

  /// A build of a site beside folders that do not belong to it.
  ///
  /// - Parameters:
  ///   - options: what the run is asked for.
  ///   - leavingOut: folders that do not belong to the site, beside the output and the cache.
  public init(_ options: BuildOptions, leavingOut: [String]) {
    self.options = options
    foreignFolders = leavingOut
    caching = BuildCaching(options)
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
  ///
  /// - Parameter changes: what the system reported; the site is walked again where that is not enough.
  public func rebuild(_ changes: FileChanges = .unknown) -> BuildOutcome? {
    run(publishing: true, onlyChanges: true, changes)
  }

  /// Whether somebody removed the release.
  private var isReleaseGone: Bool {
    hasPublished && options.shard == nil && !SystemFile.exists(options.outputFolder + "/latest.json")
  }

  /// The folders whose files the last run depended on, as paths of the system.
  public var watchedFolders: Set<String> {
    var folders: Set<String> = [options.root]
    for folder in site?.folders ?? [] where !folder.isEmpty { folders.insert(options.root + "/" + folder) }
    folders.formUnion(site?.linkedFolders ?? [])
    if let file = options.configurationFile {
      folders.insert(file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ".")
    }
    return folders
  }

  private func run(
    publishing: Bool, onlyChanges: Bool, _ changes: FileChanges = .unknown
  ) -> BuildOutcome? {
    let start = ContinuousClock.now
    let stamps = stampsOfConfiguration()
    let isReconfigured = stamps != configurationStamps
    configurationStamps = stamps
    // The system does not report these changes again, even if the run ends before it looks at them.
    let knowsChanges = !isReconfigured && !missesChanges
    missesChanges = true
    if let problem = problemOfTrackedCache() {
      return BuildOutcome(verdict: .sourceErrors, diagnostics: [problem])
    }
    if let problem = options.place.problem {
      return BuildOutcome(verdict: .badConfiguration, diagnostics: [problem])
    }
    var answer = ConfigurationReader.read(root: options.root, file: options.configurationFile)
    if options.checksAccessibility { answer.configuration.compiler.checksAccessibility = true }
    if options.checksLayout { answer.configuration.compiler.checksLayout = true }
    if options.emitsMeasures { answer.configuration.compiler.measuresText = true }
    if options.minifies {
      answer.configuration.compiler.minifiesPages = true
      answer.configuration.compiler.minifiesStyles = true
    }
    if answer.diagnostics.contains(where: { $0.severity == .error }) {
      if onlyChanges, !isReconfigured { return nil }
      return BuildOutcome(verdict: .badConfiguration, diagnostics: Self.sorted(answer.diagnostics))
    }
    let problem =
      options.shard == nil ? (publishing ? problemOfOutputFolder(answer.configuration) : nil) : problemOfShardFolder()
    if let problem {
      needsPublish = true
      return BuildOutcome(verdict: Self.verdict(of: [problem]), diagnostics: [problem])
    }
    var walked = walk(answer.configuration, knowsChanges ? changes : .unknown)
    let filtering = runFilters(for: &walked, answer.configuration)
    if filtering.contains(where: { $0.severity == .error }) {
      // What the walk saw is looked at again.
      defer { filterProblems = filtering }
      if onlyChanges, !isReconfigured, filtering == filterProblems { return nil }
      let problems = Self.sorted(answer.diagnostics + filtering)
      return BuildOutcome(verdict: Self.verdict(of: problems), diagnostics: problems)
    }
    filterProblems = []
    missesChanges = false
    let previous = site
    let changed = site.map { Self.changedPaths($0, walked) } ?? []
    let isPublished = !needsPublish && !isReleaseGone
    if onlyChanges, !isReconfigured, changed.isEmpty, walked.diagnostics == site?.diagnostics, isPublished {
      return nil
    }
    let stale = stalePages(walked, answer.configuration, changed)
    let compiler = compiler(for: walked, answer.configuration, stale: stale, changed: changed, since: previous)
    // What a page's cached result was made from is known, which rules it used is not.
    let cache = options.findsUnusedRules ? nil : caching?.pageCache(compiler.options, walked)
    var own = walked
    if let shard = options.shard { own = shard.share(of: walked, costs: ShardCosts(options)) }
    let ownPages = Set(own.pages.map(\.path))
    let work = options.shard == nil ? stale : stale.filter(ownPages.contains)
    timeline.measure("pages", "build") {
      for part in inOrder(work) {
        compile(part, of: work.count, walked, compiler, cache)
        whenCompiled(part)
      }
    }
    var diagnostics =
      answer.diagnostics + walked.diagnostics + filtering + Self.missingFiles(answer.configuration, walked)
    diagnostics += Self.unusableFonts(answer.configuration, compiler)
    diagnostics += Self.markdownFiles(walked)
    diagnostics += secretsInSite(walked) + (options.remoteCache?.problems ?? [])
    diagnostics += Self.unusedRules(compiler.ruleUsage)
    let assetProblems = timeline.measure("assets", "build") { packAssets(own, cache) }
    caching?.finish(cache)
    caching?.upload(cache, pages, assets)

    let assetsOutcome: BuildOutcome
    if let shard = options.shard {
      assetsOutcome = write(shard, of: own, whole: walked, answer, siteProblems: diagnostics, assetProblems)
    } else {
      assetsOutcome = assemble(walked, diagnostics + assetProblems, publishing: publishing)
    }
    var outcome = assetsOutcome
    needsPublish = publishing && outcome.verdict == .cannotWrite
    hasPublished = hasPublished || publishing && (outcome.verdict == .success || outcome.verdict == .overBudget)
    outcome.compiled = work
    outcome.changed = (changed.union(isReconfigured ? Set(stamps.keys) : [])).sorted()
    if publishing, options.shard == nil, caching != nil { ShardCosts.save(Array(pages.values), options) }
    outcome.cache = cacheFigures
    outcome.summary?.folder = options.outputFolder
    outcome.cacheProblem = caching?.problem
    outcome.remoteCacheProblem = caching?.remoteProblem
    outcome.summary?.seconds = Self.seconds(since: start)
    outcome.diagnostics = Self.sorted(outcome.diagnostics)
    return outcome
  }

  /// The site as it is now.
  private func walk(_ configuration: SiteConfiguration, _ changes: FileChanges) -> Site {
    if case .written(let files, let temporary) = changes,
      let site = site?.rereading(files, temporary: temporary)
    {
      return site
    }
    return SiteWalk.walk(
      root: options.root, configuration: configuration,
      outputFolders: foreignFolders + [options.outputFolder, options.cacheFolder].compactMap { $0 })
  }

  /// What a site's compiled pages and packed assets come to: the problems, the figures, the release.
  ///
  /// - Parameter siteProblems: problems that are none of a page's own.
  func assemble(_ walked: Site, _ siteProblems: [Diagnostic], publishing: Bool) -> BuildOutcome {
    let unreferenced = unreferenced(walked)
    let filterFiles = Set(configuration.filters.flatMap(\.namedPaths))
    let leftOut = Set(
      unreferenced.map(\.path).filter {
        (UnshippedNames.isLeftOut($0) || filterFiles.contains($0)) && !walked.wanted.contains($0)
      })
    // What is not shipped costs no client anything and gives nothing away.
    var diagnostics = siteProblems.filter { problem in
      guard Self.codesOfShippedFiles.contains(problem.code), let file = problem.location?.file else { return true }
      if problem.code == .fileLarge, isOnDemand(file) { return false }
      return !leftOut.contains(file)
    }
    for page in walked.pages {
      diagnostics += Self.withoutUnstyled(Self.withoutUncomposed(pages[page.path]?.diagnostics ?? []))
    }
    let routes = SiteRoutes(configuration, pages: walked.pages.map(\.path))
    diagnostics +=
      routes.diagnostics
      + timeline.measure("links", "build") {
        linkProblems(walked, configuration, routes)
      }
    diagnostics = Self.withoutConsequences(diagnostics, walked, configuration)
    diagnostics = NearFiles.suggested(
      in: diagnostics, walked, routes: routes.entries.map(\.route.pattern))
    var outcome = BuildOutcome(verdict: .success, diagnostics: diagnostics)
    let shipped = unreferenced.filter { !leftOut.contains($0.path) }
    outcome.unreferenced = shipped.map(\.path)
    outcome.unreferencedSize = shipped.reduce(0) { $0 + $1.size }
    // The lock of vendored files is the build's own and is not reported.
    outcome.leftOut = leftOut.filter { $0 != VendorLock.path }.sorted()
    outcome.summary = BuildSummary(
      pages: walked.pages.count, viewports: configuration.compiler.viewports.count,
      files: walked.pages.count + walked.assets.count - leftOut.count, seconds: 0)
    outcome.pages = walked.pages.compactMap { pages[$0.path].map(PageFigures.init) }
    let subsets = timeline.measure("fonts", "build") { fontSubsets(of: walked) }
    let images = timeline.measure("images", "build") { siteImages(of: walked, leftOut: leftOut, writes: publishing) }
    outcome.diagnostics = judged(outcome.diagnostics + subsets.diagnostics + images.diagnostics, walked)
    timeline.measure("publish", "build") {
      finish(&outcome, walked, routes, subsets, images, leftOut: leftOut, publishing: publishing)
    }
    return outcome
  }

  /// Whether a file is in a package that clients fetch when they open a page of it.
  private func isOnDemand(_ path: String) -> Bool {
    configuration.packages.first { GlobPattern.anyMatches($0.include, path) }?.isOnDemand ?? false
  }

  private static let codesOfShippedFiles: Set<DiagnosticCode> = [
    .fileLarge, .secretInSite, .signingKeyInSite, .markdownShipped,
  ]

  /// The shipped fonts with only the characters that pages show, where the configuration asks for it.
  private func fontSubsets(of walked: Site) -> SiteFontSubsets {
    let subsets = SiteFontSubsets(
      configuration, pages: walked.pages.compactMap { pages[$0.path] }, assets: assets.mapValues(\.file),
      known: madeSubsets, jobs: options.jobs, effort: options.isSmallest ? .best : .thorough)
    madeSubsets = subsets.made
    return subsets
  }

  /// Packs and publishes, unless the problems forbid it.
  private func finish(
    _ outcome: inout BuildOutcome, _ walked: Site, _ routes: SiteRoutes, _ subsets: SiteFontSubsets,
    _ images: SiteImages, leftOut: Set<String>, publishing: Bool
  ) {
    let emitted = publishing ? emittedNavigation(routes) : (files: [], diagnostics: [])
    outcome.diagnostics += emitted.diagnostics
    outcome.verdict = Self.verdict(of: outcome.diagnostics)
    guard outcome.verdict == .success else { return }
    if options.warningsAsErrors, outcome.diagnostics.contains(where: { $0.severity == .warning }) {
      outcome.verdict = .warningsCount
      return
    }
    guard publishing else { return }
    let faults = timeline.measure("verify", "build") { verifyPages(walked) }
    guard faults.isEmpty else {
      outcome.diagnostics += faults
      outcome.verdict = .refused
      return
    }
    if options.expo != nil, configuration.runtimeVersion?.isEmpty != false {
      outcome.diagnostics.append(
        Diagnostic(
          .expoWithoutRuntime, "`--emit expo` needs a runtime version",
          at: SourceLocation(file: configuration.path ?? "hybrid.json"), help: "set runtimeVersion"))
      outcome.verdict = .badConfiguration
      return
    }
    var release = ReleaseDraft.release(
      Self.withLanguagePackages(configuration, walked), sequence: options.sequence ?? configuration.sequence,
      pages: walked.pages.compactMap { images.pages[$0.path] ?? pages[$0.path] },
      assets: walked.assets.filter { !leftOut.contains($0.path) }
        .compactMap { images.files[$0.path] ?? subsets.files[$0.path] ?? assets[$0.path]?.file }
        + images.variants + Self.bridgeFiles(configuration), routes: routes)
    if options.webClientFolder != nil {
      release.packages += timeline.measure("screens", "build") {
        FirstScreens(configuration: configuration, site: walked, files: files, jobs: options.jobs)
          .packages(of: walked.pages.compactMap { pages[$0.path] })
      }
    }
    if options.emitsMeasures {
      let measures = timeline.measure("measures", "build") { measuresPackage(of: walked) }
      // The configuration may have a package of that name: it says when it is loaded.
      if let index = release.packages.firstIndex(where: { $0.name == measures.name }) {
        release.packages[index].files += measures.files
      } else {
        release.packages.append(measures)
      }
    }
    if configuration.compiler.collectsSearch {
      release.packages[0].files += timeline.measure("search", "build") { searchFiles(walked, routes) }
    }
    for index in release.fonts.indices { release.fonts[index].subset = subsets.hashes[release.fonts[index].hash] }
    do throws(PublishError) {
      release.expires = options.signing.expires
      release.channel = options.signing.channel
      release.rollout = options.signing.rollout
      var publisher = publisher
      publisher.checkedEntries = checkedEntries
      let published = try publisher.publish(release)
      var problems = signingProblems(published) + writeEmitted(emitted.files)
      if let expo = options.expo { problems += emitExpo(expo, sequence: published.manifest.sequence) }
      outcome.diagnostics += problems
      let packages = Self.figures(published)
      outcome.summary?.packages = packages
      let sizes = pages.values.map { (path: $0.path, size: $0.size) }.sorted { $0.path < $1.path }
      let overBudget = budgetProblems(packages, sizes)
      outcome.diagnostics += overBudget
      outcome.verdict = Self.verdict(of: problems)
      if outcome.verdict == .success, !overBudget.isEmpty { outcome.verdict = .overBudget }
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

  /// What the caches were good for in this run; `nil` without any.
  private var cacheFigures: CacheFigures? {
    guard var figures = caching?.figures else { return nil }
    figures.images = imageStore?.figures ?? CacheFigures.Share()
    figures.filtered = filterFigures
    return figures
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
    let fonts = Set(newConfiguration.compiler.fonts.values)
    // Other routes are another packaged page only for those that they show elsewhere.
    let old = configuration.compiler.pagesShownElsewhere
    var former = configuration.compiler
    former.pagesShownElsewhere = newConfiguration.compiler.pagesShownElsewhere
    guard let site, newConfiguration.compiler == former, changed.isDisjoint(with: fonts),
      Self.isSnapshot(site) == Self.isSnapshot(walked), site.filterFingerprint == walked.filterFingerprint
    else {
      pages = [:]
      return walked.pages.map(\.path)
    }
    let current = Set(walked.pages.map(\.path))
    pages = pages.filter { current.contains($0.key) }
    // Of a link's target only its being there counts.
    let moved = changed.filter { !(site.paths.contains($0) && walked.paths.contains($0)) }
    let isRecomposed = site.composition.fingerprint != walked.composition.fingerprint
    return walked.pages.map(\.path).filter { path in
      guard let page = pages[path] else { return true }
      return changed.contains(path) || changed.contains(where: page.contents.contains)
        || old.contains(path) != former.pagesShownElsewhere.contains(path)
        || !moved.isEmpty && moved.contains(where: { page.inputs[$0] != nil })
        || isRecomposed || site.composition.fingerprint(of: path) != walked.composition.fingerprint(of: path)
    }
  }

  /// Every path at which the two walks saw something else: changed, new, gone, now a folder, now ignored.
  static func changedPaths(_ old: Site, _ new: Site) -> Set<String> {
    var files: [String: Site.File] = [:]
    for file in old.pages + old.assets + old.fragments { files[file.path] = file }
    var changed: Set<String> = []
    for file in new.pages + new.assets + new.fragments where files.removeValue(forKey: file.path) != file {
      changed.insert(file.path)
    }
    changed.formUnion(files.keys)
    changed.formUnion(old.folders.symmetricDifference(new.folders))
    changed.formUnion(old.ignored.symmetricDifference(new.ignored))
    changed.formUnion(old.outside.symmetricDifference(new.outside))
    return changed
  }

  /// The pages to compile, those that somebody looks at before the others.
  private func inOrder(_ paths: [String]) -> [[String]] {
    guard paths.count > 2 else { return [paths] }
    let wanted = Set(pagesFirst())
    let first = paths.filter(wanted.contains)
    return first.isEmpty || first.count == paths.count ? [paths] : [first, paths.filter { !wanted.contains($0) }]
  }

  /// - Parameter count: how many pages the run compiles, of which these may be a part.
  private func compile(
    _ paths: [String], of count: Int, _ walked: Site, _ compiler: PageCompiler, _ cache: PageCache?
  ) {
    let sizes = Dictionary(uniqueKeysWithValues: walked.pages.map { ($0.path, $0.size) })
    let progress = progress
    let timeline = timeline
    let isSmallest = options.isSmallest
    cache?.fetch(paths, jobs: options.jobs)
    let done = count - paths.count
    if walked.pages.count <= options.pagesInMemory || options.shard != nil {
      spill = nil
    } else if spill == nil || count == walked.pages.count {
      spill = caching?.folder.handle.flatMap { SpillFile(in: $0) } ?? SpillFile(in: NSTemporaryDirectory())
    }
    let spill = spill
    let built = ParallelWork.map(paths, threads: options.jobs, finished: { progress(done + $0, count, paths[$1]) }) {
      path in
      let key = cache?.key(ofPage: path)
      if let cache, let key, var page = cache.page(path, key: key) {
        if let spill { page.setAside(in: spill) }
        return page
      }
      let start = ContinuousClock.now
      var page = timeline.measure(path, "page") {
        Self.compilePage(path, size: sizes[path] ?? 0, compiler, walked, isSmallest: isSmallest)
      }
      page.cost = Int(Self.seconds(since: start) * 1e6)
      if let cache, let key { cache.store(page, key: key) }
      if let spill { page.setAside(in: spill) }
      return page
    }
    for page in built { pages[page.path] = page }
  }

  /// Whether the site ships no script file at all.
  private static func isSnapshot(_ site: Site) -> Bool {
    !site.assets.contains { $0.path.hasSuffix(".js") || $0.path.hasSuffix(".mjs") }
  }

  /// The compiler of a run.
  ///
  /// OPTIMIZATION: where nothing but the contents of files changed, the last run's is used again with all that it read of
  /// others.
  private func compiler(
    for walked: Site, _ configuration: SiteConfiguration, stale: [String], changed: Set<String>, since previous: Site?
  ) -> PageCompiler {
    if let compiler, let previous, compilerUses < 200, !walked.composition.isUsed, !previous.composition.isUsed,
      previous.paths == walked.paths, walked.filtered.isEmpty, previous.filtered.isEmpty,
      previous.folders == walked.folders, previous.ignored == walked.ignored, previous.outside == walked.outside
    {
      compilerUses += 1
      if changed == Set(stale), stale.count < pages.count { return compiler }
      if let kept = PageCompiler(
        keeping: compiler, except: changed, options: Self.options(configuration, walked), files: walked)
      {
        self.compiler = kept
        return kept
      }
    }
    let made = Self.compiler(
      configuration, walked, ruleUsage: options.findsUnusedRules ? RuleUsage() : nil,
      readsAllMarkup: options.verifiesEveryPage)
    compiler = made
    compilerUses = 0
    return made
  }

  /// A configuration with a package for each language that it names none for.
  static func withLanguagePackages(_ configuration: SiteConfiguration, _ site: Site) -> SiteConfiguration {
    var configuration = configuration
    for language in site.composition.languages.dropFirst()
    where !configuration.packages.contains(where: { $0.name == language }) {
      configuration.packages.append(
        SiteConfiguration.PackageRule(
          name: language, include: GlobPattern.patterns(language + "/**"), isOnDemand: false))
    }
    return configuration
  }

  private static func options(_ configuration: SiteConfiguration, _ site: Site) -> CompilerOptions {
    var options = configuration.compiler
    options.isSnapshot = isSnapshot(site)
    return options
  }

  /// The compiler of a site's pages; fonts are named by the hash that manifests use.
  static func compiler(
    _ configuration: SiteConfiguration, _ site: Site, ruleUsage: RuleUsage? = nil, readsAllMarkup: Bool = true
  ) -> PageCompiler {
    PageCompiler(
      options: options(configuration, site), files: site, composition: site.composition, ruleUsage: ruleUsage,
      readsAllMarkup: readsAllMarkup
    ) { bytes in
      var hasher = ContentHasher()
      hasher.update(bytes)
      return hasher.finalize().description
    }
  }

  private static func compilePage(
    _ path: String, size: Int, _ compiler: PageCompiler, _ site: Site, isSmallest: Bool
  ) -> BuiltPage {
    if let problem = unreadable(path, size: size, site) { return BuiltPage(path: path, diagnostic: problem) }
    var page = BuiltPage(compiler.compile(path), effort: isSmallest ? .best : .fast)
    page.diagnostics += secrets(inPage: path, site)
    return page
  }

  /// The links of a compiled page; `nil` before it was compiled.
  func linksOfPage(_ path: String) -> PageLinks? { pages[path]?.links }

  // MARK: Assets

  /// An asset and what it was packed from.
  struct PackedAsset {
    var source: Site.File
    /// The files that stand for remote URLs, for a style sheet that was rewritten to lead to them.
    var vendored: [String: String]?
    /// The hash of what a filter made of it.
    var filtered: ContentHash?
    /// Whether it was to be made smaller.
    var isMinified = false
    /// Why it was not.
    var problem: Diagnostic?
    var file: PackageFile
  }

  /// Packs what changed since the last run; the answer is the files that could not be read.
  private func packAssets(_ walked: Site, _ cache: PageCache?) -> [Diagnostic] {
    let composition = walked.composition
    func vendored(_ file: Site.File) -> [String: String]? {
      composition.vendored.routedFiles.contains(file.path) ? composition.vendored.paths : nil
    }
    let base = configuration.compiler.base
    let effort: DeflateEncoder.Effort = options.isSmallest ? .best : .thorough
    func filtered(_ file: Site.File) -> ContentHash? { walked.filtered[file.path].map { ContentHash(of: $0) } }
    let minifiesStyles = configuration.compiler.minifiesStyles
    @Sendable func isMinified(_ file: Site.File) -> Bool {
      minifiesStyles && PackagedStyleSheet.isStyleSheet(file.path)
    }
    let stale = walked.assets.filter {
      assets[$0.path]?.source != $0 || assets[$0.path]?.vendored != vendored($0)
        || assets[$0.path]?.filtered != filtered($0) || assets[$0.path]?.isMinified != isMinified($0)
    }
    cache?.fetchAssets(stale.map(\.path), jobs: options.jobs)
    let answers = ParallelWork.map(stale, threads: options.jobs) {
      file -> Result<(file: PackageFile, problem: Diagnostic?), SystemError> in
      let key = cache?.key(ofAsset: file.path)
      if let cache, let key, let packed = cache.asset(file.path, key: key) { return .success((packed, nil)) }
      do throws(SystemError) {
        let made = walked.filtered[file.path]
        var bytes = made ?? []
        if made == nil { bytes = try SiteFile.read(file.path, in: walked.root, limit: SiteFile.largest) }
        if let led = composition.vendored.packed(bytes, path: file.path) { bytes = led }
        if let rewritten = PackagedFile.rewritten(bytes, path: file.path, base: base) { bytes = rewritten }
        let problem = isMinified(file) ? Self.minify(&bytes, file.path) : nil
        let packed = PackageFile(path: "web/" + file.path, packing: bytes, origin: file.path, effort: effort)
        // What has a problem is looked at again by the next build, which reports it again.
        if let cache, let key, problem == nil { cache.store(packed, key: key) }
        return .success((packed, problem))
      } catch {
        return .failure(error)
      }
    }
    let current = Set(walked.assets.map(\.path))
    assets = assets.filter { current.contains($0.key) }
    var problems: [Diagnostic] = []
    for (file, answer) in zip(stale, answers) {
      switch answer {
      case .success(let packed):
        assets[file.path] = PackedAsset(
          source: file, vendored: vendored(file), filtered: filtered(file), isMinified: isMinified(file),
          problem: packed.problem, file: packed.file)
      case .failure(let error):
        assets[file.path] = nil
        problems.append(
          Diagnostic(
            .fileUnreadable, "the file cannot be read: \(error.reason)", at: SourceLocation(file: file.path),
            help: "look at its permissions, or list it in .hybridignore"))
      }
    }
    return problems + walked.assets.compactMap { assets[$0.path]?.problem }
  }

  private func unreferenced(_ walked: Site) -> [Site.File] {
    var named: Set<String> = []
    for page in pages.values {
      named.formUnion(page.references)
      for (path, isThere) in page.inputs where isThere { named.insert(path) }
    }
    return walked.assets.filter { !named.contains($0.path) }
  }

  // MARK: Problems of the whole site

  /// By place, then by code and text; each problem once, since pages that share a stylesheet share its problems.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let sorted = inOrderOfPlace(Array(Set(diagnostics.map(\.withoutPasswords))))
    // A family is reported once, however many pages have text in it: where it is named first.
    var families: Set<String> = []
    let whole = oncePerSite(
      .noViewport, sorted.filter { $0.code != .approximateFont || families.insert($0.message).inserted })
    return oncePerDeclaration(whole)
  }

  /// The problems with those that one declaration of a sheet has on several pages reported for the first of them.
  private static func oncePerDeclaration(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    func place(_ problem: Diagnostic) -> SourceLocation? {
      problem.code == .layoutNotSupported && problem.location?.file.hasSuffix(".css") == true ? problem.location : nil
    }
    var counts: [SourceLocation: Int] = [:]
    for problem in diagnostics { if let place = place(problem) { counts[place, default: 0] += 1 } }
    var seen: Set<SourceLocation> = []
    return diagnostics.compactMap { problem in
      guard let place = place(problem), let count = counts[place], count > 1 else { return problem }
      guard seen.insert(place).inserted else { return nil }
      var first = problem
      first.notes.append(count == 2 ? "one other page has it too" : "\(count - 1) other pages have it too")
      return first
    }
  }

  /// The problems with those of one code, which hold for whole pages, reported only for the first page.
  private static func oncePerSite(_ code: DiagnosticCode, _ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let count = diagnostics.count { $0.code == code }
    guard count > 1 else { return diagnostics }
    var isFirst = true
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.code == code else { return diagnostic }
      guard isFirst else { return nil }
      isFirst = false
      var first = diagnostic
      first.notes.append(count == 2 ? "one other page has it too" : "\(count - 1) other pages have it too")
      return first
    }
  }

  static func inOrderOfPlace(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { left, right in
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
