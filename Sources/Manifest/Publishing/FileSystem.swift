import Files

/// The calls of the system that publishing and installing need, with their errors told apart.
public enum FileSystem {
  /// A new file's bytes reach the disk before its name does; a name is replaced in one step.
  ///
  /// - Parameters:
  ///   - path: the file's path; what is there is replaced.
  ///   - bytes: the new contents.
  ///   - temporary: a path on the same volume that nobody else uses.
  /// - Throws: ``PublishError``; the temporary file is gone then.
  public static func replace(_ path: String, with bytes: [UInt8], temporary: String) throws(PublishError) {
    try replace(path, with: ByteStream(bytes), temporary: temporary)
  }

  /// The same for bytes that are made as they are written.
  static func replace(_ path: String, with bytes: ByteStream, temporary: String) throws(PublishError) {
    do {
      try create(temporary, bytes)
      try rename(temporary, to: path)
    } catch {
      remove(temporary)
      throw error
    }
    synchronizeFolder(of: path)
  }

  /// Writes a new file and waits until its bytes are on the disk.
  ///
  /// - Parameter isNew: whether a file that is there is an error; otherwise it is replaced.
  static func create(
    _ path: String, _ bytes: [UInt8], permissions: UInt16 = 0o644, isNew: Bool = false
  ) throws(PublishError) {
    try create(path, ByteStream(bytes), permissions: permissions, isNew: isNew)
  }

  private static func create(
    _ path: String, _ bytes: ByteStream, permissions: UInt16 = 0o644, isNew: Bool = false
  ) throws(PublishError) {
    let file = try publishing { () throws(FileError) in
      try OpenFile(writing: path, existing: isNew ? .isError : .isReplaced, permissions: permissions)
    }
    try bytes.forEachPiece { (piece) throws(PublishError) in
      try publishing { () throws(FileError) in try file.write(piece) }
    }
    try publishing { () throws(FileError) in
      try file.synchronize()
      try file.finishWriting()
    }
  }

  /// Gives a file another name in one step, replacing what has the name.
  public static func rename(_ from: String, to path: String) throws(PublishError) {
    try publishing { () throws(FileError) in try GivenPath.rename(from, to: path) }
  }

  /// Makes a folder and those above it; nothing happens when it is there.
  public static func createFolder(_ path: String) throws(PublishError) {
    try publishing { () throws(FileError) in try GivenPath.makeFolder(path) }
  }

  /// A file's bytes; `nil` when there is no regular file of that name or it cannot be read, or it is larger than `limit`.
  public static func read(_ path: String, limit: Int = .max) -> [UInt8]? {
    try? OpenFile(reading: path).contents(limit: limit)
  }

  /// Whether a regular file has these bytes and no others.
  ///
  /// - Parameter count: the number of these bytes.
  static func holds(_ path: String, _ bytes: ByteStream, count: Int) -> Bool {
    guard let file = try? OpenFile(reading: path), (try? file.status().size) == UInt64(count) else { return false }
    var offset: UInt64 = 0
    var isSame = true
    do {
      try bytes.forEachPiece { (piece) throws(PublishError) in
        isSame = isSame && (try? file.read(piece.count, at: offset)) == piece
        offset += UInt64(piece.count)
      }
    } catch {
      // Bytes that cannot be read are reported when they are written.
      return false
    }
    return isSame
  }

  /// The names in a folder without `.` and `..`, sorted; `nil` when it is not a folder that can be read.
  public static func names(in path: String) -> [String]? {
    try? GivenPath.names(in: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether something has the name.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus(at: path, followingLinks: false)) != nil
  }

  /// Whether a path, or a folder on the way to it below another one, is a symbolic link.
  ///
  /// - Parameters:
  ///   - path: relative to the folder.
  ///   - folder: what is not looked at itself.
  static func leadsThroughLink(_ path: String, in folder: String) -> Bool {
    var current = folder
    for part in path.split(separator: "/") {
      current += "/" + part
      if (try? FileStatus(at: current, followingLinks: false))?.kind == .link { return true }
    }
    return false
  }

  /// A file's size in bytes; `nil` when it is not there.
  public static func size(_ path: String) -> UInt64? {
    (try? FileStatus(at: path, followingLinks: false))?.size
  }

  /// Removes a folder that is empty.
  public static func removeFolder(_ path: String) { try? GivenPath.removeFolder(path) }

  /// Removes a file, if it is there.
  public static func remove(_ path: String) { try? GivenPath.remove(path) }

  /// Makes a rename survive a power failure, where the system can.
  public static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    (try? FolderHandle(folder.isEmpty ? "/" : folder))?.synchronize()
  }

  /// Uses a file; what fails is an error of publishing.
  static func publishing<Value>(_ body: () throws(FileError) -> Value) throws(PublishError) -> Value {
    do {
      return try body()
    } catch {
      throw PublishError(error)
    }
  }
}

extension PublishError {
  /// The error of a file that publishing uses.
  init(_ error: FileError) {
    let kind: Kind =
      switch error.kind {
      case .diskFull: .diskFull
      case .denied: .notWritable
      case .notAFolder, .notAFile: .notAFolder
      case .exists: .exists
      case .busy: .busy
      case .missing, .link, .tooLarge, .badName, .inputOutput: .inputOutput
      }
    self.init(kind, path: error.path, detail: error.detail)
  }
}

/// A lock between processes, held while the value lives.
public final class FolderLock: Sendable {
  private let file: OpenFile

  /// Takes the lock of the file, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - path: the lock's file.
  ///   - waits: whether to wait for another process, or to give up at once.
  /// - Throws: ``PublishError``, of kind `busy` when another process holds the lock.
  public init(_ path: String, waits: Bool) throws(PublishError) {
    file = try FileSystem.publishing { () throws(FileError) in try OpenFile(locking: path, waits: waits) }
  }
}
