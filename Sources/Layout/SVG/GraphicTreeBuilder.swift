/// Appends what is in an `<svg>` to a styled tree (SVG 2, 5): shapes, groups, texts, and the copies that `<use>` makes.
///
/// UNIMPLEMENTED: files that `<use>` refers to; the contents of `<foreignObject>`; `<switch>` shows all its children;
/// geometry that style sheets give (only attributes are read).
public struct GraphicTreeBuilder<Source: GraphicSource> {
  /// What an appended node of the tree stands for.
  public enum Origin {
    /// A node of the source.
    case node(Source.Node)
    /// A copy in the shadow tree of a `<use>`.
    case copy(use: Source.Node)
    /// White space without a node.
    case space
  }

  /// The copies that the `<use>` elements of one page make at most: shapes that use shapes multiply.
  private static var maximumCopies: Int { 20_000 }
  /// Elements and copies nested deeper are left out.
  private static var maximumDepth: Int { 256 }

  /// Where elements are read from.
  public var source: Source
  /// What the nodes appended by the last call stand for, in their order.
  public private(set) var origins: [Origin] = []
  private var copies = 0

  /// A builder.
  public init(_ source: Source) { self.source = source }

  /// Appends the contents of an `<svg>` below its node.
  public mutating func append(contentsOf svg: Source.Node, at index: StyledTree.Index, to tree: inout StyledTree) {
    origins.removeAll(keepingCapacity: true)
    var root = StyledTree.Graphic(kind: .viewport)
    root.viewBox = GraphicAttributes.viewBox(source.attribute("viewBox", of: svg))
    root.aspectRatio = GraphicAttributes.aspectRatio(source.attribute("preserveAspectRatio", of: svg))
    tree.graphicRoots.append(.init(node: index, graphic: Int32(tree.graphics.count)))
    tree.graphics.append(root)
    appendChildren(of: svg, to: index, Place(depth: 0), &tree)
  }

  /// Where an element is appended.
  private struct Place {
    var depth: Int
    /// The `<use>` whose copy this is.
    var use: Source.Node?
    /// What is being copied, outermost first: a target inside of itself shows nothing.
    var targets: [Source.Node] = []
    var isInText = false
  }

  private mutating func appendChildren(
    of node: Source.Node, to parent: StyledTree.Index, _ place: Place, _ tree: inout StyledTree
  ) {
    guard place.depth < Self.maximumDepth else { return }
    for child in source.children(of: node) {
      switch child {
      case .element(let element): append(element, to: parent, place, &tree)
      case .text(let units, let text):
        guard place.isInText else { continue }
        tree.appendText(units, to: parent)
        if let use = place.use {
          origins.append(.copy(use: use))
        } else {
          origins.append(text.map { .node($0) } ?? .space)
        }
      }
    }
  }

  private mutating func append(
    _ element: Source.Node, to parent: StyledTree.Index, _ place: Place, _ tree: inout StyledTree
  ) {
    guard let tag = source.tag(of: element), let graphic = graphic(element, tag, isInText: place.isInText) else {
      return
    }
    add(element, graphic, isUse: tag == "use", to: parent, place, &tree)
  }

  private mutating func add(
    _ element: Source.Node, _ graphic: StyledTree.Graphic, isUse: Bool, to parent: StyledTree.Index, _ place: Place,
    _ tree: inout StyledTree
  ) {
    let parentStyle = tree.nodes[Int(parent)].style
    guard let style = source.style(of: element, inside: parentStyle, isCopy: place.use != nil) else { return }
    if let use = place.use {
      copies += 1
      guard copies <= Self.maximumCopies else { return }
      origins.append(.copy(use: use))
    } else {
      origins.append(.node(element))
    }
    let index = tree.appendElement(to: parent, style: style, role: .graphic, detail: Int32(tree.graphics.count))
    var graphic = graphic
    graphic.hasOwnStyle =
      place.use == nil || source.style(of: element, inside: parentStyle, isCopy: false) != nil
    tree.graphics.append(graphic)
    var inner = place
    inner.depth += 1
    switch graphic.kind {
    case .text, .textSpan: inner.isInText = true
    case .group, .viewport: break
    default: return
    }
    if isUse {
      appendTarget(of: element, to: index, inner, &tree)
    } else {
      appendChildren(of: element, to: index, inner, &tree)
    }
  }

