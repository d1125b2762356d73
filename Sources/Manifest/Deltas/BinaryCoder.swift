import Archive

/// Why a patch could not be applied.
public enum PatchError: Error, Hashable, Sendable {
  /// The bytes are not a patch, or one of a newer format.
  case format
  /// The patch ends too early.
  case truncated
  /// The patch was made from other files.
  case source
  /// A number points out of a file, or more comes out than declared.
  case range
}

/// A binary arithmetic coder: codes bits at the cost that their probability implies. All numbers are integers, so that
/// every machine gets the same bits. One class codes and decodes, so that the models are written once for both.
///
/// The interval is [low, high], 32 bits each; a bit splits it at `low + (high − low) · p / 65536`, a 1 takes the lower
/// part. Equal leading bytes are shifted out; zeros follow the last byte.
final class BinaryCoder {
  /// Whether bits are coded, not decoded.
  let isEncoding: Bool
  /// The code; when decoding, the current piece of it.
  private(set) var bytes: [UInt8]
  private var position = 0
  /// Where the code goes on that is decoded.
  private var source: ByteSource?
  private var rest: Range<UInt64> = 0..<0
  /// Bytes that were taken after the code's end.
  private var excess = 0
  private var low: UInt32 = 0
  private var high: UInt32 = .max
  private var window: UInt32 = 0

  /// An encoder whose code follows the given bytes.
  init(after bytes: [UInt8]) {
    isEncoding = true
    self.bytes = bytes
  }

  /// A decoder of a part of a source, which is read in pieces.
  init(decoding source: ByteSource, _ range: Range<UInt64>) {
    isEncoding = false
    bytes = []
    self.source = source
    rest = range
    for _ in 0..<4 { shiftIn() }
  }

  private func shiftIn() {
    if position == bytes.count { readOn() }
    if position < bytes.count {
      window = window << 8 | UInt32(bytes[position])
      position += 1
    } else {
      // Zeros follow the last byte, and what cannot be read is as good as cut off.
      window <<= 8
      excess += 1
    }
  }

  private func readOn() {
    guard !rest.isEmpty, let source else { return }
    let count = min(rest.count, 1 << 16)
    bytes = (try? source.read(rest.lowerBound, count)) ?? []
    position = 0
    rest = bytes.isEmpty ? 0..<0 : rest.lowerBound + UInt64(count)..<rest.upperBound
  }

  /// Whether more was read than a code of these bytes has.
  var isExhausted: Bool { excess > 8 }

  /// Codes a bit, or decodes one.
  ///
  /// - Parameters:
  ///   - bit: 0 or 1; looked at when encoding only.
  ///   - probability: of a 1, in 1/65536, from 1 to 65535.
  @inline(__always)
  func code(_ bit: Int, _ probability: Int) -> Int {
    let middle = low + UInt32((UInt64(high - low) * UInt64(probability)) >> 16)
    let coded = isEncoding ? bit : (window <= middle ? 1 : 0)
    if coded != 0 { high = middle } else { low = middle + 1 }
    while (low ^ high) & 0xff00_0000 == 0 {
      if isEncoding { bytes.append(UInt8(high >> 24)) } else { shiftIn() }
      low <<= 8
      high = high << 8 | 255
    }
    return coded
  }

  /// Ends the code: the fewest bytes that are in the interval when zeros follow.
  func finish() {
    var kept: UInt32 = 0
    for count in 0...4 {
      // `low` rounded up to the bytes that are kept, which may not fit into 32 bits.
      let (sum, overflow) = low.addingReportingOverflow(~kept)
      let value = sum & kept
      if !overflow || kept == .max, value >= low, value <= high {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))) }
        return
      }
      kept = kept >> 8 | 0xff00_0000
    }
  }
}

/// A probability that learns from the bits that come: in the upper 22 bits, of a 1; in the lower 10, how many were seen.
struct AdaptiveBit {
  /// The probability and the count of one that has seen nothing.
  static let initial: UInt32 = 1 << 31

  /// 65536 / (n + 1.5), rounded down, by the number of bits seen.
  static let rates: [Int64] = (0..<1024).map { 131_072 / (2 * $0 + 3) }

  /// Learns a bit; the probability moves by the rate's share of the error, at least by 1/`limit`.
  @inline(__always)
  static func update(_ slot: UnsafeMutablePointer<UInt32>, _ bit: Int, _ limit: UInt32, _ rates: UnsafePointer<Int64>) {
    let value = slot.pointee
    let count = value & 1023
    let probability = Int64(value >> 10)
    let error = (bit != 0 ? 4_194_303 : 0) - probability
    let next = probability + (error * rates[Int(count)]) >> 16
    slot.pointee = UInt32(next) << 10 | (count < limit ? count + 1 : count)
  }
}

/// Codes numbers from 0 to 2^31 − 1 that are mostly small or like those before: the number of bits of (n + 1), then the bits.
final class NumberModel {
  private var slots: [UInt32]

  init() { slots = Array(repeating: AdaptiveBit.initial, count: 64 + 32 * 16) }

  /// Codes a number, or decodes one.
  func code(_ number: Int, _ coder: BinaryCoder) -> Int {
    slots.withUnsafeMutableBufferPointer { slots in
      AdaptiveBit.rates.withUnsafeBufferPointer { rates in
        // Both buffers have elements, so that their base addresses exist.
        let slots = slots.baseAddress!
        let rates = rates.baseAddress!
        func bit(_ index: Int, _ bit: Int) -> Int {
          let probability = max(64, min(65_472, Int(slots[index] >> 16)))
          let coded = coder.code(bit, probability)
          AdaptiveBit.update(slots + index, coded, 60, rates)
          return coded
        }
        let value = number + 1
        let width = Int.bitWidth - value.leadingZeroBitCount - 1  // 0 to 31
        // The width, through a tree of 5 levels.
        var node = 1
        for level in (0..<5).reversed() { node = node << 1 | bit(node, width >> level & 1) }
        let codedWidth = node - 32
        // The bits after the leading 1: the first three with a model each, the others as they are.
        var result = 1
        for level in (0..<codedWidth).reversed() {
          let wanted = value >> level & 1
          let depth = codedWidth - 1 - level
          if depth < 3 {
            result = result << 1 | bit(64 + codedWidth * 16 + result, wanted)
          } else {
            result = result << 1 | coder.code(wanted, 32_768)
          }
        }
        return result - 1
      }
    }
  }
}
