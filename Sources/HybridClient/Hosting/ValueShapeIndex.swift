import CSSValues
import PageFormat

/// What the values stand for that data gives bound styles.
struct ValueShapeIndex {
  private var shapes: [String: [String: PageValueShape]] = [:]

  init(_ page: PageReader) {
    for index in 0..<page.valueShapeCount {
      guard let shape = try? page.valueShape(index) else { continue }
      shapes[shape.property, default: [:]][shape.shape] = shape
    }
  }

  /// What a value of a property stands for; empty for one of no known form.
  func declarations(_ property: String, _ text: String) -> [LocalDeclaration] {
    guard let known = shapes[property], let shape = ValueShape(text) else { return [] }
    if let form = known[shape.text] { return form.declarations(with: shape.numbers) ?? [] }
    if let form = known[ValueShape.font], let font = LookText.font(text), !font.family.isEmpty {
      guard let declarations = form.declarations(with: form.limits.isEmpty ? [] : [font.size ?? -1]) else { return [] }
      return declarations.map {
        $0.property == .fontFamily ? LocalDeclaration($0.property, LookText.families(font.family)) : $0
      }
    }
    return colored(known, text)
  }

  /// A value with one colour in it.
  private func colored(_ known: [String: PageValueShape], _ text: String) -> [LocalDeclaration] {
    guard known.keys.contains(where: { $0.contains(ValueShape.color) }) else { return [] }
    for range in Self.words(text) {
      guard let color = LookText.color(String(text[range])),
        let shape = ValueShape(text.replacingCharacters(in: range, with: ValueShape.color)),
        let form = known[shape.text], let declarations = form.declarations(with: shape.numbers)
      else { continue }
      return declarations.map { declaration in
        declaration.value == .color(.named("red"))
          ? LocalDeclaration(declaration.property, .color(.absolute(color))) : declaration
      }
    }
    return []
  }

  /// The parts of a text between spaces outside of parentheses.
  private static func words(_ text: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var start: String.Index?
    var depth = 0
    for index in text.indices {
      let character = text[index]
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character.isWhitespace || character == ";", depth <= 0 {
        if let first = start { words.append(first..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let first = start { words.append(first..<text.endIndex) }
    return words
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
