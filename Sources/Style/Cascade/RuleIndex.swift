import HTML
import Names

/// Buckets of rules as an element looks them up: open addressing over plain memory, nothing counted or copied.
final class RuleIndex: @unchecked Sendable {
  // Immutable after `init`; the memory is freed in `deinit`.

  /// Entries by name.
  struct Map {
    struct Slot {
      /// The name's raw value plus one; 0 is an empty slot.
      var key: UInt32
      var start: UInt32
      var count: UInt32
    }
    let slots: UnsafeMutableBufferPointer<Slot>
    let mask: UInt32
    let isEmpty: Bool

    init(_ lists: [UInt32: [UInt32]], _ entries: inout [UInt32]) {
      var capacity = 4
      while capacity < lists.count * 2 { capacity *= 2 }
      slots = .allocate(capacity: capacity)
      slots.initialize(repeating: Slot(key: 0, start: 0, count: 0))
      mask = UInt32(capacity - 1)
      isEmpty = lists.isEmpty
      for (name, list) in lists.sorted(by: { $0.key < $1.key }) {
        var index = Self.hash(name) & mask
        while slots[Int(index)].key != 0 { index = (index &+ 1) & mask }
        slots[Int(index)] = Slot(key: name &+ 1, start: UInt32(entries.count), count: UInt32(list.count))
        entries += list
      }
    }

    @inline(__always)
    private static func hash(_ name: UInt32) -> UInt32 {
      let mixed = name &* 0x9E37_79B1
      return mixed ^ (mixed >> 15)
    }

    /// The place of a name's entries.
    @inline(__always)
    func find(_ name: UInt32) -> (start: UInt32, count: UInt32) {
      var index = Self.hash(name) & mask
      while true {
        let slot = slots[Int(index)]
        if slot.key == name &+ 1 { return (slot.start, slot.count) }
        if slot.key == 0 { return (0, 0) }
        index = (index &+ 1) & mask
      }
    }
  }

  let byID: Map
  let byClass: Map
  let byType: Map
  let byAttribute: Map
  /// The place of the rules of `:root`, and of those that need no name.
  let root: (start: UInt32, count: UInt32)
  let universal: (start: UInt32, count: UInt32)
  /// Indices of a rule set's entries.
  let entries: UnsafeMutableBufferPointer<UInt32>
  let isEmpty: Bool

  init(_ buckets: RuleSet.Buckets) {
    var all: [UInt32] = []
    byID = Map(buckets.byID, &all)
    byClass = Map(buckets.byClass, &all)
    byType = Map(buckets.byType, &all)
    byAttribute = Map(buckets.byAttribute, &all)
    root = (UInt32(all.count), UInt32(buckets.root.count))
    all += buckets.root
    universal = (UInt32(all.count), UInt32(buckets.universal.count))
    all += buckets.universal
    entries = .allocate(capacity: all.count)
    _ = entries.initialize(from: all)
    isEmpty = all.isEmpty
  }

  /// Whether some entry is listed under a name of an element: otherwise none can match it.
  @inline(__always)
  func mayMatch(_ element: ElementTree.Element, _ classes: UnsafeBufferPointer<Name>) -> Bool {
    if isEmpty { return false }
    if universal.count > 0 || byType.find(element.lowercaseName.rawValue).count > 0 { return true }
    if element.hasAttributes, !byAttribute.isEmpty { return true }
    if element.parent < 0, root.count > 0 { return true }
    if element.id != .empty, byID.find(element.id.rawValue).count > 0 { return true }
    if byClass.isEmpty { return false }
    for place in element.classStart..<(element.classStart + element.classCount)
    where byClass.find(classes[Int(place)].rawValue).count > 0 {
      return true
    }
    return false
  }

  deinit {
    byID.slots.deallocate()
    byClass.slots.deallocate()
    byType.slots.deallocate()
    byAttribute.slots.deallocate()
    entries.deallocate()
  }
}
