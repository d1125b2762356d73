import CSSValues
import PageFormat

/// A gradient with its stops in order (CSS Images 4, 3).
public struct Gradient: Hashable, Sendable {
  /// The colours' line.
  public enum Geometry: Hashable, Sendable {
    /// From a point to another.
    case linear(x1: Double, y1: Double, x2: Double, y2: Double)
    /// From a centre to an ellipse.
    case radial(x: Double, y: Double, radiusX: Double, radiusY: Double)
    /// Around a centre, clockwise from an angle in degrees; 0 points up.
    case conic(x: Double, y: Double, angle: Double)
  }

  /// A colour at a place: 0 is the line's begin, 1 its end.
  public struct Stop: Hashable, Sendable {
    /// The place: 0 is the begin of the line, 1 its end.
    public var offset: Double
    /// The color there.
    public var color: PaintColor

    /// A stop.
    public init(offset: Double, color: PaintColor) { (self.offset, self.color) = (offset, color) }
  }

  /// The line of the colors.
  public var geometry: Geometry
  /// At least two, in ascending order; offsets may be outside of 0 to 1.
  public var stops: [Stop]
  /// Whether the stops repeat.
  public var isRepeating: Bool
  /// Where the gradient is repeated as a tile: its box and steps; `nil` for one that fills everything.
  public var tile: GradientTile?
  /// From the geometry's own coordinates to those of what is filled.
  public var matrix = PaintMatrix.identity
  /// Where the innermost circle of a radial gradient is; `nil` for the centre.
  public var focus: Focus?

  /// A distance from the centre, in the geometry's own coordinates.
  public struct Focus: Hashable, Sendable {
    /// To the right.
    public var dx: Double
    /// Downwards.
    public var dy: Double
  }
  /// Whether the colours are mirrored beyond the line's ends (`spreadMethod="reflect"` of SVG).
  public var isReflecting = false

  /// A gradient.
  public init(geometry: Geometry, stops: [Stop], isRepeating: Bool = false, tile: GradientTile? = nil) {
    (self.geometry, self.stops, self.isRepeating, self.tile) = (geometry, stops, isRepeating, tile)
  }

  /// The colour at a place of the line, interpolated with premultiplied alpha.
  public func color(at offset: Double) -> PaintColor {
    guard let first = stops.first, let last = stops.last else { return .transparent }
    var place = offset
    if isRepeating, last.offset > first.offset {
      let length = last.offset - first.offset
      place = first.offset + (offset - first.offset) - ((offset - first.offset) / length).rounded(.down) * length
    }
    if place <= first.offset { return first.color }
    if place >= last.offset { return last.color }
    var low = 0
    while low + 1 < stops.count, stops[low + 1].offset <= place { low += 1 }
    guard low + 1 < stops.count else { return last.color }
    let (from, to) = (stops[low], stops[low + 1])
    let part = to.offset > from.offset ? (place - from.offset) / (to.offset - from.offset) : 1
    return Self.mix(from.color, to.color, part)
  }

  /// A colour between two.
  static func mix(_ from: PaintColor, _ to: PaintColor, _ part: Double) -> PaintColor {
    let alpha = from.alpha + (to.alpha - from.alpha) * part
    guard alpha > 0 else { return .transparent }
    func component(_ a: Double, _ b: Double) -> Double {
      (a * from.alpha + (b * to.alpha - a * from.alpha) * part) / alpha
    }
    return PaintColor(
      component(from.red, to.red), component(from.green, to.green), component(from.blue, to.blue), alpha: alpha)
  }
}

/// Where the tiles of a gradient are located.
public struct GradientTile: Hashable, Sendable {
  /// The first tile.
  public var rect: LayoutRect
  /// From one tile to the next, in px; 0 where it is not repeated in that direction.
  public var stepX: Double
  /// The same from top to bottom.
  public var stepY: Double
}

