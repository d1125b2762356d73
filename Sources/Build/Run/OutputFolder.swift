import Foundation
import Manifest

/// The folder of a release: what marks it, and its removal.
public enum OutputFolder {
  /// Whether a folder holds a release.
  public static func isMade(_ path: String) -> Bool {
    // A folder with another share of the site, which lies in the site.
    if ShardFile.isMade(in: path) { return true }
    guard SystemFile.exists(path + "/.hybrid-release") || SystemFile.exists(path + "/latest.json") else { return false }
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
    /// It is gone but for its trust roots, which no build makes again: apps follow their chain.
    case removedButRoots
    /// It was left alone: another hand made it.
    case foreign
  }

  /// Removes a folder that the tool made.
  ///
  /// - Parameter isCache: the folder is the cache, which needs no mark.
  public static func remove(_ path: String, isCache: Bool) throws(SystemError) -> Removal {
    guard SystemFile.exists(path) else { return .absent }
    guard isCache || isPublishable(path) else { return .foreign }
    let names = isCache ? [] : FileSystem.names(in: path) ?? []
    let keepsRoots = names.contains("roots") && FileSystem.names(in: path + "/roots")?.isEmpty == false
    if keepsRoots, names == ["roots"] { return .absent }
    do {
      for name in keepsRoots ? names.filter({ $0 != "roots" }) : [] {
        try FileManager.default.removeItem(atPath: path + "/" + name)
      }
      if !keepsRoots { try FileManager.default.removeItem(atPath: path) }
    } catch {
      throw SystemError(reason: (error as NSError).localizedDescription)
    }
    return keepsRoots ? .removedButRoots : .removed
  }
}
