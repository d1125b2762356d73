import CSS
import Composition
import Diagnostics
import HTML
import Layout
import Markdown
import Names
import References
import Semantics
import Style
import Text

/// Reads one page: its text, its tree, the stylesheets, fonts and images that it names; gathers its problems and inputs.
///
/// One per page and thread.
struct PageReading {
  /// The largest page that is read, in bytes: what is larger is data, not a page.
  static let maximumSize = 64 << 20

  let path: String
  let compiler: PageCompiler
  /// The file that an author wrote the page in: a Markdown file, the original of a translation, or ``path`` itself.
  var authoredFile: String { compiler.composition.derived[path]?.source ?? path }
  var diagnostics = DiagnosticSink()
  var checker: ReferenceChecker
  private(set) var dialect: Dialect = .web
  /// What the document's URLs count from; after ``read()``.
  private(set) var base: DocumentBase
  private(set) var source: SourceFile
  /// The name of the page's encoding, which style sheets are in that name none.
  private(set) var encoding = "utf-8"
  /// The bindings, handlers and scripts of a Token page.
  private(set) var bindings = PageBindings.none
  /// What the attributes of a Token page's components stand for, by element.
  private var declarations: [NodeID: String] = [:]
  /// The placeholders of partials and layouts that nothing filled.
  private var unfilled: [UnfilledPlaceholder] = []
  /// Whether the page has a search box.
  private var hasSearchBox = false
  /// The files that the page was composed from.
  private(set) var composition: [CompositionInput] = []
  /// The bytes of the files and data that the page is made of; after ``read()``.
  private var inputSize = 0
  /// How many bytes more the markup of a Markdown file has than the file.
  private var markupGrowth = 0
  /// What its layout may take; after ``read()``.
  var limits: LayoutLimits {
    LayoutLimits(matchingSteps: compiler.options.maximumMatchingSteps, inputSize: inputSize)
  }
  /// The fonts that the page's rules and the configuration declare; after ``collectStyles(of:)``.
  private(set) var fontSet: FontSet

  init(path: String, compiler: PageCompiler) {
    self.path = path
    self.compiler = compiler
    base = DocumentBase(path)
    checker = ReferenceChecker(files: compiler.files, options: compiler.options)
    source = SourceFile(path: path, bytes: [])
    fontSet = compiler.fonts.set(places: []) { [] }
  }

  /// Reports that matching the page's selectors took too long.
  mutating func reportCostlySelectors() {
    diagnostics.report(
      Diagnostic(
        .cssSelectorTooCostly,
        "matching the page's selectors takes too many steps; what is left counts as not matching",
        at: SourceLocation(file: authoredFile)))
  }

  /// Reports what keeps readers from the page.
  ///
  /// - Returns: the semantics of each layout.
  mutating func reportAccessibility(of layouts: [ViewportLayout], _ document: Document) -> [SemanticTree] {
    AccessibilityCheck.report(document, layouts, isToken: dialect == .token, in: source, &diagnostics)
  }

  /// Reports that substituting custom properties gives too much text.
  mutating func reportLongText(of element: NodeID, _ document: Document) {
    diagnostics.report(
      .cssCustomPropertyTooLong,
      """
      substituting `var()` gives more than 1 MiB of text for a property of `\(document.name(element))`; the property is \
      invalid
      """,
      in: source, at: document.sourceRange(element),
      help: "look for custom properties that hold each other several times")
  }

  /// The most elements and texts of a page that is laid out.
  static let maximumNodeCount = 500_000

  /// The most form controls and options of a page: each has boxes of its own, and styles in a dozen states.
  static let maximumControlCount = 60_000

  /// The most attributes of an element: what reads markup back looks for each name among all others.
  static let maximumAttributeCount = 4_096

  /// The most languages that a page declares: what shapes texts keeps each, and looks through all of them.
  static let maximumLanguageCount = 2_000

