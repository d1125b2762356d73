import Archive
import Compiler
import Compression
import Diagnostics
import HybridClient
import Manifest

// What compiled pages and packed assets come to.
extension BuildRun {
  /// What a site's compiled pages and packed assets come to: the problems, the figures, the release.
  ///
  /// - Parameter siteProblems: problems that belong to no page.
  mutating func assemble(_ walked: Site, _ siteProblems: [Diagnostic]) -> BuildOutcome {
    let survey = PageSurvey(PageList(walked, state.pages), walked)
    let unreferenced = walked.assets.filter { !survey.named.contains($0.path) }
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
    diagnostics += survey.diagnostics
    var routes = SiteRoutes(configuration, pages: walked.pages.map(\.path))
    diagnostics +=
      routes.diagnostics
      + timeline.measure("links", "build") {
        linkProblems(walked, configuration, routes)
      }
    routes.releaseRouter()
    diagnostics = SiteBuild.withoutConsequences(diagnostics, walked, configuration)
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
    outcome.pages = walked.pages.compactMap { state.pages.figures(of: $0.path) }
    let subsets = timeline.measure("fonts", "build") { fontSubsets(of: walked) }
    let images = timeline.measure("images", "build") { siteImages(of: walked, leftOut: leftOut, writes: isPublishing) }
    outcome.diagnostics = SiteBuild.withoutRepetition(
      judged(outcome.diagnostics + subsets.diagnostics + images.diagnostics, walked))
    timeline.measure("publish", "build") {
      finish(&outcome, walked, &routes, subsets, images, fonts: survey.fonts, leftOut: leftOut)
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
  private mutating func fontSubsets(of walked: Site) -> SiteFontSubsets {
    let subsets = SiteFontSubsets(
      configuration, pages: PageList(walked, state.pages), assets: state.assets.mapValues(\.file),
      known: state.madeSubsets, jobs: options.jobs, effort: options.isSmallest ? .best : .thorough)
    state.madeSubsets = subsets.made
    return subsets
  }

  /// Packs and publishes, unless the problems forbid it.
  ///
  /// - Parameter routes: the site's routes; emptied after the release lists them, to free their memory.
  private mutating func finish(
    _ outcome: inout BuildOutcome, _ walked: Site, _ routes: inout SiteRoutes, _ subsets: SiteFontSubsets,
    _ images: SiteImages, fonts: Set<ManifestFont>, leftOut: Set<String>
  ) {
    let emitted = isPublishing ? emittedNavigation(routes) : (files: [], diagnostics: [])
    outcome.diagnostics += emitted.diagnostics
    outcome.verdict = SiteBuild.verdict(of: outcome.diagnostics)
    guard outcome.verdict == .success else { return }
    if options.warningsAsErrors, outcome.diagnostics.contains(where: { $0.severity == .warning }) {
      outcome.verdict = .warningsCount
      return
    }
    guard isPublishing else { return }
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
      SiteBuild.withLanguagePackages(configuration, walked), sequence: options.sequence ?? configuration.sequence,
      pages: PageList(walked, state.pages, rewritten: images.pages), fonts: fonts,
      assets: walked.assets.filter { !leftOut.contains($0.path) }
        .compactMap { images.files[$0.path] ?? subsets.files[$0.path] ?? state.assets[$0.path]?.file }
        + images.variants + Self.bridgeFiles(configuration), routes: routes)
    if options.webClientFolder != nil {
      release.packages += timeline.measure("screens", "build") {
        FirstScreens(configuration: configuration, site: walked, files: state.files, jobs: options.jobs)
          .packages(of: PageList(walked, state.pages))
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
    // One for each page, and packages take the memory that they have.
    routes = SiteRoutes()
    for index in release.fonts.indices { release.fonts[index].subset = subsets.hashes[release.fonts[index].hash] }
    do throws(PublishError) {
      release.expires = options.signing.expires
      release.channel = options.signing.channel
      release.rollout = options.signing.rollout
      var publisher = publisher
      if isMerge {
        // What others built is read as a whole, as `hybrid verify` does.
        let check = ReleaseEntryCheck()
        publisher.checkEntry = { _, path, bytes in check.fault(of: path, bytes) }
      } else {
        publisher.checkedEntries = state.checkedEntries
      }
      CompressedEntry.releaseCompressors()
      let published = try publisher.publish(release)
      for file in release.packages.flatMap(\.files) {
        if let packed = file.packed { state.checkedEntries.insert(file.path, packed.hash) }
      }
      var problems = signingProblems(published) + writeEmitted(emitted.files)
      if let expo = options.expo { problems += emitExpo(expo, sequence: published.manifest.sequence) }
      outcome.diagnostics += problems
      let packages = Self.figures(published)
      outcome.summary?.packages = packages
      outcome.summary?.manifest = published.manifestFile.hash
      let sizes = outcome.pages.map { (path: $0.path, size: $0.size) }.sorted { $0.path < $1.path }
      let overBudget = budgetProblems(packages, sizes)
      outcome.diagnostics += overBudget
      outcome.verdict = SiteBuild.verdict(of: problems)
      if outcome.verdict == .success, !overBudget.isEmpty { outcome.verdict = .overBudget }
    } catch {
      let problem = SiteBuild.diagnostic(for: error)
      outcome.diagnostics.append(problem)
      outcome.verdict = SiteBuild.verdict(of: [problem])
    }
  }
}

/// What all pages of a site come to, found by going through them once.
private struct PageSurvey {
  /// The assets that a page names.
  private(set) var named: Set<String> = []
  /// The pages' problems.
  private(set) var diagnostics: [Diagnostic] = []
  /// The fonts that measured.
  private(set) var fonts: Set<ManifestFont> = []

  init(_ pages: PageList, _ site: Site) {
    let assets = Set(site.assets.map(\.path))
    // What a sheet or a layout says is a problem of every page of it: in memory once, where it does not count how often it is said.
    var known: Set<Diagnostic> = []
    for page in pages {
      for path in page.references where assets.contains(path) { named.insert(path) }
      for input in page.inputs.list where input.isThere && assets.contains(input.path) { named.insert(input.path) }
      for font in page.fonts { fonts.insert(ManifestFont(family: font.family, hash: font.hash)) }
      for problem in SiteBuild.withoutUnstyled(SiteBuild.withoutUncomposed(page.diagnostics))
      where SiteBuild.countsReferences(problem) || known.insert(problem).inserted {
        diagnostics.append(problem)
      }
    }
  }
}
