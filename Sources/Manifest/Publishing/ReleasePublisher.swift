import Files

/// A published release: what reports show.
public struct PublishedRelease: Sendable {
  /// The manifest.
  public var manifest: ReleaseManifest
  /// The manifest's file.
  public var manifestFile: ReleaseFileReference
  /// The sum of the archives' sizes in bytes.
  public var archiveSize: UInt64
  /// The files that were written or were there already, by path in the folder.
  public var files: [String]
  /// The files of older releases that were removed.
  public var removedFiles: [String]
  /// The sequence of the release that was the current one before; `nil` where it was this one with no higher number.
  public var previousSequence: UInt64?
}

/// Writes releases into a folder that a static host serves, so that the folder holds a whole release at every moment:
/// immutable files first, each under its content's name; then `manifest.json`; last of all `latest.json`; each by rename.
public struct ReleasePublisher: Sendable {
  /// The folder.
  public let folder: String
  /// How many releases' files stay, the new one included; at least 1.
  public var keep = 3
  /// The deflate level, 1 (fast) to 9 (small).
  public var level = 9
  /// How many files are compressed at once.
  public var jobs = 1
  /// The keys that sign; none leaves `latest.json` unsigned.
  public var keys: [SigningKey] = []
  /// Whether an unsigned release may take the place of a signed one, or be published beside trust roots.
  public var allowsUnsigned = false
  /// Whether a release may take the place of a signed one with a higher sequence.
  public var allowsOlder = false
  /// Whether what is about to become the current release is verified first; tests of the verifier need faulty ones.
  var verifiesFirst = true
  /// Entries by their paths whose bytes the caller has checked as ``ReleaseVerifier`` would: they are not read again before
  /// the release becomes the current one.
  public var checkedEntries = CheckedEntries()

  /// Checks the bytes of page and layout files further, as ``ReleaseVerifier/checkEntry``; `nil` where the caller has.
  public var checkEntry: (@Sendable (_ package: String, _ path: String, _ bytes: [UInt8]) -> String?)?

  /// A publisher into the folder, which need not exist yet.
  public init(folder: String) {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
  }

  static let marker = ".hybrid-release"
  static let lock = ".hybrid-lock"
  static let temporaryPrefix = ".hybrid-tmp-"
  static let markerLine = "hybrid release folder 1"

  /// Whether the folder may be published into: it does not exist, is empty, or holds a release.
  ///
  /// - Throws: ``PublishError`` of kind `foreignFolder` or `notAFolder`.
  public func checkFolder() throws(PublishError) {
    guard FileSystem.exists(folder) else { return }
    guard let names = FileSystem.names(in: folder) else {
      throw PublishError(.notAFolder, path: folder, detail: "not a folder that can be read")
    }
    var foreign = names.filter { $0 != Self.lock && !$0.hasPrefix(Self.temporaryPrefix) }
    // Roots are made before the first release.
    if foreign == ["roots"], (try? RootFolder(folder: folder).chain()) != nil { foreign = [] }
    guard !foreign.isEmpty, !names.contains(Self.marker) else { return }
    if let latest = FileSystem.read(path("latest.json"), limit: ReleaseLimits.envelopeSize),
      (try? Envelope(decoding: latest, payloadType: LatestRelease.payloadType)) != nil
    {
      return
    }
    throw PublishError(
      .foreignFolder, path: folder, detail: "it holds `\(foreign[0])` and no release: choose another folder or empty it"
    )
  }

  /// Checks that no name in the folder is a symbolic link: a checkout may have brought it, and what is written or removed through
  /// it would be somebody else's.
  ///
  /// - Throws: ``PublishError`` of kind `foreignFolder`.
  public func checkLinks() throws(PublishError) {
    guard let handle = try? FolderHandle(folder) else { return }
    try checkLinks(in: handle, "", depth: 0)
  }

