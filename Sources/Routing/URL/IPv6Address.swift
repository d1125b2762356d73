/// An IPv6 address (WHATWG URL, 3.5).
struct IPv6Address {
  private var pieces: [UInt16] = []

  init?(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    var groups: [[UInt16]] = [[]]
    var rest = text[...]
    if rest.hasPrefix("::") {
      rest = rest.dropFirst(2)
      groups.append([])
    } else if rest.hasPrefix(":") {
      return nil
    }
    while !rest.isEmpty {
      let part = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(part.count)
      if part.contains(".") {
        let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
        guard rest.isEmpty, numbers.count == 4 else { return nil }
        let octets = numbers.compactMap { number in
          number.count > 1 && number.hasPrefix("0") || number.hasPrefix("+") ? nil : UInt8(number)
        }
        guard octets.count == 4 else { return nil }
        groups[groups.count - 1] += [
          UInt16(octets[0]) << 8 | UInt16(octets[1]), UInt16(octets[2]) << 8 | UInt16(octets[3]),
        ]
        break
      }
      guard part.count <= 4, part.allSatisfy(\.isHexDigit), let piece = UInt16(part, radix: 16) else { return nil }
      groups[groups.count - 1].append(piece)
      if rest.hasPrefix("::") {
        guard groups.count == 1 else { return nil }
        groups.append([])
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix(":") {
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
      }
    }
    let count = groups.reduce(0) { $0 + $1.count }
    guard groups.count == 1 ? count == 8 : count < 8 else { return nil }
    pieces = groups[0]
    if groups.count == 2 { pieces += Array(repeating: 0, count: 8 - count) + groups[1] }
  }

  /// The address with the longest run of zeros left out.
  var text: String {
    var longest = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, pieces[end] == 0 { end += 1 }
      if end - start > max(1, longest.count) { longest = start..<end }
      start = max(end, start + 1)
    }
    let hexadecimal = pieces.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return hexadecimal.joined(separator: ":") }
    return hexadecimal[..<longest.lowerBound].joined(separator: ":") + "::"
      + hexadecimal[longest.upperBound...].joined(separator: ":")
  }
}
