import CSS
import CSSValues
import Diagnostics
import HTML
import Page
import PageFormat
import Semantics
import Style
import Text

/// A page on its way from a document and its sheets to its files, with what its steps share.
struct PageCompilation {
  private(set) var reading: PageReading
  private let document: Document
  private let sheets: PageStyleSheets
  private let stage: LayoutStage
  private let description: ViewportDescription
  /// Where text is noted that the page measures.
  private let record: TextRecord?
  /// One for each screen, in the options' order.
  private var layouts: [ViewportLayout] = []
  /// Those of the layouts, once the page has its files.
  private var viewports: [Viewport] = []

  private var options: CompilerOptions { reading.compiler.options }

  init(_ reading: PageReading, _ document: Document, _ sheets: PageStyleSheets) {
    var reading = reading
    let compiler = reading.compiler
    record = compiler.options.measuresText ? TextRecord() : nil
    stage = reading.layoutStage(of: document, sheets, resolvesStates: true, record: record)
    description = reading.viewportDescription(of: document)
    reading.reportMissingViewport(description)
    self.reading = reading
    self.document = document
    self.sheets = sheets
  }

  /// The page's files; `nil` where the page is refused, which ``reading`` says why.
  mutating func compile() -> CompiledPage? {
    let stage = stage
    guard stage.countingStyles({ layOut() }) else { return nil }
    reportLimits()
    let semantics = options.checksAccessibility ? reading.reportAccessibility(of: layouts, document) : []
    if options.checksLayout { reading.reportLayoutFaults(document, sheets, stage, description) }
    let variants = stage.countingTrials {
      PageVariants(layouts: layouts, document: document, sheets: sheets, features: options.features, stage: stage)
    }
    if let beyond = variants.samples.first(where: \.styles.isBeyondLimits) {
      reading.reportValues(beyond: beyond, document)
      return nil
    }
    let classes = ClassStates(document, bindings: reading.bindings, sheets: sheets, built: layouts) {
      [stage, options] document, layout in
      stage.changed(to: document).style(in: layout.viewport, features: options.features)
    }
    // OPTIMIZATION: all styles are known by now, and what matches the elements of a large page takes 20 MB.
    stage.forgetMatches()
    let samples = keepsLayouts ? variants.samples + classes.layouts : []
    var (encoder, layoutFiles) = encode(variants, classes, semantics)
    if reading.dialect == .token {
      reading.reportUnsupportedMotion(in: layouts + classes.layouts, document, sheets)
      reading.reportUnsupportedLooks(in: layouts + classes.layouts, document, sheets)
    }
    var page = files(&encoder, layoutFiles)
    finish(&page, samples)
    return page
  }

  // MARK: Layout

  /// Lays the page out at all screens; the answer is whether it may have so much.
  private mutating func layOut() -> Bool {
    defer { stage.forgetLines() }
    if let beyond = stage.prepareStyles(on: options.screens, described: description, features: options.features) {
      reading.reportValues(beyond: beyond, document)
      return false
    }
    for screen in options.screens {
      for layout in layouts { layout.setAside() }
      let layout = stage.layOut(on: screen, described: description, features: options.features)
      layouts.append(layout)
      // What is refused is not laid out at more viewports: lines are most of what such a page takes.
      guard layout.result.nodeBeyondPieces == nil, !layout.styles.isBeyondLimits else {
        reading.reportLines(beyond: layout, document)
        reading.reportValues(beyond: layout, document)
        return false
      }
    }
    for index in layouts.indices {
      layouts[index].noteStandIns(reading.fontSet)
      layouts[index].setAside()
    }
    return true
  }

  /// Reports what of the page has no part in its layouts, or another than its author means.
  private mutating func reportLimits() {
    if layouts.contains(where: \.styles.isIncomplete) { reading.reportCostlySelectors() }
    if let element = layouts.lazy.compactMap(\.styles.elementWithLongText).first {
      reading.reportLongText(of: element, document)
    }
    reading.reportGeneratedContent(beyond: layouts, document)
    reading.reportCrowdedStates(layouts.flatMap(\.styles.crowdedStates), document)
    reading.reportApproximateFonts(of: layouts, document, sheets, reading.compiler.sheets)
    reading.reportUnsupportedLayout(of: layouts, document, sheets, stage)
    guard layouts.contains(where: { $0.tree.isTruncated }) else { return }
    reading.diagnostics.report(
      Diagnostic(
        .nestedTooDeep,
        "elements are nested deeper than \(Page.maximumDepth); what is deeper has no frames",
        at: SourceLocation(file: reading.authoredFile),
        help: "nest less: a page of this depth shows in no browser as it is written"))
  }

  // MARK: Files

  /// Whether what the build asks for beside the page's files is read from its layouts.
  private var keepsLayouts: Bool { options.collectsSearch || options.subsetsFonts || record != nil }

  private var isMinified: Bool { options.minifiesPages || options.minifiesStyles }

