import CSSValues
import HTML
import Names

/// Attributes that stand for declarations (HTML, 15.3 and 15.4): presentational hints.
///
/// The declarations are made as text, so that one parser reads all values; elements with the same attributes share them.
enum PresentationalHints {
  /// The attributes of HTML that stand for declarations on some element.
  private static let attributeNames: [Bool] = {
    let names: [Name] = [
      .width, .height, .bgcolor, .background, .align, .valign, .nowrap, .color, .face, .size, .noshade, .border,
      .cellspacing, .hspace, .vspace, .clear, .type, .wrap, .contenteditable, .draggable, .dir, .href, .marginwidth,
      .marginheight, .leftmargin, .rightmargin, .topmargin, .bottommargin, .text, "frameborder", "rules", "frame",
      "bordercolor", "inert",
    ]
    var table = [Bool](repeating: false, count: Int(names.map(\.rawValue).max() ?? 0) + 1)
    for name in names { table[Int(name.rawValue)] = true }
    return table
  }()

  /// Whether an attribute of this name may stand for declarations.
  static func mayHint(_ name: Name) -> Bool {
    Int(name.rawValue) < attributeNames.count && attributeNames[Int(name.rawValue)]
  }

  /// Whether an element takes hints from its table's attributes.
  static func isTablePart(_ name: Name) -> Bool {
    name == .td || name == .th || name == .tr || name == .tbody || name == .thead || name == .tfoot
  }

  /// The declarations of an element's attributes, or `nil` where it has none.
  ///
  /// - Parameter source: the `<source>` whose attributes stand for the element's `width` and `height`, or `.none`.
  static func declarations(for index: Int, in tree: ElementTree, sizedBy source: NodeID = .none) -> String? {
    let element = tree.elements[index]
    guard element.mayHaveHints else { return nil }
    switch element.namespace {
    case .html: break
    case .svg: return SVGHints.declarations(for: element, in: tree.document)
    default: return nil
    }
    var hints = HintWriter(tree: tree, index: index, sizeNode: source.exists ? source : element.node)
    if source.exists {
      for attribute in tree.document.attributes(source)
      where attribute.namespace == .none && (attribute.name == .width || attribute.name == .height) {
        hints.attribute = attribute.name
        hints.add(tree.document.value(attribute))
      }
    }
    for attribute in tree.document.attributes(element.node)
    where attribute.namespace == .none && mayHint(attribute.name) {
      if source.exists, attribute.name == .width || attribute.name == .height { continue }
      hints.attribute = attribute.name
      let value = tree.document.value(attribute)
      hints.add(value)
    }
    if element.name == .html { hints.addColorScheme() }
    if element.name == .bdi || element.name == .input { hints.addImpliedDirection() }
    if element.name == .td || element.name == .th { hints.addCellHints() }
    if element.name == .tr || element.name == .tbody || element.name == .thead || element.name == .tfoot {
      hints.addRowHints()
    }
    return hints.text
  }
}

/// Writes the declarations of one element.
struct HintWriter {
  let tree: ElementTree
  let index: Int
  var attribute: Name = .empty
  private(set) var text = ""

  /// Whose attributes give the size.
  private let sizeNode: NodeID

  init(tree: ElementTree, index: Int, sizeNode: NodeID) {
    self.tree = tree
    self.index = index
    self.sizeNode = sizeNode
  }

  private var name: Name { tree.elements[index].name }

