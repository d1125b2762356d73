import CSSValues
import PageFormat

/// The parts of ranges, progress bars and meters that a page styles: boxes that browsers put into the control's own.
///
/// Page files have their styles where the platform does not draw the control, or not its thumb. What they cannot have:
/// contents, positions and grids of their own.
extension PagePainter {
  /// A part of a control at a node.
  struct ControlPart: Hashable {
    let node: Int
    let pseudo: PagePseudoElement
  }

  // MARK: Ranges

  /// The track of a range where the page has one, then the thumb on it.
  ///
  /// UNIMPLEMENTED: vertical ranges, which builds report.
  mutating func paintRangeParts(_ node: Int, _ style: ComputedStyle) {
    guard let content = contentBox(node, style)?.rect else { return }
    enterScope(of: node)
    guard let track = controlPart(.sliderTrack, of: node), let thumb = controlPart(.sliderThumb, of: node) else {
      return paintThumb(node, style, content)
    }
    if style.text.writingMode != .horizontalTB { omit("::-webkit-slider-thumb", "in vertical text", node) }
    // The platform draws the thumb of a range that it draws, whatever the page says of it.
    let isNative = hasAppearance(style) || hasAppearance(thumb.computed)
    let thumbMargin = margins(thumb.computed, content.width)
    let size = (
      width: isNative ? Self.thumb : outerLength(thumb.computed, \.box.width, content.width),
      height: isNative ? Self.thumb : outerLength(thumb.computed, \.box.height, content.height) ?? 0
    )
    // The track is as wide as the control, and as high as the thumb unless it says another height.
    let margin = margins(track.computed, content.width)
    let edges = insets(track.computed, content.width)
    let height =
      outerLength(track.computed, \.box.height, content.height)
      ?? max(0, size.height + thumbMargin.top + thumbMargin.bottom) + edges.top + edges.bottom
    let room = content.inset(top: margin.top, right: margin.right, bottom: margin.bottom, left: margin.left)
    let box = LayoutRect(
      x: room.x, y: room.y + (room.height - height) / 2, width: max(0, room.width), height: max(0, height))
    let inner = box.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left)
    let width = size.width ?? inner.width
    let part = rangePart(node)
    let free = inner.width - width - thumbMargin.left - thumbMargin.right
    let place = LayoutRect(
      x: inner.x + thumbMargin.left + free * (style.text.direction == .rtl ? 1 - part : part),
      y: inner.y + thumbMargin.top, width: width, height: size.height)
    let clips = beginClips([(style, frame(node) ?? content, radii(node))], node)
    paintPart(track, box, of: node)
    let trackClips = beginClips([(track.computed, box, radii(track.computed, box))], node)
    if isNative {
      paintThumb(
        node, style, LayoutRect(x: inner.x, y: place.y, width: inner.width, height: place.height))
    } else if !place.isEmpty {
      paintPart(thumb, place, of: node)
    }
    for _ in 0..<clips + trackClips { add(.end, .zero, node) }
  }

  /// How far the value of a range is from its least one to its greatest one.
  func rangePart(_ node: Int) -> Double {
    let minimum = page.attribute(node, "min").flatMap(Double.init) ?? 0
    let maximum = max(minimum, page.attribute(node, "max").flatMap(Double.init) ?? 100)
    let value = page.attribute(node, "value").flatMap(Double.init) ?? (minimum + maximum) / 2
    return maximum > minimum ? min(1, max(0, (value - minimum) / (maximum - minimum))) : 0
  }

  // MARK: Gauges

  /// The bar of a progress bar or meter that the platform does not draw, and its filled part.
  mutating func paintGaugeParts(_ node: Int, _ style: ComputedStyle, _ tag: String) {
    guard let content = contentBox(node, style)?.rect, !content.isEmpty,
      let bar = controlPart(tag == "meter" ? .meterBar : .progressBar, of: node),
      let value = controlPart(valuePart(node, tag), of: node)
    else { return }
    enterScope(of: node)
    var box = content
    // A meter's bar is in the middle row of three, of which the others are half as high.
    if tag == "meter" { box = box.inset(top: box.height / 4, right: 0, bottom: box.height / 4, left: 0) }
    box.width = outerLength(bar.computed, \.box.width, content.width) ?? box.width
    box.height = outerLength(bar.computed, \.box.height, box.height) ?? box.height
    let isRightToLeft = style.text.direction == .rtl
    if isRightToLeft { box.x = content.right - box.width }
    let clips = beginClips([(style, frame(node) ?? content, radii(node))], node)
    paintPart(bar, box, of: node)
    let barClips = beginClips([(bar.computed, box, radii(bar.computed, box))], node)
    if let part = gaugePart(node, tag), part > 0 {
      let edges = insets(bar.computed, content.width)
      let inner = box.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left)
      var filled = inner
      filled.width *= part
      filled.height = outerLength(value.computed, \.box.height, inner.height) ?? inner.height
      if isRightToLeft { filled.x = inner.right - filled.width }
      paintPart(value, filled, of: node)
    }
    for _ in 0..<clips + barClips { add(.end, .zero, node) }
  }

  private func valuePart(_ node: Int, _ tag: String) -> PagePseudoElement {
    guard tag == "meter" else { return .progressValue }
    switch meterRegion(node) {
    case .best: return .meterOptimumValue
    case .near: return .meterSuboptimumValue
    case .far: return .meterEvenLessGoodValue
    }
  }

  // MARK: Boxes

  private mutating func paintPart(_ style: NodeStyle, _ box: LayoutRect, of node: Int) {
    let opacity = style.computed.visual.opacity
    var effect = GroupEffect(node: node)
    effect.opacity = min(1, max(0, opacity))
    if effect.isVisible { add(.beginGroup(effect), .zero, node) }
    paint([box], radii(style.computed, box), of: node, style)
    if effect.isVisible { add(.end, .zero, node) }
  }

  /// Cuts what follows to the padding boxes of those boxes that cut what is in them.
  ///
  /// - Returns: how many clips were begun.
  private mutating func beginClips(
    _ boxes: [(style: ComputedStyle, box: LayoutRect, radii: [Double])], _ node: Int
  ) -> Int {
    var count = 0
    for (style, box, radii) in boxes where style.box.overflowX != .visible || style.box.overflowY != .visible {
      let border = style.border
      let inside = RoundedRect(box, radii: radii).inset(
        top: border.top.width, right: border.right.width, bottom: border.bottom.width, left: border.left.width)
      add(.beginClip(.rounded(inside)), .zero, node)
      count += 1
    }
    return count
  }

  /// A width or height of the border box; `nil` for what is not a length.
  private func outerLength(
    _ style: ComputedStyle, _ path: KeyPath<ComputedStyle, SizeValue>, _ basis: Double
  ) -> Double? {
    guard case .value(let length) = style[keyPath: path] else { return nil }
    let size = max(0, length.resolve(basis))
    guard style.box.boxSizing == .contentBox else { return size }
    let edges = insets(style, basis)
    return size + (path == \.box.width ? edges.left + edges.right : edges.top + edges.bottom)
  }

  /// Border and padding together.
  private func insets(_ style: ComputedStyle, _ basis: Double) -> Sides<Double> {
    let (border, padding) = (style.border, style.box.padding)
    return Sides(
      top: border.top.width + padding.top.resolve(basis), right: border.right.width + padding.right.resolve(basis),
      bottom: border.bottom.width + padding.bottom.resolve(basis), left: border.left.width + padding.left.resolve(basis)
    )
  }

  private func margins(_ style: ComputedStyle, _ basis: Double) -> Sides<Double> {
    func length(_ value: LengthPercentageOrAuto) -> Double {
      if case .value(let length) = value { length.resolve(basis) } else { 0 }
    }
    let margin = style.box.margin
    return Sides(
      top: length(margin.top), right: length(margin.right), bottom: length(margin.bottom), left: length(margin.left))
  }

  /// The used radii of a box that has no frame in the file (CSS Backgrounds 3, 5.5).
  private func radii(_ style: ComputedStyle, _ box: LayoutRect) -> [Double] {
    let border = style.border
    let corners = [border.topLeftRadius, border.topRightRadius, border.bottomRightRadius, border.bottomLeftRadius]
    let x = corners.map { max(0, $0.horizontal.resolve(box.width)) }
    let y = corners.map { max(0, $0.vertical.resolve(box.height)) }
    guard (x + y).contains(where: { $0 > 0 }) else { return [] }
    var factor = 1.0
    for (sum, side) in [
      (x[0] + x[1], box.width), (x[2] + x[3], box.width), (y[0] + y[3], box.height), (y[1] + y[2], box.height),
    ] where sum > side { factor = min(factor, side / sum) }
    return (x + y).map { $0 * factor }
  }
}
