import Platform

/// The central directory (APPNOTE 4.3.12).
enum CentralDirectory {
  /// Reads the headers; every number is checked before it is used. Where the data begins is not known yet.
  static func read(_ source: ByteSource, _ end: EndRecord) throws(ArchiveError) -> [ArchiveEntry] {
    // A header is at most 46 bytes, a name and an extra field long.
    let mostPerEntry = UInt64(Zip.centralHeaderSize + EntryName.maximumLength + 28)
    guard end.directorySize <= end.entryCount * mostPerEntry else {
      throw ArchiveError(
        .centralDirectory, offset: end.directoryOffset, expected: "at most \(end.entryCount * mostPerEntry) bytes",
        found: "\(end.directorySize)")
    }
    // A count is a promise until there is room for its headers.
    guard end.entryCount <= end.directorySize / UInt64(Zip.centralHeaderSize) else {
      throw ArchiveError(
        .centralDirectory, offset: end.directoryOffset, expected: "\(end.entryCount) headers",
        found: "\(end.directorySize) bytes")
    }
    var entries: [ArchiveEntry] = []
    entries.reserveCapacity(Int(end.entryCount))
    var position = end.directoryOffset
    let limit = end.directoryOffset + end.directorySize
    while entries.count < end.entryCount {
      entries.append(try readHeader(source, &position, limit))
    }
    guard position == limit else {
      throw ArchiveError(
        .entryCount, offset: position, expected: "\(end.entryCount) entries", found: "more in the central directory")
    }
    return entries
  }

  private static func readHeader(
    _ source: ByteSource, _ position: inout UInt64, _ limit: UInt64
  ) throws(ArchiveError) -> ArchiveEntry {
    let start = position
    guard limit - start >= UInt64(Zip.centralHeaderSize) else {
      throw ArchiveError(.centralDirectory, offset: start, expected: "a header", found: "the directory's end")
    }
    let fixed = try source.read(start, Zip.centralHeaderSize)
    let header = fixed.withUnsafeBytes { Header($0) }
    guard header.signature == Zip.centralHeaderSignature else {
      throw ArchiveError(.signature, offset: start, expected: "a central directory header", found: "something else")
    }
    let variableSize = UInt64(header.nameLength) + UInt64(header.extraLength)
    guard variableSize <= limit - start - UInt64(Zip.centralHeaderSize) else {
      throw ArchiveError(.centralDirectory, offset: start, expected: "a whole header", found: "the directory's end")
    }
    let variable = try source.read(start + UInt64(Zip.centralHeaderSize), Int(variableSize))
    let name = try decodeName(Array(variable.prefix(Int(header.nameLength))), header.flags, start)
    try check(header, name, start)
    try EntryName.check(name, at: start)
    let sizes = try decodeExtra(Array(variable.dropFirst(Int(header.nameLength))), header, name, start)
    position = start + UInt64(Zip.centralHeaderSize) + variableSize
    return ArchiveEntry(
      name: name, method: header.method == 0 ? .stored : .deflate, checksum: header.checksum,
      compressedSize: sizes.compressed, size: sizes.uncompressed, headerOffset: sizes.offset, dataOffset: 0,
      common: header.common)
  }

  private struct Header {
    let signature: UInt32, madeBy: UInt16, version: UInt16, flags: UInt16, method: UInt16, checksum: UInt32
    let compressedSize: UInt32, size: UInt32, nameLength: UInt16, extraLength: UInt16, commentLength: UInt16
    let disk: UInt16, attributes: UInt32, offset: UInt32, common: ArchiveEntry.CommonFields

    init(_ bytes: UnsafeRawBufferPointer) {
      signature = bytes.number32(0)
      madeBy = bytes.number16(4)
      version = bytes.number16(6)
      flags = bytes.number16(8)
      method = bytes.number16(10)
      checksum = bytes.number32(16)
      compressedSize = bytes.number32(20)
      size = bytes.number32(24)
      nameLength = bytes.number16(28)
      extraLength = bytes.number16(30)
      commentLength = bytes.number16(32)
      disk = bytes.number16(34)
      attributes = bytes.number32(38)
      offset = bytes.number32(42)
      common = .init(version: version, flags: flags, time: bytes.number16(12), date: bytes.number16(14))
    }
  }

