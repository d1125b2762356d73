/// A local file header (APPNOTE 4.3.7).
enum LocalHeader {
  /// Checks that an entry's local header says what the central directory says, and that its data ends before the directory.
  ///
  /// - Returns: the entry with the place of its data.
  static func check(
    _ entry: ArchiveEntry, _ source: ByteSource, _ end: EndRecord
  ) throws(ArchiveError) -> ArchiveEntry {
    let start = entry.headerOffset
    guard start <= end.directoryOffset, end.directoryOffset - start >= UInt64(Zip.localHeaderSize) else {
      throw ArchiveError(
        .localHeader, entry: entry.name, offset: start, expected: "a header before the central directory")
    }
    let header = try source.read(start, Zip.localHeaderSize)
    let (signature, flags, method, checksum) = header.withUnsafeBytes {
      ($0.number32(0), $0.number16(6), $0.number16(8), $0.number32(14))
    }
    let (compressed32, size32, nameLength, extraLength) = header.withUnsafeBytes {
      ($0.number32(18), $0.number32(22), Int($0.number16(26)), Int($0.number16(28)))
    }
    guard signature == Zip.localHeaderSignature else {
      throw ArchiveError(.signature, entry: entry.name, offset: start, expected: "a local header")
    }
    guard flags & Zip.encryptionFlags == 0 else {
      throw ArchiveError(.encrypted, entry: entry.name, offset: start + 6, expected: "no encryption")
    }
    func mismatch(_ field: UInt64, _ expected: String, _ found: String) -> ArchiveError {
      ArchiveError(.localHeader, entry: entry.name, offset: start + field, expected: expected, found: found)
    }
    guard flags & ~Zip.utf8Flag == 0 else { throw mismatch(6, "no flag but UTF-8", "0x" + String(flags, radix: 16)) }
    let common = header.withUnsafeBytes {
      ArchiveEntry.CommonFields(
        version: $0.number16(4), flags: flags, time: $0.number16(10), date: $0.number16(12))
    }
    guard common == entry.common else { throw mismatch(4, "the directory's version, flags and time", "others") }
    guard method == entry.method.rawValue else { throw mismatch(8, "method \(entry.method.rawValue)", "\(method)") }
    guard checksum == entry.checksum else { throw mismatch(14, "the directory's checksum", "another") }

    let dataOffset = start + UInt64(Zip.localHeaderSize + nameLength + extraLength)
    guard dataOffset <= end.directoryOffset, entry.compressedSize <= end.directoryOffset - dataOffset else {
      throw ArchiveError(
        .overlap, entry: entry.name, offset: start, expected: "data that ends before the central directory",
        found: "\(entry.compressedSize) bytes from byte \(dataOffset) on")
    }
    let variable = try source.read(start + UInt64(Zip.localHeaderSize), nameLength + extraLength)
    guard variable.prefix(nameLength).elementsEqual(entry.name.utf8) else {
      throw mismatch(
        26, "the name `\(entry.name)`",
        "`\(EntryName.printable(String(decoding: variable.prefix(nameLength), as: UTF8.self)))`")
    }
    guard let sizes = sizes(size32, compressed32, Array(variable.dropFirst(nameLength))) else {
      throw ArchiveError(
        extraLength == 0 || size32 != .max ? .localHeader : .zip64, entry: entry.name, offset: start + 28,
        expected: "no extra field but that of ZIP64")
    }
    guard sizes.uncompressed == entry.size else { throw mismatch(22, "size \(entry.size)", "\(sizes.uncompressed)") }
    guard sizes.compressed == entry.compressedSize else {
      throw mismatch(18, "compressed size \(entry.compressedSize)", "\(sizes.compressed)")
    }
    if entry.method == .stored, entry.size != entry.compressedSize {
      throw ArchiveError(
        .size, entry: entry.name, offset: start, expected: "\(entry.size) stored bytes",
        found: "\(entry.compressedSize)")
    }
    return ArchiveEntry(
      name: entry.name, method: entry.method, checksum: entry.checksum, compressedSize: entry.compressedSize,
      size: entry.size, headerOffset: start, dataOffset: dataOffset, common: entry.common)
  }

  /// The sizes, from the ZIP64 field where both plain fields are full; `nil` when the field does not fit them.
  private static func sizes(
    _ size32: UInt32, _ compressed32: UInt32, _ extra: [UInt8]
  ) -> (uncompressed: UInt64, compressed: UInt64)? {
    guard size32 == .max, compressed32 == .max, !extra.isEmpty else {
      return extra.isEmpty ? (UInt64(size32), UInt64(compressed32)) : nil
    }
    guard extra.count == 20, extra[0] == 1, extra[1] == 0, extra[2] == 16, extra[3] == 0 else { return nil }
    return extra.withUnsafeBytes { ($0.number64(4), $0.number64(12)) }
  }
}
