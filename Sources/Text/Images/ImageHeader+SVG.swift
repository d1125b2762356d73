extension ImageHeader {
  /// How far into a file the `<svg>` tag is looked for, in bytes.
  private static let svgScanLimit = 1 << 20

  /// The size of an SVG document from its root element's `width`, `height` and `viewBox` (SVG 2, 8.12); `nil` where no
  /// `<svg>` tag is the first element.
  static func readSVG(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader? {
    let bytes = text(reader)
    guard let start = rootTag(bytes) else { return nil }
    guard let attributes = attributes(bytes, from: start) else { throw .truncated(.svg) }
    let width = attributes["width"].flatMap(length)
    let height = attributes["height"].flatMap(length)
    if width == nil || height == nil, attributes["preserveAspectRatio"]?.hasPrefix("none") == true {
      // As in Chromium: a drawing that may be stretched has no natural size unless both are given.
      return ImageHeader(svgWidth: nil, height: nil, ratio: nil)
    }
    var ratio: Double?
    if let width, let height {
      ratio = width > 0 && height > 0 ? width / height : nil
    } else if let box = attributes["viewBox"].flatMap(viewBox) {
      ratio = box.width / box.height
    }
    return ImageHeader(svgWidth: width, height: height, ratio: ratio)
  }

  /// The first bytes as ASCII-compatible text: UTF-16 keeps its ASCII characters, others become `?`.
  private static func text(_ reader: ByteReader) -> [UInt8] {
    let count = min(reader.count, svgScanLimit)
    if let mark = reader.u16(0), mark == 0xFEFF || mark == 0xFFFE {
      var bytes: [UInt8] = []
      var offset = 2
      while offset + 1 < count, let unit = mark == 0xFEFF ? reader.u16(offset) : reader.u16LittleEndian(offset) {
        bytes.append(unit < 0x80 ? UInt8(unit) : 0x3F)
        offset += 2
      }
      return bytes
    }
    let start = count >= 3 && reader.u24(0) == 0xEFBBBF ? 3 : 0
    return Array(reader.bytes[start..<count])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  /// The offset after `<svg`, past the declaration, comments and the document type.
  private static func rootTag(_ bytes: [UInt8]) -> Int? {
    var i = 0
    while i < bytes.count {
      if isSpace(bytes[i]) {
        i += 1
      } else if bytes[i] == UInt8(ascii: "<"), i + 1 < bytes.count {
        switch bytes[i + 1] {
        case UInt8(ascii: "?"):
          guard let end = find("?>", bytes, i + 2) else { return nil }
          i = end
        case UInt8(ascii: "!"):
          if starts(bytes, i, "<!--") {
            guard let end = find("-->", bytes, i + 4) else { return nil }
            i = end
          } else {
            guard let end = doctypeEnd(bytes, i + 2) else { return nil }
            i = end
          }
        default:
          var end = i + 1
          while end < bytes.count, !isSpace(bytes[end]), bytes[end] != UInt8(ascii: ">"),
            bytes[end] != UInt8(ascii: "/"), end - i < 64
          { end += 1 }
          let name = bytes[i + 1..<end]
          let local = name.split(separator: UInt8(ascii: ":")).last ?? name
          return local.elementsEqual("svg".utf8) ? end : nil
        }
      } else {
        return nil
      }
    }
    return nil
  }

  private static func starts(_ bytes: [UInt8], _ at: Int, _ text: StaticString) -> Bool {
    guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
    for i in 0..<text.utf8CodeUnitCount where bytes[at + i] != text.utf8Start[i] { return false }
    return true
  }

  /// The offset after the next occurrence of a text.
  private static func find(_ text: StaticString, _ bytes: [UInt8], _ from: Int) -> Int? {
    var i = from
    while i + text.utf8CodeUnitCount <= bytes.count {
      if starts(bytes, i, text) { return i + text.utf8CodeUnitCount }
      i += 1
    }
    return nil
  }

  /// The offset after a document type, whose internal subset may hold `>`.
  private static func doctypeEnd(_ bytes: [UInt8], _ from: Int) -> Int? {
    var depth = 0
    var i = from
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"): if depth <= 0 { return i + 1 }
      default: break
      }
      i += 1
    }
    return nil
  }

  /// The attributes up to the tag's end; `nil` where the file ends before.
  private static func attributes(_ bytes: [UInt8], from start: Int) -> [String: String]? {
    var found: [String: String] = [:]
    var i = start
    while i < bytes.count {
      while i < bytes.count, isSpace(bytes[i]) || bytes[i] == UInt8(ascii: "/") { i += 1 }
      guard i < bytes.count else { return nil }
      if bytes[i] == UInt8(ascii: ">") { return found }
      let nameStart = i
      while i < bytes.count, !isSpace(bytes[i]), bytes[i] != UInt8(ascii: "="), bytes[i] != UInt8(ascii: ">") { i += 1 }
      let name = String(decoding: bytes[nameStart..<i], as: UTF8.self)
      while i < bytes.count, isSpace(bytes[i]) { i += 1 }
      guard i < bytes.count, bytes[i] == UInt8(ascii: "=") else { continue }
      i += 1
      while i < bytes.count, isSpace(bytes[i]) { i += 1 }
      guard i < bytes.count else { return nil }
      let quote = bytes[i]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      let valueStart = i + 1
      i = valueStart
      while i < bytes.count, bytes[i] != quote { i += 1 }
      guard i < bytes.count else { return nil }
      if found[name] == nil, i - valueStart < 256 {
        found[name] = String(decoding: bytes[valueStart..<i], as: UTF8.self)
      }
      i += 1
    }
    return nil
  }

  /// An absolute length in px, or one in the initial font's units; percentages and wrong ones are `nil`.
  private static func length(_ text: String) -> Double? {
    let trimmed = text.filter { !$0.isWhitespace }.lowercased()
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96), ("rem", 16), ("em", 16),
      ("ex", 8), ("q", 96 / 101.6), ("", 1),
    ]
    for (unit, factor) in units where trimmed.hasSuffix(unit) {
      guard let number = Double(trimmed.dropLast(unit.count)), number.isFinite, number >= 0, number < 1e9 else {
        return nil
      }
      return number * factor
    }
    return nil
  }

  private static func viewBox(_ text: String) -> (width: Double, height: Double)? {
    let numbers = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width > 0, height > 0, width < 1e9,
      height < 1e9
    else { return nil }
    return (width, height)
  }
}
