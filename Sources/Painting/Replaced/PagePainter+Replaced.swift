import CSSValues
import PageFormat

/// Images and the controls of forms at rest.
extension PagePainter {
  /// Paints what a replaced element shows instead of contents.
  mutating func paintReplaced(_ node: Int, _ style: NodeStyle) {
    guard let tag = page.tag(node) else { return }
    if let image = style.computed.content.image, !Self.drawnElements.contains(tag) {
      if Self.isFunction(image) { return omit(.content, nil, node) }
      return paintImage(node, style.computed, image)
    }
    switch tag {
    case "img", "image": paintImage(node, style.computed, imageSource(node))
    case "object" where page.attribute(node, "type")?.hasPrefix("image/") ?? true:
      paintImage(node, style.computed, page.attribute(node, "data"))
    case "embed": paintImage(node, style.computed, page.attribute(node, "src"))
    case "iframe" where frame(node).map { !$0.isEmpty } ?? false: omit("<iframe>", "with the page in it", node)
    case "video":
      paintImage(node, style.computed, page.attribute(node, "poster"))
      if page.attribute(node, "controls") != nil { omit("<video controls>", nil, node) }
    case "audio": if page.attribute(node, "controls") != nil { omit("<audio controls>", nil, node) }
    case "marquee": omit("<marquee>", "as it moves", node)
    case "input": paintInput(node, style.computed)
    case "select": paintSelectArrow(node, style.computed)
    case "option": paintOption(node)
    case "progress", "meter":
      if hasAppearance(style.computed) {
        paintGauge(node, style.computed, tag)
      } else {
        paintGaugeParts(node, style.computed, tag)
      }
    default: break
    }
  }

  /// Elements that show what they are whatever their `content` is.
  private static let drawnElements: Set<String> = [
    "input", "select", "textarea", "button", "video", "audio", "canvas", "iframe", "embed", "object", "progress",
    "meter",
  ]

  /// Whether the text of an image of `content` is a function's.
  public static func isFunction(_ image: String) -> Bool {
    image.hasSuffix(")") && image.contains("(") && !image.hasPrefix("data:")
  }

  // MARK: Images (CSS Images 3, 5.5)

  private mutating func paintImage(_ node: Int, _ style: ComputedStyle, _ source: String?) {
    guard let box = contentBox(node, style), !box.rect.isEmpty else { return }
    guard let source, !source.isEmpty, let natural = imageSize(source), natural.width > 0, natural.height > 0 else {
      if page.tag(node) == "img" || page.tag(node) == "input" { paintBrokenImage(node, style, box.rect, source) }
      return
    }
    enterScope(of: node)
    var (width, height) = Self.fitted(style.box.objectFit, natural, box.rect)
    let position = style.box.objectPosition
    var destination = LayoutRect(
      x: box.rect.x + position.x.resolve(box.rect.width - width),
      y: box.rect.y + position.y.resolve(box.rect.height - height), width: width, height: height)
    if keepsRatio(source) {
      // A drawing fills its box as its own viewport: what it shows is in the middle of it.
      let viewport = destination
      (width, height) = Self.fitted(.contain, natural, viewport)
      destination = LayoutRect(
        x: viewport.x + (viewport.width - width) / 2, y: viewport.y + (viewport.height - height) / 2, width: width,
        height: height)
    }
    add(
      .image(
        source: source, destination: destination, clip: box,
        isPixelated: style.other[.imageRendering]?.keyword == "pixelated"), box.rect, node)
  }

  /// The address of the image that an `<img>` shows: the build chose among its candidates.
  private func imageSource(_ node: Int) -> String? { layout.image(node) ?? page.attribute(node, "src") }

