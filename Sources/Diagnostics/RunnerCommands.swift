/// Where the runners of CI read commands in what a program prints: GitHub's `::name::value` at the beginning of a line, behind
/// blanks, and its older `##[name]value` anywhere; Azure's `##vso[…]` and TeamCity's `##teamcity[…]`.
///
/// What .NET's comparison of texts passes over, such as a soft hyphen between two signs, hides no command.
public enum RunnerCommands {
  /// The places of the second sign of every `##name[`, with or without a name.
  public static func signs(in scalars: some Collection<Unicode.Scalar>) -> [Int] {
    var places: [Int] = []
    var count = 0
    var last = 0
    var isNamed = false
    for (index, scalar) in scalars.enumerated() where !isPassedOver(scalar) {
      switch scalar {
      case "#":
        count = isNamed ? 1 : count + 1
        isNamed = false
        last = index
      case "[":
        if count >= 2 { places.append(last) }
        count = 0
        isNamed = false
      case "a"..."z" where count >= 2, "A"..."Z" where count >= 2: isNamed = true
      default:
        count = 0
        isNamed = false
      }
    }
    return places
  }

  /// The place of the first of two colons with which a line begins.
  ///
  /// - Parameters:
  ///   - scalars: the line.
  ///   - isWhole: whether nothing follows the line: then two more colons must be in it, as they must in a command.
  public static func beginning(of scalars: some Collection<Unicode.Scalar>, isWhole: Bool) -> Int? {
    var first: Int?
    var colons = 0
    for (index, scalar) in scalars.enumerated() where !isPassedOver(scalar) {
      if colons == 0, scalar.properties.isWhitespace { continue }
      if scalar == ":" {
        colons += 1
        if first == nil { first = index }
        if colons == (isWhole ? 4 : 2) { return first }
      } else if colons < 2 {
        return nil
      } else {
        colons = 2
      }
    }
    return nil
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.isDefaultIgnorableCodePoint
  }
}
