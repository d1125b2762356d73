import Archive
import Compiler

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
  static func counts(in text: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    text.withUnsafeBufferPointer { bytes in
      for dot in bytes.indices where bytes[dot] == 0x2E {
        guard let ending = endings.first(where: { isEnding($0, at: dot, bytes) }) else { continue }
        let end = dot + ending.count
        var start = dot
        while start > 0, dot - start < 255, !isDelimiter(bytes[start - 1]) { start -= 1 }
        var words = [start]
        for place in start..<dot where bytes[place] == 0x20 { words.append(place + 1) }
        for word in Set(words) where word < dot {
          let name = SiteReference.percentDecoded(String(decoding: bytes[word..<end], as: UTF8.self))
          counts[name, default: 0] += 1
        }
      }
    }
    return counts
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
