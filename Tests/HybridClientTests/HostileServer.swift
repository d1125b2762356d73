import Foundation
import Manifest

@testable import Archive
import TestSupport

/// Makes servers with one false answer: every reference, hash and signature above it is right, so that it is what a
/// client meets.
final class HostileServers {
  let servers: TemporaryFolder
  private let key = SigningKey()
  let keyFile: String
  /// What a client must answer, by server.
  private(set) var expected: [String: Set<String>] = [:]

  private let sound: TemporaryFolder
  let manifest: ReleaseManifest
  let archive: [UInt8]
  let index: [UInt8]
  /// The bomb's contents, compressed once.
  private var zeros: (entry: CompressedEntry, hash: ContentHash)?

  static let files: [(path: String, bytes: [UInt8])] = [
    ("a.txt", Array("hello".utf8)), ("b.txt", Array(String(repeating: "abc ", count: 100).utf8)),
  ]

  init() throws {
    servers = try TemporaryFolder()
    sound = try TemporaryFolder()
    var contents = ReleaseContents(name: "demo", version: "1.0.0", sequence: 1)
    contents.packages = [
      PackageContents(name: "base", files: Self.files.map { PackageFile(path: $0.path, contents: .bytes($0.bytes)) })
    ]
    manifest = try ReleasePublisher(folder: sound.path).publish(contents).manifest
    archive = sound.read(manifest.packages[0].archive.url)
    index = sound.read(manifest.packages[0].index.url)
    keyFile = servers.path + ".pub"
    try Data(key.verificationKey.pem.utf8).write(to: URL(fileURLWithPath: keyFile))
  }

  deinit { try? FileManager.default.removeItem(atPath: keyFile) }

  /// A server of a release.
  ///
  /// - Parameters:
  ///   - expected: the answers that are right.
  ///   - archive, index: the base package's files.
  ///   - isConsistent: whether the manifest names the files' true hashes and sizes.
  ///   - text: changes the manifest's bytes; the reference to it follows.
  ///   - file: changes the bytes of `latest.json`.
  func add(
    _ name: String, _ expected: String..., archive: [UInt8]? = nil, index: [UInt8]? = nil, isConsistent: Bool = true,
    manifest change: (inout ReleaseManifest) -> Void = { _ in }, text: ([UInt8]) -> [UInt8] = { $0 },
    latest: (inout LatestRelease) -> Void = { _ in }, keys: [SigningKey]? = nil,
    file: ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    let folder = name.replacing("/", with: "_")
    var manifest = self.manifest
    let archive = archive ?? self.archive
    let index = index ?? self.index
    if isConsistent {
      let hash = ContentHash(of: archive)
      manifest.packages[0].archive = ReleaseFileReference(
        url: "packages/base.\(hash.name).zip", hash: hash, size: UInt64(archive.count))
      let indexHash = ContentHash(of: index)
      manifest.packages[0].index = ReleaseFileReference(
        url: "packages/base.\(indexHash.name).index.json", hash: indexHash, size: UInt64(index.count))
    }
    let (archiveURL, indexURL) = (manifest.packages[0].archive.url, manifest.packages[0].index.url)
    change(&manifest)
    try servers.write("\(folder)/\(archiveURL)", archive)
    try servers.write("\(folder)/\(indexURL)", index)
    let bytes = text(manifest.encode())
    let hash = ContentHash(of: bytes)
    var payload = LatestRelease(
      manifest: ReleaseFileReference(url: "manifests/\(hash.name).json", hash: hash, size: UInt64(bytes.count)),
      sequence: 1)
    try servers.write("\(folder)/\(payload.manifest.url)", bytes)
    latest(&payload)
    let envelope = Envelope(payloadType: LatestRelease.payloadType, payload: payload.encode(), keys: keys ?? [key])
    try servers.write("\(folder)/latest.json", file(envelope.encode()))
    self.expected[folder] = Set(expected)
  }

  /// A server whose signed payload is the given text.
  func add(_ name: String, _ expected: String, payload: String, type: String = LatestRelease.payloadType) throws {
    let envelope = Envelope(payloadType: type, payload: Array(payload.utf8), keys: [key])
    try servers.write("\(name)/latest.json", envelope.encode())
    self.expected[name] = [expected]
  }

  /// The archive with other bytes at places counted from its first local header, first central header and end record.
  func changed(_ changes: [(part: Character, offset: Int, value: [UInt8])]) -> [UInt8] {
    var bytes = archive
    let central = (0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4b, 1, 2] } ?? 0
    for (part, offset, value) in changes {
      let start = (part == "L" ? 0 : part == "C" ? central : bytes.count - 22) + offset
      bytes.replaceSubrange(start..<start + value.count, with: value)
    }
    return bytes
  }

  /// An archive of one entry of zeros, and its index, whose declared size may be false; all calls give one size.
  func bomb(_ size: Int, declared: UInt64) throws -> (archive: [UInt8], index: [UInt8]) {
    let (honest, hash) =
      zeros ?? (
        CompressedEntry(compressing: [UInt8](repeating: 0, count: size), level: 1),
        ContentHash(of: [UInt8](repeating: 0, count: size))
      )
    zeros = (honest, hash)
    var entry = honest
    entry.size = declared
    let index = PackageIndex([
      PackageIndexEntry(
        path: "bomb.bin", hash: hash, size: declared,
        contentType: "application/octet-stream")
    ])
    return (try ArchiveWriter.archive([("bomb.bin", entry)]), index.encode())
  }
}
