import CSS
import CSSValues
import HTML
import Names

/// What the rules of a site came to for elements by their positions: by their own names and attributes, by those of the elements
/// before them among their siblings, and by their parents' positions.
///
/// OPTIMIZATION: pages from one template have the same elements in the same places. Selectors look at ancestors and at siblings
/// before, so that what matched at a position on one page matches there on the next; where rules look at more
/// (``PositionFacts``), there are no positions. It belongs to one ``StyleMemory`` and refers to its styles.
///
/// A class, as the memory is: one page at a time uses it.
final class PositionMemory {
  /// What is known of a position; no field names anything of a page.
  struct Entry {
    fileprivate let parent: Int32
    fileprivate let previous: Int32
    fileprivate let keyStart: UInt32
    fileprivate let keyCount: UInt32
    /// The rules that match, at rest: the place in ``blocks``, the user agent's before the author's.
    fileprivate(set) var matchStart: UInt32 = 0
    fileprivate(set) var authorStart: UInt32 = 0
    fileprivate(set) var matchEnd: UInt32 = 0
    fileprivate(set) var isMatched = false
    /// The most steps that matching them takes on a page that knows nothing yet.
    fileprivate(set) var steps = 0
    /// The style under a parent's style and a root's; `UInt32.max` where it is not known.
    fileprivate(set) var style = UInt32.max
    fileprivate(set) var styleParent: UInt32 = 0
    fileprivate(set) var styleRoot: UInt32 = 0
    /// The style's place in ``StyleSharing``.
    fileprivate(set) var sharingEntry: Int32 = -1
    /// The place in ``explorations``; -1 where it is not known, -2 where no state has a part.
    fileprivate(set) var exploration: Int32 = -1
    fileprivate(set) var explorationSteps = 0
    /// The place in ``rows``; -1 where they are not known.
    fileprivate(set) var rows: Int32 = -1
  }

  /// The rules that states bring to match or keep from it, with those states of elements by their positions.
  struct Exploration {
    var rules: [StateExploration.Rule]
    var facts: [(position: Int32, state: ElementState)]
  }

  /// The styles in states under a parent's style without any, where they are other than at rest.
  struct StateRows {
    var parentStyle: UInt32
    var rootStyle: UInt32
    var atRest: UInt32
    var rows: [(mask: UInt8, style: UInt32)]
    var steps: Int
    /// The places in ``StyleSharing`` of all styles that were asked for, and how many rules applied.
    var entries: [Int32]
    var rules: Int
  }

  /// More positions, or more words of keys and blocks, than these and the next page begins with none.
  private static let maximumPositions = 1 << 13
  private static let maximumWords = 1 << 18
  /// Pages of more elements have no positions: they repeat themselves enough.
  private static let maximumElements = 1 << 12
  /// Elements with longer keys have no position.
  private static let longestKey = 512

  private let facts: PositionFacts
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  @exclusivity(unchecked) private(set) var blocks: [AppliedBlock] = []
  @exclusivity(unchecked) private(set) var explorations: [Exploration] = []
  @exclusivity(unchecked) private(set) var rows: [StateRows] = []
  @exclusivity(unchecked) private var keys: [UInt32] = []
  /// Open addressing over ``entries``: 0 is an empty slot, otherwise the place plus one.
  @exclusivity(unchecked) private var slots = [UInt32](repeating: 0, count: 512)
  /// Different for each memory, so that no page can be written to make the table slow.
  private let seed = UInt64.random(in: .min ... .max)

  /// No positions known.
  init(_ facts: PositionFacts) { self.facts = facts }

  /// The same without anything known.
  var emptied: PositionMemory { PositionMemory(facts) }

  /// Whether there is more than is kept.
  var isFull: Bool {
    entries.count > Self.maximumPositions || keys.count > Self.maximumWords || blocks.count > Self.maximumWords
      || explorations.count > Self.maximumPositions || rows.count > Self.maximumPositions
  }

