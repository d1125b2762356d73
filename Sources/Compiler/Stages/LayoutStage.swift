import CSS
import CSSValues
import HTML
import HybridLayout
import Layout
import Names
import Page
import PageFormat
import Painting
import Style
import Text

/// What lies between a document with its rules and frames: styles, box generation's input, layout; the loop that container
/// queries need between them.
struct LayoutStage {
  let document: Document
  let elements: ElementTree
  /// The document's nodes as layout's input is made of them.
  let nodes: DocumentPage
  let sheets: PageStyleSheets
  let fonts: FontSet
  let images: PageImages
  let digests: FontDigests
  let styleMemories: StyleMemories
  let customScrollbars: Bool
  /// Whether to compute the styles of states such as `:hover`.
  let resolvesStates: Bool
  let limits: LayoutLimits
  /// Where text is noted that the page measures.
  let record: TextRecord?
  /// The styles of viewports that others share.
  private let shared = SharedStyles()
  /// The content of lines that viewports share.
  private let lines = PageLines()

  init(
    document: Document, sheets: PageStyleSheets, fonts: FontSet, images: PageImages, digests: FontDigests,
    styleMemories: StyleMemories, customScrollbars: Bool, resolvesStates: Bool,
    limits: LayoutLimits, nodes: DocumentPage? = nil, record: TextRecord? = nil
  ) {
    self.record = record
    self.nodes = nodes ?? DocumentPage(document)
    self.limits = limits
    self.resolvesStates = resolvesStates
    self.styleMemories = styleMemories
    self.customScrollbars = customScrollbars
    self.digests = digests
    self.document = document
    self.sheets = sheets
    self.fonts = fonts
    self.images = images
    elements = ElementTree(document)
  }

  /// The stage of another document, which has the same nodes, under the same rules.
  func changed(to document: Document) -> LayoutStage {
    LayoutStage(
      document: document, sheets: sheets, fonts: fonts, images: images, digests: digests, styleMemories: styleMemories,
      customScrollbars: customScrollbars, resolvesStates: false, limits: limits,
      nodes: nodes, record: record)
  }

  /// Forgets which declarations match the elements: it is found out again where styles are asked for again.
  func forgetMatches() { shared.forgetMatches() }

  /// Forgets what viewports share, once nothing is laid out any more.
  func forgetStyles() { shared.forgetAll() }

  // MARK: What styles take

  /// Calls `body`, in which the styles of all viewports count for the page.
  func countingStyles<Result>(_ body: () -> Result) -> Result {
    shared.countsWork = true
    defer { shared.countsWork = false }
    return body()
  }

  /// Calls `body`, in which styles count for themselves, up to half of what a page's may take: what is only tried is no reason to refuse
  /// a page.
  func countingTrials<Result>(_ body: () -> Result) -> Result {
    let work = shared.work
    shared.work = StyleWork()
    shared.work.limit = StyleWork.maximum / 2
    defer { shared.work = work }
    return countingStyles(body)
  }

  /// Computes the styles at screens before they are laid out, where those at the first take much: a page of too many styles is
  /// refused before it is laid out anywhere.
  ///
  /// - Returns: the first viewport at which the page's styles have taken too much.
  func prepareStyles(
    on screens: [Viewport], described description: ViewportDescription, features: DeviceFeatures
  ) -> ViewportLayout? {
    shared.work.limit = StyleWork.maximum(ofEnvironments: screens.count)
    guard screens.count > 1 else { return nil }
    for screen in screens {
      let (viewport, _) = screen.page(description)
      let environment = Environment(viewport: viewport, features: features)
      let measurer = SystemTextMeasurer(fonts: fonts, scale: viewport.scale, record: record)
      let rules = sheets.ruleSet(environment)
      let made = withMemory(rules, environment) {
        styled(viewport, environment, rules, measurer, [:], styles: $0?.styles)
      }
      guard made.styles.excess == nil else { return ViewportLayout(viewport, made) }
      shared.prepare(viewport, made)
      guard shared.work.total > StyleWork.maximum / Self.shareOfMuch else { return nil }
    }
    return nil
  }

  /// Styles that take this part of what they may take much.
  private static let shareOfMuch = 8

  /// Calls `body` with what pages with the same rules left, where they share it.
  private func withMemory<Result>(
    _ rules: RuleSet, _ environment: Environment, _ body: (PageMemory?) -> Result
  ) -> Result {
    guard sheets.sharesRules else { return body(nil) }
    return styleMemories.withMemory(
      rules: rules, userAgent: sheets.userAgent(environment), fonts: fonts, environment: environment,
      isQuirks: sheets.isQuirks, body)
  }

