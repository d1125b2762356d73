import Files
import Foundation
import Manifest
import Platform

/// The entries of a cache on the disk: a file for each key, written by rename, authenticated on reading.
///
/// Several programs may use a folder at once: an entry is there whole or not at all, and one that is damaged or was written
/// by another hand is a miss. No link below the folder is followed, and nothing is removed but what a cache has written.
public final class CacheFolder: Sendable {
  /// The folder.
  public let path: String
  /// What the entries may take together, in bytes; the least recently used go first.
  public let capacity: Int
  private static let magic = Array("HYBCACHE".utf8)
  /// Larger entries are nothing that this tool wrote.
  private static let largestEntry = 1 << 30
  private let location: FolderLocation
  private let loadedKey: Mutex<Result<CacheKey, SystemError>?>
  private let counts = Mutex(CacheCounts())
  private let opened = Mutex<FolderHandle?>(nil)

  /// A cache in a folder, which is made with the first entry.
  ///
  /// - Parameter root: the site, below which no link is followed.
  public convenience init(path: String, root: String = ".", capacity: Int = CacheFolder.defaultCapacity) {
    self.init(path: path, root: root, capacity: capacity, key: nil)
  }

  /// - Parameter key: the key that entries are authenticated by; the environment's or the user's where it is `nil`.
  init(path: String, root: String = ".", capacity: Int = CacheFolder.defaultCapacity, key: CacheKey?) {
    self.path = path
    self.capacity = capacity
    location = FolderLocation(path: path, root: root)
    loadedKey = Mutex(key.map { .success($0) })
  }

  /// The key, loaded (or made) when it is first needed.
  private var key: Result<CacheKey, SystemError> {
    loadedKey.withLock { loaded in
      if let loaded { return loaded }
      let key = Result { () throws(SystemError) in try CacheKey.load() }
      loaded = key
      return key
    }
  }

  /// 1 GiB, or what `HYBRID_CACHE_SIZE` says (`500MB`).
  public static var defaultCapacity: Int {
    EnvironmentVariable.cacheSize.value().flatMap(ByteSize.parse) ?? 1 << 30
  }

  /// How often entries were found in this run.
  var countsOfRun: CacheCounts { counts.withLock { $0 } }

