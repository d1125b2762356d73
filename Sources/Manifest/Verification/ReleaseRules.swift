import Archive

/// The rules that concern more than one file. What a file breaks by itself is found when it is read.
public enum ReleaseRules {
  /// Checks a manifest against the `latest.json` that names it.
  ///
  /// - Throws: ``ManifestError`` of kind `sequence`.
  public static func check(_ manifest: ReleaseManifest, against latest: LatestRelease) throws(ManifestError) {
    guard manifest.sequence == latest.sequence else {
      throw ManifestError(
        .sequence, entry: "sequence", expected: "\(latest.sequence)", found: "\(manifest.sequence)",
        rule: .manifestSequence)
    }
  }

  /// Checks an index's totals against the manifest.
  ///
  /// - Throws: ``ManifestError`` of kind `index`.
  public static func check(_ index: PackageIndex, of package: ManifestPackage) throws(ManifestError) {
    guard UInt64(index.entries.count) == package.entryCount else {
      throw ManifestError(
        .index, file: package.index.url, expected: "\(package.entryCount) entries", found: "\(index.entries.count)",
        rule: .indexTotals)
    }
    let size = index.entries.lazy.map(\.size).saturatingSum
    guard size == package.unpackedSize else {
      throw ManifestError(
        .index, file: package.index.url, expected: "entries of \(package.unpackedSize) bytes in all", found: "\(size)",
        rule: .indexTotals)
    }
  }

  /// The entries of the base package that a manifest names and its index lacks.
  public static func missingBaseEntries(
    of manifest: ReleaseManifest, base: PackageIndex
  ) -> [ManifestError] {
    [("routes", manifest.routes), ("pages", manifest.pages)].compactMap { member, path in
      guard let path, base.entry(path) == nil else { return nil }
      return ManifestError(.missing, entry: member, expected: "an entry of base", found: path, rule: .baseEntries)
    }
  }

  /// Checks a release's identity, for which all indexes are needed.
  ///
  /// - Throws: ``ManifestError`` of kind `identity`.
  public static func checkIdentity(
    of manifest: ReleaseManifest, indexes: [String: PackageIndex]
  ) throws(ManifestError) {
    var identity = ReleaseIdentity()
    for (name, index) in indexes { identity.add(index, of: name) }
    try check(identity.finish(), of: manifest)
  }

  /// Checks a release's identity, made of all indexes.
  ///
  /// - Throws: ``ManifestError`` of kind `identity`.
  static func check(_ identity: ContentHash, of manifest: ReleaseManifest) throws(ManifestError) {
    guard identity == manifest.id else {
      throw ManifestError(
        .identity, entry: "id", expected: identity.description, found: manifest.id.description, rule: .identity)
    }
  }

  /// Compares the entries of an archive, or of its central directory, with the index: order, paths byte for byte,
  /// sizes.
  ///
  /// - Returns: every fault.
  public static func faults(
    of entries: [ArchiveEntry], _ index: PackageIndex?, of package: ManifestPackage
  ) -> [ManifestError] {
    let file = package.archive.url
    var faults: [ManifestError] = []
    for (entry, next) in zip(entries, entries.dropFirst())
    where !EntryName.precedes(entry.name, next.name) || entry.headerOffset > next.headerOffset {
      faults.append(
        ManifestError(
          .archive, file: file, entry: next.name, offset: next.headerOffset, expected: "entries sorted by their names",
          found: "`\(entry.name)` before it", rule: .order))
      break
    }
    guard let index else { return faults }
    // OPTIMIZATION: those of a sound package are the same one by one, which takes no tables.
    if entries.count == index.entries.count,
      zip(entries, index.entries).allSatisfy({ $0.name.utf8.elementsEqual($1.path.utf8) && $0.size == $1.size })
    {
      return faults
    }
    let found = Dictionary(entries.map { (ExactPath($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    let indexed = Set(index.entries.map { ExactPath($0.path) })
    for entry in entries where !indexed.contains(ExactPath(entry.name)) {
      faults.append(
        ManifestError(
          .index, file: file, entry: entry.name, offset: entry.headerOffset, expected: "a line in the index",
          found: "none", rule: .entries))
    }
    for declared in index.entries {
      guard let entry = found[ExactPath(declared.path)] else {
        faults.append(
          ManifestError(
            .index, file: file, entry: declared.path, expected: "an entry as in the index", found: "none",
            rule: .entries))
        continue
      }
      guard entry.size == declared.size else {
        faults.append(
          ManifestError(
            .index, file: file, entry: entry.name, offset: entry.headerOffset,
            expected: "an entry of \(declared.size) bytes", found: "\(entry.size) bytes", rule: .entries))
        continue
      }
    }
    return faults
  }
}

/// A path that is compared byte for byte: `String`s compare by canonical equivalence, which makes one of two spellings of
/// an accent.
struct ExactPath: Hashable {
  var path: String

  init(_ path: String) { self.path = path }

  static func == (left: ExactPath, right: ExactPath) -> Bool { left.path.utf8.elementsEqual(right.path.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in path.utf8 { hasher.combine(byte) }
  }
}
