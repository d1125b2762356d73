import Foundation
import JSONValues
import Manifest
import PageFormat
import Platform
import TestSupport

@testable import HybridClient

/// A server in memory, whose files tests change.
final class MemoryServer: Transport {
  let files: Mutex<[String: [UInt8]]>
  /// The files of which a part was asked for, in order.
  let partsAskedFor = Mutex<[String]>([])
  /// How often something was asked for.
  let requestCount = Mutex(0)

  init(_ files: [String: [UInt8]] = [:]) { self.files = Mutex(files) }

  subscript(path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }

  func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    requestCount.withLock { $0 += 1 }
    guard let bytes = files.withLock({ $0[path] }) else {
      throw TransportError(.refused, url: path, detail: "no such file")
    }
    if offset > 0, end != nil { partsAskedFor.withLock { $0.append(path) } }
    let count = UInt64(bytes.count)
    let start = min(offset, count)
    let stop = max(start, min(end ?? count, count))
    try onResponse(TransportResponse(offset: start, length: stop - start))
    try onBytes(Array(bytes[Int(start)..<Int(stop)]))
  }
}

/// A device that shows release 42, signed by the key `a`, and the host that it asks: what attacks on trust begin with.
final class AttackWorld {
  static let (a, b, c, stranger) = (SigningKey(), SigningKey(), SigningKey(), SigningKey())
  static let now: Int64 = 1_800_000_000
  static let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  /// Releases 30, 41, 42 and 43 as their publisher wrote them, without signatures.
  private static let published: [UInt64: [String: [UInt8]]] = {
    var releases: [UInt64: [String: [UInt8]]] = [:]
    for sequence: UInt64 in [30, 41, 42, 43] {
      guard let folder = try? TemporaryFolder() else { continue }
      var contents = sampleRelease(text: "release \(sequence)", sequence: sequence)
      contents.version = "1.0.\(sequence)"
      contents.packages[1].files.append(
        PackageFile(path: "web/caf\u{e9}.txt", contents: .bytes(Array("caf\(sequence)".utf8))))
      _ = try? ReleasePublisher(folder: folder.path).publish(contents)
      releases[sequence] = Dictionary(
        folder.listing().filter { !$0.hasPrefix(".") }.map { ($0, folder.read($0)) }, uniquingKeysWith: { $1 })
    }
    return releases
  }()

  let server = MemoryServer()
  let device: TemporaryFolder
  /// A folder beside the store that no attack may change.
  let victim: TemporaryFolder
  var settings: UpdateSettings

  init(root: TrustRoot? = nil, signedBy signers: [SigningKey] = [AttackWorld.a]) async throws {
    device = try TemporaryFolder()
    victim = try TemporaryFolder()
    try victim.write("precious", Array("precious".utf8))
    let first = root ?? TrustRoot(version: 1, threshold: 1, keys: [Self.a.verificationKey])
    settings = UpdateSettings(
      trust: .root(first.envelope(signedBy: [Self.a, Self.b, Self.c]).encode()), device: Self.phone, now: { Self.now })
    settings.pause = 0
    settings.attempts = 1
    serve(42, signedBy: signers)
    _ = try await update()
    guard let shown = try store().launch(now: Self.now) else { throw ClientError.noSuchEntry("release 42") }
    try store().markHealthy(shown)
  }

  func store() throws -> ReleaseStore { try ReleaseStore(folder: device.path + "/store") }

  func client() throws -> UpdateClient { UpdateClient(store: try store(), transport: server, settings: settings) }

  /// Checks and installs, as an app does.
  ///
  /// - Returns: whether something was installed.
  @discardableResult
  func update() async throws -> Bool {
    let client = try client()
    guard case .available(let update) = try await client.check() else { return false }
    _ = try await client.install(update)
    return true
  }

  /// The sequence of the release that a new start of the app shows; `nil` when it shows none.
  func shown() throws -> UInt64? {
    guard let release = try store().launch(now: Self.now) else { return nil }
    // It can be used, not only opened.
    let page = try release.openPage("news/index.html", for: Self.phone)
    guard page.page.title == "release \(release.manifest.sequence)" else { return nil }
    return release.manifest.sequence
  }

