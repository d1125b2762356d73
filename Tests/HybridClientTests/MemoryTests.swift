import Archive
import Foundation
import TestSupport
import Testing

@testable import HybridClient
@testable import Manifest

/// Large entries pass through memory in pieces, whichever way they come.
struct MemoryTests {
  private static let size = 24 << 20

  private func noise(_ seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    return [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
      for place in stride(from: 0, to: Self.size, by: 8) {
        UnsafeMutableRawPointer(buffer.baseAddress! + place).storeBytes(of: generator.next(), as: UInt64.self)
      }
      count = Self.size
    }
  }

  private func publish(_ folder: TemporaryFolder, _ films: [String: [UInt8]], _ sequence: UInt64) throws {
    var contents = sampleRelease(text: "\(sequence)", sequence: sequence)
    contents.version = "\(sequence).0.0"
    for (name, bytes) in films {
      let packed = PackedFile(
        hash: ContentHash(of: bytes),
        entry: CompressedEntry(method: .stored, checksum: CRC32.of(bytes), size: UInt64(bytes.count), data: bytes))
      contents.packages[1].files.append(PackageFile(path: name, contents: .bytes(bytes), packed: packed))
    }
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
  }

  /// The peak of a new process that updates a device, in bytes.
  private func peak(_ device: TemporaryFolder, _ server: TemporaryFolder, _ way: String) throws -> Int {
    let end = try UpdaterProgram.run("update", device.path, server.path, "--now", "0", "--peak")
    #expect(end.status == 0 && end.output.contains("  \(way): "), "\(end)")
    let line = try #require(end.output.split(separator: "\n").first { $0.hasPrefix("peak: ") })
    return try #require(Int(line.split(separator: " ")[1])) << 10
  }

  @Test func wholePartialAndPatchedUpdatesNeedLittle() throws {
    let server = try TemporaryFolder()
    let (whole, partial, patched) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let (first, second) = (noise(1), noise(2))
    let kept = Array(noise(3).prefix(100_000))
    try publish(server, ["web/kept.bin": kept], 1)
    let least = try [partial, patched].map { try peak($0, server, "whole") }.max() ?? 0
    try publish(server, ["web/kept.bin": kept, "web/film.mp4": first], 2)
    #expect(try peak(whole, server, "whole") < least + Self.size / 2)
    #expect(try peak(partial, server, "partial") < least + Self.size / 2)
    try publish(server, ["web/kept.bin": kept, "web/film.mp4": first, "web/other.mp4": second], 3)
    #expect(try !ReleasePublisher(folder: server.path).writePatches(from: server.path).patches.isEmpty)
    // The model of patches takes 10 MB.
    #expect(try peak(patched, server, "patched") < least + 12 << 20 + Self.size / 2)
    #expect(try peak(partial, server, "patched") < least + 12 << 20 + Self.size / 2)
    for device in [partial, patched] {
      let store = try ReleaseStore(folder: device.path)
      #expect(try store.launch(now: 0)?.manifest.version == "3.0.0" && store.verify() == [])
    }
  }

  /// However fast a server sends, and whether its answer ever ends: no more of it is in memory than is worked on.
  @Test func answersThatComeFasterThanTheyAreTakenNeedLittle() throws {
    let hostile = try HostileServers()
    let size = 64 << 20
    try hostile.add("large", "hash", manifest: { $0.packages[0].archive.size = UInt64(size) })
    let folder = hostile.servers.path + "/large/"
    for coding in LoopbackServer.Coding.allCases {
      for isEndless in coding == .chunked ? [false, true] : [true] {
        let server = try LoopbackServer { request in
          guard request.path.hasSuffix(".zip") else {
            let file = FileSystem.read(folder + request.path)
            return LoopbackServer.Answer(status: file == nil ? 404 : 200, body: file ?? [])
          }
          let piece = [UInt8](repeating: 0, count: 1 << 18)
          return LoopbackServer.Answer(
            status: 200, body: piece, coding: coding, times: isEndless ? .max : size / piece.count)
        }
        defer { server.stop() }
        let device = try TemporaryFolder()
        let end = try UpdaterProgram.run("update", device.path, server.address, "--key", hostile.keyFile, "--peak")
        let lines = end.output.split(separator: "\n")
        #expect(lines.first?.contains(isEndless ? ": tooLong" : ": hash") == true && end.status == 65, "\(end)")
        let peak = try #require(lines.first { $0.hasPrefix("peak: ") }.flatMap { Int($0.split(separator: " ")[1]) })
        #expect(peak < 64 << 10, "\(coding) \(isEndless) \(peak)")
      }
    }
  }

  /// A small archive of entries that become large, as its manifest says they do.
  @Test func verifyingABombNeedsLittle() throws {
    let (plain, bomb) = (try TemporaryFolder(), try TemporaryFolder())
    try publish(plain, [:], 1)
    let zeros = [UInt8](repeating: 0, count: 96 << 20)
    var contents = sampleRelease()
    for name in ["web/zeros.bin", "pages/zeros.page"] {
      contents.packages[1].files.append(PackageFile(path: name, contents: .bytes(zeros), packed: PackedFile(zeros)))
    }
    _ = try ReleasePublisher(folder: bomb.path).publish(contents)
    func peak(_ folder: TemporaryFolder, _ faults: String) throws -> Int {
      let end = try UpdaterProgram.run("verify", folder.path)
      let lines = end.output.split(separator: "\n")
      #expect(end.status == 0 && (faults.isEmpty || lines.dropLast().joined().contains(faults)), "\(end)")
      return try #require(lines.last.flatMap { Int($0.split(separator: " ")[1]) }) << 10
    }
    let least = try peak(plain, "")
    #expect(try peak(bomb, "pages/zeros.page at byte") < least + 24 << 20)
  }
}
