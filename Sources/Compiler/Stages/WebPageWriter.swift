import HTML
import Names

/// Writes a page as a web view loads it from its package: well-formed, references relative so that they work under any
/// origin.
struct WebPageWriter {
  let path: String
  let base: String

  /// An attribute's value with its URLs pointing inside the package.
  func rewritten(_ value: String, of attribute: Name, on element: Name) -> String {
    switch attribute {
    case .srcset:
      var bytes = Array(value.utf8)
      for range in ReferenceCollector.sourceSetRanges(bytes).reversed() {
        let url = String(decoding: bytes[range], as: UTF8.self)
        bytes.replaceSubrange(range, with: Array(rewritten(url).utf8))
      }
      return String(decoding: bytes, as: UTF8.self)
    case .href, .src, .poster, .data, .background, .xlinkHref: return rewritten(value)
    default:
      return attribute.string == "action" || attribute.string == "formaction" ? rewritten(value) : value
    }
  }

  /// A URL that counts from the site's root, as seen from the page; any other as it is.
  private func rewritten(_ url: String) -> String {
    let stripped = SiteReference.stripped(url)
    guard stripped.hasPrefix("/"), !stripped.hasPrefix("//") else { return url }
    switch SiteReference(stripped, from: path, base: base) {
    case .local(let target, let suffix): return SiteReference.relative(to: target, from: path) + suffix
    case .directory(let target, let suffix):
      let index = target.isEmpty ? "index.html" : target + "/index.html"
      return SiteReference.relative(to: index, from: path) + suffix
    default: return url
    }
  }
}
