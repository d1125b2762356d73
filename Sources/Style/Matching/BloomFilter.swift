import CSS
import Names

/// The names of the ancestors of the element that is being matched, as a counting Bloom filter: a selector whose ancestor
/// compounds name something that is not among them cannot match.
struct AncestorFilter {
  private let counters: UnsafeMutablePointer<UInt8>
  private static let bits: UInt32 = 12

  init() {
    counters = .allocate(capacity: 1 << Self.bits)
    counters.initialize(repeating: 0, count: 1 << Self.bits)
  }

  func deallocate() { counters.deallocate() }

  /// What kind of name it is, so that the tag `b` is not the class `b`.
  enum Kind: UInt32 { case type = 0x9E37_79B1, id = 0x85EB_CA77, className = 0xC2B2_AE3D }

  @inline(__always)
  static func hash(_ kind: Kind, _ name: UInt32) -> UInt32 {
    var hash = (name &+ 1) &* kind.rawValue
    hash ^= hash >> 15
    hash = hash &* 0x2C1B_3C6D
    hash ^= hash >> 13
    // Zero means "no hash" in a rule's list.
    return hash | 1
  }

  @inline(__always)
  func add(_ hash: UInt32) {
    let first = Int(hash >> 20)
    let second = Int(hash >> 8 & 0xFFF)
    // A counter that reaches its limit stays there: the filter then only passes more.
    if counters[first] < 255 { counters[first] += 1 }
    if counters[second] < 255 { counters[second] += 1 }
  }

  @inline(__always)
  func remove(_ hash: UInt32) {
    let first = Int(hash >> 20)
    let second = Int(hash >> 8 & 0xFFF)
    if counters[first] < 255 { counters[first] -= 1 }
    if counters[second] < 255 { counters[second] -= 1 }
  }

  @inline(__always)
  func mayContain(_ hash: UInt32) -> Bool {
    counters[Int(hash >> 20)] != 0 && counters[Int(hash >> 8 & 0xFFF)] != 0
  }

  /// Adds or removes all names of an element.
  @inline(__always)
  func update(_ element: ElementTree.Element, _ classes: UnsafeBufferPointer<Name>, adding: Bool) {
    func change(_ hash: UInt32) { adding ? add(hash) : remove(hash) }
    change(Self.hash(.type, element.lowercaseName.rawValue))
    if element.id != .empty { change(Self.hash(.id, element.id.rawValue)) }
    for index in element.classStart..<(element.classStart + element.classCount) {
      change(Self.hash(.className, classes[Int(index)].rawValue))
    }
  }
}