  /// The model of the page file, and the layout files.
  private mutating func encode(
    _ variants: PageVariants, _ classes: ClassStates, _ semantics: [SemanticTree]
  ) -> (encoder: PageEncoder, layoutFiles: [[UInt8]]) {
    var encoder = PageEncoder(
      path: reading.path, dialect: reading.dialect, document: document, nodes: stage.nodes, layouts: layouts,
      samples: variants.samples + classes.layouts, bindings: reading.bindings,
      layoutChangingNodes: classes.layoutChangingNodes, styles: reading.compiler.stylePools.current)
    encoder.namesNoViewport = reading.dialect == .web && description.saysNothing
    // OPTIMIZATION: what is encoded is not held twice while the page is: lines are most of what a layout takes.
    encoder.forgetsPainted = !(isMinified || options.rewritesImages || options.checksAccessibility)
    let layoutFiles = encoder.encode(
      title: document.title, variants: variants, classes: classes, semantics: semantics,
      components: reading.compiler.registry, images: reading.images(of: document), features: options.features
    ) { layouts, runsScripts in reading.paintsFirstScreen(document, layouts, runsScripts: runsScripts) }
    return (encoder, layoutFiles)
  }

  /// The page's files, and what they say to hosts that paint them. The encoder's model is let go of once it is written.
  private mutating func files(_ encoder: inout PageEncoder, _ encodedLayouts: [[UInt8]]) -> CompiledPage {
    let runsScripts = encoder.runsScripts
    // What is left looks at the compilation's own layouts.
    encoder.layouts = []
    let uses = reading.imageUses(of: document, layouts, stage, sheets, description, runsScripts: runsScripts)
    let shipped = isMinified ? reading.minified(document, sheets, layouts, description) : document
    // OPTIMIZATION: neither the page file nor a painter asks for frames, and both take as much memory.
    for layout in layouts { layout.setAside() }
    let pageFile = encoder.page.encode()
    let (title, elementCount) = (encoder.page.title, encoder.page.nodes.count { $0.kind != .text })
    // OPTIMIZATION: the page is painted once the model is gone: of a large page both take as much.
    encoder.page = PageModel(source: reading.path, dialect: encoder.page.dialect)
    let layoutFiles = zip(layouts, encodedLayouts).map { layout, bytes in
      (layout.viewport.name, layout.viewport.colorScheme, bytes)
    }
    if !layoutFiles.isEmpty {
      let omissions = PaintingCheck.omissions(
        layouts, document, pageFile: pageFile, layoutFiles: layoutFiles.map(\.2))
      reading.reportOmissions(omissions, document, nodes: encoder.nodeIndices, sheets)
      reading.reportUnreadParts(document, sheets)
    }
    if options.checksAccessibility {
      reading.reportContrast(of: layouts, document, (pageFile, layoutFiles.map(\.2)), nodes: encoder.nodeIndices)
    }
    let fonts = fonts
    // OPTIMIZATION: the markup is read back once layouts are gone, if nothing asks for them: of a large page both take 60 MB.
    stage.forgetStyles()
    viewports = layouts.map(\.viewport)
    if !keepsLayouts { layouts = [] }
    let webFile = reading.webPage(ImageMarkup.marked(shipped, uses))
    var page = CompiledPage(
      path: reading.path, pageFile: pageFile, layoutFiles: layoutFiles,
      webFile: webFile, title: title, diagnostics: reading.diagnostics.diagnostics(ofPage: reading.path),
      inputs: reading.checker.inputs, contents: reading.checker.contents,
      references: reading.checker.references, composition: reading.composition,
      links: PageLinks(of: document, source: reading.source, path: reading.path, base: reading.base),
      fonts: fonts, elementCount: elementCount)
    page.imageUses = uses.map(\.use)
    return page
  }

  /// Adds what the build asks of the page beside its files.
  private mutating func finish(_ page: inout CompiledPage, _ samples: [ViewportLayout]) {
    page.candidates = reading.checker.candidates
    if options.collectsSearch { page.search = reading.searchText(of: document, layouts) }
    if let record {
      for layout in layouts + samples { record.note(layout.tree.styles, in: reading.fontSet) }
      page.measures = record.measures(
        with: reading.fontSet, forData: reading.dialect == .token || !reading.bindings.bindings.isEmpty,
        digest: reading.compiler.digests.hash(of:))
    }
    if options.subsetsFonts {
      page.characters = PageCharacterCollection.characters(
        of: document, layouts + samples, sheets, reading.bindings, reading.fontSet)
    }
    if !page.candidates.isEmpty {
      page.imageSources = reading.images(of: document).sources(
        in: viewports.map { ($0, Environment(viewport: $0, features: options.features)) })
    }
  }

  /// The fonts that measured, in order of family.
  private var fonts: [(family: String, hash: String)] {
    Set(layouts.flatMap(\.fonts)).map { ($0.family, $0.hash) }.sorted { $0 < $1 }
  }
}
