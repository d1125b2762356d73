extension ConfigurationShape {
  /// The whole configuration: every key, in the order of the reference.
  static let root = ConfigurationShape.object([
    ConfigurationKey(
      "$schema", .string(.any), "Where an editor finds the JSON Schema of this file; not read by the tool."),
    ConfigurationKey(
      "name", .string(.filled), default: "\"site\"",
      "The site's name in the manifest. Clients keep one store for each name; it never follows the folder's name."),
    ConfigurationKey(
      "siteFolder", .string(.sitePath),
      "The folder of the pages, such as the output of another tool: a path from the folder that the command names. The release then goes into release beside it."
    ),
    ConfigurationKey(
      "version", .string(.semanticVersion), default: "\"0.0.0\"", "The site's version in the manifest, for people."),
    ConfigurationKey(
      "sequence", .integer(0...9_007_199_254_740_991), default: "0",
      "The number of the release, given by the release process. A client installs a release only where its sequence is "
        + "not below the installed one's. `--sequence` wins over it."),
    ConfigurationKey(
      "runtimeVersion", .string(.filled),
      "What the app's native side must offer: a client installs a release only where its own version is this one or a later one."
    ),
    ConfigurationKey(
      "dialect", .choice(["web", "token"]), default: "\"web\"",
      "How pages that do not say it themselves (html-identify) are read."),
    ConfigurationKey(
      "base", .string(.pathPrefix), default: "\"/\"",
      "What the pages' own absolute references begin with: a path such as /app/, or the site's whole URL."),
    ConfigurationKey(
      "viewports", .list(viewport, unique: false), default: "375x667@2, 390x844@3, 768x1024@2",
      "The sizes of screen that pages are laid out for; each becomes a package."),
    ConfigurationKey("environment", environment, "What media queries see beside the viewport: a phone by default."),
    ConfigurationKey(
      "colorSchemes", .list(.choice(["light", "dark"]), unique: true), default: "[\"light\"]",
      "The colour schemes that are built."),
    ConfigurationKey(
      "fonts", .dictionary(.string(.sitePath)),
      "Font family → font file or metrics file of the site, used to measure text."),
    ConfigurationKey(
      "hyphenation", .dictionary(.string(.sitePath)),
      "Language → hyphenation dictionary of the site (`hyph_*.dic`), by which `hyphens: auto` parts words. Texts of `de-AT` take that of `de` where there is none of their own."
    ),
    ConfigurationKey(
      "subsetFonts", .either(.string(.characters), .boolean), default: "false",
      "Ships the fonts of `@font-face` with only the characters that pages show. As a text, the characters that are kept in any case (U+20-7E, U+A0-FF), beyond which scripts, bindings and readers' input show none."
    ),
    ConfigurationKey(
      "images", .objectOrBoolean(images), default: "false",
      "Writes the images of `<img>` in the sizes that their boxes have (docs/guides/images.md)."),
    ConfigurationKey(
      "packages", .list(package, unique: false),
      "Packages beside the base package: what a pattern matches goes there. The first package that matches a file takes it."
    ),
    ConfigurationKey(
      "routes", .list(route, unique: false), "URL patterns of pages, over those that follow from the files."),
    ConfigurationKey(
      "links", .choice(["warn", "strict"]), default: "\"warn\"",
      "Whether dead links, missing anchors and wrong parameters are warnings or errors."),
    ConfigurationKey(
      "bridge", .boolean, default: "false",
      "Adds hybrid-bridge.js to the pages: the messages between a page in a web view and the app's session."),
    ConfigurationKey("app", app, "The app that shows the site: what universal links and generated code need."),
    ConfigurationKey("navigation", navigation, "Rules that say how a page is presented; the last match wins."),
    ConfigurationKey("api", .dictionary(request), "Requests that the pages' scripts and the app share, by name."),
    ConfigurationKey(
      "components", .either(.string(.sitePath), .dictionary(component)), default: "\"components\"",
      "The folder of the site's own elements; or native components of Token pages that the app adds, by tag."),
    ConfigurationKey(
      "markdown",
      .object([
        ConfigurationKey(
          "pages", .list(.string(.glob), unique: true),
          "Patterns of Markdown files that are pages without front matter."),
        ConfigurationKey(
          "layout", .string(.sitePath), "The layout of Markdown pages whose front matter names none."),
      ]), "Which Markdown files are pages, and what they look like (docs/reference/markdown.md)."),
    ConfigurationKey(
      "filters", .dictionary(.listOr(.list(.string(.any), unique: false), .string(.filled))),
      "Pattern → command that such files go through before anything reads them: standard input to standard output, without a shell. The first pattern that matches counts. Runs only where it is trusted (docs/explanation/threat-model.md)."
    ),
    ConfigurationKey(
      "languages", .list(.string(.fileName), unique: true),
      "The languages of i18n/, the default first; English, else the first by name, where the key is absent."),
    ConfigurationKey(
      "include", .list(.string(.glob), unique: true),
      "Patterns of the files that the site consists of; everything where the key is absent."),
    ConfigurationKey(
      "exclude", .list(.string(.glob), unique: true),
      "Patterns of files that are not shipped; data and messages among them are still read."),
    ConfigurationKey("budgets", budgets, "Sizes that the output stays within; over one of them the exit status is 3."),
    ConfigurationKey(
      "allowRemote", .boolean, default: "false",
      "References to other hosts cause no warnings. Nothing is ever fetched during a build."),
    ConfigurationKey(
      "diagnostics",
      .dictionary(.either(.choice(["off", "warning", "error"]), .dictionary(.choice(["off", "warning", "error"])))),
      "Code → how much its warnings and notes count, or pattern → that; of patterns the last that matches. Errors stay errors."
    ),
    ConfigurationKey(
      "search", .boolean, default: "false",
      "Puts search.json and an index of all words into the base package, so that apps and pages can search offline (docs/guides/search.md)."
    ),
    ConfigurationKey(
      "minify", .listOr(.list(.choice(["html", "css"]), unique: true), .boolean), default: "false",
      "Writes pages without white space and comments that show nowhere, and style sheets with shorter values that are equal (docs/guides/smaller-pages.md). What would look otherwise stays as it is, with a warning."
    ),
    ConfigurationKey(
      "accessibility", .boolean, default: "false",
      "Warnings for what keeps readers with assistive technology, a keyboard or weak eyes from a page."),
  ])

  private static let componentTypes = ["text", "number", "integer", "boolean", "color", "font", "url", "length"]

  private static let componentProperty: [ConfigurationKey] = [
    ConfigurationKey("type", .choice(componentTypes), default: "\"text\"", "The property's type."),
    ConfigurationKey(
      "values", .list(.string(.filled), unique: true), "The words that the property knows, instead of a type."),
    ConfigurationKey("default", .anything, "What the view gets where a page gives no value; of the same type."),
  ]

  private static let component = ConfigurationShape.object([
    ConfigurationKey(
      "properties",
      .dictionary(
        .either(.choice(componentTypes), .listOr(.list(.string(.filled), unique: true), .object(componentProperty)))),
      "The component's properties: a type, the list of the words that the property knows, or an object."),
    ConfigurationKey("width", .number(0...32_767), "Its own width in px, where style gives none."),
    ConfigurationKey("height", .number(0...32_767), "Its own height in px, where style gives none."),
    ConfigurationKey("scrolls", .boolean, default: "false", "Whether its content scrolls."),
    ConfigurationKey("showsText", .boolean, default: "false", "Whether it shows the text inside of it."),
    ConfigurationKey("hasRows", .boolean, default: "false", "Whether it makes rows from data."),
  ])

  private static let viewport = ConfigurationShape.object([
    ConfigurationKey("name", .string(.fileName), "Unique; the numbers by default: 390x844@3, 390x844@3+f1.3."),
    ConfigurationKey("width", .number(1...32_767), required: true, "CSS px."),
    ConfigurationKey("height", .number(1...32_767), required: true, "CSS px."),
    ConfigurationKey("scale", .number(0.5...8), required: true, "Device pixels per CSS px."),
    ConfigurationKey("fontScale", .number(0.5...4), default: "1", "The factor of the user's text size setting."),
    ConfigurationKey(
      "safeArea",
      .object(
        ["top", "right", "bottom", "left"].map {
          ConfigurationKey($0, .number(0...1_000), default: "0", "CSS px; env(safe-area-inset-\($0)).")
        }), "The insets that the screen's notch and bars take."),
  ])

  private static let environment = ConfigurationShape.object([
    ConfigurationKey("hover", .choice(["none", "hover"]), default: "\"none\"", "The media feature hover."),
    ConfigurationKey("pointer", .choice(["coarse", "fine"]), default: "\"coarse\"", "The media feature pointer."),
    ConfigurationKey(
      "scripting", .boolean, default: "true",
      "The media feature scripting. With true, `<noscript>` is a text that nobody sees, as where scripts run; false shows it."
    ),
    ConfigurationKey("reducedMotion", .boolean, default: "false", "prefers-reduced-motion: reduce."),
    ConfigurationKey("moreContrast", .boolean, default: "false", "prefers-contrast: more."),
  ])

  private static let package = ConfigurationShape.object([
    ConfigurationKey("name", .string(.fileName), required: true, "Unique among packages and viewports; not base."),
    ConfigurationKey("include", .list(.string(.glob), unique: true), required: true, "Patterns of pages and assets."),
    ConfigurationKey(
      "load", .choice(["install", "onDemand"]), default: "\"install\"",
      "install: fetched with the release; onDemand: when a page of it is opened."),
  ])

  private static let images: [ConfigurationKey] = [
    ConfigurationKey(
      "formats", .list(.choice(["avif", "webp"]), unique: true), default: "[\"avif\", \"webp\"]",
      "The formats beside each image's own, the best first; fewer where they would make a device's download larger."),
    ConfigurationKey(
      "quality", .choice(["small", "balanced", "fine"]), default: "\"balanced\"",
      "How alike images must be to what they were made from."),
    ConfigurationKey(
      "exclude", .list(.string(.glob), unique: true), "Patterns of images that stay as they are."),
  ]

  private static let route = ConfigurationShape.object([
    ConfigurationKey("pattern", .string(.filled), "A URL pattern such as /user/{username}; this or urlPattern."),
    ConfigurationKey("urlPattern", .string(.filled), "A pattern in URLPattern's syntax, such as /user/:username."),
    ConfigurationKey(
      "page", .string(.sitePath), "The page that the URL shows; without it the app answers the URL itself."),
    ConfigurationKey("name", .string(.filled), "The name in generated code."),
  ])

  private static let app = ConfigurationShape.object([
    ConfigurationKey("scheme", .string(.filled), "The app's own URL scheme, such as news for news://user/ada."),
    ConfigurationKey("hosts", .list(.string(.filled), unique: true), "The hosts whose links open in the app."),
    ConfigurationKey(
      "ios", .list(.string(.filled), unique: true), "Application identifiers, such as ABCDE12345.com.example.app."),
    ConfigurationKey(
      "android",
      .list(
        .object([
          ConfigurationKey("package", .string(.filled), required: true, "The application's identifier."),
          ConfigurationKey(
            "fingerprints", .list(.string(.filled), unique: true), required: true,
            "SHA-256 fingerprints of the signing certificates: 32 pairs of hexadecimal digits with colons."),
        ]), unique: false), "Android applications."),
  ])

  private static let navigation = ConfigurationShape.object([
    ConfigurationKey("settings", .dictionary(.anything), "Values that are handed to the app as they are."),
    ConfigurationKey(
      "rules",
      .list(
        .object([
          ConfigurationKey(
            "patterns", .list(.string(.filled), unique: false), required: true,
            "Regular expressions or routes' patterns of URL paths."),
          ConfigurationKey(
            "properties", .dictionary(.anything), required: true, "context, presentation, title and a team's own."),
        ]), unique: false), "In order; the last match wins for each property."),
  ])

  private static let request = ConfigurationShape.object([
    ConfigurationKey(
      "method", .choice(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]), default: "\"GET\"", "The HTTP method."),
    ConfigurationKey("path", .string(.filled), required: true, "The path, with {parameters}."),
    ConfigurationKey("query", .dictionary(.string(.any)), "Query parameter → type or default."),
    ConfigurationKey("body", .dictionary(.string(.any)), "Field of the body → type."),
    ConfigurationKey("upload", .string(.filled), "The field that carries a file."),
    ConfigurationKey("response", .string(.filled), "The type of the answer, for the generated code's documentation."),
  ])

  private static let budgets = ConfigurationShape.object([
    ConfigurationKey("total", .size, "All packages together, as downloaded."),
    ConfigurationKey("package", .size, "Each package, as downloaded."),
    ConfigurationKey("page", .size, "Each page's page and layout files, before compression."),
  ])
}
