import CSSValues
import PageFormat

/// What an area is filled with.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(PaintColor)
  /// A gradient, in the coordinates of what is filled.
  case gradient(Gradient)
  /// An image, repeated as a pattern says.
  case pattern(ImagePattern)
}

/// How a figure that crosses itself is filled.
public enum FillRule: UInt8, Hashable, Sendable { case nonzero, evenOdd }

/// An area.
public enum PaintShape: Hashable, Sendable {
  /// A rectangle, with or without round corners.
  case rounded(RoundedRect)
  /// What lies between two rectangles: a border of one colour.
  case ring(outer: RoundedRect, inner: RoundedRect)
  /// A path.
  case path(PaintPath, FillRule)

  /// The smallest rectangle around the area.
  public var bounds: LayoutRect {
    switch self {
    case .rounded(let rect): rect.rect
    case .ring(let outer, _): outer.rect
    case .path(let path, _): path.bounds
    }
  }
}

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
  /// `stroke-linecap`.
  public enum Cap: UInt8, Hashable, Sendable { case butt, round, square }
  /// `stroke-linejoin`.
  public enum Join: UInt8, Hashable, Sendable { case miter, round, bevel }

  /// The width in px.
  public var width: Double
  /// How the ends are drawn.
  public var cap = Cap.butt
  /// How corners are drawn.
  public var join = Join.miter
  /// The longest miter, in widths.
  public var miterLimit = 4.0
  /// Lengths of dashes and gaps in turn, in px; empty for a whole line.
  public var dashes: [Double] = []
  /// Where in the dashes the line begins, in px.
  public var dashOffset = 0.0

  /// A whole line.
  public init(width: Double) { self.width = width }
}

/// An image by its address in the package, with the picture's place.
public struct ImagePattern: Hashable, Sendable {
  /// The address as the page names it: a path in the package, or a `data:` URL.
  public var source: String
  /// Where the first tile is, in px.
  public var tile: LayoutRect
  /// From one tile to the next, in px; 0 where the tile is not repeated in that direction.
  public var stepX: Double
  /// The same from top to bottom.
  public var stepY: Double
  /// Whether pixels are shown as squares (`image-rendering: pixelated`).
  public var isPixelated: Bool

  /// A pattern of one tile that is not repeated.
  public init(source: String, tile: LayoutRect, stepX: Double = 0, stepY: Double = 0, isPixelated: Bool = false) {
    (self.source, self.tile, self.stepX, self.stepY) = (source, tile, stepX, stepY)
    self.isPixelated = isPixelated
  }
}

/// A shadow of a box (CSS Backgrounds 3, 6).
public struct BoxShadow: Hashable, Sendable {
  /// What casts the shadow: the border box, or of inner shadows the padding box.
  public var box: RoundedRect
  /// The shadow's own edge before it is blurred.
  public var edge: RoundedRect
  /// The blur radius in px: twice the deviation of the Gaussian.
  public var blur: Double
  /// The color.
  public var color: PaintColor
  /// Whether the shadow falls into the box.
  public var isInset: Bool
}

/// A text with its place: a run of a line in one style.
public struct TextRun: Hashable, Sendable {
  /// The node whose text it is.
  public var node: Int
  /// The characters as they are shown.
  public var text: String
  /// The left edge, in px.
  public var x: Double
  /// The alphabetic baseline, in px.
  public var baseline: Double
  /// The width that was measured, in px: a renderer with another font draws its glyphs as wide.
  public var width: Double
  /// From the top of the text's own box to the baseline, in px.
  public var ascent: Double
  /// The height of the text's own box, in px.
  public var height: Double
  /// Whether the run goes from right to left.
  public var isRightToLeft: Bool
  /// The place of the run's style in ``DisplayList/textStyles``.
  public var style: Int
  /// The colour or gradient of the glyphs.
  public var paint: Paint
  /// The outline of the glyphs: a width in px and a colour.
  public var stroke: TextStroke?
  /// How many times as large as the style's font the glyphs are: texts of scaled drawings.
  public var scale = 1.0

  /// A run from its parts.
  public init(
    node: Int, text: String, x: Double, baseline: Double, width: Double, ascent: Double, height: Double,
    isRightToLeft: Bool, style: Int, paint: Paint, stroke: TextStroke? = nil
  ) {
    (self.node, self.text, self.x, self.baseline, self.width) = (node, text, x, baseline, width)
    (self.ascent, self.height, self.isRightToLeft) = (ascent, height, isRightToLeft)
    (self.style, self.paint, self.stroke) = (style, paint, stroke)
  }
}

