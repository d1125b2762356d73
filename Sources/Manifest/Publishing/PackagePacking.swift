import Archive
import Dispatch
import Platform

/// A package as bytes.
struct PackedPackage {
  var name: String
  var archive: ByteChunks
  var index: PackageIndex
  var unpackedSize: UInt64

  /// Compresses, sorts and archives a package's files.
  ///
  /// - Parameters:
  ///   - level: 1 (fast) to 9 (small).
  ///   - jobs: how many files are compressed at once.
  /// - Throws: ``PublishError``.
  init(_ contents: PackageContents, level: Int, jobs: Int) throws(PublishError) {
    let files = contents.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    try Self.checkNames(files)
    let packed = try Self.pack(files, level: level, jobs: jobs)
    do {
      var writer = ArchiveWriter(to: ByteChunks())
      for (file, result) in zip(files, packed) { try writer.add(file.path, result.entry) }
      try writer.finish()
      archive = writer.sink
    } catch {
      throw PublishError(.badName, path: contents.name, detail: "\(error)")
    }
    name = contents.name
    index = PackageIndex(
      zip(files, packed).map { file, result in
        PackageIndexEntry(
          path: file.path, hash: result.hash, size: result.entry.size,
          contentType: file.contentType ?? ContentType.of(file.path))
      })
    unpackedSize = packed.lazy.map(\.entry.size).saturatingSum
  }

  private static func checkNames(_ files: [PackageFile]) throws(PublishError) {
    for file in files {
      do {
        try EntryName.check(file.path)
      } catch {
        throw PublishError(.badName, path: file.origin, detail: error.description)
      }
      if let type = file.contentType, !ContentType.isSound(type) {
        throw PublishError(
          .badName, path: file.origin, detail: "its content type is not a media type such as text/html")
      }
    }
    do {
      try EntryName.checkCollisions(files.map(\.path))
    } catch {
      // The names in the error are paths in the package; what people know are the sources.
      let origins = Dictionary(files.map { ($0.path, $0.origin) }, uniquingKeysWith: { first, _ in first })
      let first = error.entry.flatMap { origins[$0] } ?? error.entry ?? ""
      let key = EntryName.collisionKey(error.entry ?? "")
      let colliding = files.filter { EntryName.collisionKey($0.path) == key }.map(\.origin)
      let detail =
        error.kind == .duplicate ? colliding.joined(separator: " and ") : "collides with \(error.found ?? "")"
      throw PublishError(.collision, path: first, detail: detail)
    }
  }

  private static func pack(_ files: [PackageFile], level: Int, jobs: Int) throws(PublishError) -> [PackedFile] {
    let missing = files.indices.filter { files[$0].packed == nil }
    let results = Mutex<[Int: PackedFile]>([:])
    let failures = Mutex<[Int: String]>([:])
    let next = Atomic<Int>(0)
    @Sendable func work() {
      while true {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < missing.count else { return }
        let index = missing[position]
        let bytes: [UInt8]?
        switch files[index].contents {
        case .bytes(let inMemory): bytes = inMemory
        case .file(let path): bytes = FileSystem.read(path)
        }
        if let bytes {
          let packed = PackedFile(bytes, level: level)
          results.withLock { $0[index] = packed }
        } else {
          failures.withLock { $0[index] = files[index].origin }
        }
      }
    }
    let workers = max(1, min(jobs, missing.count))
    if workers == 1 { work() } else { DispatchQueue.concurrentPerform(iterations: workers) { _ in work() } }
    if let first = failures.withLock({ $0.min { $0.key < $1.key } }) {
      throw PublishError(.unreadableSource, path: first.value, detail: "cannot be read")
    }
    let packed = results.withLock { $0 }
    return files.indices.compactMap { files[$0].packed ?? packed[$0] }
  }
}
