/// A URL split and brought to one form: scheme and host in lower case, dot segments resolved, escapes decoded except for
/// an escaped slash, no closing slash (WHATWG URL, 4). Empty segments are segments: `/a//b` is not `/a/b`.
struct URLNormalization {
  /// `scheme://host` and the path, or only the path.
  private(set) var target: [UInt8]
  /// Where the path begins in ``target``.
  private(set) var pathStart: Int
  /// The query without `?`, as written.
  private(set) var query: ArraySlice<UInt8>

  /// - Parameter url: a path, or a URL as ``canonical(_:)`` gives it.
  init(_ url: String) {
    let bytes = Array(url.utf8)
    var layout = Layout(count: 0, pathStart: 0, query: 0..<0)
    target = Array(unsafeUninitializedCapacity: bytes.count + 1) { output, count in
      layout = bytes.withUnsafeBufferPointer { Self.normalize($0, into: output) }
      count = layout.count
    }
    pathStart = layout.pathStart
    query = bytes[layout.query]
  }

  /// Where the parts of a normalised URL are.
  struct Layout {
    /// The bytes that were written.
    var count: Int
    /// Where the path begins among them.
    var pathStart: Int
    /// The query in the URL as written, without `?`.
    var query: Range<Int>
  }

  /// Writes the normalised form of a URL.
  ///
  /// - Parameter output: room for one byte more than the URL has.
  static func normalize(
    _ url: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Layout {
    var count = 0
    var index = 0
    if let colon = schemeEnd(url) {
      while index < colon {
        output[count] = lowercased(url[index])
        count += 1
        index += 1
      }
      if colon + 2 < url.count, url[colon + 1] == 0x2F, url[colon + 2] == 0x2F {
        for _ in 0..<3 {
          output[count] = url[index]
          count += 1
          index += 1
        }
        while index < url.count, url[index] != 0x2F, url[index] != 0x3F, url[index] != 0x23 {
          output[count] = lowercased(url[index])
          count += 1
          index += 1
        }
      }
    }
    let pathStart = count
    var end = index
    while end < url.count, url[end] != 0x3F, url[end] != 0x23 { end += 1 }
    appendPath(url, index..<end, to: output, &count)
    var query = end..<end
    if end < url.count, url[end] == 0x3F {
      var queryEnd = end + 1
      while queryEnd < url.count, url[queryEnd] != 0x23 { queryEnd += 1 }
      query = (end + 1)..<queryEnd
    }
    return Layout(count: count, pathStart: pathStart, query: query)
  }

  // MARK: Hosts

  /// A URL whose authority is written in one way: of the special schemes without a user, without the scheme's own port,
  /// the host in ASCII; `//host` as `https://host`. `nil` for what looks like a URL with a host and has no host that
  /// can be read, such as `http://[::1`. Everything else is as it was.
  static func canonical(_ url: String) -> String? {
    let bytes = url.utf8
    guard let first = bytes.first else { return url }
    if first == 0x2F {
      // OPTIMIZATION: most URLs are paths.
      guard bytes.dropFirst().first == 0x2F else { return url }
      return canonical("https:" + url)
    }
    guard isLetter(first), let colon = bytes.firstIndex(of: 0x3A) else { return url }
    let scheme = url[..<colon].lowercased()
    guard WebURL.defaultPorts[scheme] != nil, scheme != "file" else { return url }
    // Special authority ignore slashes state: of these schemes `\` is a slash, and any number of them comes before a host.
    let slashes = bytes[bytes.index(after: colon)...].prefix { $0 == 0x2F || $0 == 0x5C }
    let start = slashes.endIndex
    let rest = bytes[start...]
    let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 || $0 == 0x5C } ?? bytes.endIndex
    let pathEnd = rest[end...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
    let isPlain =
      start < end
      && bytes[start..<end].allSatisfy { isLetter($0) || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D || $0 == 0x2E }
    let hasBackslash = bytes[end..<pathEnd].contains(0x5C)
    if isPlain, !hasBackslash, slashes.elementsEqual("//".utf8) { return url }
    guard let authority = authority(Array(bytes[start..<end])[...], scheme: scheme) else { return nil }
    let path = hasBackslash ? String(url[end..<pathEnd].map { $0 == "\\" ? "/" : $0 }) : String(url[end..<pathEnd])
    return "\(scheme)://\(authority)\(path)\(url[pathEnd...])"
  }

  /// Host and port of a special scheme as they are compared; `nil` for what is none.
  static func authority(_ bytes: ArraySlice<UInt8>, scheme: String) -> String? {
    guard !bytes.isEmpty,
      let url = WebURLParser.parse("\(scheme)://\(String(decoding: bytes, as: UTF8.self))"), let host = url.host
    else { return nil }
    return url.port.isEmpty ? host : "\(host):\(url.port)"
  }

  /// The offset of the colon after a scheme.
  private static func schemeEnd(_ url: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = url.first, isLetter(first) else { return nil }
    for index in url.indices {
      let byte = url[index]
      if byte == 0x3A { return index }
      guard isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return nil
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  private static func appendPath(
    _ url: UnsafeBufferPointer<UInt8>, _ path: Range<Int>, to output: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) {
    let floor = count
    var index = path.lowerBound
    if index < path.upperBound, url[index] == 0x2F { index += 1 }
    while index <= path.upperBound {
      var end = index
      while end < path.upperBound, url[end] != 0x2F { end += 1 }
      let isPlain = index < end && url[index] != 0x2E && url[index] != 0x25
      let dots = isPlain ? 0 : dots(in: UnsafeBufferPointer(rebasing: url[index..<end]))
      if dots == 2 {
        while count > floor {
          count -= 1
          if output[count] == 0x2F { break }
        }
      } else if dots == 0, index < end || end < path.upperBound {
        output[count] = 0x2F
        count += 1
        appendSegment(url, index..<end, to: output, &count)
      }
      index = end + 1
    }
    // A closing slash makes no difference, nor does a single one.
    if count == floor + 1 { count = floor }
    if count == floor, floor == 0 {
      output[count] = 0x2F
      count += 1
    }
  }

  private static func appendSegment(
    _ url: UnsafeBufferPointer<UInt8>, _ segment: Range<Int>, to output: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) {
    var index = segment.lowerBound
    while index < segment.upperBound {
      if url[index] == 0x25, index + 2 < segment.upperBound, let byte = escaped(url[index + 1], url[index + 2]),
        byte != 0x2F,
        byte != 0x25 || !isSlashEscape(UnsafeBufferPointer(rebasing: url[(index + 3)..<segment.upperBound]))
      {
        output[count] = byte
        index += 3
      } else {
        output[count] = url[index]
        index += 1
      }
      count += 1
    }
  }

  /// Whether what follows `%25` would read as a slash's escape, or as the escape of one, after decoding: `2F`, `252F`
  /// and so on. Then it is left as it is, so that `%252F` is the text `%2F` and no slash.
  private static func isSlashEscape(_ rest: some RandomAccessCollection<UInt8>) -> Bool {
    var rest = rest[...]
    while rest.count >= 2, rest.first == 0x32 {
      rest = rest.dropFirst()
      if rest.first == 0x46 || rest.first == 0x66 { return true }
      guard rest.first == 0x35 else { return false }
      rest = rest.dropFirst()
    }
    return false
  }

  /// How many dots, 1 or 2, a segment consists of, written as they are or as `%2e`; 0 for any other segment.
  static func dots(in segment: some RandomAccessCollection<UInt8>) -> Int {
    guard segment.count <= 6 else { return 0 }
    var count = 0
    var rest = segment[...]
    while let first = rest.popFirst() {
      if first != 0x2E {
        guard first == 0x25, rest.popFirst() == 0x32, let last = rest.popFirst(), last | 0x20 == 0x65 else { return 0 }
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  private static func appendDecoded(_ bytes: ArraySlice<UInt8>, to target: inout [UInt8], isPlain: Bool) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x25, index + 2 < bytes.endIndex, let byte = escaped(bytes[index + 1], bytes[index + 2]),
        byte != 0x2F,
        byte != 0x25 || isPlain || !isSlashEscape(bytes[(index + 3)...])
      {
        target.append(byte)
        index += 3
      } else {
        target.append(bytes[index])
        index += 1
      }
    }
  }

  /// The byte that two hexadecimal digits stand for.
  static func escaped(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high << 4 | low
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Escapes decoded, except for an escaped slash.
  ///
  /// - Parameter isPlain: whether `%252F` becomes `%2F`, which otherwise could not be distinguished from an escaped slash.
  static func decoded(_ bytes: [UInt8], isPlain: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    appendDecoded(bytes[...], to: &result, isPlain: isPlain)
    return result
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// The query's parameters in order, `+` and escapes decoded.
  func queryItems() -> [(name: String, value: String)] {
    query.split(separator: 0x26).map { item in
      let parts = item.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.formDecoded(parts[0]), parts.count > 1 ? Self.formDecoded(parts[1]) : "")
    }
  }

  /// A query's name or value, `+` and escapes decoded.
  static func formDecoded(_ bytes: some RandomAccessCollection<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count > 1,
        let escaped = escaped(rest[rest.startIndex], rest[rest.index(after: rest.startIndex)])
      {
        result.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
