import Foundation
import Testing

@testable import Files

/// A folder's files are reached without following a link, wherever it is.
struct FolderHandleTests {
  private let place = FileManager.default.temporaryDirectory.appendingPathComponent("files-" + UUID().uuidString).path

  /// Runs a test in a folder with `victim/precious` beside it.
  private func inFolder(_ body: (FolderHandle) throws -> Void) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: place + "/base/sub", withIntermediateDirectories: true)
    try files.createDirectory(atPath: place + "/victim", withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: place + "/victim/precious"))
    defer { try? files.removeItem(atPath: place) }
    try body(FolderHandle(place + "/base"))
    #expect(try String(contentsOfFile: place + "/victim/precious", encoding: .utf8) == "precious")
    #expect(try files.contentsOfDirectory(atPath: place + "/victim") == ["precious"])
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: place + "/base/" + name, withDestinationPath: target)
  }

  private func kind<Result>(_ body: () throws -> Result) -> FileError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? FileError)?.kind
    }
  }

  @Test func filesAreWrittenReadRenamedAndRemoved() throws {
    try inFolder { root in
      let made = try root.makeFolder("a/b/c")
      try made.replace("file", with: [1, 2, 3], temporary: ".tmp")
      #expect(try root.read("a/b/c/file", limit: 3) == [1, 2, 3])
      #expect(try root.folder("a").folder("b/c").names() == ["file"])
      try root.fileForAppending("a/b/c/file").write([4])
      try root.rename("a/b/c/file", to: "sub/moved")
      #expect(try root.read("sub/moved", limit: 10) == [1, 2, 3, 4])
      #expect(try root.status("sub/moved")?.size == 4 && root.status("sub/moved")?.kind == .file)
      #expect(try root.status("a/b/c/file") == nil && root.status("nothing/file") == nil)
      #expect(kind { try root.newFile("sub/moved") } == .exists)
      #expect(kind { try root.removeFolder("sub") } == .exists)
      try root.remove("sub/moved")
      try root.remove("sub/moved")
      try root.removeFolder("sub")
      #expect(try root.names() == ["a"])
    }
  }

  @Test func aLinkInTheLastPlaceIsNotFollowed() throws {
    try inFolder { root in
      try link("file", to: "../victim/precious")
      try link("folder", to: "../victim")
      try link("dangling", to: "../victim/new")
      #expect(kind { try root.file("file") } == .link)
      #expect(kind { try root.read("file", limit: 100) } == .link)
      #expect(kind { try root.fileForAppending("file") } == .link)
      #expect(kind { try root.fileForAppending("dangling") } == .link)
      #expect(kind { try root.newFile("dangling") } == .exists)
      #expect(kind { try root.lock("dangling", waits: false) } == .link)
      #expect(kind { try root.folder("folder") } == .link)
      #expect(kind { try root.makeFolder("folder/deep") } == .link)
      #expect(try root.status("file")?.kind == .link && root.status("folder")?.kind == .link)
      // Replacing and removing a link touch the link itself.
      try root.replace("file", with: [1], temporary: ".tmp")
      #expect(try root.status("file")?.kind == .file)
      try root.remove("folder")
      try root.remove("dangling")
      #expect(try root.names() == ["file", "sub"])
    }
  }

  @Test func aLinkOnTheWayIsNotFollowed() throws {
    try inFolder { root in
      try link("folder", to: "../victim")
      try link("here", to: "sub")
      #expect(kind { try root.file("folder/precious") } == .link)
      #expect(kind { try root.status("folder/precious") } == .link)
      #expect(kind { try root.remove("folder/precious") } == .link)
      #expect(kind { try root.newFile("folder/new") } == .link)
      #expect(kind { try root.makeLink("folder/new", to: "precious") } == .link)
      #expect(kind { try root.rename("folder/precious", to: "taken") } == .link)
      #expect(kind { try root.rename("sub", to: "folder/sub") } == .link)
      // Links that stay inside are links too.
      #expect(kind { try root.newFile("here/new") } == .link)
    }
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "..", "../victim/precious", "sub/../../victim", "a//b", ".", "a/.", "a\u{0}b",
  ])
  func pathsThatLeaveTheFolderAreErrors(path: String) throws {
    try inFolder { root in
      #expect(kind { try root.file(path) } == .badName)
      #expect(kind { try root.makeFolder(path) } == .badName)
      #expect(kind { try root.remove(path) } == .badName)
    }
  }

  @Test func specialAndLargeFilesAreRefusedBeforeTheyAreRead() throws {
    try inFolder { root in
      #expect(mkfifo(place + "/base/pipe", 0o600) == 0)
      #expect(kind { try root.read("pipe", limit: 10) } == .notAFile)
      #expect(kind { try root.file("sub") } == .notAFile)
      // Sparse: a terabyte that takes no room.
      let large = try root.newFile("large")
      #expect(ftruncate(large.descriptor, 1 << 40) == 0)
      #expect(kind { try root.read("large", limit: 1 << 20) } == .tooLarge)
      #expect(kind { try root.read("sub/none", limit: 1) } == .missing)
      #expect(kind { try root.folder("large") } == .notAFolder)
    }
  }

  @Test func aTreeIsRemovedWithItsLinksAndNotWhatTheyLeadTo() throws {
    try inFolder { root in
      try link("sub/outside", to: "../../victim")
      try root.makeFolder("sub/a/b").newFile("file").write([1])
      try root.removeTree("sub")
      try root.removeTree("sub")
      #expect(try root.names() == [])
    }
  }

  @Test func anOpenFolderStaysTheOneThatWasOpened() throws {
    try inFolder { root in
      let sub = try root.folder("sub")
      #expect(rename(place + "/base/sub", place + "/base/aside") == 0)
      try link("sub", to: "../victim")
      try sub.newFile("new").write([1])
      #expect(try root.folder("aside").names() == ["new"])
    }
  }

  @Test func aLockIsHeldByOneAtATime() throws {
    try inFolder { root in
      let held = try root.lock("lock", waits: false)
      #expect(kind { try root.lock("lock", waits: false) } == .busy)
      withExtendedLifetime(held) {}
    }
  }

  @Test func filesWithoutANameAreWrittenAtAnyPlace() throws {
    try inFolder { folder in
      let file = try OpenFile(unnamedIn: folder)
      #expect(try folder.names() == ["sub"])
      try file.write([3, 4], at: 2)
      try file.write([1, 2], at: 0)
      #expect(try file.contents(limit: 4) == [1, 2, 3, 4])
      #expect(kind { try file.read(2, at: 3) } == .inputOutput)
    }
  }
}
