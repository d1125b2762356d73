import CSSValues
import JSONValues
import PageFormat

/// The looks of a page's nodes: those of its styles, and those of styles that data and scripts changed. Descendants
/// inherit from them.
struct LookTable {
  private struct Key: Hashable {
    var style: Int
    /// The number of the parent's changed look, or -2 minus the style of a parent whose look is its style's.
    var parent: Int
    var declarations: [LocalDeclaration]
  }

  private let page: PageReader
  private let viewport: Viewport?
  /// The reader's text size.
  let fontScale: Double
  /// Whether that is another than the page was built with: the looks of all nodes are computed then, from the root on.
  let isRescaled: Bool
  private var ofStyles: [Int: [String: String]] = [:]
  private var computed: [Int: ComputedStyle] = [:]
  private var known: [Key: Int] = [:]
  private var changed: [(style: ComputedStyle, look: [String: String])] = []
  private var rootFont: FontStyle?
  /// The page's `@keyframes` rules.
  private let keyframes: [String: PageKeyframes]
  /// When more are known, all begins again.
  private static let maximum = 20_000

  /// - Parameters:
  ///   - page: the page.
  ///   - viewport: the one that the page was built in.
  ///   - fontScale: the text size that the page is laid out with; `nil` for the viewport's.
  init(_ page: PageReader, _ viewport: Viewport?, fontScale: Double?) {
    self.page = page
    self.viewport = viewport
    let built = viewport?.fontScale ?? 1
    self.fontScale = fontScale ?? built
    isRescaled = self.fontScale != built
    keyframes = page.keyframes(in: viewport)
  }

  /// Whether so many looks are known that ``forget()`` is due.
  var isFull: Bool { changed.count > Self.maximum }

  /// Forgets changed looks: their numbers are none any longer.
  mutating func forget() {
    known = [:]
    changed = []
  }

  /// The look of a style of the page file.
  mutating func look(ofStyle style: Int) -> [String: String] {
    if let known = ofStyles[style] { return known }
    var look: [String: String]
    if let portable = try? page.portableStyle(style), !portable.entries.isEmpty {
      look = self.look(of: portable.computed())
    } else {
      // Files of other tools hold values as texts.
      var values: [String: String] = [:]
      for (property, value) in page.declarations(ofStyle: style) { values[property] = value }
      look = Self.look { values[$0.name] }
      for name in Self.animationNames { look[name] = nil }
    }
    ofStyles[style] = look
    return look
  }

  /// A changed look by its number.
  func look(_ number: Int) -> [String: String] { changed.indices.contains(number) ? changed[number].look : [:] }

  /// The style of a changed look.
  func style(_ number: Int) -> ComputedStyle? { changed.indices.contains(number) ? changed[number].style : nil }

  /// The number of the look of a style with declarations of its own, or inside a box with a changed look.
  ///
  /// - Parameters:
  ///   - style: the node's style.
  ///   - parent: the number of the parent's changed look, -1 for none.
  ///   - parentStyle: the parent's style where it has no changed look.
  mutating func number(
    ofStyle style: Int, parent: Int, parentStyle: Int?, root: Int?, _ declarations: [LocalDeclaration]
  ) -> Int {
    let key = Key(style: style, parent: parent >= 0 ? parent : -2 - (parentStyle ?? -1), declarations: declarations)
    if let number = known[key] { return number }
    let isRoot = parent < 0 && parentStyle == nil
    var font = rootFont ?? root.map { self.style(ofFile: $0).font } ?? FontStyle()
    var around = parent >= 0 ? changed[parent].style : parentStyle.map { self.style(ofFile: $0) } ?? ComputedStyle()
    if isRoot {
      around.font.size = 16 * fontScale
      font = around.font
    }
    var context = ComputationContext(
      parent: around, rootFont: font,
      viewport: viewport ?? Viewport(name: "", width: 0, height: 0))
    context.isRoot = isRoot
    let rule = (try? page.portableStyle(style)) ?? PortableStyle(entries: [])
    let result = rule.computed(
      with: declarations, in: &context, fontScale: fontScale, prefersDark: viewport?.colorScheme == .dark)
    rootFont = isRoot ? result.font : font
    changed.append((result, look(of: result)))
    known[key] = changed.count - 1
    return changed.count - 1
  }

