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
    let words: [StaticString] = ["{{", "<include", "hybrid+json", "layout="]
    return bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<bytes.count {
        switch bytes[index] {
        // Composition's own attributes begin with `t:`, misspelt ones too.
        case 0x74 where index > 0 && index + 1 < bytes.count && bytes[index + 1] == 0x3A && bytes[index - 1] <= 0x20:
          return true
        case 0x7B, 0x3C, 0x68, 0x6C:
          // OPTIMIZATION: the second byte tells nearly all places apart.
          guard index + 1 < bytes.count else { break }
          let second = bytes[index + 1]
          guard second == 0x7B || second == 0x69 || second == 0x79 || second == 0x61 else { break }
          for word in words where index + word.utf8CodeUnitCount <= bytes.count {
            let isHere = word.withUTF8Buffer { word in
              word.indices.allSatisfy { bytes[index + $0] == word[$0] }
            }
            if isHere { return true }
          }
        default: break
        }
      }
      return false
    }
  }
}
