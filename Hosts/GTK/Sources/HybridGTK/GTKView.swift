import CSSValues
import GTKShims
import HostCore
import HybridClient
import Manifest
import Page
import PageFormat

#if canImport(Glibc)
  import Glibc
#endif

/// A view of a Token page: a box that draws itself, with GTK's own control in it where the component is one.
@MainActor final class GTKView: WidgetTarget {
  let kind: HostViewKind
  /// What the parent holds.
  private(set) var widget: HVHandle
  /// What holds the views in it.
  private(set) var content: HVHandle
  /// What ``widget`` was made as: GTK does not let it become another.
  private var made: AccessibleRole.Made
  /// GTK's control.
  private let control: HVHandle?
  /// Beside a field that is searched with.
  private var cancel: HVHandle?
  private(set) var isPressed = false
  private var number: UInt64 = 0
  private(set) var node: HostView?
  private(set) var look: ViewLook?
  /// What is painted of it by its style; `nil` for a plain view.
  var paint: ViewPaint?
  /// The size that it was painted in.
  var paintedSize = (width: 0.0, height: 0.0)
  private var titles: [String] = []
  unowned let adapter: GTKAdapter

  init(_ kind: HostViewKind, _ adapter: GTKAdapter) {
    self.kind = kind
    self.adapter = adapter
    let number = Toolkit.reserve()
    self.number = number
    made = AccessibleRole.Made(role: HV_ROLE_GENERIC, isPressable: false)
    let outer: HVHandle = hv_box_new(number, made.role, made.isPressable)
    var inner: HVHandle?
    var place = outer
    switch kind {
    case .box: break
    case .scroller:
      place = hv_box_new(0, HV_ROLE_GENERIC, false)
      inner = hv_scroller_new(number, place)
    case .field: inner = hv_control_new(HV_FIELD, number)
    case .search: inner = hv_control_new(HV_SEARCH, number)
    case .area: inner = hv_control_new(HV_AREA, number)
    case .toggle: inner = hv_control_new(HV_SWITCH, number)
    case .slider: inner = hv_control_new(HV_SLIDER, number)
    case .segment: inner = hv_control_new(HV_SEGMENT, number)
    case .picker: inner = hv_control_new(HV_PICKER, number)
    case .button: inner = hv_control_new(HV_BUTTON, number)
    case .web: inner = hv_web_new(number, false, true)
    }
    widget = outer
    content = place
    control = inner
    if let inner { hv_box_insert(outer, inner, nil) }
    Toolkit.put(self, number)
  }

  func assign(_ node: HostView) {
    self.node = node
    look = nil
    forgetPaint()
    titles = []
    announced = nil
    isPressed = false
    rest = node.platformOffset
    showRefreshing(false)
    let wanted = AccessibleRole.made(
      adapter.accessibility(of: node), kind, isPressable: adapter.isPressable(node))
    if wanted != made { remake(as: wanted) }
  }

  /// Takes another box for the view, which is in nothing and holds no other views.
  private func remake(as wanted: AccessibleRole.Made) {
    let outer: HVHandle = hv_box_new(number, wanted.role, wanted.isPressable)
    if let control { hv_box_insert(outer, control, nil) }
    if let cancel { hv_box_insert(outer, cancel, control) }
    hv_remove(widget)
    hv_release(widget)
    if content == widget { content = outer }
    widget = outer
    made = wanted
  }

  func end() {
    Toolkit.forget(number)
    showRefreshing(false)
    hv_remove(widget)
    if let control { hv_release(control) }
    if let cancel { hv_release(cancel) }
    if content != widget { hv_release(content) }
    hv_release(widget)
  }

  // MARK: Looks

