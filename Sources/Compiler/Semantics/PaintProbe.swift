import CSSValues
import PageFormat
import Painting

/// What a display list paints at a point, with one of its texts and without it.
///
/// Colours are put together as a renderer does, through groups and clips. Where images, gradients, filters, blending, masks, or
/// what moves by itself take part, the answer is unknown, until an opaque colour covers them.
struct PaintProbe {
  /// The colours where a text has ink.
  struct Sample {
    /// What is seen of the text.
    var text: PlainColor
    /// What would be seen without the text.
    var background: PlainColor
  }

  /// What begins something, with its place among others.
  private struct Scope {
    /// What the scope does to what is in it.
    enum Effect {
      case none
      case clip(PaintShape)
      case group(opacity: Double)
      case unknown
    }
    var parent: Int
    var depth: Int
    var effect: Effect
    /// From the scope's coordinates to the page's, and back.
    var matrix: PaintMatrix
    var inverse: PaintMatrix?
    /// The item that keeps what is in it in place while the page scrolls, or -1.
    var fixed: Int
  }

  /// A scope on the way from one item to the next.
  private struct Open {
    var scope: Int
    var x, y: Double
    var isCut: Bool
    /// What was painted before the group began.
    var below: Layer?
  }

  /// What a group has painted so far.
  private struct Layer {
    var with = PaintedPixel()
    var without = PaintedPixel()
    /// How much of the text is seen.
    var share = 0.0

    mutating func paint(_ color: PlainColor) {
      with.paint(color)
      without.paint(color)
      share *= 1 - color.alpha
    }

    mutating func paintUnknown() {
      with.paintUnknown()
      without.paintUnknown()
    }
  }

  /// Below this share a text is hidden on purpose.
  private static let leastShare = 0.05
  /// Items in more rows than this are looked at for every point.
  private static let mostRows = 16

  private let list: DisplayList
  /// By node of the page: whether it is animated, or in something that is.
  private let isMoving: [Bool]
  private var scopes: [Scope] = []
  /// By item: the scope around it, or -1.
  private var scopeOf: [Int]
  /// The items by where they are, from top to bottom.
  private var rows: [[Int]] = []
  private var tall: [Int] = []
  private let rowHeight: Double
  /// What filters paint beside their boxes.
  private var blurs: [LayoutRect] = []
  /// How many items points may still look at: hostile pages have millions at one place.
  private var budget = 40_000_000

  init(_ list: DisplayList, isMoving: [Bool]) {
    self.list = list
    self.isMoving = isMoving
    scopeOf = Array(repeating: -1, count: list.items.count)
    rowHeight = max(64, list.size.height / 4096)
    rows = Array(repeating: [], count: Int(min(4096, max(0, list.size.height / rowHeight))) + 1)
    readScopes()
  }

  /// The factor by which the scopes around an item enlarge lengths.
  func scale(of item: Int) -> Double { scopeOf[item] < 0 ? 1 : scopes[scopeOf[item]].matrix.meanScale }

  // MARK: Reading the list

  private mutating func readScopes() {
    var open: [Int] = []
    var filters: [Int: (distance: Double, rect: LayoutRect?)] = [:]
    for (index, item) in list.items.enumerated() {
      let around = open.last ?? -1
      var effect = Scope.Effect.none
      var matrix = around < 0 ? PaintMatrix.identity : scopes[around].matrix
      var fixed = around < 0 ? -1 : scopes[around].fixed
      switch item {
      case .end:
        if let ended = open.popLast(), let filter = filters[ended], let rect = filter.rect {
          blurs.append(rect.inset(by: -filter.distance))
        }
        continue
      case .paintInMask, .paintInText: continue
      case .beginClip(let shape): effect = .clip(shape)
      case .beginTransform(let own): matrix = matrix.concatenated(own)
      case .beginFixed: fixed = index
      case .beginMask, .beginTextClip: effect = .unknown
      case .beginGroup(let group):
        let isPlain = group.blend == .normal && group.filters.isEmpty && group.mask.isEmpty
        effect = isPlain ? .group(opacity: group.opacity) : .unknown
        let distance = group.filters.reduce(0) { $0 + Self.reach($1) } * matrix.meanScale
        if distance > 0 { filters[scopes.count] = (distance, nil) }
      default:
        scopeOf[index] = around
        place(index, matrix, &filters, open)
        continue
      }
      open.append(scopes.count)
      scopes.append(
        Scope(
          parent: around, depth: around < 0 ? 0 : scopes[around].depth + 1, effect: effect, matrix: matrix,
          inverse: matrix.inverse, fixed: fixed))
    }
  }

