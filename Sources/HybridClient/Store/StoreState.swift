import JSONValues
import Manifest

/// What a store remembers between launches: one small file, replaced in one step.
struct StoreState: Sendable, Hashable {
  /// The hash of the manifest of the release that is shown.
  var current: ContentHash?
  /// The release before, which a bad one falls back to.
  var previous: ContentHash?
  /// An installed release that is shown from the next launch on.
  var pending: ContentHash?
  /// Whether the current release has not been called healthy yet.
  var isOnTrial = false
  /// How often the release on trial was launched.
  var trialLaunches: UInt64 = 0
  /// The moment at which the trial began, in seconds since 1970.
  var trialStart: Int64 = 0
  /// The same moment in seconds since the device was started.
  var trialUptime: Int64 = 0
  /// Releases that were taken back, and are not tried again.
  var failed: [ContentHash] = []
  /// Why the release before is shown, until a launch reports it.
  var fallback: ReleaseFallback?
  /// The lowest sequence that is accepted: the highest that was.
  var highestSequence: UInt64 = 0
  /// The highest accepted sequence for each set of keys that had signed it.
  var accepted: [AcceptedSequence] = []
  /// The ids of the keys that were trusted last: when one of them is not trusted any more, the highest sequence may be that
  /// of a thief.
  var trustedKeys: [String] = []
  /// The version of the newest root that was accepted, and the hash of the app's own root from which it follows.
  var rootVersion: UInt64 = 0
  var rootOrigin: ContentHash?
  /// A random number that decides phased rollouts.
  var installationID = ""

  /// How many records of accepted sequences are kept.
  private static let acceptedCount = 64

  /// Remembers that a sequence was accepted, and by whose signatures.
  mutating func accept(_ sequence: UInt64, signedBy keys: [String]?) {
    highestSequence = max(highestSequence, sequence)
    let new = AcceptedSequence(sequence: sequence, keys: keys?.sorted())
    guard !accepted.contains(where: { new.isCovered(by: $0) }) else { return }
    accepted.removeAll { $0.isCovered(by: new) }
    accepted.append(new)
    accepted.sort { $0.sequence > $1.sequence }
    accepted = Array(accepted.prefix(Self.acceptedCount))
  }

  /// The highest sequence that was accepted with signatures that meet a threshold of keys; 0 when none does.
  func floor(threshold: Int, keys: Set<String>) -> UInt64 {
    accepted.lazy.filter { $0.meets(threshold, of: keys) }.map(\.sequence).max() ?? 0
  }

  /// Trusts other keys from now on. Where one is withdrawn, sequences count that the keys that are left vouch for: a thief
  /// may have driven the number up (a fast-forward attack), and older releases stay refused all the same. What only adds keys
  /// or renews an expiry changes no sequence. The Update Framework 1.0.34, 5.3.11.
  mutating func trust(_ ids: [String], threshold: Int) {
    // After the state was lost: what is installed is taken to be signed by whoever is trusted first.
    if accepted.isEmpty, highestSequence > 0 {
      accepted = [AcceptedSequence(sequence: highestSequence, keys: ids.sorted())]
    }
    if !Set(trustedKeys).isSubset(of: ids) { highestSequence = floor(threshold: threshold, keys: Set(ids)) }
    trustedKeys = ids.sorted()
  }

  private var json: JSONValue {
    func hash(_ value: ContentHash?) -> JSONValue? { value.map { .string($0.description) } }
    return .object(of: [
      ("current", hash(current)), ("previous", hash(previous)), ("pending", hash(pending)),
      ("isOnTrial", .bool(isOnTrial)), ("trialLaunches", .integer(Int64(clamping: trialLaunches))),
      ("trialStart", .integer(trialStart)), ("trialUptime", .integer(trialUptime)),
      ("failed", .array(failed.map { .string($0.description) })), ("fallback", fallback?.json),
      ("highestSequence", .integer(Int64(clamping: highestSequence))),
      ("accepted", .array(accepted.map(\.json))),
      ("trustedKeys", .array(trustedKeys.map { .string($0) })),
      ("rootVersion", .integer(Int64(clamping: rootVersion))), ("rootOrigin", hash(rootOrigin)),
      ("installationID", .string(installationID)),
    ])
  }

  /// The state's file, with a checksum: damage must not read as another state.
  func encode() -> [UInt8] {
    let json = json
    return JSONValue.object(of: [
      ("formatVersion", .integer(2)), ("checksum", .string(ContentHash(of: json.canonicalBytes).description)),
      ("state", json),
    ]).canonicalBytes
  }

  /// A state from its file; `nil` for a file that is not what ``encode()`` wrote.
  init?(decoding bytes: [UInt8]) {
    guard let file = try? JSONParser.parse(bytes), file["formatVersion"]?.int == 2, let value = file["state"],
      file["checksum"]?.text == ContentHash(of: value.canonicalBytes).description
    else { return nil }
    func hash(_ key: String) -> ContentHash? { value[key]?.text.flatMap { ContentHash($0) } }
    current = hash("current")
    previous = hash("previous")
    pending = hash("pending")
    isOnTrial = value["isOnTrial"] == .bool(true)
    trialLaunches = UInt64(clamping: value["trialLaunches"]?.int ?? 0)
    trialStart = value["trialStart"]?.int ?? 0
    trialUptime = value["trialUptime"]?.int ?? 0
    failed = (value["failed"]?.elements ?? []).compactMap { $0.text.flatMap { ContentHash($0) } }
    fallback = ReleaseFallback(value["fallback"])
    highestSequence = UInt64(clamping: value["highestSequence"]?.int ?? 0)
    accepted = (value["accepted"]?.elements ?? []).compactMap { AcceptedSequence($0) }
    trustedKeys = (value["trustedKeys"]?.elements ?? []).compactMap(\.text)
    rootVersion = UInt64(clamping: value["rootVersion"]?.int ?? 0)
    rootOrigin = hash("rootOrigin")
    installationID = value["installationID"]?.text ?? ""
  }

  init() {}
}
