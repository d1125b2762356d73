import Diagnostics
import HTML
import Platform

/// The texts of a site's style sheets (CSS Syntax 3, section 3.2): each is decoded once.
final class StyleSheetTexts: Sendable {
  /// A sheet's text.
  struct Text: Sendable {
    var source: SourceFile
    /// What was lost in decoding.
    var diagnostics = DiagnosticSink()
    /// Whether the encoding is that of the page that refers to the sheet, so that another page may read it otherwise.
    var isOfPage = false
  }

  private struct Key: Hashable {
    var path: String
    var pageEncoding: String
    var label: String?
  }

  private let texts: Mutex<[Key: Text]>

  /// Without any text.
  init() { texts = Mutex([:]) }

  /// The texts of another cache, without those at some paths.
  init(keeping other: StyleSheetTexts, except changed: Set<String>) {
    let kept = other.texts.withLock { $0.filter { !changed.contains($0.key.path) } }
    texts = Mutex(kept)
  }

  /// The text at a path, where it was decoded before.
  func known(_ path: String, pageEncoding: String, label: String?) -> Text? {
    texts.withLock { $0[Key(path: path, pageEncoding: pageEncoding, label: label)] }
  }

  /// The text at a path: by its byte order mark, else by `@charset`, else by the label of the link that refers to it, else in
  /// the page's encoding.
  func text(_ path: String, pageEncoding: String, label: String? = nil, bytes: [UInt8]) -> Text {
    let key = Key(path: path, pageEncoding: pageEncoding, label: label)
    if let known = texts.withLock({ $0[key] }) { return known }
    let decoded = EncodingSniffer.decodeStyleSheet(bytes, documentEncoding: label ?? pageEncoding)
    var text = Text(source: SourceFile(path: path, bytes: decoded.text))
    decoded.report(in: text.source, to: &text.diagnostics)
    text.isOfPage = decoded.encoding != "utf-8" && (label != nil || decoded.encoding == pageEncoding)
    texts.withLock { $0[key] = text }
    return text
  }
}
