import PageFormat
import Platform

/// The declarations of a page's styles as texts, made once for all nodes that have the style.
final class StyleTexts: Sendable {
  private let known = Mutex<[Int: [(property: String, value: String)]]>([:])

  /// The computed values of a style that are not initial.
  func declarations(ofStyle style: Int, of page: PageReader) -> [(property: String, value: String)] {
    if let known = known.withLock({ $0[style] }) { return known }
    let made = page.declarations(ofStyle: style)
    known.withLock { $0[style] = made }
    return made
  }
}
