/// What a document begins with, as the release ships it: its doctype, and where it names its viewport.
struct DocumentStart {
  /// The doctype as it is written, its white space collapsed; `nil` for none, which is quirks mode.
  private(set) var doctype: String?
  /// The line of the doctype, from 1.
  private(set) var doctypeLine: Int?
  /// The line of `<meta name=viewport>`, from 1.
  private(set) var viewportLine: Int?

  /// The first tag behind `<html>` and `<head>`, in lower case and without attributes; `nil` for none.
  private(set) var firstTag: String?
  /// The line of ``firstTag``, from 1.
  private(set) var firstTagLine: Int?

  /// The most bytes that are looked at.
  private static let longest = 1 << 20

  /// Reads the begin of a document.
  init(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(Self.longest)
    var (line, index) = (1, 0)
    var hasElement = false
    while index < bytes.count, viewportLine == nil {
      if bytes[index] == 0x0A { line += 1 }
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let isComment = bytes[index...].starts(with: Array("<!--".utf8))
      let end = Self.end(of: isComment ? "-->" : ">", in: bytes, from: index + (isComment ? 4 : 1))
      let tag = String(decoding: bytes[index..<end], as: UTF8.self)
      if !isComment {
        let lower = tag.prefix(2_000).lowercased()
        if lower.hasPrefix("<!doctype"), !hasElement, doctype == nil {
          (doctype, doctypeLine) = (tag.split(whereSeparator: \.isWhitespace).joined(separator: " "), line)
        } else if lower.hasPrefix("<meta"), lower.contains(#/\sname\s*=\s*["']?viewport["'\s\/>]/#) {
          viewportLine = line
        }
        let name = lower.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        if firstTag == nil, !lower.hasPrefix("<!"), !lower.hasPrefix("<?"), !["<html", "<head"].contains(name) {
          (firstTag, firstTagLine) = (String(name), line)
        }
        hasElement = hasElement || !lower.hasPrefix("<!") && !lower.hasPrefix("<?")
      }
      line += bytes[index..<end].count { $0 == 0x0A }
      index = end
    }
  }

  /// The place behind the next text; the end where it does not come.
  private static func end(of text: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    let wanted = Array(text.utf8)
    var index = min(start, bytes.endIndex)
    while index + wanted.count <= bytes.endIndex {
      if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) { return index + wanted.count }
      index += 1
    }
    return bytes.endIndex
  }
}