  private func checkLinks(in handle: FolderHandle, _ prefix: String, depth: Int) throws(PublishError) {
    // No file of a release is deeper.
    guard depth < 4 else { return }
    for name in (try? handle.names()) ?? [] {
      let kind = ((try? handle.status(name)) ?? nil)?.kind
      if kind == .link {
        throw PublishError(
          .foreignFolder, path: folder, detail: "`\(prefix)\(name)` is a symbolic link, which is not followed")
      }
      guard kind == .folder, let inner = try? handle.folder(name) else { continue }
      try checkLinks(in: inner, prefix + name + "/", depth: depth + 1)
    }
  }

  /// Whether apps may be refusing what nobody has signed: the folder has trust roots, or its release is signed, or nobody can
  /// know, since `latest.json` is damaged.
  private var isGuarded: Bool {
    currentEnvelope()?.signatures.isEmpty == false || isLatestDamaged
      || FileSystem.names(in: path("roots"))?.isEmpty == false
  }

  /// It is replaced in one step, so that no build that was killed leaves a part of it.
  private var isLatestDamaged: Bool { FileSystem.exists(path("latest.json")) && currentLatest() == nil }

  /// The highest sequence that a release of the folder has, where `latest.json` does not say it.
  private var highestSequence: UInt64? {
    let manifests = FileSystem.names(in: path("manifests")) ?? []
    return manifests.compactMap { try? readManifest("manifests/" + $0).sequence }.max()
  }

  /// Checks that a release may take the place of the current one: a signed release is not replaced by an unsigned or older
  /// one, unless ``allowsUnsigned`` and ``allowsOlder`` say so.
  ///
  /// - Throws: ``PublishError`` of kind `wouldBeUnsigned`, `olderSequence`, `unlistedKeys` or `otherKeys`.
  public func checkReplacement(sequence: UInt64) throws(PublishError) {
    try checkKeys()
    let standing = currentSequence ?? highestSequence
    // Without `latest.json` nobody knows whether the release was signed; a lower number still is an older release.
    guard isGuarded || currentSequence == nil else { return }
    if isGuarded, keys.isEmpty, !allowsUnsigned {
      let isSigned = currentEnvelope()?.signatures.isEmpty == false
      if isLatestDamaged {
        throw PublishError(
          .wouldBeUnsigned, path: folder,
          detail:
            "its latest.json is damaged, so that its release may be signed, and there is no key to sign the next one")
      }
      throw PublishError(
        .wouldBeUnsigned, path: folder,
        detail: isSigned
          ? "its release is signed, and there is no key to sign the next one"
          : "it has trust roots, and there is no key to sign the release")
    }
    if let standing, sequence < standing, !allowsOlder {
      throw PublishError(
        .olderSequence, path: folder,
        detail: "its release has the sequence \(standing), and the new one \(sequence)")
    }
  }

  /// Checks that a key of the newest root signs: no app takes what strangers sign. Without roots, apps have the keys that
  /// signed the release before.
  private func checkKeys() throws(PublishError) {
    guard !keys.isEmpty, try !hasListedKey() else { return }
    let signing = keys.map(\.verificationKey.id)
    guard !allowsUnsigned, let envelope = currentEnvelope(), !envelope.signatures.isEmpty,
      Set(signing).isDisjoint(with: envelope.signatures.map(\.keyID))
    else { return }
    throw PublishError(
      .otherKeys, path: folder, detail: "other keys signed its release, and it has no roots that list the new ones")
  }

  /// Whether the folder has roots, the newest of which lists a key that signs.
  ///
  /// - Throws: ``PublishError`` of kind `unlistedKeys` where it lists none.
  @discardableResult
  func hasListedKey() throws(PublishError) -> Bool {
    guard let root = (try? RootFolder(folder: folder).chain())?.last else { return false }
    let signing = keys.map(\.verificationKey.id)
    if Set(signing).isDisjoint(with: root.keys.map(\.id)) {
      throw PublishError(
        .unlistedKeys, path: folder, detail: "none of the keys that sign is in its root \(root.version)")
    }
    return true
  }

