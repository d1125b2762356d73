import CSSValues
import PageFormat

/// Reference boxes of clip paths, and `shape()` (CSS Masking 1, 5.1; CSS Shapes 2, 3).
extension PagePainter {
  private static let boxNames: Set<String> = [
    "border-box", "padding-box", "content-box", "margin-box", "fill-box", "stroke-box", "view-box",
  ]

  /// The box that a clip path counts from: the border box where the page names none.
  func clipReference(_ value: CSSValue, _ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) -> (
    box: RoundedRect, isNamed: Bool
  ) {
    let border = RoundedRect(frame, radii: radii(node))
    guard let name = value.words.compactMap(\.keyword).first(where: Self.boxNames.contains) else {
      return (border, false)
    }
    let sides = style.border
    let inside = border.inset(
      top: sides.top.width, right: sides.right.width, bottom: sides.bottom.width, left: sides.left.width)
    switch name {
    case "padding-box": return (inside, true)
    case "content-box", "fill-box":
      let padding = padding(node, style)
      return (
        inside.inset(top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left), true
      )
    case "margin-box":
      let basis = page.parent(node).flatMap { self.frame($0)?.width } ?? layout.viewport.width
      func length(_ margin: LengthPercentageOrAuto) -> Double {
        if case .value(let length) = margin { length.resolve(basis) } else { 0 }
      }
      let margin = style.box.margin
      return (
        RoundedRect(
          frame.inset(
            top: -length(margin.top), right: -length(margin.right), bottom: -length(margin.bottom),
            left: -length(margin.left)), radii: border.radii), true
      )
    default: return (border, true)
    }
  }

  /// `inset()` in a box, where the layout file has no rectangle for it.
  func insetShape(_ words: [CSSValue], _ style: ComputedStyle, _ box: LayoutRect) -> PaintShape? {
    let edges = words.prefix { $0.keyword != "round" }.map { $0 }
    guard (1...4).contains(edges.count) else { return nil }
    let order = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][edges.count - 1]
    let lengths = order.enumerated().map { side, place in
      edges[place].length(of: side % 2 == 0 ? box.height : box.width) ?? 0
    }
    let rect = box.inset(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    return .rounded(RoundedRect(rect, radii: insetRadii(style, rect)))
  }
}

/// Reads the commands of `shape()` in a box.
struct ShapeReader {
  let box: LayoutRect
  private(set) var path = PaintPath()
  private(set) var rule = FillRule.nonzero
  private var current = (x: 0.0, y: 0.0)
  private var start = (x: 0.0, y: 0.0)
  /// The last control point of the curve before, which a smooth one mirrors.
  private var control: (x: Double, y: Double)?

  init(box: LayoutRect) { self.box = box }

  /// The area of the commands; `nil` where one of them cannot be read.
  mutating func read(_ commands: [CSSValue]) -> PaintShape? {
    for (index, command) in commands.enumerated() {
      var words = command.words
      if index == 0 {
        if words.first?.keyword == "evenodd" { rule = .evenOdd }
        guard let from = words.firstIndex(where: { $0.keyword == "from" }) else { return nil }
        move(position(Array(words[(from + 1)...])))
        continue
      }
      guard let name = words.first?.keyword else { return nil }
      words.removeFirst()
      guard read(name, words) else { return nil }
    }
    return path.isEmpty ? nil : .path(path, rule)
  }

  private mutating func move(_ point: (x: Double, y: Double)) {
    path.move(point.x, point.y)
    (current, start) = (point, point)
    control = nil
  }

  private func position(_ words: [CSSValue]) -> (x: Double, y: Double) {
    let reader = PositionReader(words)
    return (box.x + reader.x(in: box.width), box.y + reader.y(in: box.height))
  }

  /// Where a command ends: `to` a position, or `by` two lengths from where the one before ended.
  private func target(_ words: [CSSValue]) -> (x: Double, y: Double)? {
    if words.first?.keyword == "to" { return position(Array(words.dropFirst())) }
    guard words.first?.keyword == "by", words.count >= 3, let x = words[1].length(of: box.width),
      let y = words[2].length(of: box.height)
    else { return nil }
    return (current.x + x, current.y + y)
  }

