import Files
import Manifest
import PageFormat

/// Installed releases: a manifest, and the indexes of the packages that are installed.
extension ReleaseStore {
  static func releaseName(_ manifest: ContentHash) -> String { "releases/\(manifest.name)" }

  static func indexName(_ release: ContentHash, _ package: String) -> String {
    "\(releaseName(release))/\(package).index.json"
  }

  /// The hashes of the manifests of all installed releases.
  public var installedReleases: [ContentHash] {
    let names = (try? root.folder("releases").names()) ?? []
    return names.compactMap { name in Base64.decodeURL(name).flatMap { ContentHash(digest: $0) } }
      .filter { (try? root.status(Self.releaseName($0) + "/manifest.json"))??.kind == .file }
  }

  /// The file of the manifest of an installed release.
  func manifestFile(_ hash: ContentHash) throws(ClientError) -> [UInt8] {
    let name = Self.releaseName(hash) + "/manifest.json"
    guard let bytes = try? root.read(name, limit: ReleaseLimits.manifestSize), ContentHash(of: bytes) == hash else {
      throw .store(path: folder + "/" + name, detail: "missing or damaged")
    }
    return bytes
  }

  /// The manifest of an installed release.
  func manifest(_ hash: ContentHash) throws(ClientError) -> ReleaseManifest {
    let bytes = try manifestFile(hash)
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
    guard let bytes = try? root.read(Self.indexName(release, package.name), limit: Int(clamping: package.index.size)),
      UInt64(bytes.count) == package.index.size, ContentHash(of: bytes) == package.index.hash
    else { return nil }
    return bytes
  }

  /// Makes a release whose entries are all in the store an installed one. The manifest comes last: it is what makes it one.
  func addRelease(
    _ hash: ContentHash, manifest: [UInt8], indices: [(package: String, bytes: [UInt8])]
  ) throws(ClientError) {
    try Self.storing { () throws(FileError) in
      _ = try makeFolder(Self.releaseName(hash))
      // The entries' names must outlive a power failure if the manifest does.
      let objects = try root.folder("objects")
      for part in try objects.names() { (try? objects.folder(part))?.synchronize() }
      for (package, _) in indices { try clear(Self.indexName(hash, package)) }
      try clear(Self.releaseName(hash) + "/manifest.json")
    }
    for (package, bytes) in indices { try write(Self.indexName(hash, package), bytes) }
    try write(Self.releaseName(hash) + "/manifest.json", manifest)
  }

  /// Adds the index of a package, whose entries are all in the store, to an installed release.
  func addIndex(_ bytes: [UInt8], of package: String, to release: ContentHash) throws(ClientError) {
    try write(Self.indexName(release, package), bytes)
  }

  /// Opens an installed release.
  ///
  /// - Throws: ``ClientError``, also when a package that every device needs is not there.
  public func open(_ hash: ContentHash) throws(ClientError) -> OpenedRelease {
    let manifest = try manifest(hash)
    var entries: [String: [String: InstalledEntryStore.Entry]] = [:]
    for package in manifest.packages {
      guard let index = index(hash, package) else {
        guard package.load == .install, package.viewport == nil else { continue }
        throw .store(
          path: folder + "/" + Self.indexName(hash, package.name),
          detail: "missing or damaged: an update fetches it again if the release is shown")
      }
      entries[package.name] = Dictionary(
        index.entries.map { ($0.path, InstalledEntryStore.Entry(hash: $0.hash, size: $0.size)) },
        uniquingKeysWith: { first, _ in first })
    }
    return OpenedRelease(
      hash: hash, manifest: manifest, store: InstalledEntryStore(store: self, entries: entries))
  }

  /// Whether a release has all entries of the packages that a device needs, each compared with its hash.
  func isWhole(_ hash: ContentHash, for device: DeviceTraits) -> Bool {
    guard let manifest = try? manifest(hash) else { return false }
    let viewport = manifest.nearestViewport(to: device)?.name
    return manifest.packages.allSatisfy { package in
      guard let index = index(hash, package) else {
        return package.load != .install || package.viewport != nil && package.viewport != viewport
      }
      return index.entries.allSatisfy { has($0.hash, size: $0.size) }
    }
  }

  /// Every fault of the installed releases that may be shown, and of the state. Tests of crashes read them.
  public func verify() -> [String] {
    let (state, fault) = loadState()
    var faults = fault.map { [$0] } ?? []
    for release in Set([state.current, state.previous, state.pending].compactMap { $0 }) {
      do {
        let manifest = try manifest(release)
        var viewports: Set<String> = []
        for package in manifest.packages {
          guard let index = index(release, package) else {
            // Packages on demand and of other viewports may be missing; an index that exists must be the right one.
            let isNeeded = package.load == .install && package.viewport == nil
            let name = Self.indexName(release, package.name)
            let isMissing = (try? root.status(name)) == FileStatus?.none
            if isNeeded || !isMissing {
              faults.append(
                "\(release): the index of `\(package.name)` is \(isMissing ? "missing" : "damaged"): \(folder)/\(name)")
            }
            continue
          }
          if let viewport = package.viewport { viewports.insert(viewport) }
          for entry in index.entries { _ = try source(entry.hash, size: entry.size) }
        }
        if viewports.isEmpty, let fault = faultOfViewports(release, manifest) { faults.append(fault) }
      } catch {
        faults.append("\(release): \(error)")
      }
    }
    return faults
  }

  /// What is said of a release without an index of any viewport: a device has those of one, where each viewport has packages.
  private func faultOfViewports(_ release: ContentHash, _ manifest: ReleaseManifest) -> String? {
    let packages = manifest.packages.filter { $0.load == .install && $0.viewport != nil }
    guard !manifest.viewports.isEmpty, Set(packages.map(\.viewport)).count == manifest.viewports.count else {
      return nil
    }
    let names = packages.map { "`\($0.name)`" }.joined(separator: ", ")
    return "\(release): the index of \(packages.count == 1 ? "" : "each of ")\(names) is missing: "
      + "\(folder)/\(Self.releaseName(release)) has no viewport's layouts"
  }
}

/// The entries of an installed release.
struct InstalledEntryStore: EntryStore {
  /// What the index says of an entry.
  struct Entry: Sendable {
    var hash: ContentHash
    var size: UInt64
  }

  var store: ReleaseStore
  var entries: [String: [String: Entry]]

  func contents(package: String, path: String) throws(ClientError) -> [UInt8]? {
    guard let entry = entries[package]?[path] else { return nil }
    return try store.object(entry.hash, size: entry.size)
  }

  func file(package: String, path: String) throws(ClientError) -> FileBytes? {
    guard let entry = entries[package]?[path] else { return nil }
    return try store.file(entry.hash, size: entry.size)
  }

  func hashes(package: String) -> [String: ContentHash] { entries[package]?.mapValues(\.hash) ?? [:] }

  func hash(package: String, path: String) -> ContentHash? { entries[package]?[path]?.hash }
}