  /// Puts an item into the rows that it touches.
  private mutating func place(
    _ index: Int, _ matrix: PaintMatrix, _ filters: inout [Int: (distance: Double, rect: LayoutRect?)], _ open: [Int]
  ) {
    let bounds = matrix.bounds(of: list.bounds[index])
    guard bounds.y.isFinite, bounds.height.isFinite, bounds.x.isFinite, bounds.width.isFinite else { return }
    if !filters.isEmpty {
      for scope in open {
        guard let filter = filters[scope] else { continue }
        filters[scope] = (filter.distance, filter.rect?.bounding(bounds) ?? bounds)
      }
    }
    let last = Double(rows.count - 1)
    let from = Int(max(0, min(bounds.y / rowHeight, last)))
    let to = Int(max(0, min((bounds.y + bounds.height) / rowHeight, last)))
    if to - from > Self.mostRows {
      tall.append(index)
    } else {
      for row in from...to { rows[row].append(index) }
    }
  }

  /// How far from its box a filter paints, in px.
  private static func reach(_ filter: PaintFilter) -> Double {
    switch filter {
    case .blur(let deviation): 3 * deviation
    case .dropShadow(let dx, let dy, let deviation, _): 3 * deviation + max(abs(dx), abs(dy))
    case .colorMatrix, .toLinearLight, .fromLinearLight: 0
    }
  }

  // MARK: Looking

  /// The colours at a point of a text, in the coordinates of its item; `nil` where they are unknown, or the text is not seen.
  mutating func sample(of item: Int, in color: PlainColor, _ localX: Double, _ localY: Double) -> Sample? {
    let own = scopeOf[item]
    let (x, y) = own < 0 ? (localX, localY) : scopes[own].matrix.apply(localX, localY)
    guard budget > 0, x >= 0, y >= 0, x < list.size.width, y < list.size.height,
      !blurs.contains(where: { $0.contains(x, y) })
    else { return nil }
    let fixed = own < 0 ? -1 : scopes[own].fixed
    var layer = Layer()
    layer.paint(PlainColor(list.canvasColor))
    var open: [Open] = []
    let row = rows[Int(max(0, min(y / rowHeight, Double(rows.count - 1))))]
    var (next, nextTall) = (0, 0)
    while next < row.count || nextTall < tall.count {
      let isTall = next >= row.count || nextTall < tall.count && tall[nextTall] < row[next]
      let index = isTall ? tall[nextTall] : row[next]
      if isTall { nextTall += 1 } else { next += 1 }
      budget -= 1
      let scope = scopeOf[index]
      move(to: scope, x, y, &open, &layer)
      let place = open.last.map { ($0.x, $0.y) } ?? (x, y)
      guard open.last?.isCut != true else { continue }
      if index == item {
        layer.with.paint(color)
        layer.share = color.alpha
        continue
      }
      // The canvas does not scroll away.
      let isApart = (scope < 0 ? -1 : scopes[scope].fixed) != fixed && index > 0
      paint(list.items[index], place.0, place.1, &layer, isApart: isApart || moves(list.nodes[index]))
    }
    while !open.isEmpty { close(&open, &layer) }
    guard layer.share >= Self.leastShare, let text = layer.with.color, let background = layer.without.color else {
      return nil
    }
    return Sample(text: text, background: background)
  }

  private func moves(_ node: Int) -> Bool { isMoving.indices.contains(node) && isMoving[node] }

