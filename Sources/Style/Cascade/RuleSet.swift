import CSS
import HTML
import Names

/// A sheet as a document uses it: with the conditions of the place that refers to it, and the sheets that it imports.
public struct CollectedSheet: Sendable {
  /// The sheet.
  public let sheet: CSSStyleSheet
  /// The `media` attributes and queries of the links and imports that lead to it: all must hold.
  public var media: [MediaQueryList]
  /// The parent of the element that the sheet belongs to: where `@scope` without a start begins; `.none` for the root.
  public var ownerParent: NodeID
  /// The imported sheets by index of `CSSStyleSheet.imports`; `nil` where one could not be had.
  public var imports: [CollectedSheet?]

  /// A sheet without imports.
  public init(
    _ sheet: CSSStyleSheet, media: [MediaQueryList] = [], imports: [CollectedSheet?] = [], ownerParent: NodeID = .none
  ) {
    self.sheet = sheet
    self.ownerParent = ownerParent
    self.media = media
    self.imports = imports
  }

  /// The facts of the environment that the choice of rules depends on.
  public var dependencies: EnvironmentDependencies {
    var result = sheet.dependencies
    for list in media { result.formUnion(list.dependencies) }
    for nested in imports { result.formUnion(nested?.dependencies ?? []) }
    return result
  }

  /// What all media queries of the sheet and of those that it imports say in an environment, in the order of the source: the choice
  /// of rules depends on nothing else of it.
  public func answers(in environment: Environment) -> [Bool] {
    var answers = media.map { $0.matches(environment) }
    for group in sheet.groups {
      if case .media(let list) = group.kind { answers.append(list.matches(environment)) }
    }
    answers += sheet.imports.map { $0.media.matches(environment) }
    for nested in imports { answers += nested?.answers(in: environment) ?? [] }
    return answers
  }
}

/// The rules of one origin that hold in an environment, in buckets by what their rightmost compound names: an element
/// looks only at the rules that may match it.
///
/// Immutable once built; pages with the same sheets and environment share one.
public final class RuleSet: @unchecked Sendable {
  // Immutable after `init`.

  /// A selector with its rule, as plain integers.
  struct Entry {
    var selector: Selector
    /// The index in `tables`.
    var table: UInt32
    /// The index in `blocks`.
    var block: UInt32
    /// The order of appearance among all entries.
    var order: UInt32
    /// The rank of the layer; higher wins.
    var layer: UInt32
    /// The index in `contexts`, 0 for none.
    var context: UInt32
    /// Hashes of names that ancestors must have; 0 is none.
    var ancestors: (UInt32, UInt32, UInt32, UInt32)
    /// Whether the whole selector is the one name that the bucket is of.
    var isTrivial: Bool
    /// Whether it matches only by the names, ids and classes of the element and its ancestors, the page at rest, and by the
    /// containers around them.
    var isOfNames = false
  }

  /// The scopes and containers around a rule.
  struct Context {
    /// The table of the scopes' lists.
    var table: UInt32
    /// From the innermost to the outermost.
    var scopes: [ScopeBounds]
    /// A number for each of the scopes that no other scope of the set has, those around it being a part of it.
    var scopeIDs: [UInt32] = []
    /// Whether states have a part in where the scopes start and end.
    var namesStates = false
    var containers: [ContainerQuery]
    /// Whether the queries have the same answers for all elements of one ``ContainerPlaces`` number.
    var isShared = true
    /// Where a scope without a start begins; `.none` for the root.
    var ownerParent: NodeID = .none
  }

  /// Entries by the name that they need.
  struct Buckets {
    var byID: [UInt32: [UInt32]] = [:]
    var byClass: [UInt32: [UInt32]] = [:]
    var byType: [UInt32: [UInt32]] = [:]
    var byAttribute: [UInt32: [UInt32]] = [:]
    var root: [UInt32] = []
    var universal: [UInt32] = []
    /// Whether anything is in a bucket.
    var isEmpty = true
  }

