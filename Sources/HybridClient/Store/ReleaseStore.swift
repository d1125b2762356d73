import Archive
import Manifest
import PageFormat

/// The releases that are installed on a device, in a folder of the app.
///
/// Every entry is one file under its content's hash, so that releases share what they have in common and nothing is ever
/// changed in place. A release is installed when its folder under `releases` has its name; what a crash leaves behind are
/// files without a release, which ``prune(maximumSize:)`` removes. Several processes may use one store.
///
///     objects/<2 letters>/<hash>      an entry's bytes
///     releases/<hash>/manifest.json   a release's manifest, and <package>.index.json for each installed package
///     downloads/<hash>                what has been fetched of a file
///     state.json                      which release is current
public struct ReleaseStore: Sendable {
  /// The folder.
  public let folder: String
  /// How long a new release may take until it is called healthy, in seconds.
  public var trialSeconds: Int64 = 60
  /// How often a new release may be launched without being called healthy.
  public var trialLaunches: UInt64 = 2
  /// Gives the seconds since the device was started: the clock that the time of a trial is measured by too, since people and
  /// networks set the other one.
  public var uptime: @Sendable () -> Int64 = { DeviceClock.uptime() }

  /// The store in a folder, which is made if it is not there.
  ///
  /// - Throws: ``ClientError`` of kind `store`.
  public init(folder: String) throws(ClientError) {
    self.folder = folder
    for name in ["objects", "releases", "downloads"] {
      try storing { () throws(PublishError) in try FileSystem.createFolder(folder + "/" + name) }
    }
  }

  // MARK: State

  var state: StoreState { StoreState(decoding: FileSystem.read(folder + "/state.json", limit: 1 << 24) ?? []) }

  /// Changes the state under the store's lock.
  func update(_ change: (inout StoreState) -> Void) throws(ClientError) {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    var state = self.state
    let before = state
    change(&state)
    if state.installationID.isEmpty { state.installationID = Self.randomName() }
    guard state != before else { return }
    try write("state.json", state.encode())
  }

  private func lock() throws(ClientError) -> FolderLock {
    try storing { () throws(PublishError) in try FolderLock(folder + "/lock", waits: true) }
  }

  /// The lock of what adds or removes entries: one update or clean-up at a time, in all processes.
  func installationLock() throws(ClientError) -> FolderLock {
    try storing { () throws(PublishError) in try FolderLock(folder + "/install.lock", waits: false) }
  }

