import HTML
import Names
import References

// Start tags with their values filled and their URLs as seen from the page.
extension PageAssembly {
  /// An attribute that a tag gets over those of the same name.
  struct AddedAttribute {
    var name: String
    var value: String
    /// The bytes that it stands for.
    var range: Range<Int>
  }

  /// Writes the start tag of an element that is the page's own.
  mutating func startTag(_ piece: MarkupPiece, in context: Context) {
    var added: [AddedAttribute] = []
    if let mark = context.frame.mark { added.append(AddedAttribute(name: "data-of", value: mark, range: piece.range)) }
    if (piece.name == .html || piece.name == .body) && !context.frame.collects { added += merged(piece, in: context) }
    if piece.name == .html, !context.frame.collects, let language = page.language {
      declare(language, on: piece, in: context, &added)
    }
    tag(piece, in: context, adding: added)
  }

  /// Declares the page's language and its direction on `<html>`.
  private func declare(
    _ language: String, on piece: MarkupPiece, in context: Context, _ added: inout [AddedAttribute]
  ) {
    added.append(AddedAttribute(name: "lang", value: language, range: piece.range))
    let isRightToLeft = LanguageDirection.isRightToLeft(language)
    let isSet =
      context.scan.attribute(piece, CompositionNames.dir) != nil || added.contains { $0.name == "dir" }
    // What is written for the page's first language says nothing of the others.
    if page.derived?.language != nil, isSet || isRightToLeft {
      added.removeAll { $0.name == "dir" }
      added.append(AddedAttribute(name: "dir", value: isRightToLeft ? "rtl" : "ltr", range: piece.range))
    } else if isRightToLeft, !isSet {
      added.append(AddedAttribute(name: "dir", value: "rtl", range: piece.range))
    }
  }

  /// The attributes that pages give their layout's `<html>` and `<body>`.
  private func merged(_ piece: MarkupPiece, in context: Context) -> [AddedAttribute] {
    var result: [AddedAttribute] = []
    var layouts = documents.map(\.context.fragment)
    layouts.append(context.fragment)
    for part in documents.reversed() where part.context.frame !== context.frame {
      let fragment = part.context.fragment
      let index = piece.name == .html ? fragment.html : fragment.body
      guard index >= 0 else { continue }
      let own = Set(layouts.flatMap { $0.parameters.map { parameters.attributeName($0.name) } })
      for attribute in fragment.scan.pieces[index].attributes.map({ fragment.scan.attributes[$0] })
      where attribute.name != .layout && !own.contains(attribute.name) {
        result.removeAll { $0.name == attribute.name.string }
        result.append(
          AddedAttribute(name: attribute.name.string, value: fragment.scan.value(attribute), range: piece.range))
      }
    }
    return result
  }

  /// Writes a start tag.
  ///
  /// - Parameters:
  ///   - piece: the tag.
  ///   - name: another name than the tag's.
  ///   - context: where it is.
  ///   - dropped: attributes that are left out, beside composition's own.
  ///   - added: attributes that are put last, over those of the same name.
  mutating func tag(
    _ piece: MarkupPiece, named name: String? = nil, in context: Context, dropping dropped: Set<Name> = [],
    adding added: [AddedAttribute] = []
  ) {
    let scan = context.scan
    let source = context.source
    output.insert("<" + (name ?? piece.name.string), for: piece.range, of: source)
    var replaced = Set(added.map { Name($0.name) })
    // What a message fills is not there twice.
    for index in piece.attributes { if let name = messageTarget(scan.attributes[index].name) { replaced.insert(name) } }
    for index in piece.attributes where !budget.isStopped {
      let attribute = scan.attributes[index]
      if let name = messageTarget(attribute.name) {
        messageAttribute(attribute, name, piece, in: context)
        continue
      }
      if dropped.contains(attribute.name) || replaced.contains(attribute.name) { continue }
      if isOwn(attribute, piece) { continue }
      let range = attribute.sourceRange
      output.insert(" ", for: range.lowerBound..<range.lowerBound, of: source)
      if let value = filler.filled(attribute, of: piece, in: context) {
        write(attribute.name.string, value, for: range, of: context)
      } else {
        output.copy(range, of: source)
      }
    }
    for attribute in added {
      output.insert(
        " \(attribute.name)=\"\(ValueEncoder.escaped(attribute.value, inAttribute: true))\"", for: attribute.range,
        of: source)
    }
    output.insert(piece.isSelfClosing ? "/>" : ">", for: piece.range, of: source)
  }

  private mutating func write(_ name: String, _ value: String, for range: Range<Int>, of context: Context) {
    output.insert(
      "\(name)=\"\(ValueEncoder.escaped(value, inAttribute: true))\"", for: range, of: context.source)
  }

  /// `t:text-name="key"`: the language's text as the value of the attribute `name`, with the element's `t:arg-…`.
  private mutating func messageAttribute(
    _ attribute: Document.Attribute, _ name: Name, _ piece: MarkupPiece, in context: Context
  ) {
    let range = attribute.sourceRange
    let place = encoder.place(of: name, piece, in: context)
    guard let text = messages.text(of: attribute, piece, in: context),
      let encoded = encoder.encoded(
        encoder.neutral(text), for: place, after: "", context.scan.value(attribute), at: range, in: context)
    else { return }
    let safe = encoder.safeValue(encoded, for: place, of: name, piece, at: range, in: context)
    output.insert(" ", for: range.lowerBound..<range.lowerBound, of: context.source)
    write(name.string, safe, for: range, of: context)
  }

  /// Whether an attribute is composition's, dealt with before the tag is written.
  private func isOwn(_ attribute: Document.Attribute, _ piece: MarkupPiece) -> Bool {
    switch attribute.name {
    case CompositionNames.loop, CompositionNames.condition, CompositionNames.otherwise, CompositionNames.message:
      return true
    case .slot: return piece.range.lowerBound == slotPlace
    default: return attribute.name.string.hasPrefix("t:arg-")
    }
  }
}
