extension DiagnosticCode {
  /// The codes of the tool itself.
  static let tool: [DiagnosticCode] = [
    internalError, diagnosticsDropped, watchLimit, remoteCacheUnencrypted, suppressionUseless,
  ]

  /// Something that cannot happen did.
  public static let internalError = DiagnosticCode(
    9001, .error, "Internal error",
    """
    The tool reached a state that should be impossible. Nothing was published. Please report it with the page and the \
    configuration that led to it.
    """)

  /// More problems than one page may report.
  public static let diagnosticsDropped = DiagnosticCode(
    9002, .warning, "Further problems are not shown",
    """
    The page has more problems than are kept for one page. Correct the first ones and run the command again.
    """)

  /// The system watches no more folders for this user.
  public static let watchLimit = DiagnosticCode(
    9003, .warning, "No further folders can be watched",
    """
    The system's limit of watched folders is reached. On Linux, raise it with `sudo sysctl \
    fs.inotify.max_user_watches=524288`, or end other programs that watch files. Until then, `hybrid watch` looks \
    through the site twice a second.
    """)

  /// A token that everybody on the way can read.
  public static let remoteCacheUnencrypted = DiagnosticCode(
    9065, .warning, "Credentials of the remote cache are sent without encryption",
    """
    `--remote-cache` names an address with http:, and HYBRID_REMOTE_CACHE_TOKEN, HYBRID_REMOTE_CACHE_USER or the address \
    itself contains credentials. Anyone on the network can read them, and can give this build other results. Use https. \
    Addresses of this machine are exempt.
    """)

  /// A comment that hides nothing.
  public static let suppressionUseless = DiagnosticCode(
    9070, .note, "A comment hides no problem",
    """
    `hybrid-disable-next-line HYB3007` in a comment hides that problem in the next line, also one that only the \
    configuration makes an error. That line has no such problem, \
    or the code is always an error, which nothing hides. Remove the comment, or put it directly before the line. Comments in \
    the code of a Markdown file do not count.
    """)
}
