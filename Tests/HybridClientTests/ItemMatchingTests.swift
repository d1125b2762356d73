import JSONValues
import TestSupport
import Testing

@testable import HybridClient

/// Which items of a list were in the list before it.
@Suite struct ItemMatchingTests {
  private func items(_ names: String, areNamed: Bool = false) -> [ItemMatching.Item] {
    names.split(separator: " ").map { name in
      ItemMatching.Item(template: 1, key: areNamed ? .id(String(name)) : .data(.string(String(name))))
    }
  }

  private func match(_ old: String, _ new: String, areNamed: Bool = false, isInPlace: Bool = false) -> ItemMatching {
    ItemMatching(from: items(old, areNamed: areNamed), to: items(new, areNamed: areNamed), isInPlace: isInPlace)
  }

  @Test(arguments: [
    ("a b c", "a b c", [0, 1, 2], []), ("a b c", "c a b", [2, 0, 1], [0]), ("a b c", "x a b c", [-1, 0, 1, 2], []),
    ("a b c", "a c", [0, 2], []), ("", "a", [-1], []), ("a", "", [], []),
    ("a b c d", "d c b a", [3, 2, 1, 0], [0, 1, 2]),
    // One that takes the place of another is that with other data, also beside one that is new.
    ("a b c", "a x c", [0, 1, 2], []), ("a b c", "new a x c", [-1, 0, 1, 2], []), ("a b c", "x y", [0, 1], []),
    ("a b c d", "a b d e", [0, 1, 3, -1], []),
    // Those that are alike stay where they are, then come in their order.
    ("- - -", "x - -", [0, 1, 2], []), ("- - x", "new - - x", [-1, 0, 1, 2], []),
    ("- x - y", "y - x -", [3, 0, 1, 2], [0]),
  ])
  func itemsAreFoundAgain(_ old: String, _ new: String, _ before: [Int], _ moved: [Int]) {
    let matching = match(old, new)
    #expect(matching.before.map { $0 ?? -1 } == before && matching.moved == Set(moved))
  }

  @Test func anIDTellsItemsApart() {
    #expect(match("a b c", "a x c", areNamed: true).before == [0, nil, 2])
    #expect(match("a b c", "c x b", areNamed: true).before == [2, nil, 1])
    // A value that was written in its place may be the `id` itself.
    #expect(match("a b c", "a x c", areNamed: true, isInPlace: true).before == [0, 1, 2])
    #expect(match("a b", "b b", isInPlace: true).before == [0, 1])
  }

  /// Copies are put in order from the first to the last: the place of each is counted from those before it, and those still before it.
  @Test func placesAreThoseOfCopiesThatAreMovedInTurn() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    for _ in 0..<300 {
      let old = (0..<Int.random(in: 0...9, using: &random)).map { "\($0)" }
      var new = old.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      for _ in 0..<Int.random(in: 0...4, using: &random) where !new.isEmpty {
        new.swapAt(Int.random(in: 0..<new.count, using: &random), Int.random(in: 0..<new.count, using: &random))
      }
      for number in 0..<Int.random(in: 0...3, using: &random) {
        new.insert("new\(number)", at: Int.random(in: 0...new.count, using: &random))
      }
      let matching = match(old.joined(separator: " "), new.joined(separator: " "))
      let ahead = matching.ahead()
      var order = old.indices.filter { matching.before.contains($0) }.map { old[$0] }
      for (number, name) in new.enumerated() {
        if let place = matching.before[number] {
          guard matching.moved.contains(number) else { continue }
          order.removeAll { $0 == old[place] }
          order.insert(old[place], at: number + ahead[number])
        } else {
          order.insert(name, at: number + ahead[number])
        }
      }
      let names = zip(new, matching.before).map { name, place in place.map { old[$0] } ?? name }
      #expect(order == names, "seed \(seed): \(old) to \(new)")
    }
  }
}
