import CSSValues

/// Where layout gets its text measured: the build's is HarfBuzz and ICU, a device's its own text system, the tests' a
/// font whose every glyph is a square.
///
/// It is asked once per paragraph (an inline formatting context), never inside a loop over characters.
public protocol TextMeasurer: FontMetricsProvider {
  /// Shapes a paragraph and finds where its lines may break. The answer must depend on nothing but the arguments.
  func shape(_ paragraph: TextParagraph) -> ShapedParagraph

  /// Shapes a paragraph that a measurer over the same fonts has shaped for another screen. The answer is that of ``shape(_:)``,
  /// which is what it does where nothing else is written.
  func shape(_ paragraph: TextParagraph, shapedElsewhere: ShapedParagraph) -> ShapedParagraph

  /// Shapes a part of a paragraph again as if it began and ended there: a line that ends at an unsafe place. Returns the
  /// advances of its UTF-16 units.
  func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double]
}

extension TextMeasurer {
  /// Shapes the paragraph.
  public func shape(_ paragraph: TextParagraph, shapedElsewhere: ShapedParagraph) -> ShapedParagraph {
    shape(paragraph)
  }
}

/// The characters of an inline formatting context after white-space processing and `text-transform`.
///
/// An atomic inline (inline-block, image) is U+FFFC; embeddings and isolates of `unicode-bidi` and `dir` are
/// their bidi control characters (UAX 9, CSS Writing Modes 4, 2.4.2); a forced break is U+000A.
public struct TextParagraph: Hashable, Sendable {
  /// Characters of one style.
  public struct Span: Hashable, Sendable {
    /// UTF-16 units in ``TextParagraph/text``.
    public var range: Range<Int>
    /// The index in ``TextParagraph/styles``.
    public var style: Int
    /// Whether an edge of an inline box (a margin, border or padding) parts it from what comes before: no kerning or
    /// ligature reaches over it.
    public var followsEdge: Bool

    /// A span.
    public init(range: Range<Int>, style: Int, followsEdge: Bool = false) {
      self.range = range
      self.style = style
      self.followsEdge = followsEdge
    }
  }

  /// The font and text properties of a span.
  public struct SpanStyle: Hashable, Sendable {
    /// The font.
    public var font: FontStyle
    /// The text.
    public var text: TextStyle
    /// Whether full-width punctuation keeps its width beside other such (`text-spacing-trim: space-all`).
    public var keepsFullWidth: Bool
    /// How much of a word stays together where `hyphens: auto` parts it.
    public var hyphenationLimits: HyphenationLimits

    /// The two groups of a computed style.
    public init(
      font: FontStyle, text: TextStyle, keepsFullWidth: Bool = false,
      hyphenationLimits: HyphenationLimits = HyphenationLimits()
    ) {
      self.font = font
      self.text = text
      self.keepsFullWidth = keepsFullWidth
      self.hyphenationLimits = hyphenationLimits
    }
  }

  /// UTF-16 units.
  public var text: [UInt16]
  /// In order, without gaps.
  public var spans: [Span]
  /// The styles.
  public var styles: [SpanStyle]
  /// The paragraph's embedding direction; `nil` takes it from the first strong character (`unicode-bidi: plaintext`).
  public var baseDirection: Direction?

  /// A paragraph.
  public init(text: [UInt16], spans: [Span], styles: [SpanStyle], baseDirection: Direction?) {
    self.text = text
    self.spans = spans
    self.styles = styles
    self.baseDirection = baseDirection
  }
}

/// A paragraph measured.
public struct ShapedParagraph: Sendable {
  /// What comes before a UTF-16 unit.
  public struct UnitFlags: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A line may end before this unit (UAX 14 with `line-break`, `word-break`, `hyphens`).
    public static var breakAllowed: UnitFlags { UnitFlags(rawValue: 1) }
    /// A line must end before this unit.
    public static var breakMandatory: UnitFlags { UnitFlags(rawValue: 2) }
    /// A grapheme cluster begins here: where `overflow-wrap` and `word-break: break-all` may part.
    public static var graphemeStart: UnitFlags { UnitFlags(rawValue: 4) }
    /// Glyphs before and after would differ if a line ended here: shape again (kerning, ligatures, joining).
    public static var unsafeToBreak: UnitFlags { UnitFlags(rawValue: 8) }
    /// The break before this unit shows a hyphen (a soft hyphen precedes it).
    public static var hyphenated: UnitFlags { UnitFlags(rawValue: 16) }
  }

  /// Characters of one font, direction and style.
  public struct Run: Hashable, Sendable {
    /// UTF-16 units of the paragraph.
    public var range: Range<Int>
    /// The measurer's number for the font; see the measurer for what it names.
    public var font: Int
    /// The bidi level; odd is right to left.
    public var level: UInt8
    /// The run's own ascent in px, rounded: it may be a fallback font's.
    public var ascent: Double
    /// The run's own descent in px.
    public var descent: Double
    /// The run's own line gap in px.
    public var lineGap: Double

    /// A run.
    public init(range: Range<Int>, font: Int, level: UInt8, ascent: Double, descent: Double, lineGap: Double) {
      self.range = range
      self.font = font
      self.level = level
      self.ascent = ascent
      self.descent = descent
      self.lineGap = lineGap
    }
  }

  /// px by UTF-16 unit: a cluster's advance (with letter and word spacing) is at its first unit, 0 at the others.
  public var advances: [Double]
  /// One more than there are units: the last is for the end of the text.
  public var flags: [UnitFlags]
  /// In logical order, without gaps.
  public var runs: [Run]
  /// The advance of the hyphen that a hyphenated break shows, by span, in px; may be empty where no break is hyphenated.
  public var hyphenAdvances: [Double]
  /// Whether every run is left to right, so that no line needs reordering.
  public var isLeftToRight: Bool
  /// What the measurer made it of, by which it measures the paragraph for another screen.
  package var source: (any AnyObject & Sendable)?

  /// A measured paragraph.
  public init(advances: [Double], flags: [UnitFlags], runs: [Run], hyphenAdvances: [Double], isLeftToRight: Bool) {
    self.advances = advances
    self.flags = flags
    self.runs = runs
    self.hyphenAdvances = hyphenAdvances
    self.isLeftToRight = isLeftToRight
  }
}

extension TextParagraph {
  /// The span that holds a unit, by bisection.
  package func span(at unit: Int) -> Int? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= unit { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].range.contains(unit) ? low : nil
  }
}

extension ShapedParagraph {
  /// The first of runs in logical order that ends after a unit, by bisection; their number where none does.
  static func firstRun(endingAfter unit: Int, in runs: [Run]) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= unit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
