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
  /// The document's elements.
  public let tree: ElementTree
  let environment: Environment
  let userAgent: RuleSet
  let author: RuleSet
  let fontMetrics: (any FontMetricsProvider)?
  let resolveURL: (@Sendable (String) -> String)?
  let containerSizes: ContainerSizes
  let memory = MatchMemory()
  let registrations: PropertyRegistrations

  /// The blocks of all rules: the user agent's, the author's, then those that attributes make.
  let blocks: PageBlocks
  let authorBlockStart: UInt32
  let collector: RuleCollector
  @exclusivity(unchecked) var table: StyleTable
  /// What other pages with the same rules left.
  private let styleMemory: StyleMemory?
  /// What all elements of the page share; styles that the page's own attributes have a part in.
  @exclusivity(unchecked) private var pageSharing = StyleSharing()
  /// The page's number of each style of the table, `UInt32.max` for those that it does not have.
  @exclusivity(unchecked) private var pageStyles: [UInt32] = []
  @exclusivity(unchecked) var values: PropertyParser
  @exclusivity(unchecked) var attributeBlocks: [[UInt8]: UInt32] = [:]
  /// The blocks of elements whose hints their own attributes decide, by those attributes.
  @exclusivity(unchecked) private var hintsOfAttributes: [[UInt8]: UInt32?] = [:]
  @exclusivity(unchecked) private var hintKey: [UInt8] = []
  /// Styles by what they were computed from, for what any page with the same rules has.
  @exclusivity(unchecked) private var sharing: StyleSharing
  @exclusivity(unchecked) var cascaded = CascadedDeclarations()
  /// Whether to record how values came to be, for clients that compute styles anew.
  @exclusivity(unchecked) public var recordsOrigins = false
  /// Whether to compute the styles that elements have in states such as `:hover`.
  @exclusivity(unchecked) public var resolvesStates = false
  /// Declarations that elements have beside their `style` attributes and that win over those: what another dialect's
  /// attributes stand for.
  @exclusivity(unchecked) public var ownDeclarations: [NodeID: String] = [:]
  /// The origins of the values of the style at hand.
  @exclusivity(unchecked) var origins = ValueOrigins()
  /// The style index of each element.
  @exclusivity(unchecked) var elementStyles: [UInt32]
  /// The blocks of the element at hand, ascending: kept for its space.
  @exclusivity(unchecked) private var applied: [AppliedBlock] = []
  /// The pseudo-elements that may come to be, by signature and whether there are attributes; `UInt64.max` is not known.
  @exclusivity(unchecked) private var pseudoCandidates: [UInt64] = []
  /// By element, the pseudo-elements that were created, a bit each.
  @exclusivity(unchecked) var generated: [UInt32]
  /// The pseudo-elements that rules name and that come to be by themselves.
  let generatedPseudoElements: [PseudoElement]
  @exclusivity(unchecked) var rootFont = FontStyle()
  @exclusivity(unchecked) var rootStyle = UInt32.max
  /// The memory's numbers of the page's languages, -1 before they were asked for.
  @exclusivity(unchecked) private var languageNumbers: [Int32] = []
  @exclusivity(unchecked) private var lastLanguage: (page: Int32, shared: Int32) = (-1, -1)
  /// The blocks that stand for keyframes on both sides of a progress.
  @exclusivity(unchecked) var animationBlocks: [AnimationKey: (from: UInt32, to: UInt32)] = [:]
  /// What each style says of its element as a container.
  @exclusivity(unchecked) var containerCache: [Int: ContainerFacts] = [:]
  /// What container units count from below an element, and the content widths that lengths give, by element.
  @exclusivity(unchecked) var containerUnitsOf: [Int: (width: Double?, height: Double?)] = [:]
  @exclusivity(unchecked) var estimatedWidths: [Int: Double] = [:]
  /// The bytes that the page's custom properties take, those of sheets aside.
  @exclusivity(unchecked) var customPropertyBytes = 0
  /// What the choice of a picture's source depended on, where its size followed.
  @exclusivity(unchecked) private var pictureDependencies: EnvironmentDependencies = []
  /// What the styles that were asked for depend on, those included that came to nothing.
  @exclusivity(unchecked) private var met: StyleDependencies = []
  /// Whether a `style` attribute makes a container.
  @exclusivity(unchecked) var usesInlineContainers = false
  /// Whether a text of the style at hand was longer than substitution allows.
  @exclusivity(unchecked) var meetsTextLimit = false

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
  ///     resolver alone until ``resolve()`` has returned.
  public init(
    _ tree: ElementTree, author: RuleSet, environment: Environment,
    fontMetrics: (any FontMetricsProvider)? = nil, resolveURL: (@Sendable (String) -> String)? = nil,
    containerSizes: ContainerSizes = [:], userAgent: RuleSet? = nil, parsing: ParsingOptions = ParsingOptions(),
    styles: StyleMemory? = nil
  ) {
    self.tree = tree
    self.environment = environment
    self.author = author
    self.fontMetrics = fontMetrics
    self.resolveURL = resolveURL
    self.containerSizes = containerSizes
    self.userAgent = userAgent ?? UserAgentRules.ruleSet(environment, isQuirks: tree.isQuirks)
    // Those that only an argument tells apart are created where someone asks for one of them.
    generatedPseudoElements = author.pseudoElements.union(self.userAgent.pseudoElements)
      .subtracting([.vendor, .scrollbarPart, .highlight]).sorted { $0.rawValue < $1.rawValue }
    let isKnown = styles?.holds(author, self.userAgent, environment) ?? false
    styleMemory = isKnown && containerSizes.isEmpty && resolveURL == nil ? styles : nil
    blocks = PageBlocks(self.userAgent, author, styleMemory?.hints ?? HintBlocks())
    table = styleMemory?.table ?? StyleTable()
    sharing = styleMemory?.sharing ?? StyleSharing()
    // The memory is the only owner again when `resolve` returns: nothing is copied meanwhile.
    styleMemory?.table = StyleTable()
    styleMemory?.sharing = StyleSharing()
    styleMemory?.hints = HintBlocks()
    authorBlockStart = blocks.authorStart
    collector = RuleCollector(tree, memory)
    registrations = PropertyRegistrations(
      self.userAgent.registrations + author.registrations, environment)
    var options = parsing
    options.isQuirks = options.isQuirks || tree.isQuirks
    values = PropertyParser(options: options)
    elementStyles = [UInt32](repeating: .max, count: tree.elements.count)
    generated = [UInt32](repeating: 0, count: tree.elements.count)
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
    result.isIncomplete = memory.isExhausted
    if resolvesStates, !result.isIncomplete { resolveStates(into: &result) }
    // Whether containers had a part, their answers tell.
    result.environmentDependencies.formUnion(author.dependencies.subtracting(.container))
    result.environmentDependencies.formUnion(pictureDependencies)
    for dependencies in result.dependencies { result.note(dependencies) }
    if let styleMemory {
      // This resolver may still be asked for styles: it keeps its copy of what the memory grows from.
      styleMemory.table = table
      styleMemory.sharing = sharing
      styleMemory.hints = blocks.hints
      styleMemory.trim(after: customPropertyBytes)
    }
    return result
  }

  /// Whether another viewport in which the same rules hold may give other styles; after ``resolve()``.
  public var dependsOnViewport: Bool {
    usesContainers || !pictureDependencies.isEmpty || !author.keyframes.isEmpty || !author.registrations.isEmpty
      || !met.isDisjoint(with: [.viewport, .container, .fontMetrics, .devicePixelRatio, .safeArea, .mediaCondition])
  }

  /// The number that a style of the table has among the page's, which are numbered in the order of their first use.
  func number(_ style: UInt32, in result: inout ResolvedStyles) -> UInt32 {
    let index = Int(style)
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
    collectBlocks(element)
    return style(of: element, pseudo: nil, parentStyle: parentStyle)
  }

  /// What applies to an element in ascending order: the user agent's rules, attributes, the author's rules, `style`.
  func collectBlocks(_ element: Int) {
    applied.removeAll(keepingCapacity: true)
    collector.collect(userAgent, element, pseudo: nil, container: containerOfElement)
    for match in collector.matches {
      applied.append(AppliedBlock(block: match.block, origin: .userAgent, layer: 0))
    }
    if tree.elements[element].name == .th, let block = headerCellBlock(element) {
      applied.append(AppliedBlock(block: block, origin: .userAgent, layer: 0))
    }
    if tree.isQuirks, tree.elements[element].name == .table, let block = quirkyTableBlock(element) {
      applied.append(AppliedBlock(block: block, origin: .userAgent, layer: 0))
    }
    if let hints = hintBlock(element) {
      applied.append(AppliedBlock(block: hints, origin: .presentationalHint, layer: 0))
    }
    collector.collect(author, element, pseudo: nil, container: containerOfElement)
    for match in collector.matches {
      applied.append(AppliedBlock(block: authorBlockStart + match.block, origin: .author, layer: match.layer))
    }
    if let inline = inlineBlock(element) {
      applied.append(AppliedBlock(block: inline, origin: .inline, layer: .max))
    }
    if !ownDeclarations.isEmpty, let own = ownDeclarations[tree.elements[element].node] {
      applied.append(AppliedBlock(block: attributeBlock(Array(own.utf8)), origin: .inline, layer: .max))
    }
  }

  /// What applies to a pseudo-element.
  func collectBlocks(_ element: Int, _ pseudo: PseudoElement, argument: Name?) {
    applied.removeAll(keepingCapacity: true)
    guard ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree) else { return }
    collector.collect(userAgent, element, pseudo: pseudo, argument: argument, container: containerOfPseudo)
    for match in collector.matches {
      applied.append(AppliedBlock(block: match.block, origin: .userAgent, layer: 0))
    }
    collector.collect(author, element, pseudo: pseudo, argument: argument, container: containerOfPseudo)
    for match in collector.matches {
      applied.append(AppliedBlock(block: authorBlockStart + match.block, origin: .author, layer: match.layer))
    }
  }

  // MARK: Pseudo-elements

  /// The pseudo-elements that come to be without being asked for.
  private func resolveGenerated(_ element: Int, _ style: UInt32, into result: inout ResolvedStyles) {
    let node = tree.elements[element].node
    let isListItem = table.isListItem[Int(style)]
    let candidates = candidates(element)
    for (index, pseudo) in generatedPseudoElements.enumerated() where candidates >> UInt64(index) & 1 != 0 {
      if pseudo == .marker, !isListItem { continue }
      if !ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree) { continue }
      // Only what can come to the top layer has a backdrop.
      if pseudo == .backdrop, tree.elements[element].name != .dialog, !tree.document.hasAttribute(node, .popover) {
        continue
      }
      collectBlocks(element, pseudo, argument: nil)
      if applied.isEmpty {
        forgetCandidate(index, pseudo, element)
        continue
      }
      let isContent = pseudo == .before || pseudo == .after
      // Without `content` it does not come to be (CSS Pseudo-Elements 4, 4.1).
      if isContent, !applied.contains(where: { blocks[$0.block].setsContent }) { continue }
      let index = self.style(of: element, pseudo: pseudo, parentStyle: style)
      if isContent, !table.hasContent[Int(index)] { continue }
      generated[element] |= 1 << UInt32(pseudo.rawValue)
      result.pseudoStyle[ResolvedStyles.PseudoKey(node: node, pseudo: pseudo)] = number(index, in: &result)
    }
    let marker: UInt32 = 1 << UInt32(PseudoElement.marker.rawValue)
    if isListItem, generated[element] & marker == 0 {
      applied.removeAll(keepingCapacity: true)
      generated[element] |= marker
      result.pseudoStyle[ResolvedStyles.PseudoKey(node: node, pseudo: .marker)] = number(
        self.style(of: element, pseudo: .marker, parentStyle: style), in: &result)
    }
  }

  /// The pseudo-elements that some rule may bring about, as bits in the order of ``generatedPseudoElements``; those of
  /// attributes' rules too.
  ///
  /// OPTIMIZATION: found once for all elements of one signature.
  private func candidates(_ element: Int) -> UInt64 {
    let hasAttributes = tree.elements[element].hasAttributes
    let signature = Int(collector.signatures.signature(of: element)) * 2 + (hasAttributes ? 1 : 0)
    if signature >= pseudoCandidates.count {
      pseudoCandidates += repeatElement(.max, count: signature * 2 + 64 - pseudoCandidates.count)
    }
    if pseudoCandidates[signature] == .max {
      var found: UInt64 = 0
      for (index, pseudo) in generatedPseudoElements.enumerated() where mayMatch(pseudo, element) {
        found |= 1 << UInt64(index)
      }
      pseudoCandidates[signature] = found
    }
    return pseudoCandidates[signature]
  }

  /// OPTIMIZATION: what no rule gives anything to, for no element of the signature, is not asked for again.
  private func forgetCandidate(_ index: Int, _ pseudo: PseudoElement, _ element: Int) {
    // Whether there is a button for files, an attribute says.
    let hasNone =
      pseudo != .fileSelectorButton && !ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree)
    guard
      hasNone
        || memory.probe == nil && collector.isKnownToBeBare(userAgent, pseudo, element)
          && collector.isKnownToBeBare(author, pseudo, element)
    else { return }
    let hasAttributes = tree.elements[element].hasAttributes
    let signature = Int(collector.signatures.signature(of: element)) * 2 + (hasAttributes ? 1 : 0)
    pseudoCandidates[signature] &= ~(1 << UInt64(index))
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

  /// The style that a pseudo-element of an element has or would have, whether it comes to be or not; after
  /// ``resolve()``.
  public func pseudoStyle(
    of node: NodeID, _ pseudo: PseudoElement, argument: Name? = nil, into result: inout ResolvedStyles
  ) -> UInt32? {
    let element = tree.element(of: node)
    guard element >= 0, elementStyles[element] != .max else { return nil }
    var ancestors: [Int] = []
    var current = Int(tree.elements[element].parent)
    while current >= 0 {
      ancestors.append(current)
      collector.enter(current)
      current = Int(tree.elements[current].parent)
    }
    defer { for ancestor in ancestors { collector.leave(ancestor) } }
    collectBlocks(element, pseudo, argument: argument)
    return number(style(of: element, pseudo: pseudo, parentStyle: elementStyles[element]), in: &result)
  }

  // MARK: Sharing

  /// The style for the collected blocks under a parent's style, computed once for all that share both.
  func style(of element: Int, pseudo: PseudoElement?, parentStyle: UInt32) -> UInt32 {
    let isRoot = pseudo == nil && tree.elements[element].parent < 0
    let container = usesContainers ? nearestContainer(pseudo == nil ? Int(tree.elements[element].parent) : element) : -1
    let key = StyleSharing.Key(
      parent: parentStyle, kind: elementKind(element, pseudo), container: Int32(container),
      language: pseudo == nil ? sharedLanguage(element) : -1, root: isRoot ? .max : rootStyle)
    // What the page's own attributes or containers have a part in is no other page's.
    let isOfPage = container >= 0 || applied.contains { blocks.isOfPage($0.block) }
    if let shared = isOfPage ? pageSharing.find(key, applied) : sharing.find(key, applied) {
      met.formUnion(table.dependencies[Int(shared)])
      if isRoot { setRoot(shared) }
      return shared
    }
    let applied = applied
    let (record, isShareable) = compute(
      element, pseudo: pseudo, applied, parentStyle: Int(parentStyle), isRoot: isRoot, container: container)
    let withAnimations = animated(
      record, element, pseudo: pseudo, applied, parentStyle: Int(parentStyle), isRoot: isRoot, container: container)
    let index = table.intern(withAnimations ?? record, under: isRoot ? 0 : Int(parentStyle))
    met.formUnion(record.dependencies)
    if isRoot { setRoot(index) }
    if isShareable {
      if isOfPage { pageSharing.insert(key, applied, index) } else { sharing.insert(key, applied, index) }
    }
    return index
  }

  /// Lets lengths count from another root style's font.
  func useRoot(_ style: UInt32) {
    if style != rootStyle { setRoot(style) }
  }

  private func setRoot(_ style: UInt32) {
    rootStyle = style
    rootFont = table.styles[Int(style)].font
  }

  /// A number that is equal for elements of equal language: on every page that the memory serves.
  private func sharedLanguage(_ element: Int) -> Int32 {
    let number = languageNumber(element)
    guard let styleMemory, number >= 0 else { return number }
    // Most pages have one language.
    if number == lastLanguage.page { return lastLanguage.shared }
    if languageNumbers.count <= Int(number) {
      languageNumbers += repeatElement(-1, count: Int(number) + 1 - languageNumbers.count)
    }
    if languageNumbers[Int(number)] < 0 {
      languageNumbers[Int(number)] = styleMemory.number(ofLanguage: memory.language(of: element, in: tree))
    }
    lastLanguage = (number, languageNumbers[Int(number)])
    return languageNumbers[Int(number)]
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
    return attributeBlock(Array(tree.document.utf8(of: attribute)))
  }

  /// The block of declarations as `style` attributes have them.
  private func attributeBlock(_ text: [UInt8]) -> UInt32 {
    if let known = attributeBlocks[text] { return known }
    // The problems of attributes are told where the page's markup is checked.
    var ignored = DiagnosticSink(limit: 0)
    let block = DeclarationBlock.parse(attribute: text, &values, diagnostics: &ignored)
    if block.setsContainer { usesInlineContainers = true }
    let number = blocks.append(block)
    attributeBlocks[text] = number
    return number
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

  private func hintBlock(_ element: Int) -> UInt32? {
    let record = tree.elements[element]
    guard record.mayHaveHints else { return nil }
    // OPTIMIZATION: images of the same size have the same hints, and so have links without more.
    let isOfAttributesAlone = record.namespace == .html && writeHintKey(record)
    if isOfAttributesAlone, let known = hintsOfAttributes[hintKey] { return known }
    let text = PresentationalHints.declarations(for: element, in: tree, sizedBy: sizeSource(of: element)) ?? ""
    let hints = text.isEmpty ? nil : blocks.number(ofHints: text)
    if isOfAttributesAlone { hintsOfAttributes[hintKey] = .some(hints) }
    return hints
  }

  /// HTML, 4.8.4.3.5 and 4.8.17: the `<source>` of a `<picture>` that is chosen gives its image its size, where it has
  /// either attribute.
  private func sizeSource(of element: Int) -> NodeID {
    let record = tree.elements[element]
    guard record.name == .img, record.parent >= 0, tree.elements[Int(record.parent)].name == .picture else {
      return .none
    }
    let document = tree.document
    var sibling = Int(tree.elements[Int(record.parent)].firstChild)
    while sibling >= 0, sibling != element {
      let node = tree.elements[sibling].node
      sibling = Int(tree.elements[sibling].nextSibling)
      guard document.isElement(node, .source), document.value(node, .srcset)?.isEmpty == false else { continue }
      if let type = document.value(node, .type), !PictureSource.isKnown(type) { continue }
      if let media = document.value(node, .media) {
        let list = MediaQueryList(text: media)
        pictureDependencies.formUnion(list.dependencies)
        guard list.matches(environment) else { continue }
      }
      return document.hasAttribute(node, .width) || document.hasAttribute(node, .height) ? node : .none
    }
    return .none
  }

  /// Writes what decides an element's hints, as ``hintKey``; false where more than its own attributes does.
  private func writeHintKey(_ record: ElementTree.Element) -> Bool {
    guard record.name == .img || record.name == .a else { return false }
    if record.name == .img, record.parent >= 0, tree.elements[Int(record.parent)].name == .picture { return false }
    var key: [UInt8] = []
    swap(&key, &hintKey)
    defer { swap(&key, &hintKey) }
    key.removeAll(keepingCapacity: true)
    key.append(record.name == .img ? 1 : 2)
    for attribute in tree.document.attributes(record.node)
    where attribute.namespace == .none && PresentationalHints.mayHint(attribute.name) {
      // The direction of `auto` is that of the text within.
      if attribute.name == .dir { return false }
      withUnsafeBytes(of: attribute.name.rawValue) { key.append(contentsOf: $0) }
      // A link counts by being one.
      if attribute.name == .href { continue }
      let value = tree.document.utf8(of: attribute)
      withUnsafeBytes(of: value.count) { key.append(contentsOf: $0) }
      key.append(contentsOf: value)
    }
    return true
  }
}
