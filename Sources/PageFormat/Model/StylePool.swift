import CSSValues
import Platform

/// The styles of many pages, each taken apart once: numbers for styles, for their entries and for their rules, so that a page
/// that has a style which another one had looks nothing up by its values.
///
/// The numbers depend on the order in which pages come. Nothing that is written may depend on them: they say no more than
/// which are equal.
public final class StylePool: Sendable {
  /// A style's numbers.
  final class Row: Sendable {
    /// The style's own.
    let number: Int32
    /// Its entries'.
    let entries: [Int32]
    /// Its rule's: what is left of it without what is only true of one environment (``PortableStyle/rule``).
    let rule: Int32

    init(number: Int32, entries: [Int32], rule: Int32) {
      self.number = number
      self.entries = entries
      self.rule = rule
    }
  }

  private struct State {
    var rows: [PortableStyle: Row] = [:]
    var entries: [PortableStyle.Entry: Int32] = [:]
    var rules: [PortableStyle: Int32] = [:]
    /// By where a style's entries are in memory: the styles are kept, so that no others are placed there.
    var rowsByPlace: [UInt: (style: PortableStyle, row: Row)] = [:]
  }

  /// The styles that a pool is meant to hold; what a page adds to a full one is as much as the page itself.
  private static let capacity = 4096
  private let state: Mutex<State>
  /// The places of styles' entries that are remembered, of which equal styles of several viewports have one each.
  private static let maximumPlaces = capacity / 2
  /// The number of the rule of a style without entries.
  static let emptyRule: Int32 = 0

  /// A pool without styles.
  public init() {
    var state = State()
    state.rules[PortableStyle(entries: [])] = Self.emptyRule
    self.state = Mutex(state)
  }

  /// Whether the next page had better have a new one.
  public var isFull: Bool { state.withLock { $0.rows.count >= Self.capacity } }

  func row(of style: PortableStyle) -> Row {
    // OPTIMIZATION: pages of a site share styles, and entries that are at one place need no comparison.
    guard !style.entries.isEmpty else { return row(ofEqual: style) }
    let place = style.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if let known = state.withLock({ $0.rowsByPlace[place]?.row }) { return known }
    let row = row(ofEqual: style)
    state.withLock { state in
      if state.rowsByPlace.count < Self.maximumPlaces { state.rowsByPlace[place] = (style, row) }
    }
    return row
  }

  private func row(ofEqual style: PortableStyle) -> Row {
    if let known = state.withLock({ $0.rows[style] }) { return known }
    let rule = style.rule
    return state.withLock { state in
      if let known = state.rows[style] { return known }
      let entries = style.entries.map { entry in
        if let known = state.entries[entry] { return known }
        let number = Int32(state.entries.count)
        state.entries[entry] = number
        return number
      }
      let ruleNumber = state.rules[rule] ?? Int32(state.rules.count)
      state.rules[rule] = ruleNumber
      let made = Row(number: Int32(state.rows.count), entries: entries, rule: ruleNumber)
      state.rows[style] = made
      return made
    }
  }
}
