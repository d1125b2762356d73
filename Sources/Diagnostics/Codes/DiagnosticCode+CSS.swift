extension DiagnosticCode {
  /// The codes of CSS.
  static let css: [DiagnosticCode] = [cssInvalidDeclaration, cssUnknownProperty, cssInvalidValue]

  /// Something in a block that is neither a declaration nor a rule.
  public static let cssInvalidDeclaration = DiagnosticCode(
    2001, .warning, "not a declaration",
    """
    A block of declarations contains something that is neither 'property: value' nor a nested rule. Browsers drop it up \
    to the next semicolon, and so does the build.
    """)

  /// A property that neither browsers nor the build know.
  public static let cssUnknownProperty = DiagnosticCode(
    2002, .warning, "unknown property",
    """
    The declaration is dropped, as in browsers. Properties with a vendor's prefix, and names with a hack's first \
    character, are dropped without a warning.
    """)

  /// A value that the property does not allow.
  public static let cssInvalidValue = DiagnosticCode(
    2003, .warning, "invalid value",
    """
    The property exists, but the value does not follow its grammar. The declaration is dropped, and an earlier one \
    applies. The help line says what is expected.
    """)
}
