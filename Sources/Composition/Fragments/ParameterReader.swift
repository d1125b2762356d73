import Diagnostics
import HTML
import Names

/// Reads what is given to fragments: attributes, front matter and defaults as parameters of the declared types.
struct ParameterReader {
  let page: CompositionPage
  let journal: CompositionJournal
  let filler: AttributeFiller

  private var evaluator: Evaluator { filler.evaluator }

  /// The parameter's name as an attribute has it: HTML's are lower-case.
  func attributeName(_ name: String) -> Name { page.keepsCase ? Name(name) : Name(name).asciiLowercased }

  /// The parameters of a partial or component, from the attributes of the tag that uses it.
  ///
  /// - Parameter isMisnamed: an attribute was reported that no parameter has: it may have been meant for one that is missing.
  func parameters(of fragment: Fragment, _ piece: MarkupPiece, in context: Context, isMisnamed: Bool) -> Scope {
    var inner = Scope()
    for parameter in fragment.parameters {
      let reported = journal.failures
      let attribute = context.scan.attribute(piece, attributeName(parameter.name))
      let value =
        attribute.map { argument($0, parameter, in: context) }
        ?? missing(parameter, fragment, at: piece.range, in: context)
      inner.set(parameter.name, value, isReported: journal.failures > reported || attribute == nil && isMisnamed)
    }
    return inner
  }

  /// The parameters of a layout: attributes of `<html>`, then members of the front matter, then defaults.
  func parameters(ofLayout layout: Fragment, _ html: MarkupPiece, in context: Context, isMisnamed: Bool) -> Scope {
    var inner = Scope()
    for parameter in layout.parameters {
      let reported = journal.failures
      let attribute = context.scan.attribute(html, attributeName(parameter.name))
      let value: StaticValue
      if let attribute {
        value = argument(attribute, parameter, in: context)
      } else if let given = page.facts?[parameter.name], given != .null {
        value = typed(given, parameter, at: html.range, in: context)
      } else {
        value = missing(parameter, layout, at: html.range, in: context)
      }
      inner.set(parameter.name, value, isReported: journal.failures > reported || attribute == nil && isMisnamed)
    }
    return inner
  }

  /// The attributes of an `<include>` as names that its partial sees: what the partial declares, or where it declares
  /// nothing, all of them.
  func parameters(ofPartial fragment: Fragment, _ piece: MarkupPiece, in context: Context) -> Scope {
    let scan = context.scan
    var free = Scope()
    let reported = journal.failures
    for attribute in piece.attributes.map({ scan.attributes[$0] })
    where !CompositionNames.isDirective(attribute.name) && attribute.name != .src {
      let name = attribute.name.string
      guard !fragment.parameters.isEmpty else {
        free.values[name] = argument(attribute, nil, in: context)
        if !fragment.usedNames.contains(name) { reportUnused(attribute, of: fragment, piece, in: context) }
        continue
      }
      if !fragment.parameters.contains(where: { attributeName($0.name) == attribute.name }) {
        let known = fragment.parameters.map(\.name)
        journal.report(
          .parameterUnknown, "`\(fragment.path)` has no parameter `\(name)`", in: context, at: attribute.sourceRange,
          help: Suggestion.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
            ?? "it has \(known.joined(separator: ", "))")
      }
    }
    guard !fragment.parameters.isEmpty else { return free }
    return parameters(of: fragment, piece, in: context, isMisnamed: journal.failures > reported)
  }

  /// Reports an attribute that nothing in a partial without declarations uses.
  private func reportUnused(
    _ attribute: Document.Attribute, of fragment: Fragment, _ piece: MarkupPiece, in context: Context
  ) {
    let name = attribute.name.string
    journal.report(
      .includeAttributeUnused, "`\(fragment.path)` does not use `\(name)`", in: context, at: attribute.sourceRange,
      help: help(forUnused: name, of: fragment, piece, in: context))
  }

  private func help(
    forUnused name: String, of fragment: Fragment, _ piece: MarkupPiece, in context: Context
  ) -> String {
    let given = Set(piece.attributes.map { context.scan.attributes[$0].name })
    let free = fragment.usedNames.filter { name in
      !given.contains(Name(name))
        && !["data", "page", "site", "i18n", "collections", "true", "false", "null"].contains(name)
    }
    if let same = free.first(where: { $0.lowercased() == name }) {
      return "names of attributes have no capital letters: declare `<param name=\"\(same)\">` in `\(fragment.path)`"
    }
    return Suggestion.nearest(to: name, in: free).map { "did you mean `\($0)`?" }
      ?? "write `{{ \(name) }}` into the partial, or remove the attribute"
  }