  /// Publishes a release.
  ///
  /// - Throws: ``PublishError``; whatever was written before it is not part of any release, and the release before is whole.
  public func publish(_ contents: ReleaseContents) throws(PublishError) -> PublishedRelease {
    try checkPackages(contents)
    try checkFolder()
    try checkLinks()
    try checkRoots()
    try FileSystem.createFolder(folder)
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    try checkReplacement(sequence: contents.sequence)
    removeTemporaryFiles()
    if !FileSystem.exists(path(Self.marker)) { try writeHistory(previousManifests()) }

    var manifest = ReleaseManifest(
      id: ContentHash(of: []), name: contents.name, version: contents.version, sequence: contents.sequence)
    manifest.runtimeVersion = contents.runtimeVersion
    manifest.viewports = contents.viewports
    manifest.routes = contents.routes
    manifest.pages = contents.pages
    manifest.navigation = contents.navigation
    manifest.fonts = contents.fonts.sorted { ($0.family, $0.hash) < ($1.family, $1.hash) }
    try write(contents.packages, into: &manifest)
    let previous = currentLatest().flatMap { try? readManifest($0.manifest.url) }
    // The same release again: what `writePatches` has added to it stays.
    if let previous, previous.id == manifest.id {
      manifest.patches = previous.patches.filter { $0.to == manifest.id }
      dropDamagedPatches(&manifest)
    }
    let latest = LatestRelease(
      manifest: ReleaseFileReference(url: "", hash: manifest.id, size: 0), sequence: contents.sequence,
      expires: contents.expires, channel: contents.channel, rollout: contents.rollout)
    var published = try publish(manifest, latest)
    if let previous, previous.id != manifest.id || previous.sequence > manifest.sequence {
      published.previousSequence = previous.sequence
    }
    return published
  }

  /// Makes a manifest, whose files are written already, the current one.
  ///
  /// - Parameter latest: the payload of `latest.json`; its manifest is filled in.
  func publish(_ manifest: ReleaseManifest, _ latest: LatestRelease) throws(PublishError) -> PublishedRelease {
    let bytes = manifest.encode()
    do throws(ManifestError) {
      // What clients would refuse is not published.
      guard bytes.count <= ReleaseLimits.manifestSize else {
        throw ManifestError(
          .size, expected: "at most \(ReleaseLimits.manifestSize) bytes", found: "\(bytes.count)", rule: .manifestFile)
      }
      _ = try ReleaseManifest(decoding: bytes)
    } catch {
      var failure = PublishError(.badPackage, path: "manifest.json", detail: error.description)
      failure.fault = error
      throw failure
    }
    let hash = ContentHash(of: bytes)
    let reference = ReleaseFileReference(url: "manifests/\(hash.name).json", hash: hash, size: UInt64(bytes.count))
    try writeImmutable(reference.url, bytes)
    var latest = latest
    latest.manifest = reference
    try verify(latest)
    let history = recent(previousManifests().filter { $0 != reference.url } + [reference.url])
    try writeHistory(history.map(\.url))
    try replace("manifest.json", bytes)
    let envelope = Envelope(payloadType: LatestRelease.payloadType, payload: latest.encode(), keys: keys)
    try replace("latest.json", envelope.encode())

    let removed = prune(history)
    return PublishedRelease(
      manifest: manifest, manifestFile: reference,
      archiveSize: manifest.packages.lazy.map(\.archive.size).saturatingSum,
      files: (manifest.files.map(\.url) + [reference.url, "manifest.json", "latest.json"]).sorted(),
      removedFiles: removed)
  }

