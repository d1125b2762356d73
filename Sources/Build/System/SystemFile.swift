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

/// Files and folders by whole paths (``GivenPath``), with errors as the system words them.
public enum SystemFile {
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

  /// Device and inode: the same for two paths to one folder.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  /// Whether there is anything at a path, a broken link included.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus(at: path, followingLinks: false)) != nil
  }

  /// Whether there may be something at a path: `false` only where the system says that there is nothing.
  static func mayExist(_ path: String) -> Bool {
    do throws(FileError) {
      _ = try FileStatus(at: path, followingLinks: false)
      return true
    } catch {
      return error.kind != .missing && error.kind != .notAFolder
    }
  }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(at: path, followingLinks: true))?.kind == .folder
  }

  /// The path with every link resolved, or `nil` where it leads nowhere.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a folder as bytes, without `.` and `..`, in bytewise order.
  public static func names(in folder: String) throws(SystemError) -> [[UInt8]] {
    try inSystemWords { () throws(FileError) in try GivenPath.names(in: folder) }
  }

  /// Makes a folder and those that it is in; one that is there already is not an error.
  public static func makeFolder(_ path: String) throws(SystemError) {
    try inSystemWords { () throws(FileError) in try GivenPath.makeFolder(path, permissions: 0o777) }
  }

  /// Writes a file, over one that is there.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try inSystemWords { () throws(FileError) in
      let file = try OpenFile(writing: path, permissions: 0o666, followingLinks: true)
      try file.write(bytes)
      try file.finishWriting()
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
      try inSystemWords { () throws(FileError) in try GivenPath.rename(temporary, to: path) }
    } catch {
      try? GivenPath.remove(temporary)
      throw error
    }
  }

  /// A file's bytes. Files of a site are read by ``SiteFile``.
  ///
  /// - Parameter limit: more bytes than this are an error, before any is read.
  public static func read(_ path: String, limit: Int = 1 << 30) throws(SystemError) -> [UInt8] {
    do throws(FileError) {
      return try OpenFile(reading: path).contentsToEnd(limit: limit)
    } catch {
      throw SystemError(error, limit: limit)
    }
  }

  /// Uses files; what fails is reported in the system's words.
  private static func inSystemWords<Value>(_ body: () throws(FileError) -> Value) throws(SystemError) -> Value {
    do {
      return try body()
    } catch {
      throw SystemError(reason: error.detail)
    }
  }
}

extension FileStatus {
  var identity: SystemFile.Identity { SystemFile.Identity(device: volume, node: number) }
  var stamp: SystemFile.Stamp {
    SystemFile.Stamp(modified: Int(modificationTime), changed: Int(changeTime), node: number)
  }
  /// The size in bytes.
  var byteCount: Int { Int(clamping: size) }
}
