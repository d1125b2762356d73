import JSONValues

/// Files whose lists may be long are read element by element: no more than one element is held at a time.
extension JSONReading {
  /// The root of a file's text, whose lists are visited and not kept.
  ///
  /// Everything is checked, members that nobody asks for too. What is nested in an element, or in the root beside its lists, is
  /// given as an empty array or object.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limit: the most values that it may have.
  ///   - lists: the members of the root that are lists; an empty name stands for a root that is an array itself.
  ///   - visit: called with each element and the name of its list.
  /// - Returns: the root, with empty lists.
  static func visit(
    _ bytes: [UInt8], atMost limit: Int, lists: Set<String>,
    _ visit: (_ list: String, _ element: JSONReading) throws(ManifestError) -> Void
  ) throws(ManifestError) -> JSONReading {
    var parser = try reading { () throws(JSONError) in try JSONParser(bytes, atMost: limit) }
    let root: JSONValue
    switch try reading({ () throws(JSONError) in try parser.next() }) {
    case .array where lists.contains(""):
      try visitElements(&parser, "", visit)
      root = .array([])
    case .object: root = .object(try members(&parser, lists, visit))
    default: root = try reading { () throws(JSONError) in try parser.value(keeping: 0) }
    }
    try reading { () throws(JSONError) in try parser.end() }
    return JSONReading(value: root, path: "")
  }

  private static func members(
    _ parser: inout JSONParser, _ lists: Set<String>,
    _ visit: (_ list: String, _ element: JSONReading) throws(ManifestError) -> Void
  ) throws(ManifestError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try reading { () throws(JSONError) in try parser.begin() }
    var isFirst = true
    while let (key, start) = try reading({ () throws(JSONError) in try parser.nextMember(isFirst: isFirst) }) {
      isFirst = false
      // Before its elements are visited: a list is visited once.
      guard members[key] == nil else {
        throw failure(JSONError(offset: start, expected: JSONParser.expectedNewMember))
      }
      if lists.contains(key), try reading({ () throws(JSONError) in try parser.next() }) == .array {
        try visitElements(&parser, key, visit)
        members[key] = .array([])
      } else {
        members[key] = try reading { () throws(JSONError) in try parser.value(keeping: 0) }
      }
    }
    return members
  }

  private static func visitElements(
    _ parser: inout JSONParser, _ list: String,
    _ visit: (_ list: String, _ element: JSONReading) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    try reading { () throws(JSONError) in try parser.begin() }
    var number = 0
    while try reading({ () throws(JSONError) in try parser.nextElement(isFirst: number == 0) }) {
      let value = try reading { () throws(JSONError) in try parser.value(keeping: 1) }
      try visit(list, JSONReading(value: value, path: "\(list)[\(number)]"))
      number += 1
    }
  }

  private static func reading<Result>(_ body: () throws(JSONError) -> Result) throws(ManifestError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  /// What a text is not, as a fault of a release's file.
  static func failure(_ error: JSONError) -> ManifestError {
    ManifestError(.json, offset: UInt64(error.offset), expected: error.expected, rule: .json)
  }
}
