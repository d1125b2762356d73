import Foundation
import JSONValues
import Manifest
import TestSupport
import Testing

@testable import Archive

/// The hostile releases as one archive, `Tests/Fixtures/Vectors/hostile-releases.zip`, which clients in other languages are
/// tested with too: `cases.json` has what each server sends and which verdicts are right, `blobs/` the files by their hash.
struct HostileVectors {
  /// Servers with a larger file are left out: bombs, which each client's own tests make.
  private static let largestFile = 1 << 16
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Vectors/hostile-releases.zip")

  /// A server of the archive.
  struct Server: Hashable {
    var name: String
    var verdicts: Set<String>
    var files: [String: ContentHash]
  }

  /// The servers of the archive.
  var servers: [Server] = []
  /// The key that signed what is signed.
  var key = ""
  private var blobs: [ContentHash: [UInt8]] = [:]

  /// What the test's own servers give.
  init(_ hostile: HostileServers) throws {
    key = try String(contentsOfFile: hostile.keyFile, encoding: .utf8)
    for (name, verdicts) in hostile.expected.sorted(by: { $0.key < $1.key }) {
      var server = Server(name: name, verdicts: verdicts, files: [:])
      let root = hostile.servers.path + "/" + name + "/"
      var isLarge = false
      for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
        guard let bytes = FileSystem.read(root + path), FileSystem.names(in: root + path) == nil else { continue }
        if bytes.count > Self.largestFile, name != "latest-huge" { isLarge = true }
        server.files[path] = ContentHash(of: bytes)
        blobs[ContentHash(of: bytes)] = bytes
      }
      if !isLarge { servers.append(server) }
    }
  }

  /// What the archive holds.
  init() throws {
    let archive = try ArchiveReader(ByteSource(path: Self.file.path))
    let listing = try JSONParser.parse(archive.contents(of: "cases.json"))
    key = listing["key"]?.text ?? ""
    for case .object(let members) in listing["cases"]?.elements ?? [] {
      var server = Server(name: members["name"]?.text ?? "", verdicts: [], files: [:])
      server.verdicts = Set((members["verdicts"]?.elements ?? []).compactMap(\.text))
      if case .object(let files)? = members["files"] {
        for (path, hash) in files { server.files[path] = hash.text.flatMap { ContentHash($0) } }
      }
      servers.append(server)
    }
    for entry in archive.entries where entry.name.hasPrefix("blobs/") {
      let bytes = try archive.contents(of: entry)
      blobs[ContentHash(of: bytes)] = bytes
    }
  }

  /// Writes the archive.
  func write() throws {
    let cases = servers.map { server in
      JSONValue.object([
        "name": .string(server.name), "verdicts": .array(server.verdicts.sorted().map { .string($0) }),
        "files": .object(server.files.mapValues { .string($0.description) }),
      ])
    }
    let listing = JSONValue.object(["key": .string(key), "now": .integer(1_800_000_000), "cases": .array(cases)])
    let used = Set(servers.flatMap(\.files.values))
    var files = blobs.filter { used.contains($0.key) }.map { (name: "blobs/" + $0.key.name, bytes: $0.value) }
    files.append((name: "cases.json", bytes: listing.canonicalBytes))
    let archive = try ArchiveWriter.archive(
      files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
        (name: $0.name, entry: CompressedEntry(compressing: $0.bytes))
      })
    try Data(archive).write(to: Self.file)
  }

  /// Lays the servers out as folders.
  func unpack(into folder: TemporaryFolder) throws {
    for server in servers {
      for (path, hash) in server.files { try folder.write("\(server.name)/\(path)", #require(blobs[hash])) }
    }
  }
}

struct HostileVectorTests {
  /// The committed servers get the verdicts that are beside them.
  @Test func committedServersAreRefusedAsWritten() throws {
    let vectors = try HostileVectors()
    #expect(vectors.servers.count > 300)
    let (servers, stores) = (try TemporaryFolder(), try TemporaryFolder())
    try vectors.unpack(into: servers)
    let keyFile = stores.path + "/key.pub"
    try Data(vectors.key.utf8).write(to: URL(fileURLWithPath: keyFile))
    let run = try UpdaterProgram.run(
      "survey", servers.path, stores.path + "/stores", "--key", keyFile, "--now", "1800000000", "--attempts", "1")
    #expect(run.status == 0)
    let answers = Dictionary(
      run.output.split(separator: "\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), parts.count == 2 ? String(parts[1].dropFirst().prefix { $0 != "," }) : "")
      }, uniquingKeysWith: { first, _ in first })
    for server in vectors.servers {
      let answer = answers[server.name] ?? "none"
      #expect(server.verdicts.contains(answer), "\(server.name): \(answer), wanted \(server.verdicts.sorted())")
    }
  }
}
