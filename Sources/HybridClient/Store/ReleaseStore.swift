import Files
import Manifest

/// The releases that are installed on a device, in a folder of the app.
///
/// Every entry is one file under its content's hash, so that releases share what they have in common and nothing is ever
/// changed in place. A release is installed when its folder under `releases` has its name; what a crash leaves behind are
/// files without a release, which ``prune(maximumSize:)`` removes. Several processes may use one store. No symbolic link in
/// the folder is followed.
///
///     objects/<2 letters>/<hash>      an entry's bytes
///     releases/<hash>/manifest.json   a release's manifest, and <package>.index.json for each installed package
///     roots/<N>.root.json             the roots that were accepted after the app's own
///     downloads/<hash>                what has been fetched of a file
///     sites/<hash>/                   a release's site as plain files, where a host asked for them
///     state.json, state.before.json   which release is current, and what the file said before
///     verified                        which entries were compared with their hashes, and what the files were like then
///
/// ```swift
/// let store = try ReleaseStore(folder: folder)
/// if let release = try store.launch(now: now()) {
///   // … show its first page, then:
///   try store.markHealthy(release)
/// }
/// ```
public struct ReleaseStore: Sendable {
  /// The folder.
  public let folder: String
  /// How long a new release may take until it is called healthy, in seconds.
  public var trialSeconds: Int64 = 60
  /// How often a new release may be launched without being called healthy.
  public var trialLaunches: UInt64 = 2
  /// Gives the seconds since the device was started: the clock that the time of a trial is measured by too, since people and
  /// networks set the other one.
  public var uptime: @Sendable () -> Int64 = { DeviceClock.uptime() }

  let root: FolderHandle
  let verified: VerifiedRecord

  /// The store in a folder, which is made if it is not there.
  ///
  /// Whatever is in a folder's place is removed, a symbolic link too: what it leads to is never touched, and what the
  /// store had is fetched again.
  ///
  /// - Throws: ``ClientError`` of kind `store`.
  public init(folder: String) throws(ClientError) {
    self.folder = folder
    do {
      try FileSystem.createFolder(folder)
    } catch {
      throw .store(path: error.path, detail: error.description)
    }
    root = try Self.storing { () throws(FileError) in
      let root = try FolderHandle(folder)
      for name in ["objects", "releases", "roots", "downloads"] {
        // Damage to a disk makes files of folders, and an app cannot ask people to remove what is in the way.
        if let kind = try root.status(name)?.kind, kind != .folder { try root.remove(name) }
        _ = try root.makeFolder(name)
      }
      return root
    }
    verified = VerifiedRecord(root)
  }

  // MARK: Locks

  func lock() throws(ClientError) -> OpenFile { try lock("lock", waits: true) }

  private func lock(_ name: String, waits: Bool) throws(ClientError) -> OpenFile {
    try Self.storing { () throws(FileError) in
      // Damage to a disk makes folders of files, or pipes. Of a link only its name is the store's.
      switch try root.status(name)?.kind {
      case .folder: try root.removeTree(name)
      case .special, .link: try root.remove(name)
      case .file, nil: break
      }
      return try root.lock(name, waits: waits)
    }
  }

  /// The lock of what adds or removes entries: one update or clean-up at a time, in all processes.
  func installationLock() throws(ClientError) -> OpenFile { try lock("install.lock", waits: false) }

  static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.encodeURL((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  static func storing<Result>(_ body: () throws(FileError) -> Result) throws(ClientError) -> Result {
    do {
      return try body()
    } catch {
      throw .store(path: error.path, detail: "\(error.kind.rawValue): \(error.detail)")
    }
  }

  // MARK: Files

  static func temporaryName() -> String { "downloads/.tmp-" + randomName() }

  func write(_ name: String, _ bytes: [UInt8]) throws(ClientError) {
    try Self.storing { () throws(FileError) in
      try root.replace(name, with: bytes, temporary: Self.temporaryName())
    }
  }

  /// Opens a folder of the store, which is made if it is not there. A link or file in its place is taken away: it is the
  /// store's name.
  func makeFolder(_ name: String) throws(FileError) -> FolderHandle {
    do {
      return try root.makeFolder(name)
    } catch  where error.kind == .link || error.kind == .notAFolder {
      try root.remove(name)
      return try root.makeFolder(name)
    }
  }

  /// Takes away whatever has a name of the store and is not a file.
  func clear(_ name: String) throws(FileError) {
    guard let status = try root.status(name), status.kind != .file else { return }
    if status.kind == .folder { try root.removeTree(name) } else { try root.remove(name) }
  }
}
