import Archive
import JSONValues

extension ReleaseVerifier {
  /// The files for Expo Updates clients, where there are some: the manifest as the release gives it, the response that
  /// carries it, and each asset with its hash.
  mutating func verifyExpo(_ latest: LatestRelease, _ release: ReleaseManifest) {
    let file = ExpoRelease.manifestPath
    let multipart = "expo/manifest.multipart"
    guard FileSystem.exists(folder + "/" + file) || FileSystem.exists(folder + "/" + multipart),
      let bytes = read(file, limit: Self.indexLimit)
    else { return }
    guard let manifest = try? JSONParser.parse(bytes) else {
      report(ManifestError(.json, file: file, expected: "JSON"))
      return
    }
    // One of an earlier release is a note; its own assets must still be there.
    if let named = Self.manifestOfRelease(named: manifest, latest, release, in: folder),
      let expected = expectedExpo(manifest, named, release), expected != bytes
    {
      report(
        ManifestError(
          .hash, file: file, offset: UInt64(zip(expected, bytes).prefix { $0 == $1 }.count),
          expected: "the manifest that the release gives", found: "other bytes"))
    }
    if let response = read(multipart, limit: Self.indexLimit), !ExpoRelease.isMultipart(response, of: bytes) {
      report(ManifestError(.hash, file: multipart, expected: "a response that carries \(file)", found: "other bytes"))
    }
    verifyExpoAssets(manifest, file)
  }

  /// The manifest that Expo's names, where it is that of the current release: the current one, or one of the same release from
  /// before patches were added to it.
  static func manifestOfRelease(
    named expo: JSONValue, _ latest: LatestRelease, _ release: ReleaseManifest, in folder: String
  ) -> ReleaseFileReference? {
    guard let value = expo["extra"]?["hybrid"]?["manifest"],
      let named = try? ReleaseFileReference(JSONReading(value: value, path: "extra.hybrid.manifest"))
    else { return nil }
    if named == latest.manifest { return named }
    guard let bytes = FileSystem.read(folder + "/" + named.url, limit: manifestLimit), (try? named.check(bytes)) != nil,
      let manifest = try? ReleaseManifest(decoding: bytes), manifest.contentMark == release.contentMark
    else { return nil }
    return named
  }

  /// The manifest that the release gives, with the address, moment and channel of the manifest in the folder. `nil`
  /// when an index cannot be read, which is reported elsewhere.
  private func expectedExpo(
    _ manifest: JSONValue, _ named: ReleaseFileReference, _ release: ReleaseManifest
  ) -> [UInt8]? {
    var entries: [String: PackageIndexEntry] = [:]
    for package in release.packages where package.load == .install {
      guard let bytes = FileSystem.read(folder + "/" + package.index.url, limit: Self.indexLimit),
        let index = try? PackageIndex(decoding: bytes)
      else { return nil }
      for entry in index.entries where entries[entry.path] == nil { entries[entry.path] = entry }
    }
    let launch = manifest["launchAsset"]
    let created = manifest["createdAt"]?.text.flatMap { Timestamp($0.replacing(".000Z", with: "Z")) }
    var expo = ExpoRelease(created: created ?? Timestamp(seconds: 0))
    expo.launch = launch?["key"]?.text
    if let entry = expo.launch.flatMap({ entries[$0] }), let url = launch?["url"]?.text {
      let path = ExpoRelease.file(entry)
      if url.hasSuffix(path) { expo.baseURL = String(url.dropLast(path.count)) }
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    // One that names no entry to launch is another one, whatever else it says.
    return expo.manifest(
      of: release, named, channel: manifest["metadata"]?["channel"]?.text, entries: sorted)?.canonicalBytes
      ?? []
  }

  private mutating func verifyExpoAssets(_ manifest: JSONValue, _ file: String) {
    let assets = (manifest["assets"]?.elements ?? []) + [manifest["launchAsset"]].compactMap { $0 }
    for asset in assets {
      guard let url = asset["url"]?.text, let hash = asset["hash"]?.text,
        let name = url.split(separator: "/").last, url.hasSuffix("expo/assets/\(name)"),
        ReleasePath.isSound(String(name))
      else {
        report(ManifestError(.member, file: file, entry: "assets", expected: "an asset with url and hash"))
        continue
      }
      let path = "expo/assets/\(name)"
      guard isFile(path) else { continue }
      guard let source = try? ByteSource(path: folder + "/" + path), let found = try? ContentHash(of: source) else {
        report(ManifestError(.missing, file: path, expected: "a readable file"))
        continue
      }
      if found.name != hash { report(ManifestError(.hash, file: path, expected: hash, found: found.name)) }
    }
  }
}
