import Diagnostics

/// Compares a configuration's values with ``ConfigurationShape`` and reports every difference at its place.
struct ConfigurationChecker {
  let source: SourceFile
  var sink = DiagnosticSink()
  /// The characters of all patterns so far, braces written out.
  private var patternCharacters = 0

  init(source: SourceFile) { self.source = source }

  /// Checks a value; `path` names it in messages, such as `viewports[2].width`.
  mutating func check(_ value: LocatedValue, _ shape: ConfigurationShape, path: String) {
    switch shape {
    case .string(let form): checkString(value, form, path)
    case .integer(let range): checkInteger(value, range, path)
    case .number(let range): checkNumber(value, range, path)
    case .boolean: if value.boolean == nil { reportType(value, "true or false", path) }
    case .choice(let choices): checkChoice(value, choices, path)
    case .list(let element, let unique): checkList(value, element, unique, path)
    case .object(let keys): checkObject(value, keys, path)
    case .dictionary(let element):
      guard case .object(let members) = value.content else { return reportType(value, "an object", path) }
      for member in members { check(member.value, element, path: "\(path).\(member.key.name)") }
    case .size: checkSize(value, path)
    case .either(.string(let form), .boolean) where value.string == nil && value.boolean == nil:
      reportType(value, form.fault(in: "") ?? "true, false or a text", path)
    case .either(let text, let other): check(value, value.string == nil ? other : text, path: path)
    case .objectOrBoolean(let keys):
      if value.boolean != nil { return }
      guard case .object = value.content else { return reportType(value, "true, false or an object", path) }
      checkObject(value, keys, path)
    case .listOr(let list, let other):
      if case .list = value.content { check(value, list, path: path) } else { check(value, other, path: path) }
    case .anything: break
    }
  }

  private mutating func checkString(_ value: LocatedValue, _ form: ConfigurationShape.StringForm, _ path: String) {
    guard let text = value.string else {
      var help: String?
      if value.number != nil || value.boolean != nil { help = "put the value in quotes" }
      return reportType(value, "a text", path, help: help)
    }
    if let expected = form.fault(in: text) { return reportValue(value, expected, path) }
    if case .glob = form { count(text, value.location) }
  }

  /// Counts the characters of a pattern, and reports the first that is too much.
  private mutating func count(_ glob: String, _ location: SourceLocation) {
    let most = GlobPattern.mostCharactersInAll
    let before = patternCharacters
    patternCharacters += GlobPattern.characterCount(glob)
    guard before <= most, patternCharacters > most else { return }
    report(
      .configurationValue,
      "the patterns have more than \(most) characters in all, with each choice of `{a,b}` written out", location,
      help: "write fewer patterns, such as one for a folder: drafts/**")
  }

  private mutating func checkInteger(_ value: LocatedValue, _ range: ClosedRange<Int>, _ path: String) {
    guard let number = value.integer else { return reportType(value, "a whole number", path) }
    if !range.contains(number) {
      let text =
        range.upperBound > 1 << 52
        ? "a whole number, \(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      reportValue(value, text, path)
    }
  }

  private mutating func checkNumber(_ value: LocatedValue, _ range: ClosedRange<Double>, _ path: String) {
    guard let number = value.number else { return reportType(value, "a number", path) }
    if !range.contains(number) {
      reportValue(value, "\(JSONText.plain(range.lowerBound)) to \(JSONText.plain(range.upperBound))", path)
    }
  }

  private mutating func checkChoice(_ value: LocatedValue, _ choices: [String], _ path: String) {
    let list = choices.joined(separator: ", ")
    guard let text = value.string else { return reportType(value, "one of \(list)", path) }
    if !choices.contains(text) {
      let nearest = Suggestion.nearest(to: text, in: choices)
      reportValue(value, "one of \(list)", path, help: nearest.map { "did you mean `\($0)`?" })
    }
  }

