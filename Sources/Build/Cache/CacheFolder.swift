import Foundation
import Manifest
import Synchronization

/// The entries of a cache on the disk: a file for each key, written by rename and checked on reading.
///
/// Several programs may use a folder at once: an entry is there whole or not at all, and one that is damaged is a miss.
public final class CacheFolder: Sendable {
  /// The folder.
  public let path: String
  /// What the entries may take together, in bytes; the least recently used go first.
  public let capacity: Int
  private static let magic = Array("HYBCACHE".utf8)
  private let counts = Mutex(CacheCounts())

  /// A cache in a folder, which is made with the first entry.
  public init(path: String, capacity: Int = CacheFolder.defaultCapacity) {
    self.path = path
    self.capacity = capacity
  }

  /// 1 GiB, or what `HYBRID_CACHE_SIZE` says (`500MB`).
  public static var defaultCapacity: Int {
    EnvironmentVariable.cacheSize.value().flatMap(ByteSize.parse) ?? 1 << 30
  }

  /// How often entries were found in this run.
  var countsOfRun: CacheCounts { counts.withLock { $0 } }

  private func file(_ key: ContentHash) -> String {
    let name = Self.hexadecimal(key.digest)
    return "\(path)/entries/\(name.prefix(2))/\(name)"
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes kept for a key; `nil` where there are none or they are not what was written.
  func read(_ key: ContentHash) -> [UInt8]? {
    let name = file(key)
    guard let bytes = try? SystemFile.read(name), let body = Self.body(of: bytes, key) else { return nil }
    touch(name)
    return body
  }

  /// Whether there is an entry, sound or not.
  func contains(_ key: ContentHash) -> Bool { SystemFile.exists(file(key)) }

  /// An entry's body, after all of it is checked: the mark, the key, the hash of the body.
  private static func body(of bytes: [UInt8], _ key: ContentHash) -> [UInt8]? {
    let head = magic.count + 64
    guard bytes.count >= head, bytes.starts(with: magic), bytes[8..<40].elementsEqual(key.digest) else { return nil }
    let body = Array(bytes[head...])
    return ContentHash(of: body).digest.elementsEqual(bytes[40..<72]) ? body : nil
  }

  /// Keeps bytes for a key; a cache that cannot be written is no failure of a build.
  func write(_ body: [UInt8], for key: ContentHash) {
    let name = file(key)
    let bytes = Self.magic + key.digest + ContentHash(of: body).digest + body
    do throws(SystemError) {
      try SystemFile.makeFolder(String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
      try SystemFile.replace(bytes, at: name)
      counts.withLock { $0.stored += 1 }
    } catch {
      counts.withLock { $0.failure = $0.failure ?? error }
    }
  }

  func countHit() { counts.withLock { $0.hits += 1 } }
  func countMiss() { counts.withLock { $0.misses += 1 } }
  func countRemoteHit() { counts.withLock { $0.remoteHits += 1 } }

  /// Marks an entry as used, for the eviction; at most once an hour, since it is a write.
  private func touch(_ name: String) {
    guard let status = try? SystemFile.status(name, followingLinks: true) else { return }
    let age = Date().timeIntervalSince1970 - Double(status.stamp.modified) / 1e9
    if age > 3600 { utimes(name, nil) }
  }

  // MARK: The whole folder

  /// An entry as the folder lists it.
  private struct Listed {
    var name: String
    var size: Int
    var used: Int
  }

  private func list() -> [Listed] {
    let root = path + "/entries"
    var entries: [Listed] = []
    for folder in (try? SystemFile.names(in: root)) ?? [] {
      let inner = root + "/" + String(decoding: folder, as: UTF8.self)
      for bytes in (try? SystemFile.names(in: inner)) ?? [] {
        let name = inner + "/" + String(decoding: bytes, as: UTF8.self)
        guard let status = try? SystemFile.status(name, followingLinks: false), status.kind == .file else { continue }
        entries.append(Listed(name: name, size: status.size, used: status.stamp.modified))
      }
    }
    return entries
  }

  /// What the folder holds.
  public var statistics: CacheStatistics {
    let entries = list()
    return CacheStatistics(
      entries: entries.count, size: entries.reduce(0) { $0 + $1.size }, capacity: capacity,
      oldest: entries.map(\.used).min().map { Double($0) / 1e9 })
  }

  /// Removes the least recently used entries beyond the capacity, and what killed builds left half-written.
  ///
  /// - Parameter age: entries unused for longer than this, in seconds, go too.
  /// - Returns: the number of entries removed and their size in bytes.
  @discardableResult
  public func collect(capacity: Int? = nil, age: Double? = nil) -> (entries: Int, size: Int) {
    let now = Date().timeIntervalSince1970
    var removed = (entries: 0, size: 0)
    var entries: [Listed] = []
    for entry in list() {
      let isHalf = entry.name.contains("/.tmp-")
      let unused = now - Double(entry.used) / 1e9
      if isHalf ? unused > 3600 : age.map({ unused > $0 }) ?? false {
        remove(entry, &removed)
      } else if !isHalf {
        entries.append(entry)
      }
    }
    var size = entries.reduce(0) { $0 + $1.size }
    let capacity = capacity ?? self.capacity
    guard size > capacity else { return removed }
    // A tenth is freed at once, so that the next build does not begin with this again.
    let goal = capacity - capacity / 10
    for entry in entries.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) where size > goal {
      size -= entry.size
      remove(entry, &removed)
    }
    return removed
  }

  private func remove(_ entry: Listed, _ removed: inout (entries: Int, size: Int)) {
    guard unlink(entry.name) == 0 else { return }
    removed.entries += 1
    removed.size += entry.size
  }

  /// Reads every entry and removes those that are damaged.
  ///
  /// - Returns: the number of entries, and the paths of the damaged ones.
  public func verify() -> (entries: Int, damaged: [String]) {
    var damaged: [String] = []
    let entries = list().filter { !$0.name.contains("/.tmp-") }
    for entry in entries {
      let name = entry.name.split(separator: "/").last ?? ""
      let bytes = (try? SystemFile.read(entry.name)) ?? []
      let key = bytes.count >= 40 ? ContentHash(digest: Array(bytes[8..<40])) : nil
      if let key, Self.hexadecimal(key.digest) == name, Self.body(of: bytes, key) != nil { continue }
      damaged.append(entry.name)
      unlink(entry.name)
    }
    return (entries.count, damaged)
  }
}

/// What a cache was good for in one run.
struct CacheCounts: Sendable {
  var hits = 0
  var misses = 0
  var remoteHits = 0
  var stored = 0
  /// The first problem of writing, if any.
  var failure: SystemError?
}

/// What a cache's folder holds.
public struct CacheStatistics: Sendable {
  /// The number of entries.
  public var entries: Int
  /// All entries, in bytes.
  public var size: Int
  /// What they may take, in bytes.
  public var capacity: Int
  /// When the least recently used entry was used, in seconds since 1970; `nil` for an empty cache.
  public var oldest: Double?
}