  private static func fitted(
    _ fit: ObjectFit, _ natural: (width: Double, height: Double), _ box: LayoutRect
  ) -> (Double, Double) {
    let (x, y) = (box.width / natural.width, box.height / natural.height)
    func scaled(_ factor: Double) -> (Double, Double) { (natural.width * factor, natural.height * factor) }
    switch fit {
    case .fill: return (box.width, box.height)
    case .contain: return scaled(min(x, y))
    case .cover: return scaled(max(x, y))
    case .none: return scaled(1)
    case .scaleDown: return scaled(min(1, x, y))
    }
  }

  /// The content box with the corners that the padding box has less the padding.
  func contentBox(_ node: Int, _ style: ComputedStyle) -> RoundedRect? {
    guard let frame = frame(node) else { return nil }
    let (border, padding) = (style.border, padding(node, style))
    return RoundedRect(frame, radii: radii(node)).inset(
      top: border.top.width + padding.top, right: border.right.width + padding.right,
      bottom: border.bottom.width + padding.bottom, left: border.left.width + padding.left)
  }

  // MARK: Controls as Chromium draws them at rest

  /// Whether `appearance` asks for the platform's look; `none` is initial.
  func hasAppearance(_ style: ComputedStyle) -> Bool {
    style.other[.appearance].map { $0.keyword != "none" } ?? false
  }

  /// Whether the control has the platform's look: no author gave it a background, border or `appearance`.
  func isNativeControl(_ node: Int, _ style: ComputedStyle) -> Bool {
    guard page.kind(node) == .element, page.dialect == .web, let tag = page.tag(node), hasAppearance(style)
    else { return false }
    let colors = colors(style)
    switch tag {
    case "input":
      switch page.attribute(node, "type")?.lowercased() {
      case "checkbox", "radio", "range": return true
      case "hidden", "image", "file": return false
      // The button of a colour has a border of its own.
      case "color": return hasDefaultBorder(style, .solid, width: 1)
      case "button", "submit", "reset": return hasDefaultBorder(style, .outset, width: 2) && fills(style, colors.button)
      default: return hasDefaultBorder(style, .inset, width: 2) && fills(style, colors.field)
      }
    case "progress", "meter": return true
    case "button": return hasDefaultBorder(style, .outset, width: 2) && fills(style, colors.button)
    case "select": return hasDefaultBorder(style, .solid, width: 1) && fills(style, colors.field, colors.button)
    case "textarea": return hasDefaultBorder(style, .solid, width: 1) && fills(style, colors.field)
    default: return false
    }
  }

  /// Whether a border is that of the UA sheet, which gives way to the platform's look.
  func hasDefaultBorder(_ style: ComputedStyle, _ line: BorderLineStyle, width: Double) -> Bool {
    let border = style.border
    let sides = [border.top, border.right, border.bottom, border.left]
    // A border that pages made wider or thinner, or of another colour, is theirs.
    let scale = layout.viewport.scale
    let snapped = max(1, (width * scale).rounded(.down)) / scale
    let corners = [border.topLeftRadius, border.topRightRadius, border.bottomRightRadius, border.bottomLeftRadius]
    return sides.allSatisfy { $0.style == line && abs($0.width - snapped) < 1 / scale && hasDefaultColor($0, style) }
      && corners.allSatisfy { !$0.horizontal.hasPercentage && $0.horizontal == .length(0) }
      && style.painted(.backgroundImage) == nil
  }

  /// The colours that the UA sheet gives the borders of fields and buttons, in both schemes.
  private func hasDefaultColor(_ side: BorderSide, _ style: ComputedStyle) -> Bool {
    if side.color == .currentColor { return side.style != .solid }
    let colors = colors(style)
    let known = [
      colors.outline, colors.buttonOutline, colors.disabledOutline, ControlColors.light.disabledOutline,
      Self.darkDisabledOutline, .black, .white,
    ]
    let found = style.resolved(side.color)
    return known.contains { found.isSame($0) }
  }

  /// Whether the background is that of the UA sheet, of controls that are disabled, too.
  private func fills(_ style: ComputedStyle, _ colors: PaintColor...) -> Bool {
    let found = style.resolved(style.visual.backgroundColor)
    return (colors + [Self.fieldOfDisabled, Self.darkFieldOfDisabled, Self.darkButtonOfDisabled]).contains {
      found.isSame($0)
    }
  }

