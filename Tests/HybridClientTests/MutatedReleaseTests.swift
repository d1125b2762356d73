import Foundation
import Manifest
import Platform
import TestSupport
import Testing

@testable import HybridClient

/// Releases with random damage, 100,000 of them in `make soak`: whatever comes, the store shows the release before or one
/// that is whole, and nothing traps.
@Suite(.serialized) struct SoakMutationTests {
  private static let isLong = ProcessInfo.processInfo.environment["HYBRID_SOAK"] != nil
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  /// A server in memory.
  private final class MemoryTransport: Transport {
    let files: Mutex<[String: [UInt8]]>

    init(_ files: [String: [UInt8]]) { self.files = Mutex(files) }

    func fetch(
      _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
      onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
    ) async throws {
      guard let bytes = files.withLock({ $0[path] }) else {
        throw TransportError(.refused, url: path, detail: "no such file")
      }
      let count = UInt64(bytes.count)
      let start = min(offset, count)
      let stop = max(start, min(end ?? count, count))
      try onResponse(TransportResponse(offset: start, length: stop - start))
      try onBytes(Array(bytes[Int(start)..<Int(stop)]))
    }
  }

  private func files(_ folder: TemporaryFolder) -> [String: [UInt8]] {
    Dictionary(folder.listing().filter { !$0.hasPrefix(".") }.map { ($0, folder.read($0)) }, uniquingKeysWith: { $1 })
  }

