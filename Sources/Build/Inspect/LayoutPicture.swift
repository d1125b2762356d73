import Compiler
import HTML
import Layout
import Manifest
import Names
import Text

/// A layout drawn as SVG: backgrounds, borders, images and lines of text where the layout has them, in the order of
/// painting, with clips, transforms and opacity.
///
/// It is a picture of frames, not a renderer: shadows, gradients, filters and drawings inside of `<svg>` are left out.
struct LayoutPicture {
  private let page: PageInspection
  private let path: String
  private let site: Site
  private let scheme: ColorScheme
  private static let properties = [
    "background-color", "color", "visibility", "border-top-width", "border-right-width",
    "border-bottom-width", "border-left-width", "border-top-color", "border-right-color", "border-bottom-color",
    "border-left-color", "font-size", "font-family", "font-weight", "font-style",
    "text-decoration-line", "object-fit",
  ]
  /// Images above this size are drawn as a grey box.
  private static let largestImage = 1 << 20

  init(_ page: PageInspection, path: String, site: Site, scheme: ColorScheme) {
    self.page = page
    self.path = path
    self.site = site
    self.scheme = scheme
  }

  var svg: String {
    let width = max(page.viewport.width, 1)
    let height = max(page.viewport.height, min(page.result.contentHeight, 100_000))
    var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" height=\"\(number(height))\" "
    svg += "viewBox=\"0 0 \(number(width)) \(number(height))\">\n"
    svg += "<title>\(escaped(path)) at \(escaped(page.viewport.name))</title>\n"
    // The colour `canvas` in the root's scheme (CSS Color 4, 6.2).
    let root = page.style(of: page.document.documentElement)
    let isDark = root?.usesDarkScheme(prefersDark: scheme == .dark) ?? false
    svg += "<rect width=\"100%\" height=\"100%\" fill=\"\(isDark ? "#121212" : "#ffffff")\"/>\n"
    var values = page.resolvedValues(of: Self.properties)
    var lines: [StyledTree.Index: [LayoutResult.TextLine]] = [:]
    for line in page.result.lines { lines[line.node, default: []].append(line) }
    let skipped = page.skippedContents
    var groups = PictureGroups(page)
    var decorations: [NodeID: String] = [:]
    for node in page.paintOrder where !skipped[Int(node)] {
      let style = values.values(of: page.styledElement(of: node))
      let isShown = style["visibility"] == "visible"
      var drawing = ""
      var area = page.result.frames[Int(node)].rect
      if page.tree.nodes[Int(node)].kind == .text {
        guard isShown, let shown = lines[node], let first = shown.first else { continue }
        let decoration = decoration(of: page.styledElement(of: node), &decorations, &values)
        for line in shown { drawing += text(line, style, decoration) }
        area = shown.reduce(first.rect) { PictureGroups.union($0, $1.rect) }
      } else if isShown, let element = page.element(of: node), page.result.frames[Int(node)].hasBox {
        drawing = self.drawing(of: element, node, style, groups.facts.corners[node])
      }
      svg += groups.draw(node, drawing, in: area)
    }
    return svg + groups.close() + "</svg>\n"
  }

  /// An element's own box, and what it shows instead of contents.
  private func drawing(
    of element: NodeID, _ node: StyledTree.Index, _ style: [String: String], _ corners: CornerRadii?
  ) -> String {
    let frame = page.result.frames[Int(node)]
    let name = page.document.name(element).string
    let rects = frame.fragments.isEmpty ? [frame.rect] : frame.fragments.map { page.result.fragments[$0] }
    var svg = ""
    for rect in rects { svg += box(rect, style, corners, isCanvas: name == "body") }
    if isToken { svg += placeholder(name, frame.rect) }
    if name == "img" { svg += image(element, frame.rect, style["object-fit"] ?? "fill") }
    if name == "select", page.document.value(element, Name("multiple")) == nil { svg += arrow(frame.rect, style) }
    return svg
  }

