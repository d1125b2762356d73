import Compiler
import Composition
import Diagnostics
import Foundation
import HTML
import Markdown

// Markdown files that are pages, and the collections of pages that others list.
extension Site {
  /// Takes the Markdown files that are pages from the assets, and adds their pages.
  mutating func readMarkdown(_ configuration: SiteConfiguration) {
    let candidates = assets.filter {
      Self.isMarkdownName($0.path) && !Self.isReadme($0.path)
        && !Self.isOfComposition($0.path, configuration.components + "/")
    }
    guard !candidates.isEmpty else { return }
    var taken: Set<String> = []
    composition.listsHeadings = isMentioned(["page.headings", "page["], among: candidates)
    for file in candidates {
      guard file.size <= SiteWalk.maximumPageSize, let bytes = try? read(file.path) else { continue }
      let source = SourceFile(path: file.path, bytes: EncodingSniffer.decodeStyleSheet(bytes).text)
      let place = MarkdownFrontMatter(of: source.bytes)
      let isOfRepository = Self.isOfRepository(file.path)
      if !isOfRepository, MarkdownFrontMatter.isUnclosed(in: source.bytes) {
        // A draft that lost its second line of `---` must not ship as it is.
        taken.insert(file.path)
        diagnostics.append(
          Diagnostic(
            .markdownFrontMatter, "the front matter has no second line of `---` in the file's first 64 kB",
            at: SourceLocation(file: file.path, line: 1, column: 1),
            help: "write `---` after its last line; a rule at the beginning of a text is `***`"))
        continue
      }
      guard
        let facts = frontMatter(of: source, place)
          ?? (!isOfRepository && GlobPattern.anyMatches(configuration.markdownPages, file.path) ? StaticObject() : nil)
      else { continue }
      taken.insert(file.path)
      // A draft neither is a page nor ships.
      switch facts["draft"] {
      case nil, .boolean(false): break
      case .boolean(true): continue
      default:
        diagnostics.append(
          Diagnostic(
            .markdownFrontMatter, "`draft` is neither `true` nor `false`", at: SourceLocation(file: file.path),
            help: "write `draft: true`"))
        continue
      }
      let stem = file.path[..<(file.path.lastIndex(of: ".") ?? file.path.endIndex)]
      addPage(stem + ".html", of: file, source, facts, configuration)
    }
    fragments += assets.filter { taken.contains($0.path) }
    assets.removeAll { taken.contains($0.path) }
    sortPages()
  }

  /// The front matter's values; `nil` where the file has none. What cannot be read is reported.
  private mutating func frontMatter(of source: SourceFile, _ place: MarkdownFrontMatter?) -> StaticObject? {
    guard let place else { return nil }
    let yaml = SourceFile(path: source.path, bytes: place.yaml(in: source.bytes))
    switch LocatedValueReader.read(yaml) {
    case .success(let value):
      switch value.map(StaticValue.init) ?? .null {
      case .object(let facts): return facts
      case .null: return StaticObject()
      // Two rules with text between them.
      default: return nil
      }
    case .failure(let error):
      let problem = error.diagnostic
      diagnostics.append(
        Diagnostic(
          .markdownFrontMatter, "the front matter is invalid YAML: \(problem.message)", at: problem.location,
          sourceLine: problem.sourceLine,
          help: problem.help ?? "put texts with `: ` or signs at their beginning in quotes"))
      return StaticObject()
    }
  }

  private mutating func addPage(
    _ path: String, of file: File, _ source: SourceFile, _ facts: StaticObject, _ configuration: SiteConfiguration
  ) {
    guard !paths.contains(path) else {
      let other = composition.derived[path]?.source ?? path
      diagnostics.append(
        Diagnostic(
          .markdownPageTwice, "\(other) makes the page \(path) already; this file makes none",
          at: SourceLocation(file: file.path), help: "remove or rename one of the two"))
      return
    }
    var facts = facts
    let name = path.dropLast(5).split(separator: "/").last.map(String.init) ?? path
    let title = facts["title"]?.plainText ?? MarkdownPage.heading(in: source.bytes) ?? name
    facts["title"] = .text(title)
    var page = DerivedPage(source: file.path)
    page.markdown = MarkdownPage(
      title: title, layout: layout(facts["layout"], source, configuration),
      description: facts["description"]?.plainText,
      language: facts["lang"]?.plainText)
    page.frontMatter = facts
    if composition.listsHeadings, facts["headings"] == nil {
      facts["headings"] = .list(
        MarkdownPage.headings(in: source.bytes).map { heading in
          var members = StaticObject()
          members["level"] = .number(Double(heading.level))
          members["text"] = .text(heading.text)
          members["id"] = .text(heading.identifier)
          return .object(members)
        })
    }
    page.facts = facts
    composition.markdownPages[file.path] = path
    add(path, page, like: file)
  }

  /// The site path of a layout by its name in front matter.
  private mutating func layout(
    _ value: StaticValue?, _ source: SourceFile, _ configuration: SiteConfiguration
  ) -> String? {
    switch value {
    case nil: return configuration.markdownLayout
    case .null, .boolean(false): return nil
    case .text(let text) where !text.isEmpty && !text.split(separator: "/").contains(".."):
      if text.hasPrefix("/") { return String(text.drop { $0 == "/" }) + (Self.isPageName(text) ? "" : ".html") }
      if Self.isPageName(text) { return text.contains("/") ? text : "layouts/" + text }
      return "layouts/\(text).html"
    default:
      diagnostics.append(
        Diagnostic(
          .markdownFrontMatter, "`layout` is neither the name of a file in layouts/ nor a path",
          at: SourceLocation(file: source.path), help: "write `layout: post`, or `layout: /layouts/post.html`"))
      return nil
    }
  }

