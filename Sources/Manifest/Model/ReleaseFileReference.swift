import Archive
import JSONValues

/// A file of a release: where it is, and what it must be.
public struct ReleaseFileReference: Sendable, Hashable {
  /// The path relative to `latest.json`.
  public var url: String
  /// The hash of the file's bytes.
  public var hash: ContentHash
  /// The file's size in bytes.
  public var size: UInt64

  /// A reference from its parts.
  public init(url: String, hash: ContentHash, size: UInt64) {
    self.url = url
    self.hash = hash
    self.size = size
  }

  init(
    _ reading: JSONReading, atLeast least: UInt64 = 0, atMost limit: UInt64 = ReleaseLimits.fileSize
  ) throws(ManifestError) {
    self.init(
      url: try reading.url("url"), hash: try reading.hash("hash"),
      size: try reading.size("size", atLeast: least, atMost: limit))
  }

  var json: JSONValue {
    .object(of: [("url", .string(url)), ("hash", .string(hash.description)), ("size", .integer(Int64(size)))])
  }

  /// Checks a file's bytes against the reference.
  ///
  /// - Parameters:
  ///   - bytes: the file's bytes.
  ///   - rule: the rule that they break otherwise.
  /// - Throws: ``ManifestError`` of kind `size` or `hash`.
  public func check(_ bytes: [UInt8], rule: ReleaseRule? = nil) throws(ManifestError) {
    guard UInt64(bytes.count) == size else {
      throw ManifestError(.size, file: url, expected: "\(size) bytes", found: "\(bytes.count)", rule: rule)
    }
    let found = ContentHash(of: bytes)
    guard found == hash else {
      throw ManifestError(.hash, file: url, expected: hash.description, found: found.description, rule: rule)
    }
  }

  /// Checks a file, read in pieces, against the reference.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - rule: the rule that it breaks otherwise.
  /// - Throws: ``ManifestError`` of kind `missing`, `size` or `hash`.
  public func check(path: String, rule: ReleaseRule? = nil) throws(ManifestError) {
    do {
      try check(ByteSource(path: path), rule: rule)
    } catch let error as ManifestError {
      throw error
    } catch {
      throw ManifestError(.missing, file: url, expected: "a readable file", found: "\(error)", rule: rule)
    }
  }

  /// Checks a source, read in pieces, against the reference.
  ///
  /// - Parameters:
  ///   - source: the file's bytes.
  ///   - rule: the rule that they break otherwise.
  /// - Throws: ``ManifestError`` of kind `size` or `hash`, or `ArchiveError`.
  public func check(_ source: ByteSource, rule: ReleaseRule? = nil) throws {
    guard source.count == size else {
      throw ManifestError(.size, file: url, expected: "\(size) bytes", found: "\(source.count)", rule: rule)
    }
    let found = try ContentHash(of: source)
    guard found == hash else {
      throw ManifestError(.hash, file: url, expected: hash.description, found: found.description, rule: rule)
    }
  }
}
