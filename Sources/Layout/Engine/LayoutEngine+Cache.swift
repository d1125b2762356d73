/// The layout cache: a box that establishes a formatting context is laid out several times by flex, grid and tables,
/// each time in turn laying out what is in it. Without a cache nested ones take time exponential in their depth.
struct LayoutCache {
  /// An answer with the question.
  struct Entry: BitwiseCopyable {
    var availableInline: Double
    var availableBlock: Double
    var percentageInline: Double
    var percentageBlock: Double
    /// The next older entry of the same box, or -1.
    var next: Int32
    var key: UInt8
    /// Whether the box was committed so; a box has one such entry.
    var isCommit: Bool
    var subgrid: Int32
    var output: LayoutOutput

    /// The question.
    var space: ConstraintSpace {
      var space = ConstraintSpace(
        availableInline: availableInline, availableBlock: availableBlock, percentageInline: percentageInline,
        percentageBlock: percentageBlock, mode: isCommit ? .commit : .measure)
      space.isFixedInline = key & 1 != 0
      space.isFixedBlock = key & 2 != 0
      space.isFixedBlockIndefinite = key & 4 != 0
      space.stretchInline = key & 8 != 0
      space.stretchBlock = key & 16 != 0
      space.stretchInlineExplicit = key & 32 != 0
      space.isTableCellMeasure = key & 64 != 0
      space.needsBaseline = key & 128 != 0
      space.subgrid = subgrid
      return space
    }
  }

  /// A box's intrinsic sizes with the percentage basis that they were computed for.
  struct IntrinsicEntry {
    var sizes: MinMaxSizes
    var percentageBlock: Double
  }

  /// The intrinsic sizes that boxes answered.
  struct IntrinsicCache {
    private let isKnown: UnsafeMutablePointer<Bool>
    private let entries: UnsafeMutablePointer<IntrinsicEntry>

    init(boxCount: Int) {
      isKnown = .allocate(capacity: max(1, boxCount))
      isKnown.initialize(repeating: false, count: boxCount)
      // Memory that is never written costs nothing: most boxes are never asked.
      entries = .allocate(capacity: max(1, boxCount))
    }

    func deallocate() {
      isKnown.deallocate()
      entries.deallocate()
    }

    subscript(box: Int) -> IntrinsicEntry? {
      get { isKnown[box] ? entries[box] : nil }
      nonmutating set {
        isKnown[box] = newValue != nil
        if let newValue { (entries + box).initialize(to: newValue) }
      }
    }
  }

  /// The answers kept by box.
  static let entriesPerBox = 6

  /// The newest entry of each box, or -1.
  let heads: UnsafeMutablePointer<Int32>
  /// The intrinsic sizes of each box.
  let intrinsic: IntrinsicCache
  private(set) var entries: UnsafeMutablePointer<Entry>
  private var count = 0
  private var capacity: Int
  /// The places of answers that were taken away.
  private var free: [Int32] = []

  /// - Parameter answering: how many of the boxes may be asked for their size: those of lines are not.
  init(boxCount: Int, answering: Int) {
    heads = .allocate(capacity: max(1, boxCount))
    heads.initialize(repeating: -1, count: boxCount)
    intrinsic = IntrinsicCache(boxCount: boxCount)
    // Memory that is never written costs nothing: most trees need no more than an entry a box that answers, and never grow.
    capacity = max(256, answering)
    entries = .allocate(capacity: capacity)
  }

  /// Forgets all answers and gives their memory back; intrinsic sizes stay known.
  mutating func forgetAnswers(boxCount: Int) {
    heads.update(repeating: -1, count: boxCount)
    entries.deallocate()
    count = 0
    capacity = 256
    entries = .allocate(capacity: capacity)
    free = []
  }

  func deallocate() {
    heads.deallocate()
    intrinsic.deallocate()
    entries.deallocate()
  }