  /// Ends and begins the scopes between two items.
  private func move(to scope: Int, _ x: Double, _ y: Double, _ open: inout [Open], _ layer: inout Layer) {
    let depth = scope < 0 ? -1 : scopes[scope].depth
    while let last = open.last, last.scope != scope, !isAround(last.scope, scope) { close(&open, &layer) }
    guard open.count <= depth else { return }
    var path: [Int] = []
    var next = scope
    while next >= 0, next != open.last?.scope {
      path.append(next)
      next = scopes[next].parent
    }
    for scope in path.reversed() { begin(scope, x, y, &open, &layer) }
  }

  private func isAround(_ outer: Int, _ inner: Int) -> Bool {
    var scope = inner
    while scope >= 0, scopes[scope].depth > scopes[outer].depth { scope = scopes[scope].parent }
    return scope == outer
  }

  private func begin(_ number: Int, _ x: Double, _ y: Double, _ open: inout [Open], _ layer: inout Layer) {
    let scope = scopes[number]
    var begun = Open(scope: number, x: x, y: y, isCut: open.last?.isCut ?? false)
    if let inverse = scope.inverse { (begun.x, begun.y) = inverse.apply(x, y) } else { begun.isCut = true }
    switch scope.effect {
    case .none: break
    case .clip(let shape): if !shape.contains(begun.x, begun.y) { begun.isCut = true }
    case .group, .unknown:
      begun.below = layer
      layer = Layer()
    }
    open.append(begun)
  }

  private func close(_ open: inout [Open], _ layer: inout Layer) {
    guard let ended = open.popLast(), var below = ended.below else { return }
    switch scopes[ended.scope].effect {
    case .group(let opacity):
      below.share = layer.share > 0 ? layer.share * opacity : below.share * (1 - layer.without.alpha * opacity)
      below.with.lay(layer.with, opacity: opacity)
      below.without.lay(layer.without, opacity: opacity)
    case .unknown: if !layer.with.isEmpty { below.paintUnknown() }
    case .none, .clip: break
    }
    layer = below
  }

  // MARK: Painting

  /// - Parameter isApart: whether the item moves against the text, so that it may be here or not.
  private func paint(_ item: DisplayItem, _ x: Double, _ y: Double, _ layer: inout Layer, isApart: Bool) {
    func fill(_ color: PaintColor) {
      let color = PlainColor(color)
      guard color.alpha > 0 else { return }
      if isApart { layer.paintUnknown() } else { layer.paint(color) }
    }
    switch item {
    case .fill(let shape, let paint, let blend):
      guard shape.contains(x, y) else { return }
      switch paint {
      case .color(let color): if blend == .normal { fill(color) } else { layer.paintUnknown() }
      case .gradient: layer.paintUnknown()
      case .pattern(let pattern):
        let isRepeated = pattern.stepX > 0 || pattern.stepY > 0
        if isRepeated || pattern.tile.inset(by: -1).contains(x, y) { layer.paintUnknown() }
      }
    case .stroke(let path, _, let style):
      if path.bounds.inset(by: -style.width).contains(x, y) { layer.paintUnknown() }
    case .shadow(let shadow):
      guard shadow.box.contains(x, y) == shadow.isInset else { return }
      let reach = shadow.blur * 1.5
      let isBlurred =
        shadow.blur > 0 && shadow.edge.rect.inset(by: -reach).contains(x, y)
        && !shadow.edge.rect.inset(by: reach).contains(x, y)
      if isBlurred { return layer.paintUnknown() }
      if shadow.edge.contains(x, y) != shadow.isInset { fill(shadow.color) }
    case .image(_, _, let clip, _): if clip.contains(x, y) { layer.paintUnknown() }
    case .backdrop(let shape, _): if shape.contains(x, y) { layer.paintUnknown() }
    // Other texts have ink at few points.
    case .text, .textShadow, .decoration, .emphasis: break
    case .beginClip, .beginTextClip, .paintInText, .beginMask, .paintInMask, .beginTransform, .beginGroup, .beginFixed,
      .end:
      break
    }
  }
}

extension PlainColor {
  init(_ color: PaintColor) {
    self.init(gray: 0, alpha: color.alpha)
    (red, green, blue) = (color.red, color.green, color.blue)
  }
}