  let entries: [Entry]
  let tables: [SelectorTable]
  let blocks: [DeclarationBlock]
  let contexts: [Context]
  /// The rules of elements.
  let elementRules: RuleIndex
  /// The rules of pseudo-elements, by raw value of ``PseudoElement``.
  let pseudoRules: [RuleIndex]
  /// Of the rules of `::before` and `::after` those that set `content`: without one of them neither is generated.
  let contentRules: [RuleIndex]
  /// Of the rules of elements those that name states.
  let stateRules: RuleIndex
  /// Of the rules of pseudo-elements those that name states.
  let statePseudoRules: [RuleIndex]
  /// Whether a rule asks for a container's size or style.
  let hasContainerQueries: Bool
  /// Whether a query whose answers are shared asks for a container's style.
  let asksContainersForStyles: Bool
  /// The pseudo-elements that rules in `@container` style.
  let pseudosInContainers: Set<PseudoElement>
  /// Whether a declaration makes a container.
  let declaresContainers: Bool
  /// Pseudo-elements that some rule styles.
  let pseudoElements: Set<PseudoElement>
  /// The facts of the environment that the choice of rules depends on.
  let dependencies: EnvironmentDependencies
  /// The rank of what is in no layer.
  let unlayeredRank: UInt32
  /// `@property` rules, in order.
  let registrations: [DescriptorRule]
  /// `@font-face`, `@keyframes` and `@counter-style` rules whose conditions hold, in order.
  public let fontFaces: [DescriptorRule]
  /// `@keyframes` rules.
  public let keyframes: [KeyframesRule]
  /// What the blocks' indices of each of ``keyframes`` count from.
  let keyframeBlocks: [UInt32]
  /// The declarations of all keyframes, each counted for each of its offsets.
  let keyframeDeclarationCount: Int
  /// `@counter-style` rules.
  public let counterStyles: [DescriptorRule]

  /// Chooses and sorts the rules of sheets.
  ///
  /// - Parameters:
  ///   - sheets: in the order of the document.
  ///   - environment: what media queries see.
  ///   - isQuirks: whether names compare without case.
  public convenience init(_ sheets: [CollectedSheet], environment: Environment, isQuirks: Bool) {
    self.init(sheets, RuleSetBuilder(environment: environment, isQuirks: isQuirks))
  }

  init(_ sheets: [CollectedSheet], _ builder: consuming RuleSetBuilder) {
    var builder = builder
    for sheet in sheets { builder.mentionLayers(sheet, in: 0) }
    builder.instance = 0
    for sheet in sheets { builder.add(sheet, in: 0) }
    let ranks = builder.layers.ranks()
    for index in builder.entries.indices { builder.entries[index].layer = ranks[Int(builder.entries[index].layer)] }
    entries = builder.entries
    dependencies = sheets.reduce(into: []) { $0.formUnion($1.dependencies) }
    tables = builder.tables
    blocks = builder.blocks
    contexts = builder.contexts
    elementRules = RuleIndex(builder.elementRules)
    pseudoRules = builder.pseudoRules.map(RuleIndex.init)
    contentRules = builder.contentRules.map(RuleIndex.init)
    stateRules = RuleIndex(builder.stateRules)
    statePseudoRules = builder.statePseudoRules.map(RuleIndex.init)
    declaresContainers = builder.blocks.contains { $0.setsContainer }
    hasContainerQueries = builder.hasContainerQueries
    asksContainersForStyles = builder.asksContainersForStyles
    pseudosInContainers = builder.pseudosInContainers
    pseudoElements = builder.pseudoElements
    unlayeredRank = ranks[0]
    func ordered<Rule>(_ rules: [RuleSetBuilder.Layered<Rule>]) -> [RuleSetBuilder.Layered<Rule>] {
      rules.enumerated().sorted { left, right in
        let leftRank = ranks[Int(left.element.layer)]
        let rightRank = ranks[Int(right.element.layer)]
        return leftRank != rightRank ? leftRank < rightRank : left.offset < right.offset
      }.map(\.element)
    }
    registrations = ordered(builder.registrations).map(\.rule)
    fontFaces = ordered(builder.fontFaces).map(\.rule)
    counterStyles = ordered(builder.counterStyles).map(\.rule)
    let keyframes = ordered(builder.keyframes)
    self.keyframes = keyframes.map(\.rule)
    keyframeBlocks = keyframes.map(\.firstBlock)
    keyframeDeclarationCount = keyframes.reduce(0) { count, keyframes in
      keyframes.rule.frames.reduce(count) { count, frame in
        let block = builder.blocks[Int(keyframes.firstBlock + frame.block)]
        return count + frame.offsets.count * block.places.reduce(0) { $0 + block.storage.written[$1].values.count }
      }
    }
  }
}

