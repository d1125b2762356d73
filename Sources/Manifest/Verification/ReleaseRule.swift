/// The rules that a release keeps, in the order in which `docs/reference/format.md` numbers them. There is one implementation of each;
/// the client and `hybrid verify` both use it. Those of archives are `ArchiveError.Kind`.
///
/// Raw values are stable: programs match them in ``ManifestError/rule``.
public enum ReleaseRule: String, Sendable, Hashable, CaseIterable {
  // Any file.
  case json, members, texts, paths
  // Envelopes and roots.
  case envelopeSize, envelope, signatures, rootChain, rootKeys, rootCount
  // `latest.json`.
  case rollback, expiry, rollout
  // The manifest.
  case manifestFile, formatVersion, manifestSequence, counts, sizes, names, basePackage, viewports, patches
  case runtimeVersion, baseEntries, identity
  // Indexes.
  case indexFile, indexTotals, entryNames, entryOrder, contentTypes
  // Packages.
  case archiveFile, archive, order, entries, entryBytes, pages, patchFile
  // What the base package lists.
  case listings

  /// The number under which `docs/reference/format.md` lists the rule, from 1.
  public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The rule in words, as `docs/reference/format.md` has it.
  public var text: String {
    switch self {
    case .json:
      "A file is JSON in UTF-8, at most 64 levels deep, without a member that occurs twice. An index has at most 5,000,000 values, `routes` and `pages` 2,000,000 each, any other file 500,000."
    case .members: "Every member has its type: integers are 0 to 2^53 − 1, hashes and times have their one spelling."
    case .texts:
      "Names, versions, channels and font families have at most 1,024 bytes, no control characters, and no characters that turn text (U+2028–202E, U+2066–2069). A manifest's `version` is a semantic version."
    case .paths: "A URL is a relative path of at most 512 bytes whose parts are names; none begins with a dot."
    case .envelopeSize: "`latest.json` and each root have at most 256 KiB."
    case .envelope: "An envelope has the payload type of what it holds, and at most 64 signatures."
    case .signatures: "Enough of the trusted keys have signed: the threshold of the newest root, or one pinned key."
    case .rootChain: "A root has the version after the one before it, and is signed by the thresholds of both."
    case .rootKeys:
      "A root has at most 64 keys, all different, each under its own id; its threshold is 1 to their number."
    case .rootCount: "There are at most 1,024 roots, with at most 16 MiB in all."
    case .rollback: "`sequence` is not below the highest one that the device accepted."
    case .expiry: "`expires` is a moment in the future."
    case .rollout: "`rollout` is 0 to 1."
    case .manifestFile: "The manifest has the size and hash that `latest.json` gives, and at most 16 MiB."
    case .formatVersion: "`formatVersion` is 1."
    case .manifestSequence: "The manifest's `sequence` is that of `latest.json`."
    case .counts: "A manifest has at most 64 viewports, 1,000 packages, 1,000 fonts and 10,000 patches."
    case .sizes:
      "A file and an unpacked package have at most 2^40 bytes, an archive at least 1, an index at most 64 MiB, a package 1,000,000 entries; the indexes that one device installs have at most 128 MiB in all."
    case .names:
      "Names of packages and viewports are 1 to 200 of `A–Z a–z 0–9 . _ @ + -`, do not begin with a dot, are not devices of Windows (`con`, `nul.x`), and differ in more than case."
    case .basePackage: "There is a package `base`, of no viewport, with the `load` `install`."
    case .viewports:
      "A viewport is 1 to 100,000 px wide and high, its safe area's sides are 0 to 100,000 px, its scales 0.1 to 64, and its colour scheme is `light` or `dark`. A package's viewport is one of the manifest's."
    case .patches: "A patch leads from another release to this one, and to a package of it."
    case .runtimeVersion: "The app is at least of `runtimeVersion`."
    case .baseEntries: "`routes` and `pages` are entries of the package `base`."
    case .identity: "`id` is the identity of all entries; whoever has all indexes checks it."
    case .indexFile: "An index has the size and hash that the manifest gives."
    case .indexTotals: "An index has `entryCount` entries, whose sizes add up to `unpackedSize`."
    case .entryNames: "Paths of entries keep the rules for names in archives."
    case .entryOrder:
      "Entries of an index are sorted by the bytes of their paths; no two paths collide, and none is another's folder."
    case .contentTypes:
      "A content type is a media type of RFC 9110, section 8.3.1: `type/subtype` with optional parameters. It has 3 to 255 printable ASCII characters."
    case .archiveFile: "An archive has the size and hash that the manifest gives."
    case .archive: "An archive keeps the rules of archives, with the manifest's numbers of entries and bytes."
    case .order: "Entries of an archive are sorted by the bytes of their names, in the directory and in the file."
    case .entries:
      "An archive has the entries of the index and no others, each with the same path, byte for byte, and size."
    case .entryBytes: "An entry's bytes have the index's hash."
    case .pages: "Page and layout files keep the rules of their format; a device checks them when it opens them."
    case .patchFile: "A patch has the size and hash that the manifest gives, and makes the very package."
    case .listings:
      "`routes` and `pages` have their members, each of its type, and at most 64 MiB; a route's page is one that `pages` lists."
    }
  }
}