  private mutating func checkList(_ value: LocatedValue, _ element: ConfigurationShape, _ unique: Bool, _ path: String)
  {
    guard case .list(let elements) = value.content else { return reportType(value, "a list", path) }
    var seen: Set<String> = []
    for (index, item) in elements.enumerated() {
      check(item, element, path: "\(path)[\(index)]")
      if unique, let text = item.string, !seen.insert(text).inserted {
        reportValue(item, "each value once", "\(path)[\(index)]")
      }
    }
  }

  private mutating func checkObject(_ value: LocatedValue, _ keys: [ConfigurationKey], _ path: String) {
    guard case .object(let members) = value.content else { return reportType(value, "an object", path) }
    for (key, member) in members {
      let memberPath = path.isEmpty ? key.name : "\(path).\(key.name)"
      guard let known = keys.first(where: { $0.name == key.name }) else {
        let nearest = Suggestion.nearest(to: key.name, in: keys.map(\.name))
        let help = nearest.map { "did you mean `\($0)`?" } ?? "known keys: \(keys.map(\.name).joined(separator: ", "))"
        let place = path.isEmpty ? "" : " in \(path)"
        report(.configurationUnknownKey, "unknown key `\(key.name)`\(place)", key.location, help: help)
        continue
      }
      check(member, known.shape, path: memberPath)
    }
    for key in keys where key.isRequired && !members.contains(where: { $0.key.name == key.name }) {
      report(.configurationMissingKey, "\(path) needs the key `\(key.name)`", value.location, help: key.summary)
    }
  }

  private mutating func checkSize(_ value: LocatedValue, _ path: String) {
    if let number = value.number {
      if number < 0 || number > 1e15 { reportValue(value, "a size of 0 bytes or more", path) }
    } else if let text = value.string {
      if ByteSize.parse(text) == nil { reportValue(value, "a size such as 500 kB or 2 MB", path) }
    } else {
      reportType(value, "a size such as 500 kB", path)
    }
  }

  private mutating func reportType(_ value: LocatedValue, _ expected: String, _ path: String, help: String? = nil) {
    guard !path.isEmpty else {
      // The file is not a configuration: what it holds may be a key that was named by mistake.
      sink.report(
        Diagnostic(
          .configurationType, "the configuration must be \(expected), not \(value.foundType)", at: value.location,
          help: help))
      return
    }
    report(.configurationType, "\(path) must be \(expected), not \(value.found)", value.location, help: help)
  }

  private mutating func reportValue(_ value: LocatedValue, _ expected: String, _ path: String, help: String? = nil) {
    report(.configurationValue, "\(path) must be \(expected), not \(value.found)", value.location, help: help)
  }

  /// Reports a key that is a pattern and cannot match.
  mutating func checkPattern(_ key: LocatedValue.LocatedKey) {
    guard let expected = GlobPattern.fault(in: key.name) else { return count(key.name, key.location) }
    report(.configurationValue, "the pattern `\(key.name)` is invalid", key.location, help: "write \(expected)")
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, _ location: SourceLocation, help: String? = nil) {
    sink.report(
      Diagnostic(code, message, at: location, sourceLine: source.line(location.line), help: help))
  }
}

/// Sizes in bytes as people write them.
public enum ByteSize {
  /// `500 kB`, `2MB`, `1.5 MiB`, `900`: the bytes, or `nil`.
  public static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number >= 0, number < 1e12 else { return nil }
    let factor: Double
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }).lowercased() {
    case "", "b": factor = 1
    case "kb", "k": factor = 1e3
    case "mb", "m": factor = 1e6
    case "gb", "g": factor = 1e9
    case "kib": factor = 1024
    case "mib": factor = 1_048_576
    case "gib": factor = 1_073_741_824
    default: return nil
    }
    let bytes = number * factor
    return bytes < 1e15 ? Int(bytes) : nil
  }

  /// `312 kB`, `1.4 MB`, `95 B`: decimal units, three digits at most, the same in every locale.
  public static func text(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    var value = Double(bytes) / 1_000
    var unit = 0
    let units = ["kB", "MB", "GB", "TB", "PB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    if value >= 9.95 { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
