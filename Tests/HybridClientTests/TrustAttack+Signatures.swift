import Archive
import JSONValues
import Manifest

@testable import HybridClient

/// False archives, envelopes and roots.
extension TrustAttack {
  // MARK: Archives

  /// Release 43 with another archive of the base package, properly named.
  private static func archive(
    _ name: String, _ outcome: Outcome,
    _ change: @escaping @Sendable ([(name: String, entry: CompressedEntry)]) throws -> [UInt8]
  ) -> TrustAttack {
    TrustAttack("an archive " + name, outcome) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      let reader = try ArchiveReader(ByteSource(world.files(43)[manifest.packages[0].archive.url] ?? []))
      let entries = try reader.entries.map {
        (name: $0.name, entry: CompressedEntry(compressing: try reader.contents(of: $0)))
      }
      let bytes = try change(entries)
      let hash = ContentHash(of: bytes)
      manifest.packages[0].archive = ReleaseFileReference(
        url: "packages/base.\(hash.name).zip", hash: hash, size: UInt64(bytes.count))
      world.server[manifest.packages[0].archive.url] = bytes
      // Nothing of the release before may replace it.
      world.server[try world.manifest(42).packages[0].archive.url] = nil
      world.seal(manifest.encode())
    }
  }

  private static func changed(_ entry: CompressedEntry) -> CompressedEntry {
    CompressedEntry(compressing: [UInt8](repeating: 1, count: Int(entry.size)))
  }

  /// The bytes with `aaa` in place of the folder `web` of one entry, in both headers.
  private static func renamed(_ bytes: [UInt8]) -> [UInt8] {
    let (old, new) = (Array("web/caf".utf8), Array("aaa/caf".utf8))
    var bytes = bytes
    for start in 0..<max(0, bytes.count - old.count) where bytes[start..<start + old.count].elementsEqual(old) {
      bytes.replaceSubrange(start..<start + old.count, with: new)
    }
    return bytes
  }

  static let archives: [TrustAttack] = [
    archive("with other contents", .refused(.entryBytes)) { entries in
      try ArchiveWriter.archive(entries.map { ($0.name, changed($0.entry)) })
    },
    archive("with an entry more", .refusedArchive("entryCount")) { entries in
      try ArchiveWriter.archive(entries + [("zz", CompressedEntry(compressing: []))])
    },
    archive("with an entry less", .refusedArchive("entryCount")) { try ArchiveWriter.archive(Array($0.dropLast())) },
    archive("with another name", .refused(.entries)) { entries in
      try ArchiveWriter.archive(entries.dropLast() + [("web/zz.txt", entries[entries.count - 1].entry)])
    },
    archive("with an entry that is larger", .refusedArchive("unpackedSize")) { entries in
      try ArchiveWriter.archive(
        entries.dropLast() + [
          (entries[entries.count - 1].name, CompressedEntry(compressing: [UInt8](repeating: 0, count: 5000)))
        ])
    },
    TrustAttack("an archive in another order", .refused(.order)) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      // The third of four entries has a name that belongs before the first.
      let bytes = renamed(world.files(43)[manifest.packages[0].archive.url] ?? [])
      let index = try PackageIndex(
        decoding: world.files(43)[manifest.packages[0].index.url] ?? [])
      let other = PackageIndex(
        index.entries.map { entry in
          var entry = entry
          entry.path = entry.path.replacing("web/caf", with: "aaa/caf")
          return entry
        })
      manifest.packages[0].archive = ReleaseFileReference(
        url: "packages/order.zip", hash: ContentHash(of: bytes), size: UInt64(bytes.count))
      world.server["packages/order.zip"] = bytes
      let text = other.encode()
      manifest.packages[0].index = ReleaseFileReference(
        url: "packages/order.json", hash: ContentHash(of: text), size: UInt64(text.count))
      world.server["packages/order.json"] = text
      world.seal(manifest.encode())
    },
    archive("that is not an archive", .refusedArchive("endRecordMissing")) { _ in [UInt8](repeating: 0, count: 500) },
    archive("with a byte behind it", .refusedArchive("trailingBytes")) { try ArchiveWriter.archive($0) + [0] },
    archive("with a byte before it", .refusedArchive("gap")) { [0] + (try ArchiveWriter.archive($0)) },
    TrustAttack("an archive that the host changed", .refused(.archiveFile)) { world in
      world.serve(43)
      let url = try world.manifest(43).packages[0].archive.url
      world.server[url] = (world.files(43)[url] ?? []).map { $0 ^ 1 }
    },
    TrustAttack("an archive that the host cut", .refusedTransfer) { world in
      world.serve(43)
      let url = try world.manifest(43).packages[0].archive.url
      world.server[url] = Array((world.files(43)[url] ?? []).dropLast(9))
    },
    TrustAttack("an archive that the host lengthened, of which parts are fetched", .installed) { world in
      world.serve(43)
      let url = try world.manifest(43).packages[0].archive.url
      world.server[url] = (world.files(43)[url] ?? []) + [0]
    },
    TrustAttack("an archive that the host took away", .refusedTransfer) { world in
      world.serve(43)
      world.server[try world.manifest(43).packages[0].archive.url] = nil
    },
  ]

  // MARK: Envelopes

  private static func envelope(
    _ name: String, _ rule: ReleaseRule, _ change: @escaping @Sendable (inout Envelope) -> Void
  ) -> TrustAttack {
    TrustAttack("latest.json " + name, rule) { world in
      world.serve(43)
      var envelope = try Envelope(
        decoding: world.server["latest.json"] ?? [], payloadType: LatestRelease.payloadType)
      change(&envelope)
      world.server["latest.json"] = envelope.encode()
    }
  }

  private static func payload(
    _ name: String, _ rule: ReleaseRule, _ path: [JSONStep], _ value: JSONValue?
  ) -> TrustAttack {
    TrustAttack("latest.json whose " + name, rule) { world in
      world.serve(43)
      let text = try JSONParser.parse(try world.latest().encode())
      world.sign(text.setting(path[...], to: value).canonicalBytes)
    }
  }

  private static func file(
    _ name: String, _ outcome: Outcome, _ bytes: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) -> TrustAttack {
    TrustAttack("latest.json " + name, outcome) { world in
      world.serve(43)
      world.server["latest.json"] = bytes(world.server["latest.json"] ?? [])
    }
  }

  private static let manifestStep = JSONStep.member("manifest")

  static let envelopes: [TrustAttack] = [
    envelope("without a signature", .signatures) { $0.signatures = [] },
    TrustAttack("latest.json signed by a stranger", .signatures) { $0.serve(43, signedBy: [AttackWorld.stranger]) },
    envelope("signed by a stranger under a trusted name", .signatures) { envelope in
      let id = envelope.signatures[0].keyID
      envelope.signatures = []
      envelope.sign(with: [AttackWorld.stranger])
      envelope.signatures[0].keyID = id
    },
    envelope("with a trusted signature under a strange name", .signatures) { $0.signatures[0].keyID = "sha256-x" },
    envelope("with an empty signature", .signatures) { $0.signatures[0].signature = [] },
    envelope("with a signature of zeros", .signatures) {
      $0.signatures[0].signature = [UInt8](repeating: 0, count: 64)
    },
    envelope("with a signature of 63 bytes", .signatures) { $0.signatures[0].signature.removeLast() },
    envelope("with a signature of 65 bytes", .signatures) { $0.signatures[0].signature.append(0) },
    envelope("with a signature whose halves are exchanged", .signatures) { envelope in
      let signature = envelope.signatures[0].signature
      envelope.signatures[0].signature = Array(signature[32...] + signature[..<32])
    },
    envelope("with a signature that has the group's order added", .signatures) { envelope in
      // RFC 8032, 5.1.7: S is less than L.
      let order: [UInt8] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0,
        0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0x10,
      ]
      var carry = 0
      for index in 0..<32 {
        let sum = Int(envelope.signatures[0].signature[32 + index]) + Int(order[index]) + carry
        envelope.signatures[0].signature[32 + index] = UInt8(sum & 0xff)
        carry = sum >> 8
      }
    },
    envelope("with the signature of another text", .signatures) { envelope in
      envelope.signatures[0].signature = AttackWorld.a.sign(envelope.payload)
    },
    envelope("with a signature over another type", .signatures) { envelope in
      let root = Envelope(payloadType: TrustRoot.payloadType, payload: envelope.payload, keys: [AttackWorld.a])
      envelope.signatures = root.signatures
    },
    envelope("with the signature of release 42", .signatures) { envelope in
      envelope.payload = Array(String(decoding: envelope.payload, as: UTF8.self).replacing(":43", with: ":44").utf8)
    },
    envelope("with a space more in what is signed", .signatures) { $0.payload += [0x20] },
    envelope("of another payload type", .envelope) { $0.payloadType = TrustRoot.payloadType },
    envelope("with 65 signatures", .envelope) { envelope in
      envelope.signatures = Array(repeating: envelope.signatures[0], count: 65)
    },
    TrustAttack("latest.json with 64 strange signatures and a good one", .installed) { world in
      world.serve(43)
      var envelope = try Envelope(
        decoding: world.server["latest.json"] ?? [], payloadType: LatestRelease.payloadType)
      envelope.signatures = (0..<63).map { EnvelopeSignature(keyID: "\($0)", signature: [1]) } + envelope.signatures
      world.server["latest.json"] = envelope.encode()
    },
    file("whose payload is in base64url", .refused(.envelope)) { bytes in
      Array(String(decoding: bytes, as: UTF8.self).replacing("\"payload\":\"ey", with: "\"payload\":\"-_").utf8)
    },
    file("whose signature is not base64", .refused(.envelope)) { bytes in
      Array(String(decoding: bytes, as: UTF8.self).replacing("\"sig\":\"", with: "\"sig\":\"*").utf8)
    },
    file("without signatures' array", .refused(.members)) { bytes in
      Array(String(decoding: bytes, as: UTF8.self).replacing("\"signatures\"", with: "\"signature\"").utf8)
    },
    file("that is empty", .refused(.json)) { _ in [] },
    file("that is cut", .refused(.json)) { Array($0.dropLast(3)) },
    file("that is a Web page", .refused(.json)) { _ in Array("<!DOCTYPE html><title>Login</title>".utf8) },
    file("of 300,000 bytes", .refusedTransfer) { $0 + [UInt8](repeating: 0x20, count: 300_000) },
    file("that is gone", .refusedTransfer) { _ in nil },
    payload("manifest is above the release", .paths, [manifestStep, .member("url")], .string("../../etc/passwd")),
    payload("manifest is on another host", .paths, [manifestStep, .member("url")], .string("http://evil.example/x")),
    payload("manifest has no hash", .members, [manifestStep, .member("hash")], nil),
    payload(
      "manifest has another hash", .manifestFile, [manifestStep, .member("hash")],
      .string("sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU")),
    payload("manifest is larger than 16 MiB", .sizes, [manifestStep, .member("size")], .integer(1 << 24 + 1)),
    payload("manifest has 2^53 - 1 bytes", .sizes, [manifestStep, .member("size")], .integer(1 << 53 - 1)),
    payload("manifest is a text", .members, [manifestStep], .string("manifests/x.json")),
    payload("sequence is missing", .members, [.member("sequence")], nil),
    payload("sequence is negative", .members, [.member("sequence")], .integer(-43)),
    payload("sequence is 2^53", .members, [.member("sequence")], .integer(1 << 53)),
    payload("sequence is not the manifest's", .manifestSequence, [.member("sequence")], .integer(44)),
    payload("rollout is 7", .rollout, [.member("rollout")], .integer(7)),
    payload("rollout is negative", .rollout, [.member("rollout")], .number(-0.5)),
    payload("rollout is a text", .members, [.member("rollout")], .string("1")),
    payload("channel has a control character", .texts, [.member("channel")], .string("a\u{0}")),
    payload("expiry is not a date", .members, [.member("expires")], .string("soon")),
    payload("expiry is in small letters", .members, [.member("expires")], .string("2030-01-01t00:00:00z")),
    payload("expiry has an offset", .members, [.member("expires")], .string("2030-01-01T00:00:00+00:00")),
    payload("expiry has a fraction", .members, [.member("expires")], .string("2030-01-01T00:00:00.0Z")),
    payload("expiry has no time", .members, [.member("expires")], .string("2030-01-01")),
    payload("expiry has passed", .expiry, [.member("expires")], .string("2027-01-15T07:59:59Z")),
    payload("expiry is now", .expiry, [.member("expires")], .string("2027-01-15T08:00:00Z")),
    payload("expiry was long ago", .expiry, [.member("expires")], .string("1970-01-01T00:00:00Z")),
    TrustAttack("a release of another channel", .nothingOffered) { world in
      world.settings.channel = "stable"
      world.serve(43)
      world.seal(world.files(43)["manifest.json"] ?? []) { $0.channel = "beta" }
    },
    TrustAttack("a release of no channel", .nothingOffered) { world in
      world.settings.channel = "stable"
      world.serve(43)
    },
    TrustAttack("a release that is rolled out to nobody", .nothingOffered) { world in
      world.serve(43)
      world.seal(world.files(43)["manifest.json"] ?? []) { $0.rollout = 0 }
    },
  ]

  // MARK: Roots

  private static func root(
    _ version: UInt64, _ keys: [SigningKey], threshold: Int = 1, expires: Timestamp? = nil
  ) -> TrustRoot {
    TrustRoot(version: version, threshold: threshold, keys: keys.map(\.verificationKey), expires: expires)
  }

  private static func rootPayload(
    _ name: String, _ rule: ReleaseRule, _ path: [JSONStep], _ value: JSONValue?
  ) -> TrustAttack {
    TrustAttack("a root whose " + name, rule) { world in
      world.serve(43)
      let text = try JSONParser.parse(root(2, [AttackWorld.a, AttackWorld.b]).encode())
      let payload = text.setting(path[...], to: value).canonicalBytes
      world.server[TrustRoot.path(2)] =
        Envelope(payloadType: TrustRoot.payloadType, payload: payload, keys: [AttackWorld.a, AttackWorld.b]).encode()
    }
  }

  private static let firstKey: [JSONStep] = [.member("keys"), .element(0)]
  private static let (a, b, c, stranger) = (AttackWorld.a, AttackWorld.b, AttackWorld.c, AttackWorld.stranger)

  static let roots: [TrustAttack] =
    [
      TrustAttack("a root that a stranger signed", .signatures) { world in
        world.serve(43, signedBy: [stranger])
        world.serve(root(2, [stranger]), signedBy: [stranger])
      },
      TrustAttack("a root that only the old keys signed", .signatures) { world in
        world.serve(43, signedBy: [b])
        world.serve(root(2, [b]), signedBy: [a])
      },
      TrustAttack("a root that only the new keys signed", .signatures) { world in
        world.serve(43, signedBy: [b])
        world.serve(root(2, [b]), signedBy: [b])
      },
      TrustAttack("a root that nobody signed", .signatures) { world in
        world.serve(43)
        world.serve(root(2, [a]), signedBy: [])
      },
      TrustAttack(
        "a root below the old threshold", .signatures, root: root(1, [a, b, c], threshold: 2), signedBy: [a, b]
      ) { world in
        world.serve(43, signedBy: [a, b])
        world.serve(root(2, [a]), signedBy: [a])
      },
      TrustAttack("a root below its own threshold", .signatures) { world in
        world.serve(43)
        world.serve(root(2, [a, b], threshold: 2), signedBy: [a])
      },
      TrustAttack("a root whose one signer signed twice", .signatures) { world in
        world.serve(43)
        var envelope = root(2, [a, b], threshold: 2).envelope(signedBy: [a])
        envelope.signatures.append(envelope.signatures[0])
        world.server[TrustRoot.path(2)] = envelope.encode()
      },
      TrustAttack("a root that skips a version", .rootChain) { world in
        world.serve(43)
        world.serve(root(3, [a]), at: 2, signedBy: [a])
      },
      TrustAttack("a root of the same version", .rootChain) { world in
        world.serve(43)
        world.serve(root(1, [a]), at: 2, signedBy: [a])
      },
      TrustAttack("a root of version 0", .rootChain) { world in
        world.serve(43)
        world.serve(root(0, [a]), at: 2, signedBy: [a])
      },
      TrustAttack("a root of the highest version", .rootChain) { world in
        world.serve(43)
        world.serve(root(1 << 53 - 1, [a]), at: 2, signedBy: [a])
      },
      TrustAttack("a root that has expired", .expiry) { world in
        world.serve(43)
        world.serve(root(2, [a], expires: Timestamp(seconds: AttackWorld.now)), signedBy: [a])
      },
      TrustAttack("a root of the payload type of releases", .envelope) { world in
        world.serve(43)
        world.server[TrustRoot.path(2)] =
          Envelope(payloadType: LatestRelease.payloadType, payload: root(2, [a]).encode(), keys: [a]).encode()
      },
      TrustAttack("a root that is cut", .json) { world in
        world.serve(43)
        world.server[TrustRoot.path(2)] = Array(root(2, [a]).envelope(signedBy: [a]).encode().dropLast())
      },
      TrustAttack("a root of more than 256 KiB", .refusedTransfer) { world in
        world.serve(43)
        world.server[TrustRoot.path(2)] = [UInt8](repeating: 0x20, count: 300_000)
      },
      TrustAttack("a draft of a root", .signatures) { world in
        world.serve(43, signedBy: [b])
        world.server["roots/2.root.draft.json"] = root(2, [b]).envelope(signedBy: [a, b]).encode()
      },
      TrustAttack("a release signed by a key that was withdrawn", .signatures) { world in
        world.serve(root(2, [b]), signedBy: [a, b])
        world.serve(43, signedBy: [a])
      },
      TrustAttack("a release below the new threshold", .signatures) { world in
        world.serve(root(2, [a, b], threshold: 2), signedBy: [a, b])
        world.serve(43, signedBy: [a])
      },
      TrustAttack("a root that is withheld after it was accepted", .rootChain) { world in
        world.serve(root(2, [b]), signedBy: [a, b])
        world.serve(42, signedBy: [b])
        _ = try await world.update()
        world.server[TrustRoot.path(2)] = nil
        try world.device.write("store/roots/2.root.json", [])
        world.serve(43, signedBy: [a])
      },
      TrustAttack("an accepted root that is damaged on the device", .installed) { world in
        world.serve(root(2, [b]), signedBy: [a, b])
        world.serve(42, signedBy: [b])
        _ = try await world.update()
        try world.device.write("store/roots/2.root.json", [1, 2, 3])
        world.serve(43, signedBy: [b])
      },
      rootPayload("version is missing", .members, [.member("version")], nil),
      rootPayload("threshold is 0", .rootKeys, [.member("threshold")], .integer(0)),
      rootPayload("threshold is negative", .members, [.member("threshold")], .integer(-1)),
      rootPayload("threshold is more than its keys", .rootKeys, [.member("threshold")], .integer(3)),
      rootPayload("threshold is 2^53 - 1", .rootKeys, [.member("threshold")], .integer(1 << 53 - 1)),
      rootPayload("keys are none", .rootKeys, [.member("keys")], .array([])),
      rootPayload(
        "keys are all of an unknown kind", .rootKeys, [.member("keys")],
        .array([.object(["algorithm": .string("rsa")])])),
      rootPayload("key has another id", .rootKeys, firstKey + [.member("keyid")], .string("sha256-x")),
      rootPayload(
        "key has 31 bytes", .rootKeys, firstKey + [.member("public")],
        .string(Base64.encode([UInt8](repeating: 1, count: 31)))),
      rootPayload("key is not base64", .rootKeys, firstKey + [.member("public")], .string("***")),
      rootPayload("expiry is not a date", .members, [.member("expires")], .string("never")),
      TrustAttack("a root with a key twice", .rootKeys) { world in
        world.serve(43)
        world.serve(root(2, [a, a], threshold: 2), signedBy: [a])
      },
      TrustAttack("a root with 65 keys", .rootKeys) { world in
        world.serve(43)
        world.serve(root(2, [a] + (0..<64).map { _ in SigningKey() }), signedBy: [a])
      },
    ]
    + smallOrders.enumerated().map { number, point in
      rootPayload(
        "key is the point \(number) of small order", .rootKeys, firstKey + [.member("public")],
        .string(Base64.encode(point)))
    }

  /// The encodings, canonical and not, of points whose signatures anybody can make.
  private static let smallOrders: [[UInt8]] = {
    let zero = [UInt8](repeating: 0, count: 32)
    let field: [UInt8] = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    func with(_ first: UInt8, of bytes: [UInt8], sign: Bool = false) -> [UInt8] {
      var bytes = bytes
      bytes[0] = first
      if sign { bytes[31] |= 0x80 }
      return bytes
    }
    return [
      zero, with(1, of: zero), with(0xec, of: field), with(0xed, of: field), with(0xee, of: field),
      with(0, of: zero, sign: true), with(1, of: zero, sign: true), with(0xec, of: field, sign: true),
      with(0xed, of: field, sign: true), with(0xee, of: field, sign: true),
    ]
  }()
}
