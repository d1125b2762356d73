import Names

// HTML, sections 13.2.6.4.9 to 13.2.6.4.15: tables.
extension TreeConstructor {
  /// 13.2.6.4.9 The "in table" insertion mode.
  mutating func inTable() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters, .nullCharacter:
      guard stack.current.isFosterParentTarget || stack.current.isHTML(.template) else { break }
      pendingTableCharacters.removeAll(keepingCapacity: true)
      originalMode = mode
      mode = .inTableText
      return .reprocess
    case .comment:
      insertComment()
      return .done
    case .doctype:
      report(.unexpectedDoctype)
      return .done
    case .startTag:
      if let disposition = startTagInTable() { return disposition }
    case .endTag:
      switch tokenizer.name {
      case .table:
        endTable()
        return .done
      case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      case .template: return inHead()
      default: break
      }
    case .endOfFile: return inBody()
    }
    report(.contentInTable, name: tokenizer.kind == .characters ? .empty : tokenizer.name)
    return withFosterParenting()
  }

  /// Anything else in a table: by the rules for "in body", with foster parenting.
  private mutating func withFosterParenting() -> TokenDisposition {
    document.isRearranged = true
    fosterParenting = true
    let disposition = inBody()
    fosterParenting = false
    // What "in body" wants to reprocess in a table (`image`) comes back through the table's rules.
    return disposition
  }

  private mutating func startTagInTable() -> TokenDisposition? {
    switch tokenizer.name {
    case .caption:
      stack.clear(backTo: .table)
      formatting.insertMarker()
      insertHTMLElement()
      mode = .inCaption
      return .done
    case .colgroup:
      stack.clear(backTo: .table)
      insertHTMLElement()
      mode = .inColumnGroup
      return .done
    case .col:
      stack.clear(backTo: .table)
      insertImpliedElement(.colgroup)
      mode = .inColumnGroup
      return .reprocess
    case .tbody, .tfoot, .thead:
      stack.clear(backTo: .table)
      insertHTMLElement()
      mode = .inTableBody
      return .done
    case .td, .th, .tr:
      stack.clear(backTo: .table)
      insertImpliedElement(.tbody)
      mode = .inTableBody
      return .reprocess
    case .table:
      report(.startTagImpliesEndTag, name: .table, opened: openedNode(.table))
      guard stack.has(.table, in: .table) else { return .done }
      stack.pop(through: .table)
      resetInsertionMode()
      return .reprocess
    case .style, .script, .template: return inHead()
    case .input:
      guard let type = tokenAttribute(.type), valueEquals(type, "hidden") else { return nil }
      report(.contentInTable, name: .input)
      insertVoidElement()
      return .done
    case .form:
      report(.contentInTable, name: .form)
      if stack.lastIndex(of: .template) != nil || formElement.exists { return .done }
      formElement = insertHTMLElement()
      stack.pop()
      return .done
    default: return nil
    }
  }

  private mutating func endTable() {
    guard stack.has(.table, in: .table) else {
      report(.unexpectedEndTag, name: .table)
      return
    }
    reportClosed(above: .table)
    stack.pop(through: .table)
    resetInsertionMode()
  }

  /// 13.2.6.4.10 The "in table text" insertion mode.
  mutating func inTableText() -> TokenDisposition {
    switch tokenizer.kind {
    case .nullCharacter:
      return .done
    case .characters:
      pendingTableCharacters.append((tokenizer.characters, tokenizer.tokenStart, tokenizer.tokenEnd))
      return .done
    default: break
    }
    let pending = pendingTableCharacters
    pendingTableCharacters.removeAll(keepingCapacity: true)
    if let text = pending.first(where: { hasNonWhitespace($0.characters) }) {
      tokenizer.errors.add(ParseErrorRecord(error: .contentInTable, start: text.start, end: text.end))
      document.isRearranged = true
      fosterParenting = true
      for text in pending {
        reconstructFormattingElements()
        insertCharacters(text.characters, text.start, text.end)
        if hasNonWhitespace(text.characters) { framesetOK = false }
      }
      fosterParenting = false
    } else {
      for text in pending { insertCharacters(text.characters, text.start, text.end) }
    }
    mode = originalMode
    return .reprocess
  }

  /// 13.2.6.4.11 The "in caption" insertion mode.
  mutating func inCaption() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.endTag, .caption):
      _ = endCaption()
      return .done
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody), (.startTag, .td),
      (.startTag, .tfoot), (.startTag, .th), (.startTag, .thead), (.startTag, .tr), (.endTag, .table):
      return endCaption() ? .reprocess : .done
    case (.endTag, .body), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html), (.endTag, .tbody), (.endTag, .td),
      (.endTag, .tfoot), (.endTag, .th), (.endTag, .thead), (.endTag, .tr):
      report(.unexpectedEndTag, name: tokenizer.name)
      return .done
    default: return inBody()
    }
  }

  /// Closes the caption; false where none is in table scope.
  private mutating func endCaption() -> Bool {
    guard stack.has(.caption, in: .table) else {
      report(tokenizer.kind == .endTag ? .unexpectedEndTag : .unexpectedStartTag, name: tokenizer.name)
      return false
    }
    stack.generateImpliedEndTags()
    reportClosed(above: .caption)
    stack.pop(through: .caption)
    formatting.clearToLastMarker()
    mode = .inTable
    return true
  }

  /// 13.2.6.4.12 The "in column group" insertion mode.
  mutating func inColumnGroup() -> TokenDisposition {
    switch tokenizer.kind {
    case .characters:
      // In a fragment or a template nothing is closed: what is not white space is left out wherever it is.
      guard stack.current.isHTML(.colgroup) else {
        insertWhitespaceOnly(in: .colgroup)
        return .done
      }
      let space = takeLeadingWhitespace()
      insertCharacters(space.characters, space.start, space.end)
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
      case .col:
        insertVoidElement()
        return .done
      case .template: return inHead()
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .colgroup:
        guard stack.current.isHTML(.colgroup) else {
          report(.unexpectedEndTag, name: .colgroup)
          return .done
        }
        stack.pop()
        mode = .inTable
        return .done
      case .col:
        report(.unexpectedEndTag, name: .col)
        return .done
      case .template: return inHead()
      default: break
      }
    case .endOfFile: return inBody()
    case .nullCharacter: break
    }
    guard stack.current.isHTML(.colgroup) else {
      report(.contentNotAllowedHere, name: .colgroup)
      return .done
    }
    stack.pop()
    mode = .inTable
    return .reprocess
  }

  /// 13.2.6.4.13 The "in table body" insertion mode.
  mutating func inTableBody() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.startTag, .tr):
      stack.clear(backTo: .tbody, .tfoot, .thead)
      insertHTMLElement()
      mode = .inRow
      return .done
    case (.startTag, .th), (.startTag, .td):
      report(.startTagImpliesEndTag, name: .tr)
      stack.clear(backTo: .tbody, .tfoot, .thead)
      insertImpliedElement(.tr)
      mode = .inRow
      return .reprocess
    case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
      guard stack.has(tokenizer.name, in: .table) else {
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
      stack.clear(backTo: .tbody, .tfoot, .thead)
      stack.pop()
      mode = .inTable
      return .done
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody), (.startTag, .tfoot),
      (.startTag, .thead), (.endTag, .table):
      guard stack.has(.tbody, in: .table) || stack.has(.thead, in: .table) || stack.has(.tfoot, in: .table) else {
        report(tokenizer.kind == .endTag ? .unexpectedEndTag : .unexpectedStartTag, name: tokenizer.name)
        return .done
      }
      stack.clear(backTo: .tbody, .tfoot, .thead)
      stack.pop()
      mode = .inTable
      return .reprocess
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
      (.endTag, .td), (.endTag, .th), (.endTag, .tr):
      report(.unexpectedEndTag, name: tokenizer.name)
      return .done
    default: return inTable()
    }
  }

  /// 13.2.6.4.14 The "in row" insertion mode.
  mutating func inRow() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.startTag, .th), (.startTag, .td):
      stack.clear(backTo: .tr)
      insertHTMLElement()
      mode = .inCell
      formatting.insertMarker()
      return .done
    case (.endTag, .tr):
      _ = endRow()
      return .done
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody), (.startTag, .tfoot),
      (.startTag, .thead), (.startTag, .tr), (.endTag, .table):
      return endRow() ? .reprocess : .done
    case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
      guard stack.has(tokenizer.name, in: .table) else {
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
      return endRow() ? .reprocess : .done
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
      (.endTag, .td), (.endTag, .th):
      report(.unexpectedEndTag, name: tokenizer.name)
      return .done
    default: return inTable()
    }
  }

  /// Closes the row; false where none is in table scope.
  private mutating func endRow() -> Bool {
    guard stack.has(.tr, in: .table) else {
      report(tokenizer.kind == .endTag ? .unexpectedEndTag : .unexpectedStartTag, name: tokenizer.name)
      return false
    }
    stack.clear(backTo: .tr)
    stack.pop()
    mode = .inTableBody
    return true
  }

  /// 13.2.6.4.15 The "in cell" insertion mode.
  mutating func inCell() -> TokenDisposition {
    switch (tokenizer.kind, tokenizer.name) {
    case (.endTag, .td), (.endTag, .th):
      guard stack.has(tokenizer.name, in: .table) else {
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
      stack.generateImpliedEndTags()
      reportClosed(above: tokenizer.name)
      stack.pop(through: tokenizer.name)
      formatting.clearToLastMarker()
      mode = .inRow
      return .done
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody), (.startTag, .td),
      (.startTag, .tfoot), (.startTag, .th), (.startTag, .thead), (.startTag, .tr):
      guard stack.has(.td, in: .table) || stack.has(.th, in: .table) else {
        report(.unexpectedStartTag, name: tokenizer.name)
        return .done
      }
      closeCell()
      return .reprocess
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html):
      report(.unexpectedEndTag, name: tokenizer.name)
      return .done
    case (.endTag, .table), (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead), (.endTag, .tr):
      guard stack.has(tokenizer.name, in: .table) else {
        report(.unexpectedEndTag, name: tokenizer.name)
        return .done
      }
      closeCell()
      return .reprocess
    default: return inBody()
    }
  }

  /// Closes the cell.
  private mutating func closeCell() {
    stack.generateImpliedEndTags()
    if let cell = (0..<stack.count).last(where: { stack[$0].isHTML(.td) || stack[$0].isHTML(.th) }) {
      reportClosed(above: cell)
    }
    while stack.count > 1 {
      let entry = stack.current
      stack.pop()
      if entry.isHTML(.td) || entry.isHTML(.th) { break }
    }
    formatting.clearToLastMarker()
    mode = .inRow
  }
}
