import Diagnostics
import HTML

/// What an expression that may only be known at run time is.
enum Answer<Value> {
  case value(Value)
  /// The client's: it stays.
  case leave
  /// Reported.
  case failed
}

/// Finds the values of expressions: what names stand for, what conditions say, what loops go through.
struct Evaluator {
  let page: CompositionPage
  let journal: CompositionJournal
  private let known = KnownExpressions()

  /// Reports what is wrong in a journal.
  init(page: CompositionPage, journal: CompositionJournal) {
    self.page = page
    self.journal = journal
  }

  /// The value of a name, or `nil` where it is the client's.
  func root(_ name: String, _ scope: Scope) -> StaticValue? {
    if scope.dynamic.contains(name) { return nil }
    if let value = scope.values[name] { return value }
    let site = page.site
    // In a site that is composed the names are the build's, even where there is nothing behind them.
    let nothing: StaticValue? = page.facts == nil ? nil : .object(StaticObject())
    switch name {
    case "data": return site.data ?? nothing
    case "collections":
      return page.language.flatMap { site.collectionsByLanguage[$0] } ?? site.collections ?? nothing
    case "i18n": return page.language.map { site.messages[$0] ?? .object(StaticObject()) }
    case "page": return page.facts
    case "site": return page.facts != nil ? site.facts : nil
    default: return nil
    }
  }

  // MARK: Evaluating

  /// The value of an expression's text; problems are reported at a range of the context's file.
  func evaluate(
    _ text: Substring, at range: Range<Int>, in context: Context, isCondition: Bool = false
  ) -> Answer<StaticValue> {
    let expression = known.expression(text)
    // Whatever does not begin with a name of the build is the client's, however it is written.
    if let name = expression.leadingName, root(name, context.scope) == nil, !["true", "false", "null"].contains(name) {
      return .leave
    }
    let placeholder: Placeholder
    do {
      placeholder = try expression.placeholder.get()
    } catch {
      guard expression.leadingName != nil || isCondition else { return .leave }
      journal.report(
        .expressionSyntax, "`\(text.trimmed.prefix(80))` cannot be read: \(error.message)", in: context, at: range,
        help: "write a path such as item.title")
      return .failed
    }
    if !isCondition, placeholder.expression.roots.isEmpty { return .leave }
    return evaluate(placeholder, at: range, in: context, isCondition: isCondition)
  }

  /// The value of an expression in its formats; problems are reported at a range of the context's file.
  func evaluate(
    _ placeholder: Placeholder, at range: Range<Int>, in context: Context, isCondition: Bool
  ) -> Answer<StaticValue> {
    let failed = context.scope.failed
    // What is wrong with a parameter was reported where the partial, component or layout is used.
    if !isCondition, !failed.isEmpty, placeholder.expression.roots.contains(where: failed.contains) {
      journal.noteFailure()
      return .failed
    }
    do throws(EvaluationFault) {
      let fallback = placeholder.formats.first { $0[0] == "default" }
      let value = try value(placeholder.expression, context.scope, isLenient: isCondition || fallback != nil)
      if let fallback, value == .null || value == .text("") {
        return .value(.text(fallback.count > 1 ? fallback[1] : ""))
      }
      return formatted(value, placeholder.formats, at: range, in: context).map { .value($0) } ?? .failed
    } catch {
      switch error {
      case .runtime: return .leave
      case .missing(let message, let help): journal.report(.dataMissing, message, in: context, at: range, help: help)
      case .type(let message): journal.report(.dataType, message, in: context, at: range)
      }
      return .failed
    }
  }

  /// A value in formats, one after another; `nil` after a report.
  private func formatted(
    _ value: StaticValue, _ formats: [[String]], at range: Range<Int>, in context: Context
  ) -> StaticValue? {
    let format = ValueFormat(language: page.locale)
    var value = value
    for words in formats {
      do throws(ValueFormat.Fault) {
        if case .binding = value { throw ValueFormat.Fault(message: "the value is known at run time only") }
        value = try format.format(value, words)
      } catch {
        let near = Suggestion.nearest(to: words[0], in: ValueFormat.names)
        journal.report(
          .formatInvalid, "`\(words.joined(separator: " "))`: \(error.message)", in: context, at: range,
          help: ValueFormat.names.contains(words[0]) ? nil : near.map { "did you mean `\($0)`?" })
        return nil
      }
    }
    return value
  }

