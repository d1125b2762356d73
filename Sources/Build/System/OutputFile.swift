import Files
import Foundation

/// Files that the command line names for reports, traces and pictures. A checkout may hold a link of that name, and what is
/// written through it would be a file of the user's: no link below the working folder is followed.
public enum OutputFile {
  /// Writes a file.
  ///
  /// - Parameter path: relative to the working folder, or absolute; of an absolute path only the last name must not be a
  ///   link, except below `/dev` (`/dev/stdout`).
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try check(path)
    try SystemFile.write(bytes, to: path)
  }

  /// Checks that the folder of a file exists.
  public static func checkFolder(of path: String) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    guard let status = try? FileStatus(at: folder, followingLinks: true) else {
      throw SystemError(reason: "the folder `\(folder)` does not exist")
    }
    guard status.kind == .folder else { throw SystemError(reason: "`\(folder)` is not a folder") }
  }

  /// Checks that no link is followed on the way to a file.
  public static func check(_ path: String) throws(SystemError) {
    if path.hasPrefix("/dev/") { return }
    var part = path.hasPrefix("/") ? "/" : ""
    let names = path.split(separator: "/")
    for (index, name) in names.enumerated() {
      part += (part.isEmpty || part == "/" ? "" : "/") + name
      if path.hasPrefix("/"), index + 1 < names.count { continue }
      guard let status = try? FileStatus(at: part, followingLinks: false), status.kind == .link else { continue }
      throw SystemError(reason: "`\(part)` is a symbolic link, which is not followed")
    }
  }
}
