import Archive

/// A patch that makes the entries of a package from those of an earlier release's package, or from nothing
/// (`docs/reference/format.md`, “Patches”).
///
/// Entries that stay are not in it; one that changed is coded against the old one of its path, and one that is new against
/// nothing but what the codec learnt. What a patch makes is checked by its index: the index that the patch's entries give
/// must be the very index that the signed manifest names.
public enum PackagePatch {
  /// `HYBPATCH` and the format's version.
  static let magic: [UInt8] = Array("HYBPATCH".utf8) + [1]

  /// How an entry's bytes are given. The raw values are stored.
  private enum Method: Int {
    /// Those of an entry of the old package.
    case same = 0
    /// As they are, after the coded part.
    case stored = 1
    /// As a deflate stream, after the coded part.
    case deflated = 2
    /// Coded against an entry of the old package.
    case delta = 3
    /// Coded against nothing.
    case coded = 4
  }

  /// Makes a patch.
  ///
  /// - Parameters:
  ///   - old: the index of the package that clients have.
  ///   - source: the hash of that index's file.
  ///   - new: the index of the package that they shall have.
  ///   - limit: how many new bytes are coded in all: each costs a phone about a microsecond. Entries beyond it come deflated.
  ///   - readOld: gives the bytes of an entry of the old package.
  ///   - readNew: gives the bytes of an entry of the new package.
  /// - Throws: what `readOld` and `readNew` throw.
  public static func make(
    from old: PackageIndex, _ source: ContentHash, to new: PackageIndex, coding limit: Int = .max,
    readOld: (PackageIndexEntry) throws -> [UInt8],
    readNew: (PackageIndexEntry) throws -> [UInt8]
  ) throws -> [UInt8] {
    let coder = BinaryCoder(after: magic)
    let codec = DeltaCodec(coder)
    var tail: [UInt8] = []
    var left = limit
    let oldByPath = Dictionary(uniqueKeysWithValues: old.entries.enumerated().map { ($1.path, $0) })
    let oldByHash = Dictionary(old.entries.enumerated().map { ($1.hash, $0) }, uniquingKeysWith: { first, _ in first })
    let newPaths = Set(new.entries.map(\.path))

    _ = try codec.text(Array(source.digest.prefix(8)))
    let removed = old.entries.indices.filter { !newPaths.contains(old.entries[$0].path) }
    codeList(removed, codec)
    let changed = new.entries.filter { entry in
      oldByPath[entry.path].map { old.entries[$0] != entry } ?? true
    }
    _ = codec.number(changed.count)
    var lastOrdinal = 0
    for entry in changed {
      let ordinal = oldByPath[entry.path]
      _ = codec.number(ordinal.map { $0 - lastOrdinal + 1 } ?? 0)
      if let ordinal { lastOrdinal = ordinal } else { _ = try codec.text(Array(entry.path.utf8)) }
      let hasUsualType =
        entry.contentType == (ordinal.map { old.entries[$0].contentType } ?? ContentType.of(entry.path))
      _ = codec.number(hasUsualType ? 0 : 1)
      if !hasUsualType { _ = try codec.text(Array(entry.contentType.utf8)) }
      if let same = oldByHash[entry.hash] {
        _ = codec.number(Method.same.rawValue)
        _ = codec.number(same)
        continue
      }
      let bytes = try readNew(entry)
      try code(bytes, ordinal ?? similar(entry, old), old, readOld, codec, &left, &tail)
    }
    coder.finish()
    // The coded part's length comes before it, so that the tail can be found.
    var result = coder.bytes
    result.insert(contentsOf: littleEndian(UInt32(result.count - magic.count)), at: magic.count)
    return result + tail
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 24),
    ]
  }

  private static func codeList(_ numbers: [Int], _ codec: DeltaCodec) {
    _ = codec.number(numbers.count)
    var last = -1
    for number in numbers {
      _ = codec.number(number - last - 1)
      last = number
    }
  }

  /// The old entry of the same file name, for one that moved and changed.
  private static func similar(_ entry: PackageIndexEntry, _ old: PackageIndex) -> Int? {
    let name = entry.path.split(separator: "/").last
    return old.entries.firstIndex { $0.path.split(separator: "/").last == name }
  }

  private static func code(
    _ bytes: [UInt8], _ ordinal: Int?, _ old: PackageIndex, _ readOld: (PackageIndexEntry) throws -> [UInt8],
    _ codec: DeltaCodec, _ left: inout Int, _ tail: inout [UInt8]
  ) throws {
    var oldBytes: [UInt8] = []
    if let ordinal, old.entries[ordinal].size <= UInt64(DeltaCodec.maximumSize) {
      oldBytes = try readOld(old.entries[ordinal])
    }
    let deflated = Deflate.compress(bytes)
    let isDense = deflated.count * 100 >= bytes.count * 97
    let sections = DeltaCodec.sections(of: bytes, from: oldBytes)
    let newCount = sections?.reduce(0) { $0 + $1.new } ?? bytes.count
    // What is compressed already (an image) would only be made larger by modelling it; what is huge would take too long.
    guard let sections, !isDense || newCount * 10 < bytes.count * 9, newCount <= left else {
      let isSmaller = deflated.count < bytes.count
      _ = codec.number(isSmaller ? Method.deflated.rawValue : Method.stored.rawValue)
      _ = codec.number(bytes.count)
      if isSmaller { _ = codec.number(deflated.count) }
      tail += isSmaller ? deflated : bytes
      return
    }
    left -= newCount
    if let ordinal, !oldBytes.isEmpty {
      _ = codec.number(Method.delta.rawValue)
      _ = codec.number(bytes.count)
      _ = codec.number(ordinal)
    } else {
      _ = codec.number(Method.coded.rawValue)
      _ = codec.number(bytes.count)
    }
    codec.encode(bytes, from: oldBytes, sections)
  }

  /// The index of no package at all, and the hash of its file: where a patch for a first installation leads from.
  public static let nothing = (index: PackageIndex([]), source: ContentHash(of: PackageIndex([]).encode()))

  // MARK: Applying

  /// Takes a new entry's bytes: calls its argument, which hands them on in order and in pieces, and gives their hash. Only
  /// when ``apply(_:from:_:to:readOld:write:)`` returns are they known to be right.
  public typealias EntryWriter = (_ produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws ->
    ContentHash

  /// Makes a package's entries that the old package does not have as they are, and the new index. Memory is bounded, however
  /// large the entries.
  ///
  /// - Parameters:
  ///   - patch: the patch, whose hash has been checked.
  ///   - old: the old package's index.
  ///   - source: the hash of that index's file.
  ///   - expected: the new index's file as the manifest names it, and the numbers that bound what may come out.
  ///   - readOld: gives the bytes of an entry of the old package, which must be the right ones.
  ///   - write: keeps the bytes of a new entry.
  /// - Throws: ``PatchError``, or what the closures throw.
  public static func apply(
    _ patch: ByteSource, from old: PackageIndex, _ source: ContentHash, to expected: ManifestPackage,
    readOld: (PackageIndexEntry) throws -> ByteSource, write: EntryWriter
  ) throws -> PackageIndex {
    guard patch.count >= UInt64(magic.count + 4) else { throw PatchError.format }
    let head = try patch.read(0, magic.count + 4)
    guard head.starts(with: magic) else { throw PatchError.format }
    let codedSize = (0..<4).reduce(UInt64(0)) { $0 | UInt64(head[magic.count + $1]) << UInt64(8 * $1) }
    let start = UInt64(head.count)
    guard codedSize <= patch.count - start else { throw PatchError.truncated }
    let codec = DeltaCodec(BinaryCoder(decoding: patch, start..<start + codedSize))
    var tail = PatchTail(source: patch, position: start + codedSize)

    guard try codec.text([]).elementsEqual(source.digest.prefix(8)) else { throw PatchError.source }
    var entries: [String: PackageIndexEntry] = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.path, $0) })
    var last = -1
    for _ in 0..<(try bounded(codec.number(0), old.entries.count)) {
      last += try bounded(codec.number(0), old.entries.count) + 1
      guard last < old.entries.count else { throw PatchError.range }
      entries[old.entries[last].path] = nil
    }
    var budget = expected.unpackedSize
    var lastOrdinal = 0
    for _ in 0..<(try bounded(codec.number(0), Int(clamping: expected.entryCount))) {
      let entry = try applyEntry(patch, codec, old, &lastOrdinal, &budget, &tail, readOld, write)
      entries[entry.path] = entry
    }
    guard tail.isAtEnd else { throw PatchError.format }
    let index = PackageIndex(Array(entries.values))
    try expected.index.check(index.encode())
    return index
  }

  private static func bounded(_ number: Int, _ limit: Int) throws(PatchError) -> Int {
    guard number <= limit else { throw .range }
    return number
  }

  private static func applyEntry(
    _ patch: ByteSource, _ codec: DeltaCodec, _ old: PackageIndex, _ lastOrdinal: inout Int, _ budget: inout UInt64,
    _ tail: inout PatchTail, _ readOld: (PackageIndexEntry) throws -> ByteSource, _ write: EntryWriter
  ) throws -> PackageIndexEntry {
    let step = codec.number(0)
    var path: String
    var contentType: String
    if step > 0 {
      lastOrdinal += step - 1
      guard lastOrdinal < old.entries.count else { throw PatchError.range }
      path = old.entries[lastOrdinal].path
      contentType = old.entries[lastOrdinal].contentType
    } else {
      path = String(decoding: try codec.text([]), as: UTF8.self)
      contentType = ContentType.of(path)
    }
    if codec.number(0) != 0 { contentType = String(decoding: try codec.text([]), as: UTF8.self) }

    guard let method = Method(rawValue: codec.number(0)) else { throw PatchError.format }
    if method == .same {
      let ordinal = codec.number(0)
      guard ordinal < old.entries.count else { throw PatchError.range }
      let same = old.entries[ordinal]
      return PackageIndexEntry(path: path, hash: same.hash, size: same.size, contentType: contentType)
    }
    let size = codec.number(0)
    guard UInt64(size) <= budget else { throw PatchError.range }
    budget -= UInt64(size)
    let hash: ContentHash
    switch method {
    case .same: throw PatchError.format
    case .stored:
      let range = try tail.take(size)
      hash = try write { body in
        try forEachPiece(of: range, in: patch) { piece in try piece.withUnsafeBytes { try body($0) } }
      }
    case .deflated:
      let range = try tail.take(codec.number(0))
      hash = try write { try inflate(range, in: patch, size, $0) }
    case .delta:
      let ordinal = codec.number(0)
      guard ordinal < old.entries.count else { throw PatchError.range }
      let source = try readOld(old.entries[ordinal])
      hash = try write { try codec.decode(size, from: OldFile(source), $0) }
    case .coded: hash = try write { try codec.decode(size, from: OldFile(ByteSource([])), $0) }
    }
    return PackageIndexEntry(path: path, hash: hash, size: UInt64(size), contentType: contentType)
  }

  private static func forEachPiece(
    of range: Range<UInt64>, in source: ByteSource, _ body: ([UInt8]) throws -> Void
  ) throws {
    var position = range.lowerBound
    while position < range.upperBound {
      let piece = try source.read(position, Int(min(range.upperBound - position, 1 << 16)))
      position += UInt64(piece.count)
      try body(piece)
    }
  }

  private static func inflate(
    _ range: Range<UInt64>, in source: ByteSource, _ size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let inflater = Inflater(limit: UInt64(size))
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
      try forEachPiece(of: range, in: source) { piece in
        let used = try piece.withUnsafeBytes { try inflater.inflate($0, chunk: chunk, body) }
        guard used == piece.count else { throw PatchError.format }
      }
    }
    guard inflater.isFinished, inflater.remaining == 0 else { throw PatchError.range }
  }
}

/// The bytes after the coded part, taken in order.
private struct PatchTail {
  let source: ByteSource
  var position: UInt64

  var isAtEnd: Bool { position == source.count }

  mutating func take(_ count: Int) throws(PatchError) -> Range<UInt64> {
    guard UInt64(count) <= source.count - position else { throw .truncated }
    position += UInt64(count)
    return position - UInt64(count)..<position
  }
}
