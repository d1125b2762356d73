import Diagnostics

extension ParseError {
  /// The code that `hybrid explain` knows.
  var code: DiagnosticCode {
    let index = Int(rawValue)
    let tokenization = DiagnosticCode.htmlTokenization
    return index < tokenization.count
      ? tokenization[index] : DiagnosticCode.htmlTreeConstruction[index - tokenization.count]
  }

  /// One sentence that says what was found.
  ///
  /// - Parameters:
  ///   - name: the element or attribute in question.
  ///   - opened: where the element was opened, as ` of line 12`, or nothing.
  func message(name: String, opened: String) -> String {
    switch self {
    case .abruptClosingOfEmptyComment: "The comment is closed by `>` before it has begun"
    case .abruptDoctypePublicIdentifier: "The doctype ends within its public identifier"
    case .abruptDoctypeSystemIdentifier: "The doctype ends within its system identifier"
    case .absenceOfDigitsInNumericCharacterReference: "A numeric character reference has no digits"
    case .cdataInHTMLContent: "A CDATA section is outside SVG and MathML"
    case .characterReferenceOutsideUnicodeRange: "The character reference is beyond U+10FFFF"
    case .controlCharacterInInputStream: "The page holds a control character"
    case .controlCharacterReference: "The character reference names a control character"
    case .duplicateAttribute: "The attribute `\(name)` is given twice"
    case .endTagWithAttributes: "An end tag has attributes"
    case .endTagWithTrailingSolidus: "An end tag ends with `/>`"
    case .eofBeforeTagName: "The page ends where a tag's name is expected"
    case .eofInCDATA: "The page ends within a CDATA section"
    case .eofInComment: "The page ends within a comment"
    case .eofInDoctype: "The page ends within its doctype"
    case .eofInScriptHTMLCommentLikeText: "The page ends within `<!--` of a script"
    case .eofInTag: "The page ends within a tag"
    case .incorrectlyClosedComment: "The comment is closed by `--!>`"
    case .incorrectlyOpenedComment: "`<!` begins neither a comment nor a doctype"
    case .invalidCharacterSequenceAfterDoctypeName: "The doctype has something behind its name that it cannot have"
    case .invalidFirstCharacterOfTagName: "A tag's name cannot begin with this character"
    case .missingAttributeValue: "The attribute has `=` but no value"
    case .missingDoctypeName: "The doctype has no name"
    case .missingDoctypePublicIdentifier: "The doctype says PUBLIC without an identifier"
    case .missingDoctypeSystemIdentifier: "The doctype says SYSTEM without an identifier"
    case .missingEndTagName: "The end tag has no name"
    case .missingQuoteBeforeDoctypePublicIdentifier: "The doctype's public identifier is not quoted"
    case .missingQuoteBeforeDoctypeSystemIdentifier: "The doctype's system identifier is not quoted"
    case .missingSemicolonAfterCharacterReference: "The character reference lacks its semicolon"
    case .missingWhitespaceAfterDoctypePublicKeyword: "A space is missing behind PUBLIC"
    case .missingWhitespaceAfterDoctypeSystemKeyword: "A space is missing behind SYSTEM"
    case .missingWhitespaceBeforeDoctypeName: "A space is missing before the doctype's name"
    case .missingWhitespaceBetweenAttributes: "A space is missing between two attributes"
    case .missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers:
      "A space is missing between the doctype's identifiers"
    case .nestedComment: "A comment begins within a comment"
    case .noncharacterCharacterReference: "The character reference names a noncharacter"
    case .noncharacterInInputStream: "The page holds a noncharacter"
    case .nonVoidHTMLElementStartTagWithTrailingSolidus:
      "`<\(name)/>` does not close the element: what follows becomes its contents"
    case .nullCharacterReference: "The character reference names U+0000"
    case .surrogateCharacterReference: "The character reference names a surrogate"
    case .unexpectedCharacterAfterDoctypeSystemIdentifier: "The doctype has something behind its system identifier"
    case .unexpectedCharacterInAttributeName: "An attribute's name holds a quote or `<`"
    case .unexpectedCharacterInUnquotedAttributeValue: "An unquoted value holds a quote, `<`, `=` or a backtick"
    case .unexpectedEqualsSignBeforeAttributeName: "`=` appears where an attribute's name is expected"
    case .unexpectedNullCharacter: "The page holds U+0000"
    case .unexpectedQuestionMarkInsteadOfTagName: "`<?` begins no tag in HTML"
    case .unexpectedSolidusInTag: "`/` appears within a tag"
    case .unknownNamedCharacterReference: "There is no character reference of this name"
    case .missingDoctype: "The page does not begin with a doctype"
    case .nonConformingDoctype: "The doctype is not `<!DOCTYPE html>`"
    case .unexpectedDoctype: "A doctype is within the page"
    case .unexpectedStartTag: "`<\(name)>` cannot be here"
    case .unexpectedEndTag: "`</\(name)>` closes no open element"
    case .unclosedElement: "`<\(name)>` is never closed"
    case .misnestedEndTag: "The end tag comes before the end of `<\(name)>`\(opened)"
    case .startTagImpliesEndTag: "The tag closes `<\(name)>`\(opened), which cannot hold it"
    case .contentAfterBody: "There are contents behind `</body>`"
    case .contentInTable: "Contents are in a table outside of its cells"
    case .contentNotAllowedHere: "Contents cannot be here, in or after `<\(name)>`"
    case .htmlElementInForeignContent: "`<\(name)>` ends the SVG or MathML that it is in"
    case .eofWithOpenElements: "The page ends before `<\(name)>`\(opened) is closed"
    case .tooManyNodes: "The page makes more than \(Document.maximumNodeCount) nodes"
    case .nestingTooDeep: "Elements are nested more than \(Document.maximumDepth) levels deep"
    case .sourceTooLarge: "The page is larger than \(Document.maximumSourceSize >> 20) MiB"
    case .undecodableBytes: "The page holds bytes that are not UTF-8"
    case .tooManyReopenedElements:
      "Unclosed formatting elements are opened again more than \(Document.maximumReopenedCount) times"
    case .unclosedAttributeQuote: "The quote that begins the value of `\(name)` is never closed"
    }
  }
}
