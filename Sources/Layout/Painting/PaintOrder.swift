import CSSValues

/// The order in which the nodes of a tree are painted (CSS 2.2, Appendix E; CSS Flexbox 1, 5.4; CSS Grid 2, 17).
///
/// A node is painted once: a box's background and border with the layer's blocks, its texts, which are nodes of their own,
/// with the layer's lines. Parts of a layer's flow that are side by side stay in tree order, which looks the same and
/// is what files store in no bytes; only where later blocks or floats reach over earlier lines does the flow come
/// apart.
struct PaintOrder {
  private let tree: StyledTree
  private let result: LayoutResult
  private let styles: [PaintStyle]
  /// The layers: the root's, then those of stacking contexts, positioned boxes, floats and what is painted as one piece.
  private var layers: [Layer] = []
  private var entries: [Entry] = []
  /// By node, the layer that what is in it is painted in.
  private var layerOf: [Int32]
  /// By node, whether its children are flex or grid items; `display: contents` hands it down.
  private var holdsItems: [Bool]
  /// The rectangles around what each node and all in it paints, where anything must be compared.
  private var extents: [Extent] = []
  /// What overlaps are looked for among: lines, floats and pieces of all layers.
  private var foreground: [Foreground] = []
  /// By layer, the last of its own so far in ``foreground``, or -1.
  private var lastForeground: [Int32] = []
  /// What may still be compared before overlaps are taken for granted: pages of any size are done in linear time.
  private var budget: Int

  /// A part of the page that is painted as one, apart from what positioned descendants and stacking contexts paint.
  private struct Layer {
    /// The stacking context that it is a part of, or itself.
    var context: Int32
    /// Whether its flow must be painted by phases: blocks, floats, lines.
    var isPhased = false
  }

  /// The steps of a layer (Appendix E.2, with its numbers).
  private enum Phase: UInt64 {
    /// 1, 2: the box itself.
    case own
    /// 3: stacking contexts below.
    case negative
    /// 4: blocks.
    case blocks
    /// 5: floats.
    case floats
    /// 7: lines.
    case lines
    /// 8: positioned boxes and stacking contexts at 0.
    case positioned
    /// 9: stacking contexts above.
    case positive
  }

  /// A node's place in its layer.
  private struct Entry {
    /// The layer, the phase and the stack level, for sorting.
    var key: UInt64
    var node: StyledTree.Index
    /// The layer that begins with the node, or -1.
    var layer: Int32
  }

  /// A line, float or piece that later blocks and floats may overlap.
  private struct Foreground {
    var node: StyledTree.Index
    /// The one before of the same layer, or -1.
    var before: Int32
    /// The rectangle around it and all before it: where it ends, looking ends.
    var extent: Extent
  }

  /// A rectangle by its edges; nothing is at the far ends.
  private struct Extent {
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity

    mutating func add(_ rect: LayoutRect, reach: Double = 0) {
      guard rect.width > 0, rect.height > 0 else { return }
      left = min(left, rect.x - reach)
      top = min(top, rect.y - reach)
      right = max(right, rect.x + rect.width + reach)
      bottom = max(bottom, rect.y + rect.height + reach)
    }

    mutating func add(_ other: Extent) {
      left = min(left, other.left)
      top = min(top, other.top)
      right = max(right, other.right)
      bottom = max(bottom, other.bottom)
    }

    /// Whether two overlap by more than rounding.
    func overlaps(_ other: Extent) -> Bool {
      min(right, other.right) - max(left, other.left) > 0.05 && min(bottom, other.bottom) - max(top, other.top) > 0.05
    }
  }

  init(_ tree: StyledTree, _ result: LayoutResult) {
    self.tree = tree
    self.result = result
    let isUsed = tree.usedStyles
    // The styles are read where they are: a copy would count references to each of their groups.
    styles = tree.styles.indices.map { isUsed[$0] ? PaintStyle(tree.styles[$0]) : PaintStyle() }
    layerOf = []
    holdsItems = []
    budget = 64 * tree.nodes.count + 4096
  }

  /// Whether no style asks for another order than the tree's.
  private var isPlain: Bool {
    let hasText = !tree.text.isEmpty
    return styles.allSatisfy { style in
      !style.isPositioned && !style.isFloating && !style.isStackingContext && style.order == 0
        && (!hasText || !style.paintsBox)
    }
  }

  /// Writes the order in which a tree is painted into its result.
  static func write(of tree: StyledTree, into result: inout LayoutResult) {
    var order = PaintOrder(tree, result)
    order.write(into: &result.paint)
  }

  /// Writes the order, where it is not the tree's, and the stacking contexts.
  private mutating func write(into facts: inout PaintFacts) {
    // OPTIMIZATION: trees of plain boxes are painted as they are.
    guard !tree.nodes.isEmpty, !isPlain else { return }
    layerOf = [Int32](repeating: 0, count: tree.nodes.count)
    holdsItems = [Bool](repeating: false, count: tree.nodes.count)
    // A node is in one entry at most.
    entries.reserveCapacity(tree.nodes.count)
    findExtents()
    for node in orderModifiedNodes() { place(node) }
    extents = []
    foreground = []
    facts.order = flatten()
    for entry in entries where entry.layer > 0 && layers[Int(entry.layer)].context == entry.layer {
      facts.stackingContexts.append(entry.node)
    }
    facts.stackingContexts.sort()
  }