  private static func decodeName(_ bytes: [UInt8], _ flags: UInt16, _ start: UInt64) throws(ArchiveError) -> String {
    guard let name = String(validUTF8: bytes) else {
      throw ArchiveError(
        .nameEncoding, entry: EntryName.printable(String(decoding: bytes, as: UTF8.self)), offset: start,
        expected: "UTF-8")
    }
    guard flags & Zip.utf8Flag != 0 || bytes.allSatisfy({ $0 < 0x80 }) else {
      throw ArchiveError(.nameEncoding, entry: EntryName.printable(name), offset: start, expected: "the UTF-8 flag")
    }
    return name
  }

  private static func check(_ header: Header, _ name: String, _ start: UInt64) throws(ArchiveError) {
    let entry = EntryName.printable(name)
    guard header.flags & Zip.encryptionFlags == 0 else {
      throw ArchiveError(.encrypted, entry: entry, offset: start + 8, expected: "no encryption")
    }
    guard header.flags & ~Zip.utf8Flag == 0 else {
      throw ArchiveError(
        .feature, entry: entry, offset: start + 8, expected: "no flag but UTF-8",
        found: "0x" + String(header.flags, radix: 16))
    }
    guard header.version & 0xff <= Zip.zip64Version else {
      throw ArchiveError(
        .feature, entry: entry, offset: start + 6, expected: "version 4.5 or less", found: "\(header.version)")
    }
    guard header.method == 0 || header.method == 8 else {
      throw ArchiveError(
        .method, entry: entry, offset: start + 10, expected: "stored (0) or deflate (8)", found: "\(header.method)")
    }
    guard header.commentLength == 0 else {
      throw ArchiveError(.feature, entry: entry, offset: start + 32, expected: "no comment")
    }
    guard header.disk == 0 else {
      throw ArchiveError(.spanned, entry: entry, offset: start + 34, expected: "disk 0", found: "\(header.disk)")
    }
    // The upper half holds a Unix mode if Unix (3) or macOS (19) made the entry; packages have no other high bits.
    let mode = header.attributes >> 16
    guard mode & 0o170000 == 0 || mode & 0o170000 == 0o100000 || mode & 0o170000 == 0o040000 else {
      throw ArchiveError(
        .link, entry: entry, offset: start + 38, expected: "a regular file",
        found: mode & 0o170000 == 0o120000 ? "a symbolic link" : "a special file")
    }
    guard mode & 0o170000 != 0o040000, header.attributes & 0x10 == 0, name.utf8.last != UInt8(ascii: "/") else {
      throw ArchiveError(.directory, entry: entry, offset: start, expected: "a regular file", found: "a directory")
    }
  }

  /// 4.5.3 Zip64 Extended Information: the only extra field, and only with the numbers that need it.
  private static func decodeExtra(
    _ extra: [UInt8], _ header: Header, _ name: String, _ start: UInt64
  ) throws(ArchiveError) -> (uncompressed: UInt64, compressed: UInt64, offset: UInt64) {
    var sizes = (UInt64(header.size), UInt64(header.compressedSize), UInt64(header.offset))
    let needed = [header.size == .max, header.compressedSize == .max, header.offset == .max].count { $0 } * 8
    guard needed > 0 else {
      guard extra.isEmpty else {
        throw ArchiveError(
          .feature, entry: name, offset: start + 30, expected: "no extra field", found: "\(extra.count) bytes")
      }
      return sizes
    }
    guard extra.count == needed + 4, extra[0] == 1, extra[1] == 0, Int(extra[2]) == needed, extra[3] == 0 else {
      throw ArchiveError(.zip64, entry: name, offset: start + 30, expected: "a ZIP64 field of \(needed) bytes")
    }
    extra.withUnsafeBytes { bytes in
      var position = 4
      if header.size == .max {
        sizes.0 = bytes.number64(position)
        position += 8
      }
      if header.compressedSize == .max {
        sizes.1 = bytes.number64(position)
        position += 8
      }
      if header.offset == .max { sizes.2 = bytes.number64(position) }
    }
    return sizes
  }
}

extension EntryName {
  /// As ``check(_:)``, with the place of the header in the error.
  static func check(_ name: String, at offset: UInt64) throws(ArchiveError) {
    do {
      try check(name)
    } catch {
      var error = error
      error.offset = offset
      throw error
    }
  }
}