  /// The arrow of a drop-down, at its end.
  private func arrow(_ rect: Rect, _ style: [String: String]) -> String {
    guard rect.width > 16, rect.height > 8 else { return "" }
    let (x, y) = (rect.x + rect.width - 13, rect.y + rect.height / 2 - 2)
    return "<path d=\"M\(number(x)) \(number(y))l4 4l4 -4\" fill=\"none\" "
      + "stroke=\"\(escaped(style["color"] ?? "#000000"))\"/>\n"
  }

  /// The lines at an element's texts: its own and those of the boxes around it (CSS Text Decoration 3, 2.1).
  private func decoration(
    of element: NodeID, _ known: inout [NodeID: String], _ values: inout ResolvedValues
  ) -> String {
    if let found = known[element] { return found }
    let style = page.style(of: element)
    let own = values.values(of: element)["text-decoration-line"] ?? "none"
    var lines = own == "none" ? [] : own.split(separator: " ").map(String.init)
    let parent = page.document.parent(element)
    // Pieces of their own and what is out of the flow have none of the decorations around them.
    let isApart = style.map {
      $0.box.float != .none || $0.box.position == .absolute || $0.box.position == .fixed
        || $0.box.display == .inlineBlock
    }
    if parent.exists, page.document.isElement(parent), isApart != true {
      for line in decoration(of: parent, &known, &values).split(separator: " ").map(String.init)
      where !lines.contains(line) { lines.append(line) }
    }
    known[element] = lines.joined(separator: " ")
    return lines.joined(separator: " ")
  }

  /// Whether the page describes native views.
  private var isToken: Bool {
    let root = page.document.documentElement
    return root.exists && (page.document.value(root, Name("html-identify")) ?? "").hasPrefix("Token")
  }

  /// Components whose look is the device's: everything but boxes and texts.
  private static let drawnAsThemselves: Set<String> = [
    "html", "head", "body", "view", "div", "label", "scrollView", "button", "table", "tableRow", "tableSection",
    "tableHeader", "tableFooter",
  ]

  /// A component as a dashed box with its name.
  private func placeholder(_ tag: String, _ rect: Rect) -> String {
    guard !Self.drawnAsThemselves.contains(tag), rect.width > 0, rect.height > 0 else { return "" }
    let size = max(4, min(10, rect.height - 2))
    return "<rect \(attributes(rect)) fill=\"none\" stroke=\"#8888aa\" stroke-dasharray=\"3 2\"/>\n"
      + "<text x=\"\(number(rect.x + 3))\" y=\"\(number(rect.y + size))\" font-size=\"\(number(size))\" "
      + "font-family=\"sans-serif\" fill=\"#8888aa\">\(escaped(tag))</text>\n"
  }

  private func box(_ rect: Rect, _ style: [String: String], _ corners: CornerRadii?, isCanvas: Bool) -> String {
    guard rect.width > 0, rect.height > 0 else { return "" }
    var svg = ""
    let radius = corners.map { $0.horizontal.max() ?? 0 } ?? 0
    if let fill = style["background-color"], !isTransparent(fill) {
      if isCanvas {
        // A page's background covers the canvas (CSS Backgrounds 3, 2.11.2).
        svg += "<rect width=\"100%\" height=\"100%\" fill=\"\(escaped(fill))\"/>\n"
      } else {
        svg += PictureGroups.shape(rect, corners, inside: []) + " fill=\"\(escaped(fill))\"/>\n"
      }
    }
    return svg + border(rect, style, radius)
  }

  private func border(_ rect: Rect, _ style: [String: String], _ radius: Double) -> String {
    let sides = ["top", "right", "bottom", "left"]
    let widths = sides.map { pixels(style["border-\($0)-width"]) }
    let colors = sides.map { style["border-\($0)-color"] ?? "currentcolor" }
    guard widths.contains(where: { $0 > 0 }) else { return "" }
    if Set(widths).count == 1, Set(colors).count == 1 {
      let half = widths[0] / 2
      let inner = Rect(
        x: rect.x + half, y: rect.y + half, width: max(0, rect.width - 2 * half), height: max(0, rect.height - 2 * half)
      )
      let corner = radius > 0 ? " rx=\"\(number(max(0, radius - half)))\"" : ""
      return "<rect \(attributes(inner))\(corner) fill=\"none\" stroke=\"\(escaped(colors[0]))\" "
        + "stroke-width=\"\(number(widths[0]))\"/>\n"
    }
    let edges = [
      Rect(x: rect.x, y: rect.y, width: rect.width, height: widths[0]),
      Rect(x: rect.x + rect.width - widths[1], y: rect.y, width: widths[1], height: rect.height),
      Rect(x: rect.x, y: rect.y + rect.height - widths[2], width: rect.width, height: widths[2]),
      Rect(x: rect.x, y: rect.y, width: widths[3], height: rect.height),
    ]
    return edges.indices.filter { widths[$0] > 0 && !isTransparent(colors[$0]) }.map {
      "<rect \(attributes(edges[$0])) fill=\"\(escaped(colors[$0]))\"/>\n"
    }.joined()
  }