  // MARK: Order-modified document order

  /// The nodes in document order, flex and grid items by `order` (CSS Flexbox 1, 5.4).
  private func orderModifiedNodes() -> [StyledTree.Index] {
    guard styles.contains(where: { $0.order != 0 }) else { return tree.nodes.indices.map { StyledTree.Index($0) } }
    var nodes: [StyledTree.Index] = []
    nodes.reserveCapacity(tree.nodes.count)
    var stack: [StyledTree.Index] = [0]
    while let node = stack.popLast() {
      nodes.append(node)
      var children: [StyledTree.Index] = []
      var child = tree.nodes[Int(node)].firstChild
      while child >= 0 {
        children.append(child)
        child = tree.nodes[Int(child)].nextSibling
      }
      // DEVIATION: items below `display: contents` are ordered among themselves.
      if tree.nodes[Int(node)].kind == .element, style(node).laysOutItems || style(node).level == .contents {
        let order = { (child: StyledTree.Index) -> Int32 in
          let isItem = tree.nodes[Int(child)].kind == .element
          return isItem && !isOutOfFlow(child) ? style(child).order : 0
        }
        children.sort { (order($0), $0) < (order($1), $1) }
      }
      stack.append(contentsOf: children.reversed())
    }
    return nodes
  }

  private func style(_ node: StyledTree.Index) -> PaintStyle { styles[Int(tree.nodes[Int(node)].style)] }

  private func isOutOfFlow(_ node: StyledTree.Index) -> Bool {
    let position = tree.styles[Int(tree.nodes[Int(node)].style)].box.position
    return position == .absolute || position == .fixed
  }

  // MARK: Extents

  private mutating func findExtents() {
    extents = [Extent](repeating: Extent(), count: tree.nodes.count)
    // The lines are read where they are: a copy would count references to their texts.
    for index in result.lines.indices { extents[Int(result.lines[index].node)].add(result.lines[index].rect) }
    for index in stride(from: tree.nodes.count - 1, through: 0, by: -1) {
      let node = tree.nodes[index]
      if node.kind == .element, result.frames[index].hasBox {
        let style = styles[Int(node.style)]
        if style.paintsBox || node.role == .replaced || node.role == .brokenImage || node.role == .graphic {
          extents[index].add(result.frames[index].rect, reach: style.reach)
        }
      }
      if node.parent >= 0 { extents[Int(node.parent)].add(extents[index]) }
    }
  }

  // MARK: Placing nodes in layers

  private mutating func place(_ node: StyledTree.Index) {
    let source = tree.nodes[Int(node)]
    guard source.parent >= 0 else {
      layers.append(Layer(context: 0))
      lastForeground.append(-1)
      entries.append(Entry(key: Self.key(0, .own, 0), node: node, layer: -1))
      if source.kind == .element { holdsItems[Int(node)] = style(node).laysOutItems }
      return
    }
    let layer = layerOf[Int(source.parent)]
    layerOf[Int(node)] = layer
    if source.kind == .text {
      return append(node, to: layer, source.role == .graphic || isGraphic(source.parent) ? .blocks : .lines)
    }
    // What is inside of an `<svg>` is painted with it, in its own order.
    if source.role == .graphic { return append(node, to: layer, .blocks) }
    let style = style(node)
    switch style.level {
    case .none: return
    case .contents:
      holdsItems[Int(node)] = holdsItems[Int(source.parent)]
      return
    default: break
    }
    holdsItems[Int(node)] = style.laysOutItems
    placeBox(node, source, style, in: layer)
  }

  private func isGraphic(_ node: StyledTree.Index) -> Bool { tree.nodes[Int(node)].role == .graphic }

  private mutating func placeBox(
    _ node: StyledTree.Index, _ source: StyledTree.Node, _ style: PaintStyle, in layer: Int32
  ) {
    let isItem = holdsItems[Int(source.parent)] && !isOutOfFlow(node)
    let isReplaced = source.role == .replaced || source.role == .brokenImage && style.level == .inline
    let isInLine = style.level == .inline && !isReplaced && !isItem && !style.isFloating
    let isLeveled = style.isPositioned || isItem
    let isContext =
      (isInLine ? style.isStackingContextInLines : style.isStackingContext) || isLeveled && style.zIndex != nil
    if isContext || style.isPositioned {
      let level = isLeveled ? style.zIndex ?? 0 : 0
      let phase: Phase = level < 0 ? .negative : level > 0 ? .positive : .positioned
      let context = layers[Int(layer)].context
      open(node, in: context, phase, level: level, isContext: isContext)
    } else if style.isFloating {
      breakFlow(of: layer, extents[Int(node)])
      open(node, in: layer, .floats)
      addForeground(node, to: layer)
    } else if isItem || style.level == .atomicInline || isReplaced && source.firstChild >= 0 {
      open(node, in: layer, .lines)
      addForeground(node, to: layer)
    } else if isReplaced || style.level == .inline {
      append(node, to: layer, .lines)
    } else {
      if style.paintsBox, result.frames[Int(node)].hasBox {
        var extent = Extent()
        extent.add(result.frames[Int(node)].rect, reach: style.reach)
        breakFlow(of: layer, extent)
      }
      append(node, to: layer, .blocks)
    }
  }

