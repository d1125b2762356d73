import Markdown
import References

/// What the pages of a site are composed from, beside the files that they name: data, messages, components, and the pages
/// that have no file of their own.
public struct SiteComposition: Sendable {
  /// The values of the `data/` folder by the names of its files; `nil` where the site has none.
  public var data: StaticValue?
  /// The site path of each data file, by its path in ``data`` with dots: `articles`, `news.latest`.
  public var dataFiles: [String: String] = [:]
  /// The languages, the default first; empty where the site has no `i18n/` folder.
  public var languages: [String] = []
  /// The messages of each language.
  public var messages: [String: StaticValue] = [:]
  /// The site path of each language's messages.
  public var messageFiles: [String: String] = [:]
  /// The folder of components.
  public var componentFolder = "components"
  /// The tags that components define.
  public var components: Set<String> = []
  /// The pages that are made from another file than their own, by their paths.
  public var derived: [String: DerivedPage] = [:]
  /// The paths that pages have in the default language: those that have a counterpart in every other.
  public var localized: Set<String> = []
  /// The front matter of the pages in each of the site's folders, of all languages, newest first; `nil` where no page asks
  /// for it.
  public var collections: StaticValue?
  /// The same for the pages of each language; empty where the site has one language.
  public var collectionsByLanguage: [String: StaticValue] = [:]
  /// The files that each collection's members come from.
  public var collectionFiles: [String: [String]] = [:]
  /// The path of the page that each Markdown file makes.
  public var markdownPages: [String: String] = [:]
  /// Whether pages have their headings as `page.headings`; those that are not in Markdown have an empty list.
  public var listsHeadings = false
  /// Whether pages of the site include partials or have layouts.
  public var hasFragments = false
  /// The configuration's `name`.
  public var siteName = "site"
  /// Remote URLs whose files are in the site (`hybrid vendor`).
  public var vendored = VendoredFiles()

  /// A site without any of it.
  public init() {}

  /// What all pages depend on beside the files that are their inputs: where it is the same and a page's own
  /// ``fingerprint(of:)`` and inputs are, the page is the same.
  public var fingerprint: String {
    var text = [
      siteName, componentFolder, hasFragments ? "fragments" : "", listsHeadings ? "headings" : "",
      languages.joined(separator: ","),
      components.sorted().joined(separator: ","),
    ]
    text.append(dataFiles.keys.sorted().joined(separator: ","))
    text.append(messageFiles.keys.sorted().joined(separator: ","))
    text.append(collectionFiles.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ","))
    // Links between Markdown files lead to their pages.
    text.append(markdownPages.keys.sorted().joined(separator: ","))
    if languages.count > 1 { text.append(localized.sorted().joined(separator: ",")) }
    text += vendored.paths.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return text.joined(separator: "\n")
  }

  /// What one page was made from, where it has no file of its own.
  public func fingerprint(of path: String) -> String {
    guard let page = derived[path] else { return "" }
    var text = [page.source, page.language ?? "", StaticValue.object(page.facts).json]
    text += page.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.json)" }
    if let markdown = page.markdown {
      text += ["markdown", markdown.layout ?? "", markdown.title, markdown.description ?? "", markdown.language ?? ""]
    }
    return text.joined(separator: "\n")
  }

  /// The keys of messages, as paths.
  public static func keys(of messages: StaticValue, below prefix: String = "", depth: Int = 0) -> [String] {
    guard case .object(let object) = messages, depth < 32 else { return [] }
    return object.names.flatMap { name -> [String] in
      let path = prefix.isEmpty ? name : prefix + "." + name
      if let value = object[name], PluralForms(value) != nil { return [path] }
      if case .object = object[name] ?? .null { return keys(of: object[name] ?? .null, below: path, depth: depth + 1) }
      return [path]
    }
  }

  /// The message of a key: a path, or a name with dots in it.
  public static func message(_ key: String, in messages: StaticValue) -> StaticValue? {
    if let message = messages[key], message.plainText != nil || PluralForms(message) != nil { return message }
    var value: StaticValue? = messages
    for part in key.split(separator: ".", omittingEmptySubsequences: false) { value = value?[String(part)] }
    return value.flatMap { $0.plainText != nil || PluralForms($0) != nil ? $0 : nil }
  }

  /// Whether the site uses composition at all, so that `page` and `site` are the build's names.
  public var isUsed: Bool {
    data != nil || collections != nil || !languages.isEmpty || !components.isEmpty || !derived.isEmpty
      || !vendored.isEmpty || hasFragments
  }

  /// `site`: what expressions may ask of the whole site.
  var facts: StaticValue {
    var facts = StaticObject()
    facts["name"] = .text(siteName)
    facts["languages"] = .list(languages.map { .text($0) })
    if let collections { facts["collections"] = collections }
    return .object(facts)
  }

  /// The language that a page is in which has a file of its own: that of its folder, else the default one.
  func language(of path: String) -> String? {
    guard languages.count > 1, let slash = path.firstIndex(of: "/") else { return languages.first }
    let folder = String(path[..<slash])
    return languages.contains(folder) ? folder : languages.first
  }

  /// The forms of a plural message that lacks `other`, as a message lists them; `nil` for anything else.
  static func formsWithoutOther(_ key: String, in messages: StaticValue?) -> String? {
    var value = messages
    for part in key.split(separator: ".", omittingEmptySubsequences: false) { value = value?[String(part)] }
    guard case .object(let object)? = value, !object.names.isEmpty,
      object.names.allSatisfy({ PluralForms.categories.contains($0) || $0.hasPrefix("=") })
    else { return nil }
    return object.names.map { "`\($0)`" }.joined(separator: ", ")
  }
}

/// A page that is made from another file: of an element of a list, or in another language.
public struct DerivedPage: Sendable {
  /// The site path of the file.
  public var source: String
  /// The language; `nil` for the default.
  public var language: String?
  /// Names that stand for values in the page, such as the element.
  public var variables: [String: StaticValue] = [:]
  /// The data files that the list is in.
  public var inputs: [String] = []
  /// Members of `page`: its number in a list and its neighbours; the front matter and the headings of a Markdown file.
  public var facts = StaticObject()
  /// The front matter of a Markdown file with its title, as collections have it.
  public var frontMatter = StaticObject()
  /// What the page says of itself, where the file is Markdown.
  public var markdown: MarkdownPage?

  /// A page from a file.
  public init(source: String, language: String? = nil) {
    self.source = source
    self.language = language
  }
}
