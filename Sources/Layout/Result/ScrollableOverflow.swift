import CSSValues

/// What scroll containers and the page hold in all (CSS Overflow 3, 2.2): the border boxes and lines of what is in them,
/// and around the content in flow, margins included, the container's padding.
struct ScrollableOverflow {
  let engine: LayoutEngine
  /// Each box's border box's left upper corner on the page. px.
  let origins: [(x: Double, y: Double)]
  /// Where what is in columns is; `nil` where nothing is.
  let columns: ColumnPlaces?

  /// The edges of a part of the page; infinite ones hold nothing.
  struct Bounds: Equatable {
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity

    var isEmpty: Bool { left > right || top > bottom }

    mutating func unite(_ other: Bounds) {
      left = min(left, other.left)
      top = min(top, other.top)
      right = max(right, other.right)
      bottom = max(bottom, other.bottom)
    }

    mutating func unite(_ rect: LayoutRect) {
      unite(Bounds(left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height))
    }
  }

  /// Writes the scroll areas and the page's size.
  func write(into result: inout LayoutResult) {
    var overflows = [Bounds](repeating: Bounds(), count: engine.boxCount)
    var page = Bounds(left: 0, top: 0, right: engine.viewport.width, bottom: engine.viewport.height)
    result.scrollAreas = areas(0..<engine.boxCount, result, &overflows, &page)
    let scrollsLeft = engine.boxCount > 0 && engine.style(0).pointee.isRightToLeft
    result.contentWidth = scrollsLeft ? engine.viewport.width - page.left : page.right
    result.contentHeight = page.bottom
    if engine.keepsCommits { engine.kept.overflows = overflows }
  }

  /// Writes the scroll areas of a box's subtree, which is not the whole page, and how far its boxes reach now.
  func write(_ boxes: Range<Int>, into result: inout LayoutResult) {
    var page = Bounds()
    for index in boxes { engine.kept.overflows[index] = Bounds() }
    result.scrollAreas = areas(boxes, result, &engine.kept.overflows, &page)
  }

  /// The scroll areas of a box's subtree.
  private func areas(
    _ boxes: Range<Int>, _ result: LayoutResult, _ overflows: inout [Bounds], _ page: inout Bounds
  ) -> [LayoutResult.ScrollArea] {
    // Of scroll containers only: the bounds of the margin boxes of what is in flow.
    var inFlow: [BoxIndex: Bounds] = [:]
    var areas: [LayoutResult.ScrollArea] = []
    for index in boxes.reversed() {
      let box = engine.boxes[index]
      let placement = engine.state.placements[index]
      guard placement.isPlaced, box.kind != .inline else { continue }
      let origin = origins[index]
      if let texts = engine.inline.finished.texts(of: BoxIndex(index)) {
        for place in texts { overflows[index].unite(shown(engine.inline.finished.texts[place].rect, in: index)) }
        for fragment in engine.inline.finished.otherFragments(of: BoxIndex(index)) {
          overflows[index].unite(shown(fragment.rect, in: index))
        }
      } else if let context = engine.inline.contexts[BoxIndex(index)] {
        for fragment in context.textFragments { overflows[index].unite(shown(fragment.rect, in: index)) }
      }
      let style = engine.style(BoxIndex(index))
      if style.pointee.isScrollContainer, box.node >= 0, index != 0 {
        areas.append(scrollArea(BoxIndex(index), box.node, overflows[index], inFlow[BoxIndex(index)] ?? Bounds()))
      }
      clip(
        &overflows[index],
        to: columns?.rects[BoxIndex(index)]
          ?? LayoutRect(x: origin.x, y: origin.y, width: placement.width, height: placement.height), style)
      if style.pointee.isTransformed, box.node >= 0, let map = result.transforms[box.node] {
        let own = overflows[index]
        overflows[index] = Bounds()
        overflows[index].unite(
          map.boundingRect(
            of: LayoutRect(x: own.left, y: own.top, width: own.right - own.left, height: own.bottom - own.top))
        )
      }
      let parent = engine.offsetParent(BoxIndex(index))
      if parent >= 0 {
        guard parent >= boxes.lowerBound else { continue }
        overflows[Int(parent)].unite(overflows[index])
        if engine.style(parent).pointee.isScrollContainer, isInFlow(box, in: parent) {
          inFlow[parent, default: Bounds()].unite(marginBox(BoxIndex(index), of: parent))
        }
      } else if style.pointee.position != .fixed {
        page.unite(overflows[index])
      }
    }
    return areas.reversed()
  }

  /// What is on a line of a box, on the page.
  @inline(__always)
  private func shown(_ rect: LayoutRect, in box: Int) -> LayoutRect {
    if let columns { return columns.place(rect, onLineOf: box, origins) }
    return LayoutRect(x: origins[box].x + rect.x, y: origins[box].y + rect.y, width: rect.width, height: rect.height)
  }

