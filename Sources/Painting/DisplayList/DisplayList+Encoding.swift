import CSSValues
import PageFormat

extension DisplayList {
  /// The version of the format that ``encode(area:scale:)`` writes (docs/reference/painting.md, “The file”).
  public static let formatVersion = 1

  /// The list as JSON that renderers in other languages draw: all of it, or what touches an area.
  ///
  /// The text can be in a `<script>`: it has no `<`.
  ///
  /// - Parameters:
  ///   - area: what will be drawn, in CSS px of the page; `nil` for everything.
  ///   - scale: the device pixels in a CSS px that the page was laid out for.
  public func encode(area: LayoutRect? = nil, scale: Double) -> String {
    var writer = DisplayListWriter()
    writer.write(self, area: area)
    let shown = area ?? LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
    var head: [(String, String)] = [
      ("version", "\(Self.formatVersion)"), ("width", DisplayListWriter.number(shown.width)),
      ("height", DisplayListWriter.number(shown.height)), ("scale", DisplayListWriter.number(scale)),
      ("canvas", DisplayListWriter.color(canvasColor)),
      ("styles", "[" + writer.styles.joined(separator: ",") + "]"),
      ("items", "[\n" + writer.lines.joined(separator: ",\n") + "\n]"),
    ]
    let carets = writer.carets(of: self)
    if !carets.isEmpty { head.append(("carets", "[" + carets.joined(separator: ",") + "]")) }
    return "{" + head.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
  }
}

/// Writes the steps of a display list as JSON.
struct DisplayListWriter {
  /// The items, one a line.
  var lines: [String] = []
  /// The text styles that items use.
  var styles: [String] = []
  private var styleNumbers: [Int: Int] = [:]
  /// The numbers of written items by those in the list.
  private var numbers: [Int: Int] = [:]
  /// Lines that avoid a text, which may come after them, or have dashes: the line's number and the text's in the list.
  private var unfinished: [(line: Int, item: Int?, dashes: [Double])] = []

  /// The places of carets of each text that was written: the item's number, then a unit and its x in turn.
  func carets(of list: DisplayList) -> [String] {
    list.carets.keys.sorted().compactMap { item in
      guard let number = numbers[item], let carets = list.carets[item], !carets.isEmpty else { return nil }
      return "[\(number)," + carets.map { "\($0.unit),\(Self.number($0.x))" }.joined(separator: ",") + "]"
    }
  }

  mutating func write(_ list: DisplayList, area: LayoutRect?) {
    // The begins whose contents have not been written yet: those of nothing are left out.
    var waiting: [(number: Int, line: String)] = []
    // For each begin that is open, whether it was written.
    var open: [Bool] = []
    var transforms: [Bool] = []
    for (index, item) in list.items.enumerated() {
      switch item {
      case .beginClip, .beginTextClip, .beginMask, .beginTransform, .beginGroup, .beginFixed:
        waiting.append((index, line(item, list)))
        open.append(false)
        if case .beginTransform = item { transforms.append(true) } else { transforms.append(transforms.last ?? false) }
      case .end:
        guard let wasWritten = open.popLast() else { continue }
        transforms.removeLast()
        if wasWritten { lines.append("[\"end\"]") } else { _ = waiting.popLast() }
      case .paintInText, .paintInMask:
        flush(&waiting, &open)
        lines.append("[\"paint\"]")
      default:
        let bounds = list.bounds[index]
        // Under a transform bounds say nothing of the place on the screen.
        if let area, transforms.last != true, bounds.width > 0 || bounds.height > 0, !touches(bounds, area) { continue }
        flush(&waiting, &open)
        numbers[index] = lines.count
        if case .decoration(let line) = item, line.avoidedItem != nil || !line.dashes.isEmpty {
          unfinished.append((lines.count, line.avoidedItem, line.dashes))
        }
        lines.append(line(item, list))
      }
    }
    for wasWritten in open.reversed() where wasWritten { lines.append("[\"end\"]") }
    for (line, item, dashes) in unfinished {
      let number = item.flatMap { numbers[$0] }
      if number == nil, dashes.isEmpty { continue }
      lines[line].removeLast()
      lines[line] += ",\(number ?? -1)" + (dashes.isEmpty ? "" : "," + Self.numbers(dashes)) + "]"
    }
  }

  private mutating func flush(_ waiting: inout [(number: Int, line: String)], _ open: inout [Bool]) {
    for begin in waiting { lines.append(begin.line) }
    waiting.removeAll()
    for index in open.indices { open[index] = true }
  }

  private func touches(_ a: LayoutRect, _ b: LayoutRect) -> Bool {
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  }

  // MARK: Items

