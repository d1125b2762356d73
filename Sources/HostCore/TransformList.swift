import Foundation
import Painting

/// The functions of a transform in the plane, with lengths in CSS px (CSS Transforms 1).
struct TransformList: Hashable {
  enum Function: Hashable {
    case translate(Double, Double)
    case scale(Double, Double)
    /// In degrees.
    case rotate(Double)
    /// In degrees.
    case skew(Double, Double)
    case matrix(PaintMatrix)
  }

  var functions: [Function]

  /// More functions than any page has.
  private static let most = 64

  /// The properties that transform a view, in the order in which they apply (CSS Transforms 2, 6).
  static let properties = ["translate", "rotate", "scale", "transform"]

  init(_ functions: [Function]) { self.functions = functions }

  /// A computed value of one of ``properties``; percentages count from the view's size.
  ///
  /// - Returns: `nil` for anything but a transform in the plane.
  init?(_ property: String, _ text: String?, width: Double, height: Double) {
    guard let text, text != "none", !text.isEmpty else {
      functions = []
      return
    }
    guard text.utf8.count <= 4_000 else { return nil }
    let size = (width, height)
    if text.contains("(") {
      var functions: [Function] = []
      for call in text.split(separator: ")") {
        let parts = call.split(separator: "(", omittingEmptySubsequences: false)
        guard parts.count == 2, functions.count < Self.most,
          let function = Function(
            parts[0].filter { !$0.isWhitespace }.lowercased(), parts[1].split { $0 == "," || $0 == " " }, size)
        else { return nil }
        functions.append(function)
      }
      self.functions = functions
      return
    }
    var arguments = text.split(separator: " ")
    switch property {
    case "rotate":
      if arguments.count == 2, arguments[0] == "z" { arguments.removeFirst() }
      guard let function = Function("rotate", arguments, size) else { return nil }
      functions = [function]
    case "translate", "scale":
      // The third place is depth, of which nothing is seen in the plane.
      if arguments.count == 3, ["0px", "0", "1"].contains(arguments[2]) { arguments.removeLast() }
      guard let function = Function(property, arguments, size) else { return nil }
      functions = [function]
    default: return nil
    }
  }

  /// All functions in one.
  var matrix: PaintMatrix { Self.matrix(functions[...]) }

  private static func matrix(_ functions: ArraySlice<Function>) -> PaintMatrix {
    functions.reduce(.identity) { $0.concatenated($1.matrix) }
  }

  /// As a computed value.
  var text: String { functions.isEmpty ? "none" : functions.map(\.text).joined(separator: " ") }

  /// What is at a share of the way to another transform: function by function where these are of one kind, as matrices from
  /// the first that is not (CSS Transforms 2, 12).
  func toward(_ other: TransformList, _ share: Double) -> TransformList {
    var result: [Function] = []
    let count = max(functions.count, other.functions.count)
    for place in 0..<count {
      let from = functions.indices.contains(place) ? functions[place] : nil
      let to = other.functions.indices.contains(place) ? other.functions[place] : nil
      if let next = Function.between(from, to, share) {
        result.append(next)
      } else {
        let start = Self.matrix(functions.dropFirst(place)), end = Self.matrix(other.functions.dropFirst(place))
        result.append(.matrix(MatrixParts.between(start, end, share)))
        break
      }
    }
    return TransformList(result)
  }
}

