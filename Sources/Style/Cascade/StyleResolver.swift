import CSS
import CSSValues
import Diagnostics
import HTML
import Names

/// Computes the style of every element of a document (CSS Cascade 5): matching, cascade, inheritance, custom properties,
/// fix-ups.
///
/// OPTIMIZATION: properties are not checked for exclusive access at run time, nor are those of the memories; each lives on one
/// thread, and nothing that is given a property `inout` reaches it through the object.
public final class StyleResolver {
  // What is given.

  /// The document's elements.
  public let tree: ElementTree
  let environment: Environment
  let userAgent: RuleSet
  let author: RuleSet
  let fontMetrics: (any FontMetricsProvider)?
  let resolveURL: (@Sendable (String) -> String)?
  let registrations: PropertyRegistrations
  /// What other pages with the same rules left.
  let styleMemory: StyleMemory?
  /// What matched in another environment with the same rules.
  let matched: SharedMatches?
  /// Whether to record where values come from, for clients that compute styles again.
  @exclusivity(unchecked) public var recordsOrigins = false
  /// Whether to compute the styles that elements have in states such as `:hover`.
  @exclusivity(unchecked) public var resolvesStates = false
  /// Whether styles that differ only in custom properties are one in the result, which then has those of one of them.
  @exclusivity(unchecked) public var joinsLooks = false
  /// Declarations that elements have beside their `style` attributes and that win over those: what another dialect's
  /// attributes stand for.
  @exclusivity(unchecked) public var ownDeclarations: [NodeID: String] = [:]

  // What matches.

  let memory = MatchMemory()
  let collector: RuleCollector
  /// The blocks of all rules: the user agent's, the author's, then those that attributes make.
  let blocks: PageBlocks
  @exclusivity(unchecked) var values: PropertyParser
  @exclusivity(unchecked) var attributes = AttributeBlocks()
  @exclusivity(unchecked) var positions = PagePositions()
  @exclusivity(unchecked) private var languages = PageLanguages()

  // Styles.

  @exclusivity(unchecked) var table: StyleTable
  @exclusivity(unchecked) private var sharing: PageSharing
  @exclusivity(unchecked) var current = CurrentStyle()
  /// The style index of each element.
  @exclusivity(unchecked) var elementStyles: [UInt32]
  @exclusivity(unchecked) var rootElement = RootElementStyle()
  @exclusivity(unchecked) var generated: GeneratedPseudoElements
  /// The elements with a `::first-letter` and elements below them, with what applies to it.
  @exclusivity(unchecked) var firstLetters: [(element: Int, applied: [AppliedBlock])] = []
  /// What the author's keyframes say at each progress.
  @exclusivity(unchecked) var keyframeTimelines = KeyframeTimelines()
  /// The tokens of texts with references.
  let substitutionTexts = SubstitutionTexts()
  /// What comparing two styles of the table came to, by their numbers.
  @exclusivity(unchecked) var comparedStyles: [UInt64: Bool] = [:]
  /// The styles in states of elements before, which those that look alike share.
  @exclusivity(unchecked) var stateRows: Set<[StateStyles.Row]> = []
  /// The page's number of each style of the table, `UInt32.max` for those that it does not have.
  @exclusivity(unchecked) private var pageStyles: [UInt32] = []
  /// What the styles that were asked for depend on, those included that came to nothing.
  @exclusivity(unchecked) var met: StyleDependencies = []
  /// What the page's styles take, which has a limit: from it on nothing is computed.
  ///
  /// Resolvers of one page, at its viewports, take it over from each other.
  @exclusivity(unchecked) package var work = StyleWork()
  @exclusivity(unchecked) var containers: ContainerTables
  /// Which elements no container query tells apart. By itself: what it asks for while it changes is in the tables.
  @exclusivity(unchecked) var containerPlaces = ContainerPlaces()