  private func image(_ element: NodeID, _ rect: Rect, _ fit: String) -> String {
    guard rect.width > 0, rect.height > 0 else { return "" }
    let base = DocumentBase(of: page.document, path: path, prefix: "/")
    if let source = page.document.value(element, .src),
      case .local(let file, _) = SiteReference(source, from: base, prefix: "/"), let bytes = try? site.read(file),
      bytes.count <= Self.largestImage
    {
      let type = ContentType.of(file)
      // A drawing keeps its own ratio in whatever box it gets.
      let isDrawing = type.hasPrefix("image/svg")
      let ratio = fit == "cover" ? "xMidYMid slice" : fit == "fill" && !isDrawing ? "none" : "xMidYMid meet"
      let content = "href=\"data:\(type);base64,\(Base64.encode(bytes))\""
      // Browsers fit a drawing into an <image> by its own rules, whatever is asked for: the <svg> around it is what covers.
      if isDrawing, fit == "cover", let header = try? ImageHeader(bytes: bytes), let width = header.width,
        let height = header.height, width > 0, height > 0
      {
        let size = "width=\"\(number(width))\" height=\"\(number(height))\""
        return "<svg \(attributes(rect)) viewBox=\"0 0 \(number(width)) \(number(height))\" "
          + "preserveAspectRatio=\"\(ratio)\"><image \(size) \(content)/></svg>\n"
      }
      return "<image \(attributes(rect)) preserveAspectRatio=\"\(ratio)\" \(content)/>\n"
    }
    return "<rect \(attributes(rect)) fill=\"#cccccc\"/>\n"
  }

  private func text(_ line: LayoutResult.TextLine, _ style: [String: String], _ decoration: String) -> String {
    let rect = line.shown?.rect ?? line.rect
    let text = String(decoding: line.shown?.text ?? line.text, as: UTF16.self)
    guard !text.allSatisfy(\.isWhitespace) else { return "" }
    var svg = "<text xml:space=\"preserve\" x=\"\(number(rect.x))\" y=\"\(number(line.baseline))\" "
    svg +=
      "font-size=\"\(number(pixels(style["font-size"])))\" font-family=\"\(escaped(style["font-family"] ?? "serif"))\" "
    if let weight = style["font-weight"], weight != "400" { svg += "font-weight=\"\(escaped(weight))\" " }
    if style["font-style"] == "italic" { svg += "font-style=\"italic\" " }
    if !decoration.isEmpty { svg += "text-decoration=\"\(escaped(decoration))\" " }
    // The measured advance holds where the viewer's font is another.
    svg += "textLength=\"\(number(max(0, rect.width)))\" lengthAdjust=\"spacingAndGlyphs\" "
    return svg + "fill=\"\(escaped(style["color"] ?? "#000000"))\">\(escaped(text))</text>\n"
  }

  private func attributes(_ rect: Rect) -> String { PictureGroups.attributes(rect) }

  private func isTransparent(_ color: String) -> Bool { color == "rgba(0, 0, 0, 0)" || color == "transparent" }

  private func pixels(_ text: String?) -> Double {
    guard let text, text.hasSuffix("px"), let value = Double(text.dropLast(2)), value.isFinite else { return 0 }
    return value
  }

  private func number(_ value: Double) -> String { PictureGroups.number(value) }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case let scalar where scalar.value < 0x20 && scalar != "\t" && scalar != "\n": result += "\u{FFFD}"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