  /// Reports attributes that are nearly a property of a component or a parameter of a layout: the element keeps them, but
  /// that is hardly what was meant.
  ///
  /// - Returns: whether there are any.
  func reportNearNames(
    _ piece: MarkupPiece, _ what: String, of fragment: Fragment, in context: Context
  ) -> Bool {
    let known = fragment.parameters.map { attributeName($0.name).string }
    var isMisnamed = false
    for attribute in piece.attributes.map({ context.scan.attributes[$0] })
    where !CompositionNames.isDirective(attribute.name) {
      let name = attribute.name.string
      guard !known.contains(name), !Self.everywhere.contains(name), !name.contains("-"),
        let near = Suggestion.nearest(to: name, in: known)
      else { continue }
      journal.report(
        .parameterUnknown, "\(what) `\(name)`", in: context, at: attribute.sourceRange,
        help: "did you mean `\(near)`?")
      isMisnamed = true
    }
    return isMisnamed
  }

  /// Attributes that any element may have.
  private static let everywhere: Set<String> = [
    "id", "class", "style", "hidden", "lang", "dir", "title", "role", "slot", "name", "layout", "manifest", "xmlns",
  ]

  // MARK: One parameter

  /// An attribute as a parameter; as a text where none is declared.
  private func argument(
    _ attribute: Document.Attribute, _ parameter: FragmentParameter?, in context: Context
  ) -> StaticValue {
    let text = context.scan.value(attribute)
    let kind = parameter?.kind ?? .text
    if kind == .data { return dataArgument(text, attribute, parameter?.name ?? "", in: context) }
    var value = text
    if context.scan.hasPlaceholder(attribute) {
      guard let filled = filler.fill(text, of: attribute, for: .value, in: context) else { return .null }
      if filled.leavesPlaceholders { return .binding(filled.text) }
      value = filled.text
    }
    if let typed = FragmentParameter.value(value, kind) { return typed }
    journal.report(
      .parameterType, "`\(parameter?.name ?? "")` takes a \(kind.rawValue), not `\(value.prefix(60))`", in: context,
      at: attribute.sourceRange, help: kind == .number ? "write a number such as 3 or 2.5" : "write true or false")
    return .null
  }

  private func dataArgument(
    _ text: String, _ attribute: Document.Attribute, _ name: String, in context: Context
  ) -> StaticValue {
    var path = text[...]
    if let open = text.firstRange(of: "{{"), let close = text.firstRange(of: "}}"), open.upperBound <= close.lowerBound
    {
      path = text[open.upperBound..<close.lowerBound]
    }
    switch evaluator.evaluate(path, at: attribute.sourceRange, in: context) {
    case .value(let value): return value
    case .failed: return .null
    case .leave:
      if page.isToken { return .binding(text) }
      journal.report(
        .parameterType, "`\(name)` takes a path into the data, not `\(text.prefix(60))`", in: context,
        at: attribute.sourceRange, help: "write a path such as data.articles[0]")
      return .null
    }
  }

  /// A value of the front matter as a parameter; reports one of another type.
  private func typed(
    _ value: StaticValue, _ parameter: FragmentParameter, at range: Range<Int>, in context: Context
  ) -> StaticValue {
    switch (parameter.kind, value) {
    case (.data, _), (.number, .number), (.boolean, .boolean), (.text, .text): return value
    case (.text, .number), (.text, .boolean): return .text(value.plainText ?? "")
    default:
      journal.report(
        .parameterType, "`\(parameter.name)` takes a \(parameter.kind.rawValue), not \(value.noun)", in: context,
        at: context.fragment.frontMatter.map { context.scan.pieces[$0.lowerBound].range } ?? range,
        help: "change it in the front matter")
      return .null
    }
  }

  /// The value of a parameter that was not given.
  private func missing(
    _ parameter: FragmentParameter, _ fragment: Fragment, at range: Range<Int>, in context: Context
  ) -> StaticValue {
    if let fallback = parameter.fallback { return fallback }
    if parameter.isRequired {
      journal.report(
        .parameterMissing,
        "the parameter `\(parameter.name)` is missing (\(context.frame.trail(to: fragment.path)))", in: context,
        at: range, help: "write `\(parameter.name)=\"…\"`")
    }
    switch parameter.kind {
    case .text: return .text("")
    case .boolean: return .boolean(false)
    case .number, .data: return .null
    }
  }
}
