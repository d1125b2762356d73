import CICU

/// Where lines may break between two characters of U+0021–00FF, as browsers have it rather than UAX 14.
///
/// Between ASCII characters Chromium follows old Internet Explorer and Firefox: it breaks before opening brackets, after
/// hyphens and question marks, and nowhere else. Where one of the two is above U+007F the pair's line break classes decide,
/// without their context.
enum LatinBreakTable {
  static let first: UInt16 = 0x21
  static let last: UInt16 = 0xFF
  private static let width = Int(last - first) + 1

  private static let table: [Bool] = {
    var table = [Bool](repeating: false, count: width * width)
    fillLatin1(&table)
    fillASCII(&table)
    return table
  }()

  @inline(__always)
  static func allowsBreak(_ before: UInt16, _ after: UInt16) -> Bool {
    table[Int(before - first) * width + Int(after - first)]
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
          // A digit after a hyphen depends on what stands before the hyphen: see the caller.
          allowed = after != UInt8(ascii: "$") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(after)
        } else if before == UInt8(ascii: "?") {
          allowed = after != UInt8(ascii: "\"") && after != UInt8(ascii: "'")
        }
        if closers.contains(after) || binders.contains(before) { allowed = false }
        table[Int(before - 0x21) * width + Int(after - 0x21)] = allowed
      }
    }
  }

  private static func fillLatin1(_ table: inout [Bool]) {
    // A pair in isolation depends on the two classes alone: one question to ICU for each pair of classes.
    var known: [Int: Bool] = [:]
    let classes = (Int(first)...Int(last)).map { Int(cicu_line_break_class(UInt32($0))) }
    for before in 0..<width {
      for after in 0..<width where before >= 0x80 - Int(first) || after >= 0x80 - Int(first) {
        let pair = classes[before] << 8 | classes[after]
        let allowed: Bool
        if let answer = known[pair] {
          allowed = answer
        } else {
          var marks = [UInt8](repeating: 0, count: 3)
          let text = [UInt16(before) + first, UInt16(after) + first]
          BreakIterators.shared.markBoundaries(of: text, isLine: true, locale: "en@lb=normal", marks: &marks, mark: 1)
          allowed = marks[1] != 0
          known[pair] = allowed
        }
        table[before * width + after] = allowed
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
