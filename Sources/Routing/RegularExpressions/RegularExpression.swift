/// A regular expression of the syntax that ECMAScript (with the flag `v`), ICU and Java have in common.
///
/// Patterns come from configurations, so that matching is bounded: a place of the expression is tried at most once at
/// each place of the text, and no expression can make a match take longer than their product.
///
/// `UNIMPLEMENTED:` look-behind, back references, possessive quantifiers and Unicode properties are errors.
public struct RegularExpression: Hashable, Sendable {
  /// Longer texts never match, in Unicode scalars.
  public static let maximumTextLength = 16_384

  /// The expression as written.
  public let text: String
  /// The number of capturing groups.
  public let captureCount: Int
  let program: RegularExpressionProgram

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: the expression.
  ///   - ignoresCase: whether ASCII letters match both cases from the start, as with `(?i)`.
  public init(_ text: String, ignoresCase: Bool = false) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(text, ignoresCase: ignoresCase)
    let tree = try parser.parse()
    self.text = text
    captureCount = parser.captureCount
    program = try RegularExpressionProgram(tree, captureCount: parser.captureCount)
  }

  /// The groups of the first match anywhere in a text, the whole match first, a group that took no part as `nil`; `nil`
  /// where nothing matches.
  public func firstMatch(in text: String) -> [String?]? {
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= Self.maximumTextLength else { return nil }
    var matcher = RegularExpressionMatcher(program: program, text: scalars)
    for start in 0...scalars.count {
      if let slots = matcher.match(from: start, toEnd: false) { return groups(slots, scalars) }
    }
    return nil
  }

  /// The groups of a match of the whole text, as ``firstMatch(in:)`` gives them.
  public func wholeMatch(_ text: String) -> [String?]? {
    var steps = Int.max
    return wholeMatch(text, steps: &steps)
  }

  /// ``wholeMatch(_:)`` in at most `steps` steps, from which it takes what it needs; `nil` where they do not suffice.
  func wholeMatch(_ text: String, steps: inout Int) -> [String?]? {
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= Self.maximumTextLength else { return nil }
    var matcher = RegularExpressionMatcher(program: program, text: scalars, steps: steps)
    defer { steps = matcher.steps }
    return matcher.match(from: 0, toEnd: true).map { groups($0, scalars) }
  }

  private func groups(_ slots: [Int32], _ scalars: [UInt32]) -> [String?] {
    stride(from: 0, through: captureCount * 2, by: 2).map { index in
      guard slots[index] >= 0, slots[index + 1] >= slots[index] else { return nil }
      var text = String.UnicodeScalarView()
      for value in scalars[Int(slots[index])..<Int(slots[index + 1])] {
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      return String(text)
    }
  }

  /// A text with everything escaped that means something in an expression.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if ".+*?^${}()[]|/\\".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  public static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.text == right.text && left.program == right.program
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a regular expression cannot be read.
public struct RegularExpressionError: Error, Hashable, Sendable {
  /// What is the matter, as a clause without a full stop.
  public let message: String
  /// The offset in Unicode scalars.
  public let offset: Int
}
