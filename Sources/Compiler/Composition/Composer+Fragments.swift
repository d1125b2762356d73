import Diagnostics
import HTML
import Names

// Partials, components and slots.
extension Composer {
  /// `<include src>`: the partial's markup, with the attributes as its parameters and the contents in its slots.
  mutating func include(_ index: Int, _ contents: Range<Int>, _ frame: Frame, _ scope: Scope) {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    guard let attribute = scan.attribute(piece, .src) else {
      report(
        .includeSource, "`<include>` has no `src`", frame.fragment, piece.range,
        help: "write `<include src=\"/partials/header.html\">`")
      return
    }
    let url = filled(attribute, of: piece, frame, scope, rebasing: false) ?? scan.value(attribute)
    if firstUse == nil, headEnd == nil { firstUse = output.bytes.count }
    guard let fragment = load(url, "partial", from: frame, at: attribute.sourceRange) else { return }
    var inner = Scope()
    let reported = failures
    var given: Set<Name> = []
    for attribute in piece.attributes.map({ scan.attributes[$0] }) where !isDirective(attribute.name) {
      if attribute.name == .src { continue }
      given.insert(attribute.name)
      guard !fragment.parameters.isEmpty else {
        inner.values[attribute.name.string] = argument(attribute, nil, frame, scope)
        if !fragment.usedNames.contains(attribute.name.string) { reportUnused(attribute, of: fragment, piece, frame) }
        continue
      }
      if !fragment.parameters.contains(where: { attributeName($0.name) == attribute.name }) {
        let known = fragment.parameters.map(\.name)
        let near = Suggestion.nearest(to: attribute.name.string, in: known)
        report(
          .parameterUnknown, "`\(fragment.path)` has no parameter `\(attribute.name)`", frame.fragment,
          attribute.sourceRange,
          help: near.map { "did you mean `\($0)`?" } ?? "it has \(known.joined(separator: ", "))")
      }
    }
    let isMisnamed = failures > reported
    for parameter in fragment.parameters {
      set(parameter, of: fragment, in: &inner, piece, frame, scope, isMisnamed: isMisnamed)
    }
    let slots = fillings([contents], frame, scope)
    check(slots, of: fragment, frame)
    let partial = Frame(
      fragment, parent: frame, use: piece.range, slots: slots.filter { !isBlank($0.value) }, collects: true)
    process(0..<fragment.scan.pieces.count, partial, inner)
  }

  /// Gives a parameter of a partial or component its value in the inner scope.
  ///
  /// - Parameter isMisnamed: an attribute was reported that no parameter has: it may have been meant for this one.
  private mutating func set(
    _ parameter: FragmentParameter, of fragment: Fragment, in inner: inout Scope, _ piece: MarkupPiece, _ frame: Frame,
    _ scope: Scope, isMisnamed: Bool
  ) {
    let reported = failures
    let attribute = frame.fragment.scan.attribute(piece, attributeName(parameter.name))
    let value =
      attribute.map { argument($0, parameter, frame, scope) } ?? missing(parameter, fragment, frame, piece.range)
    inner.set(parameter.name, value, isReported: failures > reported || attribute == nil && isMisnamed)
  }

  /// Reports an attribute that nothing in a partial without declarations uses.
  private mutating func reportUnused(
    _ attribute: Document.Attribute, of fragment: Fragment, _ piece: MarkupPiece, _ frame: Frame
  ) {
    let name = attribute.name.string
    let given = Set(piece.attributes.map { frame.fragment.scan.attributes[$0].name })
    let free = fragment.usedNames.filter { name in
      !given.contains(Name(name))
        && !["data", "page", "site", "i18n", "collections", "true", "false", "null"].contains(name)
    }
    let help: String
    if let same = free.first(where: { $0.lowercased() == name }) {
      help = "names of attributes have no capital letters: declare `<param name=\"\(same)\">` in `\(fragment.path)`"
    } else if let near = Suggestion.nearest(to: name, in: free) {
      help = "did you mean `\(near)`?"
    } else {
      help = "write `{{ \(name) }}` into the partial, or remove the attribute"
    }
    report(
      .includeAttributeUnused, "`\(fragment.path)` does not use `\(name)`", frame.fragment, attribute.sourceRange,
      help: help)
  }

  /// Notes a placeholder of a fragment that stays as it is written.
  mutating func noteUnfilled(_ expression: String, at place: Range<Int>, _ frame: Frame) {
    // A page's own braces are reported where they are.
    guard !isToken, let parent = frame.parent, unfilled.count < 1_000,
      let name = Placeholder.leadingName(expression[...])
    else { return }
    let file = frame.fragment.path
    let names = frame.fragment.parameters.map(\.name)
    let near = Suggestion.nearest(to: name, in: names).map { "did you mean `\($0)` in `\(file)`?" }
    unfilled.append(
      UnfilledPlaceholder(
        place: UnfilledPlaceholder.Place(file: frame.fragment.source.path, offset: place.lowerBound), name: name,
        source: parent.fragment.source, range: frame.use,
        help: near
          ?? (frame.collects && names.isEmpty
            ? "write `\(name)=\"…\"` on the tag that uses `\(file)`, or correct the name"
            : "declare it in `\(file)`: `<param name=\"\(name)\">`")))
  }

