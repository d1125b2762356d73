import CICU
import Shaping
import Platform

/// Where lines may end between two characters, by their line break classes under ICU's locales.
final class LineBreakPairs: Sendable {
  static let shared = LineBreakPairs()
  private let tables = Mutex<[String: [Bool]]>([:])

  /// By class: the first character that has it; 0 where none has.
  private static let representatives: [UInt32] = {
    var found = [UInt32](repeating: 0, count: TextMeasures.classCount)
    for character in UInt32(0x21)...0x1F64F where !(0xD800...0xDFFF).contains(character) {
      let lineClass = Int(cicu_line_break_class(character))
      if found.indices.contains(lineClass), found[lineClass] == 0 { found[lineClass] = character }
    }
    return found
  }()

  /// By pair of classes: whether a line may end between them.
  func table(_ locale: String) -> [Bool] {
    if let known = tables.withLock({ $0[locale] }) { return known }
    let texts = Self.representatives.map { character in
      Unicode.Scalar(character).map { Array(String(Character($0)).utf16) } ?? []
    }
    var table: [Bool] = []
    for before in texts {
      for after in texts {
        var marks = [UInt8](repeating: 0, count: before.count + after.count + 1)
        BreakIterators.shared.markBoundaries(
          of: before + after, isLine: true, locale: locale, marks: &marks, mark: 1)
        table.append(marks[before.count] != 0)
      }
    }
    tables.withLock { $0[locale] = table }
    return table
  }
}
