import Manifest
import TestSupport
import Testing

@testable import HybridClient

/// An attack on trust: what the host sends or what happens to the device, and what must come of it. A device shows release
/// 42 when it begins.
struct TrustAttack: Sendable, CustomTestStringConvertible {
  /// What must happen.
  enum Outcome: Sendable, Equatable {
    /// The update is refused by the rule; release 42 is shown as before.
    case refused(ReleaseRule)
    /// The archive is refused by one of its rules; release 42 is shown as before.
    case refusedArchive(String)
    /// The transfer is refused; release 42 is shown as before.
    case refusedTransfer
    /// Nothing is offered; release 42 is shown as before.
    case nothingOffered
    /// The attack changes nothing that counts: release 43 is installed.
    case installed
    /// The next update fetches what is missing, and release 42 is shown as before.
    case repaired
    /// The store says that it cannot be used, and touches nothing.
    case storeRefused
  }

  let name: String
  let outcome: Outcome
  let prepare: @Sendable () async throws -> AttackWorld

  var testDescription: String { "\(name): \(outcome)" }

  init(
    _ name: String, _ outcome: Outcome, root: TrustRoot? = nil, signedBy keys: [SigningKey] = [AttackWorld.a],
    _ attack: @escaping @Sendable (AttackWorld) async throws -> Void
  ) {
    self.name = name
    self.outcome = outcome
    prepare = {
      let world = try await AttackWorld(root: root, signedBy: keys)
      try await attack(world)
      return world
    }
  }

  init(
    _ name: String, _ rule: ReleaseRule, root: TrustRoot? = nil, signedBy keys: [SigningKey] = [AttackWorld.a],
    _ attack: @escaping @Sendable (AttackWorld) async throws -> Void
  ) {
    self.init(name, .refused(rule), root: root, signedBy: keys, attack)
  }

  static let all =
    manifests + addresses + indexes + archives + listings + envelopes + roots + replays + lostStores + mixes + damages
    + links

  /// What a release itself has wrong, whichever device meets it.
  static let ofReleases = (manifests + addresses + indexes + archives + listings + envelopes + mixes).filter {
    // These two are rules of a device: the app's version, and what it has accepted.
    $0.outcome != .refused(.runtimeVersion) && $0.outcome != .refused(.rollback) && $0.outcome != .nothingOffered
  }
}

/// Every attack, each by its name and with what must happen.
struct TrustAttackTests {
  @Test(arguments: TrustAttack.all) func happensAsItMust(attack: TrustAttack) async throws {
    let world = try await attack.prepare()
    var found: TrustAttack.Outcome
    do {
      let isInstalled = try await world.update()
      found = isInstalled ? .installed : .nothingOffered
    } catch ClientError.manifest(let error) {
      let rule = try #require(error.rule.flatMap { ReleaseRule(rawValue: $0) }, "\(attack.name): \(error)")
      found = .refused(rule)
    } catch ClientError.archive(let error) {
      found = .refusedArchive(error.kind.rawValue)
    } catch ClientError.transport {
      found = .refusedTransfer
    } catch ClientError.store {
      found = .storeRefused
    }
    if attack.outcome == .storeRefused {
      #expect(found == .storeRefused, "\(attack.name)")
    } else {
      let shown = try world.shown()
      if found == .installed, shown == 42 { found = .repaired }
      #expect(found == attack.outcome, "\(attack.name)")
      #expect(shown == (attack.outcome == .installed ? 43 : 42), "\(attack.name)")
      #expect(try world.store().verify() == [], "\(attack.name)")
      try world.store().prune()
      #expect(try world.shown() == shown, "\(attack.name)")
    }
    #expect(world.isVictimWhole, "\(attack.name)")
  }

  /// `hybrid verify` refuses what clients refuse, by the same rule, and accepts what they accept.
  @Test(arguments: TrustAttack.ofReleases) func theVerifierRefusesByTheSameRule(attack: TrustAttack) async throws {
    let world = try await attack.prepare()
    let folder = try TemporaryFolder()
    for (path, bytes) in world.server.files.withLock({ $0 }) { try folder.write(path, bytes) }
    // Attacks leave the copy of the manifest as it was, which no client reads.
    if let latest = try? world.latest() { try folder.write("manifest.json", world.server[latest.manifest.url] ?? []) }
    let faults = ReleaseFolder.verify(
      folder.path, keys: [AttackWorld.a.verificationKey], now: Timestamp(seconds: AttackWorld.now))
    let rules = faults.map { $0.rule ?? $0.description }
    switch attack.outcome {
    case .refused(let rule): #expect(rules.contains(rule.rawValue), "\(attack.name): \(faults)")
    case .refusedArchive(let rule): #expect(rules.contains(rule), "\(attack.name): \(faults)")
    // Whoever fetches parts of an archive does not meet what is behind it.
    case .installed where attack.name.contains("of which parts are fetched"):
      #expect(rules == [ReleaseRule.archiveFile.rawValue], "\(attack.name)")
    case .installed: #expect(faults == [], "\(attack.name)")
    default: #expect(!faults.isEmpty, "\(attack.name)")
    }
  }

  /// An index that contradicts the archive is refused as well where only parts of the archive are fetched.
  @Test(arguments: [
    "an index whose last sizes are exchanged by one", "an index whose path is NFD and whose entry NFC",
    "an archive with another name",
  ])
  func partsOfArchivesKeepTheRuleOfEntries(name: String) async throws {
    let attack = try #require(TrustAttack.all.first { $0.name == name })
    #expect(attack.outcome == .refused(.entries))
    let world = try await attack.prepare()
    await #expect(throws: ClientError.self) { try await world.update() }
    let archive = try ReleaseManifest(decoding: world.server[world.latest().manifest.url] ?? []).packages[0].archive
    #expect(world.server.partsAskedFor.withLock { $0 }.contains(archive.url))
    #expect(try world.shown() == 42)
  }

  @Test func theAttacksAreManyAndDiffer() {
    let names = TrustAttack.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 176)
    print("attacks on trust: \(names.count), each with what must happen")
  }

  @Test func everyRuleThatAClientKeepsIsAttacked() {
    let attacked = Set(
      TrustAttack.all.compactMap { attack -> ReleaseRule? in
        if case .refused(let rule) = attack.outcome { return rule }
        return nil
      })
    // Transfers end at the declared size before `envelopeSize`, `manifestFile` of another size and `archiveFile` are
    // asked; pages are checked when they are opened; a patch that is damaged gives way to another way.
    let others: Set<ReleaseRule> = [.envelopeSize, .archive, .pages, .patchFile, .rootCount]
    let missing = Set(ReleaseRule.allCases).subtracting(attacked).subtracting(others)
    #expect(missing == [], "\(missing)")
  }
}
