import Testing

@testable import Build

/// The index of a repository, in the versions that git writes.
@Suite struct GitIndexTests {
  private func index(version: UInt8, _ names: [String]) -> [UInt8] {
    var bytes = Array("DIRC".utf8) + [0, 0, 0, version, 0, 0, 0, UInt8(names.count)]
    var previous: [UInt8] = []
    for name in names {
      let name = Array(name.utf8)
      let isExtended = version == 3
      var entry = [UInt8](repeating: 7, count: 60) + [isExtended ? 0x40 : 0, UInt8(name.count)]
      if isExtended { entry += [0x20, 0] }
      if version == 4 {
        let shared = zip(previous, name).prefix { $0 == $1 }.count
        let removed = previous.count - shared
        entry += removed < 128 ? [UInt8(removed)] : [UInt8(0x80 | (removed >> 7) - 1), UInt8(removed & 127)]
        entry += name[shared...] + [0]
      } else {
        entry += name
        entry += [UInt8](repeating: 0, count: 8 - entry.count % 8)
      }
      bytes += entry
      previous = name
    }
    return bytes
  }

  @Test(arguments: [UInt8(2), 3, 4]) func pathsAreFound(version: UInt8) {
    let long = "a/" + String(repeating: "n", count: 200)
    let bytes = index(version: version, [long, "site/.hybrid/cache/entries/ab/x", "site/b.html", "z"])
    #expect(GitIndex.tracks("site/.hybrid/cache", bytes))
    #expect(GitIndex.tracks("site/.hybrid/cache/entries/ab/x", bytes))
    #expect(GitIndex.tracks("z/cache", bytes), "a link or submodule on the way")
    #expect(!GitIndex.tracks("site/.hybrid/cach", bytes))
    #expect(!GitIndex.tracks("site/.hybrid/cache2", bytes))
    #expect(!GitIndex.tracks("y", bytes))
  }

  /// Whatever the bytes are, there is an answer.
  @Test(arguments: [UInt8(2), 3, 4]) func damagedIndexesEnd(version: UInt8) {
    let bytes = index(version: version, ["a/b", "a/c", "d"])
    for length in 0...bytes.count { _ = GitIndex.tracks("x", Array(bytes[..<length])) }
    for place in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] = value
        _ = GitIndex.tracks("x", damaged)
      }
    }
  }
}