/// Reads gradients of computed values for a box.
struct GradientReader {
  /// The gradient box.
  var box: LayoutRect
  var currentColor: Color

  /// The gradient; `nil` for what is none.
  func gradient(_ value: CSSValue) -> Gradient? {
    guard let (name, arguments) = value.function, !arguments.isEmpty else { return nil }
    var kind = name
    let isRepeating = kind.hasPrefix("repeating-")
    if isRepeating { kind.removeFirst("repeating-".count) }
    switch kind {
    case "-webkit-linear-gradient", "-webkit-repeating-linear-gradient":
      return legacyLinear(arguments, kind.contains("repeating"))
    case "-webkit-radial-gradient", "-webkit-repeating-radial-gradient":
      return legacyRadial(arguments, kind.contains("repeating"))
    case "-webkit-gradient": return oldest(arguments)
    case "linear-gradient": return linear(arguments, isRepeating)
    case "radial-gradient": return radial(arguments, isRepeating)
    case "conic-gradient": return conic(arguments, isRepeating)
    default: return nil
    }
  }

  // MARK: Lines (CSS Images 3, 3.1.1)

  private func linear(_ arguments: [CSSValue], _ isRepeating: Bool) -> Gradient? {
    var rest = arguments[...]
    var angle = 180.0
    let words = arguments[0].words
    if let degrees = words[0].degrees, words.count == 1 || words[0].paintColor(currentColor) == nil {
      angle = degrees
      rest = rest.dropFirst()
    } else if words[0].keyword == "to" {
      let sides = words.dropFirst().compactMap(\.keyword)
      angle = Self.angle(to: sides, in: box)
      rest = rest.dropFirst()
    } else if words[0].keyword == "in" {
      rest = rest.dropFirst()
    }
    let radians = angle * .pi / 180
    let (sin, cos) = (sine(radians), cosine(radians))
    let length = abs(box.width * sin) + abs(box.height * cos)
    let (cx, cy) = (box.x + box.width / 2, box.y + box.height / 2)
    let geometry = Gradient.Geometry.linear(
      x1: cx - sin * length / 2, y1: cy + cos * length / 2, x2: cx + sin * length / 2, y2: cy - cos * length / 2)
    return finish(geometry, rest, length: length, isRepeating, method: words)
  }

  /// The prefixed form (Compatibility Standard, 4.2): angles count from the right against the clock, and sides are where the
  /// line begins.
  private func legacyLinear(_ arguments: [CSSValue], _ isRepeating: Bool) -> Gradient? {
    var modern = arguments
    let words = arguments[0].words
    if let degrees = words[0].degrees, words[0].paintColor(currentColor) == nil {
      modern[0] = .dimension(90 - degrees, .deg)
    } else if let first = words[0].keyword {
      let opposite = ["top": "bottom", "bottom": "top", "left": "right", "right": "left"]
      guard opposite[first] != nil else { return nil }
      // Between corners the line itself leads from one to the other, not its normal: as in a box with its sides exchanged.
      let sides = words.compactMap { $0.keyword.flatMap { opposite[$0] } }
      let turned = LayoutRect(x: 0, y: 0, width: box.height, height: box.width)
      modern[0] = .dimension(Self.angle(to: sides, in: turned), .deg)
    }
    return linear(modern, isRepeating)
  }

