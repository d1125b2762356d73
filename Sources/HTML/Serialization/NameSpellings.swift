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
    /// Whether the name is written as another, or may be.
    var isUnlike: Bool
    var hasColon: Bool
    /// Whether the name begins with `xmlns:`.
    var isDeclaration: Bool
  }

  private var known: [Spelling] = []
  /// The place of each name's spelling among ``known`` by the name's number, or -1.
  private var places: [Int32] = []
  /// Whether names that XML cannot write stay as they are.
  private let keepsNames: Bool

  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  func spelling(of name: Name) -> Spelling {
    let number = Int(name.rawValue)
    if number < places.count {
      let place = Int(places[number])
      if place >= 0 { return known[place] }
    } else {
      places += repeatElement(-1, count: number + 64 - places.count)
    }
    let text = name.string
    let written = keepsNames ? text : XMLView.written(text)
    let hasColon = text.utf8.contains(0x3A)
    let spelling = Spelling(
      name: text, written: written, isUnlike: hasColon || written != text, hasColon: hasColon,
      isDeclaration: text.hasPrefix("xmlns:"))
    places[number] = Int32(known.count)
    known.append(spelling)
    return spelling
  }
}
