import Compiler
import Diagnostics

/// The caches of a build: made from its options, kept from run to run of a watch.
final class BuildCaching {
  let folder: CacheFolder
  private let remote: RemoteCache?
  private let digests: FileDigests
  private let options: BuildOptions
  /// Read when a run first asks: it takes the fonts' hashes.
  private lazy var tool = ToolFingerprint(digests, isSmallest: options.isSmallest)
  private var storedAtLastCollection = 0

  /// `nil` where the options name no cache.
  init?(_ options: BuildOptions) {
    guard let path = options.cacheFolder else { return nil }
    self.options = options
    folder = CacheFolder(path: path, root: options.root)
    remote = options.remoteCache.map { RemoteCache($0) }
    digests = FileDigests(in: folder)
  }

  /// The cache as pages of a site see it.
  func pageCache(_ compiler: CompilerOptions, _ site: Site) -> PageCache {
    PageCache(folder: folder, remote: remote, digests: digests, tool: tool, options: compiler, site: site)
  }

  /// The encoded images of this cache, and of the run before.
  func images(keeping other: ImageStore?) -> ImageStore {
    ImageStore(folder: folder, tool: tool.digest, keeping: other)
  }

  /// Adds what a run compiled to the remote cache, where that was asked for.
  func upload(_ cache: PageCache?, _ pages: BuiltPages, _ assets: [String: PackedAsset]) {
    guard let cache, options.remoteCache?.uploads == true else { return }
    cache.upload(pages, jobs: options.jobs)
    cache.uploadAssets(assets, jobs: options.jobs)
  }

  /// What is done at the end of a run: hashes are kept, and from time to time what was not used for longest goes.
  func finish() {
    let stored = folder.countsOfRun.stored
    guard stored > 0 || folder.isThere else { return }
    folder.markAsIgnored()
    digests.save()
    if stored - storedAtLastCollection > 500 || (stored > 0 && storedAtLastCollection == 0) {
      storedAtLastCollection = stored
      folder.collect()
    }
  }

  /// Why results could not be stored or read; `nil` where they could.
  var problem: String? { folder.problem }

  /// Why the remote cache was of no use, where it was not.
  var remoteProblem: String? { remote?.problem }

  var figures: CacheFigures {
    let counts = folder.countsOfRun
    return CacheFigures(hits: counts.hits, remoteHits: counts.remoteHits, misses: counts.misses)
  }
}
