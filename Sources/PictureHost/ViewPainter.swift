import CSSValues
import HostCore
import HybridClient
import Painting
import Text

/// Makes steps of painting of a Token page's views: backgrounds, borders, images, texts and what tables draw on their rows.
///
/// UNIMPLEMENTED: controls that only a device has (switches, segments, pickers, web views) are boxes with their names.
struct ViewPainter {
  private(set) var list: DisplayList
  private let measurer: SystemTextMeasurer
  let imageSize: (String) -> (width: Double, height: Double)?

  /// What is painted of a view by its style, in a box of the picture; `nil` for plain views.
  var viewPaint: (HostView, LayoutRect) -> ViewPaint? = { _, _ in nil }

  private static let drawnByDevices: Set<String> = [
    "image", "switch", "segment", "picker", "webView", "searchBar", "slider",
  ]
  private static let placeholderColor = ViewLook.Color(0.5, 0.5, 0.55)
  private static let placeholderLine = PaintColor(0.6, 0.6, 0.65)

  /// A painter of a screen without views.
  ///
  /// - Parameters:
  ///   - width: of the screen in CSS px.
  ///   - height: of the screen in CSS px.
  ///   - measurer: measures the texts that were not laid out.
  ///   - imageSize: the natural size of an image in px; `nil` where there is none.
  init(
    width: Double, height: Double, measuredBy measurer: SystemTextMeasurer,
    imageSize: @escaping (String) -> (width: Double, height: Double)?
  ) {
    list = DisplayList(width: width, height: height)
    self.measurer = measurer
    self.imageSize = imageSize
  }

  /// Paints the views of a page.
  mutating func paint(_ roots: [HostView]) {
    for root in HostView.inOrder(roots) { paint(root, 0, 0, depth: 0) }
  }

  private mutating func paint(_ view: HostView, _ x: Double, _ y: Double, depth: Int) {
    let look = ViewLook(of: view)
    guard depth < HostLimits.mostNested, !view.isHidden, look.opacity > 0 else { return }
    let box = view.place.offset(x, y)
    var ends = 0
    func begin(_ item: DisplayItem) {
      list.append(item, node: view.node)
      ends += 1
    }
    if let transform = look.transform {
      begin(
        .beginTransform(
          PaintMatrix.translation(box.x, box.y).concatenated(transform).concatenated(.translation(-box.x, -box.y))))
    }
    // A view fades with what is in it, as one picture.
    if look.opacity < 1 {
      var effect = GroupEffect(node: view.node)
      effect.opacity = look.opacity
      begin(.beginGroup(effect))
    }
    let painted = viewPaint(view, box)
    for item in painted?.effects ?? [] { begin(item) }
    paintBox(view, look, box, painted)
    let outer = ends
    if view.kind == .area || view.kind == .web {
      begin(.beginClip(.rounded(RoundedRect(box))))
    } else if view.clips {
      var inside = painted?.inside ?? look.inside(width: box.width, height: box.height)
      if painted == nil { inside.rect = inside.rect.offset(box.x, box.y) }
      begin(.beginClip(.rounded(inside)))
    }
    if let texts = painted?.texts, !Self.isFitted(view) {
      list.append(contentsOf: texts)
    } else {
      paintTexts(view, look, box)
    }
    for child in view.inOrder { paint(child, box.x - view.offset.x, box.y - view.offset.y, depth: depth + 1) }
    for _ in outer..<ends { list.append(.end, node: view.node) }
    if let outline = painted?.outline { list.append(contentsOf: outline) }
    for _ in 0..<outer { list.append(.end, node: view.node) }
  }

  // MARK: Boxes

  private mutating func paintBox(_ view: HostView, _ look: ViewLook, _ box: LayoutRect, _ paint: ViewPaint?) {
    guard !box.isEmpty else { return }
    let edge = paint?.edge ?? RoundedRect(box, radii: Array(repeating: look.radius, count: 8))
    if let painted = paint?.box { list.append(contentsOf: painted) } else { paintPlainBox(view, look, edge) }
    paintDecoration(view, box)
    if view.component == "dots" { return paintDots(view, box) }
    if let source = view.imageSource, let size = imageSize(source) {
      let mode = view["imageMode"] ?? (view.component == "image" ? "fill" : "aspectfit")
      let place = ImagePlacement.place(size, in: (box.width, box.height), mode: mode).offset(box.x, box.y)
      list.append(
        .image(source: source, destination: place, clip: edge, isPixelated: false), bounds: box, node: view.node)
      return
    }
    if Self.drawnByDevices.contains(view.component) || view.component == "input" { paintPlaceholder(view, look, box) }
  }

  private mutating func paintPlainBox(_ view: HostView, _ look: ViewLook, _ edge: RoundedRect) {
    let box = edge.rect
    if let color = look.background { fill(.rounded(edge), color, view) }
    if look.borderWidth > 0 {
      let width = look.borderWidth
      fill(
        .ring(outer: edge, inner: edge.inset(top: width, right: width, bottom: width, left: width)), look.borderColor,
        view)
    }
    let sides = look.sides(width: box.width, height: box.height)
    if !sides.isEmpty {
      list.append(.beginClip(.rounded(edge)), node: view.node)
      for (frame, color) in sides { fill(.rounded(RoundedRect(frame.offset(box.x, box.y))), color, view) }
      list.append(.end, node: view.node)
    }
  }

  private mutating func fill(_ shape: PaintShape, _ color: ViewLook.Color, _ view: HostView) {
    list.append(.fill(shape, .color(PaintColor(color)), .normal), bounds: shape.bounds, node: view.node)
  }

