import Names

/// What single properties do to their values besides resolving units, colours and URLs: the property table says which.
enum PropertyComputation {
  static func mapItems(_ value: CSSValue, _ transform: (CSSValue) -> CSSValue) -> CSSValue {
    if case .list(let items, .comma) = value { return .list(items.map(transform), .comma) }
    return transform(value)
  }

  // MARK: Fonts (CSS Fonts 4)

  /// Larger text is as large as this, as in browsers, in px.
  private static let maximumFontSize = 10_000.0

  static func fontSize(_ value: CSSValue, _ style: ComputedStyle, _ context: ComputationContext) -> CSSValue {
    let size = unboundedFontSize(value, style, context)
    guard case .dimension(let number, .px) = size, number > maximumFontSize else { return size }
    return .dimension(maximumFontSize, .px)
  }

  /// A font size as so many times another one, in single precision as in Chromium: of 14.4 px, 0.95 em is a hair below 13.68 px, and
  /// glyphs are scaled to the next smaller size then.
  static func fontSize(_ factor: Double, of size: Double) -> Double {
    let product = factor * size
    let single = Swift.Float(Double(Swift.Float(size)) * factor)
    return Swift.Float(product) == single || !single.isFinite ? product : Double(single)
  }

  private static func unboundedFontSize(
    _ value: CSSValue, _ style: ComputedStyle, _ context: ComputationContext
  ) -> CSSValue {
    let parent = context.parent.font.size
    switch value {
    case .keyword(let name):
      // 2.5: the table of absolute sizes; text whose only family is `monospace` has a medium size of its own.
      let isMonospace = style.font.families == [.generic(.monospace)]
      let medium = context.mediumFontSize
      let table: [Name: (Double, Double)] = [
        "xx-small": (9, 9), "x-small": (10, 10), "small": (13, 12), "medium": (16, 13), "large": (18, 16),
        "x-large": (24, 20), "xx-large": (32, 26), "xxx-large": (48, 39),
      ]
      if let entry = table[name] {
        return .dimension(isMonospace ? entry.1 * medium / 13 : entry.0 * medium / 16, .px)
      }
      if name == "larger" { return .dimension(fontSize(1.2, of: parent), .px) }
      if name == "smaller" { return .dimension(parent / 1.2, .px) }
      return .dimension(parent, .px)
    case .percentage(let percentage): return .dimension(max(0, fontSize(percentage / 100, of: parent)), .px)
    case .math(let expression): return .dimension(max(0, expression.resolve(percentageBasis: parent)), .px)
    default: return value
    }
  }

  static func slant(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value, items.count == 2 else { return value }
    return .list([items[0], quartered(items[1])], .space)
  }

  /// Weights, widths and slants are kept in quarters, as browsers do.
  static func quartered(_ value: CSSValue) -> CSSValue {
    switch value {
    case .number(let number): .number((number * 4).rounded(.towardZero) / 4)
    case .percentage(let percentage): .percentage((percentage * 4).rounded(.towardZero) / 4)
    case .dimension(let degrees, .deg): .dimension((degrees * 4).rounded(.towardZero) / 4, .deg)
    default: value
    }
  }

  static func atMost(_ limit: Double, _ value: CSSValue) -> CSSValue {
    if case .number(let number) = value { return .number(min(number, limit)) }
    return value
  }

  static func fontWeight(_ value: CSSValue, _ context: ComputationContext) -> CSSValue {
    guard case .keyword(let name) = value else { return value }
    let parent = context.parent.font.weight
    switch name {
    case "normal": return .number(400)
    case "bold": return .number(700)
    case "bolder": return .number(parent < 350 ? 400 : (parent < 550 ? 700 : max(900, parent)))
    case "lighter": return .number(parent < 100 ? parent : (parent < 550 ? 100 : (parent < 750 ? 400 : 700)))
    default: return value
    }
  }

  static func fontStretch(_ value: CSSValue) -> CSSValue {
    guard case .keyword(let name) = value else { return value }
    let table: [Name: Double] = [
      "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
      "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
    ]
    return table[name].map(CSSValue.percentage) ?? value
  }

  static func lineHeight(_ value: CSSValue, _ style: ComputedStyle) -> CSSValue {
    switch value {
    // Whole percents count, as browsers keep them.
    case .percentage(let percentage): .dimension(percentage.rounded(.towardZero) * style.font.size / 100, .px)
    case .math(let expression): .dimension(max(0, expression.resolve(percentageBasis: style.font.size)), .px)
    default: value
    }
  }