  func update(_ node: HostView) {
    let look = ViewLook(of: node)
    self.look = look
    hv_set_opacity(widget, look.opacity)
    if let matrix = look.transform {
      [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].withUnsafeBufferPointer {
        hv_set_transform(widget, $0.baseAddress)
      }
    } else {
      hv_set_transform(widget, nil)
    }
    hv_set_visible(widget, !node.isHidden)
    hv_set_reachable(widget, node.takesInput)
    if made.isPressable { hv_set_focusable(widget, node.isEnabled) }
    updatePaint()
    if let control, kind != .scroller, kind != .web { hv_control_set_enabled(control, node.isEnabled) }
    updateAccessibility(node)
    turn(node)
    switch kind {
    case .scroller:
      setBars(node)
      hv_scroller_set_pages(control, node["pageEnable"].map { ViewLook.isOn($0) } ?? false)
    case .field, .search, .area: updateField(node, look)
    case .toggle:
      hv_control_set_number(control, node["on"].map { ViewLook.isOn($0) } ?? false ? 1 : 0)
      let color = ViewLook.Color(node["onColor"])
      hv_control_set_style(control, color.map { "switch:checked { background: \($0.rule); }" } ?? "")
    case .slider:
      let range = SliderRange(of: node)
      hv_control_set_range(control, range.least, range.most, range.step)
      hv_control_set_number(control, range.value)
    case .segment, .picker:
      let wanted = FieldAttributes.titles(node["titles"])
      if wanted != titles {
        titles = wanted
        withCStrings(wanted) { hv_control_set_items(control, $0, Int32($1)) }
        turn(node)
      }
      let chosen = node["selectedIndex"] ?? node["value"]
      hv_control_set_number(control, Double(chosen.flatMap { Int($0) } ?? (kind == .segment ? 0 : -1)))
      hv_control_set_style(control, Self.choiceRules(node, look))
    case .web: load(node)
    case .box, .button: break
    }
    hv_redraw(widget)
  }

  /// Whether the page gives a control what is to be seen below its titles.
  private static func hasBackground(_ node: HostView, _ look: ViewLook) -> Bool {
    look.background.map { $0.alpha > 0 } ?? false || node["paint"]?.contains("background-image") ?? false
  }

  /// The rules of a control with titles. Where it shows what is painted below it, of GTK's own looks the mark of what is chosen stays;
  /// titles then have the page's color, since a theme's may be as bright as the page.
  private static func choiceRules(_ node: HostView, _ look: ViewLook) -> String {
    let isClear = hasBackground(node, look)
    let font = "list, button { \(fontRule(look)) }"
    guard isClear || node["color"] != nil else { return font }
    let color = "row:not(:selected), button:not(:checked) { color: \(look.color.rule); }"
    let clear =
      isClear ? "scrolledwindow, list, row:not(:selected), button:not(:checked) { background: none; box-shadow: none; }" : ""
    return "\(font) \(color) \(clear)"
  }

  private var isTurned = false

  /// Lets GTK's control begin at the side where the page does.
  private func turn(_ node: HostView) {
    guard isTurned || node.isRightToLeft, kind != .scroller, kind != .web, let control else { return }
    isTurned = node.isRightToLeft
    hv_control_set_direction(control, isTurned)
  }

  private var announced: ViewAccessibility?

  /// Says what the view is now, where that is something else than before.
  func updateAccessibility(_ node: HostView) {
    let accessibility = adapter.accessibility(of: node)
    guard announced != accessibility else { return }
    announced = accessibility
    AccessibleRole.set(accessibility, to: made.role == HV_ROLE_GENERIC ? control ?? widget : widget)
  }

  private var loaded: String?

  /// Another page in a `webView`: of the network, or of the release, without scripts.
  private func load(_ node: HostView) {
    guard let source = node["src"], source != loaded, let control else { return }
    loaded = source
    if let address = adapter.address(of: source) { hv_web_load(control, address, "") }
  }

  private func updateField(_ node: HostView, _ look: ViewLook) {
    let field = FieldAttributes(of: node)
    field.placeholder.withCString { placeholder in
      hv_field_set_look(
        control,
        HVFieldLook(
          placeholder: placeholder, isSecure: field.isSecure, isEditable: field.isEditable,
          maximumLength: Int32(field.maximumLength), purpose: Int32(field.purpose.rawValue), alignment: look.alignment,
          showsClear: field.showsClear, isSelectable: field.isSelectable, capitals: field.capitals))
    }
    let cursor =
      field.cursorColor.map { "entry, entry text, textview, textview text { caret-color: \($0.rule); }" } ?? ""
    if kind == .field {
      hv_field_set_font(
        control, Self.family(look), look.fontSize, Int32(look.fontWeight), look.color.shim)
      hv_control_set_style(control, cursor)
    } else {
      hv_control_set_style(control, Self.textRules(look) + cursor)
    }
    if kind == .area { setBars(node) }
    if kind == .search { showCancel(field.showsCancel) }
    hv_control_set_text(control, field.text)
  }

  private func setBars(_ node: HostView) {
    func isOn(_ name: String) -> Bool { node[name].map { ViewLook.isOn($0) } ?? true }
    hv_scroller_set_bars(control, isOn("showHBar"), isOn("showVBar"), isOn("allowScroll"))
  }

