import Diagnostics
import HTML
import Names
import References

// Texts with placeholders.
extension PageAssembly {
  /// Writes a text with its placeholders filled.
  mutating func text(_ index: Int, in context: Context) {
    let source = context.source
    let piece = context.scan.pieces[index]
    let isMarkup = piece.name == .empty || piece.name == .title
    let isJSON = piece.name == .script && isJSONScript(index, in: context)
    let edits = addresses.edits(index, in: context)
    var cursor = piece.range.lowerBound
    let placeholders = PlaceholderPlaces(in: source.bytes[piece.range])
    for place in placeholders.places {
      budget.step(context, at: place)
      if budget.isStopped { return }
      let inner = String(decoding: source.bytes[place.lowerBound + 2..<place.upperBound - 2], as: UTF8.self)
      let expression = isMarkup ? ValueEncoder.unescaped(inner) : inner
      let value: StaticValue
      switch evaluator.evaluate(expression[...], at: place, in: context) {
      case .leave:
        if !page.isToken { journal.noteUnfilled(expression, at: place, in: context) }
        continue
      case .failed: value = .text("")
      case .value(let found): value = found
      }
      output.copy(cursor..<place.lowerBound, of: source, editing: edits)
      cursor = place.upperBound
      if isJSON {
        let isInString = Self.standsInString(piece.range.lowerBound..<place.lowerBound, source)
        writeJSON(value, isInString: isInString, at: place, in: context)
      } else if isMarkup || piece.name.string == "textarea" {
        write(value, of: expression, in: piece.name, at: place, in: context)
      } else {
        journal.report(
          .unsafeValue, "a value of the build cannot be in `<\(piece.name)>`: `\(expression.prefix(60))`",
          in: context, at: place,
          help: piece.name == .script
            ? "put it into a `data-` attribute or a `<script type=\"application/json\">`"
            : "put it into a `style` attribute as a custom property")
      }
    }
    output.copy(cursor..<piece.range.upperBound, of: source, editing: edits)
    if let unclosed = placeholders.unclosed, isMarkup {
      let rest = String(decoding: source.bytes[unclosed + 2..<piece.range.upperBound].prefix(80), as: UTF8.self)
      evaluator.reportUnclosed(rest, at: unclosed..<unclosed + 2, in: context)
    }
  }

  /// Writes a value into a script that is data.
  private mutating func writeJSON(
    _ value: StaticValue, isInString: Bool, at place: Range<Int>, in context: Context
  ) {
    guard isInString else { return output.insert(value.json, for: place, of: context.source) }
    guard let text = evaluator.plainText(value, at: place, in: context) else { return }
    output.insert(String(StaticValue.text(text).json.dropFirst().dropLast()), for: place, of: context.source)
  }

  /// Writes a value into a text of markup.
  private mutating func write(
    _ value: StaticValue, of expression: String, in element: Name, at place: Range<Int>, in context: Context
  ) {
    guard var text = evaluator.plainText(value, at: place, in: context) else { return }
    if case .binding = value {} else { text = encoder.neutral(text, after: output.bytes.last) }
    guard !standsInTag(element) else {
      journal.report(
        .unsafeValue, "a value right behind `<` could become an element: `\(expression.prefix(60))`", in: context,
        at: place, help: "write &lt; for the character <")
      return
    }
    output.insert(ValueEncoder.escaped(text, inAttribute: false), for: place, of: context.source)
  }

  /// Whether the end of a range of a JSON text lies within a string.
  private static func standsInString(_ range: Range<Int>, _ source: SourceFile) -> Bool {
    var isInside = false
    var index = range.lowerBound
    while index < range.upperBound {
      switch source.bytes[index] {
      case 0x22: isInside.toggle()
      case 0x5C where isInside: index += 1
      // Quotes inside an expression do not belong to the text.
      case 0x7B where index + 1 < range.upperBound && source.bytes[index + 1] == 0x7B:
        while index + 1 < range.upperBound, source.bytes[index] != 0x7D || source.bytes[index + 1] != 0x7D {
          index += 1
        }
      default: break
      }
      index += 1
    }
    return isInside
  }

  /// Whether what is written next into a text would begin or go on with a tag's name: behind `<`, and in the text of
  /// `<title>` and `<textarea>` behind a part of an end tag.
  private func standsInTag(_ element: Name) -> Bool {
    var end = output.bytes.count
    if element != .empty {
      while end > 0, (0x61...0x7A).contains(output.bytes[end - 1] | 0x20) { end -= 1 }
      if end > 1, output.bytes[end - 1] == 0x2F { end -= 1 }
    }
    return end > 0 && output.bytes[end - 1] == 0x3C
  }

  private func isJSONScript(_ index: Int, in context: Context) -> Bool {
    guard index > 0, case let tag = context.scan.pieces[index - 1], tag.kind == .startTag else { return false }
    let type = context.scan.value(tag, .type)?.lowercased() ?? ""
    return type == "application/json" || type == "application/ld+json"
  }
}