  /// A component's element: the markup of its file in it, its declared attributes as properties.
  mutating func component(_ index: Int, _ contents: Range<Int>, _ frame: Frame, _ scope: Scope) {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    let tagName = piece.name.string
    if firstUse == nil, headEnd == nil { firstUse = output.bytes.count }
    guard piece.partner >= 0 || keepsCase && piece.isSelfClosing else {
      report(
        .compositionUnclosed, "the component `<\(tagName)>` is not closed", frame.fragment, piece.range,
        help: "write `</\(tagName)>` where it ends")
      return
    }
    let file = composition.componentFolder + "/" + tagName + ".html"
    guard let fragment = load(path: file, "component", from: frame, at: piece.range) else { return }
    var inner = Scope()
    let reported = failures
    reportNearNames(piece, "`<\(piece.name)>` has no property", fragment, frame)
    let isMisnamed = failures > reported
    for parameter in fragment.parameters {
      set(parameter, of: fragment, in: &inner, piece, frame, scope, isMisnamed: isMisnamed)
    }
    let taken = Set(fragment.parameters.map { attributeName($0.name) })
    var added: [(name: String, value: String, range: Range<Int>)] = []
    if let mark = frame.mark { added.append(("data-of", mark, piece.range)) }
    if isToken || fragment.isScoped { added.append(("data-component", tagName, piece.range)) }
    // Native views have no such tag: the component is a view that holds its markup.
    let host = isToken ? "view" : tagName
    var opened = piece
    opened.isSelfClosing = false
    tag(opened, named: host, frame, scope, dropping: taken, adding: added)
    let slots = fillings([contents], frame, scope)
    check(slots, of: fragment, frame)
    let component = Frame(
      fragment, parent: frame, use: piece.range, slots: slots.filter { !isBlank($0.value) }, collects: true,
      mark: fragment.isScoped ? tagName : nil)
    process(0..<fragment.scan.pieces.count, component, inner)
    output.insert("</\(host)>", for: piece.range, of: frame.fragment.source)
  }

  /// Attributes that are nearly a property of a component or a parameter of a layout: the element keeps them, but that is
  /// hardly what was meant.
  mutating func reportNearNames(_ piece: MarkupPiece, _ what: String, _ fragment: Fragment, _ frame: Frame) {
    let scan = frame.fragment.scan
    let known = fragment.parameters.map { attributeName($0.name).string }
    let everywhere: Set<String> = [
      "id", "class", "style", "hidden", "lang", "dir", "title", "role", "slot", "name", "layout", "manifest", "xmlns",
    ]
    for attribute in piece.attributes.map({ scan.attributes[$0] }) where !isDirective(attribute.name) {
      let name = attribute.name.string
      guard !known.contains(name), !everywhere.contains(name), !name.contains("-"),
        let near = Suggestion.nearest(to: name, in: known)
      else { continue }
      report(
        .parameterUnknown, "\(what) `\(name)`", frame.fragment, attribute.sourceRange,
        help: "did you mean `\(near)`?")
    }
  }

  private func isDirective(_ name: Name) -> Bool { name == .slot || name.string.hasPrefix("t:") }

  /// `<slot name>`: what fills it, else its own contents.
  mutating func slot(_ index: Int, _ contents: Range<Int>, _ frame: Frame, _ scope: Scope) {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    let name = scan.value(piece, .name) ?? ""
    guard countInsertion(frame, piece.range) else { return }
    if let filling = frame.slots?[name] {
      let place = slotPlace
      for range in filling.ranges {
        slotPlace = name.isEmpty ? nil : filling.frame.fragment.scan.pieces[range.lowerBound].range.lowerBound
        process(range, filling.frame, filling.scope)
      }
      slotPlace = place
      return
    }
    guard piece.partner >= 0 || piece.isSelfClosing && keepsCase else {
      report(
        .compositionUnclosed, "`<slot>` is not closed", frame.fragment, piece.range,
        help: "write `</slot>` after its default contents")
      return
    }
    if scan.attribute(piece, CompositionNames.required) != nil {
      let trail = frame.trail.joined(separator: " → ")
      report(
        .slotRequired,
        name.isEmpty
          ? "nothing fills the slot without a name (\(trail))" : "nothing fills the slot `\(name)` (\(trail))",
        frame.fragment, piece.range,
        help: name.isEmpty ? "write contents" : "write an element with `slot=\"\(name)\"`")
      return
    }
    process(contents, frame, scope)
  }

  // MARK: Parameters