  /// SVG 2, 5.5: the copy that a `<use>` shows.
  private mutating func appendTarget(
    of use: Source.Node, to index: StyledTree.Index, _ place: Place, _ tree: inout StyledTree
  ) {
    guard place.depth < Self.maximumDepth, let reference = source.attribute("href", of: use), reference.first == "#",
      let target = source.element(withID: String(reference.dropFirst())), !place.targets.contains(target),
      let tag = source.tag(of: target)
    else { return }
    var inner = place
    inner.use = place.use ?? use
    inner.targets.append(target)
    var graphic: StyledTree.Graphic
    if tag == "symbol" || tag == "svg" {
      graphic = viewport(target)
      if tag == "symbol" { graphic.lengths = [.zero, .zero, .init(100, .percentage), .init(100, .percentage)] }
      if let width = GraphicAttributes.length(source.attribute("width", of: use)) { graphic.lengths[2] = width }
      if let height = GraphicAttributes.length(source.attribute("height", of: use)) { graphic.lengths[3] = height }
    } else {
      guard let shape = self.graphic(target, tag, isInText: false) else { return }
      graphic = shape
    }
    add(target, graphic, isUse: tag == "use", to: index, inner, &tree)
  }

  // MARK: Elements

  /// What an element is to geometry; `nil` for what is never shown where it is.
  private func graphic(_ node: Source.Node, _ tag: String, isInText: Bool) -> StyledTree.Graphic? {
    var graphic: StyledTree.Graphic
    switch tag {
    case "tspan", "textPath":
      guard isInText else { return nil }
      graphic = .init(kind: .textSpan)
      graphic.positions = positions(node)
    case "a" where isInText: graphic = .init(kind: .textSpan)
    case _ where isInText: return nil
    case "g", "a", "switch": graphic = .init(kind: .group)
    case "use":
      graphic = .init(kind: .group)
      graphic.lengths = lengths(node, ["x", "y"])
    case "svg": graphic = viewport(node)
    case "rect", "image", "foreignObject":
      graphic = .init(kind: .rectangle)
      graphic.lengths = lengths(node, ["x", "y", "width", "height"])
    case "circle":
      graphic = .init(kind: .ellipse)
      graphic.lengths = lengths(node, ["cx", "cy", "r"])
    case "ellipse":
      graphic = .init(kind: .ellipse)
      graphic.lengths = lengths(node, ["cx", "cy", "rx", "ry"])
    case "line":
      graphic = .init(kind: .line)
      graphic.lengths = lengths(node, ["x1", "y1", "x2", "y2"])
    case "path":
      graphic = .init(kind: .path)
      graphic.bounds = source.attribute("d", of: node).flatMap(PathBounds.bounds)
    case "polygon", "polyline":
      graphic = .init(kind: .path)
      graphic.bounds = GraphicAttributes.pointBounds(source.attribute("points", of: node))
    case "text":
      graphic = .init(kind: .text)
      graphic.positions = positions(node)
      graphic.keepsSpace = source.attribute("xml:space", of: node) == "preserve"
    default: return nil
    }
    graphic.transform = GraphicAttributes.transform(source.attribute("transform", of: node))
    return graphic
  }

  private func viewport(_ node: Source.Node) -> StyledTree.Graphic {
    var graphic = StyledTree.Graphic(kind: .viewport)
    graphic.lengths = lengths(node, ["x", "y"])
    for name in ["width", "height"] {
      graphic.lengths.append(
        GraphicAttributes.length(source.attribute(name, of: node)) ?? .init(100, .percentage))
    }
    graphic.viewBox = GraphicAttributes.viewBox(source.attribute("viewBox", of: node))
    graphic.aspectRatio = GraphicAttributes.aspectRatio(source.attribute("preserveAspectRatio", of: node))
    return graphic
  }

  private func lengths(_ node: Source.Node, _ names: [String]) -> [StyledTree.Graphic.Length] {
    names.map { GraphicAttributes.length(source.attribute($0, of: node)) ?? .zero }
  }

  private func positions(_ node: Source.Node) -> [[StyledTree.Graphic.Length]] {
    let lists = ["x", "y", "dx", "dy"].map { GraphicAttributes.lengths(source.attribute($0, of: node)) }
    return lists.allSatisfy(\.isEmpty) ? [] : lists
  }
}
