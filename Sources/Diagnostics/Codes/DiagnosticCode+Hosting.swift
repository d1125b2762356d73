extension DiagnosticCode {
  /// What `hybrid verify https://…` finds in a host's answers.
  static let hosting: [DiagnosticCode] = [
    servedContentType, servedCaching, servedRedirect, servedWithoutRanges, servedEncoded,
  ]

  /// A file is served as another kind of file.
  public static let servedContentType = DiagnosticCode(
    140, .warning, "A file is served with a wrong content type",
    """
    The host's `Content-Type` does not match the file: text for an archive, or anything but JSON for a `.json` file. \
    Proxies and CDNs change what they take for text. Serve `.json` as application/json, `.zip` as application/zip and \
    `.patch` as application/octet-stream.
    """)

  /// A file is cached too long or too short.
  public static let servedCaching = DiagnosticCode(
    141, .warning, "A file is cached too long or too briefly",
    """
    `latest.json`, `manifest.json` and `roots/` change with each release. Where caches keep them for more than ten \
    minutes, apps learn of a release late. Serve them with `Cache-Control: no-cache`. Files in `packages/`, `manifests/` \
    and `patches/` are named by their content and never change. Serve them with `Cache-Control: public, \
    max-age=31536000, immutable`. docs/guides/hosting.md has settings for hosts.
    """)

  /// A file is elsewhere.
  public static let servedRedirect = DiagnosticCode(
    142, .warning, "A file is redirected",
    """
    The host answers with another address, which costs every app a round trip for every file. It fails once the other \
    address disappears. Give apps the address at the end of the redirect.
    """)

  /// Parts of files cannot be fetched.
  public static let servedWithoutRanges = DiagnosticCode(
    143, .warning, "The host does not serve parts of files",
    """
    The host answers a request with `Range` with the whole file, or with an error. An interrupted download then begins \
    again, and apps cannot fetch only the changed parts of a package. Enable ranges (`Accept-Ranges: bytes`).
    """)

  /// A file is compressed again.
  public static let servedEncoded = DiagnosticCode(
    144, .warning, "The host compresses an archive",
    """
    The host sends an archive with a `Content-Encoding`, although the request asks for none. Packages are compressed \
    already: this costs time, and interrupted downloads cannot resume. Disable compression for `.zip` and `.patch`.
    """)
}
