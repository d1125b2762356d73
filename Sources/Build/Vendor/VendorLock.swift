import Archive
import Compiler
import Composition
import Foundation
import JSONValues
import Manifest

/// `vendor/vendor.lock.json`: which remote files are in the site, and their digests.
public struct VendorLock: Sendable, Equatable {
  /// One file.
  public struct Entry: Sendable, Equatable {
    /// The URL as the site writes it.
    public var url: String
    /// The site path of the file.
    public var path: String
    /// `sha256-` and base64url of the file in the site.
    public var hash: String
  }

  /// The site path of the lock file.
  public static let path = "vendor/vendor.lock.json"

  /// The files in order of their URLs.
  public var entries: [Entry] = []

  /// A lock without files.
  public init() {}

  /// Reads a lock file; `nil` where it is none.
  public init?(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes), let list = value["files"]?.elements else { return nil }
    for item in list {
      guard let url = item["url"]?.text, let path = item["path"]?.text, let hash = item["hash"]?.text,
        Self.isPath(path)
      else { return nil }
      entries.append(Entry(url: url, path: path, hash: hash))
    }
  }

  /// Whether a path is one that `hybrid vendor` may have written: in `vendor/`, a name that every system takes, and no
  /// file or folder that a walk leaves out.
  private static func isPath(_ path: String) -> Bool {
    guard path.hasPrefix("vendor/"), path != Self.path, (try? EntryName.check(path)) != nil else { return false }
    return !path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "node_modules" }
  }

  /// The file's text.
  public var text: String {
    let files = entries.sorted { $0.url < $1.url }.map { entry in
      JSONText.object([("url", .string(entry.url)), ("path", .string(entry.path)), ("hash", .string(entry.hash))])
        .compact
    }
    return "{\n  \"files\": [\n" + files.map { "    " + $0 }.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  /// The digest of a file.
  public static func digest(_ bytes: [UInt8]) -> String {
    var hasher = ContentHasher()
    bytes.withUnsafeBytes { hasher.update($0) }
    return hasher.finalize().description
  }
}

extension StaticValue {
  /// The characters of a text.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
