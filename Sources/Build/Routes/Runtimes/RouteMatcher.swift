// `hybrid routes generate` writes this behind the destinations of a site: it decides as `Routing.Router` does.
import Foundation

/// Decides URLs as the release's own routes do: the most specific pattern wins, and candidates are in that order.
struct RouteMatcher: Sendable {
  enum Kind: Int, Sendable {
    case bool, int, uuid, double, slug, string

    func accepts(_ text: ArraySlice<UInt8>) -> Bool {
      guard let first = text.first else { return false }
      switch self {
      case .string: return true
      case .bool: return text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
      case .int:
        let digits = first == 0x2D || first == 0x2B ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
        return Int(String(decoding: text, as: UTF8.self)) != nil
      case .uuid: return text.count == 36 && UUID(uuidString: String(decoding: text, as: UTF8.self)) != nil
      case .double:
        guard text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }) else {
          return false
        }
        return Double(String(decoding: text, as: UTF8.self))?.isFinite ?? false
      case .slug:
        return text.allSatisfy {
          $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2D || $0 == 0x5F
        }
      }
    }

    /// Where a value that begins at a place may end, the farthest first. Segments of more than 1,024 bytes are not
    /// shared, nor are numbers of more than 64.
    func ends(_ place: Int, _ end: Int) -> [Int] {
      guard end > place else { return [] }
      guard end - place <= 1_024 else { return [end] }
      switch self {
      case .string, .slug: return Array((place + 1...end).reversed())
      case .uuid: return end - place < 36 ? [] : [place + 36]
      case .bool, .int, .double:
        let shared = Array((place + 1...min(end, place + 64)).reversed())
        return end - place > 64 ? [end] + shared : shared
      }
    }
  }

  enum Piece: Sendable {
    case text(String)
    case value(Int, Kind)
    case segment
    case rest
  }

  enum Item: Sendable {
    case text(String, String)
    case value(String, Int, Kind, isOptional: Bool)
  }

  struct Candidate: Sendable {
    var route: Int
    var hasScheme: Bool
    var pieces: [Piece]
    var query: [Item]
  }

  private struct Node: Sendable {
    var literals: [UInt8: Int] = [:]
    var kinds: [Int?] = [nil, nil, nil, nil, nil, nil]
    var segment: Int?
    var ends: [Int] = []
    var rests: [Int] = []
  }

  private let candidates: [Candidate]
  private var nodes = [Node(), Node()]

  init(_ candidates: [Candidate]) {
    self.candidates = candidates
    for (index, candidate) in candidates.enumerated() { insert(candidate, index) }
  }

  private mutating func make() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func insert(_ candidate: Candidate, _ index: Int) {
    var node = candidate.hasScheme ? 1 : 0
    for piece in candidate.pieces {
      switch piece {
      case .text(let text):
        for byte in text.utf8 {
          let next = nodes[node].literals[byte] ?? make()
          nodes[node].literals[byte] = next
          node = next
        }
      case .value(_, let kind):
        let next = nodes[node].kinds[kind.rawValue] ?? make()
        nodes[node].kinds[kind.rawValue] = next
        node = next
      case .segment:
        let next = nodes[node].segment ?? make()
        nodes[node].segment = next
        node = next
      case .rest:
        nodes[node].rests.append(index)
        return
      }
    }
    nodes[node].ends.append(index)
  }

  /// The route of a URL with the values of its parameters by their numbers.
  ///
  /// - Parameters:
  ///   - scheme: the app's own scheme, whose URLs stand for paths where no pattern with it matches.
  ///   - hosts: the hosts whose URLs stand for their paths; of other hosts only patterns with a scheme are asked.
  func match(_ url: String, scheme: String?, hosts: [String]) -> (route: Int, values: [Int: String])? {
    guard let url = Self.canonical(url) else { return nil }
    var parts = Self.normalized(url)
    if !parts.authority.isEmpty {
      if let found = match(1, parts.authority + (parts.path == [0x2F] ? [] : parts.path), parts.query) { return found }
      let pair = String(decoding: parts.authority, as: UTF8.self).components(separatedBy: "://")
      if pair[0] == scheme {
        // `news://user/ada` is `/user/ada`.
        parts = Self.normalized("/" + url.dropFirst(pair[0].count + 3).drop { $0 == "/" })
      } else if pair[0] == "http" || pair[0] == "https" {
        guard hosts.isEmpty || hosts.contains(pair[1]) else { return nil }
      }
    }
    return match(0, parts.path, parts.query)
  }

  private func match(_ root: Int, _ url: [UInt8], _ query: [(String, String)]) -> (route: Int, values: [Int: String])? {
    var best = candidates.count
    var seen: Set<Int> = []
    explore(root, 0, url, &seen) { if $0 < best, accepts($0, query) { best = $0 } }
    guard best < candidates.count else { return nil }
    let candidate = candidates[best]
    let found = Self.capture(candidate.pieces, url)
    var values: [Int: String] = [:]
    var next = 0
    for case .value(let number, _) in candidate.pieces where next < found.count {
      values[number] = Self.withSlashes(String(decoding: url[found[next]], as: UTF8.self))
      next += 1
    }
    for case .value(let name, let number, let kind, _) in candidate.query {
      guard let value = query.first(where: { $0.0 == name })?.1, !value.isEmpty || kind == .string else { continue }
      values[number] = value
    }
    return (candidate.route, values)
  }

  private func accepts(_ index: Int, _ query: [(String, String)]) -> Bool {
    candidates[index].query.allSatisfy { item in
      switch item {
      case .text(let name, let value): return query.first { $0.0 == name }?.1 == value
      case .value(let name, _, let kind, let isOptional):
        guard let value = query.first(where: { $0.0 == name })?.1 else { return isOptional }
        return value.isEmpty ? isOptional || kind == .string : kind.accepts(Array(value.utf8)[...])
      }
    }
  }

  /// Every candidate whose path matches from a place on; what is behind a node and a place is looked at once.
  private func explore(_ node: Int, _ place: Int, _ url: [UInt8], _ seen: inout Set<Int>, _ found: (Int) -> Void) {
    guard seen.insert(node * (url.count + 1) + place).inserted else { return }
    if place == url.count {
      nodes[node].ends.forEach(found)
    } else {
      if let next = nodes[node].literals[url[place]] { explore(next, place + 1, url, &seen, found) }
      let end = url[place...].firstIndex(of: 0x2F) ?? url.count
      if end > place {
        for kind in 0..<6 {
          guard let next = nodes[node].kinds[kind], let kind = Kind(rawValue: kind) else { continue }
          for stop in kind.ends(place, end) where kind.accepts(url[place..<stop]) {
            explore(next, stop, url, &seen, found)
          }
        }
        if let next = nodes[node].segment { explore(next, end, url, &seen, found) }
      }
    }
    nodes[node].rests.forEach(found)
  }

  /// Where a candidate's values are in a URL that it matches: each takes as much as leaves what the next ones need.
  private static func capture(_ pieces: [Piece], _ url: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var dead: Set<Int> = []
    func read(_ index: Int, _ place: Int) -> Bool {
      guard index < pieces.count else { return place == url.count }
      let key = index * (url.count + 1) + place
      if dead.contains(key) { return false }
      let end = url[place...].firstIndex(of: 0x2F) ?? url.count
      var isFound = false
      switch pieces[index] {
      case .text(let text): isFound = url[place...].starts(with: text.utf8) && read(index + 1, place + text.utf8.count)
      case .segment: isFound = end > place && read(index + 1, end)
      case .rest: isFound = true
      case .value(_, let kind):
        isFound = kind.ends(place, end).contains { stop in
          guard kind.accepts(url[place..<stop]) else { return false }
          ranges.append(place..<stop)
          if read(index + 1, stop) { return true }
          ranges.removeLast()
          return false
        }
      }
      if !isFound { dead.insert(key) }
      return isFound
    }
    _ = read(0, 0)
    return ranges
  }

  /// A URL whose host is written in one way: without a user and the scheme's own port, in lower case and ASCII;
  /// `//host` as `https://host`. `nil` for one whose host cannot be read.
  static func canonical(_ url: String) -> String? {
    if url.hasPrefix("//") { return canonical("https:" + url) }
    guard let colon = url.firstIndex(of: ":") else { return url }
    let scheme = url[..<colon].lowercased()
    let ports = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"]
    guard let standard = ports[scheme] else { return url }
    let rest = url[url.index(after: colon)...].drop { "/\\".contains($0) }
    let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    let pathEnd = rest[end...].firstIndex { "?#".contains($0) } ?? rest.endIndex
    var host = String(rest[..<end])
    if let user = host.lastIndex(of: "@") { host = String(host[host.index(after: user)...]) }
    var port = ""
    let tail = host.lastIndex(of: "]") ?? host.startIndex
    if let colon = host[tail...].firstIndex(of: ":") {
      guard host[host.index(after: colon)...].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      port = host[host.index(after: colon)...].drop { $0 == "0" }.description
      host = String(host[..<colon])
    }
    guard let name = host.removingPercentEncoding, let name = ascii(name) else { return nil }
    return
      "\(scheme)://\(name)\(port.isEmpty || port == standard ? "" : ":" + port)\(rest[end..<pathEnd].replacingOccurrences(of: "\\", with: "/"))\(rest[pathEnd...])"
  }

  /// A host's name in lower case, its labels in Punycode (RFC 3492).
  private static func ascii(_ host: String) -> String? {
    let isAddress = host.hasPrefix("[")
    guard !host.isEmpty, isAddress == host.hasSuffix("]"),
      !host.unicodeScalars.contains(where: {
        $0.value <= 0x20 || $0.value == 0x7F || "#%/<>?@\\^|".unicodeScalars.contains($0)
      }),
      isAddress || !host.contains(where: { "[]:".contains($0) })
    else { return nil }
    let labels = host.lowercased().precomposedStringWithCanonicalMapping.components(separatedBy: ".")
    return labels.map { label in
      let scalars = Array(label.unicodeScalars)
      guard scalars.contains(where: { !$0.isASCII }) else { return label }
      return "xn--" + punycode(scalars)
    }.joined(separator: ".")
  }

  private static func punycode(_ label: [Unicode.Scalar]) -> String {
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var output = label.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    if basic > 0 { output.append("-") }
    var (handled, next, delta, bias) = (basic, 128, 0, 72)
    while handled < label.count, label.count < 256 {
      let smallest = label.map { Int($0.value) }.filter { $0 >= next }.min() ?? next
      delta += (smallest - next) * (handled + 1)
      next = smallest
      for scalar in label {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        var (rest, step) = (delta, 36)
        while true {
          let threshold = min(26, max(1, step - bias))
          if rest < threshold { break }
          output.append(digits[threshold + (rest - threshold) % (36 - threshold)])
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        output.append(digits[rest])
        var change = handled == basic ? delta / 700 : delta / 2
        change += change / (handled + 1)
        bias = 0
        while change > 455 { (change, bias) = (change / 35, bias + 36) }
        bias += 36 * change / (change + 38)
        delta = 0
        handled += 1
      }
      (delta, next) = (delta + 1, next + 1)
    }
    return String(output)
  }

  /// Scheme and host in lower case, dot segments resolved, escapes decoded except for a slash's, no closing slash.
  static func normalized(_ url: String) -> (authority: [UInt8], path: [UInt8], query: [(String, String)]) {
    var rest = url.prefix { $0 != "#" }
    var query: [(String, String)] = []
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...].split(separator: "&").map { item in
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (form(pair[0]), pair.count > 1 ? form(pair[1]) : "")
      }
      rest = rest[..<mark]
    }
    var authority: [UInt8] = []
    if let range = rest.range(of: "://"), !rest[..<range.lowerBound].contains("/") {
      let end = rest[range.upperBound...].firstIndex(of: "/") ?? rest.endIndex
      authority = Array(rest[..<end].lowercased().utf8)
      rest = rest[end...]
    }
    var path: [UInt8] = []
    var segments = rest.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)[...]
    if segments.first?.isEmpty == true { segments.removeFirst() }
    // A closing slash makes no difference.
    if segments.last?.isEmpty == true { segments.removeLast() }
    for segment in segments {
      switch String(segment)?.lowercased().replacingOccurrences(of: "%2e", with: ".") {
      case ".": continue
      case "..": while let last = path.popLast(), last != 0x2F {}
      default: path += [0x2F] + decoded(Array(segment), isForm: false)
      }
    }
    return (authority, path.isEmpty ? [0x2F] : path, query)
  }

  private static func form(_ text: Substring) -> String {
    String(decoding: decoded(Array(text.utf8), isForm: true), as: UTF8.self)
  }

  private static func decoded(_ bytes: [UInt8], isForm: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, bytes[index + 1] != 0x2B, bytes[index + 1] != 0x2D,
        let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16),
        isForm || value != 0x2F, isForm || value != 0x25 || slashEscape(bytes[(index + 3)...]) == nil
      {
        result.append(value)
        index += 3
      } else {
        result.append(isForm && bytes[index] == 0x2B ? 0x20 : bytes[index])
        index += 1
      }
    }
    return result
  }

  /// How much of `2F`, `252F`, `25252F` … is at the beginning; `nil` for anything else.
  private static func slashEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex, bytes[index] == 0x32 {
      if bytes[index + 1] | 0x20 == 0x66 { return index + 2 - bytes.startIndex }
      guard bytes[index + 1] == 0x35 else { return nil }
      index += 2
    }
    return nil
  }

  /// A value as it was before it was escaped: `%2F` is a slash, `%252F` the text `%2F`.
  private static func withSlashes(_ text: String) -> String {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == 0x25, let length = slashEscape(bytes) else {
        result.append(byte)
        continue
      }
      result += length == 2 ? [0x2F] : [0x25] + bytes.dropFirst(2).prefix(length - 2)
      bytes = bytes.dropFirst(length)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A value as it is in a path.
  static func path(_ value: String) -> String { encoded(value, "-._~!$&'()+,:;=@") }

  /// A value as it is in a query.
  static func query(_ value: String) -> String { encoded(value, "-._~*") }

  private static func encoded(_ value: String, _ signs: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in value.utf8 {
      if byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || signs.utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
