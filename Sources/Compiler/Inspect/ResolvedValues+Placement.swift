import CSSValues
import HTML
import Layout

// Values that CSSOM (9) resolves to used ones where layout knows them: insets, transforms, tracks of grids.
extension ResolvedValues {
  /// The used value of such a property of an element with a CSS box, or `nil` where it resolves to the computed one.
  func usedPlacement(
    of property: PropertyID, element: NodeID, style: ComputedStyle, frame: LayoutRect, isInline: Bool
  ) -> String? {
    switch property {
    case .top: return inset(style.box.inset.top, against: style.box.inset.bottom, .top, element, style, frame, isInline)
    case .bottom:
      return inset(style.box.inset.bottom, against: style.box.inset.top, .bottom, element, style, frame, isInline)
    case .left:
      return inset(style.box.inset.left, against: style.box.inset.right, .left, element, style, frame, isInline)
    case .right:
      return inset(style.box.inset.right, against: style.box.inset.left, .right, element, style, frame, isInline)
    case .marginTop: return isInline ? nil : margin(style.box.margin.top, .top, element, style, frame)
    case .marginRight: return isInline ? nil : margin(style.box.margin.right, .right, element, style, frame)
    case .marginBottom: return isInline ? nil : margin(style.box.margin.bottom, .bottom, element, style, frame)
    case .marginLeft: return isInline ? nil : margin(style.box.margin.left, .left, element, style, frame)
    case .transform:
      return style.other[.transform].flatMap {
        TransformMatrix($0, percentagesOf: isInline ? .zero : frame)?.text
      }
    case .backgroundSize: return bothSizes(style.serialized(.backgroundSize))
    case .transformOrigin, .perspectiveOrigin: return origin(style.other[property], of: isInline ? .zero : frame)
    case .gridTemplateColumns, .gridTemplateRows:
      guard let tracks = page.gridTracks(of: element) else { return nil }
      return property == .gridTemplateColumns
        ? trackList(tracks.columns, style.grid.templateColumns) : trackList(tracks.rows, style.grid.templateRows)
    default: return nil
    }
  }

  // MARK: Insets

  private enum Edge {
    case top, right, bottom, left
    var isHorizontal: Bool { self == .left || self == .right }
  }

  /// CSSOM, 9: of positioned boxes; those that layout leaves over-constrained stay as they were given.
  private func inset(
    _ value: LengthPercentageOrAuto, against opposite: LengthPercentageOrAuto, _ edge: Edge, _ element: NodeID,
    _ style: ComputedStyle, _ frame: LayoutRect, _ isInline: Bool
  ) -> String? {
    switch style.box.position {
    case .static: return nil
    case .relative:
      if isInline {
        // Chromium counts no percentages for boxes in lines.
        guard value == .auto else { return nil }
        if case .value(let other) = opposite, other.hasPercentage { return "auto" }
        return pixels(-(length(opposite, 0) ?? 0))
      }
      let basis = contentSize(around: element, edge)
      return pixels(length(value, basis) ?? -(length(opposite, basis) ?? 0))
    case .sticky:
      guard case .value(let length) = value, length.hasPercentage else { return nil }
      return pixels(length.resolve(scrollportSize(around: element, edge)))
    case .absolute, .fixed:
      guard let area = page.containingBlock(of: element) else { return nil }
      if let length = length(value, edge.isHorizontal ? area.width : area.height) { return pixels(length) }
      // Auto margins are 0 beside an auto inset (CSS Positioned Layout 3, 4.2).
      let margin: LengthPercentageOrAuto =
        switch edge {
        case .top: style.box.margin.top
        case .right: style.box.margin.right
        case .bottom: style.box.margin.bottom
        case .left: style.box.margin.left
        }
      let outer = length(margin, area.width) ?? 0
      switch edge {
      case .top: return pixels(frame.y - outer - area.y)
      case .left: return pixels(frame.x - outer - area.x)
      case .right: return pixels(area.x + area.width - frame.x - frame.width - outer)
      case .bottom: return pixels(area.y + area.height - frame.y - frame.height - outer)
      }
    }
  }

  // MARK: Backgrounds

