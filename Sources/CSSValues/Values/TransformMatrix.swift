import Foundation
import Names

/// A transform list multiplied out (CSS Transforms 1, 12; Transforms 2, 9), where no part waits for layout.
public struct TransformMatrix: Hashable, Sendable {
  /// Column-major: element `column * 4 + row`.
  public private(set) var elements: [Double]

  /// The matrix of a computed `transform`; `nil` where a percentage needs the box, or for `none`.
  public init?(_ value: CSSValue) {
    let items: [CSSValue]
    if case .list(let list, .space) = value { items = list } else { items = [value] }
    elements = Self.identity
    for item in items {
      guard case .function(let name, let arguments, _) = item, let matrix = Self.matrix(name, arguments) else {
        return nil
      }
      elements = Self.multiplied(elements, matrix)
    }
  }

  private static let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  /// Whether the transform stays in the plane.
  public var isPlanar: Bool {
    let places = [2, 3, 6, 7, 8, 9, 11, 14]
    return places.allSatisfy { elements[$0] == 0 } && elements[10] == 1 && elements[15] == 1
  }

  /// Whether points that are farther away are drawn smaller: the transform is not an affine map of the plane.
  public var isPerspective: Bool { elements[3] != 0 || elements[7] != 0 || elements[15] != 1 }

  /// Whether points of the plane get another distance from the viewer, which a parent's `perspective` then shows.
  public var leavesPlane: Bool { elements[2] != 0 || elements[6] != 0 || elements[14] != 0 }

  /// Whether the back of the plane is what shows (CSS Transforms 2, 7): its normal points away after the transform.
  public var facesAway: Bool {
    // The normal's length along the view in the inverse, up to a factor that is positive with the determinant.
    let e = elements
    let cofactor =
      e[0] * (e[5] * e[15] - e[13] * e[7]) - e[4] * (e[1] * e[15] - e[13] * e[3]) + e[12] * (e[1] * e[7] - e[5] * e[3])
    return cofactor * determinant < 0
  }

  private var determinant: Double {
    let e = elements
    var sum = 0.0
    for column in 0..<4 {
      let others = (0..<4).filter { $0 != column }
      func at(_ place: Int, _ row: Int) -> Double { e[others[place] * 4 + row] }
      let minor =
        at(0, 1) * (at(1, 2) * at(2, 3) - at(2, 2) * at(1, 3)) - at(1, 1) * (at(0, 2) * at(2, 3) - at(2, 2) * at(0, 3))
        + at(2, 1) * (at(0, 2) * at(1, 3) - at(1, 2) * at(0, 3))
      sum += (column % 2 == 0 ? 1 : -1) * e[column * 4] * minor
    }
    return sum
  }

  /// `matrix()` or `matrix3d()`.
  public var text: String {
    isPlanar
      ? "matrix(" + [0, 1, 4, 5, 12, 13].map { Self.number(elements[$0]) }.joined(separator: ", ") + ")"
      : "matrix3d(" + elements.map(Self.number).joined(separator: ", ") + ")"
  }

  private static func number(_ value: Double) -> String {
    NumberText.text(abs(value) < 1e-15 ? 0 : value)
  }

  private static func multiplied(_ left: [Double], _ right: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: 16)
    for column in 0..<4 {
      for row in 0..<4 {
        var sum = 0.0
        for inner in 0..<4 { sum += left[inner * 4 + row] * right[column * 4 + inner] }
        result[column * 4 + row] = sum
      }
    }
    return result
  }

  private static func number(_ value: CSSValue?) -> Double? {
    switch value {
    case .number(let number)?: number
    case .percentage(let percentage)?: percentage / 100
    case .dimension(let number, _)?: number
    default: nil
    }
  }

  private static func length(_ value: CSSValue?) -> Double? {
    if case .dimension(let length, .px)? = value { return length }
    return value == .number(0) || value == .percentage(0) ? 0 : nil
  }

  private static func matrix(_ name: Name, _ arguments: [CSSValue]) -> [Double]? {
    var matrix = identity
    func argument(_ index: Int) -> CSSValue? { index < arguments.count ? arguments[index] : nil }
    switch name {
    case "matrix":
      let numbers = arguments.compactMap { number($0) }
      guard numbers.count == 6 else { return nil }
      for (place, value) in zip([0, 1, 4, 5, 12, 13], numbers) { matrix[place] = value }
    case "matrix3d":
      let numbers = arguments.compactMap { number($0) }
      guard numbers.count == 16 else { return nil }
      matrix = numbers
    case "translate", "translatex":
      guard let x = length(argument(0)) else { return nil }
      matrix[12] = x
      if let second = argument(1) {
        guard let y = length(second) else { return nil }
        matrix[13] = y
      }
    case "translatey":
      guard let y = length(argument(0)) else { return nil }
      matrix[13] = y
    case "translatez":
      guard let z = length(argument(0)) else { return nil }
      matrix[14] = z
    case "translate3d":
      guard let x = length(argument(0)), let y = length(argument(1)), let z = length(argument(2)) else { return nil }
      (matrix[12], matrix[13], matrix[14]) = (x, y, z)
    case "scale":
      guard let x = number(argument(0)) else { return nil }
      (matrix[0], matrix[5]) = (x, number(argument(1)) ?? x)
    case "scalex": matrix[0] = number(argument(0)) ?? 1
    case "scaley": matrix[5] = number(argument(0)) ?? 1
    case "scalez": matrix[10] = number(argument(0)) ?? 1
    case "scale3d":
      (matrix[0], matrix[5], matrix[10]) = (
        number(argument(0)) ?? 1, number(argument(1)) ?? 1, number(argument(2)) ?? 1
      )
    case "rotate", "rotatez": return rotation(0, 0, 1, number(argument(0)) ?? 0)
    case "rotatex": return rotation(1, 0, 0, number(argument(0)) ?? 0)
    case "rotatey": return rotation(0, 1, 0, number(argument(0)) ?? 0)
    case "rotate3d":
      return rotation(
        number(argument(0)) ?? 0, number(argument(1)) ?? 0, number(argument(2)) ?? 0, number(argument(3)) ?? 0)
    case "skew":
      matrix[4] = tangent(number(argument(0)) ?? 0)
      matrix[1] = tangent(number(argument(1)) ?? 0)
    case "skewx": matrix[4] = tangent(number(argument(0)) ?? 0)
    case "skewy": matrix[1] = tangent(number(argument(0)) ?? 0)
    case "perspective":
      if argument(0) == .keyword("none") { return matrix }
      guard let depth = length(argument(0)) else { return nil }
      matrix[11] = -1 / max(depth, 1)
    default: return nil
    }
    return matrix
  }

  private static func tangent(_ degrees: Double) -> Double { MathFunction.tan.evaluate([degrees]) }

  private static func rotation(_ x: Double, _ y: Double, _ z: Double, _ degrees: Double) -> [Double] {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, degrees.isFinite else { return identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let sine = MathFunction.sin.evaluate([degrees])
    let cosine = MathFunction.cos.evaluate([degrees])
    let rest = 1 - cosine
    return [
      x * x * rest + cosine, x * y * rest + z * sine, x * z * rest - y * sine, 0,
      x * y * rest - z * sine, y * y * rest + cosine, y * z * rest + x * sine, 0,
      x * z * rest + y * sine, y * z * rest - x * sine, z * z * rest + cosine, 0, 0, 0, 0, 1,
    ]
  }
}
