/// Breaks around quotation marks between East Asian characters (UAX 14 revision 53, LB19 and LB19a), which ICU releases
/// before 76 prohibit.
package enum EastAsianQuotes {
  /// Adds the breaks before initial and after final quotation marks that have East Asian characters on both sides.
  package static func adjust(_ marks: inout [UInt8], _ text: [UInt16], _ facts: any CharacterFacts) {
    guard text.count >= 3 else { return }
    for i in 1..<(text.count - 1) {
      let unit = text[i]
      guard unit >= 0xAB, let isInitial = quotation(unit) else { continue }
      // Break before an initial mark: the characters around it are East Asian, and no rule holds the one before.
      if isInitial, isEastAsian(text[i - 1], facts), isEastAsian(text[i + 1], facts) {
        if !holdsNext(facts.lineBreakClass(of: UInt32(text[i - 1]))) { marks[i] = 1 }
      } else if !isInitial, isEastAsian(text[i - 1], facts), isEastAsian(text[i + 1], facts) {
        if startsFreely(facts.lineBreakClass(of: UInt32(text[i + 1]))) { marks[i + 1] = 1 }
      }
    }
  }

  /// Whether a mark of class QU is initial (Pi) or final (Pf); `nil` for anything else.
  private static func quotation(_ unit: UInt16) -> Bool? {
    switch unit {
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039: true
    case 0xBB, 0x2019, 0x201D, 0x203A: false
    default: nil
    }
  }

  private static func isEastAsian(_ unit: UInt16, _ facts: any CharacterFacts) -> Bool {
    // Characters beyond the basic plane that come in lines of text are ideographs.
    unit >= 0x1100
      && (unit & 0xFC00 == 0xD800 || unit & 0xFC00 == 0xDC00 || facts.isEastAsianWide(UInt32(unit)))
  }

  /// Classes that keep what follows them: OP, QU, GL, WJ, BB, CB's neighbours do not.
  private static func holdsNext(_ lineClass: Int32) -> Bool {
    lineClass == 20 || lineClass == 23 || lineClass == 12 || lineClass == 30 || lineClass == 5
  }

  /// Classes that nothing keeps at what precedes them: ID, CJ, OP, H2, H3, JL, AL, HL, NU, PR, EB and surrogates.
  private static func startsFreely(_ lineClass: Int32) -> Bool {
    [14, 37, 20, 31, 32, 33, 2, 38, 19, 22, 40, 25, 1].contains(lineClass)
  }
}
