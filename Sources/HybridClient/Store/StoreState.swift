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
  /// The highest sequence that was accepted.
  var highestSequence: UInt64 = 0
  /// The ids of the keys that were trusted last: when one of them is not trusted any more, the highest sequence may be that
  /// of a thief.
  var trustedKeys: [String] = []
  /// The newest root, as its file's bytes; empty while the app's own is the newest.
  var rootFiles: [[UInt8]] = []
  /// A random number that decides phased rollouts.
  var installationID = ""

  func encode() -> [UInt8] {
    func hash(_ value: ContentHash?) -> JSONValue? { value.map { .string($0.description) } }
    return JSONValue.object(of: [
      ("formatVersion", .integer(1)), ("current", hash(current)), ("previous", hash(previous)),
      ("pending", hash(pending)), ("isOnTrial", .bool(isOnTrial)), ("trialLaunches", .integer(Int64(trialLaunches))),
      ("trialStart", .integer(trialStart)), ("trialUptime", .integer(trialUptime)),
      ("failed", .array(failed.map { .string($0.description) })),
      ("highestSequence", .integer(Int64(clamping: highestSequence))),
      ("trustedKeys", .array(trustedKeys.map { .string($0) })),
      ("roots", .array(rootFiles.map { .string(Base64.encode($0)) })), ("installationID", .string(installationID)),
    ]).canonicalBytes
  }

  /// A state from its file; a file that cannot be read is a store that knows nothing.
  init(decoding bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes) else { return }
    func hash(_ key: String) -> ContentHash? { value[key]?.text.flatMap { ContentHash($0) } }
    current = hash("current")
    previous = hash("previous")
    pending = hash("pending")
    isOnTrial = value["isOnTrial"] == .bool(true)
    trialLaunches = UInt64(clamping: value["trialLaunches"]?.int ?? 0)
    trialStart = value["trialStart"]?.int ?? 0
    trialUptime = value["trialUptime"]?.int ?? 0
    failed = (value["failed"]?.elements ?? []).compactMap { $0.text.flatMap { ContentHash($0) } }
    highestSequence = UInt64(clamping: value["highestSequence"]?.int ?? 0)
    trustedKeys = (value["trustedKeys"]?.elements ?? []).compactMap(\.text)
    rootFiles = (value["roots"]?.elements ?? []).compactMap { $0.text.flatMap { Base64.decode($0) } }
    installationID = value["installationID"]?.text ?? ""
  }

  init() {}
}
