import CSS
import CSSValues
import HTML
import Names

/// What a style says of its element as a container (CSS Conditional 5, 4).
struct ContainerFacts {
  var names: [Name]
  /// Whether its inline size can be asked for.
  var hasInline: Bool
  /// Whether its block size can be asked for.
  var hasBlock: Bool
}

/// An element of which container queries were asked.
final class AskedContainer {
  let element: Int
  /// The root's font size that ``units`` count from; px.
  let rootFontSize: Double
  let facts: ContainerFacts
  /// Whether its lines are vertical.
  let isVertical: Bool
  let units: QueryUnits
  /// The size that queries see, once one asked for it.
  @exclusivity(unchecked) var size: ContainerSize?

  init(element: Int, rootFontSize: Double, facts: ContainerFacts, isVertical: Bool, units: QueryUnits) {
    self.element = element
    self.rootFontSize = rootFontSize
    self.facts = facts
    self.isVertical = isVertical
    self.units = units
  }
}

/// What is known of a page's containers.
struct ContainerTables {
  /// The sizes that a layout found; empty in a first pass.
  let sizes: ContainerSizes
  /// What each style says of its element as a container.
  var facts: [ContainerFacts?] = []
  /// What the queries answer.
  var answers = ContainerAnswers()
  /// The element of which a query was asked last.
  var asked: AskedContainer?
  /// Whether a query asked for a size: only a layout knows it.
  var areMeasured = false
  /// What container units count from below an element.
  var units: [Int: (width: Double?, height: Double?)] = [:]
  /// The content widths that lengths give, by element.
  var widths: [Int: Double] = [:]

  init(sizes: ContainerSizes) { self.sizes = sizes }
}

// Container queries and units. Sizes come from a layout where there was one, otherwise from definite lengths.
extension StyleResolver {
  /// Whether any rule makes a container: only then are they looked for.
  var usesContainers: Bool { author.hasContainerQueries || author.declaresContainers || attributes.setsContainer }

  func containerFacts(_ element: Int) -> ContainerFacts {
    let index = Int(elementStyles[element])
    if index < containers.facts.count, let known = containers.facts[index] { return known }
    let style = table.styles[index]
    let types = style.computedValue(.containerType).text.split(separator: " ")
    let names = style.computedValue(.containerName).text
    let facts = ContainerFacts(
      names: names == "none" ? [] : names.split(separator: " ").map { Name(String($0)) },
      hasInline: types.contains("inline-size") || types.contains("size"), hasBlock: types.contains("size"))
    if index >= containers.facts.count {
      containers.facts += repeatElement(nil, count: max(table.styles.count, index + 1) - containers.facts.count)
    }
    containers.facts[index] = facts
    return facts
  }

  /// The nearest container of an inline size at or above an element, -1 for none.
  func nearestContainer(_ element: Int) -> Int { Int(containerPlace(element).nearest) }

  private func containerPlace(_ element: Int) -> ContainerPlaces.Place {
    containerPlaces.place(
      of: element, in: tree, facts: { self.containerFacts($0) }, style: { self.elementStyles[$0] },
      size: { self.containerSize($0) })
  }

  /// A number that is equal for elements for which all container queries of the author's rules have the same answers, those
  /// aside that ask for more than sizes and styles.
  func containerNumber(_ element: Int, isPseudo: Bool) -> UInt32 {
    guard author.hasContainerQueries else { return 0 }
    let first = isPseudo ? element : Int(tree.elements[element].parent)
    let number = containerPlace(first).number
    guard author.asksContainersForStyles, first >= 0 else { return number }
    return containerPlaces.number(number, style: elementStyles[first])
  }

  /// CSS Conditional 5, 6: `cqw` and `cqh` count from the nearest container of each axis, at or above an element.
  func setContainerUnits(_ context: inout ComputationContext, _ container: Int) {
    (context.containerWidth, context.containerHeight) = containerUnits(container)
  }

