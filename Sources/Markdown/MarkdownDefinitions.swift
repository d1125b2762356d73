/// How long the definitions of links are that a text may have: each reference to one repeats it.
///
/// All that looks like a definition counts, wherever it is.
struct MarkdownDefinitions {
  /// cmark knows no longer labels.
  private static let longestLabel = 1_000

  /// Bytes by label, as ``key(_:)`` writes it.
  private var sizes: [[UInt8]: Int] = [:]
  /// Bytes of the longest definition.
  private var longest = 0
  /// Bytes of the longest one whose label may be written in several ways.
  private var longestOther = 0

  init(in bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { bytes in
      let places = DefinitionPlaces(bytes)
      var label: Int?
      var isEscaped = false
      for (index, byte) in bytes.enumerated() {
        let wasEscaped = isEscaped
        isEscaped = byte == 0x5C && !wasEscaped
        guard !wasEscaped, byte == 0x5B || byte == 0x5D else { continue }
        if byte == 0x5D, let start = label, bytes[(index + 1)...].first == 0x3A {
          add(bytes[start..<index], places.size(bytes, from: index + 2))
        }
        label = byte == 0x5B ? index + 1 : nil
      }
    }
  }

  private mutating func add(_ label: Slice<UnsafeBufferPointer<UInt8>>, _ size: Int) {
    guard Self.hasLength(label) else { return }
    longest = max(longest, size)
    if let key = Self.key(label) {
      sizes[key] = max(sizes[key] ?? 0, size)
    } else {
      longestOther = max(longestOther, size)
    }
  }

  /// The bytes that a reference with a label repeats at most; 0 where there is no such definition.
  func size(for label: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard longest > 0, Self.hasLength(label) else { return 0 }
    guard let key = Self.key(label) else { return longest }
    return max(sizes[key] ?? 0, longestOther)
  }

  /// Whether a label is as long as cmark knows them: without what may be marks of quotes at the beginnings of its lines.
  private static func hasLength(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard label.count > longestLabel else { return true }
    var length = 0
    var isAtLineStart = false
    for byte in label {
      let isLineEnd = byte == 0x0A || byte == 0x0D
      isAtLineStart = isLineEnd || isAtLineStart && (byte <= 0x20 || byte == 0x3E)
      if isLineEnd || !isAtLineStart { length += 1 }
    }
    return length <= longestLabel
  }

  /// A label in small letters with one space for each white space; `nil` where other labels may equal it: letters beyond ASCII
  /// may have small letters within, and a `>` at the beginning of a line may be the mark of a quote.
  private static func key(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var key: [UInt8] = []
    var isAtLineStart = false
    for byte in label {
      if byte == 0x3E, isAtLineStart { return nil }
      isAtLineStart = byte == 0x0A || byte == 0x0D || isAtLineStart && byte <= 0x20
      switch byte {
      case 0x80..., 0x5C: return nil
      case 0...0x20: if key.last != 0x20 { key.append(0x20) }
      case 0x41...0x5A: key.append(byte | 0x20)
      default: key.append(byte)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    if key.first == 0x20 { key.removeFirst() }
    return key
  }
}

/// Where the signs are that what a definition has ends at, in order, so that each definition takes a few steps.
private struct DefinitionPlaces {
  private var spaces: [Int] = []
  /// Where something begins behind a space.
  private var solid: [Int] = []
  private var lineEnds: [Int] = []
  private var words: [Int] = []
  /// What may end a title: `"`, `'` and `)`.
  private var ends: [UInt8: [Int]] = [:]

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var isEscaped = false
    var wasWord = false
    var wasSpace = true
    for (index, byte) in bytes.enumerated() {
      let wasEscaped = isEscaped
      isEscaped = byte == 0x5C && !wasEscaped
      // The marks of quotes may come between the lines of a definition.
      let isWord = byte > 0x20 && byte != 0x3E
      if isWord, !wasWord { words.append(index) }
      wasWord = isWord
      if byte <= 0x20 { spaces.append(index) } else if wasSpace { solid.append(index) }
      wasSpace = byte <= 0x20
      if byte == 0x0A || byte == 0x0D { lineEnds.append(index) }
      if !wasEscaped, byte == 0x22 || byte == 0x27 || byte == 0x29 { ends[byte, default: []].append(index) }
    }
  }

  /// The bytes of a definition behind its colon at most: those of the destination and of the title. Whether a `>` is the mark of a quote
  /// or begins the destination, only the blocks around it say: the longer of both counts.
  func size(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var longest = 0
    var position = start
    while position < bytes.count {
      if bytes[position] <= 0x20 {
        position = next(solid, position) ?? bytes.count
        continue
      }
      // What is between two spaces, and in it the first byte that is no `>`.
      let end = next(spaces, position) ?? bytes.count
      let word = bytes[position] == 0x3E ? next(words, position) ?? bytes.count : position
      guard word < end else {
        longest = max(longest, end - position + title(bytes, from: end))
        position = end
        continue
      }
      // A destination between `<` and `>` may have spaces.
      let destinationEnd = bytes[word] == 0x3C ? next(lineEnds, word) ?? bytes.count : end
      return max(longest, destinationEnd - position + title(bytes, from: destinationEnd))
    }
    return longest
  }

  /// The bytes of a title that may follow.
  private func title(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let title = next(words, start), let sign = Self.end(of: bytes[title]),
      let end = ends[sign].flatMap({ next($0, title + 1) })
    else { return 0 }
    return end - title
  }

  private static func end(of sign: UInt8) -> UInt8? {
    switch sign {
    case 0x22, 0x27: sign
    case 0x28: 0x29
    default: nil
    }
  }

  /// The first of some places that is not before another one.
  private func next(_ places: [Int], _ start: Int) -> Int? {
    var range = places.startIndex..<places.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = places[middle] < start ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound < places.count ? places[range.lowerBound] : nil
  }
}
