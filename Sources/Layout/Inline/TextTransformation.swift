import CSSValues

/// `text-transform` (CSS Text 4, 2.1) with the place in the original text that each unit comes from.
struct TextTransformation {
  private(set) var units: [UInt16] = []
  private(set) var offsets: [Int32] = []
  private let transform: TextTransform
  private let isTurkic: Bool
  private var isWordStart: Bool

  /// A transformation that goes on after a character.
  init(_ transform: TextTransform, language: String, previous: UInt16) {
    self.transform = transform
    let prefix = language.prefix(2).lowercased()
    isTurkic = prefix == "tr" || prefix == "az"
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
        append(scalar, at: index)
      } else {
        emit(text[index], index)
      }
      index += length
    }
  }

  /// Signs between letters that end no word (UAX 29, 4.1): an apostrophe, a middle dot as in Catalan, a low line.
  private static let wordSigns: Set<UInt32> = [0x27, 0x5F, 0xB7, 0x2019]

  private mutating func append(_ scalar: Unicode.Scalar, at index: Int) {
    let properties = scalar.properties
    let isLetter = properties.isAlphabetic
    let isWord = isLetter || properties.numericType != nil || Self.wordSigns.contains(scalar.value)
    if transform.contains(.uppercase) {
      emit(isTurkic && scalar == "i" ? "\u{130}" : properties.uppercaseMapping, index)
    } else if transform.contains(.lowercase) {
      emit(isTurkic && scalar == "I" ? "\u{131}" : properties.lowercaseMapping, index)
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

  private mutating func emit(_ text: String, _ index: Int) {
    for unit in text.utf16 { emit(unit, index) }
  }

  private mutating func emit(_ unit: UInt16, _ index: Int) {
    units.append(unit)
    offsets.append(Int32(truncatingIfNeeded: index))
  }
}
