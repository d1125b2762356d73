import Names

// HTML, section 13.2.6.5: SVG and MathML.
extension TreeConstructor {
  /// The rules for parsing tokens in foreign content.
  mutating func inForeignContent() -> TokenDisposition {
    switch tokenizer.kind {
    case .nullCharacter:
      insertReplacementCharacter()
      return .done
    case .characters:
      insertCharacters()
      if framesetOK, hasNonWhitespace(tokenizer.characters) { framesetOK = false }
      return .done
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag:
      if breaksOutOfForeignContent { return breakOut() }
      startTagInForeignContent()
      return .done
    case .endTag:
      if tokenizer.name == .br || tokenizer.name == .p { return breakOut() }
      return endTagInForeignContent()
    case .endOfFile:
      return .reprocessAsHTML
    }
  }

  /// Whether the start tag is one of HTML's that end foreign content.
  private var breaksOutOfForeignContent: Bool {
    switch tokenizer.name {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4, .h5,
      .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong,
      .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      return true
    case .font:
      return tokenizer.attributes.contains { $0.name == .color || $0.name == .face || $0.name == .size }
    default: return false
    }
  }

  private mutating func breakOut() -> TokenDisposition {
    report(.htmlElementInForeignContent, name: tokenizer.name, opened: stack.current.node)
    while stack.count > 1 {
      let current = stack.current
      if current.namespace == .html || current.isMathMLTextIntegrationPoint || current.isHTMLIntegrationPoint { break }
      stack.pop()
    }
    return .reprocessAsHTML
  }

  /// Any other start tag.
  private mutating func startTagInForeignContent() {
    let namespace = adjustedCurrentNode.namespace
    var name = tokenizer.name
    if namespace == .svg { name = ForeignNames.shared.svgElement(name) }
    adjustForeignAttributes(namespace)
    insertForeignElement(name, namespace)
    if tokenizer.isSelfClosing {
      stack.pop()
      acknowledgeSelfClosing()
    }
  }

  /// Any other end tag.
  private mutating func endTagInForeignContent() -> TokenDisposition {
    let name = tokenizer.name
    // OPTIMIZATION: the walk down to HTML's elements would find nothing.
    if stack.count > 1, !stack.containsForeign(name) { return .reprocessAsHTML }
    var index = stack.count - 1
    while index > 0 {
      if stack[index].lowercaseName == name {
        reportClosed(above: index)
        stack.pop(downTo: index)
        return .done
      }
      index -= 1
      if stack[index].namespace == .html { return .reprocessAsHTML }
    }
    report(.unexpectedEndTag, name: name)
    return .done
  }

  /// Adjusts MathML, SVG and foreign attributes of the current token (13.2.6.5).
  mutating func adjustForeignAttributes(_ namespace: Namespace) {
    guard !tokenizer.attributes.isEmpty else { return }
    let names = ForeignNames.shared
    for index in tokenizer.attributes.indices {
      let name = tokenizer.attributes[index].name
      if let adjusted = names.foreignAttributes[name] {
        tokenizer.attributes[index].name = adjusted.name
        tokenizer.attributes[index].namespace = adjusted.namespace
      } else if namespace == .svg, let adjusted = names.svgAttributes[name] {
        tokenizer.attributes[index].name = adjusted
      } else if namespace == .mathML, name == .definitionurl {
        tokenizer.attributes[index].name = names.definitionURL
      }
    }
  }
}