  /// HTML, 4.2.5.3: the colour schemes that the first `<meta name=color-scheme>` of the page supports.
  ///
  /// DEVIATION: they are the root's own `color-scheme`, where browsers compute `normal` and paint in them.
  mutating func addColorScheme() {
    let document = tree.document
    var node = document.firstChild(document.head)
    while node.exists {
      if document.isElement(node, .meta), document.value(node, .name)?.lowercased() == "color-scheme",
        let content = document.value(node, .content),
        case let words = content.lowercased().split(whereSeparator: \.isWhitespace), !words.isEmpty,
        words.allSatisfy({ word in word.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 == 0x2D } })
      {
        return set("color-scheme", words.joined(separator: " "))
      }
      node = document.nextSibling(node)
    }
  }

  mutating func set(_ property: String, _ value: String) { text += "\(property):\(value);" }

  /// Adds what the current attribute stands for.
  mutating func add(_ value: String) {
    switch attribute {
    case .width: addWidth(value)
    case .height: addHeight(value)
    case .bgcolor where Self.colored.contains(name): color("background-color", value)
    case .background where Self.colored.contains(name):
      if !value.isEmpty {
        set("background-image", "url(\(String(decoding: Substitution.quoted(value), as: UTF8.self)))")
      }
    case .align: addAlign(value)
    case .valign where Self.tableParts.contains(name):
      let value = value.lowercased()
      if ["top", "middle", "bottom", "baseline"].contains(value) { set("vertical-align", value) }
    case .nowrap where name == .td || name == .th: set("white-space", "nowrap")
    case .color where name == .font: color("color", value)
    case .color where name == .hr:
      set("border-style", "solid")
      color("border-color", value)
      color("background-color", value)
    case .face where name == .font: if !value.isEmpty { set("font-family", value) }
    case .size where name == .font: fontSize(value)
    case .size where name == .hr:
      if let size = Self.integer(value) { size <= 1 ? set("border-bottom-width", "0") : set("height", "\(size - 2)px") }
    case .noshade where name == .hr:
      if !tree.document.hasAttribute(tree.elements[index].node, .color) {
        text += "border-style:solid;border-color:gray;background-color:gray;"
      }
    case .border: addBorder(value)
    case .cellspacing where name == .table:
      if let length = Self.pixels(value) { set("border-spacing", length) }
    case .hspace where Self.spaced.contains(name):
      if let length = Self.dimension(value) {
        set("margin-left", length)
        set("margin-right", length)
      }
    case .vspace where Self.spaced.contains(name):
      if let length = Self.dimension(value) {
        set("margin-top", length)
        set("margin-bottom", length)
      }
    case .clear where name == .br:
      let value = value.lowercased()
      if value == "left" || value == "right" { set("clear", value) }
      if value == "all" || value == "both" { set("clear", "both") }
    case .type: addListType(value)
    case .wrap where name == .textarea:
      if value.lowercased() == "off" { set("white-space", "pre") }
    case .contenteditable:
      if value.isEmpty || value.lowercased() == "true" {
        text += "-webkit-user-modify:read-write;overflow-wrap:break-word;-webkit-line-break:after-white-space;"
      } else if value.lowercased() == "plaintext-only" {
        text +=
          "-webkit-user-modify:read-write-plaintext-only;overflow-wrap:break-word;-webkit-line-break:after-white-space;"
          + "white-space-collapse:preserve;"
      } else if value.lowercased() == "false" {
        text += "-webkit-user-modify:read-only;"
      }
    case .draggable:
      if value.lowercased() == "true" { text += "-webkit-user-drag:element;user-select:none;" }
      if value.lowercased() == "false" { text += "-webkit-user-drag:none;" }
    case .dir where value.lowercased() == "auto":
      set("direction", Directionality.auto(index, tree) == true ? "rtl" : "ltr")
    case .start where name == .ol, .value where name == .li: break
    default: addBodyAndTable(value)
    }
  }

  private mutating func addBodyAndTable(_ value: String) {
    guard name == .body else {
      switch attribute.string {
      case "frameborder" where name == .iframe:
        if Self.integer(value) == 0 || value.lowercased() == "no" { set("border-width", "0") }
      case "href" where name == .a || name == .area:
        if let link = tree.document.value(tree.elements[bodyIndex].node, "link") { color("color", link) }
      case "rules" where name == .table: addRules()
      case "frame" where name == .table: addFrame()
      case "bordercolor" where name == .table: color("border-color", value)
      case "inert": set("interactivity", "inert")
      default: break
      }
      return
    }
    switch attribute {
    case .marginwidth, .leftmargin, .rightmargin:
      guard let length = Self.pixels(value) else { return }
      if attribute != .rightmargin { set("margin-left", length) }
      if attribute != .leftmargin { set("margin-right", length) }
    case .marginheight, .topmargin, .bottommargin:
      guard let length = Self.pixels(value) else { return }
      if attribute != .bottommargin { set("margin-top", length) }
      if attribute != .topmargin { set("margin-bottom", length) }
    case .text: color("color", value)
    default: break
    }
  }

  static let colored: Set<Name> = [.body, .table, .thead, .tbody, .tfoot, .tr, .td, .th, .marquee]
  static let tableParts: Set<Name> = [.col, .colgroup, .thead, .tbody, .tfoot, .tr, .td, .th, .img]
  static let spaced: Set<Name> = [.img, .object, .embed, .applet, .iframe, .input, .marquee, .video]

  // MARK: Sizes (15.4.3)

  private var isImageInput: Bool {
    name == .input && tree.document.value(tree.elements[index].node, .type)?.lowercased() == "image"
  }

  private mutating func addWidth(_ value: String) {
    switch name {
    case .img, .embed, .object, .iframe, .video, .canvas, .applet, .marquee:
      // A canvas is as large as its bitmap by itself.
      if name == .canvas { return addRatio() }
      guard let length = Self.dimension(value) else { return }
      set("width", length)
      addRatio()
    case .input where isImageInput:
      if let length = Self.dimension(value) {
        set("width", length)
        addRatio()
      }
    case .source: break
    case .table, .td, .th, .colgroup, .col:
      if let length = Self.nonZeroDimension(value, allowsZero: name == .table || name == .col) { set("width", length) }
    case .hr:
      if let length = Self.dimension(value) { set("width", length) }
    case .pre:
      break
    default: break
    }
  }

  private mutating func addHeight(_ value: String) {
    switch name {
    case .img, .embed, .object, .iframe, .video, .applet, .marquee:
      if let length = Self.dimension(value) { set("height", length) }
    case .input where isImageInput:
      if let length = Self.dimension(value) { set("height", length) }
    case .table, .thead, .tbody, .tfoot, .tr, .td, .th:
      if let length = Self.nonZeroDimension(value, allowsZero: name == .table) { set("height", length) }
    default: break
    }
  }

  /// 15.4.3: `width` and `height` together give a ratio.
  private mutating func addRatio() {
    guard name == .img || name == .video || name == .canvas || isImageInput else { return }
    let document = tree.document
    guard let width = document.value(sizeNode, .width).flatMap(Self.number),
      let height = document.value(sizeNode, .height).flatMap(Self.number)
    else { return }
    set("aspect-ratio", "auto \(width) / \(height)")
  }

  /// A non-negative dimension: px or percent (2.4.4.4).
  static func dimension(_ value: String) -> String? {
    guard let (number, isPercentage) = parseDimension(value) else { return nil }
    return isPercentage ? "\(number)%" : "\(number)px"
  }

  static func nonZeroDimension(_ value: String, allowsZero: Bool) -> String? {
    guard let (number, isPercentage) = parseDimension(value), number > 0 || allowsZero else { return nil }
    return isPercentage ? "\(number)%" : "\(number)px"
  }

  private static func number(_ value: String) -> Double? {
    guard let (number, isPercentage) = parseDimension(value), !isPercentage else { return nil }
    return number
  }

  /// DEVIATION: relative lengths (`2*`) say nothing, as in browsers; HTML takes them for px.
  private static func parseDimension(_ value: String) -> (Double, Bool)? {
    var bytes = Array(value.utf8)[...]
    while let first = bytes.first, ASCII.isWhitespace(first) { bytes = bytes.dropFirst() }
    if bytes.first == 0x2B { bytes = bytes.dropFirst() }
    var digits: [UInt8] = []
    while let first = bytes.first, (0x30...0x39).contains(first) {
      digits.append(first)
      bytes = bytes.dropFirst()
    }
    guard !digits.isEmpty else { return nil }
    if bytes.first == 0x2E {
      digits.append(0x2E)
      bytes = bytes.dropFirst()
      while let first = bytes.first, (0x30...0x39).contains(first) {
        digits.append(first)
        bytes = bytes.dropFirst()
      }
      if digits.last == 0x2E { digits.append(0x30) }
    }
    guard bytes.first != 0x2A, let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      return nil
    }
    return (min(number, 33_554_428), bytes.first == 0x25)
  }

  /// A non-negative integer as px.
  static func pixels(_ value: String) -> String? {
    integer(value).flatMap { $0 >= 0 ? "\($0)px" : nil }
  }

  static func integer(_ value: String) -> Int? {
    var text = value.drop { $0.isWhitespace }
    var isNegative = false
    if text.first == "-" || text.first == "+" {
      isNegative = text.first == "-"
      text = text.dropFirst()
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits.prefix(9)) else { return nil }
    return isNegative ? -number : number
  }

  // MARK: Alignment

  private mutating func addAlign(_ value: String) {
    let value = value.lowercased()
    switch name {
    case .div, .p, .h1, .h2, .h3, .h4, .h5, .h6, .thead, .tbody, .tfoot, .tr, .td, .th, .col, .colgroup:
      switch value {
      case "center", "middle": set("text-align", "-webkit-center")
      case "left": set("text-align", "-webkit-left")
      case "right": set("text-align", "-webkit-right")
      case "justify": set("text-align", "justify")
      default: break
      }
    case .caption:
      if value == "bottom" { set("caption-side", "bottom") }
      if value == "top" { set("caption-side", "top") }
    case .table:
      if value == "left" || value == "right" { set("float", value) }
      if value == "center" { text += "margin-inline-start:auto;margin-inline-end:auto;" }
    case .hr:
      switch value {
      case "left": text += "margin-left:0;margin-right:auto;"
      case "right": text += "margin-left:auto;margin-right:0;"
      case "center": text += "margin-left:auto;margin-right:auto;"
      default: break
      }
    case .legend:
      if ["left", "right", "center"].contains(value) { set("text-align", value) }
    case .img, .object, .embed, .applet, .iframe, .input:
      if name == .input, !isImageInput { return }
      switch value {
      case "left", "right":
        set("float", value)
        set("vertical-align", "top")
      case "top": set("vertical-align", "top")
      case "middle", "center": set("vertical-align", "-webkit-baseline-middle")
      case "absmiddle", "abscenter": set("vertical-align", "middle")
      case "bottom", "baseline": set("vertical-align", "baseline")
      case "absbottom": set("vertical-align", "bottom")
      case "texttop": set("vertical-align", "text-top")
      default: break
      }
    default: break
    }
  }

  // MARK: Fonts and colours

  /// 15.3.4: the sizes of `<font>`.
  private mutating func fontSize(_ value: String) {
    var text = value.drop { $0.isWhitespace }
    var sign = 0
    if text.first == "+" || text.first == "-" {
      sign = text.first == "+" ? 1 : -1
      text = text.dropFirst()
    }
    guard let digits = Int(text.prefix { $0.isASCII && $0.isNumber }.prefix(6)) else { return }
    let size = max(1, min(7, sign == 0 ? digits : 3 + sign * digits))
    let keywords = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    set("font-size", keywords[size - 1])
  }

  private mutating func color(_ property: String, _ value: String) {
    if let color = LegacyColor.parse(value) { set(property, color) }
  }

  // MARK: Tables

  private mutating func addBorder(_ value: String) {
    let width = Self.integer(value)
    switch name {
    case .table:
      // `frame` overrides `border`, in whatever order the two are written.
      if frameSides != nil { return }
      let width = width ?? 1
      if width <= 0 {
        return set("border-width", "0")
      }
      set("border-width", "\(width)px")
      set("border-style", hasBorderColor ? "solid" : "outset")
    case .img, .object, .embed, .input:
      if name == .input, !isImageInput { return }
      if let width {
        set("border-width", "\(max(0, width))px")
        set("border-style", "solid")
      }
    default: break
    }
  }

  /// The body, or the element itself where there is none.
  private var bodyIndex: Int {
    let body = tree.element(of: tree.document.body)
    return body >= 0 ? body : index
  }

  private func tableAncestor() -> Int {
    var current = Int(tree.elements[index].parent)
    while current >= 0 {
      if tree.elements[current].name == .table, tree.elements[current].namespace == .html { return current }
      current = Int(tree.elements[current].parent)
    }
    return -1
  }

  /// What a table's attributes say of its cells.
  mutating func addCellHints() {
    let table = tableAncestor()
    guard table >= 0, tree.elements[table].hasAttributes else { return }
    let node = tree.elements[table].node
    let document = tree.document
    if let padding = document.value(node, .cellpadding).flatMap(Self.pixels) { set("padding", padding) }
    let rules = document.value(node, "rules")?.lowercased()
    if let border = document.value(node, .border), rules.map({ !Self.rules.contains($0) }) ?? true,
      (Self.integer(border) ?? 1) > 0
    {
      let style = hasBorderColor(node) ? "solid" : "inset"
      text += "border-width:1px;border-style:\(style);border-color:inherit;"
    }
    switch rules {
    case "all": text += "border-width:1px;border-style:solid;border-color:inherit;"
    case "cols":
      text += "border-left-width:1px;border-right-width:1px;border-left-style:solid;border-right-style:solid;"
      text += "border-color:inherit;"
    default: break
    }
  }

  mutating func addRowHints() {
    let table = tableAncestor()
    guard table >= 0, tree.elements[table].hasAttributes else { return }
    let rules = tree.document.value(tree.elements[table].node, "rules")?.lowercased()
    if rules == "rows", name == .tr {
      text += "border-top-width:1px;border-bottom-width:1px;border-top-style:solid;border-bottom-style:solid;"
    }
    if rules == "groups", name != .tr {
      text += "border-top-width:1px;border-bottom-width:1px;border-top-style:solid;border-bottom-style:solid;"
    }
  }

  private var hasBorderColor: Bool { hasBorderColor(tree.elements[index].node) }

  private func hasBorderColor(_ table: NodeID) -> Bool {
    tree.document.value(table, "bordercolor").map { !$0.isEmpty } ?? false
  }

  /// Whether a table's `rules` attribute has a value that counts.
  private var hasRules: Bool {
    let rules = tree.document.value(tree.elements[index].node, "rules")?.lowercased()
    return rules.map(Self.rules.contains) ?? false
  }

  /// The values of `rules` that count.
  private static let rules: Set<String> = ["none", "groups", "rows", "cols", "all"]

  // HTML, 15.3.8: tables with rules or a frame have black borders, and hidden ones where `border` draws none.
  private mutating func addRules() {
    guard hasRules else { return }
    set("border-collapse", "collapse")
    if !hasBorderColor { set("border-color", "black") }
    let border = tree.document.value(tree.elements[index].node, .border)
    if frameSides == nil, border.map({ (Self.integer($0) ?? 1) <= 0 }) ?? true {
      text += "border-style:hidden;border-width:0;"
    }
  }

  /// The sides of a table that its `frame` attribute draws: top, right, bottom, left.
  private var frameSides: [Bool]? {
    switch tree.document.value(tree.elements[index].node, "frame")?.lowercased() {
    case "void": [false, false, false, false]
    case "above": [true, false, false, false]
    case "below": [false, false, true, false]
    case "hsides": [true, false, true, false]
    case "vsides": [false, true, false, true]
    case "lhs": [false, false, false, true]
    case "rhs": [false, true, false, false]
    case "box", "border": [true, true, true, true]
    default: nil
    }
  }

  private mutating func addFrame() {
    guard let sides = frameSides else { return }
    set("border-width", "thin")
    set("border-style", sides.map { $0 ? "solid" : "hidden" }.joined(separator: " "))
    if !hasBorderColor { set("border-color", "black") }
  }

  /// HTML, 3.2.6.4: without a `dir` attribute that counts, `bdi` is as its text is, and a telephone number from left to right.
  mutating func addImpliedDirection() {
    let dir = tree.document.value(tree.elements[index].node, .dir)?.lowercased()
    if dir == "ltr" || dir == "rtl" || dir == "auto" { return }
    if name == .bdi { return set("direction", Directionality.auto(index, tree) == true ? "rtl" : "ltr") }
    if tree.document.value(tree.elements[index].node, .type)?.lowercased() == "tel" { set("direction", "ltr") }
  }

  private mutating func addListType(_ value: String) {
    switch name {
    case .ol, .li:
      switch value {
      case "1": set("list-style-type", "decimal")
      case "a": set("list-style-type", "lower-alpha")
      case "A": set("list-style-type", "upper-alpha")
      case "i": set("list-style-type", "lower-roman")
      case "I": set("list-style-type", "upper-roman")
      default: addBullet(value)
      }
    case .ul, .menu, .dir: addBullet(value)
    default: break
    }
  }

  private mutating func addBullet(_ value: String) {
    let value = value.lowercased()
    if ["disc", "circle", "square", "none"].contains(value) { set("list-style-type", value) }
  }
}

