import CSSValues
import HTML
import Layout
import Names
import PageFormat

/// Makes layout's input from a document and its styles: elements that are shown, texts, generated content, list markers
/// and the inner texts of form controls.
struct StyledTreeBuilder {
  /// Deeper elements are left out, as are those that parsers would not nest so deep (HTML caps at 512).
  static let maximumDepth = 1024

  /// Generated content of a page may have so many UTF-16 units, and so many more for each byte of the page's own text: a
  /// rule gives each of any number of elements a text of any length.
  private static let smallestGeneratedLimit = 1 << 20
  private static let generatedGrowth = 2

  private let document: Document
  private let styles: ElementStyles
  /// The natural size of an element's image, `nil` where it is broken.
  private let image: (NodeID) -> StyledTree.ReplacedContent?
  /// The natural size of a generated box's image.
  private let generatedImage: (String) -> StyledTree.ReplacedContent?

  /// Whether scripts run: without them a canvas is what stands in it (HTML, 4.12.5).
  private let isScripted: Bool
  /// Whether components show the text that an attribute gives them.
  private let isToken: Bool

  private(set) var tree = StyledTree()
  /// What each node of the tree stands for.
  private(set) var origins: [TreeOrigin] = []
  /// The UTF-16 units of generated content so far, the most that there may be, and the first element that asks for more.
  private var generatedUnits = 0
  private let generatedLimit: Int
  private(set) var firstBeyondLimit: NodeID?
  private var counters = CounterScopes()
  private var quotes = QuoteMarks()
  private var graphics: GraphicTreeBuilder<DocumentGraphicSource>

  init(
    document: Document, styles: ElementStyles, image: @escaping (NodeID) -> StyledTree.ReplacedContent?,
    generatedImage: @escaping (String) -> StyledTree.ReplacedContent?, isScripted: Bool = true,
    isToken: Bool = false
  ) {
    self.isToken = isToken
    self.document = document
    self.isScripted = isScripted
    self.styles = styles
    self.image = image
    self.generatedImage = generatedImage
    generatedLimit = Self.smallestGeneratedLimit + Self.generatedGrowth * document.textSize
    graphics = GraphicTreeBuilder(DocumentGraphicSource(document: document, styles: styles))
    tree.styles = styles.styles
    tree.isQuirky = document.quirksMode == .quirks
    tree.nodes.reserveCapacity(document.nodeCount)
    origins.reserveCapacity(document.nodeCount)
  }

  /// The tree of the whole document.
  mutating func build() {
    let root = document.documentElement
    guard root.exists else { return }
    appendElement(root, to: -1, depth: 0)
  }

  // MARK: Elements

  private mutating func appendElement(_ element: NodeID, to parent: StyledTree.Index, depth: Int) {
    let styleIndex = styles.style(of: element)
    guard styleIndex >= 0 else { return }
    // Styles are read where they stand: a copy would count references to each of their groups.
    if tree.styles[Int(styleIndex)].box.display == .none { return }
    // HTML 15.3.4: not rendered where scripts run. As in browsers, its `display` says nothing of that.
    if isScripted, document.isElement(element, .noscript) { return }
    if depth >= Self.maximumDepth {
      tree.isTruncated = true
      return
    }
    enterCounters(of: element, style: styleIndex)
    defer { counters.leave() }

    let isHTML = document.namespace(element) == .html
    let name = document.name(element)
    if !isHTML {
      if name == .svg, document.namespace(element) == .svg {
        appendSVG(element, style: styleIndex, to: parent)
      } else {
        let index = append(element, role: .generic, style: styleIndex, to: parent)
        appendContents(of: element, style: styleIndex, to: index, depth: depth)
        if isToken { appendTitle(of: element, to: index) }
      }
      return
    }
    switch name {
    case .br: append(element, role: .lineBreak, style: styleIndex, to: parent)
    case .wbr: append(element, role: .wordBreakOpportunity, style: styleIndex, to: parent)
    case .img: appendImage(element, style: styleIndex, to: parent)
    case .video, .canvas, .iframe, .embed, .object, .audio:
      appendEmbedded(element, name: name, style: styleIndex, to: parent, depth: depth)
    case .input: appendInput(element, style: styleIndex, to: parent)
    case .textarea: appendTextArea(element, style: styleIndex, to: parent)
    case .select: appendSelect(element, style: styleIndex, to: parent, depth: depth)
    case .optgroup:
      // HTML, 15.5.16: of a list box the group's label stands above its options.
      // DEVIATION: browsers give it a row as high as an option's.
      let index = append(element, role: .generic, style: styleIndex, to: parent)
      appendAnonymousText(document.value(element, .label) ?? "", of: element, to: index)
      appendContents(of: element, style: styleIndex, to: index, depth: depth)
    default:
      let index = append(element, role: role(of: element, name: name), style: styleIndex, to: parent)
      appendContents(of: element, style: styleIndex, to: index, depth: depth)
    }
  }

