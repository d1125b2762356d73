import Page

/// The texts in the fields that browsers make of several parts, with the gaps beside them: those of dates, times and files.
///
/// DEVIATION: the order of parts, the names of months and all words are those of American English, whatever the device's language
/// is; seconds are not shown.
enum FieldParts {
  /// What is in a field for a date or time; its value is as HTML writes it (HTML, 2.3.5), anything else is none.
  static func of(_ calendar: Page.TextControl.Calendar, value: String) -> [PageLayoutFact] {
    var date: [String]?
    var time: [String]?
    switch calendar {
    case .date: date = numbers(value, "-", [4, 2, 2], [1...9_999, 1...12, 1...31])
    case .time: time = clock(value)
    case .localDateAndTime:
      let parts = value.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
      if parts.count == 2, let clock = clock(String(parts[1])) {
        date = numbers(String(parts[0]), "-", [4, 2, 2], [1...9_999, 1...12, 1...31])
        time = date == nil ? nil : clock
      }
    case .month:
      let parts = numbers(value, "-", [4, 2], [1...9_999, 1...12])
      let name = parts.flatMap { Int($0[1]) }.map { months[$0 - 1] }
      return field(name ?? "---------") + [.text(" ")] + field(parts?[0] ?? "----")
    case .week:
      let parts = numbers(value.replacing("-W", with: "-"), "-", [4, 2], [1...9_999, 1...53])
      return [.text("Week ")] + field(parts?[1] ?? "--") + [.text(", ")] + field(parts?[0] ?? "----")
    }
    var facts: [PageLayoutFact] = []
    if calendar != .time {
      facts += field(date?[1] ?? "mm") + [.text("/")] + field(date?[2] ?? "dd") + [.text("/")]
      facts += field(date?[0] ?? "yyyy")
    }
    if calendar == .localDateAndTime { facts.append(.text(", ")) }
    if calendar != .date {
      facts += field(time?[0] ?? "--") + [.text(":")] + field(time?[1] ?? "--") + [.text("\u{202F}")]
      facts += field(time?[2] ?? "--")
    }
    return facts
  }

  /// The button of a file chooser, which has a border of 1 px and 7 px around its text, and what is beside it.
  static func ofFileChooser(takesMany: Bool) -> [PageLayoutFact] {
    [
      gap(8), .text(takesMany ? "Choose Files" : "Choose File"), gap(12), .text("No file chosen"),
    ]
  }

  /// A part that is filled in, with 1 px on both sides.
  private static func field(_ text: String) -> [PageLayoutFact] { [gap(1), .text(text), gap(1)] }

  static func gap(_ width: Double) -> PageLayoutFact {
    .image(Page.ReplacedContent(naturalWidth: width, naturalHeight: 0, naturalRatio: 0, baselineInset: 0))
  }

  /// Hours of 12, minutes, and which half of the day.
  private static func clock(_ value: String) -> [String]? {
    let minutes = value.split(separator: ":", omittingEmptySubsequences: false).prefix(2).joined(separator: ":")
    guard let parts = numbers(minutes, ":", [2, 2], [0...23, 0...59]), let hour = Int(parts[0]) else { return nil }
    let shown = hour % 12 == 0 ? 12 : hour % 12
    return [(shown < 10 ? "0" : "") + "\(shown)", parts[1], hour < 12 ? "AM" : "PM"]
  }

  /// Numbers of so many digits within their ranges; `nil` for anything else.
  private static func numbers(
    _ value: String, _ separator: Character, _ digits: [Int], _ ranges: [ClosedRange<Int>]
  ) -> [String]? {
    let parts = value.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == digits.count else { return nil }
    for (index, part) in parts.enumerated() {
      guard part.utf8.count == digits[index], part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part), ranges[index].contains(number)
      else { return nil }
    }
    return parts
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
