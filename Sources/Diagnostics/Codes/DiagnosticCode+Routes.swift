extension DiagnosticCode {
  /// The codes of routes and navigation.
  static let routes: [DiagnosticCode] = [
    duplicateRoute, shadowedRoute, ambiguousRoute, badRoutePattern, missingAnchor, wrongParameter,
    linkAction, navigationProperty, platformsDiffer, applicationLinks, apiRequest, bridgeName, routeNotGenerated,
    fileParameter,
  ]

  /// Two routes with one pattern.
  public static let duplicateRoute = DiagnosticCode(
    6001, .error, "Two routes have the same pattern",
    """
    Two patterns are equal except for the names of their parameters, so that no URL could tell them apart: `profile.html` \
    and `profile/index.html`, or `/user/{id}` and `/user/{name}`. Remove or rename one of them. A route in `routes` takes \
    the place of the one that follows from a file.
    """)

  /// A route that never gets its turn.
  public static let shadowedRoute = DiagnosticCode(
    6002, .error, "A route never matches",
    """
    Whatever URL the route's pattern matches, a more specific pattern matches before it. Narrow the other pattern, for \
    example with a type (`{id:int}`), or remove this one.
    """)

  /// Two routes that some URLs match both.
  public static let ambiguousRoute = DiagnosticCode(
    6003, .error, "Two routes match the same URLs",
    """
    Some URL matches both patterns, and neither is more specific. Either they have one path and ask for as many items of \
    the query, but not the same ones: let one of them ask for more, or make items optional (`{page?}`). Or they go on with \
    different literals of one length behind a parameter of one segment, such as `/{a}-x{b}` and `/{a}-y{b}`, or they are \
    URLPatterns whose expressions take some texts both: let one of them begin with a longer literal, or give a parameter a \
    type.
    """)

  /// A pattern that cannot be read.
  public static let badRoutePattern = DiagnosticCode(
    6004, .error, "A URL pattern cannot be read",
    """
    Patterns of routes are written as `/user/{name}`, `/projects/{id:int}[/edit]?tab={tab?}` or `/files/**`; under \
    `urlPattern` as `/user/:name`. Patterns of navigation rules are regular expressions, or routes' patterns where they \
    have `{name}` or end with `/**`. docs/reference/routes.md has both in full.
    """)

  /// A fragment that names nothing.
  public static let missingAnchor = DiagnosticCode(
    6006, .warning, "A link's anchor is missing",
    """
    The link's fragment names no element of the page it leads to: no `id` and no `<a name>` is equal to it. The page \
    would open at its top. With `"links": "strict"` this is an error.
    """)

  /// A link that fits a pattern except for a value.
  public static let wrongParameter = DiagnosticCode(
    6007, .warning, "A link has a wrong parameter",
    """
    The link's path fits a route, but a value is not of the parameter's type or a parameter of the query is missing. \
    With `"links": "strict"` this is an error.
    """)

  /// An attribute that says nothing known.
  public static let linkAction = DiagnosticCode(
    6008, .warning, "A link's visit action is unknown",
    """
    `data-turbolinks-action` and `data-turbo-action` are `advance`, `replace` or `restore`; anything else is taken for \
    `advance`.
    """)

  /// A property of a navigation rule with an unknown value.
  public static let navigationProperty = DiagnosticCode(
    6009, .warning, "A navigation property has an unknown value",
    """
    Clients take a value that they do not know for the default: `context` is `default` or `modal`; `presentation` is \
    `default`, `push`, `pop`, `replace`, `replace_root`, `clear_all`, `refresh` or `none`; `modal_style` is `medium`, \
    `large`, `full`, `page_sheet` or `form_sheet`; `query_string_presentation` is `default` or `replace`; \
    `pull_to_refresh_enabled`, `animated`, `historical_location` and `modal_dismiss_gesture_enabled` are true or false. \
    Other properties are the team's own and are handed on as they are.
    """)

  /// A navigation pattern that iOS and Android read differently.
  public static let platformsDiffer = DiagnosticCode(
    6010, .error, "iOS and Android would match a pattern differently",
    """
    Hotwire Native compares patterns with letters' case on iOS and without it on Android, and the two regular expression \
    engines read some signs differently: `\\d`, `\\w`, `\\s` and `\\b` cover all scripts on iOS and only ASCII on Android. \
    Write letters in lower case, `[0-9]` for `\\d`, `[A-Za-z0-9_]` for `\\w`, or a route's pattern such as \
    `/projects/{id:int}`, which is the same on both.
    """)

  /// What `--emit applinks` needs and lacks.
  public static let applicationLinks = DiagnosticCode(
    6011, .error, "Links into the app need to know the app",
    """
    `--emit applinks` writes the files by which iOS and Android verify that a host belongs to an app. It needs `app.ios` \
    (identifiers such as `ABCDE12345.com.example.app`) or `app.android` (package names with the SHA-256 fingerprints of \
    their certificates) in the configuration.
    """)

  /// A request of `api` that cannot be generated.
  public static let apiRequest = DiagnosticCode(
    6012, .error, "A request of the API cannot be generated",
    """
    The request's name, path, query or body in `api` has something that generated code cannot say: a type other than \
    `string`, `int`, `double`, `bool`, a name used twice, or an upload with a method that carries no body.
    """)

  /// A file of the site in the way of the bridge.
  public static let bridgeName = DiagnosticCode(
    6013, .error, "A file has the name of the bridge",
    """
    With `"bridge": true` the build adds `hybrid-bridge.js` at the site's root and loads it in every page. The site has a \
    file of that name of its own. Rename it.
    """)

  /// A route that generated code cannot have.
  public static let routeNotGenerated = DiagnosticCode(
    6014, .warning, "A route is left out of generated code",
    """
    Routes whose `urlPattern` has regular expressions or repeated groups, and routes with wildcards (`*`, `**`), have no \
    URL that could be made from parameters. They are matched by clients of the release, but they are not cases of the generated \
    enumeration.
    """)

  /// A name in brackets that is not a parameter's.
  public static let fileParameter = DiagnosticCode(
    6015, .warning, "A file's name in brackets is not a parameter",
    """
    `user/[name].html` answers `/user/{name}`. A parameter's name is a letter or `_`, then letters, digits and `_`, and may \
    have a type (`[id:int]`); it occurs once in a path. Anything else in brackets, such as `[user-id].html`, stands for \
    itself: the page answers only the URL with the brackets. Rename the file, or write the pattern in `routes`.
    """)
}
