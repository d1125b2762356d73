import HTML
import Names

/// Numbers that are equal for elements that no selector of names, ids and classes tells apart: their own are equal, and
/// those of their parents.
///
/// OPTIMIZATION: lists, tables and cards repeat the same few shapes; what matches one of a shape matches all.
struct ElementSignatures {
  private let elements: UnsafeBufferPointer<ElementTree.Element>
  private let classes: UnsafeBufferPointer<Name>
  /// The signature of each element, `UInt32.max` before it was asked for.
  private var known: [UInt32]
  /// By signature, the element that had it first, and its parent's signature.
  private var shapes: [(element: Int32, parent: UInt32)] = []
  /// Open addressing over `shapes`: 0 is an empty slot, otherwise the signature plus one.
  private var slots = [UInt32](repeating: 0, count: 256)
  /// Different for each page, so that none can be written to make the table slow.
  private let seed = UInt64.random(in: .min ... .max)

  /// None known; the tree must outlive the signatures.
  init(_ tree: ElementTree) {
    elements = tree.elements
    classes = tree.classes
    known = [UInt32](repeating: .max, count: elements.count)
  }

  /// The number of signatures so far: all are below it.
  var count: Int { shapes.count }

  /// The signature of an element.
  @inline(__always)
  mutating func signature(of element: Int) -> UInt32 {
    let signature = known[element]
    return signature != .max ? signature : find(element)
  }

  /// The signature of an element that was asked for before, `UInt32.max` of one that was not.
  func known(of element: Int) -> Int { Int(known[element]) }

  /// Without recursion: documents may be deep.
  private mutating func find(_ element: Int) -> UInt32 {
    // OPTIMIZATION: mostly the parent has been asked for before, and no list is made.
    let parent = Int(elements[element].parent)
    if parent < 0 || known[parent] != .max {
      known[element] = intern(element)
      return known[element]
    }
    var chain = [element]
    while let last = chain.last, elements[last].parent >= 0, known[Int(elements[last].parent)] == .max {
      chain.append(Int(elements[last].parent))
    }
    for element in chain.reversed() { known[element] = intern(element) }
    return known[element]
  }

  private mutating func intern(_ element: Int) -> UInt32 {
    let parent = Int(elements[element].parent)
    // What is at the top is like nothing else.
    guard parent >= 0 else {
      shapes.append((Int32(element), .max))
      return UInt32(shapes.count - 1)
    }
    if shapes.count * 2 >= slots.count { grow() }
    let above = known[parent]
    var slot = Int(truncatingIfNeeded: hash(element, above)) & (slots.count - 1)
    while slots[slot] != 0 {
      let shape = shapes[Int(slots[slot] - 1)]
      if shape.parent == above, isAlike(element, Int(shape.element)) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    shapes.append((Int32(element), above))
    slots[slot] = UInt32(shapes.count)
    return UInt32(shapes.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for (signature, shape) in shapes.enumerated() where shape.parent != .max {
      var slot = Int(truncatingIfNeeded: hash(Int(shape.element), shape.parent)) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(signature + 1)
    }
  }

  private func hash(_ element: Int, _ parent: UInt32) -> UInt64 {
    let record = elements[element]
    var hash = seed ^ (UInt64(parent) << 32 | UInt64(record.name.rawValue))
    hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    hash ^= UInt64(record.id.rawValue)
    for index in record.classStart..<(record.classStart + record.classCount) {
      hash = (hash ^ hash >> 31) &* 0x94D0_49BB_1331_11EB ^ UInt64(classes[Int(index)].rawValue)
    }
    hash = (hash ^ hash >> 30) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 32
  }

  private func isAlike(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (elements[left], elements[right])
    guard left.name == right.name, left.id == right.id, left.namespace == right.namespace,
      left.classCount == right.classCount
    else { return false }
    for offset in 0..<left.classCount
    where classes[Int(left.classStart + offset)] != classes[Int(right.classStart + offset)] {
      return false
    }
    return true
  }
}
