import CSS
import CSSValues
import HTML
import HybridLayout
import Layout
import Names
import Page
import Painting
import References
import Style

/// A document's nodes in one environment: elements with their styles, generated content, list markers and the inner texts of
/// form controls. What it says of them beyond their styles is kept for the page file.
struct DocumentEnvironment: PageEnvironment {
  private let document: Document
  private let elements: ElementStyles
  /// The natural size of an element's image, `nil` where it is broken.
  private let image: (NodeID) -> Page.ReplacedContent?
  /// The natural size of a generated box's image.
  private let generatedImage: (String) -> Page.ReplacedContent?
  /// Whether scripts run: without them a canvas is what is in it (HTML, 4.12.5).
  private let isScripted: Bool
  /// Whether components show the text that an attribute gives them.
  private let isToken: Bool

  /// Generated content of a page may have so many UTF-16 units, and so many more for each byte of the page's own text: a
  /// rule gives each of any number of elements a text of any length.
  private static let smallestGeneratedLimit = 1 << 20
  private static let generatedGrowth = 2

  let page: Page
  private(set) var styles: [ComputedStyle]
  let isQuirky: Bool
  let hasLineHeightQuirk: Bool
  /// What neither styles nor the page say of nodes, in the order of the tree.
  private(set) var facts: [(node: Int32, facts: [PageLayoutFact])] = []
  /// By node of ``page``, what it is laid out as; `nil` where it is not displayed, or nothing asked for it.
  private(set) var boxes: [PageBox?]
  /// The UTF-16 units of generated content so far, the most that there may be, and the first element that asks for more.
  private var generatedUnits = 0
  private let generatedLimit: Int
  private(set) var firstBeyondLimit: NodeID?
  private var counters = CounterScopes()
  /// The depths of the nodes whose counters are in scope.
  private var open: [Int] = []
  private var quotes = QuoteMarks()
  /// Whether some box depends on more of a style than ``KnownTree`` compares.
  private(set) var readsMoreOfStyles = false
  /// By number of a style, what was found of it; room for the styles of elements.
  private var traits: [StyleTraits]

  init(
    _ page: DocumentPage, of document: Document, styles: ElementStyles,
    image: @escaping (NodeID) -> Page.ReplacedContent?, generatedImage: @escaping (String) -> Page.ReplacedContent?,
    isScripted: Bool = true, isToken: Bool = false
  ) {
    self.page = page.generating(styles)
    boxes = Array(repeating: nil, count: self.page.nodes.count)
    self.document = document
    elements = styles
    self.styles = styles.styles
    traits = Array(repeating: [], count: styles.styles.count)
    generatedLimit = Self.smallestGeneratedLimit + Self.generatedGrowth * document.textSize
    self.image = image
    self.generatedImage = generatedImage
    self.isScripted = isScripted
    self.isToken = isToken
    isQuirky = document.quirksMode == .quirks
    hasLineHeightQuirk = document.quirksMode != .noQuirks
  }

  /// What a node of the page stands for.
  func origin(of node: Int32) -> TreeOrigin {
    GeneratedBox(page.nodes[Int(node)].kind).map { .pseudo(source(of: node), $0) } ?? .node(source(of: node))
  }

  /// The node of the document: a generated box has its element.
  func source(of node: Int32) -> NodeID { NodeID(UInt32(page.nodes[Int(node)].source)) }

  // MARK: Answers

  mutating func style(of node: Int32, inside parent: Int32) -> Int32? {
    let style = elements.style(of: source(of: node))
    return style >= 0 ? style : nil
  }

  mutating func style(_ derivation: DerivedStyle, inside parent: Int32) -> Int32 {
    styles.append(derivation.style(inside: styles[Int(parent)]))
    return Int32(styles.count - 1)
  }

  var hasLineStyles: Bool { !elements.parts.isEmpty }

  func style(of pseudo: LinePseudoElement, of node: Int32, inside parent: Int32) -> Int32? {
    guard page.nodes[Int(node)].kind == .element else { return nil }
    let element: PseudoElement = pseudo == .firstLetter ? .firstLetter : .firstLine
    let key = ResolvedStyles.PseudoKey(node: source(of: node), pseudo: element)
    guard let part = elements.parts[key], styles[Int(part.style)].box.display != .none else { return nil }
    return part.style
  }

  func appendText(of node: Int32, to tree: inout StyledTree, inside parent: StyledTree.Index) {
    document.utf8(source(of: node)).withUnsafeBufferPointer { _ = tree.appendText(utf8: $0, to: parent) }
  }

