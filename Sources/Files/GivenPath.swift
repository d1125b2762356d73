#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Files and folders by whole paths that users and apps give: links on the way are followed. What a checkout, an archive or
/// another program may have named is reached from a ``FolderHandle`` instead.
public enum GivenPath {
  /// The names in a folder as bytes, without `.` and `..`, in bytewise order.
  ///
  /// - Throws: ``FileError``.
  public static func names(in folder: String) throws(FileError) -> [[UInt8]] {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno, path: folder, followingLinks: true) }
    return try FolderEntries.names(takingOver: descriptor, path: folder)
  }

  /// Makes a folder and those that it is in; one that is there already is not an error.
  ///
  /// - Parameter permissions: those of the new folders, less what the process's mask takes away.
  /// - Throws: ``FileError``, of kind `notAFolder` when something else has the name.
  public static func makeFolder(_ path: String, permissions: UInt16 = 0o755) throws(FileError) {
    if mkdir(path, mode_t(permissions)) == 0 { return }
    let code = errno
    if let status = try? FileStatus(at: path, followingLinks: true) {
      guard status.kind == .folder else { throw FileError(code: ENOTDIR, path: path) }
      return
    }
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw FileError(code: code, path: path, followingLinks: true)
    }
    try makeFolder(String(path[..<slash]), permissions: permissions)
    guard mkdir(path, mode_t(permissions)) == 0 || errno == EEXIST else { throw FileError(lastCallOn: path) }
  }

  /// Gives a file or folder another name in one step, replacing a file that has the name.
  ///
  /// - Throws: ``FileError`` with the new path.
  public static func rename(_ path: String, to other: String) throws(FileError) {
    guard systemRename(path, other) == 0 else { throw FileError(code: errno, path: other, followingLinks: true) }
  }

  /// Removes a file, or a link itself. Nothing happens when nothing has the name.
  ///
  /// - Throws: ``FileError``.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError(lastCallOn: path) }
  }

  /// Removes a folder that is empty. Nothing happens when nothing has the name.
  ///
  /// - Throws: ``FileError``, of kind `exists` when the folder is not empty.
  public static func removeFolder(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw FileError(lastCallOn: path) }
  }
}

/// The system's `rename`, whose name the type's own hides.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
