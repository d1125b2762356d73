import CSSValues
import Layout
import PageFormat

/// Makes layout's input from a page: what the build's `StyledTreeBuilder` made from the document, of the same nodes in the
/// same order.
struct StyledTreeAssembly {
  /// Nodes nested deeper than this are left out.
  static let maximumDepth = 2048

  private(set) var tree = StyledTree()
  /// The page's node of each node of the tree.
  private(set) var pageNodes: [Int32] = []
  /// Whether a node of the tree has no node of its own.
  private(set) var isAnonymous: [Bool] = []
  /// By node of the tree, the number by which ``IncrementalLayout`` knows it again.
  private(set) var identities: [Int32] = []
  var styles: StyleComputation

  private let page: PageReader
  private let source: PageTree
  /// The variant's styles of nodes, where they are others: -1 is none.
  private let overrides: [Int32: Int32]
  private let facts: [Int32: [PageLayoutFact]]
  /// The nodes with ids, when a `<use>` has asked for one.
  private var elementsByID: [String: Int32]?

  init(
    _ page: PageReader, _ source: PageTree, _ environment: LayoutEnvironment, isQuirky: Bool
  ) {
    self.page = page
    self.source = source
    overrides = environment.overrides
    facts = environment.facts
    styles = environment.styles
    tree.isQuirky = isQuirky
    tree.nodes.reserveCapacity(source.nodes.count + source.nodes.count / 2)
  }

  private enum Step {
    case node(Int32)
    case space(hasLineFeed: Bool)
    case contents(Int32)
    /// All children of a `<details>` but its summary, in a block of their own.
    case detailsContent(Int32)
  }

  /// Fills ``tree``.
  mutating func assemble() throws(PageFormatError) {
    guard !source.nodes.isEmpty else { return }
    // An explicit stack of what is still to be added: pages may be deep.
    var stack: [(step: Step, parent: StyledTree.Index, depth: Int)] = [(.node(0), -1, 0)]
    while let (step, parent, depth) = stack.popLast() {
      switch step {
      case .space(let hasLineFeed): append(text: hasLineFeed ? "\n" : " ", node: -1, to: parent, isAnonymous: false)
      case .contents(let node): try appendContents(of: node, to: parent)
      case .detailsContent(let node):
        pushDetailsContent(of: node, index: appendDetailsContent(of: node, to: parent), depth: depth, &stack)
      case .node(let node):
        let record = source.nodes[Int(node)]
        if record.space.contains(.leftOut) || depth > Self.maximumDepth { continue }
        if record.kind == .text {
          guard parent >= 0 else { continue }
          append(text: record.text ?? page.text(Int(record.source)) ?? "", node: node, to: parent, isAnonymous: false)
          continue
        }
        guard let index = try appendElement(node, record, to: parent) else { continue }
        if record.kind == .svgElement, record.role == .replaced {
          try appendGraphics(of: node, at: index)
          continue
        }
        if record.role == .details {
          pushDetails(record, node: node, index: index, depth: depth, &stack)
        } else {
          pushChildren(of: record, node: node, index: index, depth: depth, &stack)
        }
      }
    }
    tree.styles = styles.styles
  }

  private func pushChildren(
    of record: PageTree.Node, node: Int32, index: StyledTree.Index, depth: Int,
    _ stack: inout [(step: Step, parent: StyledTree.Index, depth: Int)]
  ) {
    if record.space.contains(.atEnd) {
      // White space at the end stands before `::after`, whose own mark would be in its place otherwise.
      stack.append((.space(hasLineFeed: record.space.contains(.lineFeedAtEnd)), index, depth))
    }
    var contentsArePushed = false
    var child = record.lastChild
    while child >= 0 {
      let kind = source.nodes[Int(child)].kind
      if !contentsArePushed, kind == .marker || kind == .before {
        stack.append((.contents(node), index, depth))
        contentsArePushed = true
      }
      stack.append((.node(child), index, depth + 1))
      let space = source.nodes[Int(child)].space
      if space.contains(.before) { stack.append((.space(hasLineFeed: space.contains(.lineFeedBefore)), index, depth)) }
      child = source.nodes[Int(child)].previousSibling
    }
    if !contentsArePushed { stack.append((.contents(node), index, depth)) }
  }