  /// Whether the page comes so near to the limits that it has to be resolved without a memory: what earlier pages left must not
  /// decide what is cut short. After ``resolve()``.
  public var mustRepeat: Bool { positions.mustRepeat }

  /// Prepares a document.
  ///
  /// - Parameters:
  ///   - tree: the document's elements.
  ///   - environment: what media queries see.
  ///   - author: the rules of the document's sheets; see ``StyleSheetCollector``.
  ///   - fontMetrics: where font-relative units find metrics; without it the fallbacks of CSS Values 4 count.
  ///   - resolveURL: resolves a URL as the document would.
  ///   - containerSizes: the sizes of query containers that a layout found; empty in a first pass.
  ///   - parsing: how `style` attributes are read.
  ///   - userAgent: rules in place of HTML's rendering section, for another dialect.
  ///   - styles: what another page with the same rules, environment, font metrics and parsing options left. It is for this
  ///     resolver and no other until ``resolve()`` has returned.
  ///   - matched: what matched the same elements in another environment in which the same rules hold, or room for it.
  public init(
    _ tree: ElementTree, author: RuleSet, environment: Environment,
    fontMetrics: (any FontMetricsProvider)? = nil, resolveURL: (@Sendable (String) -> String)? = nil,
    containerSizes: ContainerSizes = [:], userAgent: RuleSet? = nil, parsing: ParsingOptions = ParsingOptions(),
    styles: StyleMemory? = nil, matched: SharedMatches? = nil
  ) {
    self.tree = tree
    self.environment = environment
    self.author = author
    self.fontMetrics = fontMetrics
    self.resolveURL = resolveURL
    containers = ContainerTables(sizes: containerSizes)
    self.userAgent = userAgent ?? UserAgentRules.ruleSet(environment, isQuirks: tree.isQuirks)
    let areShared = matched?.holds(author, self.userAgent) ?? false
    // Queries of containers have other answers in other environments.
    self.matched = areShared && !author.hasContainerQueries && !self.userAgent.hasContainerQueries ? matched : nil
    // Those that only an argument tells apart are created where someone asks for one of them.
    let pseudoElements = author.pseudoElements.union(self.userAgent.pseudoElements)
      .subtracting([.vendor, .scrollbarPart, .highlight]).sorted { $0.rawValue < $1.rawValue }
    generated = GeneratedPseudoElements(pseudoElements, elementCount: tree.elements.count)
    let isKnown = styles?.holds(author, self.userAgent, environment) ?? false
    styleMemory = isKnown && containerSizes.isEmpty && resolveURL == nil ? styles : nil
    blocks = PageBlocks(self.userAgent, author, styleMemory?.hints ?? HintBlocks())
    table = styleMemory?.table ?? StyleTable()
    sharing = PageSharing(ofRules: styleMemory?.sharing ?? StyleSharing())
    // The memory is the only owner again when `resolve` returns: nothing is copied meanwhile.
    styleMemory?.table = StyleTable()
    styleMemory?.sharing = StyleSharing()
    styleMemory?.hints = HintBlocks()
    collector = RuleCollector(tree, memory)
    registrations = PropertyRegistrations(
      self.userAgent.registrations + author.registrations, environment)
    var options = parsing
    options.isQuirks = options.isQuirks || tree.isQuirks
    values = PropertyParser(options: options)
    elementStyles = [UInt32](repeating: .max, count: tree.elements.count)
  }

  /// The most steps that matching the page's selectors may take; what is left counts as not matching.
  public var maximumMatchingSteps: Int {
    get { memory.maximumSteps }
    set { memory.maximumSteps = newValue }
  }

  // MARK: The driver

