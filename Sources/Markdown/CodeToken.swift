/// A coloured part of a code block.
struct CodeToken: Hashable {
  /// What it is; the name of its class behind `code-`.
  enum Kind: String, CaseIterable {
    case comment, string, number, keyword, literal, type, tag, attribute, property, variable, meta, inserted, deleted
  }

  var range: Range<Int>
  var kind: Kind
}