  /// An attribute as a parameter.
  mutating func argument(
    _ attribute: Document.Attribute, _ parameter: FragmentParameter?, _ frame: Frame, _ scope: Scope
  ) -> StaticValue {
    let scan = frame.fragment.scan
    let text = scan.value(attribute)
    let kind = parameter?.kind ?? .text
    if kind == .data { return dataArgument(text, attribute, parameter?.name ?? "", frame, scope) }
    let value: String
    if scan.hasPlaceholder(attribute) {
      switch fill(text, attribute, .value, frame, scope) {
      case .value(let filled): value = filled
      case .leave: value = text
      case .failed: return .null
      }
      if leftPlaceholder { return .binding(value) }
    } else {
      value = text
    }
    if let typed = FragmentParameter.value(value, kind) { return typed }
    report(
      .parameterType, "`\(parameter?.name ?? "")` takes a \(kind.rawValue), not `\(value.prefix(60))`", frame.fragment,
      attribute.sourceRange,
      help: kind == .number ? "write a number such as 3 or 2.5" : "write true or false")
    return .null
  }

  private mutating func dataArgument(
    _ text: String, _ attribute: Document.Attribute, _ name: String, _ frame: Frame, _ scope: Scope
  ) -> StaticValue {
    var path = text[...]
    if let open = text.firstRange(of: "{{"), let close = text.firstRange(of: "}}"), open.upperBound <= close.lowerBound
    {
      path = text[open.upperBound..<close.lowerBound]
    }
    switch evaluate(path, at: attribute.sourceRange, frame, scope) {
    case .value(let value): return value
    case .failed: return .null
    case .leave:
      if isToken { return .binding(text) }
      report(
        .parameterType, "`\(name)` takes a path into the data, not `\(text.prefix(60))`", frame.fragment,
        attribute.sourceRange, help: "write a path such as data.articles[0]")
      return .null
    }
  }

  /// The value of a parameter that was not given.
  mutating func missing(
    _ parameter: FragmentParameter, _ fragment: Fragment, _ frame: Frame, _ range: Range<Int>
  ) -> StaticValue {
    if let fallback = parameter.fallback { return fallback }
    if parameter.isRequired {
      let trail = (frame.trail + [fragment.path]).joined(separator: " → ")
      report(
        .parameterMissing, "the parameter `\(parameter.name)` is missing (\(trail))", frame.fragment, range,
        help: "write `\(parameter.name)=\"…\"`")
    }
    switch parameter.kind {
    case .text: return .text("")
    case .boolean: return .boolean(false)
    case .number, .data: return .null
    }
  }

  // MARK: Styles and scripts

  /// Keeps a partial's or component's style or script for the end of the head or body, once.
  mutating func collect(_ index: Int, _ contents: Range<Int>, _ frame: Frame, _ scope: Scope) {
    let scan = frame.fragment.scan
    let source = frame.fragment.source
    let piece = scan.pieces[index]
    let address = scan.value(piece, .src) ?? (piece.name == .link ? scan.value(piece, .href) : nil)
    var key = "\(frame.fragment.path):\(piece.range.lowerBound)"
    let isFilled =
      piece.attributes.contains { scan.hasPlaceholder(scan.attributes[$0]) }
      || contents.contains { holdsPlaceholder(scan.pieces[$0].range, source) }
    if let address, !isFilled, case .local(let target, _) = SiteReference(address, from: frame.fragment.path) {
      key = "=" + target
    }
    // What values go into is another for each of them.
    guard isFilled || collected.insert(key).inserted else { return }
    var text = ComposedText()
    swap(&text, &output)
    tag(piece, named: nil, frame, scope, dropping: [CompositionNames.scoped], adding: [])
    if !contents.isEmpty {
      let isScoped = scan.attribute(piece, CompositionNames.scoped) != nil && frame.mark != nil
      if isScoped, let component = frame.mark {
        let range =
          scan.pieces[contents.lowerBound].range.lowerBound..<scan.pieces[contents.upperBound - 1].range.upperBound
        refusePlaceholders(contents, frame, scope)
        let edits = contents.flatMap { sheetEdits(scan.pieces[$0], frame) }
        let style = ScopedStyle(source.bytes[range], component: component)
        for (range, name) in style.unsupported {
          report(
            .scopedSelector,
            "`\(name)`\(name == ":host" ? " in parentheses" : "") has no meaning in a scoped style",
            frame.fragment, range,
            help: name == ":host"
              ? "write the selectors one by one: `:host, …`"
              : "components have no shadow tree: style what the page gives by a class of its own")
        }
        for part in style.parts {
          switch part {
          case .copy(let range): output.copy(range, of: source, editing: edits)
          case .add(let text): output.insert(text, for: piece.range, of: source)
          }
        }
      } else {
        process(contents, frame, scope)
      }
    }
    if piece.partner >= 0 { output.copy(scan.pieces[piece.partner].range, of: source) }
    output.insert("\n", for: piece.range.upperBound..<piece.range.upperBound, of: source)
    swap(&text, &output)
    if isFilled, !collected.insert("=" + String(decoding: text.bytes, as: UTF8.self)).inserted { return }
    if piece.name == .script, !isInHead { scripts.append(text) } else { styles.append(text) }
  }

  /// Reports values of data in a style sheet.
  private mutating func refusePlaceholders(_ contents: Range<Int>, _ frame: Frame, _ scope: Scope) {
    var text = ComposedText()
    swap(&text, &output)
    process(contents, frame, scope)
    swap(&text, &output)
  }
}
