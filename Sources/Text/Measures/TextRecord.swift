import CSSValues
import Layout
import Shaping
import Platform

/// The paragraphs and fonts that a page asked its measurers for: what its measures are made from.
public final class TextRecord: Sendable {
  private struct State {
    var paragraphs: Set<TextParagraph> = []
    var requests: Set<FontRequest> = []
  }

  private let state = Mutex(State())

  /// Nothing yet.
  public init() {}

  func note(_ paragraph: TextParagraph) { state.withLock { _ = $0.paragraphs.insert(paragraph) } }
  func note(_ request: FontRequest) { state.withLock { _ = $0.requests.insert(request) } }

  /// Notes the fonts of styles, whether or not they show text.
  public func note(_ styles: [ComputedStyle], in fonts: FontSet) {
    // Lengths in units of the font are resolved without a language.
    let requests = styles.flatMap { style in
      Set([style.text.language, ""]).map {
        FontRequest(style.font, language: $0, usesOpticalSize: fonts.usesOpticalSizes)
      }
    }
    state.withLock { $0.requests.formUnion(requests) }
  }

  /// What the paragraphs were measured with, as a release holds it.
  ///
  /// - Parameters:
  ///   - fonts: the page's fonts.
  ///   - forData: whether the page may show other texts than its own: printable ASCII and Latin-1 are measured too.
  ///   - digest: the content hash of a font.
  public func measures(
    with fonts: FontSet, forData: Bool, digest: (SystemTextMeasurer.MeasuredFont) -> String
  ) -> [UInt8] {
    let (paragraphs, requests) = state.withLock { ($0.paragraphs, $0.requests) }
    return withoutActuallyEscaping(digest) { digest in
      var capture = TextMeasuresCapture(fonts: fonts, forData: forData, digest: digest)
      for paragraph in paragraphs { capture.add(paragraph) }
      for request in requests { capture.add(request) }
      return capture.finished().encoded()
    }
  }
}

/// Files of measures as the build puts them together.
public enum MeasuresFile {
  /// The measures of several pages as one file; those that cannot be read are left out.
  ///
  /// - Parameter pages: paths with their files, in order of path.
  public static func merged(_ pages: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    var whole = TextMeasures()
    for page in pages {
      if let measures = try? TextMeasures(page.bytes) { whole.merge(measures, page: page.path) }
    }
    return whole.encoded()
  }
}
