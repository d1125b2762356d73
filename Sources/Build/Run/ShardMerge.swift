import Diagnostics
import Manifest

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
          message:
            "\(first.folder) and \(folder) were built from different sources, fonts, options or versions of hybrid",
          help: "build all shards from one checkout with one tool and the same options")
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
    var state = BuildState()
    var answer = ConfigurationReader.Answer(configuration: SiteConfiguration(), diagnostics: [])
    if let text = first.configuration {
      answer = ConfigurationReader.read(SourceFile(path: text.path, bytes: text.text))
    }
    state.configuration = answer.configuration
    var site = Site(root: options.root)
    let nowhere = SystemFile.Stamp(modified: 0, changed: 0, node: 0)
    site.pages = first.pagePaths.map { Site.File(path: $0.path, size: $0.size, stamp: nowhere) }
    site.assets = first.assetPaths.map { Site.File(path: $0.path, size: $0.size, stamp: nowhere) }
    site.paths = Set(site.pages.map(\.path) + site.assets.map(\.path))
    site.composition.languages = first.languages
    site.wanted = Set(first.wanted)
    state.site = site
    for (folder, file) in files {
      for page in file.pages where !state.pages.insert(HeldPage(page)) {
        throw Failure(message: "the page \(page.path) is in \(folder) and in another shard")
      }
      for asset in file.assets {
        state.assets[asset.origin] = PackedAsset(
          source: Site.File(path: asset.origin, size: 0, stamp: nowhere), file: asset)
      }
    }
    if let missing = site.pages.first(where: { state.pages.figures(of: $0.path) == nil }) {
      throw Failure(message: "the page \(missing.path) is in none of the shards")
    }
    if let missing = site.assets.first(where: { state.assets[$0.path] == nil }) {
      throw Failure(message: "the file \(missing.path) is in none of the shards")
    }
    let problems = first.siteProblems + files.flatMap(\.shard.assetProblems)
    var run = BuildRun(options, caching: BuildCaching(options), isPublishing: true, from: state)
    run.isMerge = true
    var outcome = run.assemble(site, problems)
    outcome.summary?.seconds = SiteBuild.seconds(since: start)
    outcome.diagnostics = SiteBuild.sorted(outcome.diagnostics)
    return outcome
  }
}
