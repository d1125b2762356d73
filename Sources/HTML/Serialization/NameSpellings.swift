import Names

/// How a document's names are written as XML, worked out once a name.
///
/// A class, because the view that asks is copied; it serves one thread.
///
/// OPTIMIZATION: its properties are not checked for exclusive access at run time, as nothing that changes them calls out.
final class NameSpellings {
  /// A class, since the texts would be counted with each copy.
  final class Spelling {
    /// The name as the document has it.
    let name: String
    /// The name as it is written where it has no prefix of its own; see ``XMLView/written(_:)``.
    let written: String
    /// Whether the name is written as another, or may be.
    let isUnlike: Bool
    let hasColon: Bool
    /// Whether the name begins with `xmlns:`.
    let isDeclaration: Bool

    init(name: String, written: String) {
      self.name = name
      self.written = written
      hasColon = name.utf8.contains(0x3A)
      isUnlike = hasColon || written != name
      isDeclaration = name.hasPrefix("xmlns:")
    }
  }

  @exclusivity(unchecked) private(set) var known: [Spelling] = []
  /// The place of each name's spelling among ``known`` by the name's number, or -1; for numbers below ``longestTable``.
  @exclusivity(unchecked) private(set) var places: [Int32] = []
  /// The places of names with higher numbers.
  @exclusivity(unchecked) private var laterPlaces: [UInt32: Int32] = [:]

  /// Numbers count all names of the process, and a watch that runs for days keeps adding some: a table of them all would take longer
  /// than the document.
  static let longestTable = 1 << 13

  /// Whether names that XML cannot write stay as they are.
  private let keepsNames: Bool

  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  func spelling(of name: Name) -> Spelling {
    let number = Int(name.rawValue)
    if number < places.count {
      let place = Int(places[number])
      if place >= 0 { return known[place] }
    } else if number < Self.longestTable {
      places.append(contentsOf: [Int32](repeating: -1, count: min(number + 64, Self.longestTable) - places.count))
    } else if let place = laterPlaces[name.rawValue] {
      return known[Int(place)]
    }
    let text = name.string
    let spelling = Spelling(name: text, written: keepsNames ? text : XMLView.written(text))
    if number < Self.longestTable {
      places[number] = Int32(known.count)
    } else {
      laterPlaces[name.rawValue] = Int32(known.count)
    }
    known.append(spelling)
    return spelling
  }
}
