/// A value that is known when a site is built: of a data file, of front matter, of a parameter.
public enum StaticValue: Hashable, Sendable {
  /// Nothing: `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in their order.
  case list([StaticValue])
  /// Values by their names.
  case object(StaticObject)
  /// A text with `{{ }}` of the client in it: it is put in as it is, and filled at run time.
  case binding(String)

  /// The value as messages name it.
  var noun: String {
    switch self {
    case .null: "nothing"
    case .boolean(let value): "the boolean \(value)"
    case .number(let value): "the number \(Self.plain(value))"
    case .text(let text): "the text `\(text.count > 60 ? text.prefix(57) + "..." : text[...])`"
    case .list: "a list"
    case .object: "an object"
    case .binding: "a value of run time"
    }
  }

  /// About how many bytes the value has as JSON.
  var size: Int {
    switch self {
    case .null, .boolean, .number: 4
    case .text(let text), .binding(let text): text.utf8.count + 2
    case .list(let elements): elements.reduce(2) { $0 + $1.size + 1 }
    case .object(let object): object.names.reduce(2) { $0 + $1.utf8.count + 4 + (object[$1]?.size ?? 0) }
    }
  }

  /// Whether a condition holds: nothing, `false`, 0 and empty texts and lists do not.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let value): value
    case .number(let value): value != 0
    case .text(let text), .binding(let text): !text.isEmpty
    case .list(let elements): !elements.isEmpty
    case .object: true
    }
  }

  /// The text of a value that is one.
  public var plainText: String? {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): Self.plain(value)
    case .text(let text), .binding(let text): text
    case .null, .list, .object: nil
    }
  }

  /// A number without a needless `.0`.
  static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }

  /// The member of an object.
  public subscript(name: String) -> StaticValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}

/// The members of an object in the order of the file.
public struct StaticObject: Hashable, Sendable {
  /// The names in order.
  public private(set) var names: [String] = []
  private var values: [String: StaticValue] = [:]

  /// An object without members.
  public init() {}

  /// The member of a name; of a name that is set twice the last value.
  public subscript(name: String) -> StaticValue? {
    get { values[name] }
    set {
      if values.updateValue(newValue ?? .null, forKey: name) == nil { names.append(name) }
    }
  }
}