  /// Computes all styles.
  public func resolve() -> ResolvedStyles {
    var result = ResolvedStyles()
    result.elementStyle = [UInt32](repeating: .max, count: tree.document.nodeCount)
    findPositions()
    let stepsBefore = work.total
    work.begin(0)
    work.charge(StyleWork.frame, times: author.keyframeDeclarationCount, .animations)
    var open: [Int] = []
    for element in tree.elements.indices {
      while let last = open.last, Int(tree.elements[last].subtreeEnd) <= element {
        collector.leave(last)
        open.removeLast()
      }
      let style = resolve(element)
      elementStyles[element] = style
      result.elementStyle[tree.elements[element].node.index] = number(style, in: &result)
      resolveGenerated(element, style, into: &result)
      if tree.elements[element].firstChild >= 0 {
        collector.enter(element)
        open.append(element)
      }
    }
    while let last = open.popLast() { collector.leave(last) }
    placeFirstLetters(into: &result)
    result.isIncomplete = memory.isExhausted
    noteSteps()
    let isCut = result.isIncomplete || work.isBeyond
    let isComplete = !resolvesStates || isCut || resolveStates(into: &result)
    if !positions.mustRepeat { matched?.finish(hasStates: resolvesStates && isComplete, isCut: isCut) }
    forgetPositions(isCut: isCut || !isComplete)
    // Queries that were asked say whether containers had a part.
    result.environmentDependencies.formUnion(author.dependencies.subtracting(.container))
    if containers.areMeasured { result.environmentDependencies.insert(.container) }
    result.environmentDependencies.formUnion(attributes.pictureDependencies)
    for dependencies in result.dependencies { result.note(dependencies) }
    result.elementWithLongText = elementWithLongText()
    result.excess = work.excess { tree.elements[$0].node }
    if let styleMemory {
      // This resolver may still be asked for styles: it keeps its copy of what the memory grows from.
      styleMemory.table = table
      styleMemory.sharing = sharing.ofRules
      styleMemory.hints = blocks.hints
      styleMemory.trim(after: work.total - stepsBefore, isCut: work.isBeyond)
    }
    return result
  }

  /// The first element in whose styles a text was longer than substitution allows, in document order.
  private func elementWithLongText() -> NodeID? {
    guard met.contains(.textLimit) else { return nil }
    let first = tree.elements.indices.first {
      elementStyles[$0] != .max && table.dependencies[Int(elementStyles[$0])].contains(.textLimit)
    }
    // A pseudo-element's or a state's: the root stands for it.
    return tree.elements[first ?? 0].node
  }

  /// Whether another viewport in which the same rules hold may give other styles; after ``resolve()``.
  public var dependsOnViewport: Bool {
    usesContainers || !attributes.pictureDependencies.isEmpty || !author.keyframes.isEmpty
      || !author.registrations.isEmpty
      || !met.isDisjoint(with: [.viewport, .container, .fontMetrics, .devicePixelRatio, .safeArea, .mediaCondition])
  }

  /// The number that a style of the table has among the page's, which are numbered in the order of their first use.
  func number(_ style: UInt32, in result: inout ResolvedStyles) -> UInt32 {
    let index = joinsLooks ? Int(table.looks[Int(style)]) : Int(style)
    if index == 0 { return 0 }
    if index >= pageStyles.count {
      pageStyles += repeatElement(.max, count: max(index + 1, table.styles.count) - pageStyles.count)
    }
    if pageStyles[index] != .max { return pageStyles[index] }
    let number = UInt32(result.styles.count)
    if recordsOrigins { result.portable.append(table.portable(index)) }
    result.styles.append(table.styles[index])
    result.customProperties.append(table.customProperties[index])
    result.dependencies.append(table.dependencies[index])
    pageStyles[index] = number
    return number
  }

  /// The style of one element, whose parent's is known.
  private func resolve(_ element: Int) -> UInt32 {
    let parent = Int(tree.elements[element].parent)
    let parentStyle = parent >= 0 ? elementStyles[parent] : 0
    work.begin(element)
    if let known = knownStyle(element, parentStyle: parentStyle) { return known }
    collectBlocks(element)
    let style = style(of: element, pseudo: nil, parentStyle: parentStyle)
    keepStyle(style, of: element, parentStyle: parentStyle)
    return style
  }

