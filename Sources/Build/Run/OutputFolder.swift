import Files
import Foundation
import Manifest

/// The folder of a release: what marks it, and its removal.
public enum OutputFolder {
  /// Whether a folder holds a release.
  public static func isMade(_ path: String) -> Bool {
    guard let folder = try? FolderHandle(path) else { return false }
    // A folder with another shard's output, inside the site.
    if ShardFile.isMade(in: folder) { return true }
    func isFile(_ name: String) -> Bool { ((try? folder.status(name)) ?? nil)?.kind == .file }
    guard isFile(".hybrid-release") || isFile("latest.json") else { return false }
    return isPublishable(path)
  }

  /// Whether a folder is missing, empty or holds a release.
  private static func isPublishable(_ path: String) -> Bool {
    (try? ReleasePublisher(folder: path).checkFolder()) != nil
  }

  /// What became of a folder that was to be removed.
  public enum Removal: Sendable {
    /// It was not there.
    case absent
    /// It is gone.
    case removed
    /// It is gone except for its trust roots, which no build makes again: apps follow their chain.
    case removedButRoots
    /// Nothing was changed: another program made it.
    case foreign
  }

  /// Removes a folder that the tool made; nothing is removed through a link.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - root: the site, below which no link is followed.
  ///   - isCache: the folder is the tool's own in the site, or in the system's folder for temporary files: it needs no mark.
  public static func remove(_ path: String, root: String = ".", isCache: Bool) throws(SystemError) -> Removal {
    guard SystemFile.exists(path) else { return .absent }
    do throws(FileError) {
      let folder = try FolderLocation(path: path, root: root).open(makes: false)
      guard isCache || isPublishable(path) else { return .foreign }
      let names = try folder.names()
      let keepsRoots = !isCache && names.contains("roots") && (try? folder.folder("roots").names())?.isEmpty == false
      if keepsRoots, names == ["roots"] { return .absent }
      for name in names where !(keepsRoots && name == "roots") { try remove(name, in: folder) }
      if keepsRoots { return .removedButRoots }
      try GivenPath.removeFolder(path)
    } catch {
      throw SystemError(error)
    }
    return .removed
  }

  /// Removes a file, a link itself, or a folder with all that is in it.
  private static func remove(_ name: String, in folder: FolderHandle) throws(FileError) {
    guard try folder.status(name)?.kind == .folder else { return try folder.remove(name) }
    let inner = try folder.folder(name)
    for name in try inner.names() { try remove(name, in: inner) }
    try folder.removeFolder(name)
  }
}