  private mutating func read(_ name: String, _ words: [CSSValue]) -> Bool {
    switch name {
    case "close":
      path.close()
      current = start
      control = nil
    case "move":
      guard let point = target(words) else { return false }
      move(point)
    case "line":
      guard let point = target(words) else { return false }
      line(to: point)
    case "hline", "vline":
      guard words.count >= 2 else { return false }
      let isHorizontal = name == "hline"
      let basis = isHorizontal ? box.width : box.height
      guard let length = words[1].length(of: basis) else { return false }
      let origin = words[0].keyword == "by" ? (isHorizontal ? current.x : current.y) : isHorizontal ? box.x : box.y
      line(to: isHorizontal ? (origin + length, current.y) : (current.x, origin + length))
    case "curve", "smooth": return curve(words, isSmooth: name == "smooth")
    case "arc": return arc(words)
    default: return false
    }
    return true
  }

  private mutating func line(to point: (x: Double, y: Double)) {
    path.line(point.x, point.y)
    current = point
    control = nil
  }

  private mutating func curve(_ words: [CSSValue], isSmooth: Bool) -> Bool {
    let with = words.firstIndex { $0.keyword == "with" }
    guard let end = target(Array(words[..<(with ?? words.count)])) else { return false }
    let isRelative = words.first?.keyword == "by"
    var controls: [(x: Double, y: Double)] = []
    if let with {
      for part in words[(with + 1)...].split(whereSeparator: { if case .slash = $0 { true } else { false } }) {
        controls.append(point(Array(part), end, isRelative: isRelative))
      }
    }
    let mirrored = control.map { (x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
    switch (isSmooth, controls.count) {
    case (false, 2): add(controls[0], controls[1], end)
    case (false, 1): quadratic(controls[0], end)
    case (true, 1): add(mirrored, controls[0], end)
    case (true, 0): quadratic(mirrored, end)
    default: return false
    }
    return true
  }

  /// A control point, which `from` may count from the curve's start, its end or the box.
  private func point(_ words: [CSSValue], _ end: (x: Double, y: Double), isRelative: Bool) -> (x: Double, y: Double) {
    let from = words.firstIndex { $0.keyword == "from" }
    let own = Array(words[..<(from ?? words.count)])
    let origin =
      from.flatMap { $0 + 1 < words.count ? words[$0 + 1].keyword : nil } ?? (isRelative ? "start" : "origin")
    guard origin != "origin", own.count >= 2 else { return position(own) }
    let base = origin == "end" ? end : current
    return (base.x + (own[0].length(of: box.width) ?? 0), base.y + (own[1].length(of: box.height) ?? 0))
  }

  private mutating func quadratic(_ middle: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
    let from = current
    add(
      (from.x + (middle.x - from.x) * 2 / 3, from.y + (middle.y - from.y) * 2 / 3),
      (end.x + (middle.x - end.x) * 2 / 3, end.y + (middle.y - end.y) * 2 / 3), end)
    control = middle
  }

  private mutating func add(
    _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), _ end: (x: Double, y: Double)
  ) {
    path.curve(first.x, first.y, second.x, second.y, end.x, end.y)
    current = end
    control = second
  }

  private mutating func arc(_ words: [CSSValue]) -> Bool {
    guard let of = words.firstIndex(where: { $0.keyword == "of" }), let end = target(Array(words[..<of])) else {
      return false
    }
    let rest = Array(words[(of + 1)...])
    // Percentages of radii count from the box's diagonal.
    let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
    let radii = rest.prefix { $0.keyword == nil }.compactMap { $0.length(of: diagonal) }
    guard let first = radii.first else { return false }
    let turn = rest.firstIndex { $0.keyword == "rotate" }.flatMap { $0 + 1 < rest.count ? rest[$0 + 1].degrees : nil }
    path.addArc(
      current.x, current.y,
      [
        first, radii.count > 1 ? radii[1] : first, turn ?? 0, rest.contains { $0.keyword == "large" } ? 1 : 0,
        rest.contains { $0.keyword == "cw" } ? 1 : 0, end.x, end.y,
      ])
    current = end
    control = nil
    return true
  }
}
