extension DiagnosticCode {
  /// The codes of routes and navigation.
  static let routes: [DiagnosticCode] = [
    duplicateRoute, shadowedRoute, ambiguousRoute, badRoutePattern, missingAnchor, wrongParameter,
    linkAction, navigationProperty, platformsDiffer, applicationLinks, apiRequest, bridgeName, routeNotGenerated,
    fileParameter, uncheckedLink,
  ]

  /// Two routes with one pattern.
  public static let duplicateRoute = DiagnosticCode(
    6001, .error, "Two routes have the same pattern",
    """
    Two patterns differ only in the names of their parameters, so no URL can distinguish them: `profile.html` and \
    `profile/index.html`, or `/user/{id}` and `/user/{name}`. Remove or rename one of them. A route in `routes` replaces \
    the route that a file has by its name.
    """)

  /// A route that never gets its turn.
  public static let shadowedRoute = DiagnosticCode(
    6002, .error, "A route never matches",
    """
    A more specific pattern matches every URL that this route's pattern matches, and it wins. Narrow the other pattern, \
    for example with a type (`{id:int}`), or remove this one.
    """)

  /// Two routes that some URLs match both.
  public static let ambiguousRoute = DiagnosticCode(
    6003, .error, "Two routes match the same URLs",
    """
    Some URL matches both patterns, and neither is more specific. There are three cases. Both have one path and ask for \
    the same number of query items, but not the same ones: let one ask for more, or make items optional (`{page?}`). \
    After a parameter of one segment, both go on with different literals of one length, such as `/{a}-x{b}` and \
    `/{a}-y{b}`. Or both are URLPatterns, and some text matches both expressions. In these two cases, let one begin with \
    a longer literal, or give a parameter a type.
    """)

  /// A pattern that cannot be read.
  public static let badRoutePattern = DiagnosticCode(
    6004, .error, "A URL pattern cannot be read",
    """
    Patterns of routes are written as `/user/{name}`, `/projects/{id:int}[/edit]?tab={tab?}` or `/files/**`; under \
    `urlPattern`, as `/user/:name`. Patterns of navigation rules are regular expressions. Those that have `{name}` or \
    end with `/**` are patterns of routes. docs/reference/routes.md describes both in full.
    """)

  /// A fragment that names nothing.
  public static let missingAnchor = DiagnosticCode(
    6006, .warning, "A link's anchor is missing",
    """
    The link's fragment matches no `id` and no `<a name>` of the page that it leads to. The page would open at its top. \
    With `"links": "strict"`, this is an error.
    """)

  /// A link that fits a pattern except for a value.
  public static let wrongParameter = DiagnosticCode(
    6007, .warning, "A link has a wrong parameter",
    """
    The link's path matches a route, but a value does not have the parameter's type, or a parameter of the query is \
    missing. With `"links": "strict"`, this is an error.
    """)

  /// An attribute that says nothing known.
  public static let linkAction = DiagnosticCode(
    6008, .warning, "A link's visit action is unknown",
    """
    `data-turbolinks-action` and `data-turbo-action` are `advance`, `replace` or `restore`. Any other value counts as \
    `advance`.
    """)

  /// A property of a navigation rule with an unknown value.
  public static let navigationProperty = DiagnosticCode(
    6009, .warning, "A navigation property has an unknown value",
    """
    Clients replace an unknown value with the default. `context` is `default` or `modal`; `presentation` is `default`, \
    `push`, `pop`, `replace`, `replace_root`, `clear_all`, `refresh` or `none`; `modal_style` is `medium`, `large`, \
    `full`, `page_sheet` or `form_sheet`; `query_string_presentation` is `default` or `replace`; \
    `pull_to_refresh_enabled`, `animated`, `historical_location` and `modal_dismiss_gesture_enabled` are true or false. \
    Other properties are your own, and clients pass them on unchanged.
    """)

  /// A navigation pattern that iOS and Android read differently.
  public static let platformsDiffer = DiagnosticCode(
    6010, .error, "iOS and Android would match a pattern differently",
    """
    Hotwire Native compares patterns case-sensitively on iOS and case-insensitively on Android. The two regular \
    expression engines also read some signs differently: `\\d`, `\\w`, `\\s` and `\\b` cover all scripts on iOS and only \
    ASCII on Android. Write letters in lower case, `[0-9]` for `\\d`, `[A-Za-z0-9_]` for `\\w`, or a route's pattern \
    such as `/projects/{id:int}`, which is the same on both.
    """)

  /// What `--emit applinks` needs and lacks.
  public static let applicationLinks = DiagnosticCode(
    6011, .error, "Links into the app need to know the app",
    """
    `--emit applinks` writes the files with which iOS and Android verify that a host belongs to an app. It needs \
    `app.ios` (identifiers such as `ABCDE12345.com.example.app`) or `app.android` (package names with the SHA-256 \
    fingerprints of their certificates) in the configuration.
    """)

  /// A request of `api` that cannot be generated.
  public static let apiRequest = DiagnosticCode(
    6012, .error, "A request of the API cannot be generated",
    """
    The name, path, query or body of a request in `api` contains something that generated code cannot express. That is a \
    type other than `string`, `int`, `double` and `bool`, a name that is used twice, or an upload with a method that \
    carries no body.
    """)

  /// A file of the site in the way of the bridge.
  public static let bridgeName = DiagnosticCode(
    6013, .error, "A file has the name of the bridge",
    """
    With `"bridge": true`, the build adds `hybrid-bridge.js` at the site's root and loads it in every page. The site has \
    its own file of that name. Rename it.
    """)

  /// A route that generated code cannot have.
  public static let routeNotGenerated = DiagnosticCode(
    6014, .warning, "A route is left out of generated code",
    """
    Parameters cannot be turned into a URL for routes with wildcards (`*`, `**`), or whose `urlPattern` has regular \
    expressions or repeated groups. Clients of the release match them, but they are not cases of the generated \
    enumeration.
    """)

  /// A name in brackets that is not a parameter's.
  public static let fileParameter = DiagnosticCode(
    6015, .warning, "A file's name in brackets is not a parameter",
    """
    `user/[name].html` answers `/user/{name}`. A parameter's name is a letter or `_`, then letters, digits and `_`, and \
    may have a type (`[id:int]`). It occurs once in a path. Any other name in brackets, such as `[user-id].html`, is \
    literal: the page answers only the URL with the brackets. Rename the file, or write the pattern in `routes`.
    """)

  /// A link that was not compared with all routes.
  public static let uncheckedLink = DiagnosticCode(
    6016, .warning, "A link was not checked",
    """
    Comparing links with patterns that have regular expressions, groups or wildcards is bounded for the site as a whole. \
    For this link, and maybe for later ones, no steps were left, so it may be dead. Only the first such link is \
    reported. Write patterns with fewer repeated groups, or shorten the link. With `"links": "strict"`, this is an error.
    """)
}