  /// The width and height that units count from: of the nearest container that can be asked for it; `nil` for the small
  /// viewport's.
  private func containerUnits(_ element: Int) -> (width: Double?, height: Double?) {
    // Without recursion: documents may be deep.
    var chain: [Int] = []
    var current = element
    var units: (width: Double?, height: Double?) = (nil, nil)
    while current >= 0 {
      if let known = containers.units[current] {
        units = known
        break
      }
      chain.append(current)
      current = Int(tree.elements[current].parent)
    }
    for element in chain.reversed() {
      let facts = containerFacts(element)
      if facts.hasInline, table.styles[Int(elementStyles[element])].box.display.takesSizeContainment {
        let isVertical = self.isVertical(element)
        let size = containerSize(element)
        if !isVertical || facts.hasBlock { units.width = size.width }
        if isVertical || facts.hasBlock { units.height = size.height }
      }
      containers.units[element] = units
    }
    return units
  }

  /// Whether the container queries around a rule hold for an element, or for a pseudo-element of it, whose container it may
  /// be itself (CSS Conditional 5, 5).
  private func containersHold(_ rules: RuleSet, _ context: UInt32, _ element: Int, isPseudo: Bool) -> Bool {
    memory.steps &+= 1
    guard rules === author, rules.contexts[Int(context)].isShared else {
      return queriesHold(rules, Int(context), element, isPseudo: isPseudo)
    }
    let number = containerNumber(element, isPseudo: isPseudo)
    containers.answers.use(rootFontSize: rootElement.font.size)
    if let known = containers.answers.answer(number, context) { return known }
    let answer = queriesHold(rules, Int(context), element, isPseudo: isPseudo)
    containers.answers.keep(answer, number, context, of: rules.contexts.count)
    return answer
  }

  private func queriesHold(_ rules: RuleSet, _ context: Int, _ element: Int, isPseudo: Bool) -> Bool {
    let first = isPseudo ? element : Int(tree.elements[element].parent)
    // By index: a page may have a million questions, and copies of queries count what they refer to.
    for query in rules.contexts[context].containers.indices {
      var isAny = false
      for member in rules.contexts[context].containers[query].members.indices {
        memory.steps &+= Self.stepsOfQuery
        guard memory.steps <= memory.maximumSteps else { return false }
        isAny = holds(rules.contexts[context].containers[query].members[member], from: first)
        if isAny { break }
      }
      if !isAny { return false }
    }
    return true
  }

  /// A query that is asked takes as long as so many steps of matching.
  private static let stepsOfQuery = 30

  func containersOfElement(_ rules: RuleSet, _ context: UInt32, _ element: Int) -> Bool {
    containersHold(rules, context, element, isPseudo: false)
  }

  func containersOfPseudo(_ rules: RuleSet, _ context: UInt32, _ element: Int) -> Bool {
    containersHold(rules, context, element, isPseudo: true)
  }

  /// Whether a query holds for what is in an element, which may be the container.
  private func holds(_ member: ContainerQuery.Member, from first: Int) -> Bool {
    // CSS Conditional 5, 5: what asks for an unknown feature selects no container.
    if member.asksForUnknown { return false }
    var current = first
    while current >= 0 {
      memory.steps &+= 1
      let known = containers.asked?.element == current ? containers.asked : nil
      let facts = known?.facts ?? containerFacts(current)
      if member.name.map(facts.names.contains) ?? true {
        guard let condition = member.condition else { return true }
        memory.steps &+= member.testCount
        let needs = member.axes(isVertical: known?.isVertical ?? isVertical(current))
        if !needs.inline || facts.hasInline, !needs.block || facts.hasBlock {
          let container = asked(current)
          let size = needs.inline || needs.block ? sizeForQueries(container) : ContainerSize(width: nil, height: nil)
          return condition.holds { test in
            switch test {
            case .size(let feature): feature.truth(size, isVertical: container.isVertical, container.units)
            case .style(let name, let value): self.styleTruth(name, value, container.element)
            case .styleRange(let parts, let comparisons): self.rangeTruth(parts, comparisons, container.element)
            case .scrollState: .no
            }
          }
        }
      }
      current = Int(tree.elements[current].parent)
    }
    return false
  }

