extension DiagnosticCode {
  /// The codes of the Token dialect, bindings, scripts and composition.
  static let token: [DiagnosticCode] = [
    tokenPropertyType, tokenPropertyKeyword, tokenPropertyUnknown, tokenTagUnknown,
  ]

  /// A property of a component whose text is of another type.
  public static let tokenPropertyType = DiagnosticCode(
    4001, .error, "A component's property has the wrong type",
    """
    The native component takes a value of another type, so that it would ignore this one or fail. The message says what \
    it expects; docs/token.md lists every component with its properties.
    """)

  /// A property of a component whose text is none of its words.
  public static let tokenPropertyKeyword = DiagnosticCode(
    4002, .warning, "A component's property has an unknown value",
    "The component knows a list of words for this property and falls back to its default for any other.")

  /// An attribute that the component does not know.
  public static let tokenPropertyUnknown = DiagnosticCode(
    4003, .warning, "A component has no such property",
    """
    The attribute is kept for scripts, but the component does not read it. Properties may be written in camel or kebab \
    case. A team's own components are declared under "components" in hybrid.json.
    """)

  /// A tag that no component stands for.
  public static let tokenTagUnknown = DiagnosticCode(
    4004, .warning, "No component has this tag",
    """
    Tags keep their case in Token pages: `scrollView`, not `scrollview`. The element is laid out as a `view`. A team's \
    own components are declared under "components" in hybrid.json.
    """)
}
