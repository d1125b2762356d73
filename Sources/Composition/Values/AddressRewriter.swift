import HTML
import Names
import References

/// Writes the URLs of fragments as the page has to: seen from the page's folder, in the page's language, and with the files
/// of the site in the place of remote ones (`hybrid vendor`).
struct AddressRewriter {
  let page: CompositionPage

  private var vendored: VendoredFiles { page.site.vendored }

  // MARK: Attributes

  /// Whether URLs in a file's CSS may have to be rewritten.
  func rewritesStyleSheets(of frame: Frame) -> Bool { !vendored.isEmpty || rebases(frame) }

  /// Whether a link names the language in which the reader goes on.
  func leadsToLanguage(_ piece: MarkupPiece, in context: Context) -> Bool {
    page.site.languages.count > 1 && context.scan.attribute(piece, CompositionNames.hreflang) != nil
  }

  /// A URL or `srcset` of a file as the page has to write it; `nil` where it stays.
  func rebased(
    _ url: String, _ attribute: Document.Attribute, of piece: MarkupPiece, in context: Context
  ) -> String? {
    if attribute.name == .srcset || attribute.name.string == "imagesrcset" {
      let result = SourceSet.rewriting(url) { rebased($0, piece, context) }
      return result == url ? nil : result
    }
    return rebased(url, piece, context)
  }

  private func rebased(_ url: String, _ piece: MarkupPiece, _ context: Context) -> String? {
    // Readers follow links to where they lead; what a page loads comes from the site.
    if piece.name != .a, piece.name != .area, let file = vendored.file(of: url) {
      return page.prefix + SiteReference.percentEncoded(file.path) + file.suffix
    }
    guard rebases(context.frame) || leadsToLanguage(piece, in: context) else { return nil }
    let isAbsolute = SiteReference.stripped(url).hasPrefix("/")
    let wanted = context.scan.value(piece, CompositionNames.hreflang)
    switch SiteReference(url, from: context.fragment.path, base: page.base) {
    case .local(let target, let suffix):
      let localized = localized(target, wanted)
      if isAbsolute, localized == target { return nil }
      return page.prefix + SiteReference.percentEncoded(localized) + suffix
    case .directory(let target, let suffix):
      let index = target.isEmpty ? "index.html" : target + "/index.html"
      let localized = localized(index, wanted)
      if localized != index { return page.prefix + SiteReference.percentEncoded(localized) + suffix }
      if isAbsolute { return nil }
      return page.prefix + (target.isEmpty ? "" : SiteReference.percentEncoded(target) + "/") + suffix
    default: return nil
    }
  }

  /// Whether the URLs of a file count from elsewhere than the page's.
  private func rebases(_ frame: Frame) -> Bool {
    if let language = page.language, language != page.site.languages.first { return true }
    return Self.folder(frame.fragment.path) != Self.folder(page.path)
  }

  private static func folder(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  /// A page's path in the page's language, or in that which a link names.
  private func localized(_ target: String, _ wanted: String?) -> String {
    guard let fallback = page.site.languages.first, let language = wanted ?? page.language else { return target }
    guard language != fallback, page.site.languages.contains(language) else { return target }
    for candidate in [target, target + ".html", target + "/index.html"] where page.site.localized.contains(candidate) {
      return language + "/" + target
    }
    return target
  }

  // MARK: Style sheets and scripts

  /// What the URLs in the text of a `<style>` become, seen from the page.
  func sheetEdits(_ piece: MarkupPiece, in context: Context) -> [TextEdit] {
    guard piece.name == .style, rewritesStyleSheets(of: context.frame) else { return [] }
    return StyleSheetAddresses.edits(context.source.bytes[piece.range], lineComments: page.isToken) {
      sheetAddress($0, context)
    }
  }

  /// A `style` attribute with its URLs as seen from the page.
  func led(style text: String, in context: Context) -> String {
    let bytes = Array(text.utf8)
    let edits = StyleSheetAddresses.edits(bytes[...], lineComments: page.isToken) { sheetAddress($0, context) }
    return edits.isEmpty ? text : String(decoding: TextEdit.applying(edits, to: bytes), as: UTF8.self)
  }

  /// A URL of a file's CSS as the page has to write it; `nil` where it stays.
  private func sheetAddress(_ url: String, _ context: Context) -> String? {
    // From the site's root, as in attributes: the page's `<base href>` may lead relative ones elsewhere.
    if let file = vendored.file(of: url) {
      return page.prefix + SiteReference.percentEncoded(file.path) + file.suffix
    }
    guard rebases(context.frame), !SiteReference.stripped(url).hasPrefix("/"),
      case .local(let target, let suffix) = SiteReference(url, from: context.fragment.path, base: page.base)
    else { return nil }
    return page.prefix + SiteReference.percentEncoded(target) + suffix
  }

  /// What the imports of a module, or the addresses of an import map, in a page become.
  func scriptEdits(_ index: Int, in context: Context) -> [TextEdit] {
    let scan = context.scan
    let piece = scan.pieces[index]
    guard piece.name == .script, !vendored.isEmpty, index > 0, case let tag = scan.pieces[index - 1],
      tag.kind == .startTag
    else { return [] }
    let bytes = Array(context.source.bytes[piece.range])
    let specifiers: [ModuleSpecifiers.Specifier]
    switch scan.value(tag, .type)?.lowercased() {
    case "module": specifiers = ModuleSpecifiers.specifiers(in: bytes)
    case "importmap": specifiers = ModuleSpecifiers.addresses(ofImportMap: bytes)
    default: return []
    }
    return ModuleSpecifiers.edits(of: specifiers, at: piece.range.lowerBound) { url in
      vendored.file(of: url).map { SiteReference.relative(to: $0.path, from: page.path) + $0.suffix }
    }
  }

  /// What the URLs in the text of a `<style>` or `<script>` become.
  func edits(_ index: Int, in context: Context) -> [TextEdit] {
    sheetEdits(context.scan.pieces[index], in: context) + scriptEdits(index, in: context)
  }
}