  private func isVertical(_ element: Int) -> Bool {
    table.styles[Int(elementStyles[element])].text.writingMode != .horizontalTB
  }

  /// An element as queries see it.
  ///
  /// OPTIMIZATION: the last one is kept, since an element asks one query after another of the same containers.
  private func asked(_ element: Int) -> AskedContainer {
    if let known = containers.asked, known.element == element, known.rootFontSize == rootElement.font.size {
      return known
    }
    let style = Int(elementStyles[element])
    var units = QueryUnits(environment)
    units.fontSize = table.styles[style].font.size
    units.rootFontSize = rootElement.font.size
    let outer = containerUnits(Int(tree.elements[element].parent))
    units.containerWidth = outer.width ?? environment.viewport.width
    units.containerHeight = outer.height ?? environment.smallHeight ?? environment.viewport.height
    let container = AskedContainer(
      element: element, rootFontSize: rootElement.font.size, facts: containerFacts(element),
      isVertical: isVertical(element), units: units)
    containers.asked = container
    return container
  }

  /// The size of a container that queries see; nothing of a box that has none of its own.
  private func sizeForQueries(_ container: AskedContainer) -> ContainerSize {
    if let known = container.size { return known }
    containers.areMeasured = true
    let size =
      table.styles[Int(elementStyles[container.element])].box.display.takesSizeContainment
      ? containerSize(container.element) : ContainerSize(width: nil, height: nil)
    container.size = size
    return size
  }

  /// CSS Conditional 5, 5.2: style queries ask for custom properties.
  private func styleTruth(_ name: Name, _ value: TokenCursor?, _ container: Int) -> Truth {
    // DEVIATION: browsers answer only for custom properties.
    guard name.string.hasPrefix("--") else { return .unknown }
    let custom = table.customProperties[Int(elementStyles[container])]
    let actual = registrations.value(name, in: custom)
    guard let value else { return actual == registrations.initial(name) ? .no : .yes }
    var wanted: CustomPropertyValue? = CustomPropertyValue(Array(value.sourceText.utf8))
    if let text = wanted?.text {
      switch WideKeyword(text: text) {
      case .initial: wanted = registrations.initial(name)
      case .some: return .no
      case nil:
        var substitution = ElementSubstitution(
          resolver: self, element: container, pseudo: nil, parentStyle: Int(elementStyles[container]), isRoot: false)
        let registrations = registrations
        guard let text = substitution.substitute(text, lookUp: { registrations.value($0, in: custom) }) else {
          return .no
        }
        var context = computationContext(
          parent: table.styles[Int(elementStyles[container])], isRoot: false, container: -1)
        wanted = registrations.compute(name, text, table.styles[Int(elementStyles[container])], &context)
      }
    }
    return wanted == actual ? .yes : .no
  }

  /// CSS Conditional 5, 5.3: style queries that compare values.
  private func rangeTruth(
    _ parts: [TokenCursor], _ comparisons: [FeatureTest.Comparison], _ container: Int
  ) -> Truth {
    let index = Int(elementStyles[container])
    let custom = table.customProperties[index]
    let style = table.styles[index]
    let registrations = registrations
    var substitution = ElementSubstitution(
      resolver: self, element: container, pseudo: nil, parentStyle: index, isRoot: false)
    var context = computationContext(parent: style, isRoot: false, container: -1)
    return StyleRange.truth(
      parts, comparisons, style, &context, property: { registrations.value($0, in: custom) },
      substitute: { cursor in
        substitution.substitute(Array(cursor.sourceText.utf8)) { registrations.value($0, in: custom) }
      })
  }

