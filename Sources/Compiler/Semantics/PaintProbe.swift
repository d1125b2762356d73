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
    /// The last scope that is in this one.
    var last: Int
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

  /// Where an item may show, in the page's coordinates with room for rounding: most items are elsewhere, which one
  /// look at this shows.
  private struct Place {
    var left, top, right, bottom: Float
    var item: Int32

    func holds(_ x: Float, _ y: Float) -> Bool { !(x < left || x > right || y < top || y > bottom) }
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
  /// What can be behind a text, in the order of painting. Other texts are not among it: they have ink at few points.
  private var places: [Place] = []
  /// The numbers of places by where they are, from top to bottom.
  private var rows: [[Int32]] = []
  private var tall: [Int32] = []
  private let rowHeight: Double
  /// What filters paint beside their boxes, by where that is.
  private var blurs: [[LayoutRect]] = []
  private var tallBlurs: [LayoutRect] = []
  /// The steps that are left; none is where the budget is spent. A step is a look at where an item is.
  private(set) var budget: Int

  /// The steps that all layouts of a page may take together: hostile pages have thousands of items behind thousands of texts.
  static let stepsOfPage = 60_000_000
  /// What reading an item takes, in steps.
  private static let stepsOfItem = 12

  /// - Parameters:
  ///   - list: what is painted.
  ///   - isMoving: by node of the page whether it is animated, or in something that is.
  ///   - budget: the steps that may be taken.
  init(_ list: DisplayList, isMoving: [Bool], budget: Int) {
    self.list = list
    self.isMoving = isMoving
    self.budget = budget
    scopeOf = Array(repeating: -1, count: list.items.count)
    rowHeight = max(64, list.size.height / 4096)
    let count = Int(min(4096, max(0, list.size.height / rowHeight))) + 1
    rows = Array(repeating: [], count: count)
    blurs = Array(repeating: [], count: count)
    readScopes()
  }

  /// Whether points are no longer looked at.
  var isSpent: Bool { budget <= 0 }

  /// Takes steps for something else that is done for each point.
  mutating func spend(_ steps: Int) { budget -= steps }

  /// The factor by which the scopes around an item enlarge lengths.
  func scale(of item: Int) -> Double { scopeOf[item] < 0 ? 1 : scopes[scopeOf[item]].matrix.meanScale }

  // MARK: Reading the list

  private mutating func readScopes() {
    var open: [Int] = []
    var filters: [(scope: Int, distance: Double, rect: LayoutRect?)] = []
    for (index, item) in list.items.enumerated() {
      let around = open.last ?? -1
      var effect = Scope.Effect.none
      var matrix = around < 0 ? PaintMatrix.identity : scopes[around].matrix
      var fixed = around < 0 ? -1 : scopes[around].fixed
      switch item {
      case .end:
        if let ended = open.popLast() { end(ended, &filters) }
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
        if distance > 0 { filters.append((scopes.count, distance, nil)) }
      default:
        scopeOf[index] = around
        guard let bounds = bounds(ofItem: index, matrix) else { continue }
        if let inner = filters.last { filters[filters.count - 1].rect = inner.rect?.bounding(bounds) ?? bounds }
        if let reach = Self.reach(of: item) { place(index, matrix, reach, bounds) }
        continue
      }
      open.append(scopes.count)
      scopes.append(
        Scope(
          parent: around, depth: around < 0 ? 0 : scopes[around].depth + 1, last: scopes.count, effect: effect,
          matrix: matrix, inverse: matrix.inverse, fixed: fixed))
    }
    for scope in open { scopes[scope].last = scopes.count - 1 }
  }

  /// Ends a scope; what a filter in it paints beside its box is known then.
  private mutating func end(_ scope: Int, _ filters: inout [(scope: Int, distance: Double, rect: LayoutRect?)]) {
    scopes[scope].last = scopes.count - 1
    guard let filter = filters.last, filter.scope == scope else { return }
    filters.removeLast()
    guard let rect = filter.rect else { return }
    if let outer = filters.last { filters[filters.count - 1].rect = outer.rect?.bounding(rect) ?? rect }
    let blur = rect.inset(by: -filter.distance)
    if let touched = touchedRows(blur) {
      for row in touched { blurs[row].append(blur) }
    } else {
      tallBlurs.append(blur)
    }
  }

  /// What an item may touch, in the page's coordinates; `nil` where it has no place.
  private func bounds(ofItem index: Int, _ matrix: PaintMatrix) -> LayoutRect? {
    let bounds = Self.bounds(of: list.bounds[index], matrix)
    guard bounds.y.isFinite, bounds.height.isFinite, bounds.x.isFinite, bounds.width.isFinite else { return nil }
    return bounds
  }

  private static func bounds(of rect: LayoutRect, _ matrix: PaintMatrix) -> LayoutRect {
    matrix == .identity && rect.width >= 0 && rect.height >= 0 ? rect : matrix.bounds(of: rect)
  }

  /// The rows that a rectangle touches; `nil` where they are many.
  private func touchedRows(_ bounds: LayoutRect) -> ClosedRange<Int>? {
    guard bounds.y.isFinite, bounds.height.isFinite else { return nil }
    let last = Double(rows.count - 1)
    let from = Int(max(0, min(bounds.y / rowHeight, last)))
    let to = Int(max(0, min((bounds.y + bounds.height) / rowHeight, last)))
    return to - from > Self.mostRows ? nil : from...max(from, to)
  }

  /// Puts an item into the rows that it touches.
  private mutating func place(_ index: Int, _ matrix: PaintMatrix, _ reach: LayoutRect, _ bounds: LayoutRect) {
    let reach = Self.bounds(of: reach, matrix)
    func edge(_ value: Double, _ side: Double) -> Float { Float(value + side * (1 + abs(value) * 1e-6)) }
    let number = Int32(places.count)
    places.append(
      Place(
        left: edge(reach.x, -1), top: edge(reach.y, -1), right: edge(reach.x + reach.width, 1),
        bottom: edge(reach.y + reach.height, 1), item: Int32(index)))
    if let touched = touchedRows(bounds) {
      for row in touched { rows[row].append(number) }
    } else {
      tall.append(number)
    }
  }

  /// Where an item changes what is known of a point, in its own coordinates; `nil` where it never does.
  private static func reach(of item: DisplayItem) -> LayoutRect? {
    switch item {
    case .fill(let shape, _, _), .backdrop(let shape, _): shape.bounds
    case .stroke(let path, _, let style): path.bounds.inset(by: -style.width)
    case .shadow(let shadow): shadow.isInset ? shadow.box.rect : shadow.edge.rect.inset(by: -shadow.blur * 1.5)
    case .image(_, _, let clip, _): clip.rect
    // Other texts have ink at few points.
    case .text, .textShadow, .decoration, .emphasis: nil
    case .beginClip, .beginTextClip, .paintInText, .beginMask, .paintInMask, .beginTransform, .beginGroup, .beginFixed,
      .end:
      nil
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
    guard budget > 0, x >= 0, y >= 0, x < list.size.width, y < list.size.height else { return nil }
    let rowNumber = Int(max(0, min(y / rowHeight, Double(rows.count - 1))))
    budget -= 4 + blurs[rowNumber].count + tallBlurs.count
    guard isPlaced(item, inRow: rowNumber), !blurs[rowNumber].contains(where: { $0.contains(x, y) }),
      !tallBlurs.contains(where: { $0.contains(x, y) })
    else { return nil }
    let fixed = own < 0 ? -1 : scopes[own].fixed
    let (pageX, pageY) = (Float(x), Float(y))
    var layer = Layer()
    layer.paint(PlainColor(list.canvasColor))
    var open: [Open] = []
    let row = rows[rowNumber]
    budget -= row.count + tall.count
    var (next, nextTall) = (0, 0)
    var isItemDone = false
    while next < row.count || nextTall < tall.count {
      let isTall = next >= row.count || nextTall < tall.count && tall[nextTall] < row[next]
      let place = places[Int(isTall ? tall[nextTall] : row[next])]
      if isTall { nextTall += 1 } else { next += 1 }
      if !isItemDone, place.item > item {
        isItemDone = true
        paint(text: item, in: color, x, y, &open, &layer)
      }
      guard place.holds(pageX, pageY) else { continue }
      let index = Int(place.item)
      budget -= Self.stepsOfItem
      let scope = scopeOf[index]
      move(to: scope, x, y, &open, &layer)
      let point = open.last.map { ($0.x, $0.y) } ?? (x, y)
      guard open.last?.isCut != true else { continue }
      // The canvas does not scroll away.
      let isApart = (scope < 0 ? -1 : scopes[scope].fixed) != fixed && index > 0
      paint(list.items[index], point.0, point.1, &layer, isApart: isApart || moves(list.nodes[index]))
    }
    if !isItemDone { paint(text: item, in: color, x, y, &open, &layer) }
    while !open.isEmpty { close(&open, &layer) }
    guard layer.share >= Self.leastShare, let text = layer.with.color, let background = layer.without.color else {
      return nil
    }
    return Sample(text: text, background: background)
  }

  /// Paints the text that is asked for.
  private mutating func paint(
    text item: Int, in color: PlainColor, _ x: Double, _ y: Double, _ open: inout [Open], _ layer: inout Layer
  ) {
    move(to: scopeOf[item], x, y, &open, &layer)
    guard open.last?.isCut != true else { return }
    layer.with.paint(color)
    layer.share = color.alpha
  }

  /// Whether a text may be in a row.
  private func isPlaced(_ item: Int, inRow row: Int) -> Bool {
    let own = scopeOf[item]
    guard let bounds = bounds(ofItem: item, own < 0 ? .identity : scopes[own].matrix) else { return false }
    return touchedRows(bounds)?.contains(row) ?? true
  }

  private func moves(_ node: Int) -> Bool { isMoving.indices.contains(node) && isMoving[node] }

  /// Ends and begins the scopes between two items.
  private mutating func move(to scope: Int, _ x: Double, _ y: Double, _ open: inout [Open], _ layer: inout Layer) {
    let depth = scope < 0 ? -1 : scopes[scope].depth
    while let last = open.last?.scope, last != scope, !isAround(last, scope) { close(&open, &layer) }
    guard open.count <= depth else { return }
    var path: [Int] = []
    var next = scope
    while next >= 0, next != open.last?.scope {
      path.append(next)
      next = scopes[next].parent
    }
    budget -= path.count * Self.stepsOfItem
    for scope in path.reversed() { begin(scope, x, y, &open, &layer) }
  }

  private func isAround(_ outer: Int, _ inner: Int) -> Bool { inner >= outer && inner <= scopes[outer].last }

  private mutating func begin(_ number: Int, _ x: Double, _ y: Double, _ open: inout [Open], _ layer: inout Layer) {
    let scope = scopes[number]
    var begun = Open(scope: number, x: x, y: y, isCut: open.last?.isCut ?? false)
    if let inverse = scope.inverse { (begun.x, begun.y) = inverse.apply(x, y) } else { begun.isCut = true }
    switch scope.effect {
    case .none: break
    case .clip(let shape):
      budget -= shape.steps(at: begun.x, begun.y)
      if !shape.contains(begun.x, begun.y) { begun.isCut = true }
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
  private mutating func paint(_ item: DisplayItem, _ x: Double, _ y: Double, _ layer: inout Layer, isApart: Bool) {
    func fill(_ color: PaintColor) {
      let color = PlainColor(color)
      guard color.alpha > 0 else { return }
      if isApart { layer.paintUnknown() } else { layer.paint(color) }
    }
    switch item {
    case .fill(let shape, let paint, let blend):
      budget -= shape.steps(at: x, y)
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
    case .backdrop(let shape, _):
      budget -= shape.steps(at: x, y)
      if shape.contains(x, y) { layer.paintUnknown() }
    // Nothing of these has a place.
    case .text, .textShadow, .decoration, .emphasis, .beginClip, .beginTextClip, .paintInText, .beginMask,
      .paintInMask, .beginTransform, .beginGroup, .beginFixed, .end:
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
