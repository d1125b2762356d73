import CSS
import CSSValues
import Composition
import Diagnostics
import HTML
import Layout
import Style
import Text

/// Compiles pages of one site: safe to use from several threads at once; what pages share (stylesheets, fonts) is read once.
public final class PageCompiler: Sendable {
  /// What all pages have in common.
  public let options: CompilerOptions
  let files: any SiteFiles
  /// The files that pages are read from.
  public var siteFiles: any SiteFiles { files }
  let sheets: StyleSheetCache
  let sheetTexts: StyleSheetTexts
  let ruleSets = RuleSetCache()
  package let styleMemories = StyleMemories()
  let stylePools = StylePools()
  let fonts: FontCache
  let images: ImageCache
  /// What the site's scripts name.
  let scripts: ScriptFactsCache
  /// The components of Token pages.
  let registry: ComponentRegistry
  /// What the team's own components look like without styles.
  let componentSheet: CollectedSheet?

  let digests: FontDigests
  /// What puts pages together before they are parsed.
  let composer: Composer
  /// What pages are composed from.
  var composition: SiteComposition { composer.site }
  /// Whether the markup of every page is read back, and not that of a sample and of unusual pages only.
  let readsAllMarkup: Bool
  /// Which rules pages use, where someone wants to know.
  public let ruleUsage: RuleUsage?

  /// A compiler for the pages of a site.
  ///
  /// - Parameters:
  ///   - options: what all pages have in common.
  ///   - files: the site's files.
  ///   - composition: what pages are composed from.
  ///   - ruleUsage: where the rules are noted that compiled pages use.
  ///   - readsAllMarkup: whether the markup of every page is read back through XML's parser and compared; otherwise that of a sample
  ///     of the pages and of those whose markup is not plain.
  ///   - digest: the content hash of a font's bytes, as manifests write it (`sha256-` and base64url).
  public init(
    options: CompilerOptions, files: any SiteFiles, composition: SiteComposition = SiteComposition(),
    ruleUsage: RuleUsage? = nil, readsAllMarkup: Bool = true,
    digest: @escaping @Sendable (UnsafeRawBufferPointer) -> String = { _ in "" }
  ) {
    self.options = options
    composer = Composer(composition, base: options.base, isSnapshot: options.isSnapshot) { try? files.read($0) }
    self.ruleUsage = ruleUsage
    self.readsAllMarkup = readsAllMarkup
    sheets = StyleSheetCache()
    sheetTexts = StyleSheetTexts()
    images = ImageCache()
    scripts = ScriptFactsCache()
    digests = FontDigests(digest: digest)
    self.files = files
    fonts = FontCache(configured: options.fonts, hyphenation: options.hyphenation, files: files)
    let registry = ComponentRegistry(adding: options.components)
    self.registry = registry
    componentSheet =
      registry.ownSheet.isEmpty ? nil : PageStyleSheets.userAgentSheet("components.css", registry.ownSheet)
  }

  /// A compiler for the same pages after files of the site changed, which keeps what another one read of all others.
  ///
  /// The site has the same files as before, and is composed of nothing.
  ///
  /// - Parameters:
  ///   - other: the compiler from before.
  ///   - changed: the site paths of the files that changed.
  ///   - options: what all pages have in common; `nil` is answered where it was something else before.
  ///   - files: the site's files.
  public convenience init?(
    keeping other: PageCompiler, except changed: Set<String>, options: CompilerOptions, files: any SiteFiles
  ) {
    // What pages used before would have to be told apart from what they use now.
    guard options == other.options, other.ruleUsage == nil, changed.isDisjoint(with: options.textFiles) else {
      return nil
    }
    self.init(of: other, except: changed, files)
  }

  private init(of other: PageCompiler, except changed: Set<String>, _ files: any SiteFiles) {
    options = other.options
    composer = Composer(other.composition, base: options.base, isSnapshot: options.isSnapshot) { try? files.read($0) }
    ruleUsage = nil
    readsAllMarkup = other.readsAllMarkup
    digests = other.digests
    registry = other.registry
    componentSheet = other.componentSheet
    self.files = files
    fonts = FontCache(keeping: other.fonts, except: changed)
    sheets = StyleSheetCache(keeping: other.sheets, except: changed)
    sheetTexts = StyleSheetTexts(keeping: other.sheetTexts, except: changed)
    images = ImageCache(keeping: other.images, except: changed)
    scripts = ScriptFactsCache(keeping: other.scripts, except: changed)
  }

  /// The fonts of the options that are there and cannot be used.
  public var unusableFonts: [(family: String, path: String, reason: String)] {
    fonts.problems.filter { files.contains($0.path) }
  }

  /// The hyphenation dictionaries of the options that are there and cannot be used.
  public var unusableDictionaries: [(language: String, path: String, reason: String)] {
    fonts.unreadableDictionaries.filter { files.contains($0.path) }
  }

  /// Lets go of what pages left so that the next ones take less time: styles, layouts, texts that were measured. What pages come to
  /// does not depend on it. No page should be in work: it would go on without.
  package func releaseMemories() {
    styleMemories.releaseIdle()
    fonts.releaseMeasured()
  }

  /// Compiles the page at a site path. Problems are part of the answer; a page with errors has whatever could be made.
  public func compile(_ path: String) -> CompiledPage {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read(), reading.mayLayOut(document) else { return reading.emptyPage() }
    let sheets = reading.collectStyles(of: document)
    ruleUsage?.add(document, sheets.sheets)
    var compilation = PageCompilation(reading, document, sheets)
    return compilation.compile() ?? compilation.reading.emptyPage()
  }

  /// Lays a page out at one viewport and keeps everything for a look inside; `nil` where it cannot be read.
  ///
  /// - Parameters:
  ///   - path: the site path.
  ///   - viewport: the screen.
  ///   - states: whether to compute the styles of states such as `:hover` too.
  public func inspect(
    _ path: String, viewport: Viewport, states: Bool = false
  ) -> PageInspection? {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read(), reading.mayLayOut(document) else { return nil }
    let sheets = reading.collectStyles(of: document)
    let stage = reading.layoutStage(of: document, sheets, resolvesStates: states)
    let layout = stage.layOut(
      on: viewport, described: reading.viewportDescription(of: document), features: options.features)
    reading.reportLines(beyond: layout, document)
    reading.reportValues(beyond: layout, document)
    var inspection = PageInspection(
      document: document, layout: layout, isToken: reading.dialect == .token)
    inspection.source = reading.source
    inspection.diagnostics = reading.diagnostics.diagnostics(ofPage: path)
    return inspection
  }

  /// Measures text as the build of a page does, with the page's own fonts; `nil` where the page cannot be read. What
  /// looks at new layouts (tests, previews) stands in for a device with it.
  public func textMeasurer(of path: String, scale: Double) -> (any TextMeasurer)? {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read() else { return nil }
    _ = reading.collectStyles(of: document)
    return SystemTextMeasurer(fonts: reading.fontSet, scale: scale)
  }

  /// Parses a page and nothing more; `nil` where it cannot be read.
  public func document(_ path: String) -> (document: Document?, diagnostics: [Diagnostic]) {
    var reading = PageReading(path: path, compiler: self)
    let document = reading.read()
    return (document, reading.diagnostics.diagnostics(ofPage: path))
  }

  /// Parses a page for its links and nothing more; without any where it cannot be read.
  public func links(_ path: String) -> PageLinks {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read() else { return PageLinks() }
    return PageLinks(of: document, source: reading.source, path: path, base: reading.base)
  }
}
