extension DiagnosticCode {
  /// The codes of the site: files, references and output.
  static let site: [DiagnosticCode] = [
    noPages, fileNameEncoding, fileNameUnsafe, linkOutside, linkLoop, linkBroken, folderLikePage, fileUnreadable,
    fileSpecial, pageNotText, pageTooLarge, pageEmpty, fileLarge, nameCollision, overBudget, unreferencedFile,
    outputUnwritable, outputForeign, styleSheetTooLarge, secretInSite, fileLeftOut, fileTooLarge, cacheInRepository,
    markdownShipped, filterFailed, filterStopped, filterReport,
    releaseWithoutIndex,
  ]

  /// The site has no page.
  public static let noPages = DiagnosticCode(
    101, .error, "The site has no pages",
    """
    No .html, .htm or .xhtml file was found that is not ignored. Most often the command ran in the wrong folder: name \
    the site's folder, as in `hybrid build ./site`. A release without pages would empty the apps that follow it, so \
    nothing is published.
    """)

  /// A name that is not UTF-8.
  public static let fileNameEncoding = DiagnosticCode(
    102, .error, "A file name is not UTF-8",
    "Names in packages are UTF-8. Rename the file, or list its folder in .hybridignore.")

  /// A name that no package may hold.
  public static let fileNameUnsafe = DiagnosticCode(
    103, .error, "A file name cannot be packed",
    """
    A package must unpack on any system. A name is refused if it contains backslashes, control characters or one of < > \
    : " | ? *, or ends with a dot or a space. Device names of Windows (CON, NUL, COM1) are refused too. A name has at \
    most 1,024 bytes, and each part 255 (with .layout after a page's name). Rename the file or ignore it.
    """)

  /// A link that leads out of the site.
  public static let linkOutside = DiagnosticCode(
    104, .error, "A symbolic link leads out of the site",
    """
    Only files of the site's folder may ship. A link out of it could publish any file of the machine, and another \
    checkout would build different bytes. Copy the file into the site, or list the link in .hybridignore.
    """)

  /// A link that leads to itself or to a folder that it is in.
  public static let linkLoop = DiagnosticCode(
    105, .error, "A symbolic link loops",
    """
    Following the link would never end: it leads back, or links in the folders that links lead to multiply their files. \
    Links of a site may lead to 50,000 files and folders in all. Remove it, or list it in .hybridignore.
    """)

  /// A link to nothing.
  public static let linkBroken = DiagnosticCode(
    106, .warning, "A symbolic link leads nowhere",
    """
    The link's target does not exist, so nothing ships for it. Remove the link, or correct its target.
    """)

  /// A folder whose name ends as a page's.
  public static let folderLikePage = DiagnosticCode(
    107, .warning, "A folder is named like a page",
    """
    The name ends in .html, .htm or .xhtml, but it is a folder. It is not a page, and a reference to it finds none. Its \
    files are part of the site, as in any folder. Rename it.
    """)

  /// A file that the system does not give out.
  public static let fileUnreadable = DiagnosticCode(
    108, .error, "A file cannot be read",
    """
    The system refused to read the file or folder. Check its permissions, or list it in .hybridignore.
    """)

  /// A pipe, socket or device.
  public static let fileSpecial = DiagnosticCode(
    109, .warning, "Not a regular file",
    "Pipes, sockets and devices are not shipped. Move it out of the site, or list it in .hybridignore.")

  /// A page of bytes that no text has.
  public static let pageNotText = DiagnosticCode(
    110, .error, "A page is not text",
    """
    The file has a page's name but is not text. It begins like an image, a font, an archive or a program, or more than \
    one in a hundred of its first bytes are NUL or other control characters. UTF-16 without a byte order mark is such a \
    file too. Rename it to ship it as an asset, or list it in .hybridignore. A page with a few control characters is \
    built: browsers read them, too (HYB1007, HYB1045).
    """)

  /// A page too large to be one.
  public static let pageTooLarge = DiagnosticCode(
    111, .error, "A page is too large",
    """
    A page's source is limited to 16 MB: a phone would take too long to show it. Split it, load the data with scripts, \
    or list the file in .hybridignore.
    """)

  /// A style sheet too large to be one.
  public static let styleSheetTooLarge = DiagnosticCode(
    119, .error, "A style sheet is too large",
    """
    A style sheet is limited to 8 MB, forty times as much as the large frameworks have: a phone would take too long to \
    read more. Split it, or remove the data that it contains.
    """)

  /// A page of no bytes.
  public static let pageEmpty = DiagnosticCode(
    112, .warning, "A page is empty",
    """
    The file has no bytes, so an empty page is built. Fill it or remove it.
    """)

  /// An asset that every client has to fetch.
  public static let fileLarge = DiagnosticCode(
    113, .warning, "A large file is shipped",
    """
    Every client downloads the base package before the first page shows. Put files of more than 25 MB into a package \
    of their own with `"load": "onDemand"`, or exclude them.
    """)

