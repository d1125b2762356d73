/// URLs as they are written into a package: those that count from the site's root as seen from the file that holds them, so
/// that the package works from any place.
struct PackagedURL {
  /// The site path of the page or style sheet that holds the URLs; of a file in the folder that they count from, where a
  /// page says so. `nil` where they count from outside the site, and stay as they are.
  let path: String?
  /// What absolute references begin with: a path, or a URL.
  let base: String

  /// A URL that counts from the site's root or lies below the site's own URL, as seen from the file; any other as it is.
  func rewritten(_ url: String) -> String {
    guard let path else { return url }
    var stripped = SiteReference.stripped(url)
    if let own = SiteReference.path(ofOwn: stripped, below: base) { stripped = own }
    guard stripped.hasPrefix("/"), !stripped.hasPrefix("//") else { return url }
    switch SiteReference(stripped, from: path, base: base) {
    case .local(let target, let suffix): return SiteReference.relative(to: target, from: path) + suffix
    case .directory(let target, let suffix):
      let index = target.isEmpty ? "index.html" : target + "/index.html"
      return SiteReference.relative(to: index, from: path) + suffix
    default: return url
    }
  }
}
