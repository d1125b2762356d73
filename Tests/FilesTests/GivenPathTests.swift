import Foundation
import Testing

@testable import Files

/// Files and folders by paths that users give.
struct GivenPathTests {
  private let place = FileManager.default.temporaryDirectory.appendingPathComponent("paths-" + UUID().uuidString).path

  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    try body()
  }

  private func kind<Result>(_ body: () throws -> Result) -> FileError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? FileError)?.kind
    }
  }

  /// Names of every length, more than the system lists at once, so that the last entry of a list is a long one too.
  @Test func namesOfAllLengthsAreReadWhole() throws {
    try inFolder {
      var expected: [String] = []
      for length in 1...255 {
        for letter in ["a", "b"] { expected.append(String(repeating: letter, count: length)) }
      }
      expected.sort()
      for name in expected { try OpenFile(writing: place + "/" + name).write([]) }
      #expect(try GivenPath.names(in: place).map { String(decoding: $0, as: UTF8.self) } == expected)
      #expect(try FolderHandle(place).names() == expected)
      // Reading leaves the folder's place where it was.
      let folder = try FolderHandle(place)
      #expect(try folder.names() == folder.names())
    }
  }

  #if os(Linux)
    @Test func namesThatAreNotUTF8AreBytes() throws {
      try inFolder {
        let name: [CChar] = Array((place + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        close(open(name, O_CREAT | O_WRONLY, 0o644))
        try OpenFile(writing: place + "/é").write([])
        #expect(try GivenPath.names(in: place) == [Array("é".utf8), [0xFF]])
        #expect(try FolderHandle(place).names() == ["é"])
      }
    }
  #endif

  @Test func whatIsNotAFolderHasNoNames() throws {
    try inFolder {
      try OpenFile(writing: place + "/file").write([1])
      #expect(kind { try GivenPath.names(in: place + "/file") } == .notAFolder)
      #expect(kind { try GivenPath.names(in: place + "/nothing") } == .missing)
    }
  }

  @Test func foldersAreMadeWithThoseThatTheyAreIn() throws {
    try inFolder {
      try GivenPath.makeFolder(place + "/a/b/c/")
      try GivenPath.makeFolder(place + "/a/b/c")
      try OpenFile(writing: place + "/a/file").write([1])
      #expect(kind { try GivenPath.makeFolder(place + "/a/file") } == .notAFolder)
      #expect(kind { try GivenPath.makeFolder(place + "/a/file/b") } == .notAFolder)
      try FileManager.default.createSymbolicLink(atPath: place + "/link", withDestinationPath: "a/b")
      try GivenPath.makeFolder(place + "/link/d")
      #expect(try GivenPath.names(in: place + "/a/b").map { String(decoding: $0, as: UTF8.self) } == ["c", "d"])
    }
  }

  @Test func aStatusIsOfTheLinkOrOfWhatItLeadsTo() throws {
    try inFolder {
      try OpenFile(writing: place + "/file").write([1, 2])
      for (name, target) in [("link", "file"), ("broken", "nothing"), ("circle", "circle")] {
        try FileManager.default.createSymbolicLink(atPath: place + "/" + name, withDestinationPath: target)
      }
      #expect(try FileStatus(at: place + "/link", followingLinks: false).kind == .link)
      #expect(
        try FileStatus(at: place + "/link", followingLinks: true)
          == FileStatus(at: place + "/file", followingLinks: false))
      #expect(kind { try FileStatus(at: place + "/broken", followingLinks: true) } == .missing)
      #expect(kind { try FileStatus(at: place + "/circle", followingLinks: true) } == .link)
      #expect(link(place + "/file", place + "/other") == 0)
      #expect(try FileStatus(at: place + "/file", followingLinks: false).nameCount == 2)
    }
  }

  @Test func namesAreReplacedAndRemoved() throws {
    try inFolder {
      try OpenFile(writing: place + "/file").write([1])
      try OpenFile(writing: place + "/other").write([2])
      try GivenPath.rename(place + "/file", to: place + "/other")
      #expect(try OpenFile(reading: place + "/other").contents(limit: 1) == [1])
      #expect(kind { try GivenPath.rename(place + "/file", to: place + "/x") } == .missing)
      #expect(kind { try GivenPath.removeFolder(place) } == .exists)
      try GivenPath.remove(place + "/other")
      try GivenPath.remove(place + "/other")
      try GivenPath.removeFolder(place)
      try GivenPath.removeFolder(place)
    }
  }

  @Test func aFileIsReadToItsEnd() throws {
    try inFolder {
      let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
      try OpenFile(writing: place + "/file").write(bytes)
      let file = try OpenFile(reading: place + "/file")
      #expect(try file.contentsToEnd(limit: 10_000) == bytes)
      #expect(kind { try file.contentsToEnd(limit: 9_999) } == .tooLarge)
      #if os(Linux)
        // What the system makes up has no size.
        let status = try OpenFile(reading: "/proc/self/status")
        #expect(try String(decoding: status.contentsToEnd(limit: 1 << 16), as: UTF8.self).contains("\nPid:"))
        #expect(kind { try status.contentsToEnd(limit: 10) } == .tooLarge)
      #endif
    }
  }
}
