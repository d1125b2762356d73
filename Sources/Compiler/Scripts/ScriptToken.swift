/// A token of a script, as far as a check of its syntax needs to know it.
struct ScriptToken {
  /// What a token is.
  enum Kind: UInt8 {
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
  var kind: Kind
  /// Bytes of the script.
  var range: Range<Int>
  /// Whether a line ended before it.
  var followsLineBreak: Bool
}

/// What is the matter with a script.
struct ScriptFault: Hashable {
  /// For people.
  var message: String
  /// Bytes of the script.
  var range: Range<Int>
}
