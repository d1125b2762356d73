import Archive
import Compiler
import Compression
import Diagnostics
import Manifest

// Packing the files that pages name.
extension BuildRun {
  /// Packs what changed since the last run; the answer is the files that could not be read.
  mutating func packAssets(_ walked: Site, _ cache: PageCache?) -> [Diagnostic] {
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
    let known = state.assets
    let stale = walked.assets.filter {
      known[$0.path]?.source != $0 || known[$0.path]?.vendored != vendored($0)
        || known[$0.path]?.filtered != filtered($0) || known[$0.path]?.isMinified != isMinified($0)
    }
    cache?.fetchAssets(stale.map(\.path), jobs: options.jobs)
    let compressed = CompressedFiles()
    let answers = ParallelWork.map(stale, threads: options.jobs) {
      file -> Result<(file: PackageFile, problem: Diagnostic?, isMadeHere: Bool), SystemError> in
      let key = cache?.key(ofAsset: file.path)
      if let cache, let key, let packed = cache.asset(file.path, key: key) { return .success((packed, nil, false)) }
      do throws(SystemError) {
        let made = walked.filtered[file.path]
        var bytes = made ?? []
        var hash: ContentHash?
        if made == nil {
          bytes = try SiteFile.read(file.path, in: walked.root, limit: SiteFile.largest)
          // The key was made of the hash; it holds for these bytes where the file is still the same.
          hash = cache?.digest(ofAsset: file.path)
        }
        if let led = composition.vendored.packed(bytes, path: file.path) { (bytes, hash) = (led, nil) }
        if let rewritten = PackagedFile.rewritten(bytes, path: file.path, base: base) {
          (bytes, hash) = (rewritten, nil)
        }
        if isMinified(file) { hash = nil }
        let problem = isMinified(file) ? SiteBuild.minify(&bytes, file.path) : nil
        let packed = PackageFile(
          path: "web/" + file.path, packing: bytes, hash: hash, origin: file.path, effort: effort, equals: compressed)
        // What has a problem is looked at again by the next build, which reports it again.
        if let cache, let key, problem == nil { cache.store(packed, key: key) }
        return .success((packed, problem, true))
      } catch {
        return .failure(error)
      }
    }
    CompressedEntry.releaseCompressors()
    let current = Set(walked.assets.map(\.path))
    state.assets = known.filter { current.contains($0.key) }
    var problems: [Diagnostic] = []
    for (file, answer) in zip(stale, answers) {
      switch answer {
      case .success(let packed):
        state.assets[file.path] = PackedAsset(
          source: file, vendored: vendored(file), filtered: filtered(file), isMinified: isMinified(file),
          problem: packed.problem, isMadeHere: packed.isMadeHere, file: packed.file)
      case .failure(let error):
        state.assets[file.path] = nil
        problems.append(
          Diagnostic(
            .fileUnreadable, "the file cannot be read: \(error.reason)", at: SourceLocation(file: file.path),
            help: "look at its permissions, or list it in .hybridignore"))
      }
    }
    return problems + walked.assets.compactMap { state.assets[$0.path]?.problem }
  }
}