  /// Whether a page is small enough for a layout; reports the first node beyond.
  mutating func mayLayOut(_ document: Document) -> Bool {
    // The parser stopped, and reported that.
    guard document.reopenedCount <= Document.maximumReopenedCount else { return false }
    var languages: Set<String> = []
    for number in 0..<min(document.nodeCount, Self.maximumNodeCount) {
      let node = document.node(number: number)
      let attributes = document.attributes(node)
      for attribute in attributes where attribute.name == .lang || attribute.name == .xmlLang {
        languages.insert(document.value(attribute))
        guard languages.count > Self.maximumLanguageCount else { continue }
        diagnostics.report(
          .treeLimit, "the page declares more than \(Self.maximumLanguageCount) languages", in: source,
          at: attribute.sourceRange, help: "spread it over several pages")
        return false
      }
      guard attributes.count > Self.maximumAttributeCount, document.isElement(node) else { continue }
      diagnostics.report(
        .treeLimit,
        "`\(document.name(node))` has \(attributes.count) attributes; \(Self.maximumAttributeCount) are the most",
        in: source, at: attributes[attributes.startIndex + Self.maximumAttributeCount].sourceRange,
        help: "put the data into the element's text, or load it by script")
      return false
    }
    guard document.nodeCount > Self.maximumNodeCount else { return mayStyleControls(document) }
    diagnostics.report(
      .treeLimit, "the page makes \(document.nodeCount) nodes; \(Self.maximumNodeCount) are the most", in: source,
      at: document.sourceRange(document.node(number: Self.maximumNodeCount)),
      help: "spread it over several pages, or load its data by script")
    return false
  }

  private static let controls: Set<Name> = [.input, .select, .option, .optgroup, .textarea, .button]

  /// Whether a page has few enough controls; reports the first beyond.
  private mutating func mayStyleControls(_ document: Document) -> Bool {
    guard document.nodeCount > Self.maximumControlCount else { return true }
    var count = 0
    for number in 0..<document.nodeCount {
      let node = document.node(number: number)
      guard document.isElement(node), Self.controls.contains(document.name(node)) else { continue }
      count += 1
      guard count > Self.maximumControlCount else { continue }
      diagnostics.report(
        .treeLimit, "the page has more than \(Self.maximumControlCount) form controls and options", in: source,
        at: document.sourceRange(node), help: "spread them over several pages, or load them by script")
      return false
    }
    return true
  }

  /// Reports the first element whose generated content layouts had no room for.
  mutating func reportGeneratedContent(beyond layouts: [ViewportLayout], _ document: Document) {
    guard let element = layouts.lazy.compactMap(\.generatesBeyondLimit).first else { return }
    diagnostics.report(
      .generatedContentLimit, "there is no room for what rules generate in `\(document.name(element))` and behind it",
      in: source, at: document.sourceRange(element),
      help: "let rules with a long `content` match fewer elements, or put the text into the page once")
  }

  /// Reports the first element whose lines a layout had no room for.
  mutating func reportLines(beyond layout: ViewportLayout, _ document: Document) {
    guard let index = layout.result.nodeBeyondPieces else { return }
    let node =
      switch layout.origins[Int(index)] {
      case .node(let node), .pseudo(let node, _), .anonymous(let node): node
      }
    let place =
      document.isElement(node)
      ? "in `\(document.name(node))`" : "of this text in `\(document.name(document.parent(node)))`"
    let most = limits.pieces
    diagnostics.report(
      .lineLimit,
      """
      the page has more than \(most) pieces of text on lines and boxes at \
      \(layout.viewport.name); there is no \
      room for those \(place) and behind it
      """,
      in: source, at: document.sourceRange(node),
      help: "spread the page over several, or give texts room for more than a character on a line")
  }

  /// Reports what a layout takes more of than a page may have: steps for its styles, or parts of long values.
  mutating func reportValues(beyond layout: ViewportLayout, _ document: Document) {
    reportStyles(beyond: layout, document)
    guard let element = layout.styles.elementBeyondParts else { return }
    diagnostics.report(
      .valueLimit,
      """
      the long values of all elements have more than \(ElementStyles.maximumParts) parts at \(layout.viewport.name); \
      those of `\(document.name(element))` have the most
      """,
      in: source, at: document.sourceRange(element),
      help: "shorten the longest lists in the page's rules, or let them match fewer elements")
  }

