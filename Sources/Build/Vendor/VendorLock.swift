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

  /// Why a lock file is not taken.
  public struct Fault: Error, Equatable {
    /// What is wrong, for people.
    public var text: String
  }

  /// Reads a lock file.
  ///
  /// - Throws: ``Fault`` for another file, and for names that `hybrid vendor` never writes.
  public init(_ bytes: [UInt8]) throws(Fault) {
    guard let value = try? JSONParser.parse(bytes), let list = value["files"]?.elements else {
      throw Fault(text: "the lock file cannot be read")
    }
    var names: Set<String> = []
    for item in list {
      guard let url = item["url"]?.text, let path = item["path"]?.text, let hash = item["hash"]?.text else {
        throw Fault(text: "the lock file cannot be read: a file has `url`, `path` and `hash`")
      }
      guard Self.isPath(path) else {
        throw Fault(text: "`\(path)` in the lock file is not a name that `hybrid vendor` gives")
      }
      guard names.insert(path.lowercased()).inserted else {
        throw Fault(text: "`\(path)` is in the lock file twice, perhaps in another case")
      }
      entries.append(Entry(url: url, path: path, hash: hash))
    }
  }

  /// Whether a path is one that `hybrid vendor` may have written: in `vendor/`, a name that every system takes, no file or
  /// folder that a walk leaves out, and no page.
  private static func isPath(_ path: String) -> Bool {
    let name = path.lowercased()
    guard path.hasPrefix("vendor/"), name != Self.path, (try? EntryName.check(path)) != nil,
      !VendorPath.endingsOfPages.contains(where: name.hasSuffix)
    else { return false }
    return !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "node_modules" }
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
