/// Entries whose bytes were found sound, by their paths and hashes.
///
/// A build has five of each page, so that a number of 64 bits stands for each. It depends on the process, so that nobody can
/// make another entry of the same number.
public struct CheckedEntries: Sendable, Hashable {
  private var marks: Set<Int> = []

  /// No entries.
  public init() {}

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - path: its path, the same in all packages.
  ///   - hash: the hash of its uncompressed bytes.
  public mutating func insert(_ path: String, _ hash: ContentHash) { marks.insert(Self.mark(path, hash)) }

  /// Whether an entry was found sound with bytes of this hash.
  public func contains(_ path: String, _ hash: ContentHash) -> Bool { marks.contains(Self.mark(path, hash)) }

  private static func mark(_ path: String, _ hash: ContentHash) -> Int {
    var hasher = Hasher()
    hasher.combine(path)
    hasher.combine(hash)
    return hasher.finalize()
  }
}
