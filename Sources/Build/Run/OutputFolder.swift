import Foundation

/// The folder of a release: what marks it, and its removal.
public enum OutputFolder {
  /// Whether a folder holds a release: its pointer and the folders of manifests and packages beside it.
  public static func isMade(_ path: String) -> Bool {
    SystemFile.exists(path + "/latest.json") && SystemFile.isFolder(path + "/manifests")
      && SystemFile.isFolder(path + "/packages")
  }

  /// What became of a folder that was to be removed.
  public enum Removal: Sendable {
    /// It was not there.
    case absent
    /// It is gone.
    case removed
    /// It was left alone: another hand made it.
    case foreign
  }

  /// Removes a folder that the tool made.
  ///
  /// - Parameter isCache: the folder is the cache, which needs no mark.
  public static func remove(_ path: String, isCache: Bool) throws(SystemError) -> Removal {
    guard SystemFile.exists(path) else { return .absent }
    let isEmpty = try SystemFile.names(in: path).isEmpty
    guard isCache || isEmpty || isMade(path) else { return .foreign }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw SystemError(reason: (error as NSError).localizedDescription)
    }
    return .removed
  }
}
