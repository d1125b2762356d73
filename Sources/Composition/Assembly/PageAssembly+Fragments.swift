import Diagnostics
import HTML
import Names
import References

// Partials, components and slots; the styles and scripts that they bring.
extension PageAssembly {
  /// `<include src>`: the partial's markup, with the attributes as its parameters and the contents in its slots.
  mutating func include(_ piece: MarkupPiece, _ contents: Range<Int>, in context: Context) {
    guard let attribute = context.scan.attribute(piece, .src) else {
      journal.report(
        .includeSource, "`<include>` has no `src`", in: context, at: piece.range,
        help: "write `<include src=\"/partials/header.html\">`")
      return
    }
    let url =
      filler.filled(attribute, of: piece, in: context, rebasing: false) ?? context.scan.value(attribute)
    gathered.noteUse(at: output.bytes.count)
    guard let fragment = loader.load(url, "partial", in: context, at: attribute.sourceRange) else { return }
    let scope = parameters.parameters(ofPartial: fragment, piece, in: context)
    put(fragment, scope, piece, contents, in: context)
  }

  /// A component's element: the markup of its file in it, its declared attributes as properties.
  mutating func component(_ piece: MarkupPiece, _ contents: Range<Int>, in context: Context) {
    let tagName = piece.name.string
    gathered.noteUse(at: output.bytes.count)
    guard piece.partner >= 0 || page.keepsCase && piece.isSelfClosing else {
      journal.report(
        .compositionUnclosed, "the component `<\(tagName)>` is not closed", in: context, at: piece.range,
        help: "write `</\(tagName)>` where it ends")
      return
    }
    let file = page.site.componentFolder + "/" + tagName + ".html"
    guard let fragment = loader.load(path: file, "component", in: context, at: piece.range) else { return }
    let isMisnamed = parameters.reportNearNames(
      piece, "`<\(piece.name)>` has no property", of: fragment, in: context)
    let scope = parameters.parameters(of: fragment, piece, in: context, isMisnamed: isMisnamed)
    let taken = Set(fragment.parameters.map { parameters.attributeName($0.name) })
    var added: [AddedAttribute] = []
    if let mark = context.frame.mark { added.append(AddedAttribute(name: "data-of", value: mark, range: piece.range)) }
    if page.isToken || fragment.isScoped {
      added.append(AddedAttribute(name: "data-component", value: tagName, range: piece.range))
    }
    // Native views have no such tag: the component is a view that holds its markup.
    let host = page.isToken ? "view" : tagName
    var opened = piece
    opened.isSelfClosing = false
    tag(opened, named: host, in: context, dropping: taken, adding: added)
    put(fragment, scope, piece, contents, in: context, mark: fragment.isScoped ? tagName : nil)
    output.insert("</\(host)>", for: piece.range, of: context.source)
  }

  /// Puts the markup of a partial or component in the place of a tag, whose contents fill its slots.
  private mutating func put(
    _ fragment: Fragment, _ scope: Scope, _ piece: MarkupPiece, _ contents: Range<Int>, in context: Context,
    mark: String? = nil
  ) {
    let slots = Slots([contents], in: context)
    slots.check(against: fragment, in: context, journal)
    let frame = Frame(
      fragment, parent: context.frame, use: piece.range, slots: slots.filled, collects: true, mark: mark)
    process(0..<fragment.scan.pieces.count, in: Context(frame: frame, scope: scope))
  }

  /// `<slot name>`: what fills it, else its own contents.
  mutating func slot(_ piece: MarkupPiece, _ contents: Range<Int>, in context: Context) {
    let name = context.scan.value(piece, .name) ?? ""
    guard budget.mayInsert(context, at: piece.range) else { return }
    if let filling = context.frame.slots?[name] {
      let place = slotPlace
      for range in filling.ranges {
        slotPlace = name.isEmpty ? nil : filling.context.scan.pieces[range.lowerBound].range.lowerBound
        process(range, in: filling.context)
      }
      slotPlace = place
      return
    }
    guard piece.partner >= 0 || piece.isSelfClosing && page.keepsCase else {
      journal.report(
        .compositionUnclosed, "`<slot>` is not closed", in: context, at: piece.range,
        help: "write `</slot>` after its default contents")
      return
    }
    if context.scan.attribute(piece, CompositionNames.required) != nil {
      let trail = context.frame.trail.joined(separator: " → ")
      journal.report(
        .slotRequired,
        name.isEmpty
          ? "nothing fills the slot without a name (\(trail))" : "nothing fills the slot `\(name)` (\(trail))",
        in: context, at: piece.range,
        help: name.isEmpty ? "write contents" : "write an element with `slot=\"\(name)\"`")
      return
    }
    process(contents, in: context)
  }

