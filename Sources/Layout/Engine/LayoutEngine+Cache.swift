/// The layout cache: a box that establishes a formatting context is laid out several times by flex, grid and tables, each
/// time in turn laying out what is in it. Without a cache nested ones take time exponential in their depth.
extension LayoutEngine {
  /// The answers kept by box: the last commit, and measurements in turn.
  static let entriesPerBox = 6

  /// An answer with the question.
  struct CacheEntry {
    var availableInline: Double = 0
    var availableBlock: Double = 0
    var percentageInline: Double = 0
    var percentageBlock: Double = 0
    var key: UInt8 = 0
    /// Whether the entry is filled; of a box's first entry also the next slot for a measurement, in the higher bits.
    var state: UInt8 = 0
    var output = LayoutOutput(width: 0, height: 0)
  }

  @inline(__always)
  private func cacheKey(_ space: ConstraintSpace) -> UInt8 {
    (space.isFixedInline ? 1 : 0) | (space.isFixedBlock ? 2 : 0) | (space.isFixedBlockIndefinite ? 4 : 0)
      | (space.stretchInline ? 8 : 0) | (space.stretchBlock ? 16 : 0) | (space.stretchInlineExplicit ? 32 : 0)
      | (space.isTableCellMeasure ? 64 : 0) | (space.needsBaseline ? 128 : 0)
  }

  @inline(__always)
  private func same(_ left: Double, _ right: Double) -> Bool {
    left == right || (left != left && right != right)
  }

  @inline(__always)
  private func matches(_ entry: UnsafeMutablePointer<CacheEntry>, _ space: ConstraintSpace, _ key: UInt8) -> Bool {
    entry.pointee.state & 1 != 0 && entry.pointee.key == key
      && same(entry.pointee.availableInline, space.availableInline)
      && same(entry.pointee.availableBlock, space.availableBlock)
      && same(entry.pointee.percentageInline, space.percentageInline)
      && same(entry.pointee.percentageBlock, space.percentageBlock)
  }

  /// A known answer. A commit's answer serves measurements too, not the other way round.
  func cachedOutput(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput? {
    let head = cacheHeads[Int(box)]
    if head < 0 { return nil }
    let key = cacheKey(space)
    let first = cacheEntries + Int(head)
    if matches(first, space, key) { return first.pointee.output }
    if space.isCommit { return nil }
    for offset in 1..<Self.entriesPerBox where matches(first + offset, space, key) {
      return first[offset].output
    }
    return nil
  }

  /// Keeps an answer.
  func storeOutput(_ box: BoxIndex, _ space: ConstraintSpace, _ output: LayoutOutput) {
    var head = cacheHeads[Int(box)]
    if head < 0 {
      if cacheCount + Self.entriesPerBox > cacheCapacity { growCache() }
      head = Int32(cacheCount)
      (cacheEntries + cacheCount).initialize(repeating: CacheEntry(), count: Self.entriesPerBox)
      cacheCount += Self.entriesPerBox
      cacheHeads[Int(box)] = head
    }
    let first = cacheEntries + Int(head)
    var slot = 0
    if !space.isCommit {
      // The turn of measurements stands in the upper bits of the first entry's state.
      let turn = Int(first.pointee.state >> 1)
      slot = 1 + turn % (Self.entriesPerBox - 1)
      first.pointee.state = (first.pointee.state & 1) | (UInt8((turn + 1) % (Self.entriesPerBox - 1)) << 1)
    }
    let entry = first + slot
    entry.pointee.availableInline = space.availableInline
    entry.pointee.availableBlock = space.availableBlock
    entry.pointee.percentageInline = space.percentageInline
    entry.pointee.percentageBlock = space.percentageBlock
    entry.pointee.key = cacheKey(space)
    entry.pointee.state |= 1
    entry.pointee.output = output
  }

  private func growCache() {
    let capacity = cacheCapacity * 2
    let entries = UnsafeMutablePointer<CacheEntry>.allocate(capacity: capacity)
    entries.moveInitialize(from: cacheEntries, count: cacheCount)
    cacheEntries.deallocate()
    cacheEntries = entries
    cacheCapacity = capacity
  }
}
