import Diagnostics
import HTML
import Names

/// SVG files as they are written into a package: URLs that count from the site's root (`href="/img/a.png"`,
/// `fill="url(/a.svg#b)"`, those of `<style>`) are written as seen from the file, and every other byte stays.
struct PackagedVectorImage {
  private let urls: PackagedURL
  private let sheet: PackagedStyleSheet

  /// - Parameters:
  ///   - path: the site path of the file.
  ///   - base: the path prefix that absolute references carry.
  init(path: String, base: String) {
    urls = PackagedURL(path: path, base: base)
    sheet = PackagedStyleSheet(path: path, base: base)
  }

  /// The markup (UTF-8, or another encoding that holds ASCII) with its URLs rewritten; `nil` where none had to be.
  func rewritten(_ svg: [UInt8]) -> [UInt8]? {
    guard PackagedStyleSheet.mayCountFromRoot(svg) else { return nil }
    let scan = MarkupScan(SourceFile(path: "", bytes: svg), keepsCase: true)
    var result: [UInt8] = []
    var end = 0
    func replace(_ range: Range<Int>, _ text: [UInt8]) {
      result += svg[end..<range.lowerBound] + text
      end = range.upperBound
    }
    for piece in scan.pieces {
      switch piece.kind {
      case .startTag:
        for attribute in scan.attributes[piece.attributes] {
          guard let text = rewritten(attribute, scan, svg) else { continue }
          replace(attribute.sourceRange, text)
        }
      case .text where piece.name == .style:
        if let text = sheet.rewritten(Array(svg[piece.range])) { replace(piece.range, text) }
      default: break
      }
    }
    return end == 0 ? nil : result + svg[end...]
  }

  /// An attribute with its URLs rewritten; `nil` where it stays.
  private func rewritten(_ attribute: Document.Attribute, _ scan: MarkupScan, _ svg: [UInt8]) -> [UInt8]? {
    let value = scan.value(attribute)
    let name = attribute.name.string
    let isURL = name == "href" || name.hasSuffix(":href")
    let text =
      isURL ? urls.rewritten(value) : sheet.rewritten(Array(value.utf8)).map { String(decoding: $0, as: UTF8.self) }
    // What the file's own entities stand for is not known here.
    guard let text, text != value, !hasForeignEntity(svg[attribute.sourceRange]) else { return nil }
    var written = Array("\(name)=\"".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): written += "&amp;".utf8
      case UInt8(ascii: "<"): written += "&lt;".utf8
      case UInt8(ascii: "\""): written += "&quot;".utf8
      case 0x09, 0x0A, 0x0D: written += "&#\(byte);".utf8
      default: written.append(byte)
      }
    }
    return written + [UInt8(ascii: "\"")]
  }

  /// Whether there is an entity that neither XML nor a number defines.
  private func hasForeignEntity(_ markup: ArraySlice<UInt8>) -> Bool {
    var rest = markup
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      rest = rest[(start + 1)...]
      guard rest.first != UInt8(ascii: "#") else { continue }
      let name = String(decoding: rest.prefix { $0 != UInt8(ascii: ";") }.prefix(8), as: UTF8.self)
      guard ["amp", "lt", "gt", "quot", "apos"].contains(name) else { return true }
    }
    return false
  }
}
