import Layout
import Synchronization

/// The paragraphs that a set of fonts has measured, for the other viewports of a page and for the pages that repeat them;
/// bounded in memory. What it answers never depends on what it holds.
final class ParagraphCache: Sendable {
  /// A paragraph on a screen.
  struct Key: Hashable, Sendable {
    var paragraph: TextParagraph
    var scale: Double

    /// What tells most paragraphs apart: hashing whole styles costs more than comparing them.
    func hash(into hasher: inout Hasher) {
      paragraph.text.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(paragraph.spans.count)
      hasher.combine(scale)
      for style in paragraph.styles {
        hasher.combine(style.font.size)
        hasher.combine(style.font.weight)
      }
    }
  }

  /// A measured paragraph whose runs number its own fonts, in the order of their first use.
  struct Entry: Sendable {
    var shaped: ShapedParagraph
    var fonts: [FontInstance]
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var units = 0
  }

  /// UTF-16 units kept by one set of fonts, with a paragraph's own cost counted as 64: some 8 MB at most.
  private static let capacity = 1 << 18
  /// Longer ones are kept by nobody: what they cost is their characters, which fonts remember.
  private static let longest = 4096
  private let state = Mutex(State())

  func entry(for key: Key, shape: () -> Entry) -> Entry {
    guard key.paragraph.text.count <= Self.longest else { return shape() }
    if let known = state.withLock({ $0.entries[key] }) { return known }
    let made = shape()
    state.withLock { state in
      if state.units > Self.capacity {
        state.entries.removeAll(keepingCapacity: true)
        state.units = 0
      }
      if state.entries.updateValue(made, forKey: key) == nil { state.units += key.paragraph.text.count + 64 }
    }
    return made
  }
}
