import Archive

/// A release that was read and verified: its texts as they were verified, and its archives as they were opened. Nothing is
/// read by name again, so that what is used is what was verified.
public struct VerifiedRelease: Sendable {
  /// What `latest.json` says.
  public let latest: LatestRelease
  /// The manifest.
  public let manifest: ReleaseManifest
  /// The packages by name.
  public let packages: [String: VerifiedPackage]
}

/// A package that was read and verified.
public struct VerifiedPackage: Sendable {
  /// The index. An archive may still be changed in place: compare an entry's bytes with its hash as they are read.
  public let index: PackageIndex
  /// The open archive.
  public let archive: ArchiveReader

  init(index: PackageIndex, archive: ArchiveReader) {
    self.index = index
    self.archive = archive
  }

  /// The bytes of an entry, compared with the hash of the verified index; `nil` when the package does not have it.
  ///
  /// - Throws: ``ManifestError`` of kind `hash` when the archive has changed since it was verified, or `ArchiveError`.
  public func contents(of path: String) throws -> [UInt8]? {
    guard let declared = index.entry(path), let entry = archive.entry(path) else { return nil }
    let bytes = try archive.contents(of: entry)
    let found = ContentHash(of: bytes)
    guard found == declared.hash else {
      throw ManifestError(
        .hash, entry: path, expected: declared.hash.description, found: found.description, rule: .entryBytes)
    }
    return bytes
  }
}
