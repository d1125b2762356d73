/// The addresses that a page writes.
public enum PageAddress {
  /// The path in the site that an address of a page names, such as `img/a.png` or `../img/a.png`; `nil` for an address with
  /// a scheme or a host, and for one that leaves the site. Percent signs stay as they are.
  ///
  /// - Parameters:
  ///   - address: as the page writes it.
  ///   - page: the page's path in the site, such as `news/index.html`.
  public static func path(of address: String, from page: String) -> String? {
    var rest = address.prefix { $0 != "?" && $0 != "#" }
    guard !rest.isEmpty, !rest.contains("\\"), !rest.hasPrefix("//"), scheme(of: address) == nil else { return nil }
    var parts: [Substring] = rest.hasPrefix("/") ? [] : page.split(separator: "/").dropLast()
    if rest.hasPrefix("/") { rest = rest.dropFirst() }
    for part in rest.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// The URL that a script of a page goes to (`pushNavigatorWithURL`): as in links, what does not begin with `/` counts from the
  /// page's folder, and a backslash is a slash. What begins with two names a host (`//host/path`). `nil` for what leaves the site
  /// otherwise.
  ///
  /// - Parameters:
  ///   - address: as the script says it.
  ///   - page: the page's path in the site, such as `news/index.html`.
  public static func visit(to address: String, from page: String) -> String? {
    if scheme(of: address) != nil { return address }
    let written = address.prefix { $0 != "?" && $0 != "#" }
    let rest = address[written.endIndex...]
    if written.isEmpty { return "/" + page + rest }
    let file = String(written).replacing("\\", with: "/")
    if file.hasPrefix("//") {
      // The scheme of the web: a release's own pages have none of a network.
      let host = file.drop { $0 == "/" }
      return host.isEmpty ? nil : "https://\(host)\(rest)"
    }
    guard let path = path(of: file, from: page) else { return nil }
    let isFolder =
      !path.isEmpty && ["", ".", ".."].contains(file.split(separator: "/", omittingEmptySubsequences: false).last)
    return "/" + path + (isFolder ? "/" : "") + rest
  }

  /// The scheme in lower case; `nil` for a path.
  public static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    let scheme = address[..<colon]
    guard let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }

  /// Whether a web view may load it: a page of the release or of the network, never `file:`, `javascript:` or `data:`.
  public static func isWeb(_ address: String) -> Bool {
    ["http", "https", "hybrid"].contains(scheme(of: address) ?? "") || address == "about:blank"
      || address == "about:srcdoc"
  }

  /// Whether the system's programs may be asked to open it.
  public static func opensOutside(_ address: String) -> Bool {
    ["http", "https", "mailto", "tel"].contains(scheme(of: address) ?? "")
  }
}

/// Where an image of a page is.
public enum ImageAddress: Hashable, Sendable {
  /// A file of the site, by its path.
  case file(String)
  /// The bytes in the address itself.
  case inline(InlineImage)

  /// The place that a page names; `nil` for an address with another scheme or a host, and for one that leaves the site.
  ///
  /// - Parameters:
  ///   - address: as the page writes it.
  ///   - page: the page's path in the site, such as `news/index.html`.
  public init?(_ address: String, from page: String) {
    if let image = InlineImage(address) {
      self = .inline(image)
    } else if let path = PageAddress.path(of: address, from: page) {
      self = .file(path)
    } else {
      return nil
    }
  }
}
