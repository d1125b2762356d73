import Archive

/// An old entry's bytes while a new one is made from them: read as needed, a window at a time.
final class OldFile {
  private let source: ByteSource
  private var window: [UInt8] = []
  private var start = 0
  /// The number of bytes.
  let count: Int

  init(_ source: ByteSource) {
    self.source = source
    count = Int(clamping: source.count)
  }

  /// The byte at a place, which is in the file.
  @inline(__always)
  func byte(at place: Int) throws -> UInt8 {
    if place < start || place >= start + window.count { try move(to: place) }
    return window[place - start]
  }

  private func move(to place: Int) throws {
    // A little before it too: places move back by small steps.
    start = max(0, place - 1 << 12)
    window = try read(start, min(count - start, 1 << 16))
  }

  /// Bytes of a range, which is in the file.
  func read(_ place: Int, _ length: Int) throws -> [UInt8] { try source.read(UInt64(place), length) }
}

/// A new entry while it is made: handed on in pieces.
struct DecodedFile {
  private var waiting: [UInt8] = []
  /// The number of bytes so far.
  private(set) var count = 0
  /// The last eight bytes, the newest lowest.
  private(set) var recent: UInt64 = 0

  /// Takes the pieces in order.
  typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  mutating func append(_ byte: UInt8, _ body: Sink) throws {
    waiting.append(byte)
    recent = recent << 8 | UInt64(byte)
    count += 1
    if waiting.count >= 1 << 16 { try finish(body) }
  }

  mutating func copy(_ old: OldFile, _ source: Int, _ length: Int, _ body: Sink) throws {
    var done = 0
    while done < length {
      let piece = try old.read(source + done, min(length - done, 1 << 16))
      waiting += piece
      for byte in piece.suffix(8) { recent = recent << 8 | UInt64(byte) }
      done += piece.count
      if waiting.count >= 1 << 16 { try finish(body) }
    }
    count += length
  }

  /// Hands on what waits.
  mutating func finish(_ body: Sink) throws {
    try waiting.withUnsafeBytes { try body($0) }
    waiting.removeAll(keepingCapacity: true)
  }
}
