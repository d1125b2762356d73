import Archive
import Compression
import Manifest
import Testing

@testable import Build

@Suite("Files with equal bytes are compressed once")
struct CompressedFilesTests {
  @Test("equal bytes are compressed only for the first file")
  func equalBytesOnce() {
    let files = CompressedFiles()
    var compressed: [String] = []
    func pack(_ text: String) -> CompressedEntry {
      let bytes = Array(text.utf8)
      return files.entry(of: ContentHash(of: bytes)) {
        compressed.append(text)
        return CompressedEntry(packing: bytes, effort: .fast)
      }
    }
    let first = pack("one")
    let other = pack("two")
    let again = pack("one")
    #expect(compressed == ["one", "two"])
    #expect(first.checksum == again.checksum && first.checksum != other.checksum)
  }

  @Test("a file's path and origin are its own")
  func pathsStayApart() {
    let files = CompressedFiles()
    let bytes = Array(String(repeating: "equal bytes ", count: 200).utf8)
    let packages = ["web/a.txt", "web/b.txt"].map {
      PackageFile(path: $0, packing: bytes, origin: $0, effort: .fast, equals: files)
    }
    #expect(packages.map(\.path) == ["web/a.txt", "web/b.txt"])
    #expect(packages[0].packed?.hash == packages[1].packed?.hash)
    #expect(packages[0].packed?.entry.data == packages[1].packed?.entry.data)
  }

  @Test("a hash that is known is not worked out again")
  func knownHash() {
    let bytes = Array("some bytes".utf8)
    let other = ContentHash(of: [])
    #expect(PackageFile(path: "a", packing: bytes, hash: other, origin: "a", effort: .fast).packed?.hash == other)
    #expect(PackageFile(path: "a", packing: bytes, origin: "a", effort: .fast).packed?.hash == ContentHash(of: bytes))
  }
}
