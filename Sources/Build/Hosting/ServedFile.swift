import Diagnostics
import Foundation
import Transfers

/// A file of a release with the head that a host sent with it.
public struct ServedFile: Sendable {
  /// Something about a host's answers that hurts.
  public struct Warning: Sendable {
    /// What it is.
    public var code: DiagnosticCode
    /// The first file with it.
    public var file: String
    /// What the host does.
    public var message: String
    /// What to do.
    public var help: String
    /// How many other files have it.
    public var others = 0
  }

  let path: String
  let url: String
  let head: HTTPHead

  /// Longer than this nobody should keep what changes with a release, in seconds.
  private static let longestForChanging = 600
  /// Shorter than this nobody should keep what never changes.
  private static let shortestForNamed = 86_400

  /// Whether the file is named by its content.
  private var isNamedByContent: Bool { ["packages/", "manifests/", "patches/"].contains(where: path.hasPrefix) }
  private var isArchive: Bool { path.hasSuffix(".zip") || path.hasSuffix(".patch") }

  /// The warnings of all files: one for each kind and group of files, in the order of codes.
  static func warnings(of files: [ServedFile]) -> [Warning] {
    var warnings: [Warning] = []
    for check in [wrongType, caching, redirect, encoding] {
      for isNamed in [false, true] {
        var found: Warning?
        for file in files where file.isNamedByContent == isNamed {
          guard let warning = check(file) else { continue }
          if found == nil { found = warning } else { found?.others += 1 }
        }
        if let found { warnings.append(found) }
      }
    }
    return warnings
  }

  private static func wrongType(_ file: ServedFile) -> Warning? {
    guard let value = file.head.value("Content-Type") else { return nil }
    let type = value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    let isWrong = file.isArchive ? type.hasPrefix("text/") : !(type.hasSuffix("/json") || type.hasSuffix("+json"))
    guard isWrong else { return nil }
    let right =
      file.isArchive
      ? (file.path.hasSuffix(".zip") ? "application/zip" : "application/octet-stream") : "application/json"
    return Warning(
      code: .servedContentType, file: file.path, message: "the host serves it as `\(shown(value))`",
      help: "serve it as \(right)")
  }

  private static func caching(_ file: ServedFile) -> Warning? {
    let help =
      file.isNamedByContent
      ? "serve it with `Cache-Control: public, max-age=31536000, immutable`" : "serve it with `Cache-Control: no-cache`"
    func warning(_ message: String) -> Warning {
      Warning(code: .servedCaching, file: file.path, message: message, help: help)
    }
    guard let value = file.head.value("Cache-Control") else {
      return warning("the host does not say how long caches may keep it")
    }
    let words = value.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    func seconds(_ name: String) -> Int? {
      words.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1).filter { $0 != "\"" }) }
    }
    let isAsked = words.contains("no-cache") || words.contains("no-store")
    let kept = [seconds("max-age"), seconds("s-maxage")].compactMap { $0 }
    if file.isNamedByContent {
      guard isAsked || (kept.max() ?? 0) < shortestForNamed else { return nil }
      return warning("the host lets caches keep it only by `\(shown(value))`, and it never changes")
    }
    if isAsked { return nil }
    if kept.isEmpty || (kept.max() ?? 0) > longestForChanging {
      return warning("the host lets caches keep it by `\(shown(value))`, and it changes with a release")
    }
    return nil
  }

  private static func redirect(_ file: ServedFile) -> Warning? {
    guard file.head.url != file.url, !file.head.url.isEmpty else { return nil }
    return Warning(
      code: .servedRedirect, file: file.path, message: "the host leads to `\(shown(file.head.url))`",
      help: "give apps the address at the end")
  }

  private static func encoding(_ file: ServedFile) -> Warning? {
    guard file.isArchive, let value = file.head.value("Content-Encoding"), value.lowercased() != "identity" else {
      return nil
    }
    return Warning(
      code: .servedEncoded, file: file.path, message: "the host sends it with `Content-Encoding: \(shown(value))`",
      help: "switch compression off for archives")
  }

  /// A header as messages show it.
  private static func shown(_ text: String) -> String { text.count > 120 ? text.prefix(117) + "..." : text }
}
