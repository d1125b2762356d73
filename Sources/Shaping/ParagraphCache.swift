import Layout
import Platform

/// The paragraphs that a set of fonts has measured, for the other viewports of a page and for the pages that repeat them;
/// bounded in memory. What it answers never depends on what it holds.
package final class ParagraphCache: Sendable {
  /// What tells most paragraphs apart: hashing whole styles costs more than comparing them.
  private struct Key: Hashable, Sendable {
    let paragraph: TextParagraph
    /// OPTIMIZATION: asked for more than once.
    private let hash: Int

    init(paragraph: TextParagraph) {
      self.paragraph = paragraph
      var hasher = Hasher()
      paragraph.text.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(paragraph.spans.count)
      for index in paragraph.styles.indices {
        hasher.combine(paragraph.styles[index].font.size)
        hasher.combine(paragraph.styles[index].font.weight)
      }
      hash = hasher.finalize()
    }

    static func == (left: Key, right: Key) -> Bool {
      let (left, right) = (left.paragraph, right.paragraph)
      guard left.text == right.text, left.spans.count == right.spans.count, left.styles.count == right.styles.count
      else { return false }
      return left.styles.indices.allSatisfy { index in
        left.styles[index].font.size == right.styles[index].font.size
          && left.styles[index].font.weight == right.styles[index].font.weight
      }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// Paragraphs of one key.
  private struct AlikeParagraphs {
    /// Few pages have more. All that are there are compared with what is asked for.
    private static let most = 16

    private(set) var known: [(paragraph: TextParagraph, entry: Entry)] = []
    private var nextPlace = 0

    func entry(of paragraph: TextParagraph) -> Entry? {
      known.first { Self.areEqual($0.paragraph, paragraph) }?.entry
    }

    /// Adds a paragraph, in the place of the oldest where there are many; whether there is one more.
    mutating func add(_ paragraph: TextParagraph, _ entry: Entry) -> Bool {
      guard known.count >= Self.most else {
        known.append((paragraph, entry))
        return true
      }
      known[nextPlace] = (paragraph, entry)
      nextPlace = (nextPlace + 1) % Self.most
      return false
    }

    private static func areEqual(_ left: TextParagraph, _ right: TextParagraph) -> Bool {
      left.spans == right.spans && left.baseDirection == right.baseDirection && areEqual(left.styles, right.styles)
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
              own.pointee.keepsFullWidth == other.pointee.keepsFullWidth,
              own.pointee.hyphenationLimits == other.pointee.hyphenationLimits
            else { return false }
            own += 1
            other += 1
          }
          return true
        }
      }
    }
  }

  /// A paragraph, and as it is on the screens that asked for it.
  private final class Entry: Sendable {
    let unscaled: UnscaledParagraph
    /// The cache that it is of: another one has other fonts.
    let cache: ObjectIdentifier
    private let scaled = Mutex<[(scale: Double, shaped: ShapedParagraph)]>([])

    init(_ unscaled: UnscaledParagraph, of cache: ParagraphCache) {
      self.unscaled = unscaled
      self.cache = ObjectIdentifier(cache)
    }

    /// The paragraph on a screen, by which it is found again for another one.
    func answer(_ scale: Double) -> (fonts: [any ShapingFont], shaped: ShapedParagraph) {
      var shaped = shaped(scale)
      shaped.source = self
      return (unscaled.fonts, shaped)
    }

    func shaped(_ scale: Double) -> ShapedParagraph {
      if let known = scaled.withLock({ $0.first { $0.scale == scale } }) { return known.shaped }
      let made = unscaled.scaled(to: scale)
      scaled.withLock { scaled in
        if scaled.isEmpty { scaled.reserveCapacity(ParagraphCache.scalesPerParagraph) }
        if scaled.count < ParagraphCache.scalesPerParagraph { scaled.append((scale, made)) }
      }
      return made
    }
  }

  private struct State {
    var entries: [Key: AlikeParagraphs] = [:]
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
  package var known: [TextParagraph] { state.withLock { $0.entries.values.flatMap { $0.known.map(\.paragraph) } } }

  /// Lets go of all paragraphs.
  package func releaseAll() { state.withLock { $0 = State() } }

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
    if let known = state.withLock({ $0.entries[key]?.entry(of: paragraph) }) {
      return known.answer(scale)
    }
    let made = Entry(shape(), of: self)
    state.withLock { state in
      if state.units > Self.capacity {
        state.entries.removeAll(keepingCapacity: true)
        state.units = 0
      }
      let isOneMore = state.entries[key, default: AlikeParagraphs()].add(paragraph, made)
      if isOneMore { state.units += paragraph.text.count + 64 }
    }
    return made.answer(scale)
  }

  /// What the cache has measured for one screen, as it is on another; `nil` where it is not the cache's.
  package func shaped(
    _ elsewhere: ShapedParagraph, scale: Double
  ) -> (fonts: [any ShapingFont], shaped: ShapedParagraph)? {
    guard let entry = elsewhere.source as? Entry, entry.cache == ObjectIdentifier(self) else { return nil }
    return entry.answer(scale)
  }
}
