#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What the system knows of a file or folder. Of a symbolic link it is that of the link itself.
public struct FileStatus: Hashable, Sendable {
  /// What a name stands for.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A device, a pipe or a socket.
    case special
  }

  /// What the name stands for.
  public let kind: Kind
  /// The size in bytes.
  public let size: UInt64
  /// When the bytes were last changed, in nanoseconds since 1970. Programs can set it.
  public let modificationTime: Int64
  /// When the bytes, the name or the permissions were last changed, in nanoseconds since 1970. Programs cannot set it.
  public let changeTime: Int64
  /// The number of the file's volume.
  public let volume: UInt64
  /// The file's number on its volume.
  public let number: UInt64
  /// How many names the file has (hard links).
  public let nameCount: UInt64
  /// The lower twelve bits of the mode: permissions.
  public let permissions: UInt16

  /// What the system knows of a path that users or apps give: links on the way are followed.
  ///
  /// - Parameter followingLinks: whether a link in the place of the last name is followed; otherwise it is reported as such.
  /// - Throws: ``FileError``; of kind `link` where links lead in a circle.
  public init(at path: String, followingLinks: Bool) throws(FileError) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw FileError(code: errno, path: path, followingLinks: true)
    }
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    size = UInt64(clamping: status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    modificationTime = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    changeTime = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
    volume = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    nameCount = UInt64(status.st_nlink)
    permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
  }
}
