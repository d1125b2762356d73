import Archive
import Compiler
import Compression
import Diagnostics
import Foundation
import Platform
import Style

// Compiling pages.
extension BuildRun {
  /// The pages to compile, those that somebody looks at before the others.
  func inOrder(_ paths: [String]) -> [[String]] {
    guard paths.count > 2 else { return [paths] }
    let wanted = Set(pagesFirst())
    let first = paths.filter(wanted.contains)
    return first.isEmpty || first.count == paths.count ? [paths] : [first, paths.filter { !wanted.contains($0) }]
  }

  /// - Parameter count: how many pages the run compiles, of which these may be a part.
  mutating func compile(
    _ paths: [String], of count: Int, _ walked: Site, _ compiler: PageCompiler, _ cache: PageCache?
  ) {
    let sizes = Dictionary(uniqueKeysWithValues: walked.pages.map { ($0.path, $0.size) })
    let progress = progress
    let timeline = timeline
    let isSmallest = options.isSmallest
    cache?.fetch(paths, jobs: options.jobs)
    let done = count - paths.count
    if holdsPages(of: walked) {
      state.spill = nil
    } else if state.spill == nil || count == walked.pages.count {
      state.spill = caching?.folder.handle.flatMap { SpillFile(in: $0) } ?? SpillFile(in: NSTemporaryDirectory())
    }
    let spill = state.spill
    let weights = PageWeights {
      compiler.releaseMemories()
      CompressedEntry.releaseCompressors()
    }
    let texts = SharedTexts()
    ProcessMemory.prepare()
    let keepsPages = keepsPages
    let built = ParallelWork.map(paths, threads: options.jobs, finished: { progress(done + $0, count, paths[$1]) }) {
      path -> HeldPage in
      let key = cache?.key(ofPage: path)
      if let cache, let key, let page = cache.page(path, key: key) {
        return Self.held(page, spill, texts, keepsPages: keepsPages)
      }
      let size = sizes[path] ?? 0
      // Pages that are small together are compiled beside each other, large ones by themselves: memory grows with what
      // is compiled.
      weights.enter(size)
      defer { weights.leave(size) }
      let start = ContinuousClock.now
      var page = timeline.measure(path, "page") {
        Self.compilePage(path, size: size, compiler, walked, isSmallest: isSmallest)
      }
      page.cost = Int(SiteBuild.seconds(since: start) * 1e6)
      if let cache, let key { cache.store(page, key: key) }
      return Self.held(page, spill, texts, keepsPages: keepsPages)
    }
    state.pages.reserveCapacity(state.pages.count + built.count)
    for page in built { state.pages.insert(page) }
  }

  /// Whether a site's pages stay in memory until they are published: a shard has them in its file anyway.
  private func holdsPages(of site: Site) -> Bool {
    guard options.shard == nil else { return true }
    return site.pages.count <= options.pagesInMemory && site.pages.reduce(0) { $0 + $1.size } <= options.sourceInMemory
  }

  /// A page as it is kept until it is published.
  private static func held(
    _ page: BuiltPage, _ spill: SpillFile?, _ texts: SharedTexts, keepsPages: Bool
  ) -> HeldPage {
    if let spill, !keepsPages { return HeldPage(page, in: spill, filesOnly: false) }
    var page = page
    // What is in memory only until it is published is there for less time than sharing takes.
    if keepsPages { page.share(texts) }
    return spill.map { HeldPage(page, in: $0, filesOnly: true) } ?? HeldPage(page)
  }

  private static func compilePage(
    _ path: String, size: Int, _ compiler: PageCompiler, _ site: Site, isSmallest: Bool
  ) -> BuiltPage {
    if let problem = SiteBuild.unreadable(path, size: size, site) { return BuiltPage(path: path, diagnostic: problem) }
    var page = BuiltPage(compiler.compile(path), effort: isSmallest ? .best : .fast)
    page.diagnostics += SiteBuild.secrets(inPage: path, site)
    return page
  }

  /// The compiler of a run.
  ///
  /// OPTIMIZATION: where nothing but the contents of files changed, the last run's is used again with all that it read of
  /// others.
  mutating func compiler(for input: BuildInput, stale: [String]) -> PageCompiler {
    let site = input.site
    if let kept = state.compiler, let old = previous.site, kept.uses < KeptCompiler.mostUses, !site.composition.isUsed,
      !old.composition.isUsed, old.paths == site.paths, site.filtered.isEmpty, old.filtered.isEmpty,
      old.folders == site.folders, old.ignored == site.ignored, old.outside == site.outside
    {
      state.compiler?.uses += 1
      if input.changed == Set(stale), stale.count < state.pages.count { return kept.compiler }
      if let compiler = PageCompiler(
        keeping: kept.compiler, except: input.changed,
        options: SiteBuild.options(input.answer.configuration, site), files: site)
      {
        state.compiler?.compiler = compiler
        return compiler
      }
    }
    let made = SiteBuild.compiler(
      input.answer.configuration, site, ruleUsage: options.findsUnusedRules ? RuleUsage() : nil,
      readsAllMarkup: options.verifiesEveryPage)
    state.compiler = KeptCompiler(compiler: made)
    return made
  }
}
