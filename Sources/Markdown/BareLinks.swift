/// Web addresses and mail addresses in running text, which GitHub's flavour makes links of.
enum BareLinks {
  /// A link in a text.
  struct Link: Hashable {
    var range: Range<Int>
    var url: String
  }

  /// The links of a text in order. Takes time for the text's length.
  static func links(in text: [UInt8]) -> [Link] {
    guard text.contains(0x3A) || text.contains(0x40) || text.contains(0x77) || text.contains(0x57) else { return [] }
    var links: [Link] = []
    var index = 0
    var last = 0
    while index < text.count {
      switch text[index] {
      case 0x40:
        if let link = mail(text, at: index, from: last) {
          links.append(link)
          last = link.range.upperBound
          index = last
          continue
        }
      case 0x68, 0x48, 0x77, 0x57:
        if index == last || index == 0 || mayPrecede(text[index - 1]), let link = address(text, from: index) {
          links.append(link)
          last = link.range.upperBound
          index = last
          continue
        }
      default: break
      }
      index += 1
    }
    return links
  }

  /// GFM, section 6.9: the beginning of a line, white space, and `*`, `_`, `~`, `(`.
  private static func mayPrecede(_ byte: UInt8) -> Bool { byte <= 0x20 || "*_~(".utf8.contains(byte) }

  private static func address(_ text: [UInt8], from start: Int) -> Link? {
    func begins(_ prefix: String) -> Bool {
      var index = start
      for byte in prefix.utf8 {
        guard index < text.count, text[index] | 0x20 == byte | 0x20, text[index] == byte || isLetter(byte) else {
          return false
        }
        index += 1
      }
      return true
    }
    let scheme = ["http://", "https://"].first(where: begins)
    guard scheme != nil || begins("www.") else { return nil }
    let host = start + (scheme?.utf8.count ?? 0)
    guard let hostEnd = domain(text, from: host) else { return nil }
    var end = hostEnd
    while end < text.count, text[end] > 0x20, text[end] != 0x3C { end += 1 }
    end = trimmed(text, start..<end, notBelow: hostEnd)
    let shown = String(decoding: text[start..<end], as: UTF8.self)
    return Link(range: start..<end, url: scheme == nil ? "http://" + shown : shown)
  }

  /// The end of a domain: parts of letters, digits, `-` and `_`, a period at least, no `_` in the last two.
  private static func domain(_ text: [UInt8], from start: Int) -> Int? {
    var end = start
    var periods = 0
    var underscores = [false, false]
    while end < text.count {
      let byte = text[end]
      if byte == 0x2E {
        guard end + 1 < text.count, isNamePart(text[end + 1]), end > start else { break }
        periods += 1
        underscores = [underscores[1], false]
      } else if byte == 0x5F {
        underscores[1] = true
      } else if !isNamePart(byte) {
        break
      }
      end += 1
    }
    return periods > 0 && !underscores[0] && !underscores[1] ? end : nil
  }

  /// The end without signs that belong to the sentence.
  private static func trimmed(_ text: [UInt8], _ range: Range<Int>, notBelow least: Int) -> Int {
    var end = range.upperBound
    var excess = 0
    for byte in text[range] { excess += byte == 0x29 ? 1 : byte == 0x28 ? -1 : 0 }
    while end > least {
      let byte = text[end - 1]
      if byte == 0x29 {
        guard excess > 0 else { break }
        excess -= 1
      } else if !"?!.,:*_~'\";".utf8.contains(byte) {
        break
      }
      end -= 1
    }
    return end
  }

  private static func mail(_ text: [UInt8], at sign: Int, from least: Int) -> Link? {
    var start = sign
    while start > least, isNamePart(text[start - 1]) || ".+_".utf8.contains(text[start - 1]) { start -= 1 }
    guard start < sign, let end = domain(text, from: sign + 1), isLetter(text[end - 1]) || text[end - 1] < 0x3A else {
      return nil
    }
    let address = String(decoding: text[start..<end], as: UTF8.self)
    return Link(range: start..<end, url: "mailto:" + address)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte >= 0x80
  }
}
