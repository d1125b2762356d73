import CSSValues
import Compiler
import Layout

/// The groups and clips of a layout's picture: drawings come in the order of painting, so that all that is in a stacking
/// context comes one after another, and a group is open as long as nodes inside of it come.
struct PictureGroups {
  private let page: PageInspection
  /// The nodes that transform, fade or cut all that is in them, whose groups are open, with the tags that close each.
  private var open: [(node: StyledTree.Index, end: StyledTree.Index, closing: String)] = []
  let facts: PaintFactsByNode
  /// By node, the node behind all that is in it.
  private let ends: [StyledTree.Index]
  /// The names of clips that are defined, by the node and the group that they are in.
  private var names: [String: String] = [:]

  init(_ page: PageInspection) {
    self.page = page
    facts = PaintFactsByNode(page.result.paint)
    var ends = page.tree.nodes.indices.map { StyledTree.Index($0 + 1) }
    for index in page.tree.nodes.indices.reversed() where page.tree.nodes[index].parent >= 0 {
      let parent = Int(page.tree.nodes[index].parent)
      ends[parent] = max(ends[parent], ends[index])
    }
    self.ends = ends
  }

  /// A node's drawing with the groups that end before it and begin with it.
  mutating func draw(_ node: StyledTree.Index, _ drawing: String, in area: Rect) -> String {
    var svg = ""
    while let last = open.last, node < last.node || node >= last.end {
      svg += last.closing
      open.removeLast()
    }
    if facts.contexts.contains(node) { svg += begin(node) }
    guard !drawing.isEmpty else { return svg }
    // Its own group already cuts what begins it.
    guard open.last?.node != node, let (definitions, name) = clip(around: node, reaching: area) else {
      return svg + drawing
    }
    return svg + definitions + "<g clip-path=\"url(#\(name))\">\n\(drawing)</g>\n"
  }

  /// Ends all groups.
  mutating func close() -> String {
    defer { open = [] }
    return open.reversed().map(\.closing).joined()
  }

