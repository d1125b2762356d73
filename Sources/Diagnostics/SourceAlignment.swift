/// How the bytes of a text map to those of the source that it was read from: one for one, except for character
/// references, line ends of two bytes and the like.
struct SourceAlignment: Sendable {
  /// From a byte of the text on, each byte is one of the source, until the next of these.
  private struct Segment {
    var text: Int
    var host: Int
  }

  private var segments: [Segment]

  /// Lays a text beside the source, from the byte on at which it begins there.
  init(of text: [UInt8], in host: [UInt8], at offset: Int) {
    let start = min(max(0, offset), host.count)
    segments = [Segment(text: 0, host: start)]
    // OPTIMIZATION: raw text and most attributes are the source's bytes.
    if host[start...].starts(with: text) { return }
    var index = 0
    var place = start
    while index < text.count, place < host.count {
      if text[index] == host[place], text[index] != UInt8(ascii: "&") || !Self.isReference(host, place, text, index) {
        index += 1
        place += 1
        continue
      }
      if host[place] == UInt8(ascii: "&") {
        // A reference stands for one character; the few that stand for two put what follows one character off.
        place = Self.endOfReference(host, place)
        index += 1
        while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
      } else if host[place] == 0x0D {
        // A line end of two bytes is one in the text.
        place += 1
        if place >= host.count || host[place] != 0x0A { index += 1 }
      } else {
        // Something else was changed in reading: from here on only the lines are known.
        break
      }
      segments.append(Segment(text: index, host: place))
    }
  }

  /// The byte of the source that a byte of the text came from.
  func hostOffset(of offset: Int) -> Int {
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].text <= offset { low = middle } else { high = middle }
    }
    return segments[low].host + offset - segments[low].text
  }

  /// Whether `&` in the source begins a reference to what the text has, rather than standing for itself.
  private static func isReference(_ host: [UInt8], _ place: Int, _ text: [UInt8], _ index: Int) -> Bool {
    let end = endOfReference(host, place)
    guard end > place + 1 else { return false }
    let reference = host[place..<end]
    if [Array("&amp;".utf8), Array("&#38;".utf8), Array("&#x26;".utf8)].contains(Array(reference)) { return true }
    return !text[index...].starts(with: reference)
  }

  /// The byte past a reference's name and semicolon.
  private static func endOfReference(_ host: [UInt8], _ place: Int) -> Int {
    var end = place + 1
    while end < host.count, end - place < 40 {
      let byte = host[end]
      let isName = (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
      guard isName || byte == UInt8(ascii: "#") else { break }
      end += 1
    }
    return end < host.count && host[end] == UInt8(ascii: ";") ? end + 1 : end
  }
}
