import CSSValues
import Layout
import Page

/// Makes layout's input from a page in an environment: the only way from nodes to boxes, at build time and on the device.
///
/// It adds what has no nodes: white space, generated content, the texts of controls, the block of a `<details>`, and the
/// copies of `<use>`.
public struct StyledTreeAssembly<Environment: PageEnvironment> {
  /// Layout's input.
  public private(set) var tree = StyledTree()
  /// By node of the tree: the page's node, -1 for white space without one. Content without a node has that of the box that it is in.
  public private(set) var pageNodes: [Int32] = []
  /// By node of the tree: whether it is content without a node.
  public private(set) var isAnonymous: [Bool] = []
  /// By node of the tree, the number by which `IncrementalLayout` knows it again.
  public private(set) var identities: [Int32] = []
  /// Reads `<svg>`, and holds the environment: copies of it would copy its styles.
  private var graphics: GraphicTreeBuilder<PageGraphicSource<Environment>>
  private let page: Page

  /// The environment, with the styles that were asked for.
  public var environment: Environment { graphics.source.environment }

  /// An assembly in an environment.
  public init(_ environment: Environment) {
    page = environment.page
    tree.isQuirky = environment.isQuirky
    tree.hasLineHeightQuirk = environment.hasLineHeightQuirk
    graphics = GraphicTreeBuilder(PageGraphicSource(environment))
    let count = page.nodes.count + page.nodes.count / 2
    tree.nodes.reserveCapacity(count)
    pageNodes.reserveCapacity(count)
    isAnonymous.reserveCapacity(count)
    identities.reserveCapacity(count)
  }

  /// OPTIMIZATION: the steps are of no generic type, whose metadata would be looked for with each of them.
  private typealias Stack = [AssemblyStep]

  /// Fills ``tree``.
  public mutating func assemble() {
    // An explicit stack of what is still to be added: pages may be deep.
    var stack: Stack = page.nodes.isEmpty ? [] : [AssemblyStep(.node(0), -1, 0)]
    while let step = stack.popLast() {
      let (parent, depth) = (step.parent, step.depth)
      switch step.content {
      case .space(let hasLineFeed):
        tree.appendText(CollectionOfOne(hasLineFeed ? 0x0A : 0x20), to: parent)
        note(-1, isAnonymous: false, identity: -1)
      case .contents(let facts, let node): appendContents(facts, of: node, to: parent)
      case .detailsContent(let node):
        // By itself: as an argument it would change the tree while the call holds a copy of it, and copy all of it.
        let index = appendDetailsContent(of: node, to: parent)
        pushDetailsContent(of: node, index: index, depth: depth, &stack)
      case .node(let node): append(node, to: parent, depth: depth, &stack)
      }
    }
    tree.styles = environment.styles
    giveBackRoom()
  }

  /// Gives back the room for more nodes than there are, where it is much: trees are held for all viewports of a page.
  private mutating func giveBackRoom() {
    guard tree.nodes.capacity - tree.nodes.count > 1 << 14 else { return }
    tree.nodes = tree.nodes.withUnsafeBufferPointer { Array($0) }
    pageNodes = pageNodes.withUnsafeBufferPointer { Array($0) }
    isAnonymous = isAnonymous.withUnsafeBufferPointer { Array($0) }
    identities = identities.withUnsafeBufferPointer { Array($0) }
  }

  private mutating func note(_ node: Int32, isAnonymous: Bool, identity: Int32) {
    pageNodes.append(node)
    self.isAnonymous.append(isAnonymous)
    identities.append(identity)
  }