  /// Sizes of layers with their second lengths, which Chromium writes out.
  private func bothSizes(_ text: String) -> String {
    var layers = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 { layers.append("") } else { layers[layers.count - 1].append(character) }
    }
    return layers.map { layer in
      let size = layer.drop { $0 == " " }
      var depth = 0
      let isPair = size.contains { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return character == " " && depth == 0
      }
      return isPair || ["auto", "cover", "contain"].contains(size) ? String(size) : size + " auto"
    }.joined(separator: ", ")
  }

  // MARK: Margins

  /// The used margin where it is a percentage, or `auto` of a box in a block container; other layouts keep no auto margins.
  private func margin(
    _ value: LengthPercentageOrAuto, _ edge: Edge, _ element: NodeID, _ style: ComputedStyle, _ frame: LayoutRect
  ) -> String? {
    if case .value(let length) = value {
      return length.hasPercentage ? pixels(length.resolve(containingWidth(of: element))) : nil
    }
    guard style.box.position != .absolute, style.box.position != .fixed, !isFlexOrGridItem(element, style) else {
      return nil
    }
    guard edge.isHorizontal, style.box.float == .none, case .box(.block, _, _) = style.box.display,
      style.box.position == .static,
      let (ancestor, outer, parent) = container(around: element, where: { _ in true })
    else { return "0px" }
    let basis = containingWidth(of: ancestor)
    let left = frame.x - outer.x - parent.border.left.width - parent.box.padding.left.resolve(basis)
    let right =
      outer.x + outer.width - parent.border.right.width - parent.box.padding.right.resolve(basis) - frame.x
      - frame.width
    return pixels(edge == .left ? left : right)
  }

  private func length(_ value: LengthPercentageOrAuto, _ basis: Double) -> Double? {
    if case .value(let value) = value { return value.resolve(basis) }
    return nil
  }

  /// The content box of the nearest ancestor that is not a box in a line.
  private func contentSize(around element: NodeID, _ edge: Edge) -> Double {
    guard let (ancestor, rect, style) = container(around: element, where: { _ in true }) else {
      return edge.isHorizontal ? page.viewport.width : page.viewport.height
    }
    let basis = containingWidth(of: ancestor)
    let (padding, border) = (style.box.padding, style.border)
    return edge.isHorizontal
      ? max(
        0,
        rect.width - padding.left.resolve(basis) - padding.right.resolve(basis) - border.left.width - border.right.width
      )
      : max(
        0,
        rect.height - padding.top.resolve(basis) - padding.bottom.resolve(basis) - border.top.width
          - border.bottom.width)
  }

  /// The padding box of the nearest scroll container.
  private func scrollportSize(around element: NodeID, _ edge: Edge) -> Double {
    let found = container(around: element) { style in
      ![.visible, .clip].contains(style.box.overflowX) || ![.visible, .clip].contains(style.box.overflowY)
    }
    // The page's own overflow is the viewport's.
    guard let (ancestor, rect, style) = found, ancestor != page.document.documentElement,
      !page.document.isElement(ancestor, .body)
    else { return edge.isHorizontal ? page.viewport.width : page.viewport.height }
    return edge.isHorizontal
      ? max(0, rect.width - style.border.left.width - style.border.right.width)
      : max(0, rect.height - style.border.top.width - style.border.bottom.width)
  }

  private func container(
    around element: NodeID, where holds: (ComputedStyle) -> Bool
  ) -> (element: NodeID, frame: LayoutRect, style: ComputedStyle)? {
    var ancestor = page.document.parentElement(element)
    while ancestor.exists {
      if let frame = page.frame(of: ancestor)?.rect, let style = page.style(of: ancestor), style.box.display != .inline,
        holds(style)
      {
        return (ancestor, frame, style)
      }
      ancestor = page.document.parentElement(ancestor)
    }
    return nil
  }

  // MARK: Transforms

  private func origin(_ value: CSSValue?, of box: LayoutRect) -> String? {
    let point = PlanarTransform.origin(value, LayoutRect(x: 0, y: 0, width: box.width, height: box.height))
    var text = "\(pixels(point.x)) \(pixels(point.y))"
    if case .list(let items, .space)? = value, items.count > 2, case .dimension(let depth, .px) = items[2], depth != 0 {
      text += " " + pixels(depth)
    }
    return text
  }

  // MARK: Grids

  /// CSS Grid 2, 7.2.6: all tracks with their sizes, implicit ones too, and the names of the template's lines.
  private func trackList(_ tracks: LayoutResult.GridTracks, _ template: GridTemplate) -> String? {
    if case .subgrid = template { return nil }
    guard !tracks.sizes.isEmpty else { return nil }
    var names: [Int: [String]] = [:]
    if case .tracks(let items) = template { names = lineNames(items, count: tracks.explicit.count) }
    var parts: [String] = []
    for line in 0...tracks.sizes.count {
      if let names = names[line - tracks.explicit.lowerBound], !names.isEmpty,
        tracks.explicit.lowerBound...tracks.explicit.upperBound ~= line
      {
        parts.append("[" + names.map { CSSText.identifier($0) }.joined(separator: " ") + "]")
      }
      if line < tracks.sizes.count { parts.append(pixels(tracks.sizes[line])) }
    }
    return parts.joined(separator: " ")
  }

  /// The names of a template's lines with its repeats written out.
  ///
  /// - Parameter count: the tracks of the template as they were laid out, which says how many times automatic repeats
  ///   repeat theirs.
  private func lineNames(_ items: [TrackListItem], count: Int) -> [Int: [String]] {
    var fixed = 0
    var repeated = 0
    func trackCount(_ items: [TrackListItem]) -> Int {
      items.reduce(0) { if case .track = $1 { return $0 + 1 } else { return $0 } }
    }
    for item in items {
      switch item {
      case .track: fixed += 1
      case .repeat(.count(let times), let inner): fixed += Int(times) * trackCount(inner)
      case .repeat(_, let inner): repeated = trackCount(inner)
      case .lineNames: break
      }
    }
    let automatic = repeated > 0 ? max(0, (count - fixed) / repeated) : 0
    var names: [Int: [String]] = [:]
    var line = 0
    func append(_ items: [TrackListItem]) {
      for item in items where line <= count {
        switch item {
        case .track: line += 1
        case .lineNames(let own): names[line, default: []] += own
        case .repeat(.count(let times), let inner): for _ in 0..<times where line <= count { append(inner) }
        case .repeat(_, let inner): for _ in 0..<automatic where line <= count { append(inner) }
        }
      }
    }
    append(items)
    return names
  }
}