  private static let fieldOfDisabled = PaintColor(239.0 / 255, 239.0 / 255, 239.0 / 255, alpha: 0.3)
  private static let darkFieldOfDisabled = PaintColor(59.0 / 255, 59.0 / 255, 59.0 / 255, alpha: 0.3)
  private static let darkButtonOfDisabled = PaintColor(19.0 / 255, 1.0 / 255, 1.0 / 255, alpha: 0.3)
  private static let darkDisabledOutline = PaintColor(195.0 / 255, 195.0 / 255, 195.0 / 255, alpha: 0.3)

  /// The colours of controls in the scheme that the control is in.
  ///
  /// - Parameter part: what an `accent-color` must differ from.
  func colors(_ style: ComputedStyle, beside part: KeyPath<ControlColors, PaintColor>? = nil) -> ControlColors {
    ControlColors.of(style, prefersDark: layout.viewport.colorScheme == .dark, beside: part)
  }

  private func accent(_ style: ComputedStyle, _ colors: ControlColors) -> PaintColor {
    ControlColors.accent(style, prefersDark: layout.viewport.colorScheme == .dark) ?? colors.accent
  }

  /// Whether a control is disabled, by itself or by a `<fieldset>` around it, except in that one's first legend (HTML, 4.10.18.5).
  func isDisabled(_ node: Int) -> Bool {
    if page.attribute(node, "disabled") != nil { return true }
    var (inner, next) = (node, page.parent(node))
    while let ancestor = next {
      if page.tag(ancestor) == "fieldset", page.attribute(ancestor, "disabled") != nil,
        page.children(ancestor).first(where: { page.tag($0) == "legend" }) != inner
      {
        return true
      }
      (inner, next) = (ancestor, page.parent(ancestor))
    }
    return false
  }

  /// A field or button: a rounded box with a thin line.
  mutating func paintNativeControl(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect) {
    guard let tag = page.tag(node), tag != "progress", tag != "meter" else { return }
    if tag == "input", ["checkbox", "radio", "range"].contains(page.attribute(node, "type")?.lowercased() ?? "") {
      return
    }
    let (outer, middle, inner) = Self.outline(around: box)
    let colors = colors(style)
    let type = page.attribute(node, "type")?.lowercased() ?? ""
    let isButton = tag == "button" || tag == "input" && Self.buttonTypes.contains(type)
    // A drop-down at rest looks like a field. The UA sheet's translucent fills stand for those of the scheme.
    let isDark = style.usesDarkScheme(prefersDark: layout.viewport.colorScheme == .dark)
    var fill = style.resolved(style.visual.backgroundColor)
    if tag == "select" {
      fill = isDisabled(node) ? colors.disabledField : colors.field
    } else if isDisabled(node), isButton {
      fill = colors.disabledButton
    } else if isDisabled(node), isDark {
      fill = colors.disabledField
    }
    if !fill.isTransparent { add(.fill(.rounded(middle), .color(fill), .normal), box, node) }
    let line =
      switch (isDisabled(node), isButton) {
      case (false, true): colors.buttonOutline
      case (false, false): colors.outline
      // Buttons of a dark scheme have no line.
      case (true, true): isDark ? colors.disabledButton : colors.disabledOutline
      case (true, false): colors.disabledOutline
      }
    add(.fill(.ring(outer: outer, inner: inner), .color(line), .normal), box, node)
  }

  private static let buttonTypes: Set<String> = ["button", "submit", "reset", "color"]

  /// The edges of a control's line, which is a px wide with corners of 2 px in its middle, and that middle.
  private static func outline(around box: LayoutRect) -> (outer: RoundedRect, middle: RoundedRect, inner: RoundedRect) {
    func edge(_ distance: Double) -> RoundedRect {
      RoundedRect(box.inset(by: distance), radii: Array(repeating: 2.5 - distance, count: 8))
    }
    return (edge(0), edge(0.5), edge(1))
  }

