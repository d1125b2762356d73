/// An archive of which only parts are available, such as those fetched by HTTP ranges: first its end with the central
/// directory, then the entries that are wanted.
///
/// The archive as a whole cannot be hashed this way, so that every entry's bytes must be checked against a hash of their
/// own. The rules are those of ``ArchiveReader``, as far as the parts show them.
public struct PartialArchive: Sendable {
  /// The entries in the order of the central directory.
  public let entries: [ArchiveEntry]
  private let end: EndRecord
  private let count: UInt64
  private let indices: [String: Int]
  private let ends: [UInt64]

  /// The number of bytes at an archive's end that hold its central directory, when its entries have the given names and
  /// none needs ZIP64.
  public static func tailSize(names: some Sequence<String>) -> UInt64 {
    names.reduce(UInt64(Zip.endSize)) { $0 + UInt64(Zip.centralHeaderSize + $1.utf8.count) }
  }

  /// Reads the central directory from the archive's last bytes.
  ///
  /// - Parameters:
  ///   - tail: the last bytes, as many as ``tailSize(names:)`` says.
  ///   - count: the size of the whole archive in bytes.
  ///   - limits: what an archive may ask of its reader.
  /// - Throws: ``ArchiveError``.
  public init(tail: [UInt8], of count: UInt64, limits: ArchiveLimits) throws(ArchiveError) {
    guard UInt64(tail.count) <= count else {
      throw ArchiveError(.inputOutput, expected: "at most \(count) bytes", found: "\(tail.count)")
    }
    let source = ByteSource(window: tail, at: count - UInt64(tail.count), of: count)
    end = try EndRecord(source)
    guard end.entryCount <= limits.entryCount, !limits.areExact || end.entryCount == limits.entryCount else {
      throw ArchiveError(
        .entryCount, offset: end.offset, expected: "\(limits.entryCount)", found: "\(end.entryCount)")
    }
    let entries = try CentralDirectory.read(source, end)
    try EntryName.checkCollisions(entries.map(\.name))
    _ = try ArchiveReader.checkSizes(entries, limits, end)
    // Each entry ends where the next begins, the last where the directory does.
    var ends = [UInt64](repeating: 0, count: entries.count)
    var next = end.directoryOffset
    for index in entries.indices.sorted(by: { entries[$0].headerOffset > entries[$1].headerOffset }) {
      let entry = entries[index]
      guard entry.headerOffset < next, entry.compressedSize < next - entry.headerOffset else {
        throw ArchiveError(.overlap, entry: entry.name, offset: entry.headerOffset, expected: "an entry before \(next)")
      }
      ends[index] = next
      next = entry.headerOffset
    }
    guard next == 0 else { throw ArchiveError(.prefix, offset: 0, expected: "an entry at the archive's begin") }
    self.entries = entries
    self.ends = ends
    self.count = count
    indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
  }

  /// Where an entry's header and data are; `nil` for a name that is not there.
  public func range(of name: String) -> Range<UInt64>? { indices[name].map { entries[$0].headerOffset..<ends[$0] } }

  /// Hands on an entry's uncompressed bytes in pieces, from a part of the archive that holds its ``range(of:)``; checks the
  /// size and the checksum. The pieces before an error are not to be trusted.
  ///
  /// - Parameters:
  ///   - name: the entry's name.
  ///   - part: the archive, of which that part is available (`ByteSource.init(path:at:of:)`).
  ///   - body: takes the pieces in order.
  /// - Throws: ``ArchiveError``, or what `body` throws.
  public func extract(
    _ name: String, from part: ByteSource, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let index = indices[name] else { throw ArchiveError(.noSuchEntry, entry: EntryName.printable(name)) }
    let entry = try LocalHeader.check(entries[index], part, end)
    guard entry.dataOffset + entry.compressedSize == ends[index] else {
      throw ArchiveError(.gap, entry: name, offset: entry.dataOffset, expected: "data up to byte \(ends[index])")
    }
    try ArchiveReader.extract(entry, from: part, body)
  }
}
