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
    The site's root contains more than one of hybrid.json, hybrid.yml and hybrid.yaml, and it is ambiguous which one \
    applies. Keep one, or select one with `--config`.
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
    This version does not read the key. Ignoring a misspelt key would silently change what is built, so it is an error. \
    docs/reference/configuration.md lists every key; schema/hybrid.schema.json lets an editor complete them.
    """)

  /// A value of another type.
  public static let configurationType = DiagnosticCode(
    204, .error, "Wrong type in the configuration",
    """
    The key takes a value of another type. In YAML, a version such as 1.0 is a number unless it is quoted: write `"1.0"`.
    """)

  /// A value of the right type that is out of its range or form.
  public static let configurationValue = DiagnosticCode(
    205, .error, "Value out of range in the configuration",
    "The value has the right type, but is outside the range or form that the key takes.")

  /// A key is written twice.
  public static let configurationDuplicateKey = DiagnosticCode(
    206, .error, "A configuration key is written twice",
    """
    One of the two values would be lost silently. Keep one of them.
    """)

  /// Two viewports or packages have one name.
  public static let configurationDuplicateName = DiagnosticCode(
    207, .error, "A name is used twice",
    """
    The names of viewports and packages become names of files in the output. Each name is unique among both, ignoring \
    case. A viewport without a name is named after its numbers (390x844@3); give two equal viewports a name each.
    """)

  /// A key that is always needed.
  public static let configurationMissingKey = DiagnosticCode(
    208, .error, "A configuration key is missing",
    """
    The object needs this key. Add it.
    """)

  /// The file is there and cannot be read.
  public static let configurationUnreadable = DiagnosticCode(
    209, .error, "The configuration cannot be read",
    """
    The file exists but could not be read. Check its permissions, and whether it is a folder or not UTF-8 text. A file that \
    holds a private key is not read as a configuration.
    """)

  /// A file that the configuration names is not in the site.
  public static let configurationMissingFile = DiagnosticCode(
    210, .error, "A file of the configuration is missing",
    """
    The configuration names a file that is not in the site's folder. Paths are relative to the site's root.
    """)

  /// A configuration that is a link out of the site.
  public static let configurationOutside = DiagnosticCode(
    265, .error, "The configuration leads out of the site",
    """
    hybrid.json or hybrid.yml is a symbolic link to a file outside of the site's folder, or is in a folder that is such \
    a link. The build does not read it: a checkout could otherwise make it read and print any file of the machine. Put \
    the file itself into the site, or name a file elsewhere with `--config`.
    """)

  /// Filters of a checkout that nobody trusted.
  public static let filterUntrusted = DiagnosticCode(
    270, .error, "Filters are not trusted",
    """
    `filters` in the configuration names programs, and a checkout from elsewhere could name any program. They run only \
    with `--allow-filters` or after `hybrid trust SITE`, which records the current configuration in your own configuration \
    folder. Trust it again after a change of the configuration, or of a program inside of the site. Read the commands \
    first.
    """)

  /// A filter whose program cannot be found.
  public static let filterProgram = DiagnosticCode(
    271, .error, "The program of a filter is missing",
    """
    The first word of a filter's command is the name of a program in PATH, or a path that begins with `./` and is \
    relative to the site's root. Install the program, or correct the name. Commands run without a shell: `|`, `>`, \
    `$NAME` and `~` have no special meaning.
    """)
}
