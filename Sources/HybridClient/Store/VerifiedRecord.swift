import Files
import Manifest
import Platform

/// Which entries of a store were compared with their hashes, and what the system said of the files then: as long as it says
/// the same, they need not be read again. The time of change is one that programs cannot set.
///
/// The file `verified` has rows of 64 bytes: a hash, then the file's number, its size, and the times of its last
/// modification and change, each 8 bytes, least byte first. A row that is cut or wrong costs one more comparison.
final class VerifiedRecord: Sendable {
  /// What the system says of a file.
  struct Mark: Hashable, Sendable {
    var number, size: UInt64
    var modified, changed: Int64

    init(_ status: FileStatus) {
      number = status.number
      size = status.size
      modified = status.modificationTime
      changed = status.changeTime
    }
  }

  static let name = "verified"
  private static let rowSize = 64
  /// The largest record that is read: a million rows.
  private static let limit = 64 << 20

  private let root: FolderHandle
  private let marks = Mutex<[ContentHash: Mark]?>(nil)

  init(_ root: FolderHandle) { self.root = root }

  /// Whether a file is known to have the bytes of a hash.
  func holds(_ hash: ContentHash, _ status: FileStatus) -> Bool {
    withMarks { $0[hash] == Mark(status) }
  }

  /// Remembers that a file was compared with its hash.
  func add(_ hash: ContentHash, _ status: FileStatus) {
    let mark = Mark(status)
    let isNew = withMarks { $0.updateValue(mark, forKey: hash) != mark }
    // Without the record, files are compared again.
    if isNew { try? root.fileForAppending(Self.name).write(Self.row(hash, mark)) }
  }

  /// Forgets all files but those of the given hashes.
  func keep(_ hashes: Set<ContentHash>) {
    let rows = withMarks { marks in
      marks = marks.filter { hashes.contains($0.key) }
      return marks.flatMap { Self.row($0.key, $0.value) }
    }
    try? root.replace(Self.name, with: rows, temporary: ReleaseStore.temporaryName())
  }

  private func withMarks<Result: Sendable>(_ body: (inout sending [ContentHash: Mark]) -> Result) -> Result {
    marks.withLock { marks in
      var known = marks ?? Self.read(root)
      let result = body(&known)
      marks = known
      return result
    }
  }

  private static func row(_ hash: ContentHash, _ mark: Mark) -> [UInt8] {
    let numbers = [
      mark.number, mark.size, UInt64(bitPattern: mark.modified), UInt64(bitPattern: mark.changed),
    ]
    return hash.digest + numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  private static func read(_ root: FolderHandle) -> [ContentHash: Mark] {
    guard let bytes = try? root.read(name, limit: limit) else { return [:] }
    var marks: [ContentHash: Mark] = [:]
    marks.reserveCapacity(bytes.count / rowSize)
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count - bytes.count % rowSize, by: rowSize) {
        func number(_ index: Int) -> UInt64 {
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 32 + 8 * index, as: UInt64.self))
        }
        // Safe: 32 bytes are a digest.
        let hash = ContentHash(digest: Array(bytes[start..<start + 32]))!
        marks[hash] = Mark(
          number: number(0), size: number(1), modified: Int64(bitPattern: number(2)),
          changed: Int64(bitPattern: number(3)))
      }
    }
    return marks
  }
}

extension VerifiedRecord.Mark {
  fileprivate init(number: UInt64, size: UInt64, modified: Int64, changed: Int64) {
    self.number = number
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}
