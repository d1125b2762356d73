import CSSValues
import PageFormat

/// Images and the controls of forms at rest.
extension PagePainter {
  /// Paints what a replaced element shows instead of contents.
  mutating func paintReplaced(_ node: Int, _ style: NodeStyle) {
    guard let tag = page.tag(node) else { return }
    switch tag {
    case "img", "image": paintImage(node, style.computed, imageSource(node))
    case "object" where page.attribute(node, "type")?.hasPrefix("image/") ?? true:
      paintImage(node, style.computed, page.attribute(node, "data"))
    case "embed": paintImage(node, style.computed, page.attribute(node, "src"))
    case "iframe" where frame(node).map { !$0.isEmpty } ?? false: omit("<iframe>", "with the page in it", node)
    case "video": paintImage(node, style.computed, page.attribute(node, "poster"))
    case "input": paintInput(node, style.computed)
    case "select": paintSelectArrow(node, style.computed)
    case "option": paintOption(node)
    case "progress", "meter": paintGauge(node, style.computed, tag)
    default: break
    }
  }

  // MARK: Images (CSS Images 3, 5.5)

  private mutating func paintImage(_ node: Int, _ style: ComputedStyle, _ source: String?) {
    guard let source, !source.isEmpty,
      let box = contentBox(node, style), !box.rect.isEmpty
    else { return }
    guard let natural = imageSize(source), natural.width > 0, natural.height > 0 else {
      if page.tag(node) == "img" { paintBrokenImage(node, style, box.rect) }
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
  private func hasAppearance(_ style: ComputedStyle) -> Bool {
    style.other[.appearance].map { $0.keyword != "none" } ?? false
  }

  /// Whether the control has the platform's look: no author gave it a background, border or `appearance`.
  func isNativeControl(_ node: Int, _ style: ComputedStyle) -> Bool {
    guard page.kind(node) == .element, page.dialect == .web, let tag = page.tag(node), hasAppearance(style)
    else { return false }
    switch tag {
    case "input":
      switch page.attribute(node, "type")?.lowercased() {
      case "checkbox", "radio", "range": return true
      case "hidden", "image", "file": return false
      // The button of a colour has a border of its own.
      case "color": return hasDefaultBorder(style, Self.colorButtonBorder)
      default: return hasDefaultBorder(style)
      }
    case "progress", "meter": return true
    case "button", "select", "textarea": return hasDefaultBorder(style)
    default: return false
    }
  }

  /// Borders of the UA sheet, which give way to the platform's look.
  func hasDefaultBorder(_ style: ComputedStyle, _ color: PaintColor? = nil) -> Bool {
    let border = style.border
    let sides = [border.top, border.right, border.bottom, border.left]
    let isDefault =
      sides.allSatisfy { $0.style == .inset || $0.style == .outset }
      || sides.allSatisfy { side in
        let found = style.resolved(side.color)
        return side.style == .solid
          && [Self.outline, Self.disabledOutline, color].contains { $0.map { Self.isSame($0, found) } ?? false }
      }
    return isDefault && !border.topLeftRadius.horizontal.hasPercentage && border.topLeftRadius.horizontal == .length(0)
      && style.painted(.backgroundImage) == nil
  }

  static let outline = PaintColor(118.0 / 255, 118.0 / 255, 118.0 / 255)
  /// Whether two colours are the same in bytes.
  private static func isSame(_ one: PaintColor, _ other: PaintColor) -> Bool {
    zip([one.red, one.green, one.blue, one.alpha], [other.red, other.green, other.blue, other.alpha])
      .allSatisfy { abs($0 - $1) < 0.5 / 255 }
  }

  private static let colorButtonBorder = PaintColor.black
  static let disabledOutline = PaintColor(118.0 / 255, 118.0 / 255, 118.0 / 255, alpha: 0.3)
  private static let accent = PaintColor(0, 117.0 / 255, 1)
  static let track = PaintColor(239.0 / 255, 239.0 / 255, 239.0 / 255)
  /// Half of the outline, over whatever fills a track.
  private static let trackOutline = PaintColor(118.0 / 255, 118.0 / 255, 118.0 / 255, alpha: 0.5)
  private static let meterOutline = PaintColor(203.0 / 255, 203.0 / 255, 203.0 / 255)
  /// Of a list without the focus.
  private static let selectedOption = PaintColor(206.0 / 255, 206.0 / 255, 206.0 / 255)
  static let disabledTrack = PaintColor(239.0 / 255, 239.0 / 255, 239.0 / 255, alpha: 0.3)
  private static let disabledFill = PaintColor(239.0 / 255, 239.0 / 255, 239.0 / 255, alpha: 0.44)
  private static let disabledAccent = PaintColor(203.0 / 255, 203.0 / 255, 203.0 / 255)

  private func accent(_ style: ComputedStyle) -> PaintColor {
    style.other[.accentColor]?.paintColor(style.text.color) ?? Self.accent
  }

  func isDisabled(_ node: Int) -> Bool { page.attribute(node, "disabled") != nil }

  /// A field or button: a rounded box with a thin line.
  mutating func paintNativeControl(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect) {
    guard let tag = page.tag(node), tag != "progress", tag != "meter" else { return }
    if tag == "input", ["checkbox", "radio", "range"].contains(page.attribute(node, "type")?.lowercased() ?? "") {
      return
    }
    let (outer, middle, inner) = Self.outline(around: box)
    var fill = style.resolved(style.visual.backgroundColor)
    // A drop-down at rest looks like a field.
    if tag == "select", fill == Self.track { fill = isDisabled(node) ? Self.disabledFill : .white }
    if !fill.isTransparent { add(.fill(.rounded(middle), .color(fill), .normal), box, node) }
    let line = isDisabled(node) ? Self.disabledOutline : Self.outline
    add(.fill(.ring(outer: outer, inner: inner), .color(line), .normal), box, node)
  }

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
    default: if hasAppearance(style) { paintDrawnInput(node, style, frame, type) }
    }
  }

