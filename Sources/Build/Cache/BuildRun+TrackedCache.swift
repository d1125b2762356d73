import Diagnostics

extension BuildRun {
  /// The problem of a cache that came with the checkout, or `nil`.
  func problemOfTrackedCache() -> Diagnostic? {
    let inSite = options.root + "/.hybrid/cache"
    for folder in [inSite] + [options.cacheFolder].compactMap({ $0 }) where SystemFile.exists(folder) {
      guard GitIndex.tracks(folder) else { continue }
      return Diagnostic(
        .cacheInRepository, "git tracks files of the cache \(folder)",
        help: "run `git rm -r --cached \(folder)`, and remove the folder")
    }
    return nil
  }
}
