import Foundation

/// Formats values for people: numbers and dates as a language writes them, whatever the machine's own locale and clock.
struct ValueFormat {
  /// What cannot be formatted.
  struct Fault: Error {
    var message: String
  }

  /// Every format, for suggestions.
  static let names = ["number", "percent", "currency", "date", "time", "datetime", "upper", "lower", "default"]

  /// The language, as BCP 47 has it.
  let language: String

  /// A value in a format.
  func format(_ value: StaticValue, _ words: [String]) throws(Fault) -> StaticValue {
    let arguments = Array(words.dropFirst())
    switch words[0] {
    case "default": return value
    case "upper": return .text(try text(value).uppercased(with: Locale(identifier: language)))
    case "lower": return .text(try text(value).lowercased(with: Locale(identifier: language)))
    case "number", "percent", "currency": return .text(try number(value, words[0], arguments))
    case "date", "time", "datetime": return .text(try date(value, words[0], arguments))
    default: throw Fault(message: "there is no format `\(words[0])`")
    }
  }

  private func text(_ value: StaticValue) throws(Fault) -> String {
    guard let text = value.plainText else { throw Fault(message: "\(value.noun) is not text") }
    return text
  }

  private func number(_ value: StaticValue, _ format: String, _ arguments: [String]) throws(Fault) -> String {
    let number: Double
    switch value {
    case .number(let given): number = given
    case .text(let text):
      guard let given = Double(text), given.isFinite else { throw Fault(message: "\(value.noun) is not a number") }
      if abs(given) >= 0x1p53, !text.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
        throw Fault(message: "\(value.noun) has more digits than a number holds")
      }
      number = given
    default: throw Fault(message: "\(value.noun) is not a number")
    }
    let locale = Locale(identifier: language)
    if format == "currency" {
      guard let code = arguments.first, code.utf8.count == 3, code.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) else {
        throw Fault(message: "`currency` needs a code such as EUR")
      }
      return number.formatted(.currency(code: code).locale(locale))
    }
    var digits: Int?
    if let text = arguments.first {
      guard let count = Int(text), (0...15).contains(count) else {
        throw Fault(message: "`\(text)` is not a number of digits from 0 to 15")
      }
      digits = count
    }
    if format == "percent" {
      return number.formatted(.percent.locale(locale).precision(.fractionLength(0...(digits ?? 0))))
    }
    guard let digits else { return number.formatted(.number.locale(locale).precision(.fractionLength(0...3))) }
    return number.formatted(.number.locale(locale).precision(.fractionLength(digits)))
  }

  private func date(_ value: StaticValue, _ format: String, _ arguments: [String]) throws(Fault) -> String {
    guard case .text(let text) = value, let date = Self.date(text) else {
      throw Fault(message: "\(value.noun) is not a date such as 2026-11-21 or 2026-11-21T05:30:00Z")
    }
    let length = arguments.first ?? "medium"
    let style: Date.FormatStyle.DateStyle
    switch length {
    case "short": style = .numeric
    case "medium": style = .abbreviated
    case "long": style = .long
    case "full": style = .complete
    default: throw Fault(message: "`\(length)` is none of short, medium, long and full")
    }
    guard let utc = TimeZone(secondsFromGMT: 0) else { throw Fault(message: "there is no calendar") }
    let formatted = Date.FormatStyle(
      date: format == "time" ? .omitted : style, time: format == "date" ? .omitted : .shortened,
      locale: Locale(identifier: language), calendar: Calendar(identifier: .gregorian), timeZone: utc)
    return date.formatted(formatted)
  }

  /// The point of time that ISO 8601 writes, its offset left out: dates are shown as they were written.
  static func date(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard let day = parts.first, parts.count <= 2 else { return nil }
    let numbers = day.split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[0].count == 4, numbers[1].count == 2, numbers[2].count == 2,
      let year = Int(numbers[0]), let month = Int(numbers[1]), let dayOfMonth = Int(numbers[2]),
      (1...12).contains(month), (1...31).contains(dayOfMonth)
    else { return nil }
    var components = DateComponents(year: year, month: month, day: dayOfMonth)
    if parts.count == 2 {
      let clock = parts[1].prefix { $0.isNumber || $0 == ":" }.split(separator: ":")
      guard clock.count >= 2, let hour = Int(clock[0]), let minute = Int(clock[1]), hour < 24, minute < 60 else {
        return nil
      }
      components.hour = hour
      components.minute = minute
    }
    var calendar = Calendar(identifier: .gregorian)
    guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
    calendar.timeZone = utc
    guard let date = calendar.date(from: components) else { return nil }
    // The 31st of a month of 30 days would be the 1st of the next.
    return calendar.component(.day, from: date) == dayOfMonth ? date : nil
  }
}
