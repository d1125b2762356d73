extension DiagnosticCode {
  /// What `hybrid verify https://…` finds in a host's answers.
  static let hosting: [DiagnosticCode] = [
    servedContentType, servedCaching, servedRedirect, servedWithoutRanges, servedEncoded,
  ]

  /// A file is served as another kind of file.
  public static let servedContentType = DiagnosticCode(
    140, .warning, "A file is served with a wrong content type",
    """
    The host's `Content-Type` is not that of the file: text for an archive, or something else than JSON for a `.json` file. Proxies and \
    CDNs change what they take for text. Serve `.json` as application/json, `.zip` as application/zip and `.patch` as \
    application/octet-stream.
    """)

  /// A file is cached too long or too short.
  public static let servedCaching = DiagnosticCode(
    141, .warning, "A file is cached too long or too briefly",
    """
    `latest.json`, `manifest.json` and `roots/` change with a release: where caches keep them for more than ten minutes, apps learn of a \
    release late. Serve them with `Cache-Control: no-cache`. Files in `packages/`, `manifests/` and `patches/` are named by their content and \
    never change: serve them with `Cache-Control: public, max-age=31536000, immutable`. docs/guides/hosting.md has settings for hosts.
    """)

  /// A file is elsewhere.
  public static let servedRedirect = DiagnosticCode(
    142, .warning, "A file is redirected",
    """
    The host answers with another address, which costs every app a round trip for every file, and breaks where the other \
    address goes away. Give apps the address at the end of the redirection.
    """)

  /// Parts of files cannot be fetched.
  public static let servedWithoutRanges = DiagnosticCode(
    143, .warning, "The host does not serve parts of files",
    """
    The host answers a request with `Range` with the whole file, or with an error. A download that was cut off then begins \
    again, and apps cannot fetch only what changed in a package. Switch ranges on (`Accept-Ranges: bytes`).
    """)

  /// A file is compressed again.
  public static let servedEncoded = DiagnosticCode(
    144, .warning, "The host compresses an archive",
    """
    The host sends an archive with a `Content-Encoding` although the request asks for none. Packages are compressed already, so that \
    this costs time, and parts of files cannot be resumed. Switch compression off for `.zip` and `.patch`.
    """)
}
