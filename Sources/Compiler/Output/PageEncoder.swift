import CSS
import CSSValues
import HTML
import HybridLayout
import Layout
import Names
import Page
import PageFormat
import Semantics
import Style

/// Turns a document and its layouts into the model of a page file and one of each layout file.
///
/// Nodes are numbered in pre-order over the document's elements and the texts that are shown; generated boxes come
/// where they are laid out. A box that only one viewport has is a node for all, without a box in the others.
struct PageEncoder {
  let document: Document
  /// The document's nodes in the order in which they are numbered.
  let nodes: DocumentPage
  /// What was laid out, then what was only styled: environments whose media queries choose other rules.
  var layouts: [ViewportLayout]
  /// How many of ``layouts`` were laid out.
  let builtCount: Int
  let bindings: PageBindings
  /// By page node: the element.
  private(set) var elements: [Int: NodeID] = [:]
  /// The elements whose classes from data move boxes.
  let layoutChangingNodes: Set<NodeID>

  var page: PageModel
  /// Whether lines and facts of painting are let go of as soon as they are encoded.
  var forgetsPainted = false
  /// Whether the page is a Web page without `<meta name="viewport">`.
  var namesNoViewport = false
  /// By node of the document, the page's node, or -1.
  private(set) var nodeIndices: [Int32]
  private(set) var pseudoIndices: [GeneratedBox: [NodeID: Int32]] = [:]
  /// By layout: the page's style number of each style of the layout, or -1 before it was asked for.
  private var styleNumbers: [[Int32]]
  /// By node of the document, whether it is a text that a layout shows or keeps the white space of.
  private var isShown: [Bool]
  /// By layout: the generated boxes that it has.
  private var generatedBoxes: [Set<TreeOrigin>] = []

  /// White space that waits for the next node of its parent.
  private var pendingSpaces: [Int: Bool] = [:]
  /// The white space around each node of the page.
  var spaces: [PageSpace] = []
  /// The nodes of the document that any layout has in its tree.
  private(set) var treeNodes: [Bool]

  init(
    path: String, dialect: Dialect, document: Document, nodes: DocumentPage, layouts: [ViewportLayout],
    samples: [ViewportLayout] = [],
    bindings: PageBindings = .none, layoutChangingNodes: Set<NodeID> = [], styles: StylePool = StylePool()
  ) {
    self.layoutChangingNodes = layoutChangingNodes
    self.bindings = bindings
    self.document = document
    self.nodes = nodes
    builtCount = layouts.count
    let layouts = layouts + samples
    self.layouts = layouts
    treeNodes = Array(repeating: false, count: document.nodeCount)
    isShown = treeNodes
    page = PageModel(source: path, dialect: dialect == .token ? .token : .web, styles: styles)
    nodeIndices = Array(repeating: -1, count: document.nodeCount)
    styleNumbers = layouts.map { Array(repeating: -1, count: $0.tree.styles.count) }
    for layout in layouts {
      defer { layout.setAside() }
      generatedBoxes.append(
        Set(layout.generatedBoxes.lazy.filter { !$0.value.isLeftOut }.map(\.key)).union(layout.styles.boxesOfStates))
      for line in layout.result.lines.indices {
        let origin = layout.origins[Int(layout.result.lines[line].node)]
        if case .node(let node) = origin { isShown[node.index] = true }
      }
      for (index, origin) in layout.origins.enumerated() {
        guard case .node(let node) = origin else { continue }
        treeNodes[node.index] = true
        guard layout.tree.nodes[index].kind == .text else { continue }
        // White space that is kept may show at any width.
        if layout.tree.styles[Int(layout.tree.nodes[index].style)].text.whiteSpaceCollapse != .collapse {
          isShown[node.index] = true
        }
      }
    }
  }