  /// What a box shows outside of itself, which `overflow` may cut off.
  private func clip(_ overflow: inout Bounds, to rect: LayoutRect, _ style: UnsafeMutablePointer<LayoutStyle>) {
    if style.pointee.overflowX != .visible {
      overflow.left = rect.x
      overflow.right = rect.x + rect.width
    }
    if style.pointee.overflowY != .visible {
      overflow.top = rect.y
      overflow.bottom = rect.y + rect.height
    }
    overflow.unite(rect)
  }

  /// Whether the container's padding surrounds a child: one that is in flow or floats; lines are handled apart.
  private func isInFlow(_ box: Box, in parent: BoxIndex) -> Bool {
    box.parent == parent && box.flags.isDisjoint(with: [.outOfFlow, .inlineLevel, .outsideMarker])
  }

  /// A child's margin box, where it would be without relative positioning.
  private func marginBox(_ child: BoxIndex, of parent: BoxIndex) -> Bounds {
    let placement = engine.state.placements[Int(child)]
    let metrics = engine.resolveBoxMetrics(child, contentInline(of: parent))
    if let rect = columns?.rects[child] {
      return Bounds(
        left: rect.x - metrics.marginLeft, top: rect.y - metrics.marginTop,
        right: rect.x + rect.width + metrics.marginRight, bottom: rect.y + rect.height + metrics.marginBottom)
    }
    let x = origins[Int(child)].x - placement.relativeX
    let y = origins[Int(child)].y - placement.relativeY
    return Bounds(
      left: x - metrics.marginLeft, top: y - metrics.marginTop, right: x + placement.width + metrics.marginRight,
      bottom: y + placement.height + metrics.marginBottom)
  }

  private func contentInline(of box: BoxIndex) -> Double {
    let width = engine.state.placements[Int(box)].width
    return max(0, width - engine.resolveBoxMetrics(box, width).insetsInline)
  }

  private func scrollArea(
    _ index: BoxIndex, _ node: Int32, _ overflow: Bounds, _ children: Bounds
  ) -> LayoutResult.ScrollArea {
    let style = engine.style(index)
    let placement = engine.state.placements[Int(index)]
    let metrics = engine.resolveBoxMetrics(index, placement.width)
    let isRightToLeft = style.pointee.isRightToLeft
    let scrollbarLeft = isRightToLeft ? metrics.scrollbarWidth : 0
    // The padding box.
    let left = origins[Int(index)].x + style.pointee.borderLeft + scrollbarLeft
    let top = origins[Int(index)].y + style.pointee.borderTop
    let width = max(
      0, placement.width - style.pointee.borderLeft - style.pointee.borderRight - metrics.scrollbarWidth)
    let height = max(
      0, placement.height - style.pointee.borderTop - style.pointee.borderBottom - metrics.scrollbarHeight)
    var whole = overflow
    let content = contentBounds(index, children)
    if !content.isEmpty {
      let paddingLeft = metrics.insetLeft - style.pointee.borderLeft - scrollbarLeft
      let paddingRight =
        metrics.insetRight - style.pointee.borderRight - (isRightToLeft ? 0 : metrics.scrollbarWidth)
      whole.unite(
        Bounds(
          left: content.left - paddingLeft, top: content.top - (metrics.insetTop - style.pointee.borderTop),
          right: content.right + paddingRight,
          bottom: content.bottom + metrics.insetBottom - style.pointee.borderBottom - metrics.scrollbarHeight))
    }
    let (scrollsLeft, scrollsUp) = directions(index)
    return LayoutResult.ScrollArea(
      node: node, contentWidth: max(width, scrollsLeft ? left + width - whole.left : whole.right - left),
      contentHeight: max(height, scrollsUp ? top + height - whole.top : whole.bottom - top))
  }

  /// The content in flow: margin boxes of children, lines, a grid's tracks.
  private func contentBounds(_ index: BoxIndex, _ children: Bounds) -> Bounds {
    let origin = origins[Int(index)]
    let placement = engine.state.placements[Int(index)]
    let shift = placement.contentShift
    var content = children
    if let lines = engine.inline.finished.bounds[index] ?? engine.inline.contexts[index]?.lineBounds {
      content.unite(
        LayoutRect(x: origin.x + lines.x, y: origin.y + lines.y + shift, width: lines.width, height: lines.height))
    }
    guard let extent = engine.state.contentExtents[index] else { return content }
    if let tracks = extent.rect {
      return Bounds(
        left: origin.x + tracks.x, top: origin.y + tracks.y, right: origin.x + tracks.x + tracks.width,
        bottom: origin.y + tracks.y + tracks.height)
    }
    // Margins that have collapsed through the last child end the content, too.
    if !content.isEmpty { content.bottom = max(content.bottom, origin.y + shift + extent.bottom) }
    return content
  }

  /// Whether a container scrolls to its left and up: towards its end (CSS Overflow 3, 2.2).
  private func directions(_ index: BoxIndex) -> (left: Bool, up: Bool) {
    let style = engine.style(index)
    guard engine.boxes[Int(index)].kind == .flex else { return (style.pointee.isRightToLeft, false) }
    let axes = FlexAxes(engine, index)
    return axes.isColumn ? (axes.isCrossMirrored, axes.isMainMirrored) : (axes.isMainMirrored, axes.isCrossMirrored)
  }
}
