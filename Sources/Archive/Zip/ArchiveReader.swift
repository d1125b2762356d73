/// How much an archive may declare: the numbers of the signed manifest, or generous ones.
public struct ArchiveLimits: Sendable, Hashable {
  /// The largest number of entries.
  public var entryCount: UInt64
  /// The largest sum of the uncompressed sizes in bytes.
  public var unpackedSize: UInt64
  /// Whether the numbers must be met exactly: those of a manifest.
  public var areExact: Bool

  /// Limits from their numbers.
  public init(entryCount: UInt64, unpackedSize: UInt64, areExact: Bool = false) {
    self.entryCount = entryCount
    self.unpackedSize = unpackedSize
    self.areExact = areExact
  }

  /// For archives of unknown origin: 200,000 entries, 4 GiB.
  public static let standard = ArchiveLimits(entryCount: 200_000, unpackedSize: 1 << 32)
}

/// Reads archives as ``ArchiveWriter`` writes them, and refuses everything else: whatever the bytes are, it never reads out
/// of them, and never makes more bytes than were declared and allowed.
///
/// Opening reads the central directory and every local header, and checks that they agree and that the entries cover the
/// file from its first byte on without a gap or an overlap. Extracting checks size and checksum.
public struct ArchiveReader: Sendable {
  /// The entries in the order of the central directory.
  public let entries: [ArchiveEntry]
  /// The sum of the uncompressed sizes in bytes.
  public let unpackedSize: UInt64
  private let source: ByteSource
  private let indices: [String: Int]

  /// Opens an archive and checks its structure.
  ///
  /// - Throws: ``ArchiveError``.
  public init(_ source: ByteSource, limits: ArchiveLimits = .standard) throws(ArchiveError) {
    let end = try EndRecord(source)
    guard end.entryCount <= limits.entryCount, !limits.areExact || end.entryCount == limits.entryCount else {
      throw ArchiveError(
        .entryCount, offset: end.offset, expected: (limits.areExact ? "" : "at most ") + "\(limits.entryCount)",
        found: "\(end.entryCount)")
    }
    var entries = try CentralDirectory.read(source, end)
    try EntryName.checkCollisions(entries.map(\.name))
    unpackedSize = try Self.checkSizes(entries, limits, end)
    try Self.checkLayout(&entries, source, end)
    self.entries = entries
    self.source = source
    indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
  }

  /// The entry of the given name.
  public func entry(_ name: String) -> ArchiveEntry? { indices[name].map { entries[$0] } }

  /// An entry's uncompressed bytes.
  ///
  /// - Throws: ``ArchiveError`` when the data is corrupt, or longer or shorter than declared.
  public func contents(of entry: ArchiveEntry) throws -> [UInt8] {
    var result: [UInt8] = []
    // What is declared is a promise, not yet a fact: little is reserved ahead.
    result.reserveCapacity(Int(min(entry.size, 1 << 20)))
    try extract(entry) { result.append(contentsOf: $0) }
    return result
  }

  /// The uncompressed bytes of the entry of the given name.
  ///
  /// - Throws: ``ArchiveError``.
  public func contents(of name: String) throws -> [UInt8] {
    guard let entry = entry(name) else { throw ArchiveError(.noSuchEntry, entry: EntryName.printable(name)) }
    return try contents(of: entry)
  }

  /// Hands on an entry's uncompressed bytes in pieces of at most 64 KiB; checks the size and the checksum.
  ///
  /// The pieces before an error are not to be trusted.
  ///
  /// - Throws: ``ArchiveError``, or what `body` throws.
  public func extract(_ entry: ArchiveEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try Self.extract(entry, from: source, body)
  }

  static func extract(
    _ entry: ArchiveEntry, from source: ByteSource, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var checksum = CRC32()
    switch entry.method {
    case .stored:
      try forEachPiece(of: entry, in: source) { piece, _ in
        try piece.withUnsafeBytes { bytes in
          checksum.update(bytes)
          try body(bytes)
        }
      }
    case .deflate: try inflate(entry, from: source, &checksum, body)
    }
    guard checksum.value == entry.checksum else {
      throw ArchiveError(
        .checksum, entry: entry.name, offset: entry.dataOffset, expected: hexadecimal(entry.checksum),
        found: hexadecimal(checksum.value))
    }
  }

