import Archive

extension ReleasePublisher {
  /// Reads what web views show of the current release, one file after the other.
  ///
  /// - Parameters:
  ///   - body: takes a path below `web/`, its content type and its bytes.
  /// - Throws: ``PublishError``, ``ManifestError``, `ArchiveError`, or what `body` throws.
  public func forEachWebFile(_ body: (_ path: String, _ contentType: String, _ bytes: [UInt8]) throws -> Void) throws {
    guard let latest = currentLatest() else {
      throw PublishError(.noRelease, path: folder, detail: "it holds no latest.json of a release")
    }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    var seen: Set<String> = []
    for package in try readManifest(latest.manifest.url).packages {
      let (index, archive) = try openPackage(package)
      for entry in index.entries where entry.path.hasPrefix("web/") && seen.insert(entry.path).inserted {
        try body(String(entry.path.dropFirst(4)), entry.contentType, try archive.contents(of: entry.path))
      }
    }
  }
}
