import Archive
import JSONValues

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
    self.entries = entries
    self.entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The entry of a path, compared byte for byte; `nil` when there is none.
  public func entry(_ path: String) -> PackageIndexEntry? {
    // Entries are sorted by the bytes of their paths.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path.utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].path.utf8.elementsEqual(path.utf8) ? entries[low] : nil
  }

  /// The index's file: canonical JSON, an array of objects.
  public func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    encode { bytes += $0 }
    return bytes
  }

  /// Writes the index's file piece by piece: an index may have hundreds of thousands of entries.
  func encode<Failure: Error>(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try write([UInt8(ascii: "[")])
    for (number, entry) in entries.enumerated() {
      if number > 0 { try write([UInt8(ascii: ",")]) }
      let value = JSONValue.object(of: [
        ("path", .string(entry.path)), ("hash", .string(entry.hash.description)),
        ("size", .integer(Int64(entry.size))), ("contentType", .string(entry.contentType)),
      ])
      try write(value.canonicalBytes)
    }
    try write([UInt8(ascii: "]")])
  }

  /// Reads an index.
  ///
  /// - Throws: ``ManifestError``: for names too that an archive could not hold.
  public init(decoding bytes: [UInt8]) throws(ManifestError) {
    var entries: [PackageIndexEntry] = []
    let root = try JSONReading.visit(bytes, atMost: ReleaseLimits.indexValueCount, lists: [""]) {
      (_, element) throws(ManifestError) in
      let entry = try PackageIndexEntry(element)
      guard UInt64(entries.count) < ReleaseLimits.entryCount else {
        throw ManifestError(
          .index, expected: "at most \(ReleaseLimits.entryCount) entries", found: "more", rule: .sizes)
      }
      if let last = entries.last, !EntryName.precedes(last.path, entry.path) {
        throw ManifestError(
          .index, entry: element.path + ".path", expected: "a path after \(last.path)", found: entry.path,
          rule: .entryOrder)
      }
      entries.append(entry)
    }
    guard case .array = root.value else {
      throw ManifestError(.json, offset: 0, expected: "an array", rule: .json)
    }
    self.entries = entries
    do {
      try EntryName.checkCollisions(entries.map(\.path))
    } catch {
      throw ManifestError(
        .index, entry: error.entry, expected: error.expected, found: error.found, rule: .entryOrder)
    }
  }
}

extension PackageIndexEntry {
  /// An entry of an index's file.
  init(_ reading: JSONReading) throws(ManifestError) {
    let path = try reading.string("path")
    let contentType = try reading.optionalString("contentType") ?? ContentType.unknown
    // Most entries have the type that their path says: its text is in memory once.
    let usual = ContentType.of(path)
    self.init(
      path: path, hash: try reading.hash("hash"), size: try reading.size("size", atMost: ReleaseLimits.fileSize),
      contentType: contentType == usual ? usual : contentType)
    do {
      try EntryName.check(path)
    } catch {
      throw ManifestError(.path, entry: reading.path + ".path", found: error.description, rule: .entryNames)
    }
    guard ContentType.isSound(contentType) else {
      throw reading.wrong("contentType", "a media type such as text/html", rule: .contentTypes)
    }
  }
}
