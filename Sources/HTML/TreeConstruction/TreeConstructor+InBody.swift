import Names

// HTML, section 13.2.6.4.7: the "in body" insertion mode; start tags.
extension TreeConstructor {
  mutating func inBody() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      reconstructFormattingElements()
      insertCharacters()
      if framesetOK, hasNonWhitespace(tokenizer.characters) { framesetOK = false }
      return .done
    case .nullCharacter:
      return .done
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag: return startTagInBody()
    case .endTag: return endTagInBody()
    case .endOfFile:
      if !templateModes.isEmpty { return inTemplate() }
      reportOpenElements()
      return .done
    }
  }

  /// Elements that are still open at the end of the page.
  mutating func reportOpenElements() {
    for index in 0..<stack.count where !stack[index].mayStayOpen {
      let node = document.nodes[stack[index].node.index]
      tokenizer.errors.add(
        ParseErrorRecord(
          error: .unclosedElement, start: Int(node.sourceStart), end: Int(node.sourceEnd), name: stack[index].name))
    }
  }

  private mutating func startTagInBody() -> TokenDisposition {
    let name = tokenizer.name
    switch name {
    case .html:
      report(.unexpectedStartTag, name: name)
      if stack.lastIndex(of: .template) == nil { lateAttributes.addToHTML(tokenizer.attributes) }
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHead()
    case .body: secondBody()
    case .frameset: framesetInBody()
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption,
      .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul:
      closeParagraphInButtonScope()
      insertHTMLElement()
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraphInButtonScope()
      if stack.current.isHeading {
        report(.startTagImpliesEndTag, name: stack.current.name, opened: stack.current.node)
        stack.pop()
      }
      insertHTMLElement()
    case .pre, .listing:
      closeParagraphInButtonScope()
      insertHTMLElement()
      ignoresLineFeed = true
      framesetOK = false
    case .form: startForm()
    case .li: startListItem(.li, .li)
    case .dd, .dt: startListItem(.dd, .dt)
    case .plaintext:
      closeParagraphInButtonScope()
      insertHTMLElement()
      tokenizer.enter(.plaintext, endTag: .empty)
      document.isRearranged = true
    case .button:
      if stack.has(.button) {
        report(.startTagImpliesEndTag, name: name, opened: openedNode(.button))
        stack.generateImpliedEndTags()
        stack.pop(through: .button)
      }
      reconstructFormattingElements()
      insertHTMLElement()
      framesetOK = false
    case .a: startAnchor()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
      reconstructFormattingElements()
      pushFormattingElement(insertHTMLElement())
    case .nobr:
      reconstructFormattingElements()
      if stack.has(.nobr) {
        report(.startTagImpliesEndTag, name: name, opened: openedNode(.nobr))
        adoptionAgency(.nobr)
        reconstructFormattingElements()
      }
      pushFormattingElement(insertHTMLElement())
    case .applet, .marquee, .object:
      reconstructFormattingElements()
      insertHTMLElement()
      formatting.insertMarker()
      framesetOK = false
    case .table:
      if document.quirksMode != .quirks { closeParagraphInButtonScope() }
      insertHTMLElement()
      framesetOK = false
      mode = .inTable
    case .area, .br, .embed, .img, .keygen, .wbr:
      insertVoidBodyElement()
    case .input: return startInput()
    case .param, .source, .track:
      insertVoidElement()
    case .hr: startThematicBreak()
    case .image:
      report(.unexpectedStartTag, name: name)
      tokenizer.name = .img
      return .reprocess
    case .textarea:
      insertHTMLElement()
      ignoresLineFeed = true
      tokenizer.enter(.rcdata, endTag: name)
      originalMode = mode
      framesetOK = false
      mode = .text
    case .xmp:
      closeParagraphInButtonScope()
      reconstructFormattingElements()
      framesetOK = false
      parseRawText(.rawtext)
    case .iframe:
      framesetOK = false
      parseRawText(.rawtext)
    case .noembed:
      parseRawText(.rawtext)
    case .noscript where isScripted:
      parseRawText(.rawtext)
    case .select: startSelect()
    case .option: startOption()
    case .optgroup: startOptionGroup()
    case .rb, .rtc:
      if stack.has(.ruby) { stack.generateImpliedEndTags() }
      insertHTMLElement()
    case .rp, .rt:
      if stack.has(.ruby) { stack.generateImpliedEndTags(except: .rtc) }
      insertHTMLElement()
    case .math: startForeign(.mathML)
    case .svg: startForeign(.svg)
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
      report(.unexpectedStartTag, name: name)
      acknowledgeSelfClosing()
    default:
      reconstructFormattingElements()
      insertHTMLElement()
      if name == .selectedcontent { hasSelectedContent = true }
    }
    return .done
  }

  /// The last open element with a name, for messages.
  func openedNode(_ name: Name) -> NodeID { stack.lastIndex(of: name).map { stack[$0].node } ?? .none }

  private mutating func secondBody() {
    report(.unexpectedStartTag, name: .body)
    guard stack.count > 1, stack[1].isHTML(.body), stack.lastIndex(of: .template) == nil else { return }
    framesetOK = false
    lateAttributes.addToBody(tokenizer.attributes, of: stack[1].node)
  }

  private mutating func framesetInBody() {
    report(.unexpectedStartTag, name: .frameset)
    guard stack.count > 1, stack[1].isHTML(.body), framesetOK else { return }
    document.detach(stack[1].node)
    stack.pop(downTo: 1)
    insertHTMLElement()
    mode = .inFrameset
  }

  /// If the stack has a `p` element in button scope, closes it.
  @inline(__always)
  mutating func closeParagraphInButtonScope() {
    if stack.has(.p, in: .button) { closeParagraph() }
  }

  /// Closes a `p` element.
  mutating func closeParagraph() {
    stack.generateImpliedEndTags(except: .p)
    if tokenizer.kind == .endTag, tokenizer.name == .p {
      reportClosed(above: .p)
    } else if !stack.current.isHTML(.p) {
      report(.startTagImpliesEndTag, name: .p, opened: openedNode(.p))
    }
    stack.pop(through: .p)
  }

  private mutating func startForm() {
    let hasTemplate = stack.lastIndex(of: .template) != nil
    if formElement.exists, !hasTemplate {
      report(.unexpectedStartTag, name: .form)
      return
    }
    closeParagraphInButtonScope()
    let element = insertHTMLElement()
    if !hasTemplate { formElement = element }
  }

  /// A start tag `li`, or `dd` and `dt`: closes the item before.
  private mutating func startListItem(_ first: Name, _ second: Name) {
    framesetOK = false
    var index = stack.count - 1
    while index >= 0 {
      let node = stack[index]
      if node.isHTML(first) || node.isHTML(second) {
        stack.generateImpliedEndTags(except: node.name)
        if !stack.current.isHTML(node.name) {
          report(.startTagImpliesEndTag, name: stack.current.name, opened: stack.current.node)
        }
        stack.pop(through: node.name)
        break
      }
      if node.isSpecial, !node.isHTML(.address), !node.isHTML(.div), !node.isHTML(.p) { break }
      index -= 1
    }
    closeParagraphInButtonScope()
    insertHTMLElement()
  }

  private mutating func startAnchor() {
    if let index = formatting.lastIndex(of: .a) {
      let node = formatting[index].node
      report(.startTagImpliesEndTag, name: .a, opened: node)
      adoptionAgency(.a)
      formatting.remove(node)
      if let index = stack.lastIndex(of: node) { stack.remove(at: index) }
    }
    reconstructFormattingElements()
    pushFormattingElement(insertHTMLElement())
  }

  mutating func insertVoidBodyElement() {
    reconstructFormattingElements()
    insertVoidElement()
    framesetOK = false
  }

  private mutating func startInput() -> TokenDisposition {
    if let fragment, fragment.isHTML(.select) {
      report(.unexpectedStartTag, name: .input)
      acknowledgeSelfClosing()
      return .done
    }
    if stack.has(.select) {
      report(.startTagImpliesEndTag, name: .select, opened: openedNode(.select))
      stack.pop(through: .select)
    }
    reconstructFormattingElements()
    let isHidden = tokenAttribute(.type).map { valueEquals($0, "hidden") } ?? false
    insertVoidElement()
    if !isHidden { framesetOK = false }
    return .done
  }

  private mutating func startThematicBreak() {
    closeParagraphInButtonScope()
    if stack.has(.select) {
      stack.generateImpliedEndTags()
      if stack.has(.option) || stack.has(.optgroup) { report(.unexpectedStartTag, name: .hr) }
    }
    insertVoidElement()
    framesetOK = false
  }

  private mutating func startSelect() {
    if let fragment, fragment.isHTML(.select) {
      report(.unexpectedStartTag, name: .select)
      return
    }
    if stack.has(.select) {
      report(.unexpectedStartTag, name: .select, opened: openedNode(.select))
      stack.pop(through: .select)
      return
    }
    reconstructFormattingElements()
    insertHTMLElement()
    framesetOK = false
  }

  private mutating func startOption() {
    if stack.has(.select) {
      stack.generateImpliedEndTags(except: .optgroup)
      if stack.has(.option) { report(.startTagImpliesEndTag, name: .option, opened: openedNode(.option)) }
    } else if stack.current.isHTML(.option) {
      stack.pop()
    }
    reconstructFormattingElements()
    insertHTMLElement()
  }

  private mutating func startOptionGroup() {
    if stack.has(.select) {
      stack.generateImpliedEndTags()
      if stack.has(.option) || stack.has(.optgroup) { report(.startTagImpliesEndTag, name: .optgroup) }
    } else if stack.current.isHTML(.option) {
      stack.pop()
    }
    reconstructFormattingElements()
    insertHTMLElement()
  }

  private mutating func startForeign(_ namespace: Namespace) {
    reconstructFormattingElements()
    adjustForeignAttributes(namespace)
    insertForeignElement(tokenizer.name, namespace)
    if tokenizer.isSelfClosing {
      stack.pop()
      acknowledgeSelfClosing()
    }
  }
}
