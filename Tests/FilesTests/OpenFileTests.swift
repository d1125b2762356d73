import Foundation
import Testing

@testable import Files

/// Files that are opened for writing by a path, as users give it.
struct OpenFileTests {
  private let place = FileManager.default.temporaryDirectory.appendingPathComponent("files-" + UUID().uuidString).path

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

  private func contents(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: place + name))) }

  @Test func aFileThatIsThereIsReplacedOrAnError() throws {
    try inFolder {
      let file = try OpenFile(writing: place + "/file")
      try file.write([1, 2, 3])
      try file.write([4])
      try file.finishWriting()
      #expect(try contents("/file") == [1, 2, 3, 4])
      #expect(kind { try OpenFile(writing: place + "/file", existing: .isError) } == .exists)
      #expect(try contents("/file") == [1, 2, 3, 4])
      try OpenFile(writing: place + "/file").write([5])
      #expect(try contents("/file") == [5])
      #expect(kind { try OpenFile(writing: place + "/nothing/file") } == .missing)
      #expect(kind { try OpenFile(writing: place) } == .notAFile)
    }
  }

  @Test func aLinkIsFollowedOnlyWhereThatIsAskedFor() throws {
    try inFolder {
      try OpenFile(writing: place + "/file").write([1])
      try FileManager.default.createSymbolicLink(atPath: place + "/link", withDestinationPath: "file")
      #expect(kind { try OpenFile(writing: place + "/link") } == .link)
      #expect(try contents("/file") == [1])
      try OpenFile(writing: place + "/link", followingLinks: true).write([2])
      #expect(try contents("/file") == [2])
      #expect(kind { try OpenFile(locking: place + "/link", waits: false) } == .link)
    }
  }

  @Test func permissionsAreThoseOfNewFiles() throws {
    try inFolder {
      try OpenFile(writing: place + "/secret", existing: .isError, permissions: 0o600).write([1])
      #expect(try OpenFile(reading: place + "/secret").status().permissions == 0o600)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs a device that is always full"))
  func aFullDiskIsReported() throws {
    let full = try OpenFile(writing: "/dev/full")
    #expect(kind { try full.write([1]) } == .diskFull)
  }

  @Test func aLockIsHeldByOne() throws {
    try inFolder {
      let lock = try OpenFile(locking: place + "/lock", waits: false)
      #expect(kind { try OpenFile(locking: place + "/lock", waits: false) } == .busy)
      withExtendedLifetime(lock) {}
    }
  }
}
