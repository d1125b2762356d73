import Names

// HTML, sections 13.2.6.4.18 to 13.2.6.4.23: templates, what follows the body, framesets.
extension TreeConstructor {
  /// 13.2.6.4.18 The "in template" insertion mode.
  mutating func inTemplate() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters, .nullCharacter, .comment, .doctype:
      return inBody()
    case .startTag:
      switch tokenizer.name {
      case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
        return inHead()
      case .caption, .colgroup, .tbody, .tfoot, .thead: return continueTemplate(in: .inTable)
      case .col: return continueTemplate(in: .inColumnGroup)
      case .tr: return continueTemplate(in: .inTableBody)
      case .td, .th: return continueTemplate(in: .inRow)
      default: return continueTemplate(in: .inBody)
      }
    case .endTag:
      if tokenizer.name == .template { return inHead() }
      report(.unexpectedEndTag, name: tokenizer.name)
      return .done
    case .endOfFile:
      guard stack.lastIndex(of: .template) != nil else { return .done }
      let open = document.nodes[openedNode(.template).index]
      tokenizer.errors.add(
        ParseErrorRecord(
          error: .unclosedElement, start: Int(open.sourceStart), end: Int(open.sourceEnd), name: .template))
      stack.pop(through: .template)
      formatting.clearToLastMarker()
      _ = templateModes.popLast()
      resetInsertionMode()
      return .reprocess
    }
  }

  private mutating func continueTemplate(in newMode: InsertionMode) -> TokenDisposition {
    _ = templateModes.popLast()
    templateModes.append(newMode)
    mode = newMode
    return .reprocess
  }

  /// 13.2.6.4.19 The "after body" insertion mode.
  mutating func inAfterBody() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      if !hasNonWhitespace(tokenizer.characters) { return inBody() }
      insertLeadingWhitespaceInBody()
    case .comment:
      insertComment(in: stack[0].node)
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag where tokenizer.name == .html: return inBody()
    case .endTag where tokenizer.name == .html:
      if fragment != nil {
        report(.unexpectedEndTag, name: .html)
      } else {
        mode = .afterAfterBody
      }
      return .done
    case .endOfFile: return .done
    default: break
    }
    report(.contentAfterBody)
    mode = .inBody
    return .reprocess
  }

  /// Whitespace goes to the body as anywhere in it; what follows is an error.
  private mutating func insertLeadingWhitespaceInBody() {
    let space = takeLeadingWhitespace()
    guard !space.characters.isEmpty else { return }
    reconstructFormattingElements()
    insertCharacters(space.characters, space.start, space.end)
  }

  /// 13.2.6.4.22 The "after after body" insertion mode.
  mutating func inAfterAfterBody() -> TokenDisposition {
    switch tokenizer.kind {
    case .comment:
      insertComment(in: .document)
      return .done
    case .doctype: return inBody()
    case .characters:
      if !hasNonWhitespace(tokenizer.characters) { return inBody() }
      insertLeadingWhitespaceInBody()
    case .startTag where tokenizer.name == .html: return inBody()
    case .endOfFile: return .done
    default: break
    }
    report(.contentAfterBody)
    mode = .inBody
    return .reprocess
  }

  /// 13.2.6.4.20 The "in frameset" insertion mode.
  mutating func inFrameset() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.characters, _):
      insertWhitespaceOnly(in: .frameset)
    case (.comment, _):
      insertComment()
    case (.doctype, _):
      report(.unexpectedDoctype)
    case (.startTag, .html): return inBody()
    case (.startTag, .frameset):
      insertHTMLElement()
    case (.endTag, .frameset):
      guard stack.count > 1 else {
        report(.unexpectedEndTag, name: .frameset)
        return .done
      }
      stack.pop()
      if fragment == nil, !stack.current.isHTML(.frameset) { mode = .afterFrameset }
    case (.startTag, .frame):
      insertVoidElement()
    case (.startTag, .noframes): return inHead()
    case (.endOfFile, _):
      if stack.count > 1 { report(.eofWithOpenElements, name: stack.current.name, opened: stack.current.node) }
    default:
      report(.contentNotAllowedHere, name: .frameset)
    }
    return .done
  }

  /// Inserts the whitespace of the current characters and ignores the rest.
  mutating func insertWhitespaceOnly(in element: Name) {
    while !tokenizer.characters.isEmpty {
      let space = takeLeadingWhitespace()
      insertCharacters(space.characters, space.start, space.end)
      if tokenizer.characters.isEmpty { return }
      report(.contentNotAllowedHere, name: element)
      var start = tokenizer.characters.start
      while start < tokenizer.characters.end, !ASCII.isWhitespace(tokenizer.text[start]) { start += 1 }
      tokenizer.tokenStart = min(tokenizer.tokenStart + start - tokenizer.characters.start, tokenizer.tokenEnd)
      tokenizer.characters.start = start
    }
  }

  /// 13.2.6.4.21 The "after frameset" insertion mode.
  mutating func inAfterFrameset() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.characters, _):
      insertWhitespaceOnly(in: .frameset)
    case (.comment, _):
      insertComment()
    case (.doctype, _):
      report(.unexpectedDoctype)
    case (.startTag, .html): return inBody()
    case (.endTag, .html):
      mode = .afterAfterFrameset
    case (.startTag, .noframes): return inHead()
    case (.endOfFile, _): break
    default:
      report(.contentNotAllowedHere, name: .frameset)
    }
    return .done
  }

  /// 13.2.6.4.23 The "after after frameset" insertion mode.
  mutating func inAfterAfterFrameset() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.comment, _):
      insertComment(in: .document)
    case (.doctype, _): return inBody()
    case (.characters, _):
      insertWhitespaceOnly(in: .frameset)
    case (.startTag, .html): return inBody()
    case (.startTag, .noframes): return inHead()
    case (.endOfFile, _): break
    default:
      report(.contentNotAllowedHere, name: .frameset)
    }
    return .done
  }
}
