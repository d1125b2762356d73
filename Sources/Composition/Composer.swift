import Diagnostics
import HTML
import Names

/// Puts the pages of a site together from their files, layouts, partials, components and data, before they are parsed.
///
/// The result is markup as if it had been written out; every byte knows the file that a person wrote it in. Safe to use from
/// several threads at once: fragments are cut into pieces once.
package struct Composer: Sendable {
  /// What all pages are composed from.
  package let site: SiteComposition
  /// The prefix that the site's own absolute URLs carry.
  let base: String
  /// Whether the site ships no script file at all.
  let isSnapshot: Bool
  let fragments = FragmentCache()
  /// The bytes of a file of the site; `nil` where there is none.
  let read: @Sendable (String) -> [UInt8]?

  /// A composer of a site's pages.
  ///
  /// - Parameters:
  ///   - site: what pages are composed from.
  ///   - base: the prefix that the site's own absolute URLs carry, such as `/app/`.
  ///   - isSnapshot: whether the site ships no script file at all.
  ///   - read: the bytes of a file of the site; `nil` where there is none.
  package init(
    _ site: SiteComposition, base: String, isSnapshot: Bool, read: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.site = site
    self.base = base
    self.isSnapshot = isSnapshot
    self.read = read
  }

  /// Composes a page.
  ///
  /// - Parameters:
  ///   - source: the text of the page's own file.
  ///   - path: the page's site path.
  ///   - isToken: whether it is a Token page.
  package func compose(_ source: SourceFile, of path: String, isToken: Bool) -> ComposedPage {
    let derived = site.derived[path]
    guard derived != nil || site.language(of: path) != nil || mayCompose(source.bytes) else { return ComposedPage() }
    let journal = CompositionJournal()
    let keepsCase = CompositionPage.keepsCase(path, isToken: isToken)
    let fragment: Fragment
    // Several pages are made from the same file, but of Markdown one: the pieces of a long text are not kept.
    let isShared = derived.map { $0.markdown == nil } ?? false
    if isShared, let known = fragments.fragment(source.path, keepsCase: keepsCase, { _ in source }) {
      fragment = known
    } else {
      fragment = Fragment(path: source.path, scan: MarkupScan(source, keepsCase: keepsCase))
    }
    journal.append(fragment.directives)
    journal.record(source.path, "page")
    for file in derived?.inputs ?? [] {
      journal.depend(on: file, exists: true)
      journal.record(file, "data")
    }
    let page = CompositionPage(
      path: path, self, isToken: isToken, fragment, frontMatter: journal.frontMatter(of: fragment))
    let budget = CompositionBudget(page, journal, readBytes: source.bytes.count)
    let frame = Frame(fragment, parent: nil, slots: nil, collects: false)
    var assembly = PageAssembly(page, journal, budget, self)
    assembly.document(Context(frame: frame, scope: Scope(values: derived?.variables ?? [:])))
    let text = assembly.finished()
    return ComposedPage(
      source: SourceFile(path: path, bytes: text.bytes, origins: text.origins), diagnostics: journal.diagnostics,
      inputs: journal.inputs, dependencies: journal.dependencies, unfilled: journal.unfilled,
      inputSize: budget.inputSize(ofPage: text.bytes.count), isStopped: budget.isStopped)
  }

  /// Whether bytes hold anything that composition could act on.
  private func mayCompose(_ bytes: [UInt8]) -> Bool {
    if !site.components.isEmpty || !site.vendored.isEmpty { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      // Composition's own attributes begin with `t:`, misspelt ones too.
      bytes.contains(byte: 0x3A) { text, place in place >= 2 && text[place - 1] == 0x74 && text[place - 2] <= 0x20 }
        || bytes.contains(byte: 0x7B) { text, place in Self.holds("{{", text, at: place) }
        || bytes.contains(byte: 0x3C) { text, place in Self.holds("<include", text, at: place) }
        || bytes.contains(byte: 0x2B) { text, place in Self.holds("hybrid+json", text, at: place - 6) }
        || bytes.contains(byte: 0x3D) { text, place in Self.holds("layout=", text, at: place - 6) }
    }
  }

  /// Whether a word is at a place, which may be outside of the bytes.
  private static func holds(_ word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place >= 0, place + word.utf8CodeUnitCount <= bytes.count else { return false }
    return word.withUTF8Buffer { word in word.indices.allSatisfy { bytes[place + $0] == word[$0] } }
  }
}
