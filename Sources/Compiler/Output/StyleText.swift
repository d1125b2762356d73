import CSSValues
import PageFormat
import Synchronization

/// The text of computed styles, as page files hold it: the properties that are not at their initial value.
///
/// One per compiler: pages of a site share most of their styles, so that each distinct one is written once.
final class StyleText: Sendable {
  /// A property that is not initial.
  struct Entry: Sendable {
    var property: StringPool.Entry
    var value: StringPool.Entry
  }

  /// More are made anew each time; hostile input must not fill the memory.
  private static let limit = 20_000

  private struct Known {
    var styles: [ComputedStyle: [Entry]] = [:]
    var strings = StringPool()
  }

  private let cache = Mutex(Known())
  private let initial: [String]

  init() {
    let style = ComputedStyle()
    initial = PropertyID.allCases.map { style.serialized($0) }
  }

  /// The properties of a style that are not initial, in the order of the property table.
  func entries(of style: ComputedStyle) -> [Entry] {
    if let known = cache.withLock({ $0.styles[style] }) { return known }
    var texts: [(property: String, value: String)] = []
    for (index, property) in PropertyID.allCases.enumerated() {
      let value = style.serialized(property)
      if value != initial[index] { texts.append((property.name, value)) }
    }
    return cache.withLock { cache in
      // Beyond the limit strings go without a number.
      guard cache.styles.count < Self.limit else {
        return texts.map { Entry(property: .init(unpooled: $0.property), value: .init(unpooled: $0.value)) }
      }
      let entries = texts.map {
        Entry(property: cache.strings.entry($0.property), value: cache.strings.entry($0.value))
      }
      cache.styles[style] = entries
      return entries
    }
  }
}
