/// Legends of fieldsets.
extension BlockLayout {
  /// HTML, 15.3.12: the rendered legend crosses the upper border; the content begins below both.
  mutating func placeLegend() {
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      if engine.boxes[Int(child)].role == .legend, engine.flags(child).isDisjoint(with: [.outOfFlow, .floating]) {
        break
      }
      child = engine.boxes[Int(child)].nextSibling
    }
    guard child >= 0 else { return }
    legend = child
    // Above columns a legend has the room of all of them.
    let contentInline = max(0, inline - metrics.insetsInline)
    let legendMetrics = engine.resolveBoxMetrics(child, contentInline)
    var inner = ConstraintSpace(
      availableInline: contentInline, availableBlock: .indefinite, percentageInline: contentInline,
      percentageBlock: .indefinite,
      mode: space.mode)
    inner.isNewFormattingContext = true
    let output = engine.layout(child, inner)
    let style = engine.style(child)
    let border = engine.style(box).pointee.borderTop
    let height = output.height + legendMetrics.marginsBlock
    let free = contentInline - output.width - legendMetrics.marginsInline
    var x = metrics.insetLeft + legendMetrics.marginLeft
    switch style.pointee.textAlign {
    case .center, .webkitCenter: x += legendMetrics.autoMargins.isEmpty ? engine.layoutUnit(max(0, free) / 2) : 0
    case .right, .webkitRight: x += max(0, free)
    default:
      if legendMetrics.autoMargins.isSuperset(of: [.left, .right]) {
        x += engine.layoutUnit(max(0, free) / 2)
      } else if legendMetrics.autoMargins.contains(.left) || isRightToLeft {
        x += free
      }
    }
    let y = output.height < border ? engine.layoutUnit((border - output.height) / 2) : 0
    let top = y + (output.height < border ? 0 : legendMetrics.marginTop)
    if space.isCommit {
      engine.place(child, x: x, y: top, containingInline: contentInline, containingBlock: childPercentageBlock)
    }
    if height > border {
      logical += height - border
      intrinsic = logical
      legendEnd = logical
    }
    if isColumnContainer, let flow = engine.columnFlow {
      flow.legend = (child, x, top)
      flow.begin(at: logical)
    }
  }
}