  static func mathDepth(_ value: CSSValue, _ context: ComputationContext) -> CSSValue {
    var parent = 0.0
    if case .number(let depth)? = context.parent.other[.mathDepth] { parent = depth }
    switch value {
    case .function("add", let arguments, _):
      if case .number(let number)? = arguments.first { return .number(parent + number) }
      return value
    case .keyword("auto-add"):
      return .number(context.parent.other[.mathStyle] == .keyword("compact") ? parent + 1 : parent)
    default: return value
    }
  }

  // MARK: Text

  /// `letter-spacing` and `word-spacing`.
  static func spacing(_ value: CSSValue) -> CSSValue {
    value == .keyword("normal") ? .dimension(0, .px) : value
  }

  /// What is `auto` at the end is left out.
  static func hyphenateLimits(_ value: CSSValue) -> CSSValue {
    guard case .list(var items, _) = value else { return value }
    while items.count > 1, items.last == .keyword("auto") { items.removeLast() }
    return items.count == 1 ? items[0] : .list(items, .space)
  }

  /// The values of `page-break-*` that `break-*` names otherwise.
  static func pageBreak(_ value: CSSValue) -> CSSValue {
    value == .keyword("always") ? .keyword("page") : value
  }

  // MARK: Lengths

  /// CSS Values 4, 6.2 Snap a length as a border width.
  static func snapped(_ length: Double, _ context: inout ComputationContext) -> Double {
    let ratio = context.viewport.scale
    guard length != 0, ratio > 0, length.isFinite else { return length }
    // Whole lengths are whole under all whole ratios: SharedStyles.
    if length != length.rounded() || ratio != ratio.rounded() { context.dependencies.insert(.devicePixelRatio) }
    let device = abs(length) * ratio
    guard device != device.rounded() else { return length }
    let whole = device < 1 ? 1 : device.rounded(.down)
    return (length < 0 ? -whole : whole) / ratio
  }

  static func snapped(_ value: CSSValue, _ context: inout ComputationContext) -> CSSValue {
    guard case .dimension(let length, .px) = value else { return value }
    return .dimension(snapped(length, &context), .px)
  }

  static func zoom(_ value: CSSValue) -> CSSValue {
    switch value {
    case .percentage(let percentage): .number(percentage / 100)
    case .keyword: .number(1)
    default: value
    }
  }

  static func lineWidth(_ value: CSSValue, snaps: Bool, _ context: inout ComputationContext) -> CSSValue {
    switch value {
    case .keyword("thin"): .dimension(1, .px)
    case .keyword("medium"): .dimension(3, .px)
    case .keyword("thick"): .dimension(5, .px)
    case .dimension(let length, .px) where snaps: .dimension(snapped(length, &context), .px)
    default: value
    }
  }

  static func alpha(_ value: CSSValue) -> CSSValue {
    switch value {
    case .number(let number): .number(min(max(number, 0), 1))
    case .percentage(let percentage): .number(min(max(percentage / 100, 0), 1))
    default: value
    }
  }

  private static func asNumber(_ value: CSSValue) -> CSSValue {
    if case .percentage(let percentage) = value { return .number(percentage / 100) }
    return value
  }

  static func asLength(_ value: CSSValue) -> CSSValue {
    if case .number(let number) = value { return .dimension(number, .px) }
    return value
  }