  // MARK: Details

  private static func isGenerated(_ kind: PageNodeKind) -> Bool { kind == .marker || kind == .before || kind == .after }

  /// The child that a `<details>` shows always, -1 for none.
  private func summary(of details: PageTree.Node) -> Int32 {
    var child = details.firstChild
    while child >= 0 {
      let record = source.nodes[Int(child)]
      if record.kind == .element, page.tag(Int(record.source)) == "summary" { return child }
      child = record.nextSibling
    }
    return -1
  }

  /// The marker, `::before`, the summary, the block of the rest and `::after`, of which the last is pushed first.
  private func pushDetails(
    _ record: PageTree.Node, node: Int32, index: StyledTree.Index, depth: Int,
    _ stack: inout [(step: Step, parent: StyledTree.Index, depth: Int)]
  ) {
    var leading: [Int32] = []
    var child = record.lastChild
    while child >= 0 {
      let kind = source.nodes[Int(child)].kind
      if kind == .after {
        stack.append((.node(child), index, depth + 1))
      } else if Self.isGenerated(kind) {
        leading.append(child)
      }
      child = source.nodes[Int(child)].previousSibling
    }
    stack.append((.detailsContent(node), index, depth))
    let summary = summary(of: record)
    if summary >= 0 { stack.append((.node(summary), index, depth + 1)) }
    stack.append((.contents(node), index, depth))
    for child in leading { stack.append((.node(child), index, depth + 1)) }
  }

  private mutating func appendDetailsContent(of node: Int32, to parent: StyledTree.Index) -> StyledTree.Index {
    let isOpen = page.attribute(Int(source.nodes[Int(node)].source), "open") != nil
    let style = styles.detailsContent(inside: tree.nodes[Int(parent)].style, isOpen: isOpen)
    pageNodes.append(node)
    isAnonymous.append(true)
    identities.append(2 * node + 1)
    return tree.appendElement(to: parent, style: style)
  }

  private func pushDetailsContent(
    of node: Int32, index: StyledTree.Index, depth: Int,
    _ stack: inout [(step: Step, parent: StyledTree.Index, depth: Int)]
  ) {
    let record = source.nodes[Int(node)]
    let summary = summary(of: record)
    if record.space.contains(.atEnd) {
      stack.append((.space(hasLineFeed: record.space.contains(.lineFeedAtEnd)), index, depth))
    }
    var child = record.lastChild
    while child >= 0 {
      let sibling = source.nodes[Int(child)]
      if child != summary, !Self.isGenerated(sibling.kind) { stack.append((.node(child), index, depth + 1)) }
      // White space before the summary is none of the summary's.
      if sibling.space.contains(.before) {
        stack.append((.space(hasLineFeed: sibling.space.contains(.lineFeedBefore)), index, depth))
      }
      child = sibling.previousSibling
    }
  }

  // MARK: Elements

  private mutating func appendElement(
    _ node: Int32, _ record: PageTree.Node, to parent: StyledTree.Index
  ) throws(PageFormatError) -> StyledTree.Index? {
    let style = record.hasOwnStyle ? record.style : overrides[record.source] ?? record.style
    guard style >= 0 else { return nil }
    var styled = parent
    // What a `<details>` shows when it is open inherits from the element, not from the block around it.
    if parent >= 0, isAnonymous[Int(parent)] { styled = tree.nodes[Int(parent)].parent }
    let parentStyle = styled >= 0 ? tree.nodes[Int(styled)].style : -1
    let index = try styles.index(
      of: style, parent: parentStyle, declarations: source.declarations.isEmpty ? [] : source.declarations[node] ?? [])
    guard styles.styles[Int(index)].box.display != .none else { return nil }
    var detail: Int32 = -1
    let known = facts[record.source] ?? []
    for fact in known {
      switch fact {
      case .naturalSize(let size): detail = append(size)
      case .textControl(let columns, let rows):
        detail = Int32(tree.textControls.count)
        tree.textControls.append(.init(columns: columns, rows: rows))
      case .tableSpan(let columns, let rows):
        detail = Int32(tree.tableSpans.count)
        tree.tableSpans.append(.init(columns: columns, rows: rows))
      case .text, .image, .option: continue
      }
    }
    if record.role == .select { detail = appendOptions(known) }
    pageNodes.append(node)
    isAnonymous.append(false)
    identities.append(2 * node)
    return tree.appendElement(to: parent, style: index, role: Self.role(record.role), detail: detail)
  }