  /// Documents of so many nodes let go of what matches their elements before each layout, which takes the most memory.
  private static let largeDocument = 1 << 17

  /// Lets go of the layouts that the next viewport would take content over from.
  func forgetLines() { lines.forget() }

  /// Lays the page out on a screen, at the width that its `<meta name="viewport">` says.
  func layOut(
    on screen: Viewport, described description: ViewportDescription, features: DeviceFeatures
  ) -> ViewportLayout {
    let (viewport, scale) = screen.page(description)
    var layout = layOut(in: viewport, features: features)
    layout.screen = screen
    layout.pageScale = scale
    return layout
  }

  /// Lays the page out at a viewport.
  func layOut(in viewport: Viewport, features: DeviceFeatures) -> ViewportLayout {
    let environment = Environment(viewport: viewport, features: features)
    let measurer = SystemTextMeasurer(fonts: fonts, scale: viewport.scale, record: record)
    var containers: ContainerSizes = [:]
    let rules = sheets.ruleSet(environment)
    let reserved: Double = features.reservesScrollbars ? Self.classicThickness : 0
    var layout = withMemory(rules, environment) {
      pass(viewport, environment, rules, measurer, containers, reserved, memory: $0)
    }
    guard layout.usesContainers else { return layout.layout }
    // CSS Containment 3, 5: a container's size never depends on what its queries change, so that each pass settles one
    // more level of nested containers.
    for _ in 0..<Self.maximumContainerDepth {
      let sizes = containerSizes(of: layout.layout)
      if sizes == containers { break }
      containers = sizes
      layout = pass(viewport, environment, rules, measurer, containers, reserved)
    }
    return layout.layout
  }

  /// The styles at a viewport with what they came of, and the layout: for who asks which declaration counts.
  func resolved(
    on screen: Viewport, described description: ViewportDescription, features: DeviceFeatures
  ) -> (resolver: StyleResolver, layout: ViewportLayout) {
    let layout = layOut(on: screen, described: description, features: features)
    return (resolver(for: layout, features: features), layout)
  }

  /// The resolver that has the styles of a layout.
  func resolver(for layout: ViewportLayout, features: DeviceFeatures) -> StyleResolver {
    let environment = Environment(viewport: layout.viewport, features: features)
    let measurer = SystemTextMeasurer(fonts: fonts, scale: layout.viewport.scale, record: record)
    let containers = layout.usesContainers ? containerSizes(of: layout) : [:]
    let resolver = resolver(environment, sheets.ruleSet(environment), measurer, containers, nil)
    // OPTIMIZATION: which declaration counts at rest is asked, not what states change.
    resolver.resolvesStates = false
    _ = resolver.resolve()
    return resolver
  }

  /// The thickness of Chromium's classic scrollbars on Linux, in px.
  private static let classicThickness = 15.0

  /// Containers nested deeper than this keep the answers of the pass before.
  static let maximumContainerDepth = 8

  private func pass(
    _ viewport: Viewport, _ environment: Environment, _ rules: RuleSet,
    _ measurer: SystemTextMeasurer, _ containers: ContainerSizes, _ reserved: Double, memory: PageMemory? = nil
  ) -> (layout: ViewportLayout, usesContainers: Bool) {
    let prepared = containers.isEmpty ? shared.takePrepared(viewport) : nil
    let made = prepared ?? styled(viewport, environment, rules, measurer, containers, styles: memory?.styles)
    // OPTIMIZATION: finding them again takes less time than a fiftieth of the page, and they less memory than layout.
    if document.nodeCount >= Self.largeDocument { shared.releaseMatches() }
    let scrollbars = Scrollbars(thickness: made.scrollbarThickness, reserved: reserved)
    let result: LayoutResult
    let measured: (fonts: [MeasuredFont], places: [Int: Int])
    // What a page measures is noted as it is asked: a memory would not ask again.
    if let memory, record == nil {
      result = memory.layouts.layOut(
        made.input.tree, scrollbars: scrollbars, maximumPieces: limits.pieces, lines: lines,
        identities: made.input.identities)
      measured = digests.measured(result, by: memory.measurer)
    } else {
      result = layout(
        made.input.tree, in: viewport, scrollbars: scrollbars, measuredBy: measurer, maximumPieces: limits.pieces)
      measured = digests.measured(result, by: measurer)
    }
    var layout = ViewportLayout(viewport, made)
    layout.result = result
    (layout.fonts, layout.fontPlaces) = (measured.fonts, measured.places)
    layout.usesContainers = made.usesContainers
    layout.scrollbarThickness = made.scrollbarThickness
    return (layout, made.usesContainers)
  }

