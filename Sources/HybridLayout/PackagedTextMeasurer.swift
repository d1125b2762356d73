import CSSValues
import Layout
import Shaping
import Platform

/// The measures of a release: what its pages' text was measured with, for layouts at any size without a text system.
///
/// Read once for a release, and shared by its pages and threads. The file is the entry `text.measures` of the package
/// `measures`.
public struct PackagedMeasures: Sendable {
  /// The entry that holds the measures.
  public static let entry = "text.measures"
  /// The package that has the entry. Devices of a built viewport need not fetch it.
  public static let package = "measures"
  let measures: TextMeasures
  /// What was shaped with them.
  let shaped = ShapedTexts()

  /// Why measures cannot be read.
  public struct ReadError: Error, Hashable, Sendable {
    /// Where the file is broken, in bytes.
    public var offset: Int
  }

  /// Reads the entry's bytes.
  ///
  /// - Throws: ``ReadError`` where they are broken.
  public init(_ bytes: [UInt8]) throws(ReadError) {
    do {
      measures = try TextMeasures(bytes)
    } catch {
      throw ReadError(offset: error.offset)
    }
  }
}

/// The fonts of the pages that were laid out last, with the texts that they have shaped: a page that is laid out again, such as
/// rotated or gone back to, is not shaped again.
final class ShapedTexts: Sendable {
  private let kept = Mutex<[(page: String, fonts: MeasuredFonts)]>([])
  /// The pages whose fonts are kept; each has some megabytes at most.
  private static let most = 2

  /// The fonts of a page, which the caller has for itself; `nil` where none are kept.
  func take(_ page: String) -> MeasuredFonts? {
    kept.withLock { kept in
      kept.firstIndex { $0.page == page }.map { kept.remove(at: $0).fonts }
    }
  }

  /// Keeps the fonts of a page, in place of those that were kept first.
  func keep(_ fonts: MeasuredFonts, of page: String) {
    kept.withLock { kept in
      kept.removeAll { $0.page == page }
      kept.append((page, fonts))
      if kept.count > Self.most { kept.removeFirst() }
    }
  }
}

/// Measures text from what a release packages, with the build's own code: no text system, no HarfBuzz, no ICU.
///
/// Text that the page was built with is as wide as in a build, to the last 1/64 px, and breaks at the same places. Text of
/// data in ASCII and Latin-1 is too, in Token pages and pages with bindings. ``isExact`` is `false` once other text was
/// measured: by the platform's text system where there is one, else as wide as the measures say at best.
public final class PackagedTextMeasurer: TextMeasurer {
  private let fonts: MeasuredFonts
  private let page: String
  private let shaped: ShapedTexts
  private let scale: Double
  /// Measures what the release does not know.
  private let platform: (any TextMeasurer)?
  private let state = Mutex(State())
  /// Numbers of the platform's fonts begin here.
  private static let platformFonts = 1 << 20

  private struct MetricsKey: Hashable {
    var request: FontRequest
    var size: Double
    var adjust: FontSizeAdjust?
  }

  private struct State {
    var metrics: [MetricsKey: FontMetrics] = [:]
    var numbers: [ObjectIdentifier: Int] = [:]
  }

  /// A measurer for one page.
  ///
  /// - Parameters:
  ///   - measures: the release's.
  ///   - page: the page's path in the site, such as `news/index.html`.
  ///   - scale: Device pixels per CSS px.
  ///   - platform: the device's text system, for paragraphs with a character, a font or a direction that the release does not
  ///     know: text of data in scripts that need shaping. It answers the same as long as the page is shown.
  public init(
    _ measures: PackagedMeasures, page: String, scale: Double, otherwise platform: (any TextMeasurer)? = nil
  ) {
    self.platform = platform
    self.page = page
    shaped = measures.shaped
    fonts = measures.shaped.take(page) ?? MeasuredFonts(measures.measures, page: page)
    self.scale = scale.isFinite && scale > 0 ? min(64, scale) : 1
  }

  // What misses something says so to whoever has it next.
  deinit { if isExact { shaped.keep(fonts, of: page) } }

  /// Whether everything that was measured so far is as a build measures it. `false` once a character, a font or a
  /// direction was asked for that the release does not know.
  public var isExact: Bool { !fonts.missesSomething }

  /// The measures of a style's first available font.
  public func metrics(for font: FontStyle) -> FontMetrics { metrics(for: font, language: "") }

  /// The same for an element's language.
  public func metrics(for font: FontStyle, language: String) -> FontMetrics {
    let request = FontRequest(font, language: language, usesOpticalSize: fonts.usesOpticalSizes)
    let key = MetricsKey(request: request, size: font.size, adjust: font.sizeAdjust)
    if let known = state.withLock({ $0.metrics[key] }) { return known }
    let misses = fonts.missCount
    let cascade = fonts.shapingCascade(for: request)
    if let platform, fonts.missCount != misses { return platform.metrics(for: font, language: language) }
    let primary = cascade.firstFont
    let size = TextSizes.usedSize(font, of: primary, primary: primary)
    let made = primary.metrics(size: size, scale: scale)
    state.withLock { state in
      if state.metrics.count >= 4096 { state.metrics.removeAll() }
      state.metrics[key] = made
    }
    return made
  }

  /// Shapes a paragraph and finds where its lines may break.
  public func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    guard let platform else {
      let (paragraphFonts, known) = fonts.paragraphs.shaped(paragraph, scale: scale) {
        ParagraphShaping(fonts: fonts, paragraph: paragraph).shape()
      }
      return numbered(known, paragraphFonts)
    }
    // A paragraph that is kept would not say again what it lacks.
    let misses = fonts.missCount
    let made = ParagraphShaping(fonts: fonts, paragraph: paragraph).shape()
    guard fonts.missCount != misses else { return numbered(made.scaled(to: scale), made.fonts) }
    var shaped = platform.shape(paragraph)
    for run in shaped.runs.indices { shaped.runs[run].font += Self.platformFonts }
    return shaped
  }

  /// The advances of a part of a paragraph that has a line of its own.
  public func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
    if let platform {
      let misses = fonts.missCount
      _ = ParagraphShaping(fonts: fonts, paragraph: paragraph).shape()
      if fonts.missCount != misses { return platform.reshape(range, of: paragraph) }
    }
    return ParagraphShaping(fonts: fonts, paragraph: paragraph).shape(range).advances(scale)
  }

  private func numbered(_ known: ShapedParagraph, _ fonts: [any ShapingFont]) -> ShapedParagraph {
    // Most paragraphs have the first fonts of the page, in their order.
    guard fonts.indices.contains(where: { number(of: fonts[$0]) != $0 }) else { return known }
    let numbers = fonts.map { number(of: $0) }
    var shaped = known
    for run in shaped.runs.indices { shaped.runs[run].font = numbers[shaped.runs[run].font] }
    return shaped
  }

  private func number(of font: any ShapingFont) -> Int {
    state.withLock { state in
      if let known = state.numbers[ObjectIdentifier(font)] { return known }
      state.numbers[ObjectIdentifier(font)] = state.numbers.count
      return state.numbers.count - 1
    }
  }
}