  /// What applies to an element in ascending order: the user agent's rules, attributes, the author's rules, `style`.
  func collectBlocks(_ element: Int) {
    current.applied.removeAll(keepingCapacity: true)
    guard !work.isBeyond else { return }
    defer { work.charge(StyleWork.rule, times: current.applied.count, .declarations) }
    let known = memory.probe == nil ? matched?.place(element) : nil
    let position = known == nil && memory.probe == nil ? positions.number(of: element) : -1
    let isKnownPosition = position >= 0 && positions.knowsMatches(position)
    if let known {
      appendShared(known.start, known.authorStart)
    } else if isKnownPosition {
      appendMatches(position, ofAuthor: false)
    } else {
      collector.cost = 0
      collector.collect(userAgent, element, pseudo: nil, container: containersOfElement)
      for match in collector.matches {
        current.applied.append(AppliedBlock(block: match.block, origin: .userAgent, layer: 0))
      }
    }
    let userAgentEnd = current.applied.count
    if tree.elements[element].name == .th, let block = headerCellBlock(element) {
      current.applied.append(AppliedBlock(block: block, origin: .userAgent, layer: 0))
    }
    if tree.isQuirks, tree.elements[element].name == .table, let block = quirkyTableBlock(element) {
      current.applied.append(AppliedBlock(block: block, origin: .userAgent, layer: 0))
    }
    if let hints = attributes.hints(of: element, in: tree, environment, blocks) {
      current.applied.append(AppliedBlock(block: hints, origin: .presentationalHint, layer: 0))
    }
    if let known {
      appendShared(known.authorStart, known.end)
    } else if isKnownPosition {
      appendMatches(position, ofAuthor: true)
    } else {
      let number = containerNumber(element, isPseudo: false)
      collector.collect(author, element, pseudo: nil, number: number, container: containersOfElement)
      let authorStart = current.applied.count
      for match in collector.matches {
        current.applied.append(
          AppliedBlock(block: blocks.authorStart + match.block, origin: .author, layer: match.layer))
      }
      if memory.probe == nil {
        matched?.insert(element, current.applied[..<userAgentEnd], current.applied[authorStart...])
        if position >= 0 {
          positions.memory?.insert(
            position, current.applied[..<userAgentEnd], current.applied[authorStart...], steps: collector.cost)
        }
      }
    }
    if let inline = inlineBlock(element) {
      current.applied.append(AppliedBlock(block: inline, origin: .inline, layer: .max))
    }
    if !ownDeclarations.isEmpty, let own = ownDeclarations[tree.elements[element].node] {
      current.applied.append(
        AppliedBlock(
          block: attributes.number(ofDeclarations: Array(own.utf8), in: blocks, &values), origin: .inline, layer: .max))
    }
  }

  @inline(__always)
  private func appendShared(_ start: UInt32, _ end: UInt32) {
    guard let matched else { return }
    for index in Int(start)..<Int(end) { current.applied.append(matched.blocks[index]) }
  }

