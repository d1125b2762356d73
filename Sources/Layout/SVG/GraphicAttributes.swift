import CSSValues

/// The attributes of SVG's elements as numbers (SVG 2, 4.2 and 8.5). What cannot be read is as if it were not there.
package enum GraphicAttributes {
  /// The largest number that is kept: beyond it nothing is seen, and sums of it stay finite.
  static let largest = 1e9

  static func bounded(_ value: Double) -> Double {
    value.isFinite ? min(largest, max(-largest, value)) : 0
  }

  /// A length (SVG 2, 8.9); absolute units are made px.
  package static func length(_ text: String?) -> StyledTree.Graphic.Length? {
    guard let text else { return nil }
    var reader = NumberReader(text)
    guard let value = reader.number() else { return nil }
    return length(value, &reader)
  }

  private static func length(_ value: Double, _ reader: inout NumberReader) -> StyledTree.Graphic.Length? {
    switch reader.unit() {
    case "": .init(bounded(value))
    case "%": .init(bounded(value), .percentage)
    case "em", "rem": .init(bounded(value), .em)
    case "ex": .init(bounded(value), .ex)
    case "px": .init(bounded(value))
    case "pt": .init(bounded(value * 4 / 3))
    case "pc": .init(bounded(value * 16))
    case "in": .init(bounded(value * 96))
    case "cm": .init(bounded(value * 96 / 2.54))
    case "mm": .init(bounded(value * 9.6 / 2.54))
    default: nil
    }
  }

  /// A list of lengths, up to the first that cannot be read.
  static func lengths(_ text: String?) -> [StyledTree.Graphic.Length] {
    guard let text else { return [] }
    var reader = NumberReader(text)
    var lengths: [StyledTree.Graphic.Length] = []
    while let value = reader.number(), let length = length(value, &reader) { lengths.append(length) }
    return lengths
  }

  /// SVG 2, 8.6: `viewBox`; `nil` where it is missing, has an error or is empty.
  package static func viewBox(_ text: String?) -> LayoutRect? {
    guard let text else { return nil }
    var reader = NumberReader(text)
    var numbers: [Double] = []
    while let value = reader.number() { numbers.append(bounded(value)) }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// SVG 2, 8.8: `preserveAspectRatio`.
  static func aspectRatio(_ text: String?) -> StyledTree.Graphic.AspectRatio {
    var ratio = StyledTree.Graphic.AspectRatio()
    guard let text else { return ratio }
    for word in text.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "none": ratio.isUniform = false
      case "slice": ratio.isSlice = true
      default:
        if word.hasPrefix("xMin") { ratio.alignX = 0 }
        if word.hasPrefix("xMax") { ratio.alignX = 1 }
        if word.hasSuffix("YMin") { ratio.alignY = 0 }
        if word.hasSuffix("YMax") { ratio.alignY = 1 }
      }
    }
    return ratio
  }

  /// The bounding box of `points`.
  static func pointBounds(_ text: String?) -> LayoutRect? {
    guard let text else { return nil }
    var reader = NumberReader(text)
    var bounds = PathBounds()
    while let x = reader.number(), let y = reader.number() { bounds.add(bounded(x), bounded(y)) }
    return bounds.rect
  }

  /// SVG 2, 8.5: the `transform` attribute; `nil` where it is missing or has an error.
  static func transform(_ text: String?) -> PlanarTransform? {
    guard let text else { return nil }
    var reader = NumberReader(text)
    var whole: PlanarTransform?
    while let name = reader.function() {
      var numbers: [Double] = []
      while let value = reader.number() { numbers.append(bounded(value)) }
      guard reader.closes(), let step = Self.function(name, numbers) else { return nil }
      whole = whole.map { bounded($0.after(step)) } ?? step
    }
    return reader.isAtEnd ? whole : nil
  }

  private static func bounded(_ map: PlanarTransform) -> PlanarTransform {
    PlanarTransform(
      a: bounded(map.a), b: bounded(map.b), c: bounded(map.c), d: bounded(map.d), e: bounded(map.e), f: bounded(map.f))
  }

  private static func function(_ name: String, _ numbers: [Double]) -> PlanarTransform? {
    func turn(_ degrees: Double) -> PlanarTransform {
      let (sine, cosine) = sineAndCosine(degrees)
      return PlanarTransform(a: cosine, b: sine, c: -sine, d: cosine, e: 0, f: 0)
    }
    switch (name, numbers.count) {
    case ("matrix", 6):
      return PlanarTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    case ("translate", 1), ("translate", 2):
      return PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: numbers[0], f: numbers.count > 1 ? numbers[1] : 0)
    case ("scale", 1), ("scale", 2):
      return PlanarTransform(a: numbers[0], b: 0, c: 0, d: numbers.count > 1 ? numbers[1] : numbers[0], e: 0, f: 0)
    case ("rotate", 1): return turn(numbers[0])
    case ("rotate", 3):
      return PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: numbers[1], f: numbers[2]).after(turn(numbers[0])).after(
        PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: -numbers[1], f: -numbers[2]))
    case ("skewX", 1): return PlanarTransform(a: 1, b: 0, c: tangent(numbers[0]), d: 1, e: 0, f: 0)
    case ("skewY", 1): return PlanarTransform(a: 1, b: tangent(numbers[0]), c: 0, d: 1, e: 0, f: 0)
    default: return nil
    }
  }

  private static func tangent(_ degrees: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees)
    return cosine == 0 ? 0 : bounded(sine / cosine)
  }
}

/// Reads numbers, units and function names out of an attribute.
struct NumberReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
  }

  private mutating func skipComma() {
    skipSpace()
    if index < bytes.count, bytes[index] == UInt8(ascii: ",") { index += 1 }
    skipSpace()
  }

  var isAtEnd: Bool {
    mutating get {
      skipComma()
      return index >= bytes.count
    }
  }

  /// The next number, after white space and a comma.
  mutating func number() -> Double? {
    skipComma()
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
    var digits = skipDigits()
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      index = start
      return nil
    }
    // An exponent, unless it is the unit `em` or `ex`.
    if index + 1 < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      let mark = index
      index += 1
      if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
      if skipDigits() == 0 { index = mark }
    }
    var text = bytes[start..<index]
    if text.first == UInt8(ascii: "+") { text = text.dropFirst() }
    return Double(String(decoding: text, as: UTF8.self)) ?? 0
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  /// The unit that follows a number at once: letters in lower case or `%`.
  mutating func unit() -> String {
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
      index += 1
    } else {
      while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 { index += 1 }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  /// The name of the next function, past its parenthesis.
  mutating func function() -> String? {
    skipComma()
    let start = index
    while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    skipSpace()
    guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "(") else {
      index = start
      return nil
    }
    index += 1
    return name
  }

  /// Whether a closing parenthesis is next, which is read.
  mutating func closes() -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ")") else { return false }
    index += 1
    return true
  }
}
