#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Why a file or folder could not be used, and which.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Raw values are stable.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Nothing has the name.
    case missing
    /// The name is a symbolic link, which is never followed.
    case link
    /// A part of the path is a file, or something else that is not a folder.
    case notAFolder
    /// The name is a folder, a device, a pipe or a socket.
    case notAFile
    /// The file is larger than its reader allows.
    case tooLarge
    /// The name is empty, has a NUL or would leave the folder.
    case badName
    /// The name is taken.
    case exists
    /// Another process holds the lock.
    case busy
    /// The disk is full, or the quota is used up.
    case diskFull
    /// The system denies access.
    case denied
    /// Reading or writing failed in another way.
    case inputOutput
  }

  /// What went wrong.
  public var kind: Kind
  /// The file or folder.
  public var path: String
  /// What the system or the rule says.
  public var detail: String

  /// An error from its parts.
  public init(_ kind: Kind, path: String, detail: String) {
    self.kind = kind
    self.path = path
    self.detail = detail
  }

  /// The error of a system call.
  ///
  /// - Parameter followingLinks: whether the call followed links, so that only a loop of them is an error.
  init(code: Int32, path: String, followingLinks: Bool = false) {
    kind =
      switch code {
      case ENOENT: .missing
      case ELOOP: .link
      case ENOTDIR: .notAFolder
      case EISDIR, ENXIO: .notAFile
      case ENAMETOOLONG: .badName
      case EEXIST, ENOTEMPTY: .exists
      case EWOULDBLOCK: .busy
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EACCES, EPERM, EROFS: .denied
      default: .inputOutput
      }
    self.path = path
    let isLink = code == ELOOP && !followingLinks
    detail = isLink ? "a symbolic link, which is not followed" : String(cString: strerror(code))
  }

  /// The error of the system's last call on this thread.
  public init(lastCallOn path: String) { self.init(code: errno, path: path) }

  /// One line for people.
  public var description: String { "\(path): \(detail)" }
}