  @inline(__always)
  private static func key(_ space: ConstraintSpace) -> UInt8 {
    (space.isFixedInline ? 1 : 0) | (space.isFixedBlock ? 2 : 0) | (space.isFixedBlockIndefinite ? 4 : 0)
      | (space.stretchInline ? 8 : 0) | (space.stretchBlock ? 16 : 0) | (space.stretchInlineExplicit ? 32 : 0)
      | (space.isTableCellMeasure ? 64 : 0) | (space.needsBaseline ? 128 : 0)
  }

  @inline(__always)
  private static func same(_ left: Double, _ right: Double) -> Bool {
    left == right || (left != left && right != right)
  }

  /// A known answer. A commit's answer serves measurements too, not the other way round.
  @inline(__always)
  func output(_ box: BoxIndex, _ space: borrowing ConstraintSpace) -> LayoutOutput? {
    let head = heads[Int(box)]
    return head < 0 ? nil : Self.output(of: entries, from: head, copy space)
  }

  /// Not of an instance, which would be copied for the call.
  private static func output(
    of entries: UnsafeMutablePointer<Entry>, from head: Int32, _ space: ConstraintSpace
  ) -> LayoutOutput? {
    let key = key(space)
    var index = head
    while index >= 0 {
      let entry = entries + Int(index)
      if entry.pointee.key == key, entry.pointee.subgrid == space.subgrid, entry.pointee.isCommit || !space.isCommit,
        same(entry.pointee.availableInline, space.availableInline),
        same(entry.pointee.availableBlock, space.availableBlock),
        same(entry.pointee.percentageInline, space.percentageInline),
        same(entry.pointee.percentageBlock, space.percentageBlock)
      {
        return entry.pointee.output
      }
      index = entry.pointee.next
    }
    return nil
  }

  /// Forgets what a box answered.
  ///
  /// - Returns: the answers, the newest first.
  mutating func takeAnswers(of box: BoxIndex) -> [Entry] {
    var answers: [Entry] = []
    var index = heads[Int(box)]
    heads[Int(box)] = -1
    while index >= 0 {
      answers.append(entries[Int(index)])
      free.append(index)
      index = entries[Int(index)].next
    }
    return answers
  }

  /// Keeps an answer.
  mutating func store(_ box: BoxIndex, _ space: ConstraintSpace, _ output: LayoutOutput) {
    let index = slot(box, isCommit: space.isCommit)
    (entries + Int(index)).initialize(
      to: Entry(
        availableInline: space.availableInline, availableBlock: space.availableBlock,
        percentageInline: space.percentageInline, percentageBlock: space.percentageBlock, next: heads[Int(box)],
        key: Self.key(space), isCommit: space.isCommit, subgrid: space.subgrid, output: output))
    heads[Int(box)] = index
  }

  /// A slot that is in no list: the box's former commit, its oldest measurement, or a new one.
  private mutating func slot(_ box: BoxIndex, isCommit: Bool) -> Int32 {
    var previous: Int32 = -1
    var index = heads[Int(box)]
    var length = 0
    while index >= 0 {
      let entry = entries + Int(index)
      length += 1
      let isLast = entry.pointee.next < 0
      if isCommit ? entry.pointee.isCommit : isLast && length >= Self.entriesPerBox {
        if previous >= 0 {
          entries[Int(previous)].next = entry.pointee.next
        } else {
          heads[Int(box)] = entry.pointee.next
        }
        return index
      }
      previous = index
      index = entry.pointee.next
    }
    if let index = free.popLast() { return index }
    if count == capacity { grow() }
    count += 1
    return Int32(count - 1)
  }

  /// Puts an answer of another cache behind a box's last, -1 for none.
  ///
  /// - Returns: where it is.
  mutating func append(_ entry: Entry, to box: BoxIndex, behind last: Int32) -> Int32 {
    if count == capacity { grow() }
    count += 1
    let index = Int32(count - 1)
    (entries + Int(index)).initialize(to: entry)
    entries[Int(index)].next = -1
    if last >= 0 { entries[Int(last)].next = index } else { heads[Int(box)] = index }
    return index
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
  }
}