  /// `scroll-snap-type`: `proximity` is what it is without a word (CSS Scroll Snap 1, 4.1).
  static func snapType(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, .space) = value, items.count == 2, items[1] == .keyword("proximity") else {
      return value
    }
    return items[0]
  }

  /// `text-size-adjust`: `none` is 100 % (CSS Text Size Adjustment 1, 3).
  static func textSizeAdjust(_ value: CSSValue) -> CSSValue { value == .keyword("none") ? .percentage(100) : value }

  /// Two to four values without those that repeat what comes before.
  static func collapsed(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, .space) = value else { return value }
    let hasFill = items.last == .keyword("fill")
    var parts = hasFill ? Array(items.dropLast()) : items
    if parts.count == 4, parts[3] == parts[1] { parts.removeLast() }
    if parts.count == 3, parts[2] == parts[0] { parts.removeLast() }
    if parts.count == 2, parts[1] == parts[0] { parts.removeLast() }
    if hasFill { parts.append(.keyword("fill")) }
    return parts.count == 1 ? parts[0] : .list(parts, .space)
  }

  /// Cut to whole device pixels, as browsers keep the spacing of cells.
  static func wholePixels(_ value: CSSValue, _ context: inout ComputationContext) -> CSSValue {
    let ratio = context.viewport.scale
    let lengths: [CSSValue] = if case .list(let items, _) = value { items } else { [value] }
    // Whole lengths are whole under all whole ratios: SharedStyles.
    let isWhole = lengths.allSatisfy {
      if case .dimension(let length, .px) = $0 { length == length.rounded() } else { true }
    }
    if !isWhole || ratio != ratio.rounded() { context.dependencies.insert(.devicePixelRatio) }
    return value.wholePixels(scale: ratio)
  }

  static func backgroundSize(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, .space) = value, items.count == 2, items[1] == .keyword("auto") else { return value }
    return items[0]
  }

  /// `mask-size` keeps its second `auto`.
  static func maskSize(_ value: CSSValue) -> CSSValue {
    switch value {
    case .keyword: return value
    case .list(let items, .space): return items.allSatisfy { $0 == .keyword("auto") } ? .keyword("auto") : value
    default: return .list([value, .keyword("auto")], .space)
    }
  }

  // MARK: Shadows, filters, transforms

  static func shadow(_ value: CSSValue, isText: Bool) -> CSSValue {
    guard case .list(let items, .space) = value else { return value }
    var color = CSSValue.color(.currentColor)
    var lengths: [CSSValue] = []
    var inset: [CSSValue] = []
    for item in items {
      switch item {
      case .color: color = item
      case .keyword: inset = [item]
      default: lengths.append(item)
      }
    }
    while lengths.count < (isText ? 3 : 4) { lengths.append(.dimension(0, .px)) }
    return .list([color] + lengths + inset, .space)
  }

  /// `filter` and `backdrop-filter`.
  static func filters(_ value: CSSValue) -> CSSValue {
    if case .list(let items, .space) = value { return .list(items.map(filter), .space) }
    return filter(value)
  }

  private static func filter(_ value: CSSValue) -> CSSValue {
    guard case .function(let name, let arguments, let separator) = value else { return value }
    switch name {
    case "drop-shadow":
      guard case .list(let parts, _) = shadow(.list(arguments, .space), isText: true) else { return value }
      return .function(name, parts, .space)
    case "blur": return .function(name, arguments.isEmpty ? [.dimension(0, .px)] : arguments, separator)
    case "hue-rotate": return .function(name, arguments.isEmpty ? [.dimension(0, .deg)] : arguments, separator)
    case "grayscale", "invert", "opacity", "sepia":
      guard case .number(let number)? = arguments.first.map(asNumber) else {
        return .function(name, [.number(1)], separator)
      }
      return .function(name, [.number(min(number, 1))], separator)
    default: return .function(name, arguments.isEmpty ? [.number(1)] : arguments.map(asNumber), separator)
    }
  }

  static func scale(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value else { return asNumber(value) }
    var parts = items.map(asNumber)
    if parts.count == 3, parts[2] == .number(1) { parts.removeLast() }
    if parts.count == 2, parts[0] == parts[1] { parts.removeLast() }
    return parts.count == 1 ? parts[0] : .list(parts, .space)
  }

  static func translate(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value else { return value }
    var parts = items
    if parts.count == 3, parts[2] == .dimension(0, .px) { parts.removeLast() }
    if parts.count == 2, parts[1] == .dimension(0, .px) { parts.removeLast() }
    return parts.count == 1 ? parts[0] : .list(parts, .space)
  }

  static func rotate(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value else { return value }
    if items.count == 2 { return items[0] == .keyword("z") ? items[1] : value }
    guard items.count == 4 else { return value }
    let axis = items[..<3].map { item -> Double in
      if case .number(let number) = item { return number }
      return 0
    }
    switch (axis[0] != 0, axis[1] != 0, axis[2] != 0) {
    case (true, false, false): return .list([.keyword("x"), turned(items[3], axis[0])], .space)
    case (false, true, false): return .list([.keyword("y"), turned(items[3], axis[1])], .space)
    case (false, false, true): return turned(items[3], axis[2])
    default: return value
    }
  }

  /// An angle about an axis or, against it, its negative.
  private static func turned(_ angle: CSSValue, _ axis: Double) -> CSSValue {
    guard axis < 0, case .dimension(let degrees, let unit) = angle else { return angle }
    return .dimension(-degrees, unit)
  }

  static func offsetRotate(_ value: CSSValue) -> CSSValue {
    if case .keyword = value { return .list([value, .dimension(0, .deg)], .space) }
    return value
  }

  // MARK: Others

  /// `scroll-state` comes last.
  static func containerType(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value, items.first == .keyword("scroll-state") else { return value }
    return .list(Array(items.reversed()), .space)
  }

  static func colorScheme(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value, let index = items.firstIndex(of: .keyword("only")) else { return value }
    var parts = items
    parts.remove(at: index)
    return .list(parts + [.keyword("only")], .space)
  }

  /// CSS Easing 2, 2.2: the positions of `linear()` that were left out.
  static func easing(_ value: CSSValue) -> CSSValue {
    switch value {
    case .keyword("step-start"): return .function("steps", [.number(1), .keyword("start")], .comma)
    case .keyword("step-end"): return .function("steps", [.number(1)], .comma)
    case .function("linear", let stops, _):
      var points: [(output: CSSValue, input: Double?)] = []
      for stop in stops {
        guard case .list(let parts, _) = stop, let output = parts.first else { return value }
        let inputs = parts.dropFirst().compactMap { part -> Double? in
          if case .percentage(let percentage) = part { return percentage }
          return nil
        }
        if inputs.isEmpty {
          points.append((output, nil))
        } else {
          for input in inputs { points.append((output, input)) }
        }
      }
      guard !points.isEmpty else { return value }
      if points[0].input == nil { points[0].input = 0 }
      if points.count > 1, points[points.count - 1].input == nil {
        points[points.count - 1].input = max(100, points.compactMap(\.input).max() ?? 100)
      }
      var largest = -Double.infinity
      for index in points.indices {
        guard let input = points[index].input else { continue }
        largest = max(largest, input)
        points[index].input = largest
      }
      var index = 0
      while index < points.count {
        if points[index].input == nil {
          var end = index
          while end < points.count, points[end].input == nil { end += 1 }
          let low = points[index - 1].input ?? 0
          let high = end < points.count ? points[end].input ?? low : low
          for place in index..<end {
            points[place].input = low + (high - low) * Double(place - index + 1) / Double(end - index + 1)
          }
          index = end
        }
        index += 1
      }
      return .function("linear", points.map { .list([$0.output, .percentage($0.input ?? 0)], .space) }, .comma)
    default: return value
    }
  }

  static func counters(_ value: CSSValue, _ fallback: Double) -> CSSValue {
    let items: [CSSValue]
    if case .list(let list, _) = value { items = list } else { items = [value] }
    if items == [.keyword("none")] { return value }
    var result: [CSSValue] = []
    for (index, item) in items.enumerated() {
      result.append(item)
      if case .number = item { continue }
      var hasNumber = false
      if index + 1 < items.count, case .number = items[index + 1] { hasNumber = true }
      if case .function = item { continue }
      if !hasNumber { result.append(.number(fallback)) }
    }
    return .list(result, .space)
  }

  static func cornerShape(_ value: CSSValue) -> CSSValue {
    let number: CSSValue
    switch value {
    case .keyword("round"): number = .number(1)
    case .keyword("scoop"): number = .number(-1)
    case .keyword("bevel"): number = .number(0)
    case .keyword("notch"): number = .keyword("-infinity")
    case .keyword("square"): number = .keyword("infinity")
    case .keyword("squircle"): number = .number(2)
    default: return value
    }
    return .function("superellipse", [number], .space)
  }

  static func ratio(_ value: CSSValue) -> CSSValue {
    func complete(_ items: [CSSValue]) -> [CSSValue] {
      items.contains(.slash) ? items : items + [.slash, .number(1)]
    }
    switch value {
    case .number: return .list([value, .slash, .number(1)], .space)
    case .list(let items, _):
      if items.first == .keyword("auto") { return .list([items[0]] + complete(Array(items.dropFirst())), .space) }
      return .list(complete(items), .space)
    default: return value
    }
  }

  static func contain(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value else { return value }
    if items == [.keyword("size"), .keyword("layout"), .keyword("style"), .keyword("paint")] {
      return .keyword("strict")
    }
    if items == [.keyword("layout"), .keyword("style"), .keyword("paint")] { return .keyword("content") }
    return value
  }

  static func overflowClipMargin(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, _) = value, items.count == 2 else {
      return value == .keyword("padding-box") ? .dimension(0, .px) : value
    }
    if items[0] == .keyword("padding-box") { return items[1] }
    if items[1] == .dimension(0, .px) { return items[0] }
    return value
  }

  static func gridAutoFlow(_ value: CSSValue) -> CSSValue {
    if case .list(let items, _) = value, items.first == .keyword("row"), items.count == 2 { return items[1] }
    return value
  }

  /// Shapes with their boxes: the default box is left out.
  static func shape(_ value: CSSValue, in standardBox: Name = "border-box") -> CSSValue {
    let standard = CSSValue.keyword(standardBox)
    guard case .list(let items, .space) = value else { return shapeFunction(value) }
    let parts = items.map(shapeFunction)
    if parts.count == 2, parts[1] == standard, case .function = parts[0] { return parts[0] }
    return .list(parts, .space)
  }

  /// `rect()` and `xywh()` compute to `inset()` (CSS Shapes 1, 3.1).
  private static func shapeFunction(_ value: CSSValue) -> CSSValue {
    guard case .function(let name, let arguments, _) = value else { return value }
    func from(_ far: CSSValue) -> CSSValue {
      switch far {
      case .percentage(let percentage): return .percentage(100 - percentage)
      case .dimension(let length, .px): return difference(100, -length)
      case .math(let expression):
        var resolver = NoResolver()
        let node = CalcNode.sum([.percentage(100), .product([.number(-1), expression.root])]).simplified(&resolver)
        return leafValue(node)
      default: return .percentage(0)
      }
    }
    func rounding(_ start: Int) -> [CSSValue] { Array(arguments.dropFirst(start)) }
    switch name {
    case "rect" where arguments.count >= 4:
      let top = arguments[0] == .keyword("auto") ? .percentage(0) : arguments[0]
      let left = arguments[3] == .keyword("auto") ? .percentage(0) : arguments[3]
      let right = arguments[1] == .keyword("auto") ? .percentage(0) : from(arguments[1])
      let bottom = arguments[2] == .keyword("auto") ? .percentage(0) : from(arguments[2])
      return .function("inset", inset([top, right, bottom, left]) + roundedCorners(rounding(4)), .space)
    case "xywh" where arguments.count >= 4:
      let right = from(sum(arguments[0], arguments[2]))
      let bottom = from(sum(arguments[1], arguments[3]))
      return .function(
        "inset", inset([arguments[1], right, bottom, arguments[0]]) + roundedCorners(rounding(4)), .space)
    case "inset":
      let edges = arguments.prefix { $0 != .keyword("round") }
      return .function("inset", inset(Array(edges)) + roundedCorners(rounding(edges.count)), .space)
    case "shape": return .function(name, arguments.map(shapeCommand), .comma)
    case "circle", "ellipse":
      // The default radius is left out.
      var parts = arguments
      let radius: CSSValue = .keyword("closest-side")
      if parts.first == radius, name == "circle" || parts.dropFirst().first == radius {
        parts.removeFirst(name == "circle" ? 1 : 2)
      }
      return .function(name, parts, .space)
    default: return value
    }
  }

  /// A command of `shape()` without what is its default, and with keywords of one axis as percentages.
  private static func shapeCommand(_ value: CSSValue) -> CSSValue {
    guard case .list(var items, .space) = value else { return value }
    let isLine = items.first == .keyword("hline") || items.first == .keyword("vline")
    let standard: CSSValue = items.contains(.keyword("by")) ? .keyword("start") : .keyword("origin")
    // An arc is small, against the clock and not turned where nothing else is said.
    if items.first == .keyword("arc") {
      items.removeAll { $0 == .keyword("small") || $0 == .keyword("ccw") }
      if let turn = items.firstIndex(of: .keyword("rotate")), turn + 1 < items.count,
        items[turn + 1] == .dimension(0, .deg)
      {
        items.removeSubrange(turn...turn + 1)
      }
    }
    var index = 1
    while index < items.count {
      if items[index] == .keyword("from"), index + 1 < items.count, items[index + 1] == standard {
        items.removeSubrange(index...index + 1)
        continue
      }
      if isLine, case .keyword(let name) = items[index] {
        switch name {
        case "left", "top", "x-start", "y-start": items[index] = .percentage(0)
        case "center": items[index] = .percentage(50)
        case "right", "bottom", "x-end", "y-end": items[index] = .percentage(100)
        default: break
        }
      }
      index += 1
    }
    return .list(items, .space)
  }

  private static func inset(_ edges: [CSSValue]) -> [CSSValue] {
    if case .list(let items, _) = collapsed(.list(edges, .space)) { return items }
    return edges.isEmpty ? [] : [collapsed(.list(edges, .space))]
  }

  /// The path of `offset-path` with absolute commands (Motion Path 1, 2.1).
  static func absolutePath(_ value: CSSValue) -> CSSValue {
    switch value {
    case .function("path", let arguments, let separator):
      return .function(
        "path",
        arguments.map { argument in
          guard case .string(let data) = argument, let path = SVGPath(data) else { return argument }
          return .string(path.absolute.text)
        }, separator)
    case .list(let items, let separator): return .list(items.map(absolutePath), separator)
    default: return value
    }
  }

  /// `round` and radii, left out where all are zero.
  private static func roundedCorners(_ values: [CSSValue]) -> [CSSValue] {
    guard values.first == .keyword("round") else { return values }
    let radii = values.dropFirst()
    if radii.allSatisfy({ $0 == .dimension(0, .px) || $0 == .slash }) { return [] }
    let halves = radii.split(separator: .slash).map { inset(Array($0)) }
    guard halves.count == 2 else { return [.keyword("round")] + (halves.first ?? []) }
    return [.keyword("round")] + (halves[0] == halves[1] ? halves[0] : halves[0] + [.slash] + halves[1])
  }

  private static func difference(_ percentage: Double, _ length: Double) -> CSSValue {
    length == 0
      ? .percentage(percentage)
      : .math(CalcExpression(.sum([.percentage(percentage), .length(length)])))
  }

  private static func node(_ value: CSSValue) -> CalcNode? {
    switch value {
    case .percentage(let percentage): .percentage(percentage)
    case .dimension(let length, .px): .length(length)
    case .math(let expression): expression.root
    default: nil
    }
  }

  private static func leafValue(_ node: CalcNode) -> CSSValue {
    switch node {
    case .percentage(let percentage): .percentage(percentage)
    case .length(let length): .dimension(length, .px)
    default: .math(CalcExpression(node))
    }
  }

  private static func sum(_ left: CSSValue, _ right: CSSValue) -> CSSValue {
    guard let first = node(left), let second = node(right) else { return left }
    var resolver = NoResolver()
    return leafValue(CalcNode.sum([first, second]).simplified(&resolver))
  }

  static func emphasis(_ value: CSSValue, _ style: ComputedStyle) -> CSSValue {
    let isHorizontal = style.text.writingMode == .horizontalTB
    switch value {
    case .keyword("filled"): return .keyword(isHorizontal ? "dot" : "sesame")
    case .keyword("open"): return .list([.keyword("open"), .keyword(isHorizontal ? "dot" : "sesame")], .space)
    case .list(let items, _) where items.first == .keyword("filled"): return items[1]
    default: return value
    }
  }
}

/// A resolver of computed calculations: every unit has been resolved.
struct NoResolver: CalcResolver {
  mutating func pixels(per unit: Unit) -> Double? { nil }
  mutating func value(of variable: CalcVariable) -> CalcNode? { nil }
  var percentagesAreOpaque: Bool { true }
}

extension CSSValue {
  /// Lengths in px cut to whole device pixels.
  ///
  /// - Parameter scale: device pixels per px.
  public func wholePixels(scale: Double) -> CSSValue {
    switch self {
    case .dimension(let length, .px) where scale > 0 && length.isFinite:
      let device = length * scale
      // Whole numbers of pixels stay, whose binary form may be a little less.
      return abs(device - device.rounded()) < 1e-6 ? self : .dimension(device.rounded(.towardZero) / scale, .px)
    case .list(let items, let separator): return .list(items.map { $0.wholePixels(scale: scale) }, separator)
    default: return self
    }
  }
}
