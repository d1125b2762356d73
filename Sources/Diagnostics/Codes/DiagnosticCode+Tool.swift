extension DiagnosticCode {
  /// The codes of the tool itself.
  static let tool: [DiagnosticCode] = [
    internalError, diagnosticsDropped, watchLimit, remoteCacheUnencrypted, suppressionUseless,
  ]

  /// Something that cannot happen did.
  public static let internalError = DiagnosticCode(
    9001, .error, "Internal error",
    """
    The tool met a state that its authors held to be impossible. Nothing was published. Please report it with the page \
    and the configuration that led to it.
    """)

  /// More problems than one page may report.
  public static let diagnosticsDropped = DiagnosticCode(
    9002, .warning, "Further problems are not shown",
    "A page has more problems than are kept for one page. Mend the first ones and run the command again.")

  /// The system watches no more folders for this user.
  public static let watchLimit = DiagnosticCode(
    9003, .warning, "No further folders can be watched",
    """
    The system's limit of watched folders is reached. On Linux, raise it with \
    `sudo sysctl fs.inotify.max_user_watches=524288`, or end other programs that watch files. Until then `hybrid watch` looks through the site twice a second.
    """)

  /// A token that everybody on the way can read.
  public static let remoteCacheUnencrypted = DiagnosticCode(
    9065, .warning, "Credentials of the remote cache are sent without encryption",
    """
    --remote-cache names an address with http:, and HYBRID_REMOTE_CACHE_TOKEN, HYBRID_REMOTE_CACHE_USER or the address itself holds \
    credentials. Whoever is on the way can read them, and can give this build other results. Use https. Addresses of this machine \
    are not meant.
    """)

  /// A comment that hides nothing.
  public static let suppressionUseless = DiagnosticCode(
    9070, .note, "A comment hides no problem",
    """
    `hybrid-disable-next-line HYB3007` in a comment hides that problem where it is in the next line. There is none of that \
    code, or the code is an error, which nothing hides. Remove the comment, or put it right before the line. Comments that code \
    of a Markdown file shows do not count.
    """)
}
