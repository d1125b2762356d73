import Composition
import Diagnostics
import Files
import Foundation
import Manifest

extension BuildRun {
  /// Writes a share of the site for a later merge, unless its sources have errors.
  func write(
    _ shard: Shard, of own: Site, whole: Site, siteProblems: [Diagnostic],
    _ assetProblems: [Diagnostic]
  ) -> BuildOutcome {
    let ownPages = own.pages.compactMap { state.pages[$0.path] }
    var outcome = BuildOutcome(
      verdict: .success,
      diagnostics: NearFiles.suggested(
        in: siteProblems + assetProblems + ownPages.flatMap(\.diagnostics), whole, routes: []))
    outcome.pages = ownPages.map(PageFigures.init)
    outcome.summary = BuildSummary(
      pages: own.pages.count, viewports: configuration.compiler.viewports.count,
      files: own.pages.count + own.assets.count, seconds: 0)
    outcome.summary?.shard = shard
    outcome.verdict = SiteBuild.verdict(of: outcome.diagnostics)
    guard outcome.verdict == .success else { return outcome }
    if options.warningsAsErrors, outcome.diagnostics.contains(where: { $0.severity == .warning }) {
      outcome.verdict = .warningsCount
      return outcome
    }
    let digests = FileDigests(in: nil)
    var text: (path: String, text: [UInt8])?
    if let path = configuration.path {
      // A file that was named elsewhere has its whole path.
      let isNamed = options.configurationFile == path
      let bytes = try? isNamed ? SystemFile.read(path) : ConfigurationReader.bytes(inSite: options.root, path)
      text = (path, bytes ?? [])
    }
    let file = ShardFile(
      shard: shard, site: identity(of: whole, text?.text, digests),
      costs: ShardCosts(options).digest,
      configuration: text, pagePaths: whole.pages.map { ($0.path, $0.size) },
      assetPaths: whole.assets.map { ($0.path, $0.size) }, languages: whole.composition.languages,
      wanted: whole.wanted.sorted(),
      siteProblems: siteProblems, assetProblems: assetProblems,
      pages: ownPages, assets: own.assets.compactMap { state.assets[$0.path]?.file })
    do throws(FileError) {
      let folder = try FolderLocation(path: options.outputFolder, root: options.root).open(makes: true)
      let temporary = ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-\(ShardFile.name)"
      try folder.replace(ShardFile.name, with: file.encoded, temporary: temporary)
    } catch {
      outcome.verdict = .cannotWrite
      outcome.diagnostics.append(shardProblem(SystemError(error)))
    }
    return outcome
  }

  private func shardProblem(_ error: SystemError) -> Diagnostic {
    Diagnostic(
      .outputUnwritable, "the shard cannot be written into \(options.outputFolder): \(error.reason)",
      help: "name an empty folder with `--out-dir`")
  }

  /// Why no shard can be written into the output folder, or `nil`; asked before any work is done.
  func problemOfShardFolder() -> Diagnostic? {
    do throws(SystemError) {
      if let problem = FolderLocation(path: options.outputFolder, root: options.root).linkProblem {
        throw SystemError(problem)
      }
      try Self.checkShardFolder(options.outputFolder)
      return nil
    } catch {
      return shardProblem(error)
    }
  }

  /// A folder with other files than those of a shard is not changed.
  private static func checkShardFolder(_ folder: String) throws(SystemError) {
    guard SystemFile.exists(folder) else { return }
    let names = try SystemFile.names(in: folder).map { String(decoding: $0, as: UTF8.self) }
    if let foreign = names.first(where: { $0 != ShardFile.name && !$0.hasPrefix(".") || $0 == ".hybrid-release" }) {
      throw SystemError(reason: "it holds `\(foreign)` and no shard")
    }
  }

  /// What all shards of one build have in common: the tool, the configuration with what options add to it, every file.
  private func identity(of site: Site, _ configuration: [UInt8]?, _ digests: FileDigests) -> ContentHash {
    var writer = ByteWriter()
    writer.append(ToolFingerprint(digests, isSmallest: options.isSmallest).digest.digest)
    writer.write(configuration ?? [])
    writer.write(options.minifies)
    writer.write(options.emitsMeasures)
    for file in site.pages + site.assets + site.fragments {
      writer.write(file.path)
      writer.write(
        digests.digest(
          of: site.composition.derived[file.path]?.source ?? file.path, in: site, expecting: file.stamp
        )?.digest ?? [])
    }
    return ContentHash(of: writer.bytes)
  }
}