  /// `-webkit-gradient()`: two points or circles, then stops in any order (Compatibility Standard, 4.3).
  private func oldest(_ arguments: [CSSValue]) -> Gradient? {
    let kind = arguments[0].keyword
    let count = kind == "linear" ? 3 : 5
    guard kind == "linear" || kind == "radial", arguments.count > count else { return nil }
    var stops: [(offset: Double, color: CSSValue)] = []
    for argument in arguments[count...] {
      guard let (name, parts) = argument.function, let color = parts.last else { return nil }
      switch name {
      case "from": stops.append((0, color))
      case "to": stops.append((1, color))
      default:
        guard parts.count == 2, let offset = parts[0].fraction else { return nil }
        stops.append((offset, color))
      }
    }
    // Stops of one place keep their order.
    let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
    func inOrder(_ place: (Double) -> Double) -> [CSSValue] {
      order.map { .list([stops[$0].color, .percentage(place(stops[$0].offset) * 100)], .space) }
    }
    guard let from = point(arguments[1]) else { return nil }
    if kind == "linear" {
      guard let to = point(arguments[2]) else { return nil }
      return finish(
        .linear(x1: from.x, y1: from.y, x2: to.x, y2: to.y), inOrder { $0 }[...], length: 1, false, method: [])
    }
    guard let inner = arguments[2].length(of: 0), let to = point(arguments[3]), let outer = arguments[4].length(of: 0),
      outer > 0, inner >= 0, inner < outer
    else { return nil }
    var gradient = finish(
      .radial(x: to.x, y: to.y, radiusX: outer, radiusY: outer),
      inOrder { inner / outer + $0 * (1 - inner / outer) }[...], length: outer, false, method: [])
    if from != to { gradient?.focus = Gradient.Focus(dx: from.x - to.x, dy: from.y - to.y) }
    return gradient
  }