  /// Fills ``page``; the answer is each layout's file. The order counts: numbers of nodes come first, and what says
  /// by which numbers styles are known comes after all that may bring further styles.
  ///
  /// - Parameter paintsFirstScreen: whether hosts paint the page's first screen, by its layouts and whether it runs scripts.
  mutating func encode(
    title: String, variants: PageVariants, classes: ClassStates, semantics: [SemanticTree],
    components: ComponentRegistry, images: PageImages, features: DeviceFeatures,
    paintsFirstScreen: (_ layouts: [ViewportLayout], _ runsScripts: Bool) -> Bool
  ) -> [[UInt8]] {
    encodePage(title: title)
    if !paintsFirstScreen(built, runsScripts) { encodeEmptyFirstScreen() }
    for layout in built { layout.setAside() }
    if page.dialect == .token { encodeDefaults(components) }
    // OPTIMIZATION: one after the other is written, since the model of a large page's layout takes 30 MB.
    let files = (0..<builtCount).map { number in
      var model = encodeLayout(number)
      if forgetsPainted { layouts[number].forgetPainted() }
      layouts[number].setAside()
      encode(images, shownIn: layouts[number].viewport, features, &model)
      return model.encode(for: page)
    }
    encodeLayoutInput(variants)
    encodeClassStates(classes, at: builtCount + variants.samples.count)
    if page.dialect == .token { encodeKeyframes() }
    encodeSemantics(built, known: semantics)
    return files
  }

  /// The layouts that have files.
  private var built: [ViewportLayout] { Array(layouts.prefix(builtCount)) }

  /// Whether the page has scripts that run.
  var runsScripts: Bool { page.scripts.contains { $0.kind != .data } }

  /// Notes the images that elements show in a viewport.
  private func encode(
    _ images: PageImages, shownIn viewport: Viewport, _ features: DeviceFeatures, _ model: inout LayoutModel
  ) {
    for (element, url) in images.shown(in: viewport, Environment(viewport: viewport, features: features)) {
      let node = nodeIndices[element.index]
      if node >= 0 { model.images.append((Int(node), model.strings.intern(url))) }
    }
  }

  // MARK: The page file

  private mutating func encodePage(title: String) {
    page.title = title
    var boxes: [GeneratedBox: [NodeID]] = [:]
    for case .pseudo(let element, let box) in generatedBoxes.reduce(into: Set(), { $0.formUnion($1) }) {
      boxes[box, default: []].append(element)
    }
    let tree = nodes.generating(boxes)
    // By node of the tree: the page's node.
    var numbers = [Int32](repeating: -1, count: tree.nodes.count)
    page.nodes.reserveCapacity(tree.nodes.count)
    spaces.reserveCapacity(tree.nodes.count)
    var next: Int32 = tree.nodes.isEmpty ? -1 : 0
    while next >= 0 {
      let record = tree.nodes[Int(next)]
      let number = record.parent >= 0 ? numbers[Int(record.parent)] : -1
      let parent = number >= 0 ? Int(number) : nil
      let source = NodeID(UInt32(record.source))
      if let box = GeneratedBox(record.kind) {
        appendGenerated(box, of: source, parent: parent)
      } else if record.kind == .text {
        appendText(source, parent: parent)
      } else {
        numbers[Int(next)] = Int32(append(source, record.kind, parent: parent))
      }
      next = tree.next(after: next)
    }
    for (parent, hasLineFeed) in pendingSpaces {
      spaces[parent].formUnion(hasLineFeed ? [.atEnd, .lineFeedAtEnd] : .atEnd)
    }
    page.closeSubtrees()
    page.valueShapes = bindings.valueShapes
    if page.dialect == .token {
      encodeSectionMargins()
      markDependencies()
    }
  }

  /// Notes white space that has no node before the next node of its parent.
  private mutating func notePendingSpace(_ node: NodeID, parent: Int?) {
    guard let parent, treeNodes[node.index] else { return }
    let hasLineFeed = document.utf8(node).contains(0x0A)
    pendingSpaces[parent] = pendingSpaces[parent] ?? false || hasLineFeed
  }

  private mutating func append(_ record: PageNode) {
    var space: PageSpace = []
    if let parent = record.parent, let hasLineFeed = pendingSpaces.removeValue(forKey: parent) {
      space = hasLineFeed ? [.before, .lineFeedBefore] : .before
    }
    spaces.append(space)
    page.nodes.append(record)
  }

  /// Appends a text, unless page files leave it out.
  private mutating func appendText(_ node: NodeID, parent: Int?) {
    guard isShown[node.index] || document.utf8(node).contains(where: { !Self.isSpace($0) }) else {
      notePendingSpace(node, parent: parent)
      return
    }
    guard !holdsRawText(document.parent(node)) else { return }
    var record = PageNode(kind: .text, parent: parent)
    record.text = page.strings.intern(document.text(node))
    appendBindings(of: node, to: &record)
    nodeIndices[node.index] = Int32(page.nodes.count)
    append(record)
  }

