import Files
import Manifest

/// Installed releases as plain files, for hosts that serve a folder by themselves, such as Capacitor's.
extension ReleaseStore {
  static func siteName(_ release: ContentHash) -> String { "sites/\(release.name)" }

  /// The folder with the files of an installed release's site, which is written where it is missing or damaged: what is below
  /// `web/` in the packages that are installed.
  ///
  /// It is written aside, each file compared with its hash, and gets its name when it is whole: after a crash there is no
  /// folder of a part. Files that changed since are compared again. ``prune(maximumSize:)`` removes the folders of releases
  /// that it removes; it does not count them.
  ///
  /// - Throws: ``ClientError``, of kind `store` too while an update is being installed.
  public func siteFolder(of release: OpenedRelease) throws(ClientError) -> String {
    let name = Self.siteName(release.hash)
    // The store's own release, whose packages that every device needs are there.
    let files = siteFiles(release.hash, try open(release.hash).manifest)
    if hasSite(name, files) { return folder + "/" + name }
    let lock = try installationLock()
    defer { withExtendedLifetime(lock) {} }
    let temporary = Self.temporaryName()
    defer { try? root.removeTree(temporary) }
    for entry in files {
      let bytes = try object(entry.hash, size: entry.size)
      try Self.storing { () throws(FileError) in
        let path = temporary + Self.sitePath(entry)
        if let end = path.lastIndex(of: "/") { _ = try root.makeFolder(String(path[..<end])) }
        let file = try root.newFile(path)
        try file.write(bytes)
        try file.synchronize()
      }
    }
    try Self.storing { () throws(FileError) in
      _ = try makeFolder("sites")
      _ = try root.makeFolder(temporary)
      try root.removeTree(name)
      try root.rename(temporary, to: name)
    }
    return folder + "/" + name
  }

  /// The entries that are files of a release's site, each path once. As entries are looked for, the base package's come
  /// before those of others.
  private func siteFiles(_ release: ContentHash, _ manifest: ReleaseManifest) -> [PackageIndexEntry] {
    let packages = manifest.packages.filter { $0.name == "base" } + manifest.packages.filter { $0.name != "base" }
    var seen: Set<String> = []
    return packages.flatMap { index(release, $0)?.entries ?? [] }
      .filter { $0.path.hasPrefix("web/") && seen.insert($0.path).inserted }
  }

  /// The place of a file in its site's folder, `/` before it.
  private static func sitePath(_ entry: PackageIndexEntry) -> Substring { entry.path.dropFirst("web".count) }

  /// Whether a site's folder has all its files, each with the bytes of its entry.
  private func hasSite(_ name: String, _ files: [PackageIndexEntry]) -> Bool {
    guard (try? root.status(name))??.kind == .folder else { return false }
    return files.allSatisfy { entry in
      let path = name + Self.sitePath(entry)
      let mark = ContentHash(of: Array("\(path) \(entry.hash)".utf8))
      return verifiedFile(path, of: entry.hash, size: entry.size, rememberedAs: mark) != nil
    }
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