  private func mutated(_ original: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let length = min(bytes.count - place, Int.random(in: 1...16, using: &generator))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 4: bytes = Array(bytes[..<place])
      case 5:
        for index in place..<place + length {
          bytes[index] = [0, 0xff, 0x7f, 0x80].randomElement(using: &generator) ?? 0
        }
      case 6:
        bytes.insert(contentsOf: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }, at: place)
      default:
        // A part of the file elsewhere: numbers and names that make sense where they do not belong.
        let from = Int.random(in: 0...(bytes.count - length), using: &generator)
        bytes.replaceSubrange(place..<place + length, with: Array(bytes[from..<from + length]))
      }
    }
    return bytes
  }

  /// Names the files of a release again after a change, and signs it: what is above the damage is right.
  private func sealed(
    _ release: [String: [UInt8]], _ manifest: ReleaseManifest, _ key: SigningKey, text: [UInt8]? = nil
  )
    -> [String: [UInt8]]
  {
    var files = release
    let bytes = text ?? manifest.encode()
    let hash = ContentHash(of: bytes)
    let reference = ReleaseFileReference(url: "manifests/\(hash.name).json", hash: hash, size: UInt64(bytes.count))
    files[reference.url] = bytes
    let latest = LatestRelease(manifest: reference, sequence: manifest.sequence)
    files["latest.json"] =
      Envelope(payloadType: LatestRelease.payloadType, payload: latest.encode(), keys: [key]).encode()
    return files
  }

  private func again(_ reference: ReleaseFileReference, _ bytes: [UInt8]) -> ReleaseFileReference {
    ReleaseFileReference(url: reference.url, hash: ContentHash(of: bytes), size: UInt64(bytes.count))
  }

  @Test func damagedReleasesAreRefusedOrHarmless() async throws {
    let one = try TemporaryFolder()
    let two = try TemporaryFolder()
    let key = SigningKey()
    for (folder, text, sequence) in [(one, "one", UInt64(1)), (two, "two", 2)] {
      var publisher = ReleasePublisher(folder: folder.path)
      publisher.keys = [key]
      _ = try publisher.publish(sampleRelease(text: text, sequence: sequence))
    }
    var publisher = ReleasePublisher(folder: two.path)
    publisher.keys = [key]
    _ = try publisher.writePatches(from: one.path)
    let manifest = try ReleaseManifest(decoding: two.read("manifest.json"))
    #expect(!manifest.patches.isEmpty)
    var plain = manifest
    plain.patches = []
    // Patches are coded against a model of 10 MB, which takes its time in a debug build: few rounds have them.
    let patched = files(two).filter { !$0.key.hasPrefix("manifest") && $0.key != "latest.json" }
    let sound = sealed(patched.filter { !$0.key.hasPrefix("patches/") }, plain, key)
    let transport = MemoryTransport([:])

    var settings = UpdateSettings(trust: .keys([key.verificationKey]), device: phone, now: { 0 })
    settings.pause = 0
    settings.attempts = 1
    var device = try TemporaryFolder()
    var client: UpdateClient?
    var store: ReleaseStore?
    func begin() async throws {
      device = try TemporaryFolder()
      let made = try ReleaseStore(folder: device.path)
      let first = UpdateClient(store: made, transport: FolderTransport(folder: one.path), settings: settings)
      guard case .available(let update) = try await first.check() else { return }
      _ = try await first.install(update)
      _ = try made.launch(now: 0)
      try made.markShownHealthy()
      store = made
      client = UpdateClient(store: made, transport: transport, settings: settings)
    }
    try await begin()

    var generator = SeededGenerator(state: 5)
    let rounds = Self.isLong ? 100_000 : 60
    var (refused, installed) = (0, 0)
    let names = sound.keys.sorted()
    for round in 0..<rounds {
      var served = sound
      var other = plain
      // Whether an update that comes about must be the release as it was published.
      var isExact = true
      switch Int.random(in: 0..<16, using: &generator) {
      case 0..<8:
        // Damage that nobody vouches for.
        let name = names[Int.random(in: 0..<names.count, using: &generator)]
        served[name] = mutated(sound[name] ?? [], &generator)
      // Damage under a good signature, as a broken or hostile publisher with the key would send it.
      case 8..<11:
        served = sealed(served, plain, key, text: mutated(plain.encode(), &generator))
        isExact = false
      case 11..<13:
        let place = Int.random(in: 0..<other.packages.count, using: &generator)
        let bytes = mutated(served[other.packages[place].archive.url] ?? [], &generator)
        served[other.packages[place].archive.url] = bytes
        other.packages[place].archive = again(other.packages[place].archive, bytes)
        served = sealed(served, other, key)
      case 13..<15:
        let place = Int.random(in: 0..<other.packages.count, using: &generator)
        let bytes = mutated(served[other.packages[place].index.url] ?? [], &generator)
        served[other.packages[place].index.url] = bytes
        other.packages[place].index = again(other.packages[place].index, bytes)
        served = sealed(served, other, key)
        isExact = false
      default:
        other = manifest
        let place = Int.random(in: 0..<other.patches.count, using: &generator)
        let bytes = mutated(patched[other.patches[place].file.url] ?? [], &generator)
        served = patched
        served[other.patches[place].file.url] = bytes
        other.patches[place].file = again(other.patches[place].file, bytes)
        served = sealed(served, other, key)
      }
      transport.files.withLock { $0 = served }
      guard let client, let store else { return }
      var isInstalled = false
      do {
        if case .available(let update) = try await client.check() {
          _ = try await client.install(update)
          isInstalled = true
        }
      } catch {
        #expect(error is ManifestError || error is TransportError || error is ClientError, "\(round): \(error)")
      }
      if isInstalled { installed += 1 } else { refused += 1 }
      // Whatever is shown next is whole: the release before, or one whose entries all have their hashes.
      if isInstalled || round % 50 == 0 {
        #expect(store.verify() == [], "round \(round)")
        let shown = try #require(try store.launch(now: 0))
        if isExact || !isInstalled {
          let title = try shown.openPage("news/index.html", for: phone).page.title
          #expect(title == (isInstalled ? "two" : "one"), "round \(round)")
        }
        #expect(
          Set(FileSystem.names(in: device.path) ?? []).isSubset(of: [
            "objects", "releases", "roots", "downloads", "state.json", "state.before.json", "verified", "lock",
            "install.lock",
          ]))
      }
      // What was refused must not block what comes later, nor must a higher sequence that a mutation made.
      if isInstalled || round % 50 == 0 { try await begin() }
    }
    #expect(refused > rounds / 4 && installed > 0, "\(refused) of \(rounds)")
    if Self.isLong { print("mutated releases: \(refused) refused, \(installed) harmless of \(rounds)") }
  }
}
