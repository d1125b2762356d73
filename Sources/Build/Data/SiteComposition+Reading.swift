import Compiler
import Composition
import Diagnostics
import Foundation
import JSONValues
import References

// What a site is composed from, found in its folders.
extension Site {
  /// Reads data, messages and the list of components; takes the files that only serve composition from the pages, and adds
  /// the pages that data and languages make.
  mutating func compose(_ configuration: SiteConfiguration) {
    composesNothing =
      !pages.contains { page in
        page.path.contains("[") || page.path.hasPrefix("partials/") || page.path.hasPrefix("layouts/")
          || page.path.hasPrefix(configuration.components + "/")
      }
      && !assets.contains { file in
        file.path.hasPrefix("data/") || file.path.hasPrefix("i18n/") || file.path == VendorLock.path
          || Self.isMarkdownName(file.path)
      }
    composition.siteName = configuration.name
    composition.componentFolder = configuration.components
    readMarkdown(configuration)
    readData()
    readMessages(configuration.languages)
    readLock()
    setFragmentsAside(base: configuration.compiler.base)
    expandTemplates()
    collectPages()
    translatePages()
    reportTranslations()
  }

  // MARK: Data

  private mutating func readData() {
    for file in sources(in: "data/") {
      guard let name = Self.dataName(file.path, below: "data/"), let value = readValue(file.path) else { continue }
      var path = name.split(separator: "/").map(String.init)
      let key = path.joined(separator: ".")
      let last = path.removeLast()
      let known = composition.data ?? .object(StaticObject())
      let parent = path.reduce(known) { value, name in value?[name] ?? .object(StaticObject()) }
      guard case .object(let members)? = parent, members[last] == nil else {
        let other = composition.dataFiles[key] ?? composition.dataFiles[path.joined(separator: ".")]
        diagnostics.append(
          Diagnostic(
            .dataFileInvalid, "`data.\(key)` is a value of \(other ?? "another file") already",
            at: SourceLocation(file: file.path), help: "rename one of the files"))
        continue
      }
      composition.dataFiles[key] = file.path
      composition.data = Self.setting(known, path[...], last, value)
    }
  }

