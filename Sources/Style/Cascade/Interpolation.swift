import CSSValues
import Foundation
import Names

/// Computed values between two others (CSS Values 4, 3; CSS Transforms 2, 11 and 12; Filter Effects 1, 12). Where values cannot
/// be mixed the answer is `nil`: they switch half way.
struct Interpolation {
  /// How far the way is gone; easings may lead beyond both ends.
  let fraction: Double

  init(_ fraction: Double) { self.fraction = fraction }

  private func mixed(_ from: Double, _ to: Double) -> Double { from + (to - from) * fraction }

  // MARK: Numbers

  /// Numbers, and dimensions of one unit.
  func number(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    switch (from, to) {
    case (.dimension(let left, let unit), .dimension(let right, let other)) where unit == other:
      .dimension(mixed(left, right), unit)
    case (.number(let left), .number(let right)): .number(mixed(left, right))
    case (.percentage(let left), .percentage(let right)): .percentage(mixed(left, right))
    default: nil
    }
  }

  /// Lengths and percentages, which become a sum where both are there.
  private func length(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    if let same = number(from, to) { return same }
    guard let left = Self.node(from), let right = Self.node(to) else { return nil }
    if left == .length(0), case .percentage(let percentage) = to { return .percentage(percentage * fraction) }
    if right == .length(0), case .percentage(let percentage) = from { return .percentage(percentage * (1 - fraction)) }
    return .math(
      CalcExpression(.sum([.product([left, .number(1 - fraction)]), .product([right, .number(fraction)])])))
  }

  private static func node(_ value: CSSValue) -> CalcNode? {
    switch value {
    case .dimension(let length, .px): .length(length)
    case .number(0): .length(0)
    case .percentage(let percentage): .percentage(percentage)
    case .math(let expression): expression.root
    default: nil
    }
  }

  private static func items(_ value: CSSValue) -> [CSSValue] {
    switch value {
    case .list(let items, .space): items
    case .keyword("none"): []
    case .raw("none"): []
    default: [value]
    }
  }

  // MARK: The properties of their own (CSS Transforms 2, 5)

  /// `translate`.
  func translate(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    let (from, to) = (Self.items(from), Self.items(to))
    let count = max(from.count, to.count)
    guard count > 0 else { return .keyword("none") }
    var result: [CSSValue] = []
    for index in 0..<count {
      func part(_ list: [CSSValue]) -> CSSValue { index < list.count ? list[index] : .zeroLength }
      guard let value = length(part(from), part(to)) else { return nil }
      result.append(value)
    }
    return .list(result, .space)
  }

  /// `scale`: one factor stands for both directions of the plane.
  func scale(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    let (from, to) = (Self.items(from), Self.items(to))
    let count = max(from.count, to.count)
    guard count > 0 else { return .keyword("none") }
    var result: [CSSValue] = []
    for index in 0..<max(count, 2) {
      func part(_ list: [CSSValue]) -> Double? {
        index < list.count ? Self.factor(list[index]) : index == 1 && list.count == 1 ? Self.factor(list[0]) : 1
      }
      guard let left = part(from), let right = part(to) else { return nil }
      result.append(.number(mixed(left, right)))
    }
    return .list(result, .space)
  }

  /// `rotate`: about the axis that both share, or the shortest way from one to the other.
  func rotate(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    let (from, to) = (Self.items(from), Self.items(to))
    if from.isEmpty, to.isEmpty { return .keyword("none") }
    guard let left = Self.rotation(from), let right = Self.rotation(to) else { return nil }
    let turn = between(left, right)
    // An axis of the space goes by its keyword, as in values that are not animated.
    if let along = turn.axis.firstIndex(where: { abs($0) == 1 }) {
      let angle = CSSValue.dimension(turn.degrees * turn.axis[along], .deg)
      return along == 2 ? angle : .list([.keyword(along == 0 ? "x" : "y"), angle], .space)
    }
    return .list(turn.axis.map { .number($0) } + [.dimension(turn.degrees, .deg)], .space)
  }

  private static func factor(_ value: CSSValue) -> Double? {
    switch value {
    case .number(let number): number
    case .percentage(let percentage): percentage / 100
    default: nil
    }
  }