  /// The computed style of a style of the page file.
  mutating func style(ofFile style: Int) -> ComputedStyle {
    if let known = computed[style] { return known }
    let result = (try? page.portableStyle(style))?.computed() ?? ComputedStyle()
    computed[style] = result
    return result
  }

  // MARK: Looks

  private static let names: [(property: PropertyID, name: String)] = [
    (.backgroundColor, "backgroundColor"), (.color, "color"), (.fontSize, "fontSize"), (.fontFamily, "fontFamily"),
    (.fontWeight, "fontWeight"), (.fontStyle, "fontStyle"), (.textDecorationLine, "textDecoration"),
    (.textAlign, "textAlign"), (.direction, "direction"), (.opacity, "opacity"),
    (.zIndex, "zIndex"),
    (.transitionDuration, "transitionDuration"), (.transitionProperty, "transitionProperty"),
    (.transitionDelay, "transitionDelay"), (.transitionTimingFunction, "transitionTimingFunction"),
    (.transform, "transform"), (.transformOrigin, "transformOrigin"), (.translate, "translate"), (.rotate, "rotate"),
    (.scale, "scale"), (.userSelect, "userSelect"), (.animationName, "animationName"),
    (.animationDuration, "animationDuration"),
    (.animationDelay, "animationDelay"), (.animationTimingFunction, "animationTimingFunction"),
    (.animationIterationCount, "animationIterationCount"), (.animationDirection, "animationDirection"),
    (.animationFillMode, "animationFillMode"), (.animationPlayState, "animationPlayState"),
  ]
  private static let animationNames = names.map(\.name).filter { $0.hasPrefix("animation") }
  private static let used: [PropertyID] =
    names.map(\.property) + [
      .visibility, .borderTopLeftRadius, .overflowX, .overflowY, .webkitLineClamp,
    ] + sides.flatMap { [$0.width, $0.style, $0.color] }
  /// From the upper side on, as CSS counts them.
  private static let sides: [(width: PropertyID, style: PropertyID, color: PropertyID)] = [
    (.borderTopWidth, .borderTopStyle, .borderTopColor), (.borderRightWidth, .borderRightStyle, .borderRightColor),
    (.borderBottomWidth, .borderBottomStyle, .borderBottomColor),
    (.borderLeftWidth, .borderLeftStyle, .borderLeftColor),
  ]
  private static let borderColors = Set(sides.map(\.color))
  private static let initial: [PropertyID: String] = {
    let style = ComputedStyle()
    return Dictionary(uniqueKeysWithValues: used.map { ($0, style.serialized($0)) })
  }()

  /// A computed value as hosts are given it: colors of all spaces in sRGB, which is what each of them can draw.
  private static func text(of property: PropertyID, _ style: ComputedStyle) -> String {
    switch style.computedValue(property) {
    case .color(.absolute(let color)): LookText.text(of: color)
    case .color(.currentColor): LookText.text(of: style.text.color)
    default: style.serialized(property)
    }
  }

  private mutating func look(of style: ComputedStyle) -> [String: String] {
    var look = Self.look { property in
      let value = Self.text(of: property, style)
      // The initial border is of the text's colour: black is another one wherever that is not black.
      return value == Self.initial[property] && !Self.borderColors.contains(property) ? nil : value
    }
    if let names = look["animationName"] { look["keyframes"] = frames(names, of: style) }
    let paint = Self.paint(of: style)
    look["paint"] = paint.box
    look["textPaint"] = paint.texts
    if style.box.position == .fixed { look["position"] = "fixed" }
    if style.box.position == .sticky {
      look["position"] = "sticky"
      look["stickyInset"] = [.top, .right, .bottom, .left].map { style.serialized($0) }.joined(separator: " ")
    }
    // Where nothing is played, nothing is to be said of how.
    if look["keyframes"] == nil { for name in Self.animationNames { look[name] = nil } }
    return look
  }