  private func role(of element: NodeID, name: Name) -> StyledTree.Role {
    switch name {
    case .html: .root
    case .body: .body
    case .button: .button
    case .fieldset: .fieldset
    case .legend: .legend
    case .details: .details
    case .table: .table
    default: .generic
    }
  }

  /// The marker, `::before`, the children and `::after`.
  private mutating func appendContents(
    of element: NodeID, style: Int32, to parent: StyledTree.Index, depth: Int
  ) {
    appendMarker(of: element, style: style, to: parent)
    appendGenerated(.before, of: element, to: parent)
    if case .items(let items, _) = tree.styles[Int(style)].content.content, items.count == 1,
      case .image(let url) = items[0]
    {
      // CSS Content 3, 2: a lone image replaces the element's contents.
      appendReplaced(
        generatedImage(url) ?? .init(naturalWidth: 0, naturalHeight: 0), of: element, style: -1, to: parent)
    } else {
      if document.isElement(element, .details) {
        appendDetails(element, style: style, to: parent, depth: depth)
      } else {
        var child = document.firstChild(element)
        while child.exists {
          appendChild(child, to: parent, depth: depth)
          child = document.nextSibling(child)
        }
      }
    }
    appendGenerated(.after, of: element, to: parent)
  }

  /// The text that a component's attribute gives it where none stands inside.
  private mutating func appendTitle(of element: NodeID, to parent: StyledTree.Index) {
    guard let name = Component.contentAttribute(ofTag: document.name(element).string),
      let text = document.value(element, name), !text.isEmpty,
      !document.children(element).contains(where: { child in
        document.kind(child) == .text
          && document.utf8(child).contains { $0 != 0x20 && !($0 >= 0x09 && $0 <= 0x0D) }
      })
    else { return }
    appendAnonymousText(text, of: element, to: parent)
  }

  private mutating func appendChild(_ child: NodeID, to parent: StyledTree.Index, depth: Int) {
    switch document.kind(child) {
    case .element: appendElement(child, to: parent, depth: depth + 1)
    case .text:
      document.utf8(child).withUnsafeBufferPointer { _ = tree.appendText(utf8: $0, to: parent) }
      origins.append(.node(child))
    default: break
    }
  }

  /// The first summary, then all the rest in a block (HTML, 15.5.4).
  private mutating func appendDetails(
    _ element: NodeID, style: Int32, to parent: StyledTree.Index, depth: Int
  ) {
    let children = document.children(element)
    let summary = children.first { document.isElement($0, .summary) }
    if let summary {
      appendElement(summary, to: parent, depth: depth + 1)
    } else {
      // HTML, 4.11.1: without a summary the user agent gives its own.
      let marker = document.hasAttribute(element, .open) ? "disclosure-open" : "disclosure-closed"
      let sign = CounterStyle.text(0, style: marker) + CounterStyle.suffix(style: marker)
      appendAnonymousText(sign + "Details", of: element, to: parent)
    }

    let content = tree.styles[Int(style)].ofDetailsContent(isOpen: document.hasAttribute(element, .open))
    origins.append(.anonymous(element))
    let index = tree.appendElement(to: parent, style: Int32(tree.styles.count))
    tree.styles.append(content)
    for child in children where child != summary { appendChild(child, to: index, depth: depth) }
  }