  /// Reads what is about to become the current release as `hybrid verify` does.
  ///
  /// - Throws: ``PublishError`` of kind `refused`.
  private func verify(_ latest: LatestRelease) throws(PublishError) {
    var verifier = ReleaseVerifier(folder: folder)
    verifier.staged = latest
    verifier.checkedEntries = checkedEntries
    verifier.checkEntry = checkEntry
    guard verifiesFirst, let fault = verifier.verify().first else { return }
    var failure = PublishError(.refused, path: folder, detail: fault.description)
    failure.fault = fault
    throw failure
  }

  private func checkPackages(_ contents: ReleaseContents) throws(PublishError) {
    var names: Set<String> = []
    for package in contents.packages {
      guard ReleasePath.isName(package.name) else {
        throw PublishError(
          .badPackage, path: package.name,
          detail: "a package's name has letters, digits and ._@+- only, and does not begin with a dot")
      }
      guard names.insert(package.name.lowercased()).inserted else {
        throw PublishError(.badPackage, path: package.name, detail: "two packages have this name")
      }
    }
    guard let base = contents.packages.first(where: { $0.name == "base" }) else {
      throw PublishError(.badPackage, path: "base", detail: "a release has a package of this name")
    }
    guard base.load == .install, base.viewport == nil else {
      throw PublishError(
        .badPackage, path: "base", detail: "this package is installed with the release, on every device")
    }
  }

  // MARK: Files

  /// Writes packages one after another, the base package first; what is in memory for them is not there any more when the release
  /// is verified.
  private func write(_ packages: [PackageContents], into manifest: inout ReleaseManifest) throws(PublishError) {
    var identity = ReleaseIdentity()
    let sorted = packages.sorted { ($0.name != "base" ? 1 : 0, $0.name) < ($1.name != "base" ? 1 : 0, $1.name) }
    for package in sorted {
      let packed = try PackedPackage(package, level: level, jobs: jobs)
      manifest.packages.append(try write(packed, package))
      identity.add(packed.index, of: package.name)
    }
    manifest.id = identity.finish()
  }

  private func write(_ packed: PackedPackage, _ contents: PackageContents) throws(PublishError) -> ManifestPackage {
    let archive = try writeImmutable(packed.archive) { "packages/\(packed.name).\($0.name).zip" }
    let entries = packed.index
    let lines = ByteStream { (pieces) throws(PublishError) in
      try entries.encode { (bytes) throws(PublishError) in try pieces.write(bytes) }
    }
    let index = try writeImmutable(lines) { "packages/\(packed.name).\($0.name).index.json" }
    return ManifestPackage(
      name: packed.name, archive: archive, unpackedSize: packed.unpackedSize,
      entryCount: UInt64(packed.index.entries.count), load: contents.load, viewport: contents.viewport, index: index)
  }

  /// Writes a file that is named for its content; one that is there with the same bytes stays.
  func writeImmutable(_ name: String, _ bytes: [UInt8]) throws(PublishError) {
    try writeImmutable(name, ByteStream(bytes), count: bytes.count)
  }

  private func writeImmutable(
    _ bytes: ByteStream, name: (ContentHash) -> String
  ) throws(PublishError) -> ReleaseFileReference {
    let (hash, count) = try bytes.measure()
    let url = name(hash)
    try writeImmutable(url, bytes, count: count)
    return ReleaseFileReference(url: url, hash: hash, size: UInt64(count))
  }

  private func writeImmutable(_ name: String, _ bytes: ByteStream, count: Int) throws(PublishError) {
    if let slash = name.lastIndex(of: "/") { try FileSystem.createFolder(path(String(name[..<slash]))) }
    // What is there may be damaged: its bytes count, not its name.
    if FileSystem.holds(path(name), bytes, count: count) { return }
    try FileSystem.replace(path(name), with: bytes, temporary: temporary(name))
  }

  func replace(_ name: String, _ bytes: [UInt8]) throws(PublishError) {
    try FileSystem.replace(path(name), with: bytes, temporary: temporary(name))
  }

