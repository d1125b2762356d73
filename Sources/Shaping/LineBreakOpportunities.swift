import CSSValues
import Layout

/// Finds where lines may break (CSS Text 4, 5; UAX 14), as Chromium's `LazyLineBreakIterator` does: spaces by rule, pairs
/// of Latin characters by table, everything else by ICU's rules for the language and `line-break`.
package struct LineBreakOpportunities {
  private let text: [UInt16]
  private let facts: any CharacterFacts
  /// The answers of the rules by locale, asked when a character first needs them.
  private var marksByLocale: [String: [UInt8]] = [:]

  init(text: [UInt16], facts: any CharacterFacts) {
    self.text = text
    self.facts = facts
  }

  /// Sets the break flags before the units of a range; the style is that of the characters before each break.
  mutating func mark(_ range: Range<Int>, style: TextStyle, flags: inout [ShapedParagraph.UnitFlags]) {
    if style.lineBreak == .anywhere {
      for i in range where i > 0 && flags[i].contains(.graphemeStart) { flags[i].insert(.breakAllowed) }
      return
    }
    let breaksEverySpace = style.whiteSpaceCollapse == .breakSpaces
    let breaksAll = style.wordBreak == .breakAll
    let keepsAll = style.wordBreak == .keepAll
    let noSoftHyphens = style.hyphens == .none
    // OPTIMIZATION: most texts are in the table and ask no rules of a language.
    var knownLocale: String?
    var lastClass = -1
    if breaksAll, range.lowerBound > 0 { lastClass = breakClass(endingAt: range.lowerBound - 1) }
    for i in range {
      let unit = text[i]
      guard i > 0 else {
        if breaksAll { lastClass = breakClass(endingAt: i) }
        continue
      }
      let last = text[i - 1]
      // OPTIMIZATION: what most places are. The table says the same of two letters.
      if !breaksAll, Self.isLetter(last), Self.isLetter(unit) { continue }
      // The space rule: after a run of spaces, or after each.
      if breaksEverySpace {
        if Self.isSpace(last) || Self.isOtherSpace(last) {
          flags[i].insert(.breakAllowed)
          continue
        }
      } else {
        if Self.isSpace(unit) { continue }
        if Self.isSpace(last) {
          flags[i].insert(.breakAllowed)
          if breaksAll { lastClass = breakClass(endingAt: i) }
          continue
        }
      }
      // CSS Text 3, 5.1: lines may break between an atomic inline and any character, for compatibility with the Web. Chromium
      // makes an exception only of U+3000, which hangs.
      if Self.isAtomic(last) && unit != Self.ideographicSpace || Self.isAtomic(unit) {
        flags[i].insert(.breakAllowed)
        continue
      }
      let fast = fastResult(i, last, unit, noSoftHyphens: noSoftHyphens)
      if fast == .allowed {
        allow(i, last, &flags)
        if breaksAll { lastClass = breakClass(endingAt: i) }
        continue
      }
      if breaksAll, unit & 0xFC00 != 0xD800 {
        let isAstral = unit & 0xFC00 == 0xDC00 && last & 0xFC00 == 0xD800
        let lineClass = breakClass(endingAt: i)
        if Self.breakAllAllows(lastClass, lineClass) {
          flags[isAstral ? i - 1 : i].insert(.breakAllowed)
          lastClass = lineClass
          continue
        }
        if lineClass != Self.combiningMark { lastClass = lineClass }
      } else if keepsAll, keepsTogether(i) {
        continue
      }
      if fast == .prohibited { continue }
      let locale = knownLocale ?? Self.locale(language: style.language, strictness: style.lineBreak)
      knownLocale = locale
      if icuAllows(i, locale) || isBehindHebrewHyphen(i), !(noSoftHyphens && last == 0xAD) { allow(i, last, &flags) }
    }
  }

  /// Whether a unit is a letter of ASCII.
  private static func isLetter(_ unit: UInt16) -> Bool { (unit | 0x20) &- 0x61 < 26 }

  private func allow(_ i: Int, _ last: UInt16, _ flags: inout [ShapedParagraph.UnitFlags]) {
    flags[i].insert(.breakAllowed)
    if last == 0xAD { flags[i].insert(.hyphenated) }
  }

  // MARK: The table for Latin text

  private enum FastResult {
    case prohibited, allowed, unknown
  }

  @inline(__always)
  private func fastResult(_ i: Int, _ last: UInt16, _ unit: UInt16, noSoftHyphens: Bool) -> FastResult {
    if last < LatinBreakTable.first || unit < LatinBreakTable.first { return .prohibited }
    if last == 0x2D {
      if unit >= 0x30 && unit <= 0x39 {
        // A minus sign stays with its number; a hyphen after a letter or digit does not.
        guard i >= 2 else { return .prohibited }
        let before = text[i - 2]
        let folded = before | 0x20
        let isAlphanumeric = (before >= 0x30 && before <= 0x39) || (folded >= 0x61 && folded <= 0x7A)
        return isAlphanumeric && before < 0x80 ? .allowed : .prohibited
      }
      if unit > 0x7F { return .unknown }
    }
    if last <= LatinBreakTable.last && unit <= LatinBreakTable.last {
      guard LatinBreakTable.allowsBreak(last, unit, facts) else { return .prohibited }
      return noSoftHyphens && last == 0xAD ? .prohibited : .allowed
    }
    return .unknown
  }

  /// The object that stands for an atomic inline.
  private static func isAtomic(_ unit: UInt16) -> Bool { unit == 0xFFFC }

  private static let ideographicSpace: UInt16 = 0x3000

  static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 || unit == 0x0A }

  /// Other space separators (CSS Text 4, 4.1.2): they hang and break under `break-spaces`.
  private static func isOtherSpace(_ unit: UInt16) -> Bool {
    unit == 0x1680 || (unit >= 0x2000 && unit <= 0x200A && unit != 0x2007) || unit == 0x205F || unit == 0x3000
  }

  // MARK: ICU

  /// The ICU locale: Chromium's ICU takes CSS's `normal` rules where the page does not say.
  package static func locale(language: String, strictness: LineBreak) -> String {
    let primary = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init) ?? "en"
    let isCJK = primary == "zh" || primary == "ja" || primary == "ko"
    switch strictness {
    case .auto, .anywhere: return primary == "zh" ? "zh@lb=normal" : "en@lb=normal"
    case .normal: return isCJK ? "\(primary)@lb=normal" : "en@lb=normal"
    case .strict: return "en@lb=strict"
    case .loose: return isCJK ? "\(primary)@lb=loose" : "en@lb=loose"
    }
  }

  private mutating func icuAllows(_ i: Int, _ locale: String) -> Bool {
    if let marks = marksByLocale[locale] { return marks[i] != 0 }
    var marks = [UInt8](repeating: 0, count: text.count + 1)
    facts.markLineBreaks(of: text, locale: locale, marks: &marks)
    let answer = marks[i] != 0
    marksByLocale[locale] = marks
    return answer
  }

  /// Whether a unit is a Hebrew letter behind one and a hyphen: UAX 14's rule LB21a keeps only others behind them, since Unicode 15.1.
  private func isBehindHebrewHyphen(_ i: Int) -> Bool {
    guard i >= 2, Self.mayBeHebrew(text[i]), !Self.mayBeHebrew(text[i - 1]) || text[i - 1] == 0x05BE else {
      return false
    }
    // ICU's numbers of the classes (ULineBreak).
    let ba = 4, hy = 13, hl = 38
    let hyphen = breakClass(endingAt: i - 1)
    guard hyphen == ba || hyphen == hy, breakClass(endingAt: i) == hl else { return false }
    var letter = i - 2
    while letter > 0, breakClass(endingAt: letter) == Self.combiningMark { letter -= 1 }
    return breakClass(endingAt: letter) == hl
  }

  private static func mayBeHebrew(_ unit: UInt16) -> Bool {
    (0x0590...0x05FF).contains(unit) || (0xFB1D...0xFB4F).contains(unit)
  }

  // MARK: word-break

  private static let combiningMark = 9

  /// The line break class of the character that ends at a unit; `+` counts as a letter.
  private func breakClass(endingAt i: Int) -> Int {
    let unit = text[i]
    if unit == 0x2B { return 2 }
    if unit & 0xFC00 == 0xDC00, i > 0 {
      return Int(facts.lineBreakClass(of: decodeUTF16(text, i - 1, i + 1).character))
    }
    return Int(facts.lineBreakClass(of: UInt32(unit)))
  }

  /// The breaks that `break-all` adds to the normal ones: between letters and digits of alphabets as if they were
  /// ideographs (CSS Text 4, 5.2), with Chromium's treatment of punctuation.
  private static func breakAllAllows(_ before: Int, _ after: Int) -> Bool {
    // ICU's numbers of the classes (ULineBreak).
    let ai = 1, al = 2, ba = 4, cl = 8, ex = 11, hy = 13, infix = 16, nu = 19, op = 20, po = 21, pr = 22, sa = 24
    let sy = 27, cp = 36, hl = 38
    let letters = after == ai || after == al || after == ba || after == hl
    switch before {
    case ai, al, ba, nu, sa, sy, hl:
      return letters || after == hy || after == nu || after == op || after == pr || after == sa
    case cl: return letters || after == hy || after == nu || after == pr
    case ex, po: return letters || after == hy || after == nu || after == po || after == pr
    case hy: return after == nu
    case infix: return letters || after == hy || after == nu
    case pr: return after == po
    case cp: return letters || after == hy || after == nu || after == pr || after == sa
    default: return false
    }
  }

  /// `keep-all`: no break between letters and digits, whatever their script, except for those that a dictionary parts.
  private func keepsTogether(_ i: Int) -> Bool {
    var before = i - 1
    if CharacterClass(facts).isMark(UInt32(text[before])), before > 0 { before -= 1 }
    return isWordPart(text[before]) && isWordPart(text[i])
  }

  private func isWordPart(_ unit: UInt16) -> Bool {
    // UnicodeGeneralCategory: letters are 1–5, numbers 9–11. A surrogate is none: Chromium looks at single units.
    let category = facts.generalCategory(of: UInt32(unit))
    let complexContext: Int32 = 24
    return ((1...5).contains(category) || (9...11).contains(category))
      && facts.lineBreakClass(of: UInt32(unit)) != complexContext
  }
}
