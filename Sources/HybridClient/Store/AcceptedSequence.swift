import JSONValues
import Manifest

/// A sequence that the device accepted, and whose signatures vouched for it: what decides how low the next one may be when a
/// key is withdrawn.
struct AcceptedSequence: Sendable, Hashable {
  var sequence: UInt64
  /// The ids of the trusted keys that had signed validly; `nil` for the release that came with the app.
  var keys: [String]?

  /// Whether another record says all that this one says.
  func isCovered(by other: AcceptedSequence) -> Bool {
    guard sequence <= other.sequence else { return false }
    guard let others = other.keys else { return true }
    return keys.map { Set($0).isSubset(of: others) } ?? false
  }

  /// Whether the signatures still meet a threshold of keys.
  func meets(_ threshold: Int, of trusted: Set<String>) -> Bool {
    keys.map { Set($0).intersection(trusted).count >= threshold } ?? true
  }

  var json: JSONValue {
    .object(of: [
      ("sequence", .integer(Int64(clamping: sequence))), ("keys", keys.map { .array($0.map { .string($0) }) }),
    ])
  }
}

extension AcceptedSequence {
  init?(_ value: JSONValue) {
    guard let sequence = value["sequence"]?.int, sequence >= 0 else { return nil }
    self.init(sequence: UInt64(sequence), keys: value["keys"]?.elements?.compactMap(\.text))
  }
}