  /// Whether a file is a README, which explains a folder to people who look at the sources: never a page.
  private static func isReadme(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name.hasPrefix("readme.") || name.hasPrefix("readme-")
  }

  /// Whether a file is about the repository: at the site's root, with a name that begins with a capital letter.
  ///
  /// `SECURITY.md` and `LICENSE-MIT.md` are; `security.md` and `guides/SECURITY.md` are pages where the site asks for that.
  /// Front matter makes a page of any of them.
  private static func isOfRepository(_ path: String) -> Bool {
    guard !path.contains("/"), path.first?.isUppercase == true else { return false }
    let name = path.lowercased()
    return [
      "changelog", "changes", "history", "license", "licence", "copying", "notice", "contributing", "code_of_conduct",
      "security", "authors",
    ].contains { name.hasPrefix($0 + ".") || name.hasPrefix($0 + "-") }
  }

  private static func isOfComposition(_ path: String, _ componentFolder: String) -> Bool {
    ["data/", "i18n/", "partials/", "layouts/", "vendor/", componentFolder].contains(where: path.hasPrefix)
  }

  // MARK: Collections

  /// A page that a collection lists.
  private struct CollectionMember {
    /// The page's path.
    var page: String
    /// The path below the folder of its language.
    var path: String
    /// The file that makes the page.
    var source: String
    /// The site's language that the page is in; `nil` where the site has one.
    var language: String?
    /// The front matter.
    var facts: StaticObject

    /// The values that templates read.
    var value: StaticValue {
      var facts = facts
      facts["path"] = .text(page)
      facts["url"] = .text("/" + page)
      if let language { facts["language"] = .text(language) }
      return .object(facts)
    }
  }

  /// Lists the pages of each folder, where some page asks for that: the folders at the root and, of a site in several
  /// languages, those in the folder of a language. `listed: false` leaves a page out.
  mutating func collectPages() {
    guard asksForCollections else { return }
    let languages = composition.languages.count > 1 ? composition.languages : []
    var collections = StaticObject()
    var ofLanguages = languages.map { _ in StaticObject() }
    for (name, members) in collectionMembers(languages).sorted(by: { $0.key < $1.key }) {
      composition.collectionFiles[name] = members.map(\.source)
      collections[name] = .list(members.map(\.value))
      for (index, language) in languages.enumerated() {
        let own = members.compactMap { member -> CollectionMember? in
          if member.language == language { return member }
          // A page of the default language has a counterpart in every other (`translatePages`).
          let page = language + "/" + member.path
          guard index > 0, member.language == languages[0], member.page == member.path, !paths.contains(page) else {
            return nil
          }
          var counterpart = member
          (counterpart.page, counterpart.language) = (page, language)
          return counterpart
        }
        if !own.isEmpty { ofLanguages[index][name] = .list(own.map(\.value)) }
      }
    }
    composition.collections = .object(collections)
    for (language, collections) in zip(languages, ofLanguages) {
      composition.collectionsByLanguage[language] = .object(collections)
    }
  }

  /// Whether some page or fragment asks for collections.
  private var asksForCollections: Bool {
    isMentioned(["collections.", "collections["]) { file, bytes in
      // In a page of Markdown any mention counts: with such pages a site is composed.
      composition.markdownPages[file.path] != nil || CollectionUse.isAsked(in: bytes, path: file.path)
    }
  }

  /// The pages of each folder, the newest first.
  private func collectionMembers(_ languages: [String]) -> [String: [CollectionMember]] {
    var members: [String: [CollectionMember]] = [:]
    for page in pages {
      var path = page.path[...]
      var language = languages.first
      if let slash = path.firstIndex(of: "/"), languages.contains(String(path[..<slash])) {
        language = String(path[..<slash])
        path = path[slash...].dropFirst()
      }
      guard let slash = path.firstIndex(of: "/"), !path.contains("["),
        !(path.split(separator: "/").last ?? "").hasPrefix("index.")
      else { continue }
      let derived = composition.derived[page.path]
      var facts: StaticObject
      if let derived {
        guard derived.markdown != nil else { continue }
        facts = derived.frontMatter
      } else {
        guard let bytes = try? read(page.path) else { continue }
        facts =
          Self.contains(bytes, "hybrid+json")
          ? PageTemplate.frontMatter(page.path, bytes) ?? StaticObject() : StaticObject()
        if facts["title"] == nil { facts["title"] = .text(PageTemplate.title(page.path, bytes)) }
      }
      if case .boolean(false)? = facts["listed"] { continue }
      members[String(path[..<slash]), default: []].append(
        CollectionMember(
          page: page.path, path: String(path), source: derived?.source ?? page.path, language: language, facts: facts))
    }
    return members.mapValues { pages in
      pages.sorted { first, second in
        let (left, right) = (first.facts["date"]?.plainText ?? "", second.facts["date"]?.plainText ?? "")
        return left == right ? first.page.utf8.lexicographicallyPrecedes(second.page.utf8) : left > right
      }
    }
  }
}