  private func value(
    _ expression: Expression, _ scope: Scope, isLenient: Bool
  ) throws(EvaluationFault) -> StaticValue {
    switch expression {
    case .literal(let value): return value
    case .path(let root, let steps): return try value(root, steps, scope, isLenient: isLenient)
    case .not(let inner): return .boolean(!(try condition(inner, scope)))
    case .and(let left, let right):
      // Both sides are looked at: a mistake in the second is one even where the first decides.
      let first = try condition(left, scope)
      let second = try condition(right, scope)
      return .boolean(first && second)
    case .or(let left, let right):
      let first = try condition(left, scope)
      let second = try condition(right, scope)
      return .boolean(first || second)
    case .compare(let sign, let left, let right):
      let first = try value(left, scope, isLenient: true)
      return .boolean(try Self.compare(sign, first, value(right, scope, isLenient: true)))
    }
  }

  private func condition(_ expression: Expression, _ scope: Scope) throws(EvaluationFault) -> Bool {
    let value = try value(expression, scope, isLenient: true)
    if case .binding = value { throw .type("a condition of run time cannot be decided by the build") }
    return value.isTruthy
  }

  private static func compare(
    _ sign: String, _ left: StaticValue, _ right: StaticValue
  ) throws(EvaluationFault) -> Bool {
    switch sign {
    case "==": return left == right
    case "!=": return left != right
    default:
      let order: Int
      switch (left, right) {
      case (.number(let first), .number(let second)): order = first < second ? -1 : first > second ? 1 : 0
      case (.text(let first), .text(let second)): order = first < second ? -1 : first > second ? 1 : 0
      default: throw .type("\(left.noun) and \(right.noun) have no order")
      }
      switch sign {
      case "<": return order < 0
      case ">": return order > 0
      case "<=": return order <= 0
      default: return order >= 0
      }
    }
  }

  /// The value at the end of a path.
  private func value(
    _ name: String, _ steps: [Expression.Step], _ scope: Scope, isLenient: Bool
  ) throws(EvaluationFault) -> StaticValue {
    guard var current = root(name, scope) else { throw .runtime }
    let isOwn = scope.values[name] == nil
    let isData = isOwn && name == "data"
    // The step that names a collection: the first of `collections.posts`, the second of `site.collections.posts`.
    var collectionStep: Int?
    if isOwn {
      if name == "collections" { collectionStep = 0 }
      if name == "site", case .name("collections")? = steps.first { collectionStep = 1 }
    }
    var path = name
    for (position, step) in steps.enumerated() {
      if case .binding = current { throw .type("`\(path)` is known at run time only") }
      let key: StaticValue
      switch step {
      case .name(let name): key = .text(name)
      case .index(let inner): key = try value(inner, scope, isLenient: false)
      }
      let next: StaticValue?
      switch (current, key) {
      case (.list(let elements), .number(let number)):
        next = number >= 0 && number < Double(elements.count) ? elements[Int(number)] : nil
        path += "[\(StaticValue.plain(number))]"
      case (.list(let elements), .text("length")):
        next = .number(Double(elements.count))
        path += ".length"
      case (.object(let object), .text(let name)):
        next = object[name]
        path += ".\(name)"
        if isData { recordData(path) }
        if position == collectionStep { recordMembers(of: name) }
      case (.null, _) where isLenient: return .null
      default:
        throw .type("`\(path)` is \(current.noun) and has no member `\(key.plainText ?? key.noun)`")
      }
      if let next {
        current = next
      } else if position == collectionStep, try isEmptyCollection(current, key, path) {
        current = .list([])
      } else if isLenient, !(isData && position == 0 || position == collectionStep) {
        return .null
      } else {
        throw .missing("there is no `\(path)`", help: help(forMissing: key, in: current))
      }
    }
    return current
  }

  /// Whether a collection that has no members is one all the same: that of a folder without pages, in this language at least;
  /// a name near that of another folder is a mistake.
  private func isEmptyCollection(
    _ collections: StaticValue, _ key: StaticValue, _ path: String
  ) throws(EvaluationFault) -> Bool {
    guard case .object(let object) = collections, case .text(let wanted) = key else { return false }
    let site = page.site
    if site.languages.count > 1, site.languages.contains(wanted) {
      throw .missing(
        "there is no `\(path)`",
        help: "`\(wanted)` is a language: on its pages `collections.posts` lists those of `\(wanted)/posts/`")
    }
    return site.collections?[wanted] != nil || Suggestion.nearest(to: wanted, in: object.names) == nil
  }