  private mutating func paintInput(_ node: Int, _ style: ComputedStyle) {
    guard let frame = frame(node), !frame.isEmpty else { return }
    let type = page.attribute(node, "type")?.lowercased()
    switch type {
    case "date", "time", "datetime-local", "month", "week": paintPicker(node, style, isClock: type == "time")
    case "file": paintFileButton(node, style)
    case "image": paintImage(node, style, page.attribute(node, "src"))
    case "range" where !hasAppearance(style): paintRangeParts(node, style)
    case "color": paintSwatch(node, style)
    default: if hasAppearance(style) { paintDrawnInput(node, style, frame, type) }
    }
  }

  private mutating func paintDrawnInput(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect, _ type: String?) {
    switch type {
    // Both have curves, which stay where they are: the whole control is on device pixels, as in Chromium.
    case "checkbox": paintCheckbox(node, style, frame.onPixels(layout.viewport.scale))
    case "radio": paintRadio(node, style, frame.onPixels(layout.viewport.scale))
    case "range": paintRange(node, style, frame)
    default: break
    }
  }

  /// The colour of a colour field, inside of its button.
  private mutating func paintSwatch(_ node: Int, _ style: ComputedStyle) {
    guard let box = contentBox(node, style)?.rect.inset(top: 4, right: 2, bottom: 4, left: 2), !box.isEmpty else {
      return
    }
    enterScope(of: node)
    let digits = (page.attribute(node, "value") ?? "#000000").dropFirst()
    let number = digits.utf8.count == 6 ? UInt32(digits, radix: 16) ?? 0 : 0
    func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    let line = PaintColor(119.0 / 255, 119.0 / 255, 119.0 / 255)
    let inner = box.inset(by: 1)
    add(.fill(.rounded(RoundedRect(inner)), .color(PaintColor(part(16), part(8), part(0))), .normal), inner, node)
    add(
      .fill(.ring(outer: RoundedRect(box), inner: RoundedRect(inner)), .color(line), .normal), box, node)
  }

  private mutating func paintCheckbox(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) {
    enterScope(of: node)
    let side = min(frame.width, frame.height)
    let box = LayoutRect(
      x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side, height: side)
    let (outer, middle, inner) = Self.outline(around: box)
    // Only where the accent shows may the other scheme's colors be needed.
    let isOn = page.attribute(node, "checked") != nil
    let colors = isOn && !isDisabled(node) ? colors(style, beside: \.field) : colors(style)
    guard isOn else {
      let (shape, fill) = isDisabled(node) ? (outer, colors.disabledField) : (middle, colors.field)
      add(.fill(.rounded(shape), .color(fill), .normal), box, node)
      let line = isDisabled(node) ? colors.disabledOutline : colors.outline
      add(.fill(.ring(outer: outer, inner: inner), .color(line), .normal), box, node)
      return
    }
    let fill = isDisabled(node) ? colors.disabledAccent : accent(style, colors)
    let whole = RoundedRect(box, radii: Array(repeating: 2, count: 8))
    add(.fill(.rounded(whole), .color(fill), .normal), box, node)
    var path = PaintPath()
    path.move(box.x + side * 0.2, box.y + side * 0.5)
    path.line(box.x + side * 0.4, box.y + side * 0.7)
    path.line(box.x + side * 0.8, box.y + side * 0.2)
    add(
      .stroke(path, .color(isDisabled(node) ? colors.disabledMark : colors.field), StrokeStyle(width: side * 0.16)),
      box, node)
  }

