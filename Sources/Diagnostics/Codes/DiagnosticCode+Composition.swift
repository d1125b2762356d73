extension DiagnosticCode {
  /// The codes of composition: partials, layouts, components, data, languages, vendored files.
  static let composition: [DiagnosticCode] = [
    compositionFileMissing, compositionCycle, slotUnknown, slotRequired, parameterType, parameterMissing,
    parameterUnknown, compositionUnclosed, expressionSyntax, dataMissing, dataType, unsafeValue, messageMissing,
    customElementUnknown, dataFileInvalid, frontMatterInvalid, pagesFromData, compositionLimit, elseWithoutIf,
    parameterInvalid, formatInvalid, includeSource, messageUntranslated, translationUnused, directiveUnknown,
    scopedSelector, integrityMismatch,
    vendorLock, vendorFetch, vendorUnencrypted, includeAttributeUnused, placeholderUnfilled, bracesRemain,
    foreignFrontMatter, markdownPageTwice, markdownFrontMatter, markdownLimit,
    searchBoxWithoutIndex, searchAttributeUnknown, searchNothing, searchName,
  ]

  /// A partial, layout or component is missing.
  public static let compositionFileMissing = DiagnosticCode(
    4101, .error, "A partial, layout or component is missing",
    """
    The file that `<include src>`, `layout` or a component names is not in the site. A path that begins with `/` is \
    relative to the site's root, any other to the file that contains it.
    """)

  /// Files include each other.
  public static let compositionCycle = DiagnosticCode(
    4102, .error, "Files include each other",
    """
    The partial, layout or component includes itself, directly or through others, and the page would never end. The \
    message shows the whole path.
    """)

  /// There is no such slot.
  public static let slotUnknown = DiagnosticCode(
    4103, .error, "There is no such slot",
    """
    The contents name a slot that the layout, partial or component does not have. Without `slot`, that is the unnamed \
    one. The contents would be lost.
    """)

  /// A slot must be filled.
  public static let slotRequired = DiagnosticCode(
    4104, .error, "A slot must be filled",
    """
    The layout, partial or component marks the slot with `required` and nothing fills it.
    """)

  /// A parameter has the wrong type.
  public static let parameterType = DiagnosticCode(
    4105, .error, "A parameter has the wrong type",
    """
    `<param name type>` declares what the value must be: `text`, `number`, `boolean` or `data`.
    """)

  /// A parameter is missing.
  public static let parameterMissing = DiagnosticCode(
    4106, .error, "A parameter is missing",
    """
    The partial, layout or component declares the parameter as `required`.
    """)

  /// There is no such parameter.
  public static let parameterUnknown = DiagnosticCode(
    4107, .error, "There is no such parameter",
    """
    A file that declares its parameters with `<param>` takes no others.
    """)

  /// An element is not closed.
  public static let compositionUnclosed = DiagnosticCode(
    4108, .error, "An element is not closed",
    """
    An element that is repeated, left out or filled at build time needs its end tag. Without it, its end is ambiguous.
    """)

  /// An expression cannot be read.
  public static let expressionSyntax = DiagnosticCode(
    4109, .error, "An expression cannot be read",
    """
    Expressions are paths such as `item.title` and `data.news[0]`, texts, numbers, `!`, `==`, `!=`, `<`, `>`, `<=`, `>=`, `&&`, \
    `||` and parentheses; after `|` a format. docs/reference/composition.md has all.
    """)

  /// There is no such value.
  public static let dataMissing = DiagnosticCode(
    4110, .error, "There is no such value",
    """
    The path leads to no value in the build's data. `| default "…"` gives a text for values that may be missing; `t:if` \
    leaves the element out.
    """)

  /// A value has the wrong type.
  public static let dataType = DiagnosticCode(
    4111, .error, "A value has the wrong type",
    """
    The value is a list or an object where a text is expected, or a text where a list or an object is expected.
    """)

  /// A value could break out of its place.
  public static let unsafeValue = DiagnosticCode(
    4112, .error, "A value could break out of its place",
    """
    Values are escaped for text, attributes and URLs. No escaping is safe in a script, a style sheet, an event handler \
    or a URL's scheme, so the value is refused there. Put it into a `data-` attribute or a `<script \
    type="application/json">`.
    """)

  /// A message is missing.
  public static let messageMissing = DiagnosticCode(
    4113, .error, "A message is missing",
    """
    No language has the key. Keys are paths in the files of `i18n/`.
    """)

  /// No component has this tag.
  public static let customElementUnknown = DiagnosticCode(
    4114, .warning, "No component has this tag",
    """
    The site has components, but none of this name, and no script that could define it.
    """)

  /// A data file cannot be read.
  public static let dataFileInvalid = DiagnosticCode(
    4115, .error, "A data file cannot be read",
    """
    Files in `data/` and `i18n/` are JSON or YAML.
    """)

  /// Front matter cannot be read.
  public static let frontMatterInvalid = DiagnosticCode(
    4116, .error, "Front matter cannot be read",
    """
    `<script type="application/hybrid+json">` holds one JSON object.
    """)

  /// Pages cannot be made from data.
  public static let pagesFromData = DiagnosticCode(
    4117, .error, "Pages cannot be made from data",
    """
    A page named `[slug].html` whose front matter has `pages` makes one page for each element of a list. Each page needs \
    a unique name that is valid in a URL.
    """)

  /// A page grows beyond its limits.
  public static let compositionLimit = DiagnosticCode(
    4118, .error, "A page grows beyond its limits",
    """
    Loops and nested partials generated more than a page may contain: 2 MB plus four bytes for each byte of the page's \
    files and data, and at most 32 MB.
    """)

  /// `t:else` follows no `t:if`.
  public static let elseWithoutIf = DiagnosticCode(
    4119, .error, "`t:else` follows no `t:if`",
    """
    Only white space and comments may be between the two elements.
    """)

  /// A declaration of a parameter is wrong.
  public static let parameterInvalid = DiagnosticCode(
    4120, .error, "A declaration of a parameter is wrong",
    """
    `<param name="title" type="text" default="News">` or `required`; types are text, number, boolean and data.
    """)

  /// A value cannot be formatted.
  public static let formatInvalid = DiagnosticCode(
    4121, .error, "A value cannot be formatted",
    """
    Formats: `number`, `percent`, `currency EUR`, `date`, `time`, `datetime`, each with `short`, `medium`, `long` or `full`; \
    `upper`, `lower`, `default "…"`. Dates are written as 2026-11-21 or 2026-11-21T05:30:00Z.
    """)

  /// An include names no file.
  public static let includeSource = DiagnosticCode(
    4122, .error, "An include names no file",
    """
    `<include src="/partials/header.html">` takes the path of a file of the site.
    """)

  /// A message is not translated.
  public static let messageUntranslated = DiagnosticCode(
    4123, .warning, "A message is not translated",
    """
    The language lacks a key that the default language has; the default language's text is used instead.
    """)

  /// A translation has no original.
  public static let translationUnused = DiagnosticCode(
    4124, .warning, "A translation has no original",
    """
    Only this language has the key. Most often it was renamed in the default language.
    """)

  /// There is no such attribute of composition.
  public static let directiveUnknown = DiagnosticCode(
    4125, .warning, "There is no such attribute of composition",
    """
    The attribute begins with `t:`, but is not one of `t:static`, `t:if`, `t:else`, `t:text`, `t:for` and `t:data`. It \
    has no effect. Other tools may have such attributes on web pages: there, only names that are similar to one of these \
    are reported.
    """)

  /// A selector has no meaning in a scoped style.
  public static let scopedSelector = DiagnosticCode(
    4126, .warning, "A selector has no meaning in a scoped style",
    """
    `<style scoped>` is bound to its component with attributes, not with a shadow tree. `:host` and `:host(…)` match the \
    component's own element, unless they are inside parentheses. `:host-context()`, `::slotted()` and `::part()` match \
    nothing.
    """)

  /// A file does not have the digest that `integrity` names.
  public static let integrityMismatch = DiagnosticCode(
    4151, .error, "A file does not have the digest that `integrity` names",
    """
    A browser would refuse the script or stylesheet. Fetch it again, or write the digest of the new version.
    """)

  /// The lock file of vendored files is wrong.
  public static let vendorLock = DiagnosticCode(
    4152, .error, "The lock file of vendored files is wrong",
    """
    `hybrid vendor` writes `vendor/vendor.lock.json`. A file that it names is missing or was changed.
    """)

  /// A remote file cannot be vendored.
  public static let vendorFetch = DiagnosticCode(
    4153, .error, "A remote file cannot be vendored",
    """
    The server did not return the file. The folder keeps the files that it has.
    """)

  /// A remote file came without encryption.
  public static let vendorUnencrypted = DiagnosticCode(
    4154, .warning, "A remote file came without encryption",
    """
    Anyone on the network could have changed the file, and the lock file now contains its digest. Use an https address, \
    or give the element an `integrity`.
    """)

  /// An attribute of `<include>` that the partial does not use.
  public static let includeAttributeUnused = DiagnosticCode(
    4173, .warning, "A partial does not use an attribute",
    """
    Attributes of `<include>` are values for `{{ name }}` in the partial. The partial has no such name, and the value \
    appears nowhere. Most often one of the two names is misspelt. A partial that declares its parameters with `<param>` \
    gets an error instead (HYB4107).
    """)

  /// A placeholder of a partial or layout that nothing fills.
  public static let placeholderUnfilled = DiagnosticCode(
    4174, .warning, "Nothing fills a placeholder",
    """
    The partial, layout or component has `{{ name }}`, but the place that uses it gives no such value, and readers see \
    the braces. Give the value as an attribute, declare the name with `<param name="…" default="…">`, or correct it. \
    Pages whose scripts fill `{{ }}` themselves get no such warning.
    """)

  /// Braces that readers would see.
  public static let bracesRemain = DiagnosticCode(
    4175, .warning, "Braces remain in the page",
    """
    The text or an attribute of the finished page contains `{{ … }}`, and no script of the page seems to fill it. \
    Readers see the braces. Values of the build begin with `data.`, `collections.`, `page.`, `site.`, `i18n.` or the \
    name of a parameter. Braces in `<code>`, `<pre>`, `<kbd>`, `<samp>`, `<textarea>` and `<template>` are ignored.
    """)

  /// Front matter of another tool.
  public static let foreignFrontMatter = DiagnosticCode(
    4176, .warning, "The page begins with YAML front matter",
    """
    In an HTML page, lines between `---` at the beginning are text, and readers see them. Front matter is one JSON \
    object in the page's head: `<script type="application/hybrid+json">{ "title": "News" }</script>`.
    """)

  /// A page is written in HTML and in Markdown.
  public static let markdownPageTwice = DiagnosticCode(
    4170, .warning, "A page is written twice",
    """
    A Markdown file and another file make a page with the same path, such as `about.md` and `about.html`. The HTML file \
    wins; of two Markdown files, the first by name. Remove or rename the other one.
    """)

  /// The front matter of a Markdown file cannot be read.
  public static let markdownFrontMatter = DiagnosticCode(
    4171, .error, "The front matter of a Markdown file is wrong",
    """
    Front matter is YAML between two lines of `---` at the beginning of the file. Each line has a name, a colon, a space \
    and a value. Put a text in quotes if it contains a colon and a space, or begins with one of `[ { * & ! @ %`: `title: \
    "Part 2: home"`. `layout` is the name of a file in layouts/, or its path. docs/reference/markdown.md has the \
    details.
    """)

  /// A Markdown file that would take too long.
  public static let markdownLimit = DiagnosticCode(
    4172, .error, "A Markdown file is beyond the limits",
    """
    A Markdown file has at most 1 MB, 200 levels of quotes and lists, 75,000 quotes and items, 500 columns in a \
    table and 300,000 cells in all tables. What takes the parser time for the square of its number is counted where \
    the parser meets it: links among many `*`, `_`, `~` and `![` in one paragraph, many `<?` and `<!`, rows that may \
    begin a table, rows of many cells, and blank lines within deep lists. References may repeat 16 MB of the \
    definitions of links. Code and raw markup cost nothing. Ordinary texts stay far below the limits. Split the \
    file, or put blank lines between its parts.
    """)

  /// A search box in a site without an index.
  public static let searchBoxWithoutIndex = DiagnosticCode(
    4180, .warning, "A search box has nothing to search",
    """
    `data-hybrid-search="box"` turns a field into a search box. The build adds the script and the index that it needs \
    only with `"search": true` in the configuration. Set the key, or remove the attribute.
    """)

  /// A value of `data-hybrid-search` that is unknown.
  public static let searchAttributeUnknown = DiagnosticCode(
    4181, .warning, "A value of `data-hybrid-search` is unknown",
    """
    `off` excludes an element and its contents from the index; on `<html>` or `<body>`, it excludes the page. `box` \
    turns a field into a search box. Other values are ignored.
    """)

  /// An index without a page.
  public static let searchNothing = DiagnosticCode(
    4182, .warning, "No page can be searched",
    """
    The configuration asks for an index, but every page is excluded. A page is excluded by `<meta name="robots" \
    content="noindex">`, by `data-hybrid-search="off"`, or because its route has parameters and no URL leads to it.
    """)

  /// A file in the place of what the build adds.
  public static let searchName = DiagnosticCode(
    4183, .error, "A file has the name of a file for searching",
    """
    With `"search": true`, the build adds `hybrid-search.js`, and pages load the index as `hybrid-search.index` and \
    `hybrid-search.json` at the site's root. The site has its own file with one of these names. Rename it.
    """)
}
