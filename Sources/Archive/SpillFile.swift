import Files
import Foundation
import Platform

/// A file without a name that bytes are set aside in for as long as the process needs them; the system takes it away with
/// the process, however that ends.
public final class SpillFile: Sendable, Hashable {
  private let descriptor: Int32
  private let end = Mutex<UInt64>(0)

  /// A new file in a folder; `nil` where none can be made.
  public init?(in folder: String) {
    var template = Array((folder + "/.hybrid-spill-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  /// A new file in an open folder; `nil` where none can be made.
  public init?(in folder: FolderHandle) {
    let name = ".hybrid-spill-\(UInt64.random(in: 0 ... .max))"
    let descriptor = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    unlinkat(folder.descriptor, name, 0)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes bytes at the end and returns their place; `nil` where the file cannot grow. Threads may call it at once.
  func append(_ bytes: [UInt8]) -> UInt64? {
    let offset = end.withLock { end in
      defer { end += UInt64(bytes.count) }
      return end
    }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset) + off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      written += count
    }
    return offset
  }

  /// Bytes from a place; `nil` where they are not all there.
  func read(_ count: Int, at offset: UInt64) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + off_t(filled))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        filled += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// One file is another where it is the same object.
  public static func == (left: SpillFile, right: SpillFile) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
