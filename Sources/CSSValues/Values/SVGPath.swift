/// SVG path data (SVG 2, 9.3), read to check and normalise it.
public struct SVGPath: Hashable, Sendable {
  /// A command letter with its numbers.
  public struct Command: Hashable, Sendable {
    /// The command as it is in the data: upper case is absolute.
    public var letter: UInt8
    /// The command's arguments.
    public var numbers: [Double]
  }

  /// The commands in order; repeated ones have their letter each.
  public private(set) var commands: [Command] = []

  /// Reads path data; `nil` where it has an error.
  public init?(_ data: String) {
    var reader = Reader(bytes: Array(data.utf8))
    reader.skipSpace()
    while !reader.isAtEnd {
      guard let letter = reader.letter(), let count = Self.counts[letter | 0x20] else { return nil }
      if commands.isEmpty, letter | 0x20 != UInt8(ascii: "m") { return nil }
      if count == 0 {
        commands.append(Command(letter: letter, numbers: []))
        reader.skipSpace()
        continue
      }
      var current = letter
      var isFirst = true
      repeat {
        var numbers: [Double] = []
        for index in 0..<count {
          if !(isFirst && index == 0) { reader.skipComma() }
          let isFlag = letter | 0x20 == UInt8(ascii: "a") && (index == 3 || index == 4)
          guard let number = isFlag ? reader.flag() : reader.number() else { return nil }
          numbers.append(number)
          reader.skipSpace()
        }
        commands.append(Command(letter: current, numbers: numbers))
        if current == UInt8(ascii: "M") { current = UInt8(ascii: "L") }
        if current == UInt8(ascii: "m") { current = UInt8(ascii: "l") }
        isFirst = false
      } while reader.startsNumber()
    }
  }

  private static let counts: [UInt8: Int] = [
    UInt8(ascii: "m"): 2, UInt8(ascii: "z"): 0, UInt8(ascii: "l"): 2, UInt8(ascii: "h"): 1, UInt8(ascii: "v"): 1,
    UInt8(ascii: "c"): 6, UInt8(ascii: "s"): 4, UInt8(ascii: "q"): 4, UInt8(ascii: "t"): 2, UInt8(ascii: "a"): 7,
  ]

  /// The data with single spaces.
  public var text: String {
    commands.map { command in
      ([String(UnicodeScalar(command.letter))] + command.numbers.map(NumberText.text)).joined(separator: " ")
    }.joined(separator: " ")
  }

  /// The same path with only absolute commands.
  public var absolute: SVGPath {
    var path = self
    var (x, y) = (0.0, 0.0)
    var start = (x: 0.0, y: 0.0)
    for index in path.commands.indices {
      var command = path.commands[index]
      let isRelative = command.letter & 0x20 != 0
      let letter = command.letter & 0xDF
      if isRelative {
        for place in command.numbers.indices {
          switch letter {
          case UInt8(ascii: "H"): command.numbers[place] += x
          case UInt8(ascii: "V"): command.numbers[place] += y
          case UInt8(ascii: "A"):
            if place == 5 { command.numbers[place] += x }
            if place == 6 { command.numbers[place] += y }
          default: command.numbers[place] += place % 2 == 0 ? x : y
          }
        }
        command.letter = letter
        path.commands[index] = command
      }
      switch letter {
      case UInt8(ascii: "Z"): (x, y) = start
      case UInt8(ascii: "H"): x = command.numbers.last ?? x
      case UInt8(ascii: "V"): y = command.numbers.last ?? y
      default:
        if command.numbers.count >= 2 {
          x = command.numbers[command.numbers.count - 2]
          y = command.numbers[command.numbers.count - 1]
        }
        if letter == UInt8(ascii: "M") { start = (x, y) }
      }
    }
    return path
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func skipSpace() {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
    }

    mutating func skipComma() {
      skipSpace()
      if index < bytes.count, bytes[index] == UInt8(ascii: ",") {
        index += 1
        skipSpace()
      }
    }

    mutating func letter() -> UInt8? {
      guard index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 else { return nil }
      let letter = bytes[index]
      index += 1
      skipSpace()
      return letter
    }

    func startsNumber() -> Bool {
      var at = index
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[at]) { at += 1 }
      }
      guard at < bytes.count else { return false }
      return bytes[at] &- 0x30 < 10 || [0x2B, 0x2D, 0x2E].contains(bytes[at])
    }

    mutating func flag() -> Double? {
      guard index < bytes.count, bytes[index] == 0x30 || bytes[index] == 0x31 else { return nil }
      defer { index += 1 }
      return Double(bytes[index] - 0x30)
    }

    mutating func number() -> Double? {
      let start = index
      if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
      var digits = 0
      while index < bytes.count, bytes[index] &- 0x30 < 10 {
        index += 1
        digits += 1
      }
      if index + 1 < bytes.count, bytes[index] == 0x2E, bytes[index + 1] &- 0x30 < 10 {
        index += 1
        while index < bytes.count, bytes[index] &- 0x30 < 10 {
          index += 1
          digits += 1
        }
      }
      guard digits > 0 else { return nil }
      if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
        var at = index + 1
        if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
        if at < bytes.count, bytes[at] &- 0x30 < 10 {
          while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
          index = at
        }
      }
      var text = String(decoding: bytes[start..<index], as: UTF8.self)
      if text.hasPrefix("+") { text.removeFirst() }
      if text.hasPrefix(".") { text = "0" + text }
      if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
      guard let value = Double(text), value.isFinite else { return nil }
      return value
    }
  }
}
