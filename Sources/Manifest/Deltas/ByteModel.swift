/// Predicts the bytes of new content from what came before, and codes them: a mix of contexts (context mixing), as the PAQ
/// family of compressors does, with integers only. It needs about 6 MB, whatever the files.
///
/// Contexts are the last 1, 2, 3, 4 and 6 bytes, the byte that the old file has at this place (by itself, with what the
/// last four differed by, and with the last byte), and the byte that followed the last occurrence of the last five
/// bytes. Each bit's probability is looked up in a table by context, the probabilities are mixed by weights that learn
/// which contexts are right.
final class ByteModel {
  private static let contextCount = 9
  private static let inputCount = contextCount + 1
  private static let tableBits = 16
  private static let historySize = 1 << 20

  private let tables: UnsafeMutablePointer<UInt32>
  private let weights: UnsafeMutablePointer<Int32>
  private let history: UnsafeMutablePointer<UInt8>
  private let positions: UnsafeMutablePointer<UInt32>
  private let stretch: UnsafeMutablePointer<Int32>
  private let rates: UnsafeMutablePointer<Int64>

  private var hashes: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0, 0, 0, 0, 0, 0, 0, 0, 0
  )
  /// The last eight bytes, the newest lowest.
  private var recent: UInt64 = 0
  private var historyEnd = 0
  private var matchPosition = 0
  private var matchLength = 0
  /// Whether the old file's bytes were right, the newest lowest; four of them.
  private var expectedHits = 0
  /// What the last four bytes differed by from the old file's.
  private var differences: UInt32 = 0
  /// The slots of one context's table.
  private static let tableSlots = 1 << 18

  init() {
    let slots = Self.contextCount * Self.tableSlots
    tables = .allocate(capacity: slots)
    tables.initialize(repeating: AdaptiveBit.initial, count: slots)
    weights = .allocate(capacity: Self.inputCount * 256)
    weights.initialize(repeating: 65_536 * 3 / 10, count: Self.inputCount * 256)
    history = .allocate(capacity: Self.historySize)
    history.initialize(repeating: 0, count: Self.historySize)
    positions = .allocate(capacity: 1 << Self.tableBits)
    positions.initialize(repeating: 0, count: 1 << Self.tableBits)
    stretch = .allocate(capacity: 4096)
    rates = .allocate(capacity: 1024)
    for (index, rate) in AdaptiveBit.rates.enumerated() { rates[index] = rate }
    // stretch(p) = ln(p / (1 − p)), the inverse of squash, found by walking squash up.
    var next = 0
    for value in -2047...2047 {
      let probability = Self.squash(Int32(value))
      while next <= probability {
        stretch[Int(next)] = Int32(value)
        next += 1
      }
    }
    while next < 4096 {
      stretch[next] = 2047
      next += 1
    }
  }

  deinit {
    tables.deallocate()
    weights.deallocate()
    history.deallocate()
    positions.deallocate()
    stretch.deallocate()
    rates.deallocate()
  }

  /// 4096 / (1 + e^(−x / 256)) by interpolation, from 1 to 4095.
  private static func squash(_ value: Int32) -> Int {
    if value > 2047 { return 4095 }
    if value < -2047 { return 1 }
    let weight = Int(value & 127)
    let index = Int(value >> 7) + 16
    return (squashTable[index] * (128 - weight) + squashTable[index + 1] * weight + 64) >> 7
  }

  private static let squashTable = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975,
    4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
  ]

  /// Begins a section of new bytes that follow others: the up to eight before them, the newest lowest.
  func begin(after recent: UInt64) {
    self.recent = recent
    for shift in stride(from: UInt64(40), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: recent >> shift)) }
    expectedHits = 0
    differences = 0
    findMatch()
    positions[matchHash()] = UInt32(truncatingIfNeeded: historyEnd)
  }

  /// Learns a byte without coding it.
  func learn(_ byte: UInt8) { _ = step(byte, expected: -1, nil) }

  /// Codes a byte, or decodes one.
  ///
  /// - Parameter expected: the old file's byte at this place, or −1.
  func code(_ byte: UInt8, expected: Int, _ coder: BinaryCoder) -> UInt8 { step(byte, expected: expected, coder) }

  private func append(_ byte: UInt8) {
    history[historyEnd & (Self.historySize - 1)] = byte
    historyEnd += 1
  }

  private func matchHash() -> Int {
    Int(truncatingIfNeeded: ((recent & 0xff_ffff_ffff) &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - Self.tableBits))
  }

  private func findMatch() {
    matchLength = 0
    let candidate = Int(positions[matchHash()])
    guard candidate > 0, candidate < historyEnd, historyEnd - candidate < Self.historySize - 16 else { return }
    var length = 0
    while length < 8, length < candidate,
      history[(candidate - 1 - length) & (Self.historySize - 1)]
        == UInt8(truncatingIfNeeded: recent >> UInt64(8 * length))
    {
      length += 1
    }
    guard length >= 4 else { return }
    matchLength = length
    matchPosition = candidate
  }

  private func setHashes(_ expected: Int, _ predicted: Int) {
    let last = UInt32(truncatingIfNeeded: recent)
    func hash(_ value: UInt64, _ salt: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: ((value &+ salt &* 0x1234_5678_9abc_def1) &* 0x9e37_79b9_7f4a_7c15) >> 32)
    }
    hashes.0 = hash(recent & 0xff, 1)
    hashes.1 = hash(recent & 0xffff, 2)
    hashes.2 = hash(recent & 0xff_ffff, 3)
    hashes.3 = hash(recent & 0xffff_ffff, 4)
    hashes.4 = hash(recent & 0xffff_ffff_ffff, 5)
    let old = UInt64(expected + 1)
    hashes.5 = hash(old << 8 | UInt64(expectedHits & 15), 6)
    let shifted = expected < 0 ? 0 : UInt64((UInt32(expected) &+ (differences >> 24)) & 0xff) + 1
    hashes.6 = hash(shifted << 32 | UInt64(differences & 0xff), 7)
    hashes.7 = hash(old << 8 | UInt64(last & 0xff), 8)
    hashes.8 = hash(UInt64(predicted + 1) << 8 | UInt64(min(matchLength, 31)), 9)
  }

  private func step(_ byte: UInt8, expected: Int, _ coder: BinaryCoder?) -> UInt8 {
    let predicted = matchLength > 0 ? Int(history[matchPosition & (Self.historySize - 1)]) : -1
    setHashes(expected, predicted)
    let matchState = matchLength == 0 ? 0 : matchLength < 8 ? 1 : matchLength < 16 ? 2 : 3
    let expectedState = expected < 0 ? 0 : 1 + (expectedHits & 7)
    let set = weights + Self.inputCount * (expectedState * 4 + matchState)

    var node = 1
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt32>.self, capacity: Self.contextCount) { slots in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.inputCount) { inputs in
        for level in (0..<8).reversed() {
          lookUp(node, slots, inputs)
          var sum: Int64 = 0
          for index in 0..<Self.inputCount { sum += Int64(inputs[index]) * Int64(set[index]) }
          let mixed = Self.squash(Int32(max(-2047, min(2047, sum >> 16))))
          var bit = Int(byte >> UInt8(level)) & 1
          if let coder { bit = coder.code(bit, mixed * 16 + 8) }
          // The weights move towards the inputs that were right, in proportion to the error.
          let error = Int64((bit << 12) - mixed) * 10
          for index in 0..<Self.inputCount {
            let change = (Int64(inputs[index]) * error + 0x2000) >> 14
            set[index] = Int32(max(-1 << 22, min(1 << 22, Int64(set[index]) + change)))
          }
          for index in 0..<Self.contextCount { AdaptiveBit.update(slots[index], bit, 250, rates) }
          node = node << 1 | bit
        }
      }
    }
    let result = UInt8(truncatingIfNeeded: node)
    finishByte(result, expected: expected, predicted: predicted)
    return result
  }

  @inline(__always)
  private func lookUp(
    _ node: Int, _ slots: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>>,
    _ inputs: UnsafeMutableBufferPointer<Int32>
  ) {
    let salt = UInt32(truncatingIfNeeded: node) &* 0x2c1b_3c6d
    @inline(__always)
    func set(_ index: Int, _ hash: UInt32) {
      let slot = Int(((hash ^ salt) &* 0x9e37_79b1) >> 14)
      let pointer = tables + index * Self.tableSlots + slot
      slots[index] = pointer
      inputs[index] = stretch[Int(pointer.pointee >> 20)]
    }
    set(0, hashes.0)
    set(1, hashes.1)
    set(2, hashes.2)
    set(3, hashes.3)
    set(4, hashes.4)
    set(5, hashes.5)
    set(6, hashes.6)
    set(7, hashes.7)
    set(8, hashes.8)
    inputs[Self.contextCount] = 256
  }

  private func finishByte(_ byte: UInt8, expected: Int, predicted: Int) {
    if expected >= 0 {
      expectedHits = (expectedHits << 1 | (expected == Int(byte) ? 1 : 0)) & 15
      differences = differences << 8 | UInt32(byte &- UInt8(expected))
    }
    recent = recent << 8 | UInt64(byte)
    append(byte)
    if matchLength > 0, predicted == Int(byte) {
      matchLength = min(matchLength + 1, 65_535)
      matchPosition += 1
    } else {
      findMatch()
    }
    positions[matchHash()] = UInt32(truncatingIfNeeded: historyEnd)
  }
}
