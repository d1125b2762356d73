import CCairo
import CSSValues
import HybridClient
import PageFormat
import Painting

/// A view host that draws: what a client would show, as a PNG. Components that only a device has (switches, segments,
/// pickers, web views) are boxes with their names, as are images that are not a PNG, or are missing.
public final class PictureHost: ViewHost {
  private struct View {
    var component: String
    var parent: Int?
    var children: [Int] = []
    var frame = LayoutRect.zero
    var properties: [String: String] = [:]
    var text = ""
    var lines: [ViewTextLine] = []
  }

  private var views: [Int: View] = [:]
  private var roots: [Int] = []

  private let image: (String) -> [UInt8]?
  private var pictures: [String: Picture?] = [:]

  /// A host without views.
  ///
  /// - Parameter image: the bytes of an image by its `src`; `nil` where there are none.
  public init(image: @escaping (String) -> [UInt8]? = { _ in nil }) { self.image = image }

  /// Makes and changes views.
  public func apply(_ commands: [ViewCommand]) {
    for command in commands {
      switch command {
      case .create(let node, let component): views[node] = View(component: component)
      case .setProperty(let node, let name, let value): views[node]?.properties[name] = value
      case .insert(let node, let parent, let index): insert(node, parent, index)
      case .remove(let node): remove(node)
      case .setFrame(let node, let frame): views[node]?.frame = frame
      case .setText(let node, let text, let lines):
        views[node]?.text = text
        views[node]?.lines = lines
      case .setScrollArea, .perform: break
      }
    }
  }

  private func insert(_ node: Int, _ parent: Int?, _ index: Int) {
    guard views[node] != nil else { return }
    views[node]?.parent = parent
    guard let parent, let count = views[parent]?.children.count else {
      roots.append(node)
      return
    }
    views[parent]?.children.insert(node, at: max(0, min(index, count)))
  }

  private func remove(_ node: Int) {
    // Rows are taken away from the end.
    if let parent = views[node]?.parent, let place = views[parent]?.children.lastIndex(of: node) {
      views[parent]?.children.remove(at: place)
    }
    roots.removeAll { $0 == node }
    var stack = [node]
    while let next = stack.popLast() { stack += views.removeValue(forKey: next)?.children ?? [] }
  }

  // MARK: Drawing

  /// The largest side of a picture, in device pixels.
  public static let maximumSide = 16_384

