extension DiagnosticCode {
  /// The codes of packages, signatures and updates: 5000 to 5099 of making releases, 5100 to 5199 of faults in them.
  static let packages: [DiagnosticCode] =
    [
      signingKeyUnreadable, signingKeyExposed, signingKeyInSite, signaturesMissing, sequenceNotGrown, expiryPassed,
      signingKeyUnknown, rootIncomplete, patchLeftOut, deltaWithoutSource, expoWithoutRuntime, expoRelativeAddresses,
      keyFileExists, signatureWouldBeLost, signedByWithdrawnKeys,
      entryTooLargeForPatch, signedReplacedByUnsigned, olderSequence, emptySigningVariable, releaseRefused,
    ] + releaseFaults

  /// A key file that is none.
  public static let signingKeyUnreadable = DiagnosticCode(
    5001, .error, "A key cannot be read",
    """
    --sign-key names a file with a private Ed25519 key in PEM (PKCS #8), as `hybrid keygen` and \
    `openssl genpkey -algorithm ed25519` write it; HYBRID_SIGN_KEY holds such a text, or the name of such a file. Public \
    keys are read from the .pub file beside it. Nothing was signed or published.
    """)

  /// A private key that others may read.
  public static let signingKeyExposed = DiagnosticCode(
    5002, .warning, "A private key can be read by others",
    """
    Whoever can read the key can sign releases that every app installs. Take the permissions away (`chmod 600`); if the \
    key may have been copied, rotate it (`hybrid roots add`).
    """)

  /// A private key among the files that are shipped.
  public static let signingKeyInSite = DiagnosticCode(
    5003, .error, "A private key would be shipped",
    """
    The file is part of the site and holds a private key: the release would publish it. Move it out of the site's folder, \
    or list it in .hybridignore; if a release with it was ever published, rotate the key.
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
    Apps refuse a release whose sequence is lower than that of one they have seen, since an attacker could otherwise give \
    them an old one with known faults; two releases with one sequence can be exchanged for each other. Give every \
    release a higher number: --sequence "$(git rev-list --count HEAD)", or the build's number.
    """)

  /// A moment of expiry that is in the past.
  public static let expiryPassed = DiagnosticCode(
    5006, .error, "The expiry has passed",
    "Apps would refuse the release at once. --expires takes a date (2027-01-31), a moment (RFC 3339) or a time from now (30d)."
  )

  /// A signing key that the trust root does not list.
  public static let signingKeyUnknown = DiagnosticCode(
    5007, .warning, "A signing key is not in the trust root",
    """
    The newest root in the release's folder does not list the key, so that apps do not count its signature. Sign with one \
    of the root's keys, or publish the next root with this key (`hybrid roots add`). Where the folder has no roots, one of \
    the keys that signed the release before must sign, so that no stranger's key takes over: `--allow-unsigned` skips this.
    """)

  /// A root that waits for signatures.
  public static let rootIncomplete = DiagnosticCode(
    5008, .warning, "A root waits for signatures",
    """
    A root is published only when the threshold of the root before it and its own have signed. Until then it is in \
    roots/ as N.root.draft.json, which no app reads: run `hybrid roots sign DIST --sign-key FILE` with the other keys.
    """)

  /// A patch that would not have been smaller than its package.
  public static let patchLeftOut = DiagnosticCode(
    5009, .note, "A patch is no smaller than its package",
    "Apps fetch the package or the entries that they lack instead.")

  /// Nothing to make patches from.
  public static let deltaWithoutSource = DiagnosticCode(
    5010, .warning, "There is no earlier release to patch from",
    """
    The old folder holds the same release, or releases without archives. Keep the files of earlier releases (--keep), or \
    name a copy of the folder as it was before the build.
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
    --base-url https://cdn.example.com/app/
    """)

  /// A key file that exists.
  public static let keyFileExists = DiagnosticCode(
    5013, .error, "A key file exists",
    "A key is never overwritten: releases that were signed with it could not be signed again. Name another file.")

  /// Patches of a signed release, and no key.
  public static let signatureWouldBeLost = DiagnosticCode(
    5014, .error, "The release would not be signed any more",
    """
    Patches are named in the manifest, which is signed: writing them without a key would leave a release that apps refuse. \
    Name the keys with --sign-key, or set HYBRID_SIGN_KEY. Nothing was changed.
    """)

  /// A release that only keys have signed that the newest root does not list any more.
  public static let signedByWithdrawnKeys = DiagnosticCode(
    5015, .warning, "Only withdrawn keys had signed the release",
    """
    After a key was exchanged this is the release from before, and all is well. If the key was withdrawn because somebody \
    else has it, make sure that the release is yours: compare its id with what you built, or build it again.
    """)

  /// A changed entry that is too large to be coded against its old bytes.
  public static let entryTooLargeForPatch = DiagnosticCode(
    5016, .warning, "A changed file is too large for a patch",
    """
    Files above 64 MiB are not compared with what they were: where one changes, updates fetch it whole. Cut it into smaller \
    files, or put it into a package with "load": "onDemand".
    """)

  /// An unsigned release in the place of a signed one.
  public static let signedReplacedByUnsigned = DiagnosticCode(
    5065, .error, "A signed release would be replaced by an unsigned one",
    """
    The folder has trust roots, or its current release is signed: apps that trust those keys refuse an unsigned release, and the \
    host would have nothing else to give. Name the keys with --sign-key, or set HYBRID_SIGN_KEY. Where another machine signs the \
    release afterwards (`hybrid sign --draft`), build with --allow-unsigned. Nothing was published.
    """)

  /// A release with a lower sequence in the place of a signed one.
  public static let olderSequence = DiagnosticCode(
    5066, .error, "The release is older than the one it would replace",
    """
    The folder has trust roots, or its current release is signed, and that release has a higher sequence. Apps that have seen it \
    refuse every lower one. Give every release a higher number with --sequence. To publish it all the same, as for apps that \
    have never seen the other, add --allow-older. Nothing was published.
    """)

  /// A variable that should hold a key and is empty.
  public static let emptySigningVariable = DiagnosticCode(
    5067, .error, "The variable of a signing key is empty",
    """
    HYBRID_SIGN_KEY or HYBRID_EXPO_SIGN_KEY is set to nothing: what a secret looks like that CI does not have, as in builds of forks. A release that \
    should be signed would not be. Set the secret, unset the variable, or build an unsigned release with --allow-unsigned.
    """)

  /// A release that the verifier refuses.
  public static let releaseRefused = DiagnosticCode(
    5068, .error, "The release is unsound and was not published",
    """
    Before a release becomes the current one, the verifier of `hybrid verify` reads it. It found the fault that the message \
    names, so that nothing was published and the previous release is whole. In a merge, build the shard again; otherwise this is an error of the tool: \
    please report it with the page.
    """)
}