  // MARK: Positions

  /// The position of each element of a page, -1 for those without; empty where the page has none.
  ///
  /// - Parameters:
  ///   - known: the keys of the page's elements where they were written before, or room for them.
  ///   - language: equal for elements of equal language, on every page.
  func positions(
    of tree: ElementTree, _ memory: MatchMemory, keys known: PositionKeys, language: (Int) -> Int32
  ) -> [Int32] {
    guard tree.elements.count <= Self.maximumElements else { return [] }
    var positions = [Int32](repeating: -1, count: tree.elements.count)
    let isKnown = known.hold(facts, elementCount: tree.elements.count)
    let keeps = !isKnown && known.takes(facts)
    let focusable = facts.asksForFocusWithin && !isKnown ? StateProbe.focusCounts(tree) : []
    var key: [UInt32] = []
    for element in tree.elements.indices {
      let record = tree.elements[element]
      let parent = record.parent >= 0 ? positions[Int(record.parent)] : -2
      let previous = record.previousSibling >= 0 ? positions[Int(record.previousSibling)] : -2
      key.removeAll(keepingCapacity: true)
      // Elements inside or after an element without a position have none either.
      if parent != -1, previous != -1 {
        key.append(UInt32(bitPattern: language(element)))
        if isKnown {
          if !known.read(element, into: &key) { key.removeAll(keepingCapacity: true) }
        } else if facts.decide(element, in: tree) {
          let hasFocusable = !focusable.isEmpty && focusable[Int(record.subtreeEnd)] > focusable[element]
          facts.write(element, in: tree, memory, hasFocusable: hasFocusable, into: &key)
        } else {
          key.removeAll(keepingCapacity: true)
        }
      }
      if keeps { known.append(key.dropFirst()) }
      if !key.isEmpty, key.count <= Self.longestKey { positions[element] = intern(key, parent, previous) }
    }
    return positions
  }

  private func intern(_ key: [UInt32], _ parent: Int32, _ previous: Int32) -> Int32 {
    if entries.count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var slot = key.withUnsafeBufferPointer { Int(truncatingIfNeeded: hash($0, parent, previous)) & mask }
    while slots[slot] != 0 {
      let place = Int(slots[slot] - 1)
      if isEqual(place, key, parent, previous) { return Int32(place) }
      slot = (slot + 1) & mask
    }
    entries.append(
      Entry(parent: parent, previous: previous, keyStart: UInt32(keys.count), keyCount: UInt32(key.count)))
    keys += key
    slots[slot] = UInt32(entries.count)
    return Int32(entries.count - 1)
  }