  // MARK: Styles and scripts

  /// Whether an element of a partial or component is put in once a page: styles and scripts. Scripts that are data stay
  /// where they are written.
  static func isCollected(_ piece: MarkupPiece, _ scan: MarkupScan) -> Bool {
    switch piece.name {
    case .style: return true
    case .link:
      let relations = (scan.value(piece, .rel) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
      return relations.contains("stylesheet")
    case .script:
      let type = (scan.value(piece, .type) ?? "").lowercased()
      return type.isEmpty || type == "module" || type == "importmap" || type.contains("script")
    default: return false
    }
  }

  /// Keeps a partial's or component's style or script for the end of the head or body, once.
  mutating func gather(_ piece: MarkupPiece, _ contents: Range<Int>, in context: Context) {
    let scan = context.scan
    let source = context.source
    let address = scan.value(piece, .src) ?? (piece.name == .link ? scan.value(piece, .href) : nil)
    var key = "\(context.fragment.path):\(piece.range.lowerBound)"
    let isFilled =
      piece.attributes.contains { scan.hasPlaceholder(scan.attributes[$0]) }
      || contents.contains { PlaceholderPlaces.mayBe(in: source.bytes, scan.pieces[$0].range) }
    if let address, !isFilled, case .local(let target, _) = SiteReference(address, from: context.fragment.path) {
      key = "=" + target
    }
    // What values go into is another for each of them.
    guard isFilled || gathered.isNew(key) else { return }
    let text = aside { assembly in
      assembly.tag(piece, in: context, dropping: [CompositionNames.scoped])
      if !contents.isEmpty {
        if let component = context.frame.mark, scan.attribute(piece, CompositionNames.scoped) != nil {
          assembly.writeScoped(contents, of: piece, component: component, in: context)
        } else {
          assembly.process(contents, in: context)
        }
      }
      if piece.partner >= 0 { assembly.output.copy(scan.pieces[piece.partner].range, of: source) }
      assembly.output.insert("\n", for: piece.range.upperBound..<piece.range.upperBound, of: source)
    }
    if isFilled, !gathered.isNew("=" + String(decoding: text.bytes, as: UTF8.self)) { return }
    if piece.name == .script, !isInHead { gathered.addScript(text) } else { gathered.addStyle(text) }
  }

  /// What is written meanwhile, in a text of its own.
  private mutating func aside(_ write: (inout PageAssembly) -> Void) -> ComposedText {
    var text = ComposedText()
    swap(&text, &output)
    write(&self)
    swap(&text, &output)
    return text
  }

  /// Writes a component's `<style scoped>`, bound to the component's own elements.
  private mutating func writeScoped(
    _ contents: Range<Int>, of piece: MarkupPiece, component: String, in context: Context
  ) {
    let pieces = context.scan.pieces
    let range = pieces[contents.lowerBound].range.lowerBound..<pieces[contents.upperBound - 1].range.upperBound
    // Values of data have no place in a style sheet: writing the text reports them.
    _ = aside { assembly in assembly.process(contents, in: context) }
    let edits = contents.flatMap { addresses.sheetEdits(pieces[$0], in: context) }
    let style = ScopedStyle(context.source.bytes[range], component: component)
    for (range, name) in style.unsupported {
      journal.report(
        .scopedSelector,
        "`\(name)`\(name == ":host" ? " in parentheses" : "") has no meaning in a scoped style", in: context,
        at: range,
        help: name == ":host"
          ? "write the selectors one by one: `:host, …`"
          : "components have no shadow tree: style what the page gives by a class of its own")
    }
    for part in style.parts {
      switch part {
      case .copy(let range): output.copy(range, of: context.source, editing: edits)
      case .add(let text): output.insert(text, for: piece.range, of: context.source)
      }
    }
  }
}
