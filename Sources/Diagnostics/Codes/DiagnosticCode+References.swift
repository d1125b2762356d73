extension DiagnosticCode {
  /// The codes of references between files.
  static let references: [DiagnosticCode] = [
    missingStylesheet, missingScript, missingImport, missingImage, missingFile, remoteReference, outsideReference,
    deadLink, missingScriptInSnapshot, moduleNameUnknown,
  ]

  /// A `<link rel=stylesheet>` that names no file.
  public static let missingStylesheet = DiagnosticCode(
    130, .error, "A stylesheet is missing",
    """
    The page names a stylesheet that is not in the site, so every frame of the page would be wrong. Check the path: one \
    that begins with `/` is relative to the site's root, any other to the page's own folder. A file that \
    `.hybridignore`, `exclude` or a leading dot excludes counts as missing.
    """)

  /// A `<script src>` that names no file, in a site that ships scripts.
  public static let missingScript = DiagnosticCode(
    131, .error, "A script is missing",
    """
    The page names a script of the site that is missing or outside of it, or one of its modules imports such a script. A \
    module whose import is missing does not run at all. Check the path, or remove the element or the import.
    """)

  /// An `@import` that names no file.
  public static let missingImport = DiagnosticCode(
    132, .warning, "An imported stylesheet is missing",
    """
    A stylesheet imports another one that is not in the site. Browsers go on without it, and so does the build. Paths in \
    `@import` are relative to the folder of the sheet that contains it, not to the page's.
    """)

  /// An image that names no file.
  public static let missingImage = DiagnosticCode(
    133, .warning, "An image is missing",
    """
    An `<img>`, `srcset`, poster or CSS image names a file that is not in the site. The build lays it out as browsers \
    lay out a broken image. Add the file or correct the path.
    """)

  /// Another resource that names no file.
  public static let missingFile = DiagnosticCode(
    134, .warning, "A referenced file is missing",
    """
    A font, video, frame or other resource that the page names is not in the site. The same applies to files that its \
    scripts name with `import("…")`, `new URL("…", import.meta.url)` or an import map. Text that needed a missing font \
    is measured with the next family.
    """)

  /// A resource that only the network could give.
  public static let remoteReference = DiagnosticCode(
    135, .warning, "A resource is remote",
    """
    The build fetches nothing, and an offline package answers without a network. A resource with an `http:` or `https:` \
    address is left unchanged and takes no part in layout. Copy it into the site, or set `"allowRemote": true` if the \
    page is meant to load it.
    """)

  /// A path that climbs out of the site.
  public static let outsideReference = DiagnosticCode(
    136, .error, "A reference leaves the site",
    """
    The path leads above the site's root. A package contains only the files of its site. Move the file into the site, or \
    build from the folder above.
    """)

  /// A link to a page that is not there.
  public static let deadLink = DiagnosticCode(
    137, .warning, "A link leads nowhere",
    """
    A link or form names a page or file that is not in the site. Following it in the app would show an error.
    """)

  /// A missing script of a site that ships none at all.
  public static let missingScriptInSnapshot = DiagnosticCode(
    138, .warning, "A script is missing from a site without scripts",
    """
    This site ships no script file at all. The build takes its pages for saved copies without their scripts, and reports \
    a missing one as a warning. In a site that ships at least one script, it is an error (HYB0131).
    """)

  /// The name of a module that no import map resolves.
  public static let moduleNameUnknown = DiagnosticCode(
    174, .warning, "No import map has the module's name",
    """
    Browsers load modules by URL: `./x.js`, `/x.js`. A bare name such as `lodash` needs an entry in the page's `<script \
    type="importmap">`. Without it, the module that imports it does not run. Add the entry, or write the path.
    """)
}