  /// Two names that some file systems hold to be one.
  public static let nameCollision = DiagnosticCode(
    114, .error, "Two names collide",
    """
    The two names are the same without case and Unicode's variants of one character, as file systems of iOS, macOS and \
    Windows compare them. Or one is a file where the other needs a folder. Rename one of them.
    """)

  /// More than the budget allows.
  public static let overBudget = DiagnosticCode(
    115, .warning, "Over budget",
    """
    The output is larger than `budgets` in the configuration allows. Make it smaller, or raise the budget. Until then \
    the exit status is 3. The release is published anyway.
    """)

  /// A file that nothing names.
  public static let unreferencedFile = DiagnosticCode(
    116, .note, "Nothing refers to this file",
    """
    No page or stylesheet names the file. It ships, because scripts may load files by name at run time. If none does, \
    exclude it.
    """)

  /// The output cannot be written.
  public static let outputUnwritable = DiagnosticCode(
    117, .error, "The output cannot be written",
    """
    The system refused to write a file of the output: a full disk, a quota, missing permissions, or a file where a \
    folder is needed. The previous release is intact, and a later build cleans up.
    """)

  /// A Markdown file among the files of the release.
  public static let markdownShipped = DiagnosticCode(
    173, .note, "A Markdown file ships as it is",
    """
    A `.md` file becomes a page if it begins with front matter (two lines of `---`), or if `markdown.pages` in the \
    configuration matches it. This one ships unchanged, and readers who open it see its source. Give it front matter, or \
    list it in `exclude` or .hybridignore. A README never becomes a page. At the site's root, files called CHANGELOG, \
    LICENSE and the like become pages only with front matter.
    """)

  /// A filter that ended with an error.
  public static let filterFailed = DiagnosticCode(
    175, .error, "A filter failed",
    """
    The command of `filters` failed for this file, so there is nothing to build from. The message has its exit status \
    and the first lines of its output. Run the command by hand, with the file as standard input, to see everything.
    """)

  /// A filter beyond its limits.
  public static let filterStopped = DiagnosticCode(
    176, .error, "A filter was stopped",
    """
    A filter has 60 seconds for one file, and prints at most 64 MB. Beyond that, the build ends it with its process \
    group. Filters read standard input and write standard output: one that waits for a terminal or watches files never \
    ends.
    """)

  /// What a filter printed about a place.
  public static let filterReport = DiagnosticCode(
    177, .warning, "A filter reports a problem",
    """
    The command of `filters` printed a line with a place (`file:line:column: message`) to standard error. Where it also ended \
    with an error, the problem is an error.
    """)

  /// A folder that another hand made.
  public static let outputForeign = DiagnosticCode(
    118, .error, "The output folder holds other files",
    """
    The folder exists, is not empty and was not made by hybrid, so nothing in it is changed: publishing and cleaning \
    remove old files. Choose another folder with `--out-dir`, or empty it yourself.
    """)

  /// A shipped file that looks as if it held a secret.
  public static let secretInSite = DiagnosticCode(
    165, .warning, "A file looks like a secret",
    """
    The file has a name that is usual for passwords and keys (`production.env`, `id_rsa`, `*.p12`), or contains a text \
    in the form of an access token, such as those of GitHub, GitLab, AWS, Slack, Stripe, npm and SendGrid. Everyone who \
    has the app can read what ships. Move the secret out of the site's folder, or list the file in .hybridignore. If a \
    release with it was ever published, replace the secret.
    """)

  /// A file that nothing refers to, of a kind that apps have no use for.
  public static let fileLeftOut = DiagnosticCode(
    166, .note, "A file that nothing refers to is left out",
    """
    No page or style sheet names the file, and its name is usual for files of editors, package managers and build tools. \
    Examples are source maps, package.json, lock files, README, configuration of tools, and backups. It does not ship. A \
    line with `!` and its name in .hybridignore ships it, as in `!package.json`.
    """)

  /// A file that is larger than any that is packed.
  public static let fileTooLarge = DiagnosticCode(
    167, .error, "A file is too large",
    """
    A file of a site has at most 512 MB: no device would take more in one piece. Split it, serve it from elsewhere, or \
    list it in .hybridignore. The size is compared before anything is read.
    """)

  /// Results of builds in the repository.
  public static let cacheInRepository = DiagnosticCode(
    168, .error, "A cache is under version control",
    """
    The folder of the cache contains files that git tracks. Results from a checkout may differ from what its sources \
    give, so no cache is used from there. Remove it from the repository (`git rm -r --cached site/.hybrid/cache`) and \
    from the folder. The cache is in the user's cache folder unless `--cache-dir` names another one.
    """)

  /// A release that cannot be searched.
  public static let releaseWithoutIndex = DiagnosticCode(
    160, .error, "The release has no index",
    """
    `hybrid search` reads the index that a build with `"search": true` in the configuration puts into the base package. Set the \
    key and build again.
    """)
}
