import CSS
import HTML

/// Numbers that are equal for elements that no container query tells apart: the containers at and above them have the same
/// styles and sizes, in the same order.
///
/// OPTIMIZATION: lists of a thousand cards ask each query once for all of them.
struct ContainerPlaces {
  private struct Key: Hashable {
    var outer: UInt32
    var style: UInt32
    var size: ContainerSize?
  }

  /// What is known of an element.
  struct Place {
    /// The number; `UInt32.max` is not known, 0 is below no container.
    var number = UInt32.max
    /// The nearest container of an inline size at or above the element, -1 for none.
    var nearest: Int32 = -1
  }

  private var numbers: [Key: UInt32] = [:]
  private var styled: [UInt64: UInt32] = [:]
  private var places: [Place] = []
  /// The number that the next new place has.
  private(set) var count: UInt32 = 1

  /// What is below no element.
  static let outermost = Place(number: 0)

  /// An element's place.
  ///
  /// - Parameters:
  ///   - facts: what the style of an element makes of it.
  ///   - style: the number of an element's style.
  ///   - size: the size of a container.
  mutating func place(
    of element: Int, in tree: ElementTree, facts: (Int) -> ContainerFacts, style: (Int) -> UInt32,
    size: (Int) -> ContainerSize
  ) -> Place {
    if element < 0 { return Self.outermost }
    if places.isEmpty { places = [Place](repeating: Place(), count: tree.elements.count) }
    if places[element].number != .max { return places[element] }
    // Without recursion: documents may be deep.
    var chain: [Int] = []
    var current = element
    var place = Self.outermost
    while current >= 0 {
      if places[current].number != .max {
        place = places[current]
        break
      }
      chain.append(current)
      current = Int(tree.elements[current].parent)
    }
    for element in chain.reversed() {
      let own = facts(element)
      if own.hasInline || own.hasBlock || !own.names.isEmpty {
        let isSized = own.hasInline || own.hasBlock
        let key = Key(outer: place.number, style: style(element), size: isSized ? size(element) : nil)
        place.number = numbers[key] ?? count
        if place.number == count {
          numbers[key] = count
          count += 1
        }
        if own.hasInline { place.nearest = Int32(element) }
      }
      places[element] = place
    }
    return place
  }

  /// The number of a place and of the style of the element that is there.
  mutating func number(_ place: UInt32, style: UInt32) -> UInt32 {
    let key = UInt64(place) << 32 | UInt64(style)
    if let known = styled[key] { return known }
    styled[key] = count
    count += 1
    return count - 1
  }
}
