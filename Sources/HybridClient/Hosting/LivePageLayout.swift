import CSSValues
import Page
import PageFormat

/// Where a live page's nodes are, in page coordinates.
public struct LivePagePlaces: Sendable {
  /// The lines of a text.
  public struct Line: Sendable, Hashable {
    /// What is painted.
    public var text: String
    /// The rectangle in CSS px.
    public var frame: LayoutRect
    /// From the page's top to the baseline in CSS px.
    public var baseline: Double

    /// A line from its parts.
    public init(text: String, frame: LayoutRect, baseline: Double) {
      self.text = text
      self.frame = frame
      self.baseline = baseline
    }
  }

  /// By node; `nil` without a box. Nodes beyond the end have none.
  public var frames: [LayoutRect?] = []
  /// By text node, or element with text of its own.
  public var lines: [Int: [Line]] = [:]
  /// By node that scrolls: the size of its content.
  public var scrollAreas: [Int: (width: Double, height: Double)] = [:]
  /// The nodes whose frames, lines or scroll areas are others than the last time; `nil` where all must be looked at.
  public var changed: [Int]?

  /// Nothing.
  public init() {}
}

/// Finds where a page's nodes are after changes: `DeviceLayout` of `HybridLiveLayout` lays them out again, ``TemplateLayout`` makes do with the
/// frames in the package.
public protocol LivePageLayout: AnyObject {
  /// Applies changes in their order and says where everything is; the first call has the page as it was built.
  func places(after changes: [PageChange]) -> LivePagePlaces

  /// Gives up the frames of the package: the next places are those of a layout on the device, where there is one.
  func forgetBuiltFrames()

  /// The text size that texts are laid out with; `nil` for that of the package. Looks have the same one.
  var fontScale: Double? { get }
}

extension LivePageLayout {
  /// Keeps the frames of the package: there are no others.
  public func forgetBuiltFrames() {}

  /// The text size of the package.
  public var fontScale: Double? { nil }
}

/// The frames of the package, with copies of a template one below the other and what follows them moved along. It links
/// no layout code: enough for rows of one height and texts whose boxes have a given size.
public final class TemplateLayout: LivePageLayout {
  /// Where a node is.
  private struct Place {
    var frame: LayoutRect?
    var lines: [LivePagePlaces.Line] = []
    /// The margin above a copy; `nil` where the place is that of the package.
    var margin: Double?
  }

  private var tree: Page
  /// By node of the tree.
  private var nodes: [Place] = []
  private var scrollAreas: [Int: (width: Double, height: Double)] = [:]
  /// The nodes whose contents moved.
  private var changed: Set<Int> = []

  /// The places of an opened page.
  public init(_ page: OpenedPage) {
    let reader = page.page
    tree = reader.page()
    let origins = page.layout?.origins(in: reader) ?? []
    for node in 0..<reader.nodeCount {
      var place = Place()
      if let layout = page.layout, node < origins.count {
        if !layout.flags(node).contains(.noBox) {
          let size = layout.size(node)
          place.frame = LayoutRect(
            x: Double(origins[node].x) / 64, y: Double(origins[node].y) / 64, width: Double(size.width) / 64,
            height: Double(size.height) / 64)
        }
        place.lines = layout.lines(node, in: reader).map {
          .init(text: layout.text(of: $0, in: reader), frame: $0.frame.rect, baseline: Double($0.baseline) / 64)
        }
        if let area = layout.scrollArea(node) {
          scrollAreas[node] = (Double(area.width) / 64, Double(area.height) / 64)
        }
      }
      nodes.append(place)
    }
  }

  /// Moves the package's frames.
  public func places(after changes: [PageChange]) -> LivePagePlaces {
    for change in changes {
      switch change {
      case .text(let node, let text), .content(let node, let text): setText(node, text)
      case .insertCopy(let template, let parent, let sibling, let number):
        insertCopy(template, parent, sibling, number)
      case .remove(let node): remove(node)
      case .move(let node, let sibling): move(node, after: sibling)
      case .declarations(let node, let declarations): setMargin(node, declarations)
      // Frames of other styles are not known here.
      case .style: continue
      }
    }
    for node in changed { resize(node) }
    changed = []
    var places = LivePagePlaces()
    places.frames = nodes.map(\.frame)
    for (index, node) in nodes.enumerated() where !node.lines.isEmpty { places.lines[index] = node.lines }
    places.scrollAreas = scrollAreas
    return places
  }

