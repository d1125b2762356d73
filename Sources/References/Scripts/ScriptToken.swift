/// A token of a script, as far as a check of its syntax needs to know it.
package struct ScriptToken {
  /// What a token is.
  package enum Kind: UInt8 {
    case identifier
    case keyword
    case number
    case string
    case template
    case regularExpression
    case punctuator
    case end
  }

  /// The kind.
  package var kind: Kind
  /// Bytes of the script.
  package var range: Range<Int>
  /// Whether a line ended before it.
  package var followsLineBreak: Bool
}

/// What is the matter with a script.
package struct ScriptFault: Hashable {
  /// For people.
  package var message: String
  /// Bytes of the script.
  package var range: Range<Int>

  /// A fault at bytes of a script.
  package init(message: String, range: Range<Int>) {
    self.message = message
    self.range = range
  }
}
