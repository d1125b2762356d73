import CSS
import CSSValues
import HTML
import Names

// The styles that elements have while someone hovers, presses, focuses or checks: matched here, so that clients need no
// selectors (Selectors 4, 9 and 12).
extension StyleResolver {
  /// More conditions than these are left out.
  private static let maximumConditions = 8
  /// More steps of matching than these and the elements that are left have no styles of states.
  private static let maximumSteps = 20_000_000
  /// Each way in which a rule may match, and each style in a state, takes as long as so many steps.
  private static let stepsOfState = 64
  /// No more ways for one rule to match are looked for.
  private static let maximumTurns = 48
  /// More combinations than these are left out, those of the most conditions first.
  private static let maximumCombinations = 64

  /// So many rows are looked up among those before.
  private static let mostSharedRows = 1 << 12

  /// A box's conditions and the table's styles under them.
  private struct StateRecord {
    var facts: [StateProbe.Fact]
    var rows: [(mask: UInt8, style: UInt32)]

    func style(_ mask: UInt8) -> UInt32? { rows.last { $0.mask & ~mask == 0 }?.style }
  }

  /// Computes the styles of elements and generated boxes in states, after all styles at rest; false where steps were missing for some.
  func resolveStates(into result: inout ResolvedStyles) -> Bool {
    let probe = StateProbe()
    let root = rootElement.style
    memory.steps = memory.maximumSteps - Self.maximumSteps
    positions.stepsSpared = 0
    defer {
      memory.probe = nil
      memory.steps = 0
      useRoot(root)
    }
    var records: [StateRecord] = []
    var places = [Int32](repeating: -1, count: tree.elements.count)
    var open: [Int] = []
    let pseudos = Self.pseudosWithStates.filter { $0 == .marker || generated.pseudoElements.contains($0) }
    let ofRules = pseudosOfStateRules(pseudos)
    // The root's record, where its font changes: lengths count from it everywhere.
    var rootRecord: StateRecord?
    var isComplete = true
    for element in tree.elements.indices {
      while let last = open.last, Int(tree.elements[last].subtreeEnd) <= element {
        collector.leave(last)
        open.removeLast()
      }
      work.begin(element)
      guard memory.steps <= memory.maximumSteps, !work.isBeyond else {
        result.elementsWithTooManyStates.append(tree.elements[element].node)
        isComplete = false
        break
      }
      let parent = Int(tree.elements[element].parent)
      let parentPlace = parent >= 0 ? places[parent] : -1
      let node = tree.elements[element].node
      let record = states(
        of: element, nil, under: parentPlace >= 0 ? records[Int(parentPlace)] : nil, root: rootRecord,
        parentStyle: parent >= 0 ? elementStyles[parent] : 0, atRest: elementStyles[element], probe, &result)
      if let record {
        if parent < 0, record.rows.contains(where: { table.styles[Int($0.style)].font != table.styles[Int(root)].font })
        {
          rootRecord = record
        }
        places[element] = Int32(records.count)
        records.append(record)
        if let styles = stateStyles(record, atRest: elementStyles[element], &result) {
          result.stateStyles[node] = styles
        }
      }
      let possible = generated.created[element] | ofRules
      for pseudo in pseudos
      where possible & 1 << UInt64(pseudo.rawValue) != 0
        && ElementFixUps.mayHave(pseudo, tree.elements[element], in: tree)
      {
        let isContent = pseudo == .before || pseudo == .after
        let isCreated = generated.created[element] & 1 << UInt64(pseudo.rawValue) == 0
        if isCreated, pseudo == .marker || pseudo == .backdrop || !mayBeGenerated(pseudo, element) { continue }
        collectBlocks(element, pseudo, argument: nil)
        let atRest = style(of: element, pseudo: pseudo, parentStyle: elementStyles[element])
        let own = states(
          of: element, pseudo, under: record, root: rootRecord, parentStyle: elementStyles[element], atRest: atRest,
          probe, &result)
        guard let own, !isCreated || !isContent || own.rows.contains(where: { table.hasContent[Int($0.style)] }) else {
          continue
        }
        if let styles = stateStyles(own, atRest: atRest, &result) {
          let key = ResolvedStyles.PseudoKey(node: node, pseudo: pseudo)
          if isCreated { result.pseudoStyle[key] = number(isContent ? undisplayed(atRest) : atRest, in: &result) }
          result.pseudoStateStyles[key] = styles
        }
      }
      useRoot(root)
      if tree.elements[element].firstChild >= 0 {
        collector.enter(element)
        open.append(element)
      }
    }
    while let last = open.popLast() { collector.leave(last) }
    noteSteps()
    return isComplete && memory.steps <= memory.maximumSteps
  }