extension TransformList.Function {
  fileprivate init?(_ name: String, _ arguments: [Substring], _ size: (width: Double, height: Double)) {
    guard let first = arguments.first else { return nil }
    func number(_ text: Substring) -> Double? {
      if text.hasSuffix("%") { return Double(text.dropLast()).flatMap { $0.isFinite ? $0 / 100 : nil } }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
    func length(_ text: Substring, _ whole: Double) -> Double? {
      if text.hasSuffix("%") { return number(text).map { $0 * whole } }
      return number(text.hasSuffix("px") ? text.dropLast(2) : text)
    }
    func angle(_ text: Substring) -> Double? {
      for (unit, degrees) in [("deg", 1), ("grad", 0.9), ("turn", 360), ("rad", 180 / Double.pi)]
      where text.hasSuffix(unit) { return number(text.dropLast(unit.count)).map { $0 * degrees } }
      return text == "0" ? 0 : nil
    }
    let second = arguments.count > 1 ? arguments[1] : nil
    switch (name, arguments.count) {
    case ("translate", 1...2):
      guard let x = length(first, size.width), let y = second.map({ length($0, size.height) }) ?? 0 else { return nil }
      self = .translate(x, y)
    case ("translate3d", 3):
      guard let x = length(first, size.width), let y = second.flatMap({ length($0, size.height) }),
        length(arguments[2], 0) == 0
      else { return nil }
      self = .translate(x, y)
    case ("translatex", 1):
      guard let x = length(first, size.width) else { return nil }
      self = .translate(x, 0)
    case ("translatey", 1):
      guard let y = length(first, size.height) else { return nil }
      self = .translate(0, y)
    case ("translatez", 1):
      guard length(first, 0) == 0 else { return nil }
      self = .translate(0, 0)
    case ("scale", 1...2), ("scale3d", 3):
      guard let x = number(first), let y = second.map({ number($0) }) ?? x,
        arguments.count < 3 || number(arguments[2]) == 1
      else { return nil }
      self = .scale(x, y)
    case ("scalex", 1):
      guard let x = number(first) else { return nil }
      self = .scale(x, 1)
    case ("scaley", 1):
      guard let y = number(first) else { return nil }
      self = .scale(1, y)
    case ("rotate", 1), ("rotatez", 1):
      guard let turned = angle(first) else { return nil }
      self = .rotate(turned)
    case ("skew", 1...2):
      guard let x = angle(first), let y = second.map({ angle($0) }) ?? 0 else { return nil }
      self = .skew(x, y)
    case ("skewx", 1):
      guard let x = angle(first) else { return nil }
      self = .skew(x, 0)
    case ("skewy", 1):
      guard let y = angle(first) else { return nil }
      self = .skew(0, y)
    case ("matrix", 6):
      let all = arguments.compactMap { length($0, 0) }
      guard all.count == 6 else { return nil }
      self = .matrix(PaintMatrix(all[0], all[1], all[2], all[3], all[4], all[5]))
    default: return nil
    }
  }

  fileprivate var matrix: PaintMatrix {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    switch self {
    case .translate(let x, let y): return .translation(x, y)
    case .scale(let x, let y): return .scale(x, y)
    case .rotate(let degrees):
      let (sine, cosine) = (sin(radians(degrees)), cos(radians(degrees)))
      return PaintMatrix(cosine, sine, -sine, cosine, 0, 0)
    case .skew(let x, let y): return PaintMatrix(1, tan(radians(y)), tan(radians(x)), 1, 0, 0)
    case .matrix(let matrix): return matrix
    }
  }

  fileprivate var text: String {
    switch self {
    case .translate(let x, let y): "translate(\(x)px, \(y)px)"
    case .scale(let x, let y): "scale(\(x), \(y))"
    case .rotate(let degrees): "rotate(\(degrees)deg)"
    case .skew(let x, let y): "skew(\(x)deg, \(y)deg)"
    case .matrix(let m): "matrix(\(m.a), \(m.b), \(m.c), \(m.d), \(m.e), \(m.f))"
    }
  }

  /// The function of the same kind that changes nothing.
  private var neutral: Self {
    switch self {
    case .translate: .translate(0, 0)
    case .scale: .scale(1, 1)
    case .rotate: .rotate(0)
    case .skew: .skew(0, 0)
    case .matrix: .matrix(.identity)
    }
  }

  /// What is between two functions; `nil` for those of two kinds. A missing one changes nothing.
  fileprivate static func between(_ from: Self?, _ to: Self?, _ share: Double) -> Self? {
    guard let from = from ?? to?.neutral else { return nil }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    switch (from, to ?? from.neutral) {
    case (.translate(let x, let y), .translate(let toX, let toY)): return .translate(mix(x, toX), mix(y, toY))
    case (.scale(let x, let y), .scale(let toX, let toY)): return .scale(mix(x, toX), mix(y, toY))
    case (.rotate(let angle), .rotate(let toAngle)): return .rotate(mix(angle, toAngle))
    case (.skew(let x, let y), .skew(let toX, let toY)): return .skew(mix(x, toX), mix(y, toY))
    case (.matrix(let start), .matrix(let end)): return .matrix(MatrixParts.between(start, end, share))
    default: return nil
    }
  }
}

/// A matrix as a move, a turn, a scale and what is left of it (CSS Transforms 1, 11.1).
private struct MatrixParts {
  var translate: (x: Double, y: Double)
  var scale: (x: Double, y: Double)
  /// In degrees.
  var angle: Double
  /// What is left: two rows.
  var rest: (xx: Double, xy: Double, yx: Double, yy: Double)