  private static func degrees(_ value: CSSValue?) -> Double? {
    switch value {
    case .dimension(let degrees, .deg)?: degrees
    case .number(0)?: 0
    default: nil
    }
  }

  /// A turn about an axis.
  private struct Turn {
    var axis: [Double]
    var degrees: Double
    /// Whether it stays in the plane.
    var isPlanar: Bool { axis[0] == 0 && axis[1] == 0 && axis[2] > 0 }
    static let none = Turn(axis: [0, 0, 1], degrees: 0)

    /// As a quaternion: the vector and the scalar.
    var quaternion: [Double] {
      let half = degrees * .pi / 360
      return axis.map { $0 * sin(half) } + [cos(half)]
    }
  }

  /// What words of `rotate` say; without any, nothing turns.
  private static func rotation(_ words: [CSSValue]) -> Turn? {
    guard !words.isEmpty else { return Turn.none }
    var axis: [Double] = []
    var angle: Double?
    for word in words {
      switch word {
      case .keyword("x"): axis = [1, 0, 0]
      case .keyword("y"): axis = [0, 1, 0]
      case .keyword("z"): axis = [0, 0, 1]
      case .number(let number) where words.count == 4: axis.append(number)
      default: angle = degrees(word)
      }
    }
    return angle.flatMap { turn(axis.isEmpty ? [0, 0, 1] : axis, $0) }
  }

