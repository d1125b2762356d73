import Images
import Manifest
import Platform

/// Encoded images by what they were made from: in memory for the next run of a watch, and in the cache.
final class ImageStore: Sendable {
  /// What decides an encoded image's bytes.
  struct Key: Hashable, Sendable {
    /// Of the file that it was made from.
    var source: ContentHash
    /// Pixels.
    var width: Int
    /// Pixels.
    var height: Int
    var format: ImageFile.Format
    var quality: ImageFile.Quality
  }

  private struct Drawing: Hashable {
    var path: String
    var source: ContentHash
  }

  private let folder: CacheFolder?
  private let tool: ContentHash
  private let known: Mutex<[Key: [UInt8]]>
  private let used = Mutex<[Key: [UInt8]]>([:])
  private let knownDrawings: Mutex<[Drawing: PackageFile?]>
  private let usedDrawings = Mutex<[Drawing: PackageFile?]>([:])
  private let counts = Mutex(CacheFigures.Share())

  /// How many images were asked for, and how many of them were there.
  var figures: CacheFigures.Share { counts.withLock { $0 } }

  /// - Parameters:
  ///   - folder: the cache; `nil` for none.
  ///   - tool: what the program and its libraries are.
  ///   - other: the store of the last run.
  init(folder: CacheFolder?, tool: ContentHash, keeping other: ImageStore?) {
    self.folder = folder
    self.tool = tool
    known = Mutex(other?.used.withLock { $0 } ?? [:])
    knownDrawings = Mutex(other?.usedDrawings.withLock { $0 } ?? [:])
  }

  /// The bytes of an image, encoded where no run did before; `nil` where it cannot be.
  func bytes(_ key: Key, encode: () -> [UInt8]?) -> [UInt8]? {
    if let bytes = used.withLock({ $0[key] }) { return bytes }
    if let bytes = known.withLock({ $0[key] }) ?? folder?.read(entry(key)), !bytes.isEmpty {
      counts.withLock { $0 = CacheFigures.Share(found: $0.found + 1, all: $0.all + 1) }
      return use(bytes, key)
    }
    counts.withLock { $0.all += 1 }
    guard let bytes = encode() else { return nil }
    folder?.write(bytes, for: entry(key))
    return use(bytes, key)
  }

  /// A drawing as it is packed, made where the last run did not; `nil` where it stays as it is.
  func drawing(_ path: String, of source: ContentHash, make: () -> PackageFile?) -> PackageFile? {
    let key = Drawing(path: path, source: source)
    let file = knownDrawings.withLock { $0[key] } ?? make()
    usedDrawings.withLock { $0[key] = .some(file) }
    return file
  }

  private func use(_ bytes: [UInt8], _ key: Key) -> [UInt8] {
    used.withLock { $0[key] = bytes }
    return bytes
  }

  private func entry(_ key: Key) -> ContentHash {
    var writer = ByteWriter()
    writer.write("image")
    writer.append(tool.digest)
    writer.append(key.source.digest)
    writer.write(key.width)
    writer.write(key.height)
    writer.write(key.format.rawValue)
    writer.write(key.quality.rawValue)
    return ContentHash(of: writer.bytes)
  }
}
