import CSSValues
import Synchronization

/// The text of computed styles, as page files hold it: the properties that are not at their initial value.
///
/// One per compiler: pages of a site share most of their styles, so that each distinct one is written once.
final class StyleText: Sendable {
  /// A property that is not initial.
  struct Entry: Sendable {
    var property: PropertyID
    var value: String
  }

  /// More are made anew each time; hostile input must not fill the memory.
  private static let limit = 20_000

  private let cache = Mutex<[ComputedStyle: [Entry]]>([:])
  private let initial: [String]

  init() {
    let style = ComputedStyle()
    initial = PropertyID.allCases.map { style.serialized($0) }
  }

  /// The properties of a style that are not initial, in the order of the property table.
  func entries(of style: ComputedStyle) -> [Entry] {
    if let known = cache.withLock({ $0[style] }) { return known }
    var entries: [Entry] = []
    for (index, property) in PropertyID.allCases.enumerated() {
      let value = style.serialized(property)
      if value != initial[index] { entries.append(Entry(property: property, value: value)) }
    }
    cache.withLock { cache in
      if cache.count < Self.limit { cache[style] = entries }
    }
    return entries
  }
}