  private mutating func line(_ item: DisplayItem, _ list: DisplayList) -> String {
    switch item {
    case .fill(let shape, let paint, let blend):
      return Self.array("fill", [Self.shape(shape), Self.paint(paint)] + Self.blend(blend))
    case .stroke(let path, let paint, let style):
      return Self.array(
        "stroke",
        [
          Self.string(Self.path(path)), Self.paint(paint), Self.number(style.width), "\(style.cap.rawValue)",
          "\(style.join.rawValue)", Self.number(style.miterLimit), Self.numbers(style.dashes),
          Self.number(style.dashOffset),
        ])
    case .shadow(let shadow):
      return Self.array(
        "shadow",
        [
          Self.rounded(shadow.box), Self.rounded(shadow.edge), Self.number(shadow.blur), Self.color(shadow.color),
          shadow.isInset ? "1" : "0",
        ])
    case .text(let run): return Self.array("text", text(run, list))
    case .textShadow(let run, let deviation):
      return Self.array("textShadow", [Self.number(deviation)] + text(run, list))
    case .decoration(let line):
      return Self.array(
        "line",
        [Self.rect(line.rect), "\(line.style.rawValue)", Self.color(line.color)])
    case .emphasis(let marks):
      let run = text(marks.run, list)
      return Self.array(
        "marks",
        [Self.string(marks.mark), "\(style(marks.style, list))", marks.isUnder ? "1" : "0"] + run)
    case .image(let source, let destination, let clip, let isPixelated):
      return Self.array(
        "image", [Self.string(source), Self.rect(destination), Self.rounded(clip)] + (isPixelated ? ["1"] : []))
    case .backdrop(let shape, let filters):
      return Self.array("backdrop", [Self.shape(shape), Self.filters(filters)])
    case .beginClip(let shape): return Self.array("clip", [Self.shape(shape)])
    case .beginTextClip: return Self.array("textClip", [])
    case .beginMask(let isLuminance): return Self.array("mask", [isLuminance ? "1" : "0"])
    case .beginTransform(let m): return Self.array("transform", [m.a, m.b, m.c, m.d, m.e, m.f].map(Self.precise))
    case .beginGroup(let effect): return Self.array("group", group(effect))
    case .beginFixed: return Self.array("fixed", [])
    case .paintInText, .paintInMask: return Self.array("paint", [])
    case .end: return Self.array("end", [])
    }
  }

  private mutating func text(_ run: TextRun, _ list: DisplayList) -> [String] {
    var members = [
      Self.string(run.text), Self.number(run.x), Self.number(run.baseline), Self.number(run.width),
      "\(style(run.style, list))", Self.paint(run.paint),
    ]
    let rest = [
      run.isRightToLeft ? "1" : "0", Self.precise(run.scale),
      run.stroke.map(Self.stroke) ?? "0",
    ]
    let used = rest.indices.last { rest[$0] != ["0", "1", "0"][$0] }.map { $0 + 1 } ?? 0
    members += rest.prefix(used)
    return members
  }

  private static func stroke(_ stroke: TextStroke) -> String {
    let rest = stroke.isBelow || stroke.join != .miter ? ",\(stroke.isBelow ? 1 : 0),\(stroke.join.rawValue)" : ""
    return "[\(number(stroke.width)),\(color(stroke.color))\(rest)]"
  }

  private static func mask(_ layer: MaskLayer) -> String {
    let rest =
      layer.isLuminance || layer.composite != .add
      ? ",\(layer.isLuminance ? 1 : 0),\(string(layer.composite.rawValue))" : ""
    return "[\(rounded(layer.area)),\(paint(layer.paint))\(rest)]"
  }

  private static func filters(_ filters: [PaintFilter]) -> String {
    let texts = filters.map { filter in
      switch filter {
      case .blur(let deviation): array("blur", [number(deviation)])
      case .colorMatrix(let matrix): array("matrix", matrix.map(precise))
      case .dropShadow(let dx, let dy, let deviation, let color):
        array("shadow", [dx, dy, deviation].map(number) + [self.color(color)])
      case .toLinearLight: array("linear", [])
      case .fromLinearLight: array("srgb", [])
      }
    }
    return "[" + texts.joined(separator: ",") + "]"
  }

  private func group(_ effect: GroupEffect) -> [String] {
    let mask = effect.mask.map(Self.mask)
    return [
      Self.number(effect.opacity), Self.string(effect.blend.rawValue), Self.filters(effect.filters),
      "[" + mask.joined(separator: ",") + "]",
    ] + (effect.isIsolated ? ["1"] : [])
  }

  /// The keywords of `font-variant-caps`, by their raw values.
  static let capitals = [
    "normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps",
  ]