  private func showCancel(_ isShown: Bool) {
    guard isShown != (cancel != nil) else { return }
    if let cancel {
      hv_remove(cancel)
      hv_release(cancel)
      self.cancel = nil
    } else if let made = hv_cancel_new(number, "Cancel") {
      hv_box_insert(widget, made, control)
      cancel = made
    }
    if let node { placeControl(node.frame.width, node.frame.height) }
  }

  private static let cancelWidth = 72.0

  /// The control is as large as the view, except for what is beside it.
  func placeControl(_ width: Double, _ height: Double) {
    guard kind == .search, let control else { return }
    let room = cancel == nil ? 0 : min(Self.cancelWidth, width / 2)
    hv_set_frame(control, isTurned ? room : 0, 0, width - room, height)
    if let cancel { hv_set_frame(cancel, isTurned ? 0 : width - room, 0, room, height) }
  }

  /// The looks of a field's text, as rules of GTK's CSS.
  private static func textRules(_ look: ViewLook) -> String {
    "textview, textview text, entry { color: \(look.color.rule); \(fontRule(look)) }"
  }

  /// The font of a view's texts, as a declaration of GTK's CSS.
  private static func fontRule(_ look: ViewLook) -> String {
    // Names with other characters would end the text that they are in.
    let families = look.families.filter { $0.allSatisfy { $0.isLetter || $0.isNumber || " -_.".contains($0) } }
    let family = (families + ["sans-serif"]).map { "\"\($0)\"" }.joined(separator: ", ")
    return "font: \(look.isItalic ? "italic " : "")\(look.fontWeight) \(look.fontSize)px \(family);"
  }

  /// The width of a text in a view's font.
  static func width(_ text: String, _ view: HostView) -> Double { width(text, ViewLook(of: view)) }

  private static func width(_ text: String, _ look: ViewLook) -> Double {
    hv_text_width(text, family(look), look.fontSize, Int32(look.fontWeight), look.isItalic)
  }

  private static func color(of kind: TextMark.Kind) -> HVColor {
    switch kind {
    case .found: HVColor(red: 1, green: 0.9, blue: 0.3, alpha: 0.7)
    case .current: HVColor(red: 1, green: 0.6, blue: 0.1, alpha: 0.9)
    case .selected: HVColor(red: 0.2, green: 0.5, blue: 1, alpha: 0.35)
    }
  }

  private static func family(_ look: ViewLook) -> String {
    look.families.isEmpty ? "sans-serif" : look.families.joined(separator: ",")
  }

  func draw(_ cairo: HVHandle, width: Double, height: Double) {
    guard let node, let look else { return }
    let bar = kind == .search ? ViewLook.Color(node["barColor"]) : nil
    let button = kind == .button ? ButtonLook(of: node, isPressed: isPressed) : nil
    let background = button?.background ?? look.background ?? bar ?? ViewLook.Color(0, 0, 0, 0)
    if let box = paint?.box {
      adapter.painting.draw(box, cairo, scale: scale)
    } else {
      drawBox(look, background, cairo, width, height)
    }
    if kind.takesText { drawField(FieldAttributes(of: node), look, cairo, width, height) }
    if let source = button?.image ?? node.imageSource { draw(image: source, node, look, cairo, width, height) }
    if node.component == "dots" { drawDots(node, cairo, width, height) }
    for stroke in RowDecoration(of: node)?.strokes ?? button?.strokes ?? [] {
      hv_draw_line(
        cairo, stroke.points.flatMap { [$0.x, $0.y] }, Int32(stroke.points.count), stroke.radius, stroke.width,
        stroke.color.shim)
    }
    for (kind, frame) in node.markedPlaces({ Self.width($0, look) }) {
      hv_draw_box(cairo, frame.x, frame.y, frame.width, frame.height, 2, Self.color(of: kind), 0, HVColor())
    }
    guard kind == .box || kind == .button else { return }
    let family = Self.family(look)
    let color = button?.color ?? look.color
    // What is cut off are its own texts too.
    hv_save(cairo)
    defer { hv_restore(cairo) }
    if node.clips { hv_clip_edge(cairo, (paint?.inside ?? look.inside(width: width, height: height)).shim) }
    let painted = button?.showsLines == false ? nil : paint?.texts
    if let painted { adapter.painting.draw(painted, cairo, scale: scale) }
    for line in painted != nil || button?.showsLines == false ? [] : node.lines {
      hv_draw_text(
        cairo, line.text, family, look.fontSize, Int32(look.fontWeight), look.isItalic, line.frame.x, line.baseline,
        line.frame.width, color.shim)
      for stroke in look.strokes(atX: line.frame.x, baseline: line.baseline, width: line.frame.width) {
        fill(stroke, color, cairo)
      }
    }
    guard let button, !button.showsLines, !button.title.isEmpty else { return }
    let wide = hv_text_width(button.title, family, look.fontSize, Int32(look.fontWeight), look.isItalic)
    hv_draw_text(
      cairo, button.title, family, look.fontSize, Int32(look.fontWeight), look.isItalic, (width - wide) / 2,
      height / 2 + look.fontSize / 3, 0, color.shim)
  }

