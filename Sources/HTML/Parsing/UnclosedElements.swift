import Diagnostics
import Names

/// Finds the elements of a page that are never closed, where the parser only saw that others ended before them.
///
/// Tree construction closes an open element at the end tag of the one around it (`<div><span></div>`) or at a start tag that
/// it cannot hold (`<a>` in `<a>`). Whether the element's own end tag is missing or only misplaced is known at the page's end.
enum UnclosedElements {
  /// The records, with those of elements that have no end tag as ``ParseError/unclosedElement``.
  static func named(in records: [ParseErrorRecord], _ source: SourceFile) -> [ParseErrorRecord] {
    // OPTIMIZATION: most pages have none of these errors.
    guard records.contains(where: { mayHideOne($0.error) }) else { return records }
    let found = starts(of: MarkupScan(source, keepsCase: false), besides: records)
    // A tag that swallows others up to the next quote, their ends among them, has only that fault.
    let quotes = records.filter { $0.error == .unclosedAttributeQuote }.map(\.start)
    let starts = found.filter { found in !quotes.contains { $0 > found.start && $0 < found.end } }
    guard !starts.isEmpty else { return records }
    let places = Set(starts.map(\.start))
    return records.filter {
      !mayHideOne($0.error) || $0.error == .htmlElementInForeignContent || !places.contains($0.opened)
    }
      + starts
  }

  private static func mayHideOne(_ error: ParseError) -> Bool {
    switch error {
    case .misnestedEndTag, .startTagImpliesEndTag, .htmlElementInForeignContent: true
    default: false
    }
  }

  /// The start tags without an end tag, of names that have more start tags than end tags.
  private static func starts(of scan: MarkupScan, besides records: [ParseErrorRecord]) -> [ParseErrorRecord] {
    var missing: [Name: Int] = [:]
    for piece in scan.pieces {
      if piece.kind == .startTag, !piece.isSelfClosing { missing[piece.name, default: 0] += 1 }
      if piece.kind == .endTag { missing[piece.name, default: 0] -= 1 }
    }
    var known: Set<Int> = []
    for record in records where record.error == .unclosedElement {
      known.insert(record.start)
      missing[record.name, default: 0] -= 1
    }
    var result: [ParseErrorRecord] = []
    for piece in scan.pieces where piece.kind == .startTag && piece.partner < 0 && !piece.isSelfClosing {
      guard let count = missing[piece.name], count > 0, !piece.name.isVoidElement, !mayStayOpen(piece.name),
        !known.contains(piece.range.lowerBound), result.count < 100
      else { continue }
      missing[piece.name] = count - 1
      result.append(
        ParseErrorRecord(
          error: .unclosedElement, start: piece.range.lowerBound, end: piece.range.upperBound, name: piece.name))
    }
    return result
  }

  /// Elements whose end tags may be left out (HTML, section 13.1.2.4).
  private static func mayStayOpen(_ name: Name) -> Bool {
    switch name {
    case .html, .head, .body, .li, .dt, .dd, .p, .rb, .rt, .rtc, .rp, .optgroup, .option, .colgroup, .caption, .thead,
      .tbody, .tfoot, .tr, .td, .th:
      true
    // The parser makes another element of `<image>`; what follows `<plaintext>` is its text.
    case .image, .plaintext: true
    default: false
    }
  }
}