  func characters(of node: Int32) -> [UInt16] { Array(document.text(source(of: node)).utf16) }

  func tag(of node: Int32) -> String? { document.name(source(of: node)).string }

  func attribute(_ name: String, of node: Int32) -> String? {
    let element = source(of: node)
    return document.value(element, Name(name))
      ?? document.attributes(element).first { attribute in
        switch attribute.namespace {
        case .xlink: name == attribute.name.string
        case .xml: name == "xml:" + attribute.name.string
        case .none, .xmlns, .other: false
        }
      }.map { document.value($0) }
  }

  mutating func box(of node: Int32, inside parent: Int32, depth: Int) -> StyledNode? {
    // What was entered at this depth or deeper is left: the nodes come in the order of the tree.
    while let last = open.last, last >= depth {
      counters.leave()
      open.removeLast()
    }
    let element = source(of: node)
    var box: StyledNode? =
      switch page.nodes[Int(node)].kind {
      case .marker: marker(of: element, inside: parent)
      case .before: generated(.before, of: element, depth)
      case .after: generated(.after, of: element, depth)
      case .element, .text, .svgElement, .mathMLElement: elementBox(element, depth)
      }
    if let zoom = elements.zooms[element], let known = box { box?.facts = known.facts.map { $0.enlarged(zoom) } }
    if let box {
      boxes[Int(node)] = PageBox(box.role, children: box.children)
      if !box.facts.isEmpty { facts.append((node, box.facts)) }
    } else if isShown(node) {
      boxes[Int(node)] = .leftOut
    }
    return box
  }

  /// Whether a node's style shows it.
  private func isShown(_ node: Int32) -> Bool {
    let element = source(of: node)
    let style = GeneratedBox(page.nodes[Int(node)].kind).map { elements.pseudo($0, of: element) ?? -1 }
    let number = Int(style ?? elements.style(of: element))
    return number >= 0 && styles[number].box.display != .none
  }

  // MARK: Elements

  /// What boxes of elements ask of a style, found once for all elements with it.
  ///
  /// OPTIMIZATION: a value of a style that is an array or an image is counted whenever it is looked at.
  private struct StyleTraits: OptionSet {
    let rawValue: UInt8
    /// That the others were found.
    static let areKnown = StyleTraits(rawValue: 1)
    /// It resets, increments or sets counters, or makes list items.
    static let changesCounters = StyleTraits(rawValue: 2)
    static let containsStyle = StyleTraits(rawValue: 4)
    /// Its `content` is an image.
    static let hasImage = StyleTraits(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of style: ComputedStyle) {
      let content = style.content
      self = .areKnown
      if style.box.display.isListItem || !content.counterReset.isEmpty || !content.counterIncrement.isEmpty
        || !content.counterSet.isEmpty
      {
        insert(.changesCounters)
      }
      if style.box.contain.contains(.style) { insert(.containsStyle) }
      if content.image != nil { insert(.hasImage) }
    }
  }

  private mutating func elementBox(_ element: NodeID, _ depth: Int) -> StyledNode? {
    let style = elements.style(of: element)
    // Styles are read where they are: a copy would count references to each of their groups.
    guard style >= 0, styles[Int(style)].box.display != .none else { return nil }
    // HTML 15.3.4: not rendered where scripts run. As in browsers, its `display` says nothing of that.
    if isScripted, document.isElement(element, .noscript) { return nil }
    if !traits[Int(style)].contains(.areKnown) { traits[Int(style)] = StyleTraits(of: styles[Int(style)]) }
    enterCounters(of: element, style: style)
    open.append(depth)
    let name = document.name(element)
    switch document.namespace(element) {
    case .html: return htmlBox(element, name, style)
    case .svg, .mathML, .other: readsMoreOfStyles = true
    }
    switch document.namespace(element) {
    case .svg where name == .svg: return svgBox(element, style)
    case .html, .svg, .mathML, .other:
      var box = plainBox(element, .generic, style)
      if isToken, let title = title(of: element) { box.facts.append(.text(title)) }
      return box
    }
  }

