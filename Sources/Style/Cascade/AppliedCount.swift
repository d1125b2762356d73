/// What applies to the elements of a page: each rule takes its time for each element, each declaration for each style.
package struct AppliedCount {
  /// So many rules of an element are not counted.
  static let uncountedBlocks = 256
  /// The most rules of a page's elements that are counted.
  package static let maximumBlocks = 10_000_000
  /// So many declarations of a style, each counted for each longhand, are not counted.
  static let uncountedItems = 1_024
  /// The most declarations of a page's distinct styles that are counted.
  package static let maximumItems = 20_000_000

  /// The most rules that there may be.
  var blockLimit = Self.maximumBlocks
  /// The most declarations that there may be.
  var itemLimit = Self.maximumItems
  private var blocks = 0
  private var items = 0
  /// The styles that count already, of those that do.
  private var styles: Set<UInt32> = []
  /// The first element for whose rules there was no room: from it on, only the user agent's apply.
  private(set) var firstBeyond: Int?

  /// Whether there is no room any more.
  var isBeyond: Bool { firstBeyond != nil }

  /// Counts the blocks that apply to an element, or to its pseudo-element.
  mutating func add(blocks count: Int, for element: Int) {
    guard count > Self.uncountedBlocks else { return }
    blocks += count - Self.uncountedBlocks
    if blocks > blockLimit { refuse(element) }
  }

  /// Counts the declarations of a style that an element or its pseudo-element has.
  mutating func add(items count: Int, of style: UInt32, for element: Int) {
    guard count > Self.uncountedItems, styles.insert(style).inserted else { return }
    items += count - Self.uncountedItems
    if items > itemLimit { refuse(element) }
  }

  /// Notes that there is no room for what applies to an element.
  mutating func refuse(_ element: Int) {
    if firstBeyond == nil { firstBeyond = element }
  }
}
