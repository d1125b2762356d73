/// Takes an archive's bytes in order.
public protocol ArchiveSink {
  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws
  /// Appends an entry's compressed bytes, which a sink may leave where they are until it needs them.
  mutating func write(_ data: EntryData) throws
}

extension ArchiveSink {
  /// Appends the bytes, read now.
  public mutating func write(_ data: EntryData) throws { try write(data.bytes()) }
}

extension Array: ArchiveSink where Element == UInt8 {
  /// Appends the bytes to the array.
  public mutating func write(_ bytes: [UInt8]) { append(contentsOf: bytes) }
}

/// Writes plain ZIP archives whose bytes depend on nothing but the entries (APPNOTE.TXT 4.3): UTF-8 names, a fixed time, no
/// extra fields and no comments; ZIP64 records only where a number needs them.
///
/// Entries must come in the order of their names' UTF-8 bytes. `archive(_:level:)` sorts and checks for you.
public struct ArchiveWriter<Sink: ArchiveSink> {
  /// What the bytes went to.
  public private(set) var sink: Sink
  private var directory = LittleEndianWriter()
  private var names: [String] = []
  private var offset: UInt64 = 0
  /// The first number that a 32-bit field cannot hold; tests lower it.
  let limit32: UInt64

  /// A writer that appends to the sink.
  public init(to sink: Sink) { self.init(to: sink, limit32: 0xffff_ffff) }

  init(to sink: Sink, limit32: UInt64) {
    self.sink = sink
    self.limit32 = limit32
  }

  /// Makes room for the central directory of entries with these names, which otherwise grows by doubling.
  public mutating func reserve(_ names: some Collection<String>) {
    self.names.reserveCapacity(names.count)
    directory.reserveCapacity(names.reduce(0) { $0 + Zip.centralHeaderSize + $1.utf8.count })
  }

  /// The number of bytes written so far.
  public var count: UInt64 { offset }

  /// Writes one entry.
  ///
  /// - Throws: ``ArchiveError`` for a bad name or one out of order, or what the sink throws.
  public mutating func add(_ name: String, _ entry: CompressedEntry) throws {
    try EntryName.check(name)
    if let last = names.last, !EntryName.precedes(last, name) {
      throw ArchiveError(.duplicate, entry: name, expected: "a name after `\(last)`", found: "one before it")
    }
    names.append(name)
    let headerOffset = offset
    try emit(localHeader(name, entry))
    try sink.write(entry.data)
    offset += UInt64(entry.data.count)
    appendCentralHeader(name, entry, headerOffset)
  }

  /// Writes the central directory and the end record; nothing may be added after it.
  ///
  /// - Throws: ``ArchiveError`` naming both entries when two names collide, or what the sink throws.
  public mutating func finish() throws {
    try EntryName.checkCollisions(names)
    let directoryOffset = offset
    let directorySize = UInt64(directory.bytes.count)
    try emit(directory.bytes)
    try emit(endRecords(directoryOffset, directorySize))
  }

  private mutating func emit(_ bytes: [UInt8]) throws {
    try sink.write(bytes)
    offset += UInt64(bytes.count)
  }

  /// 4.3.7 Local file header
  private func localHeader(_ name: String, _ entry: CompressedEntry) -> [UInt8] {
    let needs64 = entry.size >= limit32 || UInt64(entry.data.count) >= limit32
    var writer = LittleEndianWriter()
    writer.append(Zip.localHeaderSignature)
    writer.append(needs64 ? Zip.zip64Version : Zip.version)
    Self.appendCommonFields(&writer, name, entry, needs64)
    writer.append(UInt16(needs64 ? 20 : 0))
    writer.append(name.utf8)
    if needs64 {
      // 4.5.3: in a local header, both sizes are given.
      writer.append(UInt16(1))
      writer.append(UInt16(16))
      writer.append(entry.size)
      writer.append(UInt64(entry.data.count))
    }
    return writer.bytes
  }