/// `-webkit-text-stroke`.
public struct TextStroke: Hashable, Sendable {
  /// The width in px.
  public var width: Double
  /// The color.
  public var color: PaintColor
  /// Whether the glyphs cover the outline (`paint-order: stroke`).
  public var isBelow = false
  /// How corners are drawn.
  public var join = StrokeStyle.Join.miter

  /// An outline above the glyphs.
  public init(width: Double, color: PaintColor) { (self.width, self.color) = (width, color) }
}

/// The font and spacing of a text.
public struct TextRunStyle: Hashable, Sendable {
  /// The font.
  public var font: FontStyle
  /// Language, letter and word spacing.
  public var text: TextStyle
  /// Whether full-width punctuation keeps its width beside other such (`text-spacing-trim: space-all`).
  public var keepsFullWidth = false

  /// A font with spacing.
  public init(font: FontStyle, text: TextStyle) { (self.font, self.text) = (font, text) }

  /// The font and spacing of a style.
  init(_ style: ComputedStyle) {
    self.init(font: style.font, text: style.text)
    keepsFullWidth = style.other[.textSpacingTrim]?.keyword == "space-all"
  }
}

/// A line at a text (CSS Text Decoration 4).
public struct DecorationLine: Hashable, Sendable {
  /// How the line is drawn.
  public enum Style: UInt8, Hashable, Sendable { case solid, double, dotted, dashed, wavy }

  /// The line's rectangle.
  public var rect: LayoutRect
  /// How the line is drawn.
  public var style: Style
  /// The color.
  public var color: PaintColor
  /// The run whose glyphs the line avoids (`text-decoration-skip-ink`), as the number of its item; `nil` for none.
  public var avoidedItem: Int?
  /// Lengths of dash and gap in px, from the line's left end: a dash of 0 is a round dot. Empty for a whole line.
  public var dashes: [Double] = []
  /// Where the line leaves room for glyphs, in px: from and to. Empty until ``DisplayList/placeGaps(_:)``; renderers that shape
  /// texts find the places themselves.
  public var gaps: [ClosedRange<Double>] = []

  /// The parts of a line that are left between gaps.
  public static func pieces(
    from left: Double, to right: Double, without gaps: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    var pieces: [ClosedRange<Double>] = []
    var start = left
    for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let end = min(gap.lowerBound, right)
      if end > start { pieces.append(start...end) }
      start = max(start, gap.upperBound)
    }
    if start < right { pieces.append(start...right) }
    return pieces
  }
}

/// Marks at the characters of a text (CSS Text Decoration 4, 3).
public struct EmphasisMarks: Hashable, Sendable {
  /// The text, painted in the marks' colour.
  public var run: TextRun
  /// The mark, one at the middle of each character that is not a space or punctuation.
  public var mark: String
  /// The place of the marks' own style in ``DisplayList/textStyles``: the text's at half its size.
  public var style: Int
  /// Whether the marks are below the text.
  public var isUnder: Bool

  /// Whether a character of the text has a mark.
  public static func hasMark(_ character: Character) -> Bool { PagePainter.hasMark(character) }
}

/// A filter function (Filter Effects 1).
public enum PaintFilter: Hashable, Sendable {
  /// The Gaussian's deviation in px.
  case blur(Double)
  /// Rows of a matrix over red, green, blue, alpha and 1: 20 numbers.
  case colorMatrix([Double])
  /// A shadow of what is painted: offsets and deviation in px.
  case dropShadow(dx: Double, dy: Double, deviation: Double, color: PaintColor)
  /// From sRGB to the light that its components stand for: the filters that follow work in it.
  case toLinearLight
  /// Back from light to sRGB.
  case fromLinearLight

  /// Whether the filter only changes what the components of colors stand for.
  var isConversion: Bool { self == .toLinearLight || self == .fromLinearLight }
}

/// How a group is laid over what is below it.
public struct GroupEffect: Hashable, Sendable {
  /// The node that makes the group.
  public var node: Int
  /// 0 to 1.
  public var opacity = 1.0
  /// `mix-blend-mode`.
  public var blend = BlendMode.normal
  /// The filters in order.
  public var filters: [PaintFilter] = []
  /// A mask: layers whose alpha is kept.
  public var mask: [MaskLayer] = []
  /// Whether what is in it blends with nothing outside of it (`isolation: isolate`).
  public var isIsolated = false

  /// A group that changes nothing.
  public init(node: Int) { self.node = node }

