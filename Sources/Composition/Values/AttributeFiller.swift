import Diagnostics
import HTML
import Names

/// A text with its placeholders filled.
struct FilledText {
  var text: String
  /// Whether any placeholder was filled.
  var isChanged = false
  /// Whether some placeholders are the client's.
  var leavesPlaceholders = false
}

/// Fills the placeholders of attributes: evaluates them, and keeps each value in its place.
struct AttributeFiller {
  let page: CompositionPage
  let journal: CompositionJournal
  let budget: CompositionBudget
  let evaluator: Evaluator
  let encoder: ValueEncoder
  let addresses: AddressRewriter

  /// An attribute's value with its placeholders filled and its URL as seen from the page; `nil` where nothing changes.
  func filled(
    _ attribute: Document.Attribute, of piece: MarkupPiece, in context: Context, rebasing: Bool = true
  ) -> String? {
    let scan = context.scan
    var value: String?
    if scan.hasPlaceholder(attribute) {
      let place = encoder.place(of: attribute.name, piece, in: context)
      if let filled = fill(scan.value(attribute), of: attribute, for: place, in: context) {
        if filled.isChanged {
          value = encoder.safeValue(
            filled.text, for: place, of: attribute.name, piece, at: attribute.sourceRange, in: context)
        }
      } else {
        value = ""
      }
    }
    guard rebasing else { return value }
    let text = value ?? scan.value(attribute)
    if attribute.name == .style, addresses.rewritesStyleSheets(of: context.frame) {
      let led = addresses.led(style: text, in: context)
      return led == text ? value : led
    }
    guard URLAttributes.contains(attribute.name, of: piece.name),
      addresses.rewritesStyleSheets(of: context.frame) || addresses.leadsToLanguage(piece, in: context),
      !text.contains("{{")
    else { return value }
    return addresses.rebased(text, attribute, of: piece, in: context) ?? value
  }

  /// A text with its placeholders filled; `nil` after a report.
  func fill(
    _ text: String, of attribute: Document.Attribute, for place: ValuePlace, in context: Context
  ) -> FilledText? {
    let bytes = Array(text.utf8)
    var filled = FilledText(text: "")
    var cursor = 0
    let placeholders = PlaceholderPlaces(in: bytes[...])
    if let unclosed = placeholders.unclosed {
      var rest = String(decoding: bytes[(unclosed + 2)...].prefix(80), as: UTF8.self)
      if rest.isEmpty { rest = Self.nameBehind(attribute, in: context) }
      let range = Self.written(unclosed..<unclosed + 2, bytes, attribute, in: context)
      evaluator.reportUnclosed(rest, at: range, in: context)
    }
    for part in placeholders.places {
      budget.step(context, at: attribute.sourceRange, adding: filled.text.utf8.count)
      if budget.isStopped { return nil }
      let expression = String(decoding: bytes[part.lowerBound + 2..<part.upperBound - 2], as: UTF8.self)
      let range = Self.written(part, bytes, attribute, in: context)
      let value: StaticValue
      switch evaluator.evaluate(expression[...], at: range, in: context) {
      case .leave:
        filled.leavesPlaceholders = true
        if !page.isToken { journal.noteUnfilled(expression, at: range, in: context) }
        continue
      case .failed: return nil
      case .value(let found): value = found
      }
      guard let filling = evaluator.plainText(value, at: range, in: context) else { return nil }
      filled.text += String(decoding: bytes[cursor..<part.lowerBound], as: UTF8.self)
      cursor = part.upperBound
      filled.isChanged = true
      if case .binding = value {
        filled.leavesPlaceholders = true
        filled.text += filling
        continue
      }
      let neutral = encoder.neutral(filling, after: filled.text.utf8.last)
      guard
        let safe = encoder.encoded(neutral, for: place, after: filled.text, expression, at: range, in: context)
      else { return nil }
      filled.text += safe
    }
    budget.noteFilled(filled.text.utf8.count)
    filled.text = filled.isChanged ? filled.text + String(decoding: bytes[cursor...], as: UTF8.self) : text
    return filled
  }

  /// The name of the attribute that follows: of `title={{ data.x }}`, without quotes, `data.x` has become one.
  private static func nameBehind(_ attribute: Document.Attribute, in context: Context) -> String {
    let next = context.scan.attributes.first { $0.sourceRange.lowerBound >= attribute.sourceRange.upperBound }
    guard let next, next.sourceRange.lowerBound == attribute.sourceRange.upperBound + 1 else { return "" }
    return next.name.string
  }

  /// The place of a part of an attribute's value, where the source has it as it is; else the attribute's.
  private static func written(
    _ part: Range<Int>, _ value: [UInt8], _ attribute: Document.Attribute, in context: Context
  ) -> Range<Int> {
    let bytes = context.source.bytes
    let start = attribute.valueSourceOffset + part.lowerBound
    let end = attribute.valueSourceOffset + part.upperBound
    guard end <= attribute.sourceRange.upperBound, end <= bytes.count, bytes[start..<end].elementsEqual(value[part])
    else {
      return attribute.sourceRange
    }
    return start..<end
  }
}
