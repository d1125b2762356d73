import CSSValues
import PageFormat

/// A part of a page that a host composites by itself: everything else of the page is flattened into the layers around it.
///
/// Layers come in the order of painting. A layer that is interrupted by another one comes in several pieces.
public struct PaintLayer: Sendable {
  /// Why a host must composite the layer.
  public enum Reason: String, Hashable, Sendable {
    /// The page itself.
    case page
    /// What is in a scroll container: it moves under the container's clip.
    case scroller
    /// A box that stays in place while the page scrolls.
    case fixed
    /// A box that keeps to an edge while its container scrolls.
    case sticky
    /// A box that is animated, or that the page says will change (`will-change`).
    case animated
    /// Content of its own: a video, a frame, a canvas.
    case content
    /// A field that a native control may replace.
    case control
  }

  /// Why the layer is one.
  public var reason: Reason
  /// The node that makes the layer; -1 for the page.
  public var node: Int
  /// What is drawn, in page coordinates, with the clips, transforms and groups around it.
  public var list: DisplayList
  /// What the drawing may touch in page coordinates, before transforms.
  public var bounds: LayoutRect
  /// Of a scroll container, what its contents are shown in; the list has no clip for it.
  public var port: LayoutRect?
}

/// How many layers a list is cut into at most: further ones are flattened.
private let mostLayers = 512

extension PagePainter {
  /// Cuts a list of this page where a host must composite.
  ///
  /// DEVIATION: what is in a group (opacity, filters, blending, masks) stays in the group's layer, because a group is laid
  /// over what is below it as a whole.
  ///
  /// - Throws: `PageFormatError` where a style of the page file is unsound.
  public mutating func layers(of list: DisplayList) throws(PageFormatError) -> [PaintLayer] {
    try readStyles()
    var cutter = LayerCutter(list: list)
    var owners: [Int: LayerOwner] = [:]
    for index in list.items.indices {
      switch list.items[index].depthChange {
      case 1: cutter.open.append(index)
      case -1: if !cutter.open.isEmpty { cutter.open.removeLast() }
      default:
        // What is in a group is its layer's.
        let group = cutter.open.first { list.items[$0].isWhole }
        if group != nil, cutter.isInPiece {
          cutter.keep(index)
        } else {
          var owner = owner(of: group.map { list.nodes[$0] } ?? list.nodes[index], &owners)
          // The canvas's fixed background.
          if let first = cutter.open.first, case .beginFixed(let node) = list.items[first], node == canvasNode {
            owner = LayerOwner(node: node, reason: .fixed)
          }
          if owner.reason == .sticky { owner.shift = stickyShift(owner.node) }
          cutter.add(index, owner, port: owner.reason == .scroller ? layout.clip(owner.node, in: page)?.rect : nil)
        }
        cutter.isInPiece = group != nil
      }
      if cutter.open.first(where: { list.items[$0].isWhole }) == nil { cutter.isInPiece = false }
    }
    return cutter.layers()
  }

  /// The layer that a node's own painting belongs to.
  private func owner(of node: Int, _ known: inout [Int: LayerOwner]) -> LayerOwner {
    var chain: [Int] = []
    var found = LayerOwner(node: -1, reason: .page)
    var next: Int? = node >= 0 ? node : nil
    while let candidate = next {
      if let owner = known[candidate] {
        found = owner
        break
      }
      chain.append(candidate)
      if let reason = reason(of: candidate) {
        found = LayerOwner(node: candidate, reason: reason)
        break
      }
      next = layout.clipParent(candidate, in: page)
      // The contents of a scroll container are a layer, its box is not.
      if let parent = next, isScroller(parent) {
        found = LayerOwner(node: parent, reason: .scroller)
        break
      }
    }
    for node in chain { known[node] = found }
    return found
  }

  /// Why a node is a layer with all that is in it; `nil` for one that is none.
  private func reason(of node: Int) -> PaintLayer.Reason? {
    guard page.kind(node) != .text, !layout.flags(node).contains(.noBox) else { return nil }
    if layout.flags(node).contains(.fixed) { return .fixed }
    if layout.sticky(node, in: page) != nil { return .sticky }
    let style = style(of: node).computed
    guard layout.style(node, in: page) != nil else { return nil }
    if style.painted(.animationName) != nil { return .animated }
    let changing = (style.other[.willChange]?.layers ?? []).compactMap { value -> String? in
      if case .identifier(let name) = value { return name.string }
      return value.keyword
    }
    if changing.contains(where: { ["transform", "opacity", "filter", "top", "left", "bottom", "right"].contains($0) }) {
      return .animated
    }
    guard page.kind(node) == .element, let tag = page.tag(node) else { return nil }
    switch tag {
    case "video", "iframe", "canvas", "embed", "object": return .content
    case "select", "textarea": return .control
    case "input":
      let type = page.attribute(node, "type")?.lowercased() ?? "text"
      return ["hidden", "submit", "button", "reset", "image"].contains(type) ? nil : .control
    default: return nil
    }
  }

  private func isScroller(_ node: Int) -> Bool {
    guard node > 0, page.kind(node) != .text, layout.clip(node, in: page) != nil else { return false }
    let box = style(of: node).computed.box
    return [.auto, .scroll].contains(box.overflowX) || [.auto, .scroll].contains(box.overflowY)
  }
}

/// Which layer something belongs to.
private struct LayerOwner: Hashable {
  var node: Int
  var reason: PaintLayer.Reason
  /// How far a sticky box is moved while nothing is scrolled, which is the host's to do.
  var shift: PaintMatrix?
}