  private mutating func append(_ node: StyledTree.Index, to layer: Int32, _ phase: Phase) {
    entries.append(Entry(key: Self.key(layer, phase, 0), node: node, layer: -1))
    if phase == .lines { addForeground(node, to: layer) }
  }

  /// Opens a layer that begins with a node and has its place in another one.
  private mutating func open(
    _ node: StyledTree.Index, in outer: Int32, _ phase: Phase, level: Int32 = 0, isContext: Bool = false
  ) {
    let layer = Int32(layers.count)
    layers.append(Layer(context: isContext ? layer : layers[Int(outer)].context))
    lastForeground.append(-1)
    layerOf[Int(node)] = layer
    entries.append(Entry(key: Self.key(outer, phase, level), node: node, layer: layer))
  }

  private static func key(_ layer: Int32, _ phase: Phase, _ level: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: layer)) << 35 | phase.rawValue << 32 | UInt64(UInt32(bitPattern: level ^ .min))
  }

  // MARK: Overlaps

  private mutating func addForeground(_ node: StyledTree.Index, to layer: Int32) {
    guard extents[Int(node)].right > extents[Int(node)].left else { return }
    let last = lastForeground[Int(layer)]
    var extent = extents[Int(node)]
    if last >= 0 { extent.add(foreground[Int(last)].extent) }
    lastForeground[Int(layer)] = Int32(foreground.count)
    foreground.append(Foreground(node: node, before: last, extent: extent))
  }

  /// Paints a layer by phases if what would be painted before its earlier lines and floats overlaps them.
  private mutating func breakFlow(of layer: Int32, _ extent: Extent) {
    guard !layers[Int(layer)].isPhased else { return }
    var other = lastForeground[Int(layer)]
    while other >= 0, foreground[Int(other)].extent.overlaps(extent) {
      budget -= 1
      if budget < 0 || extents[Int(foreground[Int(other)].node)].overlaps(extent) {
        layers[Int(layer)].isPhased = true
        return
      }
      other = foreground[Int(other)].before
    }
  }

  // MARK: Flattening

  /// The entries by their keys, equal ones in their own order; and by layer, where its entries begin.
  ///
  /// OPTIMIZATION: there are as many layers as positioned boxes, most with an entry or two: entries are put into their layers, and those of
  /// a layer are sorted only where they are not in order.
  private func sortedEntries() -> (sorted: [Int], starts: [Int]) {
    var ends = [Int](repeating: 0, count: layers.count)
    for entry in entries { ends[Int(entry.key >> 35)] += 1 }
    var starts = [Int](repeating: -1, count: layers.count)
    var position = 0
    for layer in ends.indices {
      if ends[layer] > 0 { starts[layer] = position }
      position += ends[layer]
      ends[layer] = position - ends[layer]
    }
    var sorted = [Int](repeating: 0, count: entries.count)
    for index in entries.indices {
      let layer = Int(entries[index].key >> 35)
      sorted[ends[layer]] = index
      ends[layer] += 1
    }
    for layer in ends.indices where starts[layer] >= 0 && ends[layer] > starts[layer] + 1 {
      let range = starts[layer]..<ends[layer]
      let isSorted = zip(range, range.dropFirst()).allSatisfy { entries[sorted[$0]].key <= entries[sorted[$1]].key }
      if isSorted { continue }
      // OPTIMIZATION: numbers are sorted by themselves, without a look at entries. All of a layer have it in their keys.
      var keys = sorted[range].map { (key: entries[$0].key, index: $0) }
      keys.sort { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
      for (place, entry) in zip(range, keys) { sorted[place] = entry.index }
    }
    return (sorted, starts)
  }

  /// The entries' nodes, layer in layer; empty where they are in tree order.
  private mutating func flatten() -> [StyledTree.Index] {
    for index in entries.indices {
      let layer = Int(entries[index].key >> 35)
      let phase = Phase(rawValue: entries[index].key >> 32 & 7)
      if !layers[layer].isPhased, phase == .floats || phase == .lines {
        entries[index].key = Self.key(Int32(layer), .blocks, 0)
      }
    }
    let (sorted, starts) = sortedEntries()
    var order: [StyledTree.Index] = []
    order.reserveCapacity(entries.count)
    // The places where layers go on, innermost last.
    var stack = [0]
    while let position = stack.popLast() {
      let entry = entries[sorted[position]]
      let next = position + 1
      if next < sorted.count, entries[sorted[next]].key >> 35 == entry.key >> 35 { stack.append(next) }
      order.append(entry.node)
      if entry.layer >= 0, starts[Int(entry.layer)] >= 0 { stack.append(starts[Int(entry.layer)]) }
    }
    let isTreeOrder = zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
    return isTreeOrder ? [] : order
  }
}
