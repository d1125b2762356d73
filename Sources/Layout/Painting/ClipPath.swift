import CSSValues

/// The clips that cut a box itself: `clip-path` of an upright rectangle, and `clip` (CSS Masking 1, 5 and 9).
enum ClipPath {
  /// The rectangle in px of the page; `nil` where there is none.
  ///
  /// Rounded corners of `inset()`, other shapes and references to SVG are left to clients that read the style.
  static func rect(_ style: ComputedStyle, box: LayoutRect) -> LayoutRect? {
    let path = style.other[.clipPath].flatMap { inset($0, style, box) }
    let position = style.box.position
    // `clip` applies only to absolutely positioned boxes (CSS Masking 1, 9).
    guard position == .absolute || position == .fixed, let clip = style.other[.clip].flatMap({ legacyClip($0, box) })
    else { return path }
    return path?.intersection(clip) ?? clip
  }

  private static func inset(_ value: CSSValue, _ style: ComputedStyle, _ box: LayoutRect) -> LayoutRect? {
    var items = [value]
    if case .list(let list, .space) = value { items = list }
    guard case .function("inset", let arguments, _)? = items.first, let area = reference(items.dropFirst(), style, box)
    else { return nil }
    return insetArea(arguments, in: area)
  }

  /// The rectangle that the arguments of `inset()` leave of an area; `nil` where one is not a length.
  static func insetArea(_ arguments: [CSSValue], in area: LayoutRect) -> LayoutRect? {
    let lengths = arguments.prefix { $0 != .keyword("round") }.map { $0 }
    guard (1...4).contains(lengths.count) else { return nil }
    let sides = [lengths[0], lengths.count > 1 ? lengths[1] : lengths[0]]
    let all = sides + [lengths.count > 2 ? lengths[2] : sides[0], lengths.count > 3 ? lengths[3] : sides[1]]
    guard let top = length(all[0], area.height), let right = length(all[1], area.width),
      let bottom = length(all[2], area.height), let left = length(all[3], area.width)
    else { return nil }
    // CSS Shapes 1, 3.1: insets that cross leave nothing.
    return LayoutRect(
      x: area.x + left, y: area.y + top, width: max(0, area.width - left - right),
      height: max(0, area.height - top - bottom))
  }

  /// The reference box; `nil` for one that is not known here.
  private static func reference(_ boxes: ArraySlice<CSSValue>, _ style: ComputedStyle, _ box: LayoutRect) -> LayoutRect?
  {
    guard let name = boxes.first else { return box }
    switch name {
    case .keyword("border-box"): return box
    case .keyword("padding-box"):
      let border = style.border
      return LayoutRect(
        x: box.x + border.left.width, y: box.y + border.top.width,
        width: box.width - border.left.width - border.right.width,
        height: box.height - border.top.width - border.bottom.width)
    default: return nil
    }
  }

  /// `rect(top, right, bottom, left)`: all from the left upper corner.
  private static func legacyClip(_ value: CSSValue, _ box: LayoutRect) -> LayoutRect? {
    guard case .function("rect", let arguments, _) = value else { return nil }
    var edges: [CSSValue] = []
    for argument in arguments {
      if case .list(let list, _) = argument { edges += list } else { edges.append(argument) }
    }
    guard edges.count == 4 else { return nil }
    let top = length(edges[0], 0) ?? 0
    let right = length(edges[1], 0) ?? box.width
    let bottom = length(edges[2], 0) ?? box.height
    let left = length(edges[3], 0) ?? 0
    return LayoutRect(x: box.x + left, y: box.y + top, width: max(0, right - left), height: max(0, bottom - top))
  }

  private static func length(_ value: CSSValue, _ basis: Double) -> Double? {
    let length: Double? =
      switch value {
      case .dimension(let length, .px): length
      case .number(0): 0
      case .percentage(let percentage): percentage * basis / 100
      case .math(let expression): expression.resolve(percentageBasis: basis)
      default: nil
      }
    return length.map(clampedLength)
  }
}
