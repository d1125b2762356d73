/// Brings texts to Unicode Normalization Form C, for the names of hosts.
///
/// The standard library compares and hashes characters by canonical equivalence, so that it knows each one's composed form
/// without saying it: a dictionary of all characters of one scalar answers what a sequence of scalars is equal to.
///
/// DEVIATION: a sequence that has no composed form as a whole is composed from its beginning as far as there is one, with its
/// marks in the order of their classes, but nothing in it is decomposed first; nor are the scalars that
/// composition excludes (U+0958 and some others), which have only a decomposed form.
enum Composition {
  /// The composed scalars by the characters that they are: letters with marks, and those that decompose for good.
  private static let scalars: [Character: Unicode.Scalar] = {
    var result: [Character: Unicode.Scalar] = [:]
    // Latin to Arabic, the scripts of India, Latin and Greek Extended, Kana.
    for range in [0xC0...0x6FF, 0x900...0xFFF, 0x1000...0x10FF, 0x1B00...0x1BFF, 0x1E00...0x1FFF, 0x3040...0x30FF]
      as [ClosedRange<UInt32>]
    {
      for value in range {
        guard let scalar = Unicode.Scalar(value), !scalar.properties.isFullCompositionExclusion,
          scalar.properties.canonicalCombiningClass == .notReordered
        else { continue }
        result[Character(scalar)] = scalar
      }
    }
    return result
  }()

  /// A text's scalars composed.
  static func composed(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    // OPTIMIZATION: nothing below U+0300 combines with what is before it.
    guard text.contains(where: { $0.value >= 0x300 }) else { return text }
    return String(String.UnicodeScalarView(text)).flatMap(composed)
  }

  private static func composed(_ character: Character) -> [Unicode.Scalar] {
    let given = Array(character.unicodeScalars)
    if let syllables = hangul(given) { return syllables }
    if let scalar = scalars[character] { return [scalar] }
    guard given.count > 1 else { return given }
    // Marks of one class keep their order.
    let marks = given.dropFirst().enumerated().sorted {
      let (left, right) = ($0.element.properties.canonicalCombiningClass, $1.element.properties.canonicalCombiningClass)
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
    var base = given[0]
    var rest: [Unicode.Scalar] = []
    for mark in marks {
      let isBlocked = rest.last.map { $0.properties.canonicalCombiningClass >= mark.properties.canonicalCombiningClass }
      if isBlocked != true, let scalar = scalars[Character(String(String.UnicodeScalarView([base, mark])))] {
        base = scalar
      } else {
        rest.append(mark)
      }
    }
    return [base] + rest
  }

  /// Unicode, 3.12.3 Hangul Syllable Composition.
  private static func hangul(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    guard scalars.count > 1, let first = scalars.first?.value else { return nil }
    var syllable = first
    var index = 1
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(scalars[1].value) {
      syllable = 0xAC00 + ((first - 0x1100) * 21 + scalars[1].value - 0x1161) * 28
      index = 2
    }
    guard (0xAC00...0xD7A3).contains(syllable) else { return nil }
    if index < scalars.count, (syllable - 0xAC00) % 28 == 0, (0x11A8...0x11C2).contains(scalars[index].value) {
      syllable += scalars[index].value - 0x11A7
      index += 1
    }
    // The sum is a syllable by construction.
    return [Unicode.Scalar(syllable) ?? scalars[0]] + scalars[index...]
  }
}
