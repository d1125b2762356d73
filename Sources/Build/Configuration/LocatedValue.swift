import Platform
import Diagnostics
import Foundation
import Yams

/// A value of a JSON or YAML file with its place. Aliases are resolved.
struct LocatedValue: Sendable {
  enum Content: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case list([LocatedValue])
    case object([(key: LocatedKey, value: LocatedValue)])
  }

  /// A key with its place.
  struct LocatedKey: Sendable {
    var name: String
    var location: SourceLocation
  }

  var content: Content
  var location: SourceLocation

  /// The member of an object.
  subscript(key: String) -> LocatedValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key.name == key }?.value
  }

  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }
  var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }
  var integer: Int? {
    if case .integer(let value) = content { value } else { nil }
  }
  var number: Double? {
    switch content {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  var elements: [LocatedValue] {
    if case .list(let elements) = content { elements } else { [] }
  }
  var members: [(key: LocatedKey, value: LocatedValue)] {
    if case .object(let members) = content { members } else { [] }
  }

  /// The type without the value, as a message names it.
  var foundType: String {
    switch content {
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a text"
    case .null, .list, .object: found
    }
  }

  /// The type and value as a message names them.
  var found: String {
    switch content {
    case .null: "nothing"
    case .boolean(let value): "the boolean \(value)"
    case .integer(let value): "the number \(value)"
    case .number(let value): "the number \(JSONText.plain(value))"
    case .string(let text): "the text `\(text.count > 60 ? text.prefix(60) + "…" : text[...])`"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as JSON.
  var json: JSONText {
    switch content {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .list(let elements): .array(elements.map(\.json))
    case .object(let members): .object(members.map { ($0.key.name, $0.value.json) })
    }
  }
}

/// Reads JSON and YAML through Yams into values with places. The one file that knows Yams.
enum LocatedValueReader {
  /// A configuration is small: what is larger is not one.
  static let maximumSize = 1 << 20
  /// Aliases repeat what they name; a file of a few lines can stand for billions of values.
  private static let maximumValues = 100_000

  /// The file's value (`nil` where it is empty), or the problem that stopped the reading.
  static func read(_ source: SourceFile) -> Result<LocatedValue?, DiagnosticError> {
    guard let text = String(validatingUTF8Bytes: source.bytes) else {
      return .failure(
        DiagnosticError(Diagnostic(.configurationUnreadable, "the file is not UTF-8 text", in: source, at: 0..<0)))
    }
    do {
      guard let node = try Yams.compose(yaml: combiningSurrogates(text)) else { return .success(nil) }
      var budget = maximumValues
      return .success(try convert(node, source, &budget))
    } catch let error as DiagnosticError {
      return .failure(error)
    } catch {
      return .failure(DiagnosticError(diagnostic(for: error, in: source)))
    }
  }

  /// JSON writes characters beyond U+FFFF as two escapes, which YAML does not know.
  private static func combiningSurrogates(_ text: String) -> String {
    guard text.contains("\\u") else { return text }
    return text.replacing(#/\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/#) { match in
      guard let high = UInt32(match.1, radix: 16), let low = UInt32(match.2, radix: 16),
        let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
      else { return String(match.0) }
      return String(Character(scalar))
    }
  }

  private static func convert(_ node: Node, _ source: SourceFile, _ budget: inout Int) throws -> LocatedValue {
    budget -= 1
    let line = node.mark?.line ?? 1
    let column = node.mark?.column ?? 1
    guard budget > 0 else {
      let location = SourceLocation(file: source.path, line: line, column: column)
      throw DiagnosticError(
        Diagnostic(
          .configurationValue, "the file stands for more than 100,000 values", at: location,
          sourceLine: source.line(line), help: "a configuration this large is most likely an alias that repeats itself")
      )
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      let length = scalar.string.contains("\n") ? 1 : scalar.string.unicodeScalars.count + (isPlain ? 0 : 2)
      let location = SourceLocation(file: source.path, line: line, column: column, endColumn: column + max(1, length))
      return LocatedValue(content: isPlain ? plain(scalar.string) : .string(scalar.string), location: location)
    case .sequence(let sequence):
      let location = SourceLocation(file: source.path, line: line, column: column, endColumn: column + 1)
      return LocatedValue(content: .list(try sequence.map { try convert($0, source, &budget) }), location: location)
    case .mapping(let mapping):
      let location = SourceLocation(file: source.path, line: line, column: column, endColumn: column + 1)
      var members: [(key: LocatedValue.LocatedKey, value: LocatedValue)] = []
      var merged: [LocatedValue] = []
      for (key, value) in mapping {
        let keyValue = try convert(key, source, &budget)
        let name = key.scalar?.string ?? "?"
        let located = try convert(value, source, &budget)
        if name == "<<", key.scalar?.style == .plain {
          merged += try mappings(located, source)
        } else {
          members.append((LocatedValue.LocatedKey(name: name, location: keyValue.location), located))
        }
      }
      if !merged.isEmpty {
        var names = Set(members.map(\.key.name))
        for case .object(let others) in merged.map(\.content) {
          members += others.filter { names.insert($0.key.name).inserted }
        }
      }
      return LocatedValue(content: .object(members), location: location)
    case .alias:
      // `compose` resolves aliases; one that is left names nothing.
      return LocatedValue(content: .null, location: SourceLocation(file: source.path, line: line, column: column))
    }
  }

  /// The mappings that the merge key `<<` names (YAML's language-independent type `merge`): one, or a list of them.
  private static func mappings(_ value: LocatedValue, _ source: SourceFile) throws -> [LocatedValue] {
    switch value.content {
    case .object: return [value]
    case .list(let values): return try values.flatMap { try mappings($0, source) }
    default:
      throw DiagnosticError(
        Diagnostic(
          .configurationSyntax, "`<<` merges an object or a list of objects", at: value.location,
          sourceLine: source.line(value.location.line), help: "name an object with an anchor: `<<: *defaults`"))
    }
  }

  /// YAML 1.2, 10.3 Core schema: what a text without quotes stands for. `yes` and `no` are texts.
  private static func plain(_ text: String) -> LocatedValue.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: break
    }
    guard let first = text.utf8.first,
      first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
        || (first >= 0x30 && first <= 0x39),
      text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || "+-.eE".utf8.contains($0) })
    else { return .string(text) }
    if let integer = Int(text) { return .integer(integer) }
    if let number = Double(text.hasPrefix(".") ? "0" + text : text), number.isFinite { return .number(number) }
    return .string(text)
  }

  private static func diagnostic(for error: any Error, in source: SourceFile) -> Diagnostic {
    func at(_ code: DiagnosticCode, _ message: String, _ line: Int, _ column: Int) -> Diagnostic {
      Diagnostic(
        code, message,
        at: SourceLocation(file: source.path, line: line, column: column, endColumn: column + 1),
        sourceLine: source.line(line),
        help: source.path.hasSuffix(".json") ? "check the commas and quotes near here" : nil)
    }
    func diagnostic(_ fault: YAMLFault) -> Diagnostic {
      var diagnostic = at(.configurationSyntax, fault.message, fault.place.line, fault.place.column)
      diagnostic.help = fault.help ?? diagnostic.help
      return diagnostic
    }
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _),
      YamlError.composer(let context, let problem, let mark, _):
      let start = context.map { YAMLFault.Place(line: $0.mark.line, column: $0.mark.column) }
      return diagnostic(
        YAMLFault(words(problem), at: .init(line: mark.line, column: mark.column), start: start, in: source.bytes))
    case YamlError.reader(let problem, let offset, _, _):
      let position = source.position(at: offset ?? 0)
      return diagnostic(
        YAMLFault(
          words(problem), at: .init(line: position.line, column: position.column), start: nil, in: source.bytes))
    case YamlError.duplicatedKeysInMapping(let duplicates, let context):
      let key = duplicates.first ?? "?"
      let place = secondPlace(of: key, after: context.mark, in: source)
      var diagnostic = at(
        .configurationDuplicateKey, "the key `\(key)` is written twice", context.mark.line, context.mark.column)
      diagnostic.location = place
      diagnostic.sourceLine = source.line(place.line)
      diagnostic.help = "keep one of the two"
      return diagnostic
    default:
      return Diagnostic(.configurationSyntax, words("\(error)"), in: source, at: 0..<0)
    }
  }

  /// libyaml's words without its line ends.
  private static func words(_ problem: String) -> String {
    problem.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Where a key is written for the second time: Yams names only the object.
  private static func secondPlace(of key: String, after mark: Mark, in source: SourceFile) -> SourceLocation {
    var seen = 0
    let lines = String(decoding: source.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where index + 1 >= mark.line {
      var search = line[...]
      while let range = search.range(of: key) {
        var tail = line[range.upperBound...]
        if tail.first == "\"" || tail.first == "'" { tail.removeFirst() }
        let isKey = tail.drop { $0 == " " }.first == ":"
        let before = line[..<range.lowerBound].last
        if isKey, before == nil || before == " " || before == "\"" || before == "'" || before == "{" || before == "," {
          seen += 1
          if seen == 2 {
            let column = line[..<range.lowerBound].unicodeScalars.count + 1
            return SourceLocation(
              file: source.path, line: index + 1, column: column, endColumn: column + key.unicodeScalars.count)
          }
        }
        search = line[range.upperBound...]
      }
    }
    return SourceLocation(file: source.path, line: mark.line, column: mark.column)
  }
}

/// A problem that ends what it was found in.
public struct DiagnosticError: Error {
  /// The problem.
  public var diagnostic: Diagnostic

  /// An error from a problem.
  public init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

extension String {
  /// The text of UTF-8 bytes, without a byte order mark, or `nil` where they are not UTF-8.
  init?(validatingUTF8Bytes bytes: [UInt8]) {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let text = String(validUTF8: body) else { return nil }
    self = text
  }
}
