import Archive
import JSONValues

/// Reads a published folder again from its first byte to its last and names every fault.
public struct ReleaseVerifier {
  /// The folder.
  public let folder: String
  /// The keys of which `threshold` must have signed; `nil` does not look at signatures.
  public var keys: [VerificationKey]?
  /// How many keys must have signed.
  public var threshold = 1
  /// The file of the root that apps were built with; `nil` takes the folder's own.
  public var firstRoot: [UInt8]?
  /// The moment at which the release must be installable; `nil` does not look at `expires`.
  public var now: Timestamp?
  /// Checks the bytes of a page or layout file further; returns what is wrong.
  public var checkEntry: ((_ package: String, _ path: String, _ bytes: [UInt8]) -> String?)?

  /// How much is looked at.
  enum Depth {
    /// Every file of the folder, every entry of every archive, and each patch applied.
    case everything
    /// The files that the manifest names, by size and hash, the indexes by their contents too.
    case files
    /// As ``files``, without patches.
    case packageFiles
  }
  /// How much is looked at; signatures, roots and files for other clients only with ``Depth/everything``.
  var depth = Depth.everything

  /// A release whose files are in the folder and that `latest.json` does not name yet: it is looked at instead, without
  /// signatures, roots and files for other clients, and without applying patches again.
  var staged: LatestRelease?
  /// Entries by their paths that are not read where the index has these hashes.
  var checkedEntries = CheckedEntries()

  /// The largest manifest and the largest index that are read, in bytes: those of clients.
  static let manifestLimit = ReleaseLimits.manifestSize
  static let indexLimit = ReleaseLimits.indexSize
  /// The largest page or layout file that is read, in bytes.
  static let pageLimit = 1 << 26

  var faults: [ManifestError] = []
  /// The release, after ``verify()`` found no fault in it at the greatest depth.
  public private(set) var verified: VerifiedRelease?

  /// A verifier of the folder.
  public init(folder: String) { self.folder = folder }

  /// Every fault of the folder's current release: none for a sound one. What a damaged file hides is not looked at.
  public static func verify(_ folder: String) -> [ManifestError] {
    var verifier = ReleaseVerifier(folder: folder)
    return verifier.verify()
  }

  /// As ``verify(_:)``, with this verifier's settings.
  public mutating func verify() -> [ManifestError] {
    faults = []
    verified = nil
    let root = depth == .everything && staged == nil ? verifyRoots() : nil
    if keys == nil, let root { (keys, threshold) = (root.keys, root.threshold) }
    guard let latest = staged ?? verifyLatest(), let manifest = verifyManifest(latest) else { return faults }
    var identity = ReleaseIdentity()
    var indexCount = 0
    var packages: [String: VerifiedPackage] = [:]
    var baseFaults: [ManifestError] = []
    for package in manifest.packages {
      let (index, archive) = verifyPackage(package)
      guard let index else { continue }
      indexCount += 1
      identity.add(index, of: package.name)
      if package.name == "base" {
        // Reported behind those of all packages.
        let faultsSoFar = faults
        faults = []
        for fault in ReleaseRules.missingBaseEntries(of: manifest, base: index) {
          report(fault.inFile(latest.manifest.url))
        }
        if let archive { verifyListings(manifest, index, archive) }
        baseFaults = faults
        faults = faultsSoFar
      }
      // What is about to be published is not handed on: its packages need not be in memory side by side.
      if let archive, staged == nil { packages[package.name] = VerifiedPackage(index: index, archive: archive) }
    }
    faults += baseFaults
    if indexCount == manifest.packages.count {
      _ = step(
        latest.manifest.url, { () throws(ManifestError) in try ReleaseRules.check(identity.finish(), of: manifest) })
    }
    if depth != .packageFiles { verifyPatches(manifest) }
    if depth == .everything, staged == nil { verifyExpo(latest, manifest) }
    if faults.isEmpty, packages.count == manifest.packages.count {
      verified = VerifiedRelease(latest: latest, manifest: manifest, packages: packages)
    }
    return faults
  }