  /// A background and borders without more.
  private func drawBox(
    _ look: ViewLook, _ background: ViewLook.Color, _ cairo: HVHandle, _ width: Double, _ height: Double
  ) {
    hv_draw_box(
      cairo, 0, 0, width, height, look.radius, background.shim, look.borderWidth, look.borderColor.shim)
    let sides = look.sides(width: width, height: height)
    guard !sides.isEmpty else { return }
    hv_save(cairo)
    hv_clip_box(cairo, 0, 0, width, height, look.radius)
    for (frame, color) in sides { fill(frame, color, cairo) }
    hv_restore(cairo)
  }

  private func fill(_ frame: LayoutRect, _ color: ViewLook.Color, _ cairo: HVHandle) {
    hv_draw_box(cairo, frame.x, frame.y, frame.width, frame.height, 0, color.shim, 0, color.shim)
  }

  /// What is around a field, and what an empty one of several lines says.
  private func drawField(
    _ field: FieldAttributes, _ look: ViewLook, _ cairo: HVHandle, _ width: Double, _ height: Double
  ) {
    if let outline = field.outline {
      let clear = ViewLook.Color(0, 0, 0, 0)
      hv_draw_box(
        cairo, 0, 0, width, height, outline.radius, clear.shim, outline.width, outline.color.shim)
    }
    guard kind == .area, field.text.isEmpty, !field.placeholder.isEmpty else { return }
    let family = Self.family(look)
    let baseline = hv_text_baseline(family, look.fontSize, Int32(look.fontWeight), look.isItalic)
    var color = look.color
    color.alpha *= 0.5
    let room = width - 2 * Self.areaMargin - Self.width(field.placeholder, look)
    let left = Self.areaMargin + max(0, room) * look.alignment
    hv_save(cairo)
    hv_clip_box(cairo, 0, 0, width, height, 0)
    hv_draw_text(
      cairo, field.placeholder, family, look.fontSize, Int32(look.fontWeight), look.isItalic, left, baseline, 0,
      color.shim)
    hv_restore(cairo)
  }

  /// Left of a text in GTK's field of several lines.
  private static let areaMargin = 4.0

  private func draw(
    image source: String, _ node: HostView, _ look: ViewLook, _ cairo: HVHandle, _ width: Double, _ height: Double
  ) {
    let mode = node["imageMode"] ?? "scaleToFill"
    let scale = scale
    let picture = adapter.pictures.picture(
      source,
      shown: { size in
        let place = ImagePlacement.place(size, in: (width, height), mode: mode)
        return (place.width * scale, place.height * scale)
      }, whenReady: { [weak self] in self.map { hv_redraw($0.widget) } })
    guard let picture else { return }
    let place = ImagePlacement.place(picture.size, in: (width, height), mode: mode)
    hv_save(cairo)
    if let paint { hv_clip_edge(cairo, paint.edge.shim) } else { hv_clip_box(cairo, 0, 0, width, height, look.radius) }
    hv_picture_draw(cairo, picture.surface, place.x, place.y, place.width, place.height)
    hv_restore(cairo)
  }

