import CSS
import Composition
import Diagnostics
import HTML
import Names
import References
import Style
import Text

/// Collects a page's stylesheets and what they name: imports, fonts, images; reports what is missing, once a sheet.
///
/// A class, because the collector asks for sheets through closures that outlive a call.
final class StyleCollection {
  private let path: String
  private let documentBase: DocumentBase
  private let source: SourceFile
  private let compiler: PageCompiler
  private let options: StyleSheetOptions
  private(set) var diagnostics: DiagnosticSink
  private(set) var checker: ReferenceChecker
  private let encoding: String
  /// The sheets that are read in the page's encoding, which other pages do not share.
  private var sheetsOfPage: Set<String> = []
  private var visited: Set<ObjectIdentifier> = []
  private var fontRules: [(rule: DescriptorRule, sheet: String)] = []

  init(reading: PageReading, options: StyleSheetOptions, compiler: PageCompiler) {
    path = reading.path
    documentBase = reading.base
    source = reading.source
    encoding = reading.encoding
    diagnostics = reading.diagnostics
    checker = reading.checker
    self.options = options
    self.compiler = compiler
  }

  /// The sheets of a document, in order.
  func collect(_ document: Document) -> [CollectedSheet] {
    for reference in ReferenceCollector.references(of: document) where reference.kind == .stylesheet {
      _ = checker.resolve(
        reference.url, from: documentBase, kind: .stylesheet, source: source, range: reference.range,
        diagnostics: &diagnostics)
    }
    var collector = StyleSheetCollector(
      options: options, loader: { [self] in load($0, base: $1) },
      parser: { [self] file, options in
        // A page's own `<style>` is parsed with the page; a file once for all.
        file.path == path
          ? CSSStyleSheet(file, options: options)
          : sheetsOfPage.contains(file.path)
            ? CSSStyleSheet(compiler.composition.vendored.sheet(file) ?? file, options: options)
            : compiler.sheets.sheet(file.path, options: options) { compiler.composition.vendored.sheet(file) ?? file }
      })
    collector.labelledLoader = { [self] in load($0, base: $1, charset: $2) }
    let sheets = collector.collect(document, source: source)
    diagnostics.append(collector.diagnostics)
    for sheet in sheets { visit(sheet) }
    return sheets
  }

  /// The places of the page's `@font-face` rules, or `nil` where one is in the page itself.
  var fontPlaces: [String]? {
    fontRules.contains { $0.sheet == path }
      ? nil : fontRules.map { "\($0.sheet):\($0.rule.range.lowerBound)" }
  }

  /// Whether the rules of sheets may be shared with other pages: all are files that are parsed once, without conditions.
  func sharesRules(_ sheets: [CollectedSheet]) -> Bool {
    sheetsOfPage.isEmpty && sheets.allSatisfy { $0.sheet.source.path != path && $0.media.isEmpty }
  }

  /// The page's `@font-face` rules with their files.
  ///
  /// - Parameter family: a family whose rules are left out.
  func fontFaces(without family: String? = nil) -> [FontFaceRule] {
    let reader = FontFaceReader { [self] url, sheet in
      guard case .local(let target, _) = SiteReference(url, from: base(of: sheet), prefix: compiler.options.base) else {
        return DataURL(url).flatMap { try? FontFile(bytes: $0.bytes) }
      }
      return compiler.fonts.file(target) { try? self.checker.read(target) }
    }
    return fontRules.compactMap { reader.read($0.rule, sheet: $0.sheet) }.filter { $0.family != family }
  }

  /// What the URLs of a sheet count from: those of the page's own styles from what its markup does.
  private func base(of sheet: String) -> DocumentBase { sheet == path ? documentBase : DocumentBase(sheet) }

  /// The most bytes of a sheet that are read.
  private static let maximumSize = 8_000_000

  private func load(_ url: String, base: String, charset: String? = nil) -> SourceFile? {
    guard case .local(let target, _) = SiteReference(url, from: self.base(of: base), prefix: compiler.options.base)
    else {
      if let data = DataURL(url) { return SourceFile(path: base, bytes: data.bytes) }
      return nil
    }
    let label = charset.flatMap { TextEncoding(label: $0)?.name }
    // OPTIMIZATION: a sheet that another page has read is not read again.
    if compiler.files.contains(target),
      let known = compiler.sheetTexts.known(target, pageEncoding: encoding, label: label)
    {
      checker.record(target, exists: true)
      return note(known, of: target)
    }
    guard let bytes = try? checker.read(target) else { return nil }
    guard bytes.count <= Self.maximumSize else {
      diagnostics.report(
        Diagnostic(
          .styleSheetTooLarge, "the style sheet has more than 8 MB",
          at: SourceLocation(file: target), help: "split the sheet"))
      return nil
    }
    return note(
      compiler.sheetTexts.text(target, pageEncoding: encoding, label: label, bytes: bytes), of: target)
  }

  private func note(_ text: StyleSheetTexts.Text, of target: String) -> SourceFile {
    diagnostics.append(text.diagnostics)
    if text.isOfPage { sheetsOfPage.insert(target) }
    return text.source
  }

  /// Reports a sheet's problems and missing files, and goes on to what it imports.
  private func visit(_ collected: CollectedSheet) {
    let sheet = collected.sheet
    if visited.insert(ObjectIdentifier(sheet)).inserted {
      diagnostics.append(sheet.diagnostics)
      let file = sheet.source.path
      for rule in sheet.imports {
        _ = checker.resolve(
          rule.url, from: base(of: file), kind: .stylesheetImport, source: sheet.source, range: rule.range,
          diagnostics: &diagnostics)
      }
      if options.lineComments {
        TokenSheetCheck(registry: compiler.registry).check(sheet, &diagnostics)
      }
      for reference in compiler.sheets.references(of: sheet, options: options) {
        let target = checker.resolve(
          reference.url, from: base(of: file), kind: reference.kind, source: sheet.source, range: reference.range,
          diagnostics: &diagnostics)
        if let target, reference.isPlainImage {
          compiler.images.reportProblem(
            of: target, in: compiler.files, source: sheet.source, range: reference.range, &diagnostics)
        } else if let target, reference.isFont,
          let problem = compiler.fonts.problem(target, bytes: { try? checker.read(target) })
        {
          diagnostics.report(
            .unreadableFont, "the font `\(target)` cannot be used: \(problem)", in: sheet.source, at: reference.range,
            help: "replace the file; browsers take the next source or family")
        }
      }
      for rule in sheet.fontFaces { fontRules.append((rule, file)) }
    }
    for nested in collected.imports { if let nested { visit(nested) } }
  }
}
