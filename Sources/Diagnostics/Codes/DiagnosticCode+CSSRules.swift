extension DiagnosticCode {
  /// The codes of selectors, rules and the cascade: 2500 to 2999.
  static let cssRules: [DiagnosticCode] = [
    .cssUnknownAtRule, .cssInvalidSelector, .cssMissingBlock, .cssUnclosedBlock, .cssMisplacedRule, .cssInvalidPrelude,
    .cssInvalidQuery, .cssTooDeep, .cssImportantInKeyframes, .cssImportCycle,
    .cssSelectorTooCostly, .cssCustomPropertyTooLong, .cssUnusedRule,
    .cssTooManyStates, .cssCustomPropertyCycle, .cssRepeatedSheets, .cssImportTooDeep, .cssTooManyRules,
  ]

  /// Unknown at-rule.
  public static let cssUnknownAtRule = DiagnosticCode(
    2500, .warning, "Unknown at-rule",
    """
    Browsers ignore an unknown at-rule together with its block. Check the spelling.
    """)
  /// Invalid selector.
  public static let cssInvalidSelector = DiagnosticCode(
    2501, .warning, "Invalid selector",
    "Browsers ignore a whole rule when one of its selectors is invalid. Write the doubtful selector as a rule of its own."
  )
  /// Rule without block.
  public static let cssMissingBlock = DiagnosticCode(
    2502, .warning, "Rule without block",
    """
    A rule needs a block in braces. A rule without one is ignored.
    """)
  /// Block never closed.
  public static let cssUnclosedBlock = DiagnosticCode(
    2503, .warning, "Block never closed",
    """
    The file ends inside the block. Browsers close it there, and everything after the missing brace belongs to it.
    """
  )
  /// Misplaced rule.
  public static let cssMisplacedRule = DiagnosticCode(
    2504, .warning, "Misplaced rule",
    "`@import` must come before all rules except `@charset` and `@layer` statements. `@namespace` must come before all other rules except imports."
  )
  /// Malformed at-rule.
  public static let cssInvalidPrelude = DiagnosticCode(
    2505, .warning, "Malformed at-rule",
    "The text between the at-rule's name and its block does not follow the at-rule's grammar.")
  /// Malformed media query.
  public static let cssInvalidQuery = DiagnosticCode(
    2506, .warning, "Malformed media query", "A malformed media query never matches.")
  /// Rules nested too deeply.
  public static let cssTooDeep = DiagnosticCode(
    2507, .warning, "Rules nested too deeply",
    """
    Rules that are nested deeper than 128 levels are left out.
    """)
  /// !important in a keyframe.
  public static let cssImportantInKeyframes = DiagnosticCode(
    2508, .warning, "!important in a keyframe", "Declarations in keyframes cannot be important and are ignored.")
  /// Style sheet imports itself.
  public static let cssImportCycle = DiagnosticCode(
    2509, .warning, "Style sheet imports itself",
    """
    A style sheet that is already being imported is not imported again.
    """)
  // 2510 and 2511 were for missing and remote style sheets, which are reported as all references are: HYB0131 and HYB0135.
  /// Selectors take too long.
  public static let cssSelectorTooCostly = DiagnosticCode(
    2512, .warning, "Selectors take too long",
    """
    Matching the page's selectors took more steps than allowed. The remaining selectors count as not matching.
    """)
  /// Custom property too long.
  public static let cssCustomPropertyTooLong = DiagnosticCode(
    2513, .warning, "Custom property too long",
    """
    Substituting var() produced more than 1 MiB of text for a property, which is invalid then. Look for custom properties \
    that hold each other several times.
    """)
  /// Rule that no page uses.
  public static let cssUnusedRule = DiagnosticCode(
    2514, .note, "Rule that no page uses",
    """
    `hybrid check --unused-rules` found that no element of any page matches the rule's selectors, in any environment and \
    state. Scripts may still create such elements.
    """)
  /// States combine in too many ways.
  public static let cssTooManyStates = DiagnosticCode(
    2515, .note, "States combine in too many ways",
    """
    A page file contains the styles that an element has while it, or another element, is hovered, focused, checked and \
    so on. It covers at most 8 states in at most 64 combinations. For any other combination, a client shows the style of \
    the states that it knows.
    """)
  /// Custom properties in a circle.
  public static let cssCustomPropertyCycle = DiagnosticCode(
    2516, .warning, "Custom properties in a circle",
    """
    Custom properties whose values depend on each other are all invalid, even where a var() has a fallback. Give one of \
    them a value that depends on none of the others.
    """)
  /// Sheets named again and again.
  public static let cssRepeatedSheets = DiagnosticCode(
    2517, .error, "Sheets named again and again",
    """
    A page may name a style sheet more than once, in `<link>` and `@import`. The sheets that it names again may have 3 MB \
    in all, each counted as often as it is repeated. The rules of a repeated sheet only override themselves: name it once.
    """)
  /// Imports nested too deeply.
  public static let cssImportTooDeep = DiagnosticCode(
    2518, .warning, "Imports nested too deeply",
    """
    A style sheet may import others, and those may import more, 32 levels deep. What is imported deeper is left out, with \
    its rules. Import it from a sheet that is nearer to the page.
    """)
  /// Styles that take too much.
  public static let cssTooManyRules = DiagnosticCode(
    2519, .error, "Styles that take too much",
    """
    Computing the styles of a page may take 100,000,000 steps over all of its viewports, where what viewports share counts \
    once, and a third of that more for each viewport and color scheme beyond three; one style may have 1,000,000 \
    declarations, each counted for each longhand that it sets. A page with more is not built. A style takes 1,000 steps, \
    and 3,000 more where it differs from all others in more than custom properties; a longhand 25, a declaration of a \
    longhand 4 in each style, a rule 2 for each element. Each further item of a list or argument of a function takes 34, a \
    custom property 12 in each style, and 18 more where its value is not the inherited one, a text with `var()` 60 and one \
    for each of its bytes, an animation 30, and a declaration in a keyframe 40 for each of its offsets. Elements with the \
    same rules share a style where they inherit the same values, custom properties included. The message names what took \
    most, and the element whose styles took most of that.
    """)
}