  /// The styles and the tree at a viewport, without a layout: what its rules make of the page.
  func style(in viewport: Viewport, features: DeviceFeatures) -> ViewportLayout {
    let environment = Environment(viewport: viewport, features: features)
    let measurer = SystemTextMeasurer(fonts: fonts, scale: viewport.scale, record: record)
    let rules = sheets.ruleSet(environment)
    let made = withMemory(rules, environment) {
      styled(viewport, environment, rules, measurer, [:], styles: $0?.styles)
    }
    if record != nil {
      // Where only these rules show a text, nothing else measures it.
      _ = layout(made.input.tree, in: viewport, measuredBy: measurer, maximumPieces: limits.pieces)
    }
    return ViewportLayout(viewport, made)
  }

  /// What layout takes beside the screen, with the styles that it was made of.
  struct Styled {
    var styles: ElementStyles
    var input: LayoutInput
    var usesContainers = false
    var usesSafeArea: Bool
    var scrollbarThickness = 0.0
  }

  private func styled(
    _ viewport: Viewport, _ environment: Environment, _ rules: RuleSet, _ measurer: SystemTextMeasurer,
    _ containers: ContainerSizes, styles memory: StyleMemory?
  ) -> Styled {
    if let known = shared.entry(rules, environment) {
      return Styled(
        styles: known.styles, input: known.input ?? assemble(known.styles, viewport, environment),
        usesSafeArea: known.usesSafeArea, scrollbarThickness: known.scrollbarThickness)
    }
    let matched = containers.isEmpty ? shared.matches(of: elements, rules) : nil
    let work = shared.countsWork ? shared.work : StyleWork()
    var resolver = resolver(environment, rules, measurer, containers, memory, matched)
    resolver.work = work
    var resolved = resolver.resolve()
    if resolver.mustRepeat {
      resolver = self.resolver(environment, rules, measurer, containers, nil, matched)
      resolver.work = work
      resolved = resolver.resolve()
    }
    if shared.countsWork { shared.work = resolver.work }
    var styles = elementStyles(resolved, rules)
    styles.applyZoom(document, scale: viewport.scale)
    if sheets.dialect == .token { styles.keyframes = resolver.keyframes() }
    let input = assemble(styles, viewport, environment)
    let usesContainers =
      resolved.environmentDependencies.contains(.container)
      || resolved.dependencies.contains { $0.contains(.container) }
    let thickness = customScrollbars ? scrollbarThickness(resolver, &resolved) : 0
    let usesSafeArea = resolved.environmentDependencies.contains(.safeArea)
    // Zoomed borders are snapped again.
    if containers.isEmpty, !resolver.dependsOnViewport, !usesContainers, styles.zooms.isEmpty, styles.excess == nil {
      shared.insert(
        SharedStyles.Entry(
          rules: rules, environment: environment, styles: styles, usesSafeArea: usesSafeArea,
          scrollbarThickness: thickness, input: images.choosesByViewport ? nil : input))
    }
    return Styled(
      styles: styles, input: input, usesContainers: usesContainers, usesSafeArea: usesSafeArea,
      scrollbarThickness: thickness)
  }

  private func resolver(
    _ environment: Environment, _ rules: RuleSet, _ measurer: SystemTextMeasurer, _ containers: ContainerSizes,
    _ styles: StyleMemory?, _ matched: SharedMatches? = nil
  ) -> StyleResolver {
    let resolver = StyleResolver(
      elements, author: rules, environment: environment, fontMetrics: measurer, containerSizes: containers,
      userAgent: sheets.userAgent(environment), parsing: sheets.parsing, styles: styles,
      matched: matched)
    // Page files hold where values come from. Always asked for: pages share what was resolved.
    resolver.recordsOrigins = true
    // Only native properties are read from custom ones.
    resolver.joinsLooks = sheets.dialect != .token
    resolver.resolvesStates = resolvesStates
    resolver.ownDeclarations = sheets.declarations
    resolver.maximumMatchingSteps = limits.matchingSteps
    return resolver
  }

  private func elementStyles(_ resolved: ResolvedStyles, _ rules: RuleSet) -> ElementStyles {
    var styles = ElementStyles(resolved, document: document)
    if !rules.counterStyles.isEmpty { styles.counterStyles = CounterStyleRules(rules.counterStyles) }
    styles.boundParts()
    if sheets.dialect == .token { styles.nativeProperties = ElementStyles.nativeProperties(resolved) }
    return styles
  }