  private mutating func append(_ node: Int32, to parent: StyledTree.Index, depth: Int, _ stack: inout Stack) {
    let record = page.nodes[Int(node)]
    if record.kind == .text {
      guard parent >= 0 else { return }
      graphics.source.environment.appendText(of: node, to: &tree, inside: parent)
      note(node, isAnonymous: false, identity: 2 * node)
      return
    }
    // What a `<details>` shows when it is open inherits from the element, not from the block around it.
    let styled = parent >= 0 && isAnonymous[Int(parent)] ? tree.nodes[Int(parent)].parent : parent
    let parentStyle = styled >= 0 ? tree.nodes[Int(styled)].style : -1
    if depth >= Page.maximumDepth, !record.kind.isGenerated {
      if graphics.source.style(of: node, inside: parentStyle, isCopy: false) != nil { tree.isTruncated = true }
      return
    }
    guard let box = graphics.source.environment.box(of: node, inside: parentStyle, depth: depth) else { return }
    let index = tree.appendElement(to: parent, style: box.style, role: box.role, detail: appendDetail(of: box))
    note(node, isAnonymous: false, identity: 2 * node)
    if graphics.source.environment.hasLineStyles {
      let line = graphics.source.environment.style(of: .firstLine, of: node, inside: box.style)
      tree.firstLines[index] = line
      tree.firstLetters[index] = graphics.source.environment.style(
        of: .firstLetter, of: node, inside: line ?? box.style)
    }
    if record.kind == .svgElement, box.role == .replaced {
      appendGraphics(of: node, at: index)
    } else if box.role == .details, box.children == .all {
      pushDetails(record, box, node: node, index: index, depth: depth, &stack)
    } else {
      pushChildren(of: record, box, node: node, index: index, depth: depth, &stack)
    }
  }

  private func pushChildren(
    of record: Page.Node, _ box: StyledNode, node: Int32, index: StyledTree.Index, depth: Int, _ stack: inout Stack
  ) {
    if box.children == .all, record.space.contains(.atEnd) {
      // White space at the end comes before `::after`, whose own mark would take its place otherwise.
      stack.append(AssemblyStep(.space(hasLineFeed: record.space.contains(.lineFeedAtEnd)), index, depth))
    }
    var hasContents = box.facts.contains(where: \.isContent)
    var child = box.children == .none ? -1 : record.lastChild
    while child >= 0 {
      let sibling = page.nodes[Int(child)]
      if hasContents, sibling.kind == .marker || sibling.kind == .before {
        stack.append(AssemblyStep(.contents(box.facts, of: node), index, depth))
        hasContents = false
      }
      if box.children == .all || sibling.kind.isGenerated { stack.append(AssemblyStep(.node(child), index, depth + 1)) }
      if box.children == .all, sibling.space.contains(.before) {
        stack.append(AssemblyStep(.space(hasLineFeed: sibling.space.contains(.lineFeedBefore)), index, depth))
      }
      child = sibling.previousSibling
    }
    if hasContents { stack.append(AssemblyStep(.contents(box.facts, of: node), index, depth)) }
  }

  // MARK: Details

  /// The child that a `<details>` shows always, -1 for none.
  private func summary(of details: Page.Node) -> Int32 {
    var child = details.firstChild
    while child >= 0 {
      if page.nodes[Int(child)].kind == .element, graphics.source.environment.tag(of: child) == "summary" {
        return child
      }
      child = page.nodes[Int(child)].nextSibling
    }
    return -1
  }

  /// The marker, `::before`, the summary, the block of the rest and `::after`, of which the last is pushed first.
  private func pushDetails(
    _ record: Page.Node, _ box: StyledNode, node: Int32, index: StyledTree.Index, depth: Int, _ stack: inout Stack
  ) {
    var leading: [Int32] = []
    var child = record.lastChild
    while child >= 0 {
      let kind = page.nodes[Int(child)].kind
      if kind == .after {
        stack.append(AssemblyStep(.node(child), index, depth + 1))
      } else if kind.isGenerated {
        leading.append(child)
      }
      child = page.nodes[Int(child)].previousSibling
    }
    stack.append(AssemblyStep(.detailsContent(node), index, depth))
    let summary = summary(of: record)
    if summary >= 0 { stack.append(AssemblyStep(.node(summary), index, depth + 1)) }
    if box.facts.contains(where: \.isContent) {
      stack.append(AssemblyStep(.contents(box.facts, of: node), index, depth))
    }
    for child in leading { stack.append(AssemblyStep(.node(child), index, depth + 1)) }
  }

  private mutating func appendDetailsContent(of node: Int32, to parent: StyledTree.Index) -> StyledTree.Index {
    // Not through a copy of the environment: with one at hand, each new style would copy all styles.
    let isOpen = graphics.source.attribute("open", of: node) != nil
    let style = graphics.source.environment.style(
      .detailsContent(isOpen: isOpen), inside: tree.nodes[Int(parent)].style)
    note(node, isAnonymous: true, identity: 2 * node + 1)
    return tree.appendElement(to: parent, style: style)
  }