  private mutating func append(_ size: PageNaturalSize) -> Int32 {
    var content = StyledTree.ReplacedContent(naturalWidth: size.width, naturalHeight: size.height)
    content.naturalRatio = size.ratio
    content.baselineInset = size.baselineInset
    tree.replaced.append(content)
    return Int32(tree.replaced.count - 1)
  }

  private mutating func appendOptions(_ facts: [PageLayoutFact]) -> Int32 {
    var ranges: [Range<Int32>] = []
    for fact in facts {
      guard case .option(let text) = fact else { continue }
      let start = Int32(tree.text.count)
      tree.text.append(contentsOf: text.utf16)
      ranges.append(start..<Int32(tree.text.count))
    }
    tree.selectOptions.append(ranges)
    return Int32(tree.selectOptions.count - 1)
  }

  static func role(_ role: PageLayoutRole) -> StyledTree.Role {
    switch role {
    case .generic: .generic
    case .lineBreak: .lineBreak
    case .wordBreakOpportunity: .wordBreakOpportunity
    case .replaced: .replaced
    case .button: .button
    case .textField: .textField
    case .textArea: .textArea
    case .select: .select
    case .fieldset: .fieldset
    case .legend: .legend
    case .details: .details
    case .listMarker: .listMarker
    case .bulletMarker: .bulletMarker
    case .disclosureMarker: .disclosureMarker
    case .table: .table
    case .body: .body
    case .root: .root
    }
  }

  /// What stands in an `<svg>`.
  private mutating func appendGraphics(of node: Int32, at index: StyledTree.Index) throws(PageFormatError) {
    var builder = GraphicTreeBuilder(
      PageGraphicSource(page, source, overrides: overrides, styles: styles, elementsByID: elementsByID))
    builder.append(contentsOf: node, at: index, to: &tree)
    styles = builder.source.styles
    elementsByID = builder.source.elementsByID
    if let error = builder.source.error { throw error }
    for origin in builder.origins {
      switch origin {
      case .node(let node):
        pageNodes.append(node)
        isAnonymous.append(false)
      case .copy(let use):
        pageNodes.append(use)
        isAnonymous.append(true)
      case .space:
        pageNodes.append(-1)
        isAnonymous.append(false)
      }
    }
  }

  // MARK: Texts and content without nodes

  private mutating func append(text: String, node: Int32, to parent: StyledTree.Index, isAnonymous: Bool) {
    tree.appendText(text.utf16, to: parent)
    pageNodes.append(node)
    self.isAnonymous.append(isAnonymous)
    identities.append(isAnonymous || node < 0 ? -1 : 2 * node)
  }

  private mutating func appendContents(of node: Int32, to parent: StyledTree.Index) throws(PageFormatError) {
    let record = source.nodes[Int(node)]
    if let content = record.content {
      if !content.isEmpty { append(text: content, node: node, to: parent, isAnonymous: true) }
      return
    }
    for fact in facts[record.source] ?? [] {
      switch fact {
      case .text(let text): append(text: text, node: node, to: parent, isAnonymous: true)
      case .image(let size):
        let style = styles.anonymous(inside: tree.nodes[Int(parent)].style)
        pageNodes.append(node)
        isAnonymous.append(true)
        identities.append(-1)
        tree.appendElement(to: parent, style: style, role: .replaced, detail: append(size))
      case .naturalSize, .textControl, .tableSpan, .option: continue
      }
    }
  }
}
