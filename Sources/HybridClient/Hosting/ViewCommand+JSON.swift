import CSSValues
import JSONValues
import Manifest
import PageFormat

extension ViewCommand {
  /// The command as JSON, for hosts in a browser: an object with `op` and what the operation needs.
  public var json: JSONValue {
    func object(_ operation: String, _ members: [(String, JSONValue?)]) -> JSONValue {
      .object(of: [("op", .string(operation)), ("node", .integer(Int64(node)))] + members)
    }
    switch self {
    case .create(_, let component): return object("create", [("component", .string(component))])
    case .setProperty(_, let name, let value):
      return object("setProperty", [("name", .string(name)), ("value", value.map { .string($0) } ?? .null)])
    case .insert(_, let parent, let index):
      return object(
        "insert", [("parent", parent.map { .integer(Int64($0)) } ?? .null), ("index", .integer(Int64(index)))])
    case .remove: return object("remove", [])
    case .setFrame(_, let frame): return object("setFrame", Self.members(frame))
    case .setText(_, let text, let lines):
      let list = lines.map { line in
        JSONValue.object(
          of: [("text", .string(line.text)), ("baseline", .number(line.baseline))] + Self.members(line.frame))
      }
      return object("setText", [("text", .string(text)), ("lines", .array(list))])
    case .setScrollArea(_, let width, let height):
      return object("setScrollArea", [("width", .number(width)), ("height", .number(height))])
    case .perform(_, let action, let arguments):
      return object("perform", [("action", .string(action)), ("arguments", .array(arguments))])
    }
  }

  private static func members(_ rect: LayoutRect) -> [(String, JSONValue?)] {
    [
      ("x", .number(rect.x)), ("y", .number(rect.y)), ("width", .number(rect.width)), ("height", .number(rect.height)),
    ]
  }

  /// Commands as the text of a JSON array.
  public static func text(of commands: [ViewCommand]) -> String {
    JSONValue.array(commands.map(\.json)).canonicalText
  }
}

extension ViewEvent {
  /// An event from JSON: `{"event":"click","node":8}`, with `text`, `value`, `x` and `y` as the event needs; `nil` for
  /// what is not an event.
  public init?(_ json: JSONValue) {
    guard let name = json["event"]?.text else { return nil }
    let node = json["node"]?.int.flatMap { Int(exactly: $0) }
    switch (name, node) {
    case ("appear", _): self = .appear
    case ("disappear", _): self = .disappear
    case ("click", let node?): self = .click(node: node)
    case ("textChange", let node?): self = .textChange(node: node, text: json["text"]?.text ?? "")
    case ("valueChange", let node?): self = .valueChange(node: node, value: json["value"] ?? .null)
    case ("scroll", let node?):
      self = .scroll(node: node, x: json["x"]?.double ?? 0, y: json["y"]?.double ?? 0)
    case (let name, let node?): self = .other(node: node, name: name, value: json["value"] ?? .null)
    default: return nil
    }
  }
}
