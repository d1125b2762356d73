#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is open: a regular one, or what a user names to write to. Whatever happens to its name, reads and writes stay with the file that was opened.
public final class OpenFile: Sendable {
  /// The system's number of the open file, which is valid while this object lives.
  public let descriptor: Int32
  /// The path, only for messages.
  public let path: String

  /// Takes over a descriptor, which it closes.
  ///
  /// - Throws: ``FileError`` of kind `notAFile` when it is not a regular file.
  init(_ descriptor: Int32, path: String) throws(FileError) {
    self.descriptor = descriptor
    self.path = path
    guard try status().kind == .file else {
      throw FileError(.notAFile, path: path, detail: "not a regular file")
    }
  }

  /// Opens a file for reading. Links on the path are followed: it is for paths that users give.
  ///
  /// - Throws: ``FileError``.
  public convenience init(reading path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(code: errno, path: path) }
    try self.init(descriptor, path: path)
  }

  /// What happens to a file that is there when one is opened for writing.
  public enum Existing: Sendable {
    /// Its bytes are replaced.
    case isReplaced
    /// It is an error, of kind `exists`.
    case isError
  }

  /// Opens a file for writing; one that is missing is made. It is for paths that users give, devices and pipes among them.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - existing: what happens to a file that is there.
  ///   - permissions: those of a new file, less what the process's mask takes away.
  ///   - followingLinks: whether a symbolic link in the place of the last name is followed; otherwise it is an error.
  /// - Throws: ``FileError``.
  public init(
    writing path: String, existing: Existing = .isReplaced, permissions: UInt16 = 0o644, followingLinks: Bool = false
  ) throws(FileError) {
    let flags =
      switch existing {
      case .isReplaced: O_TRUNC
      case .isError: O_EXCL
      }
    let noLinks = followingLinks ? 0 : O_NOFOLLOW
    let opened = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags | noLinks, mode_t(permissions))
    guard opened >= 0 else { throw FileError(code: errno, path: path, followingLinks: followingLinks) }
    descriptor = opened
    self.path = path
  }

  /// Opens a file to lock, which is made when it is missing; a symbolic link in its place is an error.
  ///
  /// - Throws: ``FileError``.
  public convenience init(locking path: String, waits: Bool) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw FileError(code: errno, path: path) }
    try self.init(descriptor, path: path)
    try lock(waits: waits)
  }

  /// Opens a new file without a name for reading and writing: the system takes it away with the process, however that ends.
  ///
  /// - Throws: ``FileError``.
  public convenience init(unnamedIn folder: FolderHandle) throws(FileError) {
    let name = ".hybrid-spill-\(UInt64.random(in: 0 ... .max))"
    let descriptor = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(code: errno, path: folder.path) }
    unlinkat(folder.descriptor, name, 0)
    try self.init(descriptor, path: folder.path + "/" + name)
  }

  deinit {
    // A process that is being started has a copy of each descriptor for a moment, which would hold the lock on.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// What the system knows of the file now.
  public func status() throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(code: errno, path: path) }
    return FileStatus(status)
  }

  /// All bytes of the file. Its size is checked before anything is read.
  ///
  /// - Parameter limit: the most bytes that the file may have.
  /// - Throws: ``FileError``, of kind `tooLarge` for a larger file.
  public func contents(limit: Int) throws(FileError) -> [UInt8] {
    let size = try status().size
    guard size <= UInt64(max(0, limit)) else {
      throw FileError(.tooLarge, path: path, detail: "\(size) bytes, and at most \(limit) are allowed")
    }
    return try read(Int(size), at: 0)
  }

  /// All bytes up to the end of the file, which may not be where its size says: it may grow while it is read, and files that
  /// the system makes up have no size.
  ///
  /// - Parameter limit: the most bytes that the file may have.
  /// - Throws: ``FileError``, of kind `tooLarge` for a larger file.
  public func contentsToEnd(limit: Int) throws(FileError) -> [UInt8] {
    let size = try status().size
    let tooLarge = FileError(.tooLarge, path: path, detail: "more than the \(limit) bytes that are allowed")
    guard size <= UInt64(max(0, limit)) else { throw tooLarge }
    // A byte more than the size, so that the end is seen without asking for more memory.
    var bytes = [UInt8](repeating: 0, count: Int(size) + 1)
    var filled = 0
    while true {
      if filled == bytes.count { bytes += [UInt8](repeating: 0, count: 4096) }
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(filled))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError(code: errno, path: path) }
      if got == 0 { break }
      filled += got
      guard filled <= limit else { throw tooLarge }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Bytes from a place.
  ///
  /// - Throws: ``FileError`` when the file does not have so many there.
  public func read(_ count: Int, at offset: UInt64) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(clamping: offset) + off_t(filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          failure = FileError(.inputOutput, path: path, detail: "ends \(count - filled) bytes too early")
          return
        } else if errno != EINTR {
          failure = FileError(code: errno, path: path)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes bytes behind those that were written before.
  ///
  /// - Throws: ``FileError``.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try writeAll(bytes) { [descriptor] start, count, _ in systemWrite(descriptor, start, count) }
  }

  /// Writes bytes at a place.
  ///
  /// - Throws: ``FileError``.
  public func write(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
    try writeAll(bytes) { [descriptor] start, count, written in
      pwrite(descriptor, start, count, off_t(clamping: offset) + off_t(written))
    }
  }

  /// Calls the system until all bytes are written: it may take a part of them.
  ///
  /// - Parameter call: writes bytes from a place in memory, before which so many were written.
  private func writeAll(
    _ bytes: [UInt8], _ call: (UnsafeRawPointer?, Int, _ written: Int) -> Int
  ) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = call(buffer.baseAddress.map { $0 + written }, min(buffer.count - written, 1 << 24), written)
        if count > 0 {
          written += count
        } else if count == 0 {
          failure = FileError(.inputOutput, path: path, detail: "nothing could be written")
          return
        } else if errno != EINTR {
          failure = FileError(code: errno, path: path)
          return
        }
      }
    }
    if let failure { throw failure }
  }

  /// Waits until the bytes are on the disk.
  ///
  /// - Throws: ``FileError``.
  public func synchronize() throws(FileError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw FileError(code: errno, path: path) }
  }

  /// Asks the system whether all bytes could be written: a full disk may only be reported when a file is closed.
  ///
  /// - Throws: ``FileError``.
  public func finishWriting() throws(FileError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, close(copy) == 0 else { throw FileError(code: errno, path: path) }
  }

  /// Takes the file's lock between processes, which is held while this object lives.
  ///
  /// - Parameter waits: whether to wait for another process, or to give up at once.
  /// - Throws: ``FileError``, of kind `busy` when another process holds the lock.
  public func lock(waits: Bool) throws(FileError) {
    while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK {
        throw FileError(.busy, path: path, detail: "another process holds the lock")
      }
      if errno != EINTR { throw FileError(code: errno, path: path) }
    }
  }
}

/// The system's `write`, whose name the type's own hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