/// Builds a ``RuleSet``.
struct RuleSetBuilder {
  let environment: Environment
  let isQuirks: Bool
  /// Whether rules are taken whatever their conditions, those of pseudo-elements as if they were of the element.
  var ignoresConditions = false
  var layers = CascadeLayers()
  var entries: [RuleSet.Entry] = []
  var tables: [SelectorTable] = []
  var blocks: [DeclarationBlock] = []
  var contexts = [RuleSet.Context(table: 0, scopes: [], containers: [])]
  var elementRules = RuleSet.Buckets()
  var pseudoRules = [RuleSet.Buckets](repeating: RuleSet.Buckets(), count: PseudoElement.allCases.count)
  var stateRules = RuleSet.Buckets()
  var statePseudoRules = [RuleSet.Buckets](repeating: RuleSet.Buckets(), count: PseudoElement.allCases.count)
  var contentRules = [RuleSet.Buckets](repeating: RuleSet.Buckets(), count: PseudoElement.allCases.count)
  var hasContainerQueries = false
  var asksContainersForStyles = false
  var pseudosInContainers: Set<PseudoElement> = []
  var pseudoElements: Set<PseudoElement> = []
  /// A rule that is not a style rule, with its layer: of equal names the highest layer's last one counts.
  struct Layered<Rule> {
    var rule: Rule
    var layer: Int32
    var firstBlock: UInt32
  }
  var registrations: [Layered<DescriptorRule>] = []
  var fontFaces: [Layered<DescriptorRule>] = []
  var keyframes: [Layered<KeyframesRule>] = []
  var counterStyles: [Layered<DescriptorRule>] = []
  /// Sheets are visited twice in the same order; anonymous layers are found again by this number and their group.
  var instance = 0
  private struct AnonymousKey: Hashable {
    var instance: Int
    var group: UInt32
  }
  private var anonymousLayers: [AnonymousKey: Int32] = [:]
  private var importLayers: [AnonymousKey: Int32] = [:]
  private struct ListKey: Hashable {
    var table: ObjectIdentifier
    var list: UInt32
    var depth: Int
  }
  /// Whether names decide the long lists that selectors refer to.
  private var listsOfNames: [ListKey: Bool] = [:]

  init(environment: Environment, isQuirks: Bool) {
    self.environment = environment
    self.isQuirks = isQuirks
  }

  private func holds(_ sheet: CollectedSheet) -> Bool { sheet.media.allSatisfy { $0.matches(environment) } }

  // MARK: Layers, in the order of their first mention

  mutating func mentionLayers(_ collected: CollectedSheet, in parent: Int32) {
    guard holds(collected) else { return }
    let number = instance
    instance += 1
    let sheet = collected.sheet
    for mention in sheet.layerMentions {
      switch mention {
      case .statement(let names, let group):
        guard sheet.isActive(group: group, in: environment) else { continue }
        let outer = layer(of: group, sheet, in: parent, number)
        for name in names { _ = layers.layer(name, in: outer) }
      case .block(let group):
        guard sheet.isActive(group: group, in: environment) else { continue }
        _ = layer(of: group, sheet, in: parent, number)
      case .importRule(let index):
        let rule = sheet.imports[index]
        guard rule.isSupported, rule.media.matches(environment) else { continue }
        let inner = rule.isLayered ? layers.layer(rule.layer, in: parent) : parent
        importLayers[AnonymousKey(instance: number, group: UInt32(index))] = inner
        if index < collected.imports.count, let nested = collected.imports[index] {
          mentionLayers(nested, in: inner)
        }
      }
    }
  }

