import Archive

/// One entry of a package.
public struct PackageIndexEntry: Sendable, Hashable {
  /// The path in the package.
  public var path: String
  /// The hash of the uncompressed bytes.
  public var hash: ContentHash
  /// The number of uncompressed bytes.
  public var size: UInt64
  /// The media type to serve it with.
  public var contentType: String

  /// An entry from its parts.
  public init(path: String, hash: ContentHash, size: UInt64, contentType: String) {
    self.path = path
    self.hash = hash
    self.size = size
    self.contentType = contentType
  }
}

/// The entries of a package, in the order of their paths' UTF-8: `packages/<name>.<hash>.index.json`.
public struct PackageIndex: Sendable, Hashable {
  /// The entries.
  public var entries: [PackageIndexEntry]

  /// An index of the entries, which it sorts.
  public init(_ entries: [PackageIndexEntry]) {
    self.entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The index's file: canonical JSON, an array of objects.
  public func encode() -> [UInt8] {
    // Entry by entry: an index may have hundreds of thousands.
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (number, entry) in entries.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      let value = JSONValue.object(of: [
        ("path", .string(entry.path)), ("hash", .string(entry.hash.description)),
        ("size", .integer(Int64(entry.size))), ("contentType", .string(entry.contentType)),
      ])
      bytes += value.canonicalBytes
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Reads an index.
  ///
  /// - Throws: ``ManifestError``: for names too that an archive could not hold.
  public init(decoding bytes: [UInt8]) throws(ManifestError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw ManifestError(.json, offset: UInt64(error.offset), expected: error.expected)
    }
    guard case .array(let elements) = value else { throw ManifestError(.json, offset: 0, expected: "an array") }
    entries = []
    entries.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      let reading = JSONReading(value: element, path: "[\(index)]")
      let entry = PackageIndexEntry(
        path: try reading.string("path"), hash: try reading.hash("hash"), size: try reading.count("size"),
        contentType: try reading.optionalString("contentType") ?? "application/octet-stream")
      do {
        try EntryName.check(entry.path)
      } catch {
        throw ManifestError(.path, entry: "[\(index)].path", found: error.description)
      }
      if let last = entries.last, !last.path.utf8.lexicographicallyPrecedes(entry.path.utf8) {
        throw ManifestError(.index, entry: "[\(index)].path", expected: "a path after \(last.path)", found: entry.path)
      }
      entries.append(entry)
    }
    do {
      try EntryName.checkCollisions(entries.map(\.path))
    } catch {
      throw ManifestError(.index, entry: error.entry, expected: error.expected, found: error.found)
    }
  }
}