  private mutating func reportStyles(beyond layout: ViewportLayout, _ document: Document) {
    guard let excess = layout.styles.excess else { return }
    let element = document.name(excess.element)
    let message: String
    switch excess.limit {
    case .steps:
      let most = excess.steps / 1_000_000
      message = """
        the styles of the page take more than \(most) million steps at its viewports up to \(layout.viewport.name), \
        \(Int(excess.share * 100)) % of them for \(excess.kind.name); those of `\(element)` take the most
        """
    case .declarations:
      message = """
        more than \(StyleWork.maximumDeclarations) declarations apply to `\(element)` at \(layout.viewport.name), each \
        counted for each longhand
        """
    }
    diagnostics.report(
      .cssTooManyRules, message, in: source, at: document.sourceRange(excess.element), help: excess.kind.help)
  }

  /// Reports elements whose states combine in more ways than page files carry.
  mutating func reportCrowdedStates(_ elements: [NodeID], _ document: Document) {
    var reported: Set<NodeID> = []
    for element in elements where reported.insert(element).inserted {
      diagnostics.report(
        .cssTooManyStates,
        "the states that `\(document.name(element))` depends on combine in more ways than the page file carries",
        in: source, at: document.sourceRange(element),
        help: "a style may depend on 8 states of elements, in 64 combinations")
    }
  }

  // MARK: The document