/// HTML's legacy colours (HTML, 2.4.6).
enum LegacyColor {
  /// The colour as CSS text, or `nil`.
  static func parse(_ text: String) -> String? {
    var value = Array(text.unicodeScalars.drop { $0.properties.isWhitespace })
    while let last = value.last, last.properties.isWhitespace { value.removeLast() }
    guard !value.isEmpty else { return nil }
    var word = ""
    for scalar in value { word.unicodeScalars.append(scalar) }
    let lower = word.lowercased()
    if lower == "transparent" { return nil }
    if lower.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), NamedColors.all[Name(lower)] != nil { return lower }
    if value.count == 4, value[0] == "#", value.dropFirst().allSatisfy(isHex) {
      return "#" + value.dropFirst().map { "\($0)\($0)" }.joined()
    }
    // The rules for anything else: what is not hexadecimal is zero.
    var digits: [Unicode.Scalar] = []
    for scalar in value {
      if scalar.value > 0xFFFF { digits += ["0", "0"] } else { digits.append(scalar) }
    }
    digits = Array(digits.prefix(128))
    if digits.first == "#" { digits.removeFirst() }
    digits = digits.map { isHex($0) ? $0 : "0" }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append("0") }
    var length = digits.count / 3
    var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length]) }
    if length > 8 {
      parts = parts.map { Array($0.suffix(8)) }
      length = 8
    }
    while length > 2, parts.allSatisfy({ $0.first == "0" }) {
      parts = parts.map { Array($0.dropFirst()) }
      length -= 1
    }
    if length > 2 { parts = parts.map { Array($0.prefix(2)) } }
    return "#" + parts.map { part in (part.count == 1 ? "0" : "") + part.map { "\($0)" }.joined() }.joined()
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value >= 0x30 && scalar.value <= 0x39) || (scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x66)
  }
}

