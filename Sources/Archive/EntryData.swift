import Foundation

/// The compressed bytes of an entry: in memory, or set aside in a file, so that a release of many pages fits into memory.
public struct EntryData: Sendable, Hashable {
  private enum Place: Hashable {
    case memory([UInt8])
    case file(SpillFile, offset: UInt64)
  }

  private var place: Place
  /// The number of bytes.
  public let count: Int

  /// Bytes in memory.
  public init(_ bytes: [UInt8]) {
    place = .memory(bytes)
    count = bytes.count
  }

  /// Bytes that were set aside: `count` of them at a place of a file, as ``offset(in:)`` gave it.
  public init(in file: SpillFile, at offset: UInt64, count: Int) {
    place = .file(file, offset: offset)
    self.count = count
  }

  /// Where the bytes are in a file; `nil` where they were not set aside in it.
  public func offset(in file: SpillFile) -> UInt64? {
    guard case .file(let own, let offset) = place, own == file else { return nil }
    return offset
  }

  /// The bytes, read again where they were set aside.
  ///
  /// - Throws: `CocoaError(.fileReadUnknown)` where the file does not give them back.
  public func bytes() throws -> [UInt8] {
    switch place {
    case .memory(let bytes): return bytes
    case .file(let file, let offset):
      guard let bytes = file.read(count, at: offset) else { throw CocoaError(.fileReadUnknown) }
      return bytes
    }
  }

  /// Moves the bytes into a file; they stay in memory where it takes no more.
  public mutating func setAside(in file: SpillFile) {
    guard case .memory(let bytes) = place, let offset = file.append(bytes) else { return }
    place = .file(file, offset: offset)
  }

  /// The same bytes in memory; `nil` where the file does not give them back.
  public func inMemory() -> EntryData? {
    guard case .file = place else { return self }
    return (try? bytes()).map { EntryData($0) }
  }

  /// Whether the bytes are the same; those set aside are where they were put.
  public static func == (left: EntryData, right: EntryData) -> Bool {
    guard left.count == right.count else { return false }
    if left.place == right.place { return true }
    guard let bytes = try? left.bytes(), let others = try? right.bytes() else { return false }
    return bytes == others
  }

  /// Hashes only the number of bytes, which is the same wherever they are.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