  @discardableResult
  private mutating func append(
    _ element: NodeID, role: StyledTree.Role, style: Int32, to parent: StyledTree.Index, detail: Int32 = -1
  ) -> StyledTree.Index {
    var detail = detail
    if detail < 0, let span = tableSpan(of: element) {
      detail = Int32(tree.tableSpans.count)
      tree.tableSpans.append(span)
    }
    origins.append(.node(element))
    return tree.appendElement(to: parent, style: style, role: role, detail: detail)
  }

  private func tableSpan(of element: NodeID) -> StyledTree.TableSpan? {
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

  // MARK: Counters and generated content

  private mutating func enterCounters(of element: NodeID, style: Int32) {
    let isHTML = document.namespace(element) == .html
    let name = document.name(element)
    var increment: CounterChange?
    var set: CounterChange?
    if tree.styles[Int(style)].box.display.isListItem {
      increment = CounterChange(name: "list-item", value: isInReversedList(element) ? -1 : 1)
      if isHTML, name == .li, let value = integer(element, .value) {
        set = CounterChange(name: "list-item", value: Int32(clamping: value))
      }
    }
    counters.enter(tree.styles[Int(style)].content, extraIncrement: increment, extraSet: set)
    guard isHTML, [.ol, .ul, .menu, .dir].contains(name) else { return }
    // The attributes say where a list begins; the user agent's own reset is to nothing.
    let resets = tree.styles[Int(style)].content.counterReset.filter { $0.name == "list-item" }
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

  private mutating func appendMarker(of element: NodeID, style: Int32, to parent: StyledTree.Index) {
    guard tree.styles[Int(style)].box.display.isListItem, let markerStyle = styles.pseudo(.marker, of: element) else {
      return
    }
    let marker = tree.styles[Int(markerStyle)]
    var text: String
    var role = StyledTree.Role.listMarker
    switch marker.content.content {
    case .none: return
    case .items(let items, _):
      let index = appendPseudo(.marker, of: element, style: markerStyle, role: .listMarker, to: parent)
      appendItems(items, of: element, style: marker, boxStyle: markerStyle, to: index)
      return
    case .normal:
      if let url = tree.styles[Int(style)].text.listStyleImage, let size = generatedImage(url) {
        let index = appendPseudo(.marker, of: element, style: markerStyle, role: .listMarker, to: parent)
        appendReplaced(size, of: element, style: -1, to: index)
        return
      }
      switch tree.styles[Int(style)].text.listStyleType {
      case .none: return
      case .string(let string): text = string
      case .symbols(let symbols): text = symbols
      case .counterStyle(let name):
        text = CounterStyle.text(Int(counters.value("list-item")), style: name) + CounterStyle.suffix(style: name)
        if ["disc", "circle", "square"].contains(name) { role = .bulletMarker }
        if name == "disclosure-open" || name == "disclosure-closed" { role = .disclosureMarker }
      }
    }
    let index = appendPseudo(.marker, of: element, style: markerStyle, role: role, to: parent)
    appendGeneratedText(text, of: element, to: index)
  }

  private mutating func appendGenerated(_ box: GeneratedBox, of element: NodeID, to parent: StyledTree.Index) {
    guard let styleIndex = styles.pseudo(box, of: element) else { return }
    let style = tree.styles[Int(styleIndex)]
    guard style.box.display != .none, case .items(let items, _) = style.content.content else { return }
    counters.enter(
      style.content,
      extraIncrement: style.box.display.isListItem ? CounterChange(name: "list-item", value: 1) : nil)
    defer { counters.leave() }
    let index = appendPseudo(box, of: element, style: styleIndex, role: .generic, to: parent)
    appendItems(items, of: element, style: style, boxStyle: styleIndex, to: index)
  }

  private mutating func appendPseudo(
    _ box: GeneratedBox, of element: NodeID, style: Int32, role: StyledTree.Role, to parent: StyledTree.Index
  ) -> StyledTree.Index {
    origins.append(.pseudo(element, box))
    return tree.appendElement(to: parent, style: style, role: role)
  }

  private mutating func appendItems(
    _ items: [ContentItem], of element: NodeID, style: ComputedStyle, boxStyle: Int32, to parent: StyledTree.Index
  ) {
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
      case .openQuote: text += quotes.open(style.text.quotes, language: style.text.language)
      case .closeQuote: text += quotes.close(style.text.quotes, language: style.text.language)
      case .noOpenQuote: quotes.skipOpen()
      case .noCloseQuote: quotes.skipClose()
      case .image(let url):
        if !text.isEmpty { appendGeneratedText(text, of: element, to: parent) }
        text = ""
        if let size = generatedImage(url) { appendReplaced(size, of: element, style: -1, to: parent) }
      }
    }
    if !text.isEmpty { appendGeneratedText(text, of: element, to: parent) }
  }

