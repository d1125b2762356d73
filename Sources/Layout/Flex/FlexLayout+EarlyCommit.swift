import CSSValues

// OPTIMIZATION: an item whose own layout is the same whether its height is found or given is laid out once, for good, where the plain
// algorithm first measures it and then lays it out in the height that it has.
extension FlexLayout {
  // MARK: Columns

  /// Whether a column's item is laid out for good as its content is measured: nothing but its content makes its height, which is
  /// also the one that the container gives it, and the item's own layout is the same whether its height is given or found.
  mutating func mayCommit(_ item: UnsafeMutablePointer<FlexItem>) -> Bool {
    guard isCommit, !wraps, item.pointee.definiteCross.isDefinite, engine.columnFlow == nil,
      Self.isHighAsContent(item.pointee.style)
    else { return false }
    let isFlexible = item.pointee.style.pointee.flexGrow != 0 || item.pointee.style.pointee.flexShrink != 0
    if isFlexible {
      // The container is as high as its items.
      guard !contentBlock.isDefinite, !space.isFixedBlock, !space.stretchBlock, Self.isHighAsContent(style) else {
        return false
      }
    }
    return isSameInGivenHeight(item.pointee.box, isDefinite: contentBlock.isDefinite)
  }

  /// Whether nothing but the content makes a box's height.
  private static func isHighAsContent(_ style: UnsafePointer<LayoutStyle>) -> Bool {
    let least = style.pointee.minHeight
    return style.pointee.height.isAuto && (least.isAuto || least.kind == .length && least.value <= 0)
      && !style.pointee.height.isMapped && !least.isMapped
      && style.pointee.maxHeight.kind == .none && style.pointee.aspectRatio == 0 && !style.pointee.containsSize
  }

  /// Whether the layout of a box that is as high as its content is the same when that height is given to it.
  ///
  /// - Parameter isDefinite: whether percentages count from the height once it is given.
  private mutating func isSameInGivenHeight(_ box: BoxIndex, isDefinite: Bool) -> Bool {
    guard engine.boxes[Int(box)].role == .generic, !engine.flags(box).contains(.hasPositioned) else { return false }
    switch engine.boxes[Int(box)].kind {
    case .block: return isPlainBlock(box)
    case .flex:
      return engine.style(box).pointee.flexWrap == .nowrap && !(isDefinite && engine.countsFromHeight(box))
    default: return false
    }
  }

  /// Whether a block has nothing but text and inline boxes, in lines of their own.
  private mutating func isPlainBlock(_ box: BoxIndex) -> Bool {
    engine.flags(box).contains(.hasInlineContent) && !engine.style(box).pointee.isMultiColumn
      && engine.inlineContext(box).isPlain
  }

  // MARK: Rows

  /// Whether an item that stretches is laid out for good as its height is found: the line's height changes nothing in it.
  mutating func mayStretchLater(_ item: UnsafeMutablePointer<FlexItem>) -> Bool {
    guard isCommit, !isColumn, !wraps, item.pointee.stretches, engine.columnFlow == nil,
      Self.isHighAsContent(item.pointee.style), !item.pointee.style.pointee.isScrollContainer
    else { return false }
    return isSameInGivenHeight(item.pointee.box, isDefinite: true) && keepsContentAtTop(item.pointee.box)
  }

  /// Whether the content of a box stays where it is when the box becomes higher than that.
  private mutating func keepsContentAtTop(_ box: BoxIndex) -> Bool {
    let style = engine.style(box)
    guard engine.boxes[Int(box)].kind == .flex else {
      return style.pointee.alignContent.alignment == .normal && style.pointee.lineClamp == 0
    }
    let axes = FlexAxes(engine, box)
    guard axes.isColumn, !axes.isReversed else { return false }
    switch style.pointee.justifyContent.alignment {
    case .normal, .auto, .start, .flexStart, .stretch: break
    default: return false
    }
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      let item = engine.style(child)
      guard !engine.flags(child).contains(.outOfFlow), item.pointee.flexGrow == 0, !item.pointee.marginTop.isAuto,
        !item.pointee.marginBottom.isAuto
      else { return false }
      child = engine.boxes[Int(child)].nextSibling
    }
    return true
  }

  /// Gives an item that was laid out for good as its height was found the height of its line.
  mutating func stretch(_ item: UnsafeMutablePointer<FlexItem>, to cross: Double) {
    let box = item.pointee.box
    engine.state.placements[Int(box)].height = cross
    guard engine.keepsCommits, cross != item.pointee.committedCross else { return }
    // What is placed is the answer to another question now; the one before, which found the height, stays known.
    let before = itemSpace(item, .measure, cross: .indefinite)
    guard var output = engine.cache.pointee.output(box, before) else { return }
    engine.cache.pointee.store(box, before, output)
    output.height = cross
    engine.cache.pointee.store(box, itemSpace(item, .commit, cross: cross), output)
  }
}
