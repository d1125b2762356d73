import Diagnostics
import HTML
import Names

/// The texts of a site's languages: `t:text="key"` and `t:text-name="key"`, with `t:arg-name` in `{name}`.
struct Messages {
  let page: CompositionPage
  let journal: CompositionJournal
  let budget: CompositionBudget
  let filler: AttributeFiller

  private var evaluator: Evaluator { filler.evaluator }

  /// The attribute that `t:text-name` fills; `nil` for any other attribute.
  static func target(of attribute: Name) -> Name? {
    let text = attribute.string
    let prefix = CompositionNames.message.string + "-"
    return text.hasPrefix(prefix) && text.count > prefix.count ? Name(String(text.dropFirst(prefix.count))) : nil
  }

  /// The language's text for the key in an attribute, with its arguments; `nil` after a report.
  func text(of attribute: Document.Attribute, _ piece: MarkupPiece, in context: Context) -> String? {
    let scan = context.scan
    let range = attribute.sourceRange
    let key = filler.filled(attribute, of: piece, in: context) ?? scan.value(attribute)
    guard let language = page.language else {
      journal.report(
        .messageMissing, "`\(attribute.name)` needs messages, and the site has none", in: context, at: range,
        help: "write i18n/en.json")
      return nil
    }
    guard let (found, spoken) = message(of: key, in: language) else {
      reportMissing(key, language, at: range, in: context)
      return nil
    }
    let arguments = piece.attributes.map({ scan.attributes[$0] }).filter { $0.name.string.hasPrefix("t:arg-") }
    var text = found.plainText ?? ""
    if let forms = PluralForms(found) {
      guard let count = arguments.first(where: { $0.name.string == "t:arg-count" }) else {
        journal.report(
          .parameterMissing, "the message `\(key)` has plural forms, and no number chooses one", in: context,
          at: range, help: "write `t:arg-count=\"…\"`")
        return nil
      }
      guard let number = number(of: count, in: context) else { return nil }
      text = forms.text(for: number, language: spoken)
    }
    for argument in arguments {
      guard put(argument, into: &text, in: context) else { return nil }
    }
    return text
  }

  private func reportMissing(_ key: String, _ language: String, at range: Range<Int>, in context: Context) {
    let site = page.site
    let original = site.messages[site.languages[0]]
    let file = site.messageFiles[language] ?? "i18n/"
    if let forms = SiteComposition.formsWithoutOther(key, in: original) {
      journal.report(
        .messageMissing, "the message `\(key)` has the forms \(forms), and no `other`", in: context, at: range,
        help: "write the form for all other numbers into \(file)")
      return
    }
    let near = journal.suggestions.nearest(to: key, in: SiteComposition.keys(of: original ?? .null))
    journal.report(
      .messageMissing, "no language has the message `\(key)`", in: context, at: range,
      help: near.map { "did you mean `\($0)`?" } ?? "write it into \(file)")
  }

  /// Puts an argument's value into a message's text; false where the text would grow beyond the page's limits.
  private func put(_ argument: Document.Attribute, into text: inout String, in context: Context) -> Bool {
    let expression = context.scan.value(argument)
    let range = argument.sourceRange
    switch evaluator.evaluate(expression[...], at: range, in: context) {
    case .value(let value):
      guard let filling = evaluator.plainText(value, at: range, in: context) else { return true }
      let name = argument.name.string.dropFirst("t:arg-".count)
      let parts = text.split(separator: "{\(name)}", omittingEmptySubsequences: false)
      let (growth, overflow) = filling.utf8.count.multipliedReportingOverflow(by: parts.count - 1)
      budget.checkSize(context, at: range, adding: overflow ? CompositionBudget.maximumSize : growth)
      if budget.isStopped { return false }
      text = parts.joined(separator: filling)
    case .leave: journal.report(.dataMissing, "there is no `\(expression)`", in: context, at: range)
    case .failed: break
    }
    return true
  }

  /// The number that chooses a plural form, whatever format it is shown in; what is none is reported.
  private func number(of argument: Document.Attribute, in context: Context) -> Double? {
    let text = context.scan.value(argument)
    let range = argument.sourceRange
    var expression = Answer<StaticValue>.leave
    if let placeholder = try? Placeholder(text[...]) {
      expression = evaluator.evaluate(
        Placeholder(placeholder.expression), at: range, in: context, isCondition: false)
    }
    switch expression {
    case .value(.number(let number)): return number
    case .value(let value):
      if let number = value.plainText.flatMap({ Double($0) }), number.isFinite { return number }
      journal.report(.dataType, "a number is wanted here, not \(value.noun)", in: context, at: range)
    case .leave: journal.report(.dataMissing, "there is no `\(text)`", in: context, at: range)
    case .failed: break
    }
    return nil
  }

  /// The message of a key in a language, else in the default language, with the language that it is in.
  private func message(of key: String, in language: String) -> (message: StaticValue, language: String)? {
    for name in [language, page.site.languages[0]] {
      guard let messages = page.site.messages[name] else { continue }
      if let file = page.site.messageFiles[name] {
        journal.depend(on: file, exists: true)
        journal.record(file, "messages")
      }
      if let message = SiteComposition.message(key, in: messages) { return (message, name) }
    }
    return nil
  }
}