  private func drawDots(_ node: HostView, _ cairo: HVHandle, _ width: Double, _ height: Double) {
    let dots = PageDots(of: node)
    for (index, place) in dots.places(width: width, height: height).enumerated() {
      let color = index == dots.chosen ? dots.onColor : dots.color
      hv_draw_box(cairo, place.x, place.y, place.width, place.height, 4, color.shim, 0, color.shim)
    }
  }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    guard let node else { return }
    switch event.kind {
    case HV_SCROLL: adapter.scrolled(node, event.a, event.b)
    case HV_PULL: adapter.pulled(node, by: event.a, at: event.b)
    case HV_SETTLED: settle(node, event.a, event.b)
    case HV_PUSH: adapter.pushed(node, by: event.a, at: event.b)
    case HV_CHANGED:
      adapter.changed(node, number: event.a, text: event.text)
      // What an empty one says is drawn below it.
      if kind == .area { hv_redraw(widget) }
    case HV_CLEAR: adapter.cleared(node)
    case HV_CANCEL: adapter.cancelled(node)
    case HV_PRESSED:
      isPressed = event.a != 0
      updatePaint()
      hv_redraw(widget)
    case HV_FOCUS_IN: adapter.focusChanged(node, true)
    case HV_FOCUS_OUT where event.a != 0:
      // The page takes its view away just now: it hears of the keyboard once that is done.
      Task { [weak adapter] in adapter?.focusChanged(node, false) }
    case HV_FOCUS_OUT: adapter.focusChanged(node, false)
    case HV_ACTIVATE: adapter.activated(node)
    default: break
    }
  }

  /// Where what scrolls page by page was at rest.
  private var rest = (x: 0.0, y: 0.0)

  private func settle(_ node: HostView, _ x: Double, _ y: Double) {
    let (width, height) = (node.frame.width, node.frame.height)
    let area = node.scrollArea ?? (width, height)
    rest = (
      PageSnap.rest(from: rest.x, at: x, page: width, area: area.width),
      PageSnap.rest(from: rest.y, at: y, page: height, area: area.height)
    )
    scroll(rest.x, rest.y)
    Trace.note("settled", [("node", .integer(Int64(node.node))), ("x", .number(rest.x)), ("y", .number(rest.y))])
  }

  /// While a list is read again, a sign turns at its upper edge.
  private var spinner: HVHandle?

  func showRefreshing(_ isRefreshing: Bool) {
    guard isRefreshing != (spinner != nil), kind == .scroller else { return }
    if let spinner {
      hv_remove(spinner)
      hv_release(spinner)
      self.spinner = nil
    } else if let made = hv_spinner_new() {
      hv_box_insert(widget, made, control)
      hv_set_frame(made, (node?.frame.width ?? 0) / 2 - 12, 8, 24, 24)
      spinner = made
    }
  }

  func allows(_ address: String, _ navigation: HVNavigation) -> Bool {
    navigation != HV_OPENS_WINDOW && WebAddress.isWeb(address)
  }

  func scroll(_ x: Double, _ y: Double) { if kind == .scroller { hv_scroller_scroll(control, x, y) } }
  func focus() { hv_focus(made.isPressable ? widget : control ?? widget) }

  /// What has the parts that the tab key goes through: a search field has a button beside it.
  private var parts: HVHandle { kind == .search ? widget : control ?? widget }

  /// The tab key comes to the view: to the first part of its control, or to the last one.
  func enter(forward: Bool) {
    guard kind.takesTaps else { return focus() }
    _ = hv_focus_move(parts, forward)
  }

  /// The tab key goes on within the view's control.
  ///
  /// - Returns: whether there is another part.
  func moveFocus(forward: Bool) -> Bool { kind.takesTaps && hv_has_focus(parts) && hv_focus_move(parts, forward) }

  /// Whether the view, its control or what is in it has the keyboard.
  var hasFocus: Bool { hv_has_focus(widget) }
  func reload(_ node: HostView) {
    loaded = nil
    if kind == .web { load(node) }
  }
}

extension FieldAttributes {
  /// Capital letters by the numbers of the shims.
  var capitals: Int32 {
    switch capitalization {
    case .none: 0
    case .words: 1
    case .sentences: purpose == .text ? 2 : 0
    case .characters: 3
    }
  }
}

extension ViewLook.Color {
  /// As GTK's CSS writes it.
  var rule: String { "rgba(\(Int(red * 255 + 0.5)),\(Int(green * 255 + 0.5)),\(Int(blue * 255 + 0.5)),\(alpha))" }
  var shim: HVColor { HVColor(red: red, green: green, blue: blue, alpha: alpha) }
}

/// Calls with C strings that live as long as the call.
func withCStrings(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>, Int) -> Void) {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  let pointers = copies.map { UnsafePointer<CChar>($0) }
  pointers.withUnsafeBufferPointer { if let start = $0.baseAddress { body(start, texts.count) } }
}
