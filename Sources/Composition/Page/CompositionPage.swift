import HTML

/// The page that is composed: what is known of it before its first piece is looked at.
final class CompositionPage {
  /// The page's site path.
  let path: String
  let isToken: Bool
  /// Whether names keep their case: Token pages and XML.
  let keepsCase: Bool
  /// What the page is made from, where it has no file of its own.
  let derived: DerivedPage?
  /// The language that the site gives the page; `nil` where the site has no languages.
  let language: String?
  /// The language that values are formatted in.
  let locale: String
  /// `page`, where the page has front matter or the site uses composition.
  let facts: StaticValue?
  let site: SiteComposition
  /// The prefix of the site's own absolute URLs, with its closing `/`.
  let prefix: String
  /// The same as the configuration has it.
  let base: String
  /// Whether the site ships no script file at all.
  let isSnapshot: Bool

  /// A page of a site.
  ///
  /// - Parameters:
  ///   - path: its site path.
  ///   - composer: what all pages of the site have in common.
  ///   - isToken: whether it is a Token page.
  ///   - fragment: the page's own file.
  ///   - frontMatter: the object in it; `nil` where it has none.
  init(path: String, _ composer: Composer, isToken: Bool, _ fragment: Fragment, frontMatter: StaticObject?) {
    self.path = path
    self.isToken = isToken
    keepsCase = Self.keepsCase(path, isToken: isToken)
    site = composer.site
    base = composer.base
    prefix = composer.base.hasSuffix("/") ? composer.base : composer.base + "/"
    isSnapshot = composer.isSnapshot
    derived = site.derived[path]
    language = derived?.language ?? site.language(of: path)
    locale = language ?? Self.language(of: fragment) ?? "en"
    guard frontMatter != nil || site.isUsed else {
      facts = nil
      return
    }
    var facts = frontMatter ?? StaticObject()
    for name in derived?.facts.names ?? [] { facts[name] = derived?.facts[name] }
    // A layout of pages in Markdown may be that of pages in HTML, too.
    if site.listsHeadings, facts["headings"] == nil { facts["headings"] = .list([]) }
    facts["path"] = .text(path)
    facts["url"] = .text("/" + path)
    facts["language"] = .text(locale)
    self.facts = .object(facts)
  }

  /// Whether a page's names keep their case.
  static func keepsCase(_ path: String, isToken: Bool) -> Bool { isToken || path.lowercased().hasSuffix(".xhtml") }

  private static func language(of fragment: Fragment) -> String? {
    guard fragment.html >= 0 else { return nil }
    return fragment.scan.value(fragment.scan.pieces[fragment.html], .lang).flatMap { $0.isEmpty ? nil : $0 }
  }
}