  /// A style without a box: what is generated only in a state is not displayed at rest.
  private func undisplayed(_ style: UInt32) -> UInt32 {
    let index = Int(style)
    var record = StyleRecord(
      style: table.styles[index], custom: table.customProperties[index], dependencies: table.dependencies[index],
      fontSizeKeyword: table.fontSizeKeywords[index], layoutDisplay: table.layoutDisplays[index],
      isDark: table.isDark[index], origins: table.origins[index])
    record.style.box.display = .none
    return table.intern(record, under: index)
  }

  /// The pseudo-elements whose styles in states are kept: the boxes, then what stands in or around the element's own box.
  private static let pseudosWithStates: [PseudoElement] = [
    .before, .after, .marker, .placeholder, .firstLine, .firstLetter, .selection, .backdrop, .fileSelectorButton,
  ]

  /// Those of some pseudo-elements that rules with states may bring about at any element, a bit each by number.
  private func pseudosOfStateRules(_ pseudos: [PseudoElement]) -> UInt64 {
    var found: UInt64 = 0
    for pseudo in pseudos {
      let number = Int(pseudo.rawValue)
      if !userAgent.statePseudoRules[number].isEmpty || !author.statePseudoRules[number].isEmpty {
        found |= 1 << UInt64(number)
      }
    }
    return found
  }

  /// Whether a rule that names states brings a pseudo-element about: `::before` and `::after` take content for that.
  private func mayBeGenerated(_ pseudo: PseudoElement, _ element: Int) -> Bool {
    let isContent = pseudo == .before || pseudo == .after
    let record = tree.elements[element]
    func mayBring(_ rules: RuleSet) -> Bool {
      let index = rules.statePseudoRules[Int(pseudo.rawValue)]
      guard !index.isEmpty, index.mayMatch(record, tree.classes) else { return false }
      return collector.entries(index, of: element).contains {
        !isContent || rules.blocks[Int(rules.entries[Int($0)].block)].setsContent
      }
    }
    return mayBring(userAgent) || mayBring(author)
  }

  /// The rows that page files hold: those that look otherwise than what counts without them; `nil` where none does, as
  /// below an element of which only custom properties change.
  private func stateStyles(
    _ record: StateRecord, atRest: UInt32, _ result: inout ResolvedStyles
  ) -> StateStyles? {
    var record = record
    var kept: [(mask: UInt8, style: UInt32)] = []
    for row in record.rows {
      // Under other insets a style may differ that is the same under these.
      if table.dependencies[Int(row.style)].contains(.safeArea) { result.environmentDependencies.insert(.safeArea) }
      let before = kept.last { $0.mask & ~row.mask == 0 }?.style ?? atRest
      if !looksSame(row.style, before) { kept.append(row) }
    }
    if kept.isEmpty { return nil }
    record.rows = kept
    var used: UInt8 = 0
    for row in record.rows { used |= row.mask }
    // Conditions that change nothing are left out.
    var places: [UInt8] = []
    for bit in 0..<UInt8(record.facts.count) where used & (1 << bit) != 0 { places.append(bit) }
    return StateStyles(
      conditions: places.map {
        StateCondition(node: tree.elements[record.facts[Int($0)].element].node, state: record.facts[Int($0)].state)
      },
      rows: shared(
        record.rows.map { row in
          var mask: UInt8 = 0
          for (place, bit) in places.enumerated() where row.mask & (1 << bit) != 0 { mask |= 1 << UInt8(place) }
          return StateStyles.Row(mask: mask, style: number(row.style, in: &result))
        }))
  }

  /// Rows that are held once for all elements that have them.
  ///
  /// OPTIMIZATION: all links of a page change alike, and a large page has 100,000 of them.
  private func shared(_ rows: [StateStyles.Row]) -> [StateStyles.Row] {
    if stateRows.count == Self.mostSharedRows { stateRows = [] }
    return stateRows.insert(rows).memberAfterInsert
  }

  /// Whether two styles of the table have the same values that came about in the same way.
  private func looksSame(_ left: UInt32, _ right: UInt32) -> Bool {
    let (left, right) = (Int(table.looks[Int(left)]), Int(table.looks[Int(right)]))
    if left == right { return true }
    // OPTIMIZATION: all links of a page change alike, and the table never changes a style.
    let key = UInt64(truncatingIfNeeded: left) << 32 | UInt64(truncatingIfNeeded: right)
    if let known = comparedStyles[key] { return known }
    let isSame = table.styles[left] == table.styles[right] && table.origins[left] == table.origins[right]
    comparedStyles[key] = isSame
    return isSame
  }

