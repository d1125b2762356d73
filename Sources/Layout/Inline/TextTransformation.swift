import CSSValues

/// `text-transform` (CSS Text 4, 2.1) with the place in the original text that each unit comes from.
struct TextTransformation {
  private(set) var units: [UInt16] = []
  private(set) var offsets: [Int32] = []
  private let transform: TextTransform
  private let isTurkic: Bool
  private let isGreek: Bool
  private var isWordStart: Bool

  /// A transformation that goes on after a character.
  init(_ transform: TextTransform, language: String, previous: UInt16) {
    self.transform = transform
    let prefix = language.prefix(2).lowercased()
    isTurkic = prefix == "tr" || prefix == "az"
    isGreek = prefix == "el"
    isWordStart = !Self.isWordUnit(previous)
  }

  private static func isWordUnit(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit) else { return true }
    if wordSigns.contains(scalar.value) { return true }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
  }

  /// Transforms UTF-16 units.
  mutating func run(_ text: UnsafeBufferPointer<UInt16>) {
    units.reserveCapacity(text.count)
    offsets.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      var length = 1
      var value = UInt32(text[index])
      if value & 0xFC00 == 0xD800, index + 1 < text.count, text[index + 1] & 0xFC00 == 0xDC00 {
        value = 0x10000 + ((value & 0x3FF) << 10) + UInt32(text[index + 1] & 0x3FF)
        length = 2
      }
      if let scalar = Unicode.Scalar(value) {
        append(scalar, at: index, of: text)
      } else {
        emit(text[index], index)
      }
      index += length
    }
  }

  /// Signs between letters that end no word (UAX 29, 4.1): an apostrophe, a middle dot as in Catalan, a low line.
  private static let wordSigns: Set<UInt32> = [0x27, 0x5F, 0xB7, 0x2019]

  private mutating func append(_ scalar: Unicode.Scalar, at index: Int, of text: UnsafeBufferPointer<UInt16>) {
    let properties = scalar.properties
    let isLetter = properties.isAlphabetic
    let isWord = isLetter || properties.numericType != nil || Self.wordSigns.contains(scalar.value)
    if transform.contains(.uppercase) {
      let capital = isGreek ? GreekCapitals.form(of: scalar, at: index, in: text) : nil
      emit(capital ?? (isTurkic && scalar == "i" ? "\u{130}" : properties.uppercaseMapping), index)
    } else if transform.contains(.lowercase) {
      let isFinal = scalar == "\u{3A3}" && Self.endsWord(at: index, in: text)
      emit(isFinal ? "\u{3C2}" : isTurkic && scalar == "I" ? "\u{131}" : properties.lowercaseMapping, index)
    } else if transform.contains(.capitalize), isWordStart, isLetter {
      // As in Chromium, a character that has no capital of one character stays as it is: `ß`, ligatures.
      let capital = properties.titlecaseMapping
      let isSingle = capital.unicodeScalars.dropFirst().isEmpty
      emit(isTurkic && scalar == "i" ? "\u{130}" : isSingle ? capital : String(scalar), index)
    } else if transform.contains(.fullWidth), let wide = FullWidthForms.form(of: scalar.value) {
      emit(wide, index)
    } else {
      emit(String(scalar), index)
    }
    isWordStart = !isWord && !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .nonspacingMark
  }

  /// Whether a letter comes before a unit and none after it (Unicode, 3.13, Final_Sigma), whatever marks are between.
  private static func endsWord(at index: Int, in text: UnsafeBufferPointer<UInt16>) -> Bool {
    func isLetter(_ units: some Sequence<UInt16>) -> Bool {
      // As far as words reach: a hostile text of marks is not gone through for each of its letters.
      for unit in units.prefix(32) {
        guard let properties = Unicode.Scalar(unit)?.properties else { return false }
        if !properties.isCaseIgnorable { return properties.isCased }
      }
      return false
    }
    return isLetter(text[..<index].reversed()) && !isLetter(text[(index + 1)...])
  }

  private mutating func emit(_ text: String, _ index: Int) {
    for unit in text.utf16 { emit(unit, index) }
  }

  private mutating func emit(_ unit: UInt16, _ index: Int) {
    units.append(unit)
    offsets.append(Int32(truncatingIfNeeded: index))
  }
}

/// Capitals of Greek vowels, which have no accents (as in Unicode's data for the language): `text-transform` of Greek texts.
private enum GreekCapitals {
  private static let plain: [Unicode.Scalar: String] = [
    "ά": "Α", "έ": "Ε", "ή": "Η", "ί": "Ι", "ό": "Ο", "ύ": "Υ", "ώ": "Ω", "ΐ": "Ϊ", "ΰ": "Ϋ", "Ά": "Α", "Έ": "Ε",
    "Ή": "Η", "Ί": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ώ": "Ω",
  ]

  /// The capital of a letter of a text; `nil` where it is the usual one.
  static func form(of scalar: Unicode.Scalar, at index: Int, in text: UnsafeBufferPointer<UInt16>) -> String? {
    func isLetter(_ index: Int) -> Bool {
      text.indices.contains(index) && Unicode.Scalar(text[index])?.properties.isAlphabetic == true
    }
    // The word "or" keeps its accent.
    if scalar == "ή" || scalar == "Ή", !isLetter(index - 1), !isLetter(index + 1) { return "Ή" }
    if scalar == "ι" || scalar == "υ", index > 0, [0x3AC, 0x3AD, 0x3CC, 0x386, 0x388, 0x38C].contains(text[index - 1]) {
      // What the accent has kept apart from the vowel before it stays apart.
      return scalar == "ι" ? "Ϊ" : "Ϋ"
    }
    return plain[scalar]
  }
}
