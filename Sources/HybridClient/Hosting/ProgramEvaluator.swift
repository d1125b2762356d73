import JSONValues
import Manifest
import PageFormat

/// Runs the programs of bindings over data: a stack machine without loops, so that the work is bounded by the file.
struct ProgramEvaluator {
  let page: PageReader

  /// The variables of the loops around a node.
  struct Scope {
    var names: [(name: String, value: JSONValue)] = []
    /// The places of the elements that the loops have reached.
    var places: [(name: String, place: DataPlace)] = []

    subscript(name: String) -> JSONValue? { names.last { $0.name == name }?.value }
  }

  /// Texts longer than this, in bytes, are cut: data may be anything.
  static let maximumText = 1 << 20

  /// The value of a program; `null` for anything that is not there.
  func value(_ program: Int, data: JSONValue, scope: Scope) -> JSONValue {
    var stack: [JSONValue] = []
    func pop() -> JSONValue { stack.popLast() ?? .null }
    for step in page.program(program) {
      switch step {
      case .text(let string): stack.append(.string(page.string(string) ?? ""))
      case .number(let number): stack.append(.number(number.isFinite ? number : 0))
      case .boolean(let boolean): stack.append(.bool(boolean))
      case .null: stack.append(.null)
      case .variable(let string):
        let name = page.string(string) ?? ""
        stack.append(scope[name] ?? data[name] ?? .null)
      case .member(let string): stack.append(Self.member(page.string(string) ?? "", of: pop()))
      case .element:
        let index = pop()
        stack.append(Self.element(index, of: pop()))
      case .join(let count):
        let parts = stack.suffix(max(0, count))
        stack.removeLast(parts.count)
        stack.append(.string(String(parts.map(Self.text).joined().utf8.prefix(Self.maximumText)) ?? ""))
      case .list(let count):
        let parts = stack.suffix(max(0, count))
        stack.removeLast(parts.count)
        stack.append(.array(Array(parts)))
      }
    }
    return pop()
  }

  /// The place of a program's value in data, so that it can be written back; `nil` for what has none, such as a number
  /// or a joined text.
  func place(of program: Int, data: JSONValue, scope: Scope) -> DataPlace? {
    var stack: [(value: JSONValue, place: DataPlace?)] = []
    func pop() -> (value: JSONValue, place: DataPlace?) { stack.popLast() ?? (.null, nil) }
    for step in page.program(program) {
      switch step {
      case .text(let string): stack.append((.string(page.string(string) ?? ""), nil))
      case .number(let number): stack.append((.number(number.isFinite ? number : 0), nil))
      case .boolean, .null: stack.append((.null, nil))
      case .variable(let string):
        let name = page.string(string) ?? ""
        if let value = scope[name] {
          stack.append((value, scope.places.last { $0.name == name }?.place))
        } else {
          stack.append((data[name] ?? .null, DataPlace(steps: [.member(name)])))
        }
      case .member(let string):
        let name = page.string(string) ?? ""
        let owner = pop()
        stack.append((Self.member(name, of: owner.value), owner.place?.appending(.member(name))))
      case .element:
        let index = pop().value
        let owner = pop()
        let number = index.double ?? index.text.flatMap { Double($0) }
        let step: DataPlace.Step? =
          owner.value.elements == nil
          ? .member(Self.text(index)) : number.flatMap { Int(exactly: $0) }.map { .element($0) }
        stack.append((Self.element(index, of: owner.value), step.flatMap { owner.place?.appending($0) }))
      case .join(let count), .list(let count):
        stack.removeLast(min(max(0, count), stack.count))
        stack.append((.null, nil))
      }
    }
    return pop().place
  }

  private static func member(_ name: String, of value: JSONValue) -> JSONValue {
    if let member = value[name] { return member }
    guard name == "length" else { return .null }
    if let elements = value.elements { return .integer(Int64(elements.count)) }
    return value.text.map { .integer(Int64($0.utf16.count)) } ?? .null
  }

  private static func element(_ index: JSONValue, of value: JSONValue) -> JSONValue {
    if let elements = value.elements {
      guard let number = index.double ?? index.text.flatMap({ Double($0) }), let position = Int(exactly: number),
        elements.indices.contains(position)
      else { return .null }
      return elements[position]
    }
    return member(text(index), of: value)
  }

  /// A value as readers see it: nothing for `null`, numbers without a needless fraction, JSON for lists and objects.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    case .array, .object: value.canonicalText
    }
  }
}