  /// The styles of a box in states; `nil` where none differs from that at rest.
  private func states(
    of element: Int, _ pseudo: PseudoElement?, under parent: StateRecord?, root: StateRecord?, parentStyle: UInt32,
    atRest: UInt32?, _ probe: StateProbe, _ result: inout ResolvedStyles
  ) -> StateRecord? {
    let rootAtRest = rootElement.style
    var isTruncated = false
    let exploration = explore(element, pseudo, probe)
    memory.probe = nil
    if exploration.isTruncated { isTruncated = true }
    let (rules, own) = (exploration.rules, exploration.facts)
    if rules.isEmpty, parent == nil, root == nil { return nil }
    let atRest = atRest ?? restingStyle(element, pseudo, parentStyle: parentStyle)
    // Where no length counts from the root's font, its states reach the element only through its parent.
    let root = rules.isEmpty && !table.dependencies[Int(atRest)].contains(.rootFont) ? nil : root
    if rules.isEmpty, root == nil {
      guard let parent else { return nil }
      // Nothing of its own: one style for each of the parent's.
      var record = StateRecord(facts: parent.facts, rows: [])
      for row in parent.rows {
        let style = restingStyle(element, pseudo, parentStyle: row.style)
        if style != record.style(row.mask) ?? atRest { record.rows.append((row.mask, style)) }
      }
      return record.rows.isEmpty || memory.steps > memory.maximumSteps ? nil : record
    }
    var facts = own
    for fact in parent?.facts ?? [] where !facts.contains(fact) { facts.append(fact) }
    for fact in root?.facts ?? [] where !facts.contains(fact) { facts.append(fact) }
    if facts.count > Self.maximumConditions {
      facts.removeLast(facts.count - Self.maximumConditions)
      isTruncated = true
    }
    // Where no state of others has a part, the position says all.
    let isByItself = pseudo == nil && parent == nil && root == nil
    if isByItself, let rows = knownRows(element, parentStyle: parentStyle, atRest: atRest) {
      return rows.isEmpty ? nil : StateRecord(facts: facts, rows: rows)
    }
    let start = memory.steps
    var areShared = true
    var record = StateRecord(facts: facts, rows: [])
    var known: [(matches: UInt64, parent: UInt32, root: UInt32, style: UInt32)] = []
    var count = 0
    current.used = ([], 0)
    collector.decisions.begin(element)
    defer {
      memory.probe = nil
      collector.decisions.end()
      if root != nil { useRoot(rootAtRest) }
    }
    for mask in Self.masks[facts.count] where isReachable(facts, mask) {
      count += 1
      if count > Self.maximumCombinations {
        isTruncated = true
        break
      }
      let parentStyle = parent.flatMap { $0.style(Self.mask(mask, of: facts, as: $0.facts)) } ?? parentStyle
      if let root {
        useRoot(root.style(Self.mask(mask, of: facts, as: root.facts)) ?? rootAtRest)
      }
      // The root's own style sets another.
      let rootInState = rootElement.style
      probe.suppose(mask, of: facts)
      memory.probe = probe
      var matches: UInt64 = 0
      for (place, rule) in rules.enumerated()
      where collector.matches(
        rule.entry, rule.rules, element, container: pseudo == nil ? containersOfElement : containersOfPseudo)
      {
        matches |= 1 << UInt64(place)
      }
      let style: UInt32
      if let same = known.first(where: { $0.matches == matches && $0.parent == parentStyle && $0.root == rootInState })
      {
        style = same.style
      } else {
        memory.steps &+= Self.stepsOfState
        style = restingStyle(element, pseudo, parentStyle: parentStyle)
        areShared = areShared && current.entry >= 0
        current.used.entries.append(current.entry)
        current.used.rules += current.applied.count
        known.append((matches, parentStyle, rootInState, style))
      }
      memory.probe = nil
      if style != record.style(mask) ?? atRest { record.rows.append((mask, style)) }
    }
    // Without steps left nothing matches: the result is not a style.
    if memory.steps > memory.maximumSteps { return nil }
    if isTruncated { result.elementsWithTooManyStates.append(tree.elements[element].node) }
    if isByItself, areShared, !isTruncated {
      keepRows(record.rows, of: element, parentStyle: parentStyle, atRest: atRest, steps: memory.steps &- start)
    }
    return record.rows.isEmpty ? nil : record
  }

  /// The style under a parent's style, in the states that are supposed.
  private func restingStyle(_ element: Int, _ pseudo: PseudoElement?, parentStyle: UInt32) -> UInt32 {
    if let pseudo {
      collectBlocks(element, pseudo, argument: nil)
    } else {
      collectBlocks(element)
    }
    return style(of: element, pseudo: pseudo, parentStyle: parentStyle)
  }

  // MARK: What a box's rules ask for

