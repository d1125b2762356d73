import Archive
import JSONValues

/// Reads members of objects strictly: each call names what it needs, and the error names the member.
struct JSONReading {
  let value: JSONValue
  /// Where the value is, such as `packages[0]`.
  let path: String

  /// The root of a file's text.
  ///
  /// - Parameter limit: the most values that the text may have.
  static func parse(
    _ bytes: [UInt8], atMost limit: Int = ReleaseLimits.manifestValueCount
  ) throws(ManifestError) -> JSONReading {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes, atMost: limit)
    } catch {
      throw failure(error)
    }
    guard case .object = value else { throw ManifestError(.json, offset: 0, expected: "an object", rule: .json) }
    return JSONReading(value: value, path: "")
  }

  private func member(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

  func wrong(_ key: String, _ expected: String, rule: ReleaseRule = .members) -> ManifestError {
    ManifestError(
      .member, entry: member(key), expected: expected, found: value[key].map { describe($0) } ?? "nothing", rule: rule)
  }

  private func describe(_ value: JSONValue) -> String {
    let text = value.canonicalText
    return text.utf8.count <= 80 ? text : String(text.prefix(77)) + "…"
  }

  func optionalString(_ key: String) throws(ManifestError) -> String? {
    guard let value = value[key], value != .null else { return nil }
    guard let text = value.text else { throw wrong(key, "a text") }
    return text
  }

  func string(_ key: String) throws(ManifestError) -> String {
    guard let text = try optionalString(key) else { throw wrong(key, "a text") }
    return text
  }

  /// A moment, in its one spelling: every reader of a release has to find the same one.
  func optionalMoment(_ key: String) throws(ManifestError) -> Timestamp? {
    guard let text = try optionalString(key) else { return nil }
    guard let moment = Timestamp(text), moment.description == text else {
      throw wrong(key, "a moment such as 2027-01-31T12:00:00Z")
    }
    return moment
  }

  /// A text that people see or that is compared: short, without characters that steer what shows it.
  func optionalLabel(_ key: String) throws(ManifestError) -> String? {
    guard let text = try optionalString(key) else { return nil }
    guard text.utf8.count <= ReleaseLimits.textSize,
      !text.unicodeScalars.contains(where: Self.steersText)
    else {
      throw wrong(key, "at most \(ReleaseLimits.textSize) bytes without control characters", rule: .texts)
    }
    return text
  }

  /// Whether a character is a control, parts lines, or turns the text around it: names show as they are. Marks of direction,
  /// which turn nothing, are in names of scripts from right to left.
  private static func steersText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  func label(_ key: String) throws(ManifestError) -> String {
    guard let text = try optionalLabel(key) else { throw wrong(key, "a text") }
    return text
  }

  /// A name of a package or viewport.
  func name(_ key: String) throws(ManifestError) -> String {
    let text = try string(key)
    guard ReleasePath.isName(text) else {
      throw wrong(
        key, "1 to 200 letters, digits and ._@+-, not beginning with a dot, and not a device such as CON", rule: .names)
    }
    return text
  }

  /// A number of bytes or entries with its bounds.
  func size(_ key: String, atLeast least: UInt64 = 0, atMost limit: UInt64) throws(ManifestError) -> UInt64 {
    let size = try count(key)
    guard size >= least, size <= limit else {
      let expected = size < least ? "at least \(least)" : "at most \(limit)"
      throw ManifestError(.size, entry: member(key), expected: expected, found: "\(size)", rule: .sizes)
    }
    return size
  }

  /// An integer from 0 to 2^53 − 1, which every JSON reader can hold.
  func optionalCount(_ key: String) throws(ManifestError) -> UInt64? {
    guard let value = value[key], value != .null else { return nil }
    guard let integer = value.int, integer >= 0, integer < 1 << 53 else { throw wrong(key, "an integer from 0 on") }
    return UInt64(integer)
  }

  func count(_ key: String) throws(ManifestError) -> UInt64 {
    guard let count = try optionalCount(key) else { throw wrong(key, "an integer from 0 on") }
    return count
  }

  func optionalNumber(_ key: String) throws(ManifestError) -> Double? {
    guard let value = value[key], value != .null else { return nil }
    guard let number = value.double, number.isFinite else { throw wrong(key, "a number") }
    return number
  }

  func optionalObject(_ key: String) throws(ManifestError) -> JSONReading? {
    guard let value = value[key], value != .null else { return nil }
    guard case .object = value else { throw wrong(key, "an object") }
    return JSONReading(value: value, path: member(key))
  }

  /// A number within bounds.
  func number(
    _ key: String, default absent: Double? = nil, in range: ClosedRange<Double>, rule: ReleaseRule
  ) throws(ManifestError) -> Double {
    guard let number = try optionalNumber(key) ?? absent else { throw wrong(key, "a number") }
    guard range.contains(number) else {
      throw wrong(key, "a number from \(range.lowerBound) to \(range.upperBound)", rule: rule)
    }
    return number
  }

  func hash(_ key: String) throws(ManifestError) -> ContentHash {
    guard let hash = ContentHash(try string(key)) else { throw wrong(key, "sha256- and base64url") }
    return hash
  }

  /// A relative path that stays inside the release.
  func url(_ key: String) throws(ManifestError) -> String {
    let text = try string(key)
    guard ReleasePath.isSound(text) else {
      throw ManifestError(
        .path, entry: member(key), expected: "a path inside the release", found: describe(.string(text)), rule: .paths)
    }
    return text
  }

  func object(_ key: String) throws(ManifestError) -> JSONReading {
    guard case .object(let members)? = value[key] else { throw wrong(key, "an object") }
    return JSONReading(value: .object(members), path: member(key))
  }

  /// The elements of an array; none when it is missing and may be.
  ///
  /// - Parameter limit: the most elements that it may have.
  func array(
    _ key: String, isOptional: Bool = false, atMost limit: Int = .max
  ) throws(ManifestError) -> [JSONReading] {
    guard let value = value[key] else {
      if isOptional { return [] }
      throw wrong(key, "an array")
    }
    guard let elements = value.elements else { throw wrong(key, "an array") }
    let path = member(key)
    guard elements.count <= limit else {
      throw ManifestError(
        .member, entry: path, expected: "at most \(limit)", found: "\(elements.count)", rule: .counts)
    }
    return elements.enumerated().map { JSONReading(value: $1, path: "\(path)[\($0)]") }
  }
}

/// Paths that a manifest gives to its files, relative to `latest.json`.
public enum ReleasePath {
  /// Whether the path stays inside the release: parts of letters, digits and `._@+-`, not beginning with a dot.
  public static func isSound(_ path: String) -> Bool {
    guard !path.isEmpty, path.utf8.count <= 512 else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      isName(String(part))
    }
  }

  /// Whether a package's or viewport's name can be a part of a path: 1 to 200 letters, digits and `._@+-`, not beginning
  /// with a dot, and not a device of Windows, with or without an extension.
  public static func isName(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".") && !EntryName.isDevice(name)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "@"),
          UInt8(ascii: "+"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
