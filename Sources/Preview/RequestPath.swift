import Foundation

/// The paths of requests.
enum RequestPath {
  /// The path with its escapes decoded, or `nil` where it leads out of where it begins or is not a text.
  static func decoded(_ target: String) -> String? {
    let raw = target.prefix { $0 != "?" && $0 != "#" }
    guard let path = String(raw).removingPercentEncoding, path.hasPrefix("/") else { return nil }
    return staysInside(path) ? path : nil
  }

  /// Whether a path without escapes leads nowhere else.
  static func staysInside(_ path: String) -> Bool {
    guard !path.utf8.contains(0), !path.utf8.contains(UInt8(ascii: "\\")) else { return false }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !parts.contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
  }
}