  /// The files of a folder that composition reads, whether they are shipped or not.
  private func sources(in folder: String) -> [File] {
    (assets + fragments).filter { $0.path.hasPrefix(folder) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The name of a data file without its ending, or `nil` for another file.
  private static func dataName(_ path: String, below folder: String) -> String? {
    let rest = path.dropFirst(folder.count)
    for ending in [".json", ".yml", ".yaml"] where rest.hasSuffix(ending) { return String(rest.dropLast(ending.count)) }
    return nil
  }

  private static func setting(
    _ object: StaticValue, _ path: ArraySlice<String>, _ name: String, _ value: StaticValue
  ) -> StaticValue {
    guard case .object(var members) = object else { return object }
    if let first = path.first {
      members[first] = setting(members[first] ?? .object(StaticObject()), path.dropFirst(), name, value)
    } else {
      members[name] = value
    }
    return .object(members)
  }

  /// The value of a JSON or YAML file; what is wrong is reported.
  private mutating func readValue(_ path: String) -> StaticValue? {
    guard let bytes = try? read(path) else { return nil }
    let source = SourceFile(path: path, bytes: bytes)
    if path.hasSuffix(".json") {
      do throws(JSONError) {
        return try StaticValue(json: bytes)
      } catch {
        diagnostics.append(
          unreadable(
            Diagnostic(
              .dataFileInvalid, "the file is not valid JSON: \(error.clause)", in: source,
              at: error.offset..<error.offset, help: DataFileHints.json(bytes, at: error.offset))))
        return nil
      }
    }
    switch LocatedValueReader.read(source) {
    case .success(let value): return value.map(StaticValue.init) ?? .null
    case .failure(let error):
      var problem = error.diagnostic
      problem = Diagnostic(
        .dataFileInvalid, "the file is not valid YAML: \(problem.message)", at: problem.location,
        sourceLine: problem.sourceLine, help: problem.help)
      diagnostics.append(unreadable(problem))
      return nil
    }
  }

  /// The report of a file that cannot be read: where no page names its value, as in the output of another tool that has a
  /// folder `data/` of its own, the file is shipped and composes nothing.
  private func unreadable(_ problem: Diagnostic) -> Diagnostic {
    guard let path = problem.location?.file, path.hasPrefix("data/"), let name = Self.dataName(path, below: "data/"),
      let first = name.split(separator: "/").first, !isMentioned(["data.\(first)", "data["])
    else { return problem }
    var problem = problem
    problem.severity = .warning
    problem.help = "no page reads it, so that it is shipped as it is"
    return problem
  }

  /// Whether some page or fragment has one of some texts in its source.
  ///
  /// - Parameters:
  ///   - texts: what is looked for.
  ///   - others: Markdown files that may become pages.
  ///   - counts: whether it counts in a file that has one of the texts.
  func isMentioned(
    _ texts: [String], among others: [File] = [], where counts: (File, [UInt8]) -> Bool = { _, _ in true }
  ) -> Bool {
    let known = (pages + fragments).filter {
      Self.isPageName($0.path) || composition.markdownPages[$0.path] != nil
    }
    return (known + others).contains { file in
      guard let bytes = try? read(file.path) else { return false }
      return texts.contains { Self.contains(bytes, $0) } && counts(file, bytes)
    }
  }

  // MARK: Languages

  private mutating func readMessages(_ configured: [String]) {
    var found: [String: String] = [:]
    // Scripts of a site that composes nothing may have messages of their own there.
    guard !sources(in: "i18n/").isEmpty,
      !configured.isEmpty || isMentioned(["t:text", "i18n.", "i18n[", "page.language"])
    else {
      return
    }
    for file in sources(in: "i18n/") {
      guard let name = Self.dataName(file.path, below: "i18n/"), !name.contains("/"), Self.isLanguage(name) else {
        continue
      }
      guard let value = readValue(file.path) else { continue }
      guard case .object = value else {
        diagnostics.append(
          Diagnostic(.dataFileInvalid, "the messages are not an object of strings", at: SourceLocation(file: file.path))
        )
        continue
      }
      if let other = found[name] {
        diagnostics.append(
          Diagnostic(
            .dataFileInvalid, "the language `\(name)` has its messages in \(other) already",
            at: SourceLocation(file: file.path), help: "join the files"))
        continue
      }
      found[name] = file.path
      composition.messages[name] = value
    }
    guard !found.isEmpty else { return }
    composition.messageFiles = found
    let rest = found.keys.sorted()
    let first = rest.contains("en") ? ["en"] : []
    composition.languages = configured.isEmpty ? first + rest.filter { !first.contains($0) } : configured
    for language in configured where found[language] == nil {
      diagnostics.append(
        Diagnostic(
          .dataFileInvalid, "the language `\(language)` has no messages",
          at: SourceLocation(file: "hybrid.json"), help: "write i18n/\(language).json"))
    }
  }

  private static func isLanguage(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count) else { return false }
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) }
    }
  }

  /// Lists the keys that a language lacks, and those that only it has.
  private mutating func reportTranslations() {
    guard let fallback = composition.languages.first, let original = composition.messages[fallback] else { return }
    let keys = SiteComposition.keys(of: original)
    let suggestions = Suggestion.Budget()
    for language in composition.languages { reportForms(of: language) }
    for language in composition.languages.dropFirst() {
      guard let messages = composition.messages[language], let file = composition.messageFiles[language] else {
        continue
      }
      let own = SiteComposition.keys(of: messages)
      let place = SourceLocation(file: file)
      let ownKeys = Set(own)
      for key in keys where !ownKeys.contains(key) {
        diagnostics.append(
          Diagnostic(
            .messageUntranslated, "the message `\(key)` is missing", at: place,
            help: "\(composition.messageFiles[fallback] ?? fallback) has it"))
      }
      let known = Set(keys)
      for key in own where !known.contains(key) {
        let near = suggestions.nearest(to: key, in: keys)
        diagnostics.append(
          Diagnostic(
            .translationUnused, "the message `\(key)` has no original in `\(fallback)`", at: place,
            help: near.map { "did you mean `\($0)`?" }))
      }
    }
  }

  /// Lists the plural forms that a language's messages lack, and those that the language never uses.
  private mutating func reportForms(of language: String) {
    guard let messages = composition.messages[language], let file = composition.messageFiles[language] else { return }
    let place = SourceLocation(file: file)
    for key in SiteComposition.keys(of: messages) {
      guard let forms = SiteComposition.message(key, in: messages).flatMap({ PluralForms($0) }) else { continue }
      for category in forms.missing(in: language) {
        diagnostics.append(
          Diagnostic(
            .messageUntranslated, "the message `\(key)` has no form `\(category)`", at: place,
            help: "the language `\(language)` uses it for some numbers; `other` stands in"))
      }
      for category in forms.unused(in: language) {
        diagnostics.append(
          Diagnostic(
            .translationUnused, "the form `\(category)` of the message `\(key)` is never used", at: place,
            help: "the language `\(language)` has no such form"))
      }
    }
  }

  /// Gives every page a counterpart in every language but the default.
  private mutating func translatePages() {
    guard composition.languages.count > 1 else { return }
    let originals = pages.filter { page in
      !composition.languages.contains { page.path.hasPrefix($0 + "/") }
    }
    composition.localized = Set(originals.map(\.path))
    for language in composition.languages.dropFirst() {
      for page in originals {
        let path = language + "/" + page.path
        // A page that is written for the language wins.
        if paths.contains(path) { continue }
        var derived = composition.derived[page.path] ?? DerivedPage(source: page.path)
        derived.language = language
        for name in ["previous", "next"] {
          if let url = derived.facts[name], case .text(let text) = url {
            derived.facts[name] = .text("/" + language + text)
          }
        }
        add(path, derived, like: page)
      }
    }
    sortPages()
  }

  // MARK: Fragments and pages from data

  /// Takes partials, layouts and components from the pages.
  ///
  /// A file in a folder of these names is a page where it has a doctype and no page includes it or has it for a layout. A
  /// component defines an element where it has a component's marks, or where some page has the element.
  private mutating func setFragmentsAside(base: String) {
    let folder = composition.componentFolder + "/"
    let candidates = pages.filter { Self.mayBeFragment($0.path, folder) }
    guard !candidates.isEmpty else { return }
    let uses = fragmentUses(base: base)
    composition.hasFragments = !uses.isEmpty
    var aside: Set<String> = []
    for page in candidates {
      guard let bytes = try? read(page.path) else { continue }
      let isUsed = uses.contains { $0.contains(page.path) }
      let isDocument = Self.hasDoctype(bytes)
      if isUsed || !isDocument { aside.insert(page.path) }
      guard page.path.hasPrefix(folder), let tag = Self.tag(page.path, folder), !Self.contains(bytes, "<html") else {
        continue
      }
      let hasMarks = !isDocument && Self.componentMarks.contains { Self.contains(bytes, $0) }
      if hasMarks || isMentioned(["<\(tag)"]) {
        aside.insert(page.path)
        composition.components.insert(tag)
      }
    }
    pages.removeAll { aside.contains($0.path) }
    // What scripts or attributes such as `hx-get` name is fetched as it is.
    let free = candidates.filter { file in
      aside.contains(file.path) && !uses.contains { $0.contains(file.path) }
        && !(file.path.hasPrefix(folder) && Self.tag(file.path, folder).map(composition.components.contains) == true)
    }
    let fetched = mentioned(free.map(\.path))
    assets += candidates.filter { fetched.contains($0.path) }
    assets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    fragments += candidates.filter { aside.contains($0.path) && !fetched.contains($0.path) }
  }

  /// The paths that pages or scripts of the site have in their texts.
  private func mentioned(_ paths: [String]) -> Set<String> {
    var found: Set<String> = []
    guard !paths.isEmpty else { return found }
    for file in pages + assets.filter({ $0.path.hasSuffix(".js") || $0.path.hasSuffix(".mjs") }) {
      guard file.size <= SiteWalk.maximumPageSize, let bytes = try? read(file.path) else { continue }
      for path in paths where !found.contains(path) && Self.contains(bytes, path) { found.insert(path) }
    }
    return found
  }

  /// Whether a file is in a folder of fragments.
  private static func mayBeFragment(_ path: String, _ componentFolder: String) -> Bool {
    path.hasPrefix("partials/") || path.hasPrefix("layouts/") || path.hasPrefix(componentFolder)
  }

  /// A file that a page includes or has for a layout.
  private struct FragmentUse: Hashable {
    /// The site path; where the rest is known only at build time, what it begins with.
    var path: String
    var isPrefix: Bool

    func contains(_ other: String) -> Bool { isPrefix ? other.hasPrefix(path) : other == path }
  }

  /// What the site's pages and fragments include, and the layouts that they name.
  private func fragmentUses(base: String) -> Set<FragmentUse> {
    var uses: Set<FragmentUse> = []
    for page in composition.derived.values {
      if let layout = page.markdown?.layout { uses.insert(FragmentUse(path: layout, isPrefix: false)) }
    }
    let sources = pages + fragments.filter { composition.markdownPages[$0.path] != nil }
    for page in sources {
      guard let bytes = try? read(page.path), Self.contains(bytes, "<include") || Self.contains(bytes, "layout=") else {
        continue
      }
      for (url, isLayout) in FragmentAddresses.addresses(in: bytes, path: page.path) {
        let written = url.firstRange(of: "{{").map { String(url[..<$0.lowerBound]) }
        // Only what is filled in later is unknown.
        switch SiteReference(written.map { $0 + "x" } ?? url, from: page.path, base: base) {
        case .local(let path, _) where written != nil:
          uses.insert(FragmentUse(path: String(path.dropLast()), isPrefix: true))
        case .local(let path, _) where !isLayout || Self.isPageName(path):
          uses.insert(FragmentUse(path: path, isPrefix: false))
        default: continue
        }
      }
    }
    return uses
  }

  /// Whether a file begins with a doctype, behind a byte order mark, white space, comments and an XML declaration.
  private static func hasDoctype(_ bytes: [UInt8]) -> Bool {
    var rest = FragmentAddresses.text(bytes)[...]
    while let first = rest.first {
      if first <= 0x20 {
        rest = rest.dropFirst()
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = rest.indices.dropFirst(4).first(where: { rest[$0...].starts(with: "-->".utf8) }) else {
          return false
        }
        rest = rest[(end + 3)...]
      } else if rest.starts(with: "<?".utf8) {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
      } else {
        return rest.prefix(9).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.elementsEqual("<!doctype".utf8)
      }
    }
    return false
  }

  /// What only a component has: another fragment that no page names as an element is a page that a script may fetch.
  private static let componentMarks = ["<param", "<slot", "{{", " scoped", "t:"]

  /// The tag of a component's file, or `nil` for a file that defines none.
  private static func tag(_ path: String, _ folder: String) -> String? {
    guard path.hasSuffix(".html") else { return nil }
    let name = path.dropFirst(folder.count).dropLast(5)
    guard name.contains("-"), let first = name.utf8.first, first >= 0x61, first <= 0x7A,
      name.utf8.allSatisfy({ ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D })
    else { return nil }
    return String(name)
  }

  static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      // OPTIMIZATION: the C library finds a byte many at a time.
      var index = 0
      while index + wanted.count <= bytes.count,
        let found = memchr(start + index, CInt(first), bytes.count - wanted.count + 1 - index)
      {
        index = UnsafeRawPointer(found) - UnsafeRawPointer(start)
        if memcmp(start + index, wanted, wanted.count) == 0 { return true }
        index += 1
      }
      return false
    }
  }

  private mutating func expandTemplates() {
    for page in pages where page.path.contains("[") {
      guard let bytes = try? read(page.path), let expanded = PageTemplate.expand(page.path, bytes, composition) else {
        continue
      }
      diagnostics += expanded.diagnostics
      pages.removeAll { $0.path == page.path }
      fragments.append(page)
      for made in expanded.pages {
        if let other = composition.derived[made.path] {
          guard other.source != page.path else { continue }
          diagnostics.append(
            Diagnostic(
              .pagesFromData, "`\(other.source)` makes the page `\(made.path)` already",
              at: SourceLocation(file: page.path), help: "give the pages of one of them another folder"))
          continue
        }
        // A page that is written wins.
        if paths.contains(made.path) { continue }
        add(made.path, made.page, like: page)
      }
    }
    sortPages()
  }

  mutating func add(_ path: String, _ page: DerivedPage, like file: File) {
    composition.derived[path] = page
    paths.insert(path)
    pages.append(File(path: path, size: file.size, stamp: file.stamp))
  }

  mutating func sortPages() {
    pages.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  // MARK: Vendored files

  private mutating func readLock() {
    guard contains(VendorLock.path), let bytes = try? read(VendorLock.path) else { return }
    let lock: VendorLock
    do throws(VendorLock.Fault) {
      lock = try VendorLock(bytes)
    } catch {
      diagnostics.append(
        Diagnostic(
          .vendorLock, error.text, at: SourceLocation(file: VendorLock.path),
          help: "remove it, and run `hybrid vendor` again"))
      return
    }
    var vendored: [String: String] = [:]
    for entry in lock.entries {
      guard contains(entry.path), let bytes = try? read(entry.path) else {
        diagnostics.append(
          Diagnostic(
            .vendorLock, "the file `\(entry.path)` of \(entry.url) is missing",
            at: SourceLocation(file: VendorLock.path),
            help: "run `hybrid vendor` again"))
        continue
      }
      guard VendorLock.digest(bytes) == entry.hash else {
        diagnostics.append(
          Diagnostic(
            .vendorLock, "the file `\(entry.path)` was changed after it was fetched",
            at: SourceLocation(file: VendorLock.path),
            help: "run `hybrid vendor --update`, or put the file back"))
        continue
      }
      vendored[entry.url] = entry.path
    }
    guard !vendored.isEmpty else { return }
    composition.vendored = VendoredFiles(vendored)
    for file in assets where ReferringFile.contains(file.path) {
      guard let bytes = try? read(file.path), composition.vendored.packed(bytes, path: file.path) != nil else {
        continue
      }
      composition.vendored.routedFiles.insert(file.path)
    }
  }
}

extension StaticValue {
  /// The value of a YAML file.
  init(_ value: LocatedValue) {
    switch value.content {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    // A whole number that a Double cannot hold is an identifier: it keeps its digits.
    case .integer(let value): self = abs(Double(value)) < 0x1p53 ? .number(Double(value)) : .text(String(value))
    case .number(let value): self = .number(value)
    case .string(let text): self = .text(text)
    case .list(let elements): self = .list(elements.map(StaticValue.init))
    case .object(let members):
      var object = StaticObject()
      for member in members { object[member.key.name] = StaticValue(member.value) }
      self = .object(object)
    }
  }
}