  static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.encodeURL((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  func storing<Result>(_ body: () throws(PublishError) -> Result) throws(ClientError) -> Result {
    do {
      return try body()
    } catch {
      throw .store(path: error.path, detail: error.description)
    }
  }

  // MARK: Files

  func write(_ name: String, _ bytes: [UInt8]) throws(ClientError) {
    let temporary = folder + "/downloads/.tmp-" + Self.randomName()
    try storing { () throws(PublishError) in
      try FileSystem.replace(folder + "/" + name, with: bytes, temporary: temporary)
    }
  }

  func objectName(_ hash: ContentHash) -> String {
    let name = hash.name
    return "objects/" + name.prefix(2) + "/" + name
  }

  /// Whether the store has an entry's bytes. Their hash was checked when they came.
  func has(_ hash: ContentHash) -> Bool { FileSystem.exists(folder + "/" + objectName(hash)) }

  /// Adds an entry piece by piece, so that large ones need little memory.
  ///
  /// - Parameters:
  ///   - hash: what its hash must be: one whose hash is another is not kept. `nil` keeps it under whatever hash it has.
  ///   - extract: calls its argument with the entry's bytes in order.
  /// - Returns: the hash of what came.
  @discardableResult
  func addObject(
    _ hash: ContentHash?, _ extract: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> ContentHash {
    let temporary = folder + "/downloads/.tmp-" + Self.randomName()
    defer { FileSystem.remove(temporary) }
    var hasher = ContentHasher()
    var waiting: [UInt8] = []
    func flush() throws(ClientError) {
      let bytes = waiting
      try storing { () throws(PublishError) in try FileSystem.append(temporary, bytes) }
      waiting.removeAll(keepingCapacity: true)
    }
    try extract { bytes in
      hasher.update(bytes)
      waiting.append(contentsOf: bytes)
      if waiting.count >= 1 << 18 { try flush() }
    }
    let found = hasher.finalize()
    guard hash == nil || found == hash else { return found }
    try flush()
    let path = folder + "/" + objectName(found)
    try storing { () throws(PublishError) in
      try FileSystem.synchronize(temporary)
      try FileSystem.createFolder(folder + "/objects/" + String(found.name.prefix(2)))
      try FileSystem.rename(temporary, to: path)
    }
    return found
  }

  /// An entry's bytes, checked against their hash: the disk is not trusted either.
  func object(_ hash: ContentHash) throws(ClientError) -> [UInt8] {
    let path = folder + "/" + objectName(hash)
    guard let bytes = FileSystem.read(path) else { throw .store(path: path, detail: "missing") }
    guard ContentHash(of: bytes) == hash else { throw damaged(path) }
    return bytes
  }

  /// The same, read as needed: the hash is checked first, a piece at a time.
  func source(_ hash: ContentHash) throws(ClientError) -> ByteSource {
    let path = folder + "/" + objectName(hash)
    do {
      let source = try ByteSource(path: path)
      if try ContentHash(of: source) == hash { return source }
    } catch {
      throw .store(path: path, detail: "missing")
    }
    throw damaged(path)
  }

  private func damaged(_ path: String) -> ClientError {
    FileSystem.remove(path)
    return .store(path: path, detail: "damaged: it is fetched again with the next update")
  }

  /// An entry's bytes as they lie on the disk, of which only what is read is loaded.
  ///
  /// They are checked against their hash once: a file that was found sound carries a time of modification that says so,
  /// and every change takes it away.
  func file(_ hash: ContentHash) throws(ClientError) -> FileBytes {
    let path = folder + "/" + objectName(hash)
    let mark = Self.soundMark(hash)
    if let file = try? FileBytes(mapping: path), file.modificationTime == mark { return file }
    _ = try source(hash)
    FileSystem.setModificationTime(path, to: mark)
    if let file = try? FileBytes(mapping: path) { return file }
    return FileBytes(try object(hash))
  }

  /// The time of modification of a file with a hash whose bytes were found sound: a moment between 1973 and 1981, in
  /// nanoseconds since 1970.
  static func soundMark(_ hash: ContentHash) -> Int64 {
    // A digest has 32 bytes.
    let number = hash.digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(100_000_000 + number >> 36) * 1_000_000_000 + Int64(number & 0x1FFF_FFFF)
  }

  // MARK: Releases

  func releaseName(_ manifest: ContentHash) -> String { "releases/\(manifest.name)" }

  /// The hashes of the manifests of all installed releases.
  public var installedReleases: [ContentHash] {
    (FileSystem.names(in: folder + "/releases") ?? []).compactMap { name in
      Base64.decodeURL(name).flatMap { ContentHash(digest: $0) }
    }.filter { FileSystem.exists(folder + "/" + releaseName($0) + "/manifest.json") }
  }

  /// The manifest of an installed release.
  func manifest(_ hash: ContentHash) throws(ClientError) -> ReleaseManifest {
    let path = folder + "/" + releaseName(hash) + "/manifest.json"
    guard let bytes = FileSystem.read(path), ContentHash(of: bytes) == hash else {
      throw .store(path: path, detail: "missing or damaged")
    }
    do {
      return try ReleaseManifest(decoding: bytes)
    } catch {
      throw .manifest(error)
    }
  }

  /// The index of an installed package; `nil` when the package is not installed.
  func index(_ release: ContentHash, _ package: ManifestPackage) -> PackageIndex? {
    indexFile(release, package).flatMap { try? PackageIndex(decoding: $0) }
  }

  /// The index's file of an installed package, as it was published; `nil` when the package is not installed.
  func indexFile(_ release: ContentHash, _ package: ManifestPackage) -> [UInt8]? {
    guard let bytes = FileSystem.read(folder + "/" + indexName(release, package.name), limit: 1 << 26),
      ContentHash(of: bytes) == package.index.hash
    else { return nil }
    return bytes
  }

  private func indexName(_ release: ContentHash, _ package: String) -> String {
    "\(releaseName(release))/\(package).index.json"
  }

  /// Makes a release whose entries are all in the store an installed one. The manifest comes last: it is what makes it one.
  func addRelease(
    _ hash: ContentHash, manifest: [UInt8], indices: [(package: String, bytes: [UInt8])]
  ) throws(ClientError) {
    let name = releaseName(hash)
    try storing { () throws(PublishError) in try FileSystem.createFolder(folder + "/" + name) }
    // The entries' names must outlive a power failure if the manifest does.
    for part in FileSystem.names(in: folder + "/objects") ?? [] {
      FileSystem.synchronizeFolder(of: folder + "/objects/\(part)/")
    }
    for (package, bytes) in indices { try write("\(name)/\(package).index.json", bytes) }
    try write(name + "/manifest.json", manifest)
  }

  /// Adds the index of a package, whose entries are all in the store, to an installed release.
  func addIndex(_ bytes: [UInt8], of package: String, to release: ContentHash) throws(ClientError) {
    try write("\(releaseName(release))/\(package).index.json", bytes)
  }

  /// Opens an installed release.
  ///
  /// - Throws: ``ClientError``.
  public func open(_ hash: ContentHash) throws(ClientError) -> OpenedRelease {
    let manifest = try manifest(hash)
    var entries: [String: [String: ContentHash]] = [:]
    for package in manifest.packages {
      guard let index = index(hash, package) else { continue }
      entries[package.name] = Dictionary(uniqueKeysWithValues: index.entries.map { ($0.path, $0.hash) })
    }
    return OpenedRelease(manifest: manifest, store: InstalledEntryStore(store: self, entries: entries))
  }

  // MARK: Which release is shown

  /// Decides at the start of the app which release is shown: takes up one that was installed for the next launch, and takes
  /// back one on trial that was not called healthy.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: the release, or `nil` when none is installed.
  /// - Throws: ``ClientError``.
  public func launch(now: Int64) throws(ClientError) -> OpenedRelease? {
    try update { state in
      if state.isOnTrial, state.trialLaunches >= trialLaunches { rollBack(&state) }
      if let pending = state.pending, !state.failed.contains(pending) { activate(pending, &state, now) }
      state.pending = nil
      if state.isOnTrial { state.trialLaunches += 1 }
    }
    var tries = 3
    while let current = state.current, tries > 0 {
      if let release = try? open(current) { return release }
      // A release that cannot be opened is as bad as one that crashes; but for one that another process has replaced by now,
      // and taken away.
      try update { if $0.current == current { rollBack(&$0) } }
      tries -= 1
    }
    return nil
  }

  /// Shows an installed release from now on: ``launch(now:)`` for an app that does not wait for its next launch.
  public func activatePending(now: Int64) throws(ClientError) -> OpenedRelease? {
    try update { state in
      if let pending = state.pending, !state.failed.contains(pending) { activate(pending, &state, now) }
      state.pending = nil
      if state.isOnTrial { state.trialLaunches += 1 }
    }
    guard let current = state.current else { return nil }
    return try open(current)
  }

  /// Says that the current release works: it is not taken back any more.
  public func markHealthy() throws(ClientError) {
    try update { state in
      state.isOnTrial = false
      state.trialLaunches = 0
    }
  }

  /// Takes the current release back when it has been on trial for longer than ``trialSeconds``, by the clock and by the time
  /// since the device was started; it is not tried again. A clock that is set, forward or back, takes no release back.
  ///
  /// - Returns: whether it was taken back.
  public func rollBackIfUnhealthy(now: Int64) throws(ClientError) -> Bool {
    var isTakenBack = false
    try update { state in
      guard state.isOnTrial else { return }
      let uptime = uptime()
      // The clock was set back, or the device started again: how long the trial has lasted is not known, and it begins anew.
      if now < state.trialStart { state.trialStart = now }
      if uptime < state.trialUptime { state.trialUptime = uptime }
      guard now - state.trialStart > trialSeconds, uptime - state.trialUptime > trialSeconds else { return }
      rollBack(&state)
      isTakenBack = true
    }
    return isTakenBack
  }

  private func activate(_ release: ContentHash, _ state: inout StoreState, _ now: Int64) {
    guard release != state.current else { return }
    if !state.isOnTrial { state.previous = state.current }
    state.current = release
    state.isOnTrial = state.previous != nil
    state.trialLaunches = 0
    state.trialStart = now
    state.trialUptime = uptime()
  }

  private func rollBack(_ state: inout StoreState) {
    if let bad = state.current {
      // The same release may come again under another hash, with patches or another number.
      for mark in [bad, (try? manifest(bad))?.contentMark].compactMap({ $0 }) where !state.failed.contains(mark) {
        state.failed.append(mark)
      }
    }
    state.current = state.previous
    state.previous = nil
    state.isOnTrial = false
    state.trialLaunches = 0
    // Old failures are forgotten: nobody offers such releases any more.
    state.failed = state.failed.suffix(32)
  }

  /// Every fault of the installed releases that may be shown: what tests of crashes look at.
  public func verify() -> [String] {
    let state = self.state
    var faults: [String] = []
    for release in Set([state.current, state.previous, state.pending].compactMap { $0 }) {
      do {
        let manifest = try manifest(release)
        for package in manifest.packages {
          guard let index = index(release, package) else {
            // Packages on demand and of other viewports need not be there; an index that is there must be the right one.
            let isNeeded = package.load == .install && package.viewport == nil
            if isNeeded || FileSystem.exists(folder + "/" + indexName(release, package.name)) {
              faults.append("\(release): the index of “\(package.name)” is missing or damaged")
            }
            continue
          }
          for entry in index.entries { _ = try source(entry.hash) }
        }
      } catch {
        faults.append("\(release): \(error)")
      }
    }
    return faults
  }
}

/// The entries of an installed release.
struct InstalledEntryStore: EntryStore {
  var store: ReleaseStore
  var entries: [String: [String: ContentHash]]

  func contents(package: String, path: String) throws(ClientError) -> [UInt8]? {
    guard let hash = entries[package]?[path] else { return nil }
    return try store.object(hash)
  }

  func file(package: String, path: String) throws(ClientError) -> FileBytes? {
    guard let hash = entries[package]?[path] else { return nil }
    return try store.file(hash)
  }
}
