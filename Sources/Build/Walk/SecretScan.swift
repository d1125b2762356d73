import Manifest

/// What looks like a secret: names of files with keys and passwords, tokens and private keys in texts.
enum SecretScan {
  /// Something found in a text.
  struct Finding: Hashable {
    /// What it is: `an access token of GitHub`.
    var what: String
    /// Its first byte.
    var offset: Int
    var isPrivateKey = false
  }

  /// Larger files are not searched.
  static let largest = 64 << 20
  /// Findings of one file that are reported.
  private static let limit = 5

  // MARK: Names

  /// Whether files of this name hold secrets as a rule.
  static func isSecretName(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if name == ".env" || name.hasPrefix(".env.") {
      // Examples without values are for everybody.
      return ![".example", ".sample", ".template", ".dist"].contains(where: name.hasSuffix)
    }
    if ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".htpasswd", ".netrc", ".pgpass"].contains(name) { return true }
    if ["credentials.json", "secrets.json", "secrets.yml", "secrets.yaml"].contains(name) { return true }
    return secretEndings.contains(where: name.hasSuffix)
  }

  private static let secretEndings = [
    ".env", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".p8", ".tfstate", ".tfstate.backup", ".tfvars",
  ]

  /// Whether a file is looked into: texts, by their names.
  static func isLookedInto(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return true }
    return textEndings.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let textEndings: Set<String> = [
    "js", "mjs", "cjs", "ts", "tsx", "jsx", "json", "map", "html", "htm", "xhtml", "xml", "css", "csv", "txt", "md",
    "yml", "yaml", "toml", "ini", "conf", "cfg", "properties", "env", "sh", "py", "rb", "php", "sql", "log", "pem",
    "key", "crt", "bak", "orig", "webmanifest", "jwk", "jwks", "tfvars",
  ]

  // MARK: Texts

  /// The form of a token: a beginning, then characters of a set.
  private struct Shape {
    var what: String
    var prefix: [UInt8]
    var range: ClosedRange<Int>
    /// Beside letters and digits.
    var others: [UInt8]

    init(_ what: String, _ prefix: String, _ range: ClosedRange<Int>, _ others: String = "") {
      self.what = what
      self.prefix = Array(prefix.utf8)
      self.range = range
      self.others = Array(others.utf8)
    }
  }

  private static let shapes: [Shape] =
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Shape("an access token of GitHub", $0, 36...251) } + [
      Shape("an access token of GitHub", "github_pat_", 60...251, "_"),
      Shape("an access token of GitLab", "glpat-", 20...300, "_-."), Shape("an access key of AWS", "AKIA", 16...16),
      Shape("an access key of AWS", "ASIA", 16...16), Shape("a secret key of Stripe", "sk_live_", 20...250),
      Shape("a secret key of Stripe", "rk_live_", 20...250), Shape("an access token of npm", "npm_", 36...36),
      Shape("an API key of SendGrid", "SG.", 60...80, "_-."),
      Shape("a client secret of Google", "GOCSPX-", 28...28, "_-"),
      Shape("an API key of Anthropic", "sk-ant-", 40...250, "_-"),
      Shape("an API key of OpenAI", "sk-proj-", 40...250, "_-"),
    ] + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"].map { Shape("an access token of Slack", $0, 20...250, "-") }

  private static let shapesByFirstByte: [UInt8: [Shape]] = Dictionary(grouping: shapes) { $0.prefix[0] }

  /// The tokens and private keys in a text, in order, at most a few. Texts in UTF-16 have a byte order mark.
  static func findings(in bytes: [UInt8]) -> [Finding] {
    guard let units = UTF16Text.units(of: bytes) else { return findings(inText: bytes) }
    // What is looked for is ASCII: everything else is one byte that is part of no token.
    return findings(inText: units.map { $0 < 0x80 ? UInt8($0) : 0xFF }).map { finding in
      var finding = finding
      finding.offset = 2 + 2 * finding.offset
      return finding
    }
  }

  private static func findings(inText bytes: [UInt8]) -> [Finding] {
    bytes.withUnsafeBufferPointer { bytes in
      var isFirst = [Bool](repeating: false, count: 256)
      for byte in shapesByFirstByte.keys { isFirst[Int(byte)] = true }
      isFirst[Int(UInt8(ascii: "-"))] = true
      isFirst[Int(UInt8(ascii: "\""))] = true
      var findings: [Finding] = []
      var webKeyTypes = WebKeyTypes()
      var index = 0
      while index < bytes.count, findings.count < limit {
        // OPTIMIZATION: most bytes begin nothing.
        index = isFirst.withUnsafeBufferPointer { next(of: $0, in: bytes, from: index) }
        if index == bytes.count { break }
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") {
          if isPrivateWebKey(bytes, index, &webKeyTypes) {
            findings.append(Finding(what: "a private key", offset: index, isPrivateKey: true))
          }
        } else if byte == UInt8(ascii: "-") {
          if isPrivateKey(bytes, index) {
            findings.append(Finding(what: "a private key", offset: index, isPrivateKey: true))
            index += 11
          }
        } else {
          for shape in shapesByFirstByte[byte] ?? [] {
            guard let end = end(of: shape, bytes, index) else { continue }
            findings.append(Finding(what: shape.what, offset: index))
            index = end - 1
            break
          }
        }
        index += 1
      }
      return findings
    }
  }

  /// The next place from which something may begin, or the end: it is not within a word, except for hyphens.
  private static func next(of isFirst: UnsafeBufferPointer<Bool>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int)
    -> Int
  {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isFirst[Int(byte)], index == 0 || !isWord(bytes[index - 1]) || byte == UInt8(ascii: "-") { break }
      index += 1
    }
    return index
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_")
  }

  private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ prefix: [UInt8]) -> Bool {
    guard bytes.count - index >= prefix.count else { return false }
    for offset in prefix.indices where bytes[index + offset] != prefix[offset] { return false }
    return true
  }

  /// Where a token of a shape that begins here ends; `nil` for none, and for what only stands for one (`ghp_xxxx…`).
  private static func end(of shape: Shape, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard starts(bytes, start, shape.prefix) else { return nil }
    let first = start + shape.prefix.count
    var end = first
    var distinct: Set<UInt8> = []
    while end < bytes.count, end - first <= shape.range.upperBound {
      let byte = bytes[end]
      guard isWord(byte) && byte != UInt8(ascii: "_") || shape.others.contains(byte) else { break }
      distinct.insert(byte)
      end += 1
    }
    guard shape.range.contains(end - first), end == bytes.count || !isWord(bytes[end]), distinct.count >= 8 else {
      return nil
    }
    let isExample = Array(bytes[first..<end]).ends(with: "EXAMPLE".utf8)
    return isExample ? nil : end
  }

  private static let keyStart = Array("-----BEGIN ".utf8)

  /// Whether the PEM text of a private key begins here: its first line, and its bytes soon after. Libraries have only the line.
  private static func isPrivateKey(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard starts(bytes, start, keyStart) else { return false }
    // `-----BEGIN RSA PRIVATE KEY-----`: the name has a few words.
    let nameEnd = (start + 11..<min(bytes.count, start + 64)).first { bytes[$0] == UInt8(ascii: "-") } ?? start
    guard nameEnd > start, starts(bytes, nameEnd, Array(keyStart.prefix(5))) else { return false }
    let name = String(decoding: bytes[start + 11..<nameEnd], as: UTF8.self)
    guard name.hasSuffix("PRIVATE KEY") || name.hasSuffix("PRIVATE KEY BLOCK") else { return false }
    var run = 0
    for index in nameEnd + 5..<max(nameEnd + 5, min(bytes.count, start + 600)) {
      let byte = bytes[index]
      let isBase64 =
        isWord(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      run = isBase64 ? run + 1 : 0
      if run >= 40 { return true }
    }
    return false
  }

  /// The members `kty` of a text: each byte is searched once, however often something near it asks.
  private struct WebKeyTypes {
    /// A key of RSA's with 8,192 bits has members of 1,366 characters.
    private static let distance = 10_000
    private static let member = Array("\"kty\"".utf8)
    private var searched = 0
    private var last = -1

    /// Whether there is one near a range. Ranges come in order.
    mutating func isNear(_ start: Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      let limit = min(bytes.count, end + Self.distance)
      var index = max(searched, start - Self.distance, 0)
      while index < limit {
        if bytes[index] == Self.member[0], starts(bytes, index, Self.member) { last = index }
        index += 1
      }
      searched = max(searched, limit)
      return last >= 0 && last >= start - Self.distance
    }
  }

  /// Whether the private part of a JSON Web Key begins here (RFC 7518, 6.2.2.1 and 6.3.2.1; RFC 8037, 2): a member `d` of an
  /// object with a `kty`, which is near it.
  private static func isPrivateWebKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ types: inout WebKeyTypes
  ) -> Bool {
    guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "d"), bytes[start + 2] == bytes[start] else {
      return false
    }
    var index = start + 3
    func skipSpaces() { while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 } }
    skipSpaces()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return false }
    index += 1
    skipSpaces()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return false }
    let first = index + 1
    index = first
    while index < bytes.count, isWord(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index - first >= 40, index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return false }
    return types.isNear(start, index, bytes)
  }
}
