import CSSValues
import Diagnostics
import HTML
import Layout
import PageFormat
import Painting
import Semantics

/// A page laid out at one viewport, kept whole for those who look into it: `hybrid inspect`, the external suites, tests.
public struct PageInspection: Sendable {
  /// A text node as it was laid out.
  public struct Text: Sendable {
    /// The text node.
    public var node: NodeID
    /// Its parent element.
    public var parent: NodeID
    /// Its index among its parent's child nodes.
    public var index: Int
    /// The pieces on the lines, in order.
    public var lines: [LayoutResult.TextLine]
  }

  /// The page's tree.
  public let document: Document
  /// The elements' styles at the viewport.
  let styles: ElementStyles
  /// Layout's input.
  public let tree: StyledTree
  /// What it was laid out for.
  public let viewport: Viewport
  /// Layout's answer.
  public let result: LayoutResult
  let origins: [TreeOrigin]
  /// By node of the document: the node of the tree, or -1.
  private let treeIndices: [StyledTree.Index]
  private let semanticStyles: LayoutStyles
  private let isToken: Bool
  /// The page's text, with the files that it was composed of.
  var source: SourceFile?
  /// What was found in reading the page, its style sheets and fonts.
  public internal(set) var diagnostics: [Diagnostic] = []

  init(document: Document, layout: ViewportLayout, isToken: Bool = false) {
    self.document = document
    self.isToken = isToken
    semanticStyles = LayoutStyles(layout)
    viewport = layout.viewport
    styles = layout.styles
    tree = layout.tree
    origins = layout.origins
    result = layout.result
    var indices = [StyledTree.Index](repeating: -1, count: document.nodeCount)
    for (index, origin) in origins.enumerated() {
      if case .node(let node) = origin { indices[node.index] = StyledTree.Index(index) }
    }
    treeIndices = indices
  }

  /// What the page means to assistive technology at the viewport.
  public func semantics() -> SemanticTree {
    SemanticTree(document, styles: semanticStyles, isToken: isToken)
  }

