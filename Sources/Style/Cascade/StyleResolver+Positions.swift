import CSSValues
import HTML
import Names

// What earlier pages left of elements in the same positions.
extension StyleResolver {
  /// Finds the positions of the page's elements.
  func findPositions() {
    guard let known = styleMemory?.positions else { return }
    positions.numbers = known.positions(of: tree, memory, keys: matched?.keys ?? PositionKeys()) {
      self.sharedLanguage($0)
    }
    if !positions.numbers.isEmpty { positions.memory = known }
  }

  /// Ends the use of positions: from now on others may use the memory. What a page left that was cut short is forgotten.
  func forgetPositions(isCut: Bool) {
    if !positions.numbers.isEmpty, isCut || positions.mustRepeat { styleMemory?.positions = positions.memory?.emptied }
    positions.numbers = []
    positions.memory = nil
  }

  /// Notes whether the page might have come to the end of its steps if nothing had been known by positions: where it did with
  /// them, and where what was spared might have been too much.
  func noteSteps() {
    if !positions.numbers.isEmpty, memory.isExhausted || memory.steps &+ positions.stepsSpared > memory.maximumSteps {
      positions.mustRepeat = true
    }
  }

  // MARK: At rest

  /// Appends what matches at a position to the current element's blocks.
  func appendMatches(_ position: Int, ofAuthor: Bool) {
    guard let known = positions.memory else { return }
    let entry = known.entries[position]
    if !ofAuthor { positions.stepsSpared &+= entry.steps }
    let range = ofAuthor ? entry.authorStart..<entry.matchEnd : entry.matchStart..<entry.authorStart
    for index in range { current.applied.append(known.blocks[Int(index)]) }
  }

  /// Whether rules, names and attributes that positions tell apart are all that gives an element its style under its parent's.
  private func isPlain(_ element: Int) -> Bool {
    let record = tree.elements[element]
    // Of the root more of the page has a part, and so have texts where they give a direction.
    guard record.parent >= 0, !record.hasStyleAttribute, record.name != .bdi, !usesContainers else { return false }
    if !ownDeclarations.isEmpty, ownDeclarations[record.node] != nil { return false }
    if tree.isQuirks, record.name == .table { return false }
    guard record.mayHaveHints else { return true }
    // An image's size may be that of a source that a query chooses.
    if record.name == .img, tree.elements[Int(record.parent)].name == .picture { return false }
    return !tree.document.hasAttribute(record.node, .dir)
  }

  /// The style of an element, where an element in its position had one under the same parent's.
  func knownStyle(_ element: Int, parentStyle: UInt32) -> UInt32? {
    let position = positions.number(of: element)
    guard position >= 0, let entry = positions.memory?.entries[position], entry.style != .max,
      entry.styleParent == parentStyle, entry.styleRoot == rootElement.style, isPlain(element)
    else { return nil }
    positions.stepsSpared &+= entry.steps
    met.formUnion(table.dependencies[Int(entry.style)])
    work.charge(StyleWork.rule, times: Int(entry.matchEnd) - Int(entry.matchStart), .declarations)
    chargeShared(entry.sharingEntry)
    return entry.style
  }

  /// Keeps the style of an element, where it is that of its position.
  func keepStyle(_ style: UInt32, of element: Int, parentStyle: UInt32) {
    let position = positions.number(of: element)
    guard position >= 0, current.entry >= 0, positions.knowsMatches(position), isPlain(element) else { return }
    positions.memory?.insert(
      position, style: style, current.entry, parent: parentStyle, root: rootElement.style)
  }

  // MARK: In states

  /// What an element's rules ask for, where an element in its position was asked before.
  func knownExploration(_ element: Int) -> StateExploration? {
    let position = positions.number(of: element)
    guard position >= 0, let entry = positions.memory?.entries[position], entry.exploration != -1 else {
      return nil
    }
    var found = StateExploration()
    if entry.exploration >= 0, let known = positions.memory?.explorations[Int(entry.exploration)] {
      found.rules = known.rules
      for fact in known.facts {
        guard let other = self.element(at: fact.position, before: element) else { return nil }
        found.facts.append(StateProbe.Fact(element: other, state: fact.state))
      }
      matched?.insert(element, found)
    }
    positions.stepsSpared &+= entry.explorationSteps
    return found
  }

  /// The element at a position among an element itself, its ancestors and the siblings before each of them.
  private func element(at position: Int32, before element: Int) -> Int? {
    var ancestor = element
    while ancestor >= 0 {
      var sibling = ancestor
      while sibling >= 0 {
        if positions.numbers[sibling] == position { return sibling }
        sibling = Int(tree.elements[sibling].previousSibling)
      }
      ancestor = Int(tree.elements[ancestor].parent)
    }
    return nil
  }

  /// Keeps what an element's rules ask for.
  func keepExploration(_ found: StateExploration, of element: Int, steps: Int) {
    let position = positions.number(of: element)
    guard position >= 0, !found.isTruncated else { return }
    if found.isEmpty {
      positions.memory?.insert(position, nil, steps: steps)
    } else if found.facts.allSatisfy({ positions.numbers[$0.element] >= 0 }) {
      let facts = found.facts.map { (position: positions.numbers[$0.element], state: $0.state) }
      positions.memory?.insert(position, PositionMemory.Exploration(rules: found.rules, facts: facts), steps: steps)
    }
  }

  /// The styles of an element in states, where an element in its position had them under the same styles.
  func knownRows(_ element: Int, parentStyle: UInt32, atRest: UInt32) -> [(mask: UInt8, style: UInt32)]? {
    let position = positions.number(of: element)
    guard position >= 0, let entry = positions.memory?.entries[position], entry.rows >= 0,
      let known = positions.memory?.rows[Int(entry.rows)], known.parentStyle == parentStyle,
      known.rootStyle == rootElement.style, known.atRest == atRest, isPlain(element)
    else { return nil }
    positions.stepsSpared &+= known.steps
    for row in known.rows { met.formUnion(table.dependencies[Int(row.style)]) }
    work.charge(StyleWork.rule, times: known.rules, .declarations)
    for entry in known.entries { chargeShared(entry) }
    return known.rows
  }

  /// Keeps the styles of an element in states, where they are those of its position.
  func keepRows(
    _ rows: [(mask: UInt8, style: UInt32)], of element: Int, parentStyle: UInt32, atRest: UInt32, steps: Int
  ) {
    let position = positions.number(of: element)
    guard position >= 0, isPlain(element) else { return }
    positions.memory?.insert(
      position,
      PositionMemory.StateRows(
        parentStyle: parentStyle, rootStyle: rootElement.style, atRest: atRest, rows: rows, steps: steps,
        entries: current.used.entries, rules: current.used.rules))
  }
}
