import CSS
import Platform
import Style
import Text

/// What resolving styles of a site's pages leaves for the next page with the same rules: one memory for each thread that
/// resolves at once.
final class StyleMemories: Sendable {
  private struct Key: Hashable {
    var rules: ObjectIdentifier
    var userAgent: ObjectIdentifier?
    var fonts: ObjectIdentifier
    var environment: Environment
    var isQuirks: Bool
  }

  /// A memory with its key's objects, which live as long.
  private struct Idle: @unchecked Sendable {
    let memory: StyleMemory
    let rules: RuleSet
    let fonts: FontSet
  }

  private static let limit = 256
  private let idle = Mutex<[Key: [Idle]]>([:])

  /// Calls `body` with a memory that no other call has meanwhile.
  func withMemory<Result>(
    rules: RuleSet, userAgent: RuleSet?, fonts: FontSet, environment: Environment, isQuirks: Bool,
    _ body: (StyleMemory) -> Result
  ) -> Result {
    let key = Key(
      rules: ObjectIdentifier(rules), userAgent: userAgent.map(ObjectIdentifier.init), fonts: ObjectIdentifier(fonts),
      environment: environment, isQuirks: isQuirks)
    let taken =
      idle.withLock { $0[key]?.popLast() }
      ?? Idle(
        memory: StyleMemory(author: rules, userAgent: userAgent, environment: environment, isQuirks: isQuirks),
        rules: rules, fonts: fonts)
    defer {
      idle.withLock { idle in
        if idle.count < Self.limit || idle[key] != nil { idle[key, default: []].append(taken) }
      }
    }
    return body(taken.memory)
  }
}