  /// The elements in document order, the ones without a box included.
  public var elements: [NodeID] {
    var result: [NodeID] = []
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) { result.append(node) }
      node = document.next(after: node)
    }
    return result
  }

  /// An element's computed style, or `nil` where it was given none.
  public func style(of element: NodeID) -> ComputedStyle? {
    let index = styles.style(of: element)
    return index >= 0 ? styles.styles[Int(index)] : nil
  }

  /// An element's frame, or `nil` where it has no box.
  public func frame(of element: NodeID) -> LayoutResult.Frame? {
    let index = treeIndices[element.index]
    guard index >= 0, result.frames[Int(index)].hasBox else { return nil }
    return result.frames[Int(index)]
  }

  /// Where the elements with these sources are shown: the upright rectangles of those that have a box, by their places.
  ///
  /// The root is not among them: what is wrong with a page as a whole is nowhere on it. Of elements with one place, such as
  /// those of a repeated part, the first one that has a box counts.
  public func clientRects(at places: Set<SourceLocation>) -> [SourceLocation: LayoutRect] {
    guard let source, !places.isEmpty else { return [:] }
    var found: [SourceLocation: LayoutRect] = [:]
    // A root, head and body without tags share the root's place.
    let root = SourceLocation(in: source, document.sourceRange(document.documentElement))
    for element in elements {
      let place = SourceLocation(in: source, document.sourceRange(element))
      guard place != root, places.contains(place), found[place] == nil else { continue }
      found[place] = clientRect(of: element)
    }
    return found
  }

  /// The containing block of an absolutely positioned element, where it has a box.
  func containingBlock(of element: NodeID) -> LayoutRect? { result.containingBlocks[treeIndices[element.index]] }

  /// The tracks of a grid container that has a box.
  func gridTracks(of element: NodeID) -> LayoutResult.GridAxes? { result.grids[treeIndices[element.index]] }

  /// The upright rectangle that an element is shown at, transforms applied, or `nil` where it has no box.
  public func clientRect(of element: NodeID) -> LayoutRect? {
    guard let frame = frame(of: element) else { return nil }
    let node = treeIndices[element.index]
    var rect = result.transformedRects[node] ?? frame.rect
    guard !result.paint.sticky.isEmpty else { return rect }
    var around = node
    while around >= 0 {
      let offset = stickyOffset(of: around)
      rect.x += offset.x
      rect.y += offset.y
      around = tree.nodes[Int(around)].parent
    }
    return rect
  }

  /// How far `position: sticky` moves a node's box where nothing is scrolled (CSS Positioned Layout 3, 3.4).
  private func stickyOffset(of node: StyledTree.Index) -> (x: Double, y: Double) {
    guard let row = result.paint.sticky.first(where: { $0.node == node }) else { return (0, 0) }
    let rect = result.frames[Int(node)].rect
    var port = LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    if row.scroller >= 0 {
      guard let clip = result.paint.clips.first(where: { $0.node == row.scroller }) else { return (0, 0) }
      port = clip.rect
    }
    let constraint = LayoutSticky(
      node: Int(node), scroller: nil, insets: [row.top, row.right, row.bottom, row.left], bounds: row.bounds)
    return constraint.shift(of: rect, in: port)
  }

  /// The text nodes that layout saw, in document order.
  public var texts: [Text] {
    var linesByNode: [StyledTree.Index: [LayoutResult.TextLine]] = [:]
    for line in result.lines { linesByNode[line.node, default: []].append(line) }
    var counts: [NodeID: Int] = [:]
    var texts: [Text] = []
    var node = document.documentElement
    while node.exists {
      let parent = document.parent(node)
      let index = counts[parent, default: 0]
      counts[parent] = index + 1
      if document.kind(node) == .text {
        let treeIndex = treeIndices[node.index]
        if treeIndex >= 0 {
          texts.append(Text(node: node, parent: parent, index: index, lines: linesByNode[treeIndex] ?? []))
        }
      }
      node = document.next(after: node)
    }
    return texts
  }

  /// The lines of the texts that each element holds itself, its generated content included.
  public func linesByElement() -> [NodeID: [LayoutResult.TextLine]] {
    var lines: [NodeID: [LayoutResult.TextLine]] = [:]
    for line in result.lines {
      switch origins[Int(line.node)] {
      case .node(let node): lines[document.parent(node), default: []].append(line)
      case .anonymous(let element), .pseudo(let element, _): lines[element, default: []].append(line)
      }
    }
    return lines
  }

  // MARK: Painting

  /// The boxes of the tree in the order of painting (CSS 2.2, Appendix E).
  public var paintOrder: [StyledTree.Index] {
    result.paint.order.isEmpty ? tree.nodes.indices.map { StyledTree.Index($0) } : result.paint.order
  }

  /// The element that a node of the tree is, or that its text is of: `nil` for generated boxes and what layout added.
  public func element(of node: StyledTree.Index) -> NodeID? {
    guard case .node(let id) = origins[Int(node)] else { return nil }
    return document.kind(id) == .text ? document.parent(id) : id
  }

  /// The node of the tree that an element makes, or `nil`.
  public func treeNode(of element: NodeID) -> StyledTree.Index? {
    treeIndices[element.index] >= 0 ? treeIndices[element.index] : nil
  }

  /// By node of the tree, whether it is the content of a closed `<details>`: laid out, and not seen.
  public var skippedContents: [Bool] {
    var hidden = [Bool](repeating: false, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() where node.parent >= 0 {
      let parent = Int(node.parent)
      if case .anonymous = origins[index], node.kind == .element, tree.nodes[parent].role == .details,
        tree.styles[Int(node.style)].box.contain.contains(.paint)
      {
        hidden[index] = true
      } else {
        hidden[index] = hidden[parent]
      }
    }
    return hidden
  }

  /// Whether an element is inside of `<svg>`, where geometry is not CSS's.
  func isGraphic(_ element: NodeID) -> Bool {
    let index = treeIndices[element.index]
    return index >= 0 && tree.nodes[Int(index)].role == .graphic
  }

  /// Whether an element is laid out as replaced content.
  func isReplaced(_ element: NodeID) -> Bool {
    let index = treeIndices[element.index]
    return index >= 0 && tree.nodes[Int(index)].role == .replaced
  }

  /// Whether an element is an image whose words are shown instead of it.
  func isBrokenImage(_ element: NodeID) -> Bool {
    let index = treeIndices[element.index]
    return index >= 0 && tree.nodes[Int(index)].role == .brokenImage
  }
}
