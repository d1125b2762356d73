import Files
import Foundation

/// Where a folder is that the tool writes into, as the way to it: a folder that is the machine's or the user's, and names
/// below it that a checkout or another program may have made, on which no link is followed.
struct FolderLocation: Sendable {
  /// The whole path, for messages.
  let path: String
  /// Links on this path are followed.
  private let base: String
  /// Below ``base``; empty for the base itself.
  private let names: String

  /// The location of a path: what is below the current folder, the site or the user's cache folder is reached without
  /// links. What was named elsewhere is the user's.
  init(path: String, root: String = ".") {
    self.path = path
    let whole = Self.absolute(path)
    // A folder of caches is often a link to a larger disk, and a site's folder to another: both are the user's to name.
    let roots = [UserCache.home, Self.absolute(root), FileManager.default.currentDirectoryPath]
    let outer = roots.lazy.compactMap { $0 }.first { $0 != "/" && whole.hasPrefix($0 + "/") }
    base = outer ?? whole
    names = outer.map { String(whole.dropFirst($0.utf8.count + 1)) } ?? ""
  }

  /// Opens the folder.
  ///
  /// - Parameter makes: whether folders that are missing are made.
  func open(makes: Bool) throws(FileError) -> FolderHandle {
    if makes, names.isEmpty || !SystemFile.isFolder(base) {
      do throws(SystemError) {
        try SystemFile.makeFolder(base)
      } catch {
        throw FileError(.inputOutput, path: base, detail: error.reason)
      }
    }
    let folder = try FolderHandle(base)
    if names.isEmpty { return folder }
    return makes ? try folder.makeFolder(names, permissions: 0o700) : try folder.folder(names)
  }

  /// Why the folder cannot be used, where a link is in the way; `nil` where it can be, or where it is not there yet.
  var linkProblem: FileError? {
    do throws(FileError) {
      _ = try open(makes: false)
      return nil
    } catch {
      return error.kind == .link ? error : nil
    }
  }

  /// The path from the root, without `.`, `..` and doubled slashes.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    for part in whole.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
