import Files
import Foundation
import Platform

/// Why the system refused a file, in its own words.
public struct SystemError: Error, Hashable, Sendable {
  /// `errno`.
  public var number: Int32
  /// The system's words, such as `Permission denied`.
  public var reason: String

  /// The error of the last call.
  init(number: Int32 = errno) {
    self.number = number
    reason = String(cString: strerror(number))
  }

  /// An error that the tool words itself.
  public init(reason: String) {
    number = 0
    self.reason = reason
  }
}

/// Reading files and folders by the system's own calls: names as bytes, errors as the system words them.
public enum SystemFile {
  /// What a path is.
  public enum Kind: Sendable {
    case file, folder, link, special
  }

  /// What the system knows of a path.
  struct Status {
    var kind: Kind
    var size: Int
    /// How many names the file has (hard links).
    var nameCount: Int
    /// Device and inode: the same for two paths to one folder.
    var identity: Identity
    var stamp: Stamp
  }

  /// Times of change in nanoseconds, and the inode: whether a file may have changed.
  struct Stamp: Hashable, Sendable {
    var modified: Int
    var changed: Int
    var node: UInt64

    /// The stamp, or one that is like no other where the file was written so shortly before the walk that it may be
    /// written again within the same tick of the clock, and no stamp would show it.
    func settled(before walk: Int) -> Stamp {
      guard changed > walk - Self.tick else { return self }
      var stamp = self
      stamp.changed = -Int(Self.serial.add(1, ordering: .relaxed).newValue)
      return stamp
    }

    /// The longest tick of file times on Linux (100 Hz), in nanoseconds.
    static let tick = 11_000_000
    private static let serial = Atomic<Int>(0)
  }

  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  /// The status of a path, of the link itself where `followingLinks` is false.
  static func status(_ path: String, followingLinks: Bool) throws(SystemError) -> Status {
    var buffer = stat()
    guard (followingLinks ? stat(path, &buffer) : lstat(path, &buffer)) == 0 else { throw SystemError() }
    let kind: Kind
    switch buffer.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .special
    }
    let identity = Identity(device: UInt64(truncatingIfNeeded: buffer.st_dev), node: UInt64(buffer.st_ino))
    let stamp = Stamp(
      modified: nanoseconds(buffer.modification), changed: nanoseconds(buffer.change), node: identity.node)
    return Status(
      kind: kind, size: Int(buffer.st_size), nameCount: Int(buffer.st_nlink), identity: identity, stamp: stamp)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// Whether there is anything at a path, a broken link included.
  public static func exists(_ path: String) -> Bool {
    (try? status(path, followingLinks: false)) != nil
  }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    (try? status(path, followingLinks: true))?.kind == .folder
  }

  /// The path with every link resolved, or `nil` where it leads nowhere.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a folder as bytes, without `.` and `..`, in bytewise order.
  public static func names(in folder: String) throws(SystemError) -> [[UInt8]] {
    guard let handle = opendir(folder) else { throw SystemError() }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(handle) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    let number = errno
    guard number == 0 else { throw SystemError(number: number) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Makes a folder and those that it is in; one that is there already is not an error.
  public static func makeFolder(_ path: String) throws(SystemError) {
    if isFolder(path) { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError() }
    guard isFolder(path) else { throw SystemError(number: ENOTDIR) }
  }

  /// Writes a file, over one that is there.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do throws(FileError) {
      let file = try OpenFile(writing: path, permissions: 0o666, followingLinks: true)
      try file.write(bytes)
      try file.finishWriting()
    } catch {
      throw SystemError(reason: error.detail)
    }
  }

  /// Writes a file atomically: under another name next to it, which is then renamed.
  public static func replace(_ bytes: [UInt8], at path: String) throws(SystemError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let temporary = "\(folder).tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))-\(name)"
    do throws(SystemError) {
      try write(bytes, to: temporary)
      guard rename(temporary, path) == 0 else { throw SystemError() }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// A file's bytes. Files of a site are read by ``SiteFile``.
  ///
  /// - Parameter limit: more bytes than this are an error, before any is read.
  public static func read(_ path: String, limit: Int = 1 << 30) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// The bytes of an open file.
  static func read(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var buffer = stat()
    guard fstat(descriptor, &buffer) == 0 else { throw SystemError() }
    guard buffer.st_mode & S_IFMT == S_IFREG else {
      throw buffer.st_mode & S_IFMT == S_IFDIR ? SystemError(number: EISDIR) : SystemError(reason: "not a regular file")
    }
    guard Int(buffer.st_size) <= limit else { throw tooLarge(limit) }
    var bytes = [UInt8](repeating: 0, count: Int(buffer.st_size))
    var count = 0
    while true {
      if count == bytes.count {
        // The size is only a hint: a file may grow while it is read.
        var extra = [UInt8](repeating: 0, count: 4096)
        let got = Foundation.read(descriptor, &extra, extra.count)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw SystemError() }
        if got == 0 { break }
        bytes.append(contentsOf: extra[..<got])
        count += got
      } else {
        let got = bytes.withUnsafeMutableBytes {
          Foundation.read(descriptor, $0.baseAddress! + count, $0.count - count)
        }
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw SystemError() }
        if got == 0 { break }
        count += got
      }
      if count > limit { throw tooLarge(limit) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func tooLarge(_ limit: Int) -> SystemError {
    SystemError(reason: "it is larger than \(ByteSize.text(limit))")
  }
}

extension stat {
  #if canImport(Darwin)
    fileprivate var modification: timespec { st_mtimespec }
    fileprivate var change: timespec { st_ctimespec }
  #else
    fileprivate var modification: timespec { st_mtim }
    fileprivate var change: timespec { st_ctim }
  #endif
}
