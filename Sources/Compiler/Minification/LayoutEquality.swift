import CSSValues
import HTML
import Layout
import Page

/// What a client shows of a layout, by nodes of the document: equal where frames, styles, lines and the order of painting are.
///
/// Texts without lines are left out: white space that makes no box may go.
struct LayoutEquality: Equatable {
  private struct Box: Equatable {
    var origin: TreeOrigin
    var style: ComputedStyle
    var frame: LayoutRect
    var hasBox: Bool
    var fragments: [LayoutRect]
    var transformed: LayoutRect?
    var transform: PlanarTransform?
    var containingBlock: LayoutRect?
  }

  private struct Line: Equatable {
    var origin: TreeOrigin
    var rect: LayoutRect
    var baseline: Double
    var text: [UInt16]
    var level: UInt8
    var shownText: [UInt16]?
    var shownRect: LayoutRect?
  }

  private struct Mark: Equatable {
    var origin: TreeOrigin
    var rect: LayoutRect
  }

  /// A fact of a node, whose index in it is 0.
  private struct Placed<Fact: Equatable>: Equatable {
    var origin: TreeOrigin
    var other: TreeOrigin?
    var fact: Fact
  }

  private var boxes: [Box] = []
  private var lines: [Line] = []
  private var order: [TreeOrigin] = []
  private var contexts: [TreeOrigin] = []
  private var clips: [Mark] = []
  private var paths: [Mark] = []
  private var containers: [TreeOrigin?] = []
  private var corners: [Placed<CornerRadii>] = []
  private var sticky: [Placed<StickyConstraint>] = []
  private var scrolls: [Mark] = []
  private var size = LayoutRect.zero

  init(_ layout: ViewportLayout) {
    let (tree, result) = (layout.tree, layout.result)
    func origin(_ index: StyledTree.Index) -> TreeOrigin { layout.origins[Int(index)] }
    let withLines = Set(result.lines.map(\.node))
    func isShown(_ index: StyledTree.Index) -> Bool {
      tree.nodes[Int(index)].kind == .element || withLines.contains(index)
    }
    for index in tree.nodes.indices where tree.nodes[index].kind == .element && index < result.frames.count {
      let place = StyledTree.Index(index)
      let frame = result.frames[index]
      boxes.append(
        Box(
          origin: layout.origins[index], style: tree.styles[Int(tree.nodes[index].style)], frame: frame.rect,
          hasBox: frame.hasBox, fragments: Array(result.fragments[frame.fragments]),
          transformed: result.transformedRects[place], transform: result.transforms[place],
          containingBlock: result.containingBlocks[place]))
    }
    lines = result.lines.map {
      Line(
        origin: origin($0.node), rect: $0.rect, baseline: $0.baseline, text: $0.text, level: $0.level,
        shownText: $0.shown?.text, shownRect: $0.shown?.rect)
    }
    let paint = result.paint
    order = paint.order.filter(isShown).map(origin)
    contexts = paint.stackingContexts.map(origin)
    clips = paint.clips.map { Mark(origin: origin($0.node), rect: $0.rect) }
    paths = paint.clipPaths.map { Mark(origin: origin($0.node), rect: $0.rect) }
    containers = paint.containers.flatMap { [origin($0.node), $0.container < 0 ? nil : origin($0.container)] }
    corners = paint.corners.map { fact in
      var plain = fact
      plain.node = 0
      return Placed(origin: origin(fact.node), fact: plain)
    }
    sticky = paint.sticky.map { fact in
      var plain = fact
      (plain.node, plain.scroller) = (0, min(fact.scroller, 0))
      return Placed(origin: origin(fact.node), other: fact.scroller < 0 ? nil : origin(fact.scroller), fact: plain)
    }
    scrolls = result.scrollAreas.map {
      Mark(origin: origin($0.node), rect: LayoutRect(x: 0, y: 0, width: $0.contentWidth, height: $0.contentHeight))
    }
    size = LayoutRect(x: 0, y: 0, width: result.contentWidth, height: result.contentHeight)
  }

  /// What differs first from another layout, in words; `nil` where nothing does.
  func difference(from other: LayoutEquality) -> (node: NodeID?, text: String)? {
    func node(_ origin: TreeOrigin?) -> NodeID? {
      switch origin {
      case .node(let node), .pseudo(let node, _), .anonymous(let node): node
      case nil: nil
      }
    }
    if boxes.count != other.boxes.count { return (nil, "it has other boxes") }
    // A box moves those around it: what looks otherwise, or says otherwise, is nearer to the cause.
    if let (box, _) = zip(boxes, other.boxes).first(where: { $0.origin != $1.origin || $0.style != $1.style }) {
      return (node(box.origin), "an element looks otherwise")
    }
    if let (line, _) = zip(lines, other.lines).first(where: { $0.text != $1.text || $0.origin != $1.origin }) {
      return (node(line.origin), "a line of text differs")
    }
    if let (box, _) = Array(zip(boxes, other.boxes)).last(where: { $0 != $1 }) {
      return (node(box.origin), "a box is elsewhere")
    }
    return self == other ? nil : (nil, "it is painted otherwise")
  }
}
