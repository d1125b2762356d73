import Foundation

/// The rules for names in packages: relative paths with `/` that every file system can hold and that stay inside it.
public enum EntryName {
  /// The longest name in UTF-8 bytes.
  public static let maximumLength = 1024
  /// The longest part between slashes in UTF-8 bytes: what file systems take.
  public static let maximumPartLength = 255

  /// Checks a name.
  ///
  /// - Throws: ``ArchiveError`` with the rule that the name breaks.
  public static func check(_ name: String) throws(ArchiveError) {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty, bytes.count <= maximumLength else {
      throw ArchiveError(
        .nameLength, entry: printable(name), expected: "1 to \(maximumLength) bytes", found: "\(bytes.count)")
    }
    try checkCharacters(name, bytes)
    let isDrive =
      bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && (bytes[0] | 0x20) >= 0x61 && (bytes[0] | 0x20) <= 0x7a
    if bytes[0] == UInt8(ascii: "/") || isDrive {
      throw ArchiveError(.nameAbsolute, entry: name, expected: "a relative path")
    }
    if let character = reservedCharacter(bytes) {
      throw ArchiveError(
        .nameReserved, entry: name, expected: "none of < > : \" | ? *", found: "`\(UnicodeScalar(character))`")
    }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      try checkPart(part, of: name)
    }
  }

  /// The first character that Windows refuses in names, or takes for the beginning of a stream. A colon may be in
  /// brackets: files such as `[id:int].html` are routes with a parameter.
  private static func reservedCharacter(_ bytes: [UInt8]) -> UInt8? {
    var isInBrackets = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"), UInt8(ascii: "/"): isInBrackets = false
      case UInt8(ascii: ":") where isInBrackets: break
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "|"),
        UInt8(ascii: "?"), UInt8(ascii: "*"):
        return byte
      default: break
      }
    }
    return nil
  }

  private static func checkCharacters(_ name: String, _ bytes: [UInt8]) throws(ArchiveError) {
    if bytes.contains(UInt8(ascii: "\\")) {
      throw ArchiveError(.nameBackslash, entry: printable(name), expected: "/ between folders")
    }
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0,  // C0, DEL and C1 controls
        0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069,  // marks, embeddings and overrides of direction
        0x2028, 0x2029, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe007f:
        throw ArchiveError(
          .nameControl, entry: printable(name), found: "U+" + String(scalar.value, radix: 16, uppercase: true))
      default: break
      }
    }
  }

  private static func checkPart(_ part: ArraySlice<UInt8>, of name: String) throws(ArchiveError) {
    guard let last = part.last else {
      throw ArchiveError(.nameTraversal, entry: name, expected: "no empty part")
    }
    guard part.count <= maximumPartLength else {
      throw ArchiveError(
        .nameLength, entry: printable(name), expected: "at most \(maximumPartLength) bytes between slashes",
        found: "\(part.count)")
    }
    let dot = UInt8(ascii: ".")
    if part.elementsEqual([dot]) || part.elementsEqual([dot, dot]) {
      throw ArchiveError(.nameTraversal, entry: name, expected: "no . or .. part")
    }
    if last == dot || last == UInt8(ascii: " ") {
      throw ArchiveError(.nameDevice, entry: name, expected: "no part that ends in a dot or a space")
    }
    guard isDevice(part) else { return }
    throw ArchiveError(.nameDevice, entry: name, found: "the device \(String(decoding: part, as: UTF8.self))")
  }

  /// Whether Windows takes a part of a name for a device: the name before the first dot, trailing spaces off.
  public static func isDevice(_ part: String) -> Bool { isDevice(Array(part.utf8)[...]) }

  private static func isDevice(_ part: ArraySlice<UInt8>) -> Bool {
    var stem = part.prefix { $0 != UInt8(ascii: ".") }
    while stem.last == UInt8(ascii: " ") { stem.removeLast() }
    guard stem.count >= 3, stem.count <= 7 else { return false }
    // OPTIMIZATION: most names begin otherwise. Letters beyond ASCII may have capitals within.
    let (first, second) = (stem[stem.startIndex] | 0x20, stem[stem.startIndex + 1] | 0x20)
    if first < 0x80, second < 0x80 {
      switch (UnicodeScalar(first), UnicodeScalar(second)) {
      case ("c", "o"), ("p", "r"), ("a", "u"), ("n", "u"), ("c", "l"), ("l", "p"): break
      default: return false
      }
    }
    let upper = String(decoding: stem, as: UTF8.self).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(upper) { return true }
    guard upper.hasPrefix("COM") || upper.hasPrefix("LPT") else { return false }
    return ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"].contains(String(upper.dropFirst(3)))
  }

  /// The name without what would disturb a terminal.
  static func printable(_ name: String) -> String {
    // OPTIMIZATION: most names are so.
    if name.utf8.count <= 200, name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return name }
    var text = ""
    for scalar in name.unicodeScalars.prefix(200) {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// What two names share when they are the same file on a file system that ignores case or normalises Unicode.
  ///
  /// Full case folding (CaseFolding.txt of Unicode, C and F), through the case mappings of each character: its small letter's
  /// capitals' small letters, so that `ẞ`, `ß`, `SS` and `ss` are one. The dotless i is kept apart from i, as in Unicode's own
  /// folding. Compare the keys as `String`s, which compare by canonical equivalence.
  public static func collisionKey(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var key = ""
    for scalar in name.unicodeScalars {
      guard scalar.value != 0x131 else {
        key.unicodeScalars.append(scalar)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars { key += upper.properties.lowercaseMapping }
      }
    }
    return key
  }

  /// Checks that no two names collide and that none is a file and another's folder.
  ///
  /// - Throws: ``ArchiveError`` of kind `duplicate` or `fileIsFolder`, with one name as the entry and the other as found.
  public static func checkCollisions(_ names: [String]) throws(ArchiveError) {
    // OPTIMIZATION: hundreds of thousands of names need no table where they are in order and each is its own key.
    if areOrderedKeys(names) { return try checkFolders(ofOrdered: names) }
    var byKey: [String: Int] = [:]
    byKey.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      if let other = byKey.updateValue(index, forKey: collisionKey(name)) {
        throw ArchiveError(
          .duplicate, entry: name, expected: "names that differ in more than case and accents' encoding",
          found: "`\(names[other])`")
      }
    }
    var checked: Set<Substring> = []
    for name in names {
      var folder = name[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        guard checked.insert(folder).inserted else { break }
        if let other = byKey[collisionKey(String(folder))] {
          throw ArchiveError(.fileIsFolder, entry: name, found: "`\(names[other])`")
        }
      }
    }
  }

  /// Whether a name comes before another in the order of their bytes.
  ///
  /// OPTIMIZATION: compared as blocks of memory.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.count < right.count }
        let order = memcmp(first, second, min(left.count, right.count))
        return order != 0 ? order < 0 : left.count < right.count
      }
    }
  }

  /// Whether names are in the order of their bytes, each once, and ``collisionKey(_:)`` changes none of them.
  private static func areOrderedKeys(_ names: [String]) -> Bool {
    var last: String?
    for name in names {
      guard name.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5a).contains($0) }) else { return false }
      if let last, !precedes(last, name) { return false }
      last = name
    }
    return true
  }

  private static func checkFolders(ofOrdered names: [String]) throws(ArchiveError) {
    var checked: Set<Substring> = []
    for name in names {
      var folder = name[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        guard checked.insert(folder).inserted else { break }
        var (low, high) = (0, names.count)
        while low < high {
          let middle = (low + high) / 2
          if names[middle].utf8.lexicographicallyPrecedes(folder.utf8) { low = middle + 1 } else { high = middle }
        }
        if low < names.count, names[low].utf8.elementsEqual(folder.utf8) {
          throw ArchiveError(.fileIsFolder, entry: name, found: "`\(names[low])`")
        }
      }
    }
  }
}