  /// 4.3.12 Central directory structure
  private mutating func appendCentralHeader(_ name: String, _ entry: CompressedEntry, _ headerOffset: UInt64) {
    let needs64 = entry.size >= limit32 || UInt64(entry.data.count) >= limit32
    let offsetNeeds64 = headerOffset >= limit32
    directory.append(Zip.centralHeaderSignature)
    directory.append(Zip.madeBy | (needs64 || offsetNeeds64 ? Zip.zip64Version : Zip.version))
    directory.append(needs64 || offsetNeeds64 ? Zip.zip64Version : Zip.version)
    Self.appendCommonFields(&directory, name, entry, needs64)
    let extraSize = (needs64 ? 16 : 0) + (offsetNeeds64 ? 8 : 0)
    directory.append(UInt16(extraSize == 0 ? 0 : extraSize + 4))
    directory.append(UInt16(0))  // comment
    directory.append(UInt16(0))  // disk
    directory.append(UInt16(0))  // internal attributes
    directory.append(Zip.attributes)
    directory.append(offsetNeeds64 ? UInt32.max : UInt32(headerOffset))
    directory.append(name.utf8)
    guard extraSize > 0 else { return }
    directory.append(UInt16(1))
    directory.append(UInt16(extraSize))
    if needs64 {
      directory.append(entry.size)
      directory.append(UInt64(entry.data.count))
    }
    if offsetNeeds64 { directory.append(headerOffset) }
  }

  /// The fields from the flags to the name's length, which both headers share.
  private static func appendCommonFields(
    _ writer: inout LittleEndianWriter, _ name: String, _ entry: CompressedEntry, _ needs64: Bool
  ) {
    writer.append(Zip.utf8Flag)
    writer.append(entry.method.rawValue)
    writer.append(Zip.time)
    writer.append(Zip.date)
    writer.append(entry.checksum)
    writer.append(needs64 ? UInt32.max : UInt32(entry.data.count))
    writer.append(needs64 ? UInt32.max : UInt32(entry.size))
    writer.append(UInt16(name.utf8.count))
  }

  /// 4.3.14 Zip64 end of central directory record, 4.3.15 its locator, 4.3.16 End of central directory record
  private func endRecords(_ directoryOffset: UInt64, _ directorySize: UInt64) -> [UInt8] {
    let count = UInt64(names.count)
    var writer = LittleEndianWriter()
    if count >= 0xffff || directoryOffset >= limit32 || directorySize >= limit32 {
      writer.append(Zip.zip64EndSignature)
      writer.append(UInt64(Zip.zip64EndSize - 12))
      writer.append(Zip.madeBy | Zip.zip64Version)
      writer.append(Zip.zip64Version)
      writer.append(UInt32(0))
      writer.append(UInt32(0))
      writer.append(count)
      writer.append(count)
      writer.append(directorySize)
      writer.append(directoryOffset)
      writer.append(Zip.zip64LocatorSignature)
      writer.append(UInt32(0))
      writer.append(directoryOffset + directorySize)
      writer.append(UInt32(1))
    }
    writer.append(Zip.endSignature)
    writer.append(UInt16(0))
    writer.append(UInt16(0))
    writer.append(count >= 0xffff ? UInt16.max : UInt16(count))
    writer.append(count >= 0xffff ? UInt16.max : UInt16(count))
    writer.append(directorySize >= limit32 ? UInt32.max : UInt32(directorySize))
    writer.append(directoryOffset >= limit32 ? UInt32.max : UInt32(directoryOffset))
    writer.append(UInt16(0))
    return writer.bytes
  }
}

extension ArchiveWriter where Sink == [UInt8] {
  /// A whole archive in memory, from entries in any order.
  ///
  /// - Throws: ``ArchiveError`` for a bad name, and naming both entries when two names collide.
  public static func archive(_ entries: [(name: String, entry: CompressedEntry)]) throws -> [UInt8] {
    let sorted = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    try EntryName.checkCollisions(sorted.map(\.name))
    var writer = ArchiveWriter(to: [])
    for (name, entry) in sorted { try writer.add(name, entry) }
    try writer.finish()
    return writer.sink
  }
}