  /// The first reason why results could not be stored or read; `nil` without one.
  var problem: String? {
    if case .failure(let error)? = loadedKey.withLock({ $0 }) { return error.reason }
    return counts.withLock { $0.failure?.reason }
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The folder, once it is there.
  private func folder(makes: Bool) throws(FileError) -> FolderHandle {
    if let folder = opened.withLock({ $0 }) { return folder }
    let folder = try location.open(makes: makes)
    opened.withLock { $0 = folder }
    return folder
  }

  /// The name of an entry's file: the code of its key, so that what builds with other secrets keep stays beside it.
  private static func file(_ key: ContentHash, _ secret: CacheKey) -> String {
    let name = hexadecimal(secret.code(of: Array("name".utf8) + [0] + key.digest))
    return "entries/\(name.prefix(2))/\(name)"
  }

  // MARK: Entries

  /// The bytes kept for a key; `nil` where there are none or they are not what was written.
  func read(_ key: ContentHash) -> [UInt8]? {
    guard case .success(let secret) = self.key,
      let file = try? folder(makes: false).file(Self.file(key, secret)),
      let bytes = try? file.contents(limit: Self.largestEntry), let body = body(of: bytes, key)
    else { return nil }
    touch(file)
    return body
  }

  /// Whether there is an entry, sound or not.
  func contains(_ key: ContentHash) -> Bool {
    guard case .success(let secret) = self.key else { return false }
    return (try? folder(makes: false).status(Self.file(key, secret)))??.kind == .file
  }

  /// An entry's body, after all of it is checked: the mark, the key, the code of both.
  private func body(of bytes: [UInt8], _ key: ContentHash) -> [UInt8]? {
    let head = Self.magic.count + 64
    guard case .success(let secret) = self.key, bytes.count >= head, bytes.starts(with: Self.magic),
      bytes[8..<40].elementsEqual(key.digest)
    else { return nil }
    let body = Array(bytes[head...])
    return secret.isCode(bytes[40..<72], of: key.digest + body) ? body : nil
  }

  /// Keeps bytes for a key; a cache that cannot be written is not a failure of a build.
  func write(_ body: [UInt8], for key: ContentHash) {
    guard case .success(let secret) = self.key else { return }
    let bytes = Self.magic + key.digest + secret.code(of: key.digest + body) + body
    do throws(FileError) {
      let name = Self.file(key, secret)
      try store(bytes, at: name, in: String(name.prefix(10)))
      counts.withLock { $0.stored += 1 }
    } catch {
      counts.withLock { $0.failure = $0.failure ?? SystemError(error) }
    }
  }

  /// Writes a file that is there whole or not at all: under another name beside it, then by rename.
  private func store(_ bytes: [UInt8], at name: String, in folderName: String) throws(FileError) {
    do throws(FileError) {
      try storeOnce(bytes, at: name, in: folderName)
    } catch {
      // Somebody removed the folder while it was open.
      guard error.kind == .missing else { throw error }
      opened.withLock { $0 = nil }
      try storeOnce(bytes, at: name, in: folderName)
    }
  }

  private func storeOnce(_ bytes: [UInt8], at name: String, in folderName: String) throws(FileError) {
    let folder = try folder(makes: true)
    let target = folderName.isEmpty ? folder : try folder.makeFolder(folderName)
    let last = String(name.split(separator: "/").last ?? "")
    let temporary = ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-\(last)"
    do throws(FileError) {
      try target.newFile(temporary).write(bytes)
      try target.rename(temporary, to: last)
    } catch {
      try? target.remove(temporary)
      throw error
    }
  }

  func countHit() { counts.withLock { $0.hits += 1 } }
  func countMiss() { counts.withLock { $0.misses += 1 } }
  func countRemoteHit() { counts.withLock { $0.remoteHits += 1 } }

  /// Marks an entry as used, for the eviction; at most once an hour, since it is a write.
  private func touch(_ file: OpenFile) {
    guard let status = try? file.status() else { return }
    let age = Date().timeIntervalSince1970 - Double(status.modificationTime) / 1e9
    if age > 3600 { futimens(file.descriptor, nil) }
  }

  // MARK: Files beside the entries

  /// The bytes of a file beside the entries that this cache wrote; `nil` where there are none.
  func read(named name: String, limit: Int) -> [UInt8]? {
    guard case .success(let secret) = key, let bytes = try? folder(makes: false).read(name, limit: limit),
      bytes.count >= 40, bytes.starts(with: Self.magic)
    else { return nil }
    let body = Array(bytes[40...])
    return secret.isCode(bytes[8..<40], of: Array(name.utf8) + [0] + body) ? body : nil
  }

  /// Keeps a file beside the entries.
  func write(_ body: [UInt8], named name: String) {
    guard case .success(let secret) = key else { return }
    try? store(Self.magic + secret.code(of: Array(name.utf8) + [0] + body) + body, at: name, in: "")
  }

  /// What is in the folder is nothing for version control.
  func markAsIgnored() {
    guard let folder = try? folder(makes: false), let file = try? folder.newFile(".gitignore") else { return }
    try? file.write(Array("*\n".utf8))
  }

  /// Whether the folder is there.
  var isThere: Bool { (try? folder(makes: false)) != nil }

  /// A place for what a build sets aside; `nil` where there is none.
  var handle: FolderHandle? { try? folder(makes: true) }

  // MARK: Problems

  /// The problems of the site's last build, for a preview of its release.
  private static let problemsFile = "problems.json"

  /// Writes the problems of a build. If that fails, the build goes on, and a preview lists no problems.
  public func noteProblems(_ bytes: [UInt8]) {
    guard let folder = try? folder(makes: true) else { return }
    try? folder.replace(
      Self.problemsFile, with: bytes, temporary: ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-problems")
  }

  /// The problems of the site's last build; `nil` if the file is missing or is larger than `limit` bytes.
  public func notedProblems(limit: Int) -> [UInt8]? { try? folder(makes: false).read(Self.problemsFile, limit: limit) }

  // MARK: The whole folder

  /// A file that the folder lists, whose name is one that caches write.
  private struct Listed {
    /// The folder of all entries.
    var root: FolderHandle
    /// In that folder: `ab/abcd…`.
    var name: String
    var size: Int
    var used: Int
    /// What a build that was ended left, rather than an entry.
    var isHalf: Bool

    /// Removes the file where its first bytes are a cache's own as well.
    func remove() -> Bool {
      guard isOwn else { return false }
      return (try? root.remove(name)) != nil
    }

    private var isOwn: Bool {
      guard let file = try? root.file(name), let size = try? file.status().size else { return false }
      let length = Int(min(size, UInt64(CacheFolder.magic.count)))
      // A half-written file may have nothing yet.
      guard isHalf || length == CacheFolder.magic.count, let start = try? file.read(length, at: 0) else { return false }
      return start.elementsEqual(CacheFolder.magic.prefix(length))
    }
  }

  private func list() -> [Listed] {
    guard let root = try? folder(makes: false).folder("entries") else { return [] }
    var entries: [Listed] = []
    for group in (try? root.names()) ?? [] where Self.isHexadecimal(group, count: 2) {
      guard let inner = try? root.folder(group) else { continue }
      for name in (try? inner.names()) ?? [] {
        let isHalf = Self.isTemporary(name, of: group)
        guard isHalf || Self.isHexadecimal(name, count: 64) && name.hasPrefix(group),
          let status = (try? inner.status(name)) ?? nil, status.kind == .file
        else { continue }
        // No cache writes vast files: each counts as the largest entry, so that sums of sizes fit.
        let size = min(Int(clamping: status.size), Self.largestEntry)
        entries.append(
          Listed(
            root: root, name: group + "/" + name, size: size, used: Int(status.modificationTime), isHalf: isHalf))
      }
    }
    return entries
  }

  private static func isHexadecimal(_ name: some StringProtocol, count: Int) -> Bool {
    name.utf8.count == count && name.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }

  /// `.tmp-PID-NUMBER-NAME`.
  private static func isTemporary(_ name: String, of group: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == ".tmp" && Int32(parts[1]) != nil && UInt32(parts[2]) != nil
      && isHexadecimal(parts[3], count: 64) && parts[3].hasPrefix(group)
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
      let unused = now - Double(entry.used) / 1e9
      if entry.isHalf ? unused > 3600 : age.map({ unused > $0 }) ?? false {
        Self.remove(entry, &removed)
      } else if !entry.isHalf {
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
      Self.remove(entry, &removed)
    }
    return removed
  }

  private static func remove(_ entry: Listed, _ removed: inout (entries: Int, size: Int)) {
    guard entry.remove() else { return }
    removed.entries += 1
    removed.size += entry.size
  }

  /// Reads every entry and removes the damaged ones; those that were written with another key stay.
  ///
  /// - Returns: the number of entries, the paths of the damaged ones, and how many another key wrote. A file that does not begin
  ///   as an entry does is damaged too, and stays: it may be somebody else's.
  public func verify() -> (entries: Int, damaged: [String], foreign: Int) {
    var damaged: [String] = []
    var foreign = 0
    let entries = list().filter { !$0.isHalf }
    guard case .success(let secret) = key else { return (entries.count, [], entries.count) }
    for entry in entries {
      let bytes = (try? entry.root.read(entry.name, limit: Self.largestEntry)) ?? []
      if bytes.count >= Self.magic.count + 64, bytes.starts(with: Self.magic),
        let key = ContentHash(digest: Array(bytes[8..<40]))
      {
        // Names come of the secret: under another one, no build with this secret looks for the file.
        guard "entries/" + entry.name == Self.file(key, secret) else {
          foreign += 1
          continue
        }
        if body(of: bytes, key) != nil { continue }
      }
      damaged.append("\(path)/entries/\(entry.name)")
      _ = entry.remove()
    }
    return (entries.count, damaged, foreign)
  }

  /// Removes everything that a cache writes, and the folder where nothing else is in it.
  ///
  /// - Returns: whether there was anything.
  public func removeAll() -> Bool {
    guard let folder = try? folder(makes: false) else { return false }
    for entry in list() { _ = entry.remove() }
    if let entries = try? folder.folder("entries") {
      for group in (try? entries.names()) ?? [] where Self.isHexadecimal(group, count: 2) {
        try? entries.removeFolder(group)
      }
    }
    try? folder.removeFolder("entries")
    for name in ["digests", ".gitignore", Self.problemsFile] where ((try? folder.status(name)) ?? nil)?.kind == .file {
      try? folder.remove(name)
    }
    opened.withLock { $0 = nil }
    try? GivenPath.removeFolder(path)
    return true
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