  /// Whether so many more units may be generated; notes the first element that asks for too many.
  private mutating func mayGenerate(_ units: Int, of element: NodeID) -> Bool {
    guard generatedUnits + units > generatedLimit else { return true }
    if firstBeyondLimit == nil { firstBeyondLimit = element }
    return false
  }

  private mutating func appendGeneratedText(_ text: String, of element: NodeID, to parent: StyledTree.Index) {
    guard mayGenerate(text.utf8.count, of: element) else { return }
    generatedUnits += text.utf8.count
    appendAnonymousText(text, of: element, to: parent)
  }

  private func representation(_ value: Int32, _ style: ListStyleType) -> String {
    switch style {
    case .none: ""
    case .string(let string), .symbols(let string): string
    case .counterStyle(let name): CounterStyle.text(Int(value), style: name)
    }
  }

  // MARK: Replaced elements

  /// Appends content with a natural size; a style of -1 makes an inline box of initial values inside the parent.
  private mutating func appendReplaced(
    _ content: StyledTree.ReplacedContent, of element: NodeID, style: Int32, to parent: StyledTree.Index
  ) {
    let isOwnBox = style >= 0
    var style = style
    if !isOwnBox {
      let inherited = tree.styles[Int(tree.nodes[Int(parent)].style)].inheritedOnly()
      style = Int32(tree.styles.count)
      tree.styles.append(inherited)
    }
    let detail = Int32(tree.replaced.count)
    tree.replaced.append(content)
    origins.append(isOwnBox ? .node(element) : .anonymous(element))
    tree.appendElement(to: parent, style: style, role: .replaced, detail: detail)
  }

  private mutating func appendImage(_ element: NodeID, style: Int32, to parent: StyledTree.Index) {
    if let size = image(element) {
      appendReplaced(size, of: element, style: style, to: parent)
      return
    }
    // HTML, 15.4.2: an image that shows nothing is an inline box of its alternative text, or of nothing.
    let alternative = document.value(element, .alt)
    let computed = tree.styles[Int(style)]
    let hasSize = computed.box.width != .auto || computed.box.height != .auto
    if alternative?.isEmpty != false {
      let side: Double = alternative == nil && document.hasAttribute(element, .src) && !hasSize ? 16 : 0
      appendReplaced(
        .init(naturalWidth: side, naturalHeight: side, naturalRatio: 0), of: element, style: style, to: parent)
      return
    }
    let index = append(element, role: .generic, style: style, to: parent)
    // Chromium shows an icon of 16 px before it.
    // DEVIATION: there it floats in an inline block; here it stands in the text's first line and makes it no higher.
    appendReplaced(
      .init(naturalWidth: 16, naturalHeight: 0, naturalRatio: 0, baselineInset: 0), of: element, style: -1, to: index)
    appendAnonymousText(alternative ?? "", of: element, to: index)
  }

