import Foundation
import Manifest

/// A folder of its own for a test, removed with the value.
public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// A new folder.
  public init() throws {
    path = NSTemporaryDirectory() + "/hybrid-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The files below the folder, sorted.
  public func listing() -> [String] {
    let files = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
    return files.filter { file in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + file, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// A file's bytes; none where it cannot be read.
  public func read(_ file: String) -> [UInt8] { FileSystem.read(path + "/" + file) ?? [] }

  /// Writes a file, with the folders that it wants.
  public func write(_ file: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
