import CSS
import Diagnostics
import HTML
import Names

/// Finds the sheets of a document in their order: `<style>`, `<link rel=stylesheet>`, and what they import.
public struct StyleSheetCollector {
  /// What loads a sheet: the address as written, and the path of what refers to it; `nil` where it cannot be had.
  public typealias Loader = (_ url: String, _ base: String) -> SourceFile?
  /// What parses a sheet; the caller keeps what it has parsed.
  public typealias Parser = (SourceFile, StyleSheetOptions) -> CSSStyleSheet

  /// How sheets are read.
  public var options: StyleSheetOptions
  /// Problems: cycles of imports, and those that are too deep. Missing sheets are the loader's to report, which knows where it looked.
  public private(set) var diagnostics = DiagnosticSink()

  /// What loads a sheet of a `<link>` that names its encoding in `charset` (HTML, 16.2): the address, the path, the label.
  /// Without it such a link is as any other.
  public var labelledLoader: ((_ url: String, _ base: String, _ charset: String) -> SourceFile?)?

  private let loader: Loader
  private let parser: Parser
  /// Deeper imports than this are left out, and reported.
  private static let maximumImportDepth = 32
  /// Sheets that are named again cost as much as new ones, and a name is short: more bytes of them than this are left out.
  static let maximumRepeatedBytes = 3_000_000
  /// What a sheet takes beside its rules, in bytes.
  private static let bytesOfSheet = 256
  private var repeatedBytes = 0
  private var paths: Set<String> = []
  private var pagePath = ""

  /// A collector.
  ///
  /// - Parameters:
  ///   - options: how sheets are read.
  ///   - loader: gives the bytes of a sheet that is linked or imported.
  ///   - parser: parses a sheet that was loaded; the default parses again each time.
  public init(
    options: StyleSheetOptions = StyleSheetOptions(), loader: @escaping Loader,
    parser: @escaping Parser = { CSSStyleSheet($0, options: $1) }
  ) {
    self.options = options
    self.loader = loader
    self.parser = parser
  }

  /// The sheets of a document that count: alternates, disabled links and unknown types are left out.
  ///
  /// - Parameters:
  ///   - document: the tree.
  ///   - source: the page, whose path is the base of its links and whose places `<style>` elements have.
  public mutating func collect(_ document: Document, source: SourceFile) -> [CollectedSheet] {
    pagePath = source.path
    var sheets: [CollectedSheet] = []
    var preferredTitle: String?
    var node = NodeID.document
    while node.exists {
      if document.isElement(node) {
        if document.name(node) == .style, isStyleType(document, node) {
          if isPreferred(document.value(node, "title"), &preferredTitle),
            let sheet = inlineSheet(document, node, source)
          {
            sheets.append(sheet)
          }
        } else if document.name(node) == .link, isPageElement(document, node) {
          collectLink(document, node, source, &preferredTitle, into: &sheets)
        }
      }
      node = document.next(after: node)
    }
    return sheets
  }

  /// Whether an element is HTML's, or of a page in a dialect whose elements have no namespace.
  private func isPageElement(_ document: Document, _ node: NodeID) -> Bool {
    document.namespace(node) == .html || (options.lineComments && document.namespace(node) == .other)
  }

  private func isStyleType(_ document: Document, _ node: NodeID) -> Bool {
    guard isPageElement(document, node) || document.namespace(node) == .svg else { return false }
    guard let type = document.value(node, .type), !type.isEmpty else { return true }
    return type.lowercased() == "text/css"
  }

  /// Whether the `type` of a link names CSS; its parameters do not count (HTML, 4.2.4.4).
  private func isStyleType(ofLink type: String) -> Bool {
    let essence = type.prefix { $0 != ";" }.drop { $0.isWhitespace }.lowercased()
    return essence.isEmpty || essence.hasPrefix("text/css") && essence.dropFirst(8).allSatisfy(\.isWhitespace)
  }

  /// HTML, 4.2.6: whether a sheet is of no set, or of the preferred one, which the first title names.
  private func isPreferred(_ title: String?, _ preferredTitle: inout String?) -> Bool {
    guard let title, !title.isEmpty else { return true }
    if let preferredTitle { return preferredTitle == title }
    preferredTitle = title
    return true
  }

  private func media(_ document: Document, _ node: NodeID) -> [MediaQueryList] {
    guard let text = document.value(node, .media), !text.isEmpty else { return [] }
    let list = MediaQueryList(text: text)
    return list.queries.isEmpty ? [] : [list]
  }

