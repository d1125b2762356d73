import HTML
import Names

/// The expressions of a file: what is in braces, in composition's own attributes and in those that give data to fragments.
enum FileExpressions {
  /// What is where an expression can be.
  enum Found {
    case expression(Expression)
    /// A text that cannot be read, by the name that it begins with.
    case unreadable(String)
  }

  /// The names that the expressions of a file begin with: `title` of `{{ title }}` and of `t:if="title"`.
  static func names(in scan: MarkupScan) -> Set<String> {
    var names: Set<String> = []
    visit(scan) { found in
      switch found {
      case .expression(let expression): names.formUnion(expression.roots)
      case .unreadable(let name): names.insert(name)
      }
    }
    return names
  }

  static func visit(_ scan: MarkupScan, _ body: (Found) -> Void) {
    for piece in scan.pieces {
      switch piece.kind {
      case .text: visitPlaceholders(of: Array(scan.source.bytes[piece.range]), body)
      case .startTag:
        for attribute in piece.attributes.lazy.map({ scan.attributes[$0] }) {
          let value = scan.value(attribute)
          visitPlaceholders(of: Array(value.utf8), body)
          switch attribute.name {
          case CompositionNames.loop, CompositionNames.clientLoop, CompositionNames.clientData:
            if let header = try? LoopHeader(value) { body(.expression(header.list)) }
          // A parameter of data takes a path without braces.
          case _ where piece.name == CompositionNames.include || piece.name.string.contains("-"):
            visit(value[...], body)
          case _ where attribute.name.string.hasPrefix("t:"): visit(value[...], body)
          default: break
          }
        }
      default: break
      }
    }
  }

  /// Calls a function with the expression that a text is.
  static func visit(_ text: Substring, _ body: (Found) -> Void) {
    if let placeholder = try? Placeholder(text) {
      body(.expression(placeholder.expression))
    } else if let name = Placeholder.leadingName(text) {
      body(.unreadable(name))
    }
  }

  private static func visitPlaceholders(of bytes: [UInt8], _ body: (Found) -> Void) {
    guard PlaceholderPlaces.mayBe(in: bytes) else { return }
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { return }
      visit(rest[..<close.lowerBound], body)
      rest = rest[close.upperBound...]
    }
  }
}
