/// Which addresses web views and links may name.
enum WebAddress {
  /// The scheme in lower case; `nil` for a path.
  static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    let scheme = address[..<colon]
    guard let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }

  /// Whether it is a page of the release or of the network: never `file:`, `javascript:` or `data:`.
  static func isWeb(_ address: String) -> Bool {
    ["http", "https", "hybrid"].contains(scheme(of: address) ?? "") || address == "about:blank"
      || address == "about:srcdoc"
  }

  /// Whether two addresses are of one server of the network: scheme, host and port.
  static func areOfOneServer(_ one: String, _ other: String) -> Bool {
    guard let own = server(of: one) else { return false }
    return own == server(of: other)
  }

  /// Scheme, host and port; `nil` for what is not of the network.
  private static func server(of address: String) -> String? {
    guard let scheme = scheme(of: address), ["http", "https"].contains(scheme),
      let start = address.firstRange(of: "://")?.upperBound
    else { return nil }
    // As WebKit reads addresses, a backslash ends the host like a slash. Who signs in by the address itself is another user.
    let authority = address[start...].prefix { !"/\\?#".contains($0) }.lowercased()
    let port = scheme == "http" ? ":80" : ":443"
    return scheme + "://" + (authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority)
  }

  /// Whether another program may be asked to open it.
  static func opensOutside(_ address: String) -> Bool {
    ["http", "https", "mailto", "tel"].contains(scheme(of: address) ?? "")
  }
}
