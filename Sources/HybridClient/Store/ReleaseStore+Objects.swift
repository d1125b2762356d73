import Archive
import Files
import Manifest
import PageFormat

/// Entries: one file each, under its hash.
extension ReleaseStore {
  static func objectName(_ hash: ContentHash) -> String {
    let name = hash.name
    return "objects/" + name.prefix(2) + "/" + name
  }

  /// The open file of an entry whose bytes were compared with the hash, now or before; `nil` for one that is missing or
  /// damaged. The file's name may stand for another one by the time it is used: the open file does not change with it.
  private func verifiedFile(_ hash: ContentHash, size: UInt64) -> OpenFile? {
    verifiedFile(Self.objectName(hash), of: hash, size: size, rememberedAs: hash)
  }

  /// The same of any file of the store that has an entry's bytes.
  ///
  /// - Parameter mark: what ``VerifiedRecord`` remembers the file by.
  func verifiedFile(_ name: String, of hash: ContentHash, size: UInt64, rememberedAs mark: ContentHash) -> OpenFile? {
    if case .sound(let file) = look(at: name, of: hash, size: size, rememberedAs: mark) { file } else { nil }
  }

  /// What looking at a file found.
  private enum Finding {
    case sound(OpenFile)
    /// Its bytes are others.
    case damaged
    /// Nothing is known of its bytes: the disk had an error, or the process too many files.
    case unreadable
  }

  private func look(
    at name: String, of hash: ContentHash, size: UInt64, rememberedAs mark: ContentHash
  ) -> Finding {
    guard let file = try? root.file(name), let status = try? file.status() else { return .unreadable }
    guard status.size == size else { return .damaged }
    if verified.holds(mark, status) { return .sound(file) }
    guard let source = try? ByteSource(file), let found = try? ContentHash(of: source),
      // Nothing was written while it was read.
      let after = try? file.status(), after == status
    else { return .unreadable }
    guard found == hash else { return .damaged }
    verified.add(mark, status)
    return .sound(file)
  }

  /// Whether the store has an entry's bytes: a regular file of the right size whose bytes were compared with the hash.
  func has(_ hash: ContentHash, size: UInt64) -> Bool { verifiedFile(hash, size: size) != nil }

  /// Adds an entry piece by piece, so that large ones need little memory.
  ///
  /// - Parameters:
  ///   - hash: what its hash must be: one whose hash is another is not kept. `nil` keeps it under whatever hash it has.
  ///   - extract: calls its argument with the entry's bytes in order.
  /// - Returns: the hash of what came.
  @discardableResult
  func addObject(
    _ hash: ContentHash?, _ extract: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> ContentHash {
    let temporary = Self.temporaryName()
    defer { try? root.remove(temporary) }
    let file = try Self.storing { () throws(FileError) in try root.newFile(temporary) }
    var hasher = ContentHasher()
    var waiting: [UInt8] = []
    func flush() throws(ClientError) {
      let bytes = waiting
      try Self.storing { () throws(FileError) in try file.write(bytes) }
      waiting.removeAll(keepingCapacity: true)
    }
    try extract { bytes in
      hasher.update(bytes)
      waiting.append(contentsOf: bytes)
      if waiting.count >= 1 << 18 { try flush() }
    }
    let found = hasher.finalize()
    guard hash == nil || found == hash else { return found }
    try flush()
    try Self.storing { () throws(FileError) in
      try file.synchronize()
      let name = Self.objectName(found)
      _ = try makeFolder("objects/" + String(found.name.prefix(2)))
      try clear(name)
      try root.rename(temporary, to: name)
      verified.add(found, try file.status())
    }
    return found
  }

  /// An entry's bytes, checked against their hash: the disk is not trusted either. A file of another size than the index's is
  /// damaged without being read.
  func object(_ hash: ContentHash, size: UInt64) throws(ClientError) -> [UInt8] {
    let name = Self.objectName(hash)
    let bytes: [UInt8]
    do {
      bytes = try root.read(name, limit: Int(clamping: size))
    } catch {
      switch error.kind {
      case .tooLarge: throw damaged(name)
      case .denied, .inputOutput: throw unreadable(name)
      default: throw missing(name)
      }
    }
    guard UInt64(bytes.count) == size, ContentHash(of: bytes) == hash else { throw damaged(name) }
    return bytes
  }

  /// The same, read as needed: the hash is checked first, a piece at a time.
  func source(_ hash: ContentHash, size: UInt64) throws(ClientError) -> ByteSource {
    let name = Self.objectName(hash)
    guard (try? root.status(name))??.kind == .file else { throw missing(name) }
    switch look(at: name, of: hash, size: size, rememberedAs: hash) {
    case .damaged: throw damaged(name)
    case .unreadable: throw unreadable(name)
    case .sound(let file):
      guard let source = try? ByteSource(file) else { throw unreadable(name) }
      return source
    }
  }

  /// An entry's bytes in place, of which only what is read is loaded.
  ///
  /// They are compared with their hash once: ``VerifiedRecord`` remembers what the file was like then.
  func file(_ hash: ContentHash, size: UInt64) throws(ClientError) -> FileBytes {
    if let file = verifiedFile(hash, size: size), let bytes = try? FileBytes(mapping: file.descriptor, path: file.path)
    {
      return bytes
    }
    return FileBytes(try object(hash, size: size))
  }

  private func missing(_ name: String) -> ClientError {
    .store(path: folder + "/" + name, detail: "missing: an update fetches it again if the shown release has it")
  }

  /// What may be sound stays.
  private func unreadable(_ name: String) -> ClientError {
    .store(path: folder + "/" + name, detail: "cannot be read: an update fetches it again if the shown release has it")
  }

  private func damaged(_ name: String) -> ClientError {
    try? root.remove(name)
    return .store(path: folder + "/" + name, detail: "damaged: an update fetches it again if the shown release has it")
  }
}
