import CSSValues
import Layout
import Shaping
import Platform

/// The build's text measurer: HarfBuzz shapes, ICU finds breaks and directions, metrics are rounded as Chromium does.
///
/// One serves a page (or a thread): the fonts behind it and their caches are shared. Its numbers for fonts count from 0 in
/// the order in which text first needed them, so that they depend only on the page.
///
/// ```swift
/// let measurer = SystemTextMeasurer(fonts: FontSet(library: library, rules: rules))
/// let shaped = measurer.shape(paragraph)
/// let font = measurer.font(shaped.runs[0].font)   // family, origin, bytes to hash
/// ```
///
/// Characters without an advance of their own: tabs (layout knows the tab stops), line feeds, U+FFFC and bidi controls.
public final class SystemTextMeasurer: TextMeasurer {
  /// The fonts that are measured with.
  public let fonts: FontSet
  /// Device pixels per CSS px: ascents and descents are rounded to device pixels.
  public let scale: Double
  /// Where what was asked is noted.
  private let record: TextRecord?
  private let state = Mutex(State())

  private struct State {
    var numbers: [ObjectIdentifier: Int] = [:]
    var instances: [FontInstance] = []
  }

  /// A measurer over a set of fonts.
  /// - Parameters:
  ///   - fonts: what text is measured with.
  ///   - scale: Device pixels per CSS px of the viewport.
  ///   - record: Where what was asked is noted.
  public init(fonts: FontSet, scale: Double = 1, record: TextRecord? = nil) {
    self.fonts = fonts
    self.record = record
    self.scale = scale.isFinite && scale > 0 ? min(64, scale) : 1
  }

  /// The measures of a style's first available font at its size, as Chromium rounds them.
  public func metrics(for font: FontStyle) -> FontMetrics {
    metrics(for: font, language: "")
  }

  /// The same for an element's language, which chooses generic families for Chinese, Japanese and Korean.
  public func metrics(for font: FontStyle, language: String) -> FontMetrics {
    let request = FontRequest(font, language: language, usesOpticalSize: fonts.usesOpticalSizes)
    record?.note(request)
    let key = MetricsCache.Key(request: request, size: font.size, adjust: font.sizeAdjust, scale: scale)
    return fonts.metrics.metrics(key) {
      let primary = fonts.cascade(for: request).primary
      let size = TextSizes.usedSize(font, of: primary, primary: primary)
      return primary.metrics(size: size, scale: scale)
    }
  }

  /// Shapes a paragraph and finds where its lines may break.
  public func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    record?.note(paragraph)
    let (paragraphFonts, known) = fonts.paragraphs.shaped(paragraph, scale: scale) {
      ParagraphShaping(fonts: fonts, paragraph: paragraph).shape()
    }
    return numbered(known, paragraphFonts)
  }

  /// Measures a paragraph that was shaped for another screen: only advances are found again.
  public func shape(_ paragraph: TextParagraph, shapedElsewhere: ShapedParagraph) -> ShapedParagraph {
    // What is asked is noted in full.
    guard record == nil, let (paragraphFonts, known) = fonts.paragraphs.shaped(shapedElsewhere, scale: scale) else {
      return shape(paragraph)
    }
    return numbered(known, paragraphFonts)
  }

  /// A paragraph with this measurer's numbers for its fonts.
  private func numbered(_ known: ShapedParagraph, _ paragraphFonts: [any ShapingFont]) -> ShapedParagraph {
    // OPTIMIZATION: most paragraphs have one font, which is the first that a page needs.
    var shaped = known
    if paragraphFonts.count == 1 {
      let number = number(of: paragraphFonts[0])
      if number != 0 { for run in shaped.runs.indices { shaped.runs[run].font = number } }
      return shaped
    }
    let numbers = paragraphFonts.map { number(of: $0) }
    if numbers.indices.contains(where: { numbers[$0] != $0 }) {
      for run in shaped.runs.indices { shaped.runs[run].font = numbers[shaped.runs[run].font] }
    }
    return shaped
  }

  /// The advances of a part of a paragraph that has a line of its own.
  public func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
    ParagraphShaping(fonts: fonts, paragraph: paragraph).shape(range).advances(scale)
  }

  // MARK: Facts about fonts

  /// A font that measured something.
  public struct MeasuredFont: Sendable {
    /// The family that the page asked for, or the font's own for the machine's fonts.
    public var family: String
    /// The font's own family, whatever a page calls it.
    public var ownFamily: String
    /// The PostScript name, empty for metrics files.
    public var postScriptName: String
    /// Where it comes from; ``FontOrigin/system`` is approximate.
    public var origin: FontOrigin
    /// Whether the weight is simulated, which does not change advances.
    public var isSyntheticBold: Bool
    /// Whether the slant is simulated.
    public var isSyntheticItalic: Bool
    let instance: FontInstance

    init(_ instance: FontInstance) {
      self.instance = instance
      family = instance.family
      ownFamily = instance.family
      postScriptName = ""
      if case .face(let face, _) = instance.source {
        postScriptName = face.postScriptName
        if !face.familyName.isEmpty { ownFamily = face.familyName }
      }
      origin = instance.origin
      isSyntheticBold = instance.isSyntheticBold
      isSyntheticItalic = instance.isSyntheticItalic
    }

    /// The bytes that a content hash is taken over: the font's tables, or a metrics file's text. Fonts of the machine whose
    /// metrics are built in have these metrics' text.
    public func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      if let builtIn = instance.builtIn { return builtIn.content.withUnsafeBytes(body) }
      switch instance.source {
      case .face(let face, _): return face.tables.withBytesOnce(body)
      case .metrics(let file):
        var text = file.text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
      }
    }

    /// How many bytes ``withContent(_:)`` has, none of which is read.
    public var contentSize: Int {
      if instance.builtIn == nil, case .face(let face, _) = instance.source { return face.tables.withBytes(\.count) }
      return withContent(\.count)
    }

    /// Names the bytes of ``withContent(_:)`` within the process: equal for fonts of one file, so that it is hashed once.
    /// It holds as long as the font file, metrics file or library that the set was made from.
    public var contentIdentity: ObjectIdentifier {
      if let builtIn = instance.builtIn { return ObjectIdentifier(builtIn) }
      switch instance.source {
      case .face(let face, _): return ObjectIdentifier(face.tables)
      case .metrics(let file): return ObjectIdentifier(file.identity)
      }
    }
  }

  /// The font of a number in `ShapedParagraph.Run.font`.
  public func font(_ number: Int) -> MeasuredFont {
    MeasuredFont(state.withLock { $0.instances[number] })
  }

  /// How many fonts have measured something: numbers are below.
  public var fontCount: Int { state.withLock { $0.instances.count } }

  func number(of font: any ShapingFont) -> Int {
    state.withLock { state in
      if let known = state.numbers[ObjectIdentifier(font)] { return known }
      let number = state.instances.count
      // The set's cascades have no other fonts.
      guard let instance = font as? FontInstance else { return max(0, number - 1) }
      state.instances.append(instance)
      state.numbers[ObjectIdentifier(instance)] = number
      return number
    }
  }
}
