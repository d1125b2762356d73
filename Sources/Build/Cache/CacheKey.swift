import Files
import Foundation
import Manifest

/// The secret that entries of a cache are authenticated by: what another hand put into the folder is a miss.
struct CacheKey: Sendable {
  /// The shortest text of `HYBRID_CACHE_KEY`, in characters.
  static let shortestText = 16

  private let inner: [UInt8]
  private let outer: [UInt8]

  /// A key of any length.
  init(_ secret: [UInt8]) {
    // RFC 2104 with SHA-256, whose blocks have 64 bytes.
    var key = secret.count > 64 ? ContentHash(of: secret).digest : secret
    key += [UInt8](repeating: 0, count: 64 - key.count)
    inner = key.map { $0 ^ 0x36 }
    outer = key.map { $0 ^ 0x5C }
  }

  /// The code of a message (HMAC-SHA-256, RFC 2104).
  func code(of message: [UInt8]) -> [UInt8] {
    var hasher = ContentHasher()
    inner.withUnsafeBytes { hasher.update($0) }
    message.withUnsafeBytes { hasher.update($0) }
    return ContentHash(of: outer + hasher.finalize().digest).digest
  }

  /// Whether a code is that of a message; takes the same time wherever the two differ.
  func isCode(_ code: some Collection<UInt8>, of message: [UInt8]) -> Bool {
    let expected = self.code(of: message)
    guard code.count == expected.count else { return false }
    return zip(code, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: The user's key

  /// The key of `HYBRID_CACHE_KEY`, or the one that is made once per user.
  static func load() throws(SystemError) -> CacheKey {
    if let text = EnvironmentVariable.cacheKey.value() {
      guard text.count >= shortestText else {
        throw SystemError(reason: "HYBRID_CACHE_KEY has fewer than \(shortestText) characters")
      }
      return CacheKey(Array(text.utf8))
    }
    guard let home = UserCache.home else {
      throw SystemError(reason: "neither HYBRID_CACHE_KEY nor XDG_CACHE_HOME nor HOME is set")
    }
    if let reason = problem { throw SystemError(reason: reason) }
    do throws(FileError) {
      let folder = try FolderLocation(path: home + "/hybrid").open(makes: true)
      if let key = try existing(in: folder) { return CacheKey(key) }
      return CacheKey(try made(in: folder))
    } catch {
      throw SystemError(error)
    }
  }

  /// What is in the place of the user's key and can never be one, in words; `nil` where a key is there or can be made.
  ///
  /// A file or link there is replaced by a key. A folder is not this tool's: the user has to look at it.
  static var problem: String? {
    guard EnvironmentVariable.cacheKey.value() == nil, let home = UserCache.home else { return nil }
    let folder = home + "/hybrid"
    guard (try? FolderLocation(path: folder).open(makes: false).status("key"))??.kind == .folder else { return nil }
    return "\(folder)/key is a folder, where the cache's key file should be"
  }

  /// The key in a folder; `nil` where there is none, and where others may have read or written it.
  private static func existing(in folder: FolderHandle) throws(FileError) -> [UInt8]? {
    guard let status = try folder.status("key"), status.kind == .file, status.permissions & 0o077 == 0 else {
      return nil
    }
    let text = try folder.read("key", limit: 256)
    return text.count >= 64 ? text : nil
  }

  private static func made(in folder: FolderHandle) throws(FileError) -> [UInt8] {
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let text = Array((CacheFolder.hexadecimal(secret) + "\n").utf8)
    // Whoever is first wins: a build beside this one may be making the key, too.
    let temporary = ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-key"
    let file = try folder.newFile(temporary, permissions: 0o600)
    try file.write(text)
    try file.synchronize()
    do throws(FileError) {
      try folder.rename(temporary, to: "key")
    } catch {
      try? folder.remove(temporary)
      throw error
    }
    let key = try existing(in: folder)
    return key ?? text
  }
}
