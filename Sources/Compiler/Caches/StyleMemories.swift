import CSS
import CSSValues
import Layout
import Platform
import Style
import Text

/// What one page leaves for the next page with the same rules on the same screen: styles, and subtrees that were laid out. It
/// serves one page at a time.
final class PageMemory {
  let styles: StyleMemory
  /// The measurer of all layouts: they tell fonts apart by its numbers.
  private(set) lazy var measurer = SystemTextMeasurer(fonts: fonts, scale: viewport.scale)
  private(set) lazy var layouts = LayoutMemory(viewport: viewport, measurer: measurer)
  private let fonts: FontSet
  private let viewport: Viewport

  init(_ styles: StyleMemory, fonts: FontSet, viewport: Viewport) {
    self.styles = styles
    self.fonts = fonts
    self.viewport = viewport
  }
}

/// What a site's pages leave for the next page with the same rules: one memory for each thread that compiles at once.
package final class StyleMemories: Sendable {
  private struct Key: Hashable {
    var rules: ObjectIdentifier
    var userAgent: ObjectIdentifier?
    var fonts: ObjectIdentifier
    var environment: Environment
    var isQuirks: Bool
  }

  /// A memory with its key's objects, which live as long.
  private struct Idle: @unchecked Sendable {
    let memory: PageMemory
    let rules: RuleSet
    let fonts: FontSet
  }

  private static let limit = 256
  private let idle = Mutex<[Key: [Idle]]>([:])

  /// How many memories wait for a page.
  package var idleCount: Int { idle.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Lets go of the memories that wait for a page.
  func releaseIdle() { idle.withLock { $0.removeAll() } }

  /// Calls `body` with a memory that no other call has meanwhile.
  func withMemory<Result>(
    rules: RuleSet, userAgent: RuleSet?, fonts: FontSet, environment: Environment, isQuirks: Bool,
    _ body: (PageMemory) -> Result
  ) -> Result {
    let key = Key(
      rules: ObjectIdentifier(rules), userAgent: userAgent.map(ObjectIdentifier.init), fonts: ObjectIdentifier(fonts),
      environment: environment, isQuirks: isQuirks)
    let taken =
      idle.withLock { $0[key]?.popLast() }
      ?? Idle(
        memory: PageMemory(
          StyleMemory(author: rules, userAgent: userAgent, environment: environment, isQuirks: isQuirks),
          fonts: fonts, viewport: environment.viewport),
        rules: rules, fonts: fonts)
    defer {
      idle.withLock { idle in
        if idle.count < Self.limit || idle[key] != nil { idle[key, default: []].append(taken) }
      }
    }
    return body(taken.memory)
  }
}