  private func setText(_ node: Int, _ text: String) {
    guard nodes.indices.contains(node) else { return }
    // One line in the place of the first: its breaks are not known here.
    let first = nodes[node].lines.first ?? parentLine(node)
    nodes[node].lines =
      text.isEmpty ? [] : first.map { [.init(text: text, frame: $0.frame, baseline: $0.baseline)] } ?? []
  }

  private func parentLine(_ node: Int) -> LivePagePlaces.Line? {
    guard let frame = nodes[node].frame else { return nil }
    return .init(text: "", frame: frame, baseline: LayoutUnit.rounded(frame.y + frame.height / 2 + 5))
  }

  private func insertCopy(_ template: Int, _ parent: Int, _ sibling: Int?, _ root: Int) {
    guard let originals = tree.insertCopy(of: template, into: parent, after: sibling, as: root) else { return }
    let copies = originals.map { nodes[Int($0)] }
    for (index, original) in zip(root..., originals) { scrollAreas[index] = scrollAreas[Int(original)] }
    if root == nodes.count {
      nodes += copies
    } else {
      nodes.replaceSubrange(root..<root + copies.count, with: copies)
    }
    for index in root..<root + copies.count { nodes[index].margin = nil }
    guard let frame = nodes[root].frame else { return }
    let top = sibling.flatMap { nodes[$0].frame.map { $0.y + $0.height } } ?? nodes[parent].frame?.y ?? frame.y
    move(root, by: top - frame.y)
    moveSiblings(after: root, by: frame.height)
    changed.insert(parent)
    nodes[root].margin = 0
  }

  /// Moves a copy and what follows it by the margin that its table gives sections.
  private func setMargin(_ node: Int, _ declarations: [LocalDeclaration]) {
    guard tree.contains(node), let before = nodes[node].margin else { return }
    var margin = 0.0
    if case .dimension(let number, .px)? = declarations.last(where: { $0.property == .marginTop })?.value {
      margin = LayoutUnit.rounded(number)
    }
    guard margin != before else { return }
    nodes[node].margin = margin
    move(node, by: margin - before)
    moveSiblings(after: node, by: margin - before)
    changed.insert(Int(tree.nodes[node].parent))
  }

  private func remove(_ node: Int) {
    guard tree.contains(node), node > 0 else { return }
    if let height = nodes[node].frame?.height {
      moveSiblings(after: node, by: -height - (nodes[node].margin ?? 0))
    }
    changed.insert(Int(tree.nodes[node].parent))
    tree.remove(node)
  }

  private func move(_ node: Int, after sibling: Int?) {
    var follower = tree.contains(node) ? tree.nodes[node].nextSibling : -1
    guard tree.move(node, after: sibling), let frame = nodes[node].frame else { return }
    let parent = Int(tree.nodes[node].parent)
    let margin = nodes[node].margin ?? 0
    while follower >= 0 {
      if follower != node { move(Int(follower), by: -frame.height - margin) }
      follower = tree.nodes[Int(follower)].nextSibling
    }
    let top = sibling.flatMap { nodes[$0].frame.map { $0.y + $0.height } } ?? nodes[parent].frame?.y ?? frame.y
    move(node, by: top + margin - frame.y)
    moveSiblings(after: node, by: frame.height + margin)
    changed.insert(parent)
  }

  private func resize(_ parent: Int) {
    guard let frame = nodes[parent].frame, scrollAreas[parent] != nil else { return }
    let end = tree.children(of: parent).compactMap { nodes[$0].frame.map { $0.y + $0.height } }.max() ?? frame.y
    scrollAreas[parent]?.height = max(frame.height, end - frame.y)
  }

  private func moveSiblings(after node: Int, by distance: Double) {
    var sibling = tree.nodes[node].nextSibling
    while sibling >= 0 {
      move(Int(sibling), by: distance)
      sibling = tree.nodes[Int(sibling)].nextSibling
    }
  }

  private func move(_ root: Int, by distance: Double) {
    guard distance != 0 else { return }
    var stack = [root]
    while let index = stack.popLast() {
      nodes[index].frame?.y += distance
      for line in nodes[index].lines.indices {
        nodes[index].lines[line].frame.y += distance
        nodes[index].lines[line].baseline += distance
      }
      stack += tree.children(of: index)
    }
  }
}