  private mutating func paintDrawnInput(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect, _ type: String?) {
    switch type {
    // Both have curves, which stay where they are: the whole control is on device pixels, as in Chromium.
    case "checkbox": paintCheckbox(node, style, frame.onPixels(layout.viewport.scale))
    case "radio": paintRadio(node, style, frame.onPixels(layout.viewport.scale))
    case "range": paintRange(node, style, frame)
    case "image": paintImage(node, style, page.attribute(node, "src"))
    case "color": paintSwatch(node, style)
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
    guard page.attribute(node, "checked") != nil else {
      if isDisabled(node) {
        add(.fill(.rounded(outer), .color(Self.disabledFill), .normal), box, node)
      } else {
        add(.fill(.rounded(middle), .color(.white), .normal), box, node)
      }
      let line = isDisabled(node) ? Self.disabledOutline : Self.outline
      add(.fill(.ring(outer: outer, inner: inner), .color(line), .normal), box, node)
      return
    }
    let fill = isDisabled(node) ? Self.disabledAccent : accent(style)
    let whole = RoundedRect(box, radii: Array(repeating: 2, count: 8))
    add(.fill(.rounded(whole), .color(fill), .normal), box, node)
    var path = PaintPath()
    path.move(box.x + side * 0.2, box.y + side * 0.5)
    path.line(box.x + side * 0.4, box.y + side * 0.7)
    path.line(box.x + side * 0.8, box.y + side * 0.2)
    add(.stroke(path, .color(isDisabled(node) ? Self.track : .white), StrokeStyle(width: side * 0.16)), box, node)
  }

  private mutating func paintRadio(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) {
    enterScope(of: node)
    let side = min(frame.width, frame.height)
    let (cx, cy) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let isChecked = page.attribute(node, "checked") != nil
    let line = isDisabled(node) ? Self.disabledOutline : isChecked ? accent(style) : Self.outline
    var disc = PaintPath()
    disc.addEllipse(cx, cy, side / 2 - 0.5, side / 2 - 0.5)
    add(.fill(.path(disc, .nonzero), .color(.white), .normal), frame, node)
    add(.stroke(disc, .color(line), StrokeStyle(width: 1)), frame, node)
    guard isChecked else { return }
    var dot = PaintPath()
    dot.addEllipse(cx, cy, side * 0.3, side * 0.3)
    add(.fill(.path(dot, .nonzero), .color(line), .normal), frame, node)
  }

  private mutating func paintRange(_ node: Int, _ style: ComputedStyle, _ frame: LayoutRect) {
    enterScope(of: node)
    let minimum = page.attribute(node, "min").flatMap(Double.init) ?? 0
    let maximum = max(minimum, page.attribute(node, "max").flatMap(Double.init) ?? 100)
    let value = page.attribute(node, "value").flatMap(Double.init) ?? (minimum + maximum) / 2
    let part = maximum > minimum ? min(1, max(0, (value - minimum) / (maximum - minimum))) : 0
    let fill = isDisabled(node) ? Self.disabledAccent : accent(style)
    let thumb = 16.0
    let y = frame.y + frame.height / 2
    // The thumb covers both ends of the track, by a device pixel.
    let pixel = 1 / layout.viewport.scale
    let track = RoundedRect(
      LayoutRect(x: frame.x + pixel, y: y - 4, width: max(0, frame.width - 2 * pixel), height: 8),
      radii: Array(repeating: 4, count: 8))
    let isRightToLeft = style.text.direction == .rtl
    // The thumb is a box of its own, on whole device pixels.
    let left = frame.x + (frame.width - thumb) * (isRightToLeft ? 1 - part : part)
    let center = thumb / 2 + LayoutRect(x: left, y: 0, width: thumb, height: 0).onPixels(layout.viewport.scale).x
    var filled = track.rect
    filled.width = max(0, isRightToLeft ? track.rect.right - center : center - frame.x)
    if isRightToLeft { filled.x = center }
    paintBar(node, track, filled, fill, isDisabled(node) ? Self.disabledOutline : Self.trackOutline)
    var dot = PaintPath()
    // Half a device pixel smaller all around, as Chromium draws it.
    dot.addEllipse(center, y, thumb / 2 - pixel / 2, thumb / 2 - pixel / 2)
    add(.fill(.path(dot, .nonzero), .color(fill), .normal), frame, node)
  }

  private mutating func paintGauge(_ node: Int, _ style: ComputedStyle, _ tag: String) {
    guard hasAppearance(style), let frame = frame(node), !frame.isEmpty else { return }
    enterScope(of: node)
    let minimum = tag == "meter" ? page.attribute(node, "min").flatMap(Double.init) ?? 0 : 0
    let maximum = page.attribute(node, "max").flatMap(Double.init) ?? 1
    let value = page.attribute(node, "value").flatMap(Double.init)
    let part = value.map { maximum > minimum ? min(1, max(0, ($0 - minimum) / (maximum - minimum))) : 0 }
    let height = frame.height / 2
    let bar = LayoutRect(x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
    let track = RoundedRect(bar, radii: Array(repeating: height / 2, count: 8))
    let color = tag == "meter" ? meterColor(node, value ?? 0) : accent(style)
    var filled = bar
    filled.width *= part ?? 0
    if style.text.direction == .rtl { filled.x = bar.right - filled.width }
    paintBar(node, track, filled, color, tag == "meter" ? Self.meterOutline : Self.trackOutline)
  }

  /// A track with the part that is filled, and its outline over both.
  private mutating func paintBar(
    _ node: Int, _ track: RoundedRect, _ filled: LayoutRect, _ color: PaintColor, _ line: PaintColor
  ) {
    let isDisabled = line == Self.disabledOutline
    let inside = track.inset(top: 1, right: 1, bottom: 1, left: 1)
    add(
      .fill(.rounded(track), .color(isDisabled ? Self.disabledTrack : Self.track), .normal), track.rect, node)
    if filled.width > 0 {
      add(.beginClip(.rounded(track)), .zero, node)
      add(.fill(.rounded(RoundedRect(filled)), .color(color), .normal), filled, node)
      add(.end, .zero, node)
    }
    add(.fill(.ring(outer: track, inner: inside), .color(line), .normal), track.rect, node)
  }

  /// HTML, 4.10.14: the region that holds the value, and where the best one is.
  private func meterColor(_ node: Int, _ value: Double) -> PaintColor {
    func number(_ name: String) -> Double? { page.attribute(node, name).flatMap(Double.init) }
    let (good, fair, poor) = (
      PaintColor(16.0 / 255, 124.0 / 255, 16.0 / 255), PaintColor(1, 185.0 / 255, 0),
      PaintColor(216.0 / 255, 59.0 / 255, 1.0 / 255)
    )
    let (minimum, maximum) = (number("min") ?? 0, number("max") ?? 1)
    let low = number("low") ?? minimum
    let high = number("high") ?? maximum
    let best = number("optimum") ?? (minimum + maximum) / 2
    if best < low { return value <= low ? good : value <= high ? fair : poor }
    if best > high { return value >= high ? good : value >= low ? fair : poor }
    return value >= low && value <= high ? good : fair
  }

  /// The background of an option of a list box that is selected.
  private mutating func paintOption(_ node: Int) {
    guard page.attribute(node, "selected") != nil, let frame = frame(node), !frame.isEmpty else { return }
    enterScope(of: node)
    add(.fill(.rounded(RoundedRect(frame)), .color(Self.selectedOption), .normal), frame, node)
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
