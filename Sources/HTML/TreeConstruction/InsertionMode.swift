/// The insertion modes (HTML, section 13.2.4.1).
enum InsertionMode: UInt8 {
  case initial
  case beforeHTML
  case beforeHead
  case inHead
  case inHeadNoscript
  case afterHead
  case inBody
  case text
  case inTable
  case inTableText
  case inCaption
  case inColumnGroup
  case inTableBody
  case inRow
  case inCell
  case inTemplate
  case afterBody
  case inFrameset
  case afterFrameset
  case afterAfterBody
  case afterAfterFrameset
}

/// What a mode made of the current token.
enum TokenDisposition {
  /// The token is used up.
  case done
  /// The token goes through the tree construction dispatcher again, in what is now the current mode.
  case reprocess
  /// As ``reprocess``, but by the rules for HTML content even where the adjusted current node is foreign.
  case reprocessAsHTML
}