  /// The rules that states bring to match or keep from it, and those states; of elements found once for all environments in which
  /// the same rules hold.
  private func explore(_ element: Int, _ pseudo: PseudoElement?, _ probe: StateProbe) -> StateExploration {
    if pseudo == nil, let known = matched?.exploration(element) ?? knownExploration(element) { return known }
    let start = memory.steps
    var found = StateExploration()
    for isAuthor in [false, true] {
      let rules = isAuthor ? author : userAgent
      let index = pseudo.map { rules.statePseudoRules[Int($0.rawValue)] } ?? rules.stateRules
      guard !index.isEmpty, index.mayMatch(tree.elements[element], tree.classes) else { continue }
      memory.probe = probe
      for entry in collector.candidates(index, rules, of: element) {
        guard found.rules.count < 64 else {
          found.isTruncated = true
          break
        }
        let used = statesAsked(by: entry, rules, element, pseudo, probe, &found.isTruncated)
        guard !used.isEmpty else { continue }
        found.rules.append(StateExploration.Rule(rules: rules, entry: entry))
        for fact in used where !found.facts.contains(fact) { found.facts.append(fact) }
      }
    }
    if !found.facts.isEmpty {
      found.facts.sort { ($0.element, $0.state) < ($1.element, $1.state) }
      // The element's own states before those of others.
      let isOwn = found.facts.filter { $0.element == element }
      found.facts = isOwn + found.facts.filter { $0.element != element }
    }
    if pseudo == nil {
      matched?.insert(element, found)
      keepExploration(found, of: element, steps: memory.steps &- start)
    }
    return found
  }

  /// The states that a rule may match by. Each turn finds one way to match, and further turns have to do without one of
  /// its states each: what matches by the state of one sibling or of another has them all.
  private func statesAsked(
    by entry: UInt32, _ rules: RuleSet, _ element: Int, _ pseudo: PseudoElement?, _ probe: StateProbe,
    _ isTruncated: inout Bool
  ) -> [StateProbe.Fact] {
    var used: [StateProbe.Fact] = []
    var waiting: [Set<StateProbe.Fact>] = [[]]
    var hopeless: [Set<StateProbe.Fact>] = []
    var turn = 0
    func matches() -> Bool {
      collector.matches(entry, rules, element, container: pseudo == nil ? containersOfElement : containersOfPseudo)
    }
    while turn < waiting.count, turn < Self.maximumTurns {
      let without = waiting[turn]
      turn += 1
      memory.steps &+= Self.stepsOfState
      if hopeless.contains(where: { $0.isSubset(of: without) }) { continue }
      probe.explore(without: Array(without))
      var isMatch = matches()
      if !isMatch, probe.meetsConflict {
        probe.explore(without: Array(without), isLenient: true)
        isMatch = matches()
      }
      guard isMatch else {
        hopeless.append(without)
        continue
      }
      for fact in probe.asked + probe.noted where !used.contains(fact) { used.append(fact) }
      if used.count > Self.maximumConditions {
        isTruncated = true
        break
      }
      for fact in probe.asked {
        let next = without.union([fact])
        if !waiting.contains(next) { waiting.append(next) }
      }
    }
    return used
  }

  // MARK: Combinations

  /// By number of bits: all masks but 0, those of fewer bits first.
  private static let masks: [[UInt8]] = (0...maximumConditions).map { count in
    guard count > 0 else { return [] }
    return (1..<(1 << count)).map { UInt8($0) }.sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }
  }

  /// A mask over some facts as one over others.
  private static func mask(_ mask: UInt8, of facts: [StateProbe.Fact], as others: [StateProbe.Fact]) -> UInt8 {
    var result: UInt8 = 0
    for (place, fact) in others.enumerated() {
      if let index = facts.firstIndex(of: fact), mask & (1 << UInt8(index)) != 0 { result |= 1 << UInt8(place) }
    }
    return result
  }

  /// Whether states can be so together: one pointer, one focus.
  private func isReachable(_ facts: [StateProbe.Fact], _ mask: UInt8) -> Bool {
    func isSet(_ index: Int) -> Bool { mask & (1 << UInt8(index)) != 0 }
    func contains(_ outer: Int, _ inner: Int) -> Bool {
      outer <= inner && inner < Int(tree.elements[outer].subtreeEnd)
    }
    for left in facts.indices where isSet(left) {
      let fact = facts[left]
      for right in facts.indices where right != left {
        let other = facts[right]
        switch (fact.state, other.state) {
        case (.hover, .hover), (.active, .active), (.focusWithin, .focusWithin):
          // What holds of an element holds of its ancestors, and of no two elements side by side.
          if isSet(right) {
            if !contains(fact.element, other.element), !contains(other.element, fact.element) { return false }
          } else if contains(other.element, fact.element) {
            return false
          }
        case (.focus, .focus), (.focusVisible, .focusVisible), (.target, .target):
          if isSet(right) { return false }
        case (.focusVisible, .focus):
          if isSet(right) != (other.element == fact.element) { return false }
        case (.focus, .focusWithin), (.focusVisible, .focusWithin):
          if isSet(right) != contains(other.element, fact.element) { return false }
        default: break
        }
      }
    }
    return true
  }
}
