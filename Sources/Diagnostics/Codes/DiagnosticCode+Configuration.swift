extension DiagnosticCode {
  /// The codes of hybrid.json and hybrid.yml.
  public static let configuration: [DiagnosticCode] = [
    twoConfigurations, configurationSyntax, configurationUnknownKey, configurationType, configurationValue,
    configurationDuplicateKey, configurationDuplicateName, configurationMissingKey, configurationUnreadable,
    configurationMissingFile, configurationOutside, filterUntrusted, filterProgram,
  ]

  /// Both `hybrid.json` and `hybrid.yml` are there.
  public static let twoConfigurations = DiagnosticCode(
    201, .error, "Two configuration files",
    """
    The site's root holds more than one of hybrid.json, hybrid.yml and hybrid.yaml, and nothing says which one counts. \
    Keep one, or name the one to use with --config.
    """)

  /// The file is neither JSON nor YAML.
  public static let configurationSyntax = DiagnosticCode(
    202, .error, "The configuration cannot be parsed",
    """
    The file is not well-formed JSON or YAML at this place. In YAML, look for tabs in the indentation, a missing space \
    after a colon, or a text that needs quotes; in JSON, for a missing comma or quote.
    """)

  /// A key that no version of the tool knows.
  public static let configurationUnknownKey = DiagnosticCode(
    203, .error, "Unknown configuration key",
    """
    The key is not one of those that this version reads. A misspelt key that is passed over in silence would change \
    what is built, so that it is an error. docs/reference/configuration.md lists every key; schema/hybrid.schema.json lets an \
    editor complete them.
    """)

  /// A value of another type.
  public static let configurationType = DiagnosticCode(
    204, .error, "Wrong type in the configuration",
    """
    The key takes a value of another type. In YAML, a version such as 1.0 is a number unless it is quoted: write "1.0".
    """)

  /// A value of the right type that is out of its range or form.
  public static let configurationValue = DiagnosticCode(
    205, .error, "Value out of range in the configuration",
    "The value has the right type, but is outside the range or form that the key takes.")

  /// A key is written twice.
  public static let configurationDuplicateKey = DiagnosticCode(
    206, .error, "A configuration key is written twice",
    "One of the two would be lost without a word. Keep one of them.")

  /// Two viewports or packages have one name.
  public static let configurationDuplicateName = DiagnosticCode(
    207, .error, "A name is used twice",
    """
    The names of viewports and packages become the names of files in the output: each is unique among both, capital and \
    small letters alike. A viewport without a name is named for its numbers (390x844@3), so that two alike need a name \
    each.
    """)

  /// A key that is always needed.
  public static let configurationMissingKey = DiagnosticCode(
    208, .error, "A configuration key is missing",
    "The object is of no use without this key. Add it.")

  /// The file is there and cannot be read.
  public static let configurationUnreadable = DiagnosticCode(
    209, .error, "The configuration cannot be read",
    "The file exists but could not be read: look at its permissions, and whether it is a folder, or not UTF-8 text.")

  /// A file that the configuration names is not in the site.
  public static let configurationMissingFile = DiagnosticCode(
    210, .error, "A file of the configuration is missing",
    "The configuration names a file that is not in the site's folder. Paths count from the site's root.")

  /// A configuration that is a link out of the site.
  public static let configurationOutside = DiagnosticCode(
    265, .error, "The configuration leads out of the site",
    """
    hybrid.json or hybrid.yml is a symbolic link to a file outside of the site's folder, or is in a folder that is one. It is not \
    read: a checkout could otherwise have any file of the machine read and printed. Put the file itself into the site, or name one \
    elsewhere with --config.
    """)

  /// Filters of a checkout that nobody trusted.
  public static let filterUntrusted = DiagnosticCode(
    270, .error, "Filters are not trusted",
    """
    `filters` in the configuration name programs, and a checkout from elsewhere could name any. They run only after \
    `hybrid trust SITE`, which notes the configuration as it is now in your own configuration folder, or with --allow-filters. \
    A changed configuration, or a changed program inside of the site, has to be trusted again. Read the commands first.
    """)

  /// A filter whose program cannot be found.
  public static let filterProgram = DiagnosticCode(
    271, .error, "The program of a filter is missing",
    """
    The first word of a filter's command is the name of a program in PATH, or a path that begins with `./` and counts from the \
    site's root. Install the program, or correct the name. Commands run without a shell: `|`, `>`, `$NAME` and `~` have no \
    meaning in them.
    """)
}
