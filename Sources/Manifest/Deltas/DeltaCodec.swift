/// Codes files as differences to others. One codec codes all files of a patch, one after another, so that what it learns
/// from one (a new link in a header that is on every page, say) makes the next smaller.
///
/// A file is a list of sections: bytes copied from the old file, then new bytes, until the file is whole. After a copy the
/// old file is read on beside the new bytes, so that what changes in place (a number in a column) is predicted from it.
final class DeltaCodec {
  /// The largest file that is coded, in bytes: whoever makes a patch holds it and the old one in memory. Whoever applies it
  /// does not, and takes larger ones.
  static let maximumSize = 1 << 26
  /// The largest number of new bytes in a file that are coded: each costs a phone about a microsecond.
  static let maximumNewCount = 1 << 22

  private let coder: BinaryCoder
  private let model = ByteModel()
  private let copyLengths = NumberModel()
  private let newLengths = NumberModel()
  private let jumps = NumberModel()
  private let learning = NumberModel()
  /// Numbers of the patch's own head.
  let numbers = NumberModel()

  init(_ coder: BinaryCoder) { self.coder = coder }

  /// Codes a number of the patch's head.
  func number(_ value: Int) -> Int { numbers.code(value, coder) }

  /// Codes a short text of the patch's head.
  func text(_ bytes: [UInt8]) throws(PatchError) -> [UInt8] {
    let count = number(bytes.count)
    guard count <= 65_536 else { throw .range }
    model.begin(after: 0)
    var result: [UInt8] = []
    for index in 0..<count {
      result.append(model.code(index < bytes.count ? bytes[index] : 0, expected: -1, coder))
    }
    return result
  }

  // MARK: Coding

  /// A copy from the old file and the new bytes after it.
  struct Section {
    var source: Int
    var copied: Int
    var new: Int
  }

  /// Codes a file against an old one, which may be empty.
  ///
  /// - Parameter sections: what ``sections(of:from:)`` has cut it into.
  func encode(_ file: [UInt8], from old: [UInt8], _ sections: [Section]) {
    let newCount = sections.reduce(0) { $0 + $1.new }
    learn(old, around: sections.first { $0.new > 0 }.map { $0.source + $0.copied } ?? 0, for: newCount)
    var position = 0
    var source = 0
    for section in sections {
      _ = copyLengths.code(section.copied, coder)
      if section.copied > 0 {
        _ = jumps.code(Self.folded(section.source - source), coder)
        source = section.source
      }
      position += section.copied
      source += section.copied
      _ = newLengths.code(section.new, coder)
      if section.new > 0 { model.begin(after: Self.recent(file[..<position])) }
      for _ in 0..<section.new {
        _ = model.code(file[position], expected: source < old.count ? Int(old[source]) : -1, coder)
        position += 1
        source += 1
      }
    }
  }

  /// Decodes a file of the given size, and hands it on in pieces; neither it nor the old one is held in memory.
  ///
  /// - Throws: ``PatchError`` when a number points out of a file, or what reading the old file or `body` throws.
  func decode(_ size: Int, from old: OldFile, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var output = DecodedFile()
    try learn(old)
    var source = 0
    var newCount = 0
    while output.count < size {
      let copied = copyLengths.code(0, coder)
      if copied > 0 {
        source += Self.unfolded(jumps.code(0, coder))
        guard source >= 0, source <= old.count, copied <= old.count - source, copied <= size - output.count else {
          throw PatchError.range
        }
        try output.copy(old, source, copied, body)
        source += copied
      }
      let new = newLengths.code(0, coder)
      newCount += new
      guard new <= size - output.count, copied + new > 0, newCount <= Self.maximumNewCount else {
        throw PatchError.range
      }
      if new > 0 { model.begin(after: output.recent) }
      for _ in 0..<new {
        try output.append(
          model.code(0, expected: source < old.count ? Int(try old.byte(at: source)) : -1, coder), body)
        source += 1
      }
      guard !coder.isExhausted else { throw PatchError.truncated }
    }
    try output.finish(body)
  }

  /// Fewer new bytes than this are coded with what files before have taught.
  private static let leastNewCount = 256

  /// Learns the part of the old file around the first new bytes, the more the more bytes are new: a byte that is learned costs
  /// a device as much as one that is coded. Where little is new, as in a menu that is on every page, the pages before have taught it.
  private func learn(_ old: [UInt8], around center: Int, for newCount: Int) {
    let count = newCount < Self.leastNewCount ? 0 : min(old.count, newCount * 8, 1 << 18)
    let start = max(0, min(old.count - count, center - count / 2))
    _ = learning.code(count, coder)
    if count > 0 { _ = learning.code(start, coder) }
    learn(old, start..<start + count)
  }

  private func learn(_ old: OldFile) throws {
    let count = learning.code(0, coder)
    let start = count > 0 ? learning.code(0, coder) : 0
    guard start <= old.count, count <= old.count - start, count <= 1 << 18 else { throw PatchError.range }
    let before = min(start, 8)
    let bytes = try old.read(start - before, before + count)
    learn(bytes, before..<before + count)
  }