  private mutating func paintRadio(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) {
    enterScope(of: node)
    let side = min(frame.width, frame.height)
    let (cx, cy) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let isChecked = page.attribute(node, "checked") != nil
    let colors = isChecked && !isDisabled(node) ? colors(style, beside: \.field) : colors(style)
    let isDark = colors.field != .white
    let resting =
      isDisabled(node) ? isChecked && isDark ? colors.disabledAccent : colors.disabledOutline : colors.outline
    let line = isChecked && !isDisabled(node) ? accent(style, colors) : resting
    var disc = PaintPath()
    disc.addEllipse(cx, cy, side / 2 - 0.5, side / 2 - 0.5)
    add(.fill(.path(disc, .nonzero), .color(colors.field), .normal), frame, node)
    add(.stroke(disc, .color(line), StrokeStyle(width: 1)), frame, node)
    guard isChecked else { return }
    var dot = PaintPath()
    dot.addEllipse(cx, cy, side * 0.3, side * 0.3)
    add(.fill(.path(dot, .nonzero), .color(line), .normal), frame, node)
  }

  private mutating func paintRange(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) {
    enterScope(of: node)
    let colors = colors(style, beside: \.track)
    let fill = isDisabled(node) ? colors.disabledAccent : accent(style, colors)
    let y = frame.y + frame.height / 2
    // The thumb covers both ends of the track, by a device pixel.
    let pixel = 1 / layout.viewport.scale
    let track = RoundedRect(
      LayoutRect(x: frame.x + pixel, y: y - 4, width: max(0, frame.width - 2 * pixel), height: 8),
      radii: Array(repeating: 4, count: 8))
    let isRightToLeft = style.text.direction == .rtl
    let center = centerOfThumb(node, style, frame)
    var filled = track.rect
    filled.width = max(0, isRightToLeft ? track.rect.right - center : center - frame.x)
    if isRightToLeft { filled.x = center }
    paintBar(
      node, track, filled, isDisabled(node) ? colors.disabledTrack : colors.track, fill,
      isDisabled(node) ? colors.disabledOutline : colors.trackOutline)
    paintRangeParts(node, style)
  }

  /// The side of a range's thumb in px.
  static let thumb = 16.0

  /// The x of the thumb's middle: the thumb is a box of its own, on whole device pixels.
  private func centerOfThumb(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect) -> Double {
    let part = rangePart(node)
    let left = box.x + (box.width - Self.thumb) * (style.text.direction == .rtl ? 1 - part : part)
    return Self.thumb / 2
      + LayoutRect(x: left, y: 0, width: Self.thumb, height: 0).onPixels(layout.viewport.scale).x
  }

  /// The thumb of a range in a box.
  mutating func paintThumb(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect) {
    var dot = PaintPath()
    // Half a device pixel smaller all around, as Chromium draws it.
    let radius = Self.thumb / 2 - 0.5 / layout.viewport.scale
    let center = centerOfThumb(node, style, box)
    dot.addEllipse(center, box.y + box.height / 2, radius, radius)
    let bounds = LayoutRect(
      x: center - Self.thumb / 2, y: box.y + (box.height - Self.thumb) / 2, width: Self.thumb, height: Self.thumb)
    let colors = colors(style, beside: \.track)
    let fill = isDisabled(node) ? colors.disabledAccent : accent(style, colors)
    add(.fill(.path(dot, .nonzero), .color(fill), .normal), bounds, node)
  }

