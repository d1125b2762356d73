import Manifest

/// What a device has before an installation, looked at once for all packages, so that the work grows with the number of
/// packages and entries and no faster.
struct InstalledPackages: Sendable {
  /// The release that is being installed.
  let target: ReleaseManifest
  private var byIndex: [ContentHash: [(release: ContentHash, name: String)]] = [:]
  private var byID: [ContentHash: (release: ContentHash, packages: [String: ManifestPackage])] = [:]
  /// The bytes of entries that no installed package has.
  private var sizeWithoutOwner: UInt64 = 0
  /// The entries that only packages of one name have, with their sizes, by that name.
  private var ownedOnce: [String: [(hash: ContentHash, size: UInt64)]] = [:]

  init(_ store: ReleaseStore, for target: ReleaseManifest) {
    self.target = target
    // Only the choice between a patch and other ways needs to know whose each entry is.
    var owners: [ContentHash: String?] = [:]
    for release in store.installedReleases {
      guard let manifest = try? store.manifest(release) else { continue }
      if byID[manifest.id] == nil {
        byID[manifest.id] = (
          release, Dictionary(manifest.packages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        )
      }
      for package in manifest.packages {
        byIndex[package.index.hash, default: []].append((release, package.name))
        guard !target.patches.isEmpty, let index = store.index(release, package) else { continue }
        for entry in index.entries {
          if let owner = owners[entry.hash] {
            if owner != package.name { owners[entry.hash] = .some(nil) }
          } else {
            owners[entry.hash] = package.name
          }
        }
      }
    }
    guard !target.patches.isEmpty else { return }
    var sizes: [UInt64] = []
    for (hash, size) in store.objectSizes() {
      switch owners[hash] {
      case .none: sizes.append(size)
      case .some(.none): break
      case .some(.some(let name)): ownedOnce[name, default: []].append((hash, size))
      }
    }
    sizeWithoutOwner = sizes.saturatingSum
  }

  /// The installed releases that have the very package.
  func releases(with package: ManifestPackage) -> [ContentHash] {
    (byIndex[package.index.hash] ?? []).filter { $0.name == package.name }.map(\.release)
  }

  /// A package of the release of an id, if one is installed.
  func package(_ name: String, of id: ContentHash) -> (release: ContentHash, package: ManifestPackage)? {
    guard let (release, packages) = byID[id], let package = packages[name] else { return nil }
    return (release, package)
  }

  /// The bytes of the entries in the store that neither an old package nor an installed package of another name has.
  func sizeOfOthers(than old: PackageIndex, named name: String) -> UInt64 {
    let once = ownedOnce[name] ?? []
    let known = once.isEmpty ? [] : Set(old.entries.map(\.hash))
    return ([sizeWithoutOwner] + once.filter { !known.contains($0.hash) }.map(\.size)).saturatingSum
  }
}