  @inline(__always)
  private func isEqual(_ place: Int, _ key: [UInt32], _ parent: Int32, _ previous: Int32) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      guard entries[place].parent == parent, entries[place].previous == previous,
        Int(entries[place].keyCount) == key.count
      else { return false }
      let start = Int(entries[place].keyStart)
      return keys.withUnsafeBufferPointer { keys in
        for offset in key.indices where keys[start + offset] != key[offset] { return false }
        return true
      }
    }
  }

  @inline(__always)
  private func hash(_ key: UnsafeBufferPointer<UInt32>, _ parent: Int32, _ previous: Int32) -> UInt64 {
    var hash = seed ^ (UInt64(UInt32(bitPattern: parent)) << 32 | UInt64(UInt32(bitPattern: previous)))
    hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
    for word in key { hash = (hash ^ hash >> 29 ^ UInt64(word)) &* 0xBF58_476D_1CE4_E5B9 }
    return hash ^ hash >> 32
  }

  private func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    let mask = slots.count - 1
    for (place, entry) in entries.enumerated() {
      let range = Int(entry.keyStart)..<Int(entry.keyStart + entry.keyCount)
      var slot = keys.withUnsafeBufferPointer {
        Int(truncatingIfNeeded: hash(UnsafeBufferPointer(rebasing: $0[range]), entry.parent, entry.previous)) & mask
      }
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(place + 1)
    }
  }

  // MARK: What is known

  /// Keeps the rules that match at a position.
  func insert(
    _ position: Int, _ userAgent: ArraySlice<AppliedBlock>, _ author: ArraySlice<AppliedBlock>, steps: Int
  ) {
    entries[position].matchStart = UInt32(blocks.count)
    blocks += userAgent
    entries[position].authorStart = UInt32(blocks.count)
    blocks += author
    entries[position].matchEnd = UInt32(blocks.count)
    entries[position].steps = steps
    entries[position].isMatched = true
  }

  /// Keeps the style of a position's elements under a parent's style and a root's.
  func insert(_ position: Int, style: UInt32, _ sharingEntry: Int32, parent: UInt32, root: UInt32) {
    entries[position].style = style
    entries[position].sharingEntry = sharingEntry
    entries[position].styleParent = parent
    entries[position].styleRoot = root
  }

  /// Keeps what a position's rules ask for.
  func insert(_ position: Int, _ exploration: Exploration?, steps: Int) {
    entries[position].explorationSteps = steps
    guard let exploration else {
      entries[position].exploration = -2
      return
    }
    entries[position].exploration = Int32(explorations.count)
    explorations.append(exploration)
  }

  /// Keeps the styles of a position in states.
  func insert(_ position: Int, _ states: StateRows) {
    if entries[position].rows >= 0 {
      rows[Int(entries[position].rows)] = states
    } else {
      entries[position].rows = Int32(rows.count)
      rows.append(states)
    }
  }
}

/// Which facts decide what the rules of some sets match, beside names and attributes of elements before and around.
struct PositionFacts: Equatable {
  /// The attributes whose values selectors compare, in lower case and as they are written.
  private var compared: Set<UInt32> = []
  private var asksForEmptiness = false
  fileprivate var asksForFocusWithin = false
  /// How many of the siblings behind are told apart; of all and of the same type.
  private var behind: Int32 = 1
  private var behindOfType: Int32 = 0
  /// Whether selectors go over all siblings before, whose outcomes are remembered by page where there are many.
  private var walksSiblings = false

  /// The facts of sets; `nil` where more of a page decides than positions say.
  init?(_ sets: [RuleSet]) {
    for set in sets {
      // A scope begins at an element of its page, and containers have sizes.
      guard set.contexts.count == 1, !set.hasContainerQueries else { return nil }
      for table in set.tables where !add(table) { return nil }
    }
  }

  private mutating func add(_ table: SelectorTable) -> Bool {
    for component in table.components {
      switch component.kind {
      // What is below an element, and directions, which texts decide.
      case .has, .hasAnchor, .direction: return false
      case .attribute:
        let attribute = table.attributes[Int(component.first)]
        if attribute.operation != .exists {
          compared.insert(attribute.name.rawValue)
          compared.insert(attribute.lowercaseName.rawValue)
        }
      case .pseudoClass:
        switch PseudoClass(rawValue: component.detail) {
        case .empty: asksForEmptiness = true
        case .focusWithin: asksForFocusWithin = true
        case .lastOfType, .onlyOfType: behindOfType = max(behindOfType, 1)
        default: break
        }
      case .nth:
        let nth = table.nths[Int(component.first)]
        guard nth.list == .max else { return false }
        let reach = abs(Int64(nth.step)) <= 1 ? Int32(clamping: abs(Int64(nth.offset)) + 1) : .max
        if component.detail == NthKind.lastChild.rawValue { behind = max(behind, reach) }
        if component.detail == NthKind.lastOfType.rawValue { behindOfType = max(behindOfType, reach) }
      case .matchesAny, .matchesNone:
        // What matches such lists is remembered by page: how many steps they take depends on who asks first.
        let list = table.lists[Int(component.first)]
        if list.count > MatchMemory.longList || table.weights[Int(component.first)] > MatchMemory.heavyList {
          return false
        }
      case .combinator:
        if component.first == UInt32(Combinator.subsequentSibling.rawValue) { walksSiblings = true }
      case .type, .namespace, .id, .className, .language, .never, .pseudoElement: break
      }
    }
    return true
  }

