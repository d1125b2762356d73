import Names

/// How a document's names are written as XML, worked out once a name.
///
/// A class, because the view that asks is copied; it serves one thread.
final class NameSpellings {
  struct Spelling {
    /// The name as the document has it.
    var name: String
    /// The name as it is written where it has no prefix of its own; see ``XMLView/written(_:)``.
    var written: String
    var hasColon: Bool
    /// Whether the name begins with `xmlns:`.
    var isDeclaration: Bool
  }

  private var known: [Name: Spelling] = [:]

  func spelling(of name: Name) -> Spelling {
    if let spelling = known[name] { return spelling }
    let text = name.string
    let spelling = Spelling(
      name: text, written: XMLView.written(text), hasColon: text.utf8.contains(0x3A),
      isDeclaration: text.hasPrefix("xmlns:"))
    known[name] = spelling
    return spelling
  }
}