/// Sorts the steps of a list into layers.
private struct LayerCutter {
  private struct Piece {
    var owner: LayerOwner
    var port: LayoutRect?
    /// The steps with what is begun around each.
    var items: [(index: Int, open: [Int])] = []
    var bounds = LayoutRect.zero
  }

  let list: DisplayList
  var open: [Int] = []
  /// Whether the step before went into a group that is still begun.
  var isInPiece = false
  private var pieces: [Piece] = []
  private var current = -1

  init(list: DisplayList) { self.list = list }

  /// Adds a step to the piece of the step before.
  mutating func keep(_ index: Int) {
    guard current >= 0 else { return }
    pieces[current].items.append((index, open))
    pieces[current].bounds = pieces[current].bounds.union(list.bounds[index])
  }

  mutating func add(_ index: Int, _ owner: LayerOwner, port: LayoutRect?) {
    if current < 0 || pieces[current].owner != owner { current = piece(for: owner, list.bounds[index], port) }
    keep(index)
  }

  /// The last piece of the owner where nothing above it is touched; a new one otherwise.
  private mutating func piece(for owner: LayerOwner, _ bounds: LayoutRect, _ port: LayoutRect?) -> Int {
    if let last = pieces.lastIndex(where: { $0.owner == owner }) {
      let above = pieces[(last + 1)...]
      // What moves by itself can move anywhere.
      let isFree = above.allSatisfy {
        [.content, .control, .scroller].contains($0.owner.reason)
          && ($0.port ?? $0.bounds).intersection(bounds).isEmpty
      }
      if isFree || pieces.count >= mostLayers { return last }
    }
    if pieces.count >= mostLayers { return max(0, current) }
    pieces.append(Piece(owner: owner, port: port))
    return pieces.count - 1
  }

  func layers() -> [PaintLayer] {
    pieces.map { piece in
      PaintLayer(
        reason: piece.owner.reason, node: piece.owner.node, list: part(piece), bounds: piece.bounds, port: piece.port)
    }
  }

  /// A piece as a list of its own: scopes are begun and ended where they differ from step to step.
  private func part(_ piece: Piece) -> DisplayList {
    var part = DisplayList()
    part.size = list.size
    part.canvasColor = isLowest(piece) ? list.canvasColor : .transparent
    part.textStyles = list.textStyles
    var begun: [Int] = []
    var numbers: [Int: Int] = [:]
    func append(_ index: Int, to part: inout DisplayList) {
      part.items.append(list.items[index])
      part.bounds.append(list.bounds[index])
      part.nodes.append(list.nodes[index])
    }
    func end(_ count: Int, _ part: inout DisplayList) {
      for _ in 0..<count {
        part.items.append(.end)
        part.bounds.append(.zero)
        part.nodes.append(-1)
      }
    }
    for (index, open) in piece.items {
      // The host clips what scrolls.
      var open = open.filter { !isPort($0, of: piece) }
      if let shift = open.firstIndex(where: { isShift($0, of: piece) }) { open.remove(at: shift) }
      let shared = zip(begun, open).prefix { $0 == $1 }.count
      end(begun.count - shared, &part)
      for scope in open[shared...] { append(scope, to: &part) }
      begun = open
      numbers[index] = part.items.count
      append(index, to: &part)
    }
    end(begun.count, &part)
    // Lines avoid the glyphs of steps whose numbers have changed.
    for place in part.items.indices {
      if case .decoration(var line) = part.items[place], let avoided = line.avoidedItem {
        line.avoidedItem = numbers[avoided]
        part.items[place] = .decoration(line)
      }
    }
    return part
  }

  /// Whether a piece has the first step of the list, which the canvas's fixed background begins with another one.
  private func isLowest(_ piece: Piece) -> Bool {
    guard let first = piece.items.first?.index else { return false }
    return first == 0 && piece.owner.reason == .page || first == 1 && piece.owner.reason == .fixed
  }

  private func isShift(_ index: Int, of piece: Piece) -> Bool {
    guard let shift = piece.owner.shift, list.nodes[index] == piece.owner.node else { return false }
    return list.items[index] == .beginTransform(shift)
  }

  private func isPort(_ index: Int, of piece: Piece) -> Bool {
    switch list.items[index] {
    case .beginFixed(let node): return piece.owner.reason == .fixed && node == piece.owner.node
    case .beginClip: return piece.port != nil && list.nodes[index] == piece.owner.node
    default: return false
    }
  }
}

extension DisplayItem {
  /// Whether what is between this and its end is laid over what is below as a whole.
  var isGroup: Bool {
    switch self {
    case .beginGroup, .beginMask, .beginTextClip: true
    default: false
    }
  }

  /// Whether a layer has all of the group: the root's group isolates what blends, which layers do by themselves.
  fileprivate var isWhole: Bool {
    if case .beginGroup(let effect) = self, effect.node == 0, effect.isOnlyIsolated { return false }
    return isGroup
  }
}

extension [PaintLayer] {
  /// The layers with their steps, for tests and for people.
  public func dump() -> String {
    map { layer in
      let steps = layer.list.dump().split(separator: "\n").map { "  \($0)\n" }.joined()
      let port = layer.port.map { " port \(DisplayItem.rect($0))" } ?? ""
      return "layer \(layer.reason.rawValue)\(layer.node < 0 ? "" : " \(layer.node)")\(port)\n\(steps)"
    }.joined()
  }
}
