extension SiteConfiguration.RouteRule {
  /// Whether the route shows its page at URLs in other folders than the page's file, so that relative URLs in it would
  /// lead elsewhere. The index of a folder is at home with the folder's URL, to which a closing slash is added.
  var showsPageElsewhere: Bool {
    guard let page else { return false }
    let end = page.lastIndex(of: "/").map(page.index(after:)) ?? page.startIndex
    let (folder, file) = ("/" + page[..<end], page[end...])
    var path = pattern[...]
    if let scheme = path.firstRange(of: "://") {
      path = path[scheme.upperBound...].drop { $0 != "/" }
    }
    if !isURLPattern { path = path.prefix { $0 != "?" } }
    let isIndex = file.prefix { $0 != "." } == "index"
    if isIndex, path + "/" == folder || path == folder || path.isEmpty && folder == "/" { return false }
    guard path.hasPrefix(folder) else { return true }
    let rest = path.dropFirst(folder.count)
    // What may hold a slash, or leave one out.
    return rest.isEmpty || rest.contains("/") || rest.hasSuffix("**")
      || isURLPattern && rest.contains { "(*?+{\\".contains($0) }
  }
}

extension SiteConfiguration {
  /// The pages that routes show at URLs in other folders than their files'.
  var pagesShownElsewhere: Set<String> { Set(routes.filter(\.showsPageElsewhere).compactMap(\.page)) }
}
