import Foundation
import Manifest

/// The user's cache folder: `XDG_CACHE_HOME`, or `.cache` in the user's folder.
public enum UserCache {
  /// The folder without a closing slash; `nil` where the environment names none.
  static var home: String? {
    // The XDG base directory specification: a relative path counts as absent.
    if let home = EnvironmentVariable.cacheHome.value(), home.hasPrefix("/") { return FolderLocation.absolute(home) }
    guard let home = EnvironmentVariable.home.value(), home.hasPrefix("/") else { return nil }
    return FolderLocation.absolute(home + "/.cache")
  }

  /// What is in the place of the key file that entries are authenticated by, in words; `nil` where a key is there or can be
  /// made.
  public static var problemOfKey: String? { CacheKey.problem }

  /// The cache of a site, by the site's real path; `nil` where the environment names no folder.
  public static func folder(ofSite root: String) -> String? {
    guard let home else { return nil }
    let real = SystemFile.realPath(root) ?? FolderLocation.absolute(root)
    let hash = CacheFolder.hexadecimal(Array(ContentHash(of: Array(real.utf8)).digest[..<16]))
    let name = real.split(separator: "/").last ?? "site"
    let plain = name.utf8.prefix(40).map { byte -> UInt8 in
      let isPlain = (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x2D
      return isPlain ? byte : 0x5F
    }
    return "\(home)/hybrid/sites/\(String(decoding: plain, as: UTF8.self))-\(hash)"
  }
}
