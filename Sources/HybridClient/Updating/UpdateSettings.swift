import Manifest

/// Whose releases an app installs.
///
/// ```swift
/// let trust = UpdateTrust.root(rootFile)  // the bytes of 1.root.json, from the app
/// ```
public enum UpdateTrust: Sendable {
  /// Those signed as the root of trust says; the first root's file is compiled into the app.
  case root([UInt8])
  /// Those signed by one of the keys, for ever.
  case keys([VerificationKey])
  /// Those of the server, whatever it sends: only for development.
  case server
}

/// How an app updates.
///
/// ```swift
/// var settings = UpdateSettings(trust: .root(rootFile), device: device, now: now)
/// settings.channel = "beta"
/// ```
public struct UpdateSettings: Sendable {
  /// Whose releases are installed.
  public var trust: UpdateTrust
  /// What the device shows pages with: it decides which viewport's package is installed.
  public var device: DeviceTraits
  /// The version of the native app, which a release may need a minimum of; `nil` takes every release.
  public var runtimeVersion: String?
  /// The channel that the app follows; a release of another one is not for it.
  public var channel: String?
  /// How many files are fetched at once.
  public var parallelRequests = 3
  /// How often a request is tried.
  public var attempts = 4
  /// The first pause between two tries in seconds; each further one is twice as long.
  public var pause: Double = 0.5
  /// Gives the time in seconds since 1970.
  public var now: @Sendable () -> Int64

  /// Settings with the usual numbers.
  public init(trust: UpdateTrust, device: DeviceTraits, now: @escaping @Sendable () -> Int64) {
    self.trust = trust
    self.device = device
    self.now = now
  }
}

/// What asking for an update found.
///
/// ```swift
/// switch try await client.check() {
/// case .available(let update): _ = try await client.install(update) { _ in }
/// case .upToDate, .failedBefore, .otherChannel, .notRolledOut: break
/// }
/// ```
public enum UpdateCheck: Sendable {
  /// The release is installed already, and whole.
  case upToDate
  /// The release was tried and taken back.
  case failedBefore(version: String)
  /// The release is of another channel.
  case otherChannel(String?)
  /// The release is not rolled out to this installation yet.
  case notRolledOut
  /// The release can be installed; or the one that is shown lacks files, and installing it again fetches them
  /// (``AvailableUpdate/isRepair``).
  case available(AvailableUpdate)
}

/// A release that can be installed; its manifest is verified.
public struct AvailableUpdate: Sendable {
  /// The manifest.
  public let manifest: ReleaseManifest
  let manifestHash: ContentHash
  let manifestBytes: [UInt8]
  let latest: LatestRelease
  /// What signed it; `nil` for the release that came with the app, and for a repair, which has the hash of what was
  /// installed.
  let envelope: Envelope?
  /// The ids of the trusted keys that have signed; `nil` without an envelope.
  let signers: [String]?
  /// Whether it is the release that is shown, some of whose files are missing or damaged.
  public let isRepair: Bool
}

/// How far an installation is.
public struct UpdateProgress: Sendable, Hashable {
  /// Bytes that were fetched.
  public var received: UInt64
  /// Bytes that are to be fetched in all, as far as is known.
  public var expected: UInt64
}

/// What an installation did.
public struct UpdateResult: Sendable, Hashable {
  /// Bytes that were fetched, without the manifest.
  public var received: UInt64
  /// The packages that came as a patch.
  public var patched: [String]
  /// The packages of which only missing entries came.
  public var partial: [String]
  /// The packages that came whole.
  public var whole: [String]
  /// The packages whose entries were all there.
  public var unchanged: [String]
}

/// Versions such as `1.10.2`, compared number by number; what follows a `-` comes before the version without it.
public enum RuntimeVersion {
  /// Whether a version is at least another.
  public static func isAtLeast(_ version: String, _ minimum: String) -> Bool {
    let (left, right) = (parts(version), parts(minimum))
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let one = index < left.numbers.count ? left.numbers[index] : 0
      let other = index < right.numbers.count ? right.numbers[index] : 0
      if one != other { return one > other }
    }
    return !left.isPrerelease || right.isPrerelease
  }

  private static func parts(_ version: String) -> (numbers: [UInt64], isPrerelease: Bool) {
    let pieces = version.split(separator: "+")[..<min(1, version.split(separator: "+").count)].joined()
      .split(separator: "-", maxSplits: 1)
    let numbers = (pieces.first ?? "").split(separator: ".").map { UInt64($0) ?? 0 }
    return (numbers, pieces.count > 1)
  }
}

/// Phased rollouts: each installation has a place between 0 and 1 for each release, which never changes.
public enum Rollout {
  /// Whether an installation takes a release that is rolled out to the given share.
  ///
  /// - Parameters:
  ///   - installation: the installation's random name.
  ///   - release: the release's id, which patches and another sequence leave as it is.
  ///   - share: 0 to 1.
  public static func includes(installation: String, release: ContentHash, share: Double) -> Bool {
    let digest = ContentHash(of: Array("\(release) \(installation)".utf8)).digest
    let place = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(place >> 11) / Double(UInt64(1) << 53) < share
  }
}
