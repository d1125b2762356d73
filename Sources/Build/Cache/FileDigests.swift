import Files
import Foundation
import Manifest
import Platform

/// The hashes of files, each read once while its times, size and inode stay what they were; remembered from run to run.
final class FileDigests: Sendable {
  private struct Known {
    var stamp: SystemFile.Stamp
    var size: Int
    var digest: ContentHash
    /// Asked for in this run: the others are forgotten when the file is written.
    var isUsed: Bool
  }

  private let known = Mutex<(files: [String: Known], isChanged: Bool)>(([:], false))
  private let folder: CacheFolder?
  private static let name = "digests"

  /// A file whose times are this young may be written again within the same tick of the clock, so that its hash is not
  /// remembered: in seconds. Some file systems count in whole seconds.
  private static let youth = 2.0

  /// - Parameter folder: where the hashes are kept; `nil` for this run only. What is there and cannot be read is left out.
  init(in folder: CacheFolder?) {
    self.folder = folder
    guard let bytes = folder?.read(named: Self.name, limit: 1 << 28) else { return }
    var reader = ByteReader(bytes)
    var files: [String: Known] = [:]
    while !reader.isAtEnd {
      guard let name = try? reader.string(), let modified = try? reader.int(), let changed = try? reader.int(),
        let node = try? reader.integer(), let size = try? reader.int(), let digest = try? reader.digest()
      else { return }
      let stamp = SystemFile.Stamp(modified: modified, changed: changed, node: node)
      files[name] = Known(stamp: stamp, size: size, digest: digest, isUsed: false)
    }
    known.withLock { $0.files = files }
  }

  /// The hash of the bytes of a site's file, or `nil` where it cannot be read.
  ///
  /// - Parameter stamp: where it is given, a file that has another is not answered for: it changed since.
  func digest(of path: String, in site: Site, expecting stamp: SystemFile.Stamp? = nil) -> ContentHash? {
    digest(ofSystemPath: site.systemPath(path), expecting: stamp) { _ throws(SystemError) in
      try SiteFile.read(path, in: site.root, limit: SiteFile.largest)
    }
  }

  /// The hash of the bytes of a file of the machine, such as a font, or `nil` where it cannot be read.
  func digest(ofSystemPath path: String) -> ContentHash? {
    digest(ofSystemPath: path, expecting: nil) { path throws(SystemError) in try SystemFile.read(path) }
  }

  private func digest(
    ofSystemPath path: String, expecting stamp: SystemFile.Stamp?, read: (String) throws(SystemError) -> [UInt8]
  ) -> ContentHash? {
    guard let status = try? FileStatus(at: path, followingLinks: true), status.kind == .file else { return nil }
    if let stamp, stamp != status.stamp { return nil }
    let name = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let remembered = known.withLock { state -> ContentHash? in
      guard let file = state.files[name], file.stamp == status.stamp, file.size == status.byteCount else { return nil }
      state.files[name]?.isUsed = true
      return file.digest
    }
    if let remembered { return remembered }
    guard let bytes = try? read(path) else { return nil }
    // Written while it was read: the bytes belong to no moment.
    guard let after = try? FileStatus(at: path, followingLinks: true), after.stamp == status.stamp else {
      return nil
    }
    let digest = ContentHash(of: bytes)
    known.withLock { state in
      state.files[name] = Known(stamp: status.stamp, size: status.byteCount, digest: digest, isUsed: true)
      state.isChanged = true
    }
    return digest
  }

  /// Keeps the hashes of the files that were asked for; what cannot be written is worked out again next time.
  func save() {
    guard let folder else { return }
    let now = Date().timeIntervalSince1970
    let kept = known.withLock { state -> [String: Known]? in
      guard state.isChanged else { return nil }
      state.isChanged = false
      return state.files.filter { $0.value.isUsed && now - Double($0.value.stamp.changed) / 1e9 > Self.youth }
    }
    guard let kept else { return }
    var writer = ByteWriter()
    for (name, file) in kept.sorted(by: { $0.key < $1.key }) {
      writer.write(name)
      writer.write(file.stamp.modified)
      writer.write(file.stamp.changed)
      writer.write(file.stamp.node)
      writer.write(file.size)
      writer.append(file.digest.digest)
    }
    folder.write(writer.bytes, named: Self.name)
  }
}