  struct LayoutInput {
    var tree: StyledTree
    /// What each node of the tree stands for.
    var origins: [TreeOrigin]
    /// By node of the tree, the number that it has in each viewport; -1 for none.
    var identities: [Int32]
    /// What the page file must say of the nodes of ``LayoutStage/nodes``, by number: what each is laid out as.
    var boxes: [PageBox?]
    /// The same of generated boxes.
    var generatedBoxes: [TreeOrigin: PageBox]
    /// What the page file must say of nodes beyond their styles.
    var facts: [(origin: TreeOrigin, facts: [PageLayoutFact])]
    /// The first element whose generated content is more than there may be.
    var firstBeyondLimit: NodeID?
  }

  private func assemble(
    _ styles: ElementStyles, _ viewport: Viewport, _ environment: Environment
  ) -> LayoutInput {
    let isScripted = environment.scripting == .enabled
    if let known = shared.tree?.input(with: styles, isScripted: isScripted) { return known }
    var assembly = StyledTreeAssembly(
      DocumentEnvironment(
        nodes, of: document, styles: styles, image: { images.size(of: $0, in: viewport, environment) },
        generatedImage: { images.size(generated: $0) }, isScripted: isScripted, isToken: sheets.dialect == .token))
    assembly.assemble()
    let nodes = assembly.environment
    let origins = zip(assembly.pageNodes, assembly.isAnonymous).map { node, isAnonymous in
      isAnonymous ? .anonymous(nodes.source(of: node)) : nodes.origin(of: node)
    }
    var generatedBoxes: [TreeOrigin: PageBox] = [:]
    let count = self.nodes.page.nodes.count
    for number in count..<nodes.boxes.count {
      if let box = nodes.boxes[number] { generatedBoxes[nodes.origin(of: Int32(number))] = box }
    }
    let input = shared.sharing(
      LayoutInput(
        tree: assembly.tree, origins: origins, identities: assembly.identities, boxes: Array(nodes.boxes.prefix(count)),
        generatedBoxes: generatedBoxes,
        facts: nodes.facts.map { (nodes.origin(of: $0.node), $0.facts) },
        firstBeyondLimit: nodes.firstBeyondLimit))
    if shared.tree == nil, !nodes.readsMoreOfStyles, sheets.dialect != .token, !images.choosesByViewport {
      shared.tree = KnownTree(styles, isScripted: isScripted, input)
    }
    return input
  }

  /// The thickness that the page's own rules give scrollbars, in px; 0 where they say nothing.
  private func scrollbarThickness(_ resolver: StyleResolver, _ resolved: inout ResolvedStyles) -> Double {
    // DEVIATION: Chromium asks for each scroll container; pages style the scrollbars of all alike.
    let root = document.documentElement
    guard root.exists,
      let index = resolver.pseudoStyle(of: root, .scrollbarPart, argument: "-webkit-scrollbar", into: &resolved),
      case .value(.length(let width)) = resolved.styles[Int(index)].box.width
    else { return 0 }
    return width
  }

  /// The content boxes of query containers as a layout found them.
  private func containerSizes(of layout: ViewportLayout) -> ContainerSizes {
    layout.containers.mapValues { ContainerSize(width: $0.width, height: $0.height) }
  }
}

extension ViewportLayout {
  /// The styles and the tree at a viewport, not laid out yet.
  fileprivate init(_ viewport: Viewport, _ styled: LayoutStage.Styled) {
    self.init(
      viewport: viewport, styles: styled.styles, tree: styled.input.tree,
      origins: styled.input.origins, boxes: styled.input.boxes, generatedBoxes: styled.input.generatedBoxes,
      facts: styled.input.facts, usesSafeArea: styled.usesSafeArea, generatesBeyondLimit: styled.input.firstBeyondLimit)
  }

  /// The content boxes of query containers, in px.
  var containers: [NodeID: (width: Double, height: Double)] {
    var sizes: [NodeID: (width: Double, height: Double)] = [:]
    // OPTIMIZATION: most pages have none, which their styles say.
    guard tree.styles.indices.contains(where: { tree.styles[$0].other[.containerType] != nil }) else { return sizes }
    for (index, origin) in origins.enumerated() {
      guard case .node(let node) = origin, tree.nodes[index].kind == .element else { continue }
      // OPTIMIZATION: the style is read where it is; a copy would count references to each of its groups.
      let style = Int(tree.nodes[index].style)
      guard tree.styles[style].isSizeContainer, index < result.frames.count, result.frames[index].hasBox else {
        continue
      }
      var content = tree.styles[style].containerContent(of: result.frames[index].rect)
      if let zoom = styles.zooms[node] { content = (content.width / zoom, content.height / zoom) }
      sizes[node] = content
    }
    return sizes
  }
}