  // MARK: Keyframes

  /// The properties that hosts play, by the names that they are sent under.
  private static let played: [(property: PropertyID, name: String)] = [
    (.opacity, "opacity"), (.color, "color"), (.backgroundColor, "backgroundColor"), (.borderTopColor, "borderColor"),
    (.transform, "transform"), (.translate, "translate"), (.rotate, "rotate"), (.scale, "scale"),
    (.animationTimingFunction, "easing"),
  ]

  /// The frames of a style's animations as JSON: by name, for each frame its `offset` and the computed values of properties; `nil`
  /// where the page has no rules of the names.
  private mutating func frames(_ names: String, of style: ComputedStyle) -> String? {
    guard !keyframes.isEmpty else { return nil }
    var rules: [String: JSONValue] = [:]
    let font = rootFont ?? page.style(0).map { self.style(ofFile: $0).font } ?? style.font
    for item in names.split(separator: ",") {
      let name = item.trimmingPrefix(while: { " \"".contains($0) }).prefix { $0 != "\"" }
      guard let rule = keyframes[String(name)], !rule.frames.isEmpty else { continue }
      rules[rule.name] = .array(rule.frames.map { .object(values(of: $0, style, rootFont: font)) })
    }
    return rules.isEmpty ? nil : JSONValue.object(rules).canonicalText
  }

  private func values(
    of frame: PageKeyframes.Frame, _ style: ComputedStyle, rootFont: FontStyle
  ) -> [String: JSONValue] {
    var computed = style
    var context = ComputationContext(
      parent: style, rootFont: rootFont,
      viewport: viewport ?? Viewport(name: "", width: 0, height: 0))
    context.isDark = style.usesDarkScheme(prefersDark: viewport?.colorScheme == .dark)
    for declaration in frame.declarations {
      Computation.apply(declaration.value, to: declaration.property, of: &computed, &context)
    }
    var values: [String: JSONValue] = ["offset": .number(frame.offset)]
    let declared = Set(frame.declarations.map(\.property))
    for (property, name) in Self.played where declared.contains(property) {
      // Transforms function by function: a whole turn is none as a matrix.
      let isTransform = [.transform, .translate, .rotate, .scale].contains(property)
      values[name] = .string(isTransform ? computed.computedValue(property).text : Self.text(of: property, computed))
    }
    return values
  }

  /// A look from the values of properties that are not initial.
  private static func look(_ value: (PropertyID) -> String?) -> [String: String] {
    var look: [String: String] = [:]
    for (property, name) in names { if let value = value(property) { look[name] = value } }
    // Without a duration nothing changes over time.
    if look["transitionDuration"] == nil {
      for name in ["transitionProperty", "transitionDelay", "transitionTimingFunction"] { look[name] = nil }
    }
    // Hosts' own texts do not begin with the initial values of CSS, so that these are sent too.
    look["fontSize"] = look["fontSize"] ?? initial[.fontSize]
    if value(.visibility) == "hidden" { look["hidden"] = "true" }
    if let radius = value(.borderTopLeftRadius) { look["borderRadius"] = radius }
    // A label with a number of lines is cut off where they end: nothing of it sticks out.
    if value(.webkitLineClamp) == nil,
      [PropertyID.overflowX, .overflowY].allSatisfy({ ["hidden", "clip"].contains(value($0)) })
    {
      look["overflow"] = "hidden"
    }
    let widths = sides.map { side in
      value(side.style) == nil ? "0px" : value(side.width) ?? initial[side.width] ?? "0px"
    }
    let colors = sides.map { value($0.color) ?? value(.color) ?? "rgb(0, 0, 0)" }
    let shown = widths.indices.filter { widths[$0] != "0px" }
    guard let first = shown.first else { return look }
    if Set(widths).count == 1, Set(colors).count == 1 {
      look["borderWidth"] = widths[0]
    } else {
      look["borderWidths"] = widths.joined(separator: " ")
      if Set(shown.map { colors[$0] }).count > 1 { look["borderColors"] = colors.joined(separator: " / ") }
    }
    look["borderColor"] = colors[first]
    return look
  }
}