  private func pushDetailsContent(of node: Int32, index: StyledTree.Index, depth: Int, _ stack: inout Stack) {
    let record = page.nodes[Int(node)]
    let summary = summary(of: record)
    if record.space.contains(.atEnd) {
      stack.append(AssemblyStep(.space(hasLineFeed: record.space.contains(.lineFeedAtEnd)), index, depth))
    }
    var child = record.lastChild
    while child >= 0 {
      let sibling = page.nodes[Int(child)]
      if child != summary, !sibling.kind.isGenerated { stack.append(AssemblyStep(.node(child), index, depth + 1)) }
      // White space before the summary is none of the summary's.
      if sibling.space.contains(.before) {
        stack.append(AssemblyStep(.space(hasLineFeed: sibling.space.contains(.lineFeedBefore)), index, depth))
      }
      child = sibling.previousSibling
    }
  }

  // MARK: Facts

  /// Puts what the facts say of the box itself into the tree's lists.
  private mutating func appendDetail(of box: StyledNode) -> Int32 {
    var detail: Int32 = -1
    var options: [Range<Int32>] = []
    for fact in box.facts {
      switch fact {
      case .naturalSize(let content): detail = append(content)
      case .textControl(let control):
        detail = Int32(tree.textControls.count)
        tree.textControls.append(control)
      case .tableSpan(let span):
        detail = Int32(tree.tableSpans.count)
        tree.tableSpans.append(span)
      case .option(let text):
        let start = Int32(tree.text.count)
        tree.text.append(contentsOf: text.utf16)
        options.append(start..<Int32(tree.text.count))
      case .text, .image: continue
      }
    }
    guard box.role == .select else { return detail }
    tree.selectOptions.append(options)
    return Int32(tree.selectOptions.count - 1)
  }

  private mutating func append(_ content: Page.ReplacedContent) -> Int32 {
    tree.replaced.append(content)
    return Int32(tree.replaced.count - 1)
  }

  /// Appends the texts and images in a box that have no nodes.
  private mutating func appendContents(_ facts: [PageLayoutFact], of node: Int32, to parent: StyledTree.Index) {
    for (index, fact) in facts.enumerated() {
      switch fact {
      case .text(let text) where index == 0 && facts.count > 1 && tree.nodes[Int(parent)].role == .details:
        // The user agent's own summary: a sign, then its words.
        let style = graphics.source.environment.style(.summaryMarker, inside: tree.nodes[Int(parent)].style)
        let marker = tree.appendElement(to: parent, style: style, role: .disclosureMarker)
        note(node, isAnonymous: true, identity: -1)
        tree.appendText(text.utf16, to: marker)
      case .text(let text): tree.appendText(text.utf16, to: parent)
      case .image(let content):
        let style = graphics.source.environment.style(.anonymous, inside: tree.nodes[Int(parent)].style)
        tree.appendElement(to: parent, style: style, role: .replaced, detail: append(content))
      case .naturalSize, .textControl, .tableSpan, .option: continue
      }
      note(node, isAnonymous: true, identity: -1)
    }
  }

  /// What is in an `<svg>`.
  private mutating func appendGraphics(of node: Int32, at index: StyledTree.Index) {
    graphics.append(contentsOf: node, at: index, to: &tree)
    for origin in graphics.origins {
      switch origin {
      case .node(let node): note(node, isAnonymous: false, identity: 2 * node)
      case .copy(let use): note(use, isAnonymous: true, identity: -1)
      case .space: note(-1, isAnonymous: false, identity: -1)
      }
    }
  }
}

/// What is still to be added, with the place in the tree for it.
private struct AssemblyStep {
  enum Content {
    case node(Int32)
    case space(hasLineFeed: Bool)
    case contents([PageLayoutFact], of: Int32)
    /// All children of a `<details>` but its summary, in a block of their own.
    case detailsContent(Int32)
  }

  var content: Content
  var parent: StyledTree.Index
  var depth: Int

  init(_ content: Content, _ parent: StyledTree.Index, _ depth: Int) {
    self.content = content
    self.parent = parent
    self.depth = depth
  }
}