  /// The group of a stacking context, where it does anything.
  private mutating func begin(_ node: StyledTree.Index) -> String {
    let opacity = page.tree.styles[Int(page.tree.nodes[Int(node)].style)].visual.opacity
    let transform = page.result.transforms[node]
    guard opacity < 1 || transform != nil || facts.clipPaths[node] != nil else { return "" }
    var svg = ""
    var closing = ""
    // What is around cuts it before it is moved.
    if let (definitions, name) = clip(around: node, reaching: nil) {
      svg += definitions + "<g clip-path=\"url(#\(name))\">\n"
      closing += "</g>\n"
    }
    var attributes = ""
    if opacity < 1 { attributes += " opacity=\"\(Self.number(opacity))\"" }
    if let transform {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.e, transform.f]
      attributes += " transform=\"matrix(\(numbers.map { Self.precise($0) }.joined(separator: " ")))\""
    }
    if let rect = facts.clipPaths[node] {
      let name = "path\(node)"
      svg += "<clipPath id=\"\(name)\">\(Self.shape(rect, nil, inside: []))/></clipPath>\n"
      // `clip-path` counts in the group's own coordinates, as the transform makes them.
      attributes += " clip-path=\"url(#\(name))\""
    }
    svg += "<g\(attributes)>\n"
    open.append((node, ends[Int(node)], "</g>\n" + closing))
    return svg
  }

  // MARK: Clips

  /// The clips around a node as far as the innermost open group that holds it, as definitions and the name of the
  /// innermost; `nil` where none of them cuts anything off an area.
  private mutating func clip(
    around node: StyledTree.Index, reaching area: Rect?
  ) -> (definitions: String, name: String)? {
    let group = open.last?.node ?? -1
    var chain: [StyledTree.Index] = []
    var next = clipParent(node)
    while next >= 0 {
      if facts.clips[next] != nil { chain.append(next) }
      if next == group { break }
      next = clipParent(next)
    }
    let isNeeded = chain.contains { clip in
      guard let rect = facts.clips[clip], let area else { return true }
      return facts.corners[clip] != nil || !Self.contains(rect, area)
    }
    guard isNeeded else { return nil }
    var definitions = ""
    var outer: String?
    for clip in chain.reversed() {
      guard let rect = facts.clips[clip] else { continue }
      let key = "\(clip) \(group) \(outer ?? "")"
      if let known = names[key] {
        outer = known
        continue
      }
      let name = "clip\(names.count)"
      let style = page.tree.styles[Int(page.tree.nodes[Int(clip)].style)].border
      let borders = [style.top.width, style.right.width, style.bottom.width, style.left.width]
      definitions += "<clipPath id=\"\(name)\"\(outer.map { " clip-path=\"url(#\($0))\"" } ?? "")>"
      definitions += Self.shape(rect, facts.corners[clip], inside: borders) + "/></clipPath>\n"
      names[key] = name
      outer = name
    }
    return outer.map { (definitions, $0) }
  }

  private func clipParent(_ node: StyledTree.Index) -> StyledTree.Index {
    facts.containers[node] ?? page.tree.nodes[Int(node)].parent
  }

  private static func contains(_ outer: Rect, _ inner: Rect) -> Bool {
    let slack = 0.02
    return inner.x >= outer.x - slack && inner.y >= outer.y - slack
      && inner.x + inner.width <= outer.x + outer.width + slack
      && inner.y + inner.height <= outer.y + outer.height + slack
  }

  // MARK: Shapes

  /// The begin of a shape's tag: a rectangle with a border box's corners, those of its inside where borders are given
  /// (top, right, bottom, left).
  static func shape(_ rect: Rect, _ corners: CornerRadii?, inside borders: [Double]) -> String {
    guard let corners else { return "<rect \(attributes(rect))" }
    var horizontal = corners.horizontal
    var vertical = corners.vertical
    if borders.count == 4 {
      for corner in 0..<4 {
        horizontal[corner] = max(0, horizontal[corner] - borders[corner == 1 || corner == 2 ? 1 : 3])
        vertical[corner] = max(0, vertical[corner] - borders[corner < 2 ? 0 : 2])
      }
    }
    if Set(horizontal + vertical).count == 1 { return "<rect \(attributes(rect)) rx=\"\(number(horizontal[0]))\"" }
    let right = rect.x + rect.width
    let bottom = rect.y + rect.height
    func arc(_ corner: Int, _ x: Double, _ y: Double) -> String {
      "A\(number(horizontal[corner])) \(number(vertical[corner])) 0 0 1 \(number(x)) \(number(y))"
    }
    var path = "M\(number(rect.x + horizontal[0])) \(number(rect.y))"
    path += "H\(number(right - horizontal[1]))" + arc(1, right, rect.y + vertical[1])
    path += "V\(number(bottom - vertical[2]))" + arc(2, right - horizontal[2], bottom)
    path += "H\(number(rect.x + horizontal[3]))" + arc(3, rect.x, bottom - vertical[3])
    path += "V\(number(rect.y + vertical[0]))" + arc(0, rect.x + horizontal[0], rect.y)
    return "<path d=\"\(path)Z\""
  }

  /// The rectangle around two.
  static func union(_ first: Rect, _ second: Rect) -> Rect {
    let x = min(first.x, second.x)
    let y = min(first.y, second.y)
    return Rect(
      x: x, y: y, width: max(first.x + first.width, second.x + second.width) - x,
      height: max(first.y + first.height, second.y + second.height) - y)
  }

  static func attributes(_ rect: Rect) -> String {
    "x=\"\(number(rect.x))\" y=\"\(number(rect.y))\" width=\"\(number(max(0, rect.width)))\" "
      + "height=\"\(number(max(0, rect.height)))\""
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e7 else { return "0" }
    return JSONText.plain((value * 1_000).rounded() / 1_000 + 0)
  }

  /// A number of a matrix, which lengths multiply.
  private static func precise(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    return JSONText.plain((value * 1e6).rounded() / 1e6 + 0)
  }
}
