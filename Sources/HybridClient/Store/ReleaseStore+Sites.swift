import Files
import Manifest

/// Installed releases as plain files, for hosts that serve a folder by themselves, such as Capacitor's.
extension ReleaseStore {
  static func siteName(_ release: ContentHash) -> String { "sites/\(release.name)" }

  /// The folder with the files of an installed release's site, which is written where it is missing: what is below `web/` in
  /// the packages that are installed.
  ///
  /// It is written aside, each file compared with its hash, and gets its name when it is whole: after a crash there is no
  /// folder of a part. ``prune(maximumSize:)`` removes those of releases that it removes; it does not count them.
  ///
  /// - Throws: ``ClientError``, of kind `store` too while an update is being installed.
  public func siteFolder(of release: OpenedRelease) throws(ClientError) -> String {
    let name = Self.siteName(release.hash)
    if try Self.storing({ () throws(FileError) in try root.status(name) })?.kind == .folder {
      return folder + "/" + name
    }
    let lock = try installationLock()
    defer { withExtendedLifetime(lock) {} }
    // The store's own release, whose packages that every device needs are there.
    let manifest = try open(release.hash).manifest
    let temporary = Self.temporaryName()
    defer { try? root.removeTree(temporary) }
    var written: Set<String> = []
    // As entries are looked for: the base package's come before those of others.
    let packages = manifest.packages.filter { $0.name == "base" } + manifest.packages.filter { $0.name != "base" }
    for package in packages {
      for entry in index(release.hash, package)?.entries ?? [] {
        guard entry.path.hasPrefix("web/"), written.insert(entry.path).inserted else { continue }
        let bytes = try object(entry.hash, size: entry.size)
        try Self.storing { () throws(FileError) in
          let path = temporary + entry.path.dropFirst("web".count)
          if let end = path.lastIndex(of: "/") { _ = try root.makeFolder(String(path[..<end])) }
          let file = try root.newFile(path)
          try file.write(bytes)
          try file.synchronize()
        }
      }
    }
    try Self.storing { () throws(FileError) in
      _ = try root.makeFolder("sites")
      _ = try root.makeFolder(temporary)
      try root.rename(temporary, to: name)
    }
    return folder + "/" + name
  }

  /// Removes the folders of releases that are not kept.
  func removeSites(keeping kept: Set<String>) throws(FileError) {
    guard try root.status("sites")?.kind == .folder else { return }
    let sites = try root.folder("sites")
    for name in try sites.names() where !kept.contains(name) && Base64.decodeURL(name)?.count == 32 {
      try sites.removeTree(name)
    }
  }
}
