import CSSValues
import HybridClient
import PageFormat
import Painting

/// What is painted of a view by its style, with the steps of pages, where that asks for more than ``ViewLook`` says: gradients, images,
/// shadows, corners and borders of all kinds, rings, texts with spacing, shadows and lines, filters, clips and masks.
///
/// ```swift
/// let paint = tree.paint(of: view, by: painter)
/// if let box = paint?.box { draw(box) } else { drawBox(ViewLook(of: view)) }
/// ```
public struct ViewPaint: Sendable {
  /// Shadows, backgrounds and borders, in place of the look's background and borders; `nil` where those are all.
  public var box: DisplayList?
  /// The texts where they were measured, in place of plain ones; `nil` where those are all.
  public var texts: DisplayList?
  /// The ring around the view, above what is in it.
  public var outline: DisplayList?
  /// What the view is shown through with all that is in it: steps that begin something, each to be ended.
  public var effects: [DisplayItem] = []
  /// The border box with its corners.
  public var edge: RoundedRect
  /// The padding box with its corners, which views with ``HostView/clips`` cut to.
  public var inside: RoundedRect

  /// What a page says of a view beside its style.
  public struct State {
    /// The background in place of the style's, as of pressed buttons; `nil` for the style's own.
    public var background: ViewLook.Color?
    /// The texts' colour in place of the style's; `nil` for the style's own.
    public var color: ViewLook.Color?
    /// Whether the lines of the text are shown.
    public var showsLines = true

    /// A view as its style says.
    public init() {}
  }

  init(of view: HostView, _ style: ComputedStyle, _ frame: LayoutRect, _ painter: BoxPainter, _ state: State) {
    var style = style
    // On the way to other colors.
    if let color = state.background ?? view.moving("backgroundColor") {
      style.visual.backgroundColor = .color(color.value)
    }
    if let color = state.color ?? view.moving("color") { style.text.color = color.value }
    if let color = view.moving("borderColor") {
      for side in [\BorderStyle.top, \.right, \.bottom, \.left] {
        style.border[keyPath: side].color = .color(color.value)
      }
    }
    if view.kind != .box, view.kind != .scroller { Self.flatten(&style.border) }
    edge = RoundedRect(frame, radii: BoxPainter.radii(style, frame))
    let border = style.border
    inside = edge.inset(
      top: border.top.width, right: border.right.width, bottom: border.bottom.width, left: border.left.width)
    let lines =
      !state.showsLines
      ? []
      : view.lines.map { line in
        BoxPainter.Line(
          text: line.text, frame: line.frame, baseline: line.baseline, isRightToLeft: line.isRightToLeft)
      }
    if view["paint"] != nil {
      box = painter.box(style, in: frame, lines: lines)
      effects = painter.effects(style, in: frame)
      if border.outline.width > 0, border.outline.style != .none { outline = painter.outline(style, in: frame) }
    }
    if view["textPaint"] != nil, !lines.isEmpty { texts = painter.texts(style, in: frame, lines: lines) }
  }

  /// The borders that browsers give controls by themselves are plain lines: platforms have looks of their own for these.
  private static func flatten(_ border: inout BorderStyle) {
    for side in [\BorderStyle.top, \.right, \.bottom, \.left] {
      if [.inset, .outset].contains(border[keyPath: side].style) { border[keyPath: side].style = .solid }
    }
  }

  /// What is painted of the view by itself may touch, its effects aside; empty where it is plain.
  public var reach: LayoutRect {
    [box, texts, outline].compactMap { $0?.reach }.reduce(LayoutRect.zero) { $0.united($1) }
  }

  /// What clips and masks leave of the view with all that is in it, for platforms that cut views to a picture: its alpha is how much is
  /// shown, and outside of the area nothing is. `nil` where nothing is cut. Filters are left out.
  public var coverage: (list: DisplayList, area: LayoutRect)? {
    var list = DisplayList()
    list.canvasColor = .transparent
    var area: LayoutRect?
    var begun = 0
    for item in effects {
      switch item {
      case .beginClip(let shape):
        area = area.map { $0.intersection(shape.bounds) } ?? shape.bounds
        list.append(item, node: 0)
      case .beginGroup(var effect):
        guard let first = effect.mask.first else { continue }
        let masked = effect.mask.dropFirst().reduce(first.area.rect) { $0.bounding($1.area.rect) }
        area = area.map { $0.intersection(masked) } ?? masked
        effect.filters = []
        effect.opacity = 1
        effect.blend = .normal
        list.append(.beginGroup(effect), node: 0)
      default: continue
      }
      begun += 1
    }
    // A path may reach anywhere.
    let most = edge.rect.inset(by: -Self.widestCut)
    guard let shown = area?.intersection(most) else { return nil }
    let filled = shown.width > 0 && shown.height > 0 ? shown : .zero
    list.append(.fill(.rounded(RoundedRect(filled)), .color(PaintColor(0, 0, 0)), .normal), bounds: filled, node: 0)
    for _ in 0..<begun { list.append(.end, node: 0) }
    return (list, filled)
  }

  /// As far beyond a view as is shown of it where a clip path lets that be seen.
  private static let widestCut = 1024.0

  /// As far as effects are painted beyond a view; surfaces of very large blurs would cover many screens.
  private static let widestSpread = 256.0

  /// How far the effects spread what is painted, in CSS px: at most 256.
  public var spread: Double {
    let most = effects.reduce(0) { most, item in
      guard case .beginGroup(let effect) = item else { return most }
      return effect.filters.reduce(most) { spread, filter in
        switch filter {
        case .blur(let deviation): spread + 3 * deviation + 2
        case .dropShadow(let dx, let dy, let deviation, _): spread + max(abs(dx), abs(dy)) + 3 * deviation + 2
        case .colorMatrix, .toLinearLight, .fromLinearLight: spread
        }
      }
    }
    return min(most, Self.widestSpread)
  }
}

extension HostTree {
  /// What is painted of a view by its style; `nil` where its look says all, or the page's styles are unknown.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - painter: a painter for the screen.
  ///   - origin: the left upper corner of its frame where it is painted, in CSS px.
  ///   - state: what the view says beside its style.
  public func paint(
    of view: HostView, by painter: BoxPainter, at origin: (x: Double, y: Double) = (0, 0),
    _ state: ViewPaint.State = ViewPaint.State()
  ) -> ViewPaint? {
    guard view["paint"] != nil || view["textPaint"] != nil, let style = style(view.node) else { return nil }
    let frame = LayoutRect(x: origin.x, y: origin.y, width: view.frame.width, height: view.frame.height)
    return ViewPaint(of: view, style, frame, painter, state)
  }
}

extension HostView {
  /// A color on its way to another one, or one that an animation gives.
  fileprivate func moving(_ name: String) -> ViewLook.Color? {
    guard let value = self[name], value != said(name) else { return nil }
    return ViewLook.Color(value)
  }
}

extension ViewLook.Color {
  /// The color as styles have it.
  fileprivate var value: CSSValues.Color { CSSValues.Color(.srgb, red, green, blue, alpha: alpha) }
}

extension ViewTextLine {
  /// Whether the first letter with a direction goes from right to left: Hebrew, Arabic and their neighbours.
  public var isRightToLeft: Bool { Self.isRightToLeft(text) }

  /// Whether the first letter of a text that has a direction goes from right to left.
  public static func isRightToLeft(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return false }
    return 0x0590...0x08FF ~= first.value || 0xFB1D...0xFDFF ~= first.value || 0xFE70...0xFEFC ~= first.value
      || 0x10800...0x10FFF ~= first.value || 0x1E800...0x1EFFF ~= first.value
  }
}
