import Compiler
import Diagnostics
import Foundation
import Manifest
import Style

/// Builds a site: once, or again and again with what did not change kept from the last time.
///
/// Nothing is written before the whole site is compiled, and then only by the publisher, which leaves the previous
/// release whole until the new one is complete. A ``BuildRun`` does the work, from the state that the last one left.
public final class SiteBuild {
  /// What was asked for.
  public let options: BuildOptions
  private let foreignFolders: [String]
  /// Called while pages are compiled, on any thread: pages done, pages to do, the page that was done last.
  public var progress: @Sendable (Int, Int, String) -> Void = { _, _, _ in }

  /// Called with the paths of pages that were compiled, before anything is published; twice where some come first. ``files`` has
  /// them already.
  public var whenCompiled: ([String]) -> Void = { _ in }
  /// The pages that somebody looks at: they are compiled before others.
  public var pagesFirst: () -> [String] = { [] }

  /// Whether what is known of pages stays in memory after a run, so that the next one need not read it back.
  var keepsPages = false

  /// When what was done, for `--timings`.
  public let timeline: Timeline
  /// The cache, where there is one.
  private let caching: BuildCaching?
  /// What the last run left, for the next one; while one compiles, what it has so far.
  private(set) var state = BuildState()

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
    timeline = Timeline(isKept: options.keepsTimings)
    caching = BuildCaching(options)
  }

  /// Compiles the site and publishes the release.
  public func build() -> BuildOutcome {
    var run = run(publishing: true)
    defer { state = run.state }
    return run.outcome()
  }

  /// Compiles the site and writes nothing.
  public func check() -> BuildOutcome {
    var run = run(publishing: false)
    defer { state = run.state }
    return run.outcome()
  }

  /// Builds what a change since the last run affects; `nil` where nothing changed.
  ///
  /// - Parameter changes: what the system reported; the site is walked again where that is not enough.
  public func rebuild(_ changes: FileChanges = .unknown) -> BuildOutcome? {
    var run = run(publishing: true)
    defer { state = run.state }
    return run.outcomeOfChanges(changes)
  }

  private func run(publishing: Bool) -> BuildRun {
    let whenCompiled = whenCompiled
    return BuildRun(
      options, foreignFolders: foreignFolders, caching: caching, timeline: timeline, isPublishing: publishing,
      keepsPages: keepsPages,
      progress: progress, pagesFirst: pagesFirst, from: state
    ) { [unowned self] paths, state in
      self.state = state
      whenCompiled(paths)
    }
  }

  /// Whether the last run had a release that it could not write: the next one tries again, changed or not.
  var needsPublish: Bool { state.needsPublish }

  /// The folders whose files the last run depended on, as paths of the system.
  public var watchedFolders: Set<String> {
    var folders: Set<String> = [options.root]
    for folder in state.site?.folders ?? [] where !folder.isEmpty { folders.insert(options.root + "/" + folder) }
    folders.formUnion(state.site?.linkedFolders ?? [])
    if let file = options.configurationFile {
      folders.insert(file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ".")
    }
    return folders
  }
}

extension SiteBuild {
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

  /// The options of a site's compiler.
  static func options(_ configuration: SiteConfiguration, _ site: Site) -> CompilerOptions {
    var options = configuration.compiler
    options.isSnapshot = site.isSnapshot
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

  /// The time that went by.
  static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
