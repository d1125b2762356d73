/// An affine map of the plane: `(a·x + c·y + e, b·x + d·y + f)` (CSS Transforms 1, 12). px.
public struct PlanarTransform: Hashable, Sendable {
  /// The share of the old x in the new one.
  public var a: Double
  /// The share of the old x in the new y.
  public var b: Double
  /// The share of the old y in the new x.
  public var c: Double
  /// The share of the old y in the new one.
  public var d: Double
  /// What is added to x, in px.
  public var e: Double
  /// What is added to y, in px.
  public var f: Double

  /// A map from its six numbers, in the order of `matrix()`.
  public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// The map that moves nothing.
  public static let identity = PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: 0, f: 0)

  /// The map that applies `inner` first and then this one.
  public func after(_ inner: PlanarTransform) -> PlanarTransform {
    PlanarTransform(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
      d: b * inner.c + d * inner.d, e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
  }

  /// The six numbers of the map as one of the plane whose origin is a box's left upper corner.
  public func matrix(about box: LayoutRect) -> [Double] {
    [a, b, c, d, a * box.x + c * box.y + e - box.x, b * box.x + d * box.y + f - box.y]
  }

  /// The smallest upright rectangle around a rectangle's image.
  public func boundingRect(of rect: LayoutRect) -> LayoutRect {
    let xs = [rect.x, rect.x + rect.width]
    let ys = [rect.y, rect.y + rect.height]
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity
    for x in xs {
      for y in ys {
        let mappedX = a * x + c * y + e
        let mappedY = b * x + d * y + f
        left = min(left, mappedX)
        right = max(right, mappedX)
        top = min(top, mappedY)
        bottom = max(bottom, mappedY)
      }
    }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The transform of a style on a box, about its `transform-origin`, in the coordinates of what is around the box; `nil`
  /// where there is none. What leaves the plane is seen from the front.
  ///
  /// - Parameters:
  ///   - style: the style.
  ///   - box: the reference box, which percentages count from.
  ///   - initialOrigin: the origin where the style has none of its own; the middle of the box without.
  public init?(_ style: ComputedStyle, box: LayoutRect, initialOrigin: (x: Double, y: Double)? = nil) {
    let other = style.other
    var functions: [CSSValue] = []
    if let translate = other[.translate], translate != .keyword("none") {
      functions.append(.function("translate", Self.items(translate), .comma))
    }
    if let rotate = other[.rotate], rotate != .keyword("none") { functions.append(Self.rotation(rotate)) }
    if let scale = other[.scale], scale != .keyword("none") {
      let factors = Self.items(scale)
      functions.append(.function(factors.count > 2 ? "scale3d" : "scale", factors, .comma))
    }
    if let transform = other[.transform], transform != .keyword("none") { functions += Self.items(transform) }
    guard !functions.isEmpty else { return nil }
    let resolved = functions.map { Self.resolve($0, box) }
    guard let matrix = TransformMatrix(.list(resolved, .space)) else { return nil }
    let elements = matrix.elements
    let map = PlanarTransform(
      a: elements[0], b: elements[1], c: elements[4], d: elements[5], e: elements[12], f: elements[13])
    let given = other[.transformOrigin]
    let origin = given == nil ? initialOrigin ?? Self.origin(nil, box) : Self.origin(given, box)
    self = PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: origin.x, f: origin.y)
      .after(map).after(PlanarTransform(a: 1, b: 0, c: 0, d: 1, e: -origin.x, f: -origin.y))
    guard [a, b, c, d, e, f].allSatisfy(\.isFinite) else { return nil }
  }

  /// The function that a value of `rotate` stands for: an angle, with or without an axis (CSS Transforms 2, 5).
  private static func rotation(_ value: CSSValue) -> CSSValue {
    let words = items(value)
    guard words.count > 1 else { return .function("rotate", words, .comma) }
    let angles = words.filter { if case .dimension = $0 { true } else { false } }
    let axis = words.filter { !angles.contains($0) }
    switch axis.first {
    case .keyword("x")?: return .function("rotatex", angles, .comma)
    case .keyword("y")?: return .function("rotatey", angles, .comma)
    case .keyword("z")?: return .function("rotate", angles, .comma)
    default: return .function("rotate3d", axis + angles, .comma)
    }
  }

  fileprivate static func items(_ value: CSSValue) -> [CSSValue] {
    if case .list(let items, .space) = value { return items }
    return [value]
  }

  /// Makes the percentages of `translate()` lengths.
  fileprivate static func resolve(_ function: CSSValue, _ box: LayoutRect) -> CSSValue {
    guard case .function(let name, let arguments, let separator) = function else { return function }
    let isVertical = name == "translatey"
    guard isVertical || name == "translate" || name == "translatex" || name == "translate3d" else { return function }
    let resolved = arguments.enumerated().map { index, argument -> CSSValue in
      guard index < 2 else { return argument }
      let basis = isVertical || index == 1 ? box.height : box.width
      return length(argument, basis).map { .dimension($0, .px) } ?? argument
    }
    return .function(name, resolved, separator)
  }

  private static func length(_ value: CSSValue, _ basis: Double) -> Double? {
    switch value {
    case .dimension(let length, .px): length
    case .number(0): 0
    case .percentage(let percentage): percentage * basis / 100
    case .math(let expression): expression.resolve(percentageBasis: basis)
    default: nil
    }
  }

  /// The point of a `transform-origin` or `perspective-origin`, in the coordinates of the border box.
  public static func origin(_ value: CSSValue?, _ box: LayoutRect) -> (x: Double, y: Double) {
    var x = box.width / 2
    var y = box.height / 2
    if let value {
      let items = items(value)
      if let first = items.first, let length = length(first, box.width) { x = length }
      if items.count > 1, let length = length(items[1], box.height) { y = length }
    }
    return (box.x + x, box.y + y)
  }
}

extension OtherStyle {
  /// Whether a property moves, turns or scales the box (CSS Transforms 2, 3).
  public var isTransformed: Bool {
    self[.transform] != nil || self[.translate] != nil || self[.rotate] != nil || self[.scale] != nil
  }
}

extension TransformMatrix {
  /// The matrix of a computed `transform` whose percentages count from a border box; `nil` for `none`.
  public init?(_ value: CSSValue, percentagesOf box: LayoutRect) {
    guard value != .keyword("none") else { return nil }
    self.init(.list(PlanarTransform.items(value).map { PlanarTransform.resolve($0, box) }, .space))
  }
}