  /// Whether the group only keeps what blends from what is outside of it.
  var isOnlyIsolated: Bool { isIsolated && opacity == 1 && blend == .normal && filters.isEmpty && mask.isEmpty }

  /// Whether the group must be painted apart.
  public var isVisible: Bool {
    opacity < 1 || blend != .normal || !filters.isEmpty || !mask.isEmpty || isIsolated
  }
}

/// A layer of a mask: the first one is on top.
public struct MaskLayer: Hashable, Sendable {
  /// How a layer joins those below it (CSS Masking 1, 7.8).
  public enum Composite: String, Hashable, Sendable { case add, subtract, intersect, exclude }

  /// Where the layer counts.
  public var area: RoundedRect
  /// What the layer shows.
  public var paint: Paint
  /// Whether the luminance counts with the alpha, not only the alpha.
  public var isLuminance = false
  /// How the layer joins those below it.
  public var composite = Composite.add

  /// A layer whose alpha counts.
  public init(area: RoundedRect, paint: Paint) { (self.area, self.paint) = (area, paint) }
}

/// `mix-blend-mode` and `background-blend-mode` (Compositing 1, 5).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, hue, saturation, color, luminosity, difference, exclusion
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case plusLighter = "plus-lighter"
}

/// One step of painting. Items come in pairs where they begin and end something.
public enum DisplayItem: Hashable, Sendable {
  /// Fills an area.
  case fill(PaintShape, Paint, BlendMode)
  /// Draws a line along a path.
  case stroke(PaintPath, Paint, StrokeStyle)
  /// A box's shadow.
  case shadow(BoxShadow)
  /// A text.
  case text(TextRun)
  /// A text as a shadow: the deviation of the blur in px.
  case textShadow(TextRun, deviation: Double)
  /// A line at a text.
  case decoration(DecorationLine)
  /// Marks at the characters of a text.
  case emphasis(EmphasisMarks)
  /// An image drawn into a rectangle, clipped to an area.
  case image(source: String, destination: LayoutRect, clip: RoundedRect, isPixelated: Bool)
  /// What is below an area, changed by filters (Filter Effects 2, 2).
  case backdrop(PaintShape, [PaintFilter])
  /// Everything up to the matching ``end`` shows only inside of the area.
  case beginClip(PaintShape)
  /// Everything up to the matching ``end`` is cut to the glyphs of texts between this and ``paintInText``.
  case beginTextClip
  /// Ends the glyphs of ``beginTextClip``; what is painted from here to ``end`` shows through them.
  case paintInText
  /// What is painted between this and ``paintInMask`` is a mask for what is painted from there to ``end``: its luminance
  /// with its alpha counts, or only its alpha.
  case beginMask(isLuminance: Bool)
  /// Ends the mask.
  case paintInMask
  /// Everything up to the matching ``end`` is moved by a matrix.
  case beginTransform(PaintMatrix)
  /// Everything up to the matching ``end`` is painted apart, then laid over what is below.
  case beginGroup(GroupEffect)
  /// Everything up to the matching ``end`` stays in place while the page scrolls.
  case beginFixed(node: Int)
  /// Ends the innermost clip, transform or group.
  case end

  /// The text that is drawn, or whose shadow is.
  public var run: TextRun? {
    switch self {
    case .text(let run), .textShadow(let run, _): run
    default: nil
    }
  }

  /// 1 for what begins something, -1 for what ends it.
  public var depthChange: Int {
    switch self {
    case .beginClip, .beginTextClip, .beginMask, .beginTransform, .beginGroup, .beginFixed: 1
    case .end: -1
    default: 0
    }
  }
}

extension DisplayItem {
  /// The step with its place in another list.
  ///
  /// - Parameters:
  ///   - styles: the new numbers of the styles of texts.
  ///   - count: the steps of the other list before its own.
  func renumbered(_ styles: [Int], movedBy count: Int) -> DisplayItem {
    func moved(_ run: TextRun) -> TextRun {
      var run = run
      run.style = styles[run.style]
      return run
    }
    switch self {
    case .text(let run): return .text(moved(run))
    case .textShadow(let run, let deviation): return .textShadow(moved(run), deviation: deviation)
    case .emphasis(var marks):
      marks.run = moved(marks.run)
      marks.style = styles[marks.style]
      return .emphasis(marks)
    case .decoration(var line):
      line.avoidedItem = line.avoidedItem.map { $0 + count }
      return .decoration(line)
    default: return self
    }
  }
}