  private mutating func layer(of group: UInt32, _ sheet: CSSStyleSheet, in parent: Int32, _ number: Int) -> Int32 {
    if group == 0 { return parent }
    let record = sheet.groups[Int(group)]
    let outer = layer(of: record.parent, sheet, in: parent, number)
    guard case .layer(let path) = record.kind else { return outer }
    if path != nil { return layers.layer(path, in: outer) }
    let key = AnonymousKey(instance: number, group: group)
    if let known = anonymousLayers[key] { return known }
    let layer = layers.anonymous(in: outer)
    anonymousLayers[key] = layer
    return layer
  }

  // MARK: Rules

  mutating func add(_ collected: CollectedSheet, in parent: Int32) {
    guard holds(collected) else { return }
    let number = instance
    instance += 1
    let sheet = collected.sheet
    for (index, rule) in sheet.imports.enumerated() where rule.isSupported && rule.media.matches(environment) {
      if index < collected.imports.count, let nested = collected.imports[index] {
        add(nested, in: importLayers[AnonymousKey(instance: number, group: UInt32(index))] ?? parent)
      }
    }
    let table = UInt32(tables.count)
    tables.append(sheet.selectors)
    let groups = groupFacts(sheet, in: parent, number, table: table, ownerParent: collected.ownerParent)
    let firstBlock = UInt32(blocks.count)
    blocks += sheet.blocks
    for rule in sheet.rules {
      let facts = groups[Int(rule.group)]
      guard facts.isActive || ignoresConditions else { continue }
      let list = sheet.selectors.lists[Int(rule.selectors)]
      let order = UInt32(entries.count)
      for index in list.start..<(list.start + list.count) {
        add(sheet.selectors, table, Int(index), block: firstBlock + rule.block, order: order, facts)
      }
    }
    func layered<Rule>(_ rules: [Rule], _ group: (Rule) -> UInt32) -> [Layered<Rule>] {
      rules.compactMap { rule in
        let facts = groups[Int(group(rule))]
        return facts.isActive ? Layered(rule: rule, layer: facts.layer, firstBlock: firstBlock) : nil
      }
    }
    registrations += layered(sheet.propertyRules) { $0.group }
    fontFaces += layered(sheet.fontFaces) { $0.group }
    keyframes += layered(sheet.keyframes) { $0.group }
    counterStyles += layered(sheet.counterStyles) { $0.group }
  }

  private struct GroupFacts {
    var isActive: Bool
    var layer: Int32
    var context: UInt32
  }

  private mutating func groupFacts(
    _ sheet: CSSStyleSheet, in parent: Int32, _ number: Int, table: UInt32, ownerParent: NodeID
  ) -> [GroupFacts] {
    var facts: [GroupFacts] = []
    facts.reserveCapacity(sheet.groups.count)
    for (index, group) in sheet.groups.enumerated() {
      // A group's parent is before it.
      var fact = index == 0 ? GroupFacts(isActive: true, layer: parent, context: 0) : facts[Int(group.parent)]
      switch group.kind {
      case .sheet: break
      case .media(let list): fact.isActive = fact.isActive && list.matches(environment)
      case .supports(let holds): fact.isActive = fact.isActive && holds
      case .startingStyle: fact.isActive = false
      case .layer: if fact.isActive { fact.layer = layer(of: UInt32(index), sheet, in: parent, number) }
      case .container(let query):
        hasContainerQueries = true
        var context = contexts[Int(fact.context)]
        context.table = table
        context.containers.append(query)
        context.isShared = context.isShared && query.dependsOnlyOnStyles
        if query.dependsOnlyOnStyles, query.asksForStyles { asksContainersForStyles = true }
        fact.context = UInt32(contexts.count)
        contexts.append(context)
      case .scope(let bounds):
        var context = contexts[Int(fact.context)]
        context.table = table
        context.scopes.insert(bounds, at: 0)
        context.scopeIDs.insert(UInt32(contexts.count), at: 0)
        context.namesStates =
          context.namesStates || [bounds.start, bounds.end].contains { sheet.selectors.namesStates(list: $0) }
        context.ownerParent = ownerParent
        fact.context = UInt32(contexts.count)
        contexts.append(context)
      }
      facts.append(fact)
    }
    return facts
  }

