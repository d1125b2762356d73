import Files
import Platform

/// A file without a name that bytes are set aside in for as long as the process needs them; the system takes it away with
/// the process, however that ends.
public final class SpillFile: Sendable, Hashable {
  private let file: OpenFile
  private let end = Mutex<UInt64>(0)

  /// A new file in a folder; `nil` where none can be made.
  public convenience init?(in folder: String) {
    guard let folder = try? FolderHandle(folder) else { return nil }
    self.init(in: folder)
  }

  /// A new file in an open folder; `nil` where none can be made.
  public init?(in folder: FolderHandle) {
    guard let file = try? OpenFile(unnamedIn: folder) else { return nil }
    self.file = file
  }

  /// Writes bytes at the end and returns their place; `nil` where the file cannot grow. Threads may call it at once.
  func append(_ bytes: [UInt8]) -> UInt64? {
    let offset = end.withLock { end in
      defer { end += UInt64(bytes.count) }
      return end
    }
    guard (try? file.write(bytes, at: offset)) != nil else { return nil }
    return offset
  }

  /// Bytes from a place; `nil` where they are not all there.
  func read(_ count: Int, at offset: UInt64) -> [UInt8]? { try? file.read(count, at: offset) }

  /// One file is another where it is the same object.
  public static func == (left: SpillFile, right: SpillFile) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
