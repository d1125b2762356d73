/// Where the lines of a text begin, and how many characters come before each stretch of it, so that places in very long
/// lines are found without counting from the line's beginning.
struct SourcePlaces {
  /// The byte at which each line begins.
  private(set) var lineStarts = [0]
  /// The number of characters (Unicode scalars) before each stretch.
  private var charactersBefore: [Int] = []

  /// The bytes of a stretch.
  private static let stretch = 4_096

  init(_ bytes: [UInt8]) {
    charactersBefore.reserveCapacity(bytes.count / Self.stretch + 1)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      var characters = 0
      while index < bytes.count {
        charactersBefore.append(characters)
        let end = min(index + Self.stretch, bytes.count)
        while index < end {
          let byte = bytes[index]
          index += 1
          if byte & 0xC0 != 0x80 { characters += 1 }
          if byte == 0x0A || (byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)) {
            lineStarts.append(index)
          }
        }
      }
    }
  }

  /// The line that a byte is in, counted from 0.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The number of characters that begin before a byte of the text, at most the text's end.
  func characters(before offset: Int, _ bytes: [UInt8]) -> Int {
    let index = min(offset / Self.stretch, charactersBefore.count - 1)
    guard index >= 0 else { return 0 }
    return charactersBefore[index] + bytes[(index * Self.stretch)..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// The byte at which a character begins, counted from 0 over the whole text; the end where there are not so many.
  func offset(ofCharacter number: Int, _ bytes: [UInt8]) -> Int {
    var low = 0
    var high = charactersBefore.count
    guard high > 0 else { return 0 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if charactersBefore[middle] <= number { low = middle } else { high = middle }
    }
    var left = number - charactersBefore[low]
    var offset = low * Self.stretch
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if left <= 0 { break }
        left -= 1
      }
      offset += 1
    }
    return offset
  }
}