  private func learn(_ old: [UInt8], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    model.begin(after: Self.recent(old[..<range.lowerBound]))
    for index in range { model.learn(old[index]) }
  }

  /// The last up to eight bytes, the newest lowest.
  private static func recent(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// 0, −1, 1, −2 … as 0, 1, 2, 3 …
  private static func folded(_ number: Int) -> Int { number >= 0 ? number * 2 : -number * 2 - 1 }
  private static func unfolded(_ number: Int) -> Int { number & 1 == 0 ? number / 2 : -(number / 2) - 1 }

  // MARK: Finding what to copy

  /// Cuts a file into copies and new bytes: stays with the old file's place as long as it gives the bytes, and moves where
  /// another gives a longer run.
  ///
  /// - Returns: `nil` for a file that is not coded: it is too large, or has too many new bytes.
  static func sections(of file: [UInt8], from old: [UInt8]) -> [Section]? {
    guard file.count <= maximumSize, old.count <= maximumSize else { return nil }
    guard old.count >= OldFileIndex.keyLength else {
      return file.count <= maximumNewCount ? [Section(source: 0, copied: 0, new: file.count)] : nil
    }
    let index = OldFileIndex(old)
    var sections: [Section] = []
    var current = Section(source: 0, copied: 0, new: 0)
    var position = 0
    var source = 0
    var newCount = 0
    func close() {
      if current.copied + current.new > 0 { sections.append(current) }
    }
    func copy(_ length: Int) {
      close()
      current = Section(source: source, copied: length, new: 0)
      position += length
      source += length
    }
    while position < file.count {
      let here = index.matchLength(file, position, source)
      if here >= 32 || here >= 12 && here == file.count - position {
        copy(here)
        continue
      }
      if let best = index.longestMatch(file, position, near: source), best.length >= 20,
        best.length >= index.equalCount(file, position, source, best.length) + 12
      {
        source = best.source
        copy(best.length)
        continue
      }
      if here >= 14 {
        copy(here)
        continue
      }
      newCount += 1
      guard newCount <= maximumNewCount else { return nil }
      current.new += 1
      position += 1
      source += 1
    }
    close()
    return sections
  }
}

/// Finds runs of a new file's bytes in an old one, through a table of the places of its 8-byte keys.
private struct OldFileIndex {
  static let keyLength = 8
  private let old: [UInt8]
  private var heads: [Int32]
  private var previous: [Int32]
  private let shift: UInt64
  /// Only each so many bytes' place is known: all of them for files below 16 MiB.
  private let step: Int

  init(_ old: [UInt8]) {
    self.old = old
    let bits = max(10, min(20, Int.bitWidth - old.count.leadingZeroBitCount))
    shift = UInt64(64 - bits)
    step = old.count <= 1 << 24 ? 1 : 4
    heads = Array(repeating: -1, count: 1 << bits)
    previous = Array(repeating: -1, count: old.count / step + 1)
    // From the end on, so that the chains run from the file's begin.
    for place in stride(from: (old.count - Self.keyLength) / step, through: 0, by: -1) {
      let key = key(old, place * step)
      previous[place] = heads[key]
      heads[key] = Int32(place * step)
    }
  }

  private func key(_ bytes: [UInt8], _ position: Int) -> Int {
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    return Int((UInt64(littleEndian: word) &* 0x9e37_79b9_7f4a_7c15) >> shift)
  }

  /// How many bytes of the new file from `position` on equal those of the old one from `source` on.
  func matchLength(_ file: [UInt8], _ position: Int, _ source: Int) -> Int {
    guard source >= 0, source < old.count else { return 0 }
    let limit = min(file.count - position, old.count - source)
    return file.withUnsafeBufferPointer { file in
      old.withUnsafeBufferPointer { old in
        var length = 0
        while length < limit, file[position + length] == old[source + length] { length += 1 }
        return length
      }
    }
  }

  /// How many of the next `length` bytes are the same, at the same distance.
  func equalCount(_ file: [UInt8], _ position: Int, _ source: Int, _ length: Int) -> Int {
    guard source >= 0, source < old.count else { return 0 }
    let limit = min(length, file.count - position, old.count - source)
    return (0..<limit).count { file[position + $0] == old[source + $0] }
  }

  /// The longest run in the old file, of the first 64 places whose key is the same; the nearest of equally long ones.
  func longestMatch(_ file: [UInt8], _ position: Int, near source: Int) -> (source: Int, length: Int)? {
    guard position + Self.keyLength <= file.count else { return nil }
    var candidate = Int(heads[key(file, position)])
    var best: (source: Int, length: Int)?
    var tries = 64
    while candidate >= 0, tries > 0 {
      let length = matchLength(file, position, candidate)
      if length > best?.length ?? 0
        || length == best?.length ?? 0 && abs(candidate - source) < abs((best?.source ?? 0) - source)
      {
        best = (candidate, length)
      }
      candidate = Int(previous[candidate / step])
      tries -= 1
    }
    return best
  }
}
