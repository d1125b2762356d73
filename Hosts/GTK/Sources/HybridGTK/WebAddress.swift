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

  /// Whether another program may be asked to open it.
  static func opensOutside(_ address: String) -> Bool {
    ["http", "https", "mailto", "tel"].contains(scheme(of: address) ?? "")
  }
}