  private mutating func htmlBox(_ element: NodeID, _ name: Name, _ style: Int32) -> StyledNode {
    switch name {
    case .br: return StyledNode(style: style, role: .lineBreak, children: .none)
    case .wbr: return StyledNode(style: style, role: .wordBreakOpportunity, children: .none)
    case .img: return imageBox(element, style)
    case .video, .canvas, .iframe, .embed, .object, .audio: return embeddedBox(element, name, style)
    case .input: return inputBox(element, style)
    case .textarea: return textAreaBox(element, style)
    case .select: return selectBox(element, style)
    case .optgroup:
      // HTML, 15.5.16: of a list box the group's label is above its options.
      // DEVIATION: browsers give it a row as high as an option's.
      var box = plainBox(element, .generic, style)
      box.facts.append(.text(document.value(element, .label) ?? ""))
      return box
    case .details:
      // Its content has a style of its own.
      readsMoreOfStyles = true
      return detailsBox(element, style)
    case .progress where !isToken, .meter where !isToken:
      // HTML, 15.5.13 and 15.5.14: what is inside is for browsers that do not know the element.
      var box = plainBox(element, .generic, style)
      box.children = .none
      return box
    default: return contentImageBox(style) ?? plainBox(element, role(of: name, style), style)
    }
  }

  /// The box of an element whose `content` is an image: it is replaced (CSS Content 3, 2).
  private func contentImageBox(_ style: Int32) -> StyledNode? {
    guard traits[Int(style)].contains(.hasImage), !isToken, case .box(_, .flow, _) = styles[Int(style)].box.display,
      let url = styles[Int(style)].content.image,
      let size = generatedImage(url)
    else { return nil }
    return Self.replaced(style, size)
  }

  private func role(of name: Name, _ style: Int32) -> PageRole {
    switch name {
    case .html: .root
    case .body: .body
    case .button: .button
    case .fieldset: .fieldset
    case .legend: .legend
    case .table: .table
    default:
      switch (styles[Int(style)].box.hasDefaultUpperMargin, styles[Int(style)].box.hasDefaultLowerMargin) {
      case (true, true): .defaultMargins
      case (true, false): .defaultUpperMargin
      case (false, true): .defaultLowerMargin
      case (false, false): .generic
      }
    }
  }

  /// A box of the element's children.
  private func plainBox(_ element: NodeID, _ role: PageRole, _ style: Int32) -> StyledNode {
    var box = StyledNode(style: style, role: role)
    if let span = tableSpan(of: element), span != .init(columns: 1, rows: 1) { box.facts.append(.tableSpan(span)) }
    if traits[Int(style)].contains(.hasImage), let url = styles[Int(style)].content.image {
      // CSS Content 3, 2: a lone image replaces the element's contents.
      box.facts.append(.image(generatedImage(url) ?? .init(naturalWidth: 0, naturalHeight: 0)))
      box.children = .generated
    }
    return box
  }