  private mutating func inlineSheet(_ document: Document, _ node: NodeID, _ source: SourceFile) -> CollectedSheet? {
    let text = document.textContent(node)
    let child = document.firstChild(node)
    let offset = child.exists ? document.sourceRange(child).lowerBound : 0
    let file = SourceFile(Array(text.utf8), in: source, at: offset)
    let sheet = parser(file, options)
    var result = collected(sheet, media: media(document, node), base: source.path, ancestors: [])
    result.ownerParent = document.parentElement(node)
    return result
  }

  private mutating func collectLink(
    _ document: Document, _ node: NodeID, _ source: SourceFile, _ preferredTitle: inout String?,
    into sheets: inout [CollectedSheet]
  ) {
    let base = source.path
    let relations = (document.value(node, .rel) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    guard relations.contains("stylesheet"), let address = document.value(node, .href), !address.isEmpty,
      !document.hasAttribute(node, .disabled)
    else { return }
    if let type = document.value(node, .type), !isStyleType(ofLink: type) { return }
    if relations.contains("alternate") || !isPreferred(document.value(node, "title"), &preferredTitle) { return }
    let charset = document.value(node, "charset") ?? ""
    guard
      let file = DataAddress.sheet(address)
        ?? (charset.isEmpty ? nil : labelledLoader?(address, base, charset)) ?? loader(address, base)
    else { return }
    guard takes(file, source, document.sourceRange(node)) else { return }
    let sheet = parser(file, options(of: file, page: base))
    var result = collected(sheet, media: media(document, node), base: file.path, ancestors: [file.path])
    result.ownerParent = document.parentElement(node)
    sheets.append(result)
  }

  /// Whether there is room for a sheet; the first for which there is none is reported.
  private mutating func takes(_ file: SourceFile, _ source: SourceFile, _ range: Range<Int>) -> Bool {
    // What a page's own text says is not read from a file.
    if file.path == pagePath || paths.insert(file.path).inserted { return true }
    guard repeatedBytes <= Self.maximumRepeatedBytes else { return false }
    repeatedBytes += file.bytes.count + Self.bytesOfSheet
    if repeatedBytes <= Self.maximumRepeatedBytes { return true }
    diagnostics.report(
      .cssRepeatedSheets,
      """
      `\(file.path.prefix(80))` is named once more; the sheets that the page names again have more than \
      \(Self.maximumRepeatedBytes) bytes
      """, in: source, at: range, help: "name each sheet once")
    return false
  }

  /// A sheet with its imports, which come before its rules.
  private mutating func collected(
    _ sheet: CSSStyleSheet, media: [MediaQueryList], base: String, ancestors: [String]
  ) -> CollectedSheet {
    var imports: [CollectedSheet?] = []
    for rule in sheet.imports {
      imports.append(importedSheet(rule, of: sheet, base: base, ancestors: ancestors))
    }
    return CollectedSheet(sheet, media: media, imports: imports)
  }

  private mutating func importedSheet(
    _ rule: ImportRule, of sheet: CSSStyleSheet, base: String, ancestors: [String]
  ) -> CollectedSheet? {
    guard rule.isSupported else { return nil }
    guard ancestors.count < Self.maximumImportDepth else {
      diagnostics.report(
        .cssImportTooDeep,
        "`\(rule.url.prefix(80))` is left out: sheets import each other at most \(Self.maximumImportDepth) levels deep",
        in: sheet.source, at: rule.range, help: "import it from a sheet that is nearer to the page")
      return nil
    }
    guard let file = DataAddress.sheet(rule.url) ?? loader(rule.url, base) else { return nil }
    if ancestors.contains(file.path) {
      diagnostics.report(
        .cssImportCycle, "`\(rule.url)` is being imported already", in: sheet.source, at: rule.range)
      return nil
    }
    guard takes(file, sheet.source, rule.range) else { return nil }
    let sheet = parser(file, options(of: file, page: pagePath))
    return collected(sheet, media: [], base: file.path, ancestors: ancestors + [file.path])
  }

  /// How a sheet of its own file is read: its URLs count from its folder, where that is another than the page's own text.
  private func options(of file: SourceFile, page: String) -> StyleSheetOptions {
    var options = options
    guard file.path != page, !file.path.hasPrefix("data:") else { return options }
    let folder = file.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    options.urlFolder = "/" + folder
    return options
  }
}