  /// A point of `-webkit-gradient()`: words of sides, percentages, or numbers of px.
  private func point(_ value: CSSValue) -> (x: Double, y: Double)? {
    let words = value.keyword?.split(whereSeparator: \.isWhitespace).map { String($0) } ?? []
    guard words.count == 2 else { return nil }
    func place(_ word: String, _ start: Double, _ length: Double) -> Double? {
      switch word {
      case "left", "top": return start
      case "center": return start + length / 2
      case "right", "bottom": return start + length
      default:
        let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 * length } : Double(word)
        return number.flatMap { $0.isFinite ? start + $0 : nil }
      }
    }
    guard let x = place(words[0], box.x, box.width), let y = place(words[1], box.y, box.height) else { return nil }
    return (x, y)
  }

  private static func angle(to sides: [String], in box: LayoutRect) -> Double {
    let (top, bottom) = (sides.contains("top"), sides.contains("bottom"))
    let (left, right) = (sides.contains("left"), sides.contains("right"))
    guard (top || bottom) && (left || right) else { return top ? 0 : right ? 90 : left ? 270 : 180 }
    // The line's normal through the centre meets the two neighbouring corners.
    let slope = arctangent(box.height, box.width) * 180 / .pi
    if top { return right ? slope : 360 - slope }
    return right ? 180 - slope : 180 + slope
  }

  // MARK: Ellipses (3.2)

  private func radial(_ arguments: [CSSValue], _ isRepeating: Bool) -> Gradient? {
    var rest = arguments[...]
    var isCircle: Bool?
    var extent = "farthest-corner"
    var lengths: [CSSValue] = []
    var center = (x: box.x + box.width / 2, y: box.y + box.height / 2)
    let words = arguments[0].words
    if words[0].paintColor(currentColor) == nil {
      rest = rest.dropFirst()
      var index = 0
      while index < words.count, words[index].keyword != "at", words[index].keyword != "in" {
        switch words[index].keyword {
        case "circle": isCircle = true
        case "ellipse": isCircle = false
        case let word? where word.hasSuffix("-side") || word.hasSuffix("-corner"): extent = word
        default: lengths.append(words[index])
        }
        index += 1
      }
      if index < words.count, words[index].keyword == "at" {
        let position = PositionReader(Array(words[(index + 1)...].prefix { $0.keyword != "in" }))
        center = (box.x + position.x(in: box.width), box.y + position.y(in: box.height))
      }
    }
    var radii = (x: 0.0, y: 0.0)
    if lengths.count == 1, let radius = lengths[0].length(of: box.width) {
      radii = (radius, radius)
    } else if lengths.count >= 2, let x = lengths[0].length(of: box.width), let y = lengths[1].length(of: box.height) {
      radii = (x, y)
    } else {
      radii = extentRadii(extent, center, isCircle: isCircle ?? false)
    }
    let geometry = Gradient.Geometry.radial(
      x: center.x, y: center.y, radiusX: max(radii.x, 1e-4), radiusY: max(radii.y, 1e-4))
    var gradient = finish(geometry, rest, length: max(radii.x, 1e-4), isRepeating, method: words)
    // Of an ellipse that is next to nothing, only what is beyond its last stop is seen.
    if !isRepeating, let last = gradient?.stops.last, last.offset * min(radii.x, radii.y) < 1e-3,
      last.offset * 1e-4 < 1e-3
    {
      gradient?.geometry = .radial(x: center.x, y: center.y, radiusX: 1, radiusY: 1)
      gradient?.stops = [.init(offset: 0, color: last.color), .init(offset: 1, color: last.color)]
    }
    return gradient
  }

  /// The prefixed form: a position, then a shape with an extent or two lengths, each with a comma behind it; a shape is never
  /// without a position.
  private func legacyRadial(_ arguments: [CSSValue], _ isRepeating: Bool) -> Gradient? {
    var rest = arguments[...]
    var preludes: [[CSSValue]] = []
    while preludes.count < 2, rest.count > 1, let words = rest.first?.words,
      words[0].paintColor(currentColor) == nil
    {
      preludes.append(words)
      rest = rest.dropFirst()
    }
    let extents = ["contain": "closest-side", "cover": "farthest-corner"]
    let shape = preludes.dropFirst().first?.map { word in
      word.keyword.flatMap { extents[$0] }.map { CSSValue.keyword(named: $0) } ?? word
    }
    let position = preludes.first.map { [.keyword("at")] + $0 }
    // What says nothing of its extent reaches the farthest corner in both forms.
    let prelude = (shape ?? []) + (position ?? [])
    return radial((prelude.isEmpty ? [] : [.list(prelude, .space)]) + rest, isRepeating)
  }

  private func extentRadii(_ extent: String, _ center: (x: Double, y: Double), isCircle: Bool) -> (x: Double, y: Double)
  {
    let (left, right) = (abs(center.x - box.x), abs(box.right - center.x))
    let (top, bottom) = (abs(center.y - box.y), abs(box.bottom - center.y))
    let isClosest = extent.hasPrefix("closest")
    let x = isClosest ? min(left, right) : max(left, right)
    let y = isClosest ? min(top, bottom) : max(top, bottom)
    if extent.hasSuffix("-side") {
      guard isCircle else { return (x, y) }
      let radius = isClosest ? min(x, y) : max(x, y)
      return (radius, radius)
    }
    if isCircle {
      let radius = (x * x + y * y).squareRoot()
      return (radius, radius)
    }
    // An ellipse through the corner with the ratio of the one to the sides: √2 times as large.
    return (x * 2.0.squareRoot(), y * 2.0.squareRoot())
  }

  // MARK: Circles of colours (CSS Images 4, 3.3)

  private func conic(_ arguments: [CSSValue], _ isRepeating: Bool) -> Gradient? {
    var rest = arguments[...]
    var angle = 0.0
    var center = (x: box.x + box.width / 2, y: box.y + box.height / 2)
    let words = arguments[0].words
    if let first = words[0].keyword, ["from", "at", "in"].contains(first) {
      rest = rest.dropFirst()
      if let from = words.firstIndex(where: { $0.keyword == "from" }), from + 1 < words.count {
        angle = words[from + 1].degrees ?? 0
      }
      if let at = words.firstIndex(where: { $0.keyword == "at" }) {
        let position = PositionReader(Array(words[(at + 1)...].prefix { $0.keyword != "in" }))
        center = (box.x + position.x(in: box.width), box.y + position.y(in: box.height))
      }
    }
    return finish(
      .conic(x: center.x, y: center.y, angle: angle), rest, length: 360, isRepeating, isAngular: true, method: words)
  }

  // MARK: Stops (CSS Images 4, 3.5.3)

  private func finish(
    _ geometry: Gradient.Geometry, _ arguments: ArraySlice<CSSValue>, length: Double, _ isRepeating: Bool,
    isAngular: Bool = false, method: [CSSValue]
  ) -> Gradient? {
    var offsets: [Double?] = []
    var colors: [Color?] = []
    for argument in arguments {
      let words = argument.words
      func offset(_ value: CSSValue) -> Double? {
        if isAngular, let degrees = value.degrees { return degrees / 360 }
        if case .percentage(let percentage) = value { return percentage / 100 }
        return value.length(of: length).map { length > 0 ? $0 / length : 0 }
      }
      guard let color = words[0].color(currentColor) else {
        // A hint: where the middle between two colours is.
        offsets.append(offset(words[0]))
        colors.append(nil)
        continue
      }
      let places = words.dropFirst().compactMap(offset)
      if places.isEmpty {
        offsets.append(nil)
        colors.append(color)
      }
      for place in places {
        offsets.append(place)
        colors.append(color)
      }
    }
    let interpolation = GradientInterpolation(method, colors: colors.compactMap { $0 })
    guard let placed = Self.placed(offsets, colors, interpolation) else { return nil }
    return Gradient(geometry: geometry, stops: placed, isRepeating: isRepeating)
  }

  private static func placed(
    _ given: [Double?], _ colors: [Color?], _ interpolation: GradientInterpolation
  ) -> [Gradient.Stop]? {
    guard let firstColor = colors.compactMap({ $0 }).first.map({ PaintColor($0) }) else { return nil }
    var offsets = given
    if colors.count == 1 { return [.init(offset: 0, color: firstColor), .init(offset: 1, color: firstColor)] }
    if offsets[0] == nil { offsets[0] = 0 }
    if offsets[offsets.count - 1] == nil { offsets[offsets.count - 1] = 1 }
    // Later stops are never before earlier ones.
    var greatest = -Double.infinity
    for index in offsets.indices {
      guard let offset = offsets[index] else { continue }
      greatest = max(greatest, offset)
      offsets[index] = greatest
    }
    var index = 0
    while index < offsets.count {
      guard offsets[index] == nil else {
        index += 1
        continue
      }
      var end = index
      while offsets[end] == nil { end += 1 }
      let (from, to) = (offsets[index - 1] ?? 0, offsets[end] ?? 1)
      for between in index..<end {
        offsets[between] = from + (to - from) * Double(between - index + 1) / Double(end - index + 1)
      }
      index = end
    }
    var stops: [Gradient.Stop] = []
    var before: (offset: Double, color: Color)?
    var hint: Double?
    for (index, color) in colors.enumerated() {
      let offset = offsets[index] ?? 0
      guard let color else {
        hint = offset
        continue
      }
      if let before {
        let after = (offset: offset, color: color)
        stops +=
          hint.map { hinted(before, after, at: $0, interpolation) } ?? interpolation.stops(before, after)
      }
      stops.append(.init(offset: offset, color: PaintColor(color)))
      before = (offset, color)
      hint = nil
    }
    return stops
  }

  /// The stops that a hint stands for: the curve of CSS Images 4, 3.5.3 in pieces.
  private static func hinted(
    _ from: (offset: Double, color: Color), _ to: (offset: Double, color: Color), at hint: Double,
    _ interpolation: GradientInterpolation
  ) -> [Gradient.Stop] {
    let length = to.offset - from.offset
    guard length > 0 else { return [] }
    let middle = min(max((hint - from.offset) / length, 1e-3), 1 - 1e-3)
    let exponent = logarithm(0.5) / logarithm(middle)
    return (1..<24).map { step in
      let part = Double(step) / 24
      return Gradient.Stop(
        offset: from.offset + length * part,
        color: interpolation.color(from.color, to.color, power(part, exponent)))
    }
  }
}
