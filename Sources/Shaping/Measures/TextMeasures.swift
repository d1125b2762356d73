/// What a release knows of the text of its pages: enough to shape it at any size without fonts, HarfBuzz and ICU.
///
/// Glyphs are predicted from advances and pairs; what that predicts otherwise than HarfBuzz shaped it is kept word by word.
/// Breaks, clusters and directions likewise: by rule, and text by text where the rule is wrong.
package struct TextMeasures: Sendable, Equatable {
  /// The fonts of a style in order of preference.
  package struct Cascade: Sendable, Equatable {
    /// A face with the characters that `unicode-range` leaves it.
    package struct Entry: Sendable, Equatable {
      /// The place in ``TextMeasures/faces``.
      package var face: Int
      /// Empty is every character.
      package var ranges: [ClosedRange<UInt32>]

      /// A face of a cascade.
      package init(face: Int, ranges: [ClosedRange<UInt32>]) {
        self.face = face
        self.ranges = ranges
      }
    }
    /// The faces of the families.
    package var entries: [Entry] = []
    /// The place of the first available font in ``TextMeasures/faces``.
    package var primary = 0
    /// Whether no character of the first font can belong to a font before it.
    package var primaryIsFirst = true
    /// Faces for characters that no family has; -1 for none. Emoji have bit 31 set, those that U+FE0F follows bit 30.
    package var fallbacks: [UInt32: Int] = [:]

    /// No faces.
    package init() {}
  }

  /// What is known of characters, for all that have the same properties.
  package struct Kind: Hashable, Sendable {
    /// Script, an ISO 15924 tag.
    package var script: UInt32
    /// Further scripts of its extensions.
    package var extensions: [UInt32]
    /// General_Category as ICU numbers it.
    package var category: UInt8
    /// Line_Break as ICU numbers it.
    package var lineBreak: UInt8
    /// ``CharacterProperties``.
    package var properties: UInt8

    /// Properties of a character.
    package init(script: UInt32, extensions: [UInt32], category: UInt8, lineBreak: UInt8, properties: UInt8) {
      self.script = script
      self.extensions = extensions
      self.category = category
      self.lineBreak = lineBreak
      self.properties = properties
    }
  }

  /// The most line break classes: Unicode 15 has 43, later versions more.
  package static let classCount = 64

  /// The breaks and directions of longer texts are not kept, in UTF-16 units.
  package static let longestText = 1 << 20

  /// The faces that measured text.
  package var faces: [MeasuredFace] = []
  /// By ``FontRequest/measuresKey``.
  package var cascades: [UInt64: Cascade] = [:]
  /// Whether the font size chooses an instance of a variable font.
  package var usesOpticalSizes = false
  /// What is known of the characters of the texts.
  package var characters: [UInt32: Kind] = [:]
  /// By locale and pair of line break classes: whether a line may end between two characters of these.
  package var pairBreaks: [String: [Bool]] = [:]
  /// The breaks of texts that pairs predict wrongly, the levels of texts of both directions, and where words may be parted: a value
  /// for each unit.
  package var texts: [UInt64: [UInt8]] = [:]

  /// Nothing.
  package init() {}

  /// Adds what another page's text was measured with.
  ///
  /// - Parameter page: the other page's path: its cascades are kept apart where they differ from those that are known.
  package mutating func merge(_ other: TextMeasures, page: String) {
    var places: [Int] = []
    var known: [String: Int] = [:]
    for (index, face) in faces.enumerated() { known[face.identity] = index }
    for face in other.faces {
      if let place = known[face.identity] {
        faces[place].merge(face)
        places.append(place)
      } else {
        places.append(faces.count)
        known[face.identity] = faces.count
        faces.append(face)
      }
    }
    func placed(_ face: Int) -> Int { places.indices.contains(face) ? places[face] : -1 }
    for (key, cascade) in other.cascades {
      var moved = cascade
      moved.primary = max(0, placed(cascade.primary))
      for index in moved.entries.indices { moved.entries[index].face = max(0, placed(moved.entries[index].face)) }
      moved.fallbacks = moved.fallbacks.mapValues(placed)
      guard let mine = cascades[key] else {
        cascades[key] = moved
        continue
      }
      let shorter = min(mine.entries.count, moved.entries.count)
      guard mine.primary == moved.primary, mine.primaryIsFirst == moved.primaryIsFirst,
        mine.entries[..<shorter] == moved.entries[..<shorter],
        mine.fallbacks.allSatisfy({ moved.fallbacks[$0.key] == nil || moved.fallbacks[$0.key] == $0.value })
      else {
        cascades[Self.key(key, page: page)] = moved
        continue
      }
      if moved.entries.count > mine.entries.count { cascades[key]?.entries = moved.entries }
      cascades[key]?.fallbacks.merge(moved.fallbacks) { first, _ in first }
    }
    usesOpticalSizes = usesOpticalSizes || other.usesOpticalSizes
    characters.merge(other.characters) { first, second in
      var kind = first
      for script in second.extensions where !kind.extensions.contains(script) { kind.extensions.append(script) }
      kind.extensions.sort()
      return kind
    }
    pairBreaks.merge(other.pairBreaks) { first, _ in first }
    texts.merge(other.texts) { first, _ in first }
  }
}
