import JSONValues
import Testing

@testable import Manifest

/// Manifests, envelopes and indices with false members: each is refused, and the member is named.
struct HostileManifestTests {
  private let hash = "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

  private func reference(_ url: String = "packages/x.zip") -> JSONValue {
    .object(["url": .string(url), "hash": .string(hash), "size": .integer(22)])
  }

  private func package(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string("base"), "url": .string("packages/x.zip"), "hash": .string(hash), "size": .integer(22),
      "unpackedSize": .integer(0), "entryCount": .integer(0), "load": .string("install"), "index": reference(),
    ]
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  private func manifest(_ changes: [String: JSONValue?] = [:]) -> [UInt8] {
    var members: [String: JSONValue] = [
      "formatVersion": .integer(1), "id": .string(hash), "name": .string("demo"), "version": .string("1.0.0"),
      "sequence": .integer(1), "viewports": .array([]), "packages": .array([package()]), "fonts": .array([]),
      "patches": .array([]),
    ]
    for (key, value) in changes { members[key] = value }
    return JSONValue.object(members).canonicalBytes
  }

  private func fault(_ body: () throws -> Void) -> ManifestError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ManifestError
    }
  }

  @Test func theSoundOneIsReadAndUnknownMembersArePassedOver() throws {
    let read = try ReleaseManifest(decoding: manifest(["new": .array([.null])]))
    #expect(read.packages.map(\.name) == ["base"])
    #expect(try ReleaseManifest(decoding: read.encode()) == read)
  }

  /// Every member of the manifest with every kind of value that it cannot have.
  @Test func membersOfWrongTypesAreNamed() {
    let wrong: [JSONValue] = [.bool(true), .integer(-1), .number(0.5), .string(""), .array([.null]), .object([:])]
    let strings = ["id", "name", "version"]
    var checked = 0
    func check(_ key: String, _ value: JSONValue?, in part: String, _ bytes: [UInt8]) {
      let error = fault { _ = try ReleaseManifest(decoding: bytes) }
      #expect(error != nil, "\(part)\(key) = \(String(describing: value))")
      checked += 1
    }
    for key in ["formatVersion", "id", "name", "version", "sequence", "packages"] {
      check(key, nil, in: "", manifest([key: JSONValue?.none]))
      for value in wrong {
        if case .string = value, strings.contains(key), key != "id" { continue }
        check(key, value, in: "", manifest([key: value]))
      }
    }
    for key in ["viewports", "fonts", "patches"] {
      for value in wrong { check(key, value, in: "", manifest([key: value])) }
    }
    for key in ["name", "url", "hash", "size", "unpackedSize", "entryCount", "index"] {
      check(key, nil, in: "packages[0].", manifest(["packages": .array([package([key: JSONValue?.none])])]))
      for value in wrong {
        check(key, value, in: "packages[0].", manifest(["packages": .array([package([key: value])])]))
      }
    }
    #expect(checked >= 100)
  }

  @Test(arguments: [
    "/etc/passwd", "../x.zip", "packages/../../x", "packages//x", "./x", "http://evil/x.zip", "//evil/x", "a\\b", "",
    "packages/.hidden", "packages/%2e%2e/x", "packages/x.zip?y", "packages/ü.zip", "a\u{0}b", "a b", "packages/",
    String(repeating: "a", count: 600),
  ])
  func pathsThatLeaveTheRelease(url: String) {
    let error = fault {
      _ = try ReleaseManifest(decoding: manifest(["packages": .array([package(["url": .string(url)])])]))
    }
    #expect(error?.kind == .path)
    let index = fault {
      _ = try ReleaseManifest(decoding: manifest(["packages": .array([package(["index": reference(url)])])]))
    }
    #expect(index?.kind == .path)
    #expect(
      fault {
        _ = try LatestRelease(
          decoding: JSONValue.object([
            "manifest": reference(url), "sequence": .integer(1),
          ]).canonicalBytes)
      }?.kind == .path)
  }

  @Test(arguments: [
    "", "sha256-", "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuF",
    "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFV",
    "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
    "SHA256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "sha1-2jmj7l5rSw0yVb_vlWAYkK_YBwk", "md5-x",
  ])
  func hashesThatAreNone(text: String) {
    #expect(fault { _ = try ReleaseManifest(decoding: manifest(["id": .string(text)])) }?.kind == .member)
    #expect(
      fault {
        _ = try ReleaseManifest(decoding: manifest(["packages": .array([package(["hash": .string(text)])])]))
      }?.kind == .member)
  }

  @Test func packagesThatClash() {
    let cases: [JSONValue] = [
      .array([]), .array([package(["name": .string("other")])]), .array([package(), package()]),
      .array([package(), package(["name": .string("BASE")])]), .array([package(["name": .string("a/b")])]),
      .array([package(["viewport": .string("none such")])]),
    ]
    for value in cases { #expect(fault { _ = try ReleaseManifest(decoding: manifest(["packages": value])) } != nil) }
    #expect(fault { _ = try ReleaseManifest(decoding: manifest(["formatVersion": .integer(2)])) }?.kind == .version)
  }

  @Test func everyTruncationAndManyMutations() throws {
    let bytes = manifest()
    for length in 0..<bytes.count {
      #expect(fault { _ = try ReleaseManifest(decoding: Array(bytes.prefix(length))) } != nil)
    }
    let envelope = Envelope(payloadType: "t", payload: bytes, keys: [SigningKey()]).encode()
    for length in 0..<envelope.count {
      #expect(fault { _ = try Envelope(decoding: Array(envelope.prefix(length)), payloadType: "t") } != nil)
    }
    // What is read in spite of a mutation says what its text says, and names no file outside of the release.
    var state: UInt64 = 3
    var (refused, read) = (0, 0)
    for _ in 0..<1000 {
      var damaged = bytes
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      damaged[Int(state >> 33) % damaged.count] = UInt8(truncatingIfNeeded: state >> 20)
      guard let manifest = try? ReleaseManifest(decoding: damaged) else {
        refused += 1
        continue
      }
      read += 1
      let text = try JSONParser.parse(damaged)
      #expect(text["name"]?.text == manifest.name && text["version"]?.text == manifest.version)
      #expect(text["id"]?.text == manifest.id.description && text["sequence"]?.int == Int64(manifest.sequence))
      #expect(text["packages"]?.elements?.first?["url"]?.text == manifest.packages[0].archive.url)
      #expect(text["packages"]?.elements?.first?["hash"]?.text == manifest.packages[0].archive.hash.description)
      #expect(manifest.files.allSatisfy { ReleasePath.isSound($0.url) })
      #expect(try ReleaseManifest(decoding: manifest.encode()) == manifest)
    }
    #expect(refused > 500 && read > 50, "\(refused) refused, \(read) read")
  }

  @Test func falseIndices() {
    func entry(_ path: String) -> JSONValue {
      .object(["path": .string(path), "hash": .string(hash), "size": .integer(0), "contentType": .string("x")])
    }
    let cases: [[JSONValue]] = [
      [entry("../a")], [entry("/a")], [entry("b"), entry("a")], [entry("a"), entry("a")], [entry("A"), entry("a")],
      [entry("a"), entry("a/b")], [.null], [.object([:])], [entry("nul")], [entry("a\\b")],
    ]
    for value in cases {
      #expect(fault { _ = try PackageIndex(decoding: JSONValue.array(value).canonicalBytes) } != nil)
    }
    #expect(fault { _ = try PackageIndex(decoding: Array("{}".utf8)) }?.kind == .json)
  }
}
