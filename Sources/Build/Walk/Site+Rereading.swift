import Files
import Foundation

// OPTIMIZATION: of a save, only the files that were written are looked at again.
extension Site {
  /// The site after files of it were written; `nil` where it has to be walked again: something else than the contents of
  /// files that were there before may have changed.
  ///
  /// - Parameters:
  ///   - written: paths of the system, as the folders that were watched are named.
  ///   - temporary: paths that were not there before, and should not be there now.
  func rereading(_ written: Set<String>, temporary: Set<String>) -> Site? {
    guard composesNothing, !composition.isUsed, !hasSharedFiles else { return nil }
    let began = SystemTime.now
    for systemPath in temporary {
      // A walk may have met one that went away and came back at that time.
      let path = String(systemPath.dropFirst(root.utf8.count + 1))
      guard (try? FileStatus(at: systemPath, followingLinks: false)) == nil, !paths.contains(path),
        !ignored.contains(path), !outside.contains(path)
      else { return nil }
    }
    var site = self
    for systemPath in written {
      guard systemPath.hasPrefix(root + "/") else { return nil }
      let path = String(systemPath.dropFirst(root.utf8.count + 1))
      guard let status = try? FileStatus(at: systemPath, followingLinks: false), status.kind == .file,
        access(systemPath, R_OK) == 0
      else { return nil }
      let file = File(path: path, size: status.byteCount, stamp: status.stamp.settled(before: began))
      if let index = Self.index(of: path, in: pages) {
        site.pages[index] = file
      } else if let index = Self.index(of: path, in: assets) {
        // Large files are reported.
        guard max(file.size, assets[index].size) <= SiteWalk.largeFileSize else { return nil }
        site.assets[index] = file
      } else {
        return nil
      }
    }
    return site
  }

  /// The place of a path among files in bytewise order.
  private static func index(of path: String, in files: [File]) -> Int? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path.utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
    }
    return low < files.count && files[low].path == path ? low : nil
  }
}
