import Layout
import Platform

/// The paragraphs that a set of fonts has measured, for the other viewports of a page and for the pages that repeat them;
/// bounded in memory. What it answers never depends on what it holds.
package final class ParagraphCache: Sendable {
  private struct Key: Hashable, Sendable {
    var paragraph: TextParagraph

    static func == (left: Key, right: Key) -> Bool {
      let (left, right) = (left.paragraph, right.paragraph)
      return left.text == right.text && left.spans == right.spans && left.baseDirection == right.baseDirection
        && areEqual(left.styles, right.styles)
    }

    /// OPTIMIZATION: compares styles where they are; the arrays' own comparison copies each of them.
    private static func areEqual(_ left: [TextParagraph.SpanStyle], _ right: [TextParagraph.SpanStyle]) -> Bool {
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          guard left.count == right.count, var own = left.baseAddress, var other = right.baseAddress else {
            return left.count == right.count
          }
          for _ in left.indices {
            guard own.pointee.font == other.pointee.font, own.pointee.text == other.pointee.text,
              own.pointee.keepsFullWidth == other.pointee.keepsFullWidth
            else { return false }
            own += 1
            other += 1
          }
          return true
        }
      }
    }

    /// What tells most paragraphs apart: hashing whole styles costs more than comparing them.
    func hash(into hasher: inout Hasher) {
      paragraph.text.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(paragraph.spans.count)
      for style in paragraph.styles {
        hasher.combine(style.font.size)
        hasher.combine(style.font.weight)
      }
    }
  }

  /// A paragraph, and as it is on the screens that asked for it.
  private final class Entry: Sendable {
    let unscaled: UnscaledParagraph
    private let scaled = Mutex<[(scale: Double, shaped: ShapedParagraph)]>([])

    init(_ unscaled: UnscaledParagraph) { self.unscaled = unscaled }

    func shaped(_ scale: Double) -> ShapedParagraph {
      if let known = scaled.withLock({ $0.first { $0.scale == scale } }) { return known.shaped }
      let made = unscaled.scaled(to: scale)
      scaled.withLock { scaled in
        if scaled.count < ParagraphCache.scalesPerParagraph { scaled.append((scale, made)) }
      }
      return made
    }
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var units = 0
  }

  /// UTF-16 units kept by one set of fonts, with a paragraph's own cost counted as 64: some 10 MB at most.
  private static let capacity = 1 << 18
  /// Longer ones are kept by nobody: what they cost is their characters, which fonts remember.
  private static let longest = 4096
  /// The screens for which advances are kept: what others ask is worked out each time.
  private static let scalesPerParagraph = 3
  private let state = Mutex(State())

  /// No paragraphs.
  package init() {}

  /// The paragraphs that are kept, in no order.
  package var known: [TextParagraph] { state.withLock { $0.entries.keys.map(\.paragraph) } }

  /// A paragraph on a screen, with the fonts that its runs number in the order of their first use.
  ///
  /// - Parameters:
  ///   - scale: device pixels per CSS px.
  ///   - shape: called where the paragraph is not known.
  package func shaped(
    _ paragraph: TextParagraph, scale: Double, shape: () -> UnscaledParagraph
  ) -> (fonts: [any ShapingFont], shaped: ShapedParagraph) {
    guard paragraph.text.count <= Self.longest else {
      let unscaled = shape()
      return (unscaled.fonts, unscaled.scaled(to: scale))
    }
    let key = Key(paragraph: paragraph)
    if let known = state.withLock({ $0.entries[key] }) { return (known.unscaled.fonts, known.shaped(scale)) }
    let made = Entry(shape())
    state.withLock { state in
      if state.units > Self.capacity {
        state.entries.removeAll(keepingCapacity: true)
        state.units = 0
      }
      if state.entries.updateValue(made, forKey: key) == nil { state.units += paragraph.text.count + 64 }
    }
    return (made.unscaled.fonts, made.shaped(scale))
  }
}
