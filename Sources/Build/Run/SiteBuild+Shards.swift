import Composition
import Diagnostics
import Files
import Foundation
import Manifest

extension SiteBuild {
  /// Writes a share of the site for a later merge, unless its sources have errors.
  func write(
    _ shard: Shard, of own: Site, whole: Site, _ answer: ConfigurationReader.Answer, siteProblems: [Diagnostic],
    _ assetProblems: [Diagnostic]
  ) -> BuildOutcome {
    let ownPages = own.pages.compactMap { pages[$0.path] }
    var outcome = BuildOutcome(
      verdict: .success,
      diagnostics: NearFiles.suggested(
        in: siteProblems + assetProblems + ownPages.flatMap(\.diagnostics), whole, routes: []))
    outcome.pages = ownPages.map(PageFigures.init)
    outcome.summary = BuildSummary(
      pages: own.pages.count, viewports: configuration.compiler.viewports.count,
      files: own.pages.count + own.assets.count, seconds: 0)
    outcome.summary?.shard = shard
    outcome.verdict = Self.verdict(of: outcome.diagnostics)
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
      shard: shard, site: Self.identity(of: whole, text?.text, digests, isSmallest: options.isSmallest),
      costs: ShardCosts(options).digest,
      configuration: text, pagePaths: whole.pages.map { ($0.path, $0.size) },
      assetPaths: whole.assets.map { ($0.path, $0.size) }, languages: whole.composition.languages,
      wanted: whole.wanted.sorted(),
      siteProblems: siteProblems, assetProblems: assetProblems,
      pages: ownPages, assets: own.assets.compactMap { assets[$0.path]?.file })
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

  /// What all shards of one build have in common: the tool, the configuration, every file.
  private static func identity(
    of site: Site, _ configuration: [UInt8]?, _ digests: FileDigests, isSmallest: Bool
  ) -> ContentHash {
    var writer = ByteWriter()
    writer.append(ToolFingerprint(digests, isSmallest: isSmallest).digest.digest)
    writer.write(configuration ?? [])
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

/// Joins the shards of a build into the release that a build of the whole site would have published.
public struct ShardMerge {
  /// Why shards cannot be joined.
  public struct Failure: Error, Sendable {
    /// What is the matter, with the shards' names.
    public var message: String
    /// What to do about it.
    public var help: String?
    /// A named folder is not there, rather than unsound.
    public var isMissingInput = false
  }

  private var files: [(folder: String, shard: ShardFile)] = []

  /// Reads the shards in folders and checks that they are all of one build, each once.
  public init(folders: [String]) throws(Failure) {
    for folder in folders {
      let path = folder + "/" + ShardFile.name
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try SystemFile.read(path)
      } catch {
        throw Failure(
          message: "\(path): \(error.reason)", help: "name the folders that `hybrid build --shard` wrote",
          isMissingInput: true)
      }
      do throws(ByteCodingError) {
        files.append((folder, try ShardFile(bytes)))
      } catch {
        throw Failure(
          message: "\(path) is damaged or was written by another version of hybrid", help: "build this shard again")
      }
    }
    try check()
  }

  private func check() throws(Failure) {
    guard let first = files.first else { throw Failure(message: "no shards were named") }
    let count = first.shard.shard.count
    var folders = [String?](repeating: nil, count: count)
    for (folder, file) in files {
      let name = "\(file.shard.index)/\(file.shard.count)"
      guard file.shard.count == count else {
        throw Failure(
          message: "\(first.folder) is shard \(first.shard.shard.index)/\(count), and \(folder) is shard \(name)",
          help: "merge the shards of one build")
      }
      if let other = folders[file.shard.index - 1] {
        throw Failure(message: "shard \(name) is there twice: \(other) and \(folder)", help: "name each shard once")
      }
      folders[file.shard.index - 1] = folder
      guard file.site == first.shard.site else {
        throw Failure(
          message: "\(first.folder) and \(folder) were built from different sources, fonts or versions of hybrid",
          help: "build all shards from one checkout with one tool")
      }
      guard file.costs == first.shard.costs else {
        throw Failure(
          message: "\(first.folder) and \(folder) were balanced by different costs",
          help: "give all shards the same .hybrid/costs, or none")
      }
    }
    let missing = folders.indices.filter { folders[$0] == nil }.map { "\($0 + 1)/\(count)" }
    if !missing.isEmpty {
      let names =
        missing.prefix(8).joined(separator: ", ") + (missing.count > 8 ? " and \(missing.count - 8) more" : "")
      throw Failure(
        message: "shard\(missing.count == 1 ? "" : "s") \(names) \(missing.count == 1 ? "is" : "are") missing",
        help: "build and name all \(count)")
    }
  }

  /// Publishes the release.
  public func publish(_ options: BuildOptions) throws(Failure) -> BuildOutcome {
    let start = ContinuousClock.now
    if options.emitsMeasures,
      let (folder, _) = files.first(where: { file in
        file.shard.pages.contains { $0.page != nil && $0.measures == nil }
      })
    {
      throw Failure(
        message: "\(folder) was built without `--emit measures`",
        help: "give `--emit measures` to all shards and the merge"
      )
    }
    // `check` saw at least one.
    let first = files[0].shard
    let build = SiteBuild(options)
    var answer = ConfigurationReader.Answer(configuration: SiteConfiguration(), diagnostics: [])
    if let text = first.configuration {
      answer = ConfigurationReader.read(SourceFile(path: text.path, bytes: text.text))
    }
    build.configuration = answer.configuration
    var site = Site(root: options.root)
    let nowhere = SystemFile.Stamp(modified: 0, changed: 0, node: 0)
    site.pages = first.pagePaths.map { Site.File(path: $0.path, size: $0.size, stamp: nowhere) }
    site.assets = first.assetPaths.map { Site.File(path: $0.path, size: $0.size, stamp: nowhere) }
    site.paths = Set(site.pages.map(\.path) + site.assets.map(\.path))
    site.composition.languages = first.languages
    site.wanted = Set(first.wanted)
    build.site = site
    for (folder, file) in files {
      for page in file.pages where build.pages.updateValue(page, forKey: page.path) != nil {
        throw Failure(message: "the page \(page.path) is in \(folder) and in another shard")
      }
      for asset in file.assets {
        build.assets[asset.origin] = SiteBuild.PackedAsset(
          source: Site.File(path: asset.origin, size: 0, stamp: nowhere), file: asset)
      }
    }
    if let missing = site.pages.first(where: { build.pages[$0.path] == nil }) {
      throw Failure(message: "the page \(missing.path) is in none of the shards")
    }
    if let missing = site.assets.first(where: { build.assets[$0.path] == nil }) {
      throw Failure(message: "the file \(missing.path) is in none of the shards")
    }
    let problems = first.siteProblems + files.flatMap(\.shard.assetProblems)
    var outcome = build.assemble(site, problems, publishing: true)
    outcome.summary?.seconds = SiteBuild.seconds(since: start)
    outcome.diagnostics = SiteBuild.sorted(outcome.diagnostics)
    return outcome
  }
}
