import Archive
import Compiler
import References

/// The names of image files in texts: what may load a file besides the elements that a build rewrites.
struct NamedImages {
  private static let endings = [".jpg", ".jpeg", ".png", ".webp"].map { Array($0.utf8) }
  /// The kinds of text files whose names of images count.
  private static let texts = [
    ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".txt", ".md", ".webmanifest", ".vtt", ".csv", ".html", ".htm",
  ]

  /// Whether a file is a text that may name images.
  static func isText(_ path: String) -> Bool {
    let path = path.lowercased()
    return texts.contains { path.hasSuffix($0) }
  }

  /// How often a text has each name of an image: of its last part, without folders. White space may be part of a name or not, so that
  /// both are counted.
  static func counts(in text: [UInt8]) -> [String: Int] { mentions(in: text).mapValues(\.all) }

  /// As ``counts(in:)``, with how many of them are in a declaration of `background` or `background-image`.
  static func mentions(in text: [UInt8]) -> [String: (all: Int, backgrounds: Int)] {
    var counts: [String: (all: Int, backgrounds: Int)] = [:]
    text.withUnsafeBufferPointer { bytes in
      for dot in bytes.indices where bytes[dot] == 0x2E {
        guard let ending = endings.first(where: { isEnding($0, at: dot, bytes) }) else { continue }
        let end = dot + ending.count
        var start = dot
        while start > 0, dot - start < 255, !isDelimiter(bytes[start - 1]) { start -= 1 }
        let background = isBackground(at: start, bytes) ? 1 : 0
        var words = [start]
        for place in start..<dot where bytes[place] == 0x20 { words.append(place + 1) }
        for word in Set(words) where word < dot {
          let name = SiteReference.percentDecoded(String(decoding: bytes[word..<end], as: UTF8.self))
          let known = counts[name] ?? (0, 0)
          counts[name] = (known.all + 1, known.backgrounds + background)
        }
      }
    }
    return counts
  }

  /// How far before a name its property is looked for.
  private static let longestValue = 500

  /// Whether the declaration that a place is in begins with `background:` or `background-image:`. What cannot be read easily, such as
  /// one behind a comment or a `data:` URL, does not count.
  private static func isBackground(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = place
    let least = max(0, place - longestValue)
    while start > least, !isBeforeDeclaration(bytes[start - 1]) || isQuoteOfURL(start - 1, bytes) {
      start -= 1
    }
    guard start > least else { return false }
    let value = bytes[start..<place]
    guard let colon = value.firstIndex(of: 0x3A) else { return false }
    let name = String(decoding: value[..<colon], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    // Candidates of `image-set()` have sizes of their own.
    let text = String(decoding: value[colon...], as: UTF8.self).lowercased()
    return ["background", "background-image"].contains(name) && !text.contains("image-set(")
      && !text.contains("cross-fade(")
  }

  private static func isBeforeDeclaration(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7B, 0x3B, 0x7D, 0x22, 0x27, 0x3C, 0x3E: true
    default: false
    }
  }

  /// Whether a quote is the first sign inside of `url(`.
  private static func isQuoteOfURL(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes[place] == 0x22 || bytes[place] == 0x27 else { return false }
    return place > 0 && bytes[place - 1] == 0x28
  }

  /// Whether texts that name a file are found.
  static func canFind(_ name: String) -> Bool { counts(in: Array(name.utf8))[name] == 1 }

  private static func isEnding(_ ending: [UInt8], at dot: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard dot + ending.count <= bytes.count else { return false }
    for offset in 1..<ending.count where bytes[dot + offset] | 0x20 != ending[offset] { return false }
    guard dot + ending.count < bytes.count else { return true }
    // `.jpg` of `.jpgx` is not an ending.
    let next = bytes[dot + ending.count] | 0x20
    return next < 0x61 || next > 0x7A
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x27, 0x28, 0x29, 0x2C, 0x2F, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x5C, 0x60, 0x7C, 0x7B, 0x7D, 0x5B, 0x5D:
      true
    default: byte < 0x20
    }
  }
}