/// SVG's presentation attributes (SVG 2, 6.6).
enum SVGHints {
  private static let properties: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation",
    "color-interpolation-filters", "cursor", "direction", "display", "dominant-baseline", "fill", "fill-opacity",
    "fill-rule", "filter", "flood-color", "flood-opacity", "font-family", "font-size", "font-size-adjust",
    "font-stretch", "font-style", "font-variant", "font-weight", "image-rendering", "letter-spacing", "lighting-color",
    "marker-end", "marker-mid", "marker-start", "mask", "mask-type", "opacity", "overflow", "paint-order",
    "pointer-events", "shape-rendering", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
    "text-anchor", "text-decoration", "text-overflow", "text-rendering", "transform-origin", "unicode-bidi",
    "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
  ]
  private static let lengths: Set<String> = [
    "font-size", "letter-spacing", "word-spacing", "stroke-width", "stroke-dashoffset", "stroke-dasharray",
    "baseline-shift", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height",
  ]
  private static let geometry: [String: Set<String>] = [
    "svg": ["x", "y", "width", "height"], "rect": ["x", "y", "width", "height", "rx", "ry"],
    "image": ["x", "y", "width", "height"], "foreignObject": ["x", "y", "width", "height"],
    "circle": ["cx", "cy", "r"],
    "ellipse": ["cx", "cy", "rx", "ry"], "path": ["d"], "use": ["x", "y"],
  ]

  private static let transforms: Set<String> = ["transform", "gradientTransform", "patternTransform"]

  /// The functions of a `transform` attribute, whose numbers have no units, as CSS writes them (SVG 2, 8.5); `nil` where it
  /// has an error or is empty.
  static func transform(_ attribute: String) -> String? {
    var rest = attribute.utf8.map { ASCII.isWhitespace($0) ? 0x20 : $0 }[...]
    var functions: [String] = []
    func skip(commas: Bool) {
      while let first = rest.first, first == 0x20 || commas && first == 0x2C { rest = rest.dropFirst() }
    }
    skip(commas: false)
    while !rest.isEmpty {
      let name = String(decoding: rest.prefix { $0 != 0x28 && $0 != 0x20 }, as: UTF8.self)
      rest = rest.drop { $0 != 0x28 }
      guard !rest.isEmpty, let end = rest.firstIndex(of: 0x29) else { return nil }
      let inside = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      let numbers = inside.split { $0 == " " || $0 == "," }.map { Double($0) }
      guard let function = function(name, numbers.compactMap { $0 }, numbers.count) else { return nil }
      functions.append(function)
      skip(commas: true)
    }
    return functions.isEmpty ? nil : functions.joined(separator: " ")
  }

  private static func function(_ name: String, _ numbers: [Double], _ count: Int) -> String? {
    guard numbers.count == count, numbers.allSatisfy(\.isFinite) else { return nil }
    func list(_ unit: String) -> String { numbers.map { "\($0)\(unit)" }.joined(separator: ",") }
    switch (name, count) {
    case ("matrix", 6), ("scale", 1), ("scale", 2): return "\(name)(\(list("")))"
    case ("translate", 1), ("translate", 2): return "translate(\(list("px")))"
    case ("rotate", 1), ("skewX", 1), ("skewY", 1): return "\(name)(\(list("deg")))"
    case ("rotate", 3):
      let centre = (numbers[1], numbers[2])
      return "translate(\(centre.0)px,\(centre.1)px) rotate(\(numbers[0])deg) translate(\(-centre.0)px,\(-centre.1)px)"
    default: return nil
    }
  }

  static func declarations(for element: ElementTree.Element, in document: Document) -> String? {
    var text = ""
    let own = geometry[element.name.string] ?? []
    for attribute in document.attributes(element.node) where attribute.namespace == .none {
      let name = attribute.name.string
      if transforms.contains(name) {
        if let functions = transform(document.value(attribute)) { text += "transform:\(functions);" }
        continue
      }
      guard properties.contains(name) || own.contains(name) else { continue }
      var value = document.value(attribute)
      guard !value.contains(";"), !value.contains("}"), !value.contains("{") else { continue }
      if lengths.contains(name) {
        // Numbers are user units.
        value = value.split(whereSeparator: { $0 == "," || $0 == " " }).map { part in
          Double(part) != nil && part.last?.isNumber == true ? "\(part)px" : String(part)
        }.joined(separator: " ")
      }
      text += name == "d" ? "d:path(\"\(value)\");" : "\(name):\(value);"
    }
    return text.isEmpty ? nil : text
  }
}
