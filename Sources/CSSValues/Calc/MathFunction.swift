import Foundation

/// The math functions whose arguments are one list (CSS Values 4, 10.3–10.7; Values 5, 9).
public enum MathFunction: String, Hashable, Sendable, CaseIterable {
  case mod, rem
  case sin, cos, tan, asin, acos, atan, atan2
  case pow, sqrt, hypot, log, exp
  case abs, sign
  case progress
  /// `random()`: a number from 0 to 1 first, then the limits and a step (CSS Values 5, 9.3).
  case random

  /// The result for arguments in canonical units: angles go in and come out in degrees, numbers go into the
  /// trigonometric functions as radians only where the caller has converted them to degrees.
  func evaluate(_ arguments: [Double]) -> Double {
    guard let first = arguments.first else { return .nan }
    let second = arguments.count > 1 ? arguments[1] : .nan
    switch self {
    case .mod:
      guard second != 0, first.isFinite else { return .nan }
      if second.isInfinite { return (first.sign == second.sign || first == 0) ? first : .nan }
      let result = fmod(first, second)
      return result != 0 && (result < 0) != (second < 0) ? result + second : (result == 0 ? 0 * second : result)
    case .rem:
      guard second != 0, first.isFinite else { return .nan }
      return second.isInfinite ? first : fmod(first, second)
    case .sin: return Self.exact(first, Foundation.sin)
    case .cos: return Self.exact(first + 90, Foundation.sin)
    case .tan:
      let turn = fmod(first, 180)
      if turn == 90 { return fmod(first, 360) == 90 ? .infinity : -.infinity }
      if turn == -90 { return fmod(first, 360) == -90 ? -.infinity : .infinity }
      if turn == 45 || turn == -135 { return 1 }
      if turn == -45 || turn == 135 { return -1 }
      return turn == 0 ? (first.sign == .minus ? -0.0 : 0) : Foundation.tan(first * .pi / 180)
    case .asin: return Foundation.asin(first) * 180 / .pi
    case .acos: return Foundation.acos(first) * 180 / .pi
    case .atan: return Foundation.atan(first) * 180 / .pi
    case .atan2: return Foundation.atan2(first, second) * 180 / .pi
    case .pow: return Foundation.pow(first, second)
    case .sqrt: return first.squareRoot()
    case .hypot:
      if arguments.contains(where: \.isInfinite) { return .infinity }
      return arguments.count == 1 ? Swift.abs(first) : arguments.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .log:
      return arguments.count > 1 ? Foundation.log(first) / Foundation.log(second) : Foundation.log(first)
    case .exp: return Foundation.exp(first)
    case .abs: return Swift.abs(first)
    case .sign: return first.isNaN || first == 0 ? first : (first < 0 ? -1 : 1)
    case .random: return Self.random(arguments)
    case .progress:
      guard arguments.count > 2 else { return .nan }
      let end = arguments[2]
      if end == second { return first < second ? 0 : (first > second ? 1 : 0) }
      let value = (first - second) / (end - second)
      return value.isNaN ? value : Swift.min(Swift.max(value, 0), 1)
    }
  }

  /// `random()` with its base value: a step's multiple from the minimum on, or any value between the limits.
  private static func random(_ arguments: [Double]) -> Double {
    guard arguments.count >= 3, !arguments.contains(where: \.isNaN) else { return .nan }
    let (base, low, high) = (arguments[0], arguments[1], arguments[2])
    if low.isInfinite || high <= low { return low }
    if high.isInfinite { return .nan }
    guard arguments.count > 3, arguments[3] > 0 else { return low + base * (high - low) }
    let step = arguments[3]
    if step.isInfinite { return low }
    let count = ((high - low) / step + 1e-3).rounded(.down) + 1
    return Swift.min(low + (base * count).rounded(.down) * step, high)
  }

  /// Sines of degrees, exact at multiples of 30.
  private static func exact(_ degrees: Double, _ sine: (Double) -> Double) -> Double {
    guard degrees.isFinite else { return .nan }
    let turn = fmod(degrees, 360)
    switch turn {
    case 0: return degrees.sign == .minus ? -0.0 : 0
    case 180, -180: return 0
    case 30, 150, -210, -330: return 0.5
    case 90, -270: return 1
    case 210, 330, -30, -150: return -0.5
    case 270, -90: return -1
    default: return sine(turn * .pi / 180)
    }
  }
}

/// The first argument of `round()` (CSS Values 4, 10.3).
public enum RoundingStrategy: UInt8, Hashable, Sendable {
  case nearest, up, down, toZero

  /// Rounds to a multiple of `step`.
  func round(_ value: Double, to step: Double) -> Double {
    guard !value.isNaN, !step.isNaN, step != 0 else { return .nan }
    if value.isInfinite { return step.isInfinite ? .nan : value }
    let step = Swift.abs(step)
    if step.isInfinite {
      switch self {
      case .nearest, .toZero: return value.sign == .minus ? -0.0 : 0
      case .up: return value > 0 ? .infinity : (value.sign == .minus ? -0.0 : 0)
      case .down: return value < 0 ? -.infinity : (value.sign == .minus ? -0.0 : 0)
      }
    }
    let quotient = value / step
    if quotient == quotient.rounded() { return value }
    var lower = quotient.rounded(.down) * step
    var upper = quotient.rounded(.up) * step
    if upper == 0 { upper = -0.0 }
    if lower == 0 { lower = 0 }
    switch self {
    case .nearest: return value - lower < upper - value ? lower : upper
    case .up: return upper
    case .down: return lower
    case .toZero: return Swift.abs(lower) < Swift.abs(upper) ? lower : upper
    }
  }
}
