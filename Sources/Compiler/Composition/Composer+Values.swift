import Diagnostics
import HTML
import Names

// Expressions: what names stand for, and values in their places.
extension Composer {
  /// The value of a name, or `nil` where it is the client's.
  func root(_ name: String, _ scope: Scope) -> StaticValue? {
    if scope.dynamic.contains(name) { return nil }
    if let value = scope.values[name] { return value }
    switch name {
    // In a site that is composed the names are the build's, even where there is nothing behind them.
    case "data": return composition.data ?? (page == nil ? nil : .object(StaticObject()))
    case "collections":
      return language.flatMap { composition.collectionsByLanguage[$0] } ?? composition.collections
        ?? (page == nil ? nil : .object(StaticObject()))
    case "i18n": return language.map { composition.messages[$0] ?? .object(StaticObject()) }
    case "page": return page
    case "site": return page != nil ? siteFacts : nil
    default: return nil
    }
  }

  private var siteFacts: StaticValue {
    var facts = StaticObject()
    facts["name"] = .text(composition.siteName)
    facts["languages"] = .list(composition.languages.map { .text($0) })
    if let collections = composition.collections { facts["collections"] = collections }
    return .object(facts)
  }

  // MARK: Evaluating

  /// Why an expression has no value.
  private enum EvaluationFault: Error {
    case runtime
    case missing(String, help: String?)
    case type(String)
  }

  /// The value of an expression's text; problems are reported at a range of the frame's file.
  mutating func evaluate(
    _ text: Substring, at range: Range<Int>, _ frame: Frame, _ scope: Scope, isCondition: Bool = false
  ) -> Answer<StaticValue> {
    // Whatever does not begin with a name of the build is the client's, however it is written.
    if let name = Placeholder.leadingName(text), root(name, scope) == nil, !["true", "false", "null"].contains(name) {
      return .leave
    }
    let placeholder: Placeholder
    do {
      placeholder = try Placeholder(text)
    } catch {
      guard Placeholder.leadingName(text) != nil || isCondition else { return .leave }
      report(
        .expressionSyntax, "`\(text.trimmed.prefix(80))` cannot be read: \(error.message)", frame.fragment, range,
        help: "write a path such as item.title")
      return .failed
    }
    if !isCondition, placeholder.expression.roots.isEmpty { return .leave }
    return evaluate(placeholder, at: range, frame, scope, isCondition: isCondition)
  }

  mutating func evaluate(
    _ placeholder: Placeholder, at range: Range<Int>, _ frame: Frame, _ scope: Scope, isCondition: Bool
  ) -> Answer<StaticValue> {
    // What is wrong with a parameter was reported where the partial, component or layout is used.
    if !isCondition, !scope.failed.isEmpty, placeholder.expression.roots.contains(where: scope.failed.contains) {
      failures += 1
      return .failed
    }
    do {
      let fallback = placeholder.formats.first { $0[0] == "default" }
      var value = try value(placeholder.expression, scope, isLenient: isCondition || fallback != nil)
      if let fallback, value == .null || value == .text("") {
        return .value(.text(fallback.count > 1 ? fallback[1] : ""))
      }
      let format = ValueFormat(language: locale)
      for words in placeholder.formats {
        do {
          if case .binding = value {
            throw ValueFormat.Fault(message: "the value is known at run time only")
          }
          value = try format.format(value, words)
        } catch let fault as ValueFormat.Fault {
          let near = Suggestion.nearest(to: words[0], in: ValueFormat.names)
          report(
            .formatInvalid, "`\(words.joined(separator: " "))`: \(fault.message)", frame.fragment, range,
            help: ValueFormat.names.contains(words[0]) ? nil : near.map { "did you mean `\($0)`?" })
          return .failed
        }
      }
      return .value(value)
    } catch let fault as EvaluationFault {
      switch fault {
      case .runtime: return .leave
      case .missing(let message, let help): report(.dataMissing, message, frame.fragment, range, help: help)
      case .type(let message): report(.dataType, message, frame.fragment, range)
      }
      return .failed
    } catch {
      return .failed
    }
  }

  private mutating func value(_ expression: Expression, _ scope: Scope, isLenient: Bool) throws -> StaticValue {
    switch expression {
    case .literal(let value): return value
    case .path(let root, let steps): return try value(root, steps, scope, isLenient)
    case .not(let inner): return .boolean(!(try condition(inner, scope)))
    case .and(let left, let right):
      let first = try condition(left, scope)
      let second = try condition(right, scope)
      return .boolean(first && second)
    case .or(let left, let right):
      let first = try condition(left, scope)
      let second = try condition(right, scope)
      return .boolean(first || second)
    case .compare(let sign, let left, let right):
      return .boolean(try compare(sign, value(left, scope, isLenient: true), value(right, scope, isLenient: true)))
    }
  }

