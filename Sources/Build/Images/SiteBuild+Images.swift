import Manifest

extension SiteBuild {
  /// The images in the sizes of their boxes, where the configuration asks for it; otherwise what is larger than its boxes.
  ///
  /// - Parameter writes: whether a release is made.
  func siteImages(of walked: Site, leftOut: Set<String>, writes: Bool) -> SiteImages {
    var store: ImageStore?
    if writes, configuration.images != nil {
      store =
        caching?.images(keeping: imageStore)
        ?? ImageStore(folder: nil, tool: ContentHash(of: []), keeping: imageStore)
    }
    imageStore = store
    return SiteImages(
      configuration.images, pages: walked.pages.compactMap { pages[$0.path] },
      assets: assets.filter { !leftOut.contains($0.key) }.mapValues(\.file), store: store, jobs: options.jobs)
  }
}
