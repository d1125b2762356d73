import Diagnostics
import HTML
import Names
import References

/// Writes one page out of the pieces of its files: most are copied as they are.
struct PageAssembly {
  let page: CompositionPage
  let journal: CompositionJournal
  let budget: CompositionBudget
  let loader: FragmentLoader
  let parameters: ParameterReader
  let messages: Messages
  let filler: AttributeFiller

  var output = ComposedText() {
    didSet { budget.written = output.bytes.count }
  }
  var gathered = GatheredParts()
  /// What pages give their layouts, the innermost last.
  var documents: [DocumentParts] = []
  /// The first byte of the element that fills a slot just now: its `slot` has done its work.
  var slotPlace: Int?
  var isInHead = false
  /// Whether tags are components', by their names.
  private var components: [Name: Bool] = [:]
  /// The attributes that `t:text-…` fill.
  private var messageTargets: [Name: Name?] = [:]

  var evaluator: Evaluator { filler.evaluator }
  var encoder: ValueEncoder { filler.encoder }
  var addresses: AddressRewriter { filler.addresses }

  /// What writes a page.
  init(_ page: CompositionPage, _ journal: CompositionJournal, _ budget: CompositionBudget, _ composer: Composer) {
    self.page = page
    self.journal = journal
    self.budget = budget
    filler = AttributeFiller(
      page: page, journal: journal, budget: budget, evaluator: Evaluator(page: page, journal: journal),
      encoder: ValueEncoder(page: page, journal: journal), addresses: AddressRewriter(page: page))
    loader = FragmentLoader(page: page, journal: journal, budget: budget, composer: composer)
    parameters = ParameterReader(page: page, journal: journal, filler: filler)
    messages = Messages(page: page, journal: journal, budget: budget, filler: filler)
  }

  /// The page's text with what was gathered in its place.
  func finished() -> ComposedText { gathered.inserted(into: output) }

  // MARK: Documents and layouts

  /// A page or layout as a whole: what its own layout says, or its pieces.
  mutating func document(_ context: Context) {
    let fragment = context.fragment
    guard fragment.html >= 0 else { return rootless(context) }
    let html = context.scan.pieces[fragment.html]
    guard let attribute = context.scan.attribute(html, .layout), case let url = context.scan.value(attribute),
      Self.isPage(url),
      let layout = loader.load(url, "layout", in: context, at: attribute.sourceRange)
    else { return process(0..<context.scan.pieces.count, in: context) }
    let isMisnamed = parameters.reportNearNames(
      html, "`\(layout.path)` has no parameter", of: layout, in: context)
    let parts = DocumentParts(of: context)
    let slots = Slots(parts.body, in: context)
    documents.append(parts)
    slots.check(against: layout, in: context, journal)
    let frame = Frame(
      layout, parent: context.frame, use: attribute.sourceRange, slots: slots.filled, collects: false)
    let scope = parameters.parameters(ofLayout: layout, html, in: context, isMisnamed: isMisnamed)
    document(Context(frame: frame, scope: scope))
  }

  /// A page without a tag `<html>`: it gets one where its language is to be declared.
  private mutating func rootless(_ context: Context) {
    let pieces = context.scan.pieces
    guard let language = page.language, !page.keepsCase, !context.frame.collects else {
      return process(0..<pieces.count, in: context)
    }
    let start =
      pieces.indices.first { index in
        pieces[index].kind != .doctype && !context.fragment.isBlank(index..<index + 1)
      } ?? pieces.count
    process(0..<start, in: context)
    let place = start < pieces.count ? pieces[start].range.lowerBound : context.source.bytes.count
    let direction = LanguageDirection.isRightToLeft(language) ? " dir=\"rtl\"" : ""
    output.insert("<html lang=\"\(language)\"\(direction)>", for: place..<place, of: context.source)
    process(start..<pieces.count, in: context)
  }

  private static func isPage(_ url: String) -> Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return path.hasSuffix(".html") || path.hasSuffix(".htm") || path.hasSuffix(".xhtml")
  }

  /// The end of the layout's head: what the pages in the layout add to the head comes here.
  mutating func endHead() {
    guard gathered.headEnd == nil else { return }
    for part in documents.reversed() {
      for range in part.head { process(range, in: part.context) }
    }
    gathered.endHead(at: output.bytes.count)
    isInHead = false
  }

  // MARK: What names stand for

  /// The attribute that `t:text-name` fills; `nil` for any other attribute.
  mutating func messageTarget(_ attribute: Name) -> Name? {
    if let known = messageTargets[attribute] { return known }
    let target = Messages.target(of: attribute)
    messageTargets[attribute] = .some(target)
    return target
  }

  /// Whether a tag is a component's; says so where it is nearly one.
  mutating func isComponent(_ piece: MarkupPiece, in context: Context) -> Bool {
    if let known = components[piece.name] { return known }
    let site = page.site
    let name = piece.name.string
    let isCustom = name.contains("-") && !Self.reserved.contains(name)
    let isKnown = isCustom && site.components.contains(name)
    components[piece.name] = isKnown
    guard isCustom, !isKnown else { return isKnown }
    journal.depend(on: "\(site.componentFolder)/\(name).html", exists: false)
    let near = journal.suggestions.nearest(to: name, in: site.components)
    if near != nil || page.isSnapshot {
      journal.report(
        .customElementUnknown, "no component has the tag `\(name)`", in: context, at: piece.range,
        help: near.map { "did you mean `\($0)`?" } ?? "write \(site.componentFolder)/\(name).html")
    }
    return false
  }

  /// Names with hyphens that are not of custom elements (HTML, 4.13.3).
  private static let reserved: Set<String> = [
    "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
    "font-face-name", "missing-glyph",
  ]
}