  private static func inflate(
    _ entry: ArchiveEntry, from source: ByteSource, _ checksum: inout CRC32,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let inflater = Inflater(limit: entry.size)
    var running = checksum
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
      try forEachPiece(of: entry, in: source) { piece, offset in
        let used = try piece.withUnsafeBytes { input in
          do {
            return try inflater.inflate(input, chunk: chunk) { bytes in
              running.update(bytes)
              try body(bytes)
            }
          } catch let error as InflateError {
            let kind: ArchiveError.Kind = error == .tooLong ? .size : .deflate
            throw ArchiveError(
              kind, entry: entry.name, offset: offset,
              expected: error == .tooLong ? "\(entry.size) bytes" : "a deflate stream",
              found: error == .tooLong ? "more" : "something else")
          }
        }
        guard used == piece.count else {
          throw ArchiveError(
            .deflate, entry: entry.name, offset: offset + UInt64(used), expected: "the data's end",
            found: "bytes after the deflate stream")
        }
      }
    }
    checksum = running
    guard inflater.isFinished else {
      throw ArchiveError(
        .deflate, entry: entry.name, offset: entry.dataOffset + entry.compressedSize,
        expected: "the deflate stream's end", found: "the data's end")
    }
    guard inflater.remaining == 0 else {
      throw ArchiveError(
        .size, entry: entry.name, offset: entry.dataOffset, expected: "\(entry.size) bytes",
        found: "\(entry.size - inflater.remaining)")
    }
  }

  private static func forEachPiece(
    of entry: ArchiveEntry, in source: ByteSource, _ body: ([UInt8], UInt64) throws -> Void
  ) throws {
    var done: UInt64 = 0
    while done < entry.compressedSize {
      let length = Int(min(entry.compressedSize - done, 1 << 16))
      try body(try source.read(entry.dataOffset + done, length), entry.dataOffset + done)
      done += UInt64(length)
    }
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  // MARK: Opening

  static func checkSizes(
    _ entries: [ArchiveEntry], _ limits: ArchiveLimits, _ end: EndRecord
  ) throws(ArchiveError) -> UInt64 {
    var total: UInt64 = 0
    for entry in entries {
      let (sum, overflow) = total.addingReportingOverflow(entry.size)
      guard !overflow, sum <= limits.unpackedSize else {
        throw ArchiveError(
          .unpackedSize, entry: entry.name, offset: end.directoryOffset,
          expected: "at most \(limits.unpackedSize) bytes in all",
          found: overflow ? "more" : "\(sum) up to this entry")
      }
      total = sum
    }
    guard !limits.areExact || total == limits.unpackedSize else {
      throw ArchiveError(
        .unpackedSize, offset: end.directoryOffset, expected: "\(limits.unpackedSize) bytes in all", found: "\(total)")
    }
    return total
  }

  /// Checks that the local headers agree with the central directory and that the entries are one after another.
  private static func checkLayout(
    _ entries: inout [ArchiveEntry], _ source: ByteSource, _ end: EndRecord
  ) throws(ArchiveError) {
    let order = entries.indices.sorted { entries[$0].headerOffset < entries[$1].headerOffset }
    var position: UInt64 = 0
    for index in order {
      let entry = entries[index]
      guard entry.headerOffset == position else {
        let kind: ArchiveError.Kind = entry.headerOffset < position ? .overlap : position == 0 ? .prefix : .gap
        throw ArchiveError(
          kind, entry: entry.name, offset: entry.headerOffset, expected: "its header at byte \(position)",
          found: "byte \(entry.headerOffset)")
      }
      entries[index] = try LocalHeader.check(entry, source, end)
      // `LocalHeader.check` has made sure that the data ends before the central directory begins: no overflow.
      position = entries[index].dataOffset + entry.compressedSize
    }
    guard position == end.directoryOffset else {
      throw ArchiveError(
        position == 0 ? .prefix : .gap, offset: position, expected: "the central directory",
        found: "\(end.directoryOffset - position) bytes of no entry")
    }
  }
}
