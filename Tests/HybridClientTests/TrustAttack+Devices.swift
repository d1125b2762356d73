import Foundation
import Manifest
import Testing

@testable import HybridClient

/// Old releases that are played back, releases that are mixed, and what happens to the device's own files.
extension TrustAttack {
  private static let (a, b, c) = (AttackWorld.a, AttackWorld.b, AttackWorld.c)

  private static func root(_ version: UInt64, _ keys: [SigningKey], threshold: Int = 1) -> TrustRoot {
    TrustRoot(version: version, threshold: threshold, keys: keys.map(\.verificationKey))
  }

  // MARK: Replays

  /// What is done to a file of the store.
  private static let damagesOfFiles: [(name: String, body: @Sendable (AttackWorld, String) throws -> Void)] = [
    ("missing", { world, name in try FileManager.default.removeItem(atPath: world.path(name)) }),
    ("empty", { world, name in try world.device.write(name, []) }),
    ("cut", { world, name in try world.device.write(name, Array(world.device.read(name).dropLast())) }),
    ("longer", { world, name in try world.device.write(name, world.device.read(name) + [0x20, 0x7d]) }),
    (
      "changed in one byte",
      { world, name in
        var bytes = world.device.read(name)
        bytes[bytes.count / 2] ^= 1
        try world.device.write(name, bytes)
      }
    ),
    (
      "changed in place",
      { world, name in
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: world.path(name)))
        let first = try file.read(upToCount: 1) ?? Data()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(first.map { $0 ^ 1 }))
        try file.close()
      }
    ),
    ("a link to a device", { world, name in try world.link(name, to: "/dev/zero") }),
    ("a link to a file outside", { world, name in try world.link(name, to: world.victim.path + "/precious") }),
    ("a link to nothing", { world, name in try world.link(name, to: world.victim.path + "/new") }),
    (
      "a folder",
      { world, name in
        try FileManager.default.removeItem(atPath: world.path(name))
        try world.device.write(name + "/file", [1])
      }
    ),
    (
      "a pipe",
      { world, name in
        try FileManager.default.removeItem(atPath: world.path(name))
        mkfifo(world.path(name), 0o600)
      }
    ),
    (
      "a sparse terabyte",
      { world, name in
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: world.path(name)))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
      }
    ),
  ]

  static let replays: [TrustAttack] =
    [
      TrustAttack("release 41 after 42", .rollback) { $0.serve(41) },
      TrustAttack("release 30 after 42", .rollback) { $0.serve(30) },
      TrustAttack("release 41 after two starts of the app", .rollback) { world in
        _ = try world.shown()
        _ = try world.shown()
        world.serve(41)
      },
      TrustAttack("release 42 once more", .nothingOffered) { $0.serve(42) },
      TrustAttack("release 41's manifest in release 43's place", .manifestSequence) { world in
        world.serve(41)
        world.seal(world.files(41)["manifest.json"] ?? [], sequence: 43)
      },
      TrustAttack("release 41's latest.json with release 43's manifest", .rollback) { world in
        world.serve(43)
        world.seal(world.files(43)["manifest.json"] ?? [], sequence: 41)
      },
      TrustAttack("release 41 after a key was added", .rollback) { world in
        world.serve(root(2, [a, b]), signedBy: [a, b])
        world.serve(41)
      },
      TrustAttack("release 41 after the root was renewed", .rollback) { world in
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(41)
      },
      TrustAttack("release 41 after the threshold was raised", .rollback) { world in
        world.serve(root(2, [a, b], threshold: 2), signedBy: [a, b])
        world.serve(41, signedBy: [a, b])
      },
      TrustAttack("release 30 after a key was withdrawn that did not sign 42", .rollback, root: root(1, [a, b])) {
        world in
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(30)
      },
      TrustAttack(
        "release 41 after a key was withdrawn that signed 42 too", .rollback, root: root(1, [a, b]), signedBy: [a, b]
      ) { world in
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(41)
      },
      TrustAttack(
        "release 41 after a third signer was withdrawn", .rollback, root: root(1, [a, b, c], threshold: 2),
        signedBy: [a, b]
      ) { world in
        world.serve(root(2, [a, b], threshold: 2), signedBy: [a, b])
        world.serve(41, signedBy: [a, b])
      },
      TrustAttack("release 41 after a key was withdrawn and brought back", .rollback, root: root(1, [a, b])) { world in
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(root(3, [a, b]), signedBy: [a, b])
        world.serve(41)
      },
      TrustAttack("release 41 after the check that followed a withdrawal", .rollback, root: root(1, [a, b])) { world in
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(42)
        _ = try await world.update()
        world.serve(41)
      },
      TrustAttack("release 43 after the thief's 1,000,000 and the withdrawal", .installed, root: root(1, [a, b])) {
        world in
        world.serve(43)
        var manifest = try world.manifest(43)
        manifest.sequence = 1_000_000
        world.seal(manifest.encode(), sequence: 1_000_000, signedBy: [b])
        guard case .available(let update) = try await world.client().check() else {
          Issue.record("the thief's release is not offered")
          return
        }
        _ = try await world.client().install(update)
        world.serve(root(2, [a]), signedBy: [a])
        // The thief's release stays pending until the next one takes its place.
        var mended = try world.manifest(43)
        mended.version = "1.0.43-mended"
        world.seal(mended.encode())
      },
      TrustAttack(
        "release 43 after the thief's 1,000,000, the withdrawal and a damaged state", .installed, root: root(1, [a, b])
      ) { world in
        world.serve(43)
        var manifest = try world.manifest(43)
        manifest.sequence = 1_000_000
        world.seal(manifest.encode(), sequence: 1_000_000, signedBy: [b])
        guard case .available(let update) = try await world.client().check() else {
          Issue.record("the thief's release is not offered")
          return
        }
        _ = try await world.client().install(update)
        world.serve(root(2, [a]), signedBy: [a])
        var mended = try world.manifest(43)
        mended.version = "1.0.43-mended"
        world.seal(mended.encode())
        // The withdrawal is in the predecessor: the thief's release, which is still there, drives nothing up again.
        _ = try await world.client().check()
        try world.device.write("store/state.json", [])
      },
      TrustAttack("release 41 after the thief's 1,000,000 and the withdrawal", .rollback, root: root(1, [a, b])) {
        world in
        let store = try world.store()
        // What the thief had signed was accepted and never shown.
        try store.update { $0.accept(1_000_000, signedBy: [b.verificationKey.id]) }
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(41)
      },
      TrustAttack("release 41 for an app whose pinned keys lost one", .rollback) { world in
        world.settings.trust = .keys([a.verificationKey, b.verificationKey])
        world.serve(42)
        _ = try await world.update()
        world.settings.trust = .keys([a.verificationKey])
        world.serve(41)
      },
      TrustAttack("release 41 for an app with the next root", .rollback, root: root(1, [a, b])) { world in
        let next = root(2, [a])
        world.serve(next, signedBy: [a])
        world.settings.trust = .root(next.envelope(signedBy: [a]).encode())
        world.serve(41)
      },
      TrustAttack(
        "release 41 after both states are lost and then a key is withdrawn", .rollback, root: root(1, [a, b])
      ) { world in
        for name in ["state.json", "state.before.json"] { try world.device.write("store/" + name, []) }
        _ = try await world.update()
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(41)
      },
      TrustAttack("release 41 that came with the app", .nothingOffered) { world in
        let bundle = try TemporaryBundle(world, 41)
        if try await world.client().installEmbedded(bundle.path) { throw ClientError.noSuchEntry("installed") }
      },
      TrustAttack("release 41 that came with an app that withdrew another key", .nothingOffered, root: root(1, [a, b]))
      { world in
        let bundle = try TemporaryBundle(world, 41)
        world.serve(root(2, [a]), signedBy: [a])
        _ = try await world.client().check()
        world.settings.trust = .root(root(2, [a]).envelope(signedBy: [a]).encode())
        if try await world.client().installEmbedded(bundle.path) { throw ClientError.noSuchEntry("installed") }
      },
    ]
    + damagesOfFiles.map { name, damage in
      TrustAttack("release 41 after the state is \(name)", .rollback) { world in
        try damage(world, "store/state.json")
        world.serve(41)
      }
    }
    + damagesOfFiles.map { name, damage in
      TrustAttack("release 41 after both states are \(name)", .rollback) { world in
        try damage(world, "store/state.json")
        try damage(world, "store/state.before.json")
        world.serve(41)
      }
    }

  // MARK: Stores that forgot what they accepted

  private static let lostParts: [(name: String, files: [String])] = [
    // What is left is of a store that had a release, and nothing says which.
    ("the releases", ["releases"]),
    ("all but the entries", ["releases", "roots", "verified", "downloads", "install.lock"]),
    ("all but the record of entries", ["releases", "roots", "objects", "downloads"]),
  ]

  static let lostStores: [TrustAttack] =
    lostParts.map { part in
      TrustAttack("release 30 after the states and \(part.name) are removed", .storeRefused) { world in
        for name in ["state.json", "state.before.json"] + part.files {
          try? FileManager.default.removeItem(atPath: world.device.path + "/store/" + name)
        }
        world.serve(30)
      }
    } + [
      TrustAttack("release 30 after the states are removed and every manifest is damaged", .storeRefused) { world in
        let store = world.device.path + "/store/"
        for name in ["state.json", "state.before.json"] { try? FileManager.default.removeItem(atPath: store + name) }
        for name in try FileManager.default.contentsOfDirectory(atPath: store + "releases") {
          try world.device.write("store/releases/\(name)/manifest.json", [1])
        }
        world.serve(30)
      }
    ]

  // MARK: Mixes

  static let mixes: [TrustAttack] = [
    TrustAttack("release 43 with the base package of 42", .identity) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      manifest.packages[0] = try world.manifest(42).packages[0]
      world.seal(manifest.encode())
    },
    TrustAttack("release 43 with the index of 42", .indexTotals) { world in
      world.serve(43)
      world.serve(43)
      var manifest = try world.manifest(43)
      manifest.packages[0].index = try world.manifest(30).packages[0].index
      for (path, bytes) in world.files(30) where path.hasPrefix("packages/") { world.server[path] = bytes }
      manifest.packages[0].entryCount += 1
      world.seal(manifest.encode())
    },
    TrustAttack("release 43 with the archive of 30", .entryBytes) { world in
      for (path, bytes) in world.files(30) where path.hasPrefix("packages/") { world.server[path] = bytes }
      world.serve(43)
      var manifest = try world.manifest(43)
      let old = try world.manifest(30).packages[0]
      manifest.packages[0].archive = old.archive
      manifest.packages[0].unpackedSize = old.unpackedSize
      world.seal(manifest.encode())
    },
    TrustAttack("release 43 whose packages have exchanged their indexes", .baseEntries) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      let base = manifest.packages[0]
      manifest.packages[0].index = manifest.packages[1].index
      manifest.packages[0].archive = manifest.packages[1].archive
      manifest.packages[0].entryCount = manifest.packages[1].entryCount
      manifest.packages[0].unpackedSize = manifest.packages[1].unpackedSize
      manifest.packages[1].index = base.index
      manifest.packages[1].archive = base.archive
      manifest.packages[1].entryCount = base.entryCount
      manifest.packages[1].unpackedSize = base.unpackedSize
      manifest.routes = "web/news/index.html"
      world.seal(manifest.encode())
    },
    TrustAttack("release 43 under the id of 42", .identity) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      manifest.id = try world.manifest(42).id
      world.seal(manifest.encode())
    },
    TrustAttack("release 42 under the name of another app", .nothingOffered) { world in
      // The name is a label: what is trusted is who signed.
      world.serve(42)
    },
  ]

  // MARK: Damage

  private static func damage(
    _ part: String, _ choose: @escaping @Sendable (String) -> Bool
  ) -> [TrustAttack] {
    damagesOfFiles.map { name, damage in
      TrustAttack("\(part) that is \(name)", .repaired) { world in
        guard let file = world.storeFiles(choose).first else { throw ClientError.noSuchEntry(part) }
        try damage(world, file)
        world.serve(42)
      }
    }
  }

  static let damages: [TrustAttack] =
    damage("an entry of the shown release", { $0.contains("/objects/") })
    + damage("the base package's index", { $0.hasSuffix("/base.index.json") })
    + damage("the shown release's manifest", { $0.hasSuffix("/manifest.json") })
    + [
      TrustAttack("all entries of the shown release empty", .repaired) { world in
        for file in world.storeFiles({ $0.contains("/objects/") }) { try world.device.write(file, []) }
      },
      TrustAttack("damage while another channel is offered", .repaired) { world in
        world.settings.channel = "stable"
        for file in world.storeFiles({ $0.contains("/objects/") }) { try world.device.write(file, [1]) }
      },
      TrustAttack("damage while a release that is rolled out to nobody is offered", .repaired) { world in
        for file in world.storeFiles({ $0.contains("/objects/") }) { try world.device.write(file, [1]) }
        world.serve(43)
        world.seal(world.files(43)["manifest.json"] ?? []) { $0.rollout = 0 }
      },
      TrustAttack("entries of the next release that are empty before it comes", .installed) { world in
        world.serve(43)
        for package in try world.manifest(43).packages {
          for entry in try PackageIndex(decoding: world.files(43)[package.index.url] ?? []).entries {
            let name = "store/" + ReleaseStore.objectName(entry.hash)
            if world.device.read(name).isEmpty { try world.device.write(name, []) }
          }
        }
      },
      TrustAttack("entries of the next release that are links to a device", .installed) { world in
        world.serve(43)
        for package in try world.manifest(43).packages {
          for entry in try PackageIndex(decoding: world.files(43)[package.index.url] ?? []).entries {
            let name = "store/" + ReleaseStore.objectName(entry.hash)
            guard world.device.read(name).isEmpty else { continue }
            try FileManager.default.createDirectory(
              atPath: world.path(String(name.dropLast(44))), withIntermediateDirectories: true)
            try world.link(name, to: "/dev/zero")
          }
        }
      },
      TrustAttack("a record of verified entries that is cut", .nothingOffered) { world in
        try world.device.write("store/verified", Array(world.device.read("store/verified").dropLast(5)))
      },
      TrustAttack("a record of verified entries that is noise", .nothingOffered) { world in
        try world.device.write("store/verified", (0..<6400).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      },
      TrustAttack("a record of verified entries that is gone", .nothingOffered) { world in
        try FileManager.default.removeItem(atPath: world.path("store/verified"))
      },
      TrustAttack("an update that was cut, whose part is another file", .installed) { world in
        world.serve(43)
        let archive = try world.manifest(43).packages[0].archive
        try world.device.write("store/downloads/" + archive.hash.name, [UInt8](repeating: 7, count: 100))
      },
    ]

  // MARK: Links

  static let links: [TrustAttack] =
    [("objects", .repaired), ("releases", .repaired), ("roots", .nothingOffered), ("downloads", .nothingOffered)].map {
      (name: String, outcome: Outcome) in
      TrustAttack("a store whose \(name) are a link", outcome) { world in
        try world.link("store/" + name, to: world.victim.path)
        world.serve(42)
      }
    } + [
      TrustAttack("a folder of entries that is a link, for pruning", .nothingOffered) { world in
        try world.link("store/objects/zz", to: world.victim.path)
        try world.store().prune()
      },
      TrustAttack("a folder of entries that is a link, for pruning to nothing", .nothingOffered) { world in
        try world.link("store/objects/zz", to: world.victim.path)
        try world.store().prune(maximumSize: 0)
      },
      TrustAttack("a release that is a link, for pruning", .nothingOffered) { world in
        try world.link("store/releases/" + ContentHash(of: [1]).name, to: world.victim.path)
        try world.store().prune()
      },
      TrustAttack("a release's folder with a link in it, for pruning", .nothingOffered) { world in
        let folder = "store/releases/" + ContentHash(of: [1]).name
        try world.device.write(folder + "/manifest.json", [])
        try world.link(folder + "/base.index.json", to: world.victim.path + "/precious")
        try world.store().prune()
      },
      TrustAttack("a download that is a link, for pruning", .nothingOffered) { world in
        try world.link("store/downloads/" + ContentHash(of: [1]).name, to: world.victim.path + "/precious")
        try world.store().prune(maximumSize: 0)
      },
      TrustAttack("a temporary folder with a link in it, for pruning", .nothingOffered) { world in
        try world.device.write("store/downloads/.tmp-x/file", [1])
        try world.link("store/downloads/.tmp-x/out", to: world.victim.path)
        try world.store().prune()
      },
      TrustAttack("a download that is a link", .installed) { world in
        world.serve(43)
        for package in try world.manifest(43).packages {
          for hash in [package.archive.hash, package.index.hash] {
            try world.link("store/downloads/" + hash.name, to: world.victim.path + "/precious")
          }
        }
      },
      TrustAttack("the folder of the next release that is a link", .installed) { world in
        world.serve(43)
        try world.link("store/releases/" + (try world.latest().manifest.hash.name), to: world.victim.path)
      },
      TrustAttack("folders of the next entries that are links", .installed) { world in
        world.serve(43)
        for package in try world.manifest(43).packages {
          for entry in try PackageIndex(decoding: world.files(43)[package.index.url] ?? []).entries {
            let folder = "store/objects/" + entry.hash.name.prefix(2)
            if !FileManager.default.fileExists(atPath: world.path(folder)) {
              try world.link(folder, to: world.victim.path)
            }
          }
        }
      },
      TrustAttack("the next root's name that is a link", .installed) { world in
        try world.link("store/roots/2.root.json", to: world.victim.path + "/precious")
        world.serve(root(2, [a]), signedBy: [a])
        world.serve(43)
      },
      TrustAttack("the record of verified entries that is a link", .installed) { world in
        world.serve(43)
        try world.link("store/verified", to: world.victim.path + "/precious")
      },
      TrustAttack("the lock that is a link", .nothingOffered) { world in
        try world.link("store/lock", to: world.victim.path + "/new")
      },
      TrustAttack("the installation's lock that is a link", .installed) { world in
        world.serve(43)
        try world.link("store/install.lock", to: world.victim.path + "/new")
      },
    ]
}

/// A published folder that comes with an app.
private final class TemporaryBundle {
  let path: String

  init(_ world: AttackWorld, _ sequence: UInt64) throws {
    path = world.device.path + "/bundle"
    for (name, bytes) in world.files(sequence) { try world.device.write("bundle/" + name, bytes) }
  }
}
