extension DiagnosticCode {
  /// The faults that `hybrid verify` and clients find in a release, in the order of the checks.
  public static let releaseFaults: [DiagnosticCode] = faultKinds.map(\.code)

  /// The code of a fault by its kind, as machine-readable answers name it (`hash`, `signature` …).
  public static func releaseFault(_ kind: String) -> DiagnosticCode? { faultKinds.first { $0.kind == kind }?.code }

  private static func fault(_ number: Int, _ kind: String, _ title: String, _ explanation: String) -> (
    kind: String, code: DiagnosticCode
  ) {
    (kind, DiagnosticCode(number, .error, title, explanation + " Apps refuse the release and keep what they have."))
  }

  private static let faultKinds: [(kind: String, code: DiagnosticCode)] = [
    fault(
      5101, "missing", "A file of the release is missing",
      "Upload every file of the folder before latest.json, and keep those of earlier releases."),
    fault(5102, "json", "A file is not valid JSON", "The file is cut short or damaged. Publish it again."),
    fault(
      5103, "member", "A member is missing or wrong",
      "A member of a manifest, an index, an envelope or a root is missing, or does not have the type and form that docs/reference/format.md describes."
    ),
    fault(
      5104, "version", "The format is newer than this tool",
      "Verify with the version of the tool that built the release."),
    fault(
      5105, "size", "A file has another size than declared",
      "The upload was cut short, or the host changes files (compresses them, adds something)."),
    fault(
      5106, "hash", "A file has another hash than declared", "The file is damaged, or not the one that was published."),
    fault(
      5107, "path", "A path leaves the release", "A reference or an entry's name could reach files outside the release."
    ),
    fault(
      5108, "payloadType", "An envelope of another kind", "The file is not what its name says: two files were swapped."),
    fault(
      5109, "signature", "Too few valid signatures",
      "latest.json or a root is not signed by enough of the keys that count: sign it (`hybrid sign`), or find out who published it."
    ),
    fault(
      5110, "root", "A root does not follow from the one before",
      "Roots have consecutive versions, each signed by the threshold of the one before and by its own."),
    fault(
      5111, "rollback", "An old release is replayed",
      "The sequence is lower than one that was seen before: publish with a higher `--sequence`."),
    fault(
      5112, "expired", "The release or its root has expired",
      "Sign it again with a later date (`hybrid sign DIST --expires DATE`); a root is renewed with `hybrid roots add`."),
    fault(
      5113, "sequence", "Manifest and latest.json have different sequences",
      "Files of two releases were mixed: publish again."),
    fault(
      5114, "identity", "The release's id is not that of its entries",
      "Files of two releases were mixed: publish again."),
    fault(
      5115, "index", "A package and its index differ",
      "Files of two releases were mixed, or the archive was packed again."),
    fault(
      5116, "archive", "An archive breaks a rule",
      "Packages are plain zip archives as docs/reference/format.md describes them: no links, no encryption, no overlaps, no names that leave the package. The fault's text names the rule."
    ),
    fault(5117, "page", "A page or layout file breaks a rule", "The file cannot be shown: build the site again."),
    fault(
      5118, "patch", "A patch does not give its package", "Write the patches again with `hybrid delta`."),
    fault(
      5119, "runtime", "The app is older than the release needs", "The release's runtimeVersion is above the app's."),
    fault(5120, "key", "A key cannot be read", "A key has another form than PEM or base64 of an Ed25519 key."),
  ]
}
