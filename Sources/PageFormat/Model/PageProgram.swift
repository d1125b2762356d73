/// One step of a program: the value of a binding or of a handler's arguments, parsed at build time.
///
/// A program is a stack machine's: steps push values, the last one standing is the answer. Whoever runs it must bound the
/// stack by the number of steps and take a step without enough values below it for `null`.
public enum ProgramStep: Sendable, Hashable {
  /// Pushes a text.
  case text(StringIndex)
  /// Pushes a number.
  case number(Double)
  /// Pushes true or false.
  case boolean(Bool)
  /// Pushes null.
  case null
  /// Pushes a variable: the innermost loop's of this name, or else the member of the page's data.
  case variable(StringIndex)
  /// Takes an object and pushes its member; `null` where there is none.
  case member(StringIndex)
  /// Takes a number or text and, below it, an array or object, and pushes the element or member.
  case element
  /// Takes so many values and pushes the text that they make one after another.
  case join(Int)
  /// Takes so many values and pushes the array of them.
  case list(Int)

  /// The stored kind.
  var kind: UInt8 {
    switch self {
    case .text: 1
    case .number: 2
    case .boolean: 3
    case .null: 4
    case .variable: 5
    case .member: 6
    case .element: 7
    case .join: 8
    case .list: 9
    }
  }

  /// The stored operand: a string's number, a count, or the lower half of a number's bits.
  var operand: UInt32 {
    switch self {
    case .text(let string), .variable(let string), .member(let string): string.rawValue
    case .number(let number): UInt32(truncatingIfNeeded: number.bitPattern)
    case .boolean(let boolean): boolean ? 1 : 0
    case .join(let count), .list(let count): UInt32(clamping: count)
    case .null, .element: 0
    }
  }

  /// The upper half of a number's bits; 0 otherwise.
  var upper: UInt32 {
    guard case .number(let number) = self else { return 0 }
    return UInt32(truncatingIfNeeded: number.bitPattern >> 32)
  }

  /// A step from what is stored; `nil` for a kind that this reader does not know.
  init?(kind: UInt8, operand: UInt32, upper: UInt32) {
    switch kind {
    case 1: self = .text(StringIndex(operand))
    case 2: self = .number(Double(bitPattern: UInt64(upper) << 32 | UInt64(operand)))
    case 3: self = .boolean(operand != 0)
    case 4: self = .null
    case 5: self = .variable(StringIndex(operand))
    case 6: self = .member(StringIndex(operand))
    case 7: self = .element
    case 8: self = .join(Int(operand))
    case 9: self = .list(Int(operand))
    default: return nil
    }
  }
}
