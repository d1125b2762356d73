import Cryptography
import Diagnostics
import Foundation
import HTML
import Names
import References

/// Verifies the `integrity` of scripts and stylesheets whose files are in the site (Subresource Integrity, 3.3).
struct IntegrityChecker {
  /// What the document's URLs count from.
  let documentBase: DocumentBase
  /// The path prefix of absolute references.
  let base: String
  let source: SourceFile

  func check(_ document: Document, _ checker: inout ReferenceChecker, _ diagnostics: inout DiagnosticSink) {
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node), let attribute = document.attribute(node, .integrity),
        let url = document.value(node, .src) ?? document.value(node, .href),
        case .local(let target, _) = SiteReference(url, from: documentBase, prefix: base),
        let bytes = try? checker.read(target)
      {
        let metadata = document.value(attribute)
        if !Self.matches(bytes, metadata) {
          let found = "sha384-" + Data(MessageDigest.hash(bytes, with: .sha384)).base64EncodedString()
          diagnostics.report(
            .integrityMismatch, "`\(target)` does not have the digest `\(metadata.prefix(80))`", in: source,
            at: attribute.sourceRange, help: "its digest is \(found)")
        }
      }
      node = document.next(after: node)
    }
  }

  /// Whether bytes have one of the strongest digests that a text lists; a text without a known one asks for nothing.
  static func matches(_ bytes: [UInt8], _ metadata: String) -> Bool {
    var digests: [Int: [String]] = [:]
    for item in metadata.split(whereSeparator: \.isWhitespace) {
      let parts = item.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, let strength = ["sha256": 1, "sha384": 2, "sha512": 3][parts[0].lowercased()] else {
        continue
      }
      digests[strength, default: []].append(String(parts[1].prefix { $0 != "?" }))
    }
    guard let strongest = digests.keys.max() else { return true }
    let digest: Data =
      switch strongest {
      case 1: Data(MessageDigest.hash(bytes, with: .sha256))
      case 2: Data(MessageDigest.hash(bytes, with: .sha384))
      default: Data(MessageDigest.hash(bytes, with: .sha512))
      }
    let found = digest.base64EncodedString()
    return digests[strongest, default: []].contains { text in
      let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
      return standard.prefix { $0 != "=" } == found.prefix { $0 != "=" }
    }
  }
}
