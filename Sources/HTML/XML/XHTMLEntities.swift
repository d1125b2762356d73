/// HTML's named character references in XHTML (HTML, section 14.2): documents with one of XHTML's public identifiers may
/// use them without any DTD being read. They are written as numbers before libxml2 reads the document.
struct XHTMLEntities {
  /// The markup with numbers for names.
  private(set) var markup: [UInt8]
  /// Places where the markup goes on at another offset than the source: offsets in the markup and in the source.
  private var shifts: [(markup: Int, source: Int)] = []

  var isUnchanged: Bool { shifts.isEmpty }

  init(_ source: [UInt8]) {
    markup = source
    guard Self.hasPublicIdentifier(source) else { return }
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var copied = 0
    source.withUnsafeBufferPointer { source in
      var offset = 0
      while offset < source.count {
        guard source[offset] == 0x26 else {
          offset = Self.skip(source, offset)
          continue
        }
        var end = offset + 1
        while end < source.count, ASCII.isAlphanumeric(source[end]) { end += 1 }
        if end < source.count, source[end] == 0x3B, !Self.isPredefined(source[(offset + 1)..<end]),
          let found = NamedCharacterReferences.shared.find(source, offset + 1, end)
        {
          result.append(contentsOf: source[copied..<offset])
          result += "&#\(found.first);".utf8
          if found.second != 0 { result += "&#\(found.second);".utf8 }
          copied = end + 1
          shifts.append((result.count, copied))
        }
        offset = max(end, offset + 1)
      }
      result.append(contentsOf: source[copied...])
    }
    if !shifts.isEmpty { markup = result }
  }

  /// The offset in the source of an offset in the markup.
  func sourceOffset(_ offset: Int) -> Int {
    var low = 0
    var high = shifts.count
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].markup <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    return offset - shifts[low - 1].markup + shifts[low - 1].source
  }

  private static func isPredefined(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    ["lt", "gt", "amp", "apos", "quot"].contains { name.elementsEqual($0.utf8) }
  }

  /// The next offset, past comments, CDATA sections and processing instructions, which hold no references.
  private static func skip(_ source: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
    guard source[offset] == 0x3C else { return offset + 1 }
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where source[offset...].starts(with: opening.utf8) {
      let last = closing.utf8.last ?? 0
      var end = offset + opening.utf8.count
      while end < source.count {
        if source[end] == last, source[...end].suffix(closing.utf8.count).elementsEqual(closing.utf8) { return end + 1 }
        end += 1
      }
      return source.count
    }
    return offset + 1
  }

  /// Whether the document type has one of the public identifiers of XHTML and MathML.
  private static func hasPublicIdentifier(_ source: [UInt8]) -> Bool {
    let head = String(decoding: source.prefix(2_048), as: UTF8.self)
    guard let start = head.firstRange(of: "<!DOCTYPE") else { return false }
    let doctype = head[start.upperBound...].prefix { $0 != ">" && $0 != "[" }
    return [
      "-//W3C//DTD XHTML 1.0 Transitional//EN", "-//W3C//DTD XHTML 1.1//EN", "-//W3C//DTD XHTML 1.0 Strict//EN",
      "-//W3C//DTD XHTML 1.0 Frameset//EN", "-//W3C//DTD XHTML Basic 1.0//EN",
      "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN", "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
      "-//W3C//DTD MathML 2.0//EN", "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
    ].contains { doctype.contains($0) }
  }
}