  private static func turn(_ axis: [Double], _ degrees: Double) -> Turn? {
    guard axis.count == 3 else { return nil }
    let length = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).squareRoot()
    guard length > 0, length.isFinite else { return Turn.none }
    return Turn(axis: axis.map { $0 / length }, degrees: degrees)
  }

  /// CSS Transforms 2, 11.4: the angle where the axis is the same, otherwise a way between quaternions.
  private func between(_ from: Turn, _ to: Turn) -> Turn {
    if from.degrees == 0 { return Turn(axis: to.axis, degrees: to.degrees * fraction) }
    if to.degrees == 0 { return Turn(axis: from.axis, degrees: from.degrees * (1 - fraction)) }
    let isSame = zip(from.axis, to.axis).allSatisfy { abs($0 - $1) < 1e-9 }
    if isSame { return Turn(axis: from.axis, degrees: mixed(from.degrees, to.degrees)) }
    let left = from.quaternion
    var right = to.quaternion
    var product = zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    if product < 0 {
      right = right.map { -$0 }
      product = -product
    }
    let angle = acos(min(1, product))
    guard angle > 1e-9 else { return from }
    let (first, second) = (sin((1 - fraction) * angle) / sin(angle), sin(fraction * angle) / sin(angle))
    let mixed = zip(left, right).map { $0 * first + $1 * second }
    let scalar = min(1, max(-1, mixed[3]))
    let length = (1 - scalar * scalar).squareRoot()
    guard length > 1e-9 else { return Turn.none }
    return Turn(axis: mixed[..<3].map { $0 / length }, degrees: acos(scalar) * 360 / .pi)
  }

  // MARK: Lists of functions (CSS Transforms 2, 12)

  /// `transform`: function by function as far as both lists have the same ones, and what is behind those as matrices.
  ///
  /// UNIMPLEMENTED: lists of unlike functions that leave the plane, or wait for the box's size, switch half way.
  func transform(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    let (from, to) = (Self.items(from), Self.items(to))
    let count = max(from.count, to.count)
    guard count > 0 else { return .keyword("none") }
    var result: [CSSValue] = []
    for index in 0..<count {
      // The shorter list goes on with what changes nothing.
      let left = index < from.count ? from[index] : Self.identity(of: to[index])
      let right = index < to.count ? to[index] : Self.identity(of: from[index])
      if let left, let right, let function = function(left, right) {
        result.append(function)
        continue
      }
      guard let rest = matrix(Array(from.dropFirst(index)), Array(to.dropFirst(index))) else { return nil }
      result.append(rest)
      break
    }
    return .list(result, .space)
  }

  private static func parts(_ value: CSSValue) -> (name: String, arguments: [CSSValue])? {
    guard case .function(let name, let arguments, _) = value else { return nil }
    return (name.string, arguments)
  }

  /// A function of the same kind that changes nothing.
  private static func identity(of value: CSSValue) -> CSSValue? {
    guard let (name, _) = parts(value) else { return nil }
    if name.hasPrefix("translate") { return .function("translate", [.zeroLength], .comma) }
    if name.hasPrefix("scale") { return .function("scale", [.number(1)], .comma) }
    if name.hasPrefix("rotate") { return .function("rotate", [.dimension(0, .deg)], .comma) }
    switch name {
    case "skew", "skewx", "skewy": return .function(Name(name), [.dimension(0, .deg)], .comma)
    case "perspective": return .function("perspective", [.keyword("none")], .comma)
    case "matrix", "matrix3d": return .function("matrix", [1, 0, 0, 1, 0, 0].map { .number($0) }, .comma)
    default: return nil
    }
  }

  /// A function between two of one kind.
  private func function(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    guard let left = Self.parts(from), let right = Self.parts(to) else { return nil }
    if left.name.hasPrefix("translate"), right.name.hasPrefix("translate") {
      let (from, to) = (Self.vector(left, .zeroLength), Self.vector(right, .zeroLength))
      let parts = (0..<3).compactMap { length(from[$0], to[$0]) }
      guard parts.count == 3 else { return nil }
      let isPlanar = parts[2] == .zeroLength
      return .function(isPlanar ? "translate" : "translate3d", isPlanar ? Array(parts[..<2]) : parts, .comma)
    }
    if left.name.hasPrefix("scale"), right.name.hasPrefix("scale") {
      let (from, to) = (Self.vector(left, .number(1)), Self.vector(right, .number(1)))
      let parts = (0..<3).compactMap { index -> CSSValue? in
        guard let left = Self.factor(from[index]), let right = Self.factor(to[index]) else { return nil }
        return .number(mixed(left, right))
      }
      guard parts.count == 3 else { return nil }
      let isPlanar = parts[2] == .number(1)
      return .function(isPlanar ? "scale" : "scale3d", isPlanar ? Array(parts[..<2]) : parts, .comma)
    }
    if left.name.hasPrefix("rotate"), right.name.hasPrefix("rotate") {
      guard let from = Self.turn(left), let to = Self.turn(right) else { return nil }
      let turn = between(from, to)
      let angle = CSSValue.dimension(turn.degrees, .deg)
      return turn.isPlanar
        ? .function("rotate", [angle], .comma)
        : .function("rotate3d", turn.axis.map { .number($0) } + [angle], .comma)
    }
    guard left.name == right.name, left.name.hasPrefix("skew") else { return nil }
    let angles = (0..<max(left.arguments.count, right.arguments.count)).map { index -> CSSValue in
      func part(_ list: [CSSValue]) -> Double { index < list.count ? Self.degrees(list[index]) ?? 0 : 0 }
      return .dimension(mixed(part(left.arguments), part(right.arguments)), .deg)
    }
    return .function(Name(left.name), angles, .comma)
  }

  /// The three parts of a translation or scale.
  private static func vector(_ function: (name: String, arguments: [CSSValue]), _ neutral: CSSValue) -> [CSSValue] {
    var result = [neutral, neutral, neutral]
    switch function.name.last {
    case "x": result[0] = function.arguments[0]
    case "y": result[1] = function.arguments[0]
    case "z": result[2] = function.arguments[0]
    default:
      for (index, argument) in function.arguments.prefix(3).enumerated() { result[index] = argument }
      // One factor stands for both directions of the plane.
      if function.name == "scale", function.arguments.count == 1 { result[1] = result[0] }
    }
    return result
  }

  private static func turn(_ function: (name: String, arguments: [CSSValue])) -> Turn? {
    guard let degrees = degrees(function.arguments.last) else { return nil }
    switch function.name {
    case "rotatex": return turn([1, 0, 0], degrees)
    case "rotatey": return turn([0, 1, 0], degrees)
    case "rotate3d": return turn(function.arguments.dropLast().compactMap(factor), degrees)
    default: return turn([0, 0, 1], degrees)
    }
  }

  // MARK: Matrices of the plane (CSS Transforms 2, 11.3)

  private func matrix(_ from: [CSSValue], _ to: [CSSValue]) -> CSSValue? {
    guard let left = Self.decomposed(from), var right = Self.decomposed(to) else { return nil }
    // The shorter way around.
    if right.degrees - left.degrees > 180 { right.degrees -= 360 }
    if left.degrees - right.degrees > 180 { right.degrees += 360 }
    let degrees = mixed(left.degrees, right.degrees) * .pi / 180
    let (sine, cosine) = (sin(degrees), cos(degrees))
    let (x, y) = (mixed(left.scaleX, right.scaleX), mixed(left.scaleY, right.scaleY))
    let skew = mixed(left.skew, right.skew)
    let numbers = [
      cosine * x, sine * x, (cosine * skew - sine) * y, (sine * skew + cosine) * y, mixed(left.x, right.x),
      mixed(left.y, right.y),
    ]
    return .function("matrix", numbers.map { .number($0) }, .comma)
  }

  private struct Decomposition {
    var (x, y, scaleX, scaleY, skew, degrees) = (0.0, 0.0, 1.0, 1.0, 0.0, 0.0)
  }

  /// What a list comes to: a scale, then a skew along x, a turn and a translation; `nil` beyond the plane, and for matrices that
  /// flatten it.
  private static func decomposed(_ list: [CSSValue]) -> Decomposition? {
    var result = Decomposition()
    guard !list.isEmpty else { return result }
    guard let matrix = TransformMatrix(.list(list, .space)), matrix.isPlanar else { return nil }
    let e = matrix.elements
    var (a, b, c, d) = (e[0], e[1], e[4], e[5])
    (result.x, result.y) = (e[12], e[13])
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    result.scaleX = (a * a + b * b).squareRoot()
    (a, b) = (a / result.scaleX, b / result.scaleX)
    let along = a * c + b * d
    (c, d) = (c - a * along, d - b * along)
    result.scaleY = (c * c + d * d).squareRoot()
    result.skew = along / result.scaleY
    if determinant < 0 {
      // Of a mirrored plane, one axis is turned around.
      if a < d / result.scaleY {
        (result.scaleX, a, b) = (-result.scaleX, -a, -b)
        result.skew = -result.skew
      } else {
        result.scaleY = -result.scaleY
        result.skew = -result.skew
      }
    }
    result.degrees = atan2(b, a) * 180 / .pi
    return result
  }

  // MARK: Filters (Filter Effects 1, 12)

  /// Lists of the same functions, of which one may be shorter.
  ///
  /// UNIMPLEMENTED: `drop-shadow()` and references switch half way.
  func filter(_ from: CSSValue, _ to: CSSValue) -> CSSValue? {
    let (from, to) = (Self.items(from), Self.items(to))
    let count = max(from.count, to.count)
    guard count > 0 else { return .keyword("none") }
    var result: [CSSValue] = []
    for index in 0..<count {
      guard let left = index < from.count ? from[index] : Self.neutral(to[index]),
        let right = index < to.count ? to[index] : Self.neutral(from[index]),
        case .function(let name, let one, let separator) = left, case .function(name, let other, _) = right,
        one.count == 1, other.count == 1, let value = number(one[0], other[0])
      else { return nil }
      result.append(.function(name, [value], separator))
    }
    return .list(result, .space)
  }

  /// A filter of the same kind that changes nothing.
  private static func neutral(_ value: CSSValue) -> CSSValue? {
    guard case .function(let name, let arguments, let separator) = value, let argument = arguments.first else {
      return nil
    }
    let neutral: CSSValue
    switch (name.string, argument) {
    case ("blur", _): neutral = .zeroLength
    case ("hue-rotate", _): neutral = .dimension(0, .deg)
    case ("grayscale", .number), ("invert", .number), ("sepia", .number): neutral = .number(0)
    case ("brightness", .number), ("contrast", .number), ("opacity", .number), ("saturate", .number):
      neutral = .number(1)
    default: return nil
    }
    return .function(name, [neutral], separator)
  }
}
