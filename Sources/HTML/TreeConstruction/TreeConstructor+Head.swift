import Names

// HTML, sections 13.2.6.4.1 to 13.2.6.4.6: up to the body.
extension TreeConstructor {
  /// 13.2.6.4.1 The "initial" insertion mode.
  mutating func inInitial() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      _ = takeLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .comment:
      insertComment(in: .document)
      return .done
    case .doctype:
      insertDoctype()
      mode = .beforeHTML
      return .done
    default: break
    }
    tokenizer.errors.add(
      ParseErrorRecord(error: .missingDoctype, start: tokenizer.tokenStart, end: tokenizer.tokenStart))
    document.quirksMode = .quirks
    mode = .beforeHTML
    return .reprocess
  }

  private mutating func insertDoctype() {
    let token = tokenizer.doctype
    let name = tokenizer.string(token.name) ?? ""
    let publicIdentifier = tokenizer.string(token.publicIdentifier)
    let systemIdentifier = tokenizer.string(token.systemIdentifier)
    document.quirksMode = QuirksMode(
      name: name, publicIdentifier: publicIdentifier, systemIdentifier: systemIdentifier,
      forceQuirks: token.forceQuirks)
    if name != "html" || publicIdentifier != nil || systemIdentifier.map({ $0 != "about:legacy-compat" }) ?? false {
      report(.nonConformingDoctype)
    }
    document.doctypes.append(
      Document.Doctype(name: name, publicIdentifier: publicIdentifier, systemIdentifier: systemIdentifier))
    let node = create(
      Document.Node(
        kind: .doctype, name: Name(name), sourceStart: UInt32(tokenizer.tokenStart),
        sourceEnd: UInt32(tokenizer.tokenEnd), extra: UInt32(document.doctypes.count - 1)))
    document.append(node, to: .document)
  }

  /// 13.2.6.4.2 The "before html" insertion mode.
  mutating func inBeforeHTML() -> TokenDisposition {
    switch tokenizer.kind {
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .comment:
      insertComment(in: .document)
      return .done
    case .characters:
      _ = takeLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .startTag where tokenizer.name == .html:
      let element = createElement(.html, .html)
      document.append(element, to: .document)
      open(element, .html, .html)
      mode = .beforeHead
      return .done
    case .endTag:
      switch tokenizer.name {
      case .head, .body, .html, .br: break
      default:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
    default: break
    }
    let element = create(Document.Node(kind: .element, name: .html))
    document.append(element, to: .document)
    open(element, .html, .html)
    mode = .beforeHead
    return .reprocess
  }

  /// 13.2.6.4.3 The "before head" insertion mode.
  mutating func inBeforeHead() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      _ = takeLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag:
      if tokenizer.name == .html { return inBody() }
      if tokenizer.name == .head {
        headElement = insertHTMLElement()
        mode = .inHead
        return .done
      }
    case .endTag:
      switch tokenizer.name {
      case .head, .body, .html, .br: break
      default:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
    default: break
    }
    headElement = insertImpliedElement(.head)
    mode = .inHead
    return .reprocess
  }

  /// 13.2.6.4.4 The "in head" insertion mode.
  mutating func inHead() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      insertLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag:
      switch tokenizer.name {
      case .html: return inBody()
      case .base, .basefont, .bgsound, .link, .meta:
        insertVoidElement()
        return .done
      case .title:
        parseRawText(.rcdata)
        return .done
      case .noframes, .style:
        parseRawText(.rawtext)
        return .done
      case .noscript where isScripted:
        parseRawText(.rawtext)
        return .done
      case .noscript:
        insertHTMLElement()
        mode = .inHeadNoscript
        return .done
      case .script:
        parseRawText(.scriptData)
        return .done
      case .template:
        startTemplate()
        return .done
      case .head:
        report(.unexpectedStartTag, name: .head)
        return .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .head:
        stack.pop()
        mode = .afterHead
        return .done
      case .body, .html, .br: break
      case .template:
        endTemplate()
        return .done
      default:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
    default: break
    }
    stack.pop()
    mode = .afterHead
    return .reprocess
  }

  private mutating func insertLeadingWhitespace() {
    let space = takeLeadingWhitespace()
    insertCharacters(space.characters, space.start, space.end)
  }

  /// A start tag `template` (13.2.6.4.4).
  private mutating func startTemplate() {
    formatting.insertMarker()
    framesetOK = false
    mode = .inTemplate
    templateModes.append(.inTemplate)
    let element = insertHTMLElement()
    let contents = create(Document.Node(kind: .fragment))
    document.nodes[element.index].extra = contents.rawValue
  }

  /// An end tag `template` (13.2.6.4.4).
  private mutating func endTemplate() {
    guard stack.lastIndex(of: .template) != nil else {
      report(.unexpectedEndTag, name: .template)
      return
    }
    stack.generateAllImpliedEndTagsThoroughly()
    reportClosed(above: .template)
    stack.pop(through: .template)
    formatting.clearToLastMarker()
    _ = templateModes.popLast()
    resetInsertionMode()
  }

  /// 13.2.6.4.5 The "in head noscript" insertion mode.
  mutating func inHeadNoscript() -> TokenDisposition {
    switch tokenizer.kind {
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .comment: return inHead()
    case .characters:
      insertLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .startTag:
      switch tokenizer.name {
      case .html: return inBody()
      case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead()
      case .head, .noscript:
        report(.unexpectedStartTag, name: tokenizer.name)
        return .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .noscript:
        stack.pop()
        mode = .inHead
        return .done
      case .br: break
      default:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
    default: break
    }
    report(.contentNotAllowedHere, name: .noscript)
    stack.pop()
    mode = .inHead
    return .reprocess
  }

  /// 13.2.6.4.6 The "after head" insertion mode.
  mutating func inAfterHead() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      insertLeadingWhitespace()
      if tokenizer.characters.isEmpty { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag:
      switch tokenizer.name {
      case .html: return inBody()
      case .body:
        insertHTMLElement()
        framesetOK = false
        mode = .inBody
        return .done
      case .frameset:
        insertHTMLElement()
        mode = .inFrameset
        return .done
      case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
        report(.unexpectedStartTag, name: tokenizer.name)
        guard headElement.exists else { return inHead() }
        stack.push(StackOfOpenElements.Entry(node: headElement, name: .head, namespace: .html))
        let disposition = inHead()
        // The head is not necessarily the current node any more.
        if let index = stack.lastIndex(of: headElement) { stack.remove(at: index) }
        return disposition
      case .head:
        report(.unexpectedStartTag, name: .head)
        return .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .template: return inHead()
      case .body, .html, .br: break
      default:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
    default: break
    }
    insertImpliedElement(.body)
    mode = .inBody
    return .reprocess
  }
}