  /// - Returns: `nil` for a matrix that cannot be undone.
  init?(_ matrix: PaintMatrix) {
    guard matrix.isUsable else { return nil }
    translate = (matrix.e, matrix.f)
    var first = (x: matrix.a, y: matrix.b)
    var second = (x: matrix.c, y: matrix.d)
    scale = (hypot(first.x, first.y), hypot(second.x, second.y))
    if matrix.a * matrix.d - matrix.b * matrix.c < 0 {
      if matrix.a < matrix.d { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    // Neither is 0 where the matrix can be undone.
    first = (first.x / scale.x, first.y / scale.x)
    second = (second.x / scale.y, second.y / scale.y)
    angle = atan2(first.y, first.x) * 180 / .pi
    rest = Self.rest(first, second)
  }

  private static func rest(
    _ first: (x: Double, y: Double), _ second: (x: Double, y: Double)
  ) -> (xx: Double, xy: Double, yx: Double, yy: Double) {
    let (cosine, sine) = (first.x, -first.y)
    return (
      cosine * first.x + sine * second.x, cosine * first.y + sine * second.y,
      -sine * first.x + cosine * second.x, -sine * first.y + cosine * second.y
    )
  }

  /// The matrix of the parts.
  var matrix: PaintMatrix {
    let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    return PaintMatrix(
      (cosine * rest.xx + sine * rest.yx) * scale.x, (cosine * rest.xy + sine * rest.yy) * scale.x,
      (cosine * rest.yx - sine * rest.xx) * scale.y, (cosine * rest.yy - sine * rest.xy) * scale.y,
      translate.x, translate.y)
  }

  /// What is at a share of the way; one that cannot be undone is gone to in a jump.
  static func between(_ start: PaintMatrix, _ end: PaintMatrix, _ share: Double) -> PaintMatrix {
    guard var from = MatrixParts(start), var to = MatrixParts(end) else { return share < 0.5 ? start : end }
    if (from.scale.x < 0 && to.scale.y < 0) || (from.scale.y < 0 && to.scale.x < 0) {
      from.scale = (-from.scale.x, -from.scale.y)
      from.angle += from.angle < 0 ? 180 : -180
    }
    // The shorter way around.
    if from.angle == 0 { from.angle = 360 }
    if to.angle == 0 { to.angle = 360 }
    if abs(from.angle - to.angle) > 180 {
      if from.angle > to.angle { from.angle -= 360 } else { to.angle -= 360 }
    }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    from.translate = (mix(from.translate.x, to.translate.x), mix(from.translate.y, to.translate.y))
    from.scale = (mix(from.scale.x, to.scale.x), mix(from.scale.y, to.scale.y))
    from.angle = mix(from.angle, to.angle)
    from.rest = (
      mix(from.rest.xx, to.rest.xx), mix(from.rest.xy, to.rest.xy), mix(from.rest.yx, to.rest.yx),
      mix(from.rest.yy, to.rest.yy)
    )
    return from.matrix
  }
}
