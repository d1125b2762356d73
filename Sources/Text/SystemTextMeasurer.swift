import CSSValues
import Layout
import Synchronization

/// The build's text measurer: HarfBuzz shapes, ICU finds breaks and directions, metrics are rounded as Chromium does.
///
/// One serves a page (or a thread): the fonts behind it and their caches are shared. Its numbers for fonts count from 0 in
/// the order in which text first needed them, so that they depend on the page alone.
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
  private let state = Mutex(State())

  private struct MetricsKey: Hashable {
    var request: FontRequest
    var size: Double
    var adjust: FontSizeAdjust?
  }

  private struct State {
    var numbers: [ObjectIdentifier: Int] = [:]
    var instances: [FontInstance] = []
    var metrics: [MetricsKey: FontMetrics] = [:]
  }

  /// A measurer over a set of fonts.
  /// - Parameters:
  ///   - fonts: what text is measured with.
  ///   - scale: Device pixels per CSS px of the viewport.
  public init(fonts: FontSet, scale: Double = 1) {
    self.fonts = fonts
    self.scale = scale.isFinite && scale > 0 ? min(64, scale) : 1
  }

  /// The measures of a style's first available font at its size, as Chromium rounds them.
  public func metrics(for font: FontStyle) -> FontMetrics {
    metrics(for: font, language: "")
  }

  /// The same for an element's language, which chooses generic families for Chinese, Japanese and Korean.
  public func metrics(for font: FontStyle, language: String) -> FontMetrics {
    let request = FontRequest(font, language: language, usesOpticalSize: fonts.usesOpticalSizes)
    let key = MetricsKey(request: request, size: font.size, adjust: font.sizeAdjust)
    if let known = state.withLock({ $0.metrics[key] }) { return known }
    let primary = fonts.cascade(for: request).primary
    let size = Self.usedSize(font, of: primary, primary: primary)
    let made = primary.metrics(size: size, scale: scale)
    state.withLock { state in
      if state.metrics.count >= 4096 { state.metrics.removeAll() }
      state.metrics[key] = made
    }
    return made
  }

  /// Shapes a paragraph and finds where its lines may break.
  public func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    let (paragraphFonts, known) = fonts.paragraphs.shaped(paragraph, scale: scale) {
      ParagraphShaping(fonts: fonts, paragraph: paragraph).shape()
    }
    var shaped = known
    let numbers = paragraphFonts.map { number(of: $0) }
    if numbers.indices.contains(where: { numbers[$0] != $0 }) {
      for run in shaped.runs.indices { shaped.runs[run].font = numbers[shaped.runs[run].font] }
    }
    return shaped
  }

  /// The advances of a part of a paragraph that stands alone on a line.
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

    /// The bytes that a content hash is taken over: the font's tables, or a metrics file's text. Fonts of the machine whose
    /// metrics are built in have these metrics' text.
    public func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      if let builtIn = instance.builtIn { return builtIn.content.withUnsafeBytes(body) }
      switch instance.source {
      case .face(let face, _): return face.tables.withBytes(body)
      case .metrics(let file):
        var text = file.text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
      }
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
    let instance = state.withLock { $0.instances[number] }
    var postScriptName = ""
    var ownFamily = instance.family
    if case .face(let face, _) = instance.source {
      postScriptName = face.postScriptName
      if !face.familyName.isEmpty { ownFamily = face.familyName }
    }
    return MeasuredFont(
      family: instance.family, ownFamily: ownFamily, postScriptName: postScriptName, origin: instance.origin,
      isSyntheticBold: instance.isSyntheticBold, isSyntheticItalic: instance.isSyntheticItalic, instance: instance)
  }

  /// How many fonts have measured something: numbers are below.
  public var fontCount: Int { state.withLock { $0.instances.count } }

  func number(of instance: FontInstance) -> Int {
    state.withLock { state in
      if let known = state.numbers[ObjectIdentifier(instance)] { return known }
      let number = state.instances.count
      state.instances.append(instance)
      state.numbers[ObjectIdentifier(instance)] = number
      return number
    }
  }

  // MARK: Sizes

  /// The size that glyphs are scaled to in CSS px: FreeType cuts sizes to 1/64 device pixel.
  static func glyphSize(_ size: Double, scale: Double) -> Double {
    (effectiveSize(size, scale: scale) * 64).rounded(.down) / 64 / scale
  }

  /// The size of synthesized small capitals in CSS px: 0.7 of the letters' size, in whole device pixels as Chromium has it.
  static func smallCapitalSize(_ size: Double, scale: Double) -> Double {
    (size * 0.7 * scale).rounded() / scale
  }

  /// The size in device pixels that Chromium opens a font at: cut to 1/100, in single precision.
  static func effectiveSize(_ size: Double, scale: Double) -> Double {
    let pixels = Swift.Float(size) * Swift.Float(scale)
    guard pixels.isFinite, pixels > 0 else { return 0 }
    return Double((pixels * 100).rounded(.down) / 100)
  }

  /// The font size with `font-size-adjust` (CSS Fonts 5, 2.6): the size at which a font's metric has the wanted ratio.
  static func usedSize(_ style: FontStyle, of font: FontInstance, primary: FontInstance) -> Double {
    let size = style.size.isFinite ? min(100_000, max(0, style.size)) : 0
    guard let adjust = style.sizeAdjust, size > 0 else { return size }
    let own = metricRatio(adjust.metric, font)
    let wanted = adjust.ratio ?? metricRatio(adjust.metric, primary)
    guard own > 0, wanted.isFinite, wanted >= 0 else { return size }
    return size * wanted / own
  }

  private static func metricRatio(_ metric: FontSizeAdjust.Metric, _ font: FontInstance) -> Double {
    let size = 1000.0
    let metrics = font.metrics(size: size, hasSubpixelPositions: true)
    switch metric {
    case .exHeight: return metrics.xHeight / size
    case .capHeight: return metrics.capHeight / size
    case .chWidth: return metrics.zeroAdvance / size
    case .icWidth, .icHeight: return metrics.ideographicAdvance / size
    }
  }
}
