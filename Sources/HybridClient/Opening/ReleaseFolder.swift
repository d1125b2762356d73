import Archive
import Manifest

/// Opens a published folder in place: what the preview and the tests of an app use.
///
/// ```swift
/// let release = try ReleaseFolder.open("dist")
/// let page = try release.openPage("index.html", for: DeviceTraits(width: 390, height: 844, scale: 3))
/// ```
public enum ReleaseFolder {
  /// Opens the current release of a folder after verifying every hash. What was verified is what is shown: files that take
  /// the place of others later are not read, and an archive that is changed in place gives an error.
  ///
  /// - Parameters:
  ///   - path: the folder with `latest.json`.
  ///   - keys: the keys of which one must have signed; `nil` does not look at signatures.
  /// - Throws: ``ClientError`` with the first fault.
  public static func open(_ path: String, keys: [VerificationKey]? = nil) throws(ClientError) -> OpenedRelease {
    var verifier = ReleaseVerifier(folder: path)
    verifier.keys = keys
    if let fault = verifier.verify().first { throw .manifest(fault) }
    // Nothing is read by name again: what was verified is what is shown.
    guard let verified = verifier.verified else {
      throw .manifest(ManifestError(.missing, file: "latest.json", expected: "a whole release"))
    }
    return OpenedRelease(
      hash: verified.latest.manifest.hash, manifest: verified.manifest,
      store: ArchiveEntryStore(packages: verified.packages))
  }

  /// Every fault of a folder's current release, page and layout files included.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - keys: the keys of which `threshold` must have signed; `nil` takes those of the folder's newest root, and does not
  ///     look at signatures where there is none.
  ///   - threshold: how many of the keys must have signed.
  ///   - firstRoot: the file of the root that apps were built with; `nil` takes the folder's own.
  ///   - now: the moment at which the release must be installable; `nil` does not look at expiries.
  public static func verify(
    _ path: String, keys: [VerificationKey]? = nil, threshold: Int = 1, firstRoot: [UInt8]? = nil,
    now: Timestamp? = nil
  ) -> [ManifestError] {
    var verifier = ReleaseVerifier(folder: path)
    verifier.keys = keys
    verifier.threshold = threshold
    verifier.now = now
    verifier.firstRoot = firstRoot
    let check = ReleaseEntryCheck()
    verifier.checkEntry = { _, entry, bytes in check.fault(of: entry, bytes) }
    let faults = verifier.verify()
    // A damaged base package hides its pages: what layouts say of them is not known to be wrong.
    let isBaseDamaged = faults.contains { fault in
      (fault.file ?? "").hasPrefix("packages/base.")
        && (fault.kind != .page || fault.entry?.hasPrefix("pages/") == true)
    }
    guard isBaseDamaged else { return faults }
    return faults.filter { $0.kind != .page || $0.found?.hasPrefix(ReleaseEntryCheck.orphanLayout) != true }
  }
}

/// The entries of archives, each compared with the verified index as it is read: somebody may change an open archive.
struct ArchiveEntryStore: EntryStore {
  var packages: [String: VerifiedPackage]

  func contents(package: String, path: String) throws(ClientError) -> [UInt8]? {
    do {
      return try packages[package]?.contents(of: path)
    } catch let error as ManifestError {
      throw .manifest(error)
    } catch let error as ArchiveError {
      throw .archive(error)
    } catch {
      throw .store(path: path, detail: "\(error)")
    }
  }

  func hashes(package: String) -> [String: ContentHash] {
    Dictionary(
      (packages[package]?.index.entries ?? []).map { ($0.path, $0.hash) }, uniquingKeysWith: { first, _ in first })
  }

  func hash(package: String, path: String) -> ContentHash? { packages[package]?.index.entry(path)?.hash }
}
