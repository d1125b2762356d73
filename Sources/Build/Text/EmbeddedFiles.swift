import Archive
import Files
import Foundation
import Manifest

/// The program's own files (templates, the preview's pages, the JavaScript client) that a release appends to the program, so
/// that one file is all there is to install: a zip archive, its length in eight bytes (little endian), and ``mark``.
enum EmbeddedFiles {
  /// The last eight bytes of a program that carries its files.
  static let mark = Array("hybrid+1".utf8)
  /// No release appends more.
  private static let limits = ArchiveLimits(entryCount: 10_000, unpackedSize: 64 << 20)

  /// The folder that a program's files are unpacked into, in the user's cache; where that cannot be written, a temporary
  /// one. `nil` where the program carries no files, as one that was just built.
  static func folder(of executable: String) -> String? {
    guard let archive = archive(of: executable) else { return nil }
    let hash = CacheFolder.hexadecimal(Array(ContentHash(of: archive).digest[..<16]))
    if let home = UserCache.home {
      let folder = home + "/hybrid/program/" + hash
      if SystemFile.isFolder(folder) { return folder }
      let temporary = "\(folder).tmp-\(getpid())"
      if (try? SystemFile.makeFolder(temporary)) != nil {
        // Another process may have been sooner: the folder of either has the same files.
        if unpack(archive, into: temporary), rename(temporary, folder) == 0 { return folder }
        try? FileManager.default.removeItem(atPath: temporary)
        if SystemFile.isFolder(folder) { return folder }
      }
    }
    var template = Array((FileManager.default.temporaryDirectory.path + "/hybrid-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return unpack(archive, into: folder) ? folder : nil
  }

  private static func archive(of executable: String) -> [UInt8]? {
    guard let file = try? OpenFile(reading: executable), let size = try? file.status().size, size > 16,
      let tail = try? file.read(16, at: size - 16), tail.suffix(8).elementsEqual(mark)
    else { return nil }
    let length = tail.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= min(size - 16, limits.unpackedSize) else { return nil }
    return try? file.read(Int(length), at: size - 16 - length)
  }

  /// Whether all files were written.
  private static func unpack(_ archive: [UInt8], into folder: String) -> Bool {
    do {
      let reader = try ArchiveReader(ByteSource(archive), limits: limits)
      for entry in reader.entries {
        let path = folder + "/" + entry.name
        if let slash = path.lastIndex(of: "/") { try SystemFile.makeFolder(String(path[..<slash])) }
        try SystemFile.write(try reader.contents(of: entry), to: path)
      }
      return true
    } catch {
      return false
    }
  }
}
