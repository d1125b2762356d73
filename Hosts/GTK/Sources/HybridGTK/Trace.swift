import Foundation
import JSONValues
import Manifest

/// What happens, as lines of JSON on the standard output: for tests, and for whoever wants to look.
@MainActor enum Trace {
  static var isOn = false
  private static let start = ContinuousClock.now

  static func note(_ event: String, _ members: [(String, JSONValue?)] = []) {
    guard isOn else { return }
    let elapsed = ContinuousClock.now - start
    let milliseconds =
      Double(elapsed.components.seconds) * 1e3 + Double(elapsed.components.attoseconds / 1_000_000_000_000) / 1e3
    let value = JSONValue.object(
      of: [("event", .string(event)), ("at", .number((milliseconds * 10).rounded() / 10))] + members)
    FileHandle.standardOutput.write(Data((value.canonicalText + "\n").utf8))
  }
}