  private mutating func add(
    _ selectors: SelectorTable, _ table: UInt32, _ index: Int, block: UInt32, order: UInt32, _ facts: GroupFacts
  ) {
    var selector = selectors.selectors[index]
    if ignoresConditions { selector = selectors.originatingElement(of: selector) }
    var entry = RuleSet.Entry(
      selector: selector, table: table, block: block, order: order, layer: UInt32(facts.layer),
      context: facts.context, ancestors: (0, 0, 0, 0), isTrivial: false)
    var start = Int(selector.start)
    let end = start + Int(selector.count)
    if selector.pseudoElement != nil { start = Self.afterPseudoElements(selectors.components, start, end) }
    entry.ancestors = ancestorHashes(selectors.components, start, end)
    var keys: [BucketKey] = []
    let isIndexed = bucketKeys(selectors, start, end, into: &keys, depth: 0)
    if end - start == 1, selector.pseudoElement == nil, facts.context == 0 {
      // A list of one, as in `:is(.a .b)`, has one key too, but more than its name decides.
      entry.isTrivial = [.id, .className, .type].contains(selectors.components[start].kind)
    }
    let context = contexts[Int(facts.context)]
    entry.isOfNames = context.scopes.isEmpty && context.isShared && isOfNames(selectors, start, end, depth: 0)
    let place = UInt32(entries.count)
    entries.append(entry)
    let unique = isIndexed ? keys : [.universal]
    let namesStates = !selector.dynamicStates.isEmpty || context.namesStates
    if let pseudo = selector.pseudoElement {
      pseudoElements.insert(pseudo)
      if !context.containers.isEmpty { pseudosInContainers.insert(pseudo) }
      pseudoRules[Int(pseudo.rawValue)].add(place, unique)
      if blocks[Int(block)].setsContent { contentRules[Int(pseudo.rawValue)].add(place, unique) }
      if namesStates { statePseudoRules[Int(pseudo.rawValue)].add(place, unique) }
    } else {
      elementRules.add(place, unique)
      if namesStates { stateRules.add(place, unique) }
    }
  }

  static func afterPseudoElements(_ components: UnsafeBufferPointer<SelectorComponent>, _ start: Int, _ end: Int) -> Int
  {
    var result = start
    for index in start..<end
    where components[index].kind == .combinator
      && components[index].first == UInt32(Combinator.pseudoElement.rawValue)
    {
      result = index + 1
    }
    return result
  }

  /// Hashes of up to four names of compounds above the subject: ids first found win, as they are rarest.
  private func ancestorHashes(
    _ components: UnsafeBufferPointer<SelectorComponent>, _ start: Int, _ end: Int
  ) -> (UInt32, UInt32, UInt32, UInt32) {
    var found: [UInt32] = []
    var isAncestor = false
    for index in start..<end {
      let component = components[index]
      switch component.kind {
      case .combinator:
        isAncestor =
          component.first == UInt32(Combinator.descendant.rawValue)
          || component.first == UInt32(Combinator.child.rawValue)
      case .id where isAncestor:
        found.insert(AncestorFilter.hash(.id, isQuirks ? component.second : component.first), at: 0)
      case .className where isAncestor:
        found.append(AncestorFilter.hash(.className, isQuirks ? component.second : component.first))
      case .type where isAncestor:
        found.append(AncestorFilter.hash(.type, component.second))
      default: break
      }
    }
    func hash(_ index: Int) -> UInt32 { index < found.count ? found[index] : 0 }
    return (hash(0), hash(1), hash(2), hash(3))
  }

