import Names

/// A parse error: those of the tokenizer carry the standard's names (HTML, section 13.2.2); the tree construction's, for
/// which the standard has no names, are named here in the same manner.
enum ParseError: UInt8, CaseIterable {
  // HTML, section 13.2.2, in its order.
  case abruptClosingOfEmptyComment
  case abruptDoctypePublicIdentifier
  case abruptDoctypeSystemIdentifier
  case absenceOfDigitsInNumericCharacterReference
  case cdataInHTMLContent
  case characterReferenceOutsideUnicodeRange
  case controlCharacterInInputStream
  case controlCharacterReference
  case duplicateAttribute
  case endTagWithAttributes
  case endTagWithTrailingSolidus
  case eofBeforeTagName
  case eofInCDATA
  case eofInComment
  case eofInDoctype
  case eofInScriptHTMLCommentLikeText
  case eofInTag
  case incorrectlyClosedComment
  case incorrectlyOpenedComment
  case invalidCharacterSequenceAfterDoctypeName
  case invalidFirstCharacterOfTagName
  case missingAttributeValue
  case missingDoctypeName
  case missingDoctypePublicIdentifier
  case missingDoctypeSystemIdentifier
  case missingEndTagName
  case missingQuoteBeforeDoctypePublicIdentifier
  case missingQuoteBeforeDoctypeSystemIdentifier
  case missingSemicolonAfterCharacterReference
  case missingWhitespaceAfterDoctypePublicKeyword
  case missingWhitespaceAfterDoctypeSystemKeyword
  case missingWhitespaceBeforeDoctypeName
  case missingWhitespaceBetweenAttributes
  case missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers
  case nestedComment
  case noncharacterCharacterReference
  case noncharacterInInputStream
  case nonVoidHTMLElementStartTagWithTrailingSolidus
  case nullCharacterReference
  case surrogateCharacterReference
  case unexpectedCharacterAfterDoctypeSystemIdentifier
  case unexpectedCharacterInAttributeName
  case unexpectedCharacterInUnquotedAttributeValue
  case unexpectedEqualsSignBeforeAttributeName
  case unexpectedNullCharacter
  case unexpectedQuestionMarkInsteadOfTagName
  case unexpectedSolidusInTag
  case unknownNamedCharacterReference

  // Tree construction.
  case missingDoctype
  case nonConformingDoctype
  case unexpectedDoctype
  case unexpectedStartTag
  case unexpectedEndTag
  case unclosedElement
  case misnestedEndTag
  case startTagImpliesEndTag
  case contentAfterBody
  case contentInTable
  case contentNotAllowedHere
  case htmlElementInForeignContent
  case eofWithOpenElements

  // Limits.
  case tooManyNodes
  case nestingTooDeep
  case sourceTooLarge
  case undecodableBytes

  /// A quoted value that runs into the tags behind it.
  case unclosedAttributeQuote
  /// A limit.
  case tooManyReopenedElements
}

/// One occurrence of a parse error, with what its message needs.
struct ParseErrorRecord {
  var error: ParseError
  /// Bytes of the source.
  var start: Int
  var end: Int
  /// The element or attribute that the message names, or the empty name.
  var name: Name = .empty
  /// The byte of the source where the element in question was opened, or -1.
  var opened: Int = -1
}