  private func temporary(_ name: String) -> String {
    path(Self.temporaryPrefix + name.split(separator: "/").joined(separator: "-"))
  }

  func path(_ name: String) -> String { folder + "/" + name }

  private func removeTemporaryFiles() {
    for name in FileSystem.names(in: folder) ?? [] where name.hasPrefix(Self.temporaryPrefix) {
      FileSystem.remove(path(name))
    }
  }

  // MARK: Earlier releases

  /// The manifests of the folder in the order of their publishing, as the marker lists them, or `latest.json`.
  func previousManifests() -> [String] {
    var manifests: [String] = []
    if let bytes = FileSystem.read(path(Self.marker), limit: 1 << 20) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      manifests = lines.dropFirst().filter { ReleasePath.isSound($0) && $0.hasPrefix("manifests/") }
    }
    if let current = currentLatest()?.manifest.url, !manifests.contains(current) { manifests.append(current) }
    return manifests
  }

  /// The folder's `latest.json`, its signatures not looked at.
  func currentEnvelope() -> Envelope? {
    guard let bytes = FileSystem.read(path("latest.json"), limit: ReleaseLimits.envelopeSize) else { return nil }
    return try? Envelope(decoding: bytes, payloadType: LatestRelease.payloadType)
  }

  /// The payload of the folder's `latest.json`, its signatures not looked at.
  func currentLatest() -> LatestRelease? { currentEnvelope().flatMap { try? LatestRelease(decoding: $0.payload) } }

  /// The sequence of the folder's current release, its signatures not looked at; `nil` where there is none.
  public var currentSequence: UInt64? { currentLatest()?.sequence }

  private func writeHistory(_ manifests: [String]) throws(PublishError) {
    let text = ([Self.markerLine] + manifests).joined(separator: "\n") + "\n"
    try replace(Self.marker, Array(text.utf8))
  }

  /// A manifest that stays, and whether a later one describes the same release with other patches.
  struct KeptManifest {
    var url: String
    var manifest: ReleaseManifest?
    var isSuperseded: Bool
  }

  /// The manifests of the last `keep` releases, the newest last. A release may have several: patches were added to it.
  private func recent(_ history: [String]) -> [KeptManifest] {
    var kept: [KeptManifest] = []
    var ids: Set<ContentHash> = []
    for url in history.reversed() {
      let manifest = try? readManifest(url)
      if manifest == nil, !FileSystem.exists(path(url)) { continue }
      let id = manifest?.id ?? ContentHash(of: Array(url.utf8))
      let isNew = ids.insert(id).inserted
      guard ids.count <= max(1, keep) else { break }
      kept.append(KeptManifest(url: url, manifest: manifest, isSuperseded: !isNew))
    }
    return kept.reversed()
  }

  /// Removes the files that no kept release refers to. Files that are not named as a release's files are, stay.
  private func prune(_ history: [KeptManifest]) -> [String] {
    var needed: Set<String> = []
    for kept in history {
      needed.insert(kept.url)
      // What an unreadable manifest needs is unknown: nothing is removed.
      guard let manifest = kept.manifest else { return [] }
      let patches = Set(manifest.patches.map(\.file.url))
      needed.formUnion(manifest.files.map(\.url).filter { !kept.isSuperseded || !patches.contains($0) })
    }
    var removed: [String] = []
    for folder in ["packages", "manifests", "patches"] {
      for name in FileSystem.names(in: path(folder)) ?? [] where Self.isReleaseFile(name) {
        let file = folder + "/" + name
        guard !needed.contains(file) else { continue }
        FileSystem.remove(path(file))
        removed.append(file)
      }
    }
    return removed
  }

  /// Whether a name has a part that is a hash in base64url.
  private static func isReleaseFile(_ name: String) -> Bool {
    name.split(separator: ".").contains { $0.utf8.count == 43 && Base64.decodeURL(String($0))?.count == 32 }
  }
}
