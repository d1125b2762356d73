/// The configuration's description for editors and readers, made from the same table that values are checked with.
public enum ConfigurationSchema {
  /// The JSON Schema (draft 2020-12) that is in `schema/hybrid.schema.json`.
  public static var schema: String {
    guard case .object(var members) = json(.root) else { return "" }
    let head: [(key: String, value: JSONText)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "hybrid.json"),
      ("description", "The configuration of a site that hybrid builds."),
    ]
    members = head + members
    return JSONText.object(members).pretty
  }

  /// The table of all keys that is in `docs/reference/configuration.md`.
  public static var reference: String {
    var rows = "| key | takes | default | meaning |\n| --- | --- | --- | --- |\n"
    append(.root, prefix: "", to: &rows)
    return rows
  }

  private static func json(_ shape: ConfigurationShape) -> JSONText {
    switch shape {
    case .string(let form):
      var members: [(key: String, value: JSONText)] = [("type", "string")]
      if let pattern = form.pattern { members.append(("pattern", .string(pattern))) }
      return .object(members)
    case .integer(let range):
      return .object([
        ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
      ])
    case .number(let range):
      return .object([
        ("type", "number"), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
      ])
    case .boolean: return ["type": "boolean"]
    case .choice(let choices): return .object([("enum", .array(choices.map { .string($0) }))])
    case .list(let element, let unique):
      var members: [(key: String, value: JSONText)] = [("type", "array"), ("items", json(element))]
      if unique { members.append(("uniqueItems", true)) }
      return .object(members)
    case .object(let keys): return object(keys)
    case .dictionary(let element): return .object([("type", "object"), ("additionalProperties", json(element))])
    case .either(let text, let other), .listOr(let text, let other):
      return .object([("oneOf", .array([json(text), json(other)]))])
    case .objectOrBoolean(let keys):
      return .object([("oneOf", .array([object(keys), json(.boolean)]))])
    case .size:
      return .object([
        (
          "oneOf",
          .array([
            .object([("type", "number"), ("minimum", 0)]),
            .object([
              ("type", "string"),
              ("pattern", "^[0-9]+(\\.[0-9]+)? *([bB]|[kK]([iI]?[bB])?|[mM]([iI]?[bB])?|[gG]([iI]?[bB])?)?$"),
            ]),
          ])
        )
      ])
    case .anything: return true
    }
  }

  private static func object(_ keys: [ConfigurationKey]) -> JSONText {
    let properties = keys.map { key -> (key: String, value: JSONText) in
      guard case .object(var members) = json(key.shape) else { return (key.name, true) }
      members.insert(("description", .string(key.summary)), at: 0)
      return (key.name, .object(members))
    }
    var members: [(key: String, value: JSONText)] = [("type", "object"), ("properties", .object(properties))]
    let required = keys.filter(\.isRequired)
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0.name) }))) }
    members.append(("additionalProperties", false))
    return .object(members)
  }

  private static func append(_ shape: ConfigurationShape, prefix: String, to rows: inout String) {
    switch shape {
    case .object(let keys), .objectOrBoolean(let keys):
      for key in keys {
        let name = prefix + key.name
        let standard = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? ""
        rows += "| `\(name)` | \(words(key.shape)) | \(standard) | \(MarkdownTable.cell(key.summary)) |\n"
        append(key.shape, prefix: name + ".", to: &rows)
      }
    case .list(let element, _): append(element, prefix: String(prefix.dropLast()) + "[].", to: &rows)
    case .dictionary(let element): append(element, prefix: prefix + "*.", to: &rows)
    case .either(_, let other), .listOr(_, let other): append(other, prefix: prefix, to: &rows)
    default: break
    }
  }

  /// What a key takes, in a few words.
  private static func words(_ shape: ConfigurationShape) -> String {
    switch shape {
    case .string(.semanticVersion): "semantic version"
    case .string(.fileName): "name"
    case .string(.pathPrefix), .string(.sitePath): "path"
    case .string(.glob): "pattern"
    case .string(.characters): "characters"
    case .string: "text"
    case .integer(let range): range.upperBound > 1 << 52 ? "whole number ≥ \(range.lowerBound)" : "whole number"
    case .number(let range): "number, \(JSONText.plain(range.lowerBound)) to \(JSONText.plain(range.upperBound))"
    case .boolean: "`true` or `false`"
    case .choice(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .list(let element, _): "list of " + words(element)
    case .object: "object"
    case .dictionary(let element): "object: any key → " + words(element)
    case .either(let text, let other), .listOr(let text, let other): words(text) + ", or " + words(other)
    case .objectOrBoolean: "`true` or `false`, or object"
    case .size: "bytes, or text such as `500 kB`"
    case .anything: "anything"
    }
  }
}