  /// The page's tree, or `nil` where it cannot be made, which has been reported.
  mutating func read() -> Document? {
    let bytes: [UInt8]
    do {
      bytes = try checker.read(authoredFile)
    } catch {
      diagnostics.report(
        Diagnostic(.fileUnreadable, "the page cannot be read: \(error)", at: SourceLocation(file: authoredFile)))
      return nil
    }
    guard bytes.count <= Self.maximumSize else {
      diagnostics.report(
        Diagnostic(
          .pageTooLarge, "the page has \(bytes.count) bytes; \(Self.maximumSize) are the most",
          at: SourceLocation(file: authoredFile)))
      return nil
    }
    inputSize = bytes.count
    let derived = compiler.composition.derived[path]
    // Markdown is UTF-8: markup in its code blocks declares nothing.
    let decoded = derived?.markdown == nil ? EncodingSniffer.decode(bytes) : EncodingSniffer.decodeStyleSheet(bytes)
    source = SourceFile(path: authoredFile, bytes: decoded.text)
    if let fault = BinaryData.fault(in: decoded.text) {
      diagnostics.report(BinaryData.problem(of: source, at: fault))
      return nil
    }
    encoding = decoded.encoding
    decoded.report(in: source, to: &diagnostics)
    if decoded.text.allSatisfy({ $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) {
      diagnostics.report(
        Diagnostic(
          .pageEmpty, "the page is empty", at: SourceLocation(file: authoredFile), help: "fill it or remove it"))
    }
    var hasForeignFrontMatter = false
    if let markdown = derived?.markdown {
      guard let markup = markup(of: markdown) else { return nil }
      // What Markdown becomes does not count as what the page is made of.
      markupGrowth = max(0, markup.bytes.count - source.bytes.count)
      source = markup
    } else {
      dialect = PageDialect.detect(in: source) == .token ? .token : compiler.options.dialect
      hasForeignFrontMatter = ForeignFrontMatter.report(in: source, &diagnostics)
    }
    guard compose() else { return nil }
    if path.lowercased().hasSuffix(".xhtml") {
      dialect = .web
      guard let document = XMLDocumentParser.parse(source, diagnostics: &diagnostics) else { return nil }
      check(document)
      return document
    }
    guard dialect == .token else {
      var problems = DiagnosticSink()
      let document = HTMLParser.parse(
        source, scripting: compiler.options.features.scripting, diagnostics: &problems)
      // What follows from the front matter is one problem with it.
      diagnostics.append(hasForeignFrontMatter ? problems.without(Self.consequences) : problems)
      check(document)
      return document
    }
    guard let document = TokenParser.parse(source, diagnostics: &diagnostics) else { return nil }
    check(document)
    let scripts = PageScripts(
      document, path: path, base: compiler.options.base, source: source, checker: &checker, diagnostics: &diagnostics)
    var collector = BindingCollector(
      document, registry: compiler.registry, source: source, scripts: scripts, diagnostics: diagnostics)
    collector.collect()
    bindings = collector.result
    diagnostics = collector.diagnostics
    var preparation = TokenPreparation(registry: compiler.registry, source: source)
    declarations = preparation.declarations(of: document, diagnostics: &diagnostics)
    return document
  }

  /// A Markdown file as markup; `nil` after a report.
  private mutating func markup(of page: MarkdownPage) -> SourceFile? {
    let composition = compiler.composition
    let prefix = compiler.options.base
    let file = source.path
    var page = page
    page.layout = page.layout.map { (prefix.hasSuffix("/") ? prefix : prefix + "/") + SiteReference.percentEncoded($0) }
    return page.markup(of: source, &diagnostics) { url in
      // A link to another Markdown file leads to its page.
      guard url.contains(".md") || url.contains(".markdown"),
        case .local(let target, let suffix) = SiteReference(url, from: file, base: prefix),
        let made = composition.markdownPages[target]
      else { return url }
      return SiteReference.relative(to: made, from: file) + suffix
    }
  }

  /// The notes that text before the doctype leads to.
  private static let consequences: Set<String> = [
    "missing-doctype", "unexpected-doctype", "unexpected-start-tag", "unexpected-end-tag",
  ]

  /// Puts the page together from what it names, where it names anything; false where it grew beyond its limits.
  private mutating func compose() -> Bool {
    let composed = compiler.composer.compose(source, of: path, isToken: dialect == .token)
    if let text = composed.source { (source, inputSize) = (text, composed.inputSize - markupGrowth) }
    diagnostics.append(composed.diagnostics)
    for dependency in composed.dependencies { checker.record(dependency) }
    unfilled = composed.unfilled
    composition = composed.inputs.isEmpty ? [CompositionInput(path: path, role: "page")] : composed.inputs
    return !composed.isStopped
  }

  /// What the page's URLs count from: without a base that is so long that resolving them would take seconds.
  private mutating func documentBase(_ document: Document) -> DocumentBase {
    if let attribute = DocumentBase.attribute(of: document), case let length = document.utf8(of: attribute).count,
      length > DocumentBase.mostBytes / document.nodeCount
    {
      diagnostics.report(
        .baseTooLong,
        "the base URL has \(length) bytes on a page of \(document.nodeCount) nodes; it is left out", in: source,
        at: attribute.sourceRange)
      return DocumentBase(path)
    }
    return DocumentBase(of: document, path: path, prefix: compiler.options.base)
  }

  private mutating func check(_ document: Document) {
    // Token pages have no such element.
    if dialect == .web { base = documentBase(document) }
    var parsing = ParsingOptions()
    parsing.isQuirks = document.quirksMode == .quirks || dialect == .token
    parsing.isToken = dialect == .token
    let markup = MarkupChecker(
      base: base, source: source, parsing: parsing, images: compiler.images, files: compiler.files,
      registry: dialect == .token ? compiler.registry : nil)
    markup.check(document, &checker, &diagnostics)
    hasSearchBox =
      SearchMarkup(document, isIndexed: compiler.options.collectsSearch, in: source, &diagnostics).hasBox
    IntegrityChecker(documentBase: base, base: compiler.options.base, source: source).check(
      document, &checker, &diagnostics)
    guard dialect == .web else { return }
    ElementChecker(source: source).check(document, &diagnostics)
    var scripts = ScriptChecker(base: base, source: source, compiler: compiler)
    scripts.check(document, &checker, &diagnostics)
    BraceChecker(source: source, unfilled: unfilled).check(
      document, isFilledByScripts: scripts.fillsBraces, &diagnostics)
  }

  // MARK: Styles

  /// The page's stylesheets with what they import, in order.
  ///
  /// - Parameter family: a font family whose faces are left out, as before they are loaded.
  mutating func collectStyles(of document: Document, withoutFamily family: String? = nil) -> PageStyleSheets {
    var options = StyleSheetOptions()
    options.quirksMode = document.quirksMode == .quirks
    options.lineComments = dialect == .token
    if dialect == .token { options.nativeProperties = compiler.registry.ownProperties }
    let collection = StyleCollection(reading: self, options: options, compiler: compiler)
    let sheets = collection.collect(document)
    fontSet = compiler.fonts.set(places: family == nil ? collection.fontPlaces : nil) {
      collection.fontFaces(without: family)
    }
    diagnostics = collection.diagnostics
    checker = collection.checker
    let sharesRules = collection.sharesRules(sheets)
    return PageStyleSheets(
      sheets: sheets, isQuirks: document.quirksMode == .quirks, dialect: dialect,
      cache: sharesRules ? compiler.ruleSets : RuleSetCache(), sharesRules: sharesRules,
      components: compiler.componentSheet, declarations: declarations)
  }

  // MARK: What else the compiler asks

  /// What lays the page out with the compiler's options.
  mutating func layoutStage(
    of document: Document, _ sheets: PageStyleSheets, resolvesStates: Bool, record: TextRecord? = nil
  ) -> LayoutStage {
    LayoutStage(
      document: document, sheets: sheets, fonts: fontSet, images: images(of: document), digests: compiler.digests,
      styleMemories: compiler.styleMemories, customScrollbars: compiler.options.features.customScrollbars,
      resolvesStates: resolvesStates, limits: limits, record: record)
  }

  /// The natural sizes of the page's images.
  mutating func images(of document: Document) -> PageImages {
    PageImages(
      document: document, documentBase: base, base: compiler.options.base, files: compiler.files, cache: compiler.images
    )
  }

  /// What readers can find the page by; `nil` where it is left out.
  func searchText(of document: Document, _ layouts: [ViewportLayout]) -> PageSearchText? {
    SearchTextCollector.text(of: document, layouts, isToken: dialect == .token) { url in
      guard case .local(let target, _) = SiteReference(url, from: base, prefix: compiler.options.base),
        compiler.files.contains(target)
      else { return nil }
      return target
    }
  }

  /// The page as a web view loads it.
  mutating func webPage(_ document: Document) -> [UInt8] {
    WebPageWriter(
      path: path, documentBase: base, base: compiler.options.base,
      hasBridge: compiler.options.hasBridge && dialect == .web,
      hasSearchBox: hasSearchBox && compiler.options.collectsSearch && dialect == .web,
      isShownElsewhere: dialect == .web && compiler.options.isShownElsewhere(path),
      readsPlainMarkup: compiler.readsAllMarkup || SampledCheck.includes(path),
      isRewritten: { [compiler] target in
        if compiler.composition.vendored.routedFiles.contains(target) { return true }
        guard PackagedStyleSheet.isStyleSheet(target), let bytes = try? compiler.files.read(target) else {
          return false
        }
        if PackagedStyleSheet(path: target, base: compiler.options.base).rewritten(bytes) != nil { return true }
        guard compiler.options.minifiesStyles, case .shorter = StyleSheetMinifier.minified(sheet: bytes) else {
          return false
        }
        return true
      }
    ).write(document, of: source, diagnostics: &diagnostics)
  }

  /// The answer for a page that could not be read.
  func emptyPage() -> CompiledPage {
    CompiledPage(
      path: path, pageFile: [], layoutFiles: [], webFile: [], title: "", diagnostics: diagnostics.diagnostics,
      inputs: checker.inputs, contents: checker.contents, references: checker.references, composition: composition,
      links: PageLinks(), fonts: [], elementCount: 0)
  }
}

extension StyleWork.Kind {
  /// What the steps are for, as messages name it.
  fileprivate var name: String {
    switch self {
    case .styles: "distinct styles"
    case .declarations: "rules and declarations"
    case .values: "lists and the arguments of functions"
    case .references: "custom properties and `var()`"
    case .animations: "keyframes and animations"
    }
  }

  /// What a page that takes too many of them may do.
  fileprivate var help: String {
    switch self {
    case .styles:
      """
      let more elements have the same style: a custom property that an element sets is part of the styles of all \
      elements in it, so set it where it is used
      """
    case .declarations: "merge rules that match the same elements, or let them match fewer"
    case .values: "shorten the longest lists in the page's rules, or let them match fewer elements"
    case .references:
      """
      let more elements have the same style, or declare custom properties on `:root`: what `*` declares counts for each \
      distinct style
      """
    case .animations: "shorten the keyframes, or let fewer elements have animations"
    }
  }
}