  /// The first summary, then all the rest in a block (HTML, 15.5.4).
  private func detailsBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    var box = plainBox(element, .details, style)
    guard box.children == .all, !document.children(element).contains(where: { document.isElement($0, .summary) }) else {
      return box
    }
    // HTML, 4.11.1: without a summary the user agent gives its own.
    let marker = document.hasAttribute(element, .open) ? "disclosure-open" : "disclosure-closed"
    box.facts.append(.text(CounterStyle.text(0, style: marker) + CounterStyle.suffix(style: marker)))
    box.facts.append(.text("Details"))
    return box
  }

  /// The text that a component's attribute gives it where none is inside.
  private func title(of element: NodeID) -> String? {
    guard let name = Component.contentAttribute(ofTag: document.name(element).string),
      let text = document.value(element, name), !text.isEmpty,
      !document.children(element).contains(where: { child in
        document.kind(child) == .text
          && document.utf8(child).contains { $0 != 0x20 && !($0 >= 0x09 && $0 <= 0x0D) }
      })
    else { return nil }
    return text
  }

  private func tableSpan(of element: NodeID) -> Page.TableSpan? {
    switch document.name(element) {
    case .td, .th:
      let columns = integer(element, .colspan) ?? 1
      let rows = integer(element, .rowspan) ?? 1
      // HTML, 4.9.11: at most 1,000 columns and 65,534 rows; no columns is one.
      return .init(columns: Int32(columns < 1 ? 1 : min(columns, 1000)), rows: Int32(max(0, min(rows, 65534))))
    case .col, .colgroup:
      return .init(columns: Int32(max(1, min(integer(element, .span) ?? 1, 1000))), rows: 1)
    default: return nil
    }
  }

  /// A drawing has the size that its attributes say, whatever the cascade makes of them, and their ratio or that of its `viewBox`
  /// (SVG 2, 8.12). What is missing falls back to 300 by 150.
  private func svgBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    func length(_ attribute: Name) -> StyledTree.Graphic.Length? {
      guard let length = GraphicAttributes.length(document.value(element, attribute)), length.unit != .percentage else {
        return nil
      }
      return .init(max(0, length.value), length.unit)
    }
    // DEVIATION: lengths that count from a font say only the ratio, so that the box does not depend on its style.
    func natural(_ length: StyledTree.Graphic.Length?) -> Double? { length?.unit == .number ? length?.value : nil }
    let (width, height) = (length(.width), length(.height))
    var ratio: Double?
    if let width, let height, width.unit == height.unit, width.value > 0, height.value > 0 {
      ratio = width.value / height.value
    } else if let viewBox = GraphicAttributes.viewBox(document.value(element, .viewBox)) {
      ratio = viewBox.width / viewBox.height
    }
    return Self.replaced(
      style, .init(naturalWidth: natural(width), naturalHeight: natural(height), naturalRatio: ratio ?? 0))
  }

  private static func replaced(_ style: Int32, _ content: Page.ReplacedContent) -> StyledNode {
    StyledNode(style: style, role: .replaced, facts: [.naturalSize(content)], children: .none)
  }

  /// A control that is not a replaced element, though all of it is drawn by the browser.
  private static func control(_ style: Int32, _ content: Page.ReplacedContent) -> StyledNode {
    var content = content
    content.fillsSpace = true
    return replaced(style, content)
  }

  private mutating func imageBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    if let box = contentImageBox(style) { return box }
    if let size = image(element) { return Self.replaced(style, size) }
    return brokenImageBox(element, style, words: document.value(element, .alt) ?? document.value(element, .title))
  }

  /// The height of the sign that browsers show instead of an image, with its border and padding; an image whose height a ratio
  /// makes is on the baseline with it. CSS px.
  private static let fallbackHeight = 20.0

  /// The box of an image that cannot be shown (HTML, 15.4.2 and 15.4.3): of its words behind a sign, or of nothing.
  ///
  /// - Parameter words: the alternative text; `nil` where there is none.
  private mutating func brokenImageBox(_ element: NodeID, _ style: Int32, words: String?) -> StyledNode {
    readsMoreOfStyles = true
    let source = document.value(element, .src)
    let hasWords = words.map { !$0.isEmpty } ?? false
    let box = styles[Int(style)].box
    // A ratio makes the other one of a length.
    let isSized =
      box.width != .auto && box.height != .auto
      || box.aspectRatio.ratio != nil && (box.width != .auto || box.height != .auto)
    // In quirks mode one length is the other, too.
    let isSquare = isQuirky && (box.width == .auto) != (box.height == .auto)
    // An image with a size is replaced in quirks mode and without alternative text; it is on the baseline with its content box.
    // UNIMPLEMENTED: its words, which browsers show inside.
    let isReplaced = isSquare || isSized && (isQuirky || (document.value(element, .alt) ?? "").isEmpty)
    if isReplaced || source == nil && !hasWords {
      return Self.replaced(
        style,
        .init(
          naturalWidth: 0, naturalHeight: 0, naturalRatio: isSquare ? 1 : 0,
          baselineInset: isReplaced ? (box.height == .auto && !isSquare ? -Self.fallbackHeight : 0) : nil))
    }
    var facts: [PageLayoutFact] = []
    if hasWords || words == nil && !(source ?? "").isEmpty {
      facts.append(.image(.init(naturalWidth: 16, naturalHeight: 16, naturalRatio: 0)))
    }
    if let words, hasWords { facts.append(.text(words)) }
    return StyledNode(style: style, role: .brokenImage, facts: facts, children: .none)
  }

  private func embeddedBox(_ element: NodeID, _ name: Name, _ style: Int32) -> StyledNode {
    switch name {
    case .canvas where !isScripted: return plainBox(element, .generic, style)
    case .canvas:
      let width = Double(integer(element, .width).map { max(0, $0) } ?? 300)
      let height = Double(integer(element, .height).map { max(0, $0) } ?? 150)
      return Self.replaced(style, .init(naturalWidth: width, naturalHeight: height))
    case .audio: return Self.replaced(style, .init(naturalWidth: 300, naturalHeight: 54, naturalRatio: 0))
    case .object: return objectBox(element, style)
    case .video:
      // HTML, 4.8.8: without a frame or poster a video has neither a size nor a ratio.
      return Self.replaced(style, image(element) ?? Self.unsized)
    case .embed where document.value(element, .src) == nil && document.value(element, .type) == nil:
      // HTML, 4.8.6: it represents nothing.
      return plainBox(element, .generic, style)
    case .embed:
      // It has the size of its image, and none where that is missing.
      let isImage =
        document.value(element, .type).map { $0.lowercased().hasPrefix("image/") }
        ?? StyleSheetReference.endsAsImage(document.value(element, .src) ?? "")
      return Self.replaced(style, image(element) ?? (isImage ? Self.missing : Self.unsized))
    // A frame has no size of its own, whatever is in it.
    default: return Self.replaced(style, Self.unsized)
    }
  }

  /// What has no size of its own: 300 by 150 px, or what a ratio makes of the width that there is (CSS Sizing 3, 5.1).
  private static let unsized = Page.ReplacedContent(naturalWidth: nil, naturalHeight: nil, naturalRatio: 0)
  private static let missing = Page.ReplacedContent(naturalWidth: 0, naturalHeight: 0)

  /// An `<object>` (HTML, 4.8.7) that represents nothing shows its fallback content. As in browsers, one without a file and such
  /// content is a frame, and one whose type is that of a document is so with it.
  private func objectBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    if let size = image(element) { return Self.replaced(style, size) }
    if document.value(element, .data) == nil {
      let type = document.value(element, .type)?.lowercased() ?? ""
      let hasFallback = hasFallbackContent(element)
      if type.hasPrefix("text/") || type.isEmpty && !hasFallback { return Self.replaced(style, Self.unsized) }
      if type.hasPrefix("image/"), !hasFallback { return Self.replaced(style, Self.missing) }
    }
    return plainBox(element, .generic, style)
  }

  /// Whether there is more in an `<object>` than parameters and white space.
  private func hasFallbackContent(_ element: NodeID) -> Bool {
    document.children(element).contains { child in
      document.kind(child) == .text
        ? !document.utf8(child).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } : document.name(child) != .param
    }
  }

  // MARK: Form controls

  private mutating func inputBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    readsMoreOfStyles = true
    // Whether the control draws itself.
    let isDrawn = styles[Int(style)].other[.appearance] != nil
    let type = document.value(element, .type)?.lowercased() ?? "text"
    switch type {
    case "checkbox", "radio":
      if !isDrawn, hasGeneratedBox(element) {
        // Only what the page generates is drawn, as switches are made.
        var box = plainBox(element, .generic, style)
        box.children = .generated
        return box
      }
      // What draws itself is of 13 px and is on the baseline, its margin below it; what does not has no size.
      let side: Double = isDrawn ? 13 : 0
      return Self.control(
        style, .init(naturalWidth: side, naturalHeight: side, naturalRatio: 0, baselineInset: isDrawn ? 0 : nil))
    case "range":
      // As in Chromium, the lower edge of its border box is the baseline.
      let height = isDrawn ? 16 : heightOfRange(element)
      return Self.control(
        style, .init(naturalWidth: 129, naturalHeight: height, naturalRatio: 0, baselineInset: -.infinity))
    case "color":
      // So is the swatch's wrapper, whose padding is 4 px.
      // DEVIATION: the padding that a page gives to `::-webkit-color-swatch-wrapper` does not count.
      return Self.replaced(
        style, .init(naturalWidth: 50, naturalHeight: 27, naturalRatio: 0, baselineInset: 4))
    case "image":
      if let size = image(element) { return Self.replaced(style, size) }
      let words = document.value(element, .alt) ?? document.value(element, .title) ?? document.value(element, .value)
      return brokenImageBox(element, style, words: words ?? "Submit")
    case "submit", "reset", "button":
      let fallback = type == "submit" ? "Submit" : type == "reset" ? "Reset" : ""
      let label = document.value(element, .value) ?? fallback
      // A button without a label is as high as one with a label.
      let facts = label.isEmpty ? [FieldParts.gap(0)] : [PageLayoutFact.text(label)]
      return StyledNode(style: style, role: .button, facts: facts, children: .none)
    case "file":
      // A button and the name of the file, in the room of 34 digits.
      return Self.control(
        .textField, style, columns: 34, rows: 0,
        FieldParts.ofFileChooser(takesMany: document.hasAttribute(element, .multiple)))
    default: return textFieldBox(element, style, type)
    }
  }

  private func textFieldBox(_ element: NodeID, _ style: Int32, _ type: String) -> StyledNode {
    let size = characters(element, .size) ?? 20
    var value = document.value(element, .value) ?? ""
    // HTML, 4.10.5.1.12: anything but a number is left out.
    if type == "number", Double(value) == nil { value = "" }
    if let calendar = Self.calendar(type) {
      return Self.control(
        .textField, style, columns: size, rows: Int(calendar.rawValue), FieldParts.of(calendar, value: value))
    }
    var shown = value.isEmpty ? document.value(element, .placeholder) ?? "" : value
    // HTML, 4.10.5.1.2: a field has a single line.
    shown.unicodeScalars.removeAll { $0 == "\n" || $0 == "\r" }
    if type == "password", !value.isEmpty { shown = String(repeating: "•", count: shown.unicodeScalars.count) }
    let showsPlaceholder = value.isEmpty && !shown.isEmpty
    return Self.control(
      .textField, style, columns: size, rows: showsPlaceholder ? Int(Page.TextControl.placeholderRows) : 1,
      shown.isEmpty ? [] : [.text(shown)])
  }

  /// Whether an element has a `::before` or an `::after` that shows something.
  /// How high a range is that the platform does not draw: as high as its track, which is as high as the thumb on it unless it has
  /// a height of its own.
  private func heightOfRange(_ element: NodeID) -> Double {
    func part(_ pseudo: PseudoElement) -> ComputedStyle? {
      elements.parts[.init(node: element, pseudo: pseudo)].map { styles[Int($0.style)] }
    }
    guard let track = part(.sliderTrack), let thumb = part(.sliderThumb) else { return 16 }
    func edges(_ style: ComputedStyle) -> Double {
      let box = style.box
      return style.border.top.width + style.border.bottom.width + box.padding.top.resolve(0)
        + box.padding.bottom.resolve(0)
    }
    func height(_ style: ComputedStyle) -> Double? {
      guard case .value(.length(let length)) = style.box.height else { return nil }
      return max(0, length) + (style.box.boxSizing == .contentBox ? edges(style) : 0)
    }
    func margins(_ style: ComputedStyle) -> Double {
      [style.box.margin.top, style.box.margin.bottom].reduce(0) { sum, margin in
        if case .value(.length(let length)) = margin { sum + length } else { sum }
      }
    }
    let thumbHeight = thumb.other[.appearance] != nil ? 16 : height(thumb) ?? edges(thumb)
    let own = height(track) ?? max(0, thumbHeight + margins(thumb)) + edges(track)
    return max(0, own + margins(track))
  }

  private func hasGeneratedBox(_ element: NodeID) -> Bool {
    [GeneratedBox.before, .after].contains { box in
      guard let style = elements.pseudo(box, of: element), styles[Int(style)].box.display != .none else { return false }
      if case .items = styles[Int(style)].content.content { return true }
      return false
    }
  }

  private static func control(
    _ role: PageRole, _ style: Int32, columns: Int, rows: Int, _ contents: [PageLayoutFact] = []
  ) -> StyledNode {
    // Beyond so many, none is larger: layout's lengths end there.
    let limit = Int(Page.TextControl.maximumCharacters)
    let control = Page.TextControl(columns: Int32(min(columns, limit)), rows: Int32(min(rows, limit)))
    return StyledNode(style: style, role: role, facts: [.textControl(control)] + contents, children: .none)
  }

  private static func calendar(_ type: String) -> Page.TextControl.Calendar? {
    switch type {
    case "date": .date
    case "time": .time
    case "datetime-local": .localDateAndTime
    case "month": .month
    case "week": .week
    default: nil
    }
  }

  private func textAreaBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    let columns = characters(element, .cols) ?? 20
    let rows = characters(element, .rows) ?? 2
    let value = document.textContent(element)
    let shown = value.isEmpty ? document.value(element, .placeholder) ?? "" : value
    return Self.control(.textArea, style, columns: columns, rows: rows, shown.isEmpty ? [] : [.text(shown)])
  }

  private func selectBox(_ element: NodeID, _ style: Int32) -> StyledNode {
    let size = characters(element, .size) ?? 0
    if document.hasAttribute(element, .multiple) || size > 1 {
      // A list box shows `size` rows (4 where none is given) of its options.
      var box = Self.control(.textArea, style, columns: 0, rows: size > 1 ? size : 4)
      box.children = .all
      return box
    }
    var options: [(text: String, isSelected: Bool, isInGroup: Bool)] = []
    var current = document.next(after: element, within: element)
    while current.exists {
      if document.isElement(current, .option) {
        let label = document.value(current, .label) ?? ""
        let text = label.isEmpty ? document.textContent(current) : label
        let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\u{C}" }
        options.append(
          (
            words.joined(separator: " "), document.hasAttribute(current, .selected),
            document.isElement(document.parent(current), .optgroup)
          ))
        current = document.nextSkippingChildren(after: current, within: element)
      } else {
        current = document.next(after: current, within: element)
      }
    }
    // The menu indents options of groups; a drop-down is as wide as the widest of them would be there.
    var facts = options.map { PageLayoutFact.option(($0.isInGroup ? "    " : "") + $0.text) }
    if let shown = options.last(where: \.isSelected) ?? options.first { facts.append(.text(shown.text)) }
    return StyledNode(style: style, role: .select, facts: facts, children: .none)
  }

  // MARK: Counters and generated content

  private mutating func enterCounters(of element: NodeID, style: Int32) {
    let isHTML = document.namespace(element) == .html
    let name = document.name(element)
    let isList = isHTML && (name == .ol || name == .ul || name == .menu || name == .dir)
    let traits = traits[Int(style)]
    if !isList, !traits.contains(.changesCounters) {
      counters.enter(containsStyle: traits.contains(.containsStyle))
      return
    }
    var increment: CounterChange?
    var set: CounterChange?
    if styles[Int(style)].box.display.isListItem {
      increment = CounterChange(name: "list-item", value: isInReversedList(element) ? -1 : 1)
      if isHTML, name == .li, let value = integer(element, .value) {
        set = CounterChange(name: "list-item", value: Int32(clamping: value))
      }
    }
    counters.enter(
      styles[Int(style)].content, extraIncrement: increment, extraSet: set,
      containsStyle: traits.contains(.containsStyle))
    guard isList else { return }
    // The attributes say where a list begins; the user agent's own reset is to nothing.
    let resets = styles[Int(style)].content.counterReset.filter { $0.name == "list-item" }
    guard resets.allSatisfy({ $0.value == 0 }) else { return }
    if name == .ol, document.hasAttribute(element, .reversed) {
      let start = integer(element, .start) ?? document.children(element).count { document.isElement($0, .li) }
      counters.instantiate("list-item", Int32(clamping: start + 1))
    } else {
      counters.instantiate("list-item", Int32(clamping: (name == .ol ? integer(element, .start) ?? 1 : 1) - 1))
    }
  }

  private func isInReversedList(_ element: NodeID) -> Bool {
    var ancestor = document.parentElement(element)
    while ancestor.exists {
      let name = document.name(ancestor)
      if name == .ol { return document.hasAttribute(ancestor, .reversed) }
      if name == .ul || name == .menu { return false }
      ancestor = document.parentElement(ancestor)
    }
    return false
  }

  private mutating func marker(of element: NodeID, inside parent: Int32) -> StyledNode? {
    guard let style = elements.pseudo(.marker, of: element) else { return nil }
    func box(_ role: PageRole, _ facts: [PageLayoutFact]) -> StyledNode {
      StyledNode(style: style, role: role, facts: facts)
    }
    switch styles[Int(style)].content.content {
    case .none: return nil
    case .items(let items, _): return box(.listMarker, contents(items, of: element, style: style))
    case .normal: break
    }
    if case .url(let url)? = styles[Int(parent)].text.listStyleImage, let size = generatedImage(url) {
      return box(.listMarker, [.image(size)])
    }
    var facts: [PageLayoutFact] = []
    switch styles[Int(parent)].text.listStyleType {
    case .none: return nil
    case .string(let text), .symbols(let text): appendGenerated(text, of: element, to: &facts)
    case .counterStyle(let name):
      let rules = elements.counterStyles
      let number = rules.text(Int(counters.value("list-item")), style: name)
      appendGenerated(rules.prefix(style: name) + number + rules.suffix(style: name), of: element, to: &facts)
      switch name {
      case "disc", "circle", "square": return box(.bulletMarker, facts)
      case "disclosure-open", "disclosure-closed": return box(.disclosureMarker, facts)
      default: break
      }
    }
    return box(.listMarker, facts)
  }

  private mutating func generated(_ box: GeneratedBox, of element: NodeID, _ depth: Int) -> StyledNode? {
    guard let style = elements.pseudo(box, of: element), styles[Int(style)].box.display != .none,
      case .items(let items, _) = styles[Int(style)].content.content
    else { return nil }
    counters.enter(
      styles[Int(style)].content,
      extraIncrement: styles[Int(style)].box.display.isListItem ? CounterChange(name: "list-item", value: 1) : nil)
    open.append(depth)
    return StyledNode(style: style, role: .generic, facts: contents(items, of: element, style: style))
  }

  private mutating func contents(_ items: [ContentItem], of element: NodeID, style: Int32) -> [PageLayoutFact] {
    let marks = styles[Int(style)].text.quotes
    // As in Chromium, `auto` is by the language around the element.
    let parent = document.parentElement(element)
    let around = parent.exists ? elements.style(of: parent) : -1
    let language = styles[Int(around >= 0 ? around : style)].text.language
    var facts: [PageLayoutFact] = []
    var text = ""
    for item in items {
      if !mayGenerate(text.utf8.count, of: element) { break }
      switch item {
      case .string(let string): text += string
      case .attribute(let name): text += document.value(element, Name(name)) ?? ""
      case .counter(let name, let counterStyle): text += representation(counters.value(name), counterStyle)
      case .counters(let name, let separator, let counterStyle):
        let values = counters.values(name)
        if !mayGenerate(text.utf8.count + separator.utf8.count * values.count, of: element) { break }
        text += values.map { representation($0, counterStyle) }.joined(separator: separator)
      case .openQuote: text += quotes.open(marks, language: language)
      case .closeQuote: text += quotes.close(marks, language: language)
      case .noOpenQuote: quotes.skipOpen()
      case .noCloseQuote: quotes.skipClose()
      case .image(let url):
        if !text.isEmpty { appendGenerated(text, of: element, to: &facts) }
        text = ""
        if let size = generatedImage(url) { facts.append(.image(size)) }
      }
    }
    if !text.isEmpty { appendGenerated(text, of: element, to: &facts) }
    return facts
  }

  /// Whether so many more units may be generated; notes the first element that asks for too many.
  private mutating func mayGenerate(_ units: Int, of element: NodeID) -> Bool {
    guard generatedUnits + units > generatedLimit else { return true }
    if firstBeyondLimit == nil { firstBeyondLimit = element }
    return false
  }

  private mutating func appendGenerated(_ text: String, of element: NodeID, to facts: inout [PageLayoutFact]) {
    guard mayGenerate(text.utf8.count, of: element) else { return }
    generatedUnits += text.utf8.count
    facts.append(.text(text))
  }

  private func representation(_ value: Int32, _ style: ListStyleType) -> String {
    switch style {
    case .none: ""
    case .string(let string), .symbols(let string): string
    case .counterStyle(let name): elements.counterStyles.text(Int(value), style: name)
    }
  }

  /// An attribute's number of characters or rows; what is none, or more than browsers hold, is as if it were not there.
  private func characters(_ element: NodeID, _ name: Name) -> Int? {
    integer(element, name).flatMap { $0 > 0 && $0 <= Int(Int32.max) ? $0 : nil }
  }

  /// An attribute's integer by HTML's rules (2.3.4.1): leading white space, a sign, digits; what follows is ignored.
  private func integer(_ element: NodeID, _ name: Name) -> Int? {
    guard let attribute = document.attribute(element, name) else { return nil }
    var bytes = document.utf8(of: attribute)[...]
    while let first = bytes.first, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(first) { bytes.removeFirst() }
    var sign = 1
    if let first = bytes.first, first == 0x2D || first == 0x2B {
      sign = first == 0x2D ? -1 : 1
      bytes.removeFirst()
    }
    var value: Int?
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else { break }
      value = min((value ?? 0) * 10 + Int(byte - 0x30), 1 << 31)
    }
    return value.map { $0 * sign }
  }
}

extension PageLayoutFact {
  /// The fact with images that are so many times as large.
  fileprivate func enlarged(_ zoom: Double) -> PageLayoutFact {
    switch self {
    case .naturalSize(let content): .naturalSize(content.enlarged(zoom))
    case .image(let content): .image(content.enlarged(zoom))
    case .text, .textControl, .tableSpan, .option: self
    }
  }
}

extension Page.ReplacedContent {
  fileprivate func enlarged(_ zoom: Double) -> Page.ReplacedContent {
    var content = self
    content.naturalWidth = naturalWidth.map { $0 * zoom }
    content.naturalHeight = naturalHeight.map { $0 * zoom }
    content.baselineInset = baselineInset.map { $0 * zoom }
    return content
  }
}

extension Display {
  /// Whether the box has a marker.
  var isListItem: Bool {
    if case .box(_, _, let listItem) = self { return listItem }
    return false
  }
}
