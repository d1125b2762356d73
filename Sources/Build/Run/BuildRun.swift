import Compiler
import Diagnostics
import Files
import Foundation
import Manifest

/// One run of a build, from the state that the last one left. Each step gives its result; what is kept for the next run is put
/// into ``state`` by the steps' names, and nowhere else.
struct BuildRun {
  let options: BuildOptions
  let foreignFolders: [String]
  /// The cache, where there is one.
  let caching: BuildCaching?
  let timeline: Timeline
  /// Whether a release is written.
  let isPublishing: Bool
  /// Whether what is known of pages stays in memory for later runs.
  let keepsPages: Bool
  /// Whether others compiled the pages: the release is verified as a whole before it is published.
  var isMerge = false
  let progress: @Sendable (Int, Int, String) -> Void
  /// The pages that somebody looks at: they are compiled before others.
  let pagesFirst: () -> [String]
  /// Called with the paths of pages that were compiled, and the state with them.
  let whenCompiled: ([String], BuildState) -> Void
  /// What the last run left.
  let previous: BuildState
  /// What this one leaves.
  var state: BuildState
  /// How many answers of filters the run before or the cache had.
  var filterFigures = CacheFigures.Share()
  private let start = ContinuousClock.now

  init(
    _ options: BuildOptions, foreignFolders: [String] = [], caching: BuildCaching? = nil,
    timeline: Timeline = Timeline(isKept: false), isPublishing: Bool, keepsPages: Bool = false,
    progress: @escaping @Sendable (Int, Int, String) -> Void = { _, _, _ in },
    pagesFirst: @escaping () -> [String] = { [] }, from state: BuildState = BuildState(),
    whenCompiled: @escaping ([String], BuildState) -> Void = { _, _ in }
  ) {
    self.options = options
    self.foreignFolders = foreignFolders
    self.caching = caching
    self.timeline = timeline
    self.isPublishing = isPublishing
    self.keepsPages = keepsPages
    self.progress = progress
    self.pagesFirst = pagesFirst
    self.whenCompiled = whenCompiled
    previous = state
    self.state = state
  }

  /// The configuration that the run builds with.
  var configuration: SiteConfiguration { state.configuration }

  /// Builds the site.
  mutating func outcome() -> BuildOutcome {
    switch begin(.unknown) {
    case .refused(let outcome, _): outcome
    case .site(let input): outcome(of: input)
    }
  }

  /// Builds the site where something changed; `nil` where nothing did, or what forbids the build was reported before.
  mutating func outcomeOfChanges(_ changes: FileChanges) -> BuildOutcome? {
    switch begin(changes) {
    case .refused(let outcome, let isKnown): isKnown ? nil : outcome
    case .site(let input): input.isUnchanged ? nil : outcome(of: input)
    }
  }

  // MARK: The beginning

  /// How a run begins.
  private enum Beginning {
    /// With a site to build.
    case site(BuildInput)
    /// With what forbids it, which the last run may have reported.
    case refused(BuildOutcome, isKnown: Bool)
  }

  /// Reads the configuration, walks the site and runs filters.
  private mutating func begin(_ changes: FileChanges) -> Beginning {
    let stamps = stampsOfConfiguration()
    let isReconfigured = stamps != previous.configurationStamps
    state.configurationStamps = stamps
    // The system does not report these changes again, even if the run ends before it looks at them.
    let knowsChanges = !isReconfigured && !previous.missesChanges
    state.missesChanges = true
    func refused(_ verdict: BuildOutcome.Verdict, _ problems: [Diagnostic], isKnown: Bool = false) -> Beginning {
      .refused(BuildOutcome(verdict: verdict, diagnostics: problems), isKnown: isKnown && !isReconfigured)
    }
    if let problem = problemOfTrackedCache() { return refused(.sourceErrors, [problem]) }
    if let problem = options.place.problem { return refused(.badConfiguration, [problem]) }
    let answer = readConfiguration()
    if answer.diagnostics.contains(where: { $0.severity == .error }) {
      return refused(.badConfiguration, SiteBuild.sorted(answer.diagnostics), isKnown: true)
    }
    if let problem = problemOfOutput(answer.configuration) {
      state.needsPublish = true
      return refused(SiteBuild.verdict(of: [problem]), [problem])
    }
    var site = walk(answer.configuration, knowsChanges ? changes : .unknown)
    let filtering = runFilters(for: &site, answer.configuration)
    if filtering.contains(where: { $0.severity == .error }) {
      // What the walk saw is looked at again.
      state.filterProblems = filtering
      let problems = SiteBuild.sorted(answer.diagnostics + filtering)
      return refused(SiteBuild.verdict(of: problems), problems, isKnown: filtering == previous.filterProblems)
    }
    state.filterProblems = []
    state.missesChanges = false
    let changed = previous.site.map { SiteBuild.changedPaths($0, site) } ?? []
    return .site(
      BuildInput(
        answer: answer, site: site, filterProblems: filtering, changed: changed,
        configurationFiles: isReconfigured ? Set(stamps.keys) : [],
        isUnchanged: !isReconfigured && changed.isEmpty && site.diagnostics == previous.site?.diagnostics
          && !previous.needsPublish && !isReleaseGone))
  }

