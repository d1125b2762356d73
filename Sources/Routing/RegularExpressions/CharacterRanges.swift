/// A set of Unicode scalars as sorted ranges that neither meet nor touch.
struct CharacterRanges: Hashable, Sendable {
  static let highest: UInt32 = 0x10FFFF

  private(set) var ranges: [ClosedRange<UInt32>] = []

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  var inverted: CharacterRanges {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.highest { result.append(next...Self.highest) }
    return CharacterRanges(result)
  }

  func union(_ other: CharacterRanges) -> CharacterRanges { CharacterRanges(ranges + other.ranges) }

  func intersection(_ other: CharacterRanges) -> CharacterRanges {
    inverted.union(other.inverted).inverted
  }

  func subtracting(_ other: CharacterRanges) -> CharacterRanges { intersection(other.inverted) }

  /// The set with the other case of every ASCII letter in it.
  var ignoringCase: CharacterRanges {
    var added: [ClosedRange<UInt32>] = []
    for letter in UInt32(0x41)...0x5A {
      if contains(letter) { added.append((letter + 32)...(letter + 32)) }
      if contains(letter + 32) { added.append(letter...letter) }
    }
    return added.isEmpty ? self : union(CharacterRanges(added))
  }

  static let digits = CharacterRanges([0x30...0x39])
  static let word = CharacterRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = CharacterRanges([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let lineEnds = CharacterRanges([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
}
