/// The end of central directory record (APPNOTE 4.3.16) with its ZIP64 form (4.3.14), checked against the file.
struct EndRecord {
  /// The number of entries.
  var entryCount: UInt64
  /// The place of the central directory.
  var directoryOffset: UInt64
  /// The size of the central directory in bytes.
  var directorySize: UInt64
  /// The place of the end record.
  var offset: UInt64

  /// Reads the record, which must be the file's last 22 bytes: packages have no archive comment.
  init(_ source: ByteSource) throws(ArchiveError) {
    guard source.count >= UInt64(Zip.endSize) else {
      throw ArchiveError(
        .endRecordMissing, offset: 0, expected: "an archive of at least \(Zip.endSize) bytes",
        found: "\(source.count) bytes")
    }
    offset = source.count - UInt64(Zip.endSize)
    let bytes = try source.read(offset, Zip.endSize)
    guard bytes.withUnsafeBytes({ $0.number32(0) }) == Zip.endSignature else {
      throw try Self.missing(source)
    }
    let (disks, counts, size, start, comment) = bytes.withUnsafeBytes {
      (
        ($0.number16(4), $0.number16(6)), ($0.number16(8), $0.number16(10)), $0.number32(12), $0.number32(16),
        $0.number16(20)
      )
    }
    guard comment == 0 else {
      throw ArchiveError(.trailingBytes, offset: offset + 20, expected: "no comment", found: "one of \(comment) bytes")
    }
    guard disks == (0, 0), counts.0 == counts.1 else {
      throw ArchiveError(.spanned, offset: offset + 4, expected: "one disk with all entries", found: "several")
    }
    entryCount = UInt64(counts.1)
    directorySize = UInt64(size)
    directoryOffset = UInt64(start)

    var directoryEnd = offset
    if counts.1 == .max || size == .max || start == .max {
      try readZip64(source, counts.1, size, start)
      directoryEnd = offset - UInt64(Zip.zip64LocatorSize + Zip.zip64EndSize)
    }
    guard directoryOffset <= directoryEnd, directorySize <= directoryEnd - directoryOffset else {
      throw ArchiveError(
        .centralDirectory, offset: offset, expected: "a directory that ends at byte \(directoryEnd)",
        found: "\(directorySize) bytes from byte \(directoryOffset) on")
    }
    guard directorySize == directoryEnd - directoryOffset else {
      throw ArchiveError(
        .gap, offset: directoryOffset + directorySize, expected: "the end record",
        found: "\(directoryEnd - directoryOffset - directorySize) bytes between the directory and it")
    }
    guard entryCount <= directorySize / UInt64(Zip.centralHeaderSize) else {
      throw ArchiveError(
        .entryCount, offset: offset, expected: "at most what fits into \(directorySize) bytes", found: "\(entryCount)")
    }
  }

  /// Distinguishes a file with something after its archive from one that is not an archive.
  private static func missing(_ source: ByteSource) throws(ArchiveError) -> ArchiveError {
    let length = Int(min(source.count, UInt64(Zip.endSize + 0xffff)))
    let start = source.count - UInt64(length)
    let bytes = try source.read(start, length)
    let position = bytes.withUnsafeBytes { tail in
      (0...(length - Zip.endSize)).last { tail.number32($0) == Zip.endSignature }
    }
    if let position {
      let end = start + UInt64(position + Zip.endSize)
      return ArchiveError(
        .trailingBytes, offset: end, expected: "the file's end", found: "\(source.count - end) more bytes")
    }
    return ArchiveError(
      .endRecordMissing, offset: source.count - UInt64(Zip.endSize), expected: "an end of central directory record",
      found: "none: the file is cut short, or no archive")
  }

  private mutating func readZip64(
    _ source: ByteSource, _ count16: UInt16, _ size32: UInt32, _ offset32: UInt32
  ) throws(ArchiveError) {
    let recordsSize = UInt64(Zip.zip64LocatorSize + Zip.zip64EndSize)
    guard offset >= recordsSize else {
      throw ArchiveError(.zip64, offset: offset, expected: "ZIP64 records before the end record", found: "no room")
    }
    let locatorOffset = offset - UInt64(Zip.zip64LocatorSize)
    let recordOffset = offset - recordsSize
    let locator = try source.read(locatorOffset, Zip.zip64LocatorSize)
    let record = try source.read(recordOffset, Zip.zip64EndSize)
    let isLocatorSound = locator.withUnsafeBytes {
      $0.number32(0) == Zip.zip64LocatorSignature && $0.number32(4) == 0 && $0.number64(8) == recordOffset
        && $0.number32(16) == 1
    }
    guard isLocatorSound else {
      throw ArchiveError(
        .zip64, offset: locatorOffset, expected: "a locator of byte \(recordOffset)", found: "something else")
    }
    let isRecordSound = record.withUnsafeBytes {
      $0.number32(0) == Zip.zip64EndSignature && $0.number64(4) == UInt64(Zip.zip64EndSize - 12)
        && $0.number32(16) == 0 && $0.number32(20) == 0 && $0.number64(24) == $0.number64(32)
    }
    guard isRecordSound else {
      throw ArchiveError(
        .zip64, offset: recordOffset, expected: "a ZIP64 end record of one disk", found: "something else")
    }
    (entryCount, directorySize, directoryOffset) = record.withUnsafeBytes {
      ($0.number64(32), $0.number64(40), $0.number64(48))
    }
    // A field of the plain record is either full, or says the same; one of them must need ZIP64.
    let agrees =
      (count16 == .max ? entryCount >= 0xffff : entryCount == UInt64(count16))
      && (size32 == .max ? directorySize >= 0xffff_ffff : directorySize == UInt64(size32))
      && (offset32 == .max ? directoryOffset >= 0xffff_ffff : directoryOffset == UInt64(offset32))
    guard agrees else {
      throw ArchiveError(
        .zip64, offset: recordOffset, expected: "the plain end record's numbers, or larger ones than it can hold",
        found: "\(entryCount) entries, \(directorySize) bytes at byte \(directoryOffset)")
    }
  }
}