  // MARK: Sizes

  /// The content box of a container: what layout found, or what definite lengths say.
  func containerSize(_ element: Int) -> ContainerSize {
    if let known = containers.sizes[tree.elements[element].node] { return known }
    let facts = containerFacts(element)
    let width = estimatedWidth(element)
    let height = estimatedHeight(element)
    if isVertical(element) { return ContainerSize(width: facts.hasBlock ? width : nil, height: height) }
    return ContainerSize(width: width, height: facts.hasBlock ? height : nil)
  }

  /// An element's content width as blocks would have it: its length, or what its parent leaves.
  private func estimatedWidth(_ element: Int) -> Double {
    var chain: [Int] = []
    var current = element
    var available = environment.viewport.width
    while current >= 0 {
      if let known = containers.widths[current] {
        available = known
        break
      }
      chain.append(current)
      current = Int(tree.elements[current].parent)
    }
    for element in chain.reversed() {
      available = contentWidth(element, available)
      containers.widths[element] = available
    }
    return available
  }

  private func contentWidth(_ element: Int, _ available: Double) -> Double {
    let style = table.styles[Int(elementStyles[element])]
    let box = style.box
    if box.display == .contents || box.display == .inline { return available }
    let edges =
      box.padding.left.resolve(available) + box.padding.right.resolve(available) + style.border.left.width
      + style.border.right.width
    func content(_ value: SizeValue) -> Double? {
      guard case .value(let length) = value else { return nil }
      let size = length.resolve(available)
      return box.boxSizing == .borderBox ? max(0, size - edges) : size
    }
    func margin(_ value: LengthPercentageOrAuto) -> Double {
      guard case .value(let length) = value else { return 0 }
      return length.resolve(available)
    }
    var width = content(box.width) ?? max(0, available - margin(box.margin.left) - margin(box.margin.right) - edges)
    if let limit = content(box.maxWidth) { width = min(width, limit) }
    if let limit = content(box.minWidth) { width = max(width, limit) }
    return max(0, width)
  }

  private func estimatedHeight(_ element: Int) -> Double {
    let style = table.styles[Int(elementStyles[element])]
    guard case .value(let length) = style.box.height else { return 0 }
    if case .percentage(let percentage) = length {
      let parent = Int(tree.elements[element].parent)
      return (parent >= 0 ? estimatedHeight(parent, depth: 0) : environment.viewport.height) * percentage / 100
    }
    let edges =
      style.box.padding.top.resolve(0) + style.box.padding.bottom.resolve(0) + style.border.top.width
      + style.border.bottom.width
    let height = length.resolve(0)
    return style.box.boxSizing == .borderBox ? max(0, height - edges) : height
  }

  private func estimatedHeight(_ element: Int, depth: Int) -> Double {
    guard depth < 64, case .value(let length) = table.styles[Int(elementStyles[element])].box.height else { return 0 }
    if case .percentage(let percentage) = length {
      let parent = Int(tree.elements[element].parent)
      return (parent >= 0 ? estimatedHeight(parent, depth: depth + 1) : environment.viewport.height) * percentage / 100
    }
    return length.resolve(0)
  }
}

extension Display {
  /// Whether containment of sizes applies to the box, without which nothing is known of a container's size (CSS
  /// Contain 3, 3.2): not to tables and what they and ruby annotations are made of, nor to inline boxes.
  ///
  /// DEVIATION: to what is not displayed it does: a state or a script may show it, with the styles that were computed.
  fileprivate var takesSizeContainment: Bool {
    switch self {
    case .none, .tableCaption: true
    case .contents: false
    case .box(let outside, let inside, _):
      switch inside {
      case .table, .ruby: false
      case .flow: outside == .block
      case .flowRoot, .flex, .grid, .math, .webkitBox: true
      }
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer:
      false
    }
  }
}