  /// Draws the page into a PNG file.
  ///
  /// - Parameters:
  ///   - path: the file; what is there is replaced.
  ///   - width: CSS px.
  ///   - height: CSS px.
  ///   - scale: device pixels in a CSS px.
  /// - Returns: whether the file could be written.
  public func writePNG(to path: String, width: Double, height: Double, scale: Double) -> Bool {
    let side = Double(Self.maximumSide)
    guard width >= 1, height >= 1, scale > 0, width * scale <= side, height * scale <= side else { return false }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width * scale), Int32(height * scale))
    else { return false }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return false }
    defer { cairo_destroy(context) }
    cairo_scale(context, scale, scale)
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    for root in roots { draw(root, context, depth: 0) }
    return cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
  }

  private func draw(_ node: Int, _ context: OpaquePointer, depth: Int, groups: Int = 0) {
    guard let view = views[node], depth < 512, view.properties["hidden"] != "true" else { return }
    let opacity = view.properties["opacity"].flatMap(Double.init) ?? 1
    guard opacity > 0 else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, view.frame.x, view.frame.y)
    // A view fades with what is in it, as one picture, which takes its memory: of very many inside of each other the
    // innermost fade no more.
    let isGroup = opacity < 1 && groups < PaintLimits.nestedGroups
    if isGroup { cairo_push_group(context) }
    defer {
      if isGroup {
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, opacity)
      }
    }
    drawBox(view, context)
    drawText(view, context)
    if Self.clipping.contains(view.component) {
      cairo_rectangle(context, 0, 0, view.frame.width, view.frame.height)
      cairo_clip(context)
    }
    for child in inOrder(view.children) { draw(child, context, depth: depth + 1, groups: groups + (isGroup ? 1 : 0)) }
  }

  /// Views of one parent by `zIndex`, those of one number as they are.
  private func inOrder(_ children: [Int]) -> [Int] {
    func level(_ node: Int) -> Int { views[node]?.properties["zIndex"].flatMap { Int($0) } ?? 0 }
    guard children.contains(where: { level($0) != 0 }) else { return children }
    return children.enumerated().sorted { (level($0.element), $0.offset) < (level($1.element), $1.offset) }.map(
      \.element)
  }

  private static let clipping: Set<String> = ["scrollView", "table", "textArea", "webView"]
  private static let drawnByDevices: Set<String> = [
    "image", "switch", "segment", "dots", "picker", "webView", "searchBar",
  ]

  private func drawBox(_ view: View, _ context: OpaquePointer) {
    let (width, height) = (view.frame.width, view.frame.height)
    guard width > 0, height > 0 else { return }
    let radius = min(Self.radius(view.properties["borderRadius"], of: min(width, height)), width / 2, height / 2)
    if let fill = Self.color(view.properties["backgroundColor"]) {
      path(context, 0, width, height, radius)
      set(fill, context)
      cairo_fill(context)
    }
    let border = Self.pixels(view.properties["borderWidth"])
    if border > 0 {
      path(context, border / 2, width - border, height - border, max(0, radius - border / 2))
      set(Self.color(view.properties["borderColor"]) ?? (0, 0, 0, 1), context)
      cairo_set_line_width(context, border)
      cairo_stroke(context)
    }
    if view.component == "image", let source = view.properties["src"] ?? view.properties["url"],
      let picture = picture(source)
    {
      cairo_save(context)
      path(context, 0, width, height, radius)
      cairo_clip(context)
      picture.draw(context, width, height, mode: view.properties["imageMode"] ?? "fill")
      cairo_restore(context)
      return
    }
    if let source = Self.image(of: view), let picture = picture(source) {
      picture.draw(context, width, height, mode: view.properties["imageMode"] ?? "aspectfit")
    }
    let isPlaceholder = Self.drawnByDevices.contains(view.component)
    guard isPlaceholder || view.component == "input" else { return }
    path(context, 0.5, width - 1, height - 1, min(4, radius))
    set((0.6, 0.6, 0.65, 1), context)
    cairo_set_line_width(context, 1)
    cairo_stroke(context)
    let entered = [view.properties["text"], view.properties["value"], view.text].first { !($0 ?? "").isEmpty } ?? nil
    if let entered, view.component == "input" {
      let color = Self.color(view.properties["color"]) ?? (0, 0, 0, 1)
      show(entered, at: 4, height / 2 + 3.5, .small, color, context)
      return
    }
    let label = view.component == "input" ? view.properties["placeholder"] : view.component
    show(label ?? "", at: 4, height / 2 + 3.5, .small, (0.5, 0.5, 0.55, 1), context)
  }

  /// The image of a button as it is: the one for its state, where it has such.
  private static func image(of view: View) -> String? {
    guard view.component == "button" || view.component == "navItem" else { return nil }
    let isSelected = view.properties["selected"] == "true"
    return (isSelected ? view.properties["selectedImage"] : nil) ?? view.properties["image"]
  }

  private func picture(_ source: String) -> Picture? {
    if let known = pictures[source] { return known }
    let picture = image(source).flatMap { Picture($0) }
    pictures[source] = .some(picture)
    return picture
  }

  private func drawText(_ view: View, _ context: OpaquePointer) {
    let color = Self.color(view.properties["color"]) ?? (0, 0, 0, 1)
    var font = Font(view.properties)
    if let line = view.lines.first, Self.isFitted(view) {
      // All of the text in one line, as small as it must be.
      let border = Self.pixels(view.properties["borderWidth"])
      let text = view.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let room = max(0, view.frame.width - 2 * border)
      let wanted = width(of: text, font, context)
      let isTooWide = wanted > room
      if isTooWide { font.size *= room / wanted }
      show(text, at: isTooWide ? border : line.frame.x, line.baseline, font, color, context)
      return
    }
    for line in view.lines {
      show(line.text, at: line.frame.x, line.baseline, font, color, context, wide: line.frame.width)
    }
    let title = view.properties["title"]
    guard view.lines.isEmpty, let title, !title.isEmpty else { return }
    show(title, at: 4, view.frame.height / 2 + font.size / 3, font, color, context)
  }

  /// Whether a label shrinks its one line to its own width.
  private static func isFitted(_ view: View) -> Bool {
    view.component == "label" && view.properties["adjustFontSize"] == "true" && view.properties["lines"] == "1"
  }

  private typealias Color = (red: Double, green: Double, blue: Double, alpha: Double)

  /// What letters are drawn with.
  private struct Font {
    /// CSS px.
    var size: Double
    var family = "sans-serif"
    var isBold = false

    /// The font of fields and of names, which are not laid out.
    static let small = Font(size: 10)

    init(size: Double) { self.size = size }

    /// The properties that a view was given; others have their initial CSS values.
    init(_ properties: [String: String]) {
      size = max(1, PictureHost.pixels(properties["fontSize"] ?? "16px"))
      if let first = properties["fontFamily"]?.split(separator: ",").first {
        family =
          first.trimmingPrefix { $0 == " " || $0 == "\"" }.split(separator: "\"").first.map(String.init) ?? "sans-serif"
      }
      isBold = (properties["fontWeight"].flatMap(Double.init) ?? 400) >= 600
    }
  }

  /// - Parameter wide: how wide the text was measured, in CSS px: letters of another font are drawn so; 0 as they are.
  private func show(
    _ text: String, at x: Double, _ y: Double, _ font: Font, _ color: Color, _ context: OpaquePointer, wide: Double = 0
  ) {
    guard !text.isEmpty, font.size > 0 else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    let drawn = wide > 0 ? width(of: text, font, context) : 0
    select(font, for: text, context)
    set(color, context)
    cairo_translate(context, x, y)
    if drawn > 0, abs(drawn - wide) > 0.5 { cairo_scale(context, wide / drawn, 1) }
    cairo_move_to(context, 0, 0)
    cairo_show_text(context, text)
  }

  private func select(_ font: Font, for text: String, _ context: OpaquePointer) {
    // Cairo's own choice of fonts knows no fallback: what a Latin font lacks is taken from one that has it.
    let isIdeographic = text.unicodeScalars.contains { $0.value >= 0x2E80 }
    cairo_select_font_face(
      context, isIdeographic ? "Noto Sans CJK SC" : font.family, CAIRO_FONT_SLANT_NORMAL,
      font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, font.size)
  }

  private func width(of text: String, _ font: Font, _ context: OpaquePointer) -> Double {
    select(font, for: text, context)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  private func set(_ color: Color, _ context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func path(_ context: OpaquePointer, _ inset: Double, _ width: Double, _ height: Double, _ radius: Double) {
    cairo_new_path(context)
    guard radius > 0 else {
      cairo_rectangle(context, inset, inset, width, height)
      return
    }
    let (right, bottom) = (inset + width - radius, inset + height - radius)
    cairo_arc(context, right, inset + radius, radius, -.pi / 2, 0)
    cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    cairo_arc(context, inset + radius, bottom, radius, .pi / 2, .pi)
    cairo_arc(context, inset + radius, inset + radius, radius, .pi, .pi * 1.5)
    cairo_close_path(context)
  }

  private static func pixels(_ text: String?) -> Double {
    let digits = (text ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard let value = Double(digits), value.isFinite else { return 0 }
    return max(0, min(value, 10_000))
  }

  /// A length in px, or percent of a box's side.
  private static func radius(_ text: String?, of side: Double) -> Double {
    text?.hasSuffix("%") == true ? pixels(text) / 100 * side : pixels(text)
  }

  /// `rgb()`, `rgba()` and hex, as computed styles and scripts write them.
  private static func color(_ text: String?) -> Color? {
    guard let text else { return nil }
    if text.hasPrefix("#") {
      let digits = Array(text.dropFirst())
      let wide = digits.count == 3 ? digits.flatMap { [$0, $0] } : digits
      guard wide.count == 6, let number = UInt32(String(wide), radix: 16) else { return nil }
      return (Double(number >> 16) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255, 1)
    }
    guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") else { return nil }
    let numbers = text[text.index(after: open)...].split { ", )/".contains($0) }.compactMap { Double($0) }
    guard numbers.count >= 3, numbers.allSatisfy(\.isFinite) else { return nil }
    let alpha = numbers.count > 3 ? numbers[3] : 1
    return alpha > 0 ? (numbers[0] / 255, numbers[1] / 255, numbers[2] / 255, min(1, alpha)) : nil
  }
}