  // MARK: What the host sends

  func files(_ sequence: UInt64) -> [String: [UInt8]] { Self.published[sequence] ?? [:] }

  func manifest(_ sequence: UInt64) throws -> ReleaseManifest {
    try ReleaseManifest(decoding: files(sequence)["manifest.json"] ?? [])
  }

  /// Serves a release as it was published.
  func serve(_ sequence: UInt64, signedBy keys: [SigningKey] = [AttackWorld.a]) {
    for (path, bytes) in files(sequence) { server[path] = bytes }
    guard let text = files(sequence)["manifest.json"] else { return }
    seal(text, sequence: sequence, signedBy: keys)
  }

  /// Serves a manifest's text, properly named and signed, with changes to what `latest.json` says.
  func seal(
    _ manifest: [UInt8], sequence: UInt64 = 43, signedBy keys: [SigningKey] = [AttackWorld.a],
    latest change: (inout LatestRelease) -> Void = { _ in }
  ) {
    let hash = ContentHash(of: manifest)
    let reference = ReleaseFileReference(
      url: "manifests/\(hash.name).json", hash: hash, size: UInt64(manifest.count))
    server[reference.url] = manifest
    var latest = LatestRelease(manifest: reference, sequence: sequence)
    change(&latest)
    sign(latest.encode(), keys)
  }

  func sign(_ payload: [UInt8], _ keys: [SigningKey] = [AttackWorld.a], type: String = LatestRelease.payloadType) {
    server["latest.json"] = Envelope(payloadType: type, payload: payload, keys: keys).encode()
  }

  /// Serves release 43 with another value in its manifest, under a good signature.
  func sealChanged(_ path: [JSONStep], _ value: JSONValue?) throws {
    serve(43)
    let text = try JSONParser.parse(files(43)["manifest.json"] ?? [])
    seal(text.setting(path[...], to: value).canonicalBytes)
  }

  /// Serves release 43 with another index of the base package, under a good signature.
  func sealIndex(_ bytes: [UInt8], manifest change: (inout ReleaseManifest) -> Void = { _ in }) throws {
    serve(43)
    var manifest = try manifest(43)
    let hash = ContentHash(of: bytes)
    manifest.packages[0].index = ReleaseFileReference(
      url: "packages/base.\(hash.name).index.json", hash: hash, size: UInt64(bytes.count))
    server[manifest.packages[0].index.url] = bytes
    change(&manifest)
    seal(manifest.encode())
  }

  /// Serves a root, signed by keys.
  func serve(_ root: TrustRoot, at version: UInt64? = nil, signedBy keys: [SigningKey]) {
    server[TrustRoot.path(version ?? root.version)] = root.envelope(signedBy: keys).encode()
  }

  // MARK: What happens to the device

  /// The names of the store's files that match, in order.
  func storeFiles(_ isChosen: (String) -> Bool) -> [String] {
    device.listing().filter { $0.hasPrefix("store/") && isChosen($0) }
  }

  func path(_ name: String) -> String { device.path + "/" + name }

  func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: path(name))
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// Whether nothing outside of the store has changed.
  var isVictimWhole: Bool {
    victim.listing() == ["precious"] && victim.read("precious") == Array("precious".utf8)
  }
}

/// A step into a JSON value.
enum JSONStep: Sendable {
  case member(String)
  case element(Int)
}

extension JSONValue {
  /// The value with another one at a place; `nil` takes a member away.
  func setting(_ path: ArraySlice<JSONStep>, to value: JSONValue?) -> JSONValue {
    guard let step = path.first else { return value ?? .null }
    switch (self, step) {
    case (.object(var members), .member(let name)):
      if path.count == 1 {
        members[name] = value
      } else {
        members[name] = (members[name] ?? .null).setting(path.dropFirst(), to: value)
      }
      return .object(members)
    case (.array(var elements), .element(let index)) where elements.indices.contains(index):
      elements[index] = elements[index].setting(path.dropFirst(), to: value)
      return .array(elements)
    default: return self
    }
  }
}