  /// Elements whose state as the markup has it depends on what is in them, or on others of their form.
  private static let decidedElsewhere: Set<Name> = [
    .input, .select, .option, .optgroup, .textarea, .fieldset, .form, .details, .dialog, .progress, .meter,
  ]

  /// Whether names, attributes and what is before decide what matches an element.
  fileprivate func decide(_ element: Int, in tree: ElementTree) -> Bool {
    let record = tree.elements[element]
    if record.parent < 0, record.previousSibling >= 0 { return false }
    if walksSiblings, Int(record.position) > MatchMemory.longWalk { return false }
    if Self.decidedElsewhere.contains(record.name) { return false }
    return record.name != .button || !tree.document.hasAttribute(record.node, .form)
  }

  /// Writes what tells an element apart from others in its place.
  fileprivate func write(
    _ element: Int, in tree: ElementTree, _ memory: MatchMemory, hasFocusable: Bool, into key: inout [UInt32]
  ) {
    let record = tree.elements[element]
    let parent = Int(record.parent)
    key.append(record.name.rawValue)
    key.append(record.id.rawValue)
    var bits = UInt32(record.namespace.rawValue)
    if hasFocusable { bits |= 1 << 8 }
    if tree.isCaseSensitive { bits |= 1 << 9 }
    if asksForEmptiness, tree.isEmpty(element) { bits |= 1 << 10 }
    key.append(bits)
    let siblingsBehind =
      parent >= 0
      ? tree.elements[Int(tree.elements[parent].lastChild)].position - record.position
      : record.nextSibling >= 0 ? 1 : 0
    key.append(UInt32(bitPattern: min(behind, siblingsBehind)))
    if behindOfType > 0 {
      let (position, count) = memory.typePosition(element, in: tree)
      key.append(UInt32(bitPattern: min(behindOfType, count - position)))
    }
    key.append(record.classCount)
    for index in record.classStart..<(record.classStart + record.classCount) {
      key.append(tree.classes[Int(index)].rawValue)
    }
    guard record.hasAttributes else { return }
    for attribute in tree.document.attributes(record.node) {
      key.append(attribute.name.rawValue)
      let isPlain = attribute.namespace == .none
      if isPlain, Self.withoutPart.contains(attribute.name), !compared.contains(attribute.name.rawValue) { continue }
      // Ids and classes are in the key already, unless selectors compare them as attributes.
      if isPlain, attribute.name == .id || attribute.name == .class, !compared.contains(attribute.name.rawValue) {
        continue
      }
      let value = tree.document.utf8(of: attribute)
      key.append(UInt32(attribute.namespace == .none ? 0 : 1) << 31 | UInt32(truncatingIfNeeded: value.count))
      for byte in value { key.append(UInt32(byte)) }
      if key.count > 1 << 12 { return }
    }
  }

  /// Attributes whose values stand for no declarations and for no state: where no selector compares them, that they are there is
  /// all that counts.
  private static let withoutPart: Set<Name> = [
    .href, .src, .srcset, .sizes, .alt, .content, .rel, .name, .title, .style, "datetime", "cite", "target", "download",
    "aria-label", "aria-labelledby", "aria-describedby", "aria-controls", "data-id", "data-src", "data-title",
  ]
}

extension ElementTree {
  /// Whether an element has neither elements nor characters in it.
  func isEmpty(_ element: Int) -> Bool {
    guard elements[element].firstChild < 0 else { return false }
    var child = document.firstChild(elements[element].node)
    while child.exists {
      if document.kind(child) == .text, !document.utf8(child).isEmpty { return false }
      child = document.nextSibling(child)
    }
    return true
  }
}