  private mutating func paintDecoration(_ view: HostView, _ box: LayoutRect) {
    for stroke in RowDecoration(of: view)?.strokes ?? [] {
      var path = PaintPath()
      guard let first = stroke.points.first else { continue }
      if stroke.radius > 0 {
        path.addEllipse(box.x + first.x, box.y + first.y, stroke.radius, stroke.radius)
      } else {
        path.move(box.x + first.x, box.y + first.y)
        for point in stroke.points.dropFirst() { path.line(box.x + point.x, box.y + point.y) }
      }
      list.append(
        .stroke(path, .color(PaintColor(stroke.color)), StrokeStyle(width: stroke.width)), bounds: box, node: view.node)
    }
  }

  private mutating func paintDots(_ view: HostView, _ box: LayoutRect) {
    let dots = PageDots(of: view)
    for (index, place) in dots.places(width: box.width, height: box.height).enumerated() {
      let dot = RoundedRect(place.offset(box.x, box.y), radii: Array(repeating: place.width / 2, count: 8))
      fill(.rounded(dot), index == dots.chosen ? dots.onColor : dots.color, view)
    }
  }

  /// A field, or the name of what only a device shows, in a thin frame.
  private mutating func paintPlaceholder(_ view: HostView, _ look: ViewLook, _ box: LayoutRect) {
    let line = box.inset(by: 0.5)
    guard !line.isEmpty else { return }
    let radius = min(4, look.radius)
    list.append(
      .stroke(
        RoundedRect(line, radii: Array(repeating: radius, count: 8)).path, .color(Self.placeholderLine),
        StrokeStyle(width: 1)), bounds: box, node: view.node)
    var font = FontStyle()
    font.size = 10
    font.families = [.generic(.sansSerif)]
    let entered = [view["text"], view["value"], view.text].first { !($0 ?? "").isEmpty } ?? nil
    let isField = view.component == "input"
    let text = (isField ? entered ?? view["placeholder"] : view.component) ?? ""
    let color = isField && entered != nil ? look.color : Self.placeholderColor
    list.append(.beginClip(.rounded(RoundedRect(box))), node: view.node)
    show(text, font, color, view, x: box.x + 4, baseline: box.y + box.height / 2 + 3.5)
    list.append(.end, node: view.node)
  }

  // MARK: Texts

  private mutating func paintTexts(_ view: HostView, _ look: ViewLook, _ box: LayoutRect) {
    var font = FontStyle(look)
    if let line = view.lines.first, Self.isFitted(view) {
      // All of the text in one line, as small as it must be.
      let text = view.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let room = max(0, box.width - 2 * look.borderWidth)
      let wanted = width(of: text, font)
      let isTooWide = wanted > room
      if isTooWide { font.size *= room / wanted }
      show(
        text, font, look.color, view, x: box.x + (isTooWide ? look.borderWidth : line.frame.x),
        baseline: box.y + line.baseline)
      return
    }
    for line in view.lines {
      show(
        line.text, font, look.color, view, x: box.x + line.frame.x, baseline: box.y + line.baseline,
        width: line.frame.width)
      for stroke in look.strokes(atX: line.frame.x, baseline: line.baseline, width: line.frame.width) {
        fill(.rounded(RoundedRect(stroke.offset(box.x, box.y))), look.color, view)
      }
    }
    guard view.lines.isEmpty, let title = view["title"], !title.isEmpty else { return }
    let x = view.kind == .button ? (box.width - width(of: title, font)) / 2 : 4
    show(title, font, look.color, view, x: box.x + x, baseline: box.y + box.height / 2 + font.size / 3)
  }

  /// Whether a label shrinks its one line to its own width.
  private static func isFitted(_ view: HostView) -> Bool {
    view.component == "label" && view["adjustFontSize"] == "true" && view["lines"] == "1"
  }

  private func width(of text: String, _ font: FontStyle) -> Double {
    measurer.glyphRuns(of: text, font: font, text: TextStyle(), isRightToLeft: false).width
  }

  /// - Parameter width: how wide the text was measured, in px: letters of another font are drawn so; 0 as they are.
  private mutating func show(
    _ text: String, _ font: FontStyle, _ color: ViewLook.Color, _ view: HostView, x: Double, baseline: Double,
    width: Double = 0
  ) {
    guard !text.isEmpty, font.size > 0 else { return }
    let run = TextRun(
      node: view.node, text: text, x: x, baseline: baseline, width: width, ascent: font.size, height: font.size * 1.25,
      isRightToLeft: ViewTextLine.isRightToLeft(text),
      style: list.number(of: TextRunStyle(font: font, text: TextStyle())),
      paint: .color(PaintColor(color)))
    // Texts of unknown width reach as far as their letters may.
    let reach = width > 0 ? width : font.size * 2 * Double(text.count)
    list.append(
      .text(run),
      bounds: LayoutRect(x: x, y: baseline - font.size, width: reach, height: font.size * 1.25).inset(by: -font.size),
      node: view.node)
  }
}

extension FontStyle {
  /// The font that a view's properties ask for.
  fileprivate init(_ look: ViewLook) {
    self.init()
    size = look.fontSize
    weight = Double(look.fontWeight)
    slant = look.isItalic ? .italic : .normal
    let families = look.families.map { name in
      GenericFontFamily(rawValue: name.lowercased()).map { FontFamily.generic($0) } ?? .named(name)
    }
    self.families = families.isEmpty ? [.generic(.sansSerif)] : families
  }
}

extension PaintColor {
  fileprivate init(_ color: ViewLook.Color) { self.init(color.red, color.green, color.blue, alpha: color.alpha) }
}