  /// Appends an element.
  private mutating func append(_ node: NodeID, _ kind: PageNodeKind, parent: Int?) -> Int {
    var record = PageNode(kind: kind, parent: parent)
    record.tag = page.strings.intern(document.name(node).string)
    record.style = styleNumber(layouts.first?.styles.style(of: node) ?? -1, inLayout: 0)
    record.attributes = appendAttributes(of: node)
    if case .replaced? = role(of: node) { record.flags.insert(.replaced) }
    appendBindings(of: node, to: &record)
    appendHandlers(of: node, to: &record)
    if let component = bindings.components[node] { record.component = page.strings.intern(component) }
    if bindings.scripted.contains(node) { record.flags.insert(.dependsOnScript) }
    if kind == .element, document.name(node) == .script { appendScript(node, at: page.nodes.count) }
    appendFacts(of: node)
    nodeIndices[node.index] = Int32(page.nodes.count)
    if page.dialect == .token { elements[page.nodes.count] = node }
    append(record)
    return page.nodes.count - 1
  }

  /// The computed style of a Token page's element in the first layout.
  func style(ofNode index: Int) -> ComputedStyle? {
    guard let element = elements[index], let layout = layouts.first else { return nil }
    let style = layout.styles.style(of: element)
    return style >= 0 ? layout.tree.styles[Int(style)] : nil
  }

  private func role(of node: NodeID) -> StyledTree.Role? {
    [.img, .video, .canvas, .iframe, .embed, .object, .audio].contains(document.name(node)) ? .replaced : nil
  }

