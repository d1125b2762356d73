import Names

// HTML, section 13.2.6.4.7: the "in body" insertion mode; end tags. Section 13.2.6.4.8: the "text" insertion mode.
extension TreeConstructor {
  mutating func endTagInBody() -> TokenDisposition {
    let name = tokenizer.name
    switch name {
    case .template: return inHead()
    case .body, .html:
      guard stack.has(.body) else {
        report(.unexpectedEndTag, name: name)
        return .done
      }
      reportOpenElementsAtBodyEnd()
      mode = .afterBody
      return name == .html ? .reprocess : .done
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
      .select, .summary, .ul:
      endBlock(name)
    case .form: endForm()
    case .p:
      if !stack.has(.p, in: .button) {
        report(.unexpectedEndTag, name: name)
        insertImpliedElement(.p)
      }
      closeParagraph()
    case .li:
      endListItem(in: .listItem)
    case .dd, .dt:
      endListItem(in: .element)
    case .h1, .h2, .h3, .h4, .h5, .h6: endHeading()
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      adoptionAgency(name)
    case .applet, .marquee, .object:
      guard stack.has(name) else {
        report(.unexpectedEndTag, name: name)
        return .done
      }
      stack.generateImpliedEndTags()
      reportClosed(above: name)
      stack.pop(through: name)
      formatting.clearToLastMarker()
    case .br:
      report(.unexpectedEndTag, name: name)
      tokenizer.attributes.removeAll(keepingCapacity: true)
      insertVoidBodyElement()
    default:
      anyOtherEndTag()
    }
    return .done
  }

  /// Reports the elements that an end tag closes on its way: those above the last element with a name.
  mutating func reportClosed(above name: Name) {
    if stack.current.isHTML(name) { return }
    if let index = stack.lastIndex(of: name) { reportClosed(above: index) }
  }

  /// Reports the elements above a place in the stack, the innermost first, except for those whose end tags may be left out.
  mutating func reportClosed(above index: Int) {
    var position = stack.count - 1
    while position > index {
      let entry = stack[position]
      if !entry.hasThoroughlyImpliedEndTag { report(.misnestedEndTag, name: entry.name, opened: entry.node) }
      position -= 1
    }
  }

  private mutating func reportOpenElementsAtBodyEnd() {
    for index in 0..<stack.count where !stack[index].mayStayOpen {
      let node = document.nodes[stack[index].node.index]
      tokenizer.errors.add(
        ParseErrorRecord(
          error: .unclosedElement, start: Int(node.sourceStart), end: Int(node.sourceEnd), name: stack[index].name))
    }
  }

  private mutating func endBlock(_ name: Name) {
    guard stack.has(name) else {
      report(.unexpectedEndTag, name: name)
      return
    }
    stack.generateImpliedEndTags()
    reportClosed(above: name)
    stack.pop(through: name)
  }

  private mutating func endForm() {
    if stack.lastIndex(of: .template) != nil {
      endBlock(.form)
      return
    }
    let node = formElement
    formElement = .none
    guard node.exists, stack.has(node) else {
      report(.unexpectedEndTag, name: .form)
      return
    }
    stack.generateImpliedEndTags()
    if stack.current.node != node {
      // The elements above the form stay open, so that another form may be in this one.
      report(.misnestedEndTag, name: stack.current.name, opened: stack.current.node)
      document.isRearranged = true
    }
    if let index = stack.lastIndex(of: node) { stack.remove(at: index) }
  }

  private mutating func endListItem(in scope: StackOfOpenElements.Scope) {
    let name = tokenizer.name
    guard stack.has(name, in: scope) else {
      report(.unexpectedEndTag, name: name)
      return
    }
    stack.generateImpliedEndTags(except: name)
    reportClosed(above: name)
    stack.pop(through: name)
  }

  private mutating func endHeading() {
    guard let index = stack.indexInScope(.element, where: { $0.isHeading }) else {
      report(.unexpectedEndTag, name: tokenizer.name)
      return
    }
    stack.generateImpliedEndTags()
    reportClosed(above: index)
    // `</h2>` closes an `<h1>`, too.
    if !stack[index].isHTML(tokenizer.name) {
      report(.misnestedEndTag, name: stack[index].name, opened: stack[index].node)
    }
    stack.pop(downTo: index)
  }

  /// Any other end tag; the start tags of `a` and `nobr` come here, too, to close one of their kind.
  mutating func anyOtherEndTag() {
    let name = tokenizer.name
    var index = stack.contains(name) ? stack.count - 1 : 0
    while index > 0 {
      let node = stack[index]
      if node.isHTML(name) {
        stack.generateImpliedEndTags(except: name)
        if tokenizer.kind == .endTag { reportClosed(above: index) }
        stack.pop(downTo: index)
        return
      }
      if node.isSpecial { break }
      index -= 1
    }
    reportUnmatchedEndTag()
  }

  /// Reports an end tag that closes nothing; start tags that would close an element are in order without it.
  mutating func reportUnmatchedEndTag() {
    if tokenizer.kind == .endTag { report(.unexpectedEndTag, name: tokenizer.name) }
  }

  /// 13.2.6.4.8 The "text" insertion mode.
  mutating func inText() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      insertCharacters()
      return .done
    case .endOfFile:
      let open = stack.current
      // The end tag that is written may not end it: behind `<!--<script>` it does not.
      if open.isHTML(.script) { document.isRearranged = true }
      let node = document.nodes[open.node.index]
      tokenizer.errors.add(
        ParseErrorRecord(
          error: .unclosedElement, start: Int(node.sourceStart), end: Int(node.sourceEnd), name: open.name))
      stack.pop()
      mode = originalMode
      return .reprocess
    default:
      stack.pop()
      mode = originalMode
      return .done
    }
  }
}
