import Archive
import Dispatch
import Platform

/// A package as bytes.
struct PackedPackage {
  var name: String
  var archive: ByteStream
  var index: PackageIndex
  var unpackedSize: UInt64

  /// Compresses, sorts and archives a package's files.
  ///
  /// - Parameters:
  ///   - level: 1 (fast) to 9 (small).
  ///   - jobs: how many files are compressed at once.
  /// - Throws: ``PublishError``.
  init(_ contents: PackageContents, level: Int, jobs: Int) throws(PublishError) {
    let packed = try Self.packed(contents, level: level, jobs: jobs)
    let name = contents.name
    archive = ByteStream { (pieces) throws(PublishError) in
      do {
        var writer = ArchiveWriter(to: pieces)
        writer.reserve(packed.lazy.map(\.path))
        for file in packed { try writer.add(file.path, file.entry) }
        try writer.finish()
        pieces = writer.sink
      } catch let error as PublishError {
        throw error
      } catch {
        throw PublishError(.badName, path: name, detail: "\(error)")
      }
    }
    self.name = name
    index = PackageIndex(
      packed.map { PackageIndexEntry(path: $0.path, hash: $0.hash, size: $0.entry.size, contentType: $0.contentType) })
    unpackedSize = packed.lazy.map(\.entry.size).saturatingSum
  }

  /// What is left of a file when it is packed: a release may have hundreds of thousands.
  private struct Entry: Sendable {
    var path: String
    var contentType: String
    var hash: ContentHash
    var entry: CompressedEntry
  }

  private static func packed(_ contents: PackageContents, level: Int, jobs: Int) throws(PublishError) -> [Entry] {
    var files = contents.files
    if let later = contents.laterFiles { files += try later() }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    try checkNames(files)
    let packed = try pack(files, level: level, jobs: jobs)
    return zip(files, packed).map { file, packed in
      Entry(
        path: file.path, contentType: file.contentType ?? ContentType.of(file.path), hash: packed.hash,
        entry: packed.entry)
    }
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

  private static func pack(_ files: [PackageFile], level: Int, jobs: Int) throws(PublishError)
    -> some Sequence<PackedFile>
  {
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
    return files.indices.lazy.compactMap { files[$0].packed ?? packed[$0] }
  }
}