  private func holdsRawText(_ element: NodeID) -> Bool {
    [.html, .other].contains(document.namespace(element)) && [.script, .style].contains(document.name(element))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private mutating func appendGenerated(_ box: GeneratedBox, of element: NodeID, parent: Int?) {
    var style: Int?
    for (index, layout) in layouts.enumerated() {
      guard let pseudo = layout.styles.pseudo(box, of: element) else { continue }
      guard generatedBoxes[index].contains(.pseudo(element, box)) else { continue }
      style = styleNumber(pseudo, inLayout: index)
      break
    }
    guard let style else { return }
    var record = PageNode(kind: box.kind, parent: parent)
    record.style = style
    pseudoIndices[box, default: [:]][element] = Int32(page.nodes.count)
    append(record)
  }

  private mutating func appendAttributes(of node: NodeID) -> Range<Int> {
    let start = page.attributes.count
    for attribute in document.attributes(node) {
      let prefix =
        switch attribute.namespace {
        case .none, .other: ""
        case .xlink: "xlink:"
        case .xml: "xml:"
        case .xmlns: attribute.name == .xmlns ? "" : "xmlns:"
        }
      page.attributes.append(
        PageAttribute(
          name: page.strings.intern(prefix + attribute.name.string),
          value: page.strings.intern(
            bindings.switchedOn[node]?.contains(attribute.name) == true ? "true" : document.value(attribute))))
    }
    // What sheets give the native side: an attribute wins.
    for (name, value) in layouts.first?.styles.nativeProperties[node] ?? [] {
      guard !document.attributes(node).contains(where: { $0.name.string.camelCased == name }) else { continue }
      page.attributes.append(PageAttribute(name: page.strings.intern(name), value: page.strings.intern(value)))
    }
    return start..<page.attributes.count
  }

  mutating func styleNumber(_ style: Int32, inLayout layout: Int) -> Int? {
    guard style >= 0, layout < layouts.count else { return nil }
    if styleNumbers[layout][Int(style)] >= 0 { return Int(styleNumbers[layout][Int(style)]) }
    let known = layouts[layout].styles.portable
    let number = page.internStyle(
      style > 0 && Int(style) <= known.count
        ? known[Int(style) - 1] : PortableStyle(layouts[layout].tree.styles[Int(style)], ValueOrigins()))
    styleNumbers[layout][Int(style)] = Int32(number)
    return number
  }

  private mutating func appendScript(_ node: NodeID, at index: Int) {
    let type = (document.value(node, .type) ?? "").lowercased()
    let kind: PageScript.Kind =
      switch type {
      case "", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript": .classic
      case "module": .module
      default: .data
      }
    var script = PageScript(kind: kind)
    script.node = index
    if let source = document.value(node, .src) {
      // The place in the package, which clients read; what is elsewhere keeps its URL.
      script.source = page.strings.intern(bindings.scriptFiles[node].map { "web/" + $0 } ?? source)
      if document.hasAttribute(node, .defer) { script.flags.insert(.deferred) }
      if document.hasAttribute(node, .async) { script.flags.insert(.asynchronous) }
    } else {
      script.text = page.strings.intern(document.textContent(node))
      script.line = bindings.scriptLines[node]
    }
    if kind == .data { script.type = page.strings.intern(type) }
    page.scripts.append(script)
  }

  private mutating func appendFacts(of node: NodeID) {
    func fact(_ kind: PageFact.Kind, _ name: String, _ value: String) -> PageFact {
      PageFact(kind: kind, name: page.strings.intern(name), value: page.strings.intern(value))
    }
    guard document.namespace(node) != .svg else { return }
    switch document.name(node) {
    case .html:
      if let language = document.value(node, .lang) { page.facts.append(fact(.page, "lang", language)) }
    case .meta:
      for key in [Name.name, "property", .httpEquiv] {
        guard let name = document.value(node, key), let content = document.value(node, .content) else { continue }
        page.facts.append(fact(.meta, name, content))
        break
      }
    case .link:
      if let relation = document.value(node, .rel), let target = document.value(node, .href) {
        page.facts.append(fact(.link, relation, target))
      }
    case .base:
      if let target = document.value(node, .href) { page.facts.append(fact(.base, "href", target)) }
    case .navigationBar:
      for attribute in document.attributes(node) {
        page.facts.append(fact(.navigationBar, attribute.name.string, document.value(attribute)))
      }
    default: break
    }
  }

  /// Says that hosts do not paint the page's first screen.
  private mutating func encodeEmptyFirstScreen() {
    page.facts.append(
      PageFact(
        kind: .page, name: page.strings.intern("first-screen"), value: page.strings.intern("none")))
  }

  // MARK: Layout files

  /// The model of a layout's file.
  private mutating func encodeLayout(_ number: Int) -> LayoutModel {
    let layout = layouts[number]
    var model = LayoutModel(source: page.source, viewport: layout.screen ?? layout.viewport)
    model.pageScale = layout.pageScale
    if layouts.contains(where: \.usesSafeArea) { model.flags.insert(.usesSafeArea) }
    if namesNoViewport { model.flags.insert(.namesNoViewport) }
    // OPTIMIZATION: most lines have the font of the line before.
    var last: (number: Int, place: Int?) = (-1, nil)
    func place(ofFont number: Int) -> Int? {
      if number != last.number { last = (number, layout.fontPlaces[number]) }
      return last.place
    }
    LayoutModelWriter(
      pageNodes: layout.origins.map { pageNode(of: $0) },
      isAnonymous: layout.origins.map {
        if case .anonymous = $0 { return true }
        return false
      }, cutsClampedLines: page.dialect == .token
    ).write(layout.tree, layout.result, nodeCount: page.nodes.count, into: &model, font: place)
    for (node, record) in page.nodes.enumerated()
    where !record.flags.isDisjoint(with: [.sizeDependsOnData, .sizeDependsOnScript])
      && !model.frames[node].flags.contains(.noBox)
    {
      model.frames[node].flags.insert(.provisional)
    }
    model.fonts = layout.fonts.map {
      LayoutFont(
        family: $0.family, hash: $0.hash, size: $0.size, isApproximate: $0.isApproximate,
        standsInFor: $0.standsInFor, isShipped: $0.isShipped)
    }
    if number > 0 { encodeStyleOverrides(layout, number, into: &model) }
    return model
  }

  /// The generated boxes that a layout has.
  func pseudoBoxes(ofLayout layout: Int) -> Set<TreeOrigin> { generatedBoxes[layout] }

  func pageNode(of origin: TreeOrigin) -> Int32 {
    switch origin {
    case .node(let node), .anonymous(let node): nodeIndices[node.index]
    case .pseudo(let element, let box): pseudoIndices[box]?[element] ?? -1
    }
  }

  private mutating func encodeStyleOverrides(_ layout: ViewportLayout, _ number: Int, into model: inout LayoutModel) {
    for (index, origin) in layout.origins.enumerated() {
      let node = pageNode(of: origin)
      guard node >= 0, layout.tree.nodes[index].kind == .element else { continue }
      if case .anonymous = origin { continue }
      guard let style = styleNumber(layout.tree.nodes[index].style, inLayout: number) else { continue }
      if page.nodes[Int(node)].style != style { model.styleOverrides.append((node: Int(node), style: style)) }
    }
    model.styleOverrides.sort { $0.node < $1.node }
  }
}