  private func help(forMissing key: StaticValue, in value: StaticValue) -> String? {
    guard case .object(let object) = value, case .text(let wanted) = key else { return nil }
    return journal.suggestions.nearest(to: wanted, in: object.names).map { "did you mean `\($0)`?" }
      ?? (object.names.isEmpty
        ? nil : "it has \(object.names.prefix(8).map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Notes the data file that a path leads into; one that is not there would change the page if it came.
  private func recordData(_ path: String) {
    let key = String(path.dropFirst("data.".count))
    if let file = page.site.dataFiles[key] {
      journal.depend(on: file, exists: true)
      journal.record(file, "data")
    } else if !key.contains("."), page.site.data?[key] == nil {
      for ending in ["json", "yml"] { journal.depend(on: "data/\(key).\(ending)", exists: false) }
    }
  }

  /// Notes the files of a collection's members, whose front matter it is.
  private func recordMembers(of collection: String) {
    for file in page.site.collectionFiles[collection] ?? [] {
      journal.depend(on: file, exists: true, isReference: false)
      journal.record(file, "collection")
    }
  }

  /// The text of a value; reports one that has none.
  func plainText(_ value: StaticValue, at range: Range<Int>, in context: Context) -> String? {
    if let text = value.plainText { return text }
    journal.report(
      .dataType, "a text is wanted here, not \(value.noun)", in: context, at: range,
      help: value == .null ? "write `| default \"\"` or `t:if`" : "name a member of it")
    return nil
  }

  // MARK: Loops and conditions

  /// The contexts of a loop's rounds; `nil` after a report.
  func loop(_ attribute: Document.Attribute, in context: Context) -> [Context]? {
    let text = context.scan.value(attribute)
    let range = attribute.sourceRange
    let header: LoopHeader
    do {
      header = try LoopHeader(text)
    } catch {
      journal.report(
        .expressionSyntax, "`\(text.prefix(80))` cannot be read: \(error.message)", in: context, at: range,
        help: "write `t:static=\"item in data.articles\"`")
      return nil
    }
    if header.list.roots.contains(where: { root($0, context.scope) == nil }) {
      journal.report(
        .dataMissing, "`\(text.prefix(80))` is not known when the site is built", in: context, at: range,
        help: "use `t:for` for data of run time; `data` is the folder data/")
      return nil
    }
    func round(_ item: StaticValue, _ index: StaticValue) -> Context {
      var inner = context
      inner.scope.bind(header.item, item)
      inner.scope.bind(header.index ?? "index", index)
      return inner
    }
    switch evaluate(Placeholder(header.list), at: range, in: context, isCondition: false) {
    case .leave, .failed: return nil
    case .value(.list(let elements)):
      return elements.enumerated().map { index, element in round(element, .number(Double(index))) }
    case .value(.object(let object)):
      return object.names.map { round(object[$0] ?? .null, .text($0)) }
    case .value(let other):
      journal.report(.dataType, "`t:static` goes through a list, not \(other.noun)", in: context, at: range)
      return nil
    }
  }

  /// Whether a condition holds; `nil` after a report.
  func condition(_ attribute: Document.Attribute, in context: Context) -> Bool? {
    let text = context.scan.value(attribute)
    switch evaluate(text[...], at: attribute.sourceRange, in: context, isCondition: true) {
    case .value(.binding):
      journal.report(
        .dataType, "`\(text.prefix(80))` is known at run time only", in: context, at: attribute.sourceRange,
        help: "give the parameter a value of the build, or hide the element with a binding")
      return nil
    case .value(let value): return value.isTruthy
    case .leave:
      reportUnknownCondition(attribute, in: context)
      return nil
    case .failed: return nil
    }
  }

  /// Reports a condition that the build knows nothing of: nothing else reads `t:if`, and the element would always be shown.
  private func reportUnknownCondition(_ attribute: Document.Attribute, in context: Context) {
    let text = context.scan.value(attribute)
    let names = context.scope.values.keys.sorted() + ["data", "page", "site", "i18n", "collections"]
    let unknown = (try? Placeholder(text[...]))?.expression.roots.first { root($0, context.scope) == nil } ?? text
    let near = journal.suggestions.nearest(to: unknown, in: names)
    journal.report(
      .dataMissing, "`\(unknown.prefix(80))` is not known when the site is built", in: context,
      at: attribute.sourceRange,
      help: near.map { "did you mean `\($0)`?" } ?? "hide the element with a binding or a script")
  }

  /// Reports `{{` without `}}`, where what follows begins with a name of the build.
  func reportUnclosed(_ rest: String, at range: Range<Int>, in context: Context) {
    guard let name = Placeholder.leadingName(rest[...]), root(name, context.scope) != nil else { return }
    journal.report(
      .expressionSyntax, "`{{` is not closed", in: context, at: range, help: "write `}}` behind the expression")
  }
}

/// Why an expression has no value.
private enum EvaluationFault: Error {
  /// A name in it is the client's.
  case runtime
  case missing(String, help: String?)
  case type(String)
}