  private mutating func paintGauge(_ node: Int, _ style: ComputedStyle, _ tag: String) {
    guard hasAppearance(style), let frame = frame(node), !frame.isEmpty else { return }
    enterScope(of: node)
    let part = gaugePart(node, tag)
    let height = frame.height / 2
    let bar = LayoutRect(x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
    let track = RoundedRect(bar, radii: Array(repeating: height / 2, count: 8))
    let colors = tag == "meter" ? colors(style) : colors(style, beside: \.track)
    let color = tag == "meter" ? meterColor(node, colors) : accent(style, colors)
    var filled = bar
    // What goes on without an end has a fifth of the bar, here at its start.
    filled.width *= part ?? (tag == "meter" ? 0 : 0.2)
    if style.text.direction == .rtl { filled.x = bar.right - filled.width }
    paintBar(node, track, filled, colors.track, color, tag == "meter" ? colors.meterOutline : colors.trackOutline)
  }

  /// A track with the part that is filled, and its outline over both.
  private mutating func paintBar(
    _ node: Int, _ track: RoundedRect, _ filled: LayoutRect, _ fill: PaintColor, _ color: PaintColor, _ line: PaintColor
  ) {
    let inside = track.inset(top: 1, right: 1, bottom: 1, left: 1)
    add(
      .fill(.rounded(track), .color(fill), .normal), track.rect, node)
    if filled.width > 0 {
      add(.beginClip(.rounded(track)), .zero, node)
      add(.fill(.rounded(RoundedRect(filled)), .color(color), .normal), filled, node)
      add(.end, .zero, node)
    }
    add(.fill(.ring(outer: track, inner: inside), .color(line), .normal), track.rect, node)
  }

  /// How much of a progress or meter is filled; `nil` for a progress without a value.
  func gaugePart(_ node: Int, _ tag: String) -> Double? {
    let minimum = tag == "meter" ? page.attribute(node, "min").flatMap(Double.init) ?? 0 : 0
    let maximum = page.attribute(node, "max").flatMap(Double.init) ?? 1
    let value = page.attribute(node, "value").flatMap(Double.init)
    return value.map { maximum > minimum ? min(1, max(0, ($0 - minimum) / (maximum - minimum))) : 0 }
  }

  /// How good the value of a meter is.
  enum MeterRegion {
    case best, near, far
  }

  /// HTML, 4.10.14: the region that holds the value, and where the best one is.
  func meterRegion(_ node: Int) -> MeterRegion {
    func number(_ name: String) -> Double? { page.attribute(node, name).flatMap(Double.init) }
    let value = number("value") ?? 0
    let (minimum, maximum) = (number("min") ?? 0, number("max") ?? 1)
    let low = number("low") ?? minimum
    let high = number("high") ?? maximum
    let best = number("optimum") ?? (minimum + maximum) / 2
    if best < low { return value <= low ? .best : value <= high ? .near : .far }
    if best > high { return value >= high ? .best : value >= low ? .near : .far }
    return value >= low && value <= high ? .best : .near
  }

  private func meterColor(_ node: Int, _ colors: ControlColors) -> PaintColor {
    switch meterRegion(node) {
    case .best: colors.meter.good
    case .near: colors.meter.fair
    case .far: colors.meter.poor
    }
  }

  /// The background of an option of a list box that is selected.
  private mutating func paintOption(_ node: Int) {
    guard page.attribute(node, "selected") != nil, let frame = frame(node), !frame.isEmpty else { return }
    enterScope(of: node)
    let selected = colors(style(of: node).computed).selectedOption
    add(.fill(.rounded(RoundedRect(frame)), .color(selected), .normal), frame, node)
  }

  /// The arrow of a drop-down.
  private mutating func paintSelectArrow(_ node: Int, _ style: ComputedStyle) {
    guard page.attribute(node, "multiple") == nil, (page.attribute(node, "size").flatMap(Int.init) ?? 1) <= 1,
      hasAppearance(style), let frame = frame(node), frame.width > 20
    else { return }
    enterScope(of: node)
    let border = style.border
    let isRightToLeft = style.text.direction == .rtl
    let center = isRightToLeft ? frame.x + border.left.width + 7.5 : frame.right - border.right.width - 7.5
    let y = frame.y + frame.height / 2
    var path = PaintPath()
    path.move(center - 4, y - 2)
    path.line(center, y + 2)
    path.line(center + 4, y - 2)
    var stroke = StrokeStyle(width: 1)
    stroke.cap = .butt
    add(
      .stroke(path, .color(PaintColor(style.text.color)), stroke),
      LayoutRect(x: center - 6, y: y - 5, width: 12, height: 10), node)
  }
}
