import CSSValues
import HTML
import Names

/// Supposes states of elements while selectors are matched.
///
/// Exploring, every state is what lets the selector match where it is first asked for, and stays so; the states that were
/// asked for are noted: a selector that matches then may come to match, and those are the states that it takes.
/// Supposing, the noted states are other than at rest.
final class StateProbe {
  struct Fact: Hashable {
    var element: Int
    var state: ElementState
  }

  /// States of siblings that decide a place: more than a box's conditions can be.
  static let maximumNoted = 8

  /// Whether to explore.
  var isExploring = false
  /// Whether states that no markup shows (`:visited`, `:modal`, a user's own) hold too where that helps.
  var supposesUnseen = false
  /// Whether what is matched is in a negation.
  var isNegated = false
  /// Exploring: what was asked for.
  private(set) var asked: [Fact] = []
  /// Exploring: whether each of ``asked`` holds.
  private var values: [Bool] = []
  /// Exploring: whether a state was wanted to hold and not to hold: another order of questions may yet let the selector
  /// match.
  private(set) var meetsConflict = false
  /// Exploring: whether each question is answered as it helps, whatever was answered before.
  private var isLenient = false
  /// Exploring: whether states are only noted because they decide how many siblings count.
  private var isNoting = false
  /// Exploring: what has a part without being a way to match.
  private(set) var noted: [Fact] = []
  /// Exploring: what is as it does not help; supposing: what may be other than at rest.
  private var facts: [Fact] = []
  /// Supposing: those of ``facts`` that are other than at rest, as bits.
  private(set) var supposed: UInt8 = 0
  /// Supposing: those of ``facts`` that were asked for since this was set to none, as bits.
  var askedSupposing: UInt8 = 0
  private var canFocus: [Bool] = []
  /// By element, how many before it can have the focus.
  private var focusCounts: [Int32] = []

  func explore(without facts: [Fact], isLenient: Bool = false) {
    isExploring = true
    isNegated = false
    isNoting = false
    meetsConflict = false
    self.isLenient = isLenient
    asked.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    noted.removeAll(keepingCapacity: true)
    self.facts = facts
  }

  /// How much was asked for so far: see ``forget(since:)``.
  var mark: Int { asked.count }

  /// Exploring, forgets what an alternative asked for that did not match: another one may want the opposite. Where that it
  /// does not match is what helps, it has a part.
  func forget(since mark: Int) {
    guard isExploring, !isNegated else { return }
    asked.removeSubrange(mark...)
    values.removeSubrange(mark...)
  }

  /// Exploring, notes the states that decide how many siblings count, at most a few; see ``noted``.
  func note(upTo limit: Int, _ siblings: some Sequence<Int>, _ matches: (Int) -> Bool) {
    let wasNoting = isNoting
    isNoting = true
    defer { isNoting = wasNoting }
    for sibling in siblings {
      if noted.count > limit { break }
      _ = matches(sibling)
    }
  }

  /// Supposes that some of at most eight facts are other than at rest.
  func suppose(_ mask: UInt8, of facts: [Fact]) {
    isExploring = false
    isNegated = false
    self.facts = facts
    supposed = mask
  }

  func holds(_ state: ElementState, _ element: Int, _ tree: ElementTree, atRest: Bool) -> Bool {
    let fact = Fact(element: element, state: state)
    if !isExploring {
      guard let place = facts.firstIndex(of: fact) else { return atRest }
      let bit: UInt8 = 1 << UInt8(place)
      askedSupposing |= bit
      return supposed & bit != 0 ? !atRest : atRest
    }
    guard mayChange(state, element, tree) else { return atRest }
    if isNoting {
      if !noted.contains(fact) { noted.append(fact) }
      return !isNegated
    }
    if facts.contains(fact) { return isNegated }
    guard let place = asked.firstIndex(of: fact) else {
      asked.append(fact)
      values.append(!isNegated)
      return !isNegated
    }
    if values[place] == !isNegated { return !isNegated }
    meetsConflict = true
    return isLenient ? !isNegated : values[place]
  }

  /// Whether an element can come into a state, or out of it.
  private func mayChange(_ state: ElementState, _ element: Int, _ tree: ElementTree) -> Bool {
    let record = tree.elements[element]
    let document = tree.document
    switch state {
    case .hover, .active: return true
    case .focus, .focusVisible:
      if canFocus.isEmpty { findFocusable(tree) }
      return canFocus[element]
    case .focusWithin:
      if canFocus.isEmpty { findFocusable(tree) }
      return focusCounts[Int(record.subtreeEnd)] > focusCounts[element]
    case .target: return record.id != .empty
    case .checked:
      if record.name == .option { return true }
      guard record.name == .input, let type = document.value(record.node, .type)?.lowercased() else { return false }
      return type == "checkbox" || type == "radio"
    case .open:
      return record.isDisclosure || record.hasAttributes && document.hasAttribute(record.node, .popover)
    case .disabled: return HTMLNames.disableable.contains(record.name)
    case .placeholderShown:
      return (record.name == .input || record.name == .textarea) && document.hasAttribute(record.node, .placeholder)
    case .invalid:
      return [.input, .select, .textarea, .form, .fieldset].contains(record.name)
    }
  }

  private func findFocusable(_ tree: ElementTree) {
    canFocus = Self.focusable(tree)
    focusCounts = Self.counts(canFocus)
  }

  /// By element, how many before it can have the focus; one more for the end.
  static func focusCounts(_ tree: ElementTree) -> [Int32] { counts(focusable(tree)) }

  private static func counts(_ focusable: [Bool]) -> [Int32] {
    var counts: [Int32] = [0]
    counts.reserveCapacity(focusable.count + 1)
    for can in focusable { counts.append(counts[counts.count - 1] + (can ? 1 : 0)) }
    return counts
  }

  /// HTML, 6.6.2: what can have the focus without a script's help.
  private static func focusable(_ tree: ElementTree) -> [Bool] {
    tree.elements.indices.map { element in
      let record = tree.elements[element]
      guard record.namespace == .html || record.namespace == .svg else { return false }
      let document = tree.document
      func has(_ name: Name) -> Bool { record.hasAttributes && document.hasAttribute(record.node, name) }
      if has("tabindex") || has(.contenteditable) { return true }
      switch record.name {
      case .a, .area: return has(.href)
      case .button, .select, .textarea, .iframe, .summary: return true
      case .input: return document.value(record.node, .type)?.lowercased() != "hidden"
      case .audio, .video: return has("controls")
      default: return false
      }
    }
  }
}