  /// What applies to a pseudo-element.
  func collectBlocks(_ element: Int, _ pseudo: PseudoElement, argument: Name?) {
    current.applied.removeAll(keepingCapacity: true)
    guard !work.isBeyond else { return }
    defer { work.charge(StyleWork.rule, times: current.applied.count, .declarations) }
    guard ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree) else { return }
    collector.collect(userAgent, element, pseudo: pseudo, argument: argument, container: containersOfPseudo)
    for match in collector.matches {
      current.applied.append(AppliedBlock(block: match.block, origin: .userAgent, layer: 0))
    }
    let number = containerNumber(element, isPseudo: true)
    collector.collect(
      author, element, pseudo: pseudo, argument: argument, number: number, container: containersOfPseudo)
    for match in collector.matches {
      current.applied.append(AppliedBlock(block: blocks.authorStart + match.block, origin: .author, layer: match.layer))
    }
  }

  // MARK: Pseudo-elements

  /// The pseudo-elements that are generated without being asked for.
  private func resolveGenerated(_ element: Int, _ style: UInt32, into result: inout ResolvedStyles) {
    guard !work.isBeyond else { return }
    let node = tree.elements[element].node
    let isListItem = table.isListItem[Int(style)]
    var candidates = candidates(element)
    // `::first-letter` is in `::first-line`, which comes before it (CSS Pseudo-Elements 4, 2.2).
    var firstLine: UInt32?
    while candidates != 0 {
      let place = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      let pseudo = generated.pseudoElements[place]
      if pseudo == .marker, !isListItem { continue }
      if !ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree) { continue }
      // Only what can come to the top layer has a backdrop.
      if pseudo == .backdrop, tree.elements[element].name != .dialog, !tree.document.hasAttribute(node, .popover) {
        continue
      }
      collectBlocks(element, pseudo, argument: nil)
      if current.applied.isEmpty {
        forgetCandidate(place, pseudo, element)
        continue
      }
      let isContent = pseudo == .before || pseudo == .after
      // Without `content` it is not generated (CSS Pseudo-Elements 4, 4.1).
      if isContent, !current.applied.contains(where: { blocks[$0.block].setsContent }) { continue }
      let parent = pseudo == .firstLetter ? firstLine ?? style : style
      let index = self.style(of: element, pseudo: pseudo, parentStyle: parent)
      if pseudo == .firstLine { firstLine = index }
      if pseudo == .firstLetter, firstLine == nil, tree.elements[element].firstChild >= 0 {
        firstLetters.append((element, current.applied))
      }
      if isContent, !table.hasContent[Int(index)] { continue }
      generated.created[element] |= 1 << UInt64(pseudo.rawValue)
      result.pseudoStyle[ResolvedStyles.PseudoKey(node: node, pseudo: pseudo)] = number(index, in: &result)
    }
    let marker: UInt64 = 1 << UInt64(PseudoElement.marker.rawValue)
    if isListItem, generated.created[element] & marker == 0 {
      current.applied.removeAll(keepingCapacity: true)
      generated.created[element] |= marker
      result.pseudoStyle[ResolvedStyles.PseudoKey(node: node, pseudo: .marker)] = number(
        self.style(of: element, pseudo: .marker, parentStyle: style), in: &result)
    }
  }

  /// The pseudo-elements that some rule may bring about, as bits in the order of ``GeneratedPseudoElements/pseudoElements``; those of
  /// attributes' rules too.
  ///
  /// OPTIMIZATION: found once for all elements of one signature.
  private func candidates(_ element: Int) -> UInt64 {
    let hasAttributes = tree.elements[element].hasAttributes
    let signature = Int(collector.signatures.signature(of: element)) * 2 + (hasAttributes ? 1 : 0)
    if signature >= generated.candidates.count {
      generated.candidates += repeatElement(.max, count: signature * 2 + 64 - generated.candidates.count)
    }
    if generated.candidates[signature] == .max {
      var found: UInt64 = 0
      for (index, pseudo) in generated.pseudoElements.enumerated()
      where ElementFixUps.mayHaveByName(pseudo, tree.elements[element]) && mayMatch(pseudo, element) {
        found |= 1 << UInt64(index)
      }
      generated.candidates[signature] = found
    }
    return generated.candidates[signature]
  }

  /// OPTIMIZATION: what no rule gives anything to, for no element of the signature, is not asked for again.
  private func forgetCandidate(_ index: Int, _ pseudo: PseudoElement, _ element: Int) {
    // Whether there is a button for files or the parts of a range, an attribute says.
    let hasNone =
      pseudo != .fileSelectorButton && pseudo != .sliderTrack && pseudo != .sliderThumb
      && !ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree)
    guard
      hasNone
        || memory.probe == nil && collector.isKnownToBeBare(userAgent, pseudo, element)
          && collector.isKnownToBeBare(author, pseudo, element, number: containerNumber(element, isPseudo: true))
    else { return }
    let hasAttributes = tree.elements[element].hasAttributes
    let signature = Int(collector.signatures.signature(of: element)) * 2 + (hasAttributes ? 1 : 0)
    generated.candidates[signature] &= ~(1 << UInt64(index))
  }

  /// OPTIMIZATION: whether some rule may bring the pseudo-element about, by the names that the rules' subjects need.
  private func mayMatch(_ pseudo: PseudoElement, _ element: Int) -> Bool {
    let record = tree.elements[element]
    let number = Int(pseudo.rawValue)
    if pseudo == .before || pseudo == .after {
      return userAgent.contentRules[number].mayMatch(record, tree.classes)
        || author.contentRules[number].mayMatch(record, tree.classes)
    }
    return userAgent.pseudoRules[number].mayMatch(record, tree.classes)
      || author.pseudoRules[number].mayMatch(record, tree.classes)
  }

  /// The style that a pseudo-element of an element has or would have, whether it is generated or not; after
  /// ``resolve()``.
  public func pseudoStyle(
    of node: NodeID, _ pseudo: PseudoElement, argument: Name? = nil, into result: inout ResolvedStyles
  ) -> UInt32? {
    let element = tree.element(of: node)
    guard element >= 0, elementStyles[element] != .max else { return nil }
    let ancestors = enterAncestors(of: element)
    defer { for ancestor in ancestors { collector.leave(ancestor) } }
    collectBlocks(element, pseudo, argument: argument)
    return number(style(of: element, pseudo: pseudo, parentStyle: elementStyles[element]), in: &result)
  }

  /// Enters what is around an element, the innermost first, as selectors see it from there; what was entered is to be left.
  func enterAncestors(of element: Int) -> [Int] {
    var ancestors: [Int] = []
    var ancestor = Int(tree.elements[element].parent)
    while ancestor >= 0 {
      ancestors.append(ancestor)
      collector.enter(ancestor)
      ancestor = Int(tree.elements[ancestor].parent)
    }
    return ancestors
  }

  // MARK: Sharing

  /// The style for the collected blocks under a parent's style, computed once for all that share both.
  func style(of element: Int, pseudo: PseudoElement?, parentStyle: UInt32) -> UInt32 {
    current.entry = -1
    // The page is refused.
    guard !work.isBeyond else { return parentStyle }
    let isRoot = pseudo == nil && tree.elements[element].parent < 0
    let container = usesContainers ? nearestContainer(pseudo == nil ? Int(tree.elements[element].parent) : element) : -1
    // What the item is decides where its marker is.
    let isExact = pseudo == .marker
    var key = StyleSharing.Key(
      parent: isExact ? parentStyle : table.faces[Int(parentStyle)], isExact: isExact,
      kind: elementKind(element, pseudo), container: Int32(container),
      language: pseudo == nil ? sharedLanguage(element) : -1, root: isRoot ? .max : rootElement.style)
    // What the page's own attributes or containers have a part in belongs to this page only.
    let isOfPage = container >= 0 || current.applied.contains { blocks.isOfPage($0.block) }
    var found = sharing.find(key, current.applied, isOfPage: isOfPage)
    if found?.style == .max {
      (key.parent, key.isExact) = (parentStyle, true)
      found = sharing.find(key, current.applied, isOfPage: isOfPage)
    }
    if let (shared, entry) = found {
      met.formUnion(table.dependencies[Int(shared)])
      if entry >= 0 { chargeShared(entry) } else { chargeUse(of: shared) }
      if isRoot { setRoot(shared) }
      current.entry = entry
      return shared
    }
    let applied = current.applied
    let costBefore = work.cost
    current.readsParent = false
    let (record, mayBeShared) = compute(
      element, pseudo: pseudo, applied, parentStyle: Int(parentStyle), isRoot: isRoot, container: container)
    let withAnimations = animated(
      record, element, pseudo: pseudo, applied, parentStyle: Int(parentStyle), isRoot: isRoot, container: container)
    let index = table.intern(withAnimations ?? record, under: isRoot ? 0 : Int(parentStyle))
    let cost = work.cost &- costBefore
    chargeUse(of: index)
    met.formUnion(record.dependencies)
    if isRoot { setRoot(index) }
    // Other pages do not take over what was cut short.
    guard mayBeShared, !work.isBeyond else { return index }
    if current.readsParent, !key.isExact {
      _ = sharing.insert(key, applied, .max, StyleWork.Cost(), isOfPage: isOfPage)
      (key.parent, key.isExact) = (parentStyle, true)
    }
    current.entry = sharing.insert(key, applied, index, cost, isOfPage: isOfPage)
    return index
  }

  /// Charges the page for a style that it shares with others, once.
  func chargeShared(_ entry: Int32) {
    guard let cost = sharing.cost(once: entry) else { return }
    work.charge(cost)
    chargeUse(of: sharing.style(entry))
  }

  /// Charges the page for what a style of its own takes, once; what looks like another of its styles takes less.
  private func chargeUse(of style: UInt32) {
    guard sharing.isFirstUse(of: style) else { return }
    work.charge(StyleWork.style, .styles)
    if sharing.isFirstUse(ofLook: table.looks[Int(style)]) { work.charge(StyleWork.look, .styles) }
  }

  /// Lets lengths count from another root style's font.
  func useRoot(_ style: UInt32) {
    if style != rootElement.style { setRoot(style) }
  }

  private func setRoot(_ style: UInt32) {
    rootElement.style = style
    rootElement.font = table.styles[Int(style)].font
  }

  /// A number that is equal for elements of equal language: on every page that the memory serves.
  func sharedLanguage(_ element: Int) -> Int32 {
    let number = languageNumber(element)
    guard let styleMemory, number >= 0 else { return number }
    return languages.shared(number) { styleMemory.number(ofLanguage: memory.language(of: element, in: tree)) }
  }

  /// What of an element beyond its rules has a part in its style: fix-ups ask for its kind.
  private func elementKind(_ element: Int, _ pseudo: PseudoElement?) -> UInt32 {
    if let pseudo { return 0x8000_0000 | UInt32(pseudo.rawValue) }
    let record = tree.elements[element]
    if record.parent < 0 { return 0x4000_0000 }
    return ElementFixUps.kind(of: record, in: tree)
  }

  private func languageNumber(_ element: Int) -> Int32 {
    memory.languageNumber(of: element, in: tree)
  }

  // MARK: Attributes

  private func inlineBlock(_ element: Int) -> UInt32? {
    let record = tree.elements[element]
    guard record.hasStyleAttribute, let attribute = tree.document.attribute(record.node, .style),
      record.namespace != .other || tree.isCaseSensitive
    else { return nil }
    return attributes.number(ofDeclarations: Array(tree.document.utf8(of: attribute)), in: blocks, &values)
  }

  /// HTML, 15.3.8: header cells are centred where the alignment that they would inherit is the initial one.
  private func headerCellBlock(_ element: Int) -> UInt32? {
    let record = tree.elements[element]
    guard record.namespace == .html, record.parent >= 0,
      table.styles[Int(elementStyles[Int(record.parent)])].text.textAlign == .start
    else { return nil }
    return blocks.number(ofHints: "text-align:center")
  }

  /// Quirks Mode Standard, 3.2: tables take the colour of the body.
  private func quirkyTableBlock(_ element: Int) -> UInt32? {
    let body = tree.element(of: tree.document.body)
    guard tree.elements[element].namespace == .html, body >= 0, body < element, elementStyles[body] != .max else {
      return nil
    }
    return blocks.number(ofHints: "color:\(table.styles[Int(elementStyles[body])].serialized(.color))")
  }
}
