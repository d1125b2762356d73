import Archive
import Compression
import Testing

/// Entries for packages: what zlib reads back, no larger than `zip -9` makes them.
@Suite struct PackingTests {
  /// Bytes that look like text: the same for the same seed.
  private static func text(_ count: Int, seed: UInt64) -> [UInt8] {
    let words = ["harbour ", "market ", "morning ", "<li class=\"item\">", "</li>\n", "0123456789", "margin: 0 auto;"]
    var state = seed
    var bytes: [UInt8] = []
    while bytes.count < count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes += Array(words[Int(state >> 33) % words.count].utf8)
    }
    return Array(bytes.prefix(count))
  }

  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  @Test(arguments: DeflateEncoder.Effort.allCases)
  func zlibReadsWhatWasPacked(effort: DeflateEncoder.Effort) throws {
    for count in [2, 3, 100, 2047, 2049, 40_000, 300_000] {
      let bytes = Self.text(count, seed: UInt64(count))
      let entry = CompressedEntry(packing: bytes, effort: effort)
      #expect(entry.checksum == CRC32.of(bytes))
      #expect(entry.size == UInt64(count))
      let back =
        entry.method == .deflate
        ? try Inflater.inflate(entry.data.bytes(), limit: UInt64(count)) : try entry.data.bytes()
      #expect(back == bytes)
      #expect(entry == CompressedEntry(packing: bytes, effort: effort))
    }
  }

  @Test func entriesAreNoLargerThanZlibMakesThem() {
    for count in [20, 100, 500, 2000, 10_000, 100_000] {
      let bytes = Self.text(count, seed: 7)
      for effort in DeflateEncoder.Effort.allCases {
        #expect(
          CompressedEntry(packing: bytes, effort: effort).data.count <= CompressedEntry(compressing: bytes).data.count)
      }
    }
  }

  @Test func whatDoesNotShrinkIsStored() {
    for count in [0, 1, 40, 5000, 600_000] {
      for effort in DeflateEncoder.Effort.allCases {
        let entry = CompressedEntry(packing: Self.noise(count), effort: effort)
        #expect(entry.method == .stored)
        #expect(entry.data.count == count)
      }
    }
  }
}
