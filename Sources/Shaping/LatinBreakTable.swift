/// Where lines may break between two characters of U+0021–00FF, as browsers have it rather than UAX 14.
///
/// Between ASCII characters Chromium follows old Internet Explorer and Firefox: it breaks before opening brackets, after
/// hyphens and question marks, and nowhere else. Where one of the two is above U+007F the pair's line break classes decide,
/// without their context.
package enum LatinBreakTable {
  package static let first: UInt16 = 0x21
  package static let last: UInt16 = 0xFF
  private static let width = 0x7F - Int(first) + 1

  /// Pairs of ASCII characters.
  private static let table: [Bool] = {
    var table = [Bool](repeating: false, count: width * width)
    fillASCII(&table)
    return table
  }()

  @inline(__always)
  static func allowsBreak(_ before: UInt16, _ after: UInt16, _ facts: any CharacterFacts) -> Bool {
    if before >= 0x80 || after >= 0x80 { return facts.allowsBreak(betweenLatin: before, after) }
    return table[Int(before - first) * width + Int(after - first)]
  }

  private static func fillASCII(_ table: inout [Bool]) {
    let openers = Set("(<[{".utf8)
    /// Never broken before.
    let closers = Set("!),./:;?]}".utf8)
    /// Never broken after.
    let binders = Set(
      Array("$'(/<@[{\u{7F}^_`".utf8) + Array("0"..."9" as ClosedRange<Unicode.Scalar>)
        + Array("A"..."Z" as ClosedRange<Unicode.Scalar>) + Array("a"..."z" as ClosedRange<Unicode.Scalar>))
    for before in UInt8(0x21)...0x7F {
      for after in UInt8(0x21)...0x7F {
        var allowed = openers.contains(after)
        if before == UInt8(ascii: "-") {
          // A digit after a hyphen depends on what comes before the hyphen: see the caller.
          allowed = after != UInt8(ascii: "$") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(after)
        } else if before == UInt8(ascii: "?") {
          allowed = after != UInt8(ascii: "\"") && after != UInt8(ascii: "'")
        }
        if closers.contains(after) || binders.contains(before) { allowed = false }
        table[Int(before - 0x21) * width + Int(after - 0x21)] = allowed
      }
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate init(_ range: ClosedRange<Unicode.Scalar>) {
    let first = UInt8(truncatingIfNeeded: range.lowerBound.value)
    let last = UInt8(truncatingIfNeeded: range.upperBound.value)
    self = (first...last).map { $0 }
  }
}