extension Environment {
  /// What media queries see at a viewport.
  init(viewport: Viewport, features: DeviceFeatures) {
    self.init()
    self.viewport = viewport.unnamed
    hover = features.canHover
    anyHover = features.canHover
    pointer = features.hasFinePointer ? .fine : .coarse
    anyPointer = pointer
    scripting = features.scripting ? .enabled : .none
    reducedMotion = features.reducedMotion
    contrast = features.moreContrast ? .more : .noPreference
  }
}

extension GeneratedBox {
  /// The box of a pseudo-element, where it has one among its element's children.
  fileprivate init?(_ pseudo: PseudoElement) {
    switch pseudo {
    case .before: self = .before
    case .after: self = .after
    case .marker: self = .marker
    default: return nil
    }
  }
}

extension ElementStyles {
  /// The cascade's answer as box generation reads it.
  init(_ resolved: ResolvedStyles, document: Document) {
    styles = resolved.styles
    portable = resolved.portable
    elements = resolved.elementStyle.map { $0 == .max ? -1 : Int32($0) }
    pseudos = [:]
    crowdedStates = resolved.elementsWithTooManyStates
    isIncomplete = resolved.isIncomplete
    elementWithLongText = resolved.elementWithLongText
    excess = resolved.excess
    for (node, styles) in resolved.stateStyles { states[.node(node)] = styles }
    for (key, styles) in resolved.pseudoStateStyles {
      guard let box = GeneratedBox(key.pseudo) else { continue }
      states[.pseudo(key.node, box)] = styles
    }
    for (key, style) in resolved.pseudoStyle {
      guard let box = GeneratedBox(key.pseudo) else {
        if Self.mayShow(key, in: document, resolved) {
          parts[key] = Part(style: Int32(style), states: resolved.pseudoStateStyles[key])
        }
        continue
      }
      pseudos[box, default: [:]][key.node] = Int32(style)
    }
  }

  /// Whether a pseudo-element without a box of its own can be seen, so that clients know of it.
  private static func mayShow(
    _ key: ResolvedStyles.PseudoKey, in document: Document, _ resolved: ResolvedStyles
  ) -> Bool {
    switch key.pseudo {
    case .selection, .backdrop, .fileSelectorButton: return true
    case .sliderTrack, .sliderThumb:
      // Where the platform draws the range, a page can only add a box around the track.
      let track = ResolvedStyles.PseudoKey(node: key.node, pseudo: .sliderTrack)
      return !hasAppearance(resolved.style(of: key.node))
        || resolved.pseudoStyle[track].map { PagePainter.showsBox(resolved.styles[Int($0)]) } ?? false
    case .progressBar, .progressValue, .meterBar, .meterOptimumValue, .meterSuboptimumValue, .meterEvenLessGoodValue:
      return !hasAppearance(resolved.style(of: key.node))
    case .placeholder: return document.hasAttribute(key.node, .placeholder)
    case .firstLine, .firstLetter:
      // CSS Pseudo-Elements 4, 2.1 and 2.2: only of block containers.
      guard let display = resolved.style(of: key.node)?.box.display else { return false }
      switch display {
      case .box(_, .flowRoot, _), .box(.block, .flow, _), .tableCell, .tableCaption: return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether the platform draws a control, or a part of one.
  private static func hasAppearance(_ style: ComputedStyle?) -> Bool {
    style?.other[.appearance].map { $0 != .keyword("none") } ?? false
  }

  /// The native side's properties that sheets give to elements.
  fileprivate static func nativeProperties(
    _ resolved: ResolvedStyles
  ) -> [NodeID: [(name: String, value: String)]] {
    let byStyle = resolved.customProperties.map { custom in
      custom === CustomProperties.none
        ? []
        : custom.values.compactMap { name, value -> (name: String, value: String)? in
          TokenPropertyNames.nativeProperty(name).map { ($0, TokenPropertyText.unquoted(value.text)) }
        }.sorted { $0.name < $1.name }
    }
    guard byStyle.contains(where: { !$0.isEmpty }) else { return [:] }
    var found: [NodeID: [(name: String, value: String)]] = [:]
    for (index, style) in resolved.elementStyle.enumerated()
    where style != .max && Int(style) < byStyle.count && !byStyle[Int(style)].isEmpty {
      found[NodeID(UInt32(index))] = byStyle[Int(style)]
    }
    return found
  }
}