  mutating func report(_ fault: ManifestError) { faults.append(fault) }

  /// Runs a step; its error is one of the faults.
  mutating func step<Result>(
    _ file: String, _ body: () throws(ManifestError) -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      report(error.inFile(file))
      return nil
    }
  }

  /// - Parameter rule: the rule that names the limit.
  mutating func read(_ file: String, limit: Int, rule: ReleaseRule? = nil) -> [UInt8]? {
    guard isFile(file) else { return nil }
    guard let bytes = FileSystem.read(folder + "/" + file, limit: limit) else {
      let isLarge = FileSystem.size(folder + "/" + file).map { $0 > UInt64(limit) } ?? false
      report(
        ManifestError(
          .missing, file: file, expected: "a readable file",
          found: isLarge ? "more than \(limit) bytes" : "a file that the system does not give out",
          rule: isLarge ? rule : nil))
      return nil
    }
    return bytes
  }

  /// Whether there is a file of the name, which is reported otherwise.
  mutating func isFile(_ file: String) -> Bool {
    let path = folder + "/" + file
    // What is behind a link is of no release: nothing is reported of it, not even its size.
    if FileSystem.leadsThroughLink(file, in: folder) {
      report(ManifestError(.missing, file: file, expected: "a file of the release", found: "a symbolic link"))
      return false
    }
    let isFolder = FileSystem.names(in: path) != nil
    if FileSystem.exists(path), !isFolder { return true }
    report(ManifestError(.missing, file: file, expected: "a readable file", found: isFolder ? "a folder" : "nothing"))
    return false
  }

  private mutating func verifyLatest() -> LatestRelease? {
    let file = "latest.json"
    guard let bytes = read(file, limit: ReleaseLimits.envelopeSize, rule: .envelopeSize) else { return nil }
    guard
      let envelope = step(
        file,
        { () throws(ManifestError) in
          try Envelope(decoding: bytes, payloadType: LatestRelease.payloadType)
        })
    else { return nil }
    if let keys {
      let count = envelope.validSignatureCount(by: keys)
      if count < threshold {
        report(
          ManifestError(
            .signature, file: file, expected: "\(Envelope.signatures(threshold)) by known keys", found: "\(count)",
            rule: .signatures))
      }
    }
    guard
      let latest = step(file, { () throws(ManifestError) in try LatestRelease(decoding: envelope.payload) })
    else { return nil }
    if let now, let expires = latest.expires, expires <= now {
      report(
        ManifestError(
          .expired, file: file, expected: "a moment after \(now)", found: expires.description, rule: .expiry))
    }
    return latest
  }

  private mutating func verifyManifest(_ latest: LatestRelease) -> ReleaseManifest? {
    let file = latest.manifest.url
    guard let bytes = read(file, limit: Self.manifestLimit, rule: .manifestFile) else { return nil }
    guard step(file, { () throws(ManifestError) in try latest.manifest.check(bytes, rule: .manifestFile) }) != nil
    else { return nil }
    // A copy of another manifest of the folder is a note: it is put in its place before `latest.json` is.
    if depth == .everything, staged == nil, let copy = read("manifest.json", limit: Self.manifestLimit), copy != bytes,
      !Self.isManifest(copy, of: folder)
    {
      report(
        ManifestError(
          .hash, file: "manifest.json", offset: UInt64(zip(copy, bytes).prefix { $0 == $1 }.count),
          expected: "a copy of \(file)", found: "other bytes"))
    }
    guard let manifest = step(file, { () throws(ManifestError) in try ReleaseManifest(decoding: bytes) }) else {
      return nil
    }
    _ = step(file, { () throws(ManifestError) in try ReleaseRules.check(manifest, against: latest) })
    return manifest
  }

  private mutating func verifyPackage(_ package: ManifestPackage) -> (PackageIndex?, ArchiveReader?) {
    var index: PackageIndex?
    if let bytes = read(package.index.url, limit: Self.indexLimit, rule: .indexFile) {
      index = step(
        package.index.url,
        { () throws(ManifestError) in
          try package.index.check(bytes, rule: .indexFile)
          let index = try PackageIndex(decoding: bytes)
          try ReleaseRules.check(index, of: package)
          return index
        })
    }
    return (index, isFile(package.archive.url) ? verifyArchive(package, index) : nil)
  }

  private mutating func verifyArchive(_ package: ManifestPackage, _ index: PackageIndex?) -> ArchiveReader? {
    let file = package.archive.url
    do {
      let source = try ByteSource(path: folder + "/" + file)
      guard source.count == package.archive.size else {
        report(
          ManifestError(
            .size, file: file, expected: "\(package.archive.size) bytes", found: "\(source.count)", rule: .archiveFile))
        return nil
      }
      let hash = try ContentHash(of: source)
      if hash != package.archive.hash {
        report(
          ManifestError(
            .hash, file: file, expected: package.archive.hash.description, found: hash.description, rule: .archiveFile)
        )
      }
      guard depth == .everything else { return nil }
      let limits = ArchiveLimits(
        entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true)
      let reader = try ArchiveReader(source, limits: limits)
      verifyEntries(reader, package, index)
      return reader
    } catch {
      report(archiveFault(error, file))
      return nil
    }
  }

  private mutating func verifyListings(_ manifest: ReleaseManifest, _ base: PackageIndex, _ archive: ArchiveReader) {
    do {
      try ReleaseRules.checkListings(of: manifest, base: base) { declared in
        guard let entry = archive.entry(declared.path), entry.size == declared.size else { return nil }
        var bytes: [UInt8] = []
        // At most 64 MiB: what grows by doubling would be held twice.
        bytes.reserveCapacity(Int(clamping: entry.size))
        try archive.extract(entry) { bytes.append(contentsOf: $0) }
        return ContentHash(of: bytes) == declared.hash ? bytes : nil
      }
    } catch let error as ManifestError {
      let file = manifest.packages.first { $0.name == "base" }?.archive.url
      report(error.inFile(file ?? "base"))
    } catch {
      // An entry that cannot be read is a fault of its archive.
    }
  }

  private func archiveFault(_ error: ArchiveError, _ file: String) -> ManifestError {
    var fault = ManifestError(
      .archive, file: file, entry: error.entry, offset: error.offset,
      expected: error.kind == .inputOutput ? error.kind.expectation : error.expected ?? error.kind.expectation,
      found: error.found)
    fault.rule = error.kind.rawValue
    return fault
  }

  private mutating func verifyEntries(_ reader: ArchiveReader, _ package: ManifestPackage, _ index: PackageIndex?) {
    let file = package.archive.url
    for fault in ReleaseRules.faults(of: reader.entries, index, of: package) { report(fault) }
    for entry in reader.entries {
      let declared = index?.entry(entry.name)
      if let declared, declared.size == entry.size, checkedEntries.contains(entry.name, declared.hash) { continue }
      do {
        let found = try contents(of: entry, in: reader)
        if let bytes = found.bytes, let message = checkEntry?(package.name, entry.name, bytes) {
          report(
            ManifestError(.page, file: file, entry: entry.name, offset: entry.dataOffset, found: message, rule: .pages))
        }
        if found.isTooLarge {
          report(
            ManifestError(
              .page, file: file, entry: entry.name, offset: entry.dataOffset,
              expected: "at most \(Self.pageLimit) bytes",
              found: "\(entry.size)", rule: .pages))
        }
        if let declared, declared.size == entry.size, found.hash != declared.hash {
          report(
            ManifestError(
              .hash, file: file, entry: entry.name, offset: entry.dataOffset, expected: declared.hash.description,
              found: found.hash.description, rule: .entryBytes))
        }
      } catch let error as ArchiveError {
        report(archiveFault(error, file))
      } catch {
        report(ManifestError(.archive, file: file, entry: entry.name, found: "\(error)"))
      }
    }
  }

  /// An entry's hash, and its bytes where it is a page or layout file that is looked into: whatever an archive declares,
  /// little of it is held in memory.
  private func contents(
    of entry: ArchiveEntry, in reader: ArchiveReader
  ) throws -> (hash: ContentHash, bytes: [UInt8]?, isTooLarge: Bool) {
    let isPage = checkEntry != nil && Self.isPageFile(entry.name)
    let isTooLarge = isPage && entry.size > UInt64(Self.pageLimit)
    var hasher = ContentHasher()
    var bytes: [UInt8]? = isPage && !isTooLarge ? [] : nil
    try reader.extract(entry) { piece in
      hasher.update(piece)
      bytes?.append(contentsOf: piece)
    }
    return (hasher.finalize(), bytes, isTooLarge)
  }

  /// Whether an entry is a page or layout file, or the index of words, by its path.
  public static func isPageFile(_ path: String) -> Bool {
    path.hasPrefix("pages/") && path.hasSuffix(".page") || path.hasPrefix("layouts/") && path.hasSuffix(".layout")
      || path == "search.index"
  }

  /// Checks every patch by its hash, and tries those that lead from a release that the folder still has, or from nothing.
  private mutating func verifyPatches(_ manifest: ReleaseManifest) {
    guard !manifest.patches.isEmpty else { return }
    let packages = Dictionary(manifest.packages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // Read once, however many patches there are.
    let publisher = ReleasePublisher(folder: folder)
    let sources =
      depth == .everything && staged == nil
      ? publisher.previousManifests().compactMap { try? publisher.readManifest($0) } : []
    let sourcesByID = Dictionary(
      sources.map { source in
        (source.id, Dictionary(source.packages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
      }, uniquingKeysWith: { first, _ in first })
    for patch in manifest.patches {
      let path = folder + "/" + patch.file.url
      guard isFile(patch.file.url),
        step(
          patch.file.url, { () throws(ManifestError) in try patch.file.check(path: path, rule: .patchFile) }) != nil,
        let package = packages[patch.package]
      else { continue }
      do {
        if patch.from == ReleaseManifest.emptyIdentity {
          guard depth == .everything, staged == nil else { continue }
          let (empty, source) = PackagePatch.nothing
          try ReleasePublisher.check(ByteSource(path: path), from: empty, source, nil, to: package)
        } else if let old = sourcesByID[patch.from]?[patch.package],
          let (index, archive) = try? publisher.openPackage(old)
        {
          try ReleasePublisher.check(ByteSource(path: path), from: index, old.index.hash, archive, to: package)
        }
      } catch {
        report(
          ManifestError(
            .patch, file: patch.file.url, expected: "the package `\(patch.package)`", found: "\(error)",
            rule: .patchFile))
      }
    }
  }

  /// The chain of roots; the newest one's keys are those that must have signed, unless others were given.
  private mutating func verifyRoots() -> TrustRoot? {
    let roots: [TrustRoot]
    do {
      roots = try RootFolder(folder: folder).chain()
    } catch {
      report(error)
      return nil
    }
    guard let newest = roots.last else {
      if firstRoot != nil {
        report(ManifestError(.missing, file: TrustRoot.path(1), expected: "the root that apps were built with"))
      }
      return nil
    }
    if let firstRoot, FileSystem.read(folder + "/" + TrustRoot.path(1), limit: ReleaseLimits.envelopeSize) != firstRoot
    {
      report(
        ManifestError(.root, file: TrustRoot.path(1), expected: "the root that apps were built with", found: "another"))
      return nil
    }
    if let now, let expires = newest.expires, expires <= now {
      report(
        ManifestError(
          .expired, file: TrustRoot.path(newest.version), expected: "a moment after \(now)", found: expires.description)
      )
    }
    return newest
  }
}

extension ReleaseVerifier {
  /// Something in a release's folder that is not a fault, and that people want to know of.
  public struct Note: Sendable, Hashable {
    /// What it is.
    public enum Kind: String, Sendable {
      /// No manifest names the file: another hand put it there, or a killed build left it. Clients never fetch it.
      case stray
      /// `manifest.json` is a whole manifest of another release than `latest.json` names: a build was stopped between the
      /// two. No client reads it.
      case copyAhead
      /// `expo/manifest.json` is that of another release than `latest.json` names.
      case expoBehind
    }
    /// What it is.
    public var kind: Kind
    /// The file in the folder.
    public var file: String

    /// What it is, in words.
    public var text: String {
      switch kind {
      case .stray: "no manifest names this file"
      case .copyAhead: "it is of a release that latest.json does not name: a build was stopped; build or sign again"
      case .expoBehind: "it is of an earlier release: build with `--emit expo`"
      }
    }
  }

  /// Whether bytes are those of an immutable manifest of the folder.
  static func isManifest(_ bytes: [UInt8], of folder: String) -> Bool {
    let file = folder + "/manifests/\(ContentHash(of: bytes).name).json"
    return FileSystem.read(file, limit: bytes.count) == bytes && (try? ReleaseManifest(decoding: bytes)) != nil
  }

  /// What is in a folder beside its current release: `manifest.json` of another release, then packages, indexes and patches
  /// that no manifest names, in order.
  public static func notes(of folder: String) -> [Note] {
    var notes: [Note] = []
    let latest = ReleasePublisher(folder: folder).currentLatest()
    if let copy = FileSystem.read(folder + "/manifest.json", limit: 1 << 28), let latest,
      ContentHash(of: copy) != latest.manifest.hash, isManifest(copy, of: folder)
    {
      notes.append(Note(kind: .copyAhead, file: "manifest.json"))
    }
    if let bytes = FileSystem.read(folder + "/" + ExpoRelease.manifestPath, limit: 1 << 28),
      let latest, let expo = try? JSONParser.parse(bytes),
      let release = try? ReleasePublisher(folder: folder).readManifest(latest.manifest.url),
      manifestOfRelease(named: expo, latest, release, in: folder) == nil
    {
      notes.append(Note(kind: .expoBehind, file: ExpoRelease.manifestPath))
    }
    return notes + strayFiles(in: folder).map { Note(kind: .stray, file: $0) }
  }

  private static func strayFiles(in folder: String) -> [String] {
    var named: Set<String> = []
    for name in FileSystem.names(in: folder + "/manifests") ?? [] {
      guard let bytes = FileSystem.read(folder + "/manifests/" + name, limit: Self.manifestLimit),
        let manifest = try? ReleaseManifest(decoding: bytes)
      else { continue }
      for package in manifest.packages { named.formUnion([package.archive.url, package.index.url]) }
      for patch in manifest.patches { named.insert(patch.file.url) }
    }
    // Without a manifest that can be read nothing can be reported.
    guard !named.isEmpty else { return [] }
    return ["packages", "patches"].flatMap { part in
      (FileSystem.names(in: folder + "/" + part) ?? []).map { part + "/" + $0 }
    }.filter { !named.contains($0) }.sorted()
  }
}

extension ContentHash {
  /// The hash of a source, read in pieces.
  public init(of source: ByteSource) throws(ArchiveError) {
    var hasher = ContentHasher()
    var offset: UInt64 = 0
    while offset < source.count {
      let length = Int(min(source.count - offset, 1 << 18))
      hasher.update(try source.read(offset, length))
      offset += UInt64(length)
    }
    self = hasher.finalize()
  }
}