  /// Whether nothing but names, ids and classes of the element and its ancestors decides, where no state holds.
  private mutating func isOfNames(_ selectors: SelectorTable, _ start: Int, _ end: Int, depth: Int) -> Bool {
    guard depth < 4 else { return false }
    return (start..<end).allSatisfy { index in
      let component = selectors.components[index]
      switch component.kind {
      case .type, .id, .className, .namespace, .never: return true
      case .combinator:
        return component.first == UInt32(Combinator.descendant.rawValue)
          || component.first == UInt32(Combinator.child.rawValue)
      case .pseudoClass:
        switch PseudoClass(rawValue: component.detail) {
        case .root, .hover, .active, .focus, .focusVisible, .focusWithin, .target, .visited, .never: return true
        default: return false
        }
      case .matchesAny, .matchesNone:
        let list = selectors.lists[Int(component.first)]
        let key = ListKey(table: ObjectIdentifier(selectors), list: component.first, depth: depth)
        if let known = listsOfNames[key] { return known }
        let areOfNames = (list.start..<(list.start + list.count)).allSatisfy { member in
          let selector = selectors.selectors[Int(member)]
          return selector.pseudoElement != nil
            || isOfNames(
              selectors, Int(selector.start), Int(selector.start + selector.count), depth: depth + 1)
        }
        // OPTIMIZATION: rules that are nested in a long list ask for the same list, as often as there are of them.
        if list.count > MatchMemory.longList || selectors.weights[Int(component.first)] > MatchMemory.heavyList {
          listsOfNames[key] = areOfNames
        }
        return areOfNames
      default: return false
      }
    }
  }

  enum BucketKey: Hashable {
    case id(UInt32), className(UInt32), type(UInt32), attribute(UInt32), root, universal
  }

  /// What an element must have for a compound to match; several where a list allows any of them. False where nothing
  /// simple is needed.
  private func bucketKeys(
    _ selectors: SelectorTable, _ start: Int, _ end: Int, into keys: inout [BucketKey], depth: Int
  ) -> Bool {
    var best: (rank: Int, keys: [BucketKey])?
    var index = start
    while index < end, selectors.components[index].kind != .combinator {
      let component = selectors.components[index]
      var candidate: (rank: Int, keys: [BucketKey])?
      switch component.kind {
      case .id: candidate = (0, [.id(isQuirks ? component.second : component.first)])
      case .className: candidate = (1, [.className(isQuirks ? component.second : component.first)])
      // An element that is closed comes to have the attribute.
      case .attribute where selectors.attributes[Int(component.first)].lowercaseName != .open:
        candidate = (2, [.attribute(selectors.attributes[Int(component.first)].lowercaseName.rawValue)])
      case .type: candidate = (3, [.type(component.second)])
      case .pseudoClass where component.detail == PseudoClass.root.rawValue: candidate = (0, [.root])
      case .matchesAny where depth < 4:
        let list = selectors.lists[Int(component.first)]
        var members: [BucketKey] = []
        var isIndexed = list.count > 0 && list.count <= 32
        for member in list.start..<(list.start + list.count) where isIndexed && members.count <= 32 {
          let selector = selectors.selectors[Int(member)]
          guard selector.pseudoElement == nil else { continue }
          isIndexed = bucketKeys(
            selectors, Int(selector.start), Int(selector.start + selector.count), into: &members, depth: depth + 1)
        }
        if isIndexed, !members.isEmpty, members.count <= 32 { candidate = (4, Array(Set(members))) }
      default: break
      }
      if let candidate, best == nil || candidate.rank < best?.rank ?? 9 { best = candidate }
      index += 1
    }
    guard let best else { return false }
    keys += best.keys
    return true
  }
}

extension SelectorTable {
  /// Whether a list, where there is one, names states of elements.
  fileprivate func namesStates(list: UInt32?) -> Bool {
    guard let list else { return false }
    let range = lists[Int(list)]
    return (range.start..<(range.start + range.count)).contains { !selectors[Int($0)].dynamicStates.isEmpty }
  }
}

extension RuleSet.Buckets {
  mutating func add(_ entry: UInt32, _ keys: [RuleSetBuilder.BucketKey]) {
    isEmpty = false
    for key in keys {
      switch key {
      case .id(let name): byID[name, default: []].append(entry)
      case .className(let name): byClass[name, default: []].append(entry)
      case .type(let name): byType[name, default: []].append(entry)
      case .attribute(let name): byAttribute[name, default: []].append(entry)
      case .root: root.append(entry)
      case .universal: universal.append(entry)
      }
    }
  }
}
