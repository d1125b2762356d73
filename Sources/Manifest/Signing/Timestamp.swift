/// A moment in seconds since 1970-01-01 00:00 UTC, written as RFC 3339 says.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01 00:00 UTC.
  public var seconds: Int64

  /// A moment from its seconds.
  public init(seconds: Int64) { self.seconds = seconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  /// Reads `2027-01-31T12:00:00Z`, an offset such as `+02:00` in place of `Z`, or only a date, which is its begin in UTC.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
    func character(_ index: Int, _ allowed: Character...) -> Bool {
      index < bytes.count && allowed.contains(Character(Unicode.Scalar(bytes[index])))
    }
    guard let year = number(0..<4), character(4, "-"), let month = number(5..<7), character(7, "-"),
      let day = number(8..<10), (1...12).contains(month), day >= 1, day <= Self.days(month, year)
    else { return nil }
    seconds = Self.daysSinceEpoch(year, month, day) * 86_400
    if bytes.count == 10 { return }
    guard character(10, "T", "t", " "), let hour = number(11..<13), character(13, ":"), let minute = number(14..<16),
      character(16, ":"), let second = number(17..<19), hour < 24, minute < 60, second < 61
    else { return nil }
    seconds += hour * 3600 + minute * 60 + min(second, 59)
    var rest = 19
    if character(rest, ".") {
      rest += 1
      let start = rest
      while rest < bytes.count, bytes[rest] >= 0x30, bytes[rest] <= 0x39 { rest += 1 }
      guard rest > start else { return nil }
    }
    if character(rest, "Z", "z") {
      guard bytes.count == rest + 1 else { return nil }
      return
    }
    guard bytes.count == rest + 6, character(rest, "+", "-"), let hours = number(rest + 1..<rest + 3),
      character(rest + 3, ":"), let minutes = number(rest + 4..<rest + 6), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    seconds -= bytes[rest] == UInt8(ascii: "-") ? -offset : offset
  }

  /// `2027-01-31T12:00:00Z`.
  public var description: String {
    var days = seconds / 86_400
    var rest = seconds % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    let (year, month, day) = Self.date(days)
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" + padded(rest / 3600, 2) + ":"
      + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  private static func days(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days in the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
  private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int64) -> (Int64, Int64, Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civil = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (civil <= 2 ? 1 : 0), civil, day)
  }
}