  /// What changes when the configuration or the ignore rules do.
  private func stampsOfConfiguration() -> [String: SystemFile.Stamp] {
    var stamps: [String: SystemFile.Stamp] = [:]
    for name in ConfigurationReader.fileNames + [IgnoreRules.fileName] {
      stamps[name] = (try? FileStatus(at: options.root + "/" + name, followingLinks: true))?.stamp
    }
    if let file = options.configurationFile {
      stamps[file] = (try? FileStatus(at: file, followingLinks: true))?.stamp
    }
    return stamps
  }

  /// The configuration with what the options add to it.
  private func readConfiguration() -> ConfigurationReader.Answer {
    var answer = ConfigurationReader.read(root: options.root, file: options.configurationFile)
    if options.checksAccessibility { answer.configuration.compiler.checksAccessibility = true }
    if options.checksLayout { answer.configuration.compiler.checksLayout = true }
    if options.emitsMeasures { answer.configuration.compiler.measuresText = true }
    if options.minifies {
      answer.configuration.compiler.minifiesPages = true
      answer.configuration.compiler.minifiesStyles = true
    }
    return answer
  }

  /// Why the run's result could not be written, or `nil`; asked before any work is done.
  private func problemOfOutput(_ configuration: SiteConfiguration) -> Diagnostic? {
    if options.shard != nil { return problemOfShardFolder() }
    return isPublishing ? problemOfOutputFolder(configuration) : nil
  }

  /// Whether somebody removed the release.
  private var isReleaseGone: Bool {
    previous.hasPublished && options.shard == nil && !SystemFile.exists(options.outputFolder + "/latest.json")
  }

  /// The site as it is now.
  private func walk(_ configuration: SiteConfiguration, _ changes: FileChanges) -> Site {
    if case .written(let files, let temporary) = changes,
      let site = previous.site?.rereading(files, temporary: temporary)
    {
      return site
    }
    return SiteWalk.walk(
      root: options.root, configuration: configuration,
      outputFolders: foreignFolders + [options.outputFolder, options.cacheFolder].compactMap { $0 })
  }

  // MARK: The whole run

  /// Compiles what the last run's answers do not hold for any more, and publishes or writes what there is then.
  private mutating func outcome(of input: BuildInput) -> BuildOutcome {
    let site = input.site
    let fresh = StillFresh(previous, input)
    state.site = site
    state.configuration = input.answer.configuration
    state.pages = fresh.pages
    let compiler = compiler(for: input, stale: fresh.stalePaths)
    // What a page's cached result was made from is known, which rules it used is not.
    let cache = options.findsUnusedRules ? nil : caching?.pageCache(compiler.options, site)
    var own = site
    if let shard = options.shard { own = shard.share(of: site, costs: ShardCosts(options)) }
    let ownPages = Set(own.pages.map(\.path))
    let work = options.shard == nil ? fresh.stalePaths : fresh.stalePaths.filter(ownPages.contains)
    timeline.measure("pages", "build") {
      for part in inOrder(work) {
        compile(part, of: work.count, site, compiler, cache)
        whenCompiled(part, state)
      }
    }
    let problems = siteProblems(input, compiler)
    let assetProblems = timeline.measure("assets", "build") { packAssets(own, cache) }
    caching?.finish()
    caching?.upload(cache, state.pages, state.assets)
    var outcome =
      if let shard = options.shard {
        write(shard, of: own, whole: site, siteProblems: problems, assetProblems)
      } else {
        assemble(site, problems + assetProblems)
      }
    state.needsPublish = isPublishing && outcome.verdict == .cannotWrite
    state.hasPublished =
      previous.hasPublished || isPublishing && (outcome.verdict == .success || outcome.verdict == .overBudget)
    outcome.compiled = work
    outcome.changed = input.changed.union(input.configurationFiles).sorted()
    if isPublishing, options.shard == nil, caching != nil { ShardCosts.save(outcome.pages, options) }
    outcome.cache = cacheFigures
    outcome.summary?.folder = options.outputFolder
    outcome.cacheProblem = caching?.problem
    outcome.remoteCacheProblem = caching?.remoteProblem
    outcome.summary?.seconds = SiteBuild.seconds(since: start)
    outcome.diagnostics = SiteBuild.sorted(outcome.diagnostics)
    return outcome
  }

  /// The problems that belong to no page or asset.
  private mutating func siteProblems(_ input: BuildInput, _ compiler: PageCompiler) -> [Diagnostic] {
    let site = input.site
    let configuration = input.answer.configuration
    var problems = input.answer.diagnostics + site.diagnostics + input.filterProblems
    problems += SiteBuild.missingFiles(configuration, site) + SiteBuild.unusableFonts(configuration, compiler)
    problems += SiteBuild.markdownFiles(site)
    problems += secretsInSite(site) + (options.remoteCache?.problems ?? [])
    return problems + SiteBuild.unusedRules(compiler.ruleUsage)
  }

  /// What the caches were good for in this run; `nil` without any.
  private var cacheFigures: CacheFigures? {
    guard var figures = caching?.figures else { return nil }
    figures.images = state.imageStore?.figures ?? CacheFigures.Share()
    figures.filtered = filterFigures
    return figures
  }
}

/// What a run builds: the site as it is now, and what of it is new.
struct BuildInput {
  var answer: ConfigurationReader.Answer
  var site: Site
  var filterProblems: [Diagnostic]
  /// Every path at which the last run saw something else.
  var changed: Set<String>
  /// The files of a configuration that changed.
  var configurationFiles: Set<String>
  /// Whether the last run's release is the site's as it is now.
  var isUnchanged: Bool
}
