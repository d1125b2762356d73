import References

/// URLs as they are written into a package: those that count from the site's root as seen from the file that holds them, so
/// that the package works from any place. A page that routes show in another folder has all of its URLs from the root, as
/// they lead to the same files from whatever URL the page was loaded by.
struct PackagedURL {
  /// The site path of the page or style sheet that holds the URLs; of a file in the folder that they count from, where a
  /// page says so. `nil` where they count from outside the site, and stay as they are.
  let path: String?
  /// What absolute references begin with: a path, or a URL.
  let base: String
  /// Whether URLs are written as counting from the root, without ``base``.
  var isFromRoot = false

  /// A URL that counts from the site's root or is below the site's own URL, as seen from the file; any other as it is.
  func rewritten(_ url: String) -> String {
    guard let path else { return url }
    if base == "/", let target = SiteReference.plainPath(url) { return written(target) }
    var stripped = SiteReference.stripped(url)
    if let own = SiteReference.path(ofOwn: stripped, below: base) { stripped = own }
    // A URL that is only a query stays: it counts from the URL that the page was loaded from.
    guard isFromRoot ? !stripped.hasPrefix("?") : stripped.hasPrefix("/"), !stripped.hasPrefix("//") else { return url }
    switch SiteReference(stripped, from: path, base: base) {
    case .local(let target, let suffix): return written(target) + suffix
    case .directory(let target, let suffix):
      return written(target.isEmpty ? "index.html" : target + "/index.html") + suffix
    default: return url
    }
  }

  /// The URL of a file of the site.
  func written(_ target: String) -> String {
    guard isFromRoot else { return SiteReference.relative(to: target, from: path ?? target) }
    return "/" + SiteReference.percentEncoded(target)
  }
}