  private mutating func condition(_ expression: Expression, _ scope: Scope) throws -> Bool {
    let value = try value(expression, scope, isLenient: true)
    if case .binding = value { throw EvaluationFault.type("a condition of run time cannot be decided by the build") }
    return value.isTruthy
  }

  private func compare(_ sign: String, _ left: StaticValue, _ right: StaticValue) throws -> Bool {
    switch sign {
    case "==": return left == right
    case "!=": return left != right
    default:
      let order: Int
      switch (left, right) {
      case (.number(let first), .number(let second)): order = first < second ? -1 : first > second ? 1 : 0
      case (.text(let first), .text(let second)): order = first < second ? -1 : first > second ? 1 : 0
      default: throw EvaluationFault.type("\(left.noun) and \(right.noun) have no order")
      }
      switch sign {
      case "<": return order < 0
      case ">": return order > 0
      case "<=": return order <= 0
      default: return order >= 0
      }
    }
  }

  private mutating func value(
    _ name: String, _ steps: [Expression.Step], _ scope: Scope, _ isLenient: Bool
  ) throws -> StaticValue {
    guard var current = root(name, scope) else { throw EvaluationFault.runtime }
    let isData = name == "data" && scope.values["data"] == nil
    // The step that names a collection: the first of `collections.posts`, the second of `site.collections.posts`.
    var collectionStep: Int?
    if scope.values[name] == nil {
      if name == "collections" { collectionStep = 0 }
      if name == "site", case .name("collections")? = steps.first { collectionStep = 1 }
    }
    var path = name
    for (position, step) in steps.enumerated() {
      if case .binding = current { throw EvaluationFault.type("`\(path)` is known at run time only") }
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
        throw EvaluationFault.type("`\(path)` is \(current.noun) and has no member `\(key.plainText ?? key.noun)`")
      }
      guard let next else {
        if position == collectionStep, case .object(let object) = current, case .text(let wanted) = key {
          if composition.languages.count > 1, composition.languages.contains(wanted) {
            throw EvaluationFault.missing(
              "there is no `\(path)`",
              help: "`\(wanted)` is a language: on its pages `collections.posts` lists those of `\(wanted)/posts/`")
          }
          // The pages of a folder that has none, in this language at least; a name near that of another folder is a mistake.
          if composition.collections?[wanted] != nil || Suggestion.nearest(to: wanted, in: object.names) == nil {
            current = .list([])
            continue
          }
        }
        if isLenient, !(isData && position == 0 || position == collectionStep) { return .null }
        var help: String?
        if case .object(let object) = current, case .text(let wanted) = key {
          help =
            Suggestion.nearest(to: wanted, in: object.names).map { "did you mean `\($0)`?" }
            ?? (object.names.isEmpty
              ? nil : "it has \(object.names.prefix(8).map { "`\($0)`" }.joined(separator: ", "))")
        }
        throw EvaluationFault.missing("there is no `\(path)`", help: help)
      }
      current = next
    }
    return current
  }

  /// Notes the data file that a path leads into; one that is not there would change the page if it came.
  private mutating func recordData(_ path: String) {
    let key = String(path.dropFirst("data.".count))
    if let file = composition.dataFiles[key] {
      checker.record(file, exists: true)
      record(file, "data")
    } else if !key.contains("."), composition.data?[key] == nil {
      for ending in ["json", "yml"] { checker.record("data/\(key).\(ending)", exists: false) }
    }
  }

  /// Notes the files of a collection's members, whose front matter it is.
  private mutating func recordMembers(of collection: String) {
    for file in composition.collectionFiles[collection] ?? [] {
      checker.recordContents(of: file)
      record(file, "collection")
    }
  }

  // MARK: Loops and conditions

  /// The scopes of a loop's rounds; `nil` after a report.
  mutating func loop(_ attribute: Document.Attribute, _ frame: Frame, _ scope: Scope) -> [Scope]? {
    let text = frame.fragment.scan.value(attribute)
    let range = attribute.sourceRange
    let header: LoopHeader
    do {
      header = try LoopHeader(text)
    } catch {
      report(
        .expressionSyntax, "`\(text.prefix(80))` cannot be read: \(error.message)", frame.fragment, range,
        help: "write `t:static=\"item in data.articles\"`")
      return nil
    }
    if header.list.roots.contains(where: { root($0, scope) == nil }) {
      report(
        .dataMissing, "`\(text.prefix(80))` is not known when the site is built", frame.fragment, range,
        help: "use `t:for` for data of run time; `data` is the folder data/")
      return nil
    }
    let list = Placeholder(header.list)
    switch evaluate(list, at: range, frame, scope, isCondition: false) {
    case .leave, .failed: return nil
    case .value(.list(let elements)):
      return elements.enumerated().map { index, element in inner(scope, header, element, .number(Double(index))) }
    case .value(.object(let object)):
      return object.names.map { inner(scope, header, object[$0] ?? .null, .text($0)) }
    case .value(let other):
      report(.dataType, "`t:static` goes through a list, not \(other.noun)", frame.fragment, range)
      return nil
    }
  }

  private func inner(_ scope: Scope, _ header: LoopHeader, _ item: StaticValue, _ index: StaticValue) -> Scope {
    var scope = scope
    scope.values[header.item] = item
    scope.dynamic.remove(header.item)
    scope.failed.remove(header.item)
    scope.values[header.index ?? "index"] = index
    scope.dynamic.remove(header.index ?? "index")
    scope.failed.remove(header.index ?? "index")
    return scope
  }

  /// Whether a condition holds; `nil` after a report.
  mutating func condition(_ attribute: Document.Attribute, _ frame: Frame, _ scope: Scope) -> Bool? {
    let text = frame.fragment.scan.value(attribute)
    switch evaluate(text[...], at: attribute.sourceRange, frame, scope, isCondition: true) {
    case .value(.binding):
      report(
        .dataType, "`\(text.prefix(80))` is known at run time only", frame.fragment, attribute.sourceRange,
        help: "give the parameter a value of the build, or hide the element with a binding")
      return nil
    case .value(let value): return value.isTruthy
    case .leave:
      reportUnknownCondition(attribute, frame, scope)
      return nil
    case .failed: return nil
    }
  }

  /// Reports a condition that the build knows nothing of: nothing else reads `t:if`, and the element would always be shown.
  private mutating func reportUnknownCondition(_ attribute: Document.Attribute, _ frame: Frame, _ scope: Scope) {
    let text = frame.fragment.scan.value(attribute)
    let names = scope.values.keys.sorted() + ["data", "page", "site", "i18n", "collections"]
    let unknown = (try? Placeholder(text[...]))?.expression.roots.first { root($0, scope) == nil } ?? text
    let near = Suggestion.nearest(to: unknown, in: names)
    report(
      .dataMissing, "`\(unknown.prefix(80))` is not known when the site is built", frame.fragment,
      attribute.sourceRange,
      help: near.map { "did you mean `\($0)`?" } ?? "hide the element with a binding or a script")
  }

  // MARK: Messages

  /// `t:text="key"`: the language's text as an element's contents, with `t:arg-name` in `{name}`.
  mutating func message(_ attribute: Document.Attribute, _ piece: MarkupPiece, _ frame: Frame, _ scope: Scope) {
    guard piece.name != .script, piece.name != .style else {
      report(
        .unsafeValue, "a message cannot be in `<\(piece.name)>`", frame.fragment, attribute.sourceRange,
        help: "put it into a `data-` attribute and read it from there")
      return
    }
    guard let text = messageText(attribute, piece, frame, scope) else { return }
    output.insert(
      Self.escaped(neutral(text), inAttribute: false), for: attribute.sourceRange, of: frame.fragment.source)
  }

  /// The attribute that `t:text-name` fills; `nil` for any other attribute.
  mutating func messageTarget(_ attribute: Name) -> Name? {
    if let known = messageTargets[attribute] { return known }
    let text = attribute.string
    let prefix = CompositionNames.message.string + "-"
    let target = text.hasPrefix(prefix) && text.count > prefix.count ? Name(String(text.dropFirst(prefix.count))) : nil
    messageTargets[attribute] = .some(target)
    return target
  }

  /// `t:text-name="key"`: the language's text as the value of the attribute `name`, with the element's `t:arg-…`.
  mutating func messageAttribute(
    _ attribute: Document.Attribute, _ name: Name, _ piece: MarkupPiece, _ frame: Frame, _ scope: Scope
  ) {
    let range = attribute.sourceRange
    let context = context(name, piece, frame)
    guard let text = messageText(attribute, piece, frame, scope),
      let encoded = encoded(
        neutral(text), .text(text), context, after: "", frame.fragment.scan.value(attribute), range, frame)
    else { return }
    let safe = safeValue(encoded, context, of: name, piece, range, frame)
    output.insert(" ", for: range.lowerBound..<range.lowerBound, of: frame.fragment.source)
    output.insert("\(name)=\"\(Self.escaped(safe, inAttribute: true))\"", for: range, of: frame.fragment.source)
  }

  /// The language's text for the key in an attribute, with its arguments; `nil` after a report.
  private mutating func messageText(
    _ attribute: Document.Attribute, _ piece: MarkupPiece, _ frame: Frame, _ scope: Scope
  ) -> String? {
    let scan = frame.fragment.scan
    let range = attribute.sourceRange
    guard let key = filled(attribute, of: piece, frame, scope) ?? scan.value(attribute) as String?,
      let language
    else {
      report(
        .messageMissing, "`\(attribute.name)` needs messages, and the site has none", frame.fragment, range,
        help: "write i18n/en.json")
      return nil
    }
    guard let (found, spoken) = message(of: key, in: language) else {
      if let forms = SiteComposition.formsWithoutOther(key, in: composition.messages[composition.languages[0]]) {
        report(
          .messageMissing, "the message `\(key)` has the forms \(forms), and no `other`", frame.fragment, range,
          help: "write the form for all other numbers into \(composition.messageFiles[language] ?? "i18n/")")
        return nil
      }
      let known = SiteComposition.keys(of: composition.messages[composition.languages[0]] ?? .null)
      let near = Suggestion.nearest(to: key, in: known)
      report(
        .messageMissing, "no language has the message `\(key)`", frame.fragment, range,
        help: near.map { "did you mean `\($0)`?" } ?? "write it into \(composition.messageFiles[language] ?? "i18n/")")
      return nil
    }
    let arguments = piece.attributes.map({ scan.attributes[$0] }).filter { $0.name.string.hasPrefix("t:arg-") }
    var text = found.plainText ?? ""
    if let forms = PluralForms(found) {
      guard let count = arguments.first(where: { $0.name.string == "t:arg-count" }) else {
        report(
          .parameterMissing, "the message `\(key)` has plural forms, and no number chooses one", frame.fragment, range,
          help: "write `t:arg-count=\"…\"`")
        return nil
      }
      guard let number = number(of: count, frame, scope) else { return nil }
      text = forms.text(for: number, language: spoken)
    }
    for argument in arguments {
      let name = argument.name.string.dropFirst("t:arg-".count)
      let expression = scan.value(argument)
      switch evaluate(expression[...], at: argument.sourceRange, frame, scope) {
      case .value(let value):
        if let filling = plainText(value, at: argument.sourceRange, frame) {
          let parts = text.split(separator: "{\(name)}", omittingEmptySubsequences: false)
          let (growth, overflow) = filling.utf8.count.multipliedReportingOverflow(by: parts.count - 1)
          checkSize(frame, argument.sourceRange, adding: overflow ? Self.maximumSize : growth)
          if isStopped { return nil }
          text = parts.joined(separator: filling)
        }
      case .leave:
        report(.dataMissing, "there is no `\(expression)`", frame.fragment, argument.sourceRange)
      case .failed: break
      }
    }
    return text
  }

  /// The number that chooses a plural form, whatever format it is shown in; what is none is reported.
  private mutating func number(of argument: Document.Attribute, _ frame: Frame, _ scope: Scope) -> Double? {
    let text = frame.fragment.scan.value(argument)
    let range = argument.sourceRange
    var expression = Answer<StaticValue>.leave
    if let placeholder = try? Placeholder(text[...]) {
      expression = evaluate(Placeholder(placeholder.expression), at: range, frame, scope, isCondition: false)
    }
    switch expression {
    case .value(.number(let number)): return number
    case .value(let value):
      if let number = value.plainText.flatMap({ Double($0) }), number.isFinite { return number }
      report(.dataType, "a number is wanted here, not \(value.noun)", frame.fragment, range)
    case .leave: report(.dataMissing, "there is no `\(text)`", frame.fragment, range)
    case .failed: break
    }
    return nil
  }

  /// The message of a key in a language, else in the default language, with the language that it is in.
  private mutating func message(of key: String, in language: String) -> (message: StaticValue, language: String)? {
    for name in [language, composition.languages[0]] {
      guard let messages = composition.messages[name] else { continue }
      if let file = composition.messageFiles[name] {
        checker.record(file, exists: true)
        record(file, "messages")
      }
      if let message = SiteComposition.message(key, in: messages) { return (message, name) }
    }
    return nil
  }

  /// The text of a value; reports one that has none.
  mutating func plainText(_ value: StaticValue, at range: Range<Int>, _ frame: Frame) -> String? {
    if let text = value.plainText { return text }
    report(
      .dataType, "a text is wanted here, not \(value.noun)", frame.fragment, range,
      help: value == .null ? "write `| default \"\"` or `t:if`" : "name a member of it")
    return nil
  }
}

extension Placeholder {
  /// An expression without formats.
  init(_ expression: Expression) {
    self.expression = expression
    formats = []
  }
}

extension Substring {
  /// Without white space around it.
  var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
