/// Resolves the URLs of a sheet against its folder (URL, 4.4), for paths of a site.
enum RelativeURL {
  /// The path from the site's root, with its query and fragment; what is absolute or only a fragment stays as it is.
  static func resolved(_ url: String, in folder: String) -> String {
    let bytes = Array(url.utf8)
    guard let first = bytes.first, first != 0x2F, first != 0x5C, first != 0x23, !hasScheme(bytes) else { return url }
    let end = url.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? url.endIndex
    var segments = folder.split(separator: "/").map(Substring.init)
    let parts = url[..<end].split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      switch part {
      case ".": if index == parts.count - 1 { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if index == parts.count - 1 { segments.append("") }
      default: segments.append(part)
      }
    }
    return "/" + segments.joined(separator: "/") + url[end...]
  }

  /// Whether a scheme is at the start: letters, digits, `+`, `-` and `.`, then a colon.
  private static func hasScheme(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x3A: return index > 0
      case 0x41...0x5A, 0x61...0x7A: continue
      case 0x30...0x39, 0x2B, 0x2D, 0x2E: if index == 0 { return false }
      default: return false
      }
    }
    return false
  }
}
