import HTML
import Names

/// The names that the expressions of a file begin with: `title` of `{{ title }}` and of `t:if="title"`.
enum ExpressionNames {
  static func names(in scan: MarkupScan) -> Set<String> {
    var names: Set<String> = []
    for piece in scan.pieces {
      switch piece.kind {
      case .text: addPlaceholders(of: Array(scan.source.bytes[piece.range]), to: &names)
      case .startTag:
        for attribute in piece.attributes.lazy.map({ scan.attributes[$0] }) {
          let value = scan.value(attribute)
          addPlaceholders(of: Array(value.utf8), to: &names)
          switch attribute.name {
          case CompositionNames.loop, CompositionNames.clientLoop, CompositionNames.clientData:
            if let header = try? LoopHeader(value) { names.formUnion(header.list.roots) }
          // A parameter of data takes a path without braces.
          case _ where piece.name == CompositionNames.include || piece.name.string.contains("-"):
            add(value[...], to: &names)
          case _ where attribute.name.string.hasPrefix("t:"): add(value[...], to: &names)
          default: break
          }
        }
      default: break
      }
    }
    return names
  }

  private static func addPlaceholders(of bytes: [UInt8], to names: inout Set<String>) {
    guard PlaceholderPlaces.mayBe(in: bytes) else { return }
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { return }
      add(rest[..<close.lowerBound], to: &names)
      rest = rest[close.upperBound...]
    }
  }

  private static func add(_ expression: Substring, to names: inout Set<String>) {
    if let placeholder = try? Placeholder(expression) {
      names.formUnion(placeholder.expression.roots)
    } else if let name = Placeholder.leadingName(expression) {
      names.insert(name)
    }
  }
}