  private mutating func appendSVG(_ element: NodeID, style: Int32, to parent: StyledTree.Index) {
    var ratio: Double?
    if let viewBox = document.value(element, .viewBox) {
      let numbers = viewBox.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }.compactMap { Double($0) }
      if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 { ratio = numbers[2] / numbers[3] }
    }
    // `width` and `height` are presentation attributes: the cascade has them. What is missing falls back to 300 by 150.
    appendReplaced(
      .init(naturalWidth: nil, naturalHeight: nil, naturalRatio: ratio), of: element, style: style, to: parent)
    graphics.append(contentsOf: element, at: StyledTree.Index(tree.nodes.count - 1), to: &tree)
    for origin in graphics.origins {
      switch origin {
      case .node(let node): origins.append(.node(node))
      case .copy(let use): origins.append(.anonymous(use))
      case .space: break  // The document's white space has nodes.
      }
    }
  }

  private mutating func appendEmbedded(
    _ element: NodeID, name: Name, style: Int32, to parent: StyledTree.Index, depth: Int
  ) {
    switch name {
    case .canvas where !isScripted:
      let index = append(element, role: .generic, style: style, to: parent)
      appendContents(of: element, style: style, to: index, depth: depth)
    case .canvas:
      let width = Double(integer(element, .width).map { max(0, $0) } ?? 300)
      let height = Double(integer(element, .height).map { max(0, $0) } ?? 150)
      appendReplaced(.init(naturalWidth: width, naturalHeight: height), of: element, style: style, to: parent)
    case .audio:
      appendReplaced(
        .init(naturalWidth: 300, naturalHeight: 54, naturalRatio: 0), of: element, style: style, to: parent)
    case .object:
      if let size = image(element) {
        appendReplaced(size, of: element, style: style, to: parent)
        return
      }
      // HTML, 4.8.7: an object that represents nothing shows its fallback content.
      let index = append(element, role: .generic, style: style, to: parent)
      appendContents(of: element, style: style, to: index, depth: depth)
    case .video:
      // HTML, 4.8.8: without a frame or poster a video has a size and no ratio.
      let size = image(element) ?? .init(naturalWidth: 300, naturalHeight: 150, naturalRatio: 0)
      appendReplaced(size, of: element, style: style, to: parent)
    default:
      appendReplaced(
        .init(naturalWidth: 300, naturalHeight: 150, naturalRatio: 0), of: element, style: style, to: parent)
    }
  }

  // MARK: Form controls

  private mutating func appendInput(_ element: NodeID, style: Int32, to parent: StyledTree.Index) {
    let type = document.value(element, .type)?.lowercased() ?? "text"
    switch type {
    case "checkbox", "radio":
      // What draws itself is of 13 px and stands on the baseline, its margin below it; what does not has no size.
      let isDrawn = tree.styles[Int(style)].other[.appearance] != nil
      let side: Double = isDrawn ? 13 : 0
      appendReplaced(
        .init(naturalWidth: side, naturalHeight: side, naturalRatio: 0, baselineInset: isDrawn ? 0 : nil), of: element,
        style: style, to: parent)
    case "range":
      // The track inside is a flex container without text: its bottom is the baseline.
      appendReplaced(
        .init(naturalWidth: 129, naturalHeight: 16, naturalRatio: 0, baselineInset: 0), of: element, style: style,
        to: parent)
    case "color":
      // So is the swatch's wrapper, whose padding is 4 px as long as the control draws itself.
      // DEVIATION: the padding that a page gives to `::-webkit-color-swatch-wrapper` is taken to be none.
      let inset: Double = tree.styles[Int(style)].other[.appearance] == nil ? 0 : 4
      appendReplaced(
        .init(naturalWidth: 50, naturalHeight: 27, naturalRatio: 0, baselineInset: inset), of: element, style: style,
        to: parent)
    case "image":
      if let size = image(element) {
        appendReplaced(size, of: element, style: style, to: parent)
      } else {
        let index = append(element, role: .generic, style: style, to: parent)
        appendAnonymousText(document.value(element, .alt) ?? "Submit", of: element, to: index)
      }
    case "submit", "reset", "button":
      let fallback = type == "submit" ? "Submit" : type == "reset" ? "Reset" : ""
      let index = append(element, role: .button, style: style, to: parent)
      appendAnonymousText(document.value(element, .value) ?? fallback, of: element, to: index)
    case "file":
      // A button and the name of the file, in the room of 34 digits.
      append(element, role: .textField, style: style, to: parent, detail: appendTextControl(columns: 34, rows: 0))
    default:
      let size = characters(element, .size) ?? 20
      let detail = appendTextControl(columns: size, rows: Self.calendar(type).map { Int($0.rawValue) } ?? 1)
      let index = append(element, role: .textField, style: style, to: parent, detail: detail)
      let value = document.value(element, .value) ?? ""
      let shown = value.isEmpty ? document.value(element, .placeholder) ?? "" : value
      let text =
        type == "password" && !value.isEmpty ? String(repeating: "•", count: value.unicodeScalars.count) : shown
      if !text.isEmpty { appendAnonymousText(text, of: element, to: index) }
    }
  }

  private static func calendar(_ type: String) -> StyledTree.Calendar? {
    switch type {
    case "date": .date
    case "time": .time
    case "datetime-local": .localDateAndTime
    case "month": .month
    case "week": .week
    default: nil
    }
  }

  private mutating func appendTextArea(_ element: NodeID, style: Int32, to parent: StyledTree.Index) {
    let columns = characters(element, .cols) ?? 20
    let rows = characters(element, .rows) ?? 2
    let detail = appendTextControl(columns: columns, rows: rows)
    let index = append(element, role: .textArea, style: style, to: parent, detail: detail)
    let value = document.textContent(element)
    let shown = value.isEmpty ? document.value(element, .placeholder) ?? "" : value
    if !shown.isEmpty { appendAnonymousText(shown, of: element, to: index) }
  }

  private mutating func appendTextControl(columns: Int, rows: Int) -> Int32 {
    // Beyond so many, none is larger: layout's lengths end there. As page files hold them.
    let limit = Int(PageLayoutFact.maximumCharacters)
    tree.textControls.append(.init(columns: Int32(min(columns, limit)), rows: Int32(min(rows, limit))))
    return Int32(tree.textControls.count - 1)
  }

  private mutating func appendSelect(_ element: NodeID, style: Int32, to parent: StyledTree.Index, depth: Int) {
    let size = characters(element, .size) ?? 0
    if document.hasAttribute(element, .multiple) || size > 1 {
      // A list box shows `size` rows (4 where none is given) of its options.
      let detail = appendTextControl(columns: 0, rows: size > 1 ? size : 4)
      let index = append(element, role: .textArea, style: style, to: parent, detail: detail)
      appendContents(of: element, style: style, to: index, depth: depth)
      return
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
    let detail = Int32(tree.selectOptions.count)
    tree.selectOptions.append([])
    let index = append(element, role: .select, style: style, to: parent, detail: detail)
    var ranges: [Range<Int32>] = []
    for option in options {
      let start = Int32(tree.text.count)
      // The menu indents options of groups; a drop-down is as wide as the widest of them would be there.
      if option.isInGroup { tree.text.append(contentsOf: "    ".utf16) }
      tree.text.append(contentsOf: option.text.utf16)
      ranges.append(start..<Int32(tree.text.count))
    }
    tree.selectOptions[Int(detail)] = ranges
    if let shown = options.last(where: \.isSelected) ?? options.first {
      appendAnonymousText(shown.text, of: element, to: index)
    }
  }

  // MARK: Texts and attributes

  private mutating func appendAnonymousText(_ text: String, of element: NodeID, to parent: StyledTree.Index) {
    tree.appendText(text.utf16, to: parent)
    origins.append(.anonymous(element))
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

extension Display {
  /// Whether the box has a marker.
  var isListItem: Bool {
    if case .box(_, _, let listItem) = self { return listItem }
    return false
  }
}