  /// The number of a text style among those that were written.
  private mutating func style(_ number: Int, _ list: DisplayList) -> Int {
    if let known = styleNumbers[number] { return known }
    let (font, text) = (list.textStyles[number].font, list.textStyles[number].text)
    let slant =
      switch font.slant {
      case .normal: ""
      case .italic: "italic "
      case .oblique(let angle): "oblique \(Self.number(angle))deg "
      }
    let families = font.families.map { family in
      switch family {
      case .named(let name): "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      case .generic(let generic): generic.rawValue
      }
    }
    var members = [
      (
        "font",
        Self.string(
          "\(slant)\(Self.number(font.weight)) \(Self.number(font.size))px \(families.joined(separator: ", "))")
      )
    ]
    if !text.language.isEmpty { members.append(("lang", Self.string(text.language))) }
    let spacing = (text.letterSpacing.resolve(font.size), text.wordSpacing.resolve(font.size))
    if spacing.0 != 0 { members.append(("letterSpacing", Self.number(spacing.0))) }
    if spacing.1 != 0 { members.append(("wordSpacing", Self.number(spacing.1))) }
    if font.stretch != 100 { members.append(("stretch", Self.number(font.stretch))) }
    if font.kerning == .none { members.append(("kerning", "\"none\"")) }
    if font.variantCaps != .normal {
      members.append(("caps", Self.string(Self.capitals[Int(font.variantCaps.rawValue)])))
    }
    let written = "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    if let same = styles.firstIndex(of: written) {
      styleNumbers[number] = same
      return same
    }
    styles.append(written)
    styleNumbers[number] = styles.count - 1
    return styles.count - 1
  }

  // MARK: Areas and paints

  private static func shape(_ shape: PaintShape) -> String {
    switch shape {
    case .rounded(let rect): rounded(rect)
    case .ring(let outer, let inner): "[\(rounded(outer)),\(rounded(inner))]"
    case .path(let path, .nonzero): string(self.path(path))
    case .path(let path, .evenOdd): "[\"evenodd\",\(string(self.path(path)))]"
    }
  }

  private static func rect(_ rect: LayoutRect) -> String { numbers([rect.x, rect.y, rect.width, rect.height]) }

  private static func rounded(_ rounded: RoundedRect) -> String {
    numbers([rounded.rect.x, rounded.rect.y, rounded.rect.width, rounded.rect.height] + rounded.radii)
  }

  private static func path(_ path: PaintPath) -> String { SVGText.data(path, number) }

  private static func paint(_ paint: Paint) -> String {
    switch paint {
    case .color(let color): return self.color(color)
    case .pattern(let pattern):
      return array(
        "image",
        [string(pattern.source), rect(pattern.tile), number(pattern.stepX), number(pattern.stepY)]
          + (pattern.isPixelated ? ["1"] : []))
    case .gradient(let gradient):
      let (name, geometry) =
        switch gradient.geometry {
        case .linear(let x1, let y1, let x2, let y2): ("linear", [x1, y1, x2, y2])
        case .radial(let x, let y, let radiusX, let radiusY):
          ("radial", [x, y, radiusX, radiusY] + (gradient.focus.map { [$0.dx, $0.dy] } ?? []))
        case .conic(let x, let y, let angle): ("conic", [x, y, angle])
        }
      let stops = gradient.stops.map { "\(precise($0.offset)),\(color($0.color))" }.joined(separator: ",")
      let m = gradient.matrix
      return array(
        name,
        [
          numbers(geometry), "[\(stops)]", gradient.isRepeating ? "1" : gradient.isReflecting ? "2" : "0",
          gradient.tile.map { numbers([$0.rect.x, $0.rect.y, $0.rect.width, $0.rect.height, $0.stepX, $0.stepY]) }
            ?? "0",
          m == .identity ? "0" : "[" + [m.a, m.b, m.c, m.d, m.e, m.f].map(precise).joined(separator: ",") + "]",
        ])
    }
  }

  private static func blend(_ blend: BlendMode) -> [String] { blend == .normal ? [] : [string(blend.rawValue)] }

  static func color(_ color: PaintColor) -> String {
    let parts = [color.red, color.green, color.blue] + (color.alpha < 1 ? [color.alpha] : [])
    let digits = parts.map { part -> String in
      let byte = String(Int((min(1, max(0, part)) * 255).rounded()), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }
    return "\"#" + digits.joined() + "\""
  }

  // MARK: JSON

  private static func array(_ name: String, _ members: [String]) -> String {
    "[\"\(name)\"" + members.map { "," + $0 }.joined() + "]"
  }

  private static func numbers(_ values: [Double]) -> String {
    "[" + values.map(number).joined(separator: ",") + "]"
  }

  /// A length: thousandths of a pixel are finer than what layout knows.
  static func number(_ value: Double) -> String { decimal(value, digits: 3) }

  /// A factor.
  private static func precise(_ value: Double) -> String { decimal(value, digits: 6) }

  private static func decimal(_ value: Double, digits: Int) -> String {
    let unit = digits == 3 ? 1000 : 1_000_000
    guard value.isFinite else { return "0" }
    let scaled = Int((min(1e12, max(-1e12, value)) * Double(unit)).rounded())
    let (whole, part) = (abs(scaled) / unit, abs(scaled) % unit)
    guard part > 0 else { return "\(scaled < 0 ? "-" : "")\(whole)" }
    var fraction = String(part + unit).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(scaled < 0 ? "-" : "")\(whole).\(fraction)"
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "<", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
