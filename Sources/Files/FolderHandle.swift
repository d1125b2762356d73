#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that is open. Everything in it is reached from here, step by step, and never through a symbolic link: a link in
/// the place of a file or folder is an error, whoever put it there and whenever.
///
/// Paths are relative, with `/` between names; empty names, `.` and `..` are errors. The folder itself is the one that was
/// opened, whatever takes its name later.
///
///     let cache = try FolderHandle(site).makeFolder(".hybrid/cache")
///     for name in try cache.names() where isCacheName(name) { try cache.remove(name) }
public final class FolderHandle: Sendable {
  /// The system's number of the open folder, which is valid while this object lives.
  public let descriptor: Int32
  /// The path, only for messages.
  public let path: String

  private init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a folder. Links on this path are followed: it is for paths that users and apps give, and never for names that a
  /// checkout, an archive or another program may have made.
  ///
  /// - Throws: ``FileError``.
  public convenience init(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno, path: path) }
    self.init(descriptor, path: path)
  }

  deinit { close(descriptor) }

  // MARK: Folders

  /// Opens a folder in this one.
  ///
  /// - Throws: ``FileError``, of kind `link` when a name on the way is a symbolic link.
  public func folder(_ relative: String) throws(FileError) -> FolderHandle {
    var folder = self
    for name in try parts(relative) { folder = try folder.openFolder(name) }
    return folder
  }

  /// Opens a folder in this one; those that are missing are made.
  ///
  /// - Throws: ``FileError``, of kind `link` when a name on the way is a symbolic link.
  public func makeFolder(_ relative: String, permissions: UInt16 = 0o755) throws(FileError) -> FolderHandle {
    var folder = self
    for name in try parts(relative) {
      if mkdirat(folder.descriptor, name, mode_t(permissions)) != 0, errno != EEXIST {
        throw FileError(code: errno, path: folder.joined(name))
      }
      folder = try folder.openFolder(name)
    }
    return folder
  }

  private func openFolder(_ name: String) throws(FileError) -> FolderHandle {
    let child = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard child >= 0 else { throw failure(errno, name) }
    return FolderHandle(child, path: joined(name))
  }

  /// The names in the folder without `.` and `..`, sorted by their bytes. Names that are not UTF-8 are left out.
  ///
  /// - Throws: ``FileError``.
  public func names() throws(FileError) -> [String] {
    // A descriptor of its own: reading a folder moves its position.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw FileError(code: errno, path: path) }
    return try FolderEntries.names(takingOver: copy, path: path).compactMap { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      return name.utf8.elementsEqual(bytes) ? name : nil
    }
  }

  // MARK: Files

  /// What the system knows of a name; `nil` when nothing has it. A link in the place of the last name is reported as such.
  ///
  /// - Throws: ``FileError``, of kind `link` when a folder on the way is a symbolic link.
  public func status(_ relative: String) throws(FileError) -> FileStatus? {
    var found: FileStatus?
    do {
      try inFolder(of: relative) { (folder, name) throws(FileError) in
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
          throw FileError(code: errno, path: folder.joined(name))
        }
        found = FileStatus(status)
      }
    } catch  where error.kind == .missing {
      return nil
    }
    return found
  }

  /// Opens a regular file for reading.
  ///
  /// - Throws: ``FileError``: of kind `link` for a symbolic link, `notAFile` for a folder, device, pipe or socket.
  public func file(_ relative: String) throws(FileError) -> OpenFile {
    try openFile(relative, O_RDONLY, 0)
  }

  /// A file's bytes. Its kind and size are checked before anything is read.
  ///
  /// - Parameter limit: the most bytes that the file may have.
  /// - Throws: ``FileError``.
  public func read(_ relative: String, limit: Int) throws(FileError) -> [UInt8] {
    try file(relative).contents(limit: limit)
  }

  /// Makes a new file for writing.
  ///
  /// - Throws: ``FileError``, of kind `exists` when the name is taken.
  public func newFile(_ relative: String, permissions: UInt16 = 0o644) throws(FileError) -> OpenFile {
    try openFile(relative, O_WRONLY | O_CREAT | O_EXCL, mode_t(permissions))
  }

  /// Opens a file for adding bytes at its end; it is made when it is missing.
  ///
  /// - Throws: ``FileError``.
  public func fileForAppending(_ relative: String, permissions: UInt16 = 0o644) throws(FileError) -> OpenFile {
    try openFile(relative, O_RDWR | O_CREAT | O_APPEND, mode_t(permissions))
  }

  /// Makes a symbolic link. Nothing looks at where it leads.
  ///
  /// - Throws: ``FileError``, of kind `exists` when the name is taken, `link` when a folder on the way is a link itself.
  public func makeLink(_ relative: String, to target: String) throws(FileError) {
    try inFolder(of: relative) { (folder, name) throws(FileError) in
      guard symlinkat(target, folder.descriptor, name) == 0 else {
        throw FileError(code: errno, path: folder.joined(name))
      }
    }
  }

  /// Replaces a file in one step: a reader finds the old bytes or the new ones, after a crash or power failure too. A link
  /// that has the name is replaced itself.
  ///
  /// - Parameters:
  ///   - relative: the file.
  ///   - bytes: its new contents.
  ///   - temporary: a path in this folder, on the same volume, that nobody else uses.
  /// - Throws: ``FileError``; the temporary file is gone then.
  public func replace(_ relative: String, with bytes: [UInt8], temporary: String) throws(FileError) {
    do {
      let file = try newFile(temporary)
      try file.write(bytes)
      try file.synchronize()
      try rename(temporary, to: relative)
    } catch {
      if error.kind != .exists { try? remove(temporary) }
      throw error
    }
  }

  /// Gives a file or folder another name in one step, replacing a file that has the name; the name outlives a power failure.
  ///
  /// - Throws: ``FileError``.
  public func rename(_ relative: String, to other: String) throws(FileError) {
    try inFolder(of: relative) { (folder, name) throws(FileError) in
      try inFolder(of: other) { (target, newName) throws(FileError) in
        guard renameat(folder.descriptor, name, target.descriptor, newName) == 0 else {
          throw FileError(code: errno, path: target.joined(newName))
        }
        target.synchronize()
      }
    }
  }

  /// Removes a file, or a link itself. Nothing happens when nothing has the name.
  ///
  /// - Throws: ``FileError``, of kind `link` when a folder on the way is a symbolic link.
  public func remove(_ relative: String) throws(FileError) { try unlink(relative, 0) }

  /// Removes an empty folder. Nothing happens when nothing has the name.
  ///
  /// - Throws: ``FileError``, of kind `exists` when the folder is not empty.
  public func removeFolder(_ relative: String) throws(FileError) { try unlink(relative, AT_REMOVEDIR) }

  /// Removes a file, a link itself, or a folder with all that is in it. Nothing happens when nothing has the name.
  ///
  /// - Throws: ``FileError``; what was removed before stays removed.
  public func removeTree(_ relative: String) throws(FileError) {
    guard let status = try status(relative) else { return }
    guard status.kind == .folder else { return try remove(relative) }
    let folder = try folder(relative)
    for name in try folder.names() { try folder.removeTree(name) }
    try removeFolder(relative)
  }

  private func unlink(_ relative: String, _ flags: Int32) throws(FileError) {
    do {
      try inFolder(of: relative) { (folder, name) throws(FileError) in
        guard unlinkat(folder.descriptor, name, flags) == 0 else {
          throw FileError(code: errno, path: folder.joined(name))
        }
      }
    } catch  where error.kind == .missing {}
  }

  /// Makes names in the folder outlive a power failure, where the system can.
  public func synchronize() { _ = fsync(descriptor) }

  /// Takes the lock of a file, which is made when it is missing; it is held while the result lives.
  ///
  /// - Parameters:
  ///   - relative: the lock's file.
  ///   - waits: whether to wait for another process, or to give up at once.
  /// - Throws: ``FileError``, of kind `busy` when another process holds the lock.
  public func lock(_ relative: String, waits: Bool) throws(FileError) -> OpenFile {
    let file = try openFile(relative, O_RDWR | O_CREAT, 0o644)
    try file.lock(waits: waits)
    return file
  }

  // MARK: Steps

  private func openFile(_ relative: String, _ flags: Int32, _ mode: mode_t) throws(FileError) -> OpenFile {
    var opened: OpenFile?
    try inFolder(of: relative) { (folder, name) throws(FileError) in
      // A pipe must not make this wait, and a terminal must not become the process's.
      let file = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
      guard file >= 0 else { throw folder.failure(errno, name) }
      opened = try OpenFile(file, path: folder.joined(name))
    }
    guard let opened else { throw FileError(.missing, path: joined(relative), detail: "missing") }
    return opened
  }

  /// Calls a closure with the folder that holds a path's last name, and that name.
  private func inFolder(
    of relative: String, _ body: (FolderHandle, String) throws(FileError) -> Void
  ) throws(FileError) {
    var names = try parts(relative)
    // Safe: `parts` gives at least one name.
    let last = names.removeLast()
    var folder = self
    for name in names { folder = try folder.openFolder(name) }
    try body(folder, last)
  }

  private func parts(_ relative: String) throws(FileError) -> [String] {
    let names = relative.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for name in names where name.isEmpty || name == "." || name == ".." || name.utf8.contains(0) {
      throw FileError(.badName, path: joined(relative), detail: "not a path inside of the folder")
    }
    return names
  }

  /// The error of a call on a name. Systems differ in what they say of links.
  private func failure(_ code: Int32, _ name: String) -> FileError {
    var status = stat()
    if code == ENOTDIR || code == ELOOP || code == EMLINK,
      fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK
    {
      return FileError(code: ELOOP, path: joined(name))
    }
    return FileError(code: code, path: joined(name))
  }

  private func joined(_ name: String) -> String { path == "/" ? path + name : path + "/" + name }
}
