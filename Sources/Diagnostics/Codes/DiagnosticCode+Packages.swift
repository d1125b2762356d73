extension DiagnosticCode {
  /// The codes of packages, signatures and updates: 5000 to 5099 of making releases, 5100 to 5199 of faults in them.
  static let packages: [DiagnosticCode] =
    [
      signingKeyUnreadable, signingKeyExposed, signingKeyInSite, signaturesMissing, sequenceNotGrown, expiryPassed,
      signingKeyUnknown, rootIncomplete, patchLeftOut, deltaWithoutSource, expoWithoutRuntime, expoRelativeAddresses,
      keyFileExists, signatureWouldBeLost, signedByWithdrawnKeys,
      entryTooLargeForPatch, signedReplacedByUnsigned, olderSequence, emptySigningVariable, releaseRefused,
      webFileNameTaken,
    ] + releaseFaults

  /// A key file that is none.
  public static let signingKeyUnreadable = DiagnosticCode(
    5001, .error, "A key cannot be read",
    """
    `--sign-key` names a PEM file with a private Ed25519 key (PKCS #8), as `hybrid keygen` and `openssl genpkey -algorithm \
    ed25519` write it. HYBRID_SIGN_KEY contains such a text, or the name of such a file. Public keys are read from the \
    .pub file beside it. Nothing was signed or published.
    """)

  /// A private key that others may read.
  public static let signingKeyExposed = DiagnosticCode(
    5002, .warning, "A private key can be read by others",
    """
    Anyone who can read the key can sign releases that every app installs. Remove the permissions (`chmod 600`). If \
    somebody may have copied the key, rotate it (`hybrid roots add`).
    """)

  /// A private key among the files that are shipped.
  public static let signingKeyInSite = DiagnosticCode(
    5003, .error, "A private key would be shipped",
    """
    The file is part of the site and contains a private key, which the release would publish. Move it out of the site's \
    folder, or list it in .hybridignore. If a release with it was ever published, rotate the key.
    """)

  /// Fewer signatures than the trust root asks for.
  public static let signaturesMissing = DiagnosticCode(
    5004, .warning, "Too few signatures",
    """
    Apps that were built with this release's trust root refuse it until enough of the root's keys have signed \
    latest.json: run `hybrid sign DIST --sign-key FILE` with the other keys. The apps keep showing what they have.
    """)

  /// A release whose sequence is not above that of the one before.
  public static let sequenceNotGrown = DiagnosticCode(
    5005, .warning, "The sequence did not grow",
    """
    Apps refuse a release with a lower sequence than one they have seen. Otherwise an attacker could give them an old \
    release with known faults. Two releases with one sequence can replace each other. Give every release a higher \
    number: `--sequence "$(git rev-list --count HEAD)"`, or the build's number.
    """)

  /// A moment of expiry that is in the past.
  public static let expiryPassed = DiagnosticCode(
    5006, .error, "The expiry has passed",
    "Apps would refuse the release at once. `--expires` takes a date (2027-01-31), a moment (RFC 3339) or a time from now (30d)."
  )

  /// A signing key that the trust root does not list.
  public static let signingKeyUnknown = DiagnosticCode(
    5007, .warning, "A signing key is not in the trust root",
    """
    The newest root in the release's folder does not list the key, so apps do not count its signature. Sign with one of \
    the root's keys, or publish the next root with this key (`hybrid roots add`). If the folder has no roots, one of the \
    keys that signed the previous release must sign, so that no other key can take over. `--allow-unsigned` skips this.
    """)

  /// A root that waits for signatures.
  public static let rootIncomplete = DiagnosticCode(
    5008, .warning, "A root waits for signatures",
    """
    A root is published only after enough keys of the previous root, and enough of its own, have signed it. Until then \
    it is in roots/ as N.root.draft.json, which no app reads. Run `hybrid roots sign DIST --sign-key FILE` with the \
    other keys.
    """)

  /// A patch that would not have been smaller than its package.
  public static let patchLeftOut = DiagnosticCode(
    5009, .note, "A patch is no smaller than its package",
    """
    Apps fetch the package, or the entries that they lack, instead.
    """)

  /// Nothing to make patches from.
  public static let deltaWithoutSource = DiagnosticCode(
    5010, .warning, "There is no earlier release to patch from",
    """
    The old folder contains the same release, or releases without archives. Keep the files of earlier releases (`--keep`), \
    or name a copy of the folder from before the build.
    """)

  /// A file of the site that has the name of one of the web app's.
  public static let webFileNameTaken = DiagnosticCode(
    5069, .warning, "A file of the site has the name of a file of the web app",
    """
    `--emit web` writes the pages and files of the site at their own addresses, for visitors who have no worker yet. The release and \
    the web app have files of their own in that folder, such as `worker.js`, `manifest.json` and `packages`. Rename the file of \
    the site.
    """)

  /// An Expo manifest needs a runtime version.
  public static let expoWithoutRuntime = DiagnosticCode(
    5011, .error, "An Expo manifest needs a runtime version",
    "Expo clients take updates of exactly their runtime version. Set `runtimeVersion` in the configuration.")

  /// An Expo manifest with relative addresses.
  public static let expoRelativeAddresses = DiagnosticCode(
    5012, .warning, "The Expo manifest has relative addresses",
    """
    Expo clients want absolute addresses of assets. Name the address that the release is served at: \
    `--base-url https://cdn.example.com/app/`
    """)

  /// A key file that exists.
  public static let keyFileExists = DiagnosticCode(
    5013, .error, "A key file exists",
    """
    A key is never overwritten: releases that were signed with it could not be signed again. Choose another file.
    """)

  /// Patches of a signed release, and no key.
  public static let signatureWouldBeLost = DiagnosticCode(
    5014, .error, "The release would not be signed any more",
    """
    Patches are listed in the manifest, which is signed. Writing them without a key would leave a release that apps \
    refuse. Name the keys with `--sign-key`, or set HYBRID_SIGN_KEY. Nothing was changed.
    """)

  /// A release that only keys have signed that the newest root does not list any more.
  public static let signedByWithdrawnKeys = DiagnosticCode(
    5015, .warning, "Only withdrawn keys had signed the release",
    """
    After a key was rotated, this is expected: the release is from before. If the key was withdrawn because somebody \
    else has it, make sure that the release is yours. Compare its id with what you built, or build it again.
    """)

  /// A changed entry that is too large to be coded against its old bytes.
  public static let entryTooLargeForPatch = DiagnosticCode(
    5016, .warning, "A changed file is too large for a patch",
    """
    Files above 64 MiB are not compared with their previous contents: where one changes, updates fetch it whole. Split \
    it into smaller files, or put it into a package with `"load": "onDemand"`.
    """)

  /// An unsigned release in the place of a signed one.
  public static let signedReplacedByUnsigned = DiagnosticCode(
    5065, .error, "A signed release would be replaced by an unsigned one",
    """
    The folder has trust roots, or its current release is signed. Apps that trust those keys refuse an unsigned release, \
    and the host would have no other one for them. Name the keys with `--sign-key`, or set HYBRID_SIGN_KEY. If another \
    machine signs the release afterwards (`hybrid sign --draft`), build with `--allow-unsigned`. Nothing was published.
    """)

  /// A release with a lower sequence in the place of a signed one.
  public static let olderSequence = DiagnosticCode(
    5066, .error, "The release is older than the one it would replace",
    """
    The folder has trust roots, or its current release is signed, and that release has a higher sequence. Apps that have \
    seen it refuse every lower one. Give every release a higher number with `--sequence`. To publish it anyway, for \
    example for apps that have never seen the other release, add `--allow-older`. Nothing was published.
    """)

  /// A variable that should hold a key and is empty.
  public static let emptySigningVariable = DiagnosticCode(
    5067, .error, "The variable of a signing key is empty",
    """
    HYBRID_SIGN_KEY or HYBRID_EXPO_SIGN_KEY is set but empty, like a secret that is missing in CI, for example in builds \
    of forks. A release that should be signed would be unsigned. Set the secret, unset the variable, or build an \
    unsigned release with `--allow-unsigned`.
    """)

  /// A release that the verifier refuses.
  public static let releaseRefused = DiagnosticCode(
    5068, .error, "The release is unsound and was not published",
    """
    Before a release becomes the current one, the verifier of `hybrid verify` reads it. It found the fault that the \
    message names. Nothing was published, and the previous release is intact. In a merge, build the shard again. \
    Otherwise this is a bug of the tool: please report it with the page.
    """)
}
