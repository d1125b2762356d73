import CSS
import CSSValues
import PageFormat

/// The declarations of a `style` attribute that data fills, and what their values stand for: devices parse no CSS.
struct BoundStyle {
  /// A declaration with `{{ … }}` in its value.
  struct Declaration {
    /// As written.
    var property: String
    var value: String
    /// The bytes from the attribute's begin to the declaration's.
    var offset: Int
  }

  /// Why a declaration is not laid out on the device.
  struct Obstacle {
    var message: String
    var offset: Int
    var help: String?
  }

  /// Those that data fills, in order.
  private(set) var declarations: [Declaration] = []
  private(set) var obstacles: [Obstacle] = []

  /// Splits an attribute's text.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    for end in Self.ends(bytes) {
      add(bytes[start..<end])
      start = end + 1
    }
  }

  /// The places of the semicolons between declarations, and the end.
  private static func ends(_ bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var depth = 0
    var isInBinding = false
    var quote: UInt8 = 0
    for (position, byte) in bytes.enumerated() {
      let isPair = position + 1 < bytes.count && bytes[position + 1] == byte
      if byte == UInt8(ascii: "{"), isPair { isInBinding = true }
      if byte == UInt8(ascii: "}"), isPair { isInBinding = false }
      if isInBinding { continue }
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: ";") where depth == 0: ends.append(position)
      default: break
      }
    }
    return ends + [bytes.count]
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.holdsBraces else { return }
    let lead = bytes.prefix { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }.count
    let offset = bytes.startIndex + lead
    guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("{{") else {
      obstacles.append(
        Obstacle(
          message: "what data gives here is not laid out on the device: a property's name must be in the page",
          offset: offset, help: "write `name: {{ value }}` for each property, or classes with `@class`"))
      return
    }
    let property = TokenPropertyText.trimmed(String(text[..<colon]))
    var value = TokenPropertyText.trimmed(String(text[text.index(after: colon)...]))
    if value.lowercased().hasSuffix("!important") { value = TokenPropertyText.trimmed(String(value.dropLast(10))) }
    declarations.append(Declaration(property: property, value: value, offset: offset))
  }
}

/// Works out what the values of bound properties stand for, whatever numbers, words and colours data gives.
struct ValueShapeCompiler {
  private var reader = TokenDeclarationReader()

  /// The texts of numbers that may be in a gap.
  private static let lengths = ["1", "1px", "1%", "1em", "1rem", "1vw", "1vh", "1%H", "1%V", "1pt"]

  /// The values that a declaration may have: `gaps` of the pieces, which alternate with what data gives.
  ///
  /// - Parameter pieces: the text around the gaps, one more than there are gaps.
  mutating func shapes(of property: String, pieces: [String]) -> [PageValueShape] {
    guard let meaning = TokenDeclarationReader.meaning(property), case .property(let id) = meaning else { return [] }
    var found: [String: PageValueShape] = [:]
    let gaps = pieces.count - 1
    var fillings: [[String]] = []
    if gaps == 1 {
      fillings = (Self.lengths + Self.words(of: id)).map { [$0] }
    } else {
      // The same kind in each, then every mixture of the commonest.
      fillings = Self.lengths.map { Array(repeating: $0, count: gaps) }
      if gaps <= 4 {
        var mixed: [[String]] = [[]]
        for _ in 0..<gaps { mixed = mixed.flatMap { known in ["1", "1px", "1%", "auto"].map { known + [$0] } } }
        fillings += mixed
      }
    }
    for filling in fillings {
      if let shape = shape(of: property, Self.text(pieces, filling)) {
        found[shape.shape] = found[shape.shape] ?? shape
      }
    }
    if gaps == 1, let shape = colorShape(of: property, pieces) { found[shape.shape] = shape }
    if id == .font || id == .fontFamily, let shape = fontShape(of: id) { found[shape.shape] = shape }
    return found.values.sorted { $0.shape < $1.shape }
  }

  private static func text(_ pieces: [String], _ filling: [String]) -> String {
    var text = pieces[0]
    for (gap, piece) in zip(filling, pieces.dropFirst()) { text += gap + piece }
    return text
  }

  /// The words in the grammar of a property's longhands.
  private static func words(of property: PropertyID) -> [String] {
    var words: Set<String> = ["auto", "none"]
    for longhand in property.longhands.prefix(8) {
      var word = ""
      var isName = false
      for character in longhand.definition.grammar + " " {
        if character == "<" { isName = true }
        if character.isLetter || (character == "-" && !word.isEmpty) {
          word.append(character)
        } else {
          if !word.isEmpty, !isName { words.insert(word) }
          word = ""
        }
        if character == ">" { isName = false }
      }
    }
    return words.sorted().prefix(80).map(\.self)
  }

  /// What a value stands for, whatever its numbers: the same longhands come of other numbers, with those in their places.
  private mutating func shape(of property: String, _ value: String) -> PageValueShape? {
    guard let shape = ValueShape(value) else { return nil }
    let count = shape.numbers.count
    func texts(_ numbers: [Double]) -> [String] { numbers.prefix(count).map { String(Int($0)) } }
    let placeholders = texts(ValueShape.placeholders)
    guard let longhands = reader.longhands(property, shape.text(with: placeholders)) else { return nil }
    if count > 0 {
      let others: [Double] = [101, 103, 107, 109, 113, 127, 131, 137]
      guard let changed = reader.longhands(property, shape.text(with: texts(others))),
        longhands.map({ LocalDeclaration($0.property, $0.value.fillingNumbers(others)) }) == changed
      else { return nil }
    }
    var limits: [PageValueShape.Limits] = []
    for place in 0..<count {
      func isValid(_ number: String) -> Bool {
        var numbers = placeholders
        numbers[place] = number
        return reader.longhands(property, shape.text(with: numbers)) != nil
      }
      var limit: PageValueShape.Limits = []
      if !isValid("-" + placeholders[place]) { limit.insert(.notNegative) }
      if !isValid(placeholders[place] + ".5") { limit.insert(.integer) }
      if !isValid("1000003") { limit.insert(.atMostThousand) }
      limits.append(limit)
    }
    return PageValueShape(property: property, shape: shape.text, limits: limits, declarations: longhands)
  }

  private mutating func colorShape(of property: String, _ pieces: [String]) -> PageValueShape? {
    guard var shape = shape(of: property, Self.text(pieces, ["red"])),
      let marked = ValueShape(Self.text(pieces, [ValueShape.color])),
      shape.declarations.contains(where: { $0.value == .color(.named("red")) })
    else { return nil }
    shape.shape = marked.text
    return shape
  }

  /// A font with a size and a family, or only a family.
  private mutating func fontShape(of property: PropertyID) -> PageValueShape? {
    let size = Int(ValueShape.placeholders[0])
    let text = property == .font ? "\(size)px hybridfamily" : "hybridfamily"
    guard let longhands = reader.longhands(property.name, text) else { return nil }
    return PageValueShape(
      property: property.name, shape: ValueShape.font, limits: property == .font ? [.notNegative] : [],
      declarations: longhands)
  }
}
