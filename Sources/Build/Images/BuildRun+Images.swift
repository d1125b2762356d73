import Manifest

extension BuildRun {
  /// The images in the sizes of their boxes, where the configuration asks for it; otherwise what is larger than its boxes.
  ///
  /// - Parameter writes: whether a release is made.
  mutating func siteImages(of walked: Site, leftOut: Set<String>, writes: Bool) -> SiteImages {
    var store: ImageStore?
    if writes, configuration.images != nil {
      store =
        caching?.images(keeping: previous.imageStore)
        ?? ImageStore(folder: nil, tool: ContentHash(of: []), keeping: previous.imageStore)
    }
    state.imageStore = store
    return SiteImages(
      configuration.images, pages: PageList(walked, state.pages),
      assets: state.assets.filter { !leftOut.contains($0.key) }.mapValues(\.file), store: store, jobs: options.jobs)
  }
}
